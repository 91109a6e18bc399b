//! Draws every theme with every piece and mark, to look at:
//! `cargo run -p siwa-boards --example contact_sheet OUT.png`.

use std::error::Error;

use image::{RgbImage, imageops};
use siwa_boards::{Painter, Size, THEMES, View};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, GameInfo, Mark, Piece, Side, Square};

/// The marks of a move, a column each.
pub(crate) const MOVE_MARKS: [Mark; 7] = [
    Mark::From,
    Mark::Path,
    Mark::To,
    Mark::Captured(Side::First),
    Mark::Captured(Side::Second),
    Mark::Closed,
    Mark::Special,
];
/// The marks of a proposal, a column each.
pub(crate) const PROPOSAL_MARKS: [Mark; 7] = [
    Mark::To,
    Mark::Ready,
    Mark::Target,
    Mark::Wall(Side::First),
    Mark::Wall(Side::Second),
    Mark::Decisive,
    Mark::Refused,
];
/// The pieces, a row each.
const PIECES: [Piece; 6] = [
    Piece::Stone(Some(Side::First)),
    Piece::Stone(Some(Side::Second)),
    Piece::Stone(None),
    Piece::Rings(1),
    Piece::Rings(2),
    Piece::Rings(3),
];
/// The room for a board, in pixels.
const WIDTH: u16 = 360;
const HEIGHT: u32 = 480;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args_os().nth(1).ok_or("say where to: OUT.png")?;
    Ok(sheet()?.save(out)?)
}

/// A row of boards for each theme.
pub(crate) fn sheet() -> Result<RgbImage, Box<dyn Error>> {
    let registry = Registry::standard();
    let (rules, variant) = registry.variant("gyges-leroy").ok_or("no such variant")?;
    let position = "....../3...../..1.1./1.23.3/3.22.1/....2. N -";
    let mut game = rules
        .parse(variant, position)
        .map_err(|invalid| invalid.id)?;
    let (_, displacing) = game.propose("a5-a2=a4")?;
    game.play("a5-c4-c3-a3-a2-goal")?;
    let boards = [
        marked(rules.info(), &MOVE_MARKS, false),
        marked(rules.info(), &PROPOSAL_MARKS, true),
        game.diagram(),
        displacing,
    ];
    let painter = Painter::new()?;
    let width = u32::from(WIDTH);
    let mut sheet = RgbImage::new(4 * width, THEMES.len() as u32 * HEIGHT);
    for (row, theme) in (0..).zip(THEMES.iter()) {
        for (column, board) in (0..).zip(&boards) {
            let view = View {
                theme,
                size: Size::Width(WIDTH),
                ..View::default()
            };
            let picture = image::load_from_memory(&painter.png(board, view)?)?.to_rgb8();
            let top = row * i64::from(HEIGHT);
            imageops::replace(&mut sheet, &picture, column * i64::from(width), top);
        }
    }
    Ok(sheet)
}

/// Every piece with each of these marks; the last rows have no piece, the last column no mark.
fn marked(info: &'static GameInfo, marks: &[Mark], proposed: bool) -> Diagram {
    let mut diagram = Diagram::empty(info, 8);
    diagram.proposed = proposed;
    for square in Square::all(8) {
        if let Some(&piece) = PIECES.get(usize::from(square.rank())) {
            diagram.pieces.push((square, piece));
        }
        if let Some(&mark) = marks.get(usize::from(square.file())) {
            diagram.marks.push((square, mark));
        }
    }
    diagram
}
