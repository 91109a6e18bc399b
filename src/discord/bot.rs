//! The bot: what every interaction shares.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::{Notify, OnceCell, RwLock, Semaphore};

use super::arrivals::Arrivals;
use super::context::Audience;
use super::failure::{Failure, chain, incident, within};
use super::outbound::animations::Animations;
use super::view::reply::Reply;
use super::view::{Known, Localizer, Themes};
use crate::app::App;
use crate::game::{GuildId, PlayerId};
use crate::l10n::{L10n, Locale};
use siwa_boards::{Painter, Theme};
use siwa_games::text::{Localize as _, Text};

/// For how long a theme may be waited for: the answer that needs it cannot come late.
const THEME_TIMEOUT: Duration = Duration::from_millis(500);

/// How many interactions are remembered: tokens expire after 15 minutes anyway.
const REMEMBERED: usize = 4096;

/// What every interaction shares.
pub struct Bot {
    /// The use cases.
    pub app: App,
    /// The words.
    pub l10n: L10n,
    pub(super) painter: Arc<Painter>,
    /// What Discord has ids for.
    pub(super) known: Known,
    /// The latest interactions, newest first.
    seen: Mutex<VecDeque<u64>>,
    pub(super) arrivals: Arrivals,
    pub(super) stopping: AtomicBool,
    pub(super) working: RwLock<()>,
    /// The queue for animations.
    pub(super) animations: Animations,
    pub(super) wake: Notify,
    /// To other processes, and from them.
    pub(super) calls: Calls,
    /// Held by each search, as many as there are cores.
    pub(super) cores: Arc<Semaphore>,
    /// Told when a turn of the engine, or a core for it, may be there.
    pub(super) thinking: Notify,
    /// When it is asked next in which servers the bot is, in seconds since the Unix epoch.
    pub(super) next_roll: AtomicI64,
    /// The bot's own user id, once Discord was asked for it.
    pub(super) us: OnceCell<u64>,
}

impl Bot {
    /// A bot for an application. Bots may share a painter: it keeps what it has drawn.
    pub fn new(app: App, l10n: L10n, painter: Arc<Painter>) -> Self {
        Self {
            app,
            l10n,
            painter,
            known: Known::default(),
            seen: Mutex::default(),
            arrivals: Arrivals::new(),
            stopping: AtomicBool::new(false),
            working: RwLock::default(),
            animations: Animations::default(),
            wake: Notify::new(),
            calls: Calls::default(),
            cores: Arc::new(Semaphore::new(
                available_parallelism().map_or(1, NonZero::get),
            )),
            thinking: Notify::new(),
            next_roll: AtomicI64::new(0),
            us: OnceCell::new(),
        }
    }

    /// The same, with so many turns of the engine thought about at the same time. With none,
    /// they are left to other processes.
    #[must_use]
    pub fn with_cores(self, cores: usize) -> Self {
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            ..self
        }
    }

    /// The words of a language.
    pub fn localizer(&self, locale: Locale) -> Localizer<'_> {
        Localizer {
            l10n: &self.l10n,
            locale,
            known: &self.known,
        }
    }

    /// Lets the sweeper run at once.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// A failure in words, for the person who asked, and a fault in the log.
    pub(super) fn explain(&self, failure: &Failure, locale: Locale) -> Reply {
        let l10n: Localizer<'_> = self.localizer(locale);
        let message = match failure {
            Failure::Denial(denial) => denial.message(),
            Failure::Said(message) => message.clone(),
            Failure::Refused(why, reply) => {
                tracing::info!(reason = why.id, "a move was refused");
                return Reply::clone(reply);
            }
            Failure::Fault(fault) => {
                self.app.metrics().fault();
                let incident = incident();
                tracing::error!(%incident, error = chain(fault.as_ref()), "an interaction failed");
                return Reply::private(l10n.tr(&Text::new("fault").with("incident", incident)));
            }
        };
        tracing::info!(reason = message.id, "an interaction was denied");
        Reply::private(l10n.tr(&message))
    }

    /// Whether an interaction is new: Discord may deliver one twice.
    pub(super) fn first_time(&self, interaction: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !seen.contains(&interaction);
        if new {
            seen.truncate(REMEMBERED - 1);
            seen.push_front(interaction);
        }
        new
    }

    /// Accepts no more work, and waits for the work in progress.
    pub(super) async fn finish(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        drop(self.working.write().await);
    }

    /// The themes that a person and a server have chosen.
    pub(super) async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Failure> {
        // A theme may have been removed since it was chosen.
        let known = |id: Option<String>| id.as_deref().and_then(siwa_boards::theme);
        let chosen = self.app.read().themes(player, guild).await?;
        Ok(Themes {
            own: known(chosen.own),
            public: known(chosen.public),
        })
    }

    /// The theme in which an audience sees boards. A failing database must not cost a board,
    /// so it falls back on the default.
    pub(super) async fn theme(&self, audience: Audience) -> &'static Theme {
        let themes = self.themes(audience.player, audience.guild);
        match within(THEME_TIMEOUT, themes).await {
            Ok(themes) => themes.for_one(),
            Err(failure) => {
                tracing::error!(error = chain(&failure), "a theme cannot be read");
                Themes::default().for_all()
            }
        }
    }
}

/// Calls to other processes, and from them.
#[derive(Default)]
pub(super) struct Calls {
    /// Work is left to others.
    pub(super) left: Notify,
    /// Others have left something to be sent.
    pub(super) to_send: Notify,
    /// Others have left turns of the engine.
    pub(super) to_think: Notify,
}
