//! Positions and moves as text: the part of reading that games share.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::{self, Display};

use super::grammar::{Grammar, JOINTS, MAX_LENGTH, NOTHING, Token, joined, tokens};
use super::{Position, Square, Stage, Variant};
use crate::text::{Arg, Text};

/// How many legal moves a refusal names at most.
const MAX_EXAMPLES: usize = 6;

/// A refusal that every game has.
#[derive(Clone, Copy, Debug)]
pub enum CommonRefusal {
    /// The text does not look like a move.
    Unreadable,
    /// The text is longer than any move.
    TooLong,
    /// The move repeats an earlier position, which is forbidden.
    Recurs,
}

/// Why a text is not a legal move: the clause, the reason, and some legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Refusal {
    /// The clause of the rules that forbids it: `S6`.
    pub clause: &'static str,
    /// The reason, without the clause and the legal moves.
    pub why: Text,
    /// The squares that were meant, to find legal moves close to them.
    pub meant: Vec<Square>,
    /// Some legal moves with their captures, if possible close to what was meant.
    pub legal: Vec<String>,
}

impl Refusal {
    /// A refusal by this clause, with this message.
    pub fn by(clause: &'static str, id: &'static str) -> Self {
        Self {
            clause,
            why: Text::new(id),
            meant: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// The refusal, with one more argument.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.why = self.why.with(name, value);
        self
    }

    /// The refusal, with the squares that were meant.
    pub fn with_meant(mut self, meant: &[Square]) -> Self {
        self.meant = meant.to_vec();
        self
    }
}

/// A sentence in English, for programs without translations.
impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} forbids this move ({})", self.clause, self.why.id)?;
        match self.legal.as_slice() {
            [] => Ok(()),
            legal => write!(f, "; legal moves are {}", legal.join(", ")),
        }
    }
}

impl Error for Refusal {}

/// The arguments `$clause` and `$legal` (some legal moves, separated by commas; empty once the game is
/// over) are added to those of the reason.
impl From<Refusal> for Text {
    fn from(refusal: Refusal) -> Self {
        let why = refusal.why.with("clause", refusal.clause);
        why.with("legal", refusal.legal.join(", "))
    }
}

/// The text of a game: its `Display` writes a position, and its moves' `Display`
/// their notation, words joined by [`JOINTS`], unique among the legal
/// moves.
pub trait Notation: Position<Move: Display> + Display {
    /// How moves are written.
    const GRAMMAR: Grammar = Grammar::SQUARES;

    /// Reads a position as `Display` writes it.
    ///
    /// # Errors
    /// If the text is not a position of that variant; never panics.
    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Text>;

    /// The game's message for a refusal that every game has.
    fn refuse(&self, why: CommonRefusal) -> Refusal;

    /// The legal move that some tokens mean in a running game: the one with this spelling, unless a
    /// game understands more.
    ///
    /// # Errors
    /// The rule that forbids it. It never panics.
    fn understand(&self, tokens: &[Token]) -> Result<Self::Move, Refusal> {
        let typed = joined(tokens, self.joint());
        let typed = typed.trim_end_matches(JOINTS);
        let meant = |legal: &Self::Move| self.spellings(legal).iter().any(|text| text == typed);
        let legal = self.legal_moves().into_iter().find(meant);
        let unreadable = || self.refuse(CommonRefusal::Unreadable);
        legal.ok_or_else(|| unreadable().with_meant(&squares_in::<Self>(typed)))
    }

    /// The distance of a legal move from a refused one; 0 is closest.
    fn distance(&self, _refusal: &Refusal, _legal: &Self::Move) -> u8 {
        0
    }

    /// Some legal moves, if there are too many to list them all on each keystroke.
    fn sample(&self) -> Option<Vec<String>> {
        None
    }

    /// The texts that continue `typed` by one word; called only if there is a
    /// [`sample`](Self::sample).
    fn next_words(&self, _typed: &str) -> Vec<String> {
        Vec::new()
    }

    /// Common whole moves, if there are too many legal ones to choose from.
    fn patterns(&self) -> Vec<String> {
        Vec::new()
    }

    /// The present joint between the words of a move.
    fn joint(&self) -> char {
        match self.stage() {
            Stage::Placement => ' ',
            Stage::Movement => '-',
        }
    }

    /// The typed text in the notation's own form: `C2>c` is `c2-c`. A text that cannot become a
    /// move becomes one with which no notation starts.
    fn normalise(&self, typed: &str) -> String {
        let text = tokens(typed, &Self::GRAMMAR).map_or_else(
            || NOTHING.to_owned(),
            |tokens| joined(&tokens, self.joint()),
        );
        let whole = text.trim_end_matches(JOINTS);
        if whole.len() == text.len() {
            return text;
        }
        // Remove a joint after a whole move, unless another move continues from there.
        let legal = self.legal_moves();
        let mut spelled = legal.iter().map(ToString::to_string);
        let goes_on = spelled.clone().any(|notation| notation.starts_with(&text));
        if !goes_on && spelled.any(|notation| notation == whole) {
            whole.to_owned()
        } else {
            text
        }
    }

    /// All spellings of a move that completion offers; its notation first.
    fn spellings(&self, legal: &Self::Move) -> Vec<String> {
        vec![legal.to_string()]
    }

    /// A short explanation of the end of a move, or of a part of one; `None` if the notation says
    /// enough.
    fn label(&self, _text: &str) -> Option<Text> {
        None
    }

    /// The squares whose pieces a legal move captures, sorted by name.
    fn captures(&self, _legal: &Self::Move) -> Vec<Square> {
        Vec::new()
    }

    /// A legal move with its captures, for display: `c2-c3xb3`.
    fn annotate(&self, legal: &Self::Move) -> String {
        legal.to_string()
    }

    /// Reads notation, leniently, as a legal move.
    ///
    /// # Errors
    /// The rule that forbids it. It never panics.
    fn read(&self, text: &str) -> Result<Self::Move, Refusal> {
        self.read_avoiding(text, &[])
    }

    /// Like [`read`](Self::read), if none of the positions `forbidden` may be repeated: refuses moves
    /// that repeat one, and does not suggest them.
    ///
    /// # Errors
    /// The rule that forbids it. It never panics.
    fn read_avoiding(&self, text: &str, forbidden: &[Self]) -> Result<Self::Move, Refusal> {
        let refusal = match self.meaning(text) {
            Ok(legal) if !recurs(self, legal, forbidden) => return Ok(legal),
            Ok(_) => {
                let meant = squares_in::<Self>(text);
                self.refuse(CommonRefusal::Recurs).with_meant(&meant)
            }
            Err(refusal) => refusal,
        };
        Err(Refusal {
            legal: examples(self, &refusal, forbidden),
            ..refusal
        })
    }

    /// The legal move that a text means, without regard to repetition.
    ///
    /// # Errors
    /// The rule that forbids it, without legal moves.
    fn meaning(&self, text: &str) -> Result<Self::Move, Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::by(outcome.by.clause, "refused-over"));
        }
        if text.chars().nth(MAX_LENGTH).is_some() {
            return Err(self.refuse(CommonRefusal::TooLong));
        }
        let tokens = tokens(text.trim(), &Self::GRAMMAR);
        self.understand(&tokens.ok_or_else(|| self.refuse(CommonRefusal::Unreadable))?)
    }
}

/// Returns whether a legal move repeats one of the positions `forbidden`.
pub fn recurs<P: Position>(position: &P, legal: P::Move, forbidden: &[P]) -> bool {
    if forbidden.is_empty() {
        return false;
    }
    let mut next = position.clone();
    next.play(legal);
    forbidden.iter().any(|earlier| next.recurs(earlier))
}

/// Some legal moves, as close as possible to what was meant, evenly spread so that they are not all
/// similar.
fn examples<P: Notation>(position: &P, refusal: &Refusal, forbidden: &[P]) -> Vec<String> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    if let Some(sample) = position.sample() {
        return sample;
    }
    let mut candidates = position.legal_moves();
    candidates.retain(|one| !recurs(position, *one, forbidden));
    let distance = |one: &P::Move| position.distance(refusal, one);
    let least = candidates.iter().map(distance).min().unwrap_or_default();
    candidates.retain(|one| distance(one) == least);
    let count = candidates.len().min(MAX_EXAMPLES);
    let chosen = (0..count).filter_map(|number| candidates.get(number * candidates.len() / count));
    let texts: BTreeSet<String> = chosen.map(|one| position.annotate(one)).collect();
    texts.into_iter().collect()
}

/// The squares a text names before the opener, on any board.
pub fn squares_in<P: Notation>(text: &str) -> Vec<Square> {
    let tokens = tokens(text, &P::GRAMMAR).unwrap_or_default();
    let way = tokens.iter().take_while(|token| **token != Token::Opener);
    let named = way.filter_map(|token| match token {
        Token::Name(name) => Square::named(name),
        _ => None,
    });
    named.collect()
}

/// Reads the board of a position: the top rank first, ranks separated by `/`, a character a square.
/// `put` gets each, and returns whether there is such a piece. `.` is an empty square.
///
/// # Errors
/// If the board has another size, or with the message `unknown` if there is no such piece.
pub fn read_board(
    text: &str,
    size: u8,
    unknown: &'static str,
    mut put: impl FnMut(Square, char) -> bool,
) -> Result<(), Text> {
    let wanted = usize::from(size);
    let wrong = |id| Text::new(id).with("wanted", wanted);
    if text.split('/').count() != wanted {
        return Err(wrong("position-ranks"));
    }
    for (rank, row) in (0..size).rev().zip(text.split('/')) {
        let name = usize::from(rank) + 1;
        if row.chars().count() != wanted {
            return Err(wrong("position-length").with("rank", name));
        }
        for (file, char) in (0..size).zip(row.chars()) {
            let known = Square::new(file, rank).is_some_and(|at| char == '.' || put(at, char));
            if !known {
                return Err(Text::new(unknown).with("rank", name));
            }
        }
    }
    Ok(())
}

/// Writes a board as [`read_board`] reads it.
///
/// # Errors
/// If it cannot be written.
pub fn write_board(
    f: &mut fmt::Formatter<'_>,
    size: u8,
    piece: impl Fn(Square) -> char,
) -> fmt::Result {
    let row = |rank| {
        let squares = (0..size).filter_map(move |file| Square::new(file, rank));
        squares.map(&piece).collect()
    };
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    f.write_str(&rows.join("/"))
}
