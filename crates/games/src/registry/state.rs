//! The state of a game in progress: rules, text, drawing, search.

use crate::engine::{Level, Limits, SearchResult, Tell};
use crate::rules::{Declarations, Diagram, Outcome, Reason, Refusal, Side, Square, Stage, Variant};
use crate::text::Text;

/// The state of a game: a position and the positions before it, its moves as text.
pub trait GameState: Send + Sync {
    /// A copy.
    fn fork(&self) -> Box<dyn GameState>;
    /// The variant played.
    fn variant(&self) -> &'static Variant;
    /// The side to move. Meaningless once there is an outcome.
    fn turn(&self) -> Side;
    /// The stage: placing or moving.
    fn stage(&self) -> Stage;
    /// Returns whether the side to move moves again because the opponent had to pass.
    fn passed(&self) -> bool;
    /// How the game ended: the position's outcome, or repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// The outcome, or that of a declaration that wins now, which the engine always makes.
    fn outcome_or_declared_win(&self) -> Option<Outcome> {
        let wins = |side| {
            let alone = self.declarations(side).alone?;
            (alone.winner == Some(side)).then_some(alone)
        };
        let declared = || Side::BOTH.into_iter().find_map(wins);
        self.outcome().or_else(declared)
    }
    /// Returns whether the game ends when this position comes up once more.
    fn is_last_but_one(&self) -> bool;
    /// After how many turns without progress the game ends, if it ends like that.
    fn turns_left(&self) -> Option<u32>;
    /// What `side` may declare now, on its turn or not, and with which outcome.
    fn declarations(&self, side: Side) -> Declarations;
    /// Leaves at exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// The position, as text.
    fn position(&self) -> String;
    /// The last move, if any was played.
    fn last(&self) -> Option<&MoveReport>;
    /// Every legal move in its notation, in no particular order.
    fn legal_moves(&self) -> Vec<String>;
    /// The move a text means, without playing it.
    ///
    /// # Errors
    /// Why the text is not a legal move here.
    fn read(&self, text: &str) -> Result<MoveReport, Refusal>;
    /// Plays the move a text means.
    ///
    /// # Errors
    /// Why the text is not a legal move here; then nothing was played.
    fn play(&mut self, text: &str) -> Result<MoveReport, Refusal>;
    /// At most `limit` completions of `typed`, sorted: whole moves if they are few
    /// enough, else the next word, else the next letter.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Completion>;
    /// The places that the next word of a move may name after `typed`, all of them: moves into a
    /// goal first, also before a word is typed; then those with the most captures. Empty if the
    /// next word names no place.
    fn steps(&self, typed: &str) -> Vec<Step>;
    /// The typed text in the notation's own form, which is never much longer than a move.
    fn normalise(&self, typed: &str) -> String;
    /// A short explanation of the end of a move or of a part of one, if the notation alone does not
    /// explain it.
    fn label(&self, text: &str) -> Option<Text>;
    /// Common whole moves, if there are too many legal ones to choose from.
    fn patterns(&self) -> Vec<String>;
    /// The diagram to draw.
    fn diagram(&self) -> Diagram;
    /// The diagram while a move is being entered, of which `typed` is chosen: with the marks of
    /// this move instead of the last one's, and with its possible continuations. The same as
    /// [`diagram`](Self::diagram) if there is nothing to add.
    fn preview(&self, typed: &str) -> Diagram;
    /// The diagram after the end: without marks for possible moves, and with marks of what decided
    /// the game if it ended here with this outcome.
    fn concluded(&self, outcome: Option<Outcome>) -> Diagram;
    /// The move a text means, and the board after it, without playing it.
    ///
    /// # Errors
    /// Why the text is not a legal move here.
    fn propose(&self, text: &str) -> Result<(MoveReport, Diagram), Refusal>;
    /// The squares that a text names, to mark them when it is refused.
    fn named(&self, text: &str) -> Vec<Square>;
    /// Searches for the best move, and reports every better result. `None` once the game is over.
    fn think(&self, level: Level, limits: Limits<'_>, tell: &mut Tell<'_>) -> Option<SearchResult>;
    /// The best move other than this one; `None` if there is no other.
    fn second(&self, text: &str, limits: Limits<'_>) -> Option<SearchResult>;
    /// The purpose of a legal move, if one can be told without a search.
    fn reason(&self, text: &str) -> Option<Reason>;
}

/// A move that was played, or could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The side that moved.
    pub side: Side,
    /// The notation: `c2-c3`.
    pub text: String,
    /// The notation with its captures, for display: `c2-c3xb3`.
    pub display: String,
    /// The captured squares, sorted by name.
    pub captured: Vec<Square>,
}

/// One answer of [`GameState::complete`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// The text after the completion.
    pub text: String,
    /// The label: the same text, or a whole move with its captures.
    pub display: String,
    /// Whether the text is a whole legal move.
    pub whole: bool,
}

/// One answer of [`GameState::steps`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The text with this word.
    pub text: String,
    /// The place that the word names.
    pub to: To,
    /// Whether the text is a whole legal move.
    pub whole: bool,
    /// The most captures of a move that starts like this.
    pub takes: usize,
}

/// The place that a word of a move names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A square.
    Square(Square),
    /// A square whose piece is displaced.
    Displacing(Square),
    /// A goal.
    Goal,
}

impl To {
    /// The square, if it is one.
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Square(at) | Self::Displacing(at) => Some(at),
            Self::Goal => None,
        }
    }
}
