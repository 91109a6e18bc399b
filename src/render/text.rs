//! The board in characters of one width, for a code block.

use super::layout::{entry, goal};
use super::size;
use super::view::Orientation;
use crate::rules::{Diagram, Mark, Piece, Shape, Side, Square};

/// An empty square.
const EMPTY: &str = ".";
/// A square on which nothing may be put at present.
const CLOSED: &str = "#";
/// A piece that belongs to nobody.
const UNOWNED: &str = "*";

/// The board as lines of characters, with the coordinates at its edges.
///
/// A goal is a line of its own while a piece is inside, which begins with the
/// letter of its side.
///
/// A 9×9 board is 19 columns wide, which fits a telephone held upright.
#[must_use]
pub fn text(diagram: &Diagram, orientation: Orientation) -> String {
    let turned = orientation == Orientation::Second;
    let (files, ranks) = size(diagram);
    let mut lines = Vec::with_capacity(usize::from(ranks) + 3);
    // As the first side sees it; for the second, both orders are turned round.
    let (mut shown_files, mut shown_ranks): (Vec<u8>, Vec<u8>) =
        ((0..files).collect(), (0..ranks).rev().collect());
    let (mut above, mut below) = (Side::Second, Side::First);
    if turned {
        shown_files.reverse();
        shown_ranks.reverse();
        std::mem::swap(&mut above, &mut below);
    }
    lines.extend(inside(diagram, above, &shown_files));
    for rank in shown_ranks {
        let mut line = (rank + 1).to_string();
        for square in shown_files
            .iter()
            .filter_map(|file| Square::new(*file, rank))
        {
            line.push(' ');
            line.push_str(symbol(diagram, square));
        }
        lines.push(line);
    }
    lines.extend(inside(diagram, below, &shown_files));
    let mut foot = String::from(" ");
    for file in shown_files {
        foot.push(' ');
        foot.push(char::from(b'a' + file));
    }
    lines.push(foot);
    lines.join("\n")
}

/// The goal of a side, if a piece is inside: the piece beyond the file where it
/// came in.
fn inside(diagram: &Diagram, side: Side, files: &[u8]) -> Option<String> {
    let goal = goal(diagram, side)?;
    let piece = letter(diagram, goal.piece?);
    let name = diagram.letters[usize::from(side == Side::Second)];
    let entered = entry(diagram, goal);
    let column = files.iter().position(|file| *file == entered)?;
    let gap = " ".repeat(2 * column + 1);
    Some(format!("{name}{gap}{piece}"))
}

/// What stands for one square.
fn symbol(diagram: &Diagram, square: Square) -> &'static str {
    match diagram.piece(square) {
        Some(piece) => letter(diagram, piece),
        None if diagram.marks.contains(&(square, Mark::Closed)) => CLOSED,
        None => EMPTY,
    }
}

/// What stands for a piece.
pub(super) fn letter(diagram: &Diagram, piece: Piece) -> &'static str {
    match (piece.shape, piece.owner) {
        (Shape::Rings(..=1), _) => "1",
        (Shape::Rings(2), _) => "2",
        (Shape::Rings(_), _) => "3",
        (Shape::Stone, Some(Side::First)) => diagram.letters[0],
        (Shape::Stone, Some(Side::Second)) => diagram.letters[1],
        (Shape::Stone, None) => UNOWNED,
    }
}
