//! G3 to G8, and L4 and L5.

use super::{COSMOLUDO, GATES, LEROY, START, TABOO, is_legal, legal, legal_from, position};
use crate::rules::gyges::ruleset;
use crate::rules::{Notation as _, Outcome, Position as _};

#[test]
fn g3_only_the_nearest_row_moves_whoever_put_it_there() {
    let board = "....../....../2.1.../....../1....1/1.....";
    let south = legal(&position(GATES, &format!("{board} S -")));
    assert!(south.iter().all(|text| text.starts_with("a1-")));
    let north = legal(&position(GATES, &format!("{board} N -")));
    let near = |text: &String| text.starts_with("a4-") || text.starts_with("c4-");
    assert!(north.iter().all(near));
    for from in ["a4-", "c4-"] {
        assert!(north.iter().any(|text| text.starts_with(from)));
    }
}

#[test]
fn g4_the_next_row_moves_if_nothing_nearer_can() {
    let board = "....../....../13..../.....1/222211/3.3.3. S -";
    let moves = legal(&position(GATES, board));
    assert!(!moves.is_empty());
    assert!(moves.iter().all(|text| &text[1..2] == "2"), "{moves:?}");
}

#[test]
fn l5_a_player_without_any_move_ends_the_game() {
    let empty = "....../....../....../....../....../...... S -";
    let dead = Outcome::drawn(&ruleset::DEAD);
    assert_eq!(position(GATES, empty).outcome(), Some(dead));
    assert!(legal(&position(GATES, empty)).is_empty());
    assert_eq!(position(GATES, START).outcome(), None);
}

#[test]
fn g5_a_piece_goes_exactly_as_many_steps_as_its_level() {
    let alone = |level| format!("....../....../....../..{level}.../....../...... S -");
    for id in [GATES, LEROY, COSMOLUDO] {
        let from = |level| legal_from(&position(id, &alone(level)), "c3");
        assert_eq!(from(1), ["b3", "c2", "c4", "d3"]);
        assert_eq!(from(2), ["a3", "b2", "b4", "c1", "c5", "d2", "d4", "e3"]);
        let three = [
            "a2", "a4", "b1", "b3", "b5", "c2", "c4", "c6", "d1", "d3", "d5", "e2", "e4", "f3",
        ];
        assert_eq!(from(3), three);
    }
}

#[test]
fn g5_a_piece_may_turn_round_beside_its_start() {
    let there = position(GATES, "....../....../....../....../....../3..... S -");
    let turns = ["a2", "a4", "b1", "b3", "c2", "d1"];
    assert_eq!(legal_from(&there, "a1"), turns);
}

#[test]
fn g5_every_square_before_the_last_is_empty() {
    let there = position(GATES, "....../....../....../....../3...../2..... S -");
    // Two steps never end on a2, so no route leads past it.
    assert_eq!(legal_from(&there, "a1"), ["b2", "c1"]);
    let free = position(GATES, "....../....../....../....../.3..../2..... S -");
    assert!(legal_from(&free, "a1").contains(&"a3".to_owned()));
}

#[test]
fn g5_the_square_a_piece_stood_on_counts_as_empty() {
    // From c3 three steps lead to a2 only through b2, the start of the piece.
    let there = position(LEROY, "....../....../....../1.3.../.2..../...... S -");
    assert!(legal_from(&there, "b2").contains(&"a2".to_owned()));
    let read = there.read("b2-c3-a2").unwrap();
    assert_eq!(read.to_string(), "b2-a2");
}

#[test]
fn g6_on_an_empty_square_the_move_ends() {
    let there = position(GATES, "....../....../....../....../....../1..... S -");
    assert_eq!(legal(&there), ["a1-a2", "a1-b1"]);
}

#[test]
fn g7_on_a_piece_the_mover_bounces_or_takes_its_place() {
    let there = position(GATES, "....../....../....../....../2...../1..... S -");
    let from = legal_from(&there, "a1");
    // The bounce of two steps from a2.
    for to in ["a4", "b3", "c2", "b1"] {
        assert!(from.contains(&to.to_owned()), "{to} {from:?}");
    }
    // The place of the 2, which goes no farther than its own row: North's row is rank 2.
    let swaps: Vec<&String> = from.iter().filter(|text| text.contains('=')).collect();
    assert_eq!(swaps.len(), 11);
    assert!(from.contains(&"a2=a1".to_owned()));
}

#[test]
fn g7_a_bounce_is_completed() {
    // The 3 on a2 is shut in, so the 1 can only take its place.
    let there = position(GATES, "....../....../....../1...../32..../1..... S -");
    let from = legal_from(&there, "a1");
    assert!(from.iter().filter(|text| text.starts_with("a2")).count() > 0);
    assert!(there.read("a1-a2-b3").is_err());
}

#[test]
fn g8_no_border_is_crossed_twice() {
    let taboo = format!("{TABOO} N -");
    for id in [GATES, LEROY] {
        assert!(!is_legal(id, &taboo, "a5-goal"));
    }
}

#[test]
fn g8_a_square_may_be_entered_twice_by_one_ruleset_and_not_by_another() {
    let taboo = format!("{TABOO} S -");
    for (id, may) in [(GATES, true), (LEROY, true), (COSMOLUDO, false)] {
        assert_eq!(is_legal(id, &taboo, "d2-goal"), may, "{id}");
    }
}

#[test]
fn l4_a_route_may_land_twice_on_a_piece_but_leads_nowhere_new() {
    // Round the four 1s, back to the first of them, and on.
    let text = "....../....../....../.11.../.11.../..2... S -";
    let there = position(LEROY, text);
    for route in ["c1-b2-c2-c3-b3-b2-a2", "c1-b2-a2"] {
        assert_eq!(there.read(route).unwrap().to_string(), "c1-a2", "{route}");
    }
    let there = position(COSMOLUDO, text);
    assert!(there.read("c1-b2-c2-c3-b3-b2-a2").is_err());
    assert!(there.read("c1-b2-a2").is_ok());
}
