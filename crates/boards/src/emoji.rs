//! The pieces as emoji: painted beforehand, because a bot needs them at each start.

use super::piece::PieceShape;
use siwa_games::rules::{Piece, Side};

/// A picture of a piece, for buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emoji {
    /// What it shows, in lower-case words with underscores. Discord keeps the picture of a name, so
    /// that another picture needs another name.
    pub name: &'static str,
    /// A PNG, 96 pixels wide and high, with a transparent background.
    pub png: &'static [u8],
}

macro_rules! emoji {
    ($name:literal) => {
        Emoji {
            name: $name,
            png: include_bytes!(concat!("../assets/emoji/", $name, ".png")),
        }
    };
}

/// The emoji of a piece, in the colours of the first theme.
pub fn emoji(of: Piece) -> Emoji {
    match PieceShape::of(of) {
        PieceShape::Stone(Some(Side::First)) => emoji!("light"),
        PieceShape::Stone(Some(Side::Second)) => emoji!("dark"),
        PieceShape::Stone(None) => emoji!("stone"),
        PieceShape::Rings(1) => emoji!("one_ring"),
        PieceShape::Rings(2) => emoji!("two_rings"),
        PieceShape::Rings(_) => emoji!("three_rings"),
    }
}

#[cfg(test)]
mod tests {
    use image::{RgbImage, RgbaImage, imageops};
    use png::ColorType;
    use siwa_games::rules::Shape;

    use super::super::piece::paint_piece;
    use super::super::png::plain;
    use super::super::rgba::Rgba;
    use super::super::sample::cell;
    use super::super::themes::THEMES;
    use super::*;

    /// The width of the square under the piece, in pixels.
    const SQUARE: u32 = 118;
    const EDGE: u32 = 96;

    fn painted(of: Piece) -> RgbaImage {
        // Painted on black and on white: the difference is the transparency.
        let on = |ground| -> RgbImage {
            let square = cell(SQUARE, Rgba::full(ground), |sample| {
                paint_piece(sample, &THEMES[0], PieceShape::of(of), None);
            });
            let around = (SQUARE - EDGE) / 2;
            imageops::crop_imm(&square, around, around, EDGE, EDGE).to_image()
        };
        let (black, white) = (on(0x00_0000), on(0xff_ffff));
        RgbaImage::from_fn(EDGE, EDGE, |x, y| {
            let (dark, light) = (black.get_pixel(x, y), white.get_pixel(x, y));
            let through = u16::from(light.0[1].saturating_sub(dark.0[1]));
            let cover = 255 - through;
            let own = |part: u8| u16::from(part) * 255 / cover.max(1);
            let [red, green, blue] = dark.0.map(|part| own(part).min(255) as u8);
            image::Rgba([red, green, blue, cover as u8])
        })
    }

    #[test]
    fn each_emoji_is_the_painted_piece() {
        let stones = [Some(Side::First), Some(Side::Second), None].map(|owner| Piece {
            shape: Shape::Stone,
            owner,
        });
        let rings = [1, 2, 3].map(|rings| Piece {
            shape: Shape::Rings(rings),
            owner: None,
        });
        for piece in stones.into_iter().chain(rings) {
            let (emoji, painted) = (emoji(piece), painted(piece));
            if std::env::var_os("UPDATE").is_some() {
                let png = plain((EDGE, EDGE), ColorType::Rgba, painted.as_raw()).unwrap();
                std::fs::write(format!("assets/emoji/{}.png", emoji.name), png).unwrap();
                continue;
            }
            let on_file = image::load_from_memory(emoji.png).unwrap().to_rgba8();
            let pixels = on_file.pixels().zip(painted.pixels());
            // Other processors may round an edge to another colour.
            let apart = |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| {
                a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
            };
            let differing = pixels.filter(apart).count();
            let name = emoji.name;
            assert!(
                differing < 10,
                "{differing} pixels of {name} differ: UPDATE=1 writes it"
            );
        }
    }
}
