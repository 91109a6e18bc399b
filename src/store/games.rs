//! Games and their logs.

use sqlx::sqlite::SqliteConnection;

use super::clocks::first_alarm;
use super::columns::{column, count, engine, id, row, side, thread, time_control, venue};
use super::outbox::{Debt, Origin, owe_for, owe_turn};
use super::threads::owe_thread;
use super::{Error, Store, Unchanged, ratings};
use crate::game::{
    Cause, Corrupt, Denial, Event, Game, GameId, GuildId, Ladder, MOST_GAMES, PlayerId,
    StoredEvent, StoredGame,
};
use crate::rules::{BySide, Side};
use crate::time::Timestamp;

row! {
    struct GameRow {
        guild: i64,
        channel: i64,
        thread: Option<i64>,
        rules: String,
        variant: String,
        first: i64,
        second: i64,
        per_turn: Option<i64>,
        bank: Option<i64>,
        increment: Option<i64>,
        rated: bool,
        level: Option<i64>,
        engine: Option<String>,
        status: String,
        seq: i64,
        first_before: Option<f64>,
        first_after: Option<f64>,
        second_before: Option<f64>,
        second_after: Option<f64>,
    }
}

row! {
    struct EventRow {
        seq: i64,
        at: i64,
        side: Option<String>,
        kind: String,
        text: Option<String>,
    }
}

impl Store {
    /// What is stored of a game.
    pub async fn record(&self, game: GameId) -> Result<Option<StoredGame>, Error> {
        // One transaction, so that row and log agree.
        let mut snapshot = self.readers.begin().await?;
        record(&mut snapshot, game).await
    }

    /// Appends `events`, which have led to the state `after`, to a game's log, with
    /// its row, what is owed for it and the ratings that it changes.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game, or a rating that its end changes, has
    /// changed since it was read; [`Unchanged::Repeated`] if `origin` has already
    /// changed a game.
    pub async fn append(
        &self,
        after: &Game,
        events: &[Event],
        at: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<(), Unchanged> {
        let added = u32::try_from(events.len()).map_err(|_| Error::Row("too many events"))?;
        let before = after.seq().saturating_sub(added);
        let mut change = self.begin().await?;
        if let Some(origin) = origin
            && caused(&mut change, origin.cause).await?.is_some()
        {
            return Err(Unchanged::Repeated);
        }
        let status = match after.ending() {
            None => "playing",
            Some(ending) if ending.winner.is_some() => "won",
            Some(_) => "drawn",
        };
        let beside =
            |event: &Event| matches!(event, Event::Offered { .. } | Event::Declined { .. });
        let timed = !events.iter().all(beside);
        let alarm = first_alarm(&mut change, after, at).await?;
        let changed = sqlx::query(
            "update games set seq = ?, status = ?, winner = ?, turn = ?, deadline = ?, touched = ?, ended = ?,
                              alarm = iif(?, ?, alarm)
             where id = ? and seq = ?",
        )
        .bind(after.seq())
        .bind(status)
        .bind(after.ending().and_then(|ending| ending.winner).map(Side::name))
        .bind(after.turn().map(Side::name))
        .bind(after.deadline().map(|deadline| deadline.0))
        .bind(at.0)
        .bind(after.ending().map(|_| at.0))
        .bind(timed)
        .bind(alarm.map(|moment| moment.0))
        .bind(column(after.id().0))
        .bind(before)
        .execute(&mut *change)
        .await?;
        if changed.rows_affected() != 1 {
            return Err(Unchanged::Conflict);
        }
        let cause = origin.map(|origin| origin.cause);
        insert(&mut change, after.id(), before, events, at, cause).await?;
        owe_for(
            &mut change,
            Debt::of(after),
            after.home().channel,
            origin,
            at,
        )
        .await?;
        owe_turn(&mut change, after, at).await?;
        owe_thread(&mut change, after, at).await?;
        if let Some(ending) = after.ending() {
            ratings::count(&mut change, after, ending.winner).await?;
        }
        change.commit().await?;
        Ok(())
    }

    /// The game that `cause` has already changed, if any.
    pub async fn caused(&self, cause: Cause) -> Result<Option<GameId>, Error> {
        let mut reader = self.readers.acquire().await?;
        Ok(caused(&mut reader, cause).await?)
    }

    /// Running games past their deadline, a page of them, with ids above `after`.
    pub async fn overdue(&self, now: Timestamp, after: GameId) -> Result<Vec<GameId>, Error> {
        let ids: Vec<i64> = sqlx::query_scalar(
            "select id from games where status = 'playing' and deadline <= ? and id > ? and (rated or engine is not null)
             order by id limit 100",
        )
        .bind(now.0)
        .bind(column(after.0))
        .fetch_all(&self.readers)
        .await?;
        Ok(ids.into_iter().map(|game| GameId(id(game))).collect())
    }

    /// Remembers a player's name, for menus.
    pub async fn seen(&self, player: PlayerId, name: &str, now: Timestamp) -> Result<(), Error> {
        sqlx::query(
            "insert into players (id, name, seen) values (?1, ?2, ?3)
             on conflict (id) do update set name = ?2, seen = ?3",
        )
        .bind(column(player.0))
        .bind(name)
        .bind(now.0)
        .execute(&self.writer)
        .await?;
        Ok(())
    }
}

/// What is stored of a game, as `connection` sees it.
pub(super) async fn record(
    connection: &mut SqliteConnection,
    game: GameId,
) -> Result<Option<StoredGame>, Error> {
    let row: Option<GameRow> = sqlx::query_as(
        "select guild, channel, thread, rules, variant, first, second, per_turn, bank, increment, rated, level, engine,
                status, seq,                first_before, first_after, second_before, second_after
         from games where id = ?",
    )
    .bind(column(game.0))
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let events: Vec<EventRow> =
        sqlx::query_as("select seq, at, side, kind, text from events where game = ? order by seq")
            .bind(column(game.0))
            .fetch_all(&mut *connection)
            .await?;
    // A log with a gap may still replay, but as another game.
    let held = (1..)
        .zip(&events)
        .take_while(|(number, event)| event.seq == *number)
        .count();
    let (held, written) = (u32::try_from(held).unwrap_or(u32::MAX), count(row.seq));
    if held != written || events.len() != held as usize {
        return Err(Corrupt::Incomplete(game, held, written).into());
    }
    let log = events.into_iter().map(|event| {
        let side = side(event.side.as_deref())?;
        Ok((
            Timestamp(event.at),
            StoredEvent {
                kind: event.kind,
                side,
                text: event.text,
            },
        ))
    });
    let players = BySide {
        first: PlayerId(id(row.first)),
        second: PlayerId(id(row.second)),
    };
    let venue = venue(row.guild, row.channel);
    let standings = if row.rated && row.status == "playing" {
        let ladder = Ladder {
            kind: Some(&row.rules),
            engine: row.engine.is_some(),
        };
        let of = ratings::of_players(connection, venue.guild, ladder, players);
        Some(of.await?)
    } else {
        None
    };
    let change = |before: Option<f64>, after: Option<f64>| before.zip(after);
    Ok(Some(StoredGame {
        id: game,
        venue,
        thread: thread(row.thread),
        variant: row.variant,
        players,
        time: time_control(row.per_turn, row.bank, row.increment),
        rated: row.rated,
        engine: engine(row.engine.as_deref(), row.level)?,
        log: log.collect::<Result<_, Error>>()?,
        ratings: change(row.first_before, row.first_after)
            .zip(change(row.second_before, row.second_after))
            .map(|(first, second)| BySide { first, second }),
        standings,
    }))
}

pub(super) async fn caused(
    connection: &mut SqliteConnection,
    cause: Cause,
) -> Result<Option<GameId>, sqlx::Error> {
    let game: Option<i64> = sqlx::query_scalar("select game from events where cause = ?")
        .bind(column(cause.0))
        .fetch_optional(connection)
        .await?;
    Ok(game.map(|game| GameId(id(game))))
}

/// Inserts `events` after the first `before` ones; the first of them carries the cause.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    game: GameId,
    before: u32,
    events: &[Event],
    at: Timestamp,
    cause: Option<Cause>,
) -> Result<(), sqlx::Error> {
    let mut cause = cause.map(|cause| column(cause.0));
    for (seq, event) in (before + 1..).zip(events) {
        let written = event.written();
        sqlx::query("insert into events (game, seq, at, side, kind, text, cause) values (?, ?, ?, ?, ?, ?, ?)")
            .bind(column(game.0))
            .bind(seq)
            .bind(at.0)
            .bind(written.side.map(Side::name))
            .bind(written.kind)
            .bind(written.text)
            .bind(cause.take())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// No game counts twice: its players differ.
pub(super) const RUNNING_COUNT: &str = "
    select (select count(*) from games where status = 'playing' and first = ?1 and guild = ?2)
         + (select count(*) from games where status = 'playing' and second = ?1 and guild = ?2)";

/// How many games a player has running in a server.
pub(super) async fn running_count(
    connection: &mut SqliteConnection,
    guild: GuildId,
    player: PlayerId,
) -> Result<u32, sqlx::Error> {
    let games: i64 = sqlx::query_scalar(RUNNING_COUNT)
        .bind(column(player.0))
        .bind(column(guild.0))
        .fetch_one(connection)
        .await?;
    Ok(count(games))
}

/// Whether a player may have another game in a server.
pub(super) async fn room(
    connection: &mut SqliteConnection,
    guild: GuildId,
    who: PlayerId,
) -> Result<(), Unchanged> {
    let limit = MOST_GAMES;
    match running_count(connection, guild, who).await? {
        count if count < limit => Ok(()),
        _ => Err(Unchanged::Denial(Denial::TooManyGames { who, limit })),
    }
}
