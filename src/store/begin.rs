//! The row of a game that begins.

use sqlx::AnyConnection;

use super::clocks::opening_alarm;
use super::columns::{column, flag, id, thread_column, time_columns};
use super::guild_rules;
use crate::game::{ChallengeId, Clock, Engine, GameId, PlayerId, Terms, Thread, Venue};
use crate::time::{Timestamp, Zone};
use siwa_games::rules::{BySide, Side};

/// Inserts the game that a challenge has become, without its log.
pub(super) async fn begin(
    connection: &mut AnyConnection,
    (challenge, venue, terms): (ChallengeId, Venue, Terms),
    players: BySide<PlayerId>,
    engine: Option<Engine>,
    (now, thread): (Timestamp, Thread),
) -> Result<GameId, sqlx::Error> {
    let [per_turn, bank, increment] = time_columns(terms.time);
    let guild_rules = guild_rules::of_guild(&mut *connection, venue.guild).await?;
    let clock = Clock::start(terms.time, guild_rules.weekends.clone(), now);
    let deadline = clock.deadline(Side::First);
    let alarm = match engine {
        Some(engine) if engine.side == Side::First => None,
        _ => opening_alarm(&mut *connection, players.first, terms, &clock).await?,
    };
    let made: i64 = sqlx::query_scalar(
        "insert into games (challenge, guild, channel, locale, rules, variant, first, second, per_turn,
                            rated, level, engine, status, seq, turn, deadline, started, touched, thread, bank,
                            increment, alarm, weekends, takebacks)
         values ($1, $2, $3, (select locale from challenges where id = $1), $4, $5, $6, $7, $8, $9, $10, $11,
                 'playing', 1, 'first', $12, $13, $13, $14, $15, $16, $17, $18, $19) returning id",
    )
    .bind(column(challenge.0))
    .bind(column(venue.guild.0))
    .bind(column(venue.channel.0))
    .bind(terms.rules.info().id)
    .bind(terms.variant.id)
    .bind(column(players.first.0))
    .bind(column(players.second.0))
    .bind(per_turn)
    .bind(flag(terms.rated))
    .bind(engine.map(|engine| i64::from(engine.level.number())))
    .bind(engine.map(|engine| engine.side.name()))
    .bind(deadline.map(|moment| moment.0))
    .bind(now.0)
    .bind(thread_column(thread))
    .bind(bank)
    .bind(increment)
    .bind(alarm.map(|moment| moment.0))
    .bind(guild_rules.weekends.as_ref().map(Zone::name))
    .bind(flag(guild_rules.takebacks))
    .fetch_one(connection)
    .await?;
    Ok(GameId(id(made)))
}
