//! Every way a cell can look.

use super::piece::PieceShape;
use siwa_games::rules::{Diagram, Mark, Side, Square};

/// One way a cell can look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Appearance {
    /// Which of the two grounds it has.
    pub(super) odd: bool,
    /// The piece on it.
    pub(super) piece: Option<PieceShape>,
    /// A bit for each mark.
    pub(super) marks: u16,
    /// Whether the move that ends here is only proposed.
    pub(super) proposed: bool,
}

impl Appearance {
    /// How a square of a diagram looks.
    pub(super) fn of(diagram: &Diagram, square: Square) -> Self {
        let marks = diagram.marks.iter().filter(|(at, _)| *at == square);
        let marks = marks.fold(0, |bits, (_, mark)| bits | bit(*mark));
        Self {
            odd: (square.file() + square.rank()) % 2 == 1,
            piece: diagram.piece(square).map(PieceShape::of),
            marks,
            proposed: diagram.proposed && marks & bit(Mark::To) != 0,
        }
    }

    /// Whether it bears a mark.
    pub(super) fn bears(self, mark: Mark) -> bool {
        self.marks & bit(mark) != 0
    }

    /// The side from which a piece was taken here.
    pub(super) fn taken(self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.bears(Mark::Captured(*side)))
    }
}

/// The bit of a mark. Each has one meaning and one shape everywhere.
fn bit(mark: Mark) -> u16 {
    1 << match mark {
        Mark::From => 0,
        Mark::Path => 1,
        Mark::To => 2,
        Mark::Captured(side) => 3 + side as u16,
        Mark::Closed => 5,
        Mark::Special => 6,
        Mark::Ready => 7,
        Mark::Target => 8,
        Mark::Wall(side) => 9 + side as u16,
        Mark::Decisive => 11,
        Mark::Refused => 12,
    }
}
