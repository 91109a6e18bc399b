//! The arrows of a move, laid over a picture that is drawn already.
//!
//! Lengths are pixels of the picture.

use super::palette::{Palette, Rgb};
use super::png::Canvas;
use super::shapes::{Ink, Point, bytes, length, segment};

/// In how many steps the edge of an arrow fades: each costs bytes in the picture.
const STEPS: u8 = 4;

/// How many parts a pixel has in an outline.
const PARTS: f32 = 24.0;

/// How many pixels are passed over at once.
const RUN: usize = 32;

/// The outline of an arrow: how far from it are the pixels of a part of the picture.
pub(super) struct Outline {
    left: usize,
    top: usize,
    width: usize,
    /// In parts of a pixel, half a pixel inside being 0; what is far is 255.
    distances: Vec<u8>,
}

impl Outline {
    /// Of nothing yet, among the points that are within `room` of some others.
    pub(super) fn around(canvas: &Canvas, points: &[Point], room: f32) -> Self {
        let (low, high) = bounds(points, room);
        let limit = |value: f32, most: u32| (value.max(0.0) as usize).min(most as usize);
        let (left, top) = (limit(low.0, canvas.width), limit(low.1, canvas.height));
        let (right, bottom) = (
            limit(high.0 + 1.0, canvas.width),
            limit(high.1 + 1.0, canvas.height),
        );
        let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
        Self {
            left,
            top,
            width,
            distances: vec![u8::MAX; width * height],
        }
    }

    /// Adds a shape that lies between two corners.
    fn add(&mut self, low: Point, high: Point, distance: impl Fn(Point) -> f32) {
        let limit = |value: f32, from: usize| (value.max(0.0) as usize).saturating_sub(from);
        let (from, to) = (
            limit(low.0, self.left),
            limit(high.0 + 1.0, self.left).min(self.width),
        );
        let (top, bottom) = (limit(low.1, self.top), limit(high.1 + 1.0, self.top));
        let rows = self.distances.chunks_exact_mut(self.width.max(1));
        for (y, row) in rows.enumerate().take(bottom).skip(top) {
            let Some(part) = row.get_mut(from..to) else {
                continue;
            };
            let down = (self.top + y) as f32 + 0.5;
            for (x, old) in part.iter_mut().enumerate() {
                let across = (self.left + from + x) as f32 + 0.5;
                // What is too far or too deep inside becomes 255 or 0.
                let new = ((distance((across, down)) + 0.5) * PARTS) as u8;
                *old = new.min(*old);
            }
        }
    }

    /// Adds a line with round ends through some points, that thick; pixels up to
    /// `room` from it matter.
    pub(super) fn line(&mut self, points: &[Point], thick: f32, room: f32) {
        let half = thick / 2.0;
        for pair in points.windows(2) {
            let (low, high) = bounds(pair, half + room);
            self.add(low, high, |at| segment(at, pair[0], pair[1]) - half);
        }
    }

    /// Adds a triangle from the middle of its base to its tip.
    pub(super) fn head(&mut self, base: Point, tip: Point, room: f32) {
        let long = length(tip.0 - base.0, tip.1 - base.1);
        if long <= 0.0 {
            return;
        }
        let (dx, dy) = ((tip.0 - base.0) / long, (tip.1 - base.1) / long);
        // Half the base is 0.62 of the length; the sides face outwards.
        let lean = length(1.0, 0.62);
        let (low, high) = bounds(&[base, tip], long * 0.62 + room);
        self.add(low, high, |at| {
            let (x, y) = (at.0 - base.0, at.1 - base.1);
            let (along, across) = (x * dx + y * dy, (x * dy - y * dx).abs());
            let side = (across - (long - along) * 0.62) / lean;
            side.max(-along)
        });
    }

    /// Covers the picture inside the outline with `ink`, and with `edge` where the
    /// outline is grown by `grown`, as far as `open` says.
    pub(super) fn paint(
        &self,
        canvas: &mut Canvas,
        [ink, edge]: &[Blends; 2],
        grown: f32,
        open: impl Fn(Point) -> f32,
    ) {
        let most = ((1.0 + grown) * PARTS).min(254.0);
        let near = most as u8;
        let distances = self.distances.chunks_exact(self.width.max(1));
        for (y, (row, distances)) in canvas.rows_mut().skip(self.top).zip(distances).enumerate() {
            let pixels = row.get_mut(self.left..).unwrap_or_default();
            let runs = pixels.chunks_mut(RUN).zip(distances.chunks(RUN));
            for (run, (pixels, distances)) in runs.enumerate() {
                // Most of the picture is far from the arrow.
                if distances.iter().fold(u8::MAX, |a, b| a.min(*b)) > near {
                    continue;
                }
                for (x, (pixel, distance)) in pixels.iter_mut().zip(distances).enumerate() {
                    if *distance > near {
                        continue;
                    }
                    let at = (
                        (self.left + run * RUN + x) as f32 + 0.5,
                        (self.top + y) as f32 + 0.5,
                    );
                    let open = open(at);
                    let step = |whole: f32| {
                        let cover = ((whole - f32::from(*distance)) / PARTS).clamp(0.0, 1.0);
                        (cover * open * f32::from(STEPS) + 0.5) as u8
                    };
                    *pixel = ink.over(edge.over(*pixel, step(most)), step(PARTS));
                }
            }
        }
    }
}

/// What becomes of each colour of a palette under an ink, step by step.
pub(super) struct Blends(Vec<[u8; STEPS as usize]>);

impl Blends {
    /// Those of one ink.
    pub(super) fn of(palette: &Palette, ink: Ink) -> Self {
        let over = |old: &Rgb| {
            let mut step = 0.0;
            [(); STEPS as usize].map(|()| {
                step += 1.0 / f32::from(STEPS);
                palette.place(blend(*old, ink.times(step)))
            })
        };
        Self(palette.colours().iter().map(over).collect())
    }

    /// A colour with the ink over it.
    fn over(&self, old: u8, step: u8) -> u8 {
        let under = self.0.get(usize::from(old));
        let place = usize::from(step).checked_sub(1);
        let new = under.zip(place).and_then(|(steps, place)| steps.get(place));
        new.copied().unwrap_or(old)
    }
}

/// A colour with ink over it.
pub(super) fn blend(old: Rgb, ink: Ink) -> Rgb {
    let new = ink.rgb();
    bytes([0, 1, 2].map(|i| f32::from(old[i]) + (new[i] - f32::from(old[i])) * ink.1))
}

/// The corners between which some points lie, with room around them.
fn bounds(points: &[Point], room: f32) -> (Point, Point) {
    let mut low = (f32::INFINITY, f32::INFINITY);
    let mut high = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for (x, y) in points {
        low = (low.0.min(x - room), low.1.min(y - room));
        high = (high.0.max(x + room), high.1.max(y + room));
    }
    (low, high)
}

/// The point between two others.
fn between(a: Point, b: Point, t: f32) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

/// A point of the curve that leaves `a` towards `bend` and comes from there to `b`.
fn bent(a: Point, bend: Point, b: Point, t: f32) -> Point {
    between(between(a, bend, t), between(bend, b, t), t)
}

fn apart(a: Point, b: Point) -> f32 {
    length(b.0 - a.0, b.1 - a.1)
}

/// The same way without what lies within `gap` of its end; empty if nothing is left.
pub(super) fn shortened(mut points: Vec<Point>, gap: f32) -> Vec<Point> {
    let Some(end) = points.last().copied() else {
        return points;
    };
    while let [.., before, last] = points.as_slice() {
        let (near, far) = (apart(*last, end), apart(*before, end));
        if far > gap {
            // Lines this short are straight enough.
            let cut = between(*last, *before, (gap - near) / (far - near));
            points.pop();
            points.push(cut);
            return points;
        }
        points.pop();
    }
    Vec::new()
}

/// A way with its corners rounded within `radius`.
pub(super) fn smoothed(points: &[Point], radius: f32) -> Vec<Point> {
    let mut way = Vec::with_capacity(points.len() * 4);
    way.extend(points.first());
    for corner in points.windows(3) {
        let [a, at, b] = [corner[0], corner[1], corner[2]];
        let near = |other| between(at, other, (radius / apart(at, other)).min(0.5));
        way.extend((0..=6).map(|step| bent(near(a), at, near(b), step as f32 / 6.0)));
    }
    way.extend(points.get(1..).and_then(<[Point]>::last));
    way
}

/// A curve between two points that bulges to its left by that part of its length.
pub(super) fn curve(a: Point, b: Point, bulge: f32) -> Vec<Point> {
    let middle = between(a, b, 0.5);
    let bend = (
        middle.0 + (b.1 - a.1) * bulge * 2.0,
        middle.1 - (b.0 - a.0) * bulge * 2.0,
    );
    (0..=48)
        .map(|step| bent(a, bend, b, step as f32 / 48.0))
        .collect()
}

/// A way as dashes of one length with gaps of another.
pub(super) fn dashes(points: &[Point], dash: f32, gap: f32) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    let mut current = Vec::new();
    let mut walked = 0.0;
    for pair in points.windows(2) {
        let long = apart(pair[0], pair[1]);
        // Steps of a pixel: fine enough for any dash.
        let steps = long.ceil().max(1.0) as u32;
        for step in 0..steps {
            let t = step as f32 / steps as f32;
            if (walked + long * t) % (dash + gap) < dash {
                current.push(between(pair[0], pair[1], t));
            } else if !current.is_empty() {
                all.push(std::mem::take(&mut current));
            }
        }
        walked += long;
    }
    all.push(current);
    // Two ends are enough for so short a line.
    all.retain(|dash| dash.len() > 1);
    all.iter()
        .map(|dash| vec![dash[0], dash[dash.len() / 2], dash[dash.len() - 1]])
        .collect()
}
