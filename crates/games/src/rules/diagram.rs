//! What there is to draw: pieces and marks on a grid, without pixels.

use super::{GameInfo, Side, Square};

/// A position as something to draw or to read out.
///
/// It holds every fact a player needs, so that a picture and its alternative
/// text can be made from it alone, for any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Columns of the board, 1 to 9.
    pub files: u8,
    /// Rows of the board, 1 to 9.
    pub ranks: u8,
    /// The term that names a side; its cases are `first` and `second`.
    pub side_term: &'static str,
    /// The letters the notation gives the sides, first and second.
    pub letters: [&'static str; 2],
    /// The pieces, at most one a square, sorted by square.
    pub pieces: Vec<(Square, Piece)>,
    /// Marks; a square may bear several.
    pub marks: Vec<(Square, Mark)>,
    /// What lies beyond the first and the last rank; empty where nothing does.
    pub goals: Vec<Goal>,
    /// Every place that one way of the last move touches, in its order, with both
    /// ends; empty if it is not drawn. Each is next to the one before.
    pub route: Vec<Place>,
    /// From where to where the last move put a piece that it displaced.
    pub flight: Option<[Square; 2]>,
    /// Whether the last move is only proposed: what it takes is still there.
    pub proposed: bool,
}

/// A goal beyond the edge of the board, the whole width of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Whose it is: the first side's lies below the first rank, the second
    /// side's above the last.
    pub side: Side,
    /// The squares from which it is entered, sorted.
    pub gates: Vec<Square>,
    /// The piece inside, which has decided the game.
    pub piece: Option<Piece>,
}

/// Somewhere a piece can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// On the board.
    Square(Square),
    /// In the goal of a side.
    Goal(Side),
}

/// A piece as it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its outline.
    pub shape: Shape,
    /// Whose it is; none if pieces belong to nobody.
    pub owner: Option<Side>,
}

/// The outline of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A plain piece.
    Stone,
    /// A piece that shows its worth by rings, 1 to 3.
    Rings(u8),
}

/// A mark on a square; each has one meaning everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The last move began here.
    From,
    /// The last move passed through here, or bounced.
    Path,
    /// The last move ended here, or put a piece here.
    To,
    /// The last move took a piece of this side from here.
    Captured(Side),
    /// Nothing may be put here at present.
    Closed,
    /// The piece here may move at present. Not marked in games where every piece of the
    /// side to move may.
    Ready,
    /// The rules hold this square apart from the others (a centre where pieces are safe).
    Special,
    /// The move that is being entered may go on here.
    Target,
    /// A piece of this side's line stands here that the other side cannot pass.
    Wall(Side),
    /// It was here that the game was decided.
    Decisive,
    /// A move that was refused names this square.
    Refused,
}

impl Diagram {
    /// An empty board of that many squares along an edge.
    #[must_use]
    pub fn empty(info: &GameInfo, size: u8) -> Self {
        Self {
            files: size,
            ranks: size,
            side_term: info.side_term,
            letters: [info.letters.first, info.letters.second],
            pieces: Vec::new(),
            marks: Vec::new(),
            goals: Vec::new(),
            route: Vec::new(),
            flight: None,
            proposed: false,
        }
    }

    /// A board of stones that differ only by their side.
    #[must_use]
    pub fn stones(info: &GameInfo, size: u8, owner: impl Fn(Square) -> Option<Side>) -> Self {
        let stone = |at| {
            let owner = Some(owner(at)?);
            let shape = Shape::Stone;
            Some((at, Piece { shape, owner }))
        };
        Self {
            pieces: Square::all(size).filter_map(stone).collect(),
            ..Self::empty(info, size)
        }
    }

    /// Adds a mark to each of some squares.
    pub fn mark(&mut self, squares: impl IntoIterator<Item = Square>, mark: Mark) {
        self.marks.extend(squares.into_iter().map(|at| (at, mark)));
    }

    /// The same with its pieces and marks in their order, each once.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.pieces.sort_by_key(|(at, _)| *at);
        self.pieces.dedup_by_key(|(at, _)| *at);
        self.marks.sort_unstable();
        self.marks.dedup();
        self
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces
            .iter()
            .find(|(at, _)| *at == square)
            .map(|(_, piece)| *piece)
    }

    /// The squares that bear marks chosen by `which`, in the diagram's order.
    pub fn marked(&self, which: impl Fn(Mark) -> bool) -> Vec<Square> {
        self.marks
            .iter()
            .filter(|(_, mark)| which(*mark))
            .map(|(square, _)| *square)
            .collect()
    }

    /// The squares of one side's pieces, sorted by name.
    #[must_use]
    pub fn pieces_of(&self, side: Side) -> Vec<Square> {
        self.pieces
            .iter()
            .filter(|(_, piece)| piece.owner == Some(side))
            .map(|(square, _)| *square)
            .collect()
    }
}
