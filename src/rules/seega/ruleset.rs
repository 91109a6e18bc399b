//! What differs between the variants, as data.

use super::board::Geometry;
use crate::rules::{Repetition, Variant};

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
#[derive(Debug, PartialEq, Eq)]
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

const fn setup(size: u8, ruleset: Ruleset) -> Setup {
    Setup {
        geometry: Geometry::new(size),
        ruleset,
        patience: 10 * (size as u32 - 1),
    }
}

const fn variant(
    id: &'static str,
    board: &'static str,
    size: u8,
    ruleset: &'static str,
) -> Variant {
    Variant {
        id,
        board,
        ruleset,
        size,
        // E5
        repetition: Repetition::Ends(3),
    }
}

/// Every variant, the default first.
pub static VARIANTS: [Variant; 12] = [
    variant("seega-5-classic", "5×5", 5, "classic"),
    variant("seega-5-french", "5×5", 5, "french"),
    variant("seega-5-lugo", "5×5", 5, "lugo"),
    variant("seega-5-modern", "5×5", 5, "modern"),
    variant("seega-7-classic", "7×7", 7, "classic"),
    variant("seega-7-french", "7×7", 7, "french"),
    variant("seega-7-lugo", "7×7", 7, "lugo"),
    variant("seega-7-modern", "7×7", 7, "modern"),
    variant("seega-9-classic", "9×9", 9, "classic"),
    variant("seega-9-french", "9×9", 9, "french"),
    variant("seega-9-lugo", "9×9", 9, "lugo"),
    variant("seega-9-modern", "9×9", 9, "modern"),
];

/// What each of [`VARIANTS`] means, in the same order.
static SETUPS: [Setup; 12] = [
    setup(5, CLASSIC),
    setup(5, FRENCH),
    setup(5, LUGO),
    setup(5, MODERN),
    setup(7, CLASSIC),
    setup(7, FRENCH),
    setup(7, LUGO),
    setup(7, MODERN),
    setup(9, CLASSIC),
    setup(9, FRENCH),
    setup(9, LUGO),
    setup(9, MODERN),
];

impl Setup {
    /// What a variant means.
    ///
    /// # Panics
    /// If the variant is not one of Seega's.
    pub fn of(variant: &Variant) -> &'static Self {
        VARIANTS
            .iter()
            .zip(&SETUPS)
            .find(|(known, _)| known.id == variant.id)
            .map(|(_, setup)| setup)
            .expect("a variant of Seega")
    }
}
