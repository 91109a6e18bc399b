//! The use cases: the only place where decisions meet storage.
//!
//! Everything here saves; nothing here speaks. A change that has to be announced
//! is saved together with a [`Debt`]; the caller announces it and
//! [settles](App::settle) the debt.
//!
//! Every method fails if the database does, and with a [`Denial`] that says why the
//! player may not do this. An `# Errors` section lists what else can go wrong.

mod away;
mod challenges;
mod clocks;
mod engine;
mod games;
mod limits;
mod lots;
mod measure;
mod notices;
mod outbox;
mod plans;
mod privacy;
mod puzzles;
mod settings;
mod setup;
mod sweeper;
mod themes;
mod threads;

use std::sync::Arc;

pub use away::LONGEST_AWAY;
pub use challenges::{Opponent, Rematch};
pub use games::{Act, Target};
pub use outbox::Unpaid;
pub use plans::Planning;
pub use privacy::{KEPT_AFTER_DEPARTURE, KEPT_AFTER_LEAVING, KEPT_IN_SILENCE};
pub use puzzles::Found;

use crate::game::{Denial, Game, GameSummary, GuildId, Ladder, Leaderboard, PlayerId, Profile};
use crate::metrics::Metrics;
use crate::registry::{Registry, Rules};
use crate::rules::BySide;
use crate::store::{self, Examined, Store, Unchanged};
pub use crate::store::{
    Debt, Drawn, Kept, Lease, Listener, Means, Origin, Owed, Payer, Ranked, Receiver, Search,
    Table, Waiting,
};
use crate::time::{Clock, Timestamp};

/// The application: a store and a clock, and what is measured of both.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    clock: Clock,
    metrics: Arc<Metrics>,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The house or the game forbids it.
    #[error("denied: {0:?}")]
    Denial(Denial),
    /// The rules of this game forbid a move.
    #[error("refused: {1:?}")]
    Refused(Box<Game>, Denial),
    /// We failed.
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
    #[must_use]
    pub fn new(store: Store, clock: Clock) -> Self {
        let metrics = Arc::new(Metrics::new(store.metrics()));
        Self {
            store,
            clock,
            metrics,
        }
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
    pub async fn games(&self, player: PlayerId, guild: GuildId) -> Result<Vec<GameSummary>, Error> {
        Ok(self.store.running_of(player, Some(guild)).await?)
    }

    /// A player's running games in all servers, soonest deadline first.
    pub async fn games_everywhere(&self, player: PlayerId) -> Result<Vec<GameSummary>, Error> {
        Ok(self.store.running_of(player, None).await?)
    }

    /// The running games of a server in which it is a player's turn, soonest deadline first.
    pub async fn turns(&self, player: PlayerId, guild: GuildId) -> Result<Vec<GameSummary>, Error> {
        let mut games = self.games(player, guild).await?;
        games.retain(|game| game.waits_for(player));
        Ok(games)
    }

    /// A player's games in a server to look back at: those that are over, newest
    /// first, at most `most`, then those that are running.
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
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        ladder: Ladder<'_>,
        page: u32,
        viewer: PlayerId,
    ) -> Result<Leaderboard, Error> {
        Ok(self.store.leaderboard(guild, ladder, page, viewer).await?)
    }

    /// How somebody stands in a kind of game in a server, which they have played most often if
    /// none is given; none if the kind is unknown.
    pub async fn profile(
        &self,
        guild: GuildId,
        player: PlayerId,
        kind: Option<&str>,
    ) -> Result<Option<(&'static dyn Rules, Profile)>, Error> {
        let registry = self.registry();
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

    /// The players' names, as last seen.
    pub async fn names(&self, players: BySide<PlayerId>) -> Result<BySide<Option<String>>, Error> {
        Ok(self.store.names(players).await?)
    }

    /// Remembers a person's name, for menus. A failure is only logged: the name is
    /// not worth failing an interaction for.
    pub async fn meet(&self, player: PlayerId, name: &str) {
        if let Err(error) = self.store.seen(player, name, self.now()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a name was not remembered"
            );
        }
    }

    /// Examines the file, and every row that follows from the games.
    pub async fn examine(&self) -> Result<Examined, Error> {
        Ok(self.store.examine().await?)
    }
}
