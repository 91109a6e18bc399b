//! The last move as arrows: the way of the piece that moved, and the flight of the
//! piece that it displaced.

use image::GrayImage;
use tiny_skia::{FillRule, IntRect, Mask, Path, PathBuilder, StrokeDash, Transform};

use super::layout::Layout;
use super::on_board;
use super::palette::{Blends, Palette, STEPS};
use super::piece::PieceShape;
use super::polyline::{along_lines, apart, between, path, shortened, smoothed, stroked};
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

    /// The part of a picture that the arrow covers.
    fn area(&self, canvas: &GrayImage) -> Option<IntRect> {
        let shaft = self.shaft.as_ref().map(Path::bounds);
        let head = self.head.bounds();
        let both = shaft.map_or(Some(head), |shaft| shaft.join(&head))?;
        let far = self.half + 4.0 * self.edge;
        let whole = IntRect::from_xywh(0, 0, canvas.width(), canvas.height())?;
        both.outset(far, far)?.round_out()?.intersect(&whole)
    }

    /// How far the arrow covers each pixel of an area, with an edge that is so wide. Pieces of
    /// that radius stand upon its shaft, and its head lies upon them.
    fn covered(&self, area: IntRect, edge: f32, standing: &[Point], radius: f32) -> Option<Mask> {
        let mut mask = Mask::new(area.width(), area.height())?;
        let place = Transform::from_translate(-(area.x() as f32), -(area.y() as f32));
        let fill = |mask: &mut Mask, path: Option<Path>| {
            if let Some(path) = path {
                mask.fill_path(&path, FillRule::Winding, true, place);
            }
        };
        let shaft = self.shaft.as_ref();
        fill(
            &mut mask,
            shaft.and_then(|shaft| stroked(shaft, self.half + edge)),
        );
        if !standing.is_empty() {
            mask.invert();
            for (x, y) in standing {
                fill(&mut mask, PathBuilder::from_circle(*x, *y, radius));
            }
            mask.invert();
        }
        fill(&mut mask, Some(self.head.clone()));
        fill(&mut mask, stroked(&self.head, edge));
        Some(mask)
    }

    /// Lays the arrow over a picture.
    fn draw(&self, canvas: &mut GrayImage, standing: &[Point], radius: f32, blends: &Blends) {
        let Some(area) = self.area(canvas) else {
            return;
        };
        let covered = |edge| self.covered(area, edge, standing, radius);
        let (Some(edge), Some(ink)) = (covered(self.edge), covered(0.0)) else {
            return;
        };
        let (left, wide) = (area.x() as usize, area.width() as usize);
        let row = canvas.width() as usize;
        let rows = canvas.chunks_exact_mut(row).skip(area.y() as usize);
        let covers = edge.data().chunks(wide).zip(ink.data().chunks(wide));
        for (row, (edge, ink)) in rows.zip(covers) {
            for (pixel, (edge, ink)) in row.iter_mut().skip(left).zip(edge.iter().zip(ink)) {
                if *edge == 0 {
                    continue;
                }
                let cover = usize::from(*edge) + usize::from(*ink);
                *pixel = blends.after(*pixel, (cover * STEPS + 127) / 255);
            }
        }
    }
}
