//! What was drawn once and is copied from then on.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};

use super::Error;
use super::arrows;
use super::layout::Scale;
use super::moves::Inks;
use super::palette::{Palette, Rgb};
use super::png::Canvas;
use super::shapes::{Ink, Point, bytes, mix};
use super::sprites::{Appearance, SAMPLES};
use super::theme::{THEMES, Theme};
use super::trays::Tray;

/// Cabin SemiBold by Pablo Impallari and Igino Marini, under the SIL Open Font
/// Licence 1.1, which stands beside it.
const FONT: &[u8] = include_bytes!("../../assets/fonts/Cabin-SemiBold.otf");

/// How wide the cells are drawn from which the palette is chosen.
const PALETTE_CELL: u32 = 40;

/// How many bytes of tiles are kept, far more than a busy bot needs: whoever asks
/// for every size there is makes it slow and not large.
const KEPT: usize = 12 << 20;

/// A square piece of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tile {
    /// A square of the board.
    Cell(Appearance),
    /// A part of a goal.
    Tray(Tray),
    /// A coordinate in the frame.
    Letter(char),
}

/// The tiles drawn so far, in all themes and sizes.
#[derive(Default)]
struct Tiles {
    known: HashMap<(&'static str, Scale, Tile), Arc<[u8]>>,
    bytes: usize,
}

/// What the pictures of a theme are made of.
struct Colours {
    palette: Palette,
    inks: Inks,
}

/// Draws tiles, each when it is first needed, and keeps them.
pub(super) struct Kit {
    font: FontRef<'static>,
    colours: [OnceLock<Colours>; THEMES.len()],
    tiles: RwLock<Tiles>,
}

impl Kit {
    pub(super) fn new() -> Result<Self, Error> {
        Ok(Self {
            font: FontRef::try_from_slice(FONT)?,
            colours: [const { OnceLock::new() }; THEMES.len()],
            tiles: RwLock::default(),
        })
    }

    /// The palette of a theme.
    pub(super) fn palette(&self, theme: &'static Theme) -> &Palette {
        &self.colours(theme).palette
    }

    /// The inks of a theme's arrows.
    pub(super) fn inks(&self, theme: &'static Theme) -> &Inks {
        &self.colours(theme).inks
    }

    fn colours(&self, theme: &'static Theme) -> &Colours {
        // Every theme there is stands in the list.
        let place = THEMES.iter().position(|other| other == theme).unwrap_or(0);
        self.colours[place].get_or_init(|| {
            let palette = palette(theme);
            Colours {
                inks: Inks::of(theme, &palette),
                palette,
            }
        })
    }

    /// A tile, as places in the theme's palette.
    pub(super) fn tile(&self, theme: &'static Theme, scale: Scale, tile: Tile) -> Arc<[u8]> {
        let key = (theme.id, scale, tile);
        let tiles = self.tiles.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tiles.known.get(&key) {
            return Arc::clone(known);
        }
        drop(tiles);
        let pixels = match tile {
            Tile::Cell(look) => look.draw(theme, scale.cell, SAMPLES),
            Tile::Tray(look) => look.draw(theme, scale.cell, SAMPLES),
            Tile::Letter(letter) => self.letter(theme, scale, letter),
        };
        let drawn: Arc<[u8]> = self.palette(theme).places(pixels).into();
        let mut tiles = self.tiles.write().unwrap_or_else(PoisonError::into_inner);
        if tiles.bytes + drawn.len() > KEPT {
            *tiles = Tiles::default();
        }
        tiles.bytes += drawn.len();
        tiles.known.insert(key, Arc::clone(&drawn));
        drawn
    }

    /// Puts words on a canvas, the left end of their baseline at that point; `place`
    /// says what becomes of a pixel that they cover so far, 0 to 1.
    pub(super) fn words(
        &self,
        canvas: &mut Canvas,
        words: &str,
        (mut x, y): Point,
        height: f32,
        place: impl Fn(f32) -> u8,
    ) {
        let font = self.font.as_scaled(PxScale::from(height));
        for letter in words.chars() {
            let glyph = self.font.glyph_id(letter);
            let at = ab_glyph::point(x.round(), y.round());
            x += font.h_advance(glyph);
            let glyph = glyph.with_scale_and_position(height, at);
            let Some(outline) = self.font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            outline.draw(|dx, dy, cover| {
                if cover > 0.0 {
                    canvas.set(dx + corner.x as u32, dy + corner.y as u32, place(cover));
                }
            });
        }
    }

    /// A letter in the middle of a piece of the frame.
    fn letter(&self, theme: &Theme, scale: Scale, letter: char) -> Vec<Rgb> {
        let edge = scale.letter();
        let mut pixels = vec![bytes(theme.frame.rgb()); (edge * edge) as usize];
        let height = scale.letters as f32;
        let font = self.font.as_scaled(PxScale::from(height));
        let glyph = self.font.glyph_id(letter);
        let middle = edge as f32 / 2.0;
        // Halfway between the baseline and the height of an x.
        let place = ab_glyph::point(
            (middle - font.h_advance(glyph) / 2.0).round(),
            (middle + height * 0.25).round(),
        );
        let glyph = glyph.with_scale_and_position(height, place);
        let Some(outline) = self.font.outline_glyph(glyph) else {
            return pixels;
        };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, cover| {
            let (x, y) = (x as f32 + corner.x, y as f32 + corner.y);
            if x >= 0.0 && y >= 0.0 && x < edge as f32 && y < edge as f32 {
                let place = y as usize * edge as usize + x as usize;
                pixels[place] = bytes(mix(theme.frame, theme.letters, cover).rgb());
            }
        });
        pixels
    }
}

/// The palette of a theme: what its cells, its goals and its frame are made of.
fn palette(theme: &Theme) -> Palette {
    let cells = Appearance::samples().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    let trays = Tray::samples().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    let mut colours: Vec<Rgb> = cells.chain(trays).collect();
    // Arrows cross all of these: their lines, and the edges of them.
    let crossed: Vec<Rgb> = colours.iter().step_by(31).copied().collect();
    let inks = [theme.route, theme.flight].concat();
    for (ink, part) in inks.iter().flat_map(|ink| [(ink, 1.0), (ink, 0.5)]) {
        let crossed = crossed.iter();
        colours.extend(crossed.map(|old| arrows::blend(*old, ink.times(part))));
    }
    Palette::choose(&framing(theme), colours)
}

/// The colours that each picture has, each as it is.
fn framing(theme: &Theme) -> Vec<Rgb> {
    // The edges of letters lie between the frame's colour and theirs.
    let letters = (0..=3).map(|step| mix(theme.frame, theme.letters, step as f32 / 3.0));
    let grained = theme
        .grounds
        .map(|ground| mix(ground, full(theme.grain), theme.grain.1));
    let pieces = theme.pieces.into_iter().flat_map(|look| {
        let [above, below] = look.face;
        let [engraving, _] = look.engraving;
        [above, below, look.rim, look.side, engraving]
    });
    let tints = [theme.tints[0], theme.tints[1], theme.ready[1]];
    let tinted = theme.grounds.into_iter().flat_map(|ground| {
        let tint = move |tint: Ink| mix(ground, full(tint), tint.1);
        tints.map(tint)
    });
    // The hue of a mark is half its meaning.
    let marks = [
        theme.moved,
        theme.taken[0],
        theme.target[0],
        theme.decisive[0],
        theme.route[0],
        theme.flight[0],
    ];
    let letters = letters.chain(marks);
    let inks = letters.chain([theme.lip, theme.brim]).chain(theme.grounds);
    let inks = inks.chain(grained).chain(tinted).chain(pieces);
    inks.map(|ink: Ink| bytes(ink.rgb())).collect()
}

/// The same colour, covering all.
fn full(ink: Ink) -> Ink {
    Ink(ink.0, 1.0)
}
