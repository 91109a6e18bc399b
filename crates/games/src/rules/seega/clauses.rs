//! The clauses of Seega, each on a board.
//!
//! On the smallest board if the clause is the same on all: its squares are easiest to see.

use super::ruleset::{Chain, INFO, Setup};
use crate::rules::Example::{Chosen, Declared, Played, Proposed};
use crate::rules::{Clause, Side, Variant};

/// All clauses of a variant, in order.
#[rustfmt::skip] // A table, a line a clause.
pub fn clauses(variant: &'static Variant) -> Vec<Clause> {
    let Setup { geometry, ruleset, patience } = Setup::for_variant(variant);
    let (empty, center, idle): (_, &[&str], _) = match variant.size {
        9 => (
            "........./........./........./........./........./........./........./........./......... x p 0",
            &["a1 e5"],
            "........o/........./..o....../........./......x../........./.x......./........./x........ x m 79",
        ),
        7 => (
            "......./......./......./......./......./......./....... x p 0", &["a1 d4"],
            "......o/......./..o..../.....x./......./.x...../x...... x m 59",
        ),
        _ => (
            "...../...../...../...../..... x p 0", &["a1 c3"],
            "....o/.o.../...../...x./x...x x m 39",
        ),
    };
    let same = INFO.variants.iter().filter(|other| other.ruleset == variant.ruleset);
    let small = same.min_by_key(|other| other.size).unwrap_or(variant);
    let on = |clause, words, position| Clause::new(clause, words, small, position);
    // With chains, three pieces are captured one after the other.
    let chain = |words| on("S10", words, "...../.ox../.ox../.ox../x...o x m 0");
    // Light can capture, and has other moves.
    let duty = |words| on("S11", words, "...../...../..x../xo.../o...x x m 0");
    // Light blocks Dark in a corner.
    let extra = |words| on("S13", words, "...../...../...../xx.x./oox.. x e 0");
    let graded = if ruleset.grades { "lesson-seega-e1-graded" } else { "lesson-seega-e1" };
    let [idleness, repetition, claim] = if ruleset.must_open {
        ["lesson-seega-e4-open", "lesson-seega-e5-open", "lesson-seega-e6-open"]
    } else {
        ["lesson-seega-e4", "lesson-seega-e5", "lesson-seega-e6"]
    };
    vec![
        Clause::new("S1", "lesson-seega-s1", variant, empty)
            .after(&["b2 c4", "c2 b4"]).refusing(center).shows(Played("a3 d2")).with_number("pieces", geometry.men),
        on("S2", "lesson-seega-s2", "xoxxo/ooxox/oo.xx/oxoxx/xox.. o p 0").shows(Played("d1 e1")),
        on("S3", "lesson-seega-s3", "...../.o.../.x.o./...x./o...x x m 0")
            .refusing(&["b3-c4", "b3-b4"]).shows(Chosen("b3")),
        on("S4", "lesson-seega-s4", "xoxxo/ooxox/oo.xx/oxoxx/xoxoo o m 0").shows(Played("c2-c3")),
        on("S5", "lesson-seega-s5", "....o/.x.../.o.../x.ox./....o x m 0").shows(Played("a2-b2")),
        on("S6", "lesson-seega-s6", "...../...../...x./xoo../....o x m 0").shows(Played("d3-d2")),
        on("S7", "lesson-seega-s7", "....x/...../...../..o../.o.x. x m 0").shows(Played("d1-c1")),
        on("S8", "lesson-seega-s8", "...../x..../.ox../...o./o...x o m 0").after(&["d2-d3"]).shows(Played("a4-a3")),
        on("S9", "lesson-seega-s9", "....o/...../...../o.o../.x..x x m 0").shows(Played("b1-b2")),
        match ruleset.chain {
            Chain::None => chain("lesson-seega-s10-none").refusing(&["a1-a2-a3"]).shows(Played("a1-a2")),
            Chain::Optional => chain("lesson-seega-s10-optional")
                .refusing(&["a1-a2-a3-a4-a5"]).shows(Played("a1-a2-a3-a4")),
            Chain::Mandatory => chain("lesson-seega-s10-mandatory").refusing(&["a1-a2"]).shows(Played("a1-a2-a3-a4")),
        },
        if ruleset.must_capture {
            duty("lesson-seega-s11-mandatory").refusing(&["e1-e2"]).shows(Played("c3-c2"))
        } else {
            duty("lesson-seega-s11-optional").shows(Proposed("c3-c2"))
        },
        on("S12", "lesson-seega-s12", "...../...../...../xx.x./oo.x. x m 0").shows(Played("d1-c1")),
        if ruleset.must_open {
            extra("lesson-seega-s13-open").refusing(&["d2-d3"]).shows(Played("b2-b3"))
        } else {
            extra("lesson-seega-s13-skip").shows(Played("d2-d3"))
        },
        on("E1", graded, "...../...../..x../xo.../....x x m 0").shows(Played("c3-c2")),
        on("E2", "lesson-seega-e2", "...../.x.../...../...o./..... x m 0"),
        if ruleset.row_ends {
            on("E3", "lesson-seega-e3-row", "o.o../...../.o.../xxxx./x...x x m 0").shows(Played("e1-e2"))
        } else {
            on("E3", "lesson-seega-e3-mutual", ".x.o./x..o./xx.oo/xx.oo/xx.o. x m 0").shows(Played("a4-b4"))
        },
        Clause::new("E4", idleness, variant, idle).shows(Played("a1-a2")).with_number("turns", *patience),
        on("E5", repetition, "...oo/...../..x../.x.../x.... x m 0")
            .after(&["a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1"]).shows(Played("e4-e5")),
        on("E6", claim, "....o/.ooo./x..../.x.../xxx.. x m 0").shows(Declared(Side::First)),
    ]
}
