//! The last move as arrows: the way of the piece that moved, and the flight of
//! the piece that it displaced.

use super::arrows::{Blends, Outline, curve, dashes, shortened, smoothed};
use super::figure::Figure;
use super::layout::{Layout, goal};
use super::on_board;
use super::palette::Palette;
use super::png::Canvas;
use super::shapes::{Ink, Point, length};
use super::theme::Theme;
use crate::rules::{Diagram, Side};

/// Lengths of the arrows, as parts of a cell.
const THICK: f32 = 0.13;
const HEAD: f32 = 0.25;
const THIN: f32 = 0.055;
const TIP: f32 = 0.2;
const EDGE: f32 = 0.022;
/// How far an arrow stays away from the middle of a piece.
const GAP: f32 = Figure::RADIUS + 0.035;

/// The colours of both arrows and of their edges, over those of a theme.
pub(super) struct Inks {
    route: [Blends; 2],
    flight: [Blends; 2],
}

impl Inks {
    /// Those of a theme.
    pub(super) fn of(theme: &Theme, palette: &Palette) -> Self {
        let blends = |inks: [Ink; 2]| inks.map(|ink| Blends::of(palette, ink));
        Self {
            route: blends(theme.route),
            flight: blends(theme.flight),
        }
    }
}

/// Draws both arrows.
pub(super) fn draw(canvas: &mut Canvas, diagram: &Diagram, layout: Layout, inks: &Inks) {
    if let Some(points) = layout.route(diagram) {
        route(canvas, diagram, layout, &inks.route, points);
    }
    if let Some([from, to]) = diagram.flight
        && from != to
        && on_board(diagram, from)
        && on_board(diagram, to)
    {
        let ends = [from, to].map(|square| layout.middle(layout.corner(square)));
        flight(canvas, layout, &inks.flight, ends);
    }
}

/// The way of the piece, under all pieces.
fn route(
    canvas: &mut Canvas,
    diagram: &Diagram,
    layout: Layout,
    inks: &[Blends; 2],
    mut points: Vec<Point>,
) {
    points.dedup();
    let cell = layout.scale.cell as f32;
    let mut pieces = pieces(diagram, layout);
    // The way leads from middle to middle: it meets no other pieces.
    let stands = |middle: Point, at: &Point| length(at.0 - middle.0, at.1 - middle.1) < 1.0;
    pieces.retain(|(middle, _)| points.iter().any(|point| stands(*middle, point)));
    let gap = match points.last() {
        Some(end) if pieces.iter().any(|(middle, _)| stands(*middle, end)) => GAP * cell,
        _ => 0.0,
    };
    let way = shortened(smoothed(&points, 0.3 * cell), gap);
    let Some(tip) = way.last().copied() else {
        return;
    };
    let shaft = shortened(way, HEAD * cell);
    let Some(base) = shaft.last().copied() else {
        return;
    };
    // Pieces stand upon it.
    let open = |at: Point| {
        pieces.iter().fold(1.0_f32, |open, ((x, y), figure)| {
            let (x, y) = ((at.0 - x) / cell, (at.1 - y) / cell);
            if x.abs().max(y.abs()) > 0.5 {
                return open;
            }
            open.min((0.5 + figure.outline((x, y)) * cell).clamp(0.0, 1.0))
        })
    };
    let room = EDGE * cell + 1.0;
    let mut outline = Outline::around(canvas, &points, HEAD * cell + room);
    outline.line(&shaft, THICK * cell, room);
    outline.head(base, tip, room);
    outline.paint(canvas, inks, EDGE * cell, open);
}

/// The way of the displaced piece, through the air.
fn flight(canvas: &mut Canvas, layout: Layout, inks: &[Blends; 2], [from, to]: [Point; 2]) {
    let cell = layout.scale.cell as f32;
    let long = length(to.0 - from.0, to.1 - from.1) / cell;
    let bulge = if long < 1.5 { 0.45 } else { 0.18 };
    let mut way = shortened(curve(from, to, bulge), GAP * cell);
    way.reverse();
    let mut way = shortened(way, GAP * cell);
    way.reverse();
    let Some(tip) = way.last().copied() else {
        return;
    };
    let shaft = shortened(way.clone(), TIP * cell);
    let base = shaft.last().or(way.first()).copied().unwrap_or(tip);
    let dashes = dashes(&shaft, 0.14 * cell, 0.1 * cell);
    let room = EDGE * cell + 1.0;
    let mut outline = Outline::around(canvas, &way, TIP * cell + room);
    for dash in &dashes {
        outline.line(dash, THIN * cell, room);
    }
    outline.head(base, tip, room);
    outline.paint(canvas, inks, EDGE * cell, |_| 1.0);
}

/// The pieces in the picture, each with its middle.
fn pieces(diagram: &Diagram, layout: Layout) -> Vec<(Point, Figure)> {
    let on_squares = diagram
        .pieces
        .iter()
        .filter(|(square, _)| on_board(diagram, *square))
        .map(|(square, piece)| (layout.middle(layout.corner(*square)), Figure::of(*piece)));
    let in_goals = Side::BOTH.into_iter().filter_map(|side| {
        let goal = goal(diagram, side)?;
        let corner = layout.tray(side, super::layout::entry(diagram, goal));
        Some((layout.middle(corner), Figure::of(goal.piece?)))
    });
    on_squares.chain(in_goals).collect()
}
