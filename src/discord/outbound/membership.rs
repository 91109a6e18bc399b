//! Asks Discord once a day for the servers of the bot, and whether inactive people are still
//! members of them.
//!
//! The gateway reports when a server removes the bot, but not while it is disconnected, and only
//! with all other events of servers; over HTTP there are no such events. Events about members who
//! leave need a privileged intent; asking for one member needs none.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::request::Trouble;
use super::send;
use crate::discord::{Bot, Http, chain};
use crate::game::GuildId;
use crate::time::{DAY, Seconds};

/// How long to wait after a failure.
const AGAIN: Seconds = Seconds::hours(1);

impl Bot {
    /// Returns whether a day has passed since the last time; if so, counts as asking now.
    pub(super) fn roll_is_due(&self) -> bool {
        let now = self.app.now();
        let due = now.0 >= self.next_roll.load(Ordering::SeqCst);
        if due {
            self.next_roll.store(now.plus(DAY).0, Ordering::SeqCst);
        }
        due
    }

    /// Asks for the servers of the bot, and deletes the data of those that removed it long enough
    /// ago.
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
            tracing::error!(error = chain(&error), "old data cannot be deleted");
        }
        self.wake();
    }

    /// Asks whether some inactive people are still members, and deletes the data of those who left
    /// long enough ago.
    pub(super) async fn ask_after_members(&self, http: &Http, most: u32) {
        let asked = self.app.work().to_ask_after(self.app.now(), most);
        let asked = match asked.await {
            Ok(asked) => asked,
            Err(error) => {
                tracing::error!(
                    error = chain(&error),
                    "inactive members of servers cannot be read"
                );
                return;
            }
        };
        for ((guild, player), missed) in asked {
            if self.stopping.is_cancelled() {
                return;
            }
            let done = match send::is_member(http, guild, player).await {
                Ok(true) => self.app.note_member(player, guild, true).await,
                Ok(false) if missed => self.app.forget(player, Some(guild)).await,
                Ok(false) => self.app.note_member(player, guild, false).await,
                Err(trouble) => {
                    tracing::warn!(error = %trouble, "a member cannot be asked for");
                    continue;
                }
            };
            if let Err(error) = done {
                tracing::error!(
                    error = chain(&error),
                    "whether a member has left cannot be saved"
                );
            }
        }
    }

    async fn present(&self, http: &Http) -> Result<Option<HashSet<GuildId>>, Trouble> {
        let mut present = HashSet::new();
        let mut last = None;
        while !self.stopping.is_cancelled() {
            let page = send::guilds(http, last).await?;
            last = page.iter().copied().max();
            let whole = page.len() == send::MAX_GUILDS;
            present.extend(page);
            if !whole {
                return Ok(Some(present));
            }
        }
        Ok(None)
    }
}
