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
    /// What the opponent has given for this turn.
    given: Seconds,
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
            given: Seconds(0),
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

    /// When the time of a side whose turn it is will be over.
    #[must_use]
    pub fn deadline(&self, turn: Side) -> Option<Timestamp> {
        let limit = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerTurn(limit) => limit,
            TimeControl::Bank { .. } => *self.banks.get(turn),
        };
        Some(self.began.plus(limit + self.given))
    }

    /// Ends the turn of a side.
    pub fn moved(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let used = at.0.saturating_sub(self.began.0).max(0);
            let bank = self.banks.get_mut(side);
            let left = (*bank + self.given).0.saturating_sub(used).max(0);
            *bank = Seconds(left) + increment;
        }
        self.began = at;
        self.given = Seconds(0);
    }

    /// Gives a side its last turn back, which begins anew.
    pub fn taken_back(&mut self, side: Side, at: Timestamp) {
        if let TimeControl::Bank { increment, .. } = self.control {
            let bank = self.banks.get_mut(side);
            *bank = Seconds((bank.0 - increment.0).max(0));
        }
        self.began = at;
        self.given = Seconds(0);
    }

    /// Gives more time for this turn.
    pub fn give(&mut self, more: Seconds) {
        self.given = self.given + more;
    }
}
