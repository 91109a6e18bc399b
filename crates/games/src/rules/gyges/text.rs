//! Positions as text: `<board> <side> <goal>`.

use std::fmt;

use super::board::{Board, FILES, LEVELS, index, level};
use super::position::{Entered, Gyges};
use super::ruleset::{INFO, Ruleset};
use crate::rules::notation::{read_board, write_board};
use crate::text::Text;

/// Pieces of a level in the box.
const PIECES_PER_LEVEL: u32 = 4;

/// Reads a position.
pub fn parse(ruleset: &'static Ruleset, text: &str) -> Result<Gyges, Text> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [pieces, side, goal] = words[..] else {
        return Err(Text::new("gyges-invalid-fields"));
    };
    let mut board = Board::default();
    read_board(pieces, FILES, "gyges-invalid-piece", |at, char| {
        let level = level(char.encode_utf8(&mut [0; 4]));
        board = board.with(index(at), level.unwrap_or_default());
        level.is_some()
    })?;
    let side = INFO.side_of(side).ok_or(Text::new("gyges-invalid-turn"))?;
    let entered = match goal {
        "-" => None,
        goal => Some(entered(goal).ok_or(Text::new("gyges-invalid-goal"))?),
    };
    for level in LEVELS {
        let inside = entered.is_some_and(|entered| entered.level == level);
        if board.pieces(level).count_ones() + u32::from(inside) > PIECES_PER_LEVEL {
            return Err(Text::new("gyges-invalid-too-many")
                .with("level", u32::from(level))
                .with("most", PIECES_PER_LEVEL));
        }
    }
    Ok(Gyges::on(ruleset, board, side, entered))
}

/// A goal and the level of a piece: `N2`.
fn entered(text: &str) -> Option<Entered> {
    let (goal, piece) = text.split_at_checked(1)?;
    let goal = INFO.side_of(goal)?;
    let level = level(piece)?;
    Some(Entered { goal, level })
}

/// Top rank first, ranks separated by `/`, `.` for an empty square.
impl fmt::Display for Gyges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, FILES, |at| match self.piece(at) {
            None => '.',
            Some(level) => char::from(b'0' + level),
        })?;
        write!(f, " {} ", INFO.letters.get(self.side))?;
        match self.entered {
            None => f.write_str("-"),
            Some(Entered { goal, level }) => write!(f, "{}{level}", INFO.letters.get(goal)),
        }
    }
}
