//! What a search wants to know of a position beside the rules.

use std::ops::ControlFlow;

use super::{Position, Side};

/// What a position is worth, as far as it is known without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// This side wins by its next act, whoever is to move.
    Won(Side),
    /// In hundredths of a piece, or of what comes closest to one; positive if the side
    /// to move is better.
    Score(i32),
}

/// A game's own knowledge for a search. It never decides what is legal.
pub trait Evaluate: Position {
    /// What the position is worth to somebody of that `sight`; asked only while the game
    /// goes on and pieces move.
    fn worth(&self, sight: u8) -> Worth;

    /// Visits the legal moves that somebody sees who follows a move through so many bounces,
    /// or captures after the first; at least one, if there is any.
    fn each_seen<B>(
        &self,
        _sight: u8,
        visit: impl FnMut(Self::Move, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_move(visit)
    }

    /// What can be counted at a glance, in the same terms; positive if the side to move is
    /// better.
    fn material(&self) -> i32;

    /// How much a legal move gains at once, which leads to the position `after`; 0 if it
    /// is quiet. A position in which much can be gained is not judged by
    /// [`worth`](Self::worth) alone.
    fn gain(&self, _after: &Self) -> i32 {
        0
    }

    /// Whether any move ever gains.
    const GAINS: bool = false;

    /// A number below [`KINDS`] that moves share which do much the same.
    fn kind(legal: Self::Move) -> usize;
}

/// How many kinds of moves there are at most.
pub const KINDS: usize = 81 * 81;
