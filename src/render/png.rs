//! An indexed picture as a PNG.

use super::Error;

/// A picture of at most 256 colours.
#[derive(Clone)]
pub(super) struct Canvas {
    /// Pixels across.
    pub(super) width: u32,
    /// Pixels down.
    pub(super) height: u32,
    /// A place in the palette for each pixel, row by row.
    pub(super) pixels: Vec<u8>,
}

impl Canvas {
    /// A picture of one colour.
    pub(super) fn filled(width: u32, height: u32, colour: u8) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width as usize * height as usize],
        }
    }

    /// Fills all but a border.
    pub(super) fn inset(&mut self, border: u32, colour: u8) {
        let (width, height, border) = (self.width as usize, self.height as usize, border as usize);
        let rows = self.pixels.chunks_exact_mut(width);
        for row in rows.take(height.saturating_sub(border)).skip(border) {
            if let Some(inside) = row.get_mut(border..width.saturating_sub(border)) {
                inside.fill(colour);
            }
        }
    }

    /// Copies a square picture, `edge` pixels wide, to (`left`, `top`); what
    /// would not fit is left out.
    pub(super) fn paste(&mut self, tile: &[u8], edge: u32, (left, top): (u32, u32)) {
        let (edge, left, width) = (edge as usize, left as usize, self.width as usize);
        let rows = self.pixels.chunks_exact_mut(width).skip(top as usize);
        for (row, source) in rows.zip(tile.chunks_exact(edge)) {
            if let Some(place) = row.get_mut(left..left + edge) {
                place.copy_from_slice(source);
            }
        }
    }
}

/// Writes the picture.
///
/// Without filters: the differences between places in a palette mean nothing.
pub(super) fn encode(canvas: &Canvas, palette: &[[u8; 3]]) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, canvas.width, canvas.height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    encoder.set_filter(::png::Filter::NoFilter);
    encoder.set_deflate_compression(::png::DeflateCompression::Level(3));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}
