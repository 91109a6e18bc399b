//! In which servers the bot is, asked once a day.
//!
//! The gateway would tell when a server removes the bot, but not while it is away, and only
//! with all that happens in all servers; interactions over HTTP come without it.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::send;
use super::wire::Trouble;
use crate::discord::Bot;
use crate::discord::failure::chain;
use crate::discord::http::Http;
use crate::game::GuildId;
use crate::time::{DAY, Seconds};

/// When it is asked again after it could not be learnt.
const AGAIN: Seconds = Seconds::hours(1);

impl Bot {
    /// Whether a day has passed since it was asked; if so, it is taken to be asked now.
    pub(super) fn roll_is_due(&self) -> bool {
        let (now, next) = (self.app.now(), self.next_roll.load(Ordering::SeqCst));
        if now.0 < next {
            return false;
        }
        let after = now.plus(DAY).0;
        let taken =
            self.next_roll
                .compare_exchange(next, after, Ordering::SeqCst, Ordering::SeqCst);
        taken.is_ok()
    }

    /// Asks in which servers the bot is, and deletes what was kept for long enough of those
    /// that have removed it.
    pub(super) async fn call_roll(&self, http: &Http) {
        let present = match self.present(http).await {
            Ok(Some(present)) => present,
            // The bot is stopping.
            Ok(None) => return,
            Err(trouble) => {
                tracing::warn!(error = %trouble, "the servers cannot be listed");
                let again = self.app.now().plus(AGAIN).0;
                self.next_roll.store(again, Ordering::SeqCst);
                return;
            }
        };
        if let Err(error) = self.app.forget_the_absent(&present).await {
            tracing::error!(error = chain(&error), "what is past cannot be deleted");
        }
        self.wake();
    }

    async fn present(&self, http: &Http) -> Result<Option<HashSet<GuildId>>, Trouble> {
        let mut present = HashSet::new();
        let mut last = None;
        while !self.stopping.load(Ordering::SeqCst) {
            let page = send::guilds(http, last).await?;
            last = page.iter().copied().max();
            let whole = page.len() == send::MOST_GUILDS;
            present.extend(page);
            if !whole {
                return Ok(Some(present));
            }
        }
        Ok(None)
    }
}
