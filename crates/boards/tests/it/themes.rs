//! Everyone can distinguish all marks and pieces in each theme.

use std::sync::LazyLock;

use image::imageops::crop_imm;
use image::{Rgb, RgbImage};
use siwa_boards::{THEMES, Theme, View, theme};
use siwa_games::rules::{Diagram, Piece, Side, Square};

use super::{MARKS, PAINTER, board, capture, decode, in_theme, in_width, seen_by};

/// Colour vision: three matrices of Machado, Oliveira and Fernandes, “A
/// Physiologically-based Model for Simulation of Color Vision Deficiency” (2009),
/// at severity 1.0, for linear red, green and blue.
const VISIONS: [(&str, [[f32; 3]; 3]); 4] = [
    ("usual", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// A square's edge on a board of seven.
const EDGE: u32 = 88;

/// The number of pixels of a square that must differ by 3:1, which is a difference in luminance or
/// in shape. It is as much as a line of four pixels by fifteen.
const ENOUGH: usize = 60;

fn pieces() -> Vec<Option<Piece>> {
    let stones = [Some(Side::First), Some(Side::Second), None].map(Piece::Stone);
    let all = stones.into_iter().chain([1, 2, 3].map(Piece::Rings));
    std::iter::once(None).chain(all.map(Some)).collect()
}

/// A component of a colour, linearised.
static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|part| {
        let part = part as f32 / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    })
});

/// The relative luminance of each pixel as a person with this vision sees it, by WCAG 2.
fn seen(picture: &RgbImage, vision: [[f32; 3]; 3]) -> Vec<f32> {
    let linear = |part: u8| LINEAR[usize::from(part)];
    let luminance = |pixel: &Rgb<u8>| {
        let rgb = pixel.0.map(linear);
        let [red, green, blue] = vision.map(|row| {
            let sum: f32 = row.iter().zip(rgb).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0)
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    picture.pixels().map(luminance).collect()
}

/// The number of pixels of two pictures that differ by 3:1.
fn apart(a: &[f32], b: &[f32]) -> usize {
    let ratio = |(a, b): &(&f32, &f32)| (a.max(**b) + 0.05) / (a.min(**b) + 0.05);
    a.iter().zip(b).filter(|pair| ratio(pair) >= 3.0).count()
}

/// Squares of one of the two kinds of ground.
fn squares(odd: bool) -> Vec<Square> {
    let all = (0..49).filter_map(|i| Square::new(i % 7, i / 7));
    all.filter(|square| ((square.file() + square.rank()) % 2 == 1) == odd)
        .take(1 + MARKS.len())
        .collect()
}

/// The pictures of squares on a board.
fn cut(theme: &'static Theme, diagram: &Diagram, squares: &[Square]) -> Vec<RgbImage> {
    let whole = decode(&PAINTER.png(diagram, in_theme(theme)).unwrap());
    let cut = |square: &Square| {
        let left = 44 + u32::from(square.file()) * 88;
        let top = 44 + u32::from(6 - square.rank()) * 88;
        crop_imm(&whole, left, top, EDGE, EDGE).to_image()
    };
    squares.iter().map(cut).collect()
}

/// A square with this piece under each mark, and as a proposed end of a move, each with its name.
fn looks(theme: &'static Theme, piece: Option<Piece>, odd: bool) -> Vec<(String, RgbImage)> {
    let squares = squares(odd);
    let mut diagram = board(&[". . . . . . ."; 7], &[]);
    diagram.pieces = squares
        .iter()
        .filter_map(|square| Some((*square, piece?)))
        .collect();
    diagram.marks = squares[1..]
        .iter()
        .copied()
        .zip(MARKS.iter().copied())
        .collect();
    let names = MARKS.iter().map(|mark| format!("{mark:?}"));
    let names = std::iter::once("unmarked".to_owned()).chain(names);
    let marked = cut(theme, &diagram, &squares);
    let mut looks: Vec<_> = names.zip(marked).collect();
    diagram.proposed = true;
    let end = cut(theme, &diagram, &squares[3..4]).remove(0);
    looks.push(("proposed".to_owned(), end));
    looks
}

#[test]
fn marks_can_be_distinguished_in_every_theme_by_everyone() {
    let mut wrong = Vec::new();
    for theme in THEMES.iter() {
        for (piece, odd) in pieces().into_iter().flat_map(|p| [(p, false), (p, true)]) {
            let looks = looks(theme, piece, odd);
            for (name, vision) in VISIONS {
                let seen: Vec<Vec<f32>> = looks.iter().map(|(_, l)| seen(l, vision)).collect();
                for (i, j) in (0..looks.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                    let apart = apart(&seen[i], &seen[j]);
                    if apart < ENOUGH {
                        let a = &looks[i].0;
                        let b = &looks[j].0;
                        let theme = theme.id;
                        wrong.push(format!("{theme}, {name}, {piece:?}: {a} {b}: {apart}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pieces_can_be_distinguished_from_each_other_and_the_ground_by_everyone() {
    let mut wrong = Vec::new();
    for theme in THEMES.iter() {
        for odd in [false, true] {
            let mut diagram = board(&[". . . . . . ."; 7], &[]);
            let pieces = pieces();
            let squares = squares(odd);
            let there = squares.iter().zip(&pieces);
            diagram.pieces = there.filter_map(|(at, it)| Some((*at, (*it)?))).collect();
            let plain = cut(theme, &diagram, &squares[..pieces.len()]);
            for (name, vision) in VISIONS {
                let seen: Vec<Vec<f32>> = plain.iter().map(|look| seen(look, vision)).collect();
                for (i, j) in (0..seen.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                    let apart = apart(&seen[i], &seen[j]);
                    if apart < 3 * ENOUGH {
                        let theme = theme.id;
                        wrong.push(format!("{theme}, {name}, {odd}: {i} {j}: {apart}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paper_has_no_colour() {
    let view = in_theme(theme("paper").unwrap());
    let picture = decode(&PAINTER.png(&capture(), view).unwrap());
    let grey = |pixel: &Rgb<u8>| pixel.0.iter().all(|part| *part == pixel.0[0]);
    assert!(picture.pixels().all(grey));
}

#[test]
fn themes_are_found_by_their_ids() {
    for known in THEMES.iter() {
        assert_eq!(theme(known.id), Some(known));
    }
    assert_eq!(theme("Classic"), None);
    assert_eq!(View::default().theme.id, "classic");
}

#[test]
fn the_other_side_sees_the_same_squares_turned() {
    let seen = |side| decode(&PAINTER.png(&capture(), seen_by(side)).unwrap());
    let [first, second] = Side::BOTH.map(seen);
    for (file, rank) in (0..5).flat_map(|file| (0..5).map(move |rank| (file, rank))) {
        let cell = |picture: &RgbImage, across: u32, down: u32| {
            crop_imm(picture, 40 + across * 112, 40 + down * 112, 112, 112).to_image()
        };
        let a = cell(&first, file, rank);
        let b = cell(&second, 4 - file, 4 - rank);
        assert!(a == b, "{file} {rank}");
    }
}

#[test]
fn any_width_is_met_to_the_pixel_or_nearly_so() {
    for wanted in [0, 161, 333, 1000, u16::MAX] {
        let width = decode(&PAINTER.png(&capture(), in_width(wanted)).unwrap()).width();
        let wanted = u32::from(wanted.clamp(160, 1800));
        assert!(width.abs_diff(wanted) <= 1, "{wanted}: {width}");
    }
}
