//! The use cases: the only place that joins decisions to storage.
//!
//! Nothing here sends messages. A change that has to be announced is saved together with an [outbox
//! item](Item); the caller announces it and [acknowledges](Database::acknowledge) the item. What needs
//! no decision goes through [`App::store`].
//!
//! Every method fails if the database does, or with a [`Denial`] if the player is not allowed to do
//! this. An `# Errors` section lists further errors.

mod begin;
mod challenges;
mod clocks;
mod games;
mod plans;
mod privacy;
mod puzzles;
mod tournaments;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;

pub use challenges::{Accepted, Rematch};
pub use clocks::Swept;
pub use games::{Acted, Replay, Target};
pub use plans::Planning;
pub use privacy::{KEPT_AFTER_DEPARTURE, KEPT_AFTER_LEAVING, KEPT_IN_SILENCE};
pub use puzzles::Which;

pub use crate::game::Act;
use crate::game::{Denial, GameSummary, GuildId, PlayerId, Profile};
pub use crate::store::Error as Fault;
use crate::store::{self, Store, Unchanged};
pub use crate::store::{
    Database, Done, Examined, ExportedTable, Grant, Item, Lease, Listener, MAX_CLOSED, Origin,
    Posted, Reach, Receiver, Search, Settings, StoredDataSummary, Upkeep, Waiting,
};
use crate::time::{Clock, Timestamp};
use siwa_games::registry::Rules;

/// The application: a store and a clock.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    /// The clock.
    pub clock: Clock,
    reached: Arc<Mutex<clocks::Reached>>,
    /// Whether this process may be sent interactions.
    pub readiness: Arc<Readiness>,
}

/// What decides, besides the database, whether a process may be sent interactions.
#[derive(Debug, Default)]
pub struct Readiness {
    /// Whether the bot has started to accept interactions; true from then on.
    pub begun: AtomicBool,
    /// Whether the bot is stopping; true from then on, also while it still accepts interactions.
    pub stopping: AtomicBool,
    /// Whether the last sweep has failed, as it does while nothing can be written.
    pub failing: AtomicBool,
}

/// The outcome of a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The application or the game does not allow it.
    #[error("denied: {}", .0.message().id)]
    Denial(Denial),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] store::Error),
    /// The operating system gave no randomness.
    #[error("no randomness")]
    Randomness(#[from] getrandom::Error),
}

impl From<Denial> for Error {
    fn from(denial: Denial) -> Self {
        Self::Denial(denial)
    }
}

impl From<Unchanged> for Error {
    fn from(unchanged: Unchanged) -> Self {
        match unchanged {
            Unchanged::Denial(denial) => Self::Denial(denial),
            Unchanged::Conflict => Self::Denial(Denial::Busy),
            Unchanged::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// The value of a change that was saved; `None` if another one was saved first, so that it has to be decided again.
fn unless_conflict<T>(saved: Result<T, Unchanged>) -> Result<Option<T>> {
    match saved {
        Ok(value) => Ok(Some(value)),
        Err(Unchanged::Conflict) => Ok(None),
        Err(unchanged) => Err(unchanged.into()),
    }
}

impl App {
    /// The application on a store.
    pub fn new(store: Store, clock: Clock) -> Self {
        Self {
            store,
            clock,
            reached: Arc::default(),
            readiness: Arc::default(),
        }
    }

    /// Queries, and the changes that need no decision.
    pub fn store(&self) -> &Database {
        &self.store
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The running games in which it is a player's turn, in a server or in all of them, soonest
    /// deadline first.
    pub async fn turns(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Vec<GameSummary>> {
        let mut games = self.store.running_of(player, guild).await?;
        games.retain(|game| game.waits_for(player));
        Ok(games)
    }

    /// A player's games in a server for the replay: at most `most` finished ones, newest first,
    /// then the running ones.
    pub async fn played(
        &self,
        player: PlayerId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<GameSummary>> {
        let mut games = self.store.past(player, guild, most).await?;
        games.extend(self.store.running_of(player, Some(guild)).await?);
        Ok(games)
    }

    /// A player's results in a kind of game in a server, by default the kind they have played most
    /// often; `None` if the kind is unknown.
    pub async fn profile(
        &self,
        guild: GuildId,
        player: PlayerId,
        kind: Option<&str>,
    ) -> Result<Option<(&'static dyn Rules, Profile)>> {
        let registry = self.store.registry;
        let found = match kind {
            Some(kind) => registry.find(kind),
            None => {
                let played = self.store.kinds_of(guild, player).await?;
                let known = played.iter().find_map(|kind| registry.find(kind));
                known.or_else(|| registry.games().next())
            }
        };
        let Some(rules) = found else {
            return Ok(None);
        };
        let profile = self.store.profile(guild, rules.info().id, player).await?;
        Ok(Some((rules, profile)))
    }

    /// Remembers a person's name, for menus. A failure is only logged, because the interaction can
    /// do without the name.
    pub async fn meet(&self, player: PlayerId, name: &str) {
        if let Err(error) = self.store.seen(player, name, self.now()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a name was not remembered"
            );
        }
    }
}
