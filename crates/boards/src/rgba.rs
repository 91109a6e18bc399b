//! Colours, and how they cover each other.

use image::Rgb;
use serde::Deserialize;
use tiny_skia::Paint;

/// A colour with an opacity.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(try_from = "&str")]
pub(super) struct Rgba {
    /// Red, green and blue.
    colour: [u8; 3],
    /// The opacity, from 0 to 1.
    cover: f32,
}

impl TryFrom<&str> for Rgba {
    type Error = &'static str;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        let (colour, cover) = text.split_once(' ').unwrap_or((text, "1"));
        let colour = u32::from_str_radix(colour, 16).map_err(|_| "not a colour")?;
        let [_, red, green, blue] = colour.to_be_bytes();
        Ok(Self {
            colour: [red, green, blue],
            cover: cover.parse().map_err(|_| "not an opacity")?,
        })
    }
}

impl Rgba {
    /// The colour, with its opacity times `part`.
    pub(super) fn times(self, part: f32) -> Self {
        Self {
            cover: self.cover * part,
            ..self
        }
    }

    /// The colour alone, as a pixel.
    pub(super) fn rgb(self) -> Rgb<u8> {
        Rgb(self.colour)
    }

    /// A paint of this colour, for paths.
    pub(super) fn paint(self) -> Paint<'static> {
        let [red, green, blue] = self.colour;
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, (self.cover * 255.0) as u8);
        paint
    }

    /// This ink over a colour.
    pub(super) fn over(self, old: [f32; 3]) -> [f32; 3] {
        mixed(old, self.colour.map(f32::from), self.cover.clamp(0.0, 1.0))
    }

    /// The opaque colour of this ink over another.
    pub(super) fn on(self, other: Self) -> Self {
        let Rgb(colour) = pixel(self.over(other.colour.map(f32::from)));
        Self { colour, cover: 1.0 }
    }
}

/// A colour with `part` of another.
pub(super) fn mixed(old: [f32; 3], new: [f32; 3], part: f32) -> [f32; 3] {
    std::array::from_fn(|i| old[i] + (new[i] - old[i]) * part)
}

/// A colour as a pixel.
pub(super) fn pixel(colour: [f32; 3]) -> Rgb<u8> {
    Rgb(colour.map(|part| (part + 0.5) as u8))
}

/// An ink over a pixel.
pub(super) fn inked(old: Rgb<u8>, ink: Rgba) -> Rgb<u8> {
    pixel(ink.over(old.0.map(f32::from)))
}
