//! A whole board: frame, coordinates, cells and arrows.

use std::io::Write;
use std::ops::Range;

use image::{GrayImage, Luma, imageops};
use imageproc::drawing::draw_hollow_rect_mut;
use imageproc::rect::Rect;

use super::appearance::Appearance;
use super::cells::GoalCell;
use super::layout::{Layout, entry};
use super::palette::Palette;
use super::png::encode;
use super::theme::Theme;
use super::tiles::{Painter, Tile};
use super::view::{Size, View};
use super::{Error, arrows, gif, squares};
use siwa_games::rules::{Diagram, Goal, Square};

/// The width of animations: small enough for four hundred turns, large enough for a phone.
const MOVING: Size = Size::Width(480);

impl Painter {
    /// The diagram as a PNG.
    ///
    /// Ignores pieces and marks that are not on the board.
    ///
    /// # Errors
    /// If the picture cannot be written, which no diagram should cause.
    pub fn png(&self, diagram: &Diagram, view: View) -> Result<Vec<u8>, Error> {
        let layout = Layout::new(diagram, view.orientation, view.size);
        let canvas = self.draw(diagram, layout, view.theme);
        Ok(encode(&canvas, self.palette(view.theme))?)
    }

    /// A game as an animation that repeats, about a second per diagram, the last one longer. Its
    /// natural width is 480 pixels. It is written frame by frame: an error of `output` ends the
    /// drawing.
    ///
    /// All diagrams are drawn with the board of the first.
    ///
    /// # Errors
    /// If there is no diagram, or if the picture cannot be written.
    pub fn gif<W: Write>(&self, output: W, diagrams: &[Diagram], view: View) -> Result<W, Error> {
        let first = diagrams.first().ok_or(Error::Nothing)?;
        let size = match view.size {
            Size::Natural => MOVING,
            size => size,
        };
        let layout = Layout::new(first, view.orientation, size);
        let draw = |diagram| self.draw(diagram, layout, view.theme);
        let frames = diagrams.iter().map(draw);
        let palette = self.palette(view.theme);
        Ok(gif::encode(layout.size(), frames, palette, output)?)
    }

    /// The picture, as indexes in the palette.
    fn draw(&self, diagram: &Diagram, layout: Layout, theme: &'static Theme) -> GrayImage {
        let palette = self.palette(theme);
        let mut canvas = frame(layout, theme, palette);
        let mut lay = |tile, (left, top): (u32, u32)| {
            let tile = self.tile(theme, layout.scale, tile);
            imageops::replace(&mut canvas, &*tile, left.into(), top.into());
        };
        let corner = |file, rank| Square::new(file, rank).map(|square| layout.corner(square));
        let files = (0..layout.edge).filter_map(|file| Some(layout.below(corner(file, 0)?)));
        let ranks = (0..layout.edge).filter_map(|rank| Some(layout.beside(corner(0, rank)?)));
        for (letter, place) in ('a'..).zip(files).chain(('1'..).zip(ranks)) {
            lay(Tile::Letter(letter), place);
        }
        for square in squares(layout.edge) {
            let look = Appearance::new(diagram, square);
            lay(Tile::Square(look), layout.corner(square));
        }
        for goal in &diagram.goals {
            for file in 0..layout.edge {
                let look = goal_cell(diagram, layout, goal, file);
                lay(Tile::GoalCell(look), layout.goal_cell(goal.side, file));
            }
            if let Some(letter) = diagram.info.letters.get(goal.side).chars().next() {
                let place = layout.beside(layout.goal_cell(goal.side, 0));
                lay(Tile::Letter(letter), place);
            }
        }
        arrows::draw(&mut canvas, diagram, layout, palette);
        canvas
    }
}

/// The frame of the board, without letters.
fn frame(layout: Layout, theme: &Theme, palette: &Palette) -> GrayImage {
    let (width, height) = layout.size();
    let scale = layout.scale;
    let inks = [theme.frame, theme.outline, theme.inner_edge];
    let [frame, outline, inner_edge] = inks.map(|ink| palette.place(ink.rgb()));
    let mut canvas = GrayImage::new(width, height);
    canvas.fill(frame.0[0]);
    lines(&mut canvas, 0..scale.line, outline);
    let inner = scale.margin.saturating_sub(2 * scale.line);
    lines(&mut canvas, inner..inner + 2 * scale.line, inner_edge);
    canvas
}

/// The appearance of the part of a goal beyond a file.
fn goal_cell(diagram: &Diagram, layout: Layout, goal: &Goal, file: u8) -> GoalCell {
    let is_entry = entry(diagram, goal) == file;
    let inside = is_entry.then_some(goal.piece).flatten();
    GoalCell {
        above: layout.is_above(goal.side),
        gate: goal.gates.iter().any(|gate| gate.file() == file),
        piece: inside,
        proposed: inside.is_some() && diagram.proposed,
    }
}

/// Draws lines around the picture, at these distances from its edges.
fn lines(canvas: &mut GrayImage, insets: Range<u32>, colour: Luma<u8>) {
    for inset in insets {
        let [width, height] = [canvas.width(), canvas.height()].map(|edge| edge - 2 * inset);
        let line = Rect::at(inset as i32, inset as i32).of_size(width, height);
        draw_hollow_rect_mut(canvas, line, colour);
    }
}
