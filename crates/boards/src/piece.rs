//! The pieces, and their lighting.

use super::rgba::Rgba;
use super::sample::Sample;
use super::shapes::{Point, circle, eighth, rounded};
use super::theme::Theme;
use siwa_games::rules::{Piece, Side};

/// The radius of a piece with rings; arrows end there.
pub(super) const RADIUS: f32 = 0.385;

/// The index of a piece in a theme's pieces.
fn theme_index(piece: Piece) -> usize {
    match piece {
        Piece::Stone(Some(Side::First)) => 0,
        Piece::Stone(Some(Side::Second)) => 1,
        Piece::Stone(None) => 2,
        Piece::Rings(_) => 3,
    }
}

/// The outline of a piece. Sides differ in outline, not only in colour, and resemble the letters `x`
/// and `o` of written positions.
pub(super) fn piece_outline(piece: Piece, at: Point) -> f32 {
    match piece {
        Piece::Stone(Some(Side::First)) => rounded(at, 0.312, 0.08),
        Piece::Stone(Some(Side::Second)) => circle(at, 0.345),
        Piece::Stone(None) => rounded(eighth(at), 0.27, 0.05),
        Piece::Rings(_) => circle(at, RADIUS),
    }
}

/// The engraving of a piece: its outline again, which no mark on a square resembles.
fn engraved(piece: Piece, at: Point) -> f32 {
    match piece {
        Piece::Stone(Some(Side::First)) => rounded(at, 0.13, 0.03).abs() - 0.02,
        Piece::Stone(Some(Side::Second)) => circle(at, 0.15).abs() - 0.02,
        Piece::Stone(None) => circle(at, 0.058),
        Piece::Rings(rings) => {
            let ring = |ring: u8| circle(at, f32::from(ring) * 0.1).abs() - 0.027;
            let distances = (1..=rings.clamp(1, 3)).map(ring);
            distances.fold(f32::INFINITY, f32::min)
        }
    }
}

/// The thickness of a piece: the visible part of its side below its face.
const DEPTH: f32 = 0.05;

/// The width of a face's edges: the lit one and the shaded one.
const BEVEL: [f32; 2] = [0.02, 0.06];

/// A piece, lit from above. Where its outline is vertical, all rows are equal, and the lower half
/// mirrors the upper one: equal rows compress well.
///
/// On unmarked squares, its smoothed outline blends into `common`, the same ground on all squares,
/// so that equal pieces have equal pixels.
pub(super) fn paint_piece(sample: &mut Sample, theme: &Theme, piece: Piece, common: Option<Rgba>) {
    let look = theme_index(piece);
    let [face, lower, side, rim, engraving] = theme.pieces[look];
    let shine = theme.shines[look];
    let line = theme.lines[look];
    // Face and side together are centred on the square, and the middle of the face is on or between
    // two rows, so that its halves are mirrored.
    let lift = (DEPTH / 2.0 / sample.edge).round() * sample.edge;
    let depth = 2.0 * lift;
    let x = sample.at.0;
    let y = sample.at.1 + lift;
    let outline = |x: f32, y: f32| piece_outline(piece, (x, y));
    let body = outline(x, y - y.clamp(0.0, depth));
    if let Some(ground) = common
        && body < sample.edge
    {
        sample.cover(ground);
    }
    sample.fill(body, rim);
    sample.fill(body + line, side);
    let top = outline(x, y) + line;
    sample.fill(top, face);
    sample.fill(top.max(-(outline(x, y - BEVEL[0]) + line)), shine);
    sample.fill(top.max(-(outline(x, y + BEVEL[1]) + line)), lower);
    sample.fill(engraved(piece, (x, y)), engraving);
}

/// The remains of a captured piece.
pub(super) fn captured_piece(sample: &mut Sample, theme: &Theme, piece: Piece) {
    let outline = piece_outline(piece, sample.at);
    sample.fill(outline, theme.pieces[theme_index(piece)][0].times(0.2));
    sample.stroke(outline, 0.028, theme.taken[0]);
}
