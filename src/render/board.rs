//! A whole board: frame, coordinates and cells.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_rect_mut, draw_text_mut};
use imageproc::rect::Rect;

use super::figure::Figure;
use super::layout::{Layout, entry};
use super::palette::Palette;
use super::png::{Canvas, encode};
use super::shapes::{Ink, bytes, mix};
use super::sprites::{Appearance, Sprites};
use super::theme::{SAND, SCALES, Scale, Theme};
use super::trays::Tray;
use super::{Error, arrows, moves, size, squares};
use crate::rules::{Diagram, Goal, Mark, Shape, Side};

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
    plain: Kit,
    /// For boards with arrows, goals or rings, made when one is first drawn:
    /// in one palette, each kind would take colours from the other.
    ringed: OnceLock<Kit>,
}

/// What is drawn already, in the colours of one palette.
struct Kit {
    palette: Palette,
    sprites: [Sprites; SCALES.len()],
    /// Frame and coordinates of each size of board.
    frames: Vec<OnceLock<Canvas>>,
}

impl Kit {
    fn new(palette: Palette) -> Self {
        Self {
            palette,
            sprites: SCALES.map(Sprites::new),
            frames: (0..Layout::COUNT).map(|_| OnceLock::new()).collect(),
        }
    }
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
            plain: Kit::new(palette(theme)),
            ringed: OnceLock::new(),
        })
    }

    /// The diagram as a PNG, seen from the side where ranks begin.
    ///
    /// Pieces and marks that are not on the board are left out.
    ///
    /// # Errors
    /// If the picture cannot be written, which no diagram should bring about.
    pub fn png(&self, diagram: &Diagram) -> Result<Vec<u8>, Error> {
        let kit = self.kit(diagram);
        encode(&self.draw(diagram, kit), kit.palette.colours())
    }

    /// What a diagram is drawn with.
    fn kit(&self, diagram: &Diagram) -> &Kit {
        let ringed = |shape| matches!(shape, Shape::Rings(_));
        if diagram.goals.is_empty()
            && diagram.route.is_empty()
            && diagram.flight.is_none()
            && !diagram.marks.iter().any(|(_, mark)| *mark == Mark::Ready)
            && !diagram.pieces.iter().any(|(_, piece)| ringed(piece.shape))
        {
            return &self.plain;
        }
        self.ringed
            .get_or_init(|| Kit::new(ringed_palette(self.theme)))
    }

    /// The picture, as places in the palette.
    fn draw(&self, diagram: &Diagram, kit: &Kit) -> Canvas {
        let (files, ranks) = size(diagram);
        let sprites = kit
            .sprites
            .iter()
            .find(|sprites| files.max(ranks) <= sprites.scale.squares)
            .unwrap_or(&kit.sprites[SCALES.len() - 1]);
        let layout = Layout::of(diagram, sprites.scale);
        let mut canvas = kit.frames[layout.place()]
            .get_or_init(|| self.frame(layout, &kit.palette))
            .clone();
        for square in squares(diagram) {
            let look = Appearance::of(diagram, square);
            let cell = sprites.cell(look, self.theme, &kit.palette);
            let (left, top) = layout.corner(square);
            canvas.paste(cell, layout.scale.cell, left, top);
        }
        for goal in &diagram.goals {
            self.goal(&mut canvas, diagram, goal, layout, (kit, sprites));
        }
        moves::draw(&mut canvas, diagram, layout, &kit.palette, self.theme);
        canvas
    }

    /// A goal, with the letter of its side.
    fn goal(
        &self,
        canvas: &mut Canvas,
        diagram: &Diagram,
        goal: &Goal,
        layout: Layout,
        (kit, sprites): (&Kit, &Sprites),
    ) {
        let Scale { cell, margin, .. } = layout.scale;
        let inside = goal.piece.map(|piece| (entry(diagram, goal), piece));
        for file in 0..layout.files {
            let look = Tray {
                above: goal.side == Side::Second,
                gate: goal.gates.iter().any(|gate| gate.file() == file),
                figure: inside
                    .filter(|(at, _)| *at == file)
                    .map(|(_, piece)| Figure::of(piece)),
            };
            let (left, top) = layout.tray(goal.side, file);
            let tile = sprites.tray(look, self.theme, &kit.palette);
            canvas.paste(tile, cell, left, top);
        }
        let Some(letter) = diagram.letters[usize::from(goal.side == Side::Second)]
            .chars()
            .next()
        else {
            return;
        };
        // Between the brim and the lip.
        let edge = margin - 8;
        let mut image = RgbImage::from_pixel(edge, edge, rgb(self.theme.frame));
        let middle = (edge / 2, edge / 2);
        self.letter(&mut image, letter, middle, layout.scale);
        let tile = kit.palette.places(image.pixels().map(|pixel| pixel.0));
        let (_, top) = layout.tray(goal.side, 0);
        canvas.paste(&tile, edge, 2, top + (cell - edge) / 2);
    }

    /// A coordinate in the frame.
    fn letter(&self, image: &mut RgbImage, text: char, middle: (u32, u32), scale: Scale) {
        let letters = scale.letters;
        let font = self.font.as_scaled(letters);
        let advance = font.h_advance(self.font.glyph_id(text));
        // Halfway between the baseline and the height of an x.
        let rise = font.ascent() - letters * 0.25;
        let left = (middle.0 as f32 - advance / 2.0).round() as i32;
        let top = (middle.1 as f32 - rise).round() as i32;
        let (colour, scale) = (rgb(self.theme.letters), PxScale::from(letters));
        let text = text.to_string();
        draw_text_mut(image, colour, left, top, scale, &self.font, &text);
    }

    /// The board without its squares.
    fn frame(&self, layout: Layout, palette: &Palette) -> Canvas {
        let (width, height) = layout.size();
        let Scale { cell, margin, .. } = layout.scale;
        let theme = self.theme;
        let mut image = RgbImage::from_pixel(width, height, rgb(theme.brim));
        let mut inset = |by: u32, ink: Ink| {
            let rect = Rect::at(by as i32, by as i32).of_size(width - 2 * by, height - 2 * by);
            draw_filled_rect_mut(&mut image, rect, rgb(ink));
        };
        inset(2, theme.frame);
        inset(margin - 4, theme.lip);
        let mut letter = |text: u8, middle| {
            self.letter(&mut image, char::from(text), middle, layout.scale);
        };
        let edge = (margin - 4) / 2;
        for file in 0..layout.files {
            let across = margin + u32::from(file) * cell + cell / 2;
            letter(b'a' + file, (across, height - edge));
        }
        for rank in 0..layout.ranks {
            let below = u32::from(rank + u8::from(layout.below));
            let down = height - margin - below * cell - cell / 2;
            letter(b'1' + rank, (edge, down));
        }
        Canvas {
            width,
            height,
            pixels: palette.places(image.pixels().map(|pixel| pixel.0)),
        }
    }
}

/// The palette of a theme: what its cells and its frame are made of.
fn palette(theme: &Theme) -> Palette {
    let cells = Appearance::samples().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    Palette::choose(&framing(theme), cells)
}

/// The palette of boards with rings, goals and arrows.
fn ringed_palette(theme: &Theme) -> Palette {
    let cells = Appearance::ringed().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    let trays = Tray::samples().flat_map(|look| look.draw(theme, PALETTE_CELL, 1));
    let mut colours: Vec<[u8; 3]> = cells.chain(trays).collect();
    // Arrows cross all of these: their lines, and the edges of them.
    let crossed: Vec<[u8; 3]> = colours.iter().step_by(7).copied().collect();
    let inks = [theme.route, theme.flight].concat();
    for (ink, part) in inks.iter().flat_map(|ink| [(ink, 1.0), (ink, 0.5)]) {
        let crossed = crossed.iter();
        colours.extend(crossed.map(|old| arrows::blend(*old, ink.times(part))));
    }
    Palette::choose(&framing(theme), colours)
}

/// The colours of the frame, each as it is.
fn framing(theme: &Theme) -> Vec<[u8; 3]> {
    // The edges of letters lie between the frame's colour and theirs.
    let steps = (0..=16).map(|step| mix(theme.frame, theme.letters, step as f32 / 16.0));
    steps
        .chain([theme.lip, theme.brim])
        .map(|ink| rgb(ink).0)
        .collect()
}

/// An ink that covers all, as a pixel.
fn rgb(ink: Ink) -> Rgb<u8> {
    Rgb(bytes(ink.rgb()))
}
