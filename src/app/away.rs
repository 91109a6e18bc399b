//! Absences: all clocks of a person who is away stop.

use super::games::TRIES;
use super::{App, Error};
use crate::game::{Denial, GameId, PlayerId};
use crate::store::{Away, Unchanged};
use crate::time::{Date, Timestamp};

/// The longest absence, in days.
pub const MAX_AWAY_DAYS: i64 = 14;
/// How many days a year a person may be away.
const YEARLY: i64 = 30;

/// The number of the last day of an absence.
fn last(until: Timestamp) -> i64 {
    until.day() - 1
}

impl App {
    /// Makes a person called `name` away until the end of a day, in UTC. Returns how many days of
    /// the year are left.
    pub async fn leave(&self, by: PlayerId, name: &str, day: Date) -> Result<i64, Error> {
        let (now, until) = (self.now(), day.end());
        if !(0..=MAX_AWAY_DAYS).contains(&(last(until) - now.day())) {
            return Err(Denial::AwayWhen(MAX_AWAY_DAYS).into());
        }
        let away = self.away_of(by).await?;
        // Days granted before are not counted twice, and unused ones are returned.
        let granted = away.until.map_or(now.day(), last).max(now.day());
        let used = (away.used + last(until) - granted).max(0);
        if used > YEARLY {
            let left = (YEARLY - away.used).max(0);
            return Err(Denial::AwayUsedUp(left).into());
        }
        self.set_away(by, name, Some(until), used, now).await?;
        Ok(YEARLY - used)
    }

    /// Ends a person's absence. Returns how many days of the year are left.
    pub async fn come_back(&self, by: PlayerId, name: &str) -> Result<i64, Error> {
        let now = self.now();
        let away = self.away_of(by).await?;
        let until = away.until.filter(|until| *until > now);
        let until = until.ok_or(Denial::NotAway)?;
        let used = (away.used - (last(until) - now.day())).max(0);
        self.set_away(by, name, None, used, now).await?;
        Ok(YEARLY - used)
    }

    /// The end of a person's absence, if they are away.
    pub async fn away(&self, player: PlayerId) -> Result<Option<Timestamp>, Error> {
        let until = self.away_of(player).await?.until;
        Ok(until.filter(|until| *until > self.now()))
    }

    /// The stored absence, and how much of the present year was used.
    async fn away_of(&self, player: PlayerId) -> Result<Away, Error> {
        let away = self.store.away(player).await?;
        let same = away.year == self.year();
        let used = if same { away.used } else { 0 };
        Ok(Away { used, ..away })
    }

    fn year(&self) -> i32 {
        self.now().date().map_or(0, Date::year)
    }

    /// Saves the absence, then applies it to all their games. Done again, it does what is missing.
    async fn set_away(
        &self,
        by: PlayerId,
        name: &str,
        until: Option<Timestamp>,
        used: i64,
        now: Timestamp,
    ) -> Result<(), Error> {
        let year = self.year();
        let away = Away { until, year, used };
        self.store.set_away(by, name, away, now).await?;
        let mut failed = Ok(());
        for game in self.store.running_everywhere(by).await? {
            // A failure must not stop the loop.
            if let Err(error) = self.leave_game(game, by, until.unwrap_or(now)).await {
                failed = Err(error);
            }
        }
        failed
    }

    async fn leave_game(&self, id: GameId, by: PlayerId, until: Timestamp) -> Result<(), Error> {
        for _ in 0..TRIES {
            let mut game = self.load(id).await?;
            let now = self.now();
            // A player whose time is over must not save the game by being away.
            if game.flag(now).is_some() {
                return Ok(());
            }
            let Some(events) = game.leave(by, until, now) else {
                return Ok(());
            };
            match self.save(&mut game, events, now, None).await {
                Ok(()) => return Ok(()),
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }
}
