//! Plans: lines of play that are played as they come true.

use sqlx::AnyConnection;

use super::columns::{count, held};
use super::session::changing;
use super::{Error, Reads, Store, Unchanged};
use crate::game::{Game, GameId, Plan, PlanId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// What stands between the moves of a line.
const BETWEEN: &str = "\n";

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
                .bind(game.id())
                .fetch_optional(&mut *change)
                .await?;
            if seq != Some(game.seq().into()) {
                return Err(Unchanged::Conflict);
            }
            replace(&mut *change, game.id(), known, replaced).await?;
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
        sqlx::query("delete from plans where game = $1 and side = $2 and id = coalesce($3, id)")
            .bind(game)
            .bind(side.name())
            .bind(plan)
            .execute(&mut *self.writing().await?)
            .await?;
        Ok(())
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

/// Removes plans of a game, of which those that are `known` have led to this.
///
/// # Errors
/// [`Unchanged::Conflict`] if it has others by now.
pub(super) async fn replace(
    connection: &mut AnyConnection,
    game: GameId,
    known: &[Plan],
    replaced: &[PlanId],
) -> Result<(), Unchanged> {
    if plans(&mut *connection, game).await? != known {
        return Err(Unchanged::Conflict);
    }
    for plan in replaced {
        sqlx::query("delete from plans where id = $1")
            .bind(plan)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
