//! Challenges.

use sqlx::AnyConnection;

use super::begin::begin;
use super::columns::{count, flag, level, row, time_columns};
use super::games::room;
use super::outbox::{self, Origin};
use super::session::changing;
use super::threads::insert_first;
use super::{Beginning, Error, Reads, Store, Unchanged, log, notices, pairs, upkeep};
use crate::game::{
    Cause, Challenge, ChallengeId, Denial, GameId, GameTerms, GamesIn, MessageId, Pairing,
    PlayerId, Post, State, TimeControl, Venue,
};
use crate::time::Timestamp;
use siwa_games::registry::Registry;
use siwa_games::rules::Side;

/// A challenge that is to be made.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// Where.
    pub venue: Venue,
    /// The server's language.
    pub locale: String,
    /// By whom.
    pub challenger: PlayerId,
    /// For whom; none: for anybody.
    pub opponent: Option<PlayerId>,
    /// What is going to be played.
    pub terms: GameTerms,
    /// Who begins, if that is settled.
    pub first: Option<PlayerId>,
    /// The game it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// Until when it stands.
    pub expires: Timestamp,
}

row! {
    struct Row {
        id: ChallengeId,
        locale: String,
        games_in: GamesIn,
        games: Pairing,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        variant: String,
        rated: i64,
        level: Option<i64>,
        first: Option<PlayerId>,
        rematch_of: Option<GameId>,
        expires: Timestamp,
        message: Option<MessageId>,
        shown: i64,
        archived: i64,
        status: String,
        game: Option<GameId>,
        ;
        venue: Venue,
        time: TimeControl,
    }
}

impl Row {
    fn challenge(self, registry: Registry) -> Result<Challenge, Error> {
        let row = self;
        let (rules, variant) = registry
            .variant(&row.variant)
            .ok_or(Error::Row("variant"))?;
        let state = match (row.status.as_str(), row.game) {
            ("open", _) => State::Open,
            ("accepted", Some(game)) => State::Accepted(game),
            ("declined", _) => State::Declined,
            ("cancelled", _) => State::Cancelled,
            ("expired", _) => State::Expired,
            _ => return Err(Error::Row("status")),
        };
        Ok(Challenge {
            id: row.id,
            venue: row.venue,
            locale: row.locale,
            challenger: row.challenger,
            opponent: row.opponent,
            terms: GameTerms {
                rules,
                variant,
                time: row.time,
                rated: row.rated != 0,
                level: level(row.level)?,
                games_in: row.games_in,
                games: row.games,
            },
            first: row.first,
            rematch_of: row.rematch_of,
            expires: row.expires,
            message: row.message,
            shown: row.shown,
            archived: row.archived != 0,
            state,
        })
    }
}

impl Reads {
    /// The challenge with this number.
    pub async fn find_challenge(&self, challenge: ChallengeId) -> Result<Option<Challenge>, Error> {
        let mut reader = self.readers.acquire().await?;
        fetch(&mut reader, self.registry, challenge).await
    }

    /// The challenge that `cause` has made.
    pub async fn challenge_by_cause(&self, cause: Cause) -> Result<Option<Challenge>, Error> {
        let mut reader = self.readers.acquire().await?;
        match by_cause(&mut reader, cause).await? {
            Some(challenge) => fetch(&mut reader, self.registry, challenge).await,
            None => Ok(None),
        }
    }

    /// The rematch of a game that stands or is being played.
    pub async fn rematch(&self, game: GameId) -> Result<Option<Challenge>, Error> {
        let mut reader = self.readers.acquire().await?;
        match rematch(&mut reader, game).await? {
            Some(challenge) => fetch(&mut reader, self.registry, challenge).await,
            None => Ok(None),
        }
    }
}

impl Store {
    /// Makes a challenge.
    ///
    /// # Errors
    /// [`Unchanged::Repeated`] if `origin` has already made one;
    /// [`Unchanged::Denial`] if the challenger has too many games or challenges, or
    /// the same challenge stands already;
    /// [`Unchanged::Conflict`] if there is a rematch of that game already.
    pub async fn challenge(
        &self,
        new: &NewChallenge,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<Challenge, Unchanged> {
        changing!(self, |change| {
            if let Some(origin) = origin
                && by_cause(&mut *change, origin.cause).await?.is_some()
            {
                return Err(Unchanged::Repeated);
            }
            if let Some(game) = new.rematch_of
                && rematch(&mut *change, game).await?.is_some()
            {
                return Err(Unchanged::Conflict);
            }
            // Expired challenges do not count.
            expire(&mut *change, now).await?;
            let more = new.terms.games.begin();
            room(&mut *change, new.venue.guild, new.challenger, more).await?;
            let open: i64 = sqlx::query_scalar(
                "select count(*) from challenges
             where status = 'open' and guild = $1 and challenger = $2",
            )
            .bind(new.venue.guild)
            .bind(new.challenger)
            .fetch_one(&mut *change)
            .await?;
            Challenge::room_for_one(count(open)).map_err(Unchanged::Denial)?;
            let made = insert(&mut *change, new, State::Open.as_ref(), now, origin).await?;
            let challenge = fetch(&mut *change, self.registry, made)
                .await?
                .ok_or(Error::Row("challenge"))?;
            let card = Post::Card(challenge.id);
            outbox::insert(&mut *change, card, new.venue.channel, origin, now).await?;
            Ok(challenge)
        })
    }

    /// Makes a standing challenge into a game, or into a pair of games that begin at once if there
    /// is a `second`, exactly once. Returns the first.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it does not stand any more;
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
            settle(&mut *change, challenge.id, "accepted").await?;
            // In one order, so that no two of a pair of players wait for each other.
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
            // Even who accepted may not know who is to begin.
            let (called, home) = ([opening.player(Side::First)], opening.venue().channel);
            let people = (&called[..], &*first.muted);
            notices::insert_calls(&mut *change, (game, 1), home, people, now).await?;
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

    /// Ends a standing challenge without a game.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it does not stand any more.
    pub async fn settle_challenge(
        &self,
        challenge: &Challenge,
        state: State,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<(), Unchanged> {
        changing!(self, |change| {
            settle(&mut *change, challenge.id, state.as_ref()).await?;
            let lease = origin.and_then(Origin::lease);
            upkeep::of(&mut *change, challenge.id, lease, now).await?;
            Ok(())
        })
    }

    /// Ends the challenges that have stood too long.
    pub async fn expire_challenges(&self, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            expire(&mut *change, now).await?;
            Ok(())
        })
    }
}

/// Inserts a challenge of that status.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    new: &NewChallenge,
    status: &str,
    now: Timestamp,
    origin: Option<&Origin>,
) -> Result<ChallengeId, Unchanged> {
    let [per_turn, bank, increment] = time_columns(new.terms.time);
    sqlx::query_scalar(
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, rated, level,
                                 first, rematch_of, created, expires, status, cause, games_in, bank,
                                 increment, games)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, $12, $14, $15, $16, $17, $18, $19) returning id",
    )
    .bind(new.venue.guild)
    .bind(new.venue.channel)
    .bind(&new.locale)
    .bind(new.challenger)
    .bind(new.opponent)
    .bind(new.terms.variant.id)
    .bind(per_turn)
    .bind(flag(new.terms.rated))
    .bind(new.terms.level.map(|level| i64::from(level.number())))
    .bind(new.first)
    .bind(new.rematch_of)
    .bind(new.expires)
    .bind(now)
    .bind(status)
    .bind(origin.map(|origin| origin.cause))
    .bind(new.terms.games_in)
    .bind(bank)
    .bind(increment)
    .bind(new.terms.games)
    .fetch_one(connection)
    .await
    .map_err(|error| match (&error, new.opponent) {
        (sqlx::Error::Database(broken), Some(opponent))
            if broken.message().contains("one_challenge") =>
        {
            Unchanged::Denial(Denial::ChallengeStands(opponent))
        }
        _ => error.into(),
    })
}

async fn expire(connection: &mut AnyConnection, now: Timestamp) -> Result<(), sqlx::Error> {
    let expired: Vec<ChallengeId> = sqlx::query_scalar(
        "update challenges set status = 'expired'
         where status = 'open' and expires <= $1 returning id",
    )
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    for challenge in expired {
        upkeep::of(connection, challenge, None, now).await?;
    }
    Ok(())
}

async fn settle(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    status: &str,
) -> Result<(), Unchanged> {
    let changed =
        sqlx::query("update challenges set status = $1 where id = $2 and status = 'open'")
            .bind(status)
            .bind(challenge)
            .execute(connection)
            .await?;
    if changed.rows_affected() == 1 {
        Ok(())
    } else {
        Err(Unchanged::Conflict)
    }
}

async fn by_cause(
    connection: &mut AnyConnection,
    cause: Cause,
) -> Result<Option<ChallengeId>, sqlx::Error> {
    sqlx::query_scalar("select id from challenges where cause = $1")
        .bind(cause)
        .fetch_optional(connection)
        .await
}

pub(super) async fn rematch(
    connection: &mut AnyConnection,
    game: GameId,
) -> Result<Option<ChallengeId>, sqlx::Error> {
    sqlx::query_scalar(
        "select id from challenges where rematch_of = $1 and status in ('open', 'accepted')",
    )
    .bind(game)
    .fetch_optional(connection)
    .await
}

async fn fetch(
    connection: &mut AnyConnection,
    registry: Registry,
    challenge: ChallengeId,
) -> Result<Option<Challenge>, Error> {
    let row: Option<Row> = sqlx::query_as(
        "select c.id, c.guild, c.channel, c.locale, c.games_in, c.games, c.challenger, c.opponent, c.variant, c.per_turn,
                c.bank, c.increment, c.rated, c.level, c.first, c.rematch_of, c.expires, c.message, c.shown, c.archived, c.status,
                g.id as game
         from challenges c left join games g on g.challenge = c.id where c.id = $1",
    )
    .bind(challenge)
    .fetch_optional(connection)
    .await?;
    row.map(|row| row.challenge(registry)).transpose()
}
