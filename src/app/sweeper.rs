//! What happens only because time passes.

use super::{App, Error};
use crate::game::GameId;
use crate::store::{Due, Unchanged};
use crate::time::{Clock, Timestamp};

/// How many games are ended at once: the others wait until these are told.
const PAGE: u32 = 100;

/// What a sweep has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// It ended so many games that there may be more.
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
        let (mut swept, mut failed) = (Swept::default(), Ok(()));
        for due in self.store.due(now, second).await? {
            match due {
                Due::Spent => self.store.forget_spent(second).await?,
                Due::Challenges => self.store.expire_challenges(now).await?,
                Due::Offers => self.store.offer_engine(now).await?,
                Due::Digests => self.digest(now).await?,
                // What fails here must not keep games from ending.
                Due::Alarms => failed = self.ring(now).await,
                Due::Deadlines => swept.more = self.end_overdue(now).await?,
                Due::Members => swept.members = true,
            }
        }
        failed?;
        self.store.truncate_wal().await?;
        Ok(swept)
    }

    /// Ends games whose time is over; returns whether there may be more.
    async fn end_overdue(&self, now: Timestamp) -> Result<bool, Error> {
        let (mut ended, mut left, mut failed) = (0, 0, Ok(()));
        loop {
            let page = self.store.overdue(now, PAGE - ended, left).await?;
            if page.is_empty() {
                return failed.map(|()| ended == PAGE);
            }
            for id in page {
                match self.end_by_time(id, now).await {
                    Ok(true) => ended += 1,
                    Ok(false) => left += 1,
                    // One that fails must not keep the others from ending.
                    Err(error) => {
                        left += 1;
                        failed = Err(error);
                    }
                }
            }
        }
    }

    /// Has those told of all their games who want it at this hour of their day.
    async fn digest(&self, now: Timestamp) -> Result<(), Error> {
        for (player, notices) in self.store.digests(now).await? {
            let next = notices.next_digest(now);
            self.store.note_digest(player, next, now).await?;
        }
        Ok(())
    }

    /// Returns whether the game has ended by it.
    async fn end_by_time(&self, id: GameId, now: Timestamp) -> Result<bool, Error> {
        let mut game = self.load(id).await?;
        let Some(events) = game.flag(now) else {
            return Ok(false);
        };
        match self.save(&mut game, events, now, None).await {
            Ok(()) => {
                tracing::info!(game.id = id.0, "a game ended by time");
                Ok(true)
            }
            Err(Unchanged::Fault(fault)) => Err(fault.into()),
            // Another act was saved first: the game is looked at again later.
            Err(_) => Ok(false),
        }
    }
}
