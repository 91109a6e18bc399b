//! What every game's rules have in common: positions, sides, outcomes, diagrams.
//!
//! Pure and synchronous: no clock, no randomness, no input or output. A game is
//! one folder here, a type that implements [`Position`], and one line in
//! [`crate::registry`].

pub mod diagram;
pub mod gyges;
pub mod lesson;
pub mod outcome;
pub mod perft;
pub mod seega;
pub mod side;
pub mod square;

pub use diagram::{Diagram, Goal, Mark, Piece, Place, Shape};
pub use lesson::{Lesson, Scene};
pub use outcome::{Grade, Outcome, Reason};
pub use side::{BySide, Side};
pub use square::Square;

use std::fmt::Display;
use std::hash::Hash;

use crate::message::{Localize, Message};

/// The static facts of a kind of game.
#[derive(Debug, PartialEq, Eq)]
pub struct Info {
    /// `seega`: what the database and the commands call it.
    pub id: &'static str,
    /// The message that names the game.
    pub name: &'static str,
    /// The term that names a side; its cases are `first` and `second`.
    pub side_term: &'static str,
    /// One letter a side, as positions write them.
    pub letters: BySide<&'static str>,
    /// Every variant, the default first.
    pub variants: &'static [Variant],
    /// The message that asks a side to place; its arguments are `player` and `side`.
    pub to_place: &'static str,
    /// The message above the menus in which pieces are placed.
    pub panel_place: &'static str,
    /// Whether pieces are counted when a game ends otherwise than by a win on the board.
    pub counts: bool,
    /// Positions to explain the rules with, one a size of board.
    pub examples: &'static [Example],
}

/// A position and a move in it that show what the game is about.
#[derive(Debug, PartialEq, Eq)]
pub struct Example {
    /// The size of board it is on.
    pub size: u8,
    /// The position, as text.
    pub position: &'static str,
    /// The move, in its notation.
    pub text: &'static str,
}

/// A board and a ruleset of a kind of game.
///
/// The rules of a variant never change once a game was played by them: a
/// correction gets an id of its own, so that old games always replay.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// `seega-5-classic`.
    pub id: &'static str,
    /// The board, as players write it: `5×5`.
    pub board: &'static str,
    /// The ruleset's name: `classic`.
    pub ruleset: &'static str,
    /// Squares along an edge.
    pub size: u8,
    /// What happens when a position comes back.
    pub repetition: Repetition,
}

/// What happens when a position comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// The game ends when the same position (see [`Position`]'s equality) stands
    /// for that many times.
    Ends(usize),
    /// It may not come back: see [`Position::forbids`]. A player without any
    /// other move ends the game, by [`Position::repeated`].
    Forbidden,
}

/// Which of the two commands enters the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Pieces are put on the board: `/place`.
    Placement,
    /// Pieces move: `/move`.
    Movement,
}

/// A position of one game, and through it the rules of that game.
///
/// # Equality
/// Two positions are equal when the rules allow the same play from both:
/// counters do not count.
pub trait Position: Clone + Eq + Hash + Display + Send + Sync + 'static {
    /// One whole turn of one side. `Display` is its notation: words joined by
    /// `-`, `=` or a space, unique among the legal moves.
    type Move: Clone + Eq + Display + Send + Sync;
    /// Why a text is not a legal move here.
    type Refusal: Localize;
    /// Why a text is not a position.
    type Invalid: Localize;
    /// The static facts of the game.
    const INFO: &'static Info;

    /// The clauses a variant is played by, each on a board, in their order.
    ///
    /// # Panics
    /// May, if `variant` is not one of [`Self::INFO`]'s.
    fn lessons(variant: &'static Variant) -> Vec<Lesson>;

    /// The starting position.
    ///
    /// # Panics
    /// May, if `variant` is not one of [`Self::INFO`]'s.
    fn new(variant: &'static Variant) -> Self;

    /// Reads a position as `Display` writes it.
    ///
    /// # Errors
    /// If the text is not a position of that variant; never panics.
    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Self::Invalid>;

    /// Who is to move. Need not alternate. Means nothing once the game is over.
    fn turn(&self) -> Side;

    /// Whether pieces are being placed or moved.
    fn stage(&self) -> Stage;

    /// Every legal move, in no particular order; empty exactly when
    /// [`outcome`](Self::outcome) is known.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Calls `visit` with the position after each legal move; for counting.
    ///
    /// Calls it exactly once a legal move.
    fn each_successor(&self, visit: &mut dyn FnMut(&Self)) {
        for legal in self.legal_moves() {
            let mut next = self.clone();
            next.play(&legal);
            visit(&next);
        }
    }

    /// Reads notation, generously, as a legal move.
    ///
    /// # Errors
    /// Says which rule forbids it; never panics, whatever the text.
    fn read(&self, text: &str) -> Result<Self::Move, Self::Refusal>;

    /// Whether a legal move may not be played after the positions `before`,
    /// oldest first, because it would bring one of them back. Asked only where
    /// repetition is [`Repetition::Forbidden`].
    fn forbids(&self, _legal: &Self::Move, _before: &[Self]) -> bool {
        false
    }

    /// The same as [`read`](Self::read), after the positions `before`, oldest
    /// first: moves that they forbid are refused, and not offered instead.
    ///
    /// # Errors
    /// Says which rule forbids it; never panics, whatever the text.
    fn read_after(&self, text: &str, _before: &[Self]) -> Result<Self::Move, Self::Refusal> {
        self.read(text)
    }

    /// Every way to write a move word by word that completion should offer;
    /// its notation first.
    fn spellings(&self, legal: &Self::Move) -> Vec<String> {
        vec![legal.to_string()]
    }

    /// The texts that go on from `typed` by one word, if the legal moves are too
    /// many to list for each letter that a person types; none if they are not.
    fn next_words(&self, _typed: &str) -> Option<Vec<String>> {
        None
    }

    /// What the end of a part of a move, or of a whole one, means, in a few words;
    /// none if there is nothing that the notation does not say.
    fn hint(&self, _text: &str) -> Option<Message> {
        None
    }

    /// What a person typed so far, in the notation's own form: `C2>c` is `c2-c`.
    fn normalise(&self, typed: &str) -> String;

    /// The squares whose pieces a legal move takes, sorted by name.
    fn captures(&self, legal: &Self::Move) -> Vec<Square>;

    /// A legal move with what it takes, for display: `c2-c3xb3`.
    fn annotate(&self, legal: &Self::Move) -> String;

    /// Plays a legal move.
    ///
    /// # Panics
    /// May, if the move is not legal here.
    fn play(&mut self, legal: &Self::Move);

    /// How the game ended, if this position ends it. Repetition needs the
    /// history and is not seen here.
    fn outcome(&self) -> Option<Outcome>;

    /// The outcome when this position has stood too often, or when every move is
    /// forbidden because it would bring an earlier one back.
    fn repeated(&self) -> Outcome;

    /// The outcome when both players agree to stop here.
    fn agreed(&self) -> Outcome;

    /// The outcome if `side` may end the game now by a claim the rules grant
    /// without the opponent's consent.
    fn claim(&self, side: Side) -> Option<Outcome>;

    /// Whether the side to move moves again because the opponent had no move.
    fn passed(&self) -> bool;

    /// What there is to draw; `last` is the position before, and the move that
    /// led here.
    fn diagram(&self, last: Option<(&Self, &Self::Move)>) -> Diagram;

    /// What there is to draw while a move is being entered: `typed` is the part
    /// that was chosen, in the notation's own form, and marked as if it were
    /// done, with where it may go on; `last` is as for [`diagram`](Self::diagram).
    /// None if it is nothing to look at.
    fn sketch(&self, _typed: &str, _last: Option<(&Self, &Self::Move)>) -> Option<Diagram> {
        None
    }

    /// What decided a game that ended here: [`Mark::Wall`] and [`Mark::Decisive`], but
    /// for a piece in a goal, which decides it by being there;
    /// `last` is as for [`diagram`](Self::diagram).
    fn decisive(
        &self,
        _last: Option<(&Self, &Self::Move)>,
        _outcome: Outcome,
    ) -> Vec<(Square, Mark)> {
        Vec::new()
    }
}
