//! What happens only because time passes.

use super::{App, Error};
use crate::time::{Clock, Timestamp};

/// What a sweep has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// The time of so many games was looked at that there may be more.
    pub more: bool,
    /// Discord is to be asked whether people are [still members](App::to_ask_after).
    pub members: bool,
}

impl App {
    /// Ends challenges that stood too long and games whose time is over, has those reminded
    /// whose time will be over soon, those told who want it once a day, and those cards changed that nobody takes.
    ///
    /// # Errors
    /// What was ended before a failure stays ended.
    pub async fn sweep(&self) -> Result<Swept, Error> {
        // Seconds of Discord's limit are real ones.
        let (now, second) = (self.now(), Clock::default().now());
        let due = self.store.due(now, second).await?;
        if due.spent.is_some() {
            self.store.forget_spent(second).await?;
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
        Ok(Swept { more, members })
    }

    /// Has those told of all their games who want it at this hour of their day.
    async fn digest(&self, now: Timestamp) -> Result<(), Error> {
        for (player, notices) in self.store.digests(now).await? {
            let next = notices.next_digest(now);
            self.store.note_digest(player, next, now).await?;
        }
        Ok(())
    }
}
