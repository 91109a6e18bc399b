//! The clauses of Seega, each on a board.
//!
//! On the smallest board wherever the clause is the same on all: there the
//! squares are easiest to see.

use super::INFO;
use super::ruleset::{Barrier, Blocked, Capture, Chain, Ruleset, Setup};
use crate::rules::Scene::{Chosen, Claimed, Played, Proposed};
use crate::rules::{Lesson, Side, Variant};

/// Every clause a variant is played by, in their order.
pub fn lessons(variant: &'static Variant) -> Vec<Lesson> {
    let setup = Setup::of(variant);
    let small = INFO
        .variants
        .iter()
        .filter(|other| other.ruleset == variant.ruleset)
        .min_by_key(|other| other.size)
        .unwrap_or(variant);
    let mut all = vec![placing(variant)];
    all.extend(moving(small));
    all.extend(capturing(small));
    all.push(chain(small, setup.ruleset.chain));
    all.push(duty(small, setup.ruleset.capture));
    all.extend(blocked(small, setup.ruleset.blocked));
    all.extend(ends(small, &setup.ruleset));
    all.push(patience(variant, setup.patience));
    all.extend(agreements(small, setup.ruleset.blocked));
    all
}

/// Half of the squares without the centre.
fn pieces(variant: &Variant) -> u32 {
    let size = u32::from(variant.size);
    (size * size - 1) / 2
}

fn placing(variant: &'static Variant) -> Lesson {
    let (position, centre): (_, &[&str]) = match variant.size {
        9 => (
            "........./........./........./........./........./........./........./........./......... x p 0",
            &["a1 e5"],
        ),
        7 => (
            "......./......./......./......./......./......./....... x p 0",
            &["a1 d4"],
        ),
        _ => ("...../...../...../...../..... x p 0", &["a1 c3"]),
    };
    Lesson::new("S1", "lesson-seega-s1", variant, position)
        .after(&["b2 c4", "c2 b4"])
        .refusing(centre)
        .seen(Played("a3 d2"))
        .counting("pieces", pieces(variant))
}

fn moving(small: &'static Variant) -> [Lesson; 3] {
    [
        Lesson::new(
            "S2",
            "lesson-seega-s2",
            small,
            "xoxxo/ooxox/oo.xx/oxoxx/xox.. o p 0",
        )
        .seen(Played("d1 e1")),
        Lesson::new(
            "S3",
            "lesson-seega-s3",
            small,
            "...../.o.../.x.o./...x./o...x x m 0",
        )
        .refusing(&["b3-c4", "b3-b4"])
        .seen(Chosen("b3")),
        Lesson::new(
            "S4",
            "lesson-seega-s4",
            small,
            "xoxxo/ooxox/oo.xx/oxoxx/xoxoo o m 0",
        )
        .seen(Played("c2-c3")),
    ]
}

fn capturing(small: &'static Variant) -> [Lesson; 5] {
    [
        Lesson::new(
            "S5",
            "lesson-seega-s5",
            small,
            "....o/.x.../.o.../x.ox./....o x m 0",
        )
        .seen(Played("a2-b2")),
        Lesson::new(
            "S6",
            "lesson-seega-s6",
            small,
            "...../...../...x./xoo../....o x m 0",
        )
        .seen(Played("d3-d2")),
        Lesson::new(
            "S7",
            "lesson-seega-s7",
            small,
            "....x/...../...../..o../.o.x. x m 0",
        )
        .seen(Played("d1-c1")),
        Lesson::new(
            "S8",
            "lesson-seega-s8",
            small,
            "...../x..../.ox../...o./o...x o m 0",
        )
        .after(&["d2-d3"])
        .seen(Played("a4-a3")),
        Lesson::new(
            "S9",
            "lesson-seega-s9",
            small,
            "....o/...../...../o.o../.x..x x m 0",
        )
        .seen(Played("b1-b2")),
    ]
}

/// S10. Three pieces fall one after the other where chains are played.
fn chain(small: &'static Variant, chain: Chain) -> Lesson {
    let lesson = |words| {
        let position = "...../.ox../.ox../.ox../x...o x m 0";
        Lesson::new("S10", words, small, position)
    };
    match chain {
        Chain::None => lesson("lesson-seega-s10-none")
            .refusing(&["a1-a2-a3"])
            .seen(Played("a1-a2")),
        Chain::Optional => lesson("lesson-seega-s10-optional")
            .refusing(&["a1-a2-a3-a4-a5"])
            .seen(Played("a1-a2-a3-a4")),
        Chain::Mandatory => lesson("lesson-seega-s10-mandatory")
            .refusing(&["a1-a2"])
            .seen(Played("a1-a2-a3-a4")),
    }
}

/// S11. Light can capture, and can do something else.
fn duty(small: &'static Variant, capture: Capture) -> Lesson {
    let lesson = |words| {
        let position = "...../...../..x../xo.../o...x x m 0";
        Lesson::new("S11", words, small, position)
    };
    match capture {
        Capture::Optional => lesson("lesson-seega-s11-optional").seen(Proposed("c3-c2")),
        Capture::Mandatory => lesson("lesson-seega-s11-mandatory")
            .refusing(&["e1-e2"])
            .seen(Played("c3-c2")),
    }
}

/// S12 and S13. Light shuts Dark in, in a corner.
fn blocked(small: &'static Variant, blocked: Blocked) -> [Lesson; 2] {
    let pass = Lesson::new(
        "S12",
        "lesson-seega-s12",
        small,
        "...../...../...../xx.x./oo.x. x m 0",
    )
    .seen(Played("d1-c1"));
    let extra = |words| {
        let position = "...../...../...../xx.x./oox.. x e 0";
        Lesson::new("S13", words, small, position)
    };
    let extra = match blocked {
        Blocked::Skip => extra("lesson-seega-s13-skip").seen(Played("d2-d3")),
        Blocked::Open => extra("lesson-seega-s13-open")
            .refusing(&["d2-d3"])
            .seen(Played("b2-b3")),
    };
    [pass, extra]
}

/// E1 to E3.
fn ends(small: &'static Variant, ruleset: &Ruleset) -> [Lesson; 3] {
    let elimination = match ruleset.grades {
        true => "lesson-seega-e1-graded",
        false => "lesson-seega-e1",
    };
    let barrier = match ruleset.barrier {
        Barrier::Mutual => Lesson::new(
            "E3",
            "lesson-seega-e3-mutual",
            small,
            ".x.o./x..o./xx.oo/xx.oo/xx.o. x m 0",
        )
        .seen(Played("a4-b4")),
        Barrier::Row => Lesson::new(
            "E3",
            "lesson-seega-e3-row",
            small,
            "o.o../...../.o.../xxxx./x...x x m 0",
        )
        .seen(Played("e1-e2")),
    };
    [
        Lesson::new(
            "E1",
            elimination,
            small,
            "...../...../..x../xo.../....x x m 0",
        )
        .seen(Played("c3-c2")),
        Lesson::new(
            "E2",
            "lesson-seega-e2",
            small,
            "...../.x.../...../...o./..... x m 0",
        ),
        barrier,
    ]
}

/// E4, one turn before the patience is over.
fn patience(variant: &'static Variant, turns: u32) -> Lesson {
    let position = match variant.size {
        9 => {
            "........o/........./..o....../........./......x../........./.x......./........./x........ x m 79"
        }
        7 => "......o/......./..o..../.....x./......./.x...../x...... x m 59",
        _ => "....o/.o.../...../...x./x...x x m 39",
    };
    Lesson::new("E4", "lesson-seega-e4", variant, position)
        .seen(Played("a1-a2"))
        .counting("turns", turns)
}

/// E5 and E6.
fn agreements(small: &'static Variant, blocked: Blocked) -> [Lesson; 2] {
    let claim = match blocked {
        Blocked::Skip => "lesson-seega-e6",
        Blocked::Open => "lesson-seega-e6-open",
    };
    [
        Lesson::new(
            "E5",
            "lesson-seega-e5",
            small,
            "...oo/...../..x../.x.../x.... x m 0",
        )
        .after(&[
            "a1-a2", "e5-e4", "a2-a1", "e4-e5", "a1-a2", "e5-e4", "a2-a1",
        ])
        .seen(Played("e4-e5")),
        Lesson::new("E6", claim, small, "....o/.ooo./x..../.x.../xxx.. x m 0")
            .seen(Claimed(Side::First)),
    ]
}
