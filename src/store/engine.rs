//! The engine as a player: its games begin at once, and its turns are owed.

use super::begin::begin;
use super::challenges::{insert, rematch};
use super::columns::{count, row};
use super::outbox::{Debt, LEASE, Lease, Origin, owe_for, owe_think};
use super::session::changing;
use super::settle::owe_card;
use super::{Beginning, Error, NewChallenge, Reads, Store, Unchanged, games};
use crate::game::{
    ChallengeId, ChannelId, GameId, GuildId, MessageId, OFFER_ENGINE_AFTER, PlayerId, State,
};
use crate::time::Timestamp;

row! {
    /// A turn of the engine that nobody works on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Waiting {
        /// The row.
        id: i64,
        /// The server in which somebody waits.
        pub guild: GuildId,
        /// Who waits.
        pub player: PlayerId,
    }
}

/// A turn of the engine that is being worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The game.
    pub game: GameId,
    /// After which event of it the engine is to act.
    pub seq: u32,
    /// How often this was tried.
    pub tries: u32,
}

impl Reads {
    /// Whether this is the id as which the engine has played.
    pub async fn is_engine(&self, player: PlayerId) -> Result<bool, Error> {
        let played: Option<i64> = sqlx::query_scalar(
            "select id from games where first = $1 and engine = 'first'
                or second = $1 and engine = 'second' limit 1",
        )
        .bind(player)
        .fetch_optional(&self.readers)
        .await?;
        Ok(played.is_some())
    }

    /// The turns of the engine that are due, the longest waiting one of each person in each
    /// server. A turn is not due while what came before it is being told.
    pub async fn waiting(&self, now: Timestamp) -> Result<Vec<Waiting>, Error> {
        Ok(sqlx::query_as(
            "select min(o.id) as id, g.guild, case g.engine when 'first' then g.second else g.first end as player
             from outbox o join games g on g.id = o.game
             where o.kind = 'think' and o.not_before <= $1
               and not exists (select 1 from outbox told where told.game = o.game and told.kind in ('board', 'offer', 'decline')
                                 and told.lease is not null and told.not_before > $1)
             group by 2, 3 order by min(o.id)",
        )
        .bind(now)
        .fetch_all(&self.readers)
        .await?)
    }
}

impl Store {
    /// Begins a game with the engine: the challenge to it is accepted as it is made.
    ///
    /// # Errors
    /// [`Unchanged::Repeated`] if `origin` has already begun a game;
    /// [`Unchanged::Conflict`] if the rematch is played already;
    /// [`Unchanged::Denial`] if the player has too many games.
    pub async fn begin_with_engine(
        &self,
        new: &NewChallenge,
        beginning: &Beginning,
        now: Timestamp,
        origin: &Origin,
    ) -> Result<GameId, Unchanged> {
        changing!(self, |change| {
            if games::caused(&mut *change, origin.cause).await?.is_some() {
                return Err(Unchanged::Repeated);
            }
            if let Some(game) = new.rematch_of
                && rematch(&mut *change, game).await?.is_some()
            {
                return Err(Unchanged::Conflict);
            }
            games::room(&mut *change, new.venue.guild, new.challenger, 1).await?;
            let accepted = State::Accepted(GameId(0)).as_ref();
            let challenge = insert(&mut *change, new, accepted, now, Some(origin)).await?;
            let cause = Some(origin.cause);
            let game = begin(&mut *change, challenge, beginning, now, cause).await?;
            let channel = new.venue.channel;
            let board = Debt::Board(game, 1);
            owe_for(&mut *change, board, channel, Some(origin), now).await?;
            if beginning.game.waits_for_engine() {
                let turn = Debt::Think(game, 1);
                owe_think(&mut *change, turn, channel, Some(origin), now).await?;
            }
            Ok(game)
        })
    }

    /// Notes the open challenges that nobody has taken for [`OFFER_ENGINE_AFTER`]: their cards are to
    /// offer a game with the engine.
    pub async fn offer_engine(&self, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            let untaken: Vec<(ChallengeId, ChannelId, MessageId)> = sqlx::query_as(
                "update challenges set engine_offered_at = $1
             where status = 'open' and opponent is null and engine_offered_at is null and message is not null
               and created <= $1 - $2 returning id, channel, message",
            )
            .bind(now)
            .bind(OFFER_ENGINE_AFTER.0)
            .fetch_all(&mut *change)
            .await?;
            for (challenge, channel, message) in untaken {
                owe_card(&mut *change, challenge, channel, message, now).await?;
            }
            Ok(())
        })
    }

    /// Leases a turn of the engine; none if somebody else has it, or it is taken.
    pub async fn lease_search(
        &self,
        waiting: Waiting,
        lease: Lease,
        now: Timestamp,
    ) -> Result<Option<Search>, Error> {
        let row: Option<(GameId, i64, i64)> = sqlx::query_as(
            "update outbox set lease = $2, not_before = $3 + $4, tries = tries + 1
             where id = $1 and kind = 'think' and not_before <= $3 returning game, seq, tries",
        )
        .bind(waiting.id)
        .bind(lease.0)
        .bind(now)
        .bind(LEASE)
        .fetch_optional(&mut *self.writing().await?)
        .await?;
        Ok(row.map(|(game, seq, tries)| Search {
            game,
            seq: count(seq),
            tries: count(tries),
        }))
    }
}
