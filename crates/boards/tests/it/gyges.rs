//! Boards with goals, rings and arrows.

use siwa_boards::{THEMES, View, alt, text};
use siwa_games::registry::Registry;
use siwa_games::rules::{Diagram, Mark, Piece, Place, Side, Square};

use super::{
    at, in_theme, looks_as_on_file, luminance, picture, read_out, reads_out, seen_by, spoken,
};

/// The diagram after these moves of Gygès.
fn gyges(variant: &str, position: &str, moves: &[&str]) -> Diagram {
    let (rules, variant) = Registry::standard().variant(variant).unwrap();
    let mut play = rules.parse(variant, position).unwrap();
    for text in moves {
        play.play(text).unwrap();
    }
    play.diagram()
}

/// The start with two gates per goal.
fn gates() -> Diagram {
    let position = "321123/....../....../....../....../321123 S -";
    gyges("gyges-gates", position, &[])
}

/// A piece takes the place of its neighbour.
fn displaced() -> Diagram {
    let position = "213132/....../....../....../....../113223 S -";
    gyges("gyges-leroy", position, &["c1-d1=d4"])
}

/// Four bounces into the goal.
fn won() -> Diagram {
    let position = "....../3...../..1.1./1.23.3/3.22.1/....2. N -";
    gyges("gyges-leroy", position, &["a5-c4-c3-a3-a2-goal"])
}

/// While the target of a displaced piece is being chosen.
fn dropping() -> Diagram {
    let (rules, variant) = Registry::standard().variant("gyges-leroy").unwrap();
    let position = "....../3...../..1.1./1.23.3/3.22.1/....2. S -";
    rules.parse(variant, position).unwrap().preview("e1-d2=")
}

#[test]
fn goals_and_arrows_look_as_on_file() {
    let mut proposed = displaced();
    proposed.proposed = true;
    for (name, diagram) in [
        ("6-gates", gates()),
        ("6-displaced", displaced()),
        ("6-proposed", proposed),
        ("6-goal", won()),
        ("6-drop", dropping()),
    ] {
        looks_as_on_file(name, &diagram, View::default());
    }
}

#[test]
fn goals_and_arrows_look_as_on_file_in_every_theme_and_from_the_other_side() {
    for theme in &THEMES[1..] {
        let name = format!("6-displaced-{}", theme.id);
        looks_as_on_file(&name, &displaced(), in_theme(theme));
    }
    looks_as_on_file("6-goal-second", &won(), seen_by(Side::Second));
}

/// Boards with as many marks and arrows as possible.
pub(super) fn heaviest() -> [Diagram; 4] {
    [gates(), displaced(), won(), dropping()]
}

/// The pixels in which two pictures of a board of six differ, in units of a square.
fn differing(a: &Diagram, b: &Diagram) -> Vec<(f32, f32)> {
    let [a, b] = [a, b].map(picture);
    let pairs = a.enumerate_pixels().zip(b.pixels());
    let differing = pairs.filter(|((_, _, a), b)| a != b);
    let place = |at: u32| (at as f32 + 0.5 - 40.0) / 80.0;
    let places = differing.map(|((x, y, _), _)| (place(x), place(y)));
    places.collect()
}

/// The middle of a square in the units of [`differing`].
fn middle(name: &str) -> (f32, f32) {
    let square = at(name);
    // A goal is above the board.
    let [file, rank] = [square.file(), square.rank()].map(f32::from);
    (file + 0.5, 6.5 - rank)
}

fn apart(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[test]
fn a_flight_crosses_no_bystander() {
    // From every square to every other, with as many pieces as possible.
    let position = "321123/.3.2.1/1.2.3./.2.1.3/3.1.2./321123 S -";
    let (rules, variant) = Registry::standard().variant("gyges-leroy").unwrap();
    let still = rules.parse(variant, "321123/....../....../....../....../321123 S -");
    let mut still = still.unwrap().diagram();
    still.marks.clear();
    let rows: Vec<&str> = position.split([' ', '/']).take(6).collect();
    for (rank, row) in (1..5).zip(rows.iter().rev().skip(1)) {
        for (file, level) in (0..).zip(row.chars()).filter(|(_, level)| *level != '.') {
            let piece = Piece::Rings(level as u8 - b'0');
            let square = siwa_games::rules::Square::new(file, rank).unwrap();
            still.pieces.push((square, piece));
        }
    }
    let squares: Vec<_> = still.pieces.iter().map(|(square, _)| *square).collect();
    for (i, from) in squares.iter().enumerate() {
        let to = squares[(i * 7 + 5) % squares.len()];
        let mut flown = still.clone();
        flown.flight = Some([*from, to]);
        let bystanders = squares
            .iter()
            .filter(|square| ![*from, to].contains(square));
        let bystanders: Vec<_> = bystanders.map(|at| middle(&at.to_string())).collect();
        let hit = differing(&still, &flown)
            .into_iter()
            .find(|at| bystanders.iter().any(|piece| apart(*at, *piece) < 0.36));
        assert_eq!(hit, None, "{from} to {to}");
    }
}

#[test]
fn a_flight_along_a_rank_keeps_to_the_side_where_the_route_is_not() {
    let mut still = gates();
    still.route = ["d2", "d4"].map(|name| Place::Square(at(name))).into();
    let mut flown = still.clone();
    flown.flight = Some([at("b2"), at("e2")]);
    let flight = differing(&still, &flown);
    let highest = flight.iter().map(|(_, y)| *y).fold(9.0, f32::min);
    assert!(!flight.is_empty() && highest > 5.3, "{highest}");
}

#[test]
fn an_arrow_between_touching_pieces_keeps_its_head() {
    let mut still = gates();
    still.marks.clear();
    let mut moved = still.clone();
    moved.route = ["a1", "b1"].map(|name| Place::Square(at(name))).into();
    // As wide as the base of the head, at the piece where it starts.
    let base = differing(&still, &moved)
        .into_iter()
        .filter(|at| apart(*at, middle("a1")) < 0.385);
    let (low, high) = base.fold((9.0_f32, 0.0_f32), |(low, high), (_, y)| {
        (low.min(y), high.max(y))
    });
    assert!(high - low > 0.25, "{low} to {high}");
}

#[test]
fn the_piece_in_a_goal_has_decided_the_game() {
    let won = won();
    let mut empty = won.clone();
    empty.goals[0].piece = None;
    let rays = differing(&won, &empty)
        .into_iter()
        .filter(|at| apart(*at, (1.5, 7.5)) > 0.42);
    assert!(rays.count() > 100, "more than the piece alone");
    assert_eq!(won.marked(|mark| mark == Mark::Decisive), []);
}

#[test]
fn the_alternative_text_describes_goals_and_routes() {
    assert_eq!(
        read_out(&gates()),
        "6 × 6 board, a1 at the bottom left.\n\
         Ones (4): c1, c6, d1, d6.\n\
         Twos (4): b1, b6, e1, e6.\n\
         Threes (4): a1, a6, f1, f6.\n\
         first’s goal: entered from c1, d1.\n\
         second’s goal: entered from c6, d6.\n\
         Can move: a1, b1, c1, d1, e1, f1."
    );
    let told = "\nLast move: c1 to d1.\nStep by step: c1 c2 d2 d1.\nDisplaced: d1 to d4.\n\
                Can move: a6, b6, c6, d6, e6, f6.";
    reads_out(&displaced(), told);
    let route = "\nLast move: a5 through c4, c3, a3, a2 into first’s goal.\n";
    reads_out(&won(), route);
    reads_out(&won(), "\nIn first’s goal: 3.\n");
    reads_out(&won(), "\nDecided by: the piece in first’s goal.\n");
    reads_out(&dropping(), "\nProposed, not played yet: e1 to d2.\n");
    reads_out(&dropping(), "\nClosed for now: a6, b6, c6, d6, e1, e6, f6.");
    let mut empty = gates();
    empty.pieces.clear();
    reads_out(&empty, "\nNo pieces on the board.\n");
    // Of open and closed squares, the fewer are named.
    let beyond = (0..6).flat_map(|file| (1..6).filter_map(move |rank| Square::new(file, rank)));
    empty.mark(beyond, Mark::Closed);
    reads_out(&empty, "\nOpen for now: a1, b1, c1, d1, e1, f1.\n");
}

/// A route that crosses every border once is longer than that of any move.
#[test]
fn the_alternative_text_of_the_longest_route_fits_discord() {
    let mut diagram = displaced();
    let names = (0..36).map(|i| format!("{}{}", char::from(b'a' + i / 6), i % 6 + 1));
    let squares: Vec<_> = names.map(|name| at(&name)).collect();
    diagram.route = (0..60).map(|i| Place::Square(squares[i % 36])).collect();
    for square in &squares[8..18] {
        diagram.marks.push((*square, Mark::Path));
    }
    let facts = alt(&diagram, Side::First);
    // Languages with texts half as long again.
    let facts = facts.iter().map(spoken);
    let length: usize = facts
        .map(|(said, words)| said.chars().count() + words / 2 + 1)
        .sum();
    assert!(length < 1024, "{length}");
}

#[test]
fn a_goal_is_a_line_of_its_own_while_a_piece_is_inside() {
    assert_eq!(
        text(&won(), Side::First),
        "6 . . . . . .\n\
         5 . . . . . .\n\
         4 . . 1 . 1 .\n\
         3 1 . 2 3 . 3\n\
         2 3 . 2 2 . 1\n\
         1 . . . . 2 .\n\
         S   3\n\
         \x20 a b c d e f"
    );
    assert_eq!(text(&gates(), Side::First).lines().count(), 7);
    let turned = text(&won(), Side::Second);
    let below: Vec<&str> = turned.lines().rev().take(2).collect();
    assert_eq!(below, ["  f e d c b a", "6 . . . . . ."]);
    assert!(turned.starts_with("S         3\n"), "{turned}");
}

/// On a phone each ring is still visible.
#[test]
fn rings_are_counted_at_320_pixels() {
    for rings in 1..=3 {
        let mut diagram = gates();
        diagram.marks.clear();
        diagram.pieces = vec![(at("b3"), Piece::Rings(rings))];
        let large = picture(&diagram);
        let height = large.height() * 320 / large.width();
        let filter = image::imageops::FilterType::Triangle;
        let small = image::imageops::resize(&large, 320, height, filter);
        let part = 320.0 / large.width() as f32;
        // The middle of its face, which is slightly above the square's.
        let x = 40.0 + 1.5 * 80.0;
        let y = 40.0 + 4.475 * 80.0;
        let x = (x * part) as u32;
        let y = (y * part) as u32;
        // From the middle upwards to the edge of the piece: changes from dark to light.
        let light: Vec<bool> = (0..17)
            .map(|step| luminance(*small.get_pixel(x, y - step)) > 150.0)
            .collect();
        let turns = light.windows(2).filter(|pair| !pair[0] && pair[1]).count();
        assert_eq!(turns, usize::from(rings), "{rings} rings: {light:?}");
    }
}
