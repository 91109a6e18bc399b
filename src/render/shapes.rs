//! Outlines as distances, and ink laid over one sample of a cell.
//!
//! A cell is one unit wide, its centre is (0, 0), and y grows downwards. A
//! distance is negative inside its outline.

use super::palette::Rgb;

/// A point of a cell.
pub(super) type Point = (f32, f32);

/// A colour and how much of it covers what lies beneath.
#[derive(Clone, Copy)]
pub(super) struct Ink(pub(super) u32, pub(super) f32);

impl Ink {
    /// Red, green and blue, 0 to 255.
    pub(super) fn rgb(self) -> [f32; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue].map(f32::from)
    }

    /// The same colour, covering `part` as much.
    pub(super) fn times(self, part: f32) -> Self {
        Self(self.0, self.1 * part)
    }
}

/// One sample of a cell while it is painted.
pub(super) struct Sample {
    /// Where it is.
    pub(super) at: Point,
    colour: [f32; 3],
    /// How wide an edge is smoothed: one sample.
    edge: f32,
}

impl Sample {
    /// A sample of that width, all ground.
    pub(super) fn new(at: Point, edge: f32, ground: Ink) -> Self {
        Self {
            at,
            colour: ground.rgb(),
            edge,
        }
    }

    /// How wide a smoothed edge is.
    pub(super) fn edge(&self) -> f32 {
        self.edge
    }

    /// The nearest whole number of samples.
    pub(super) fn aligned(&self, length: f32) -> f32 {
        (length / self.edge).round() * self.edge
    }

    /// What it looks like now, 0 to 255.
    pub(super) fn colour(&self) -> [f32; 3] {
        self.colour
    }

    /// Lets what was there `before` show through, so that `part` of the rest is left.
    pub(super) fn fade(&mut self, before: [f32; 3], part: f32) {
        for (now, before) in self.colour.iter_mut().zip(before) {
            *now = before + (*now - before) * part;
        }
    }

    /// Covers it with ink.
    pub(super) fn cover(&mut self, ink: Ink) {
        let part = ink.1.clamp(0.0, 1.0);
        for (old, new) in self.colour.iter_mut().zip(ink.rgb()) {
            *old += (new - *old) * part;
        }
    }

    /// Fills an outline.
    pub(super) fn fill(&mut self, distance: f32, ink: Ink) {
        if distance < self.edge {
            self.cover(ink.times((0.5 - distance / self.edge).clamp(0.0, 1.0)));
        }
    }

    /// Draws along an outline.
    pub(super) fn stroke(&mut self, distance: f32, width: f32, ink: Ink) {
        self.fill(distance.abs() - width / 2.0, ink);
    }
}

/// Between two colours.
pub(super) fn mix(from: Ink, to: Ink, t: f32) -> Ink {
    let (a, b) = (from.rgb(), to.rgb());
    let [red, green, blue] = [0, 1, 2].map(|i| (a[i] + (b[i] - a[i]) * t).round() as u8);
    Ink(
        u32::from_be_bytes([0, red, green, blue]),
        from.1 + (to.1 - from.1) * t,
    )
}

/// How long a vector is. `hypot` would be exact for lengths that a cell does
/// not have, and takes several times as long.
pub(super) fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

/// A circle.
pub(super) fn circle((x, y): Point, radius: f32) -> f32 {
    length(x, y) - radius
}

/// How far a point is from the line between two others.
pub(super) fn segment((x, y): Point, from: Point, to: Point) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let whole = dx * dx + dy * dy;
    let along = if whole > 0.0 {
        (((x - from.0) * dx + (y - from.1) * dy) / whole).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length(x - from.0 - dx * along, y - from.1 - dy * along)
}

/// A square of that half width, its corners rounded.
pub(super) fn rounded((x, y): Point, half: f32, corner: f32) -> f32 {
    let (x, y) = (x.abs() - half + corner, y.abs() - half + corner);
    length(x.max(0.0), y.max(0.0)) + x.max(y).min(0.0) - corner
}

/// The same point, the cell turned by an eighth.
pub(super) fn eighth((x, y): Point) -> Point {
    use std::f32::consts::FRAC_1_SQRT_2 as HALF;
    ((x - y) * HALF, (x + y) * HALF)
}

/// A star of eight points: a square and the same square turned by an eighth.
pub(super) fn star(at: Point, half: f32) -> f32 {
    rounded(at, half, 0.0).min(rounded(eighth(at), half, 0.0))
}

/// A diagonal cross of strokes without width, `reach` from the centre.
pub(super) fn cross(at: Point, reach: f32) -> f32 {
    let (x, y) = eighth(at);
    let arm = |along: f32, across: f32| length((along.abs() - reach).max(0.0), across);
    arm(x, y).min(arm(y, x))
}

/// A star of four points that reach into the corners, `thick` at its waist.
pub(super) fn spark(at: Point, reach: f32, thick: f32) -> f32 {
    let (x, y) = eighth(at);
    let ray = |along: f32, across: f32| {
        (across.abs() * reach + along.abs() * thick - reach * thick) / length(reach, thick)
    };
    ray(x, y).min(ray(y, x))
}

/// The four corners of a square, each with arms of that length.
pub(super) fn corners((x, y): Point, half: f32, arm: f32) -> f32 {
    let (x, y) = (x.abs(), y.abs());
    let side = |along: f32, across: f32| {
        let past = (half - arm - along).max(along - half).max(0.0);
        length(past, across - half)
    };
    side(x, y).min(side(y, x))
}

/// A circle whose edge goes in and out that many times, as a rosette's.
pub(super) fn rosette((x, y): Point, radius: f32, petals: f32) -> f32 {
    length(x, y) - radius - (y.atan2(x) * petals).cos() * 0.028
}

/// The frame of a square of that half width in dashes, five a side.
pub(super) fn dashed((x, y): Point, half: f32) -> f32 {
    let (x, y) = (x.abs(), y.abs());
    let side = |along: f32, across: f32| {
        // One dash in the middle, one halfway, one round the corner.
        let dash = |middle: f32| ((along - middle).abs() - half * 0.13).max(0.0);
        let along = dash(0.0).min(dash(half * 0.5)).min(dash(half));
        length(along, across - half)
    };
    side(x, y).min(side(y, x))
}

/// The joints of a wall of bricks, four courses high: the distance to the nearest.
pub(super) fn joints((x, y): Point) -> f32 {
    let row = (y * 4.0).floor();
    let flat = (y * 4.0 - (y * 4.0).round()).abs() / 4.0;
    let shift = if row.rem_euclid(2.0) < 1.0 { 0.0 } else { 0.25 };
    let upright = (x + shift) * 2.0;
    flat.min((upright - upright.round()).abs() / 2.0)
}

/// The edges of round stones in four courses, each course over the next like scales:
/// the distance to the nearest.
pub(super) fn scales((x, y): Point) -> f32 {
    let course = (y * 4.0).floor();
    let shift = if course.rem_euclid(2.0) < 1.0 {
        0.0
    } else {
        0.25
    };
    let across = x + shift - ((x + shift) * 2.0).round() / 2.0;
    circle((across, y - course / 4.0), 0.25).abs()
}

/// Stripes that rise to the right, `gap` apart: the distance to the nearest.
pub(super) fn stripes(at: Point, gap: f32) -> f32 {
    let across = eighth(at).1;
    (across - (across / gap).round() * gap).abs()
}

/// One colour as bytes.
pub(super) fn bytes(colour: [f32; 3]) -> Rgb {
    colour.map(|part| part.round().clamp(0.0, 255.0) as u8)
}
