//! The list of games, and the one place where typed moves become text.
//!
//! Above this line a move is text: in a command, in the log of a game, in a
//! completion. Below it, it is a value of the game's own type.

pub mod clause;
mod completion;
mod line;

use line::Line;

use crate::engine::{Limits, Mind, Thought};
use crate::message::Message;
use crate::rules::{
    Clause, Diagram, Evaluate, Fortress, Info, Measures, Outcome, Show, Side, Square, Stage,
    Variant, gyges, seega,
};

/// The kinds of games that can be played, the default first.
///
/// A value and not a static, so that a test can bring its own game.
#[derive(Clone, Copy)]
pub struct Registry(&'static [&'static dyn Rules]);

impl Registry {
    /// The kinds of games that Siwa hosts. A new game is a line here.
    #[must_use]
    pub const fn standard() -> Self {
        Self(&[
            &Entry::<seega::Position>::NEW,
            &Entry::<gyges::Position>::NEW,
        ])
    }

    /// These kinds of games. No id of a kind or a variant may occur twice.
    #[must_use]
    pub const fn of(games: &'static [&'static dyn Rules]) -> Self {
        Self(games)
    }

    /// Every kind of game, the default first.
    pub fn games(self) -> impl Iterator<Item = &'static dyn Rules> {
        self.0.iter().copied()
    }

    /// The kind of game of that id.
    #[must_use]
    pub fn find(self, id: &str) -> Option<&'static dyn Rules> {
        self.games().find(|rules| rules.info().id == id)
    }

    /// The variant of that id, and its kind of game.
    #[must_use]
    pub fn variant(self, id: &str) -> Option<(&'static dyn Rules, &'static Variant)> {
        self.games().find_map(|rules| {
            let mut variants = rules.info().variants.iter();
            Some((rules, variants.find(|variant| variant.id == id)?))
        })
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids = self.games().map(|rules| rules.info().id);
        f.debug_list().entries(ids).finish()
    }
}

/// A kind of game, its positions and moves as text.
pub trait Rules: Send + Sync {
    /// The static facts.
    fn info(&self) -> &'static Info;

    /// The clauses of a variant, each with an example, in their order.
    fn clauses(&self, variant: &'static Variant) -> Vec<Clause>;

    /// How many inputs the net has that judges positions; 0 if there is none.
    fn inputs(&self) -> usize;

    /// A new line of play from the starting position.
    fn start(&self, variant: &'static Variant) -> Box<dyn Play>;

    /// A new line of play from a position given as text.
    ///
    /// # Errors
    /// If the text is not a position of that variant.
    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn Play>, Message>;
}

/// A line of play: a position and the positions before it, its moves as text.
pub trait Play: Send + Sync {
    /// The variant played.
    fn variant(&self) -> &'static Variant;
    /// The position, as text.
    fn position(&self) -> String;
    /// Who is to move. Meaningless once there is an outcome.
    fn turn(&self) -> Side;
    /// Whether pieces are being placed or moved.
    fn stage(&self) -> Stage;
    /// Whether the side to move moves again because the opponent had to pass.
    fn passed(&self) -> bool;
    /// How the line ended: the position's outcome, or repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// The outcome if both players stop here.
    fn agreed(&self) -> Outcome;
    /// The outcome if `side` may end the game now by right.
    fn claim(&self, side: Side) -> Option<Outcome>;
    /// The fortress of `side`; none in games without fortresses.
    fn fortress(&self, side: Side) -> Option<Fortress>;
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
    fn propose(&self, text: &str) -> Result<(MoveReport, Diagram), Message>;
    /// The last move, if any was played in this line.
    fn last(&self) -> Option<&MoveReport>;
    /// Every legal move in its notation, in no particular order.
    fn legal_moves(&self) -> Vec<String>;
    /// A few words on the end of a move or a part of one, where the notation alone does
    /// not explain it.
    fn label(&self, text: &str) -> Option<Message>;
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
    /// Whole moves that are usual now, where too many are possible to choose among.
    fn patterns(&self) -> Vec<String>;
    /// The squares that a text names, for a picture of why it was refused.
    fn named(&self, text: &str) -> Vec<Square>;
    /// The move a text means, without playing it.
    ///
    /// # Errors
    /// Says why the text is not a legal move here.
    fn read(&self, text: &str) -> Result<MoveReport, Message>;
    /// Plays the move a text means.
    ///
    /// # Errors
    /// Says why the text is not a legal move here; nothing was played then.
    fn play(&mut self, text: &str) -> Result<MoveReport, Message>;
    /// A copy.
    fn fork(&self) -> Box<dyn Play>;
    /// Looks for the best move, with a table of at most so many bytes, and tells every
    /// better one that it finds. None once the game is over.
    fn think(
        &self,
        mind: Mind,
        bytes: usize,
        limits: Limits<'_>,
        tell: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Thought<String>>;
    /// The best move apart from that one; none if there is none.
    fn second(&self, text: &str, bytes: usize, limits: Limits<'_>) -> Option<Thought<String>>;
    /// What a legal move is good for, as far as it can be seen at once.
    fn reason(&self, text: &str) -> Reason;
    /// By what the position is judged; none if a win is seen, or pieces are being placed.
    fn judged(&self) -> Option<Judged>;
    /// Leaves at exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
}

/// What a position is judged by, for who fits it to the ends of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// What is counted.
    pub measures: Measures,
    /// What that is worth, in hundredths of a piece.
    pub points: i32,
    /// The inputs of the net that are on.
    pub inputs: Vec<u16>,
    /// Those that would be if the board were seen in a mirror.
    pub mirrored: Vec<u16>,
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
    /// It wins, at once or by a claim.
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

/// One answer of [`Play::complete`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// The text with the completion taken.
    pub text: String,
    /// What to show: the same text, or a whole move with what it takes.
    pub display: String,
    /// Whether the text is a whole legal move.
    pub whole: bool,
}

/// One answer of [`Play::steps`].
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

/// Implements [`Rules`] for a game.
#[derive(Debug)]
pub struct Entry<P>(std::marker::PhantomData<fn() -> P>);

impl<P> Entry<P> {
    /// The entry.
    pub const NEW: Self = Self(std::marker::PhantomData);
}

impl<P: Show + Evaluate> Rules for Entry<P> {
    fn info(&self) -> &'static Info {
        P::INFO
    }

    fn inputs(&self) -> usize {
        P::INPUTS
    }

    fn clauses(&self, variant: &'static Variant) -> Vec<Clause> {
        P::clauses(variant)
    }

    fn start(&self, variant: &'static Variant) -> Box<dyn Play> {
        Box::new(Line::from(variant, P::new(variant)))
    }

    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn Play>, Message> {
        Ok(Box::new(Line::from(variant, P::parse(variant, position)?)))
    }
}
