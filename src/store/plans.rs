//! Plans: lines of play that are played as they come true.

use sqlx::AnyConnection;

use super::columns::count;
use super::session::changing;
use super::{Error, Store, Unchanged};
use crate::game::{Game, GameId, Plan, PlanId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// What stands between the moves of a line.
const BETWEEN: &str = "\n";

impl Store {
    /// Adds a plan that begins at the present position of `game`, in place of others of that
    /// side.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game or its plans have changed since they were read.
    pub async fn plan(
        &self,
        game: &Game,
        side: Side,
        moves: &[String],
        replaced: &[PlanId],
        now: Timestamp,
    ) -> Result<PlanId, Unchanged> {
        changing!(self, |change| {
            let changed = sqlx::query(
                "update games set plan_changes = plan_changes + 1 where id = $1 and seq = $2 and plan_changes = $3",
            )
            .bind(game.id())
            .bind(i64::from(game.seq()))
            .bind(i64::from(game.plans().changes))
            .execute(&mut *change)
            .await?;
            if changed.rows_affected() == 0 {
                return Err(Unchanged::Conflict);
            }
            remove(&mut *change, replaced).await?;
            Ok(sqlx::query_scalar(
            "insert into plans (game, side, base, line, made) values ($1, $2, $3, $4, $5) returning id",
        )
        .bind(game.id())
        .bind(side.name())
        .bind(i64::from(game.changes()))
        .bind(moves.join(BETWEEN))
        .bind(now)
        .fetch_one(&mut *change)
        .await?)
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
            sqlx::query("update games set plan_changes = plan_changes + 1 where id = $1")
                .bind(game)
                .execute(&mut *change)
                .await?;
            sqlx::query(
                "delete from plans where game = $1 and side = $2 and id = coalesce($3, id)",
            )
            .bind(game)
            .bind(side.name())
            .bind(plan)
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
    let rows: Vec<(PlanId, String, i64, String)> =
        sqlx::query_as("select id, side, base, line from plans where game = $1 order by id")
            .bind(game)
            .fetch_all(connection)
            .await?;
    let plan = |(id, side, base, line): (PlanId, String, i64, String)| {
        Ok(Plan {
            id,
            side: side.parse().map_err(|_| Error::Row("side"))?,
            base: count(base),
            moves: line.split(BETWEEN).map(str::to_owned).collect(),
        })
    };
    rows.into_iter().map(plan).collect()
}

/// Removes plans.
pub(super) async fn remove(
    connection: &mut AnyConnection,
    plans: &[PlanId],
) -> Result<(), sqlx::Error> {
    for plan in plans {
        sqlx::query("delete from plans where id = $1")
            .bind(plan)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
