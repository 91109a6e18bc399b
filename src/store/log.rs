//! Writes games and their events, with what follows from these in the row of the game.

use super::columns::{Params, numbered_rows, params, time_columns};
use super::connection::Connection;
use super::outbox::{self, Draft};
use super::{Error, Result, Unchanged, notices};
use crate::game::{
    Beginning, Cause, ChallengeId, Change, Event, Game, GameId, Post, RatingChange, StoredEvent,
    TournamentId,
};
use crate::time::Timestamp;
use siwa_games::rules::Side;

const WRITE: &str = "
    update games
    set alarm = case when $4 = 1 then $5 else alarm end, seq = $6, board_seq = $7, deadline = $8, started = $9,
        touched = $10, ended = $11, rules = $12, status = $13, winner = $14, turn = $15,
        first_rated = $16, first_before = case when $16 is not null then $17 end,
        first_after = case when $16 is not null then $18 end,
        second_rated = $19, second_before = case when $19 is not null then $20 end,
        second_after = case when $19 is not null then $21 end
    where id = $1 and seq = $2 and plan_changes = $3";

/// What the row of a game says of its log, so that lists and deadlines need no replay: its columns.
pub(super) struct GameRow {
    pub(super) numbers: [(&'static str, Option<i64>); 6],
    pub(super) words: [(&'static str, Option<&'static str>); 4],
}

impl GameRow {
    /// What the row of this game must say.
    pub(super) fn from_game(game: &Game) -> Self {
        let ending = game.ending;
        let winner = ending.and_then(|ending| ending.winner);
        let status = match ending {
            None => "playing",
            Some(_) if !game.counts() => "void",
            Some(_) if winner.is_some() => "won",
            Some(_) => "drawn",
        };
        Self {
            numbers: [
                ("seq", Some(game.seq.into())),
                ("board_seq", Some(game.board_seq.into())),
                ("deadline", game.deadline().map(|deadline| deadline.0)),
                ("started", Some(game.started.0)),
                ("touched", Some(game.touched.0)),
                ("ended", ending.map(|_| game.touched.0)),
            ],
            words: [
                ("rules", Some(game.rules.info().id)),
                ("status", Some(status)),
                ("winner", winner.map(Side::name)),
                ("turn", game.turn().map(Side::name)),
            ],
        }
    }

    /// Adds its values to the parameters of a statement, in their order.
    pub(super) fn bind(&self, params: Params) -> Params {
        let numbers = self.numbers.iter();
        let params = numbers.fold(params, |params, (_, number)| params.and(number));
        let words = self.words.iter();
        words.fold(params, |params, (_, word)| params.and(word))
    }
}

/// Writes the events of a change and the row that follows from them, with the ratings that it changes.
///
/// # Errors
/// [`Unchanged::Conflict`] if the game or its plans have changed since they were read, or `cause` has already changed
/// a game.
pub(super) async fn write(
    tx: &mut Connection,
    change: &Change<'_>,
    rated: Option<RatingChange>,
    cause: Option<Cause>,
) -> Result<(), Unchanged> {
    let after = change.after;
    let added = u32::try_from(change.events.len()).map_err(|_| Error::Row("too many events"))?;
    let before = after.seq.saturating_sub(added);
    let timed = after.clock_seq() > before;
    let alarm = change.wishes.alarm;
    let params = params![after.id(), before, after.plans.changes, timed, alarm];
    let mut params = GameRow::from_game(after).bind(params);
    for side in Side::BOTH {
        let games = rated.map(|rated| rated.before.all.get(side).games);
        // sqlx takes a null for a number of single precision.
        let (before, after) = rated.map_or((0.0, 0.0), |rated| *rated.shown().get(side));
        params = params.and(games).and(before).and(after);
    }
    tx.require(1, WRITE, params).await?;
    insert(tx, after.id(), before, change.events, change.at, cause).await
}

/// Inserts `events` after the first `before` ones; the first of them carries the cause.
///
/// # Errors
/// [`Unchanged::Conflict`] if `cause` has already started or changed a game.
pub(super) async fn insert(
    tx: &mut Connection,
    game: GameId,
    before: u32,
    events: &[Event],
    at: Timestamp,
    mut cause: Option<Cause>,
) -> Result<(), Unchanged> {
    let insert = format!(
        "insert into events (game, seq, at, side, kind, text, cause) values {} on conflict do nothing",
        numbered_rows(events.len(), 7)
    );
    let mut rows = Params::default();
    for (seq, event) in (before + 1..).zip(events) {
        let StoredEvent { side, kind, text } = event.written();
        rows.extend(params![game, seq, at, side, kind, text, cause.take()]);
    }
    tx.require(events.len(), insert, rows).await
}

const INSERT_GAME: &str = "
    insert into games (challenge, guild, channel, thread, variant, first, second, per_turn, bank, increment, rated,
                       level, engine, weekends, takebacks, alarm, seq, board_seq, deadline, started, touched, ended,
                       rules, status, winner, turn, locale)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
            $24, $25, $26, (select locale from challenges where id = $1)) returning id";

/// Inserts the game that a challenge became.
///
/// # Errors
/// [`Unchanged::Conflict`] if `cause` has already started or changed a game.
pub(super) async fn begin(
    tx: &mut Connection,
    challenge: ChallengeId,
    beginning: &Beginning,
    now: Timestamp,
    cause: Option<Cause>,
) -> Result<GameId, Unchanged> {
    let game = &beginning.game;
    let setup = &game.setup;
    let [per_turn, bank, increment] = time_columns(setup.time);
    let params = params![
        challenge,
        setup.venue.guild,
        setup.venue.channel,
        setup.thread,
        game.variant().id,
        setup.players.first,
        setup.players.second,
        per_turn,
        bank,
        increment,
        setup.rated,
        setup.engine.map(|engine| engine.level),
        setup.engine.map(|engine| engine.side),
        setup.guild_rules.weekends,
        setup.guild_rules.takebacks,
        beginning.wishes.alarm,
    ];
    let params = GameRow::from_game(game).bind(params);
    let made = tx.find_now(INSERT_GAME, params).await?;
    let made = made.ok_or(sqlx::Error::RowNotFound)?;
    insert(tx, made, 0, &beginning.events, now, cause).await?;
    let channel = game.home().channel;
    notices::insert_calls(tx, made, 1, channel, &beginning.called, now).await?;
    Ok(made)
}

/// Stores that a game belongs to the pair with that first game, and to its tournament.
pub(super) async fn belong(tx: &mut Connection, game: GameId, first: GameId) -> sqlx::Result<()> {
    let set = "update games
               set pair = $1, (tournament, section) = (select tournament, section from games where id = $1)
               where id = $2";
    tx.submit(set, params![first, game]).await
}

/// Starts the second game of a pair, and returns its id. Like a rematch, it has its own challenge, but without a card.
pub(super) async fn begin_second(
    tx: &mut Connection,
    first: GameId,
    second: &Beginning,
    now: Timestamp,
) -> Result<GameId, Unchanged> {
    let challenge =
        "insert into challenges (guild, channel, locale, challenger, opponent, variant, per_turn, bank, increment,
                                 rated, games_in, start, side, rematch_of, created, expires, status)
         select g.guild, g.channel, g.locale, g.second, g.first, g.variant, g.per_turn, g.bank, g.increment,
                g.rated, c.games_in, c.start, 'first', g.id, $2, $2, 'accepted'
         from games g join challenges c on c.id = g.challenge where g.id = $1 returning id";
    let challenge = tx.find_now(challenge, params![first, now]).await?;
    let challenge = challenge.ok_or(sqlx::Error::RowNotFound)?;
    let game = begin(tx, challenge, second, now, None).await?;
    belong(tx, game, first).await?;
    // The first game's board must come first.
    let channel = second.game.home().channel;
    let board = Draft {
        pings: second.wishes.pings,
        ..Draft::new(Post::Board(game, 1), channel, now.plus(1))
    };
    outbox::insert(tx, board).await?;
    Ok(game)
}

/// Applies the consequences of the end of a game for its tournament and its pair: the second starts,
/// if the change says so.
///
/// # Errors
/// [`Unchanged::Conflict`] if the other game has ended since this one was read.
pub(super) async fn ended(tx: &mut Connection, change: &Change<'_>) -> Result<(), Unchanged> {
    if let Some(tournament) = change.after.setup.tournament {
        touch(tx, tournament, change.at).await?;
    }
    if let Some(other) = change.after.setup.pair.and_then(|pair| pair.other) {
        // Both games may be ending at the same time: then one of them waits here for the other, and is decided again.
        let same = "update games set seq = seq
                    where id = $1 and (status <> 'playing') = ($2 = 1) and (status <> 'void') = ($3 = 1)
                      and winner is not distinct from $4";
        let winner = other.winner.map(Side::other);
        let read = params![other.id, other.over, other.counts, winner];
        tx.require(1, same, read).await?;
    }
    if let Some(second) = &change.second {
        // It begins only if this one has ended.
        tx.catch_up().await?;
        begin_second(tx, change.after.id(), second, change.at).await?;
    }
    Ok(())
}

/// Notes that a tournament has changed, so that a process looks at it then.
pub(super) async fn touch(
    tx: &mut Connection,
    tournament: TournamentId,
    then: Timestamp,
) -> sqlx::Result<()> {
    let touch = "update tournaments set version = version + 1, due = case when due < $2 then due else $2 end
                 where id = $1";
    tx.submit(touch, params![tournament, then]).await
}
