//! The row of a game that begins, and its first events.

use sqlx::AnyConnection;

use super::columns::{flag, time_columns};
use super::{Beginning, log};
use crate::game::{Cause, ChallengeId, GameId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// Inserts the game that a challenge has become.
pub(super) async fn begin(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    beginning: &Beginning,
    now: Timestamp,
    cause: Option<Cause>,
) -> Result<GameId, sqlx::Error> {
    let Beginning {
        game,
        events,
        alarm,
        ..
    } = beginning;
    let [per_turn, bank, increment] = time_columns(game.time());
    let guild_rules = game.guild_rules();
    let made: GameId = sqlx::query_scalar(
        "insert into games (challenge, guild, channel, locale, rules, variant, first, second, per_turn,
                            rated, level, engine, status, seq, turn, deadline, started, touched, thread, bank,
                            increment, alarm, weekends, takebacks)
         values ($1, $2, $3, (select locale from challenges where id = $1), $4, $5, $6, $7, $8, $9, $10, $11,
                 'playing', $20, 'first', $12, $13, $13, $14, $15, $16, $17, $18, $19) returning id",
    )
    .bind(challenge)
    .bind(game.venue().guild)
    .bind(game.venue().channel)
    .bind(game.rules().info().id)
    .bind(game.variant().id)
    .bind(game.player(Side::First))
    .bind(game.player(Side::Second))
    .bind(per_turn)
    .bind(flag(game.rated()))
    .bind(game.engine().map(|engine| i64::from(engine.level.number())))
    .bind(game.engine().map(|engine| engine.side.name()))
    .bind(game.deadline())
    .bind(now)
    .bind(game.thread())
    .bind(bank)
    .bind(increment)
    .bind(alarm)
    .bind(guild_rules.weekends)
    .bind(flag(guild_rules.takebacks))
    .bind(i64::from(game.seq()))
    .fetch_one(&mut *connection)
    .await?;
    log::insert(connection, made, 0, events, now, cause).await?;
    Ok(made)
}
