//! Positions as text and as diagrams.

use super::{position, told_message, variant};
use crate::rules::seega::Seega;
use crate::rules::{Mark, Notation as _, Position as _, Show as _, Side, square::list};

fn invalid(text: &str) -> String {
    let invalid = Seega::parse(variant("seega-5-classic"), text).expect_err(text);
    told_message(&invalid)
}

#[test]
fn invalid_positions_have_different_errors() {
    let empty = "...../...../...../...../.....";
    let full = "xoxox/oxoxo/xo.ox/oxoxo/xoxox";
    for (text, no) in [
        ("", "fields"),
        (&format!("{empty} x p"), "fields"),
        (&format!("{empty} x p 0 0"), "fields"),
        ("...../..... x p 0", "ranks wanted=5"),
        ("......//// x p 0", "length wanted=5 rank=5"),
        ("...../..X../...../...../..... x p 0", "piece rank=4"),
        (&format!("{empty} y p 0"), "turn"),
        (&format!("{empty} x q 0"), "phase"),
        (&format!("{empty} x m -1"), "idle"),
        (&format!("{empty} x m +1"), "idle"),
        (&format!("{empty} x m 1.5"), "idle"),
        (&format!("{empty} x m 4294967296"), "idle"),
        (&format!("{empty} x m ٣"), "idle"),
        ("xx.../...../..o../o..../..... x p 0", "centre square=c3"),
        ("x..../o..../...../...../..... x p 0", "uneven"),
        ("xx.../...../...../...../..... x p 0", "uneven"),
        (&format!("{empty} o p 0"), "uneven"),
        (&format!("{full} x p 0"), "placed"),
        (&format!("{empty} x p 1"), "counted"),
        (&format!("{empty} x m 0"), "bare"),
    ] {
        assert_eq!(invalid(text), no, "{text}");
    }
    let many = invalid("xxxxx/xxxxx/xxx../...../o.... x m 0");
    assert_eq!(many, "too-many side=first most=12");
}

#[test]
fn a_player_who_cannot_move_has_passed_when_a_position_is_read() {
    let board = "xoooo/xxxoo/xx.xo/xxxoo/xxooo";
    for rest in ["o m 0", "x e 0"] {
        let there = position("seega-5-classic", &format!("{board} {rest}"));
        assert_eq!(there.to_string(), format!("{board} x e 0"));
    }
}

#[test]
fn an_extra_turn_is_believed() {
    let text = "x...o/...../...../...../x...o x e 3";
    assert_eq!(position("seega-5-french", text).to_string(), text);
}

#[test]
fn a_finished_game_has_no_passes() {
    let text = "...../...../...../x.x../..... o m 0";
    let over = position("seega-5-classic", text);
    assert_eq!(over.to_string(), text);
    assert!(!over.passed());
}

/// The squares with a mark.
fn marked(diagram: &crate::rules::Diagram, mark: Mark) -> String {
    list(&diagram.marked(|other| other == mark), " ")
}

#[test]
fn the_centre_is_marked_and_closed_while_placing() {
    let start = Seega::new(variant("seega-7-lugo"));
    let placed = super::after(&start, &["a1 b2"]);
    let legal = start.read("a1 b2").unwrap();
    let diagram = placed.diagram(Some((&start, legal)));
    assert_eq!(diagram.size, 7);
    assert_eq!(marked(&diagram, Mark::Special), "d4");
    assert_eq!(marked(&diagram, Mark::Closed), "d4");
    assert_eq!(marked(&diagram, Mark::To), "a1 b2");
    assert_eq!(list(&diagram.pieces_of(Side::First), " "), "a1 b2");
}

#[test]
fn a_chain_is_marked_with_its_way_and_its_victims() {
    let board = "......./......./..ox.../..ox.../..ox.../.x...../......o x m 0";
    let before = position("seega-7-lugo", board);
    let legal = before.read("b2-b3-b4-b5").unwrap();
    let next = super::after(&before, &["b2-b3-b4-b5"]);
    let diagram = next.diagram(Some((&before, legal)));
    assert_eq!(marked(&diagram, Mark::From), "b2");
    assert_eq!(marked(&diagram, Mark::Path), "b3 b4");
    assert_eq!(marked(&diagram, Mark::To), "b5");
    assert_eq!(marked(&diagram, Mark::Captured(Side::Second)), "c3 c4 c5");
    assert_eq!(marked(&diagram, Mark::Closed), "");
}

#[test]
fn while_a_move_is_entered_its_ways_are_marked() {
    let before = position("seega-5-classic", "o..../.x.../o.x../...../....x x m 0");
    let open = before.preview("", None).unwrap();
    assert_eq!(marked(&open, Mark::Ready), "b4 c3 e1");
    let piece = before.preview("b4", None).unwrap();
    assert_eq!(marked(&piece, Mark::From), "b4");
    assert_eq!(marked(&piece, Mark::Target), "a4 b3 b5 c4");
    assert!(!piece.proposed);
    assert_eq!(before.preview("b4-", None), Some(piece));
    assert_eq!(before.preview("a5", None), None);
    assert_eq!(before.preview("b4-b9", None), None);
}

#[test]
fn while_a_chain_is_entered_its_victims_are_marked_and_still_there() {
    let board = "......./......./..ox.../..ox.../..ox.../.x...../......o x m 0";
    let before = position("seega-7-lugo", board);
    let begun = before.preview("b2-b3", None).unwrap();
    assert_eq!(marked(&begun, Mark::Path), "b3");
    assert_eq!(marked(&begun, Mark::Target), "b4");
    assert_eq!(marked(&begun, Mark::Captured(Side::Second)), "c3");
    assert!(begun.proposed);
    assert!(begun.pieces_of(Side::Second).len() == 4);
}

#[test]
fn a_piece_that_is_to_be_placed_is_shown_where_it_is_chosen() {
    let start = Seega::new(variant("seega-5-classic"));
    let one = start.preview("b2 ", None).unwrap();
    assert_eq!(marked(&one, Mark::To), "b2");
    assert_eq!(list(&one.pieces_of(Side::First), " "), "b2");
    assert_eq!(start.preview("", None), None);
    assert_eq!(start.preview("c3", None), None);
    assert_eq!(start.preview("i9", None), None);
}

#[test]
fn a_file_that_is_chosen_first_shows_its_open_squares() {
    let start = Seega::new(variant("seega-9-classic"));
    let file = start.preview("e", None).unwrap();
    assert_eq!(marked(&file, Mark::Target), "e1 e2 e3 e4 e6 e7 e8 e9");
    assert!(!file.proposed, "nothing is chosen yet");
    let second = start.preview("a1 b", None).unwrap();
    assert_eq!(marked(&second, Mark::To), "a1");
    assert_eq!(marked(&second, Mark::Target), "b1 b2 b3 b4 b5 b6 b7 b8 b9");
    let same = start.preview("a1 a", None).unwrap();
    assert!(!marked(&same, Mark::Target).contains("a1"));
    assert_eq!(start.preview("z", None), None);
}

#[test]
fn a_file_that_is_chosen_narrows_what_may_move() {
    let before = position("seega-5-classic", "o..../.x.../o.x../...../....x x m 0");
    let file = |typed: &str| before.preview(typed, None).unwrap();
    assert_eq!(marked(&file("c"), Mark::Ready), "c3");
    assert_eq!(marked(&file("b4-b"), Mark::Target), "b3 b5");
}

/// What decided the game after a move, by an outcome.
fn decisive(before: &Seega, text: &str) -> [String; 3] {
    let over = super::after(before, &[text]);
    let legal = before.read(text).unwrap();
    let mut sides = Side::BOTH.into_iter();
    let claim = || sides.find_map(|side| over.declarations(side).alone);
    let outcome = over.outcome().or_else(claim);
    let marks = over.decisive(Some((before, legal)), outcome.unwrap());
    let with = |mark| {
        let squares = marks.iter().filter(|(_, other)| *other == mark);
        list(&squares.map(|(at, _)| *at).collect::<Vec<_>>(), " ")
    };
    let walls = Side::BOTH.map(Mark::Wall);
    [Mark::Decisive, walls[0], walls[1]].map(with)
}

#[test]
fn the_pieces_that_took_the_last_enemy_have_decided_the_game() {
    let before = position("seega-5-classic", "...../...../...../.xox./x.... x m 0");
    assert_eq!(super::told(before.outcome()), "-");
    let before = position("seega-5-classic", "...../...../...../xo..x/..x.. x m 0");
    assert_eq!(decisive(&before, "c1-c2"), ["a2 c2", "", ""]);
}

#[test]
fn the_wall_of_a_barrier_has_decided_the_game() {
    let row = position("seega-5-lugo", "..x../xxx.x/.x.xo/...../o...o x m 0");
    assert_eq!(decisive(&row, "d3-d4"), ["", "a4 b4 c4 d4 e4", ""]);
    let turned = position("seega-5-lugo", "x...x/...../.o.ox/ooo.o/..o.. o m 0");
    assert_eq!(decisive(&turned, "d3-d2"), ["", "", "a2 b2 c2 d2 e2"]);
}
