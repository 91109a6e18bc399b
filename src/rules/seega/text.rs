//! Positions as text: `<board> <side> <phase> <idle>`.

use std::fmt;

use super::board::{Bits, bit};
use super::position::{Phase, Position};
use super::ruleset::Setup;
use crate::message::{Arg, Localize, Message};
use crate::rules::{BySide, Side, Square};

/// Why a text is not a position of Seega.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// There are not four words.
    Fields,
    /// The board has another number of ranks.
    Ranks {
        /// How many it should have.
        wanted: u8,
    },
    /// A rank has another number of squares.
    Length {
        /// The number of the rank, as players count.
        rank: usize,
        /// How many squares it should have.
        wanted: u8,
    },
    /// A character of the board is none of `x`, `o` and `.`.
    Piece {
        /// The number of the rank, as players count.
        rank: usize,
    },
    /// The side is neither `x` nor `o`.
    Turn,
    /// The phase is none of `p`, `m` and `e`.
    Phase,
    /// The last word is not a whole number.
    Idle,
    /// The centre is taken although pieces are still being placed.
    Centre {
        /// The centre.
        square: Square,
    },
    /// The numbers of pieces cannot come about by placing.
    Uneven,
    /// Everything is placed, and yet the phase is placement.
    Placed,
    /// Turns are counted although pieces are still being placed.
    Counted,
    /// A side has more pieces than it ever places.
    TooMany {
        /// The side.
        side: Side,
        /// How many it places.
        most: u32,
    },
    /// Nobody has a piece, and yet pieces are being moved.
    Bare,
}

impl Localize for Invalid {
    fn message(&self) -> Message {
        match *self {
            Self::Fields => Message::new("seega-invalid-fields"),
            Self::Ranks { wanted } => {
                Message::new("seega-invalid-ranks").with("wanted", u32::from(wanted))
            }
            Self::Length { rank, wanted } => Message::new("seega-invalid-length")
                .with("rank", rank)
                .with("wanted", u32::from(wanted)),
            Self::Piece { rank } => Message::new("seega-invalid-piece").with("rank", rank),
            Self::Turn => Message::new("seega-invalid-turn"),
            Self::Phase => Message::new("seega-invalid-phase"),
            Self::Idle => Message::new("seega-invalid-idle"),
            Self::Centre { square } => {
                Message::new("seega-invalid-centre").with("square", square.to_string())
            }
            Self::Uneven => Message::new("seega-invalid-uneven"),
            Self::Placed => Message::new("seega-invalid-placed"),
            Self::Counted => Message::new("seega-invalid-counted"),
            Self::TooMany { side, most } => Message::new("seega-invalid-too-many")
                .with("side", term(side))
                .with("most", most),
            Self::Bare => Message::new("seega-invalid-bare"),
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

/// Reads a position and checks that play could go on from it.
///
/// A player who would have to move but cannot is made to pass.
pub fn parse(setup: &'static Setup, text: &str) -> Result<Position, Invalid> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), Some(phase), Some(idle), None) = (
        words.next(),
        words.next(),
        words.next(),
        words.next(),
        words.next(),
    ) else {
        return Err(Invalid::Fields);
    };
    let mut position = Position {
        setup,
        pieces: pieces(setup, board)?,
        side: match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(Invalid::Turn),
        },
        phase: match phase {
            "p" => Phase::Placement,
            "m" => Phase::Movement,
            "e" => Phase::Extra,
            _ => return Err(Invalid::Phase),
        },
        idle: number(idle).ok_or(Invalid::Idle)?,
    };
    match position.phase {
        Phase::Placement => check_placement(&position)?,
        Phase::Movement | Phase::Extra => {
            check_movement(&position)?;
            position.pass_if_blocked();
        }
    }
    Ok(position)
}

/// A number in plain digits.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn pieces(setup: &Setup, board: &str) -> Result<BySide<Bits>, Invalid> {
    let size = setup.geometry.size;
    let wrong = Invalid::Ranks { wanted: size };
    if board.split('/').count() != usize::from(size) {
        return Err(wrong);
    }
    let mut pieces = BySide::default();
    for (rank, row) in (0..size).rev().zip(board.split('/')) {
        let name = usize::from(rank) + 1;
        if row.chars().count() != usize::from(size) {
            return Err(Invalid::Length {
                rank: name,
                wanted: size,
            });
        }
        for (file, piece) in (0..size).zip(row.chars()) {
            let side = match piece {
                '.' => continue,
                'x' => Side::First,
                'o' => Side::Second,
                _ => return Err(Invalid::Piece { rank: name }),
            };
            let square = setup.geometry.square(file, rank).ok_or(wrong.clone())?;
            *pieces.get_mut(side) |= bit(square);
        }
    }
    Ok(pieces)
}

fn check_placement(position: &Position) -> Result<(), Invalid> {
    let geometry = &position.setup.geometry;
    let [first, second] = Side::BOTH.map(|side| position.pieces.get(side).count_ones());
    let ahead = match position.side {
        Side::First => 0,
        Side::Second => 2,
    };
    if position.empty() & geometry.centre == 0 {
        let square = super::board::square(geometry.centre);
        Err(Invalid::Centre { square })
    } else if position.open() == 0 {
        Err(Invalid::Placed)
    } else if first % 2 != 0 || first != second + ahead {
        Err(Invalid::Uneven)
    } else if position.idle != 0 {
        Err(Invalid::Counted)
    } else {
        Ok(())
    }
}

fn check_movement(position: &Position) -> Result<(), Invalid> {
    let most = position.setup.geometry.men;
    for side in Side::BOTH {
        // This many at most also leaves a square empty.
        if position.pieces.get(side).count_ones() > most {
            return Err(Invalid::TooMany { side, most });
        }
    }
    if position.pieces == BySide::default() {
        return Err(Invalid::Bare);
    }
    Ok(())
}

/// Top rank first, ranks separated by `/`, `.` for an empty square.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;

        let size = self.setup.geometry.size;
        for rank in (0..size).rev() {
            for square in (0..size).filter_map(|file| Square::new(file, rank)) {
                f.write_char(match self.owner(square) {
                    None => '.',
                    Some(side) => letter(side),
                })?;
            }
            if rank != 0 {
                f.write_char('/')?;
            }
        }
        let phase = match self.phase {
            Phase::Placement => 'p',
            Phase::Movement => 'm',
            Phase::Extra => 'e',
        };
        write!(f, " {} {phase} {}", letter(self.side), self.idle)
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}
