//! The use cases: the only place where decisions meet storage.
//!
//! Everything here saves; nothing here speaks. What a change makes known is written
//! down with it as a [`Debt`], which whoever calls pays and [settles](App::settle).

mod challenges;
mod games;
mod lots;
mod outbox;
mod sweeper;
mod themes;

pub use challenges::{Opponent, Rematch};
pub use games::{Act, Target};
pub use outbox::Unpaid;

use crate::game::{Denied, GameSummary, GuildId, Leaderboard, PlayerId};
use crate::registry::Registry;
use crate::store::{self, Examined, Store};
pub use crate::store::{Debt, Lease, Means, Origin, Owed, Payer};
use crate::time::{Clock, Timestamp};

/// The application: what is kept, and what time it is.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    clock: Clock,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The house or the game forbids it: the person's to mend.
    #[error("denied: {0:?}")]
    Denied(Denied),
    /// We failed.
    #[error(transparent)]
    Fault(#[from] store::Error),
    /// The operating system gave no randomness.
    #[error("no randomness")]
    Randomness(#[from] getrandom::Error),
}

impl From<Denied> for Error {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl App {
    /// The application on what is kept in `store`.
    #[must_use]
    pub fn new(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// What is kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The kinds of games there are.
    #[must_use]
    pub fn registry(&self) -> Registry {
        self.store.registry()
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A player's running games in a server, soonest deadline first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn games(&self, player: PlayerId, guild: GuildId) -> Result<Vec<GameSummary>, Error> {
        Ok(self.store.running_of(player, guild).await?)
    }

    /// A player's games in a server to look back at: those that are over, newest
    /// first, at most `most`, then those that are running.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn played(
        &self,
        player: PlayerId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<GameSummary>, Error> {
        let mut lines = self.store.past(player, guild, most).await?;
        lines.extend(self.games(player, guild).await?);
        Ok(lines)
    }

    /// A page of a leaderboard.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        rules: Option<&str>,
        page: u32,
        viewer: PlayerId,
    ) -> Result<Leaderboard, Error> {
        Ok(self.store.leaderboard(guild, rules, page, viewer).await?)
    }

    /// Remembers what a person is called, for menus. Whatever else is done does
    /// not fail by this.
    pub async fn meet(&self, player: PlayerId, name: &str) {
        if let Err(error) = self.store.seen(player, name, self.now()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a name was not remembered"
            );
        }
    }

    /// Examines everything that is kept: the file, and every row that follows
    /// from the games.
    ///
    /// # Errors
    /// If the file is so damaged that it cannot be read on.
    pub async fn examine(&self) -> Result<Examined, Error> {
        Ok(self.store.examine().await?)
    }
}
