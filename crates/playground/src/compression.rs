//! Compression of the gateway's outgoing frames.

use std::io::{self, Write as _};

use axum::extract::ws::Message as Frame;
use flate2::Compression;
use flate2::write::ZlibEncoder;

/// One zlib stream over all frames of a socket, each of which ends with a flush (`zlib-stream`).
pub(super) type Stream = ZlibEncoder<Vec<u8>>;

/// A new zlib stream. Frames stay on this machine, so that speed matters and size does not.
pub(super) fn zlib() -> Stream {
    ZlibEncoder::new(Vec::new(), Compression::fast())
}

/// A frame as it is sent.
pub(super) fn packed(stream: Option<&mut Stream>, frame: Frame) -> io::Result<Frame> {
    match (stream, frame) {
        (Some(stream), Frame::Text(text)) => {
            stream.write_all(text.as_bytes())?;
            stream.flush()?;
            Ok(Frame::Binary(std::mem::take(stream.get_mut()).into()))
        }
        (_, frame) => Ok(frame),
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    #[test]
    fn packed_frames_are_one_zlib_stream() {
        let (mut stream, mut reader) = (zlib(), Decompress::new(true));
        for text in ["{}".to_owned(), "é".repeat(70_000), "x".repeat(9)] {
            let frame = Frame::Text(text.clone().into());
            let Frame::Binary(bytes) = packed(Some(&mut stream), frame).unwrap() else {
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
