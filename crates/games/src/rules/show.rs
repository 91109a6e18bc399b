//! Positions as something to look at.

use super::notation::squares_in;
use super::{Clause, Diagram, Mark, Notation, Outcome, Square, Stage, Variant};

/// The position before, and the move that led from it to this one.
pub type Last<'a, P> = Option<(&'a P, <P as super::Position>::Move)>;

/// The board of a game.
pub trait Show: Notation {
    /// The clauses a variant is played by, each on a board, in their order.
    ///
    /// # Panics
    /// May, if `variant` is not one of the game's.
    fn clauses(_variant: &'static Variant) -> Vec<Clause> {
        Vec::new()
    }

    /// The board as it stands, with what may be done.
    fn board(&self) -> Diagram;

    /// Marks what a legal move did that was made here, on the board after it: the squares
    /// it names, and what it took.
    fn trace(&self, legal: Self::Move, after: &mut Diagram) {
        let squares = squares_in::<Self>(&legal.to_string());
        match (self.stage(), squares.as_slice()) {
            (Stage::Movement, [from, path @ .., to]) => {
                after.mark([*from], Mark::From);
                after.mark(path.iter().copied(), Mark::Path);
                after.mark([*to], Mark::To);
            }
            (_, squares) => after.mark(squares.iter().copied(), Mark::To),
        }
        let taken = self.captures(&legal);
        after.mark(taken, Mark::Captured(self.turn().other()));
    }

    /// What there is to draw while a move is being entered: `typed` is the part
    /// that was chosen, in the notation's own form, and marked as if it were
    /// done, with where it may go on. None if it is nothing to look at.
    fn preview(&self, _typed: &str, _last: Last<'_, Self>) -> Option<Diagram> {
        None
    }

    /// What decided a game that ended here: [`Mark::Wall`] and [`Mark::Decisive`],
    /// but for a piece in a goal, which decides it by being there. Nothing, if none of the
    /// game's rules ended it: a player may have resigned.
    fn decisive(&self, _last: Last<'_, Self>, _outcome: Outcome) -> Vec<(Square, Mark)> {
        Vec::new()
    }

    /// What there is to draw.
    fn diagram(&self, last: Last<'_, Self>) -> Diagram {
        let mut diagram = self.board();
        if let Some((before, legal)) = last {
            before.trace(legal, &mut diagram);
        }
        diagram.sorted()
    }
}
