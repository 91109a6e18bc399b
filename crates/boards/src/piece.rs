//! The pieces, and their lighting.

use super::rgba::Rgba;
use super::sample::Sample;
use super::shapes::{Point, circle, eighth, rounded};
use super::theme::Theme;
use siwa_games::rules::{Piece, Shape, Side};

/// The appearance of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PieceShape {
    /// A plain piece, of a side or of nobody.
    Stone(Option<Side>),
    /// One, two or three rings, of either side or of none.
    Rings(u8),
}

impl PieceShape {
    /// The radius of a piece with rings; arrows end there.
    pub(super) const RADIUS: f32 = 0.385;

    /// The appearance of a piece.
    pub(super) fn of(piece: Piece) -> Self {
        match piece.shape {
            Shape::Stone => Self::Stone(piece.owner),
            Shape::Rings(rings) => Self::Rings(rings.clamp(1, 3)),
        }
    }

    /// Its index in a theme's pieces.
    fn look(self) -> usize {
        match self {
            Self::Stone(Some(Side::First)) => 0,
            Self::Stone(Some(Side::Second)) => 1,
            Self::Stone(None) => 2,
            Self::Rings(_) => 3,
        }
    }

    /// Its outline. Sides differ in outline, not only in colour, and resemble the letters `x` and
    /// `o` of written positions.
    pub(super) fn outline(self, at: Point) -> f32 {
        match self {
            Self::Stone(Some(Side::First)) => rounded(at, 0.312, 0.08),
            Self::Stone(Some(Side::Second)) => circle(at, 0.345),
            Self::Stone(None) => rounded(eighth(at), 0.27, 0.05),
            Self::Rings(_) => circle(at, Self::RADIUS),
        }
    }

    /// Its engraving: its outline again, which no mark on a square resembles.
    fn engraving(self, at: Point) -> f32 {
        match self {
            Self::Stone(Some(Side::First)) => rounded(at, 0.13, 0.03).abs() - 0.02,
            Self::Stone(Some(Side::Second)) => circle(at, 0.15).abs() - 0.02,
            Self::Stone(None) => circle(at, 0.058),
            Self::Rings(rings) => {
                let ring = |ring: u8| circle(at, f32::from(ring) * 0.1).abs() - 0.027;
                (1..=rings).map(ring).fold(f32::INFINITY, f32::min)
            }
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
pub(super) fn paint_piece(
    sample: &mut Sample,
    theme: &Theme,
    piece: PieceShape,
    common: Option<Rgba>,
) {
    let look = piece.look();
    let [face, lower, side, rim, engraving] = theme.pieces[look];
    let (shine, line) = (theme.shines[look], theme.lines[look]);
    // Face and side together are centred on the square, and the middle of the face is on or between
    // two rows, so that its halves are mirrored.
    let lift = (DEPTH / 2.0 / sample.edge).round() * sample.edge;
    let depth = 2.0 * lift;
    let (x, y) = (sample.at.0, sample.at.1 + lift);
    let outline = |x: f32, y: f32| piece.outline((x, y));
    let body = outline(x, y - y.clamp(0.0, depth));
    if let Some(ground) = common.filter(|_| body < sample.edge) {
        sample.cover(ground);
    }
    sample.fill(body, rim);
    sample.fill(body + line, side);
    let top = outline(x, y) + line;
    sample.fill(top, face);
    sample.fill(top.max(-(outline(x, y - BEVEL[0]) + line)), shine);
    sample.fill(top.max(-(outline(x, y + BEVEL[1]) + line)), lower);
    sample.fill(piece.engraving((x, y)), engraving);
}

/// The remains of a captured piece.
pub(super) fn ghost(sample: &mut Sample, theme: &Theme, piece: PieceShape) {
    let outline = piece.outline(sample.at);
    sample.fill(outline, theme.pieces[piece.look()][0].times(0.2));
    sample.stroke(outline, 0.028, theme.taken[0]);
}
