//! The bot: what it needs to answer anything.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, OnceCell, RwLock};

use super::context::Audience;
use super::failure::{Failure, chain, incident};
use super::outbound::films::Films;
use super::view::reply::Reply;
use super::view::{Themes, Voice};
use crate::app::App;
use crate::game::{GuildId, PlayerId};
use crate::l10n::{L10n, Locale};
use crate::message::{Localize as _, Message};
use crate::render::{self, Painter, Theme};

/// The bot: what it needs to answer anything.
pub struct Bot {
    /// The use cases.
    pub app: App,
    /// The words.
    pub l10n: L10n,
    pub(super) painter: Arc<Painter>,
    seen: Mutex<Recent>,
    pub(super) stopping: AtomicBool,
    pub(super) working: RwLock<()>,
    /// The queue for animations.
    pub(super) films: Films,
    pub(super) wake: Notify,
    /// Who the bot is, once that was asked.
    pub(super) us: OnceCell<u64>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").finish_non_exhaustive()
    }
}

impl Bot {
    /// The bot on an application.
    #[must_use]
    pub fn new(app: App, l10n: L10n, painter: Painter) -> Self {
        Self {
            app,
            l10n,
            painter: Arc::new(painter),
            seen: Mutex::default(),
            stopping: AtomicBool::new(false),
            working: RwLock::default(),
            films: Films::default(),
            wake: Notify::new(),
            us: OnceCell::new(),
        }
    }

    /// The words of a language.
    #[must_use]
    pub fn voice(&self, locale: Locale) -> Voice<'_> {
        Voice {
            l10n: &self.l10n,
            locale,
        }
    }

    /// Lets the sweeper look now, instead of at its next turn.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// A failure in words, for whoever asked; a fault is logged here, once.
    pub(super) fn explain(&self, failure: &Failure, locale: Locale) -> Reply {
        let voice: Voice<'_> = self.voice(locale);
        let message = match failure {
            Failure::Denied(denied) => denied.message(),
            Failure::Said(message) => message.clone(),
            Failure::Fault(fault) => {
                let incident = incident();
                tracing::error!(%incident, error = chain(fault.as_ref()), "an interaction failed");
                return Reply::private(
                    voice.say(&Message::new("fault").with("incident", incident)),
                );
            }
        };
        tracing::info!(reason = message.id, "an interaction was denied");
        Reply::private(voice.say(&message))
    }

    /// Whether an interaction came for the first time: Discord may deliver one twice.
    pub(super) fn first_time(&self, interaction: u64) -> bool {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(interaction)
    }

    /// Takes no more work, and waits until the work at hand is done.
    pub(super) async fn finish(&self) {
        self.stopping.store(true, Ordering::SeqCst);
        drop(self.working.write().await);
    }
}

/// The interactions of late; how many is bounded, their tokens die anyway.
#[derive(Default)]
struct Recent {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Recent {
    const MOST: usize = 4096;

    fn insert(&mut self, id: u64) -> bool {
        if !self.known.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > Self::MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

impl Bot {
    /// The themes that a person and a server have chosen.
    pub(super) async fn themes(
        &self,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Themes, Failure> {
        // A theme may have been given up since it was chosen: then it is as if none was.
        let known = |id: Option<String>| id.as_deref().and_then(render::theme);
        let chosen = self.app.themes(player, guild).await?;
        Ok(Themes {
            own: known(chosen.own),
            public: known(chosen.public),
        })
    }

    /// The theme in which an audience sees boards. A board must not be lost for its
    /// colours, so that the usual ones serve if nothing can be learnt.
    pub(super) async fn theme(&self, audience: Audience) -> &'static Theme {
        match self.themes(audience.player, audience.guild).await {
            Ok(themes) => themes.for_one(),
            Err(failure) => {
                tracing::error!(error = chain(&failure), "a theme cannot be read");
                Themes::default().for_all()
            }
        }
    }
}
