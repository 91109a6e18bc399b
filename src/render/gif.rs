//! A game as a moving picture.

use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::Error;
use super::png::Canvas;

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
    frames: impl Iterator<Item = Canvas>,
    palette: &[[u8; 3]],
    output: impl Write,
) -> Result<(), Error> {
    let palette_bytes = palette.as_flattened();
    let mut encoder = Encoder::new(output, short(width)?, short(height)?, palette_bytes)?;
    encoder.set_repeat(Repeat::Infinite)?;
    // No theme has so many colours that there is no place left.
    let clear = u8::try_from(palette.len()).unwrap_or(u8::MAX);
    let mut before: Option<Canvas> = None;
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
fn whole(canvas: &Canvas) -> Result<Frame<'static>, Error> {
    Ok(Frame {
        width: short(canvas.width)?,
        height: short(canvas.height)?,
        buffer: canvas.rows().flatten().copied().collect(),
        ..Frame::default()
    })
}

/// What has changed; a single pixel if nothing has, for a frame must have one.
fn difference(before: &Canvas, now: &Canvas, clear: u8) -> Result<Frame<'static>, Error> {
    let width = now.width as usize;
    let rows = || now.rows().zip(before.rows()).enumerate();
    let changed = |(row, (new, old)): (usize, (&[u8], &[u8]))| (new != old).then_some(row);
    let top = rows().find_map(changed).unwrap_or(0);
    let bottom = rows().rev().find_map(changed).unwrap_or(0);
    let (mut left, mut right) = (width, 0);
    for (_, (new, old)) in rows().skip(top).take(bottom + 1 - top) {
        if new == old {
            continue;
        }
        let differs = |(new, old): (&u8, &u8)| new != old;
        let from = new.iter().zip(old).position(differs);
        let to = new.iter().zip(old).rposition(differs);
        left = left.min(from.unwrap_or(width));
        right = right.max(to.unwrap_or(0));
    }
    let left = left.min(right);
    let mut buffer = Vec::with_capacity((right + 1 - left) * (bottom + 1 - top));
    for (_, (new, old)) in rows().skip(top).take(bottom + 1 - top) {
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
