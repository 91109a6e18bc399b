//! Work that becomes due as time passes.

use super::{App, Error};
use crate::time::{Clock, Timestamp};

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Whether more games may be overdue than one sweep handles.
    pub more: bool,
    /// Whether to ask Discord if people are [still members](super::Work::to_ask_after).
    pub members: bool,
    /// Whether tournaments are due.
    pub tournaments: bool,
}

impl App {
    /// Ends expired challenges and overdue games, and enqueues reminders, daily digests, and changes of the cards
    /// of open challenges that nobody has accepted.
    ///
    /// # Errors
    /// Games that were ended before a failure stay ended.
    pub async fn sweep(&self) -> Result<Swept, Error> {
        // Discord's limits count real seconds.
        let (now, second) = (self.now(), Clock::default().now());
        let due = self.store.due(now, second).await?;
        if due.counts.is_some() {
            self.store.forget_requests(second).await?;
        }
        if due.challenges.is_some() {
            self.store.expire_challenges(now).await?;
        }
        if due.offers.is_some() {
            self.store.offer_engine(now).await?;
        }
        if due.digests.is_some() {
            self.digest(now).await?;
        }
        let more = due.alarms.is_some() && self.ring(now).await?;
        self.store.truncate_wal().await?;
        let members = due.members.is_some();
        let tournaments = due.tournaments.is_some();
        Ok(Swept {
            more,
            members,
            tournaments,
        })
    }

    /// Enqueues the daily digests of people for whom this is the chosen hour.
    async fn digest(&self, now: Timestamp) -> Result<(), Error> {
        for (player, notices) in self.store.digests(now).await? {
            let next = notices.next_digest(now);
            self.store.note_digest(player, next, now).await?;
        }
        Ok(())
    }
}
