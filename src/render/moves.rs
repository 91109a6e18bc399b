//! The last move as arrows: the way of the piece that moved, and the flight of
//! the piece that it displaced.

use super::arrows::{Mask, curve, dashes, shortened, smoothed};
use super::figure::Figure;
use super::layout::{Layout, goal};
use super::on_board;
use super::palette::Palette;
use super::png::Canvas;
use super::shapes::{Point, length};
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

/// Draws both arrows.
pub(super) fn draw(
    canvas: &mut Canvas,
    diagram: &Diagram,
    layout: Layout,
    palette: &Palette,
    theme: &Theme,
) {
    if let Some(points) = layout.route(diagram) {
        route(canvas, diagram, layout, palette, theme, points);
    }
    if let Some([from, to]) = diagram.flight
        && from != to
        && on_board(diagram, from)
        && on_board(diagram, to)
    {
        let ends = [from, to].map(|square| layout.middle(layout.corner(square)));
        flight(canvas, layout, palette, theme, ends);
    }
}

/// The way of the piece, under all pieces.
fn route(
    canvas: &mut Canvas,
    diagram: &Diagram,
    layout: Layout,
    palette: &Palette,
    theme: &Theme,
    mut points: Vec<Point>,
) {
    points.dedup();
    let cell = layout.scale.cell as f32;
    let pieces = pieces(diagram, layout);
    let covered = |at: Point| {
        pieces
            .iter()
            .any(|(middle, _)| length(at.0 - middle.0, at.1 - middle.1) < 1.0)
    };
    let gap = match points.last() {
        Some(end) if covered(*end) => GAP * cell,
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
            let outline = figure.outline(((at.0 - x) / cell, (at.1 - y) / cell)) * cell;
            open.min((0.5 + outline).clamp(0.0, 1.0))
        })
    };
    for (grown, ink) in [(EDGE * cell, theme.route[1]), (0.0, theme.route[0])] {
        let mut mask = Mask::over(canvas);
        mask.line(&shaft, THICK * cell + 2.0 * grown);
        mask.head(base, tip, grown);
        mask.paint(canvas, palette, ink, open);
    }
}

/// The way of the displaced piece, through the air.
fn flight(
    canvas: &mut Canvas,
    layout: Layout,
    palette: &Palette,
    theme: &Theme,
    [from, to]: [Point; 2],
) {
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
    for (grown, ink) in [(EDGE * cell, theme.flight[1]), (0.0, theme.flight[0])] {
        let mut mask = Mask::over(canvas);
        for dash in &dashes {
            mask.line(dash, THIN * cell + 2.0 * grown);
        }
        mask.head(base, tip, grown);
        mask.paint(canvas, palette, ink, |_| 1.0);
    }
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
