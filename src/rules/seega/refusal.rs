//! Why a text is not a legal move.

use super::text::term;
use crate::message::{Localize, Message};
use crate::rules::{Reason, Side, Square, Stage};

/// Why a text is not a legal move here, and what would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub why: Why,
    /// Some legal moves, with what they take; those close to what was meant, if there are any.
    pub legal: Vec<String>,
}

/// What is wrong with a text as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game has ended.
    Over {
        /// By which rule.
        by: Reason,
    },
    /// It does not look like a move.
    Unreadable {
        /// What kind of move was wanted.
        stage: Stage,
    },
    /// It is longer than any move.
    TooLong {
        /// What kind of move was wanted.
        stage: Stage,
    },
    /// It names a square that is not on the board.
    UnknownSquare {
        /// The name.
        name: String,
        /// What kind of move was wanted.
        stage: Stage,
        /// The square in the upper right corner.
        corner: Square,
    },
    /// A piece should move, but pieces are still being placed.
    StillPlacing,
    /// Pieces should be placed, but pieces already move.
    AlreadyMoving,
    /// A placement names one square.
    OneToPlace {
        /// The square.
        square: Square,
    },
    /// A placement names more than two squares.
    ManyToPlace {
        /// How many.
        given: usize,
    },
    /// A placement names a square twice.
    Twice {
        /// The square.
        square: Square,
    },
    /// A piece should be put on the centre.
    Closed {
        /// The centre.
        square: Square,
    },
    /// A piece should be put on another.
    Taken {
        /// The square of both.
        square: Square,
    },
    /// A step names only one square.
    NoTarget {
        /// The square.
        square: Square,
    },
    /// There is no piece to move.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece belongs to the opponent.
    NotYours {
        /// Its square.
        square: Square,
        /// The opponent.
        owner: Side,
    },
    /// A step ends where it began.
    NoStep {
        /// The square.
        square: Square,
    },
    /// A step goes across a corner.
    Diagonal {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A step goes farther than one square.
    Far {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A step ends on a piece.
    Occupied {
        /// Where it ends.
        square: Square,
    },
    /// A turn of several steps, where the ruleset has turns of one.
    OneStep,
    /// One of several steps captures nothing.
    Quiet {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// The piece can capture more, and must.
    MustGoOn {
        /// Where the piece is then.
        square: Square,
    },
    /// Some turn captures, and this one does not.
    MustCapture,
    /// Some turn lets the opponent move, and this one does not.
    MustOpen {
        /// The opponent.
        blocked: Side,
    },
}

impl Why {
    /// The clause of the rules that forbids it.
    #[must_use]
    pub fn clause(&self) -> &'static str {
        match self {
            Self::Over { by } => match by {
                Reason::Elimination => "E1",
                Reason::Dead => "E2",
                Reason::Barrier => "E3",
                Reason::Idle => "E4",
                Reason::Repetition => "E5",
                Reason::Claim | Reason::Agreement | Reason::Goal => "E6",
            },
            Self::Unreadable { stage }
            | Self::TooLong { stage }
            | Self::UnknownSquare { stage, .. } => match stage {
                Stage::Placement => "S1",
                Stage::Movement => "S3",
            },
            Self::StillPlacing | Self::AlreadyMoving => "S2",
            Self::OneToPlace { .. }
            | Self::ManyToPlace { .. }
            | Self::Twice { .. }
            | Self::Closed { .. }
            | Self::Taken { .. } => "S1",
            Self::NoTarget { .. }
            | Self::NoPiece { .. }
            | Self::NotYours { .. }
            | Self::NoStep { .. }
            | Self::Diagonal { .. }
            | Self::Far { .. }
            | Self::Occupied { .. } => "S3",
            Self::OneStep | Self::Quiet { .. } | Self::MustGoOn { .. } => "S10",
            Self::MustCapture => "S11",
            Self::MustOpen { .. } => "S13",
        }
    }

    /// The squares it is about.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match *self {
            Self::OneToPlace { square }
            | Self::Twice { square }
            | Self::Closed { square }
            | Self::Taken { square }
            | Self::NoTarget { square }
            | Self::NoPiece { square }
            | Self::NotYours { square, .. }
            | Self::NoStep { square }
            | Self::Occupied { square }
            | Self::MustGoOn { square } => vec![square],
            Self::Diagonal { from, to } | Self::Far { from, to } | Self::Quiet { from, to } => {
                vec![from, to]
            }
            _ => Vec::new(),
        }
    }

    fn id(&self) -> &'static str {
        match self {
            Self::Over { .. } => "seega-refused-over",
            Self::Unreadable { stage } => match stage {
                Stage::Placement => "seega-refused-unreadable-placement",
                Stage::Movement => "seega-refused-unreadable-movement",
            },
            Self::TooLong { stage } => match stage {
                Stage::Placement => "seega-refused-too-long-placement",
                Stage::Movement => "seega-refused-too-long-movement",
            },
            Self::UnknownSquare { .. } => "seega-refused-unknown-square",
            Self::StillPlacing => "seega-refused-still-placing",
            Self::AlreadyMoving => "seega-refused-already-moving",
            Self::OneToPlace { .. } => "seega-refused-one-to-place",
            Self::ManyToPlace { .. } => "seega-refused-many-to-place",
            Self::Twice { .. } => "seega-refused-twice",
            Self::Closed { .. } => "seega-refused-closed",
            Self::Taken { .. } => "seega-refused-taken",
            Self::NoTarget { .. } => "seega-refused-no-target",
            Self::NoPiece { .. } => "seega-refused-no-piece",
            Self::NotYours { .. } => "seega-refused-not-yours",
            Self::NoStep { .. } => "seega-refused-no-step",
            Self::Diagonal { .. } => "seega-refused-diagonal",
            Self::Far { .. } => "seega-refused-far",
            Self::Occupied { .. } => "seega-refused-occupied",
            Self::OneStep => "seega-refused-one-step",
            Self::Quiet { .. } => "seega-refused-quiet",
            Self::MustGoOn { .. } => "seega-refused-must-go-on",
            Self::MustCapture => "seega-refused-must-capture",
            Self::MustOpen { .. } => "seega-refused-must-open",
        }
    }
}

/// Every message has the arguments `$clause` and `$legal` (some legal moves,
/// separated by commas; empty once the game is over) and those of its data.
impl Localize for Refusal {
    fn message(&self) -> Message {
        let message = Message::new(self.why.id())
            .with("clause", self.why.clause())
            .with("legal", self.legal.join(", "));
        match &self.why {
            Why::UnknownSquare { name, corner, .. } => message
                .with("square", name.as_str())
                .with("corner", corner.to_string()),
            Why::ManyToPlace { given } => message.with("given", *given),
            Why::NotYours { square, owner } => message
                .with("square", square.to_string())
                .with("owner", term(*owner)),
            Why::MustOpen { blocked } => message.with("blocked", term(*blocked)),
            why => match *why.squares() {
                [square] => message.with("square", square.to_string()),
                [from, to] => message
                    .with("from", from.to_string())
                    .with("to", to.to_string()),
                _ => message,
            },
        }
    }
}
