//! Outlines as signed distances.
//!
//! A cell is one unit wide, its centre is (0, 0), and y grows downwards. A
//! distance is negative inside its outline.

/// A point of a cell.
pub(super) type Point = (f32, f32);

/// The length of a vector. `hypot` is exact for extreme lengths, which do not occur in a cell, but
/// several times slower.
pub(super) fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// A circle.
pub(super) fn circle((x, y): Point, radius: f32) -> f32 {
    length(x, y) - radius
}

/// The distance of a point from the line between two others.
pub(super) fn segment((x, y): Point, from: Point, to: Point) -> f32 {
    let dx = to.0 - from.0;
    let dy = to.1 - from.1;
    let whole = dx * dx + dy * dy;
    let along = if whole > 0.0 {
        (((x - from.0) * dx + (y - from.1) * dy) / whole).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length(x - from.0 - dx * along, y - from.1 - dy * along)
}

/// A square with this half width and rounded corners.
pub(super) fn rounded(at: Point, half: f32, corner: f32) -> f32 {
    let (x, y) = mirrored(at);
    let x = x - half + corner;
    let y = y - half + corner;
    length(x.max(0.0), y.max(0.0)) + x.max(y).min(0.0) - corner
}

/// The point mirrored into the lower right quarter of the cell.
pub(super) fn mirrored((x, y): Point) -> Point {
    (x.abs(), y.abs())
}

/// The point in a cell turned by an eighth.
pub(super) fn eighth((x, y): Point) -> Point {
    use std::f32::consts::FRAC_1_SQRT_2 as HALF;
    ((x - y) * HALF, (x + y) * HALF)
}

/// A star of eight points: a square, and a square turned by an eighth.
pub(super) fn star(at: Point, half: f32) -> f32 {
    rounded(at, half, 0.0).min(rounded(eighth(at), half, 0.0))
}

/// A diagonal cross of lines that reach `reach` from the centre.
pub(super) fn cross(at: Point, reach: f32) -> f32 {
    let (x, y) = eighth(at);
    let arm = |along: f32, across: f32| length((along.abs() - reach).max(0.0), across);
    arm(x, y).min(arm(y, x))
}

/// The four corners of a square, each with arms of that length.
pub(super) fn corners(at: Point, half: f32, arm: f32) -> f32 {
    let (x, y) = mirrored(at);
    let side = |along: f32, across: f32| {
        let past = (half - arm - along).max(along - half).max(0.0);
        length(past, across - half)
    };
    side(x, y).min(side(y, x))
}

/// The frame of a square of that half width in dashes, five a side.
pub(super) fn dashed(at: Point, half: f32) -> f32 {
    let (x, y) = mirrored(at);
    let side = |along: f32, across: f32| {
        // One dash in the middle, one halfway, one around the corner.
        let dash = |middle: f32| ((along - middle).abs() - half * 0.13).max(0.0);
        let along = dash(0.0).min(dash(half * 0.5)).min(dash(half));
        length(along, across - half)
    };
    side(x, y).min(side(y, x))
}

/// The joints of a wall of bricks, four courses high: the distance to the nearest.
pub(super) fn joints((x, y): Point) -> f32 {
    let flat = (y * 4.0 - (y * 4.0).round()).abs() / 4.0;
    let upright = (x + shift(y)) * 2.0;
    flat.min((upright - upright.round()).abs() / 2.0)
}

/// The edges of round stones in four courses, each course over the next like scales:
/// the distance to the nearest.
pub(super) fn scales((x, y): Point) -> f32 {
    let x = x + shift(y);
    let across = x - (x * 2.0).round() / 2.0;
    circle((across, y - (y * 4.0).floor() / 4.0), 0.25).abs()
}

/// The shift of the course at a height: every other is shifted by half a stone.
fn shift(y: f32) -> f32 {
    (y * 4.0).floor().rem_euclid(2.0) / 4.0
}

/// Stripes that rise to the right, `gap` apart: the distance to the nearest.
pub(super) fn stripes(at: Point, gap: f32) -> f32 {
    let across = eighth(at).1;
    (across - (across / gap).round() * gap).abs()
}
