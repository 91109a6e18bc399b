//! The engine's turns: searches for a move, each for a game in which the engine must act.

use std::collections::HashSet;

use sqlx::AnyConnection;

use super::columns::{column, count, id, row};
use super::outbox::{LEASE, Lease, Origin};
use super::sql::{self, params};
use super::{Error, Reads, Work};
use crate::game::{Cause, Game, GameId, GuildId, PlayerId};
use crate::time::Timestamp;

row! {
    /// A turn of the engine that no process has leased.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Waiting {
        game: GameId,
        /// The server of the waiting player.
        pub guild: GuildId,
        /// The waiting player.
        pub player: PlayerId,
    }
}

/// A leased turn of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The game.
    pub game: GameId,
    /// The seq of the event after which the engine must act.
    pub seq: u32,
    /// How often it was leased.
    pub attempts: u32,
}

impl Reads {
    /// The turns of the engine that are due, the longest waiting one of each person in each server.
    /// A turn is not due while the message before it is being posted.
    pub async fn waiting(&self, now: Timestamp) -> Result<Vec<Waiting>, Error> {
        let mut due: Vec<Waiting> = sql::all(&self.readers, "select s.game, g.guild, case g.engine when 'first' then g.second else g.first end as player
             from searches s join games g on g.id = s.game
             where s.due <= $1
               and not exists (select 1 from outbox o where o.game = s.game and o.role in ('board', 'offer', 'declined')
                                 and o.lease is not null and o.due > $1)
             order by s.created, s.game", params![now])
        .await?;
        let mut known = HashSet::new();
        due.retain(|it| known.insert((it.guild, it.player)));
        Ok(due)
    }
}

impl Work {
    /// Leases a turn of the engine; `None` if another process has it, or it was played.
    pub async fn lease_search(
        &self,
        waiting: Waiting,
        lease: Lease,
        now: Timestamp,
    ) -> Result<Option<Search>, Error> {
        let row: Option<(i64, i64)> = sql::find(
            &self.writer,
            "update searches set lease = $2, due = $3 + $4, attempts = attempts + 1
             where game = $1 and due <= $3 returning seq, attempts",
            params![waiting.game, lease.0, now, LEASE],
        )
        .await?;
        Ok(row.map(|(seq, attempts)| Search {
            game: waiting.game,
            seq: count(seq),
            attempts: count(attempts),
        }))
    }

    /// Returns a turn of the engine, to be leased again at `due`; `None` if it was played.
    pub async fn release_search(
        &self,
        game: GameId,
        lease: Lease,
        due: Option<Timestamp>,
    ) -> Result<(), Error> {
        let (query, params) = match due {
            None => (
                "delete from searches where game = $1 and lease = $2",
                params![game, lease.0],
            ),
            Some(due) => (
                "update searches set lease = null, due = $3 where game = $1 and lease = $2",
                params![game, lease.0, due],
            ),
        };
        sql::run(&self.writer, query, params).await?;
        Ok(())
    }
}

/// Deletes the search of a game that has changed. In a user install, returns the interaction whose
/// token announces the engine's turn.
pub(super) async fn take(
    connection: &mut AnyConnection,
    after: &Game,
) -> Result<Option<Origin>, sqlx::Error> {
    if after.engine().is_none() {
        return Ok(None);
    }
    let taken: Option<(Option<i64>, Option<String>)> = sql::find(
        connection,
        "delete from searches where game = $1 returning interaction, token",
        params![after.id()],
    )
    .await?;
    let cause = taken.and_then(|(cause, token)| Some((Cause(id(cause?)), token)));
    Ok(cause.map(|(cause, follow)| Origin {
        follow,
        ..cause.into()
    }))
}

/// Inserts a search if the engine must act in a game and no process is about to do it.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    (game, after): (GameId, &Game),
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if !after.waits_for_engine() {
        return Ok(());
    }
    let followed = origin.filter(|origin| origin.follow.is_some());
    sql::run(connection, "insert into searches (game, seq, interaction, token, created, due, attempts) values ($1, $2, $3, $4, $5, $5, 0)", params![game, i64::from(after.seq()), followed.map(|origin| column(origin.cause.0)), followed.and_then(|origin| origin.follow.as_deref()), now])
    .await?;
    Ok(())
}
