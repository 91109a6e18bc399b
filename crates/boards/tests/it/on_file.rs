//! Comparison of pictures with recorded ones.

use std::fs;
use std::path::PathBuf;

use image::{ImageFormat, RgbImage};

pub(crate) fn decode(png: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(png, ImageFormat::Png)
        .unwrap()
        .to_rgb8()
}

/// Compares a picture with the recorded one, pixel by pixel. Other processors may round a curve to
/// another colour of the palette: so one pixel in a thousand may differ by more than 24 of 255, and
/// all of them by 0.25 on average.
pub(crate) fn is_as_on_file(name: &str, png: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/boards")
        .join(format!("{name}.png"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, png).unwrap();
        return;
    }
    let on_file = fs::read(&path).expect("UPDATE=1 writes the pictures that are missing");
    let now = decode(png);
    let then = decode(&on_file);
    assert_eq!(now.dimensions(), then.dimensions(), "{name}: another size");
    let mut difference = RgbImage::new(now.width(), now.height());
    let mut differing = 0;
    let mut sum = 0;
    for (x, y, pixel) in difference.enumerate_pixels_mut() {
        let a = now.get_pixel(x, y).0;
        let b = then.get_pixel(x, y).0;
        let apart = [0, 1, 2].map(|i| a[i].abs_diff(b[i]));
        pixel.0 = apart.map(|part| part.saturating_mul(4));
        differing += usize::from(apart.iter().any(|part| *part > 24));
        sum += apart.iter().map(|part| u64::from(*part)).sum::<u64>();
    }
    let most = now.pixels().len() / 1000;
    let mean = sum as f64 / (3 * now.pixels().len()) as f64;
    if differing > most || mean > 0.25 {
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        difference.save(&place).unwrap();
        panic!(
            "{name}: {differing} pixels differ, at most {most} may; {mean:.3} in the mean, \
             at most 0.25; see {}",
            place.display()
        );
    }
}
