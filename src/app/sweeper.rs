//! What happens only because time passes.

use super::{App, Error};
use crate::game::GameId;
use crate::store::Unchanged;
use crate::time::{Clock, Timestamp};

impl App {
    /// Ends challenges that stood too long and games whose time is over, has those reminded
    /// whose time will be over soon, those told who want it once a day, and those cards changed that nobody takes.
    ///
    /// # Errors
    /// What was ended before a failure stays ended.
    pub async fn sweep(&self) -> Result<(), Error> {
        let now = self.now();
        // Seconds of Discord's limit are real ones.
        self.store.forget_spent(Clock::default().now()).await?;
        self.store.expire_challenges(now).await?;
        self.store.note_lonely(now).await?;
        self.digest(now).await?;
        let mut failed = self.ring(now).await;
        let mut last = GameId(0);
        loop {
            let page = self.store.overdue(now, last).await?;
            match page.last() {
                Some(id) => last = *id,
                None => return failed,
            }
            for id in page {
                // One that fails must not keep the others from ending.
                if let Err(error) = self.end_by_time(id, now).await {
                    failed = Err(error);
                }
            }
        }
    }

    async fn end_by_time(&self, id: GameId, now: Timestamp) -> Result<(), Error> {
        let mut game = self.load(id).await?;
        if let Some(events) = game.flag(now) {
            match self.append(&game, &events, now, None).await {
                Ok(()) => tracing::info!(game.id = id.0, "a game ended by time"),
                Err(Unchanged::Fault(fault)) => return Err(fault.into()),
                // Another act was saved first: the game is looked at again later.
                Err(_) => {}
            }
        }
        Ok(())
    }
}
