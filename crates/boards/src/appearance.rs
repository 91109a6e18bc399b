//! The appearances of cells.

use siwa_games::rules::{Diagram, Mark, Piece, Side, Square};

/// The appearance of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Appearance {
    /// Which of the two ground colours it has.
    pub(super) odd: bool,
    /// The piece on it.
    pub(super) piece: Option<Piece>,
    /// Its marks, sorted, without duplicates.
    pub(super) marks: Vec<Mark>,
    /// Whether the move that ends here is only proposed.
    pub(super) proposed: bool,
}

impl Appearance {
    /// The appearance of a square of a diagram.
    pub(super) fn new(diagram: &Diagram, square: Square) -> Self {
        let marks = diagram.marks.iter().filter(|(at, _)| *at == square);
        let mut marks: Vec<Mark> = marks.map(|(_, mark)| *mark).collect();
        marks.sort_unstable();
        marks.dedup();
        Self {
            odd: (square.file() + square.rank()) % 2 == 1,
            piece: diagram.piece(square),
            proposed: diagram.proposed && marks.contains(&Mark::To),
            marks,
        }
    }

    /// Returns whether it has a mark.
    pub(super) fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// The side whose piece was captured here.
    pub(super) fn taken(&self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.has(Mark::Captured(*side)))
    }
}
