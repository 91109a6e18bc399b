//! The clauses of Gygès, each on a board, with few pieces if that shows it best.

use super::paths::Reuse;
use super::ruleset::{Gates, Layout, Ruleset};
use crate::rules::Example::{Chosen, Played};
use crate::rules::{Clause, Repetition, Variant};

/// Before the set-up.
const EMPTY: &str = "....../....../....../....../....../...... S -";
/// After a set-up like that of the rule sheet.
const BEGUN: &str = "321123/....../....../....../....../321123 S -";
/// A piece that can bounce.
const BOUNCE: &str = "3.1123/....../....../.3..../....../.2.1.. S -";
/// Zago's example of what can be used twice.
const TABOO: &str = "....../1...../3.23../3.211./2.132./...... S -";
/// Two pieces that can go back and forth.
const SWINGS: &str = "....../...1../3.2.../....../..1.../...... S -";

/// All clauses of a variant, in order.
#[rustfmt::skip] // A table, a line a clause.
pub fn clauses(variant: &'static Variant) -> Vec<Clause> {
    let Ruleset { gates, reuse, layout, .. } = Ruleset::for_variant(variant);
    let on = |clause, words, position| Clause::new(clause, words, variant, position);
    let open = "....31/.22.../....../....../....../...... S -";
    vec![
        on("G1", "lesson-gyges-g1", "32.123/....../..1.../...2../.3..../23.11. S -"),
        match layout {
            Layout::Fixed => on("G2", "lesson-gyges-g2-fixed", BEGUN),
            Layout::Row => on("G2", "lesson-gyges-g2-row", EMPTY)
                .after(&["231123"]).refusing(&["331222"]).shows(Played("321123")),
            Layout::TwoRows => on("G2", "lesson-gyges-g2-two-rows", EMPTY)
                .after(&["a1=3 b1=1 c2=2 d1=1 e2=2 f1=3"]).refusing(&["a5=2 b6=3 c5=1 d5=1 e6=3 f4=2"])
                .shows(Played("a5=2 b6=3 c5=1 d5=1 e6=3 f5=2")),
        },
        on("G3", "lesson-gyges-g3", "321.23/...1../....../1.3.2./.3..12/...... S -").refusing(&["c3-d5"]),
        on("G4", "lesson-gyges-g4", "....../....../13..../.....1/222211/3.3.3. S -").refusing(&["a1-a4"]),
        on("G5", "lesson-gyges-g5", "3.1123/....../....../....../.1..../.3.... S -")
            .refusing(&["b1-b4", "b1-d1"]).shows(Played("b1-c3")),
        on("G6", "lesson-gyges-g6", "3.1123/....../....../....../....../.2.1.. S -")
            .refusing(&["b1-c2-c4"]).shows(Played("b1-c2")),
        on("G7", "lesson-gyges-g7", BOUNCE).shows(Played("b1-b3-d4")),
        match reuse {
            Reuse::Border => on("G8", "lesson-gyges-g8-border", TABOO)
                .refusing(&["d2-e2-d1"]).shows(Played("d2-e2-d3-d4-goal")),
            Reuse::Square => on("G8", "lesson-gyges-g8-square", BOUNCE)
                .refusing(&["b1-b3-b2"]).shows(Played("b1-b3-c1")),
        },
        on("G9", "lesson-gyges-g9", "....../....../2.1.../....../2....1/1..... S -")
            .refusing(&["a1-a2=a5"]).shows(Chosen("a1-a2=")),
        on("G10", "lesson-gyges-g10", "3....3/1....1/..32../....../....../...... S -")
            .refusing(&["d4-goal"]).shows(Played("c4-goal")),
        match gates {
            Gates::Middle => on("G11", "lesson-gyges-g11-middle", open).refusing(&["b5-goal"]).shows(Played("c5-goal")),
            Gates::Row => on("G11", "lesson-gyges-g11-row", open).shows(Played("b5-goal")),
        },
        on("G12", "lesson-gyges-g12", "3....1/....../..3.../..1.../....../...... S -").shows(Played("c3-goal")),
        on("G13", "lesson-gyges-g13", BEGUN).refusing(&["c1-d1=c1"]).shows(Chosen("c1-d1=")),
        match variant.repetition {
            Repetition::Threefold => on("G14", "lesson-gyges-g14-threefold", SWINGS)
                .after(&["c2-c1", "d5-d6", "c1-c2", "d6-d5", "c2-c1", "d5-d6", "c1-c2"]).shows(Played("d6-d5")),
            Repetition::Forbidden => on("G14", "lesson-gyges-g14-superko", SWINGS)
                .after(&["c2-c1", "d5-d6", "c1-c2"]).refusing(&["d6-d5"]),
        },
    ]
}
