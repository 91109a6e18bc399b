//! A picture with a palette as a PNG.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{GrayImage, RgbImage};
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use super::palette::Palette;

/// The compression level: level 4 takes twice the time and saves a tenth, level 1 makes files half
/// as large again.
const EFFORT: Compression = Compression::new(2);

/// The filters of PNG: none, and the difference from the row above.
const NONE: u8 = 0;
const UP: u8 = 2;

/// Writes a canvas without a palette.
pub(super) fn plain(canvas: &RgbImage) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header()?.write_image_data(canvas.as_raw())?;
    Ok(bytes)
}

/// Writes a canvas, whose pixels are indexes in the palette.
///
/// Filters only rows that equal the one above, which takes fewer bytes than a back reference;
/// differences between indexes in a palette mean nothing. Compresses the rows here, because the
/// encoder would copy each of them first.
pub(super) fn encode(canvas: &GrayImage, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
    let (width, height) = canvas.dimensions();
    let mut rows = Vec::with_capacity((width as usize + 1) * height as usize);
    let mut above: &[u8] = &[];
    for row in canvas.as_raw().chunks_exact(width.max(1) as usize) {
        if row == above {
            rows.push(UP);
            rows.resize(rows.len() + row.len(), 0);
        } else {
            rows.push(NONE);
            rows.extend_from_slice(row);
        }
        above = row;
    }
    let mut packer = ZlibEncoder::new(Vec::with_capacity(32 << 10), EFFORT);
    packer.write_all(&rows)?;
    let data = packer.finish()?;
    let mut bytes = Vec::with_capacity(data.len() + 1024);
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, &data)?;
    writer.finish()?;
    Ok(bytes)
}
