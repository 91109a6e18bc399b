//! Boards as pictures, as messages and as characters.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

#[path = "../../examples/contact_sheet.rs"]
#[expect(dead_code, reason = "an example is a program of its own")]
mod contact_sheet;
mod crosstable;
mod gyges;
mod moving;
mod on_file;
mod themes;

use std::sync::LazyLock;

use contact_sheet::{MOVE_MARKS, PROPOSAL_MARKS};
use image::{ImageFormat, Rgb, RgbImage};
use on_file::{decode, is_as_on_file};
use proptest::prelude::*;
use siwa_boards::{Painter, Size, THEMES, Theme, View, alt, text};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, GameInfo, Goal, Mark, Piece, Place, Side, Square};
use siwa_games::text::{Arg, Text};

/// One painter for all tests, as in the bot.
static PAINTER: LazyLock<Painter> = LazyLock::new(|| Painter::new().unwrap());

/// A square by its name.
fn at(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(bytes[0] - b'a', bytes[1] - b'1').unwrap()
}

fn info() -> &'static GameInfo {
    Registry::standard().find("seega").unwrap().info()
}

/// A board written as [`text`] writes it, without coordinates: `x`, `o`, `*`
/// for nobody's piece, and anything else for an empty square.
fn board(rows: &[&str], marks: &[(&str, Mark)]) -> Diagram {
    let mut pieces = Vec::new();
    for (rank, row) in rows.iter().rev().enumerate() {
        for (file, symbol) in row.split(' ').enumerate() {
            let owner = match symbol {
                "x" => Some(Side::First),
                "o" => Some(Side::Second),
                "*" => None,
                _ => continue,
            };
            let square = Square::new(file as u8, rank as u8).unwrap();
            pieces.push((square, Piece::Stone(owner)));
        }
    }
    pieces.sort_by_key(|(square, _)| *square);
    Diagram {
        info: info(),
        size: rows.len() as u8,
        pieces,
        marks: marks.iter().map(|(name, mark)| (at(name), *mark)).collect(),
        goals: Vec::new(),
        route: Vec::new(),
        flight: None,
        proposed: false,
    }
}

fn start() -> Diagram {
    let marks = [("c3", Mark::Special), ("c3", Mark::Closed)];
    board(&[". . . . ."; 5], &marks)
}

fn placement() -> Diagram {
    board(
        &[
            ". o . x .",
            ". x . . o",
            "o . . . .",
            ". . o . x",
            "x . . o .",
        ],
        &[
            ("c3", Mark::Special),
            ("c3", Mark::Closed),
            ("c2", Mark::To),
            ("d1", Mark::To),
        ],
    )
}

fn capture() -> Diagram {
    board(
        &[
            "x o . x o",
            "o x x . x",
            ". o x . o",
            "x . o x .",
            "o x . o x",
        ],
        &[
            ("c3", Mark::Special),
            ("c2", Mark::From),
            ("c3", Mark::To),
            ("d3", Mark::Captured(Side::Second)),
        ],
    )
    .without("c2")
}

fn chain() -> Diagram {
    board(
        &[
            "x o x . o x o",
            "o . o x x o x",
            "x x . . . o o",
            "o x . . . . x",
            "o o x . o o .",
            "x . o x . x o",
            "o x x . o o x",
        ],
        &[
            ("d4", Mark::Special),
            ("c5", Mark::From),
            ("d5", Mark::Path),
            ("d4", Mark::Path),
            ("d3", Mark::To),
            ("e4", Mark::Captured(Side::First)),
            ("c4", Mark::Captured(Side::Second)),
            ("e5", Mark::Captured(Side::First)),
        ],
    )
    .with("d3", Side::Second)
}

/// The fullest board: forty pieces each.
fn full() -> Diagram {
    let rows = ["x o x o x o x o x", "o x o x o x o x o"];
    let rows: Vec<&str> = (0..9).map(|rank| rows[rank % 2]).collect();
    board(&rows, &[("e5", Mark::Special)]).without("e5")
}

/// Small changes to a diagram.
trait Change {
    fn without(self, name: &str) -> Self;
    fn with(self, name: &str, side: Side) -> Self;
}

impl Change for Diagram {
    fn without(mut self, name: &str) -> Self {
        self.pieces.retain(|(square, _)| *square != at(name));
        self
    }

    fn with(mut self, name: &str, side: Side) -> Self {
        self.pieces.push((at(name), Piece::Stone(Some(side))));
        self.pieces.sort_by_key(|(square, _)| *square);
        self
    }
}

fn picture(diagram: &Diagram) -> RgbImage {
    decode(&PAINTER.png(diagram, View::default()).unwrap())
}

/// The luminance of a pixel, from 0 to 255.
fn luminance(pixel: Rgb<u8>) -> f32 {
    let [red, green, blue] = pixel.0.map(f32::from);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The public view in a theme.
fn in_theme(theme: &'static Theme) -> View {
    View {
        theme,
        ..View::default()
    }
}

/// The public view with this width.
fn in_width(width: u16) -> View {
    View {
        size: Size::Width(width),
        ..View::default()
    }
}

/// The view of a side.
fn seen_by(orientation: Side) -> View {
    View {
        orientation,
        ..View::default()
    }
}

/// Compares a diagram's picture with the one on file.
fn looks_as_on_file(name: &str, diagram: &Diagram, view: View) {
    is_as_on_file(name, &PAINTER.png(diagram, view).unwrap());
}

#[test]
fn boards_look_as_on_file() {
    let mut proposed = capture().with("d3", Side::Second);
    proposed.proposed = true;
    for (name, diagram) in [
        ("5-start", start()),
        ("5-placement", placement()),
        ("5-capture", capture()),
        ("5-proposed", proposed),
        ("7-chain", chain()),
        ("9-full", full()),
    ] {
        looks_as_on_file(name, &diagram, View::default());
    }
}

#[test]
fn a_capture_looks_as_on_file_in_every_theme_and_size_and_from_the_other_side() {
    for theme in &THEMES[1..] {
        let name = format!("5-capture-{}", theme.id);
        looks_as_on_file(&name, &capture(), in_theme(theme));
    }
    looks_as_on_file("5-capture-second", &capture(), seen_by(Side::Second));
    looks_as_on_file("5-capture-double", &capture(), in_width(1280));
    looks_as_on_file("5-capture-320", &capture(), in_width(320));
}

#[test]
fn the_contact_sheet_looks_as_on_file() {
    let mut png = std::io::Cursor::new(Vec::new());
    let sheet = contact_sheet::sheet().unwrap();
    sheet.write_to(&mut png, ImageFormat::Png).unwrap();
    is_as_on_file("sheet", png.get_ref());
}

/// A proposed piece was once so pale that a dark one looked like nobody's.
#[test]
fn a_proposed_piece_is_nearer_to_its_own_kind_than_to_any_other() {
    let middle = |theme, owner, proposed| {
        let piece = Piece::Stone(owner);
        let mut diagram = board(&[". . . . ."; 5], &[("b2", Mark::To)]);
        diagram.pieces = vec![(at("b2"), piece)];
        diagram.proposed = proposed;
        let picture = decode(&PAINTER.png(&diagram, in_theme(theme)).unwrap());
        // Between its engraving and its edge.
        let x = 40 + 112 + 56;
        let y = 40 + 3 * 112 + 56 - 29;
        picture.get_pixel(x, y).0.map(f32::from)
    };
    let apart = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>();
    let owners = [Some(Side::First), Some(Side::Second), None];
    for theme in THEMES.iter() {
        for owner in owners {
            let proposed = middle(theme, owner, true);
            let own = apart(proposed, middle(theme, owner, false));
            for other in owners.into_iter().filter(|other| *other != owner) {
                let foreign = apart(proposed, middle(theme, other, false));
                let same = middle(theme, owner, false) == middle(theme, other, false);
                let theme = theme.id;
                assert!(own < 0.2 * foreign || same, "{theme}: {owner:?}, {other:?}");
            }
        }
    }
}

/// On a phone the lowest letters were once cut off.
#[test]
fn no_letter_of_the_frame_is_cut_off_at_320_pixels() {
    let picture = decode(&PAINTER.png(&full(), in_width(320)).unwrap());
    let frame = *picture.get_pixel(3, 3);
    let cell = 32;
    let margin = 16;
    let height = picture.height();
    let g = margin + 6 * cell;
    let inked = |y: u32| (g..g + cell).any(|x| *picture.get_pixel(x, y) != frame);
    let below = height - margin + 2..height - 1;
    let rows: Vec<u32> = below.filter(|y| inked(*y)).collect();
    assert_eq!(rows.len(), 9, "as high as the letter is: {rows:?}");
    assert!(!inked(height - 2), "room below it");
}

#[test]
fn the_same_diagram_gives_the_same_bytes_whatever_was_drawn_before() {
    let painter = Painter::new().unwrap();
    let first = painter.png(&capture(), View::default()).unwrap();
    painter.png(&full(), View::default()).unwrap();
    for painter in [painter, Painter::new().unwrap()] {
        assert_eq!(first, painter.png(&capture(), View::default()).unwrap());
    }
}

/// A full board: pieces in no order, the last two just placed.
fn crowded(edge: u8) -> Diagram {
    let mut dice = 1_u32;
    let rows: Vec<String> = (0..edge)
        .map(|_| {
            let row = (0..edge).map(|_| {
                dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ["x", "o"][(dice >> 31) as usize]
            });
            row.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let centre = Square::new(edge / 2, edge / 2).unwrap().to_string();
    let marks = [
        (centre.as_str(), Mark::Special),
        ("b1", Mark::To),
        ("a2", Mark::To),
    ];
    board(&rows, &marks).without(&centre)
}

#[test]
fn boards_weigh_at_most_twenty_three_to_forty_kilobytes() {
    let most = |squares| match squares {
        ..=6 => 23 << 10,
        7 => 30 << 10,
        _ => 40 << 10,
    };
    let mut heavy = Vec::new();
    let seega = [start(), placement(), capture(), chain(), full()];
    let crowded = [5, 7, 9].map(crowded);
    for mut diagram in seega.into_iter().chain(crowded).chain(gyges::heaviest()) {
        for (theme, proposed) in THEMES.iter().flat_map(|t| [(t, false), (t, true)]) {
            diagram.proposed = proposed;
            let weight = PAINTER.png(&diagram, in_theme(theme)).unwrap().len();
            if weight > most(diagram.size) {
                let edge = diagram.size;
                heavy.push(format!("{edge}, {}, {proposed}: {weight}", theme.id));
            }
        }
    }
    assert!(heavy.is_empty(), "{}", heavy.join("\n"));
}

/// The pixels of one square.
fn cell(diagram: &Diagram, name: &str) -> RgbImage {
    let picture = picture(diagram);
    let edge = 112;
    let margin = 40;
    let square = at(name);
    let left = margin + u32::from(square.file()) * edge;
    let top = margin + u32::from(4 - square.rank()) * edge;
    image::imageops::crop_imm(&picture, left, top, edge, edge).to_image()
}

#[test]
fn the_sides_differ_in_brightness() {
    let middle = |side| {
        let cell = cell(&board(&[". . . . ."; 5], &[]).with("b2", side), "b2");
        let middle = image::imageops::crop_imm(&cell, 27, 27, 59, 59).to_image();
        let pixels: Vec<f32> = middle.pixels().map(|pixel| luminance(*pixel)).collect();
        pixels.iter().sum::<f32>() / pixels.len() as f32
    };
    let first = middle(Side::First);
    let second = middle(Side::Second);
    assert!(first - second > 120.0, "{first} and {second}");
}

#[test]
fn the_sides_differ_in_outline() {
    // The extent of a piece along an edge and along a diagonal, in pixels.
    let reach = |side| {
        let empty = board(&[". . . . ."; 5], &[]);
        let with = cell(&empty.clone().with("b2", side), "b2");
        let without = cell(&empty, "b2");
        // Towards the upper left there is no shadow.
        let differs = |x: u32, y: u32| {
            let [a, b] = [&with, &without].map(|cell| luminance(*cell.get_pixel(x, y)));
            (a - b).abs() > 30.0
        };
        let edge = (0..56).filter(|step| differs(55 - step, 55)).count();
        let diagonal = (0..56).filter(|step| differs(55 - step, 55 - step)).count();
        (edge as f32, diagonal as f32 * std::f32::consts::SQRT_2)
    };
    let (edge, diagonal) = reach(Side::First);
    assert!(diagonal > 1.2 * edge, "a square: {edge} and {diagonal}");
    let (edge, diagonal) = reach(Side::Second);
    assert!(diagonal < 1.1 * edge, "a disc: {edge} and {diagonal}");
}

/// All marks. A proposal begins with one that a move has, too.
static MARKS: LazyLock<Vec<Mark>> =
    LazyLock::new(|| [&MOVE_MARKS[..], &PROPOSAL_MARKS[1..]].concat());

#[test]
fn every_mark_changes_its_square_with_and_without_a_piece() {
    for owner in [None, Some(Side::First), Some(Side::Second)] {
        let plain = board(&[". . . . ."; 5], &[]);
        let plain = match owner {
            Some(side) => plain.with("b2", side),
            None => plain,
        };
        let mut looks = vec![cell(&plain, "b2")];
        for mark in MOVE_MARKS {
            let mut marked = plain.clone();
            marked.marks.push((at("b2"), mark));
            looks.push(cell(&marked, "b2"));
        }
        for (i, look) in looks.iter().enumerate() {
            for (j, other) in looks.iter().enumerate().take(i) {
                let pairs = look.pixels().zip(other.pixels());
                let differing = pairs
                    .filter(|(a, b)| (luminance(**a) - luminance(**b)).abs() > 20.0)
                    .count();
                assert!(differing > 150, "{owner:?}: marks {i} and {j}: {differing}");
            }
        }
    }
}

/// A message in English, and its number of characters in words.
fn spoken(message: &Text) -> (String, usize) {
    let pattern = match message.id {
        "alt-board" => "{ $files } × { $ranks } board, a1 at the bottom left.",
        "alt-board-turned" => "{ $files } × { $ranks } board, a1 at the top right.",
        "alt-pieces" => "{ $side } ({ $count }): { $squares }.",
        "alt-no-pieces" => "{ $side }: no pieces.",
        "alt-unowned" => "Nobody’s ({ $count }): { $squares }.",
        "alt-placed" => "Just placed: { $squares }.",
        "alt-moved" => "{ $what }: { $from } to { $to }.",
        "alt-moved-through" => "{ $what }: { $from } through { $path } to { $to }.",
        "alt-move-part" => "Chosen so far: { $squares }.",
        "alt-captured" => "Captured from { $side } ({ $count }): { $squares }.",
        "alt-closed" => "Closed for now: { $squares }.",
        "alt-open" => "Open for now: { $squares }.",
        "alt-special" => "Special square: { $squares }.",
        "alt-ones" => "Ones ({ $count }): { $squares }.",
        "alt-twos" => "Twos ({ $count }): { $squares }.",
        "alt-threes" => "Threes ({ $count }): { $squares }.",
        "alt-empty" => "No pieces on the board.",
        "alt-goal" => "{ $side }’s goal: entered from { $squares }.",
        "alt-goal-shut" => "{ $side }’s goal: no way in.",
        "alt-goal-decisive" => "Decided by: the piece in { $side }’s goal.",
        "alt-goal-inside" => "In { $side }’s goal: { $piece }.",
        "alt-moved-goal" => "{ $what }: { $from } into { $side }’s goal.",
        "alt-moved-through-goal" => "{ $what }: { $from } through { $path } into { $side }’s goal.",
        "alt-way" => "Step by step: { $squares }.",
        "alt-flight" => "Displaced: { $from } to { $to }.",
        "alt-ready" => "Can move: { $squares }.",
        "alt-last" => "Last move",
        "alt-proposed" => "Proposed, not played yet",
        "alt-would-place" => "Proposed, not placed yet: { $squares }.",
        "alt-would-take" => "Would be captured from { $side } ({ $count }): { $squares }.",
        "alt-would-displace" => "Would be displaced: { $from } to { $to }.",
        "alt-target" => "Can go to: { $squares }.",
        "alt-wall" => "Wall of { $side }’s barrier: { $squares }.",
        "alt-decisive" => "Decided by: { $squares }.",
        "alt-refused" => "In the refused move: { $squares }.",
        other => panic!("no English for {other}"),
    };
    let mut said = pattern.to_owned();
    let mut words = pattern.chars().count();
    for (name, arg) in &message.args {
        let value = match arg {
            Arg::Str(text) => text.clone(),
            Arg::Number(number) => number.to_string(),
            Arg::Text(message) => match message.args.as_slice() {
                [("case", Arg::Str(case))] => case.clone(),
                _ => spoken(message).0,
            },
            other => panic!("a board does not speak of {other:?}"),
        };
        let place = format!("{{ ${name} }}");
        words -= said.matches(&place).count() * place.chars().count();
        said = said.replace(&place, &value);
    }
    assert!(!said.contains('$'), "an argument is missing: {said}");
    (said, words)
}

fn read_out(diagram: &Diagram) -> String {
    let facts = alt(diagram, Side::First);
    let said: Vec<String> = facts.iter().map(|fact| spoken(fact).0).collect();
    said.join("\n")
}

/// Fails unless the alternative text has this part.
#[track_caller]
fn reads_out(diagram: &Diagram, part: &str) {
    let said = format!("\n{}\n", read_out(diagram));
    assert!(said.contains(part), "{said}");
}

#[test]
fn the_alternative_text_describes_the_whole_board() {
    assert_eq!(
        read_out(&capture()),
        "5 × 5 board, a1 at the bottom left.\n\
         first (10): a2, a5, b1, b4, c3, c4, d2, d5, e1, e4.\n\
         second (7): a1, a4, b3, b5, d1, e3, e5.\n\
         Last move: c2 to c3.\n\
         Captured from second (1): d3.\n\
         Special square: c3."
    );
    assert_eq!(
        read_out(&start()),
        "5 × 5 board, a1 at the bottom left.\n\
         first: no pieces.\n\
         second: no pieces.\n\
         Closed for now: c3.\n\
         Special square: c3."
    );
    reads_out(&placement(), "\nJust placed: c2, d1.\n");
    reads_out(&chain(), "\nLast move: c5 through d5, d4 to d3.\n");
}

#[test]
fn a_proposed_move_is_not_described_as_played() {
    let mut diagram = capture();
    diagram.proposed = true;
    reads_out(&diagram, "\nProposed, not played yet: c2 to c3.\n");
    reads_out(&diagram, "\nWould be captured from second (1): d3.\n");
    let mut diagram = placement();
    diagram.proposed = true;
    reads_out(&diagram, "\nProposed, not placed yet: c2, d1.\n");
}

#[test]
fn the_alternative_text_describes_what_decided_a_game() {
    let marks = [
        ("a2", Mark::Decisive),
        ("b1", Mark::Wall(Side::First)),
        ("b2", Mark::Wall(Side::Second)),
        ("a1", Mark::Refused),
    ];
    let told = "\nDecided by: a2.\nIn the refused move: a1.\n\
                Wall of first’s barrier: b1.\nWall of second’s barrier: b2.";
    let said = read_out(&board(&["x o", ". x"], &marks));
    assert!(said.ends_with(told), "{said}");
}

#[test]
fn an_unfinished_move_is_described_too() {
    let chosen = board(&["x o", ". ."], &[("a2", Mark::From)]);
    assert!(read_out(&chosen).ends_with("Chosen so far: a2."));
}

#[test]
fn the_alternative_text_fits_discord_in_languages_twice_as_wordy() {
    let mut diagram = full();
    // The turn with the most facts: everything moved, many pieces were captured.
    let taken = ["a2", "a4", "c2", "c4", "e2", "e4", "g2", "g4", "i2", "i4"];
    for name in taken {
        diagram = diagram.without(name);
        let mark = Mark::Captured(Side::Second);
        diagram.marks.push((at(name), mark));
    }
    for (name, mark) in [("b2", Mark::From), ("b3", Mark::Path), ("b4", Mark::To)] {
        diagram.marks.push((at(name), mark));
    }
    let full = full();
    for diagram in [&full, &diagram] {
        let facts = alt(diagram, Side::First);
        let facts = facts.iter().map(spoken);
        let lengths = facts.map(|(said, words)| said.chars().count() + words + 1);
        let length: usize = lengths.sum();
        assert!(length <= 1024, "{length} characters");
    }
}

#[test]
fn the_board_is_written_in_characters() {
    let told = text(&placement(), Side::First);
    assert_eq!(
        told,
        "5 . o . x .\n\
         4 . x . . o\n\
         3 o . # . .\n\
         2 . . o . x\n\
         1 x . . o .\n\
         \x20 a b c d e"
    );
    let wide = text(&full(), Side::First);
    assert!(wide.lines().all(|line| line.chars().count() <= 24));
}

#[test]
fn from_the_second_side_the_text_board_is_turned_by_half_a_turn() {
    assert_eq!(
        text(&placement(), Side::Second),
        "1 . o . . x\n\
         2 x . o . .\n\
         3 . . # . o\n\
         4 o . . x .\n\
         5 . x . o .\n\
         \x20 e d c b a"
    );
    let [first, second] = [Side::First, Side::Second].map(|from| alt(&placement(), from));
    assert_eq!(first[0].id, "alt-board");
    assert_eq!(second[0].id, "alt-board-turned");
    assert_eq!(first[1..], second[1..], "squares keep their names");
}

/// The facts about pieces.
const PIECES: [&str; 5] = [
    "alt-pieces",
    "alt-unowned",
    "alt-ones",
    "alt-twos",
    "alt-threes",
];

/// Any diagram, even one that no game would produce.
fn anything() -> impl Strategy<Value = Diagram> {
    let square = || (0..9u8, 0..9u8).prop_map(|(file, rank)| Square::new(file, rank).unwrap());
    let side = || prop::sample::select(&Side::BOTH[..]);
    let owner = prop::option::of(side());
    let piece = prop_oneof![
        owner.prop_map(Piece::Stone),
        any::<u8>().prop_map(Piece::Rings),
    ];
    let mark = prop::sample::select(MARKS.as_slice());
    // Impossible sizes are drawn as the nearest possible ones.
    let edge = prop_oneof![8 => 1..=9u8, 1 => any::<u8>()];
    let pieces = prop::collection::vec((square(), piece.clone()), 0..20);
    let marks = prop::collection::vec((square(), mark), 0..6);
    let gates = prop::collection::vec(square(), 0..4);
    let goal = (side(), gates, prop::option::of(piece));
    let goal = goal.prop_map(|(side, gates, piece)| Goal { side, gates, piece });
    let goals = prop::collection::vec(goal, 0..3);
    let place = prop_oneof![
        9 => square().prop_map(Place::Square),
        1 => side().prop_map(Place::Goal),
    ];
    let route = prop::collection::vec(place, 0..8);
    let flight = prop::option::of([square(), square()]);
    let moved = (goals, route, flight, any::<bool>());
    (edge, pieces, marks, moved).prop_map(
        |(size, pieces, marks, (goals, route, flight, proposed))| Diagram {
            info: info(),
            size,
            pieces,
            marks,
            goals,
            route,
            flight,
            proposed,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_diagram_can_be_drawn(diagram in anything()) {
        let picture = decode(&PAINTER.png(&diagram, View::default()).unwrap());
        prop_assert!(picture.width() <= 1000 && picture.height() <= 1100);
    }
}

proptest! {
    #[test]
    fn any_diagram_can_be_described(diagram in anything()) {
        let told = text(&diagram, Side::First);
        let ranks = usize::from(diagram.size.clamp(1, 9));
        let goals = Side::BOTH.map(|side| diagram.goals.iter().find(|goal| goal.side == side));
        let inside = goals.iter().flatten().filter(|goal| goal.piece.is_some());
        prop_assert_eq!(told.lines().count(), ranks + 1 + inside.count());
        let turned = text(&diagram, Side::Second);
        prop_assert_eq!(turned.lines().count(), told.lines().count());
        for from in [Side::First, Side::Second] {
            for fact in alt(&diagram, from) {
                spoken(&fact);
            }
        }
    }

    #[test]
    fn every_piece_is_described_exactly_once(diagram in anything()) {
        let on_board = (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank)))
            .filter(|(file, rank)| {
                *file < diagram.size.max(1) && *rank < diagram.size.max(1)
            })
            .filter_map(|(file, rank)| Square::new(file, rank))
            .filter(|square| diagram.piece(*square).is_some())
            .count();
        let mut told = Vec::new();
        for fact in alt(&diagram, Side::First) {
            let pieces = PIECES.contains(&fact.id);
            for (name, arg) in fact.args {
                if let ("squares", Arg::Str(squares), true) = (name, arg, pieces) {
                    told.extend(squares.split(", ").map(str::to_owned));
                }
            }
        }
        prop_assert_eq!(told.len(), on_board);
        told.sort();
        told.dedup();
        prop_assert_eq!(told.len(), on_board);
    }
}
