//! Polylines: points with straight lines between them.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Transform};

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

/// The line without the part within `gap` of its end; may be empty.
pub(super) fn shortened(mut points: Vec<Point>, gap: f32) -> Vec<Point> {
    let Some(end) = points.last().copied() else {
        return points;
    };
    while let [.., before, last] = points.as_slice() {
        let near = apart(*last, end);
        let far = apart(*before, end);
        if far > gap {
            // Along such a short segment the distance to the end is nearly linear.
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
    if points.len() > 1 {
        way.extend(points.last());
    }
    way
}

/// A line between two cells, along the edges of cells, where no pieces are. It keeps `gap` from the
/// middles of both. Within a row or a column it runs on the side towards `inside`.
pub(super) fn along_lines([a, b]: [Point; 2], cell: f32, inside: Point, gap: f32) -> Vec<Point> {
    // The edges for departure and arrival, along one axis.
    let lines = |a: f32, b: f32, inside: f32| {
        let differs = (b - a).abs() > cell / 2.0;
        let half = (if differs { b - a } else { inside - a }).signum() * cell / 2.0;
        [a + half, if differs { b - half } else { b + half }]
    };
    let [x1, x2] = lines(a.0, b.0, inside.0);
    let [y1, y2] = lines(a.1, b.1, inside.1);
    let mut points = vec![a, (x1, y1), (x2, y1), (x2, y2), b];
    points.dedup_by(|a, b| apart(*a, *b) < 1.0);
    let mut way = shortened(smoothed(&points, 0.2 * cell), gap);
    way.reverse();
    way = shortened(way, gap);
    way.reverse();
    way
}

/// A line through some points, or the area that it encloses; `None` if there are fewer than two.
pub(super) fn path(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|at| path.line_to(at.0, at.1));
    if closed {
        path.close();
    }
    path.finish()
}

/// Fills an area of a picture, if there is one, after this shift.
pub(super) fn fill(picture: &mut Pixmap, area: Option<Path>, paint: &Paint<'_>, shift: Transform) {
    if let Some(area) = area {
        picture.fill_path(&area, paint, FillRule::Winding, shift, None);
    }
}
