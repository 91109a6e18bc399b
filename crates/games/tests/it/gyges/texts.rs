//! Arbitrary text.

use proptest::prelude::*;
use siwa_games::registry::Registry;
use siwa_games::rules::gyges::Position;
use siwa_games::rules::{Notation as _, Position as _};

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

fn position(id: &str, text: &str) -> Position {
    let (_, variant) = Registry::standard().variant(id).unwrap();
    Position::parse(variant, text).unwrap()
}

/// Checks any typed text: no panic, only legal moves, and the same result for its normal form.
fn survive(text: &str) {
    for (id, start) in POSITIONS.into_iter().chain([MANY]) {
        let position = position(id, start);
        match position.read(text) {
            Ok(read) if (id, start) == MANY => assert_eq!(read.to_string().len(), 29),
            Ok(read) => assert!(position.legal_moves().contains(&read), "{text:?} is {read}"),
            Err(refusal) => {
                let message = refusal.message();
                assert!(message.id.starts_with("gyges-refused-"));
                assert!(refusal.legal.len() <= 6);
                for example in &refusal.legal {
                    assert!(position.read(example).is_ok(), "{example}");
                }
            }
        }
        let normal = position.normalise(text);
        assert_eq!(position.normalise(&normal), normal, "{text:?}");
        let (rules, variant) = Registry::standard().variant(id).unwrap();
        let line = rules.parse(variant, start).unwrap();
        for completion in line.complete(text, 25) {
            assert_eq!(completion.whole, line.read(&completion.text).is_ok());
        }
        let _ = line.preview(text);
        let _ = rules.parse(variant, text);
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
        for variant in Position::INFO.variants {
            if let Ok(position) = Position::parse(variant, &text) {
                let again = Position::parse(variant, &position.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&position));
                prop_assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
            }
        }
    }
}
