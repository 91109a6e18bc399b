//! The tile cache: each tile is drawn once, then copied.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, ScaleFont};
use image::{GrayImage, Luma};
use imageproc::drawing::draw_text_mut;

use super::Error;
use super::appearance::Appearance;
use super::cells::{self, GoalCell};
use super::layout::Scale;
use super::palette::Palette;
use super::theme::{THEMES, Theme};

/// Cabin SemiBold by Pablo Impallari and Igino Marini, under the SIL Open Font
/// Licence 1.1, which is next to it.
const FONT: &[u8] = include_bytes!("../assets/fonts/Cabin-SemiBold.otf");

/// The most bytes of cached tiles, far more than a busy bot needs: requests for all sizes make it
/// slow, but do not use more memory.
const KEPT: usize = 12 << 20;

/// A square piece of a picture.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Tile {
    /// A square of the board.
    Square(Appearance),
    /// A part of a goal.
    GoalCell(GoalCell),
    /// A coordinate in the frame.
    Letter(char),
}

/// The theme's id, the scale, and the tile.
type Key = (&'static str, Scale, Tile);

/// Draws boards. Create one and share it: it caches its tiles. The same diagram always gives the
/// same picture.
pub struct Painter {
    /// The font of the boards.
    pub(super) font: FontRef<'static>,
    palettes: [Palette; 4],
    known: Mutex<HashMap<Key, Arc<GrayImage>>>,
}

impl Painter {
    /// A painter with the compiled-in font and themes.
    ///
    /// # Errors
    /// If the font in the program cannot be read.
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            font: FontRef::try_from_slice(FONT)?,
            palettes: THEMES.each_ref().map(Palette::new),
            known: Mutex::default(),
        })
    }

    /// The palette of a theme.
    pub(super) fn palette(&self, theme: &Theme) -> &Palette {
        // Every theme is in the list.
        let place = THEMES.iter().position(|other| other == theme).unwrap_or(0);
        &self.palettes[place]
    }

    /// A tile, as indexes in the theme's palette.
    pub(super) fn tile(&self, theme: &'static Theme, scale: Scale, tile: Tile) -> Arc<GrayImage> {
        let key = (theme.id, scale, tile);
        // Held while it is drawn, so that nobody else draws it, too.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(drawn) = known.get(&key) {
            return Arc::clone(drawn);
        }
        let palette = self.palette(theme);
        let drawn = match &key.2 {
            Tile::Square(look) => palette.indexed(&cells::square(look, theme, scale.cell)),
            Tile::GoalCell(look) => palette.indexed(&cells::goal_cell(*look, theme, scale.cell)),
            Tile::Letter(letter) => self.letter(theme, scale, *letter),
        };
        let drawn = Arc::new(drawn);
        if known.values().map(|tile| tile.len()).sum::<usize>() > KEPT {
            known.clear();
        }
        known.insert(key, Arc::clone(&drawn));
        drawn
    }

    /// A letter in the middle of a tile of the frame.
    fn letter(&self, theme: &'static Theme, scale: Scale, letter: char) -> GrayImage {
        let edge = scale.band();
        let height = scale.letters as f32;
        let font = self.font.as_scaled(height);
        let middle = edge as f32 / 2.0;
        // Leave room for ascenders and descenders.
        let left = middle - font.h_advance(font.glyph_id(letter)) / 2.0;
        let top = (middle + height * 0.22).floor() - font.ascent();
        let [x, y] = [left, top].map(|place| place.round() as i32);
        let mut cover = GrayImage::new(edge, edge);
        let text = letter.to_string();
        draw_text_mut(&mut cover, Luma([255]), x, y, height, &self.font, &text);
        let palette = self.palette(theme);
        for pixel in cover.pixels_mut() {
            let ink = theme.letters.times(f32::from(pixel.0[0]) / 255.0);
            *pixel = palette.place(ink.on(theme.frame).rgb());
        }
        cover
    }
}
