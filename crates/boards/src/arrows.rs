//! The last move as arrows: the way of the piece that moved, and the flight of the
//! piece that it displaced.

use image::GrayImage;
use tiny_skia::{FillRule, LineCap, Mask, Path, PathBuilder, Stroke, StrokeDash, Transform};

use super::layout::Layout;
use super::on_board;
use super::palette::{Blends, Palette, STEPS};
use super::piece::PieceShape;
use super::polyline::{along_lines, apart, between, shortened, smoothed};
use super::shapes::{Point, segment};
use siwa_games::rules::Diagram;

/// Lengths of the arrows, as parts of a cell: the shaft and the head of each, and the
/// edge of both.
const THICK: f32 = 0.13;
const HEAD: f32 = 0.25;
const THIN: f32 = 0.055;
const TIP: f32 = 0.2;
const EDGE: f32 = 0.022;
/// How far an arrow stays away from the middle of a piece.
const GAP: f32 = PieceShape::RADIUS + 0.035;
/// Half the base of a head, as a part of its length.
const SPREAD: f32 = 0.62;

/// Draws both arrows, each in its colours.
pub(super) fn draw(canvas: &mut GrayImage, diagram: &Diagram, layout: Layout, palette: &Palette) {
    let cell = layout.scale.cell as f32;
    let pieces = layout.pieces(diagram);
    let mut route = layout.route(diagram).unwrap_or_default();
    route.dedup();
    // The way leads from middle to middle: it meets no other pieces.
    let met = |at: &Point| pieces.iter().any(|piece| apart(*at, *piece) < 1.0);
    let gap = route.last().filter(|at| met(at)).map_or(0.0, |_| GAP);
    let way = shortened(smoothed(&route, 0.3 * cell), gap * cell);
    if let Some(arrow) = Arrow::along(way, THICK * cell, HEAD * cell, EDGE * cell) {
        let standing: Vec<Point> = route.iter().copied().filter(met).collect();
        arrow.draw(canvas, &standing, PieceShape::RADIUS * cell, &palette.route);
    }
    if let Some([from, to]) = diagram.flight
        && from != to
        && on_board(diagram, from)
        && on_board(diagram, to)
    {
        let ends = [from, to].map(|square| layout.middle(layout.corner(square)));
        let way = flight(ends, &route, layout);
        if let Some(mut arrow) = Arrow::along(way, THIN * cell, TIP * cell, EDGE * cell) {
            let dash = StrokeDash::new(vec![0.14 * cell, 0.1 * cell], 0.0);
            arrow.shaft = arrow
                .shaft
                .zip(dash)
                .and_then(|(it, dash)| it.dash(&dash, 1.0));
            arrow.draw(canvas, &[], 0.0, &palette.flight);
        }
    }
}

/// The way of a displaced piece, along the lines between the squares, where it meets no
/// other piece; of the ways around, the first that does not cross the route.
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

/// An arrow: a shaft of one thickness, and a head.
struct Arrow {
    shaft: Option<Path>,
    half: f32,
    head: Path,
    edge: f32,
}

impl Arrow {
    /// An arrow that `thick`, with so long a head; none if there is no way.
    fn along(way: Vec<Point>, thick: f32, head: f32, edge: f32) -> Option<Self> {
        let (start, tip) = (*way.first()?, *way.last()?);
        let shaft = shortened(way, head);
        let base = shaft.last().copied().unwrap_or(start);
        let (dx, dy) = ((tip.0 - base.0) * SPREAD, (tip.1 - base.1) * SPREAD);
        let corners = [(base.0 + dy, base.1 - dx), tip, (base.0 - dy, base.1 + dx)];
        Some(Self {
            shaft: path(&shaft, false),
            half: thick / 2.0,
            head: path(&corners, true)?,
            edge,
        })
    }

    /// Lays the arrow over a picture. Pieces of that radius stand upon its shaft, and its head
    /// lies upon them.
    fn draw(&self, canvas: &mut GrayImage, standing: &[Point], radius: f32, blends: &Blends) {
        let covered = |around: f32| {
            let mut mask = Mask::new(canvas.width(), canvas.height())?;
            if let Some(shaft) = &self.shaft {
                fill(&mut mask, stroked(shaft, self.half + around));
            }
            mask.invert();
            for (x, y) in standing {
                fill(&mut mask, PathBuilder::from_circle(*x, *y, radius));
            }
            mask.invert();
            fill(&mut mask, Some(self.head.clone()));
            fill(&mut mask, stroked(&self.head, around));
            Some(mask)
        };
        let (Some(edge), Some(ink)) = (covered(self.edge), covered(0.0)) else {
            return;
        };
        for (pixel, (edge, ink)) in canvas.iter_mut().zip(edge.data().iter().zip(ink.data())) {
            let cover = usize::from(*edge) + usize::from(*ink);
            *pixel = blends.after(*pixel, (cover * STEPS + 127) / 255);
        }
    }
}

/// A line between some points; none if it has no length.
fn path(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|at| path.line_to(at.0, at.1));
    if closed {
        path.close();
    }
    path.finish()
}

/// The outline of a line that is `half` as thick to each side.
fn stroked(path: &Path, half: f32) -> Option<Path> {
    let stroke = Stroke {
        width: 2.0 * half,
        line_cap: LineCap::Round,
        ..Stroke::default()
    };
    path.stroke(&stroke, 1.0)
}

fn fill(mask: &mut Mask, path: Option<Path>) {
    if let Some(path) = path {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    }
}
