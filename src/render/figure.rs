//! The pieces, and how each is lit.

use super::shapes::{Point, Sample, circle, eighth, rounded, smooth, spark};
use super::theme::{Look, Theme};
use crate::rules::{Piece, Shape, Side};

/// What stands on a cell, as far as looks go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    First,
    Second,
    Nobody,
    /// One, two and three rings, whoever owns them.
    One,
    Two,
    Three,
}

impl Figure {
    /// How many there are.
    pub(super) const COUNT: usize = 6;
    /// How far a piece with rings reaches; arrows end where it begins.
    pub(super) const RADIUS: f32 = 0.385;

    /// What a piece looks like.
    pub(super) fn of(piece: Piece) -> Self {
        match (piece.shape, piece.owner) {
            (Shape::Stone, Some(side)) => Self::by(side),
            (Shape::Stone, None) => Self::Nobody,
            (Shape::Rings(..=1), _) => Self::One,
            (Shape::Rings(2), _) => Self::Two,
            (Shape::Rings(_), _) => Self::Three,
        }
    }

    /// Whose look it has.
    pub(super) fn look(self, theme: &Theme) -> Look {
        let place = match self {
            Self::First => 0,
            Self::Second => 1,
            Self::Nobody => 2,
            Self::One | Self::Two | Self::Three => 3,
        };
        theme.pieces[place]
    }

    /// Whether it shows its worth by rings.
    pub(super) fn has_rings(self) -> bool {
        matches!(self, Self::One | Self::Two | Self::Three)
    }

    /// A side's plain piece.
    pub(super) fn by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// Its outline. Sides differ in outline and not in colour alone; they go
    /// with the letters `x` and `o` of written positions.
    pub(super) fn outline(self, at: Point) -> f32 {
        match self {
            Self::First => rounded(at, 0.312, 0.08),
            Self::Second => circle(at, 0.345),
            Self::Nobody => rounded(eighth(at), 0.27, 0.05),
            Self::One | Self::Two | Self::Three => circle(at, Self::RADIUS),
        }
    }

    /// What is engraved on it: like its outline, an `x` and an `o`.
    fn engraving(self, at: Point) -> f32 {
        match self {
            Self::First => spark(at, 0.25, 0.052),
            Self::Second => circle(at, 0.185).abs() - 0.018,
            Self::Nobody => circle(at, 0.058),
            Self::One => rings(at, &[0.1]),
            Self::Two => rings(at, &[0.1, 0.2]),
            Self::Three => rings(at, &[0.1, 0.2, 0.3]),
        }
    }
}

/// Bold circles about the middle.
fn rings(at: Point, radii: &[f32]) -> f32 {
    let ring = |radius: &f32| circle(at, *radius).abs() - 0.027;
    radii.iter().map(ring).fold(f32::INFINITY, f32::min)
}

/// A piece, lit from the upper left.
pub(super) fn piece(sample: &mut Sample, theme: &Theme, figure: Figure) {
    let at = sample.at;
    let Look {
        lit,
        shaded,
        rim,
        engraving,
    } = figure.look(theme);
    let shadow = figure.outline((at.0 - 0.014, at.1 - 0.034));
    sample.glow(shadow, 0.05, theme.shadow);
    let outline = figure.outline(at);
    sample.fill(outline, rim);
    let slope = ((at.0 + at.1) / 0.62).clamp(-1.0, 1.0);
    let face = outline + 0.016;
    sample.fill(face, lit);
    sample.fill(face, shaded.times(slope * 0.5 + 0.5));
    // The edge catches the light above and loses it below.
    if face < 0.0 {
        let edge = smooth(-0.055, 0.0, face);
        let (ink, part) = if slope < 0.0 {
            (theme.bevel[0], -slope)
        } else {
            (theme.bevel[1], slope)
        };
        sample.cover(ink.times(edge * part));
    }
    // A groove: its lower wall catches the light.
    let cut = figure.engraving((at.0 - 0.008, at.1 - 0.012));
    sample.fill(cut, theme.gleam);
    sample.fill(figure.engraving(at), engraving);
}
