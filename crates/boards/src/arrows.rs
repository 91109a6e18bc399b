//! The last move as arrows: the route of the piece that moved, and the flight of the piece that it
//! displaced.

use std::f32::consts::TAU;

use image::{GrayImage, Luma};
use imageproc::drawing::draw_polygon_mut;
use imageproc::point::Point as Corner;

use super::layout::Layout;
use super::on_board;
use super::palette::{Blends, Palette, STEPS};
use super::piece::RADIUS;
use super::polyline::{along_lines, apart, between, bounds, dashes, shortened, smoothed};
use super::shapes::{Point, segment};
use siwa_games::rules::Diagram;

/// Sizes of the arrows, as fractions of a cell: the shaft and the head of each, and the edge of
/// both.
const THICK: f32 = 0.13;
const HEAD: f32 = 0.25;
const THIN: f32 = 0.055;
const TIP: f32 = 0.2;
const EDGE: f32 = 0.022;
/// The distance of an arrow from the middle of a piece.
const GAP: f32 = RADIUS + 0.035;
/// Half the base of a head, as a fraction of its length.
const SPREAD: f32 = 0.62;

/// How many pixels are skipped together where there is no arrow.
const RUN: usize = 32;

/// The mask's values for an arrow's edge and for its ink; values between and below them are partial
/// coverage.
const EDGED: Luma<u8> = Luma([128]);
const INKED: Luma<u8> = Luma([255]);

/// Draws both arrows, each in its own colours.
pub(super) fn draw(canvas: &mut GrayImage, diagram: &Diagram, layout: Layout, palette: &Palette) {
    let cell = layout.scale.cell as f32;
    let pieces = layout.pieces(diagram);
    let mut route = layout.route(diagram).unwrap_or_default();
    route.dedup();
    // The route leads from middle to middle: it can only meet pieces there.
    let met = |at: &Point| pieces.iter().any(|piece| apart(*at, *piece) < 1.0);
    let gap = route.last().filter(|at| met(at)).map_or(0.0, |_| GAP);
    let way = shortened(smoothed(&route, 0.3 * cell), gap * cell);
    let standing: Vec<Point> = route.iter().copied().filter(met).collect();
    let sizes = [THICK, HEAD];
    arrow(canvas, way, sizes, false, &standing, cell, &palette.route);
    if let Some([from, to]) = diagram.flight
        && from != to
        && on_board(diagram, from)
        && on_board(diagram, to)
    {
        let ends = [from, to].map(|square| layout.middle(layout.corner(square)));
        let way = flight(ends, &route, layout);
        arrow(canvas, way, [THIN, TIP], true, &[], cell, &palette.flight);
    }
}

/// The path of a displaced piece, along the lines between the squares, where no pieces are; of the
/// possible paths, the first that does not cross the route.
fn flight(ends: [Point; 2], route: &[Point], layout: Layout) -> Vec<Point> {
    let cell = layout.scale.cell as f32;
    let (width, height) = layout.size();
    let middle = (width as f32 / 2.0, height as f32 / 2.0);
    let crosses = |way: &Vec<Point>| {
        let near = |at: Point, pair: &[Point]| segment(at, pair[0], pair[1]) < THICK * cell;
        way.windows(2)
            .flat_map(|pair| (0..=8).map(|part| between(pair[0], pair[1], part as f32 / 8.0)))
            .any(|at| route.windows(2).any(|pair| near(at, pair)))
    };
    let way = |inside| along_lines(ends, cell, inside, GAP * cell);
    let sides = [middle, (width as f32, height as f32), (0.0, 0.0)];
    let free = sides.into_iter().map(way).find(|way| !crosses(way));
    free.unwrap_or_else(|| way(middle))
}

/// Draws an arrow over a picture: a shaft of this thickness, in dashes or not, and a head of this
/// length, as fractions of a cell; nothing if the path is empty. Pieces are above the shaft, and
/// below the head.
fn arrow(
    canvas: &mut GrayImage,
    way: Vec<Point>,
    [thick, head]: [f32; 2],
    dashed: bool,
    standing: &[Point],
    cell: f32,
    blends: &Blends,
) {
    let (Some(&start), Some(&tip)) = (way.first(), way.last()) else {
        return;
    };
    let [half, head, edge] = [thick / 2.0, head, EDGE].map(|part| part * cell);
    let shaft = shortened(way, head);
    let base = shaft.last().copied().unwrap_or(start);
    let long = apart(base, tip).max(1.0);
    let points = [shaft.as_slice(), &[base, tip]].concat();
    let mut mask = Mask::around(canvas, &points, half.max(long) + edge + 2.0);
    let lines = if dashed {
        dashes(&shaft, 0.14 * cell, 0.1 * cell)
    } else {
        vec![shaft]
    };
    let layers = [(edge, EDGED), (0.0, INKED)];
    for (around, cover) in layers {
        for line in &lines {
            mask.line(line, half + around, cover);
        }
    }
    for piece in standing {
        mask.polygon(round(*piece, RADIUS * cell, 20), Luma([0]));
    }
    for (around, cover) in layers {
        // The distance by which its sides move outwards.
        let far = around * (1.0 + SPREAD * SPREAD).sqrt() / SPREAD;
        let rear = between(base, tip, -around / long);
        let front = between(tip, base, -far / long);
        let dx = (front.0 - rear.0) * SPREAD;
        let dy = (front.1 - rear.1) * SPREAD;
        let corners = [
            (rear.0 + dy, rear.1 - dx),
            front,
            (rear.0 - dy, rear.1 + dx),
        ];
        mask.polygon(corners.into_iter(), cover);
    }
    // The shaft extends into the head.
    let part = half / long;
    let dx = (base.1 - tip.1) * part;
    let dy = (tip.0 - base.0) * part;
    let corner = |(x, y): Point, turn: f32| (x + dx * turn, y + dy * turn);
    let before = between(base, tip, -edge / long);
    let neck = [(before, -1.0), (base, -1.0), (base, 1.0), (before, 1.0)];
    mask.polygon(neck.into_iter().map(|(at, turn)| corner(at, turn)), INKED);
    mask.paint(canvas, blends);
}

/// Points around another point.
fn round((x, y): Point, radius: f32, turns: u8) -> impl Iterator<Item = Point> {
    (0..turns).map(move |turn| {
        let (sin, cos) = (f32::from(turn) * TAU / f32::from(turns)).sin_cos();
        (x + cos * radius, y + sin * radius)
    })
}

/// The coverage of a part of a picture, at twice its resolution.
struct Mask {
    cover: GrayImage,
    left: usize,
    top: usize,
}

impl Mask {
    /// An empty mask, for the area within `room` of some points.
    fn around(canvas: &GrayImage, points: &[Point], room: f32) -> Self {
        let (low, high) = bounds(points, room);
        let limit = |value: f32, most: u32| (value.max(0.0) as u32).min(most);
        let left = limit(low.0, canvas.width());
        let top = limit(low.1, canvas.height());
        let right = limit(high.0 + 1.0, canvas.width());
        let bottom = limit(high.1 + 1.0, canvas.height());
        let width = right.saturating_sub(left);
        let height = bottom.saturating_sub(top);
        Self {
            cover: GrayImage::new(2 * width, 2 * height),
            left: left as usize,
            top: top as usize,
        }
    }

    /// Covers a polygon. The mask has four pixels for one of the picture, which smooths the edges.
    fn polygon(&mut self, points: impl Iterator<Item = Point>, cover: Luma<u8>) {
        let place = |at: f32, from: usize| ((at - from as f32) * 2.0 - 0.5).round() as i32;
        let corner = |(x, y): Point| Corner::new(place(x, self.left), place(y, self.top));
        let corners: Vec<_> = points.map(corner).collect();
        draw_polygon_mut(&mut self.cover, &corners, cover);
    }

    /// Covers a line with round ends, `half` as thick to each side.
    fn line(&mut self, points: &[Point], half: f32, cover: Luma<u8>) {
        // Pixels on a polygon's edges are covered completely.
        let half = half - 0.25;
        let last = points.len().saturating_sub(1);
        // The point beside another, to the left or to the right of the path.
        let beside = |i: usize, half: f32| {
            let a = points[i.saturating_sub(1)];
            let at = points[i];
            let b = points[(i + 1).min(last)];
            let part = half / apart(a, b).max(f32::EPSILON);
            (at.0 + (b.1 - a.1) * part, at.1 - (b.0 - a.0) * part)
        };
        // Draw each straight part and each bend separately, because a whole line may cross itself.
        let mut from = 0;
        while from < last {
            let short = |i: &usize| apart(points[*i], points[*i + 1]) < 2.0 * half;
            let to = from + (from..last).take_while(short).count().max(1);
            let left = (from..=to).map(|i| beside(i, half));
            let right = (from..=to).rev().map(|i| beside(i, -half));
            self.polygon(left.chain(right), cover);
            from = to;
        }
        for end in [points.first(), points.last()].into_iter().flatten() {
            self.polygon(round(*end, half, 10), cover);
        }
    }

    /// Blends the colours of an arrow into a picture.
    fn paint(&self, canvas: &mut GrayImage, blends: &Blends) {
        let wide = self.cover.width() as usize;
        let width = canvas.width() as usize;
        let pairs = self.cover.chunks_exact(2 * wide.max(1));
        let rows = canvas.chunks_exact_mut(width.max(1)).skip(self.top);
        for (row, pair) in rows.zip(pairs) {
            let (upper, lower) = pair.split_at(wide);
            let pixels = row.get_mut(self.left..).unwrap_or_default();
            let covers = upper.chunks(2 * RUN).zip(lower.chunks(2 * RUN));
            for (pixels, (upper, lower)) in pixels.chunks_mut(RUN).zip(covers) {
                // Skip pixels that are far from the arrow, which most are.
                if upper.iter().zip(lower).fold(0, |any, (a, b)| any | a | b) == 0 {
                    continue;
                }
                let covers = upper.chunks_exact(2).zip(lower.chunks_exact(2));
                for (pixel, (upper, lower)) in pixels.iter_mut().zip(covers) {
                    let cover: usize = upper.iter().chain(lower).map(|c| usize::from(*c)).sum();
                    let steps = (cover * 2 * STEPS + 2 * 255) / (4 * 255);
                    *pixel = blends[usize::from(*pixel)][steps];
                }
            }
        }
    }
}
