//! Compression of the gateway's outgoing frames.

use axum::extract::ws::Message as Frame;

/// The compression of a socket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    Plain,
    Zlib,
}

/// A text as a frame in the requested compression.
pub(super) fn frame(text: String, compression: Compression, first: &mut bool) -> Frame {
    if compression == Compression::Plain {
        return Frame::Text(text.into());
    }
    // Stored blocks are valid zlib and need no compressor.
    let mut bytes = if std::mem::take(first) {
        vec![0x78, 0x01]
    } else {
        Vec::new()
    };
    for block in text.as_bytes().chunks(0xffff) {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        bytes.push(0);
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(block);
    }
    bytes.extend([0, 0, 0, 0xff, 0xff]);
    Frame::Binary(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text in a stream of stored blocks; empty blocks end a message.
    fn unpack(bytes: &[u8]) -> String {
        let (mut rest, mut out) = (bytes, Vec::new());
        while let [0, a, b, c, d, after @ ..] = rest {
            let length = u16::from_le_bytes([*a, *b]);
            assert_eq!(!length, u16::from_le_bytes([*c, *d]));
            let (block, after) = after.split_at(usize::from(length));
            out.extend(block);
            rest = after;
        }
        assert!(rest.is_empty());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn packed_frames_are_one_zlib_stream() {
        let mut first = true;
        for (text, header) in [
            ("{}".to_owned(), &[0x78, 0x01][..]),
            ("é".repeat(70_000), &[]),
        ] {
            let Frame::Binary(bytes) = frame(text.clone(), Compression::Zlib, &mut first) else {
                unreachable!("packed frames are binary");
            };
            let body = bytes.strip_prefix(header).unwrap();
            assert!(body.ends_with(&[0, 0, 0, 0xff, 0xff]));
            assert_eq!(unpack(body), text);
        }
    }
}
