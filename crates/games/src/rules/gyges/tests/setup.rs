//! G1 and G2.

use super::{COSMOLUDO, EMPTY, GATES, LEROY, START, after, all_read, legal, position, variant};
use crate::rules::gyges::Gyges;
use crate::rules::{Notation as _, Position as _, Side, Stage};

#[test]
fn g1_south_starts_with_four_of_each_level_on_the_board() {
    let start = Gyges::new(variant(GATES));
    assert_eq!(start.to_string(), START);
    assert_eq!(start.turn(), Side::First);
    assert_eq!(start.stage(), Stage::Movement);
    for level in ['1', '2', '3'] {
        assert_eq!(START.matches(level).count(), 4);
    }
}

#[test]
fn g2_where_players_set_up_the_board_is_empty_at_first() {
    for id in [LEROY, COSMOLUDO] {
        let start = Gyges::new(variant(id));
        assert_eq!(start.to_string(), EMPTY);
        assert_eq!(start.turn(), Side::First);
        assert_eq!(start.stage(), Stage::Placement);
        assert_eq!(start.outcome(), None);
    }
}

#[test]
fn g2_on_a_row_there_are_ninety_orders() {
    let start = Gyges::new(variant(LEROY));
    let orders = legal(&start);
    assert_eq!(orders.len(), 90);
    assert_eq!(orders[0], "112233");
    assert_eq!(orders[89], "332211");
    let half = after(&start, &["231123"]);
    let written = "....../....../....../....../....../231123 N -";
    assert_eq!(half.to_string(), written);
    assert_eq!(half.stage(), Stage::Placement);
    assert_eq!(legal(&half), orders);
    let ready = after(&half, &["321123"]);
    let written = "321123/....../....../....../....../231123 S -";
    assert_eq!(ready.to_string(), written);
    assert_eq!(ready.stage(), Stage::Movement);
}

#[test]
fn g2_on_two_rows_there_are_83160_set_ups() {
    let start = Gyges::new(variant(COSMOLUDO));
    let mut set_ups = legal(&start);
    assert_eq!(set_ups.len(), 83_160);
    set_ups.dedup();
    assert_eq!(set_ups.len(), 83_160);
    let half = after(&start, &["a1=3 b2=1 c1=2 d1=1 e2=2 f1=3"]);
    let written = "....../....../....../....../.1..2./3.21.3 N -";
    assert_eq!(half.to_string(), written);
    let ready = after(&half, &["a6=3 b5=1 c6=2 d6=1 e5=2 f6=3"]);
    let written = "3.21.3/.1..2./....../....../.1..2./3.21.3 S -";
    assert_eq!(ready.to_string(), written);
    assert_eq!(ready.stage(), Stage::Movement);
}

#[test]
fn g2_only_souths_own_set_up_with_north_to_move_waits_for_norths() {
    let stage = |id, text: &str| position(id, text).stage();
    let behind = "....../....../....../....../.1..2./3.21.3";
    assert_eq!(stage(COSMOLUDO, &format!("{behind} N -")), Stage::Placement);
    assert_eq!(stage(COSMOLUDO, &format!("{behind} S -")), Stage::Movement);
    assert_eq!(stage(LEROY, &format!("{behind} N -")), Stage::Movement);
    assert_eq!(stage(GATES, &format!("{behind} N -")), Stage::Movement);
    let three = "....../....../....../....../....../3321.3 N -";
    assert_eq!(stage(LEROY, three), Stage::Movement);
    assert_eq!(stage(LEROY, &EMPTY.replace('S', "N")), Stage::Movement);
}

#[test]
fn g2_a_set_up_may_be_typed_in_many_ways() {
    let start = Gyges::new(variant(COSMOLUDO));
    let written = "a1=3 b1=2 c1=1 d1=1 e1=2 f1=3";
    let ways = [
        written,
        "321123",
        "3 2 1 1 2 3",
        "3-2-1-1-2-3",
        "f1=3 e1=2, d1=1, c1=1, b1=2, a1=3",
        "A1=3B1=2C1=1D1=1E1=2F1=3",
        "a1@3 b1@2 c1@1 d1@1 e1@2 f1@3",
        "a1 3 b1 2 c1 1 d1 1 e1 2 f1 3",
        "a13 b12 c11 d11 e12 f13",
        "a1(3) b1(2) c1(1) d1(1) e1(2) f1(3)",
    ];
    all_read(&start, &ways, written);
    let start = Gyges::new(variant(LEROY));
    let ways = ["321123", " 321 123 ", "3,2,1,1,2,3", written];
    all_read(&start, &ways, "321123");
    let half = after(&start, &["321123"]);
    all_read(&half, &["a6=1 b6=1 c6=2 d6=2 e6=3 f6=3"], "112233");
}

#[test]
fn g2_common_set_ups_are_legal_and_listed_once() {
    for id in [LEROY, COSMOLUDO] {
        let start = Gyges::new(variant(id));
        let second = after(&start, &["321123"]);
        for position in [start, second] {
            let patterns = position.patterns();
            assert!((8..=25).contains(&patterns.len()), "{patterns:?}");
            for text in &patterns {
                assert_eq!(position.read(text).unwrap().to_string(), *text);
                assert_eq!(patterns.iter().filter(|other| *other == text).count(), 1);
            }
        }
    }
    assert!(Gyges::new(variant(GATES)).patterns().is_empty());
}
