//! Diagrams: pieces and marks on a grid, without pixels.

use super::{GameInfo, Side, Square};

/// A position to draw or to describe.
///
/// It has every fact a player needs, so that a picture and its alternative text can be made from it
/// alone, for any game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Diagram {
    /// The kind of game.
    pub info: &'static GameInfo,
    /// Squares along an edge of the board, 1 to 9.
    pub size: u8,
    /// The pieces, at most one a square, sorted by square.
    pub pieces: Vec<(Square, Piece)>,
    /// The marks; a square may have several.
    pub marks: Vec<(Square, Mark)>,
    /// The goals beyond the first and the last rank, if there are any.
    pub goals: Vec<Goal>,
    /// The places on one path of the last move, in order, with both ends, each next to the one
    /// before; empty if it is not drawn.
    pub route: Vec<Place>,
    /// Start and end of a piece that the last move displaced.
    pub flight: Option<[Square; 2]>,
    /// Whether the last move is only proposed: the captured pieces are still there.
    pub proposed: bool,
}

/// A goal beyond the edge of the board, as wide as the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side it belongs to: the first side's is below the first rank, the second side's above
    /// the last.
    pub side: Side,
    /// The squares from which it is entered, sorted.
    pub gates: Vec<Square>,
    /// The piece inside, which has decided the game.
    pub piece: Option<Piece>,
}

/// A place where a piece can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// On the board.
    Square(Square),
    /// In the goal of a side.
    Goal(Side),
}

/// The appearance of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A plain piece of a side, or of nobody.
    Stone(Option<Side>),
    /// A piece with 1 to 3 rings, its level, which belongs to nobody.
    Rings(u8),
}

/// A mark on a square; each has one meaning everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The start of the last move.
    From,
    /// The last move passed or bounced here.
    Path,
    /// The end of the last move, or a placed piece.
    To,
    /// The last move captured a piece of this side here.
    Captured(Side),
    /// No piece can be put here at present.
    Closed,
    /// The piece here can move at present. Not marked in games where all pieces of the side to move
    /// can.
    Ready,
    /// A square with a special rule, such as a centre where pieces are safe.
    Special,
    /// A possible continuation of the move being entered.
    Target,
    /// A piece of this side's line that the other side cannot pass.
    Wall(Side),
    /// The square that decided the game.
    Decisive,
    /// A square named by a refused move.
    Refused,
}

impl Diagram {
    /// An empty board with `size` squares along an edge.
    pub fn empty(info: &'static GameInfo, size: u8) -> Self {
        Self {
            info,
            size,
            pieces: Vec::new(),
            marks: Vec::new(),
            goals: Vec::new(),
            route: Vec::new(),
            flight: None,
            proposed: false,
        }
    }

    /// Adds a mark to each of some squares.
    pub fn mark(&mut self, squares: impl IntoIterator<Item = Square>, mark: Mark) {
        self.marks.extend(squares.into_iter().map(|at| (at, mark)));
    }

    /// The diagram, with its pieces and marks sorted, without duplicates.
    pub fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|(at, _)| *at);
        self.pieces.dedup_by_key(|(at, _)| *at);
        self.marks.sort_unstable();
        self.marks.dedup();
        self
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let found = self.pieces.iter().find(|(at, _)| *at == square);
        found.map(|(_, piece)| *piece)
    }

    /// Adds the marks of the last move of an earlier diagram, except captures where a piece stands
    /// now.
    pub fn mark_earlier(&mut self, before: &Self) {
        let marks = before.marks.iter().copied();
        let marks: Vec<(Square, Mark)> = marks
            .filter(|(at, mark)| match mark {
                Mark::From | Mark::Path | Mark::To => true,
                Mark::Captured(_) => self.piece(*at).is_none(),
                _ => false,
            })
            .collect();
        self.marks.extend(marks);
    }

    /// The squares with marks chosen by `which`, in the diagram's order.
    pub fn marked(&self, which: impl Fn(Mark) -> bool) -> Vec<Square> {
        let chosen = self.marks.iter().filter(|(_, mark)| which(*mark));
        chosen.map(|(square, _)| *square).collect()
    }

    /// The squares of one side's pieces, sorted by name.
    pub fn pieces_of(&self, side: Side) -> Vec<Square> {
        let stone = Piece::Stone(Some(side));
        let own = self.pieces.iter().filter(|(_, piece)| *piece == stone);
        own.map(|(at, _)| *at).collect()
    }
}
