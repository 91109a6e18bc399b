//! The engine as a player: its games start without waiting for an answer.

use super::begin::begin;
use super::challenges::{insert, is_rematched};
use super::columns::level;
use super::outbox::{self, Origin};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, Unchanged, games, log, searches, upkeep};
use crate::game::{
    Beginning, Challenge, ChallengeId, Faced, GameId, MAX_FACED, OFFER_ENGINE_AFTER, PlayerId,
    Post, State, Thread,
};
use crate::time::Timestamp;

impl Reads {
    /// Returns whether the engine has played under this id.
    pub async fn is_engine(&self, player: PlayerId) -> Result<bool, Error> {
        let played = "select id from games where first = $1 and engine = 'first'
                         or second = $1 and engine = 'second' limit 1";
        let played: Option<GameId> = sql::value(&self.readers, played, params![player]).await?;
        Ok(played.is_some())
    }

    /// A person's last games of a kind with the engine, newest first.
    pub async fn faced(&self, player: PlayerId, kind: &str) -> Result<Vec<Faced>, Error> {
        let games = "select level, cast(case when winner is null then 1 when winner = engine then 0 else 2 end as bigint)
                     from games
                     where (first = $1 and engine = 'second' or second = $1 and engine = 'first')
                       and rules = $2 and status in ('won', 'drawn')
                     order by ended desc, id desc limit $3";
        let parameters = params![player, kind, i64::from(MAX_FACED)];
        let games: Vec<(i64, i64)> = sql::all(&self.readers, games, parameters).await?;
        let faced = games.into_iter().map(|(number, halves)| {
            let level = level(Some(number))?.ok_or(Error::Row("level"))?;
            let score = halves as f64 / 2.0;
            Ok(Faced { level, score })
        });
        faced.collect()
    }
}

impl Store {
    /// Starts a game with the engine: its challenge is created as accepted.
    ///
    /// # Errors
    /// [`Unchanged::Repeated`] if `origin` has already started a game;
    /// [`Unchanged::Conflict`] if the rematch has already started;
    /// [`Unchanged::Denial`] if the player has too many games.
    pub async fn begin_with_engine(
        &self,
        new: &Challenge,
        beginning: &Beginning,
        now: Timestamp,
        origin: &Origin,
    ) -> Result<GameId, Unchanged> {
        changing!(self, |change| {
            if log::caused(&mut *change, origin.cause).await?.is_some() {
                return Err(Unchanged::Repeated);
            }
            if let Some(game) = new.rematch_of
                && is_rematched(&mut *change, game).await?
            {
                return Err(Unchanged::Conflict);
            }
            games::room(&mut *change, new.venue.guild, new.challenger, 1).await?;
            let accepted = State::Accepted(GameId(0)).as_ref();
            let challenge = insert(&mut *change, new, accepted, now, Some(origin)).await?;
            let cause = Some(origin.cause);
            let game = begin(&mut *change, challenge, beginning, now, cause).await?;
            let (channel, thread) = (new.venue.channel, beginning.game.thread());
            if thread == Thread::Wanted {
                // The thread is opened from the card, so the board follows it.
                let (card, beside) = (Post::Card(challenge), origin.clone().beside());
                outbox::insert(&mut *change, card, channel, Some(&beside), now).await?;
            } else {
                let board = Post::Board(game, 1);
                outbox::insert(&mut *change, board, channel, Some(origin), now).await?;
            }
            searches::insert(&mut *change, (game, &beginning.game), Some(origin), now).await?;
            Ok(game)
        })
    }

    /// Enqueues the upkeep of challenges that have been open for [`OFFER_ENGINE_AFTER`]: their cards
    /// must offer a game with the engine.
    pub async fn offer_engine(&self, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            let untaken =
                "update challenges set engine_offered_at = $1
                 where status = 'open' and opponent is null and engine_offered_at is null and message is not null
                   and created <= $1 - $2 returning id";
            let since = params![now, OFFER_ENGINE_AFTER];
            let untaken: Vec<ChallengeId> = sql::values(&mut *change, untaken, since).await?;
            for challenge in untaken {
                upkeep::of(&mut *change, challenge, None, now).await?;
            }
            Ok(())
        })
    }
}
