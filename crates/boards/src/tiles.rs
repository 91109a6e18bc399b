//! The tile cache: what was drawn once is copied from then on.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use ab_glyph::{Font, FontRef, ScaleFont};
use image::imageops::index_colors;
use image::{GrayImage, Luma};
use imageproc::drawing::draw_text_mut;

use super::Error;
use super::appearance::Appearance;
use super::cells::{self, GoalCell};
use super::layout::Scale;
use super::palette::Palette;
use super::theme::Theme;
use super::themes::THEMES;

/// Cabin SemiBold by Pablo Impallari and Igino Marini, under the SIL Open Font
/// Licence 1.1, which stands beside it.
const FONT: &[u8] = include_bytes!("../assets/fonts/Cabin-SemiBold.otf");

/// How many bytes of tiles are kept, far more than a busy bot needs: requests for
/// every size there is make it slow and not large.
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

/// The theme's id, the size, and what is drawn.
type Key = (&'static str, Scale, Tile);

/// Draws tiles, each when it is first needed, and keeps them.
pub(super) struct Tiles {
    font: FontRef<'static>,
    palettes: [Palette; THEMES.len()],
    known: RwLock<HashMap<Key, Arc<GrayImage>>>,
}

impl Tiles {
    /// No tile yet.
    pub(super) fn new() -> Result<Self, Error> {
        Ok(Self {
            font: FontRef::try_from_slice(FONT)?,
            palettes: THEMES.each_ref().map(Palette::of),
            known: RwLock::default(),
        })
    }

    /// The font of the boards.
    pub(super) fn font(&self) -> &FontRef<'static> {
        &self.font
    }

    /// The palette of a theme.
    pub(super) fn palette(&self, theme: &Theme) -> &Palette {
        // Every theme there is stands in the list.
        let place = THEMES.iter().position(|other| other == theme).unwrap_or(0);
        &self.palettes[place]
    }

    /// A tile, as places in the theme's palette.
    pub(super) fn tile(&self, theme: &'static Theme, scale: Scale, tile: Tile) -> Arc<GrayImage> {
        let key = (theme.id, scale, tile);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(drawn) = known.get(&key) {
            return Arc::clone(drawn);
        }
        drop(known);
        let palette = self.palette(theme);
        let drawn = match &key.2 {
            Tile::Square(look) => index_colors(&cells::square(look, theme, scale.cell), palette),
            Tile::GoalCell(look) => {
                index_colors(&cells::goal_cell(*look, theme, scale.cell), palette)
            }
            Tile::Letter(letter) => self.letter(theme, scale, *letter),
        };
        let drawn = Arc::new(drawn);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.values().map(|tile| tile.len()).sum::<usize>() > KEPT {
            known.clear();
        }
        known.insert(key, Arc::clone(&drawn));
        drawn
    }

    /// A letter in the middle of a piece of the frame.
    fn letter(&self, theme: &'static Theme, scale: Scale, letter: char) -> GrayImage {
        let (edge, height) = (scale.band(), scale.letters as f32);
        let font = self.font.as_scaled(height);
        let middle = edge as f32 / 2.0;
        // What rises above the baseline and what hangs below it both fit.
        let left = middle - font.h_advance(font.glyph_id(letter)) / 2.0;
        let top = (middle + height * 0.22).floor() - font.ascent();
        let [x, y] = [left, top].map(|place| place.round() as i32);
        let (mut cover, text) = (GrayImage::new(edge, edge), letter.to_string());
        draw_text_mut(&mut cover, Luma([255]), x, y, height, &self.font, &text);
        let palette = self.palette(theme);
        for pixel in cover.pixels_mut() {
            let ink = theme.letters.times(f32::from(pixel.0[0]) / 255.0);
            *pixel = palette.place(ink.on(theme.frame).rgb());
        }
        cover
    }
}
