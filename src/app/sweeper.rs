//! What happens because time goes by.

use super::games::unless_faster;
use super::{App, Error};
use crate::game::GameId;
use crate::store::Leftover;
use crate::time::{Seconds, Timestamp};

/// How long whoever changed something has to say it before the sweeper does.
const GRACE: Seconds = Seconds(10);

impl App {
    /// Ends challenges that stood too long and games whose time is over.
    ///
    /// # Errors
    /// If the database fails; what was ended before that stays so.
    pub async fn sweep(&self) -> Result<(), Error> {
        let now = self.now();
        self.store.expire_challenges(now).await?;
        let mut failed = Ok(());
        for id in self.store.overdue(now).await? {
            // A game that cannot be ended must not keep the others from their end.
            if let Err(error) = self.end_by_time(id, now).await {
                failed = Err(error);
            }
        }
        failed
    }

    async fn end_by_time(&self, id: GameId, now: Timestamp) -> Result<(), Error> {
        let mut game = self.load(id).await?;
        if let Some(events) = game.flag(now) {
            let ended = self.store.append(&game, &events, now, None).await;
            ended.or_else(unless_faster)?;
            tracing::info!(game.id = id.0, "a game ended by time");
        }
        Ok(())
    }

    /// Games with something to say that nobody else is about to say.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unsaid(&self) -> Result<Vec<crate::store::Unsaid>, Error> {
        Ok(self.store.unsaid(self.now().plus(-GRACE)).await?)
    }

    /// Messages whose buttons have to go and that nobody is about to change.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leftovers(&self) -> Result<Vec<Leftover>, Error> {
        Ok(self.store.leftovers(self.now().plus(-GRACE)).await?)
    }

    /// Challenges whose cards nobody else is about to bring up to date.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unshown(&self) -> Result<Vec<crate::store::Unshown>, Error> {
        let now = self.now();
        Ok(self.store.unshown(now.plus(-GRACE)).await?)
    }
}
