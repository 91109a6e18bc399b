//! The row of a new game, its first events, and the calls of its players.

use sqlx::AnyConnection;

use super::columns::{flag, time_columns};
use super::sql::{self, params};
use super::{log, notices};
use crate::game::{Beginning, Cause, ChallengeId, GameId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// Inserts the game that a challenge became.
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
        called,
    } = beginning;
    let [per_turn, bank, increment] = time_columns(game.time());
    let guild_rules = game.guild_rules();
    let insert =
        "insert into games (challenge, guild, channel, locale, rules, variant, first, second, per_turn,
                            rated, level, engine, status, seq, turn, deadline, started, touched, thread, bank,
                            increment, alarm, weekends, takebacks)
         values ($1, $2, $3, (select locale from challenges where id = $1), $4, $5, $6, $7, $8, $9, $10, $11,
                 'playing', $20, $21, $12, $13, $13, $14, $15, $16, $17, $18, $19) returning id";
    let row = params![
        challenge,
        game.venue().guild,
        game.venue().channel,
        game.rules().info().id,
        game.variant().id,
        game.player(Side::First),
        game.player(Side::Second),
        per_turn,
        flag(game.rated()),
        game.engine().map(|engine| i64::from(engine.level.number())),
        game.engine().map(|engine| engine.side.name()),
        game.deadline(),
        now,
        game.thread(),
        bank,
        increment,
        alarm,
        guild_rules.weekends,
        flag(guild_rules.takebacks),
        i64::from(game.seq()),
        game.turn().map(Side::name),
    ];
    let made = sql::only(&mut *connection, insert, row).await?;
    log::insert(&mut *connection, made, 0, events, now, cause).await?;
    let channel = game.home().channel;
    notices::insert_calls(connection, (made, 1), channel, called, now).await?;
    Ok(made)
}
