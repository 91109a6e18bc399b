//! The state of a game in progress, as its readers see it: rules, text, drawing, search.

use crate::engine::{Level, Limits, SearchResult};
use crate::rules::{Declarations, Diagram, Outcome, Side, Square, Stage, Variant};
use crate::text::Text;

/// The state of a game: a position and the positions before it, its moves as text.
pub trait GameState: Send + Sync {
    /// A copy.
    fn fork(&self) -> Box<dyn GameState>;
    /// The variant played.
    fn variant(&self) -> &'static Variant;
    /// Who is to move. Meaningless once there is an outcome.
    fn turn(&self) -> Side;
    /// Whether pieces are being placed or moved.
    fn stage(&self) -> Stage;
    /// Whether the side to move moves again because the opponent had to pass.
    fn passed(&self) -> bool;
    /// How the game ended: the position's outcome, or repetition.
    fn outcome(&self) -> Option<Outcome>;
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
    /// Says why the text is not a legal move here.
    fn read(&self, text: &str) -> Result<MoveReport, Text>;
    /// Plays the move a text means.
    ///
    /// # Errors
    /// Says why the text is not a legal move here; nothing was played then.
    fn play(&mut self, text: &str) -> Result<MoveReport, Text>;
    /// At most `limit` completions of `typed`, sorted: whole moves if they are few
    /// enough, else the next word, else the next letter.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Completion>;
    /// The places that the next word of a move may name after `typed`, all of them: moves
    /// into a goal first, at the beginning too; then what takes most. None where the next
    /// word names no place.
    fn steps(&self, typed: &str) -> Vec<Step>;
    /// What was typed so far in the notation’s own form, which is never much longer than a
    /// move.
    fn normalise(&self, typed: &str) -> String;
    /// A few words on the end of a move or a part of one, where the notation alone does
    /// not explain it.
    fn label(&self, text: &str) -> Option<Text>;
    /// Whole moves that are usual now, where too many are possible to choose among.
    fn patterns(&self) -> Vec<String>;
    /// What there is to draw.
    fn diagram(&self) -> Diagram;
    /// What there is to draw while a move is being entered, of which `typed` is
    /// chosen: instead of the last move's marks those of this one, and where it may go
    /// on. The same as [`diagram`](Self::diagram) if there is nothing to add.
    fn preview(&self, typed: &str) -> Diagram;
    /// What there is to draw after the end: without marks for possible moves, and with
    /// what decided the game if it ended here by this outcome.
    fn concluded(&self, outcome: Option<Outcome>) -> Diagram;
    /// The move a text means, and the board as it would be after it.
    ///
    /// # Errors
    /// Says why the text is not a legal move here.
    fn propose(&self, text: &str) -> Result<(MoveReport, Diagram), Text>;
    /// The squares that a text names, for a picture of why it was refused.
    fn named(&self, text: &str) -> Vec<Square>;
    /// Looks for the best move, with a table of at most so many bytes, and tells every
    /// better one that it finds. None once the game is over.
    fn think(
        &self,
        level: Level,
        bytes: usize,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&SearchResult<String>),
    ) -> Option<SearchResult<String>>;
    /// The best move apart from that one; none if there is none.
    fn second(&self, text: &str, bytes: usize, limits: Limits<'_>) -> Option<SearchResult<String>>;
    /// What a legal move is good for, as far as it can be seen at once.
    fn reason(&self, text: &str) -> Reason;
}

/// A move that was played, or could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// Who moved.
    pub side: Side,
    /// The notation: `c2-c3`.
    pub text: String,
    /// The notation with what it takes, for display: `c2-c3xb3`.
    pub display: String,
    /// What it takes, sorted by name.
    pub captured: Vec<Square>,
}

/// What a move is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins, at once or by a declaration.
    Wins,
    /// It takes so many pieces.
    Takes(usize),
    /// The opponent would win otherwise.
    Parries,
    /// It wins next, if the opponent does nothing about it.
    Threatens,
    /// Nothing of these, but it leads to the best position that was found.
    Improves,
}

/// One answer of [`GameState::complete`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// The text with the completion taken.
    pub text: String,
    /// What to show: the same text, or a whole move with what it takes.
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
    /// The most that a move which begins like this takes.
    pub takes: usize,
}

/// Where a word of a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A square.
    Square(Square),
    /// A square whose piece has to go elsewhere.
    Displacing(Square),
    /// A goal.
    Goal,
}

impl To {
    /// The square, if it is one.
    #[must_use]
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Square(at) | Self::Displacing(at) => Some(at),
            Self::Goal => None,
        }
    }
}
