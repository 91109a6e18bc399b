//! A game as a moving picture.

use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::GrayImage;

use super::Error;
use super::palette::Palette;

/// How long pictures stay, in hundredths of a second: the first, each, the last.
const FIRST: u16 = 120;
const EACH: u16 = 100;
const LAST: u16 = 400;

/// Writes pictures of one size as one that moves.
///
/// After the first, a frame holds only the rectangle that has changed, and in it
/// only the pixels that have: all others let the one before show through.
pub(super) fn encode(
    (width, height): (u32, u32),
    frames: impl Iterator<Item = GrayImage>,
    palette: &Palette,
    output: impl Write,
) -> Result<(), Error> {
    let (width, height) = (short(width)?, short(height)?);
    let mut encoder = Encoder::new(output, width, height, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    // No theme has so many colours that there is no place left.
    let clear = u8::try_from(palette.colours().len()).unwrap_or(u8::MAX);
    let mut before: Option<GrayImage> = None;
    let mut frames = frames.peekable();
    while let Some(canvas) = frames.next() {
        let mut frame = match &before {
            None => whole(&canvas)?,
            Some(before) => difference(before, &canvas, clear)?,
        };
        frame.dispose = DisposalMethod::Keep;
        frame.delay = match (frames.peek(), &before) {
            (None, _) => LAST,
            (Some(_), None) => FIRST,
            (Some(_), Some(_)) => EACH,
        };
        encoder.write_frame(&frame)?;
        before = Some(canvas);
    }
    Ok(())
}

/// A length as GIF has them.
fn short(length: u32) -> Result<u16, Error> {
    u16::try_from(length).map_err(|_| Error::TooLarge)
}

/// All of a picture.
fn whole(canvas: &GrayImage) -> Result<Frame<'static>, Error> {
    Ok(Frame {
        width: short(canvas.width())?,
        height: short(canvas.height())?,
        buffer: canvas.as_raw().clone().into(),
        ..Frame::default()
    })
}

/// What has changed; a single pixel if nothing has, for a frame must have one.
fn difference(before: &GrayImage, now: &GrayImage, clear: u8) -> Result<Frame<'static>, Error> {
    let width = now.width().max(1) as usize;
    let pairs = now.iter().zip(before.iter());
    let changed = || {
        pairs
            .clone()
            .enumerate()
            .filter(|(_, (new, old))| new != old)
    };
    let places = || changed().map(|(place, _)| (place % width, place / width));
    let across = || places().map(|(x, _)| x);
    let (left, right) = (across().min().unwrap_or(0), across().max().unwrap_or(0));
    let down = || places().map(|(_, y)| y);
    let (top, bottom) = (down().min().unwrap_or(0), down().max().unwrap_or(0));
    let rows = now.chunks_exact(width).zip(before.chunks_exact(width));
    let mut buffer = Vec::with_capacity((right + 1 - left) * (bottom + 1 - top));
    for (new, old) in rows.skip(top).take(bottom + 1 - top) {
        let pairs = new[left..=right].iter().zip(&old[left..=right]);
        buffer.extend(pairs.map(|(new, old)| if new == old { clear } else { *new }));
    }
    let short = |length: usize| u16::try_from(length).map_err(|_| Error::TooLarge);
    Ok(Frame {
        left: short(left)?,
        top: short(top)?,
        width: short(right + 1 - left)?,
        height: short(bottom + 1 - top)?,
        transparent: Some(clear),
        buffer: buffer.into(),
        ..Frame::default()
    })
}
