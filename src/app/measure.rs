//! What is measured of the application.

use std::sync::Arc;

use super::App;
use crate::metrics::Metrics;

impl App {
    /// What is counted and measured.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        self.store.metrics()
    }
}
