//! The clauses of Gygès, each on a board. Few pieces, wherever few show it best.

use super::ruleset::{Gates, Layout, Reuse, Ruleset};
use crate::rules::Scene::{Chosen, Played};
use crate::rules::{Lesson, Repetition, Variant};

/// Before anybody has set up.
const EMPTY: &str = "....../....../....../....../....../...... S -";
/// After a set-up like that of the box.
const BEGUN: &str = "321123/....../....../....../....../321123 S -";
/// A piece that can bounce.
const BOUNCE: &str = "3.1123/....../....../.3..../....../.2.1.. S -";
/// Zago's example of what may be used twice.
const TABOO: &str = "....../1...../3.23../3.211./2.132./...... S -";
/// Two pieces that can go to and fro.
const SWINGS: &str = "....../...1../3.2.../....../..1.../...... S -";

/// Every clause a variant is played by, in their order.
pub fn lessons(variant: &'static Variant) -> Vec<Lesson> {
    let ruleset = Ruleset::of(variant);
    let mut all = vec![
        Lesson::new(
            "G1",
            "lesson-gyges-g1",
            variant,
            "32.123/....../..1.../...2../.3..../23.11. S -",
        ),
        layout(variant, ruleset.layout),
    ];
    all.extend(moving(variant));
    all.push(reuse(variant, ruleset.reuse));
    all.extend(taking(variant));
    all.push(gates(variant, ruleset.gates));
    all.extend(ends(variant));
    all.push(recurrence(variant, ruleset.repetition));
    all
}

/// G2.
fn layout(variant: &'static Variant, layout: Layout) -> Lesson {
    let lesson = |words, position| Lesson::new("G2", words, variant, position);
    match layout {
        Layout::Fixed => lesson("lesson-gyges-g2-fixed", BEGUN),
        Layout::Row => lesson("lesson-gyges-g2-row", EMPTY)
            .after(&["231123"])
            .refusing(&["331222"])
            .seen(Played("321123")),
        Layout::TwoRows => lesson("lesson-gyges-g2-two-rows", EMPTY)
            .after(&["a1=3 b1=1 c2=2 d1=1 e2=2 f1=3"])
            .refusing(&["a5=2 b6=3 c5=1 d5=1 e6=3 f4=2"])
            .seen(Played("a5=2 b6=3 c5=1 d5=1 e6=3 f5=2")),
    }
}

/// G3 to G7.
fn moving(variant: &'static Variant) -> [Lesson; 5] {
    [
        Lesson::new(
            "G3",
            "lesson-gyges-g3",
            variant,
            "321.23/...1../....../1.3.2./.3..12/...... S -",
        )
        .refusing(&["c3-d5"]),
        Lesson::new(
            "G4",
            "lesson-gyges-g4",
            variant,
            "....../....../13..../.....1/222211/3.3.3. S -",
        )
        .refusing(&["a1-a4"]),
        Lesson::new(
            "G5",
            "lesson-gyges-g5",
            variant,
            "3.1123/....../....../....../.1..../.3.... S -",
        )
        .refusing(&["b1-b4", "b1-d1"])
        .seen(Played("b1-c3")),
        Lesson::new(
            "G6",
            "lesson-gyges-g6",
            variant,
            "3.1123/....../....../....../....../.2.1.. S -",
        )
        .refusing(&["b1-c2-c4"])
        .seen(Played("b1-c2")),
        Lesson::new("G7", "lesson-gyges-g7", variant, BOUNCE).seen(Played("b1-b3-d4")),
    ]
}

/// G8.
fn reuse(variant: &'static Variant, reuse: Reuse) -> Lesson {
    let lesson = |words, position| Lesson::new("G8", words, variant, position);
    match reuse {
        Reuse::Border => lesson("lesson-gyges-g8-border", TABOO)
            .refusing(&["d2-e2-d1"])
            .seen(Played("d2-e2-d3-d4-goal")),
        Reuse::Square => lesson("lesson-gyges-g8-square", BOUNCE)
            .refusing(&["b1-b3-b2"])
            .seen(Played("b1-b3-c1")),
    }
}

/// G9 and G10.
fn taking(variant: &'static Variant) -> [Lesson; 2] {
    [
        Lesson::new(
            "G9",
            "lesson-gyges-g9",
            variant,
            "....../....../2.1.../....../2....1/1..... S -",
        )
        .refusing(&["a1-a2=a5"])
        .seen(Chosen("a1-a2=")),
        Lesson::new(
            "G10",
            "lesson-gyges-g10",
            variant,
            "3....3/1....1/..32../....../....../...... S -",
        )
        .refusing(&["d4-goal"])
        .seen(Played("c4-goal")),
    ]
}

/// G11.
fn gates(variant: &'static Variant, gates: Gates) -> Lesson {
    let lesson = |words| {
        let position = "....31/.22.../....../....../....../...... S -";
        Lesson::new("G11", words, variant, position)
    };
    match gates {
        Gates::Middle => lesson("lesson-gyges-g11-middle")
            .refusing(&["b5-goal"])
            .seen(Played("c5-goal")),
        Gates::Row => lesson("lesson-gyges-g11-row").seen(Played("b5-goal")),
    }
}

/// G12 and G13.
fn ends(variant: &'static Variant) -> [Lesson; 2] {
    [
        Lesson::new(
            "G12",
            "lesson-gyges-g12",
            variant,
            "3....1/....../..3.../..1.../....../...... S -",
        )
        .seen(Played("c3-goal")),
        Lesson::new("G13", "lesson-gyges-g13", variant, BEGUN)
            .refusing(&["c1-d1=c1"])
            .seen(Chosen("c1-d1=")),
    ]
}

/// G14.
fn recurrence(variant: &'static Variant, repetition: Repetition) -> Lesson {
    let lesson = |words| Lesson::new("G14", words, variant, SWINGS);
    match repetition {
        Repetition::Ends(_) => lesson("lesson-gyges-g14-threefold")
            .after(&[
                "c2-c1", "d5-d6", "c1-c2", "d6-d5", "c2-c1", "d5-d6", "c1-c2",
            ])
            .seen(Played("d6-d5")),
        Repetition::Forbidden => lesson("lesson-gyges-g14-superko")
            .after(&["c2-c1", "d5-d6", "c1-c2"])
            .refusing(&["d6-d5"]),
    }
}
