//! What is measured of the application.

use std::sync::Arc;

use super::{App, Error};
use crate::game::{Event, Game};
use crate::metrics::{Backlog, Metrics};
use crate::store::{Origin, Unchanged};
use crate::time::Timestamp;

impl App {
    /// What is counted and measured.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Whether the database answers.
    pub async fn ready(&self) -> Result<(), Error> {
        Ok(self.store.answers().await?)
    }

    /// What is owed, by kind.
    pub async fn backlog(&self) -> Result<Vec<Backlog>, Error> {
        Ok(self.store.backlog(self.now()).await?)
    }

    /// Saves what has happened in a game, and counts it.
    pub(super) async fn append(
        &self,
        after: &Game,
        events: &[Event],
        at: Timestamp,
        origin: Option<&Origin>,
    ) -> Result<(), Unchanged> {
        self.store.append(after, events, at, origin).await?;
        for event in events {
            let game = after.rules().info().id;
            self.metrics.event(game, event.written().kind);
        }
        Ok(())
    }
}
