//! What becomes due as time passes: reminders, and the ends of turns, challenges and games. Outages, in
//! which Discord could not be reached or the bot did not run, count against nobody.

use std::sync::atomic::Ordering;

use super::begin::wishes;
use super::{App, Error, Fault, Result, Target, unless_conflict};
use crate::game::{
    Denial, Event, Game, GameId, GameSetup, MessageId, PlayerId, Post, Venue, Wishes, ensure,
};
use crate::store::{self, GameSettings};
use crate::time::{Clock, DAY, Date, Seconds, Timestamp};

/// How many games are checked before their outbox items are sent.
const PAGE: u32 = 100;

/// How long until a game whose check failed is checked again.
const AGAIN: Seconds = Seconds(10 * 60);

impl App {
    /// Gives an opponent whose time is over another day; with `remind` they are pinged. After that
    /// day the waiting player is notified again that the time is over.
    pub async fn wait(
        &self,
        by: PlayerId,
        venue: Venue,
        id: GameId,
        changes: u32,
        remind: bool,
    ) -> Result<Game> {
        let game = self.own(by, venue, Target::At(id, changes)).await?;
        ensure(game.changes == changes, Denial::MovedOn(id))?;
        let now = self.now();
        let side = game.side_of(by).ok_or(Denial::NotYourGame(id))?;
        game.may_press(side, now)?;
        let post = remind.then_some(Post::Remind(id, game.seq));
        // A second press changes nothing.
        let again = Some(now.plus(DAY));
        self.store.ring(&game, post, again, true, now).await?;
        Ok(game)
    }

    /// What the settings of a game's players decide about the turn that starts now.
    pub(super) async fn wishes(&self, game: &Game, now: Timestamp) -> Result<Wishes, Fault> {
        Ok(wishes(game, &self.settings_of(game).await?, now))
    }

    /// What the server and the players of a game have chosen that concerns it.
    pub(super) async fn settings_of(&self, game: &Game) -> Result<GameSettings, Fault> {
        let GameSetup { venue, players, .. } = game.setup;
        self.store.game_settings(venue.guild, players).await
    }

    /// Forgets a board that somebody has deleted, and enqueues the present one.
    pub async fn replace_board(&self, game: &Game, message: MessageId) -> Result<()> {
        let now = self.now();
        let pings = self.wishes(game, now).await?.pings;
        let replaced = self.store.replace_board(game.id(), message, pings, now);
        Ok(replaced.await?)
    }

    /// Ends games whose time is over, and enqueues the reminders that are due. Returns whether there
    /// may be more.
    pub(super) async fn ring(&self, now: Timestamp) -> Result<bool> {
        let games = self.store.alarms(now, PAGE).await?;
        let more = games.len() == PAGE as usize;
        let mut failed = Ok(());
        for id in games {
            // A failure must not stop the loop.
            if let Err(error) = self.ring_for(id, now).await {
                failed = Err(error);
                self.store.put_off(id, now.plus(AGAIN)).await?;
            }
        }
        failed.map(|()| more)
    }

    /// Ends a game if a player's time is over, by a time that is sure.
    pub(super) async fn flag(
        &self,
        game: &mut Game,
        now: Timestamp,
    ) -> Result<Option<Vec<Event>>, Fault> {
        if self.has_lost_discord() {
            return Ok(None);
        }
        let absent = match game.late(now) {
            Some(late) if game.setup.rated => self.store.is_absent(late).await?,
            _ => false,
        };
        Ok(game.flag(now, absent))
    }

    async fn ring_for(&self, id: GameId, now: Timestamp) -> Result<()> {
        let mut game = self.load(id).await?;
        if game.late(now).is_some() && self.has_lost_discord() {
            return Ok(self.store.put_off(id, now.plus(AGAIN)).await?);
        }
        if let Some(events) = self.flag(&mut game, now).await? {
            let ended = self.save(&mut game, events, now, None).await;
            // Another act that was saved first has set the next check.
            if unless_conflict(ended)?.is_some() {
                tracing::info!(game.id = id.0, "a game ended by time");
            }
            return Ok(());
        }
        let (post, next) = match game.deadline() {
            None => (None, None),
            Some(deadline) if now < deadline => (Some(Post::Remind(id, game.seq)), Some(deadline)),
            Some(_) => (Some(Post::Late(id, game.seq)), None),
        };
        self.store.ring(&game, post, next, false, now).await?;
        Ok(())
    }

    /// Ends expired challenges and overdue games, and enqueues reminders and daily digests.
    ///
    /// # Errors
    /// Games that were ended before a failure stay ended.
    pub async fn sweep(&self) -> Result<Swept> {
        let swept = self.try_to_sweep().await;
        let failing = &self.readiness.failing;
        failing.store(swept.is_err(), Ordering::Relaxed);
        swept
    }

    async fn try_to_sweep(&self) -> Result<Swept> {
        self.note_reached().await?;
        let now = self.now();
        // As those who count the requests.
        let second = Clock::system();
        let due = self.store.due(now, second).await?;
        if due.counts.is_some() {
            self.store.forget_requests(second).await?;
        }
        self.store.truncate_wal().await?;
        if self.clock.is_doubtful() {
            return Ok(Swept::default());
        }
        if due.challenges.is_some() {
            self.store.expire_challenges(now).await?;
        }
        if due.digests.is_some() {
            // For these people it is the hour that they have chosen.
            for (player, receiver) in self.store.digests(now).await? {
                let next = receiver.notices.next_digest(now);
                self.store.note_digest(player, next, now).await?;
            }
        }
        let more = due.alarms.is_some() && self.ring(now).await?;
        Ok(Swept {
            more,
            members: due.members.is_some(),
            tournaments: due.tournaments.is_some(),
        })
    }

    /// Sets whether Discord can be reached. Until it can, no game ends by time.
    pub fn set_reached(&self, is_reached: bool) {
        let mut reached = self.reached.lock();
        reached.is_lost = !is_reached;
        if !is_reached {
            reached.noted = None;
        }
    }

    /// Returns whether Discord cannot be reached, or has not said what time it is.
    pub fn has_lost_discord(&self) -> bool {
        self.reached.lock().is_lost || self.clock.is_doubtful()
    }

    /// Notes that Discord is reached, if it is. If it was not for long, the deadlines since then, and those of
    /// the next hour, move to the end of this hour; so do the ends of challenges and sign-ups.
    /// Returns whether there was such an outage.
    pub async fn note_reached(&self) -> Result<bool> {
        if self.has_lost_discord() {
            return Ok(false);
        }
        let skipped = self.clock.skipped();
        let now = self.clock.second().plus(skipped);
        let noted = self.reached.lock().noted;
        // What the playground skips while Discord is reached is no outage.
        let jumped = noted.map_or(0, |noted| skipped.0 - noted.skipped.0);
        if let Some(noted) = noted
            && jumped == 0
            && (0..NOTED.0).contains(&(now.0 - noted.at.0))
        {
            return Ok(false);
        }
        let last = self.store.last_reached().await?;
        // A moment in the future was noted by a wrong clock.
        let last = last.filter(|last| *last <= now).unwrap_or(now);
        let silence = Seconds(now.0 - last.0 - jumped);
        let is_over = silence > OUTAGE;
        if is_over {
            let seconds = silence.0;
            tracing::warn!(
                seconds,
                "an outage is over: clocks that ran out in it get an hour"
            );
            self.extend(last, now).await?;
        }
        self.store.set_last_reached(now).await?;
        self.reached.lock().noted = Some(Noted { at: now, skipped });
        Ok(is_over)
    }

    async fn extend(&self, from: Timestamp, now: Timestamp) -> Result<()> {
        let until = now.plus(GRACE);
        self.store.extend_offers(from, until).await?;
        for id in self.store.running_out(from, until).await? {
            let extended = self.change_game(id, |game, _| Ok(game.extend(from, until, now)));
            match extended.await {
                // One game that cannot be read must not stop the sweeps.
                Err(Error::Fault(store::Error::Corrupt(why))) => {
                    tracing::error!(game.id = id.0, error = %why, "an outage is not given back");
                }
                extended => drop(extended?),
            }
        }
        Ok(())
    }

    /// The end of a person's absence, if they are away.
    pub async fn away(&self, player: PlayerId) -> Result<Option<Timestamp>> {
        Ok(self.store.away(player).await?.until(self.now()))
    }

    /// Makes a person called `name` away until the end of a day, in UTC, or ends their absence. Saves
    /// it, then applies it to all their games; done again, it does what is missing. Returns how many
    /// days of the year are left.
    pub async fn set_away(&self, by: PlayerId, name: &str, last_day: Option<Date>) -> Result<i64> {
        let now = self.now();
        let before = self.store.away(by).await?;
        let away = match last_day {
            Some(day) => before.leave(now, day)?,
            None => before.come_back(now)?,
        };
        // A clock that ran out in an outage still has time.
        self.note_reached().await?;
        self.store.set_away(by, name, away, now).await?;
        let until = away.until(now).unwrap_or(now);
        let mut failed = Ok(away.left(now));
        for game in self.store.running_of(by, None).await? {
            // A failure must not stop the loop.
            let leaves = self.change_game(game.id, |game, now| {
                // A player whose time is over must not save the game by being away.
                if game.late(now).is_some() {
                    Ok(None)
                } else {
                    Ok(game.leave(by, until, now))
                }
            });
            if let Err(error) = leaves.await {
                failed = Err(error);
            }
        }
        failed
    }
}

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Whether more games may be overdue than one sweep handles.
    pub more: bool,
    /// Whether to ask Discord if people are [still members](super::Database::to_ask_after).
    pub members: bool,
    /// Whether tournaments are due.
    pub tournaments: bool,
}

/// How long nothing may be heard of Discord by any process before that is an outage.
const OUTAGE: Seconds = Seconds(5 * 60);
/// How often it is noted that Discord is reached.
const NOTED: Seconds = Seconds(60);
/// How much time an outage leaves at least.
const GRACE: Seconds = Seconds::hours(1);

/// What this process knows of Discord.
#[derive(Debug, Default)]
pub(super) struct Reached {
    is_lost: bool,
    /// When it was last noted that Discord is reached, if that was without a break.
    noted: Option<Noted>,
}

#[derive(Clone, Copy, Debug)]
struct Noted {
    at: Timestamp,
    /// How much time was skipped until then.
    skipped: Seconds,
}
