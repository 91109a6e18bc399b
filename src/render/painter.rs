//! A whole board: frame, coordinates and cells.

use std::io::Write;

use super::Error;
use super::figure::Figure;
use super::kit::{Kit, Tile};
use super::layout::{Layout, Scale, entry};
use super::png::{Canvas, encode};
use super::shapes::{Ink, bytes};
use super::sprites::Appearance;
use super::theme::Theme;
use super::trays::Tray;
use super::view::{Size, View};
use super::{gif, moves};
use crate::rules::{Diagram, Goal, Side};

/// How wide moving pictures are: small enough for four hundred turns, large
/// enough for a telephone.
const MOVING: Size = Size::Width(480);

/// Draws boards. Made once and shared: it keeps what it has drawn, and the
/// same diagram always gives the same picture.
pub struct Painter {
    pub(super) kit: Kit,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}

impl Painter {
    /// A painter with the font and the themes of the house.
    ///
    /// # Errors
    /// If the font in the program cannot be read.
    pub fn new() -> Result<Self, Error> {
        Ok(Self { kit: Kit::new()? })
    }

    /// The diagram as a PNG.
    ///
    /// Pieces and marks that are not on the board are left out.
    ///
    /// # Errors
    /// If the picture cannot be written, which no diagram should bring about.
    pub fn png(&self, diagram: &Diagram, view: View) -> Result<Vec<u8>, Error> {
        let layout = Layout::of(diagram, view.orientation, view.size);
        let canvas = self.draw(diagram, layout, view.theme);
        encode(canvas, self.kit.palette(view.theme).colours())
    }

    /// A game as a moving picture, about a second a diagram, over and over; the
    /// last is held. Its natural size is 480 pixels across.
    ///
    /// All diagrams are drawn on the board of the first.
    ///
    /// # Errors
    /// If there is no diagram, or if the picture cannot be written.
    pub fn gif(&self, diagrams: &[Diagram], view: View) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        self.gif_to(&mut bytes, diagrams, view)?;
        Ok(bytes)
    }

    /// The same, written frame by frame: an `output` that refuses more ends the drawing.
    ///
    /// # Errors
    /// If there is no diagram, or if the picture cannot be written.
    pub fn gif_to(
        &self,
        output: impl Write,
        diagrams: &[Diagram],
        view: View,
    ) -> Result<(), Error> {
        let first = diagrams.first().ok_or(Error::Nothing)?;
        let size = match view.size {
            Size::Natural => MOVING,
            other => other,
        };
        let layout = Layout::of(first, view.orientation, size);
        let frames = diagrams
            .iter()
            .map(|diagram| self.draw(diagram, layout, view.theme));
        gif::encode(
            layout.size(),
            frames,
            self.kit.palette(view.theme).colours(),
            output,
        )
    }

    /// The picture, as places in the palette.
    pub(super) fn draw(&self, diagram: &Diagram, layout: Layout, theme: &'static Theme) -> Canvas {
        let scale = layout.scale;
        let mut canvas = self.frame(layout, theme);
        for square in layout.squares() {
            let look = Appearance::of(diagram, square);
            let cell = self.kit.tile(theme, scale, Tile::Cell(look));
            canvas.paste(&cell, scale.cell, layout.corner(square));
        }
        for goal in &diagram.goals {
            self.goal(&mut canvas, diagram, goal, layout, theme);
        }
        moves::draw(&mut canvas, diagram, layout, self.kit.inks(theme));
        canvas
    }

    /// A goal, with the letter of its side.
    fn goal(
        &self,
        canvas: &mut Canvas,
        diagram: &Diagram,
        goal: &Goal,
        layout: Layout,
        theme: &'static Theme,
    ) {
        let scale = layout.scale;
        let inside = goal.piece.map(|piece| (entry(diagram, goal), piece));
        for file in 0..layout.files {
            let look = Tray {
                above: layout.is_above(goal.side),
                gate: goal.gates.iter().any(|gate| gate.file() == file),
                figure: inside
                    .filter(|(at, _)| *at == file)
                    .map(|(_, piece)| Figure::of(piece)),
            };
            let tile = self.kit.tile(theme, scale, Tile::Tray(look));
            canvas.paste(&tile, scale.cell, layout.tray(goal.side, file));
        }
        let letters = diagram.letters[usize::from(goal.side == Side::Second)];
        if let Some(letter) = letters.chars().next() {
            let (_, top) = layout.tray(goal.side, 0);
            let middle = top + scale.cell / 2;
            self.letter(canvas, letter, (scale.margin / 2, middle), scale, theme);
        }
    }

    /// A coordinate in the frame.
    fn letter(
        &self,
        canvas: &mut Canvas,
        letter: char,
        (across, down): (u32, u32),
        scale: Scale,
        theme: &'static Theme,
    ) {
        let edge = scale.letter();
        let tile = self.kit.tile(theme, scale, Tile::Letter(letter));
        let corner = |middle: u32| middle.saturating_sub(edge / 2);
        canvas.paste(&tile, edge, (corner(across), corner(down)));
    }

    /// The board without its squares.
    fn frame(&self, layout: Layout, theme: &'static Theme) -> Canvas {
        let (width, height) = layout.size();
        let scale = layout.scale;
        let Scale {
            cell, margin, line, ..
        } = scale;
        let palette = self.kit.palette(theme);
        let place = |ink: Ink| palette.place(bytes(ink.rgb()));
        let mut canvas = Canvas::filled(width, height, place(theme.brim));
        canvas.inset(line, place(theme.frame));
        canvas.inset(margin.saturating_sub(2 * line), place(theme.lip));
        let half = cell / 2;
        for (file, letter) in (0..layout.files).zip('a'..) {
            let middle = (layout.file(file) + half, height - margin / 2);
            self.letter(&mut canvas, letter, middle, scale, theme);
        }
        for (rank, letter) in (0..layout.ranks).zip('1'..) {
            let middle = (margin / 2, layout.rank(rank) + half);
            self.letter(&mut canvas, letter, middle, scale, theme);
        }
        canvas
    }
}
