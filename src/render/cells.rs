//! Squares of the board and parts of goals, painted from the ground up.

use image::RgbImage;

use super::appearance::Appearance;
use super::figure::{Figure, ghost, piece};
use super::marks;
use super::sample::cell;
use super::shapes::segment;
use super::theme::Theme;

/// A way the part of a goal beyond one square can look. A goal is a tray as wide as the
/// board, with a wall towards it that is open at the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tray {
    /// Whether it lies above the board.
    pub(super) above: bool,
    /// Whether it is entered here.
    pub(super) gate: bool,
    /// The piece inside.
    pub(super) figure: Option<Figure>,
    /// Whether that piece is only proposed.
    pub(super) proposed: bool,
}

/// A square of the board, `edge` pixels wide.
pub(super) fn square(look: Appearance, theme: &Theme, edge: u32) -> RgbImage {
    let ground = theme.grounds[usize::from(look.odd)];
    let common = (look.marks == 0).then(|| {
        let [one, other] = theme.grounds;
        one.times(0.5).on(other)
    });
    cell(edge, ground, |sample| {
        marks::ground(sample, theme, look);
        marks::ornament(sample, theme, look);
        marks::last_move(sample, theme, look);
        let taken = look.taken();
        match (look.figure, taken) {
            (Some(figure), _) if look.proposed => marks::proposed(sample, theme, figure),
            (Some(figure), _) => piece(sample, theme, figure, common),
            (None, Some(side)) => ghost(sample, theme, Figure::Stone(Some(side))),
            (None, None) => {}
        }
        if let Some(side) = taken {
            if look.figure.is_some() {
                // It is still there, or another already stands in its place: whose it
                // was is seen by its outline.
                let outline = Figure::Stone(Some(side)).outline(sample.at);
                sample.stroke(outline, 0.038, theme.taken[0]);
            }
            marks::strike(sample, theme);
        }
    })
}

/// A part of a goal, as [`square`].
pub(super) fn tray(look: Tray, theme: &Theme, edge: u32) -> RgbImage {
    // Flat, for a palette this small has no room for gradients.
    let floor = match look.gate {
        true => theme.gate(),
        false => theme.tray[0],
    };
    cell(edge, floor, |sample| {
        let at = sample.at;
        // The way in always comes from below here.
        let (x, y) = if look.above { at } else { (at.0, -at.1) };
        // The frame above casts its shadow into it.
        sample.fill(at.1 + 0.5 - 0.06, theme.tray[1]);
        let wall = if look.gate { 0.445 - x.abs() } else { -1.0 };
        let wall = wall.max(0.39 - y);
        sample.fill(wall - 0.03, theme.shadow);
        sample.fill(wall, theme.lip);
        sample.fill(wall + 0.022, theme.frame);
        match look.figure {
            Some(figure) if look.proposed => {
                marks::end(sample, theme, true);
                marks::proposed(sample, theme, figure);
            }
            Some(figure) => {
                marks::decisive(sample, theme);
                piece(sample, theme, figure, None);
            }
            None if look.gate => {
                let chevron = segment((x.abs(), y), (0.0, -0.02), (0.13, 0.11));
                let other = segment((x.abs(), y), (0.0, 0.16), (0.13, 0.29));
                sample.fill(chevron.min(other) - 0.024, theme.tray[2]);
            }
            None => {}
        }
    })
}
