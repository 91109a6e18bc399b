//! The target of an entered move.

use std::fmt;

use super::parts::{Part, Parts, ids, read};
use super::{CustomId, MoveAction};
use crate::game::{Denial, GameId, PlanAt, PuzzleId};

ids! {
    /// The target of an entered move, as the first parts of a custom id.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MoveTarget {
        /// A turn of a game, at this version of its board.
        Turn(game: GameId, changes: u32) = "game",
        /// A plan in a game.
        Plan(game: GameId, at: PlanAt) = "plan",
        /// A puzzle; the day on which the server has it, 0 for a private one.
        Puzzle(puzzle: PuzzleId, day: i64) = "puzzle",
    }
}

impl MoveTarget {
    /// The custom id that opens the panel of this target.
    pub fn panel(self) -> CustomId {
        CustomId::Move(self, MoveAction::Panel(String::new()))
    }

    /// Why a move can no longer be entered for this target.
    pub fn gone(self) -> Denial {
        match self {
            Self::Turn(game, _) | Self::Plan(game, _) => Denial::MovedOn(game),
            Self::Puzzle(..) => Denial::UnknownPuzzle,
        }
    }
}

impl fmt::Display for PlanAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Present(changes) => write!(f, "{changes}"),
            Self::After(plan, moves) => write!(f, "{}.{moves}", plan.0),
        }
    }
}

impl Part for PlanAt {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        let at = left.next()?;
        Some(match at.split_once('.') {
            Some((plan, moves)) => Self::After(plan.parse().ok()?, moves.parse().ok()?),
            None => Self::Present(at.parse().ok()?),
        })
    }
}
