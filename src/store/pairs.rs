//! Pairs of games: when the second begins, and what each is to know of the other.

use sqlx::AnyConnection;

use super::begin::begin;
use super::columns::{column, held, id, side};
use super::notices::owe_notices;
use super::outbox::{Debt, owe_for};
use super::{Error, Unchanged, guild_rules, log};
use crate::game::{
    ChallengeId, Game, GameId, GamesIn, Other, Pair, Pairing, PlayerId, Settled, StoredGame, Terms,
    Thread, Venue,
};
use crate::time::Timestamp;
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Side};

/// The game of a pair that is not the second parameter.
const OTHER: &str = "select id, status, winner from games where pair = $1 and id <> $2";

/// A game's place in its pair, as `connection` sees it.
pub(super) async fn pair(
    connection: &mut AnyConnection,
    game: GameId,
    first: Option<i64>,
) -> Result<Option<Pair>, Error> {
    let Some(first) = first.map(|first| GameId(id(first))) else {
        return Ok(None);
    };
    let other = other(connection, OTHER, first, game).await?;
    Ok(Some(Pair { first, other }))
}

/// The game of a pair that is not `game`, by [`OTHER`].
async fn other(
    connection: &mut AnyConnection,
    query: &'static str,
    first: GameId,
    game: GameId,
) -> Result<Option<Other>, Error> {
    let row: Option<(i64, String, Option<String>)> = sqlx::query_as(query)
        .bind(column(first.0))
        .bind(column(game.0))
        .fetch_optional(connection)
        .await?;
    row.map(|(other, status, winner)| {
        Ok(Other {
            id: GameId(id(other)),
            over: status != "playing",
            // Whoever is first there is second here.
            winner: side(winner.as_deref())?.map(Side::other),
        })
    })
    .transpose()
}

/// Notes that a game has begun as the first of a pair.
pub(super) async fn open(connection: &mut AnyConnection, first: GameId) -> Result<(), sqlx::Error> {
    belong(connection, first, first).await
}

async fn belong(
    connection: &mut AnyConnection,
    game: GameId,
    first: GameId,
) -> Result<(), sqlx::Error> {
    sqlx::query("update games set pair = $1 where id = $2")
        .bind(column(first.0))
        .bind(column(game.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Begins the second game of a pair. As a rematch that was agreed on before, it has a
/// challenge of its own, without a card.
pub(super) async fn begin_second(
    connection: &mut AnyConnection,
    first: GameId,
    (venue, terms): (Venue, Terms),
    players: BySide<PlayerId>,
    (now, thread): (Timestamp, Thread),
) -> Result<GameId, sqlx::Error> {
    let challenge: i64 = sqlx::query_scalar(
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, bank, increment,
                                 rated, games_in, first, rematch_of, created, expires, status)
         select g.guild, g.channel, g.locale, g.second, g.first, g.variant, g.per_turn, g.bank, g.increment,
                g.rated, c.games_in, g.second, g.id, $2, $2, 'accepted'
         from games g join challenges c on c.id = g.challenge where g.id = $1 returning id",
    )
    .bind(column(first.0))
    .bind(now.0)
    .fetch_one(&mut *connection)
    .await?;
    let turned = BySide {
        first: players.second,
        second: players.first,
    };
    let terms = (ChallengeId(id(challenge)), venue, terms);
    let second = begin(&mut *connection, terms, turned, None, (now, thread)).await?;
    belong(&mut *connection, second, first).await?;
    let opening = [Game::opening(turned.first, Settled::Turns)];
    log::insert(&mut *connection, second, 0, &opening, now, None).await?;
    // Its board comes after that of the first.
    let (board, channel) = (Debt::Board(second, 1), thread.of(venue).channel);
    owe_for(&mut *connection, board, channel, None, now.plus(1)).await?;
    owe_notices(connection, (second, 1), channel, &[turned.first], now).await?;
    Ok(second)
}

/// Does what follows from the end of a game of a pair: the second begins, unless it has
/// begun, whatever else its players play.
///
/// # Errors
/// [`Unchanged::Conflict`] if the other game has ended since this one was read.
pub(super) async fn ended(
    connection: &mut AnyConnection,
    after: &Game,
    registry: Registry,
    now: Timestamp,
) -> Result<(), Unchanged> {
    let Some(pair) = after.pair() else {
        return Ok(());
    };
    // Both may be ending at this moment: one of them is the later.
    let held = held!(
        connection,
        "select id, status, winner from games where pair = $1 and id <> $2"
    );
    if other(connection, held, pair.first, after.id()).await? != pair.other {
        return Err(Unchanged::Conflict);
    }
    if pair.other.is_some() {
        return Ok(());
    }
    let terms = Terms {
        rules: after.rules(),
        variant: after.variant(),
        time: after.time(),
        rated: after.rated(),
        level: None,
        games_in: GamesIn::Channel,
        games: Pairing::Single,
    };
    let at = (now, after.thread());
    let begun = begin_second(
        connection,
        after.id(),
        (after.venue(), terms),
        after.players(),
        at,
    );
    let begun = begun.await?;
    still_away(connection, after, begun, registry, now).await
}

/// Who was away in the game that has ended is so in the next one, which nobody asks them for.
async fn still_away(
    connection: &mut AnyConnection,
    before: &Game,
    begun: GameId,
    registry: Registry,
    now: Timestamp,
) -> Result<(), Unchanged> {
    let players = BySide {
        first: before.players().second,
        second: before.players().first,
    };
    let opening = Game::opening(players.first, Settled::Turns).written();
    let stored = StoredGame {
        id: begun,
        venue: before.venue(),
        thread: before.thread(),
        variant: before.variant().id.to_owned(),
        players,
        time: before.time(),
        rated: before.rated(),
        guild_rules: guild_rules::of_guild(&mut *connection, before.venue().guild).await?,
        engine: None,
        pair: None,
        log: vec![(now, opening)],
        ratings: None,
        standings: None,
    };
    let mut game = Game::replay(stored, registry).map_err(Error::from)?;
    let mut events = Vec::new();
    for side in Side::BOTH {
        if let Some(until) = before.away(side).filter(|until| *until > now) {
            events.extend(
                game.leave(before.player(side), until, now)
                    .into_iter()
                    .flatten(),
            );
        }
    }
    match events.is_empty() {
        true => Ok(()),
        false => log::write(connection, &game, &events, now, None).await,
    }
}
