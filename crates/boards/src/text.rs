//! The board as monospaced text, for a code block.

use super::layout::{entry, goal};
use super::size;
use siwa_games::rules::{Diagram, Mark, Piece, Shape, Side, Square};

/// The board as lines of characters, with the coordinates at its edges.
///
/// A goal with a piece inside is a separate line, which starts with the letter of its side.
///
/// A 9×9 board is 19 columns wide, which fits a phone in portrait orientation.
pub fn text(diagram: &Diagram, orientation: Side) -> String {
    let (files, ranks) = size(diagram);
    // For the first side; for the second, both orders are reversed.
    let mut files: Vec<u8> = (0..files).collect();
    let mut ranks: Vec<u8> = (0..ranks).rev().collect();
    let (mut above, mut below) = (Side::Second, Side::First);
    if orientation == Side::Second {
        files.reverse();
        ranks.reverse();
        std::mem::swap(&mut above, &mut below);
    }
    let row = |rank: u8| {
        let squares = files.iter().filter_map(|file| Square::new(*file, rank));
        let symbols = squares.map(|square| format!(" {}", symbol(diagram, square)));
        format!("{}{}", rank + 1, symbols.collect::<String>())
    };
    let mut lines = Vec::from_iter(inside(diagram, above, &files));
    lines.extend(ranks.into_iter().map(row));
    lines.extend(inside(diagram, below, &files));
    let foot = files
        .iter()
        .map(|file| format!(" {}", char::from(b'a' + file)));
    lines.push(format!(" {}", foot.collect::<String>()));
    lines.join("\n")
}

/// The goal of a side, if a piece is inside: the piece beyond the file where it entered.
fn inside(diagram: &Diagram, side: Side, files: &[u8]) -> Option<String> {
    let goal = goal(diagram, side)?;
    let piece = letter(diagram, goal.piece?);
    let name = diagram.letters[usize::from(side == Side::Second)];
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
    match (piece.shape, piece.owner) {
        (Shape::Rings(..=1), _) => "1",
        (Shape::Rings(2), _) => "2",
        (Shape::Rings(_), _) => "3",
        (Shape::Stone, Some(Side::First)) => diagram.letters[0],
        (Shape::Stone, Some(Side::Second)) => diagram.letters[1],
        (Shape::Stone, None) => "*",
    }
}
