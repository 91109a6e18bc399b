//! The clock of a game, computed from its log.

use getset::CopyGetters;

use super::{Game, GuildRules, TimeControl};
use crate::time::{Seconds, Timestamp, Zone};
use siwa_games::rules::{BySide, Side};

/// The players' remaining time.
#[derive(Clone, CopyGetters, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time control.
    #[getset(get_copy = "pub")]
    control: TimeControl,
    /// The zone of the weekends on which clocks stop, if they do.
    weekends: Option<Zone>,
    /// The rest of each bank at the start of the turn.
    banks: BySide<Seconds>,
    /// When the turn started.
    #[getset(get_copy = "pub")]
    began: Timestamp,
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

    /// A clock with the same settings, for a game that starts then.
    pub fn anew(&self, began: Timestamp) -> Self {
        Self::start(self.control, self.weekends.clone(), began)
    }

    /// The zone of the weekends on which the clock stops, if it does.
    pub fn weekends(&self) -> Option<&Zone> {
        self.weekends.as_ref()
    }

    /// The end of a side's absence, if it is after the start of the turn.
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        let (_, until) = (*self.away.get(side))?;
        (until > self.began).then_some(until)
    }

    /// When the time of a side whose turn it is runs out.
    pub fn deadline(&self, turn: Side) -> Option<Timestamp> {
        Some(self.after(turn, self.limit(turn)?))
    }

    /// When a side whose turn it is will have `share` per cent of this turn's time left.
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
        let (mut at, mut left) = (self.began, span.0);
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
    /// When `share` per cent of this turn's time will be left.
    pub fn left(&self, share: u8) -> Option<Timestamp> {
        self.clock.left(self.turn()?, share)
    }

    /// Returns whether clocks stop on weekends.
    pub fn rests(&self) -> bool {
        self.clock.weekends().is_some()
    }

    /// The server's rules when the game started.
    pub fn guild_rules(&self) -> GuildRules {
        GuildRules {
            weekends: self.clock.weekends().cloned(),
            takebacks: self.takebacks,
        }
    }

    /// When to check the time of this turn, which starts now: for a reminder at `share` per cent of
    /// it (0: none), or at its end.
    pub fn alarm(&self, share: u8, now: Timestamp) -> Option<Timestamp> {
        // Time given when less was left needs no reminder.
        let reminds = |at: &Timestamp| share > 0 && *at > now && !self.waits_for_engine();
        self.left(share).filter(reminds).or(self.deadline())
    }
}
