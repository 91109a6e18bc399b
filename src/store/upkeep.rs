//! The upkeep of messages: challenges whose messages may have to change.
//!
//! Each message that is acknowledged, and each change for which nothing is posted, raises the version
//! of the row, or inserts it, as the last thing in its transaction. The holder of the lease reads the
//! games and their messages, does the [steps](crate::game::Facts::upkeep), and deletes the row if its
//! version is still the same.

use sqlx::AnyConnection;

use super::columns::{count, row, skipping};
use super::outbox::{LEASE, Lease};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Work};
use crate::game::{ChallengeId, GameId, Step};
use crate::time::Timestamp;

row! {
    /// Leased upkeep.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Upkeep {
        /// The challenge.
        pub challenge: ChallengeId,
        /// The version.
        version: i64,
        attempts: i64,
    }
}

impl Upkeep {
    /// How often it was leased since it was last done.
    pub fn attempts(self) -> u32 {
        count(self.attempts)
    }
}

/// Enqueues the upkeep of the selected challenges, under the given lease unless it is under
/// another.
macro_rules! touching {
    ($challenge:literal) => {
        concat!(
            "insert into upkeep (challenge, version, created, due, lease, attempts) select ",
            $challenge,
            " on conflict (challenge) do update set version = upkeep.version + 1, attempts = excluded.attempts,
                  lease = coalesce(upkeep.lease, excluded.lease),
                  created = case when upkeep.lease is null and upkeep.due > excluded.created
                                 then excluded.created else upkeep.created end,
                  due = case when upkeep.lease is null then excluded.due else upkeep.due end
              returning challenge, version, attempts, lease"
        )
    };
}

row! {
    struct Touched {
        lease: Option<i64>,
        ;
        upkeep: Upkeep,
    }
}

/// Enqueues the upkeep of a challenge. Returns it if it is now under that lease.
pub(super) async fn of(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    lease: Option<Lease>,
    now: Timestamp,
) -> Result<Option<Upkeep>, sqlx::Error> {
    let query = touching!("c.id, 1, $2, $3, $4, $5 from challenges c where c.id = $1");
    touch(connection, query, challenge.0, lease, now).await
}

/// Like `of`, for the challenge of a game, or of its pair.
pub(super) async fn of_game(
    connection: &mut AnyConnection,
    game: GameId,
    lease: Option<Lease>,
    now: Timestamp,
) -> Result<Option<Upkeep>, sqlx::Error> {
    let query = touching!(
        "f.challenge, 1, $2, $3, $4, $5 from games g join games f on f.id = coalesce(g.pair, g.id) where g.id = $1"
    );
    touch(connection, query, game.0, lease, now).await
}

async fn touch(
    connection: &mut AnyConnection,
    query: &'static str,
    about: u64,
    lease: Option<Lease>,
    now: Timestamp,
) -> Result<Option<Upkeep>, sqlx::Error> {
    let touched: Option<Touched> = sql::find(
        connection,
        query,
        params![
            about.cast_signed(),
            now,
            lease.map_or(now, |_| now.plus(LEASE)),
            lease.map(|lease| lease.0),
            i64::from(lease.is_some())
        ],
    )
    .await?;
    let ours = touched.filter(|it| lease.is_some_and(|lease| it.lease == Some(lease.0)));
    Ok(ours.map(|it| it.upkeep))
}

impl Work {
    /// Leases the upkeep of at most `most` challenges, those due longest first.
    pub async fn lease_upkeep(
        &self,
        lease: Lease,
        most: u32,
        now: Timestamp,
    ) -> Result<Vec<Upkeep>, Error> {
        let query = skipping!(
            self.engine,
            "with ready as materialized (
                 select challenge from upkeep where due <= $1 order by due limit $2",
            ")
             update upkeep set lease = $3, due = $1 + $4, attempts = attempts + 1
             from ready where upkeep.challenge = ready.challenge
             returning upkeep.challenge, version, attempts"
        );
        Ok(sql::all(
            &self.writer,
            query,
            params![now, i64::from(most), lease.0, LEASE],
        )
        .await?)
    }

    /// The upkeep under the lease of an interaction; there is at most one, for the challenge that
    /// it changed.
    pub async fn upkeep_under(&self, lease: Lease) -> Result<Option<Upkeep>, Error> {
        let held = "select challenge, version, attempts from upkeep where lease = $1";
        Ok(sql::find(&self.readers, held, params![lease.0]).await?)
    }

    /// Stores the done steps and ends the lease: nothing is left to do, or not before `next`. If
    /// something has changed since, or the lease was lost, the upkeep is due again; returns whether
    /// it is.
    pub async fn upkept(
        &self,
        lease: Lease,
        upkeep: Upkeep,
        done: &[Step],
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        changing!(self, |change| {
            for step in done {
                note(&mut *change, upkeep.challenge, *step).await?;
            }
            let Upkeep {
                challenge, version, ..
            } = upkeep;
            let (end, under) = match next {
                None => (
                    "delete from upkeep where challenge = $1 and lease = $2 and version = $3",
                    params![challenge, lease.0, version],
                ),
                Some(next) => (
                    "update upkeep set lease = null, due = $4 where challenge = $1 and lease = $2 and version = $3",
                    params![challenge, lease.0, version, next],
                ),
            };
            if sql::run(&mut *change, end, under).await? > 0 {
                return Ok(false);
            }
            let again =
                "update upkeep set lease = null, due = $3 where challenge = $1 and lease = $2";
            let under = params![upkeep.challenge, lease.0, now];
            if sql::run(&mut *change, again, under).await? == 0 && !done.is_empty() {
                // An edit that took longer than the lease may have undone one of another process.
                of(&mut *change, upkeep.challenge, None, now).await?;
            }
            Ok(true)
        })
    }
}

/// Stores the result of a step.
async fn note(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    step: Step,
) -> Result<(), sqlx::Error> {
    let (query, params) = match step {
        Step::ClearButtons(_, message)
        | Step::EditPast(_, _, message, _)
        | Step::Delete(_, message)
        | Step::EditOffer(_, _, message)
        | Step::EditCall(_, _, message, _)
        | Step::Forget(message) => ("delete from messages where id = $1", params![message]),
        Step::EditBoard(_, _, message, told) => (
            "update messages set told = $2 where id = $1",
            params![message, i64::from(told)],
        ),
        Step::EditCard(_, shown) => (
            "update challenges set shown = $2 where id = $1",
            params![challenge, shown],
        ),
        Step::Reopen(_, now) => (
            "update challenges set reopened = $2 where id = $1",
            params![challenge, now],
        ),
    };
    sql::run(connection, query, params).await?;
    Ok(())
}
