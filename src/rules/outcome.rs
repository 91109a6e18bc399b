//! How a game ends by its rules.

use std::fmt;

use super::Side;

/// The end of a game, by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Which side.
        winner: Side,
        /// By which rule.
        by: Reason,
        /// How great the victory is, where the ruleset grades them.
        grade: Option<Grade>,
    },
    /// Neither side has won.
    Draw {
        /// By which rule.
        by: Reason,
    },
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw { .. } => None,
        }
    }

    /// The rule that ended the game.
    #[must_use]
    pub fn reason(self) -> Reason {
        match self {
            Self::Win { by, .. } | Self::Draw { by } => by,
        }
    }

    /// The grade of the victory, where there is one.
    #[must_use]
    pub fn grade(self) -> Option<Grade> {
        match self {
            Self::Win { grade, .. } => grade,
            Self::Draw { .. } => None,
        }
    }
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side has no pieces left.
    Elimination,
    /// Nobody can win any more.
    Dead,
    /// Barriers keep the sides apart, and pieces were counted.
    Barrier,
    /// Too many turns went by without a capture, and pieces were counted.
    Idle,
    /// The same position came back too often.
    Repetition,
    /// A player proved that the opponent cannot gain any more.
    Claim,
    /// Both players agreed to stop.
    Agreement,
    /// A piece has entered a goal.
    Goal,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Elimination,
        Self::Dead,
        Self::Barrier,
        Self::Idle,
        Self::Repetition,
        Self::Claim,
        Self::Agreement,
        Self::Goal,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Elimination => "elimination",
            Self::Dead => "dead",
            Self::Barrier => "barrier",
            Self::Idle => "idle",
            Self::Repetition => "repetition",
            Self::Claim => "claim",
            Self::Agreement => "agreement",
            Self::Goal => "goal",
        })
    }
}

/// How great a victory is, where a ruleset tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// Everything was captured.
    Great,
    /// Pieces were counted.
    Small,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Great => "great",
            Self::Small => "small",
        })
    }
}
