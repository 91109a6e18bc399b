//! Paints squares of the board and cells of goals, layer by layer.

use image::RgbImage;

use super::appearance::Appearance;
use super::marks;
use super::piece::{captured_piece, paint_piece, piece_outline};
use super::sample::cell;
use super::shapes::segment;
use super::theme::Theme;
use siwa_games::rules::Piece;

/// The appearance of the part of a goal beyond one square. A goal is a strip as wide as the board,
/// with a wall towards the board that is open at the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GoalCell {
    /// Whether it is above the board.
    pub(super) above: bool,
    /// Whether the goal is entered here.
    pub(super) gate: bool,
    /// The piece inside.
    pub(super) piece: Option<Piece>,
    /// Whether that piece is only proposed.
    pub(super) proposed: bool,
}

/// A square of the board, `edge` pixels wide.
pub(super) fn square(look: &Appearance, theme: &Theme, edge: u32) -> RgbImage {
    let ground = theme.grounds[usize::from(look.odd)];
    let common = look.marks.is_empty().then(|| theme.ground());
    cell(edge, ground, |sample| {
        marks::ground(sample, theme, look);
        marks::ornament(sample, theme, look);
        marks::last_move(sample, theme, look);
        let taken = look.taken();
        match (look.piece, taken) {
            (Some(piece), _) if look.proposed => marks::proposed(sample, theme, piece),
            (Some(piece), _) => paint_piece(sample, theme, piece, common),
            (None, Some(side)) => captured_piece(sample, theme, Piece::Stone(Some(side))),
            (None, None) => {}
        }
        if let Some(side) = taken {
            if look.piece.is_some() {
                // The piece is still there, or another has taken its place: the outline shows whose
                // piece it was.
                let outline = piece_outline(Piece::Stone(Some(side)), sample.at);
                sample.stroke(outline, 0.038, theme.taken[0]);
            }
            marks::cross_out(sample, theme);
        }
    })
}

/// A part of a goal, as [`square`].
pub(super) fn goal_cell(look: GoalCell, theme: &Theme, edge: u32) -> RgbImage {
    // Flat, because the small palette has no room for gradients.
    let floor = if look.gate {
        theme.gate()
    } else {
        theme.goal_colours[0]
    };
    cell(edge, floor, |sample| {
        let at = sample.at;
        // In these coordinates the entrance is always below.
        let (x, y) = if look.above { at } else { (at.0, -at.1) };
        // The frame above casts its shadow into it.
        sample.fill(at.1 + 0.5 - 0.06, theme.goal_colours[1]);
        let wall = if look.gate { 0.445 - x.abs() } else { -1.0 };
        let wall = wall.max(0.39 - y);
        sample.fill(wall - 0.03, theme.shadow);
        sample.fill(wall, theme.inner_edge);
        sample.fill(wall + 0.022, theme.frame);
        match look.piece {
            Some(piece) if look.proposed => {
                marks::end(sample, theme, true);
                marks::proposed(sample, theme, piece);
            }
            Some(piece) => {
                marks::decisive(sample, theme);
                paint_piece(sample, theme, piece, None);
            }
            None if look.gate => {
                let chevron = segment((x.abs(), y), (0.0, -0.02), (0.13, 0.11));
                let other = segment((x.abs(), y), (0.0, 0.16), (0.13, 0.29));
                sample.fill(chevron.min(other) - 0.024, theme.goal_colours[2]);
            }
            None => {}
        }
    })
}
