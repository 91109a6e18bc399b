//! What a move is entered for.

use std::fmt;

use super::{Part, Parts};
use crate::game::{Denial, GameId, PlanAt, PlanId, PuzzleId};

/// What a move is entered for. It is the first part of a custom id, with what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTarget {
    /// A turn of a game, after so many changes of its board.
    Turn(GameId, u32),
    /// What one will answer in a game.
    Plan(GameId, PlanAt),
    /// A puzzle, and the day on which the server has it; 0 if it is nobody's but one's own.
    Puzzle(PuzzleId, i64),
}

impl MoveTarget {
    /// Why no move can be entered for it any more.
    #[must_use]
    pub fn gone(self) -> Denial {
        match self {
            Self::Turn(game, _) | Self::Plan(game, _) => Denial::MovedOn(game),
            Self::Puzzle(..) => Denial::UnknownPuzzle,
        }
    }
}

impl fmt::Display for MoveTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(game, changes) => write!(f, "game:{game}:{changes}"),
            Self::Plan(game, PlanAt::Present(changes)) => write!(f, "plan:{game}:{changes}"),
            Self::Plan(game, PlanAt::After(plan, moves)) => {
                write!(f, "plan:{game}:{}.{moves}", plan.0)
            }
            Self::Puzzle(puzzle, day) => write!(f, "puzzle:{puzzle}:{day}"),
        }
    }
}

impl Part for MoveTarget {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        Some(match left.next()? {
            "game" => Self::Turn(Part::read(left)?, Part::read(left)?),
            "plan" => Self::Plan(Part::read(left)?, Part::read(left)?),
            "puzzle" => Self::Puzzle(Part::read(left)?, Part::read(left)?),
            _ => return None,
        })
    }
}

impl Part for PlanAt {
    fn read(left: &mut Parts<'_>) -> Option<Self> {
        let at = left.next()?;
        Some(match at.split_once('.') {
            Some((plan, moves)) => Self::After(PlanId(plan.parse().ok()?), moves.parse().ok()?),
            None => Self::Present(at.parse().ok()?),
        })
    }
}
