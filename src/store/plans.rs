//! Plans: lines of play that are played as they come true.

use sqlx::AnyConnection;

use super::columns::{column, count, held, id, row, side};
use super::session::changing;
use super::{Error, Reads, Store, Unchanged};
use crate::game::{Event, Game, GameId, Plan, PlanId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// What stands between the moves of a line.
const BETWEEN: &str = "\n";

row! {
    struct PlanRow {
        id: i64,
        side: String,
        base: i64,
        line: String,
    }
}

impl Reads {
    /// The plans of both players of a game, oldest first.
    pub async fn plans(&self, game: GameId) -> Result<Vec<Plan>, Error> {
        let mut reader = self.readers.acquire().await?;
        plans(&mut reader, game).await
    }
}

impl Store {
    /// Adds a plan that begins at the present position of `game`, in place of others of that
    /// side; `known` are the plans that it was decided on.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game or its plans have changed since they were read.
    pub async fn plan(
        &self,
        game: &Game,
        side: Side,
        moves: &[String],
        (known, replaced): (&[Plan], &[PlanId]),
        now: Timestamp,
    ) -> Result<PlanId, Unchanged> {
        changing!(self, |change| {
            let seq = held!(change, "select seq from games where id = $1");
            let seq: Option<i64> = sqlx::query_scalar(seq)
                .bind(column(game.id().0))
                .fetch_optional(&mut *change)
                .await?;
            if seq != Some(game.seq().into()) || plans(&mut *change, game.id()).await? != known {
                return Err(Unchanged::Conflict);
            }
            remove(&mut *change, replaced.iter().copied()).await?;
            let made: i64 = sqlx::query_scalar(
            "insert into plans (game, side, base, line, made) values ($1, $2, $3, $4, $5) returning id",
        )
        .bind(column(game.id().0))
        .bind(side.name())
        .bind(i64::from(game.changes()))
        .bind(moves.join(BETWEEN))
        .bind(now.0)
        .fetch_one(&mut *change)
        .await?;
            Ok(PlanId(id(made)))
        })
    }

    /// Removes a plan of a side in a game, or all of them.
    pub async fn unplan(
        &self,
        game: GameId,
        side: Side,
        plan: Option<PlanId>,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            sqlx::query(
                "delete from plans where game = $1 and side = $2 and id = coalesce($3, id)",
            )
            .bind(column(game.0))
            .bind(side.name())
            .bind(plan.map(|plan| column(plan.0)))
            .execute(&mut *change)
            .await?;
            Ok(())
        })
    }
}

/// The plans of both players of a game, as `connection` sees them.
pub(super) async fn plans(
    connection: &mut AnyConnection,
    game: GameId,
) -> Result<Vec<Plan>, Error> {
    let rows: Vec<PlanRow> =
        sqlx::query_as("select id, side, base, line from plans where game = $1 order by id")
            .bind(column(game.0))
            .fetch_all(connection)
            .await?;
    let plan = |row: PlanRow| {
        Ok(Plan {
            id: PlanId(id(row.id)),
            side: side(Some(&row.side))?.ok_or(Error::Row("side"))?,
            base: count(row.base),
            moves: row.line.split(BETWEEN).map(str::to_owned).collect(),
        })
    };
    rows.into_iter().map(plan).collect()
}

/// Drops what cannot come true any more, now that `events` have made the game `after`.
///
/// # Errors
/// [`Unchanged::Conflict`] if a plan that was made meanwhile is due, or one that was followed
/// is not there any more.
pub(super) async fn drop_void(
    connection: &mut AnyConnection,
    after: &Game,
    events: &[Event],
) -> Result<(), Unchanged> {
    let plans = plans(connection, after.id()).await?;
    let planned = |event: &Event| matches!(event, Event::Moved { planned: true, .. });
    let followed = !events.iter().any(planned) || plans.iter().any(|plan| after.keeps_to(plan));
    if !followed || after.due(&plans).is_some() {
        return Err(Unchanged::Conflict);
    }
    let void = plans.iter().filter(|plan| !after.awaits(plan));
    Ok(remove(connection, void.map(|plan| plan.id)).await?)
}

async fn remove(
    connection: &mut AnyConnection,
    plans: impl Iterator<Item = PlanId>,
) -> Result<(), sqlx::Error> {
    for plan in plans {
        sqlx::query("delete from plans where id = $1")
            .bind(column(plan.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
