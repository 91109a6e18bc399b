//! The clauses of the rules, each shown on a board.

use super::{Side, Variant};
use crate::text::Text;

/// A clause of the rules, and a position that shows it.
///
/// Nothing of what is seen is told here: the position is read, and every move in
/// it is played or refused, by the rules themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The clause, as refusals name it: `S6`.
    pub id: &'static str,
    /// What the clause says; its attribute `title` is what it is about.
    pub words: Text,
    /// On which board, by which rules.
    pub variant: &'static Variant,
    /// The position, as text.
    pub position: &'static str,
    /// What is played before there is anything to see.
    pub before: &'static [&'static str],
    /// What may not be played then, by this clause.
    pub refused: &'static [&'static str],
    /// What is seen then.
    pub example: Example,
}

/// What is seen in a [`Clause`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// The board.
    Still,
    /// The beginning of a move, and where it may go on.
    Chosen(&'static str),
    /// A move that could be played, and what it would take.
    Proposed(&'static str),
    /// A move, played.
    Played(&'static str),
    /// The end of the game by a declaration of this side alone.
    Declared(Side),
}

impl Clause {
    /// The board as it stands after a position is read.
    #[must_use]
    pub fn new(
        id: &'static str,
        words: &'static str,
        variant: &'static Variant,
        position: &'static str,
    ) -> Self {
        Self {
            id,
            words: Text::new(words),
            variant,
            position,
            before: &[],
            refused: &[],
            example: Example::Still,
        }
    }

    /// The same after these moves.
    #[must_use]
    pub fn after(mut self, moves: &'static [&'static str]) -> Self {
        self.before = moves;
        self
    }

    /// The same, with what the clause forbids.
    #[must_use]
    pub fn refusing(mut self, texts: &'static [&'static str]) -> Self {
        self.refused = texts;
        self
    }

    /// The same, seen like that.
    #[must_use]
    pub fn seen(mut self, example: Example) -> Self {
        self.example = example;
        self
    }

    /// The same, with a number in its words.
    #[must_use]
    pub fn counting(mut self, name: &'static str, number: u32) -> Self {
        self.words = self.words.with(name, number);
        self
    }
}
