//! A curve: over the turns of a game, or of a player's ratings.

use image::RgbImage;
use imageproc::drawing::{draw_text_mut, text_size};
use tiny_skia::{LineCap, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::png::plain;
use super::polyline::{fill, path};
use super::rgba::Rgba;
use super::shapes::Point;
use super::theme::Theme;
use super::{Error, Painter};

/// The data of a curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// The values in order, from 0, at the bottom, to 1; `None` for unknown ones.
    pub values: Vec<Option<f64>>,
    /// The indexes in `values` that are marked.
    pub marked: Vec<usize>,
    /// The numbers on the left edge; `None`: two sides share the height, and the turns are counted
    /// below.
    pub scale: Option<Scale>,
}

/// The values at the bottom and at the top of a picture, and between its lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale between round numbers that includes both values.
    pub fn around(low: f64, high: f64) -> Self {
        let between = |step: f64| Self {
            low: (low / step).floor() * step,
            high: ((high / step).floor() + 1.0) * step,
            step,
        };
        let fits = |scale: &Self| scale.high - scale.low <= 5.0 * scale.step;
        let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0].map(between);
        let fitting = steps.into_iter().find(fits);
        fitting.unwrap_or_else(|| between((high - low).max(1.0) / 4.0))
    }

    /// The height of a value, from 0 at the bottom to 1 at the top.
    pub fn share(self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// The values of the lines.
    fn lines(self) -> impl Iterator<Item = f64> {
        let lines = ((self.high - self.low) / self.step).round() as u32;
        (0..=lines).map(move |line| self.low + f64::from(line) * self.step)
    }
}

/// The size of the picture, and of the frame at each edge, in pixels.
const SIZE: (u32, u32) = (960, 420);
const FRAME: [f32; 4] = [28.0, 28.0, 28.0, 56.0];
const FRAME_OF_SCALE: [f32; 4] = [104.0, 28.0, 28.0, 28.0];

/// The thickness of the curve, and the size of its marks, in pixels.
const THICK: f32 = 5.0;
const MARK: f32 = 13.0;

/// The height of numbers, in pixels, and their approximate count.
const LETTERS: f32 = 30.0;
const NUMBERS: usize = 10;

impl Painter {
    /// The curve as a PNG, with the first side's colour below it and the second's above it.
    ///
    /// # Errors
    /// If the picture cannot be written.
    pub fn curve(&self, curve: &Curve, theme: &Theme) -> Result<Vec<u8>, Error> {
        let canvas = self.drawn(curve, theme).ok_or(Error::Nothing)?;
        Ok(plain(&canvas)?)
    }

    fn drawn(&self, curve: &Curve, theme: &Theme) -> Option<RgbImage> {
        let [left, top, right, bottom] = curve.scale.map_or(FRAME, |_| FRAME_OF_SCALE);
        let width = SIZE.0 as f32 - left - right;
        let height = SIZE.1 as f32 - top - bottom;
        let steps = curve.values.len().saturating_sub(1).max(1);
        let x_at = |place: usize| left + width * place as f32 / steps as f32;
        let y_at = |value: f64| top + height * (1.0 - value as f32);
        let point = |(place, value): (_, &Option<f64>)| Some((x_at(place), y_at((*value)?)));
        let points: Vec<Option<Point>> = (0..).zip(&curve.values).map(point).collect();
        let known = |run: &[Option<Point>]| run.iter().copied().flatten().collect();
        let runs: Vec<Vec<Point>> = points.split(Option::is_none).map(known).collect();
        let lines = |scale: Scale| {
            let line = move |value| (y_at(scale.share(value)), value);
            scale.lines().map(line).collect()
        };
        let lines: Vec<(f32, f64)> = curve.scale.map_or_else(Vec::new, lines);

        let mut picture = Pixmap::new(SIZE.0, SIZE.1)?;
        let mut fill = |area: Option<Path>, ink: Rgba| {
            fill(&mut picture, area, &ink.paint(), Transform::identity());
        };
        let whole = rectangle(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32);
        fill(whole, theme.frame);
        fill(rectangle(left, top, width, height), theme.ground());
        for (y, _) in &lines {
            let line = rectangle(left, y - 1.0, width, 2.0);
            fill(line, theme.groove[0].times(0.6));
        }
        if curve.scale.is_none() {
            let [first, second] = [0, 1].map(|side| theme.pieces[side][0]);
            for run in &runs {
                let [Some(from), Some(to)] = [run.first(), run.last()] else {
                    continue;
                };
                fill(rectangle(from.0, top, to.0 - from.0, height), second);
                let below = [(to.0, top + height), (from.0, top + height)];
                fill(path(&[run.as_slice(), &below].concat(), true), first);
                let middle = rectangle(from.0, y_at(0.5) - 1.0, to.0 - from.0, 2.0);
                fill(middle, theme.pieces[2][0].times(0.6));
            }
        }
        for (ink, thick) in [(theme.route[1], THICK + 3.0), (theme.route[0], THICK)] {
            let stroke = Stroke {
                width: thick,
                line_cap: LineCap::Round,
                ..Stroke::default()
            };
            for line in runs.iter().filter_map(|run| path(run, false)) {
                fill(line.stroke(&stroke, 1.0), ink);
            }
        }
        for (x, y) in curve.marked.iter().filter_map(|place| *points.get(*place)?) {
            for (ink, edge) in [(theme.decisive[1], 3.0), (theme.decisive[0], 0.0)] {
                fill(PathBuilder::from_circle(x, y, MARK + edge), ink);
            }
        }

        // Every pixel is opaque.
        let pixels = picture.data().chunks_exact(4);
        let pixels = pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
        let mut canvas = RgbImage::from_vec(SIZE.0, SIZE.1, pixels.collect())?;
        // Writes a number; this part of its width is to the left of `x`.
        let mut number = |text: &str, (x, y): Point, part: f32| {
            let font = &self.font;
            let x = x - text_size(LETTERS, font, text).0 as f32 * part;
            let ink = theme.letters.rgb();
            draw_text_mut(&mut canvas, ink, x as i32, y as i32, LETTERS, font, text);
        };
        for (y, line) in lines {
            number(&format!("{line:.0}"), (left - 14.0, y - LETTERS / 2.0), 1.0);
        }
        let counted = if curve.scale.is_none() { steps + 1 } else { 0 };
        for turn in (0..counted).step_by(steps.div_ceil(NUMBERS).max(1)) {
            number(&turn.to_string(), (x_at(turn), top + height + 8.0), 0.5);
        }
        Some(canvas)
    }
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}
