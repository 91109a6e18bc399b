//! The clock of a game: a fold over its log.

use super::TimeControl;
use crate::rules::{BySide, Side};
use crate::time::{Seconds, Timestamp};

/// How much time the players of a game have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// What is left of each bank, at the beginning of the turn.
    banks: BySide<Seconds>,
    /// When the turn began.
    began: Timestamp,
    /// What was added to this turn: given by the opponent, or spent away.
    added: Seconds,
    /// From when and until when each side is, or was, away.
    away: BySide<Option<(Timestamp, Timestamp)>>,
}

impl Clock {
    /// The clock of a game that begins then.
    #[must_use]
    pub fn start(control: TimeControl, began: Timestamp) -> Self {
        let bank = match control {
            TimeControl::Bank { initial, .. } => initial,
            TimeControl::Unlimited | TimeControl::PerTurn(_) => Seconds(0),
        };
        Self {
            control,
            banks: BySide {
                first: bank,
                second: bank,
            },
            began,
            added: Seconds(0),
            away: BySide::default(),
        }
    }

    /// How the time is limited.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// When the turn began.
    #[must_use]
    pub fn began(&self) -> Timestamp {
        self.began
    }

    /// Until when a side is away, if that is not past when the turn begins.
    #[must_use]
    pub fn away(&self, side: Side) -> Option<Timestamp> {
        let (_, until) = (*self.away.get(side))?;
        (until > self.began).then_some(until)
    }

    /// When the time of a side whose turn it is will be over.
    #[must_use]
    pub fn deadline(&self, turn: Side) -> Option<Timestamp> {
        let limit = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerTurn(limit) => limit,
            TimeControl::Bank { .. } => *self.banks.get(turn),
        };
        let deadline = self.began.plus(limit + self.added);
        Some(deadline.plus(self.spent_away(turn, deadline)))
    }

    /// How much of this turn, up to a moment, a side is away.
    fn spent_away(&self, side: Side, to: Timestamp) -> Seconds {
        match *self.away.get(side) {
            Some((from, until)) if from < to => {
                let from = from.max(self.began);
                Seconds(until.0.saturating_sub(from.0).max(0))
            }
            _ => Seconds(0),
        }
    }

    /// Ends the turn of a side.
    pub fn moved(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let used = at.0.saturating_sub(self.began.0).max(0);
            let away = self.spent_away(side, at).0.min(used);
            let bank = self.banks.get_mut(side);
            let left = (*bank + self.added).0.saturating_sub(used - away).max(0);
            *bank = Seconds(left) + increment;
        }
        self.began = at;
        self.added = Seconds(0);
    }

    /// Gives a side its last turn back, which begins anew.
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

    /// Lets a side be away from now until then; of a past moment, be back. `turn` is whose
    /// turn it is.
    pub fn leave(&mut self, side: Side, turn: Side, at: Timestamp, until: Timestamp) {
        // What of this turn was spent away before stays added.
        if side == turn
            && let Some((from, before)) = *self.away.get(side)
        {
            let spent = before.min(at).0 - from.max(self.began).0;
            self.added = self.added + Seconds(spent.max(0));
        }
        *self.away.get_mut(side) = Some((at, until));
    }
}
