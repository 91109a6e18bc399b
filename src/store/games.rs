//! Games and their event logs.

use sqlx::any::AnyRow;

use super::columns::{Bind as _, FromRow, from_row, get, params, row};
use super::connection::Connection;
use super::outbox::{self, Done, Draft, Origin};
use super::session::changing;
use super::{Database, Error, Result, Store, Unchanged, log, notices, ratings, upkeep};
use crate::game::{
    Cause, Change, ChannelId, Corrupt, Engine, Game, GameId, GameSetup, GuildRules, MessageId,
    Other, Pair, Pings, Plan, PlanId, Plans, PlayerId, Post, RatingChange, StoredEvent, StoredGame,
    Thread, TimeControl, Venue, Wishes, ensure,
};
use crate::time::Timestamp;
use siwa_games::rules::{BySide, Side};

impl FromRow for GameSetup {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let engine = match (get(row, "engine")?, get(row, "level")?) {
            (Some(side), Some(level)) => Some(Engine { side, level }),
            (None, None) => None,
            _ => return Err(sqlx::Error::Decode("an engine without a level".into())),
        };
        Ok(Self {
            id: get(row, "id")?,
            venue: Venue::from_row(row)?,
            thread: get(row, "thread")?,
            variant: get(row, "variant")?,
            players: BySide::new(get(row, "first")?, get(row, "second")?),
            time: TimeControl::from_row(row)?,
            rated: get(row, "rated")?,
            guild_rules: GuildRules::from_row(row)?,
            engine,
            pair: pair(row)?,
            tournament: get(row, "tournament")?,
        })
    }
}

/// The place of a game in its pair, if it is one of a pair.
fn pair(row: &AnyRow) -> sqlx::Result<Option<Pair>> {
    let Some(first) = get(row, "pair")? else {
        return Ok(None);
    };
    let winner: Option<Side> = get(row, "other_winner")?;
    let other = Option::zip(get(row, "other")?, get(row, "other_status")?);
    let other = other.map(|(id, status): (GameId, String)| Other {
        id,
        over: status != "playing",
        counts: status != "void",
        // The first player there is the second here.
        winner: winner.map(Side::other),
    });
    Ok(Some(Pair {
        first,
        other,
        is_broken: get(row, "is_broken")?,
    }))
}

/// An offer that cannot be answered on its message any longer.
#[derive(Debug)]
pub struct PastOffer {
    /// The game when it was made.
    pub asked: Game,
    /// The game after the act that closed it; `None`: it is still open.
    pub closed: Option<Game>,
}

row! {
    struct EventRow {
        seq: u32,
        at: Timestamp,
        ;
        event: StoredEvent,
    }
}

from_row!(StoredEvent(kind, side, text));

impl Database {
    /// The stored form of a game.
    pub async fn record(&self, game: GameId) -> Result<Option<StoredGame>> {
        let read = record(&mut self.readers.take().await?, game).await;
        if !matches!(read, Err(Error::Corrupt(Corrupt::Incomplete(..)))) {
            return read;
        }
        // If an event was written between the two reads, they agree in one transaction.
        let mut snapshot = self.snapshot().await?;
        let read = record(&mut snapshot, game).await;
        snapshot.end("commit").await?;
        read
    }

    /// A game as it was after an event.
    pub async fn game_at(&self, game: GameId, seq: u32) -> Result<Option<Game>> {
        let Some(mut stored) = self.record(game).await? else {
            return Ok(None);
        };
        stored.log.truncate(seq as usize);
        Ok(Some(Game::replay(stored, self.registry)?))
    }

    /// The offer that was made with this event, and what became of it.
    pub async fn past_offer(&self, game: GameId, seq: u32) -> Result<Option<PastOffer>> {
        let Some(stored) = self.record(game).await? else {
            return Ok(None);
        };
        let replayed = |length: usize| {
            let mut past = stored.clone();
            past.log.truncate(length);
            Game::replay(past, self.registry)
        };
        let asked = replayed(seq as usize)?;
        let mut closed = None;
        for length in seq as usize + 1..=stored.log.len() {
            // The end of a game belongs to the move before it.
            let next = stored.log.get(length);
            if next.is_none_or(|(_, event)| event.kind != "finished") {
                let game = replayed(length)?;
                if game.open_offer.is_none() {
                    closed = Some(game);
                    break;
                }
            }
        }
        Ok(Some(PastOffer { asked, closed }))
    }

    /// The game that `cause` has already started or changed, if any.
    pub async fn caused(&self, cause: Cause) -> Result<Option<GameId>> {
        let game = "select game from events where cause = $1";
        self.readers.find(game, params![cause]).await
    }

    /// The card of the challenge of a game, or of its pair, if known.
    pub async fn card_of(&self, game: GameId) -> Result<Option<(ChannelId, MessageId)>> {
        let card = "select c.channel, c.message
                    from games g join games f on f.id = coalesce(g.pair, g.id)
                                 join challenges c on c.id = f.challenge
                    where g.id = $1 and c.message is not null";
        self.readers.find(card, params![game]).await
    }

    /// Returns whether the card of a game's challenge is not posted yet.
    pub async fn awaits_card(&self, game: GameId) -> Result<bool> {
        let cards = "select count(*) from outbox o join games g on g.challenge = o.challenge
                     where g.id = $1 and o.role = 'card'";
        self.readers.only(cards, params![game]).await
    }
}

impl Store {
    /// Applies a change of a game: appends its events, and writes its row, its outbox items and the
    /// ratings that it changes.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game, its plans, the other game of its pair, or a rating that
    /// its end changes has changed since it was read, or `origin` has already changed a game.
    pub async fn append(
        &self,
        made: Change<'_>,
        origin: Option<&Origin>,
    ) -> Result<Done<Option<RatingChange>>, Unchanged> {
        let Change { after, at, .. } = made;
        let value = match made.counted {
            Some(winner) if after.setup.rated => {
                let mut connection = self.readers.take().await?;
                let before = ratings::of_players(&mut connection, after).await?;
                Some(after.rate(before, winner))
            }
            _ => None,
        };
        let changed: Result<(), Unchanged> = changing!(self, |tx| {
            let taken = upkeep::take_search(tx, after).await?;
            log::write(tx, &made, value, origin.map(|origin| origin.cause)).await?;
            remove_plans(tx, &made.void).await?;
            let origin = origin.or(taken.as_ref());
            let channel = after.home().channel;
            if let Some(post) = made.post {
                let message = Draft {
                    game: Some(after),
                    origin,
                    pings: made.wishes.pings,
                    ..Draft::new(post, channel, at)
                };
                outbox::insert(tx, message).await?;
                let called = &made.called;
                notices::insert_calls(tx, after.id(), after.seq, channel, called, at).await?;
            }
            upkeep::insert_search(tx, after.id(), after, origin, at).await?;
            if after.ending.is_some() {
                log::ended(tx, &made).await?;
            }
            if let Some(winner) = made.counted {
                ratings::count(tx, after, value, winner, at).await?;
            }
            // If something is posted, acknowledging it enqueues the upkeep.
            if made.post.is_none() {
                let lease = origin.and_then(|origin| origin.reach.lease);
                upkeep::enqueue_of_game(tx, after.id(), lease, at).await?;
            }
            Ok(())
        });
        changed?;
        Ok(self.done(value, origin).await)
    }

    /// Adds a plan that starts at the present position of `game`, and removes the plans in
    /// `replaced`.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if the game or its plans have changed since they were read.
    pub async fn plan(
        &self,
        game: &Game,
        side: Side,
        moves: &[String],
        replaced: &[PlanId],
        now: Timestamp,
    ) -> Result<PlanId, Unchanged> {
        let count = "update games set plan_changes = plan_changes + 1
                     where id = $1 and seq = $2 and plan_changes = $3";
        let insert = "insert into plans (game, side, base, line, made) values ($1, $2, $3, $4, $5)
                      returning id";
        changing!(self, |tx| {
            let before = params![game.id(), game.seq, game.plans.changes];
            tx.require(1, count, before).await?;
            remove_plans(tx, replaced).await?;
            let line = moves.join(BETWEEN);
            let plan = params![game.id(), side, game.changes, line, now];
            Ok(tx.only(insert, plan).await?)
        })
    }

    /// Removes a plan of a side in a game, or all of them.
    pub async fn unplan(&self, game: GameId, side: Side, plan: Option<PlanId>) -> Result<()> {
        let count = "update games set plan_changes = plan_changes + 1 where id = $1";
        let delete = "delete from plans where game = $1 and side = $2 and id = coalesce($3, id)";
        changing!(self, |tx| {
            tx.run(count, params![game]).await?;
            Ok(tx.run(delete, params![game, side, plan]).await?)
        })
    }

    /// Stores whether a game has a thread, unless that has changed from `before`, and enqueues the
    /// upkeep of its card; returns whether it was stored. Where nothing can be posted, the clock
    /// stands still.
    pub async fn set_thread(
        &self,
        after: &Game,
        before: Thread,
        wishes: Wishes,
        now: Timestamp,
    ) -> Result<bool> {
        changing!(self, |tx| {
            let game = after.id();
            let thread = after.setup.thread;
            let set =
                "update games set thread = $3 where id = $1 and thread is not distinct from $2";
            let is_set = tx.change(set, params![game, before, thread]).await? > 0;
            if is_set {
                if [before, thread].contains(&Thread::Nowhere) {
                    let set = "update games set deadline = $2, alarm = $3 where id = $1";
                    let clock = params![game, after.deadline(), wishes.alarm];
                    tx.run(set, clock).await?;
                }
                if thread == Thread::Nowhere || matches!(before, Thread::Open(_)) {
                    // An item in progress may have left it to upkeep to edit the lost board.
                    let again = thread == Thread::Nowhere || after.keeps_board();
                    insert_board(tx, game, wishes.pings, again, now).await?;
                }
                upkeep::enqueue_of_game(tx, game, None, now).await?;
            }
            Ok(is_set)
        })
    }
}

const STORED: &str = "
    select g.id, g.guild, g.channel, g.thread, g.variant, g.first, g.second, g.per_turn, g.bank, g.increment, g.rated,
           g.level, g.engine, g.pair, g.tournament, g.weekends, g.takebacks, g.seq, g.plan_changes, g.first_before,
           g.first_after, g.second_before, g.second_after,
           (select count(*) from tournaments t where t.id = g.tournament and (t.phase = 'cancelled' or exists (
                select 1 from tournament_players p
                where p.tournament = t.id and p.withdrawn = 1 and p.player in (g.first, g.second)))) as is_broken,
           o.id as other, o.status as other_status, o.winner as other_winner
    from games g left join games o on o.pair = g.pair and o.id <> g.id where g.id = $1";

/// The stored form of a game, as `connection` sees it.
pub(super) async fn record(
    connection: &mut Connection,
    game: GameId,
) -> Result<Option<StoredGame>> {
    let rows = connection.rows(STORED, params![game]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let seq: u32 = get(row, "seq")?;
    let changes: u32 = get(row, "plan_changes")?;
    let events = "select seq, at, side, kind, text from events where game = $1 order by seq";
    let events: Vec<EventRow> = connection.all(events, params![game]).await?;
    // A log with a gap might replay, but as another game.
    let held = (1..)
        .zip(&events)
        .take_while(|(seq, event)| event.seq == *seq)
        .count();
    let read = u32::try_from(held).unwrap_or(u32::MAX);
    let is_whole = read == seq && events.len() == held;
    ensure(is_whole, Corrupt::Incomplete(game, read, seq))?;
    let plans = match changes {
        0 => Vec::new(),
        _ => plans(connection, game).await?,
    };
    let first = Option::zip(get(row, "first_before")?, get(row, "first_after")?);
    let second = Option::zip(get(row, "second_before")?, get(row, "second_after")?);
    Ok(Some(StoredGame {
        setup: GameSetup::from_row(row)?,
        log: (events.into_iter().map(|row| (row.at, row.event))).collect(),
        ratings: (first.zip(second)).map(|(first, second)| BySide::new(first, second)),
        plans: Plans {
            changes,
            all: plans,
        },
    }))
}

/// How many games a player has in a server. None counts twice, because its players differ.
pub(super) fn running(player: &str, guild: &str) -> String {
    let of_side = |side| {
        format!(
            "(select count(*) from games where status = 'playing' and {side} = {player} and guild = {guild})"
        )
    };
    format!("{} + {}", of_side("first"), of_side("second"))
}

/// Locks players at the begin of a transaction, so that their other changes wait: before challenges, and in one order,
/// so that two transactions cannot deadlock.
pub(super) async fn lock_players(
    tx: &mut Connection,
    one: PlayerId,
    other: PlayerId,
) -> sqlx::Result<()> {
    if tx.engine() == super::Engine::Sqlite {
        return Ok(());
    }
    let begin = tx.begin.take().unwrap_or_default();
    let one = one.stored();
    let other = other.stored();
    let lock =
        format!("select id from players where id in ({one}, {other}) order by id for update");
    tx.execute(format!("{begin}; {lock}")).await
}

/// The separator of the moves of a line.
const BETWEEN: &str = "\n";

impl FromRow for Plan {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let line: String = get(row, "line")?;
        Ok(Self {
            id: get(row, "id")?,
            side: get(row, "side")?,
            base: get(row, "base")?,
            moves: line.split(BETWEEN).map(str::to_owned).collect(),
        })
    }
}

/// The plans of both players of a game, as `connection` sees them.
pub(super) async fn plans(connection: &mut Connection, game: GameId) -> sqlx::Result<Vec<Plan>> {
    let plans = "select id, side, base, line from plans where game = $1 order by id";
    connection.all(plans, params![game]).await
}

/// Removes plans.
async fn remove_plans(tx: &mut Connection, plans: &[PlanId]) -> sqlx::Result<()> {
    let delete = "delete from plans where id = $1";
    for plan in plans {
        tx.submit(delete, params![plan]).await?;
    }
    Ok(())
}

/// Enqueues the present board of a game whose message, or whose thread, is lost; if one is enqueued
/// already, only if it is to come `again`.
pub(super) async fn insert_board(
    tx: &mut Connection,
    game: GameId,
    pings: Pings,
    again: bool,
    now: Timestamp,
) -> Result<()> {
    let unposted = "select channel, board_seq from games where id = $1
                      and ($2 = 1 or not exists (select 1 from outbox where game = $1 and role = 'board'))";
    if let Some((channel, seq)) = tx.find(unposted, params![game, again]).await? {
        let board = Draft {
            pings,
            ..Draft::new(Post::Board(game, seq), channel, now)
        };
        outbox::insert(tx, board).await?;
    }
    Ok(())
}
