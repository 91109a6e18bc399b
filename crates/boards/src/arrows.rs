//! The last move as arrows: the route of the piece that moved, and the flight of the piece that it
//! displaced.

use image::GrayImage;
use tiny_skia::{
    BlendMode, IntRect, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};

use super::layout::Layout;
use super::on_board;
use super::palette::{Blends, Palette, STEPS};
use super::piece::RADIUS;
use super::polyline::{along_lines, apart, between, fill, path, shortened, smoothed};
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

/// The layer's values for an arrow's edge and for its ink; values between and below them are partial
/// coverage.
const EDGED: u8 = 128;
const INKED: u8 = 255;

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
/// length, as fractions of a cell; `None` if the path is empty or not in the picture. Pieces are
/// above the shaft, and below the head.
fn arrow(
    canvas: &mut GrayImage,
    way: Vec<Point>,
    [thick, head]: [f32; 2],
    dashed: bool,
    standing: &[Point],
    cell: f32,
    blends: &Blends,
) -> Option<()> {
    let start = *way.first()?;
    let tip = *way.last()?;
    let [half, head, edge] = [thick / 2.0, head, EDGE].map(|part| part * cell);
    let area = around(&way, half.max(head) + 2.0 * edge, canvas)?;
    let width = canvas.width() as usize;
    let mut layer = Pixmap::new(area.width(), area.height())?;
    let shift = Transform::from_translate(-area.x() as f32, -area.y() as f32);
    let mut fill = |path: Option<Path>, paint: &Paint<'_>| fill(&mut layer, path, paint, shift);
    let shaft = shortened(way, head);
    let base = shaft.last().copied().unwrap_or(start);
    let long = apart(base, tip).max(1.0);
    let layers = [(edge, covering(EDGED)), (0.0, covering(INKED))];
    let line = path(&shaft, false);
    let dash = StrokeDash::new(vec![0.14 * cell, 0.1 * cell], 0.0);
    let line = match (line, dash) {
        (Some(line), Some(dash)) if dashed => line.dash(&dash, 1.0),
        (line, _) => line,
    };
    for (around, cover) in &layers {
        let stroke = Stroke {
            width: 2.0 * (half + around),
            line_cap: LineCap::Round,
            line_join: LineJoin::Bevel,
            ..Stroke::default()
        };
        let outline = line.as_ref().and_then(|line| line.stroke(&stroke, 1.0));
        fill(outline, cover);
    }
    let erased = Paint {
        blend_mode: BlendMode::Clear,
        ..Paint::default()
    };
    for (x, y) in standing {
        fill(PathBuilder::from_circle(*x, *y, RADIUS * cell), &erased);
    }
    for (around, cover) in &layers {
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
        fill(path(&corners, true), cover);
    }
    // The shaft extends into the head.
    let part = half / long;
    let dx = (base.1 - tip.1) * part;
    let dy = (tip.0 - base.0) * part;
    let corner = |(x, y): Point, turn: f32| (x + dx * turn, y + dy * turn);
    let before = between(base, tip, -edge / long);
    let neck = [(before, -1.0), (base, -1.0), (base, 1.0), (before, 1.0)];
    let neck = neck.map(|(at, turn)| corner(at, turn));
    fill(path(&neck, true), &covering(INKED));

    let covers = layer.data().chunks(4 * area.width() as usize);
    let rows = canvas.chunks_mut(width).skip(area.y() as usize);
    for (row, covers) in rows.zip(covers) {
        let pixels = row.get_mut(area.x() as usize..).unwrap_or_default();
        for (pixels, covers) in pixels.chunks_mut(RUN).zip(covers.chunks(4 * RUN)) {
            // Skip pixels that are far from the arrow, which most are.
            if covers.iter().all(|cover| *cover == 0) {
                continue;
            }
            for (pixel, cover) in pixels.iter_mut().zip(covers.chunks_exact(4)) {
                let steps = (usize::from(cover[0]) * 2 * STEPS + 127) / 255;
                *pixel = blends[usize::from(*pixel)][steps];
            }
        }
    }
    Some(())
}

/// The part of a picture within `room` of a line.
fn around(line: &[Point], room: f32, canvas: &GrayImage) -> Option<IntRect> {
    let bounds = path(line, false)?.bounds().outset(room, room)?;
    let whole = IntRect::from_xywh(0, 0, canvas.width(), canvas.height())?;
    bounds.round_out()?.intersect(&whole)
}

/// A paint that covers the layer with this value.
fn covering(value: u8) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(value, value, value, 255);
    paint
}
