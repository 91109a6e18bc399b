//! Every way a cell can look.

use super::piece::PieceShape;
use siwa_games::rules::{Diagram, Mark, Side, Square};

/// One way a cell can look.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Appearance {
    /// Which of the two grounds it has.
    pub(super) odd: bool,
    /// The piece on it.
    pub(super) piece: Option<PieceShape>,
    /// What it bears, each mark once, in their order.
    pub(super) marks: Vec<Mark>,
    /// Whether the move that ends here is only proposed.
    pub(super) proposed: bool,
}

impl Appearance {
    /// How a square of a diagram looks.
    pub(super) fn of(diagram: &Diagram, square: Square) -> Self {
        let marks = diagram.marks.iter().filter(|(at, _)| *at == square);
        let mut marks: Vec<Mark> = marks.map(|(_, mark)| *mark).collect();
        marks.sort_unstable();
        marks.dedup();
        Self {
            odd: (square.file() + square.rank()) % 2 == 1,
            piece: diagram.piece(square).map(PieceShape::of),
            proposed: diagram.proposed && marks.contains(&Mark::To),
            marks,
        }
    }

    /// Whether it bears a mark.
    pub(super) fn bears(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// The side from which a piece was taken here.
    pub(super) fn taken(&self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.bears(Mark::Captured(*side)))
    }
}
