//! Arbitrary text.

use proptest::prelude::*;
use siwa_games::rules::Position as _;
use siwa_games::rules::seega::Seega;

use crate::texts::{self, survive_as_position};

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

/// Checks any typed text: a chain may stop before its end, so that a completion may be a move already.
fn survive(text: &str) {
    for (id, start) in POSITIONS {
        let is_legal = |position: &Seega, read| position.legal_moves().contains(&read);
        for (completion, is_move) in texts::survive(id, start, text, is_legal) {
            assert!(!completion.whole || is_move, "{completion:?}");
        }
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
        survive_as_position::<Seega>(&text)?;
    }
}
