//! The bot on Discord: interactions come in, answers go out.
//!
//! One interaction's way: [`handler`] opens it, [`caller`] says who asks and
//! where, a file of [`commands`] (or [`press`], [`complete`]) turns it into an
//! [`Answer`], and [`deliver`] sends that, drawn for its [`audience`]. What was
//! saved but could not be said is said by [`announce`].

pub mod announce;
pub mod audience;
pub mod caller;
pub mod commands;
pub mod complete;
pub mod custom_id;
pub mod deliver;
pub mod failure;
pub mod handler;
pub mod press;
pub mod reply;
pub mod send;
pub mod start;
pub mod view;

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, RwLock};

use crate::app::App;
use crate::game::{ChallengeId, GameId, MessageId, PlayerId, State};
use crate::l10n::{L10n, Locale};
use crate::render::Painter;
use reply::{How, Reply};
use view::Voice;

/// The bot: what it needs to answer anything.
pub struct Bot {
    /// The use cases.
    pub app: App,
    /// The words.
    pub l10n: L10n,
    painter: Arc<Painter>,
    seen: Mutex<Recent>,
    stopping: AtomicBool,
    working: RwLock<()>,
    /// Held while an animation is drawn.
    films: tokio::sync::Mutex<()>,
    wake: Notify,
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
            films: tokio::sync::Mutex::default(),
            wake: Notify::new(),
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

    /// Whether an interaction came for the first time: Discord may deliver one twice.
    fn first_time(&self, interaction: u64) -> bool {
        self.seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(interaction)
    }

    /// Takes no more work, and waits until the work at hand is done.
    async fn finish(&self) {
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

/// What an interaction is answered with.
#[derive(Debug)]
pub struct Answer {
    /// With a new message, or by changing the one that was pressed.
    pub how: How,
    /// The message.
    pub reply: Reply,
    /// What is said by it, so that it is not said again.
    pub says: Says,
    /// What is to be said besides, in the channel.
    pub then: Vec<Then>,
}

/// What an answer makes known.
#[derive(Clone, Copy, Debug)]
pub enum Says {
    /// Nothing that was saved.
    Nothing,
    /// A game up to this event; the message is its board.
    Board(GameId, u32),
    /// A game up to this event, which is an offer; the message is that offer.
    Offer(GameId, u32),
    /// A game up to this event, which declines an offer; that offer's message, which now says so.
    Declined(GameId, u32, MessageId),
    /// What has become of a challenge; the message is its card.
    Card(ChallengeId, State),
}

/// What follows an answer.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// The board of a game is posted; it pings everybody it is news for but this person.
    Say(GameId, Option<PlayerId>),
    /// The card of a challenge is brought up to date.
    Show(ChallengeId),
}

impl Answer {
    /// A new message.
    #[must_use]
    pub fn new(reply: Reply) -> Self {
        Self {
            how: How::New,
            reply,
            says: Says::Nothing,
            then: Vec::new(),
        }
    }

    /// A change of the message that was pressed.
    #[must_use]
    pub fn update(reply: Reply) -> Self {
        Self {
            how: How::Update,
            reply,
            says: Says::Nothing,
            then: Vec::new(),
        }
    }

    /// The same, saying something that was saved.
    #[must_use]
    pub fn saying(mut self, says: Says) -> Self {
        self.says = says;
        self
    }

    /// The same, followed by something.
    #[must_use]
    pub fn then(mut self, then: Then) -> Self {
        self.then.push(then);
        self
    }
}
