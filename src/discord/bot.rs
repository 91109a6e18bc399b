//! The bot: the state that all interactions share, and their age on arrival.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::thread::available_parallelism;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Notify, RwLock, Semaphore, broadcast};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::context::Context;
use super::failure::{Failure, chain, incident};
use super::http::{Http, Settings, made};
use super::outbound::animations::Animations;
use super::view::reply::Reply;
use super::view::{Known, Localizer};
use crate::app::App;
use crate::game::GameId;
use crate::l10n::{L10n, Locale};
use crate::time::Stopwatch;
use siwa_boards::Painter;
use siwa_games::text::Text;

/// How many interactions are remembered, to drop duplicates; tokens expire after 15 minutes anyway.
const REMEMBERED: usize = 4096;

/// How many turns of the engine are announced before a waiting task misses one.
const ENGINE_TURNS: usize = 256;

/// The state that all interactions share.
pub struct Bot {
    /// The use cases.
    pub app: App,
    /// The translations.
    pub l10n: Arc<L10n>,
    pub(super) painter: Arc<Painter>,
    pub(super) settings: Settings,
    /// Sends all requests, so that one rate limiter sees them.
    pub(super) http: Http,
    /// Discord's ids of emoji and commands.
    pub(super) known: Known,
    /// The latest interactions, newest first.
    seen: Mutex<VecDeque<u64>>,
    pub(super) arrivals: Arrivals,
    pub(super) stopping: CancellationToken,
    pub(super) working: RwLock<()>,
    /// Held while a picture is drawn: in parallel, they would wait for the same tiles, and each
    /// thread would keep memory.
    pub(super) drawing: tokio::sync::Mutex<()>,
    /// The queue for animations.
    pub(super) animations: Animations,
    pub(super) wake: Notify,
    /// Wake-up calls to and from other processes.
    pub(super) calls: Calls,
    /// The permits for searches, one for each core. Without any, they are left to other processes.
    pub cores: Arc<Semaphore>,
    /// Notified when a turn of the engine, or a core for it, may be available.
    pub(super) thinking: Notify,
    /// The games in which this process has just taken a turn of the engine.
    pub(super) engine_turns: broadcast::Sender<GameId>,
    /// When to ask Discord next for the servers of the bot, in seconds since the Unix epoch.
    pub(super) next_roll: AtomicI64,
}

impl Bot {
    /// A bot for an application. Bots may share a painter, which caches its pictures.
    pub fn new(app: App, l10n: Arc<L10n>, painter: Arc<Painter>, settings: Settings) -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            http: Http::new(&settings, &app),
            settings,
            app,
            l10n,
            painter,
            known: Known::default(),
            seen: Mutex::default(),
            arrivals: Arrivals::new(),
            stopping: CancellationToken::new(),
            working: RwLock::default(),
            drawing: tokio::sync::Mutex::default(),
            animations: Animations::default(),
            wake: Notify::new(),
            calls: Calls::default(),
            cores: Arc::new(Semaphore::new(cores)),
            thinking: Notify::new(),
            engine_turns: broadcast::Sender::new(ENGINE_TURNS),
            next_roll: AtomicI64::new(0),
        }
    }

    /// The localizer of a language.
    pub fn localizer(&self, locale: Locale) -> Localizer<'_> {
        Localizer {
            l10n: &self.l10n,
            locale,
            known: &self.known,
        }
    }

    /// Runs the sweeper now.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// The explanation of a failure for the person who asked; logs a fault.
    pub(super) fn explain(&self, failure: &Failure, context: &Context) -> Reply {
        let l10n = self.localizer(context.locale);
        let message = match failure {
            Failure::Denial(denial) => denial.message_for(context.player),
            Failure::Said(message) => message.clone(),
            Failure::Refused(why, reply) => {
                tracing::info!(reason = why.id, "a move was refused");
                return Reply::clone(reply);
            }
            Failure::Fault(fault) => {
                self.app.store().metrics.faults.inc();
                let incident = incident();
                tracing::error!(%incident, error = chain(fault.as_ref()), "an interaction failed");
                return Reply::private(l10n.tr(&Text::new("fault").with("incident", incident)));
            }
        };
        tracing::info!(reason = message.id, "an interaction was denied");
        Reply::private(l10n.tr(&message))
    }

    /// Returns whether an interaction is new: Discord may deliver one twice.
    pub(super) fn first_time(&self, interaction: u64) -> bool {
        let mut seen = self.seen.lock();
        let new = !seen.contains(&interaction);
        if new {
            seen.truncate(REMEMBERED - 1);
            seen.push_front(interaction);
        }
        new
    }

    /// Does work as a task, unless the bot is stopping; the place is free again at its end.
    pub(super) fn spawn<W: Future<Output = ()> + Send>(
        self: &Arc<Self>,
        tasks: &mut JoinSet<()>,
        place: impl Send + 'static,
        work: impl FnOnce(Arc<Self>) -> W + Send + 'static,
    ) {
        let bot = Arc::clone(self);
        tasks.spawn(async move {
            let _place = place;
            let _working = bot.working.read().await;
            if !bot.stopping.is_cancelled() {
                work(Arc::clone(&bot)).await;
            }
        });
    }

    /// Accepts no more work, and waits for work in progress.
    pub(super) async fn finish(&self) {
        self.stopping.cancel();
        drop(self.working.write().await);
    }
}

/// Wake-up calls to and from other processes.
#[derive(Default)]
pub(super) struct Calls {
    /// This process has left work for others.
    pub(super) left: Notify,
    /// Others have left something to send.
    pub(super) to_send: Notify,
    /// Others have left turns of the engine.
    pub(super) to_think: Notify,
}

/// How many interactions are compared at most.
const MOST: usize = 32;
/// For how many milliseconds one is compared: a clock that is corrected may run a tenth faster.
const RECENT: i64 = 20 * 1_000;

/// Estimates how long interactions were under way. Discord's clock may differ from ours, so it
/// compares them with the middle one of the recent ones: a few odd ids decide nothing.
pub(super) struct Arrivals {
    clock: Stopwatch,
    /// When the latest interactions arrived, and by how much the two clocks differed then, in
    /// milliseconds.
    recent: Mutex<VecDeque<(i64, i64)>>,
}

impl Arrivals {
    pub(super) fn new() -> Self {
        Self {
            clock: Stopwatch::start(),
            recent: Mutex::default(),
        }
    }

    /// How long ago Discord created the interaction with this id, which arrives now.
    pub(super) fn age(&self, interaction: u64) -> Duration {
        let now = i64::try_from(self.clock.elapsed().as_millis()).unwrap_or(i64::MAX);
        age(&mut self.recent.lock(), interaction, now)
    }
}

fn age(recent: &mut VecDeque<(i64, i64)>, interaction: u64, now: i64) -> Duration {
    let difference = now - made(interaction).cast_signed();
    recent.retain(|(at, _)| now - at < RECENT);
    let mut known: Vec<i64> = recent.iter().map(|(_, difference)| *difference).collect();
    known.sort_unstable();
    recent.push_back((now, difference));
    if recent.len() > MOST {
        recent.pop_front();
    }
    // Of two, one may be odd.
    if known.len() <= 2 {
        return Duration::ZERO;
    }
    let late = difference - known[known.len() / 2];
    Duration::from_millis(late.max(0).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known after so many interactions that were under way for 40 ms, one a second.
    fn after(number: i64, clocks_differ_by: i64) -> VecDeque<(i64, i64)> {
        let mut recent = VecDeque::new();
        for second in 0..number {
            arrives(&mut recent, second * 1_000, 40, clocks_differ_by);
        }
        recent
    }

    /// The age of an interaction that arrives then.
    fn arrives(
        recent: &mut VecDeque<(i64, i64)>,
        at: i64,
        under_way: i64,
        clocks_differ_by: i64,
    ) -> u128 {
        let made = 1_000_000 + at - under_way - clocks_differ_by;
        age(recent, made.cast_unsigned() << 22, at).as_millis()
    }

    #[test]
    fn an_interaction_is_as_old_as_it_is_later_than_most() {
        for differ in [-90_000, 0, 4_000] {
            let mut recent = after(1, differ);
            assert_eq!(
                arrives(&mut recent, 1_000, 2_540, differ),
                0,
                "too few are known"
            );
            let mut recent = after(20, differ);
            assert_eq!(arrives(&mut recent, 20_000, 2_540, differ), 2_500);
            assert_eq!(arrives(&mut recent, 21_000, 40, differ), 0);
            let quiet = 22_000 + RECENT;
            assert_eq!(
                arrives(&mut recent, quiet, 2_540, differ),
                0,
                "after a quiet time"
            );
        }
    }

    #[test]
    fn odd_ids_and_a_corrected_clock_make_no_interaction_old() {
        let mut recent = after(3, 0);
        for odd in 3..5 {
            assert_eq!(arrives(&mut recent, odd * 1_000, -3_000, 0), 0);
        }
        for second in 5..40 {
            assert_eq!(arrives(&mut recent, second * 1_000, 40, 0), 0);
        }
        // The fastest that a time server may correct a clock.
        let mut recent = after(20, 0);
        let slewed =
            (20..2_000).map(|second| arrives(&mut recent, second * 1_000, 40, (second - 20) * 83));
        assert!(slewed.max().unwrap() < 1_000);
    }
}
