//! Wake-up calls between processes: another one starts work for which one has no capacity.
//!
//! A process that receives a call only checks what is due, and does not pass the call on. Calls are
//! only an optimisation: every process polls for work.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::{Bot, chain};

/// The shortest interval between calls of a process: one call covers all work in between.
const PAUSE: Duration = Duration::from_millis(20);

/// How long to wait after an error of the database.
const AGAIN: Duration = Duration::from_secs(5);

impl Bot {
    /// Relays calls to and from other processes.
    pub(in crate::discord) async fn relay(self: Arc<Self>) {
        tokio::select! {
            () = self.hear() => {}
            () = self.call_others() => {}
        }
    }

    /// Receives calls; ends if there are none.
    async fn hear(&self) {
        loop {
            match self.app.work().listen().await {
                Ok(Some(mut listener)) => loop {
                    // Notify once for calls from before this process listened.
                    self.calls.to_send.notify_one();
                    self.calls.to_think.notify_one();
                    if let Err(error) = listener.called().await {
                        tracing::warn!(error = chain(&error), "calls cannot be received");
                        break;
                    }
                },
                Ok(None) => {
                    if self.app.work().is_shared() {
                        tracing::warn!(
                            "the database cannot call other processes: they poll for work"
                        );
                    }
                    return;
                }
                Err(error) => tracing::warn!(error = chain(&error), "calls cannot be received"),
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn call_others(&self) {
        loop {
            self.calls.left.notified().await;
            if let Err(error) = self.app.work().call().await {
                tracing::warn!(error = chain(&error), "other processes cannot be called");
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
