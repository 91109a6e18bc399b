//! Work besides posts that is leased: the upkeep of messages, and the engine's searches.

use std::collections::HashSet;

use super::columns::{Bind, params, row};
use super::connection::Connection;
use super::outbox::{LEASE, Lease, Origin, Reach};
use super::session::changing;
use super::{Database, Result};
use crate::game::{ChallengeId, Game, GameId, GuildId, PlayerId, Step};
use crate::time::Timestamp;

row! {
    /// Leased upkeep.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Upkeep {
        /// The challenge.
        pub challenge: ChallengeId,
        /// The lease that it is under.
        pub lease: Lease,
        /// How often it was leased since it was last done.
        pub attempts: u32,
        version: i64,
    }
}

/// How an upkeep is enqueued: under the given lease unless it is under another. What is overdue stays so.
const TOUCH: &str = "
    on conflict (challenge) do update
    set version = upkeep.version + 1, attempts = excluded.attempts, lease = coalesce(upkeep.lease, excluded.lease),
        created = case when upkeep.lease is null and upkeep.due > excluded.created
                       then excluded.created else upkeep.created end,
        due = case when upkeep.lease is not null or excluded.lease is null and upkeep.due < excluded.due
                   then upkeep.due else excluded.due end";

/// Enqueues the upkeep of a challenge.
pub(super) async fn enqueue(
    tx: &mut Connection,
    challenge: ChallengeId,
    lease: Option<Lease>,
    now: Timestamp,
) -> sqlx::Result<()> {
    let insert = format!(
        "insert into upkeep (challenge, version, created, due, lease, attempts)
         select c.id, 1, $2, $3, $4, $5 from challenges c where c.id = $1 {TOUCH}"
    );
    touch(tx, insert, challenge, lease, now).await
}

/// Runs an `insert` with [`TOUCH`] for the challenge or the game with that `id`.
async fn touch(
    tx: &mut Connection,
    insert: String,
    id: impl Bind<Stored = i64>,
    lease: Option<Lease>,
    now: Timestamp,
) -> sqlx::Result<()> {
    let due = lease.map_or(now, |_| now.plus(LEASE));
    tx.submit(insert, params![id, now, due, lease, lease.is_some()])
        .await
}

/// Enqueues the first upkeep of a challenge, for later.
pub(super) async fn enqueue_for(
    tx: &mut Connection,
    challenge: ChallengeId,
    then: Timestamp,
    now: Timestamp,
) -> sqlx::Result<()> {
    let insert =
        "insert into upkeep (challenge, version, created, due, attempts) values ($1, 1, $2, $3, 0)";
    tx.submit(insert, params![challenge, now, then]).await
}

/// Like [`enqueue`], for the challenge of a game, or of its pair.
pub(super) async fn enqueue_of_game(
    tx: &mut Connection,
    game: GameId,
    lease: Option<Lease>,
    now: Timestamp,
) -> sqlx::Result<()> {
    let insert = format!(
        "insert into upkeep (challenge, version, created, due, lease, attempts)
         select f.challenge, 1, $2, $3, $4, $5
         from games g join games f on f.id = coalesce(g.pair, g.id) where g.id = $1 {TOUCH}"
    );
    touch(tx, insert, game, lease, now).await
}

/// The upkeep of a challenge, or of that of a game or its pair, if it is under that lease.
pub(super) async fn held(
    tx: &mut Connection,
    challenge: Option<ChallengeId>,
    game: Option<GameId>,
    lease: Lease,
) -> sqlx::Result<Option<Upkeep>> {
    let held = "select challenge, lease, version, attempts from upkeep
                where lease = $3 and challenge = coalesce($1,
                    (select f.challenge from games g join games f on f.id = coalesce(g.pair, g.id) where g.id = $2))";
    tx.find(held, params![challenge, game, lease]).await
}

impl Database {
    /// Leases the upkeep of at most `most` challenges, those due longest first.
    pub async fn lease_upkeep(
        &self,
        lease: Lease,
        most: u32,
        now: Timestamp,
    ) -> Result<Vec<Upkeep>> {
        let lock = self.engine.lock(" for update skip locked");
        let take = format!(
            "with ready as materialized (
                 select challenge from upkeep where due <= $1 order by due limit $2{lock})
             update upkeep set lease = $3, due = $1 + $4, attempts = attempts + 1
             from ready where upkeep.challenge = ready.challenge
             returning upkeep.challenge, lease, version, attempts"
        );
        let params = params![now, most, lease, LEASE];
        self.writer.all(take, params).await
    }

    /// The upkeep under the lease of an interaction; there is at most one, for the challenge that
    /// it changed.
    pub async fn upkeep_under(&self, lease: Lease) -> Result<Option<Upkeep>> {
        let held = "select challenge, lease, version, attempts from upkeep where lease = $1";
        self.readers.find(held, params![lease]).await
    }

    /// Stores the done steps and ends the lease: nothing is left to do, or not before `next`. If
    /// something has changed since, or the lease was lost, the upkeep is due again; returns whether
    /// it is.
    pub async fn upkept(
        &self,
        upkeep: Upkeep,
        done: &[Step],
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool> {
        let delete = "delete from upkeep where challenge = $1 and lease = $2 and version = $3";
        let release =
            "update upkeep set lease = null, due = case when version = $3 then $4 else $5 end
                       where challenge = $1 and lease = $2 returning version";
        let challenge = upkeep.challenge;
        let lease = upkeep.lease;
        let version = upkeep.version;
        changing!(self, |tx| {
            for step in done {
                note(tx, challenge, *step).await?;
            }
            let under = params![challenge, lease, version];
            if next.is_none() && tx.change(delete, under).await? > 0 {
                return Ok(false);
            }
            let due = params![challenge, lease, version, next.unwrap_or(now), now];
            let current: Option<i64> = tx.find(release, due).await?;
            if current.is_none() && !done.is_empty() {
                // An edit that took longer than the lease may have undone one of another process.
                enqueue(tx, challenge, None, now).await?;
            }
            Ok(current != Some(version))
        })
    }

    /// The turns of the engine that are due, the longest waiting one of each person in each server.
    /// A turn is not due while the message before it is being posted.
    pub async fn waiting(&self, now: Timestamp) -> Result<Vec<Waiting>> {
        let due = "select s.game, g.guild, case g.engine when 'first' then g.second else g.first end as player
                   from searches s join games g on g.id = s.game
                   where s.due <= $1
                     and not exists (select 1 from outbox o
                                     where o.game = s.game and o.role in ('board', 'offer', 'declined')
                                       and o.lease is not null and o.due > $1)
                   order by s.created, s.game";
        let mut due: Vec<Waiting> = self.readers.all(due, params![now]).await?;
        let mut known = HashSet::new();
        due.retain(|turn| known.insert((turn.guild, turn.player)));
        Ok(due)
    }

    /// Leases a turn of the engine; `None` if another process has it, or it was played.
    pub async fn lease_search(
        &self,
        waiting: Waiting,
        lease: Lease,
        now: Timestamp,
    ) -> Result<Option<Search>> {
        let take = "update searches set lease = $2, due = $3 + $4, attempts = attempts + 1
                    where game = $1 and due <= $3 returning game, lease, seq, attempts";
        let params = params![waiting.game, lease, now, LEASE];
        self.writer.find(take, params).await
    }

    /// Returns a turn of the engine, to be leased again at `due`; `None` if it was played.
    pub async fn release_search(&self, search: Search, due: Option<Timestamp>) -> Result<()> {
        let delete = "delete from searches where game = $1 and lease = $2";
        let release = "update searches set lease = null, due = $3 where game = $1 and lease = $2";
        let (query, params) = match due {
            None => (delete, params![search.game, search.lease]),
            Some(due) => (release, params![search.game, search.lease, due]),
        };
        self.writer.run(query, params).await
    }
}

/// Stores the result of a step.
async fn note(tx: &mut Connection, challenge: ChallengeId, step: Step) -> sqlx::Result<()> {
    let forget = "delete from messages where id = $1";
    let told = "update messages set told = $2 where id = $1";
    let shown = "update challenges set shown = $2 where id = $1";
    let kept_open = "update challenges set kept_open = $2 where id = $1";
    let (query, params) = match step {
        Step::ClearButtons(_, message)
        | Step::EditPast(_, _, message, _)
        | Step::Delete(_, message)
        | Step::EditOffer(_, _, message, _)
        | Step::EditCall(_, _, message, _)
        | Step::Forget(message) => (forget, params![message]),
        Step::EditBoard(_, _, message, seq) => (told, params![message, seq]),
        Step::EditCard(_, state) => (shown, params![challenge, state]),
        Step::KeepOpen(_, now) => (kept_open, params![challenge, now]),
    };
    tx.run(query, params).await
}

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

row! {
    /// A leased turn of the engine.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Search {
        /// The game.
        pub game: GameId,
        /// The lease that it is under.
        pub lease: Lease,
        /// The seq of the event after which the engine must act.
        pub seq: u32,
        /// How often it was leased.
        pub attempts: u32,
    }
}

/// Deletes the search of a game that has changed. In a user install, returns the interaction whose
/// token announces the engine's turn.
pub(super) async fn take_search(tx: &mut Connection, after: &Game) -> sqlx::Result<Option<Origin>> {
    if after.setup.engine.is_none() {
        return Ok(None);
    }
    let take = "delete from searches where game = $1 returning interaction, token";
    let taken: Option<(Option<_>, Option<_>)> = tx.find(take, params![after.id()]).await?;
    let followed = taken.and_then(|(cause, token)| cause.zip(token));
    Ok(followed.map(|(cause, token)| Origin {
        cause,
        by: None,
        reach: Reach {
            token,
            user_install: true,
            ..Reach::default()
        },
    }))
}

/// Inserts a search if the engine must act in a game and no process is about to do it.
pub(super) async fn insert_search(
    tx: &mut Connection,
    game: GameId,
    after: &Game,
    origin: Option<&Origin>,
    now: Timestamp,
) -> sqlx::Result<()> {
    if !after.waits_for_engine() {
        return Ok(());
    }
    let followed = origin.filter(|origin| origin.reach.user_install);
    let insert = "insert into searches (game, seq, interaction, token, created, due, attempts)
                  values ($1, $2, $3, $4, $5, $5, 0)";
    let row = params![
        game,
        after.seq,
        followed.map(|origin| origin.cause),
        followed.map(|origin| origin.reach.token.as_str()),
        now,
    ];
    tx.submit(insert, row).await
}
