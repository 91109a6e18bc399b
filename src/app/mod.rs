//! The use cases: the only place that joins decisions to storage.
//!
//! Nothing here sends messages. A change that has to be announced is saved together with an [outbox
//! item](Item); the caller announces it and [acknowledges](Work::acknowledge) the item. Queries that
//! only read go through [`App::read`]; work that the processes share besides games goes through
//! [`App::work`].
//!
//! Every method fails if the database does, or with a [`Denial`] if the player is not allowed to do
//! this. An `# Errors` section lists further errors.

mod away;
mod challenges;
mod clocks;
mod engine;
mod games;
mod outbox;
mod plans;
mod privacy;
mod puzzles;
mod random;
mod sweeper;
mod tournaments;

pub use away::MAX_AWAY_DAYS;
pub use challenges::{Opponent, Rematch};
pub use games::{Act, Target};
pub use outbox::{REFUSED_PAUSE, Unsent};
pub use plans::Planning;
pub use privacy::{KEPT_AFTER_DEPARTURE, KEPT_AFTER_LEAVING, KEPT_IN_SILENCE};
pub use puzzles::{Found, Which};
pub use sweeper::Swept;

use crate::game::{Denial, Game, GameSummary, GuildId, PlayerId, Profile};
pub use crate::store::Error as Fault;
use crate::store::{self, Store, Unchanged};
pub use crate::store::{
    Examined, Grant, Item, ItemId, Lease, Listener, Means, Origin, Posted, Presentation, Reads,
    Receiver, Search, Sender, StoredDataSummary, Table, Upkeep, Waiting, Work,
};
use crate::time::{Clock, Timestamp};
use siwa_games::registry::Rules;

/// The application: a store and a clock.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    clock: Clock,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The application or the game does not allow it.
    #[error("denied: {}", .0.message().id)]
    Denial(Denial),
    /// The move is illegal in this game.
    #[error("refused: {}", .1.message().id)]
    Refused(Box<Game>, Denial),
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
            Unchanged::Conflict | Unchanged::Repeated => Self::Denial(Denial::Busy),
            Unchanged::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl App {
    /// The application on a store.
    pub fn new(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// Queries that only read.
    pub fn read(&self) -> &Reads {
        &self.store
    }

    /// Work that the processes of one bot share besides games.
    pub fn work(&self) -> &Work {
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
    ) -> Result<Vec<GameSummary>, Error> {
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
    ) -> Result<Vec<GameSummary>, Error> {
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
    ) -> Result<Option<(&'static dyn Rules, Profile)>, Error> {
        let registry = self.store.registry();
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
