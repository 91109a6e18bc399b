//! Positions and moves as text: the part of reading that games share.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Write as _};

use super::grammar::{Grammar, JOINTS, MAX_LENGTH, NOTHING, Token, joined, tokens};
use super::{EndReason, GameInfo, Position, Side, Square, Stage, Variant};
use crate::text::{Arg, Text};

/// The most legal moves named in a refusal.
const EXAMPLES: usize = 6;

/// A refusal that every game has.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The game has ended.
    Over(&'static EndReason),
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
    pub fn of(mut self, meant: &[Square]) -> Self {
        self.meant = meant.to_vec();
        self
    }

    /// The arguments `$clause` and `$legal` (some legal moves, separated by commas;
    /// empty once the game is over) are added to those of the message.
    pub fn message(&self) -> Text {
        let why = self.why.clone();
        why.with("clause", self.clause)
            .with("legal", self.legal.join(", "))
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
    fn refuse(&self, fault: Fault) -> Refusal;

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
        legal.ok_or_else(|| {
            self.refuse(Fault::Unreadable)
                .of(&squares_in::<Self>(typed))
        })
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
        match !goes_on && spelled.any(|notation| notation == whole) {
            true => whole.to_owned(),
            false => text,
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
        self.read_after(text, &[])
    }

    /// Like [`read`](Self::read), if none of the positions `before` may be repeated: refuses moves
    /// that repeat one, and does not suggest them.
    ///
    /// # Errors
    /// The rule that forbids it. It never panics.
    fn read_after(&self, text: &str, before: &[Self]) -> Result<Self::Move, Refusal> {
        let read = self
            .meaning(text)
            .and_then(|legal| match recurs(self, legal, before) {
                true => Err(self.refuse(Fault::Recurs).of(&squares_in::<Self>(text))),
                false => Ok(legal),
            });
        read.map_err(|refusal| Refusal {
            legal: examples(self, &refusal, before),
            ..refusal
        })
    }

    /// The legal move that a text means, without regard to repetition.
    ///
    /// # Errors
    /// The rule that forbids it, without legal moves.
    fn meaning(&self, text: &str) -> Result<Self::Move, Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(self.refuse(Fault::Over(outcome.by)));
        }
        if text.chars().nth(MAX_LENGTH).is_some() {
            return Err(self.refuse(Fault::TooLong));
        }
        let tokens = tokens(text.trim(), &Self::GRAMMAR);
        self.understand(&tokens.ok_or_else(|| self.refuse(Fault::Unreadable))?)
    }
}

/// Returns whether a legal move repeats one of the positions `before`.
pub fn recurs<P: Position>(position: &P, legal: P::Move, before: &[P]) -> bool {
    if before.is_empty() {
        return false;
    }
    let mut next = position.clone();
    next.play(legal);
    before.iter().any(|earlier| next.recurs(earlier))
}

/// Some legal moves, as close as possible to what was meant, evenly spread so that they are not all
/// similar.
fn examples<P: Notation>(position: &P, refusal: &Refusal, before: &[P]) -> Vec<String> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    if let Some(sample) = position.sample() {
        return sample;
    }
    let mut legal = position.legal_moves();
    legal.retain(|legal| !recurs(position, *legal, before));
    let distance = |legal: &P::Move| position.distance(refusal, legal);
    let least = legal.iter().map(distance).min().unwrap_or_default();
    legal.retain(|legal| distance(legal) == least);
    let count = legal.len().min(EXAMPLES);
    let chosen = (0..count).filter_map(|number| legal.get(number * legal.len() / count));
    let texts: BTreeSet<String> = chosen.map(|legal| position.annotate(legal)).collect();
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
/// The first id if there are not `size` ranks, the second if a rank does not have that many
/// squares, the third if there is no such piece.
pub fn read_board(
    text: &str,
    size: u8,
    [ranks, length, piece]: [&'static str; 3],
    mut put: impl FnMut(Square, char) -> bool,
) -> Result<(), Text> {
    let wanted = usize::from(size);
    let wrong = |id| Text::new(id).with("wanted", wanted);
    if text.split('/').count() != wanted {
        return Err(wrong(ranks));
    }
    for (rank, row) in (0..size).rev().zip(text.split('/')) {
        let name = usize::from(rank) + 1;
        if row.chars().count() != wanted {
            return Err(wrong(length).with("rank", name));
        }
        for (file, char) in (0..size).zip(row.chars()) {
            let known = Square::new(file, rank).is_some_and(|at| char == '.' || put(at, char));
            if !known {
                return Err(Text::new(piece).with("rank", name));
            }
        }
    }
    Ok(())
}

/// Reads a board of pieces that differ only by their side, each the letter of that side.
///
/// # Errors
/// As [`read_board`].
pub fn read_sides(
    text: &str,
    info: &GameInfo,
    size: u8,
    ids: [&'static str; 3],
    mut put: impl FnMut(Square, Side),
) -> Result<(), Text> {
    read_board(text, size, ids, |at, letter| {
        let side = info.side_of(letter.encode_utf8(&mut [0; 4]));
        side.map(|side| put(at, side)).is_some()
    })
}

/// Writes a board as [`read_sides`] reads it.
///
/// # Errors
/// If it cannot be written.
pub fn write_sides(
    f: &mut fmt::Formatter<'_>,
    info: &GameInfo,
    size: u8,
    owner: impl Fn(Square) -> Option<Side>,
) -> fmt::Result {
    let letter = |side| info.letters.get(side).chars().next();
    write_board(f, size, |at| owner(at).and_then(&letter).unwrap_or('.'))
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
    for rank in (0..size).rev() {
        let squares = (0..size).filter_map(|file| Square::new(file, rank));
        squares
            .into_iter()
            .try_for_each(|at| f.write_char(piece(at)))?;
        if rank != 0 {
            f.write_char('/')?;
        }
    }
    Ok(())
}
