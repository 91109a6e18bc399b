//! Plans: lines of play that are played as soon as possible.

use sqlx::AnyConnection;

use super::columns::count;
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Store, Unchanged};
use crate::game::{Game, GameId, Plan, PlanId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// The separator of the moves of a line.
const BETWEEN: &str = "\n";

impl Store {
    /// Adds a plan that starts at the present position of `game`, and removes the plans in
    /// `replaced`.
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
            let changed = sql::run(&mut *change, "update games set plan_changes = plan_changes + 1 where id = $1 and seq = $2 and plan_changes = $3", params![game.id(), i64::from(game.seq()), i64::from(game.plans().changes)])
            .await?;
            if changed == 0 {
                return Err(Unchanged::Conflict);
            }
            remove(&mut *change, replaced).await?;
            Ok(sql::only(&mut *change, "insert into plans (game, side, base, line, made) values ($1, $2, $3, $4, $5) returning id", params![game.id(), side.name(), i64::from(game.changes()), moves.join(BETWEEN), now])
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
            let set = "update games set plan_changes = plan_changes + 1 where id = $1";
            sql::run(&mut *change, set, params![game]).await?;
            let delete =
                "delete from plans where game = $1 and side = $2 and id = coalesce($3, id)";
            sql::run(&mut *change, delete, params![game, side.name(), plan]).await?;
            Ok(())
        })
    }
}

/// The plans of both players of a game, as `connection` sees them.
pub(super) async fn plans(
    connection: &mut AnyConnection,
    game: GameId,
) -> Result<Vec<Plan>, Error> {
    let rows = "select id, side, base, line from plans where game = $1 order by id";
    let rows: Vec<(PlanId, String, i64, String)> =
        sql::all(connection, rows, params![game]).await?;
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
        let delete = "delete from plans where id = $1";
        sql::run(&mut *connection, delete, params![plan]).await?;
    }
    Ok(())
}
