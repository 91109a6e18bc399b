//! Calls between processes: what one has no room for, another begins at once.
//!
//! A process that hears a call only looks at what is due, and passes no call on. That work is done
//! does not depend on it: every process looks for work now and then.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::Bot;
use crate::discord::failure::chain;

/// No process calls more often: the same call covers what happens meanwhile.
const PAUSE: Duration = Duration::from_millis(20);

/// How long after trouble with the database it is tried again.
const AGAIN: Duration = Duration::from_secs(5);

impl Bot {
    /// Passes calls on, to other processes and from them.
    pub(in crate::discord) async fn relay(self: Arc<Self>) {
        tokio::select! {
            () = self.hear() => {}
            () = self.call_others() => {}
        }
    }

    /// Hears calls; ends if there are none.
    async fn hear(&self) {
        loop {
            match self.app.work().listen().await {
                Ok(Some(mut listener)) => loop {
                    // The first time for what was called before anybody listened.
                    self.calls.to_send.notify_one();
                    self.calls.to_think.notify_one();
                    if let Err(error) = listener.called().await {
                        tracing::warn!(error = chain(&error), "calls are not heard");
                        break;
                    }
                },
                Ok(None) => {
                    if self.app.work().is_shared() {
                        tracing::warn!(
                            "the database cannot call other processes: they find work when they look for it"
                        );
                    }
                    return;
                }
                Err(error) => tracing::warn!(error = chain(&error), "calls are not heard"),
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
