//! A cell, painted point by point.

use std::array::from_fn;

use image::{Rgb, RgbImage};

use super::rgba::{Rgba, pixel};
use super::shapes::Point;

/// Samples along a pixel's edge; outlines are already smoothed within each of them.
const FINE: u32 = 2;

/// One point of a cell being painted.
pub(super) struct Sample {
    /// Its position.
    pub(super) at: Point,
    /// Its present colour, each component from 0 to 255.
    pub(super) colour: [f32; 3],
    /// The width of a smoothed edge: one sample.
    pub(super) edge: f32,
}

impl Sample {
    /// Covers it with ink.
    pub(super) fn cover(&mut self, ink: Rgba) {
        self.colour = ink.over(self.colour);
    }

    /// Fills an outline.
    pub(super) fn fill(&mut self, distance: f32, ink: Rgba) {
        if distance < self.edge {
            self.cover(ink.times((0.5 - distance / self.edge).clamp(0.0, 1.0)));
        }
    }

    /// Draws along an outline.
    pub(super) fn stroke(&mut self, distance: f32, width: f32, ink: Rgba) {
        self.fill(distance.abs() - width / 2.0, ink);
    }
}

/// A cell, `edge` pixels wide, which `paint` covers layer by layer, starting from the ground.
pub(super) fn cell(edge: u32, ground: Rgba, paint: impl Fn(&mut Sample)) -> RgbImage {
    let step = 1.0 / (edge * FINE) as f32;
    let ground = ground.rgb().0.map(f32::from);
    RgbImage::from_fn(edge, edge, |x, y| {
        let mut sum = [0; 3];
        for place in 0..FINE * FINE {
            let point = [x * FINE + place % FINE, y * FINE + place / FINE];
            let mut sample = Sample {
                at: point.map(|place| (place as f32 + 0.5) * step - 0.5).into(),
                colour: ground,
                edge: step,
            };
            paint(&mut sample);
            let Rgb(colour) = pixel(sample.colour);
            sum = from_fn(|i| sum[i] + u32::from(colour[i]));
        }
        Rgb(sum.map(|part| ((part + FINE * FINE / 2) / (FINE * FINE)) as u8))
    })
}
