//! A single piece, without a background.

use image::{RgbImage, imageops};
use png::ColorType;

use super::piece::{PieceShape, paint_piece};
use super::png::plain;
use super::rgba::Rgba;
use super::sample::cell;
use super::theme::Theme;
use super::{Error, Painter};
use siwa_games::rules::Piece;

/// The width and height of the picture, and of the square under the piece, in pixels.
const EDGE: u32 = 96;
const SQUARE: u32 = 118;

impl Painter {
    /// A piece as a PNG with a transparent background, for a button.
    ///
    /// # Errors
    /// If the picture cannot be written.
    pub fn emoji(&self, of: Piece, theme: &Theme) -> Result<Vec<u8>, Error> {
        // Painted on black and on white: the difference is the transparency.
        let on = |ground| -> RgbImage {
            let square = cell(SQUARE, Rgba::full(ground), |sample| {
                paint_piece(sample, theme, PieceShape::of(of), None);
            });
            let around = (SQUARE - EDGE) / 2;
            imageops::crop_imm(&square, around, around, EDGE, EDGE).to_image()
        };
        let (black, white) = (on(0x00_0000), on(0xff_ffff));
        let pixels: Vec<u8> = black
            .pixels()
            .zip(white.pixels())
            .flat_map(|(dark, light)| {
                let through = u16::from(light.0[1].saturating_sub(dark.0[1]));
                let cover = 255 - through;
                let own = |part: u8| u16::from(part) * 255 / cover.max(1);
                let [red, green, blue] = dark.0.map(|part| own(part).min(255) as u8);
                [red, green, blue, cover as u8]
            })
            .collect();
        Ok(plain((EDGE, EDGE), ColorType::Rgba, &pixels)?)
    }
}
