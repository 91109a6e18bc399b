//! A game as an animation.

use std::io::Write;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use image::GrayImage;

use super::palette::Palette;

/// The duration of frames, in hundredths of a second: the first, the others, the last.
const FIRST: u16 = 120;
const EACH: u16 = 100;
const LAST: u16 = 400;

/// Writes pictures of the same size as an animation.
///
/// A frame contains only the changed rectangle, and in it only the changed pixels: all others are
/// transparent.
pub(super) fn encode<W: Write>(
    (width, height): (u32, u32),
    frames: impl Iterator<Item = GrayImage>,
    palette: &Palette,
    output: W,
) -> Result<W, EncodingError> {
    let mut encoder = Encoder::new(output, short(width), short(height), &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    // Every theme has fewer colours than a palette has entries.
    let clear = u8::try_from(palette.len()).unwrap_or(u8::MAX);
    let mut before = GrayImage::new(width, height);
    before.fill(clear);
    let mut frames = frames.enumerate().peekable();
    while let Some((number, canvas)) = frames.next() {
        let mut frame = difference(&before, &canvas, clear);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = match (frames.peek(), number) {
            (None, _) => LAST,
            (Some(_), 0) => FIRST,
            (Some(_), _) => EACH,
        };
        encoder.write_frame(&frame)?;
        before = canvas;
    }
    encoder.into_inner()
}

/// A length as GIF stores it; every picture is small enough.
fn short(length: impl TryInto<u16>) -> u16 {
    length.try_into().unwrap_or(u16::MAX)
}

/// The changed part; a single pixel if nothing has changed, because a frame must not be empty.
fn difference(before: &GrayImage, now: &GrayImage, clear: u8) -> Frame<'static> {
    let width = now.width().max(1) as usize;
    let rows = now.chunks_exact(width).zip(before.chunks_exact(width));
    // Compare whole rows first, which is fast: most have not changed.
    let numbered = rows.clone().enumerate();
    let changed = || numbered.clone().filter(|(_, (new, old))| new != old);
    let differ = |(new, old): (&u8, &u8)| new != old;
    let columns = changed().filter_map(|(_, (new, old))| {
        let pairs = || new.iter().zip(old);
        Some((pairs().position(differ)?, pairs().rposition(differ)?))
    });
    let columns = columns.reduce(|(left, right), (first, last)| (left.min(first), right.max(last)));
    let (left, right) = columns.unwrap_or_default();
    let ends = [changed().next(), changed().next_back()];
    let [top, bottom] = ends.map(|row| row.map_or(0, |(number, _)| number));
    let mut buffer = Vec::with_capacity((right + 1 - left) * (bottom + 1 - top));
    for (new, old) in rows.skip(top).take(bottom + 1 - top) {
        let pairs = new[left..=right].iter().zip(&old[left..=right]);
        buffer.extend(pairs.map(|(new, old)| if new == old { clear } else { *new }));
    }
    Frame {
        left: short(left),
        top: short(top),
        width: short(right + 1 - left),
        height: short(bottom + 1 - top),
        transparent: Some(clear),
        buffer: buffer.into(),
        ..Frame::default()
    }
}
