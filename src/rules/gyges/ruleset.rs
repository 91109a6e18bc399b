//! What differs between the variants, as data.

use super::board::{Bits, FILES, rank};
use super::paths::{BY_BORDER, BY_SQUARE, Table};
use crate::rules::{Repetition, Side, Variant};

/// Where the goals are entered (G11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gates {
    /// From the two squares in the middle of the last rank.
    Middle,
    /// From all squares of the last rank.
    Row,
}

/// What a move may not use twice (G8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// The border between two squares.
    Border,
    /// A square.
    Square,
}

/// How the pieces come on the board (G2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// They stand there: 3 2 1 1 2 3 on each first row.
    Fixed,
    /// Each player puts six on the own first row.
    Row,
    /// Each player puts six on the own first two rows.
    TwoRows,
}

/// The choices in which the sources differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Where the goals are entered.
    pub gates: Gates,
    /// What a move may not use twice.
    pub reuse: Reuse,
    /// How the pieces come on the board.
    pub layout: Layout,
    /// What happens when a board comes back (G14).
    pub repetition: Repetition,
}

/// The sheet of the box.
static GATES: Ruleset = Ruleset {
    gates: Gates::Middle,
    reuse: Reuse::Border,
    layout: Layout::Fixed,
    repetition: Repetition::Ends(3),
};

/// The author's rules, as Zago translated them.
static LEROY: Ruleset = Ruleset {
    gates: Gates::Row,
    reuse: Reuse::Border,
    layout: Layout::Row,
    repetition: Repetition::Forbidden,
};

/// The publisher's page.
static COSMOLUDO: Ruleset = Ruleset {
    gates: Gates::Row,
    reuse: Reuse::Square,
    layout: Layout::TwoRows,
    repetition: Repetition::Ends(3),
};

const fn variant(id: &'static str, name: &'static str, ruleset: &Ruleset) -> Variant {
    Variant {
        id,
        board: "6×6",
        ruleset: name,
        size: FILES,
        repetition: ruleset.repetition,
    }
}

/// Every variant, the default first.
pub static VARIANTS: [Variant; 3] = [
    variant("gyges-gates", "gates", &GATES),
    variant("gyges-leroy", "leroy", &LEROY),
    variant("gyges-cosmoludo", "cosmoludo", &COSMOLUDO),
];

/// What each of [`VARIANTS`] means, in the same order.
static RULESETS: [&Ruleset; 3] = [&GATES, &LEROY, &COSMOLUDO];

impl Ruleset {
    /// What a variant means.
    ///
    /// # Panics
    /// If the variant is not one of Gygès.
    pub fn of(variant: &Variant) -> &'static Self {
        VARIANTS
            .iter()
            .zip(RULESETS)
            .find(|(known, _)| known.id == variant.id)
            .map(|(_, ruleset)| ruleset)
            .expect("a variant of Gygès")
    }

    /// The squares from which `side`'s goal is entered.
    pub fn gates(&self, side: Side) -> Bits {
        let row = rank(first_rank(side));
        match self.gates {
            // Files c and d of every rank.
            Gates::Middle => row & (0b00_1100 * rank_starts()),
            Gates::Row => row,
        }
    }

    /// The ways of pieces, with what each of them uses up.
    pub fn table(&self) -> &'static Table {
        match self.reuse {
            Reuse::Border => &BY_BORDER,
            Reuse::Square => &BY_SQUARE,
        }
    }
}

/// The first square of every rank.
const fn rank_starts() -> Bits {
    1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30
}

/// The rank next to a player, from 0.
pub fn first_rank(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => FILES - 1,
    }
}
