//! The differences between the variants, as data.

use std::sync::LazyLock;

use super::board::Geometry;
use crate::rules::{BySide, EndReason, GameInfo, Overview, Variant};

/// Whether a capturing piece continues (S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// A turn is one step.
    None,
    /// It may continue, as long as each step captures.
    Optional,
    /// It must continue, as long as it can capture.
    Mandatory,
}

/// The choices in which the rule sheets differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Whether a turn must capture if it can (S11).
    pub must_capture: bool,
    /// Whether captures can be chained.
    pub chain: Chain,
    /// Whether an extra turn must let the blocked player move, if any turn does (S13).
    pub must_open: bool,
    /// Whether a complete row of one player ends the game, instead of fortresses of both (E3).
    pub row_ends: bool,
    /// Whether victories are great or small.
    pub grades: bool,
}

/// The Portuguese sheets.
const CLASSIC: Ruleset = Ruleset {
    must_capture: false,
    chain: Chain::None,
    must_open: false,
    row_ends: false,
    grades: false,
};

/// The French sheet.
const FRENCH: Ruleset = Ruleset {
    must_open: true,
    ..CLASSIC
};

/// The sheet of the festival in Lugo.
const LUGO: Ruleset = Ruleset {
    must_capture: true,
    chain: Chain::Mandatory,
    must_open: true,
    row_ends: true,
    grades: true,
};

/// The rules most common in English.
const MODERN: Ruleset = Ruleset {
    chain: Chain::Optional,
    ..FRENCH
};

/// A variant with the data that play needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub geometry: Geometry,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The number of turns without a capture that ends the game (E4).
    pub patience: u32,
}

/// Every variant, the default first: the rulesets on each board, and the percentage of games that
/// each side won. The side that places last moves first (S2), which is an advantage under every
/// ruleset.
static VARIANTS: [Variant; 12] = [
    variant("seega-5-classic", 5, "classic", [7, 74]),
    variant("seega-5-french", 5, "french", [9, 71]),
    variant("seega-5-lugo", 5, "lugo", [12, 67]),
    variant("seega-5-modern", 5, "modern", [10, 74]),
    variant("seega-7-classic", 7, "classic", [16, 74]),
    variant("seega-7-french", 7, "french", [16, 73]),
    variant("seega-7-lugo", 7, "lugo", [21, 69]),
    variant("seega-7-modern", 7, "modern", [16, 75]),
    variant("seega-9-classic", 9, "classic", [25, 65]),
    variant("seega-9-french", 9, "french", [25, 64]),
    variant("seega-9-lugo", 9, "lugo", [12, 36]),
    variant("seega-9-modern", 9, "modern", [24, 69]),
];

const fn variant(
    id: &'static str,
    size: u8,
    ruleset: &'static str,
    [first, second]: [u8; 2],
) -> Variant {
    let board = match size {
        5 => "5×5",
        7 => "7×7",
        _ => "9×9",
    };
    Variant {
        // The third occurrence of a position ends the game (E5).
        won: Some(BySide::new(first, second)),
        ..Variant::new(id, board, ruleset, size)
    }
}

/// The setups of [`VARIANTS`], in the same order.
static SETUPS: LazyLock<[Setup; 12]> = LazyLock::new(|| {
    VARIANTS.each_ref().map(|variant| Setup {
        geometry: Geometry::new(variant.size),
        ruleset: match variant.ruleset {
            "french" => FRENCH,
            "lugo" => LUGO,
            "modern" => MODERN,
            _ => CLASSIC,
        },
        patience: 10 * (u32::from(variant.size) - 1),
    })
});

impl Setup {
    /// The setup of a variant.
    ///
    /// # Panics
    /// If the variant is not one of Seega's.
    pub fn for_variant(variant: &Variant) -> &'static Self {
        let number = VARIANTS.iter().position(|known| known.id == variant.id);
        &SETUPS[number.expect("a variant of Seega")]
    }
}

/// A side has no pieces left.
pub static ELIMINATION: EndReason = EndReason::new("elimination", "E1");
/// Each side has one piece left.
pub static DEAD: EndReason = EndReason::new("dead", "E2");
/// A barrier separates the sides.
pub static BARRIER: EndReason = EndReason::new("barrier", "E3").counting();
/// Too many turns passed without a capture.
pub static IDLE: EndReason = EndReason::new("idle", "E4").counting();
/// The same position was repeated too often.
pub static REPETITION: EndReason = EndReason::new("repetition", "E5").counting();
/// A player proved that the opponent can gain nothing.
pub static CLAIM: EndReason = EndReason::new("claim", "E6").counting();
/// Both players agreed to stop.
pub static AGREEMENT: EndReason = EndReason::new("agreement", "E6").counting();

/// Both players agreed to stop before all pieces were placed.
pub static EARLY_AGREEMENT: EndReason = EndReason::new("early-agreement", "E6");

/// The static facts of Seega.
pub static INFO: GameInfo = GameInfo {
    id: "seega",
    name: "seega-name",
    side_term: "seega-side",
    faces: false,
    letters: BySide::new("x", "o"),
    variants: &VARIANTS,
    goal: "seega-goal",
    legend: "seega-legend",
    to_place: "seega-to-place",
    panel_place: "seega-panel-place",
    ended: ["ended-won", "ended-drawn"],
    end_reasons: &[
        &ELIMINATION,
        &DEAD,
        &BARRIER,
        &IDLE,
        &REPETITION,
        &CLAIM,
        &AGREEMENT,
        &EARLY_AGREEMENT,
    ],
    levels: [1000, 1240, 1480, 1690, 1920, 2140, 2340, 2520],
    newcomer: 1355,
    overviews: &[
        overview(5, "..x../..o../xo.ox/..x../....o x m 0"),
        overview(
            7,
            "......./......./..x..../..o..../xo.ox../..x..../......o x m 0",
        ),
        overview(
            9,
            "........./........./........./........./..x....../..o....../xo.ox..../..x....../........o x m 0",
        ),
    ],
};

/// A triple capture.
const fn overview(size: u8, position: &'static str) -> Overview {
    Overview {
        size,
        position,
        text: "c2-c3",
    }
}
