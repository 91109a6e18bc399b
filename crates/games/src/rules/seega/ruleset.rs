//! What differs between the variants, as data.

use super::board::Geometry;
use crate::rules::{BySide, EndReason, Info, Overview, Repetition, Tally, Variant};

/// Whether a turn must capture if it can (S11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// As the player likes.
    Optional,
    /// Only capturing turns are legal while there are any.
    Mandatory,
}

/// Whether a capturing piece goes on (S10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// A turn is one step.
    None,
    /// It may go on, as long as each step captures.
    Optional,
    /// It must go on, as long as it can capture.
    Mandatory,
}

/// What an extra turn is for (S13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A free turn.
    Skip,
    /// It must let the blocked player move, if any turn does.
    Open,
}

/// Which barrier ends the game (E3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// A fortress of either player.
    Mutual,
    /// A complete row of one player.
    Row,
}

/// The choices in which the rule sheets differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Obligation to capture.
    pub capture: Capture,
    /// Steps of a turn.
    pub chain: Chain,
    /// Extra turns.
    pub blocked: Blocked,
    /// The barrier that ends the game.
    pub barrier: Barrier,
    /// Whether victories are great or small.
    pub grades: bool,
}

/// The Portuguese sheets.
const CLASSIC: Ruleset = Ruleset {
    capture: Capture::Optional,
    chain: Chain::None,
    blocked: Blocked::Skip,
    barrier: Barrier::Mutual,
    grades: false,
};

/// The French sheet.
const FRENCH: Ruleset = Ruleset {
    blocked: Blocked::Open,
    ..CLASSIC
};

/// The sheet of the festival in Lugo.
const LUGO: Ruleset = Ruleset {
    capture: Capture::Mandatory,
    chain: Chain::Mandatory,
    blocked: Blocked::Open,
    barrier: Barrier::Row,
    grades: true,
};

/// The rules most common in English.
const MODERN: Ruleset = Ruleset {
    chain: Chain::Optional,
    ..FRENCH
};

/// A variant in the form that play needs.
#[derive(Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub geometry: Geometry,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Turns without a capture that end the game (E4).
    pub patience: u32,
}

/// The rulesets by name, the default first.
const RULESETS: [(&str, Ruleset); 4] = [
    ("classic", CLASSIC),
    ("french", FRENCH),
    ("lugo", LUGO),
    ("modern", MODERN),
];

/// The sizes of board, as numbers and as players write them.
const SIZES: [(u8, &str); 3] = [(5, "5×5"), (7, "7×7"), (9, "9×9")];

/// Every variant, the default first: the rulesets on each board.
const IDS: [&str; 12] = [
    "seega-5-classic",
    "seega-5-french",
    "seega-5-lugo",
    "seega-5-modern",
    "seega-7-classic",
    "seega-7-french",
    "seega-7-lugo",
    "seega-7-modern",
    "seega-9-classic",
    "seega-9-french",
    "seega-9-lugo",
    "seega-9-modern",
];

/// Whoever places last moves first (P6), and that is an advantage under every ruleset.
const TALLIES: [Tally; 12] = [
    Tally::new(1000, 7, 74),
    Tally::new(1000, 9, 71),
    Tally::new(1000, 12, 67),
    Tally::new(1000, 10, 74),
    Tally::new(1000, 16, 74),
    Tally::new(1000, 16, 73),
    Tally::new(1000, 21, 69),
    Tally::new(1000, 16, 75),
    Tally::new(1000, 25, 65),
    Tally::new(1000, 25, 64),
    Tally::new(1000, 12, 36),
    Tally::new(1000, 24, 69),
];

const fn variant(number: usize) -> Variant {
    let (size, board) = SIZES[number / RULESETS.len()];
    Variant {
        id: IDS[number],
        board,
        ruleset: RULESETS[number % RULESETS.len()].0,
        size,
        // E5
        repetition: Repetition::Ends(3),
        tally: TALLIES[number],
    }
}

const fn setup(number: usize) -> Setup {
    let size = SIZES[number / RULESETS.len()].0;
    Setup {
        geometry: Geometry::new(size),
        ruleset: RULESETS[number % RULESETS.len()].1,
        patience: 10 * (size as u32 - 1),
    }
}

static VARIANTS: [Variant; IDS.len()] = {
    let mut variants = [const { variant(0) }; IDS.len()];
    let mut number = 0;
    while number < IDS.len() {
        variants[number] = variant(number);
        number += 1;
    }
    variants
};

/// What each of [`VARIANTS`] means, in the same order.
static SETUPS: [Setup; IDS.len()] = {
    let mut setups = [const { setup(0) }; IDS.len()];
    let mut number = 0;
    while number < IDS.len() {
        setups[number] = setup(number);
        number += 1;
    }
    setups
};

impl Setup {
    /// What a variant means.
    ///
    /// # Panics
    /// If the variant is not one of Seega's.
    pub fn of(variant: &Variant) -> &'static Self {
        let number = IDS.iter().position(|id| *id == variant.id);
        &SETUPS[number.expect("a variant of Seega")]
    }
}

/// A side has no pieces left.
pub static ELIMINATION: EndReason = EndReason::new("elimination", "E1");
/// One piece each is left.
pub static DEAD: EndReason = EndReason::new("dead", "E2");
/// Barriers keep the sides apart.
pub static BARRIER: EndReason = EndReason::new("barrier", "E3").counting();
/// Too many turns went by without a capture.
pub static IDLE: EndReason = EndReason::new("idle", "E4").counting();
/// The same position came back too often.
pub static REPETITION: EndReason = EndReason::new("repetition", "E5").counting();
/// A player proved that the opponent cannot gain any more.
pub static CLAIM: EndReason = EndReason::new("claim", "E6").counting();
/// Both players agreed to stop.
pub static AGREEMENT: EndReason = EndReason::new("agreement", "E6").counting();

/// The static facts of Seega.
pub static INFO: Info = Info {
    id: "seega",
    name: "seega-name",
    side_term: "seega-side",
    letters: BySide::new("x", "o"),
    variants: &VARIANTS,
    to_place: "seega-to-place",
    panel_place: "seega-panel-place",
    ended: ["ended-won", "ended-drawn"],
    result: ["result-won", "result-drawn"],
    end_reasons: &[
        &ELIMINATION,
        &DEAD,
        &BARRIER,
        &IDLE,
        &REPETITION,
        &CLAIM,
        &AGREEMENT,
    ],
    levels: [1000, 1450, 1725, 2015, 2185],
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
