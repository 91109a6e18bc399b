//! Compression of the gateway's outgoing frames.

use std::io::{self, Write as _};

use axum::extract::ws::Message as Frame;
use flate2::Compression as Level;
use flate2::write::ZlibEncoder;

/// The compression of a socket.
pub(super) enum Compression {
    /// Frames of text.
    None,
    /// One zlib stream over all frames, each of which ends with a flush (`zlib-stream`).
    Zlib(ZlibEncoder<Vec<u8>>),
}

impl Compression {
    /// A new zlib stream. Frames stay on this machine, so that speed matters and size does not.
    pub(super) fn zlib() -> Self {
        Self::Zlib(ZlibEncoder::new(Vec::new(), Level::fast()))
    }

    /// A frame as it is sent.
    pub(super) fn frame(&mut self, frame: Frame) -> io::Result<Frame> {
        match (self, frame) {
            (Self::Zlib(stream), Frame::Text(text)) => {
                stream.write_all(text.as_bytes())?;
                stream.flush()?;
                Ok(Frame::Binary(std::mem::take(stream.get_mut()).into()))
            }
            (_, frame) => Ok(frame),
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    #[test]
    fn packed_frames_are_one_zlib_stream() {
        let (mut packed, mut reader) = (Compression::zlib(), Decompress::new(true));
        for text in ["{}".to_owned(), "é".repeat(70_000), "x".repeat(9)] {
            let Frame::Binary(bytes) = packed.frame(Frame::Text(text.clone().into())).unwrap()
            else {
                unreachable!("packed frames are binary");
            };
            assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
            let mut unpacked = Vec::with_capacity(200_000);
            reader
                .decompress_vec(&bytes, &mut unpacked, FlushDecompress::Sync)
                .unwrap();
            assert_eq!(String::from_utf8(unpacked).unwrap(), text);
        }
    }
}
