//! Reminders and ends of the time of a turn.

use super::{App, Error, Target};
use crate::game::{Denial, Game, GameId, PlayerId, Post, Venue};
use crate::store::{self, Unchanged};
use crate::time::{DAY, Timestamp};
use siwa_games::rules::Side;

/// How many games are checked before their outbox items are sent.
const PAGE: u32 = 100;

/// Seconds until a game whose check failed is checked again.
const AGAIN: i64 = 10 * 60;

impl App {
    /// Gives an opponent whose time is over another day; with `remind` they are pinged. After that
    /// day the waiting player is notified again that the time is over.
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
        // A second press changes nothing.
        self.store
            .ring_again(&game, post, now.plus(DAY), now)
            .await?;
        Ok(game)
    }

    /// When to check the time of a game's turn that starts now; notes in the game the players whom
    /// no message in the channel may ping.
    pub(super) async fn wishes(
        &self,
        game: &mut Game,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, store::Error> {
        let receivers = self.store.receivers(game.players()).await?;
        let timed = game.turn().filter(|_| game.deadline().is_some());
        let alarm = timed.and_then(|turn| game.alarm(receivers.get(turn).reminder, now));
        let muted = Side::BOTH.into_iter();
        let muted = muted.filter(|side| receivers.get(*side).notices.muted(now));
        game.set_muted(muted.map(|side| game.player(side)).collect());
        Ok(alarm)
    }

    /// Ends games whose time is over, and enqueues the reminders that are due. Returns whether there
    /// may be more.
    pub(super) async fn ring(&self, now: Timestamp) -> Result<bool, Error> {
        let games = self.store.alarms(now, PAGE).await?;
        let (more, mut failed) = (games.len() == PAGE as usize, Ok(()));
        for id in games {
            // A failure must not stop the loop.
            if let Err(error) = self.ring_for(id, now).await {
                failed = Err(error);
                self.store.put_off(id, now.plus(AGAIN)).await?;
            }
        }
        failed.map(|()| more)
    }

    async fn ring_for(&self, id: GameId, now: Timestamp) -> Result<(), Error> {
        let mut game = self.load(id).await?;
        if let Some(events) = game.flag(now) {
            return match self.save(&mut game, events, now, None).await {
                Ok(()) => {
                    tracing::info!(game.id = id.0, "a game ended by time");
                    Ok(())
                }
                Err(Unchanged::Fault(fault)) => Err(fault.into()),
                // Another act was saved first and has set the next check.
                Err(_) => Ok(()),
            };
        }
        let (post, next) = match game.deadline() {
            None => (None, None),
            Some(deadline) if now < deadline => {
                (Some(Post::Remind(id, game.seq())), Some(deadline))
            }
            Some(_) => (Some(Post::Late(id, game.seq())), None),
        };
        self.store.ring(&game, post, next, now).await?;
        Ok(())
    }
}
