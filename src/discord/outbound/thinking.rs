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

use crate::app::{self, Lease, Search, Unsent, Waiting};
use crate::discord::{Bot, Failure, chain};
use crate::game::{GuildId, PlayerId};
use crate::time::Stopwatch;
use siwa_games::engine::Level;

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
        let (mut served, mut searches) = (Served::default(), JoinSet::new());
        loop {
            let ours = tokio::select! {
                _ = ticks.tick() => false,
                () = self.thinking.notified() => true,
                () = self.calls.to_think.notified() => false,
                Some(_) = searches.join_next() => false,
            };
            while !self.stopping.is_cancelled()
                && let Ok(core) = Arc::clone(&self.cores).try_acquire_owned()
            {
                match self.take_turn(&mut served).await {
                    Ok(Some((lease, search))) => {
                        let bot = Arc::clone(&self);
                        self.spawn(&mut searches, core, async move {
                            bot.renewing(lease, bot.act(lease, search)).await;
                        });
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::error!(error = chain(&error), "the engine's turns cannot be read");
                        break;
                    }
                }
            }
            if ours && self.app.work().is_shared() && self.cores.available_permits() == 0 {
                match self.app.read().waiting(self.app.now()).await {
                    Ok(waiting) if waiting.is_empty() => {}
                    Ok(_) => self.calls.left.notify_one(),
                    Err(error) => {
                        tracing::error!(error = chain(&error), "the engine's turns cannot be read");
                    }
                }
            }
        }
    }

    async fn take_turn(&self, served: &mut Served) -> Result<Option<(Lease, Search)>, app::Error> {
        loop {
            let waiting = self.app.read().waiting(self.app.now()).await?;
            let Some(next) = served.next(&waiting) else {
                return Ok(None);
            };
            served.note(next);
            // If another process was faster, another turn may be waiting.
            if let Some(leased) = self.app.lease_search(next).await? {
                return Ok(Some(leased));
            }
        }
    }

    /// Takes one turn, and wakes the sweeper to post it.
    async fn act(&self, lease: Lease, search: Search) {
        match self.choose(search).await {
            Ok(true) => {
                // An error means that nobody waits for it.
                let _ = self.engine_turns.send(search.game);
                self.wake();
                self.thinking.notify_one();
            }
            // The game has changed, and the change has queued the next step.
            Ok(false) => {
                self.release_search(lease, search, None).await;
            }
            Err(failure) => {
                tracing::error!(
                    game.id = search.game.0,
                    error = chain(&failure),
                    "the engine failed"
                );
                let seconds = Unsent::Trouble.pause(search.attempts);
                self.release_search(lease, search, Some(seconds)).await;
            }
        }
    }

    /// Returns a turn, to be tried again in that many seconds; `None` if it was played.
    async fn release_search(&self, lease: Lease, search: Search, seconds: Option<i64>) {
        let then = seconds.map(|seconds| self.app.now().plus(seconds));
        let released = self.app.work().release_search(search.game, lease, then);
        if let Err(error) = released.await {
            tracing::error!(
                error = chain(&error),
                "a turn of the engine cannot be released"
            );
        }
        self.thinking.notify_one();
    }

    /// Searches, and carries out the choice; returns whether it did so.
    async fn choose(&self, search: Search) -> Result<bool, Failure> {
        let game = self.app.load(search.game).await?;
        let Some(engine) = game.engine().filter(|_| game.seq() == search.seq) else {
            return Ok(false);
        };
        let watch = Stopwatch::start();
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let mut thought = tokio::task::spawn_blocking(move || game.choose(&told));
        let found = match tokio::time::timeout(Level::TIME, &mut thought).await {
            Ok(found) => found,
            Err(_) => {
                stop.store(true, Ordering::Relaxed);
                thought.await
            }
        };
        let level = engine.level.number();
        self.app.work().metrics.searched(level, watch.elapsed());
        let Some(choice) = found.map_err(Failure::fault)? else {
            return Ok(false);
        };
        Ok(self.app.carry_out(search.game, search.seq, &choice).await?)
    }
}
