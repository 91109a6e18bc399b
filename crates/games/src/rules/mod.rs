//! What every game's rules have in common: positions, sides, outcomes, diagrams.
//!
//! Pure and synchronous: no clock, no randomness, no input or output. A game is one folder here, a
//! type that implements [`Position`] (the rules), [`Notation`] (its text), [`Show`] (its board) and
//! [`Evaluate`] (the engine's knowledge), and one line in [`crate::registry`]. Nine methods have no
//! default; the others fit most games: the tests’ noughts and crosses overrides only [`Position::stage`].

pub mod clause;
pub mod diagram;
pub mod evaluate;
pub mod grammar;
pub mod gyges;
pub mod logarithm;
pub mod net;
pub mod notation;
pub mod outcome;
pub mod seega;
pub mod show;
pub mod side;
pub mod square;
#[cfg(test)]
mod tests;

pub use clause::{Clause, Example};
pub use diagram::{Diagram, Goal, Mark, Piece, Place};
pub use evaluate::{Evaluate, Evaluation, Measures, Reason};
pub use notation::{Notation, Refusal};
pub use outcome::{AGREEMENT, Declarations, EndReason, Grade, Outcome, REPETITION};
pub use show::Show;
pub use side::{BySide, Side};
pub use square::Square;

use std::ops::ControlFlow::{self, Break, Continue};

use crate::text::Text;

/// The static facts of a kind of game.
#[derive(Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// `seega`: the id in the database and in commands.
    pub id: &'static str,
    /// The message that names the game.
    pub name: &'static str,
    /// The term that names a side; its cases are `first` and `second`.
    pub side_term: &'static str,
    /// Whether the sides sit at opposite ends, so that the second one sees its private boards turned.
    pub faces: bool,
    /// One letter a side, as positions write them.
    pub letters: BySide<&'static str>,
    /// Every variant, the default first.
    pub variants: &'static [Variant],
    /// The message that tells newcomers in one sentence what to do.
    pub goal: &'static str,
    /// The message that explains the characters of a board as text; its argument is `closed`, whether a
    /// square is.
    pub legend: &'static str,
    /// The message that asks a side to place; its arguments are `player` and `side`.
    pub to_place: &'static str,
    /// The message above the menus for placing pieces; its argument is `rules`, the ruleset.
    pub panel_place: &'static str,
    /// The messages about the end of a game, won and drawn. They select by `by`, the id of an
    /// [`EndReason`] or of an end by the application; their other arguments are those of
    /// `ended-won`.
    pub ended: [&'static str; 2],
    /// All ways in which the game can end by its rules.
    pub end_reasons: &'static [&'static EndReason],
    /// The ratings of the engine's levels, the weakest first, measured in matches between them.
    /// Games do not change them.
    pub levels: [u16; evaluate::LEVELS],
    /// The rating of a newcomer beside those of the levels, measured by players that take what they can
    /// and else move at random.
    pub newcomer: u16,
    /// Positions that explain the rules, one for each board size.
    pub overviews: &'static [Overview],
}

impl GameInfo {
    /// The name of a side, to go into a message.
    pub fn side(&self, side: Side) -> Text {
        Text::term(self.side_term, side.name())
    }

    /// The side at the bottom of the boards that only `side` sees.
    pub fn seen_by(&self, side: Side) -> Side {
        if self.faces { side } else { Side::First }
    }

    /// The game, the board and the ruleset, as a message.
    pub fn title(&self, variant: &Variant) -> Text {
        Text::new("variant")
            .with("name", Text::new(self.name))
            .with("board", variant.board)
            .with("ruleset", Text::term("ruleset", variant.ruleset))
    }

    /// The side with this letter.
    pub fn side_of(&self, letter: &str) -> Option<Side> {
        let letters: BySide<&str> = self.letters;
        letters.side_of(&letter)
    }
}

/// A position and a move that introduce the game.
#[derive(Debug, PartialEq, Eq)]
pub struct Overview {
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
    /// What happens when a position is repeated.
    pub repetition: Repetition,
    /// The percentage of the [`SURVEYED`] games that each side won; the others were drawn, or
    /// stopped for their length. `None` if not counted.
    pub won: Option<BySide<u8>>,
}

impl Variant {
    /// A variant in which the third occurrence of a position ends the game, and that was not
    /// surveyed.
    pub const fn new(
        id: &'static str,
        board: &'static str,
        ruleset: &'static str,
        size: u8,
    ) -> Self {
        Self {
            id,
            board,
            ruleset,
            size,
            repetition: Repetition::Threefold,
            won: None,
        }
    }
}

/// How many games of the engine against itself `siwa-lab survey` counted for each variant.
pub const SURVEYED: u32 = 1000;

/// What happens when a position is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// The game ends when the same position (see [`Position`]'s equality) occurs the third time.
    Threefold,
    /// It must not be repeated: see [`Position::recurs`]. A player without any other
    /// move ends the game, by [`Position::repeated`].
    Forbidden,
}

impl Repetition {
    /// Which of the positions `before`, oldest first, a move from `now` must not lead to again.
    pub fn forbidden<'a, P: Position>(self, before: &'a [P], now: &P) -> &'a [P] {
        if self == Self::Forbidden {
            return before;
        }
        let run = before.iter().rev().take_while(|earlier| earlier.in_run());
        let length = if now.in_run() { run.count() } else { 0 };
        &before[before.len() - length..]
    }
}

/// Returns a random number below another.
pub type Below<'a> = dyn FnMut(usize) -> usize + 'a;

/// The stage of a game, with its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Pieces are put on the board: `/place`.
    Placement,
    /// Pieces move: `/move`.
    Movement,
}

/// A position of a game; implementing it implements the game's rules.
///
/// # Equality
/// Two positions are equal when the rules allow the same play from both; counters are ignored.
pub trait Position: Clone + Eq + Send + Sync + 'static {
    /// One whole turn of one side.
    type Move: Copy + Eq + Send + Sync;
    /// The static facts of the game.
    const INFO: &'static GameInfo;

    /// The starting position.
    ///
    /// # Panics
    /// It may panic if `variant` is not one of [`Self::INFO`]'s.
    fn new(variant: &'static Variant) -> Self;

    /// A position in which all pieces are placed and neither side has an advantage, drawn by `below`;
    /// `None` if no games of this kind begin like that.
    fn deal(_variant: &'static Variant, _below: &mut Below<'_>) -> Option<Self> {
        None
    }

    /// The side to move. Sides need not alternate. Meaningless once the game is over.
    fn turn(&self) -> Side;

    /// The stage: placing or moving.
    fn stage(&self) -> Stage {
        Stage::Movement
    }

    /// Visits every legal move once, in no particular order, with the position after it, until
    /// `visit` breaks off. There is none if and only if there is an [`outcome`](Self::outcome).
    ///
    /// Builds no list of the moves, so that a search can ask for them at every node.
    fn each_move<B>(&self, visit: impl FnMut(Self::Move, Self) -> ControlFlow<B>)
    -> ControlFlow<B>;

    /// Plays a legal move.
    ///
    /// # Panics
    /// It may panic if the move is not legal here.
    fn play(&mut self, legal: Self::Move);

    /// How the game ended, if this position ends it. Repetition needs the history and is not
    /// included.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash, the key of the transposition table: the same for equal positions, and hardly ever
    /// for unequal ones.
    fn key(&self) -> u64;

    /// Returns whether this position repeats `earlier`, which must not come again.
    fn recurs(&self, earlier: &Self) -> bool {
        self == earlier
    }

    /// The outcome when this position was repeated too often, or when every move would repeat an
    /// earlier one and is forbidden.
    fn repeated(&self) -> Outcome {
        Outcome::drawn(&REPETITION)
    }

    /// Returns whether this position belongs to a run of turns of one side. No position of a run may
    /// come again in it, and [`Repetition::Threefold`] does not count them.
    fn in_run(&self) -> bool {
        false
    }

    /// After how many more turns without progress the game ends, if it ends like that.
    fn turns_left(&self) -> Option<u32> {
        None
    }

    /// What `side` may declare now, on its turn or not, and with which outcome.
    fn declarations(&self, _side: Side) -> Declarations {
        Declarations::draw(&AGREEMENT)
    }

    /// Returns whether the side to move moves again because the opponent had no move.
    fn passed(&self) -> bool {
        false
    }

    /// Perft: the number of lines of play of exactly `depth` plies from here, to test and to measure a
    /// move generator (Chess Programming Wiki, "Perft").
    ///
    /// A finished game has no continuations; automatic passes are not plies; repetition is ignored.
    // If it were inlined into its own visitor, the visitor would not be inlined.
    #[inline(never)]
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        let _: ControlFlow<()> = self.each_move(|_, next| {
            leaves += match depth {
                1 => 1,
                _ => next.perft(depth - 1),
            };
            Continue(())
        });
        leaves
    }

    /// The first legal move, in no particular order, for which `wanted` holds; it gets the position
    /// after it, too.
    fn find_move(&self, mut wanted: impl FnMut(Self::Move, &Self) -> bool) -> Option<Self::Move> {
        let found = self.each_move(|legal, after| {
            if wanted(legal, &after) {
                Break(legal)
            } else {
                Continue(())
            }
        });
        found.break_value()
    }

    /// Every legal move, in no particular order.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut legal = Vec::new();
        let _: ControlFlow<()> = self.each_move(|one, _| {
            legal.push(one);
            Continue(())
        });
        legal
    }
}

/// A hash of the words that represent a position (after the multiply-xorshift of SplitMix64).
///
/// Positions are a few words, so this costs less than updating a Zobrist key, and cannot be out of
/// date.
#[inline]
pub fn key_of(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |key, word| {
        let mixed = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
    })
}
