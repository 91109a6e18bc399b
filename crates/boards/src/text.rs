//! The board as monospaced text, for a code block.

use super::layout::{entry, goal};
use super::size;
use siwa_games::rules::{Diagram, Mark, Piece, Side, Square};

/// The board as lines of characters, with the coordinates at its edges.
///
/// A goal with a piece inside is a separate line, which starts with the letter of its side.
///
/// A 9×9 board is 19 columns wide, which fits a phone in portrait orientation.
pub fn text(diagram: &Diagram, orientation: Side) -> String {
    let size = size(diagram);
    // For the first side; for the second, both orders are reversed.
    let mut files: Vec<u8> = (0..size).collect();
    let mut ranks: Vec<u8> = (0..size).rev().collect();
    if orientation == Side::Second {
        files.reverse();
        ranks.reverse();
    }
    let row = |rank: u8| {
        let squares = files.iter().filter_map(|file| Square::new(*file, rank));
        let symbols = squares.map(|square| format!(" {}", symbol(diagram, square)));
        format!("{}{}", rank + 1, symbols.collect::<String>())
    };
    let mut lines = Vec::from_iter(inside(diagram, orientation.other(), &files));
    lines.extend(ranks.into_iter().map(row));
    lines.extend(inside(diagram, orientation, &files));
    let name = |file: &u8| format!(" {}", char::from(b'a' + file));
    let foot: String = files.iter().map(name).collect();
    lines.push(format!(" {foot}"));
    lines.join("\n")
}

/// The goal of a side, if a piece is inside: the piece beyond the file where it entered.
fn inside(diagram: &Diagram, side: Side, files: &[u8]) -> Option<String> {
    let goal = goal(diagram, side)?;
    let piece = letter(diagram, goal.piece?);
    let name = diagram.info.letters.get(side);
    let entered = entry(diagram, goal);
    let column = files.iter().position(|file| *file == entered)?;
    let gap = " ".repeat(2 * column + 1);
    Some(format!("{name}{gap}{piece}"))
}

/// The text of a square.
fn symbol(diagram: &Diagram, square: Square) -> &'static str {
    match diagram.piece(square) {
        Some(piece) => letter(diagram, piece),
        None if diagram.marks.contains(&(square, Mark::Closed)) => "#",
        None => ".",
    }
}

/// The text of a piece.
pub(super) fn letter(diagram: &Diagram, piece: Piece) -> &'static str {
    match piece {
        Piece::Rings(..=1) => "1",
        Piece::Rings(2) => "2",
        Piece::Rings(_) => "3",
        Piece::Stone(Some(side)) => diagram.info.letters.get(side),
        Piece::Stone(None) => "*",
    }
}
