//! A curve: over the turns of a game, or of somebody's ratings.

use image::RgbImage;
use imageproc::drawing::{draw_text_mut, text_size};
use png::{BitDepth, ColorType, Encoder};

use super::rgba::{Rgba, inked};
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
    /// What the numbers on the left edge are; none: two sides share the height, and the turns
    /// are counted below.
    pub scale: Option<Scale>,
}

/// Which values are at the bottom and at the top of a picture, and at which there are lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale between round numbers, which holds both values.
    #[must_use]
    pub fn around(low: f64, high: f64) -> Self {
        let between = |step: f64| Self {
            low: (low / step).floor() * step,
            high: ((high / step).floor() + 1.0) * step,
            step,
        };
        let fits = |scale: &Self| scale.high - scale.low <= 5.0 * scale.step;
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0].map(between);
        steps
            .into_iter()
            .find(fits)
            .unwrap_or_else(|| between((high - low).max(1.0) / 4.0))
    }

    /// Where a value is, from 0 at the bottom to 1 at the top.
    #[must_use]
    pub fn share(self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// The values at which there are lines.
    fn lines(self) -> impl Iterator<Item = f64> {
        let lines = ((self.high - self.low) / self.step).round() as u32;
        (0..=lines).map(move |line| self.low + f64::from(line) * self.step)
    }
}

/// The picture in pixels, and what of it the frame takes at each edge.
const SIZE: (u32, u32) = (960, 420);
const FRAME: [f32; 4] = [28.0, 28.0, 28.0, 56.0];
const FRAME_OF_SCALE: [f32; 4] = [104.0, 28.0, 28.0, 28.0];

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
        let [left, top, right, bottom] = match curve.scale {
            None => FRAME,
            Some(_) => FRAME_OF_SCALE,
        };
        let (wide, high) = (SIZE.0 as f32 - left - right, SIZE.1 as f32 - top - bottom);
        let steps = curve.values.len().saturating_sub(1).max(1);
        let at = |place: usize| left + wide * place as f32 / steps as f32;
        let height = |value: f64| top + high * (1.0 - value as f32);
        let points: Vec<Option<(f32, f32)>> = (0..)
            .zip(&curve.values)
            .map(|(place, value)| Some((at(place), height((*value)?))))
            .collect();
        let [first, second] = [0, 1].map(|side| Rgba::full(theme.pieces[side][0]));
        let middle = Rgba::full(theme.pieces[2][0]).times(0.6);
        let faint = theme.groove[0].times(0.6);
        let lines: Vec<(f32, f64)> = curve
            .scale
            .into_iter()
            .flat_map(|scale| scale.lines().map(move |line| (scale.share(line), line)))
            .map(|(share, line)| (height(share), line))
            .collect();
        let mut canvas = RgbImage::from_pixel(SIZE.0, SIZE.1, theme.frame.rgb());
        for (x, y, pixel) in canvas.enumerate_pixels_mut() {
            let here = (x as f32 + 0.5, y as f32 + 0.5);
            let inside =
                here.0 > left && here.0 < left + wide && here.1 > top && here.1 < top + high;
            if !inside {
                continue;
            }
            if curve.scale.is_some() {
                let near = |(line, _): &(f32, f64)| (here.1 - line).abs();
                let off = lines.iter().map(near).fold(f32::MAX, f32::min);
                let ground = theme.ground().rgb();
                *pixel = inked(ground, faint.times((1.5 - off).clamp(0.0, 1.0)));
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
        let mut number = |text: &str, place: &dyn Fn(u32) -> (f32, f32)| {
            let font = self.tiles.font();
            let (width, _) = text_size(LETTERS, font, text);
            let (x, y) = place(width);
            let ink = theme.letters.rgb();
            draw_text_mut(&mut canvas, ink, x as i32, y as i32, LETTERS, font, text);
        };
        for (y, line) in lines {
            let text = format!("{line:.0}");
            number(&text, &|width| {
                (left - 14.0 - width as f32, y - LETTERS / 2.0)
            });
        }
        let counted = match curve.scale {
            None => steps + 1,
            Some(_) => 0,
        };
        for turn in (0..counted).step_by(steps.div_ceil(NUMBERS).max(1)) {
            number(&turn.to_string(), &|width| {
                (at(turn) - width as f32 / 2.0, top + high + 8.0)
            });
        }
        canvas
    }
}

/// Inks what lies inside an outline, within `far` of the line between two points.
fn stroke(
    canvas: &mut RgbImage,
    [from, to]: [(f32, f32); 2],
    far: f32,
    ink: Rgba,
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
