//! Every way a cell can look.

use super::figure::Figure;
use crate::rules::{Diagram, Mark, Side, Square};

/// All marks. Each has one meaning and one shape everywhere; one that stood not here
/// would not be seen, which a test of every mark holds.
const MARKS: [Mark; 12] = [
    Mark::From,
    Mark::Path,
    Mark::To,
    Mark::Captured(Side::First),
    Mark::Captured(Side::Second),
    Mark::Closed,
    Mark::Special,
    Mark::Ready,
    Mark::Target,
    Mark::Wall(Side::First),
    Mark::Wall(Side::Second),
    Mark::Decisive,
];

/// One way a cell can look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Appearance {
    /// Which of the two grounds it has.
    pub(super) odd: bool,
    /// The piece on it.
    pub(super) figure: Option<Figure>,
    /// A bit for each mark.
    marks: u16,
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
            figure: diagram.piece(square).map(Figure::of),
            marks,
            proposed: diagram.proposed && marks & bit(Mark::To) != 0,
        }
    }

    /// Those that show every colour there is, for choosing a palette.
    pub(super) fn samples() -> impl Iterator<Item = Self> {
        use Figure::{First, Nobody, Second, Three};
        let figures = [None, Some(First), Some(Second), Some(Nobody), Some(Three)];
        // Pairs of marks are rare enough to take the nearest colours there are.
        let marks = std::iter::once(0).chain(MARKS.map(bit));
        let looks = marks.flat_map(move |marks| figures.map(|figure| (marks, figure)));
        looks.flat_map(|(marks, figure)| {
            [false, true].map(|odd| Self {
                odd,
                figure,
                marks,
                proposed: false,
            })
        })
    }

    /// Whether it bears a mark.
    pub(super) fn bears(self, mark: Mark) -> bool {
        self.marks & bit(mark) != 0
    }

    /// Whether it bears none.
    pub(super) fn is_plain(self) -> bool {
        self.marks == 0
    }

    /// The side from which a piece was taken here.
    pub(super) fn taken(self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.bears(Mark::Captured(*side)))
    }
}

/// The bit of a mark.
fn bit(mark: Mark) -> u16 {
    let place = MARKS.iter().position(|other| *other == mark);
    place.map_or(0, |place| 1 << place)
}
