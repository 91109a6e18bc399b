//! A whole board: frame, coordinates and cells.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_rect_mut, draw_text_mut};
use imageproc::rect::Rect;

use super::palette::Palette;
use super::png::{Canvas, encode};
use super::shapes::{Ink, bytes, mix};
use super::sprites::{Appearance, Sprites};
use super::theme::{SAND, SCALES, Scale, Theme};
use super::{Error, size, squares};
use crate::rules::{Diagram, Square};

/// Cabin SemiBold by Pablo Impallari and Igino Marini, under the SIL Open Font
/// Licence 1.1, which stands beside it.
const FONT: &[u8] = include_bytes!("../../assets/fonts/Cabin-SemiBold.otf");

/// How wide the cells are drawn from which the palette is chosen.
const PALETTE_CELL: u32 = 56;

/// Draws boards. Made once and shared: it keeps what it has drawn, and the
/// same diagram always gives the same picture.
pub struct Painter {
    theme: &'static Theme,
    font: FontRef<'static>,
    palette: Palette,
    sprites: [Sprites; SCALES.len()],
    /// Frame and coordinates of each size of board.
    frames: [OnceLock<Canvas>; 81],
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").finish_non_exhaustive()
    }
}

impl Painter {
    /// A painter with the font and the colours of the house.
    ///
    /// # Errors
    /// If the font in the program cannot be read.
    pub fn new() -> Result<Self, Error> {
        let theme = &SAND;
        Ok(Self {
            theme,
            font: FontRef::try_from_slice(FONT)?,
            palette: palette(theme),
            sprites: SCALES.map(Sprites::new),
            frames: [const { OnceLock::new() }; 81],
        })
    }

    /// The diagram as a PNG, seen from the side where ranks begin.
    ///
    /// Pieces and marks that are not on the board are left out.
    ///
    /// # Errors
    /// If the picture cannot be written, which no diagram should bring about.
    pub fn png(&self, diagram: &Diagram) -> Result<Vec<u8>, Error> {
        encode(&self.draw(diagram), self.palette.colours())
    }

    /// The picture, as places in the palette.
    fn draw(&self, diagram: &Diagram) -> Canvas {
        let (files, ranks) = size(diagram);
        let sprites = self
            .sprites
            .iter()
            .find(|sprites| files.max(ranks) <= sprites.scale.squares)
            .unwrap_or(&self.sprites[SCALES.len() - 1]);
        let layout = Layout {
            files,
            ranks,
            scale: sprites.scale,
        };
        // Both are 1 to 9.
        let place = usize::from(files - 1) * 9 + usize::from(ranks - 1);
        let mut canvas = self.frames[place]
            .get_or_init(|| self.frame(layout))
            .clone();
        for square in squares(diagram) {
            let look = Appearance::of(diagram, square);
            let cell = sprites.cell(look, self.theme, &self.palette);
            let (left, top) = layout.corner(square);
            canvas.paste(cell, layout.scale.cell, left, top);
        }
        canvas
    }

    /// The board without its squares.
    fn frame(&self, layout: Layout) -> Canvas {
        let (width, height) = layout.size();
        let Scale {
            cell,
            margin,
            letters,
            ..
        } = layout.scale;
        let theme = self.theme;
        let mut image = RgbImage::from_pixel(width, height, rgb(theme.brim));
        let mut inset = |by: u32, ink: Ink| {
            let rect = Rect::at(by as i32, by as i32).of_size(width - 2 * by, height - 2 * by);
            draw_filled_rect_mut(&mut image, rect, rgb(ink));
        };
        inset(2, theme.frame);
        inset(margin - 4, theme.lip);
        let font = self.font.as_scaled(letters);
        let mut letter = |text: char, middle: (u32, u32)| {
            let advance = font.h_advance(self.font.glyph_id(text));
            // Halfway between the baseline and the height of an x.
            let rise = font.ascent() - letters * 0.25;
            let left = (middle.0 as f32 - advance / 2.0).round() as i32;
            let top = (middle.1 as f32 - rise).round() as i32;
            let (colour, scale) = (rgb(theme.letters), PxScale::from(letters));
            draw_text_mut(
                &mut image,
                colour,
                left,
                top,
                scale,
                &self.font,
                &text.to_string(),
            );
        };
        let edge = (margin - 4) / 2;
        for file in 0..layout.files {
            let across = margin + u32::from(file) * cell + cell / 2;
            letter(char::from(b'a' + file), (across, height - edge));
        }
        for rank in 0..layout.ranks {
            let down = height - margin - u32::from(rank) * cell - cell / 2;
            letter(char::from(b'1' + rank), (edge, down));
        }
        Canvas {
            width,
            height,
            pixels: self.palette.places(image.pixels().map(|pixel| pixel.0)),
        }
    }
}

/// Where squares lie in the picture.
#[derive(Clone, Copy)]
struct Layout {
    files: u8,
    ranks: u8,
    scale: Scale,
}

impl Layout {
    /// The picture's width and height.
    fn size(self) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let along = |squares: u8| u32::from(squares) * cell + 2 * margin;
        (along(self.files), along(self.ranks))
    }

    /// The upper left corner of a square on the board.
    fn corner(self, square: Square) -> (u32, u32) {
        let Scale { cell, margin, .. } = self.scale;
        let down = self.ranks.saturating_sub(square.rank() + 1);
        (
            margin + u32::from(square.file()) * cell,
            margin + u32::from(down) * cell,
        )
    }
}

/// The palette of a theme: what its cells and its frame are made of.
fn palette(theme: &Theme) -> Palette {
    // The edges of letters lie between the frame's colour and theirs.
    let steps = (0..=16).map(|step| mix(theme.frame, theme.letters, step as f32 / 16.0));
    let certain: Vec<[u8; 3]> = steps
        .chain([theme.lip, theme.brim])
        .map(|ink| rgb(ink).0)
        .collect();
    let cells = Appearance::samples().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    Palette::choose(&certain, cells)
}

/// An ink that covers all, as a pixel.
fn rgb(ink: Ink) -> Rgb<u8> {
    Rgb(bytes(ink.rgb()))
}
