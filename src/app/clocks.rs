//! What is told about the time of a turn.

use super::{App, Error, Target};
use crate::game::{Denial, Game, GameId, PlayerId, Post, Venue};
use crate::store;
use crate::time::{DAY, Timestamp};
use siwa_games::rules::Side;

impl App {
    /// Lets an opponent whose time is over go on for another day: `remind` has them pinged.
    /// Then it is told again that the time is over.
    pub async fn wait(
        &self,
        by: PlayerId,
        venue: Venue,
        (id, plies): (GameId, u32),
        remind: bool,
    ) -> Result<Game, Error> {
        let game = self.own(by, venue, Target::At(id, plies)).await?;
        if game.changes() != plies {
            return Err(Denial::MovedOn(id).into());
        }
        let now = self.now();
        let side = game.side_of(by).ok_or(Denial::NotYourGame(id))?;
        game.may_press(side, now)?;
        let post = remind.then(|| Post::Remind(id, game.seq()));
        // Pressed twice, it is done once.
        self.store
            .ring_again(&game, post, now.plus(DAY), now)
            .await?;
        Ok(game)
    }

    /// When there is something to tell about the turn of a game, which begins now, and which
    /// players no message in the channel pings.
    pub(super) async fn wishes(
        &self,
        game: &Game,
        now: Timestamp,
    ) -> Result<(Option<Timestamp>, Vec<PlayerId>), store::Error> {
        let receivers = self.store.receivers(game.players()).await?;
        let timed = game.turn().filter(|_| game.deadline().is_some());
        let alarm = timed.and_then(|turn| game.alarm(receivers.get(turn).reminder, now));
        let muted = Side::BOTH.into_iter();
        let muted = muted.filter(|side| receivers.get(*side).notices.muted(now));
        Ok((alarm, muted.map(|side| game.player(side)).collect()))
    }

    /// Has told what there is to tell about the time of running turns.
    pub(super) async fn ring(&self, now: Timestamp) -> Result<(), Error> {
        let mut failed = Ok(());
        for id in self.store.alarms(now).await? {
            // One that fails must not keep the others waiting.
            if let Err(error) = self.ring_for(id, now).await {
                failed = Err(error);
                self.store.put_off(id, now.plus(DAY)).await?;
            }
        }
        failed
    }

    async fn ring_for(&self, id: GameId, now: Timestamp) -> Result<(), Error> {
        let game = self.load(id).await?;
        let Some(deadline) = game.deadline() else {
            self.store.ring(&game, None, None, now).await?;
            return Ok(());
        };
        let (post, next) = match (now >= deadline, game.is_soft()) {
            (false, soft) => (Some(Post::Remind(id, game.seq())), soft.then_some(deadline)),
            (true, true) => (Some(Post::Late(id, game.seq())), None),
            // The game ends by itself.
            (true, false) => (None, None),
        };
        self.store.ring(&game, post, next, now).await?;
        Ok(())
    }
}
