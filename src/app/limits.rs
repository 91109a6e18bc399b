//! What the processes of one bot share beside its games: Discord's limits, and calls to work.

use std::time::Duration;

use super::{App, Error};
use crate::store::{Drawn, Listener};
use crate::time::Timestamp;

impl App {
    /// Takes `number` requests to Discord of the second `now`, in which there are `a_second`, for
    /// what can wait or for what cannot.
    pub async fn draw(
        &self,
        patient: bool,
        number: u32,
        a_second: u32,
        now: Timestamp,
    ) -> Result<Drawn, Error> {
        Ok(self.store.draw(patient, number, a_second, now).await?)
    }

    /// Notes that no process may make requests before the second `opens`.
    pub async fn close_budget(&self, opens: Timestamp) -> Result<(), Error> {
        Ok(self.store.close_budget(opens).await?)
    }

    /// Asks to identify a shard of this bucket; returns how long to wait before asking again,
    /// which is no time if it may now.
    pub async fn identify(&self, bucket: u32) -> Result<Duration, Error> {
        Ok(self.store.identify(bucket).await?)
    }

    /// Whether other processes may work on the same database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Calls all processes to work that this one leaves to them.
    pub async fn call(&self) -> Result<(), Error> {
        Ok(self.store.call().await?)
    }

    /// Listens to such calls; none if there are none.
    pub async fn listen(&self) -> Result<Option<Listener>, Error> {
        Ok(self.store.listen().await?)
    }
}
