//! Crosstables as pictures.

use image::{Rgb, RgbImage};
use siwa_boards::CrosstableCell::{Draw, Loss, Pending, Unplayed, Win};
use siwa_boards::{CrosstableCell, CrosstableRow, THEMES, Theme};

use super::{PAINTER, decode, is_as_on_file};

/// The left edge of the cells of a table of five: its names must end before it.
const CELLS: u32 = 274;

fn row(name: &str, cells: &[CrosstableCell], points: &str) -> CrosstableRow {
    CrosstableRow {
        name: name.to_owned(),
        withdrawn: false,
        cells: cells.to_vec(),
        points: points.to_owned(),
    }
}

/// A group of five with every kind of cell and name.
fn five() -> Vec<CrosstableRow> {
    let mut rows = vec![
        row("Zoë", &[Pending, Win, Draw, Win, Unplayed], "2½"),
        row(
            "Maximilian von Hohenzollern",
            &[Loss, Pending, Win, Draw, Win],
            "2½",
        ),
        row("🔥 Łukasz 🔥", &[Draw, Loss, Pending, Win, Draw], "2"),
        row("日本", &[Loss, Draw, Loss, Pending, Pending], "½"),
        row(
            "quite_ordinary",
            &[Unplayed, Loss, Draw, Pending, Pending],
            "½",
        ),
    ];
    rows[4].withdrawn = true;
    rows
}

fn drawn(rows: &[CrosstableRow], theme: &Theme) -> RgbImage {
    decode(&PAINTER.crosstable(rows, theme).unwrap())
}

/// The part of a picture from one column of pixels to another.
fn columns(picture: &RgbImage, from: u32, to: u32) -> Vec<Rgb<u8>> {
    let inside = |x: &u32| (from..to).contains(x);
    let pixels = picture.enumerate_pixels();
    pixels
        .filter(|(x, ..)| inside(x))
        .map(|(.., pixel)| *pixel)
        .collect()
}

#[test]
fn every_theme_draws_a_crosstable_as_recorded() {
    for theme in THEMES.iter() {
        let png = PAINTER.crosstable(&five(), theme).unwrap();
        is_as_on_file(&format!("crosstable-{}", theme.id), &png);
    }
}

#[test]
fn a_crosstable_of_two_has_wide_names() {
    let two = [
        row("Maximilian von Hohenzollern", &[Pending, Pending], "0"),
        row("Ana", &[Pending, Pending], "0"),
    ];
    let png = PAINTER.crosstable(&two, &THEMES[0]).unwrap();
    is_as_on_file("crosstable-two", &png);
}

#[test]
fn names_of_any_length_and_script_leave_the_cells_alone() {
    let plain = five();
    for name in [
        "W".repeat(32),
        "i".repeat(4000),
        "Wide Words ".repeat(20),
        "عبد الله".to_owned(),
        "𝓐𝓷𝓪 👩‍👩‍👧‍👦 \u{202e}abc\u{0}\n\t".to_owned(),
        "Z\u{0301}\u{0302}\u{0303}".repeat(99),
    ] {
        let mut rows = plain.clone();
        for row in &mut rows {
            row.name.clone_from(&name);
        }
        for theme in THEMES.iter() {
            let [with, without] = [&rows, &plain].map(|rows| drawn(rows, theme));
            let [with, without] = [with, without].map(|of| columns(&of, CELLS - 4, 640));
            assert!(with == without, "{name} in {}", theme.id);
        }
    }
}

#[test]
fn a_name_without_a_letter_in_the_font_leaves_only_the_number() {
    let named = |name: &str| drawn(&[row(name, &[], "0"), row("Ana", &[], "0")], &THEMES[0]);
    let nameless = named("");
    for name in ["日本", "🔥", "Иван 2", "  ", "12"] {
        assert!(named(name) == nameless, "{name}");
    }
    assert!(named("Zoë") != named("Zo"), "an accent is drawn");
    assert!(named("🔥 Ana 🔥") == named("Ana"));
    assert!(named("Łukasz") == named("…ukasz"));
    assert!(named("Ana  \n B") == named("Ana B"));
}

#[test]
fn a_withdrawn_player_is_struck_through() {
    for name in ["Ana", "日本"] {
        let mut rows = [row(name, &[], "0"), row("Bob", &[], "0")];
        let before = drawn(&rows, &THEMES[0]);
        rows[0].withdrawn = true;
        assert!(drawn(&rows, &THEMES[0]) != before, "{name}");
    }
}

#[test]
fn each_result_looks_different_without_colour() {
    for theme in THEMES.iter() {
        let grey = |cell: CrosstableCell| {
            let rows = [row("Ana", &[Pending, cell], "0"), row("Bob", &[], "0")];
            image::imageops::grayscale(&drawn(&rows, theme))
        };
        let looks = [Pending, Unplayed, Loss, Draw, Win].map(grey);
        for (index, look) in looks.iter().enumerate() {
            for other in &looks[..index] {
                let pairs = look.pixels().zip(other.pixels());
                let differing = pairs.filter(|(a, b)| a.0[0].abs_diff(b.0[0]) > 60).count();
                assert!(differing > 60, "{index} in {}: {differing}", theme.id);
            }
        }
    }
}

#[test]
fn a_table_of_any_size_can_be_drawn() {
    let ragged = [0, 1, 9, 3].map(|count| row("Ana", &vec![Win; count], &"99½".repeat(count)));
    for rows in [
        vec![],
        ragged[..1].to_vec(),
        ragged.to_vec(),
        vec![ragged[2].clone(); 40],
    ] {
        let picture = drawn(&rows, &THEMES[0]);
        assert_eq!(picture.width(), 640);
        assert!(picture.height() <= 400, "{}", picture.height());
    }
}
