//! Writes events, with the row of the game that follows from them.

use sqlx::AnyConnection;

use super::columns::flag;
use super::sql::{self, On, params};
use super::{Error, Unchanged};
use crate::game::{Cause, Change, Event, GameId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// Writes the events of a change and the row that follows from them.
///
/// # Errors
/// [`Unchanged::Conflict`] if the game or its plans have changed since they were read; [`Unchanged::Repeated`] if
/// `cause` has already changed a game.
pub(super) async fn write(
    connection: &mut AnyConnection,
    change: &Change<'_>,
    cause: Option<Cause>,
) -> Result<(), Unchanged> {
    let Change {
        after,
        events,
        at,
        alarm,
        ..
    } = change;
    let added = u32::try_from(events.len()).map_err(|_| Error::Row("too many events"))?;
    let before = after.seq().saturating_sub(added);
    let status = match after.ending() {
        None => "playing",
        Some(_) if !after.counts() => "void",
        Some(ending) if ending.winner.is_some() => "won",
        Some(_) => "drawn",
    };
    let beside = |event: &Event| matches!(event, Event::Offered { .. } | Event::Declined { .. });
    let timed = !events.iter().all(beside);
    let changed = sql::run(&mut *connection, "update games set seq = $1, status = $2, winner = $3, turn = $4, deadline = $5, touched = $6, ended = $7,
                          alarm = case when $8 = 1 then $9 else alarm end
         where id = $10 and seq = $11 and plan_changes = $12 and not exists (select 1 from events where cause = $13)", params![i64::from(after.seq()), status, after.ending().and_then(|ending| ending.winner).map(Side::name), after.turn().map(Side::name), after.deadline(), at, after.ending().map(|_| at.0), flag(timed), alarm, after.id(), i64::from(before), i64::from(after.plans().changes), cause])
    .await?;
    if changed != 1 {
        let repeated = match cause {
            Some(cause) => caused(&mut *connection, cause).await?.is_some(),
            None => false,
        };
        return Err(match repeated {
            true => Unchanged::Repeated,
            false => Unchanged::Conflict,
        });
    }
    Ok(insert(connection, after.id(), before, events, *at, cause).await?)
}

/// Inserts `events` after the first `before` ones; the first of them carries the cause.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    game: GameId,
    before: u32,
    events: &[Event],
    at: Timestamp,
    mut cause: Option<Cause>,
) -> Result<(), sqlx::Error> {
    for (seq, event) in (before + 1..).zip(events) {
        let written = event.written();
        sql::run(&mut *connection, "insert into events (game, seq, at, side, kind, text, cause) values ($1, $2, $3, $4, $5, $6, $7)", params![game, i64::from(seq), at, written.side.map(Side::name), written.kind, written.text, cause.take()])
            .await?;
    }
    Ok(())
}

/// The game that `cause` has started or changed.
pub(super) async fn caused<'c>(
    on: impl Into<On<'c>>,
    cause: Cause,
) -> Result<Option<GameId>, sqlx::Error> {
    let game = "select game from events where cause = $1";
    sql::value(on, game, params![cause]).await
}
