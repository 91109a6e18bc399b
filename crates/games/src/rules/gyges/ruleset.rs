//! The differences between the variants, as data.

use std::sync::LazyLock;

use super::board::{Bits, FILES, Index, bit, first_rank};
use super::paths::{Reuse, Table};
use crate::rules::{BySide, EndReason, GameInfo, Overview, Repetition, Side, Variant};

/// The squares from which goals are entered (G11), by their files, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gates {
    /// The two squares in the middle of the rank next to the goal.
    Middle = 0b00_1100,
    /// All squares of that rank.
    Row = 0b11_1111,
}

/// How the pieces are set up (G2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Fixed: 3 2 1 1 2 3 on each first row.
    Fixed,
    /// Each player puts six on their own first row.
    Row,
    /// Each player puts six on their own first two rows.
    TwoRows,
}

/// The choices in which the sources differ.
#[derive(Debug)]
pub struct Ruleset {
    /// The squares from which goals are entered.
    pub gates: Gates,
    /// What a move must not use twice.
    pub reuse: Reuse,
    /// How the pieces are set up.
    pub layout: Layout,
    /// The paths that follow from these: of pieces, also into the goals, with what each uses up.
    pub table: Table,
}

/// The rulesets: of the sheet in the box, of the author in Zago's translation, and of the
/// publisher's page.
static RULESETS: LazyLock<[Ruleset; 3]> = LazyLock::new(|| {
    [
        ruleset(Gates::Middle, Reuse::Border, Layout::Fixed),
        ruleset(Gates::Row, Reuse::Border, Layout::Row),
        ruleset(Gates::Row, Reuse::Square, Layout::TwoRows),
    ]
});

fn ruleset(gates: Gates, reuse: Reuse, layout: Layout) -> Ruleset {
    Ruleset {
        table: Table::new(reuse, gates as u8),
        gates,
        reuse,
        layout,
    }
}

/// All variants, the default first, in the order of [`RULESETS`].
static VARIANTS: [Variant; 3] = [
    Variant {
        won: Some(BySide::new(41, 55)),
        ..Variant::new("gyges-gates", "6×6", "gates", FILES)
    },
    Variant {
        repetition: Repetition::Forbidden,
        won: Some(BySide::new(47, 53)),
        ..Variant::new("gyges-leroy", "6×6", "leroy", FILES)
    },
    Variant {
        won: Some(BySide::new(66, 34)),
        ..Variant::new("gyges-cosmoludo", "6×6", "cosmoludo", FILES)
    },
];

impl Ruleset {
    /// The ruleset of a variant.
    ///
    /// # Panics
    /// If the variant is not one of Gygès.
    pub fn for_variant(variant: &Variant) -> &'static Self {
        let number = VARIANTS.iter().position(|known| known.id == variant.id);
        &RULESETS[number.expect("a variant of Gygès")]
    }

    /// What a move of the piece on a square uses up before its first step (G8).
    #[inline]
    pub fn used_at_first(&self, from: Index) -> Bits {
        match self.reuse {
            Reuse::Border => 0,
            Reuse::Square => bit(from),
        }
    }

    /// The squares from which `side`'s goal is entered.
    pub fn gate_squares(&self, side: Side) -> Bits {
        (self.gates as Bits) << (first_rank(side) * FILES)
    }
}

/// A piece has entered a goal.
pub static GOAL: EndReason = EndReason::new("goal", "G12");
/// No piece can move.
pub static DEAD: EndReason = EndReason::new("dead", "G4");
/// The same board was repeated too often, or every move would repeat one.
pub static REPETITION: EndReason = EndReason::new("repetition", "G14");
/// Both players agreed to stop.
pub static AGREEMENT: EndReason = EndReason::new("agreement", "G4");

/// The static facts of Gygès.
pub static INFO: GameInfo = GameInfo {
    id: "gyges",
    name: "gyges-name",
    side_term: "gyges-side",
    faces: true,
    letters: BySide::new("S", "N"),
    variants: &VARIANTS,
    goal: "gyges-goal",
    legend: "gyges-legend",
    to_place: "gyges-to-place",
    panel_place: "gyges-panel-place",
    ended: ["ended-won-plain", "ended-drawn-plain"],
    end_reasons: &[&GOAL, &DEAD, &REPETITION, &AGREEMENT],
    levels: [1000, 1240, 1470, 1690, 1920, 2150, 2400, 2640],
    newcomer: 1000,
    overviews: &[Overview {
        size: 6,
        // Zago's example of a displaced piece.
        position: "213132/....../...2../....../....../11.323 N -",
        text: "d6-e6-d4=d3",
    }],
};
