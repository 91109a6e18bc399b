//! The clauses of the rules, each shown on a board.

use super::{Side, Variant};
use crate::text::Text;

/// A clause of the rules, and a position that shows it.
///
/// The rules play or refuse the moves, so no results are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Clause {
    /// The clause, as refusals name it: `S6`.
    pub id: &'static str,
    /// The text of the clause; its attribute `title` is the title.
    pub words: Text,
    /// The variant of the example.
    pub variant: &'static Variant,
    /// The position, as text.
    pub position: &'static str,
    /// The moves before the example.
    pub before: &'static [&'static str],
    /// The moves that this clause forbids then.
    pub refused: &'static [&'static str],
    /// The example.
    pub example: Example,
}

/// The example of a [`Clause`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// The board without a move.
    Still,
    /// The start of a move, such as `a1-a2=`, with its possible continuations.
    Chosen(&'static str),
    /// A proposed move, with its captures.
    Proposed(&'static str),
    /// A move, played.
    Played(&'static str),
    /// The end of the game by a declaration of this side alone.
    Declared(Side),
}

impl Clause {
    /// A clause that shows this position; `message` is the id of its text.
    pub fn new(
        id: &'static str,
        message: &'static str,
        variant: &'static Variant,
        position: &'static str,
    ) -> Self {
        Self {
            id,
            words: Text::new(message),
            variant,
            position,
            before: &[],
            refused: &[],
            example: Example::Still,
        }
    }

    /// The clause, with these moves before the example.
    pub fn after(mut self, moves: &'static [&'static str]) -> Self {
        self.before = moves;
        self
    }

    /// The clause, with the moves that it forbids.
    pub fn refusing(mut self, texts: &'static [&'static str]) -> Self {
        self.refused = texts;
        self
    }

    /// The clause, with this example.
    pub fn shows(mut self, example: Example) -> Self {
        self.example = example;
        self
    }

    /// The clause, with a number in its text.
    pub fn with_number(mut self, name: &'static str, number: u32) -> Self {
        self.words = self.words.with(name, number);
        self
    }
}
