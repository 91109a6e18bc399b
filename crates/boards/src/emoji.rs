//! The pieces as emoji: painted beforehand, because a bot needs them at each start.

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

/// The emoji of a piece, in the colours of the first theme.
pub fn emoji(piece: Piece) -> Emoji {
    use Piece::{Rings, Stone};
    use Side::{First, Second};
    let (name, png): (_, &[u8]) = match piece {
        Stone(Some(First)) => ("light", include_bytes!("../assets/emoji/light.png")),
        Stone(Some(Second)) => ("dark", include_bytes!("../assets/emoji/dark.png")),
        Stone(None) => ("stone", include_bytes!("../assets/emoji/stone.png")),
        Rings(..=1) => ("one_ring", include_bytes!("../assets/emoji/one_ring.png")),
        Rings(2) => ("two_rings", include_bytes!("../assets/emoji/two_rings.png")),
        Rings(_) => (
            "three_rings",
            include_bytes!("../assets/emoji/three_rings.png"),
        ),
    };
    Emoji { name, png }
}

#[cfg(test)]
mod tests {
    use image::{RgbImage, RgbaImage, imageops};

    use super::super::piece::paint_piece;
    use super::super::rgba::Rgba;
    use super::super::sample::cell;
    use super::super::theme::THEMES;
    use super::*;

    /// The width of the square under the piece, in pixels.
    const SQUARE: u32 = 118;
    const EDGE: u32 = 96;

    fn painted(piece: Piece) -> RgbaImage {
        // Painted on black and on white: the difference is the transparency.
        let on = |ground| -> RgbImage {
            let ground = Rgba::try_from(ground).unwrap();
            let square = cell(SQUARE, ground, |sample| {
                paint_piece(sample, &THEMES[0], piece, None);
            });
            let around = (SQUARE - EDGE) / 2;
            imageops::crop_imm(&square, around, around, EDGE, EDGE).to_image()
        };
        let black = on("000000");
        let white = on("ffffff");
        RgbaImage::from_fn(EDGE, EDGE, |x, y| {
            let dark = black.get_pixel(x, y);
            let light = white.get_pixel(x, y);
            let through = u16::from(light.0[1].saturating_sub(dark.0[1]));
            let cover = 255 - through;
            let own = |part: u8| u16::from(part) * 255 / cover.max(1);
            let [red, green, blue] = dark.0.map(|part| own(part).min(255) as u8);
            image::Rgba([red, green, blue, cover as u8])
        })
    }

    #[test]
    fn each_emoji_is_the_painted_piece() {
        let stones = [Some(Side::First), Some(Side::Second), None].map(Piece::Stone);
        let rings = [1, 2, 3].map(Piece::Rings);
        for piece in stones.into_iter().chain(rings) {
            let emoji = emoji(piece);
            let painted = painted(piece);
            if std::env::var_os("UPDATE").is_some() {
                let file = format!("assets/emoji/{}.png", emoji.name);
                painted.save(file).unwrap();
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
