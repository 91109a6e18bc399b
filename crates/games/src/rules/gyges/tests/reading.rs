//! Typed moves.

use super::{BOUNCE, COSMOLUDO, EMPTY, GATES, LEROY, START, TABOO, all_read, legal, position};
use crate::rules::Notation as _;

#[test]
fn moves_may_be_written_in_many_ways() {
    let start = position(GATES, START);
    let ways = [
        "c1-d1=c4",
        "C1 D1 = C4",
        "c1d1=c4",
        "c1>d1@c4",
        "c1 → d1 (c4)",
        "c1–d1(c4)",
        "c1, d1 = c4",
    ];
    all_read(&start, &ways, "c1-d1=c4");
    let bounce = position(LEROY, BOUNCE);
    let ways = [
        "a5-goal",
        "A5 G",
        "a5g",
        "a5-S",
        "a5 c4 c3 a3 a2 goal",
        "a5c4c3a3a2s",
        "a5-c4-c3-a3-a2-g",
    ];
    all_read(&bounce, &ways, "a5-goal");
}

#[test]
fn a_route_is_recorded_as_its_effect() {
    let there = position(GATES, &format!("{TABOO} S -"));
    let read = there.read("d2-e2-d3-d4-goal").unwrap();
    assert_eq!(read.to_string(), "d2-goal");
    assert_eq!(there.read("d2-goal").unwrap(), read);
}

#[test]
fn every_legal_move_reads_as_itself() {
    for (id, board) in [
        (GATES, START.to_owned()),
        (LEROY, BOUNCE.to_owned()),
        (COSMOLUDO, format!("{TABOO} S -")),
        (LEROY, EMPTY.to_owned()),
    ] {
        let there = position(id, &board);
        for text in legal(&there) {
            assert_eq!(there.read(&text).unwrap().to_string(), text);
            assert_eq!(there.normalise(&text), text);
        }
    }
}

#[test]
fn an_effect_is_legal_exactly_when_it_is_listed() {
    for (id, board) in [
        (GATES, "3.1.../.2..../..1.../2....3/.1..../2..3.. S -"),
        (LEROY, BOUNCE),
        (COSMOLUDO, "..3.../.1..../.23.../..1.2./3..1../.2.... N -"),
    ] {
        let there = position(id, board);
        let listed = legal(&there);
        let names = |file| (1..=6).map(move |rank| format!("{file}{rank}"));
        let names: Vec<String> = ('a'..='f').flat_map(names).collect();
        let is = |text: &str| {
            let is_listed = listed.iter().any(|legal| legal == text);
            assert_eq!(there.read(text).is_ok(), is_listed, "{id} {board} {text}");
        };
        let from = &listed[0][..2];
        for to in &names {
            is(&format!("{from}-{to}"));
            for drop in &names {
                is(&format!("{from}-{to}={drop}"));
            }
        }
        for from in &names {
            is(&format!("{from}-goal"));
        }
    }
}

#[test]
fn typed_text_is_normalised_to_the_notation() {
    let start = position(GATES, START);
    for (typed, normal) in [
        ("", ""),
        ("  ", ""),
        ("C", "c"),
        ("c1", "c1"),
        ("c1 ", "c1-"),
        ("c1>d", "c1-d"),
        ("c1d1", "c1-d1"),
        ("c1d1 ", "c1-d1-"),
        ("c1-d1=", "c1-d1="),
        ("c1-d1@", "c1-d1="),
        ("c1-d1 (", "c1-d1="),
        ("c1-d1(c", "c1-d1=c"),
        ("c1-d1(c4)", "c1-d1=c4"),
        ("c1-c2 ", "c1-c2"),
        ("c1-g", "c1-goal"),
        ("c1-gol", "c1-goal"),
        ("c1 but", "c1-goal"),
        ("C1 Meta", "c1-goal"),
        ("c1-goa", "c1-goa"),
        ("c1-n", "c1-goal"),
        // A partial route, written as its effect so far.
        ("c1-d1-e1", "c1-e1"),
        ("c1-d1-e1=", "c1-e1="),
        ("c1-d1-e1=e", "c1-e1=e"),
        ("c1-d1-c1", "c1-d1-c1"),
        ("z9", "z9"),
    ] {
        assert_eq!(start.normalise(typed), normal, "{typed:?}");
        assert_eq!(start.normalise(normal), normal, "{typed:?}");
    }
    let row = position(LEROY, EMPTY);
    for (typed, normal) in [("", ""), ("2 3", "23"), ("231 12", "23112"), ("2-3", "23")] {
        assert_eq!(row.normalise(typed), normal, "{typed:?}");
    }
    let rows = position(COSMOLUDO, EMPTY);
    for (typed, normal) in [
        ("", ""),
        ("A", "a"),
        ("a1", "a1"),
        ("a1=", "a1="),
        ("a1=3", "a1=3"),
        ("a1=3 ", "a1=3 "),
        ("a1 3, b", "a1=3 b"),
        ("a1=3 b1", "a1=3 b1"),
        ("a1@3 b1(1) ", "a1=3 b1=1 "),
        ("31", "a1=3 b1=1"),
        (
            "f1=3 e1=2 d1=1 c1=1 b1=2 a1=3",
            "a1=3 b1=2 c1=1 d1=1 e1=2 f1=3",
        ),
    ] {
        assert_eq!(rows.normalise(typed), normal, "{typed:?}");
        assert_eq!(rows.normalise(normal), normal, "{typed:?}");
    }
}

#[test]
fn a_text_that_cannot_become_a_move_matches_nothing() {
    let long = "a1 ".repeat(100);
    for (id, board) in [(GATES, START), (LEROY, EMPTY), (COSMOLUDO, EMPTY)] {
        let there = position(id, board);
        let listed = legal(&there);
        for typed in [
            "cc",
            "=",
            "a1/b",
            "x",
            "ä",
            "\u{0}",
            "🙂",
            "a1-b1-c1-",
            "9",
            &long,
        ] {
            let normal = there.normalise(typed);
            assert!(!normal.is_empty(), "{typed:?}");
            let found = listed.iter().find(|text| text.starts_with(&normal));
            assert_eq!(found, None, "{typed:?} {normal}");
        }
    }
}

#[test]
fn words_of_a_set_up_are_offered_in_the_order_of_squares() {
    let there = position(COSMOLUDO, EMPTY);
    let first = there.next_words("");
    // Seven squares can be first, because five more must follow.
    assert_eq!(first.len(), 21);
    assert!(first.contains(&"d1=3".to_owned()) && !first.contains(&"d2=3".to_owned()));
    let next = there.next_words("d1=3");
    assert_eq!(next, ["d1=3 d2=1", "d1=3 d2=2", "d1=3 d2=3"]);
    let last = there.next_words("d1=3 d2=1 e1=1 e2=2 f1=2");
    assert_eq!(last, ["d1=3 d2=1 e1=1 e2=2 f1=2 f2=3"]);
    let part = there.next_words("c1=1 e1");
    assert!(part.is_empty());
    let part = there.next_words("a1=1 b");
    assert_eq!(part.len(), 6);
    assert!(position(COSMOLUDO, EMPTY).sample().is_some());
    assert!(position(LEROY, EMPTY).sample().is_none());
    assert!(position(COSMOLUDO, START).sample().is_none());
}
