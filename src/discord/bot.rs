//! The bot: the state that all interactions share.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use tokio::sync::{Notify, OnceCell, RwLock, Semaphore, broadcast};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::arrivals::Arrivals;
use super::context::Context;
use super::failure::{Failure, chain, incident};
use super::outbound::animations::Animations;
use super::view::reply::Reply;
use super::view::{Known, Localizer};
use crate::app::App;
use crate::game::GameId;
use crate::l10n::{L10n, Locale};
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
    /// The permits for searches, one for each core.
    pub(super) cores: Arc<Semaphore>,
    /// Notified when a turn of the engine, or a core for it, may be available.
    pub(super) thinking: Notify,
    /// The games in which this process has just taken a turn of the engine.
    pub(super) engine_turns: broadcast::Sender<GameId>,
    /// When to ask Discord next for the servers of the bot, in seconds since the Unix epoch.
    pub(super) next_roll: AtomicI64,
    /// The bot's own user id, once Discord was asked for it.
    pub(super) us: OnceCell<u64>,
}

impl Bot {
    /// A bot for an application. Bots may share a painter, which caches its pictures.
    pub fn new(app: App, l10n: Arc<L10n>, painter: Arc<Painter>) -> Self {
        Self {
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
            cores: Arc::new(Semaphore::new(
                available_parallelism().map_or(1, NonZero::get),
            )),
            thinking: Notify::new(),
            engine_turns: broadcast::Sender::new(ENGINE_TURNS),
            next_roll: AtomicI64::new(0),
            us: OnceCell::new(),
        }
    }

    /// Like this one, but with `cores` searches of the engine at the same time. With 0, they are
    /// left to other processes.
    #[must_use]
    pub fn with_cores(self, cores: usize) -> Self {
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            ..self
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
        let l10n: Localizer<'_> = self.localizer(context.locale);
        let message = match failure {
            Failure::Denial(denial) => denial.told(context.player),
            Failure::Said(message) => message.clone(),
            Failure::Refused(why, reply) => {
                tracing::info!(reason = why.id, "a move was refused");
                return Reply::clone(reply);
            }
            Failure::Fault(fault) => {
                self.app.work().metrics.fault();
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
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !seen.contains(&interaction);
        if new {
            seen.truncate(REMEMBERED - 1);
            seen.push_front(interaction);
        }
        new
    }

    /// Does work as a task, unless the bot is stopping; the place is free again at its end.
    pub(super) fn spawn(
        self: &Arc<Self>,
        tasks: &mut JoinSet<()>,
        place: impl Send + 'static,
        work: impl Future<Output = ()> + Send + 'static,
    ) {
        let bot = Arc::clone(self);
        tasks.spawn(async move {
            let _place = place;
            let _working = bot.working.read().await;
            if !bot.stopping.is_cancelled() {
                work.await;
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
