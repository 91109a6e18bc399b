//! Outcomes of games.

use super::{Diagram, Side};
use crate::text::Text;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// The reason.
    pub by: &'static EndReason,
    /// The grade of the victory, if the ruleset has grades.
    pub grade: Option<Grade>,
}

impl Outcome {
    /// A win for this reason, without a grade.
    pub const fn won(winner: Side, by: &'static EndReason) -> Self {
        Self {
            winner: Some(winner),
            ..Self::drawn(by)
        }
    }

    /// A draw for this reason.
    pub const fn drawn(by: &'static EndReason) -> Self {
        Self {
            winner: None,
            by,
            grade: None,
        }
    }

    /// Reason and grade, as stored: `elimination great`.
    pub fn termination(self) -> String {
        match self.grade {
            Some(grade) => format!("{} {grade}", self.by.id),
            None => self.by.id.to_owned(),
        }
    }

    /// The outcome on this board, as a sentence without the players' names.
    pub fn result(self, board: &Diagram) -> Text {
        self.describe(["result-won", "result-drawn"], board)
    }

    /// The outcome on this board, in the first of these messages, or in the second if it is a draw:
    /// with the winner's side, the reason, and the number of each side's pieces, the winner's first.
    pub fn describe(self, [won, drawn]: [&'static str; 2], board: &Diagram) -> Text {
        let message = match self.winner {
            Some(winner) => Text::new(won).with("side", board.info.side(winner)),
            None => Text::new(drawn),
        };
        let ahead = self.winner.unwrap_or(Side::First);
        message
            .with("by", self.by.id)
            .with("first", board.pieces_of(ahead).len())
            .with("second", board.pieces_of(ahead.other()).len())
    }
}

/// The outcomes that a side can declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declarations {
    /// The outcome if it ends the game by right.
    pub alone: Option<Outcome>,
    /// The outcome if both sides agree to stop.
    pub together: Outcome,
}

impl Declarations {
    /// No right to end the game alone; if both sides agree, a draw for this reason.
    pub const fn draw(by: &'static EndReason) -> Self {
        Self {
            alone: None,
            together: Outcome::drawn(by),
        }
    }
}

/// A way in which a game can end, declared by the game.
///
/// Its texts are found by the id, which is unique in a game.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct EndReason {
    /// `elimination`: the id in the log, on the command line and in Fluent's cases.
    pub id: &'static str,
    /// The clause of the rules: `E1`; empty if it is not in the rules.
    pub clause: &'static str,
    /// Whether pieces are counted.
    pub counts: bool,
}

impl EndReason {
    /// An end reason with this id and clause, without counting.
    pub const fn new(id: &'static str, clause: &'static str) -> Self {
        let counts = false;
        Self { id, clause, counts }
    }

    /// The end reason, with counting.
    pub const fn counting(self) -> Self {
        let counts = true;
        Self { counts, ..self }
    }
}

/// A position was repeated too often, in a game without its own rule for this.
pub static REPETITION: EndReason = EndReason::new("repetition", "");
/// Both sides agreed to stop, in a game without its own rule for this.
pub static AGREEMENT: EndReason = EndReason::new("agreement", "");

/// The grade of a victory, in rulesets with grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Grade {
    /// Everything was captured.
    Great,
    /// Pieces were counted.
    Small,
}
