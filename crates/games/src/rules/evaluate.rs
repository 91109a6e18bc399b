//! What a search wants to know of a position beside the rules.

use std::ops::ControlFlow;

use super::{Position, Side};

/// What a position is worth, as far as it is known without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// This side wins by its next act, whichever side is to move.
    Won(Side),
    /// So many hundredths of a piece, or of what comes closest to one; positive if the side
    /// to move is better.
    Points(i32),
}

/// How many measures of a position there may be.
pub const MEASURES: usize = 12;

/// Measures of a position, each positive if the side to move has more, or their weights; the
/// rest is 0.
pub type Measures = [i32; MEASURES];

/// In how many parts of a hundredth of a piece weights are given.
pub const PARTS: i32 = 16;

/// Measures by their weights, in hundredths of a piece, or of what comes closest to one.
#[inline]
#[must_use]
pub fn score(measures: &Measures, weights: &Measures) -> i32 {
    let products = measures
        .iter()
        .zip(weights)
        .map(|(one, weight)| one * weight);
    products.sum::<i32>() / PARTS
}

/// A game's own knowledge for a search. It never decides what is legal.
pub trait Evaluate: Position {
    /// What the position is worth to somebody of that `sight`; asked only while the game
    /// goes on and pieces move.
    fn evaluate(&self, _sight: u8) -> Evaluation {
        Evaluation::Points(self.material())
    }

    /// Whether the side to move wins at once, as far as somebody of that sight sees it.
    fn wins(&self, _sight: u8) -> bool {
        false
    }

    /// Whether the opponent would win at once if it were their turn.
    fn threatened(&self, _sight: u8) -> bool {
        false
    }

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
    fn material(&self) -> i32 {
        0
    }

    /// How much a legal move gains at once, which leads to the position `after`; 0 if it
    /// is quiet. A position in which much can be gained is not judged by
    /// [`evaluate`](Self::evaluate) alone.
    fn gain(&self, _after: &Self) -> i32 {
        0
    }

    /// Whether any move ever gains.
    const GAINS: bool = false;

    /// A legal move drawn by lot: `below` gives numbers below another.
    fn lot(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Self::Move> {
        let (mut drawn, mut seen) = (None, 0);
        let _: ControlFlow<()> = self.each_move(|legal, _| {
            seen += 1;
            if below(seen) == 0 {
                drawn = Some(legal);
            }
            ControlFlow::Continue(())
        });
        drawn
    }

    /// Visits the parts of a placement: numbers below [`PLACES`] for what is put where.
    fn each_part(&self, _legal: Self::Move, _visit: impl FnMut(usize)) {}

    /// A number below [`KINDS`] that moves share which do much the same.
    fn kind(_legal: Self::Move) -> usize {
        0
    }
}

/// How many parts of placements there are at most.
pub const PLACES: usize = 128;

/// How many kinds of moves there are at most.
pub const KINDS: usize = 81 * 81;
