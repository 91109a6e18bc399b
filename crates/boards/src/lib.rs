//! A [`Diagram`] as a picture, as messages and as plain characters.
//!
//! This package knows no rules and no language. Each appearance of a cell is drawn once and then
//! copied, in the colours of one palette; most of the time is spent on compressing the PNG.
//!
//! Every fact in a picture is also in [`alt()`].
//!
//! ```
//! use siwa_boards::{Painter, View};
//! use siwa_games::engine::{Level, Limits};
//! use siwa_games::registry::Registry;
//!
//! let (rules, variant) = Registry::standard().variant("gyges-gates").ok_or("no such variant")?;
//! let mut game = rules.start(variant);
//! let stop = false.into();
//! let limits = Limits::nodes(2_000, 1 << 20, &stop, 1);
//! let found = game.think(Level::STRONGEST, limits, &mut |_| {}).ok_or("the game is over")?;
//! game.play(&found.line[0])?;
//! let picture = Painter::new()?.png(&game.diagram(), View::default())?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod alt;
mod appearance;
mod arrows;
mod cells;
mod crosstable;
mod curve;
mod emoji;
mod gif;
mod layout;
mod marks;
mod painter;
mod palette;
mod piece;
mod png;
mod polyline;
mod rgba;
mod sample;
mod shapes;
mod text;
mod theme;
mod tiles;
mod view;

pub use alt::alt;
pub use crosstable::{CrosstableCell, CrosstableRow};
pub use curve::{Curve, Scale};
pub use emoji::{Emoji, emoji};
pub use text::text;
pub use theme::{THEMES, Theme, theme};
pub use tiles::Painter;
pub use view::{Size, View};

use siwa_games::rules::{Diagram, Mark, Square};

/// Why a board could not be drawn. This is always a bug, whatever the diagram.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The font in the program cannot be read.
    #[error("the font of the boards cannot be read")]
    Font(#[from] ab_glyph::InvalidFont),
    /// The picture cannot be written as PNG.
    #[error("the board cannot be written as PNG")]
    Png(#[from] ::png::EncodingError),
    /// The picture cannot be written as GIF.
    #[error("the game cannot be written as GIF")]
    Gif(#[from] ::gif::EncodingError),
    /// There is no diagram to draw.
    #[error("there is nothing to draw")]
    Nothing,
}

/// The squares along an edge of a diagram, limited to squares with names.
fn size(diagram: &Diagram) -> u8 {
    diagram.size.clamp(1, 9)
}

/// Returns whether a square is on the board: diagrams may contain any square.
fn on_board(diagram: &Diagram, square: Square) -> bool {
    square.file().max(square.rank()) < size(diagram)
}

/// All squares of a board of this size, by name.
fn squares(size: u8) -> impl Iterator<Item = Square> {
    (0..size).flat_map(move |file| (0..size).filter_map(move |rank| Square::new(file, rank)))
}

/// The squares on the board with a mark, without duplicates, in the diagram's order.
fn marked(diagram: &Diagram, mark: Mark) -> Vec<Square> {
    let mut found: Vec<Square> = Vec::new();
    for square in diagram.marked(|other| other == mark) {
        if on_board(diagram, square) && !found.contains(&square) {
            found.push(square);
        }
    }
    found
}
