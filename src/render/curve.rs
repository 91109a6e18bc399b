//! A curve over the turns of a game.

use image::RgbImage;
use imageproc::drawing::{draw_text_mut, text_size};
use png::{BitDepth, ColorType, Encoder};

use super::ink::{Ink, inked};
use super::shapes::{circle, segment};
use super::theme::Theme;
use super::{Error, Painter};

/// What there is to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// From 0, at the bottom, to 1, one after the other; none where nothing is known.
    pub values: Vec<Option<f64>>,
    /// The places in `values` that are marked.
    pub marked: Vec<usize>,
}

/// The picture in pixels, and what of it the frame takes at each edge.
const SIZE: (u32, u32) = (960, 420);
const FRAME: [f32; 4] = [28.0, 28.0, 28.0, 56.0];

/// How thick the curve is, and how large its marks are, in pixels.
const THICK: f32 = 5.0;
const MARK: f32 = 13.0;

/// How high numbers are, in pixels, and how many there are about.
const LETTERS: f32 = 30.0;
const NUMBERS: usize = 10;

impl Painter {
    /// The curve as a PNG: below it the colour of the first side, above it that of the second.
    ///
    /// # Errors
    /// If the picture cannot be written.
    pub fn curve(&self, curve: &Curve, theme: &Theme) -> Result<Vec<u8>, Error> {
        let canvas = self.drawn(curve, theme);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, canvas.width(), canvas.height());
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header()?.write_image_data(canvas.as_raw())?;
        Ok(bytes)
    }

    fn drawn(&self, curve: &Curve, theme: &Theme) -> RgbImage {
        let [left, top, right, bottom] = FRAME;
        let (wide, high) = (SIZE.0 as f32 - left - right, SIZE.1 as f32 - top - bottom);
        let steps = curve.values.len().saturating_sub(1).max(1);
        let at = |place: usize| left + wide * place as f32 / steps as f32;
        let height = |value: f64| top + high * (1.0 - value as f32);
        let points: Vec<Option<(f32, f32)>> = (0..)
            .zip(&curve.values)
            .map(|(place, value)| Some((at(place), height((*value)?))))
            .collect();
        let [first, second] = [0, 1].map(|side| Ink::full(theme.pieces[side][0]));
        let middle = Ink::full(theme.pieces[2][0]).times(0.6);
        let mut canvas = RgbImage::from_pixel(SIZE.0, SIZE.1, theme.frame.rgb());
        for (x, y, pixel) in canvas.enumerate_pixels_mut() {
            let here = (x as f32 + 0.5, y as f32 + 0.5);
            let inside =
                here.0 > left && here.0 < left + wide && here.1 > top && here.1 < top + high;
            if !inside {
                continue;
            }
            let place = (here.0 - left) / wide * steps as f32;
            let between = points.get(place as usize).copied().flatten();
            let next = points.get(place as usize + 1).copied().flatten();
            let Some((from, to)) = between.zip(next) else {
                *pixel = theme.ground().rgb();
                continue;
            };
            let level = from.1 + (to.1 - from.1) * place.fract();
            let mut colour = second.rgb();
            colour = inked(colour, first.times((here.1 - level + 0.5).clamp(0.0, 1.0)));
            let off = (here.1 - height(0.5)).abs();
            *pixel = inked(colour, middle.times((1.5 - off).clamp(0.0, 1.0)));
        }
        let known: Vec<((f32, f32), (f32, f32))> = points
            .windows(2)
            .filter_map(|pair| pair[0].zip(pair[1]))
            .collect();
        for (from, to) in known {
            let line = |here| segment(here, from, to) - THICK / 2.0;
            let ends = [from, to];
            stroke(&mut canvas, ends, THICK, theme.route[1], |here| {
                line(here) - 1.5
            });
            stroke(&mut canvas, ends, THICK, theme.route[0], line);
        }
        for place in &curve.marked {
            let Some((x, y)) = points.get(*place).copied().flatten() else {
                continue;
            };
            let disc = |here: (f32, f32)| circle((here.0 - x, here.1 - y), MARK);
            let ends = [(x, y), (x, y)];
            stroke(&mut canvas, ends, MARK + 3.0, theme.decisive[1], |here| {
                disc(here) - 3.0
            });
            stroke(&mut canvas, ends, MARK, theme.decisive[0], disc);
        }
        let below = (SIZE.1 as f32 - FRAME[3]) as i32 + 8;
        for number in (0..=steps).step_by(steps.div_ceil(NUMBERS).max(1)) {
            let (text, font) = (number.to_string(), self.tiles.font());
            let (width, _) = text_size(LETTERS, font, &text);
            let left = (at(number) - width as f32 / 2.0) as i32;
            draw_text_mut(
                &mut canvas,
                theme.letters.rgb(),
                left,
                below,
                LETTERS,
                font,
                &text,
            );
        }
        canvas
    }
}

/// Inks what lies inside an outline, within `far` of the line between two points.
fn stroke(
    canvas: &mut RgbImage,
    [from, to]: [(f32, f32); 2],
    far: f32,
    ink: Ink,
    outline: impl Fn((f32, f32)) -> f32,
) {
    let bounds = |from: f32, to: f32, most: u32| {
        let first = (from.min(to) - far - 2.0).max(0.0) as u32;
        let last = (from.max(to) + far + 2.0).max(0.0) as u32;
        first..=last.min(most - 1)
    };
    for y in bounds(from.1, to.1, SIZE.1) {
        for x in bounds(from.0, to.0, SIZE.0) {
            let cover = (0.5 - outline((x as f32 + 0.5, y as f32 + 0.5))).clamp(0.0, 1.0);
            if cover > 0.0 {
                let pixel = canvas.get_pixel_mut(x, y);
                *pixel = inked(*pixel, ink.times(cover));
            }
        }
    }
}
