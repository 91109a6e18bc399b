//! The engine's turns: searched on blocking threads, and saved.
//!
//! A turn of the engine is stored like an outbox item, so that it survives a restart and any process can
//! take it. This module decides only which turn is next, and how many are searched at the same time. The
//! sweeper posts the resulting board.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use super::request::pause;
use crate::app::{self, Lease, Search, Waiting};
use crate::discord::{Bot, Failure, chain, ok_or_log};
use crate::game::{GuildId, PlayerId};
use crate::time::{Seconds, Stopwatch};
use siwa_games::engine::Level;

/// What is logged if the database fails.
const UNREAD: &str = "the engine's turns cannot be read";

/// How many servers and people are remembered.
const REMEMBERED: usize = 10_000;

/// When servers and people were last served: the one served longest ago is next, first by server,
/// so that a large server does not make the others wait.
#[derive(Default)]
struct Served {
    number: u64,
    guilds: HashMap<GuildId, u64>,
    players: HashMap<PlayerId, u64>,
}

impl Served {
    fn next(&self, waiting: &[Waiting]) -> Option<Waiting> {
        let last = |one: &&Waiting| {
            let guild = self.guilds.get(&one.guild).copied();
            (guild, self.players.get(&one.player).copied())
        };
        // Among equals, the first in the list waits longest.
        waiting.iter().min_by_key(last).copied()
    }

    fn note(&mut self, one: Waiting) {
        if self.players.len() >= REMEMBERED {
            *self = Self::default();
        }
        self.number += 1;
        self.guilds.insert(one.guild, self.number);
        self.players.insert(one.player, self.number);
    }
}

impl Bot {
    /// Takes the engine's turns, whenever one may be due, until the bot stops.
    pub(in crate::discord) async fn think(self: Arc<Self>, pace: Duration) {
        let mut ticks = tokio::time::interval(pace);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut served = Served::default();
        let mut searches = JoinSet::new();
        loop {
            let ours = tokio::select! {
                _ = ticks.tick() => false,
                () = self.thinking.notified() => true,
                () = self.calls.to_think.notified() => false,
                Some(_) = searches.join_next() => false,
                () = self.stopping.cancelled() => false,
            };
            if self.stopping.is_cancelled() {
                searches.detach_all();
                return;
            }
            while !self.stopping.is_cancelled()
                && let Ok(core) = Arc::clone(&self.cores).try_acquire_owned()
            {
                let taken = self.take_turn(&mut served).await;
                let Some(search) = ok_or_log(taken, UNREAD).flatten() else {
                    break;
                };
                self.spawn(&mut searches, core, move |bot| async move {
                    bot.renewing(search.lease, bot.act(search)).await;
                });
            }
            if ours && self.app.store().is_shared() && self.cores.available_permits() == 0 {
                let waiting = self.app.store().waiting(self.app.now()).await;
                if ok_or_log(waiting, UNREAD).is_some_and(|waiting| !waiting.is_empty()) {
                    self.calls.left.notify_one();
                }
            }
        }
    }

    async fn take_turn(&self, served: &mut Served) -> Result<Option<Search>, app::Error> {
        loop {
            let now = self.app.now();
            let waiting = self.app.store().waiting(now).await?;
            let Some(next) = served.next(&waiting) else {
                return Ok(None);
            };
            served.note(next);
            // If another process was faster, another turn may be waiting.
            let leased = self.app.store().lease_search(next, Lease::drawn(), now);
            if let Some(leased) = leased.await? {
                return Ok(Some(leased));
            }
        }
    }

    /// Takes one turn, and wakes the sweeper to post it.
    async fn act(&self, search: Search) {
        match self.choose(search).await {
            Ok(true) => {
                // An error means that nobody waits for it.
                let _ = self.engine_turns.send(search.game);
                self.wake();
                self.thinking.notify_one();
            }
            // The game has changed, and the change has queued the next step.
            Ok(false) => self.release_search(search, None).await,
            Err(failure) => {
                let error = chain(&failure);
                tracing::error!(game.id = search.game.0, error, "the engine failed");
                let wait = pause(search.attempts);
                self.release_search(search, Some(wait)).await;
            }
        }
    }

    /// Returns a turn, to be tried again after that time; `None` if it was played.
    async fn release_search(&self, search: Search, wait: Option<Seconds>) {
        let then = wait.map(|wait| self.app.now().plus(wait));
        let released = self.app.store().release_search(search, then);
        ok_or_log(released.await, "a turn of the engine cannot be released");
        self.thinking.notify_one();
    }

    /// Searches, and carries out the choice; returns whether it did so.
    async fn choose(&self, search: Search) -> Result<bool, Failure> {
        let game = self.app.load(search.game).await?;
        let engine = match game.setup.engine {
            Some(engine) if game.seq == search.seq => engine,
            _ => return Ok(false),
        };
        let watch = Stopwatch::start();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let mut thought = tokio::task::spawn_blocking(move || game.choose(&stopped));
        let found = match tokio::time::timeout(Level::TIME, &mut thought).await {
            Ok(found) => found,
            Err(_) => {
                stop.store(true, Ordering::Relaxed);
                thought.await
            }
        };
        let level = engine.level.number();
        self.app.store().metrics.searched(level, watch.elapsed());
        let Some(act) = found.map_err(Failure::fault)? else {
            return Ok(false);
        };
        Ok(self.app.carry_out(search.game, search.seq, &act).await?)
    }
}
