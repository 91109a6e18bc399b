//! Challenges, and games with the engine, which start without waiting for an answer.

use sqlx::any::AnyRow;

use super::columns::{FromRow as _, Params, from_row, get, params, time_columns};
use super::connection::Connection;
use super::games::{lock_players, running};
use super::notices::{GameSettings, RECEIVER};
use super::outbox::{self, Done, Draft, Origin};
use super::session::changing;
use super::settings::GUILD_RULES;
use super::{Database, Error, Result, Store, Unchanged, log, upkeep};
use crate::game::{
    Beginning, Cause, Challenge, ChallengeId, Denial, Faced, GameId, GameTerms, MAX_FACED, Pairing,
    PlayerId, Post, State, Thread, TimeControl, Venue,
};
use crate::time::Timestamp;
use siwa_games::registry::Registry;

/// The columns of [`CHALLENGES`] that [`challenge`] reads.
pub(super) const CHALLENGE: &str = "
    c.id, c.guild, c.channel, coalesce((select locale from guilds where guilds.id = c.guild), c.locale) as locale,
    c.games_in, c.games, c.challenger, c.opponent, c.variant, c.per_turn, c.bank, c.increment, c.rated, c.level,
    c.start, c.side, c.rematch_of, c.expires, c.message, c.shown, c.kept_open, c.status,
    g.id as game";

/// Challenges `c`, with their games.
pub(super) const CHALLENGES: &str = "challenges c left join games g on g.challenge = c.id";

/// A challenge, and what its game needs if it is accepted.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The challenge.
    pub challenge: Challenge,
    /// What its server has chosen, and its two players.
    pub settings: GameSettings,
}

impl Database {
    /// The challenge with this id.
    pub async fn find_challenge(&self, challenge: ChallengeId) -> Result<Option<Challenge>> {
        self.challenge_where("c.id = $1", params![challenge]).await
    }

    /// The challenge that became this game.
    pub async fn challenge_of(&self, game: GameId) -> Result<Option<Challenge>> {
        self.challenge_where("g.id = $1", params![game]).await
    }

    /// The challenge that `cause` has made.
    pub async fn challenge_by_cause(&self, cause: Cause) -> Result<Option<Challenge>> {
        self.challenge_where("c.cause = $1", params![cause]).await
    }

    async fn challenge_where(&self, condition: &str, params: Params) -> Result<Option<Challenge>> {
        let query = format!("select {CHALLENGE} from {CHALLENGES} where {condition}");
        let rows = self.readers.rows(query, params).await?;
        let row = rows.first();
        row.map(|row| challenge(row, self.registry)).transpose()
    }

    /// The challenge with this id, which this player wants to accept.
    pub async fn asked(&self, challenge: ChallengeId, by: PlayerId) -> Result<Option<Asked>> {
        self.asked_where("c.id = $1", params![challenge, by]).await
    }

    /// The open or accepted rematch of a game that is not over, which this player wants to play.
    pub async fn rematch(&self, game: GameId, by: PlayerId) -> Result<Option<Asked>> {
        let rematch = "c.rematch_of = $1 and c.status in ('open', 'accepted')";
        self.asked_where(rematch, params![game, by]).await
    }

    async fn asked_where(&self, condition: &str, params: Params) -> Result<Option<Asked>> {
        let query = format!(
            "select {CHALLENGE}, {GUILD_RULES}, {RECEIVER}
             from {CHALLENGES} left join guilds s on s.id = c.guild left join players p on p.id in (c.challenger, $2)
             where {condition}"
        );
        let rows = self.readers.rows(query, params).await?;
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        Ok(Some(Asked {
            challenge: challenge(first, self.registry)?,
            settings: GameSettings::from_rows(&rows)?,
        }))
    }

    /// Ends an open challenge without a game. Returns whether it was still open.
    pub async fn close_challenge(
        &self,
        challenge: &Challenge,
        state: State,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<bool> {
        let close = "update challenges set status = $2 where id = $1 and status = 'open'";
        changing!(self, |tx| {
            let closed = params![challenge.id, state.as_ref()];
            let closed = tx.change(close, closed).await? == 1;
            if closed {
                let lease = origin.and_then(|origin| origin.reach.lease);
                upkeep::enqueue(tx, challenge.id, lease, now).await?;
            }
            Ok(closed)
        })
    }

    /// Expires challenges that are past their time.
    pub async fn expire_challenges(&self, now: Timestamp) -> Result<()> {
        changing!(self, |tx| {
            expire(tx, now).await?;
            Ok(())
        })
    }

    /// Returns whether the engine has played under this id.
    pub async fn is_engine(&self, player: PlayerId) -> Result<bool> {
        let played = "select id from games where first = $1 and engine = 'first'
                         or second = $1 and engine = 'second' limit 1";
        let played: Option<GameId> = self.readers.find(played, params![player]).await?;
        Ok(played.is_some())
    }

    /// A person's last games of a kind with the engine, newest first.
    pub async fn faced(&self, player: PlayerId, kind: &str) -> Result<Vec<Faced>> {
        let games = "select level, cast(case when winner is null then 0.5 when winner = engine then 0 else 1 end
                                        as double precision) as score
                     from games
                     where (first = $1 and engine = 'second' or second = $1 and engine = 'first')
                       and rules = $2 and status in ('won', 'drawn')
                     order by ended desc, id desc limit $3";
        let params = params![player, kind, MAX_FACED];
        self.readers.all(games, params).await
    }
}

impl Store {
    /// Makes a challenge.
    ///
    /// # Errors
    /// [`Unchanged::Denial`] if the challenger has too many games or challenges, or
    /// the same challenge is already open;
    /// [`Unchanged::Conflict`] if `origin` has already made one, or that game already has a rematch.
    pub async fn challenge(
        &self,
        new: &Challenge,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<Done<Challenge>, Unchanged> {
        let Venue { guild, channel } = new.venue;
        let challenger = new.challenger;
        let made: Result<Challenge, Unchanged> = changing!(self, |tx| {
            lock_players(tx, challenger, challenger).await?;
            let running = running("$1", "$2");
            let counts = format!(
                "select {running}, (select count(*) from challenges
                                    where status = 'open' and expires > $3 and guild = $2 and challenger = $1)"
            );
            let (running, open) = tx.only(counts, params![challenger, guild, now]).await?;
            let room = Challenge::room(challenger, running, new.terms.games.begin());
            room.map_err(Unchanged::Denial)?;
            Challenge::room_for_one(open).map_err(Unchanged::Denial)?;
            let status = State::Open.as_ref();
            let mut inserted = insert(tx, new, status, now, origin).await;
            if let Err(Unchanged::Denial(_) | Unchanged::Conflict) = inserted
                && expire(tx, now).await?
            {
                // One that was in the way has expired.
                inserted = insert(tx, new, status, now, origin).await;
            }
            let id = inserted?;
            let card = Draft {
                origin,
                ..Draft::new(Post::Card(id), channel, now)
            };
            outbox::insert(tx, card).await?;
            if let Some(then) = new.offers_engine_from() {
                upkeep::enqueue_for(tx, id, then, now).await?;
            }
            Ok(Challenge { id, ..new.clone() })
        });
        Ok(self.done(made?, origin).await)
    }

    /// Turns an open challenge into a game, or with `second` into a pair of games that start
    /// together, exactly once. Returns their ids.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if it is no longer open, or `origin` has already caused a game;
    /// [`Unchanged::Denial`] if a player has too many games.
    pub async fn accept(
        &self,
        challenge: &Challenge,
        first: &Beginning,
        second: Option<&Beginning>,
        now: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<Done<(GameId, Option<GameId>)>, Unchanged> {
        let opening = &first.game;
        let cause = origin.map(|origin| origin.cause);
        // The thread is opened from the card, which may be known only now, if the origin edits it.
        let card = match opening.setup.thread {
            Thread::Wanted => origin.and_then(|origin| origin.reach.pressed),
            _ => None,
        };
        // Not in the order of their sides, which may be drawn: a denial must not be.
        let players = opening.setup.players;
        let challenger = challenge.challenger;
        let other = if players.first == challenger {
            players.second
        } else {
            players.first
        };
        let accept = format!(
            "update challenges set status = 'accepted', message = coalesce(message, $2)
             where id = $1 and status = 'open' returning {}, {}",
            running("$3", "challenges.guild"),
            running("$4", "challenges.guild")
        );
        let accepted: Result<_, Unchanged> = changing!(self, |tx| {
            lock_players(tx, challenger, other).await?;
            let accepted = params![challenge.id, card, challenger, other];
            let accepted: Option<(u32, u32)> = tx.find(accept.clone(), accepted).await?;
            let (running, other_running) = accepted.ok_or(Unchanged::Conflict)?;
            for (player, running) in [(challenger, running), (other, other_running)] {
                let room = Challenge::room(player, running, challenge.terms.games.begin());
                room.map_err(Unchanged::Denial)?;
            }
            let game = log::begin(tx, challenge.id, first, now, cause).await?;
            let board = Draft {
                game: Some(opening),
                origin,
                pings: first.wishes.pings,
                ..Draft::new(Post::Board(game, 1), challenge.venue.channel, now)
            };
            outbox::insert(tx, board).await?;
            if challenge.terms.games != Pairing::Single {
                log::belong(tx, game, game).await?;
            }
            let second = match second {
                Some(second) => Some(log::begin_second(tx, game, second, now).await?),
                None => None,
            };
            let lease = origin.and_then(|origin| origin.reach.lease);
            upkeep::enqueue(tx, challenge.id, lease, now).await?;
            Ok((game, second))
        });
        Ok(self.done(accepted?, origin).await)
    }

    /// Starts a game with the engine: its challenge is created as accepted.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if `origin` has already started a game, or the rematch has already started;
    /// [`Unchanged::Denial`] if the player has too many games.
    pub async fn begin_with_engine(
        &self,
        new: &Challenge,
        beginning: &Beginning,
        now: Timestamp,
        origin: &Origin,
    ) -> Result<Done<GameId>, Unchanged> {
        let begun: Result<GameId, Unchanged> = changing!(self, |tx| {
            let player = new.challenger;
            lock_players(tx, player, player).await?;
            let count = format!("select {}", running("$1", "$2"));
            let running = tx.only(count, params![player, new.venue.guild]).await?;
            Challenge::room(player, running, 1).map_err(Unchanged::Denial)?;
            let accepted = State::Accepted(GameId(0)).as_ref();
            let challenge = insert(tx, new, accepted, now, Some(origin)).await?;
            let cause = Some(origin.cause);
            let game = log::begin(tx, challenge, beginning, now, cause).await?;
            // A thread is opened from the card, so the board follows it.
            let post = match beginning.game.setup.thread {
                Thread::Wanted => Post::Card(challenge),
                _ => Post::Board(game, 1),
            };
            let first = Draft {
                game: Some(&beginning.game),
                origin: Some(origin),
                pings: beginning.wishes.pings,
                ..Draft::new(post, new.venue.channel, now)
            };
            outbox::insert(tx, first).await?;
            upkeep::insert_search(tx, game, &beginning.game, Some(origin), now).await?;
            Ok(game)
        });
        Ok(self.done(begun?, Some(origin)).await)
    }
}

pub(super) fn challenge(row: &AnyRow, registry: Registry) -> Result<Challenge> {
    let variant: String = get(row, "variant")?;
    let (rules, variant) = registry.variant(&variant).ok_or(Error::Row("variant"))?;
    let status: String = get(row, "status")?;
    let state = match (&*status, get(row, "game")?) {
        ("open", _) => State::Open,
        ("accepted", Some(game)) => State::Accepted(game),
        ("declined", _) => State::Declined,
        ("cancelled", _) => State::Cancelled,
        ("expired", _) => State::Expired,
        _ => return Err(Error::Row("status")),
    };
    Ok(Challenge {
        id: get(row, "id")?,
        venue: Venue::from_row(row)?,
        locale: get(row, "locale")?,
        challenger: get(row, "challenger")?,
        opponent: get(row, "opponent")?,
        terms: GameTerms {
            rules,
            variant,
            time: TimeControl::from_row(row)?,
            rated: get(row, "rated")?,
            level: get(row, "level")?,
            games_in: get(row, "games_in")?,
            games: get(row, "games")?,
            start: get(row, "start")?,
            side: get(row, "side")?,
        },
        rematch_of: get(row, "rematch_of")?,
        expires: get(row, "expires")?,
        message: get(row, "message")?,
        shown: get(row, "shown")?,
        kept_open: get(row, "kept_open")?,
        state,
    })
}

/// Inserts a challenge with that status.
///
/// # Errors
/// [`Unchanged::Conflict`] if `origin` has already made one, or that game already has a rematch;
/// [`Unchanged::Denial`] if the same challenge is already open.
pub(super) async fn insert(
    tx: &mut Connection,
    new: &Challenge,
    status: &str,
    now: Timestamp,
    origin: Option<&Origin>,
) -> Result<ChallengeId, Unchanged> {
    let [per_turn, bank, increment] = time_columns(new.terms.time);
    let insert = "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, bank,
                                          increment, rated, level, side, games_in, games, start, rematch_of,
                                          created, expires, status, cause)
                  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
                  on conflict do nothing returning id";
    let row = params![
        new.venue.guild,
        new.venue.channel,
        new.locale,
        new.challenger,
        new.opponent,
        new.terms.variant.id,
        per_turn,
        bank,
        increment,
        new.terms.rated,
        new.terms.level,
        new.terms.side,
        new.terms.games_in,
        new.terms.games,
        new.terms.start,
        new.rematch_of,
        now,
        new.expires,
        status,
        origin.map(|origin| origin.cause),
    ];
    if let Some(id) = tx.find_now(insert, row).await? {
        return Ok(id);
    }
    Err(match new.opponent {
        Some(opponent) if new.rematch_of.is_none() => {
            Unchanged::Denial(Denial::ChallengeOpen(opponent))
        }
        _ => Unchanged::Conflict,
    })
}

/// Expires challenges that are past their time; returns whether there were any.
async fn expire(tx: &mut Connection, now: Timestamp) -> sqlx::Result<bool> {
    let expire = "update challenges set status = 'expired'
                  where status = 'open' and expires <= $1 returning id";
    let expired = tx.all(expire, params![now]).await?;
    for challenge in &expired {
        upkeep::enqueue(tx, *challenge, None, now).await?;
    }
    Ok(!expired.is_empty())
}

from_row!(Faced(level, score));
