//! Diagrams of positions.

use super::notation::squares_in;
use super::{Clause, Diagram, Mark, Notation, Outcome, Square, Stage, Variant};

/// The position before, and the move that led from it to this one.
pub type Last<'a, P> = Option<(&'a P, <P as super::Position>::Move)>;

/// The board of a game.
pub trait Show: Notation {
    /// The clauses of a variant, each on a board, in order.
    ///
    /// # Panics
    /// It may panic if `variant` is not one of the game's.
    fn clauses(_variant: &'static Variant) -> Vec<Clause> {
        Vec::new()
    }

    /// The present board, with the possible moves.
    fn board(&self) -> Diagram;

    /// Marks the effect of a legal move made here, on the board after it: the squares it names, and
    /// its captures.
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

    /// The diagram while a move is being entered. `typed` is the part chosen so far, in the
    /// notation's own form; it is marked as if it were played, with its possible continuations.
    /// `None` if there is nothing to show.
    fn preview(&self, _typed: &str, _last: Last<'_, Self>) -> Option<Diagram> {
        None
    }

    /// The marks of what decided a game that ended here: [`Mark::Wall`] and [`Mark::Decisive`],
    /// except for a piece in a goal. Empty if none of the game's rules ended it, such as after a
    /// resignation.
    fn decisive(&self, _last: Last<'_, Self>, _outcome: Outcome) -> Vec<(Square, Mark)> {
        Vec::new()
    }

    /// The diagram to draw.
    fn diagram(&self, last: Last<'_, Self>) -> Diagram {
        let mut diagram = self.board();
        if let Some((before, legal)) = last {
            before.trace(legal, &mut diagram);
        }
        diagram.sorted()
    }
}
