//! Polylines: points with straight lines between them.

use super::shapes::{Point, length};

/// The point between two others.
pub(super) fn between(a: Point, b: Point, t: f32) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

/// A point of the curve from `a` to `b` with the control point `bend`.
fn bent(a: Point, bend: Point, b: Point, t: f32) -> Point {
    between(between(a, bend, t), between(bend, b, t), t)
}

/// The distance between two points.
pub(super) fn apart(a: Point, b: Point) -> f32 {
    length(b.0 - a.0, b.1 - a.1)
}

/// The bounding box of some points, with room around them.
pub(super) fn bounds(points: &[Point], room: f32) -> (Point, Point) {
    let nowhere = (
        (f32::INFINITY, f32::INFINITY),
        (f32::NEG_INFINITY, f32::NEG_INFINITY),
    );
    points.iter().fold(nowhere, |(low, high), (x, y)| {
        let low = (low.0.min(x - room), low.1.min(y - room));
        (low, (high.0.max(x + room), high.1.max(y + room)))
    })
}

/// The line without the part within `gap` of its end; may be empty.
pub(super) fn shortened(mut points: Vec<Point>, gap: f32) -> Vec<Point> {
    let Some(end) = points.last().copied() else {
        return points;
    };
    while let [.., before, last] = points.as_slice() {
        let near = apart(*last, end);
        let far = apart(*before, end);
        if far > gap {
            // Such short segments are straight enough.
            let cut = between(*last, *before, (gap - near) / (far - near));
            points.pop();
            points.push(cut);
            return points;
        }
        points.pop();
    }
    Vec::new()
}

/// The line, with its corners rounded within `radius`.
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

/// A line between the middles of two cells, up to `gap` from both, along the edges of cells, where
/// no pieces are; within a row or a column, on the side towards `inside`.
pub(super) fn along_lines([a, b]: [Point; 2], cell: f32, inside: Point, gap: f32) -> Vec<Point> {
    // The edges for departure and arrival, along one axis.
    let lines = |a: f32, b: f32, inside: f32| {
        let apart = (b - a).abs() > cell / 2.0;
        let half = (if apart { b - a } else { inside - a }).signum() * cell / 2.0;
        [a + half, if apart { b - half } else { b + half }]
    };
    let ([left, right], [top, bottom]) = (lines(a.0, b.0, inside.0), lines(a.1, b.1, inside.1));
    let mut points = vec![a, (left, top), (right, top), (right, bottom), b];
    points.dedup_by(|a, b| apart(*a, *b) < 1.0);
    let mut way = shortened(smoothed(&points, 0.2 * cell), gap);
    way.reverse();
    way = shortened(way, gap);
    way.reverse();
    way
}

/// A line as dashes, with gaps.
pub(super) fn dashes(points: &[Point], dash: f32, gap: f32) -> Vec<Vec<Point>> {
    let lengths = points.windows(2).map(|pair| apart(pair[0], pair[1]));
    let total: f32 = lengths.sum();
    let at = |mut along: f32| {
        for pair in points.windows(2) {
            let long = apart(pair[0], pair[1]);
            if along <= long {
                return Some(between(pair[0], pair[1], along / long.max(f32::EPSILON)));
            }
            along -= long;
        }
        points.last().copied()
    };
    let starts = (0_u8..).map(|number| f32::from(number) * (dash + gap));
    let starts = starts.take_while(|start| start + 1.0 < total);
    let dashes = starts.map(|start| Some(vec![at(start)?, at((start + dash).min(total))?]));
    dashes.flatten().collect()
}
