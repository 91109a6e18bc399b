//! What is measured of the application.

use std::sync::Arc;

use super::App;
use crate::game::{Event, Game};
use crate::metrics::Metrics;
use crate::store::{Origin, Unchanged};
use crate::time::Timestamp;

impl App {
    /// What is counted and measured.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        self.store.metrics()
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
            self.metrics().event(game, event.written().kind);
        }
        Ok(())
    }
}
