//! S1 and S2.

use super::{after, legal, position, variant};
use crate::rules::seega::Seega;
use crate::rules::{Notation as _, Position as _, Side, Stage};

/// On 5×5, every placement but the last.
const NEARLY_FULL: &str = "xoooo/xxxoo/xx.xo/xxxoo/xxo.. o p 0";

#[test]
fn s1_the_first_turns_have_as_many_choices_as_there_are_pairs() {
    for (id, pairs) in [
        ("seega-5-classic", 276),
        ("seega-7-classic", 1_128),
        ("seega-9-classic", 3_160),
    ] {
        assert_eq!(Seega::new(variant(id)).legal_moves().len(), pairs);
    }
    let second = after(&Seega::new(variant("seega-5-classic")), &["a1 b2"]);
    assert_eq!(second.legal_moves().len(), 231);
}

#[test]
fn s1_players_alternate_and_first_starts() {
    let start = Seega::new(variant("seega-5-classic"));
    assert_eq!(start.turn(), Side::First);
    let second = after(&start, &["a1 e5"]);
    assert_eq!(second.turn(), Side::Second);
    assert_eq!(second.to_string(), "....x/...../...../...../x.... o p 0");
}

#[test]
fn s1_the_order_of_the_two_squares_means_nothing() {
    let start = Seega::new(variant("seega-5-classic"));
    let read = |text| start.read(text).unwrap();
    assert_eq!(read("b2 a1"), read("a1 b2"));
    assert_eq!(read("b2 a1").to_string(), "a1 b2");
}

#[test]
fn s1_nothing_is_put_on_the_centre_and_nothing_is_captured() {
    let start = Seega::new(variant("seega-5-classic"));
    assert!(legal(&start).iter().all(|text| !text.contains("c3")));
    let flanked = after(&start, &["a1 c1", "b1 e5", "a2 c2"]);
    assert_eq!(flanked.to_string(), "....o/...../...../x.x../xox.. o p 0");
}

#[test]
fn s2_the_side_that_placed_last_moves_first() {
    let text = "xoxox/oxoxo/ox.xo/oxoxx/xxo.. o p 0";
    let full = after(&position("seega-5-classic", text), &["d1 e1"]);
    assert_eq!(full.stage(), Stage::Movement);
    assert_eq!(full.turn(), Side::Second);
}

#[test]
fn s2_a_last_placer_without_a_move_passes() {
    let full = after(&position("seega-5-classic", NEARLY_FULL), &["d1 e1"]);
    assert_eq!(full.to_string(), "xoooo/xxxoo/xx.xo/xxxoo/xxooo x e 0");
    assert!(full.passed());
}
