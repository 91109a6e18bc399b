//! Positions as text: `<board> <side> <phase> <idle>`.

use std::fmt;

use super::board::bit;
use super::position::{Phase, Seega};
use super::ruleset::{INFO, Setup};
use crate::rules::notation::{read_board, write_board};
use crate::rules::{BySide, Side};
use crate::text::Text;

/// Reads a position and checks that play can continue from it.
///
/// If the side to move has no move, it passes.
pub fn parse(setup: &'static Setup, text: &str) -> Result<Seega, Text> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [board, side, phase, idle] = words[..] else {
        return Err(Text::new("seega-invalid-fields"));
    };
    let mut pieces = BySide::default();
    let put = |at, letter: char| {
        let side = INFO.side_of(letter.encode_utf8(&mut [0; 4]));
        side.map(|side| *pieces.get_mut(side) |= bit(at)).is_some()
    };
    read_board(board, setup.geometry.size, "seega-invalid-piece", put)?;
    let mut position = Seega {
        setup,
        pieces,
        side: INFO.side_of(side).ok_or(Text::new("seega-invalid-turn"))?,
        phase: phase
            .parse()
            .map_err(|_| Text::new("seega-invalid-phase"))?,
        idle: number(idle).ok_or(Text::new("seega-invalid-idle"))?,
    };
    if position.phase == Phase::Placement {
        check_placement(&position)?;
    } else {
        check_movement(&position)?;
        position.pass_if_blocked();
    }
    Ok(position)
}

/// A number in plain digits.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn check_placement(position: &Seega) -> Result<(), Text> {
    let centre = position.setup.geometry.centre;
    let [first, second] = Side::BOTH.map(|side| position.pieces.get(side).count_ones());
    let ahead = match position.side {
        Side::First => 0,
        Side::Second => 2,
    };
    // The numbers of pieces must be possible in the placement.
    let uneven = first % 2 != 0 || first != second + ahead;
    Err(if position.empty() & centre == 0 {
        Text::new("seega-invalid-centre").with("square", super::board::square(centre))
    } else if position.open() == 0 {
        Text::new("seega-invalid-placed")
    } else if uneven {
        Text::new("seega-invalid-uneven")
    } else if position.idle != 0 {
        Text::new("seega-invalid-counted")
    } else {
        return Ok(());
    })
}

fn check_movement(position: &Seega) -> Result<(), Text> {
    let most = position.setup.geometry.men;
    // With at most this many, a square is also left empty.
    let many = |side: &Side| position.pieces.get(*side).count_ones() > most;
    if let Some(side) = Side::BOTH.into_iter().find(many) {
        let many = Text::new("seega-invalid-too-many");
        return Err(many.with("side", INFO.side(side)).with("most", most));
    }
    if position.pieces == BySide::default() {
        Err(Text::new("seega-invalid-bare"))
    } else {
        Ok(())
    }
}

/// Top rank first, ranks separated by `/`, `.` for an empty square.
impl fmt::Display for Seega {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side| INFO.letters.get(side).chars().next();
        let piece = |at| self.piece(at).and_then(letter).unwrap_or('.');
        write_board(f, self.setup.geometry.size, piece)?;
        let side = INFO.letters.get(self.side);
        write!(f, " {side} {} {}", self.phase, self.idle)
    }
}
