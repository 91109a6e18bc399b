//! Positions as text and as diagrams.

use super::{
    BOUNCE, COSMOLUDO, EMPTY, GATES, LEROY, START, after, at, position, told_message, variant,
};
use crate::rules::gyges::Gyges;
use crate::rules::{Diagram, Mark, Notation as _, Piece, Place, Show as _, Side, square::list};

fn invalid(text: &str) -> String {
    told_message(&Gyges::parse(variant(GATES), text).expect_err(text))
}

#[test]
fn invalid_positions_have_different_errors() {
    let board = "321123/....../....../....../....../321123";
    for text in ["", board, &format!("{board} S"), &format!("{START} -")] {
        assert_eq!(invalid(text), "fields", "{text}");
    }
    assert_eq!(invalid("....../...... S -"), "ranks wanted=6");
    let long = "......./....../....../....../....../...... S -";
    assert_eq!(invalid(long), "length wanted=6 rank=6");
    let piece = "....../....../....../....../..4.../...... S -";
    assert_eq!(invalid(piece), "piece rank=2");
    for side in ["s", "X", "SN", "é"] {
        assert_eq!(invalid(&format!("{board} {side} -")), "turn");
    }
    for goal in ["N", "N4", "X2", "2", "N22", "--", "é1", "-2"] {
        assert_eq!(invalid(&format!("{board} S {goal}")), "goal", "{goal}");
    }
    let many = "321123/....../...3../....../....../321123 S -";
    assert_eq!(invalid(many), "too-many level=3 most=4");
    assert_eq!(invalid(&format!("{board} S N3")), "too-many level=3 most=4");
}

#[test]
fn any_position_is_written_as_it_is_read() {
    for (id, text) in [
        (GATES, START),
        (LEROY, EMPTY),
        (COSMOLUDO, "....../....../....../....../....../231123 N -"),
        (GATES, "....../....../..1.../....../....../...... N N2"),
        (GATES, "....../....../..1.../....../....../...... S S3"),
    ] {
        assert_eq!(position(id, text).to_string(), text);
    }
}

/// The squares with a mark.
fn marked(diagram: &Diagram, mark: Mark) -> String {
    list(&diagram.marked(|other| other == mark), " ")
}

#[test]
fn pieces_have_rings_and_those_that_may_move_are_marked() {
    let diagram = position(GATES, START).diagram(None);
    assert_eq!(diagram.size, 6);
    assert_eq!(diagram.piece(at("b6")), Some(Piece::Rings(2)));
    assert_eq!(marked(&diagram, Mark::Ready), "a1 b1 c1 d1 e1 f1");
    for (goal, side, gates) in [(0, Side::First, "c1 d1"), (1, Side::Second, "c6 d6")] {
        let goal = &diagram.goals[goal];
        assert_eq!((goal.side, list(&goal.gates, " ").as_str()), (side, gates));
    }
    assert_eq!(diagram.goals.len(), 2);
}

#[test]
fn a_bounce_is_drawn_with_its_route_into_the_goal() {
    let before = position(LEROY, BOUNCE);
    let legal = before.read("a5-goal").unwrap();
    let diagram = after(&before, &["a5-goal"]).diagram(Some((&before, legal)));
    assert_eq!(marked(&diagram, Mark::From), "a5");
    assert_eq!(marked(&diagram, Mark::Path), "a2 a3 c3 c4");
    assert_eq!(marked(&diagram, Mark::To), "");
    assert_eq!(marked(&diagram, Mark::Ready), "");
    let squares: Vec<Place> = diagram.route.clone();
    assert_eq!(squares.first(), Some(&Place::Square(at("a5"))));
    assert_eq!(squares.last(), Some(&Place::Goal(Side::First)));
    assert_eq!(squares.len(), 1 + 3 + 1 + 2 + 1 + 3);
    let south = &diagram.goals[0];
    assert_eq!(south.piece, Some(Piece::Rings(3)));
    assert_eq!(diagram.goals[1].piece, None);
}

#[test]
fn a_displaced_piece_is_drawn_with_its_flight() {
    let before = position(GATES, START);
    let legal = before.read("c1-d1=c4").unwrap();
    let diagram = after(&before, &["c1-d1=c4"]).diagram(Some((&before, legal)));
    assert_eq!(marked(&diagram, Mark::From), "c1");
    assert_eq!(marked(&diagram, Mark::To), "c4 d1");
    assert_eq!(diagram.flight, Some([at("d1"), at("c4")]));
    assert_eq!(diagram.route, [at("c1"), at("d1")].map(Place::Square));
}

#[test]
fn a_set_up_shows_where_nothing_may_be_put() {
    let start = position(LEROY, EMPTY);
    let closed = marked(&start.diagram(None), Mark::Closed);
    assert_eq!(closed.split(' ').count(), 30);
    assert!(!closed.contains("a1") && closed.contains("a6"));
    let legal = start.read("231123").unwrap();
    let diagram = after(&start, &["231123"]).diagram(Some((&start, legal)));
    assert_eq!(marked(&diagram, Mark::To), "a1 b1 c1 d1 e1 f1");
    let begun = start.preview("23", None).unwrap();
    assert_eq!(begun.piece(at("b1")), Some(Piece::Rings(3)));
    assert_eq!(marked(&begun, Mark::To), "a1 b1");
    assert_eq!(marked(&begun, Mark::Target), "c1", "the next piece");
    let north = after(&start, &["231123"]);
    let next = |typed: &str| marked(&north.preview(typed, None).unwrap(), Mark::Target);
    assert_eq!([next("2"), next("23112")], ["b6", "f6"]);
    assert_eq!(
        [next(""), next("231123")],
        [""; 2],
        "whole set-ups are offered"
    );
    let rows = position(COSMOLUDO, EMPTY).preview("a1=3 b2=1 c", None);
    let rows = rows.unwrap();
    assert_eq!(rows.piece(at("b2")), Some(Piece::Rings(1)));
    assert_eq!(marked(&rows, Mark::Closed).split(' ').count(), 24);
    let square = position(COSMOLUDO, EMPTY).preview("a1", None).unwrap();
    assert_eq!(square.pieces, [], "a square is no piece yet");
    let next = position(COSMOLUDO, EMPTY).preview("a1=3 b2=1", None);
    assert_eq!(marked(&next.unwrap(), Mark::Target), "c1 c2 d1 d2 e1");
}

#[test]
fn a_label_explains_what_the_notation_does_not() {
    let there = position(GATES, "....../....../2.1.../....../1....1/1..... S -");
    let hint = |text: &str| there.label(text).map(|hint| (hint.id, hint.args));
    let level = |level: &str| vec![("level", level.into())];
    let number = |level: u32| vec![("level", level.into())];
    assert_eq!(hint("a1"), Some(("gyges-hint-piece", number(1))));
    assert_eq!(hint("a1-a2="), Some(("gyges-hint-swap", level("1"))));
    assert_eq!(hint("f2-c4="), Some(("gyges-hint-swap", level("1"))));
    for text in ["", "a3", "a1-b1", "a1-a2=c3", "?", "a9-b9=", "é="] {
        assert_eq!(hint(text), None, "{text}");
    }
    let near = position(GATES, "....../..2.../..1.../....../....../...... S -");
    assert_eq!(near.label("c4-c5-goal").unwrap().id, "gyges-hint-goal");
    let put = |variant, text| position(variant, EMPTY).label(text).map(|hint| hint.args);
    assert_eq!(put(LEROY, "31"), Some(number(1)));
    assert_eq!(put(COSMOLUDO, "a1=1 b2=3"), Some(number(3)));
    assert_eq!(put(LEROY, ""), None);
    // North sees file f on the left.
    let north = position(LEROY, "....../....../....../....../....../321321 N -");
    let label = north.label("112233").unwrap();
    assert_eq!(label.args, [("pieces", "3-3-2-2-1-1".into())]);
}

#[test]
fn a_move_that_is_being_entered_is_drawn_as_far_as_it_goes() {
    let there = position(GATES, "....../....../2.1.../....../1....1/1..... S -");
    let piece = there.preview("a1", None).unwrap();
    assert_eq!(marked(&piece, Mark::From), "a1");
    assert_eq!(marked(&piece, Mark::Ready), "");
    assert_eq!(marked(&piece, Mark::Target), "a2 a3 b1 b2");
    assert!(!piece.proposed);
    let place = there.preview("a1-a2=", None).unwrap();
    assert_eq!(marked(&place, Mark::To), "a2");
    assert!(place.proposed);
    // Beyond North's row 4, and a1 for the swap of two equal pieces.
    let closed = marked(&place, Mark::Closed);
    assert_eq!(closed.split(' ').count(), 13);
    assert!(closed.starts_with("a1 a5 a6 b5"));
    let open = marked(&place, Mark::Target);
    assert!(open.starts_with("a3 b1 b2 b3 b4 c1"), "{open}");
    assert_eq!(open.split(' ').count() + 13 + 4, 36);
    assert_eq!(place.route, [at("a1"), at("a2")].map(Place::Square));
    let there = position(GATES, "....../....../2.1.../....../2....1/1..... S -");
    let swap = there.preview("a1-a2=", None).unwrap();
    assert_eq!(swap.piece(at("a1")), None);
    assert_eq!(swap.piece(at("a2")), Some(Piece::Rings(1)));
    assert_eq!(there.preview("a2", None), None);
    assert_eq!(there.preview("?", None), None);
    assert_eq!(there.preview("", None), None);
}
