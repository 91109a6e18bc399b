//! The arrows of a move, laid over a picture that is drawn already.
//!
//! Lengths are pixels of the picture.

use super::palette::{Palette, Rgb};
use super::png::Canvas;
use super::shapes::{Ink, Point, bytes, length, segment};

/// How much of each pixel an arrow covers, 0 to 1.
pub(super) struct Mask {
    width: u32,
    height: u32,
    cover: Vec<f32>,
}

impl Mask {
    /// Covers nothing of such a picture yet.
    pub(super) fn over(canvas: &Canvas) -> Self {
        Self {
            width: canvas.width,
            height: canvas.height,
            cover: vec![0.0; canvas.pixels.len()],
        }
    }

    /// Covers what is inside an outline that lies between two corners.
    fn fill(&mut self, low: Point, high: Point, outline: impl Fn(Point) -> f32) {
        let limit = |value: f32, most: u32| (value.max(0.0) as u32).min(most);
        let (left, right) = (
            limit(low.0 - 1.0, self.width),
            limit(high.0 + 2.0, self.width),
        );
        for y in limit(low.1 - 1.0, self.height)..limit(high.1 + 2.0, self.height) {
            let row = (y * self.width) as usize;
            for x in left..right {
                let at = (x as f32 + 0.5, y as f32 + 0.5);
                let cover = (0.5 - outline(at)).clamp(0.0, 1.0);
                if let Some(old) = self.cover.get_mut(row + x as usize) {
                    *old = old.max(cover);
                }
            }
        }
    }

    /// A line with round ends through some points, that thick.
    pub(super) fn line(&mut self, points: &[Point], thick: f32) {
        let half = thick / 2.0;
        for pair in points.windows(2) {
            let (low, high) = bounds(pair, half);
            self.fill(low, high, |at| segment(at, pair[0], pair[1]) - half);
        }
    }

    /// A triangle from the middle of its base to its tip, grown by `grown`.
    pub(super) fn head(&mut self, base: Point, tip: Point, grown: f32) {
        let long = length(tip.0 - base.0, tip.1 - base.1);
        if long <= 0.0 {
            return;
        }
        let (dx, dy) = ((tip.0 - base.0) / long, (tip.1 - base.1) / long);
        // Half the base is 0.62 of the length; the sides face outwards.
        let lean = length(1.0, 0.62);
        let (low, high) = bounds(&[base, tip], long + grown);
        self.fill(low, high, |at| {
            let (x, y) = (at.0 - base.0, at.1 - base.1);
            let (along, across) = (x * dx + y * dy, (x * dy - y * dx).abs());
            let side = (across - (long - along) * 0.62) / lean;
            side.max(-along) - grown
        });
    }

    /// Covers the picture with ink where the arrow is, as far as `open` says.
    pub(super) fn paint(
        &self,
        canvas: &mut Canvas,
        palette: &Palette,
        ink: Ink,
        open: impl Fn(Point) -> f32,
    ) {
        let colours = palette.colours();
        let mut where_to = Vec::new();
        let mut blends: Vec<Rgb> = Vec::new();
        for (place, cover) in self.cover.iter().enumerate() {
            if *cover <= 0.0 {
                continue;
            }
            let (x, y) = (place as u32 % self.width, place as u32 / self.width);
            let part = ink.1 * cover * open((x as f32 + 0.5, y as f32 + 0.5));
            let old = colours[usize::from(canvas.pixels[place])];
            where_to.push(place);
            blends.push(blend(old, Ink(ink.0, part)));
        }
        for (place, colour) in where_to.into_iter().zip(palette.places(blends)) {
            canvas.pixels[place] = colour;
        }
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
