//! The board in characters of one width, for a code block.

use super::size;
use crate::rules::{Diagram, Mark, Shape, Side, Square};

/// An empty square.
const EMPTY: &str = ".";
/// A square on which nothing may be put at present.
const CLOSED: &str = "#";
/// A piece that belongs to nobody.
const UNOWNED: &str = "*";

/// The board as lines of characters, with the coordinates at its edges.
///
/// A 9×9 board is 19 columns wide, which fits a telephone held upright.
#[must_use]
pub fn text(diagram: &Diagram) -> String {
    let (files, ranks) = size(diagram);
    let mut lines = Vec::with_capacity(usize::from(ranks) + 1);
    for rank in (0..ranks).rev() {
        let mut line = (rank + 1).to_string();
        for square in (0..files).filter_map(|file| Square::new(file, rank)) {
            line.push(' ');
            line.push_str(symbol(diagram, square));
        }
        lines.push(line);
    }
    let mut foot = String::from(" ");
    for file in 0..files {
        foot.push(' ');
        foot.push(char::from(b'a' + file));
    }
    lines.push(foot);
    lines.join("\n")
}

/// What stands for one square.
fn symbol(diagram: &Diagram, square: Square) -> &'static str {
    match diagram
        .piece(square)
        .map(|piece| (piece.shape, piece.owner))
    {
        Some((Shape::Rings(..=1), _)) => "1",
        Some((Shape::Rings(2), _)) => "2",
        Some((Shape::Rings(_), _)) => "3",
        Some((Shape::Stone, Some(Side::First))) => diagram.letters[0],
        Some((Shape::Stone, Some(Side::Second))) => diagram.letters[1],
        Some((Shape::Stone, None)) => UNOWNED,
        None if diagram.marks.contains(&(square, Mark::Closed)) => CLOSED,
        None => EMPTY,
    }
}
