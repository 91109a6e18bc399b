//! Time controls, the clock of a game, computed from its log, and absences: for how many days a
//! person's clocks may stand still.

use std::ops::Range;

use super::Game;
use super::denial::{Denial, ensure};
use crate::time::{Date, Seconds, Timestamp, Zone};
use siwa_games::rules::{BySide, Side};

/// The time limit of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// This much for each turn.
    PerTurn(Seconds),
    /// A bank for the whole game, with an increment for each turn taken.
    Bank {
        /// The bank.
        initial: Seconds,
        /// The increment.
        increment: Seconds,
    },
}

/// A bank in days, and an increment in hours.
const fn bank(days: i64, hours: i64) -> TimeControl {
    TimeControl::Bank {
        initial: Seconds::days(days),
        increment: Seconds::hours(hours),
    }
}

impl TimeControl {
    /// The default.
    pub const DEFAULT: Self = Self::PerTurn(Seconds::days(3));

    /// Those that can be chosen, with their names in options and in the database.
    pub const OFFERED: [(&str, Self); 8] = [
        ("12h", Self::PerTurn(Seconds::hours(12))),
        ("1", Self::PerTurn(Seconds::days(1))),
        ("3", Self::DEFAULT),
        ("7", Self::PerTurn(Seconds::days(7))),
        ("3+8h", bank(3, 8)),
        ("7+12h", bank(7, 12)),
        ("14+24h", bank(14, 24)),
        ("none", Self::Unlimited),
    ];

    /// The time control with this name.
    pub fn offered(name: &str) -> Option<Self> {
        let mut offered = Self::OFFERED.into_iter();
        let found = offered.find(|(known, _)| *known == name);
        found.map(|(_, control)| control)
    }

    /// Its name, if it can be chosen.
    pub fn name(self) -> Option<&'static str> {
        let mut offered = Self::OFFERED.into_iter();
        let found = offered.find(|(_, known)| *known == self);
        found.map(|(name, _)| name)
    }
}

/// The players' remaining time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time control.
    control: TimeControl,
    /// The zone of the weekends on which clocks stop, if they do.
    weekends: Option<Zone>,
    /// The rest of each bank at the start of the turn.
    banks: BySide<Seconds>,
    /// When the turn started.
    pub began: Timestamp,
    /// What was added to this turn: given by the opponent, or lost while away.
    added: Seconds,
    /// Start and end of each side's last absence.
    away: BySide<Option<(Timestamp, Timestamp)>>,
}

impl Clock {
    /// The clock of a game that starts then; `weekends` is the zone of the weekends on which it
    /// stops, if it does.
    pub fn start(control: TimeControl, weekends: Option<Zone>, began: Timestamp) -> Self {
        let bank = match control {
            TimeControl::Bank { initial, .. } => initial,
            TimeControl::Unlimited | TimeControl::PerTurn(_) => Seconds(0),
        };
        Self {
            control,
            weekends,
            banks: BySide::new(bank, bank),
            began,
            added: Seconds(0),
            away: BySide::default(),
        }
    }

    /// The end of a side's absence, if it is after the start of the turn.
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        let (_, until) = (*self.away.get(side))?;
        (until > self.began).then_some(until)
    }

    /// When a side whose turn it is will have `share` per cent of this turn's time left; at 0, its
    /// time runs out.
    pub fn left(&self, turn: Side, share: u8) -> Option<Timestamp> {
        let limit = self.limit(turn)?;
        let part = limit.0 / 100 * i64::from(share);
        Some(self.after(turn, limit + Seconds(-part)))
    }

    /// The limit of this turn of a side.
    fn limit(&self, turn: Side) -> Option<Seconds> {
        let limit = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerTurn(limit) => limit,
            TimeControl::Bank { .. } => *self.banks.get(turn),
        };
        Some(limit + self.added)
    }

    /// The moment at which a side has used `span` of this turn, pauses not counted.
    fn after(&self, turn: Side, span: Seconds) -> Timestamp {
        let mut at = self.began;
        let mut left = span.0;
        while let Some((from, until)) = self.rest(Some(turn), at) {
            let running = (from.0 - at.0).max(0);
            if running >= left && from > at {
                break;
            }
            left -= running;
            at = until;
        }
        at.plus(left)
    }

    /// How long a clock runs between two moments: a side's, or one that stops on weekends only.
    pub(super) fn running(&self, side: Option<Side>, mut at: Timestamp, to: Timestamp) -> Seconds {
        let mut ran = 0;
        while at < to {
            let (from, until) = self.rest(side, at).unwrap_or((to, to));
            ran += (from.min(to).0 - at.0).max(0);
            at = until.max(at);
        }
        Seconds(ran)
    }

    /// The pause of a clock at this moment, or else the next one.
    fn rest(&self, side: Option<Side>, at: Timestamp) -> Option<(Timestamp, Timestamp)> {
        let away = side.and_then(|side| *self.away.get(side));
        let away = away.filter(|(from, until)| from < until && at < *until);
        let weekend = self.weekends.as_ref().and_then(|zone| zone.weekend(at));
        away.into_iter().chain(weekend).min()
    }

    /// Ends the turn of a side.
    pub fn moved(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let used = self.running(Some(side), self.began, at);
            let bank = self.banks.get_mut(side);
            let left = (*bank + self.added).0.saturating_sub(used.0).max(0);
            *bank = Seconds(left) + increment;
        }
        self.began = at;
        self.added = Seconds(0);
    }

    /// Gives a side its last turn back, which starts again.
    pub fn taken_back(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let bank = self.banks.get_mut(side);
            *bank = Seconds((bank.0 - increment.0).max(0));
        }
        self.began = at;
        self.added = Seconds(0);
    }

    /// Gives more time for this turn.
    pub fn give(&mut self, more: Seconds) {
        self.added = self.added + more;
    }

    /// Makes a side away from now until then; a past moment means that it is back. `turn` is the
    /// side to move.
    pub fn leave(&mut self, side: Side, turn: Side, at: Timestamp, until: Timestamp) {
        // Time of this turn that was lost while away stays added.
        if side == turn
            && let Some((from, before)) = *self.away.get(side)
        {
            let spent = self.running(None, from.max(self.began), before.min(at));
            self.added = self.added + spent;
        }
        *self.away.get_mut(side) = Some((at, until));
    }
}

impl Game {
    /// When `share` per cent of this turn's time will be left; at 0, the time runs out. Also if the
    /// clock stands still because of its channel.
    pub fn left(&self, share: u8) -> Option<Timestamp> {
        self.clock.left(self.turn()?, share)
    }

    /// Returns whether clocks stop on weekends.
    pub fn rests(&self) -> bool {
        self.setup.guild_rules.weekends.is_some()
    }

    /// When to check the time of this turn, which starts now: for a reminder at `share` per cent of
    /// it (0: none), or at its end. `None` if it has none.
    pub fn alarm(&self, share: u8, now: Timestamp) -> Option<Timestamp> {
        let deadline = self.deadline()?;
        // Time given when less was left needs no reminder.
        let reminds = |at: &Timestamp| share > 0 && *at > now && !self.waits_for_engine();
        self.left(share).filter(reminds).or(Some(deadline))
    }
}

/// The most days away in a row.
pub const MAX_AWAY_DAYS: i64 = 14;
/// The most days away in a year of the calendar.
const YEARLY: i64 = 30;

/// A person's absences. A day in UTC counts if they are away in any part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Away {
    /// Start and end of the last days away in a row; the end may lie ahead.
    pub run: Option<(Timestamp, Timestamp)>,
    /// The year of `used`.
    pub year: i32,
    /// The days away in that year before those in a row.
    pub used: i64,
}

impl Away {
    /// The end of the absence, if the person is away.
    pub fn until(&self, now: Timestamp) -> Option<Timestamp> {
        let (_, until) = self.run?;
        (until > now).then_some(until)
    }

    /// How many days are left of a moment's year.
    pub fn left(&self, now: Timestamp) -> i64 {
        (YEARLY - self.used_in(year(now.day()))).max(0)
    }

    /// The person goes away until the end of a day, in UTC, or changes that day.
    ///
    /// # Errors
    /// If these are too many days, in a row or in a year.
    pub fn leave(self, now: Timestamp, last_day: Date) -> Result<Self, Denial> {
        let until = Timestamp::end_of(last_day);
        let after = match self.run {
            // With the days before, they are in a row.
            Some((from, _)) if now.day() <= self.days().end => Self {
                run: Some((from, until)),
                ..self
            },
            _ => Self {
                run: Some((now, until)),
                year: year(now.day()),
                used: self.used_in(year(now.day())),
            },
        };
        let days = after.days();
        if days.end <= now.day() || days.end - days.start > MAX_AWAY_DAYS {
            return Err(Denial::AwayWhen {
                left: days.start + MAX_AWAY_DAYS - now.day(),
                most: MAX_AWAY_DAYS,
            });
        }
        // Days of the next year are fourteen at most.
        let used = after.used_in(year(now.day()));
        ensure(used <= YEARLY, Denial::AwayUsedUp(self.left(now)))?;
        Ok(after)
    }

    /// The person is back.
    ///
    /// # Errors
    /// If they are not away.
    pub fn come_back(self, now: Timestamp) -> Result<Self, Denial> {
        match self.run {
            Some((from, until)) if until > now => Ok(Self {
                run: Some((from, now)),
                ..self
            }),
            _ => Err(Denial::NotAway),
        }
    }

    fn used_in(&self, of_year: i32) -> i64 {
        let before = if self.year == of_year { self.used } else { 0 };
        let in_a_row = self.days().filter(|day| year(*day) == of_year);
        before + in_a_row.count() as i64
    }

    /// The numbers of the days in a row.
    fn days(&self) -> Range<i64> {
        let days = |(from, until): (Timestamp, Timestamp)| from.day()..until.plus(-1).day() + 1;
        self.run.map_or(0..0, days)
    }
}

fn year(day: i64) -> i32 {
    let day = Timestamp(day.saturating_mul(Seconds::days(1).0));
    day.date().map_or(0, |date| date.year().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-12-21 12:00 UTC.
    const NOON: Timestamp = Timestamp(1_797_854_400);

    fn day(days: i64) -> Timestamp {
        NOON.plus(Seconds::days(days))
    }

    fn date(days: i64) -> Date {
        day(days).date().unwrap()
    }

    #[test]
    fn fourteen_days_in_a_row_are_fourteen_today_included() {
        let away = Away::default();
        assert!(away.leave(NOON, date(13)).is_ok());
        let refused = away.leave(NOON, date(14));
        assert_eq!(refused, Err(Denial::AwayWhen { left: 14, most: 14 }));
        assert!(away.leave(NOON, date(-1)).is_err());
    }

    #[test]
    fn an_absence_that_is_renewed_goes_on_in_the_same_row() {
        let away = Away::default().leave(NOON, date(6)).unwrap();
        assert!(away.leave(day(5), date(13)).is_ok());
        assert_eq!(
            away.leave(day(5), date(14)),
            Err(Denial::AwayWhen { left: 9, most: 14 })
        );
        // Also on the day after the last.
        assert!(away.leave(day(7), date(14)).is_err());
        // A day with running clocks ends the row.
        let again = away.leave(day(8), date(21)).unwrap();
        assert_eq!(again.run, Some((day(8), Timestamp::end_of(date(21)))));
        // Nobody gets around it by coming back.
        let back = away.come_back(day(6)).unwrap();
        assert!(back.leave(day(6), date(14)).is_err());
        let full = Away::default().leave(NOON, date(13)).unwrap();
        assert_eq!(
            full.leave(day(14), date(14)),
            Err(Denial::AwayWhen { left: 0, most: 14 })
        );
    }

    #[test]
    fn each_day_of_a_year_counts_once_also_the_one_of_the_return() {
        let away = Away::default().leave(NOON, date(4)).unwrap();
        assert_eq!(away.left(NOON), 25);
        let back = away.come_back(day(1)).unwrap();
        assert_eq!(back.left(day(1)), 28);
        assert_eq!(back.until(day(1)), None);
        assert_eq!(back.come_back(day(1)), Err(Denial::NotAway));
        assert_eq!(back.leave(day(1), date(1)).unwrap().left(day(1)), 28);
        assert_eq!(back.leave(day(3), date(3)).unwrap().left(day(3)), 27);
    }

    #[test]
    fn days_after_new_year_belong_to_the_new_year() {
        // December 21 to January 3: eleven days, and three.
        let away = Away::default().leave(NOON, date(13)).unwrap();
        assert_eq!(away.left(NOON), 19);
        assert_eq!(away.left(day(20)), 27);
        let january = away.leave(day(20), date(33)).unwrap();
        let refused = january.leave(day(40), date(53));
        assert_eq!(refused, Err(Denial::AwayUsedUp(13)));
        let february = january.leave(day(40), date(52)).unwrap();
        assert_eq!(february.left(day(40)), 0);
    }
}
