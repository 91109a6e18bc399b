//! Arbitrary text.

use proptest::prelude::*;
use siwa_games::registry::Registry;
use siwa_games::rules::seega::Position;
use siwa_games::rules::{Notation as _, Position as _};

/// One position of each kind: placing, moving, with chains, passed, over.
const POSITIONS: [(&str, &str); 6] = [
    ("seega-5-classic", "...../...../...../...../..... x p 0"),
    ("seega-5-lugo", "x...x/...../...../...../..... o p 0"),
    ("seega-5-classic", "xoxox/oxoxo/ox.xo/oxoxo/xoxox o m 0"),
    (
        "seega-7-modern",
        "......./......./..ox.../..ox.../..ox.../.x...../......o x m 0",
    ),
    ("seega-5-french", "xoooo/xxxoo/xx.xo/xxxoo/xxooo x e 0"),
    ("seega-5-classic", "...../..x../...../...../o.... x m 3"),
];

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|(id, text)| {
        let (_, variant) = Registry::standard().variant(id).unwrap();
        Position::parse(variant, text).unwrap()
    })
}

/// Checks any typed text: no panic, only legal moves, and the same result for its normal form.
fn survive(text: &str) {
    for position in positions() {
        let legal = position.legal_moves();
        match position.read(text) {
            Ok(read) => assert!(legal.contains(&read), "{text:?} is {read}"),
            Err(refusal) => {
                let message = refusal.message();
                assert!(message.id.starts_with("seega-refused-"));
                assert!(refusal.legal.len() <= 6);
                for example in &refusal.legal {
                    assert!(position.read(example).is_ok(), "{example}");
                }
            }
        }
        let normal = position.normalise(text);
        assert_eq!(position.normalise(&normal), normal, "{text:?}");
    }
    for (id, start) in POSITIONS {
        let (rules, variant) = Registry::standard().variant(id).unwrap();
        let line = rules.parse(variant, start).unwrap();
        for completion in line.complete(text, 25) {
            assert!(!completion.whole || line.read(&completion.text).is_ok());
        }
        let _ = rules.parse(variant, text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survive(&text);
    }

    #[test]
    fn text_like_a_move_is_survived(text in "[a-jA-Gxo×0-9 ,>→–-]{0,24}") {
        survive(&text);
    }

    #[test]
    fn text_like_moves_run_together_is_survived(text in "([a-e][1-5][ ,x>-]{0,2}){1,5}[a-e]?") {
        survive(&text);
    }

    #[test]
    fn text_like_a_position_is_survived(text in "([xo.é]{4,6}/){3,5}[xo.]{5} [xoy] [pmeq] [0-9+-]{1,12}") {
        for variant in Position::INFO.variants {
            if let Ok(position) = Position::parse(variant, &text) {
                let again = Position::parse(variant, &position.to_string());
                prop_assert_eq!(again.as_ref(), Ok(&position));
                prop_assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
            }
        }
    }
}
