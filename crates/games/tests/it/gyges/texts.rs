//! Arbitrary text.

use proptest::prelude::*;
use siwa_games::rules::Position as _;
use siwa_games::rules::gyges::{Gyges, Move};

use crate::texts::{self, survive_as_position};

/// One position of each kind: moving, bouncing, stuck, setting up, half set up, over.
const POSITIONS: [(&str, &str); 7] = [
    (
        "gyges-gates",
        "321123/....../....../....../....../321123 S -",
    ),
    (
        "gyges-leroy",
        "....../3...../..1.1./1.23.3/3.22.1/....2. N -",
    ),
    (
        "gyges-cosmoludo",
        "....../1...../3.23../3.211./2.132./...... S -",
    ),
    (
        "gyges-gates",
        "....../....../13..../.....1/222211/3.3.3. S -",
    ),
    (
        "gyges-leroy",
        "....../....../....../....../....../...... S -",
    ),
    (
        "gyges-leroy",
        "....../....../....../....../....../231123 N -",
    ),
    (
        "gyges-gates",
        "....../....../..1.../....../....../...... N N2",
    ),
];

/// There are too many set-ups on two rows to compare them with each text.
const MANY: (&str, &str) = (
    "gyges-cosmoludo",
    "....../....../....../....../....../...... S -",
);

/// Checks any typed text: what is complete is a move, and nothing else is.
fn survive(text: &str) {
    for (id, start) in POSITIONS.into_iter().chain([MANY]) {
        let is_legal = |position: &Gyges, read: Move| {
            if (id, start) == MANY {
                read.to_string().len() == 29
            } else {
                position.legal_moves().contains(&read)
            }
        };
        for (completion, is_move) in texts::survive(id, start, text, is_legal) {
            assert_eq!(completion.whole, is_move, "{completion:?}");
        }
    }
}

#[test]
fn nothing_is_expected_after_the_wrong_goal() {
    survive("a5 n ");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survive(&text);
    }

    #[test]
    fn text_like_a_move_is_survived(text in "[a-gA-Ggoalns0-9 ,>→–=@()-]{0,24}") {
        survive(&text);
    }

    #[test]
    fn text_like_a_route_is_survived(text in "([a-f][1-6][ ,>-]{0,2}){1,6}(goal|g|N|S|=[a-f][1-6]|@|\\([a-f])?") {
        survive(&text);
    }

    #[test]
    fn text_like_a_set_up_is_survived(text in "([a-f][12][=@ ]?[1-4][ ,]{0,2}){0,7}|[0-4]{0,8}") {
        survive(&text);
    }

    #[test]
    fn text_like_a_position_is_survived(text in "([123.é]{5,7}/){4,6}[123.]{6} [SNX] (-|[SN][1-4]|[0-9é]{1,3})") {
        survive_as_position::<Gyges>(&text)?;
    }
}
