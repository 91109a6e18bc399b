//! Why a text is not a legal move.

use super::text::term;
use crate::message::{Localize, Message};
use crate::rules::square::list;
use crate::rules::{Reason, Side, Square, Stage};

/// Why a text is not a legal move here, and what would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub why: Why,
    /// Some legal moves; those close to what was meant, if there are any.
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
    },
    /// A piece should move, but pieces are still being put on the board.
    StillPlacing,
    /// Pieces should be put on the board, but they already move.
    AlreadyMoving,
    /// A set-up has not six pieces.
    NotSix {
        /// How many it has.
        given: usize,
    },
    /// A set-up has not two pieces of each level.
    NotTwoEach {
        /// How many of each level it has.
        given: [usize; 3],
    },
    /// A set-up names a level that no piece has.
    NoLevel {
        /// What it names.
        name: String,
    },
    /// A set-up names a square twice.
    Twice {
        /// The square.
        square: Square,
    },
    /// A set-up puts a piece elsewhere than on one's own first row or rows.
    NotOwnRow {
        /// The square.
        square: Square,
        /// The numbers of the rows that are allowed.
        rows: Vec<u8>,
    },
    /// Only a piece is named.
    NoTarget {
        /// Its square.
        square: Square,
        /// Its level.
        level: u8,
    },
    /// There is no piece to move.
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece stands farther away than the row that may move.
    FarRow {
        /// Its square.
        square: Square,
        /// The number of the row that may move.
        row: u8,
        /// Whether there are pieces on a nearer row, none of which can move.
        stuck: bool,
    },
    /// The piece stands nearer than the row that may move, for nothing there can move.
    StuckRow {
        /// Its square.
        square: Square,
        /// The number of the row that may move.
        row: u8,
    },
    /// So many steps do not lead there.
    Steps {
        /// Where they begin.
        from: Square,
        /// How many they are.
        level: u8,
        /// Where they should end.
        to: Square,
        /// How many steps away that is.
        distance: u8,
    },
    /// So many steps do not lead into the goal.
    GoalSteps {
        /// Where they begin.
        from: Square,
        /// How many they are.
        level: u8,
    },
    /// The goal is not entered from that part of the last row.
    NotGate {
        /// Where the steps begin.
        from: Square,
        /// From where the goal is entered.
        gates: Vec<Square>,
    },
    /// Pieces stand in every way.
    Blocked {
        /// Where the ways begin.
        from: Square,
        /// How many steps they have.
        level: u8,
        /// Where they end; none for the goal.
        to: Option<Square>,
        /// The pieces in them.
        by: Vec<Square>,
    },
    /// A border was crossed before.
    Crossed {
        /// The squares on its two sides.
        border: [Square; 2],
    },
    /// A square was visited before.
    Visited {
        /// The square.
        square: Square,
    },
    /// A piece can get there only by using something twice.
    OnlyTwice {
        /// The piece.
        from: Square,
        /// Where it should end; none for the goal.
        to: Option<Square>,
        /// Whether borders are meant, and not squares.
        borders: bool,
    },
    /// The route goes on from an empty square.
    NoBounce {
        /// The square.
        square: Square,
    },
    /// The piece comes back to where it stood.
    NoChange {
        /// The square.
        square: Square,
    },
    /// Two equal pieces change places.
    EqualSwap {
        /// One square.
        from: Square,
        /// The other.
        to: Square,
        /// Their level.
        level: u8,
    },
    /// It is not said where the displaced piece goes.
    NoDrop {
        /// Where that piece stands.
        square: Square,
        /// Its level.
        level: u8,
    },
    /// It is said where a displaced piece goes, and there is none.
    NothingToDrop {
        /// The empty square where the mover ends; none for the goal.
        square: Option<Square>,
    },
    /// The displaced piece should be put on another.
    Occupied {
        /// The square of both.
        square: Square,
    },
    /// The displaced piece should be put beyond the opponent's row.
    Beyond {
        /// The square.
        square: Square,
        /// The opponent.
        side: Side,
        /// The number of the opponent's row.
        row: u8,
    },
    /// The displaced piece should be put into a goal.
    DropInGoal,
    /// A piece should enter the mover's own goal.
    OwnGoal {
        /// The mover.
        side: Side,
    },
    /// The route goes on from a goal.
    PastGoal,
    /// The board stood like this before.
    Recurs,
}

impl Why {
    /// The clause of the rules that forbids it.
    #[must_use]
    pub fn clause(&self) -> &'static str {
        match self {
            Self::Over { by } => match by {
                Reason::Goal => "G12",
                Reason::Repetition => "G14",
                _ => "G4",
            },
            Self::Unreadable { stage }
            | Self::TooLong { stage }
            | Self::UnknownSquare { stage, .. } => match stage {
                Stage::Placement => "G2",
                Stage::Movement => "G5",
            },
            Self::StillPlacing
            | Self::AlreadyMoving
            | Self::NotSix { .. }
            | Self::NotTwoEach { .. }
            | Self::NoLevel { .. }
            | Self::Twice { .. }
            | Self::NotOwnRow { .. } => "G2",
            Self::NoPiece { .. } => "G3",
            Self::FarRow { stuck, .. } => match stuck {
                true => "G4",
                false => "G3",
            },
            Self::StuckRow { .. } => "G4",
            Self::NoTarget { .. } | Self::Steps { .. } | Self::Blocked { .. } => "G5",
            Self::NoBounce { .. } => "G6",
            Self::NoDrop { .. } | Self::NothingToDrop { .. } => "G7",
            Self::Crossed { .. } | Self::Visited { .. } | Self::OnlyTwice { .. } => "G8",
            Self::Occupied { .. } | Self::Beyond { .. } | Self::DropInGoal => "G9",
            Self::GoalSteps { .. } | Self::OwnGoal { .. } | Self::PastGoal => "G10",
            Self::NotGate { .. } => "G11",
            Self::NoChange { .. } | Self::EqualSwap { .. } => "G13",
            Self::Recurs => "G14",
        }
    }

    fn id(&self) -> &'static str {
        match self {
            Self::Over { .. } => "gyges-refused-over",
            Self::Unreadable { stage } => match stage {
                Stage::Placement => "gyges-refused-unreadable-placement",
                Stage::Movement => "gyges-refused-unreadable-movement",
            },
            Self::TooLong { stage } => match stage {
                Stage::Placement => "gyges-refused-too-long-placement",
                Stage::Movement => "gyges-refused-too-long-movement",
            },
            Self::UnknownSquare { .. } => "gyges-refused-unknown-square",
            Self::StillPlacing => "gyges-refused-still-placing",
            Self::AlreadyMoving => "gyges-refused-already-moving",
            Self::NotSix { .. } => "gyges-refused-not-six",
            Self::NotTwoEach { .. } => "gyges-refused-not-two-each",
            Self::NoLevel { .. } => "gyges-refused-no-level",
            Self::Twice { .. } => "gyges-refused-twice",
            Self::NotOwnRow { .. } => "gyges-refused-not-own-row",
            Self::NoTarget { .. } => "gyges-refused-no-target",
            Self::NoPiece { .. } => "gyges-refused-no-piece",
            Self::FarRow { stuck, .. } => match stuck {
                true => "gyges-refused-far-row-stuck",
                false => "gyges-refused-far-row",
            },
            Self::StuckRow { .. } => "gyges-refused-stuck-row",
            Self::Steps { .. } => "gyges-refused-steps",
            Self::GoalSteps { .. } => "gyges-refused-goal-steps",
            Self::NotGate { .. } => "gyges-refused-not-gate",
            Self::Blocked { to: Some(_), .. } => "gyges-refused-blocked",
            Self::Blocked { to: None, .. } => "gyges-refused-goal-blocked",
            Self::Crossed { .. } => "gyges-refused-crossed",
            Self::Visited { .. } => "gyges-refused-visited",
            Self::OnlyTwice { borders, .. } => match borders {
                true => "gyges-refused-only-crossing",
                false => "gyges-refused-only-visiting",
            },
            Self::NoBounce { .. } => "gyges-refused-no-bounce",
            Self::NoChange { .. } => "gyges-refused-no-change",
            Self::EqualSwap { .. } => "gyges-refused-equal-swap",
            Self::NoDrop { .. } => "gyges-refused-no-drop",
            Self::NothingToDrop { .. } => "gyges-refused-nothing-to-drop",
            Self::Occupied { .. } => "gyges-refused-occupied",
            Self::Beyond { .. } => "gyges-refused-beyond",
            Self::DropInGoal => "gyges-refused-drop-in-goal",
            Self::OwnGoal { .. } => "gyges-refused-own-goal",
            Self::PastGoal => "gyges-refused-past-goal",
            Self::Recurs => "gyges-refused-recurs",
        }
    }
}

/// Every message has the arguments `$clause` and `$legal` (some legal moves,
/// separated by commas; empty once the game is over) and those of its data. A
/// goal as an argument is `goal`, as the notation writes it.
impl Localize for Refusal {
    fn message(&self) -> Message {
        let message = Message::new(self.why.id())
            .with("clause", self.why.clause())
            .with("legal", self.legal.join(", "));
        let at = |name, square: &Square| (name, square.to_string());
        let or_goal =
            |to: &Option<Square>| to.map_or_else(|| "goal".to_owned(), |to| to.to_string());
        let texts: Vec<(&'static str, String)> = match &self.why {
            Why::UnknownSquare { name, .. } => vec![("square", name.clone())],
            Why::NoLevel { name } => vec![("level", name.clone())],
            Why::NotOwnRow { square, rows } => {
                let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
                vec![at("square", square), ("rows", rows.join(", "))]
            }
            Why::Twice { square }
            | Why::NoPiece { square }
            | Why::NoTarget { square, .. }
            | Why::FarRow { square, .. }
            | Why::StuckRow { square, .. }
            | Why::Visited { square }
            | Why::NoBounce { square }
            | Why::NoChange { square }
            | Why::NoDrop { square, .. }
            | Why::Occupied { square }
            | Why::Beyond { square, .. } => vec![at("square", square)],
            Why::NothingToDrop { square } => vec![("square", or_goal(square))],
            Why::Steps { from, to, .. } | Why::EqualSwap { from, to, .. } => {
                vec![at("from", from), at("to", to)]
            }
            Why::GoalSteps { from, .. } => vec![at("from", from)],
            Why::NotGate { from, gates } => vec![at("from", from), ("gates", list(gates, ", "))],
            Why::Blocked { from, to, by, .. } => vec![
                at("from", from),
                ("to", or_goal(to)),
                ("squares", list(by, ", ")),
            ],
            Why::OnlyTwice { from, to, .. } => vec![at("from", from), ("to", or_goal(to))],
            Why::Crossed {
                border: [one, another],
            } => vec![("border", format!("{one}|{another}"))],
            _ => Vec::new(),
        };
        let message = texts
            .into_iter()
            .fold(message, |message, (name, text)| message.with(name, text));
        let number = |message: Message, name, number: u8| message.with(name, u32::from(number));
        match &self.why {
            Why::NotSix { given } => message.with("given", *given),
            Why::NotTwoEach {
                given: [ones, twos, threes],
            } => message
                .with("ones", *ones)
                .with("twos", *twos)
                .with("threes", *threes),
            Why::FarRow { row, .. } | Why::StuckRow { row, .. } => number(message, "row", *row),
            Why::Steps {
                level, distance, ..
            } => number(number(message, "level", *level), "distance", *distance),
            Why::NoTarget { level, .. }
            | Why::GoalSteps { level, .. }
            | Why::Blocked { level, .. }
            | Why::EqualSwap { level, .. }
            | Why::NoDrop { level, .. } => number(message, "level", *level),
            Why::Beyond { side, row, .. } => number(message.with("side", term(*side)), "row", *row),
            Why::OwnGoal { side } => message.with("side", term(*side)),
            _ => message,
        }
    }
}
