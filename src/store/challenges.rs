//! Challenges.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow as _, Row as _};

use super::begin::begin;
use super::columns::{count, flag, level, side, time_columns};
use super::games::room;
use super::outbox::{self, Origin};
use super::session::changing;
use super::sql::{self, Params, params};
use super::threads::insert_first;
use super::{Error, Reads, Store, Unchanged, Work, log, pairs, upkeep};
use crate::game::{
    Beginning, Cause, Challenge, ChallengeId, Denial, GameId, GameTerms, Pairing, Post, State,
    TimeControl, Venue,
};
use crate::time::Timestamp;
use siwa_games::registry::Registry;
use siwa_games::rules::Side;

/// A query on challenges and their games that selects the columns that [`challenge`] reads, and further
/// ones.
macro_rules! challenges {
    ($condition:literal) => {
        challenges!("", " where ", $condition)
    };
    ($more:literal, $from:literal, $condition:literal) => {
        concat!(
            "select c.id, c.guild, c.channel, c.locale, c.games_in, c.games, c.challenger, c.opponent, c.variant, c.per_turn,
                    c.bank, c.increment, c.rated, c.level, c.start, c.side, c.rematch_of, c.expires, c.message, c.shown, c.reopened,
                    c.status, g.id as game",
            $more,
            " from challenges c left join games g on g.challenge = c.id",
            $from,
            $condition
        )
    };
}
pub(super) use challenges;

impl Reads {
    /// The challenge with this id.
    pub async fn find_challenge(&self, challenge: ChallengeId) -> Result<Option<Challenge>, Error> {
        let query = challenges!("c.id = $1");
        self.challenge_by(query, params![challenge]).await
    }

    /// The challenge that `cause` has made.
    pub async fn challenge_by_cause(&self, cause: Cause) -> Result<Option<Challenge>, Error> {
        let query = challenges!("c.cause = $1");
        self.challenge_by(query, params![cause]).await
    }

    /// The open or accepted rematch of a game that is not over.
    pub async fn rematch(&self, game: GameId) -> Result<Option<Challenge>, Error> {
        let query = challenges!("c.rematch_of = $1 and c.status in ('open', 'accepted')");
        self.challenge_by(query, params![game]).await
    }

    async fn challenge_by(
        &self,
        query: &'static str,
        params: Params,
    ) -> Result<Option<Challenge>, Error> {
        let rows = sql::rows(&self.readers, query, params).await?;
        let row = rows.first();
        row.map(|row| challenge(row, self.registry)).transpose()
    }
}

impl Store {
    /// Makes a challenge.
    ///
    /// # Errors
    /// [`Unchanged::Repeated`] if `origin` has already made one;
    /// [`Unchanged::Denial`] if the challenger has too many games or challenges, or
    /// the same challenge is already open;
    /// [`Unchanged::Conflict`] if that game already has a rematch.
    pub async fn challenge(
        &self,
        new: &Challenge,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<Challenge, Unchanged> {
        let Venue { guild, channel } = new.venue;
        changing!(self, |change| {
            if let Some(origin) = origin
                && is_made(&mut *change, origin.cause).await?
            {
                return Err(Unchanged::Repeated);
            }
            if let Some(game) = new.rematch_of
                && is_rematched(&mut *change, game).await?
            {
                return Err(Unchanged::Conflict);
            }
            // Expired challenges do not count.
            expire(&mut *change, now).await?;
            let more = new.terms.games.begin();
            room(&mut *change, guild, new.challenger, more).await?;
            let open = "select count(*) from challenges
                        where status = 'open' and guild = $1 and challenger = $2";
            let open = sql::only(&mut *change, open, params![guild, new.challenger]).await?;
            Challenge::room_for_one(count(open)).map_err(Unchanged::Denial)?;
            let id = insert(&mut *change, new, State::Open.as_ref(), now, origin).await?;
            outbox::insert(&mut *change, Post::Card(id), channel, origin, now).await?;
            Ok(Challenge { id, ..new.clone() })
        })
    }

    /// Turns an open challenge into a game, or with `second` into a pair of games that start
    /// together, exactly once. Returns the first.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it is no longer open;
    /// [`Unchanged::Denial`] if a player has too many games;
    /// [`Unchanged::Repeated`] if `origin` has already accepted.
    pub async fn accept(
        &self,
        challenge: &Challenge,
        first: &Beginning,
        second: Option<&Beginning>,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<GameId, Unchanged> {
        let opening = &first.game;
        let cause = origin.map(|origin| origin.cause);
        changing!(self, |change| {
            if let Some(origin) = origin
                && log::caused(&mut *change, origin.cause).await?.is_some()
            {
                return Err(Unchanged::Repeated);
            }
            if !close(&mut *change, challenge.id, "accepted").await? {
                return Err(Unchanged::Conflict);
            }
            // Lock the players in a fixed order, so that two transactions cannot deadlock.
            let mut them = Side::BOTH.map(|side| opening.player(side));
            them.sort_by_key(|who| who.0);
            for who in them {
                let more = challenge.terms.games.begin();
                room(&mut *change, challenge.venue.guild, who, more).await?;
            }
            let game = begin(&mut *change, challenge.id, first, now, cause).await?;
            let channel = challenge.venue.channel;
            let board = (Post::Board(game, 1), opening.thread());
            insert_first(&mut *change, challenge.id, board, channel, origin, now).await?;
            if challenge.terms.games != Pairing::Single {
                pairs::belong(&mut *change, game, game).await?;
            }
            if let Some(second) = second {
                pairs::begin_second(&mut *change, game, second, now).await?;
            }
            let lease = origin.and_then(Origin::lease);
            upkeep::of(&mut *change, challenge.id, lease, now).await?;
            Ok(game)
        })
    }
}

impl Work {
    /// Ends an open challenge without a game. Returns whether it was still open.
    pub async fn close_challenge(
        &self,
        challenge: &Challenge,
        state: State,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<bool, Error> {
        changing!(self, |change| {
            let closed = close(&mut *change, challenge.id, state.as_ref()).await?;
            if closed {
                let lease = origin.and_then(Origin::lease);
                upkeep::of(&mut *change, challenge.id, lease, now).await?;
            }
            Ok(closed)
        })
    }

    /// Expires challenges that are past their time.
    pub async fn expire_challenges(&self, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| { Ok(expire(change, now).await?) })
    }
}

pub(super) fn challenge(row: &AnyRow, registry: Registry) -> Result<Challenge, Error> {
    let variant = registry.variant(row.try_get("variant")?);
    let (rules, variant) = variant.ok_or(Error::Row("variant"))?;
    let state = match (row.try_get("status")?, row.try_get("game")?) {
        ("open", _) => State::Open,
        ("accepted", Some(game)) => State::Accepted(game),
        ("declined", _) => State::Declined,
        ("cancelled", _) => State::Cancelled,
        ("expired", _) => State::Expired,
        _ => return Err(Error::Row("status")),
    };
    Ok(Challenge {
        id: row.try_get("id")?,
        venue: Venue::from_row(row)?,
        locale: row.try_get("locale")?,
        challenger: row.try_get("challenger")?,
        opponent: row.try_get("opponent")?,
        terms: GameTerms {
            rules,
            variant,
            time: TimeControl::from_row(row)?,
            rated: row.try_get::<i64, _>("rated")? != 0,
            level: level(row.try_get("level")?)?,
            games_in: row.try_get("games_in")?,
            games: row.try_get("games")?,
            start: row.try_get("start")?,
            side: side(row.try_get("side")?)?,
        },
        rematch_of: row.try_get("rematch_of")?,
        expires: row.try_get("expires")?,
        message: row.try_get("message")?,
        shown: row.try_get("shown")?,
        reopened: row.try_get("reopened")?,
        state,
    })
}

/// Inserts a challenge with that status.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    new: &Challenge,
    status: &str,
    now: Timestamp,
    origin: Option<&Origin>,
) -> Result<ChallengeId, Unchanged> {
    let [per_turn, bank, increment] = time_columns(new.terms.time);
    let insert =
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, rated, level,
                                 side, rematch_of, created, expires, status, cause, games_in, bank,
                                 increment, games, start)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, $12, $14, $15, $16, $17, $18, $19, $20) returning id";
    let row = params![
        new.venue.guild,
        new.venue.channel,
        &new.locale,
        new.challenger,
        new.opponent,
        new.terms.variant.id,
        per_turn,
        flag(new.terms.rated),
        new.terms.level.map(|level| i64::from(level.number())),
        new.terms.side.map(Side::name),
        new.rematch_of,
        new.expires,
        now,
        status,
        origin.map(|origin| origin.cause),
        new.terms.games_in,
        bank,
        increment,
        new.terms.games,
        new.terms.start,
    ];
    let made = sql::only(connection, insert, row).await;
    made.map_err(|error| match (&error, new.opponent) {
        (sqlx::Error::Database(broken), Some(opponent))
            if broken.message().contains("one_challenge") =>
        {
            Unchanged::Denial(Denial::ChallengeOpen(opponent))
        }
        _ => error.into(),
    })
}

async fn expire(connection: &mut AnyConnection, now: Timestamp) -> Result<(), sqlx::Error> {
    let expired = "update challenges set status = 'expired'
                   where status = 'open' and expires <= $1 returning id";
    let expired: Vec<ChallengeId> = sql::values(&mut *connection, expired, params![now]).await?;
    for challenge in expired {
        upkeep::of(connection, challenge, None, now).await?;
    }
    Ok(())
}

async fn close(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    status: &str,
) -> Result<bool, sqlx::Error> {
    let close = "update challenges set status = $2 where id = $1 and status = 'open'";
    Ok(sql::run(connection, close, params![challenge, status]).await? == 1)
}

/// Returns whether `cause` has made a challenge.
async fn is_made(connection: &mut AnyConnection, cause: Cause) -> Result<bool, sqlx::Error> {
    let made = "select count(*) from challenges where cause = $1";
    let made: i64 = sql::only(connection, made, params![cause]).await?;
    Ok(made > 0)
}

/// Returns whether a game has an open rematch, or one that is being played.
pub(super) async fn is_rematched(
    connection: &mut AnyConnection,
    game: GameId,
) -> Result<bool, sqlx::Error> {
    let rematches =
        "select count(*) from challenges where rematch_of = $1 and status in ('open', 'accepted')";
    let rematches: i64 = sql::only(connection, rematches, params![game]).await?;
    Ok(rematches > 0)
}
