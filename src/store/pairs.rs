//! Pairs of games: the start of the second game, and what each game knows of the other.

use sqlx::AnyConnection;

use super::begin::begin;
use super::columns::{held, side};
use super::sql::{self, params};
use super::{Error, Unchanged, outbox};
use crate::game::{Beginning, Change, GameId, Other, Pair, Post, TournamentId};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// The game of a pair other than `$2`.
const OTHER: &str = "select id, status, winner from games where pair = $1 and id <> $2";

/// A game's place in its pair, as `connection` sees it.
pub(super) async fn pair(
    connection: &mut AnyConnection,
    game: GameId,
    first: Option<GameId>,
) -> Result<Option<Pair>, Error> {
    let Some(first) = first else {
        return Ok(None);
    };
    let other = other(connection, OTHER, first, game).await?;
    Ok(Some(Pair { first, other }))
}

/// The game of a pair other than `game`, by [`OTHER`].
async fn other(
    connection: &mut AnyConnection,
    query: &'static str,
    first: GameId,
    game: GameId,
) -> Result<Option<Other>, Error> {
    let row: Option<(GameId, String, Option<String>)> =
        sql::find(connection, query, params![first, game]).await?;
    row.map(|(id, status, winner)| {
        Ok(Other {
            id,
            over: status != "playing",
            counts: status != "void",
            // The first player there is the second here.
            winner: side(winner.as_deref())?.map(Side::other),
        })
    })
    .transpose()
}

/// Stores that a game belongs to the pair with that first game, and to its tournament.
pub(super) async fn belong(
    connection: &mut AnyConnection,
    game: GameId,
    first: GameId,
) -> Result<(), sqlx::Error> {
    let set = "update games set pair = $1, (tournament, section) = (select tournament, section from games where id = $1)
               where id = $2";
    sql::run(connection, set, params![first, game]).await?;
    Ok(())
}

/// Starts the second game of a pair. Like a rematch, it has its own challenge, but without a card.
pub(super) async fn begin_second(
    connection: &mut AnyConnection,
    first: GameId,
    second: &Beginning,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let challenge =
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, bank, increment,
                                 rated, games_in, start, side, rematch_of, created, expires, status)
         select g.guild, g.channel, g.locale, g.second, g.first, g.variant, g.per_turn, g.bank, g.increment,
                g.rated, c.games_in, c.start, 'first', g.id, $2, $2, 'accepted'
         from games g join challenges c on c.id = g.challenge where g.id = $1 returning id";
    let challenge = sql::only(&mut *connection, challenge, params![first, now]).await?;
    let game = begin(&mut *connection, challenge, second, now, None).await?;
    belong(&mut *connection, game, first).await?;
    // The first game's board must come first.
    let (board, channel) = (Post::Board(game, 1), second.game.home().channel);
    outbox::insert(connection, board, channel, None, now.plus(1)).await
}

/// Applies the consequences of the end of a game for its tournament and its pair: the second starts,
/// if the change says so.
///
/// # Errors
/// [`Unchanged::Conflict`] if the other game has started or ended since this one was read.
pub(super) async fn ended(
    connection: &mut AnyConnection,
    change: &Change<'_>,
) -> Result<(), Unchanged> {
    if let Some(tournament) = change.after.tournament() {
        touch(&mut *connection, tournament, change.at).await?;
    }
    let Some(pair) = change.after.pair() else {
        return Ok(());
    };
    // Both games may be ending at the same time: the lock decides which is the later.
    let held = held!(
        connection,
        "select id, status, winner from games where pair = $1 and id <> $2"
    );
    if other(connection, held, pair.first, change.after.id()).await? != pair.other {
        return Err(Unchanged::Conflict);
    }
    if let Some(second) = &change.second {
        begin_second(connection, change.after.id(), second, change.at).await?;
    }
    Ok(())
}

/// Notes that a tournament has changed, so that a process looks at it then.
pub(super) async fn touch(
    connection: &mut AnyConnection,
    tournament: TournamentId,
    then: Timestamp,
) -> Result<(), sqlx::Error> {
    let touch = "update tournaments set version = version + 1, due = case when due < $2 then due else $2 end
                 where id = $1";
    sql::run(connection, touch, params![tournament, then]).await?;
    Ok(())
}
