//! An indexed picture as a PNG.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::Error;

/// How hard pictures are compressed: less is hardly faster, more hardly smaller.
const EFFORT: Compression = Compression::new(4);

/// The filter of PNG that writes how a row differs from the one above.
const UP: u8 = 2;

/// A picture of at most 256 colours.
#[derive(Clone)]
pub(super) struct Canvas {
    /// Pixels across.
    pub(super) width: u32,
    /// Pixels down.
    pub(super) height: u32,
    /// A place in the palette for each pixel, row by row. Each row begins with the
    /// filter of PNG, which is none: so the canvas is compressed as it lies.
    bytes: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn filled(width: u32, height: u32, colour: u8) -> Self {
        let mut bytes = vec![colour; (width as usize + 1) * height as usize];
        for filter in bytes.iter_mut().step_by(width as usize + 1) {
            *filter = 0;
        }
        Self {
            width,
            height,
            bytes,
        }
    }

    /// The pixels, row by row.
    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        let rows = self.bytes.chunks_exact(self.width as usize + 1);
        rows.map(|row| row.get(1..).unwrap_or_default())
    }

    /// The same, to change them.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        let rows = self.bytes.chunks_exact_mut(self.width as usize + 1);
        rows.map(|row| row.get_mut(1..).unwrap_or_default())
    }

    /// Fills all but a border.
    pub(super) fn inset(&mut self, border: u32, colour: u8) {
        let (width, height, border) = (self.width as usize, self.height as usize, border as usize);
        let rows = self.rows_mut().take(height.saturating_sub(border));
        for row in rows.skip(border) {
            if let Some(inside) = row.get_mut(border..width.saturating_sub(border)) {
                inside.fill(colour);
            }
        }
    }

    /// Colours one pixel, if there is such.
    pub(super) fn set(&mut self, x: u32, y: u32, colour: u8) {
        let row = self.rows_mut().nth(y as usize);
        if let Some(pixel) = row.and_then(|row| row.get_mut(x as usize)) {
            *pixel = colour;
        }
    }

    /// Writes rows that equal the one above as no difference from it, which takes
    /// fewer bytes than pointing back at it. The pixels are lost.
    fn repeat(&mut self) {
        let long = self.width as usize + 1;
        let mut rest = self.bytes.as_mut_slice();
        // From below, for rows above must still be themselves.
        while let Some(start) = rest.len().checked_sub(2 * long) {
            let (above, row) = rest[start..].split_at_mut(long);
            if above == row {
                row.fill(0);
                row[0] = UP;
            }
            let end = start + long;
            rest = &mut rest[..end];
        }
    }

    /// Copies another picture to (`left`, `top`), every colour `later` in the palette;
    /// what would not fit is left out.
    pub(super) fn lay(&mut self, other: &Self, later: u8, (left, top): (u32, u32)) {
        let rows = self.rows_mut().skip(top as usize);
        for (row, source) in rows.zip(other.rows()) {
            let row = row.iter_mut().skip(left as usize);
            for (pixel, colour) in row.zip(source) {
                *pixel = colour.saturating_add(later);
            }
        }
    }

    /// Copies a square picture, `edge` pixels wide, to (`left`, `top`); what
    /// would not fit is left out.
    pub(super) fn paste(&mut self, tile: &[u8], edge: u32, (left, top): (u32, u32)) {
        let (edge, left) = (edge as usize, left as usize);
        let rows = self.rows_mut().skip(top as usize);
        for (row, source) in rows.zip(tile.chunks_exact(edge)) {
            if let Some(place) = row.get_mut(left..left + edge) {
                place.copy_from_slice(source);
            }
        }
    }
}

/// Writes the picture.
///
/// Without filters but for equal rows: the differences between places in a palette mean nothing. The
/// data is compressed here, for the encoder would copy every row before it does.
pub(super) fn encode(mut canvas: Canvas, palette: &[[u8; 3]]) -> Result<Vec<u8>, Error> {
    canvas.repeat();
    let mut packer = ZlibEncoder::new(Vec::with_capacity(32 << 10), EFFORT);
    packer.write_all(&canvas.bytes)?;
    let data = packer.finish()?;
    let mut bytes = Vec::with_capacity(data.len() + 1024);
    let mut encoder = ::png::Encoder::new(&mut bytes, canvas.width, canvas.height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(::png::chunk::IDAT, &data)?;
    writer.finish()?;
    Ok(bytes)
}
