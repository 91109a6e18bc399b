//! How a game ends.

use std::fmt;

use super::{Diagram, GameInfo, Side};
use crate::text::Text;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// The reason.
    pub by: &'static EndReason,
    /// How great the victory is, where the ruleset grades them.
    pub grade: Option<Grade>,
}

impl Outcome {
    /// A win by that rule, in a ruleset that does not grade them.
    #[must_use]
    pub const fn won(winner: Side, by: &'static EndReason) -> Self {
        let winner = Some(winner);
        Self {
            winner,
            by,
            grade: None,
        }
    }

    /// A draw by that rule.
    #[must_use]
    pub const fn drawn(by: &'static EndReason) -> Self {
        Self {
            winner: None,
            by,
            grade: None,
        }
    }

    /// `elimination great`: reason and grade, as they are stored.
    #[must_use]
    pub fn termination(self) -> String {
        match self.grade {
            Some(grade) => format!("{} {grade}", self.by),
            None => self.by.to_string(),
        }
    }

    /// How the game ended on that board, as a sentence without the players' names.
    #[must_use]
    pub fn result(self, info: &GameInfo, board: &Diagram) -> Text {
        let [won, drawn] = info.result;
        let message = match self.winner {
            Some(winner) => Text::new(won).with("side", info.side(winner)),
            None => Text::new(drawn),
        };
        // The winner's count comes first.
        let ahead = self.winner.unwrap_or(Side::First);
        message
            .with("by", self.by.id)
            .with("first", board.pieces_of(ahead).len())
            .with("second", board.pieces_of(ahead.other()).len())
    }
}

/// What a side may declare, and with which outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declarations {
    /// The outcome if it ends the game by a right that the rules give it.
    pub alone: Option<Outcome>,
    /// The outcome if both sides agree to stop.
    pub together: Outcome,
}

impl Declarations {
    /// Only both sides together end the game, by that rule, and it is drawn.
    #[must_use]
    pub const fn draw(by: &'static EndReason) -> Self {
        Self {
            alone: None,
            together: Outcome::drawn(by),
        }
    }
}

/// A way in which a game can end, as the game declares it beside its facts.
///
/// Its words are found by the id; equal ids of one game are the same way.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct EndReason {
    /// `elimination`: what the log, the command line and Fluent's cases call it.
    pub id: &'static str,
    /// The clause of the rules: `E1`; empty if it is none of theirs.
    pub clause: &'static str,
    /// Whether pieces are counted then.
    pub counts: bool,
}

impl EndReason {
    /// An end of that id, by that clause, at which nothing is counted.
    #[must_use]
    pub const fn new(id: &'static str, clause: &'static str) -> Self {
        let counts = false;
        Self { id, clause, counts }
    }

    /// The same where pieces are counted.
    #[must_use]
    pub const fn counting(self) -> Self {
        let counts = true;
        Self { counts, ..self }
    }
}

/// A position came back too often, in a game with no rule of its own about that.
pub static REPETITION: EndReason = EndReason::new("repetition", "");
/// Both sides agreed to stop, in a game with no rule of its own about that.
pub static AGREEMENT: EndReason = EndReason::new("agreement", "");

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// How great a victory is, where a ruleset tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Grade {
    /// Everything was captured.
    Great,
    /// Pieces were counted.
    Small,
}
