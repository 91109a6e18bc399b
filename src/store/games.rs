//! Games and their event logs.

use sqlx::AnyConnection;

use super::columns::{count, engine, held, row, side};
use super::outbox::{self, Origin};
use super::session::changing;
use super::sql::{self, params};
use super::{
    Error, Reads, Store, Unchanged, log, notices, pairs, plans, ratings, searches, upkeep,
};
use crate::game::{
    Cause, Challenge, Change, Corrupt, Game, GameId, GuildId, GuildRules, Plans, PlayerId,
    RatingChange, StoredEvent, StoredGame, Thread, TimeControl, TournamentId, Venue,
};
use crate::time::{Timestamp, Zone};
use siwa_games::rules::BySide;

row! {
    struct GameRow {
        thread: Thread,
        variant: String,
        first: PlayerId,
        second: PlayerId,
        rated: i64,
        level: Option<i64>,
        engine: Option<String>,
        weekends: Option<Zone>,
        takebacks: i64,
        pair: Option<GameId>,
        tournament: Option<TournamentId>,
        seq: i64,
        plan_changes: i64,
        first_before: Option<f64>,
        first_after: Option<f64>,
        second_before: Option<f64>,
        second_after: Option<f64>,
        ;
        venue: Venue,
        time: TimeControl,
    }
}

row! {
    struct EventRow {
        seq: i64,
        at: Timestamp,
        side: Option<String>,
        kind: String,
        text: Option<String>,
    }
}

impl Reads {
    /// The stored form of a game.
    pub async fn record(&self, game: GameId) -> Result<Option<StoredGame>, Error> {
        let mut reader = self.readers.take().await?;
        match record(&mut reader.open, game).await {
            Err(Error::Corrupt(Corrupt::Incomplete(..))) => {}
            Ok(read) => {
                reader.give_back();
                return Ok(read);
            }
            failed => return failed,
        }
        // If an event was written between the two reads, they agree in one transaction.
        let mut snapshot = self.snapshot().await?;
        let record = record(snapshot.connection(), game).await;
        snapshot.end("commit").await?;
        record
    }

    /// A game as it was after an event.
    pub async fn game_at(&self, game: GameId, seq: u32) -> Result<Option<Game>, Error> {
        let Some(mut stored) = self.record(game).await? else {
            return Ok(None);
        };
        stored.log.truncate(seq as usize);
        Ok(Some(Game::replay(stored, self.registry)?))
    }

    /// The game that `cause` has already changed, if any.
    pub async fn caused(&self, cause: Cause) -> Result<Option<GameId>, Error> {
        Ok(log::caused(&self.readers, cause).await?)
    }
}

impl Store {
    /// Applies a change of a game: appends its events, and writes its row, its outbox items and the
    /// ratings that it changes.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game, its plans, the other game of its pair, or a rating that
    /// its end changes has changed since it was read; [`Unchanged::Repeated`] if `origin` has
    /// already changed a game.
    pub async fn append(
        &self,
        made: Change<'_>,
        origin: Option<&Origin>,
    ) -> Result<Option<RatingChange>, Unchanged> {
        let (after, at) = (made.after, made.at);
        changing!(self, |change| {
            log::write(&mut *change, &made, origin.map(|origin| origin.cause)).await?;
            plans::remove(&mut *change, &made.void).await?;
            let taken = searches::take(&mut *change, after).await?;
            let (told, channel) = (origin.or(taken.as_ref()), after.home().channel);
            if let Some(post) = made.post {
                outbox::insert(&mut *change, post, channel, told, at).await?;
                let (event, called) = ((after.id(), after.seq()), &made.called);
                notices::insert_calls(&mut *change, event, channel, called, at).await?;
            }
            searches::insert(&mut *change, (after.id(), after), told, at).await?;
            if after.ending().is_some() {
                pairs::ended(&mut *change, &made).await?;
            }
            let rated = match made.counted {
                Some(winner) => ratings::count(&mut *change, after, winner, at).await?,
                None => None,
            };
            // If something is posted, acknowledging it enqueues the upkeep.
            if made.post.is_none() {
                let lease = told.and_then(Origin::lease);
                upkeep::of_game(&mut *change, after.id(), lease, at).await?;
            }
            Ok(rated)
        })
    }
}

/// The stored form of a game, as `connection` sees it.
pub(super) async fn record(
    connection: &mut AnyConnection,
    game: GameId,
) -> Result<Option<StoredGame>, Error> {
    let row: Option<GameRow> = sql::find(&mut *connection, "select guild, channel, thread, variant, first, second, per_turn, bank, increment, rated, level, engine,
                pair, tournament, weekends, takebacks, seq, plan_changes, first_before, first_after, second_before, second_after
         from games where id = $1", params![game])
    .await?;
    let Some(row) = row else { return Ok(None) };
    let events: Vec<EventRow> = sql::all(
        &mut *connection,
        "select seq, at, side, kind, text from events where game = $1 order by seq",
        params![game],
    )
    .await?;
    // A log with a gap might replay, but as another game.
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
            event.at,
            StoredEvent {
                kind: event.kind,
                side,
                text: event.text,
            },
        ))
    });
    let players = BySide::new(row.first, row.second);
    let changes = count(row.plan_changes);
    let plans = match changes {
        0 => Vec::new(),
        _ => plans::plans(&mut *connection, game).await?,
    };
    let pair = pairs::pair(connection, game, row.pair).await?;
    Ok(Some(StoredGame {
        id: game,
        venue: row.venue,
        thread: row.thread,
        variant: row.variant,
        players,
        time: row.time,
        rated: row.rated != 0,
        guild_rules: GuildRules {
            weekends: row.weekends,
            takebacks: row.takebacks != 0,
        },
        engine: engine(row.engine.as_deref(), row.level)?,
        pair,
        tournament: row.tournament,
        log: log.collect::<Result<_, Error>>()?,
        ratings: (row.first_before.zip(row.first_after))
            .zip(row.second_before.zip(row.second_after))
            .map(|(first, second)| BySide::new(first, second)),
        plans: Plans {
            changes,
            all: plans,
        },
    }))
}

/// No game counts twice, because its players differ.
pub(super) const RUNNING_COUNT: &str = "
    select (select count(*) from games where status = 'playing' and first = $1 and guild = $2)
         + (select count(*) from games where status = 'playing' and second = $1 and guild = $2)";

/// Returns whether a player may have `more` games in a server. Locks the player, so that their
/// other changes wait.
pub(super) async fn room(
    connection: &mut AnyConnection,
    guild: GuildId,
    who: PlayerId,
    more: u32,
) -> Result<(), Unchanged> {
    let them = held!(connection, "select id from players where id = $1");
    sql::run(&mut *connection, them, params![who]).await?;
    let running = sql::only(connection, RUNNING_COUNT, params![who, guild]).await?;
    Challenge::room(who, count(running), more).map_err(Unchanged::Denial)
}
