//! Positions as text: `<board> <side> <goal>`.

use std::fmt;

use super::board::{Board, FILES, index, named};
use super::position::{Entered, Position};
use super::ruleset::Ruleset;
use crate::message::{Arg, Localize, Message};
use crate::rules::Side;

/// Pieces of a level in the box.
const OF_A_LEVEL: u32 = 4;

/// Why a text is not a position of Gygès.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// There are not three words.
    Fields,
    /// There are not six ranks.
    Ranks,
    /// A rank has not six squares.
    Length {
        /// The number of the rank, as players count.
        rank: u8,
    },
    /// A character of the board is none of `1`, `2`, `3` and `.`.
    Piece {
        /// The number of the rank, as players count.
        rank: u8,
    },
    /// The side is neither `S` nor `N`.
    Turn,
    /// The last word is neither `-` nor a goal and the level of a piece.
    Goal,
    /// There are more pieces of a level than the box holds.
    TooMany {
        /// The level.
        level: u8,
    },
}

impl Localize for Invalid {
    fn message(&self) -> Message {
        match *self {
            Self::Fields => Message::new("gyges-invalid-fields"),
            Self::Ranks => Message::new("gyges-invalid-ranks"),
            Self::Length { rank } => {
                Message::new("gyges-invalid-length").with("rank", u32::from(rank))
            }
            Self::Piece { rank } => {
                Message::new("gyges-invalid-piece").with("rank", u32::from(rank))
            }
            Self::Turn => Message::new("gyges-invalid-turn"),
            Self::Goal => Message::new("gyges-invalid-goal"),
            Self::TooMany { level } => Message::new("gyges-invalid-too-many")
                .with("level", u32::from(level))
                .with("most", OF_A_LEVEL),
        }
    }
}

/// The name of a side, as an argument.
pub fn term(side: Side) -> Arg {
    Arg::Term {
        id: super::INFO.side_term,
        case: side.name(),
    }
}

/// Reads a position.
pub fn parse(ruleset: &'static Ruleset, text: &str) -> Result<Position, Invalid> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), Some(goal), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Invalid::Fields);
    };
    let board = pieces(board)?;
    let side = self::side(side).ok_or(Invalid::Turn)?;
    let entered = match goal {
        "-" => None,
        goal => Some(entered(goal).ok_or(Invalid::Goal)?),
    };
    for level in super::board::LEVELS {
        let inside = entered.is_some_and(|entered| entered.level == level);
        if board.pieces(level).count_ones() + u32::from(inside) > OF_A_LEVEL {
            return Err(Invalid::TooMany { level });
        }
    }
    Ok(Position::on(ruleset, board, side, entered))
}

fn side(text: &str) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|side| super::INFO.letters.get(*side) == &text)
}

fn level(text: char) -> Option<u8> {
    match text {
        '1' => Some(1),
        '2' => Some(2),
        '3' => Some(3),
        _ => None,
    }
}

/// A goal and the level of a piece: `N2`.
fn entered(text: &str) -> Option<Entered> {
    let (at, _) = text.char_indices().nth(1)?;
    let (goal, piece) = text.split_at(at);
    let mut piece = piece.chars();
    let level = level(piece.next()?)?;
    let goal = side(goal)?;
    piece.next().is_none().then_some(Entered { goal, level })
}

fn pieces(text: &str) -> Result<Board, Invalid> {
    let mut board = Board::default();
    if text.split('/').count() != usize::from(FILES) {
        return Err(Invalid::Ranks);
    }
    for (rank, row) in (0..FILES).rev().zip(text.split('/')) {
        let name = rank + 1;
        if row.chars().count() != usize::from(FILES) {
            return Err(Invalid::Length { rank: name });
        }
        for (file, piece) in (0..FILES).zip(row.chars()) {
            if piece == '.' {
                continue;
            }
            let level = level(piece).ok_or(Invalid::Piece { rank: name })?;
            board = board.with(rank * FILES + file, level);
        }
    }
    Ok(board)
}

/// Top rank first, ranks separated by `/`, `.` for an empty square.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..FILES).rev() {
            for square in (0..FILES).filter_map(|file| named(file, rank)) {
                match self.board.level(index(square)) {
                    0 => f.write_str(".")?,
                    level => write!(f, "{level}")?,
                }
            }
            if rank != 0 {
                f.write_str("/")?;
            }
        }
        let letters = &super::INFO.letters;
        write!(f, " {} ", letters.get(self.side))?;
        match self.entered {
            None => f.write_str("-"),
            Some(Entered { goal, level }) => write!(f, "{}{level}", letters.get(goal)),
        }
    }
}
