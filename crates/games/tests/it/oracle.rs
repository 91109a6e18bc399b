//! The harness of the oracles: the fast rules of a game against slow, obvious ones, position by
//! position and, because of repetition, game by game.

use std::collections::BTreeMap;
use std::fmt::Debug;

use siwa_games::registry::{Entry, Rules};
use siwa_games::rules::{Notation as _, Outcome, Position as _, Show, Stage, Variant, square};

use crate::random::Random;

/// A file and a rank, from 0; maybe not on the board.
pub type Cell = (i32, i32);

/// From a cell to its neighbours.
pub const STEPS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The name of a cell on the board.
pub fn name((file, rank): Cell) -> String {
    let letter = "abcdefghi".as_bytes()[usize::try_from(file).unwrap()];
    format!("{}{}", char::from(letter), rank + 1)
}

/// A board: rows of characters, the bottom row first.
#[derive(Clone, Debug)]
pub struct Board(Vec<Vec<char>>);

impl Board {
    /// Reads the rows, the top row first.
    pub fn read(text: &str) -> Self {
        let rows = text.split('/').rev();
        Self(rows.map(|row| row.chars().collect()).collect())
    }

    /// The rows as text, the top row first.
    pub fn text(&self) -> String {
        let rows = self.0.iter().rev().map(|row| row.iter().collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// All cells, by file and then by rank: sorted by name.
    pub fn cells(&self) -> Vec<Cell> {
        let size = i32::try_from(self.0.len()).unwrap();
        let file = |file| (0..size).map(move |rank| (file, rank));
        (0..size).flat_map(file).collect()
    }

    /// What is on a cell of the board.
    pub fn at(&self, (file, rank): Cell) -> Option<char> {
        let row = self.0.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    /// Changes a cell of the board.
    pub fn put(&mut self, (file, rank): Cell, piece: char) {
        self.0[usize::try_from(rank).unwrap()][usize::try_from(file).unwrap()] = piece;
    }
}

/// A legal move.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Legal {
    /// Its notation.
    pub text: String,
    /// The captured squares.
    pub taken: String,
    /// The position after it.
    pub after: String,
}

/// What becomes of a position that occurs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// The third time ends the game.
    Ends,
    /// No move may lead to it, as long as all positions since are such, too.
    Forbidden,
}

/// The rules of a game again: slow, simple, and written only from the prose.
pub trait Oracle: Sized {
    /// The fast rules.
    type Fast: Show;

    /// Reads a position.
    fn new(variant: &Variant, text: &str) -> Self;

    /// The position as text.
    fn text(&self) -> String;

    /// The outcome, as on the command line, or `-`; without repetition.
    fn outcome(&self) -> String;

    /// Every legal move, sorted; without repetition.
    fn moves(&self) -> Vec<Legal>;

    /// What becomes of it if it occurs again.
    fn recurrence(&self) -> Recurrence;

    /// What is the same when it occurs again.
    fn recurring(&self) -> String;

    /// The outcome when it was repeated too often, or everything else would repeat a position.
    fn repeated(&self) -> String;

    /// Compares what only this game has, and counts what is rare.
    fn compare_more(&self, fast: &Self::Fast, moves: &[Legal], seen: &mut Seen);
}

/// How often the compared positions had rare properties, so that no comparison is empty.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    /// Counts a property.
    pub fn count(&mut self, what: &'static str, yes: bool) {
        *self.0.entry(what).or_default() += usize::from(yes);
    }

    /// Fails unless a property was there so many times.
    #[track_caller]
    pub fn at_least(&self, what: &'static str, times: usize) {
        assert!(self.0.get(what) >= Some(&times), "{what}: {self:?}");
    }
}

/// An outcome as on the command line: `x barrier`, `draw dead`.
fn written<P: Show>(outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let winner = outcome.winner.map(|side| *P::INFO.letters.get(side));
    let grade = outcome.grade.map(|grade| format!(" {grade}"));
    let winner = winner.unwrap_or("draw");
    format!("{winner} {}{}", outcome.by.id, grade.unwrap_or_default())
}

/// Compares everything both can say about a position.
pub fn compare<O: Oracle>(fast: &O::Fast, slow: &O, seen: &mut Seen) {
    let text = slow.text();
    assert_eq!(fast.to_string(), text);
    let outcome = written::<O::Fast>(fast.outcome());
    assert_eq!(outcome, slow.outcome(), "{text}");
    seen.count("over", outcome != "-");
    seen.count("dead", outcome == "draw dead");
    let moves = fast.legal_moves().into_iter().map(|legal| {
        let mut next = fast.clone();
        next.play(legal);
        Legal {
            text: legal.to_string(),
            taken: square::list(&fast.captures(&legal), " "),
            after: next.to_string(),
        }
    });
    let mut moves: Vec<Legal> = moves.collect();
    moves.sort();
    assert_eq!(moves, slow.moves(), "{text}");
    slow.compare_more(fast, &moves, seen);
}

/// Compares `count` random positions of a kind in each variant.
pub fn positions<O: Oracle>(
    first_seed: u64,
    count: usize,
    position: impl Fn(&mut Random, &Variant) -> String,
) -> Seen {
    let mut seen = Seen::default();
    for (seed, variant) in (first_seed..).zip(O::Fast::INFO.variants) {
        let mut random = Random::seeded(seed);
        for _ in 0..count {
            let text = position(&mut random, variant);
            let fast = O::Fast::parse(variant, &text).unwrap();
            if fast.stage() == Stage::Movement {
                compare(&fast, &O::new(variant, &text), &mut seen);
            }
        }
    }
    seen
}

/// Plays `count` games of each variant from random positions of a kind, with a liking for what was
/// there before, and compares which moves repetition forbids and when it ends the game.
pub fn games<O: Oracle>(
    first_seed: u64,
    count: usize,
    position: impl Fn(&mut Random, &Variant) -> String,
) -> Seen
where
    Entry<O::Fast>: Rules,
{
    let mut seen = Seen::default();
    for (seed, variant) in (first_seed..).zip(O::Fast::INFO.variants) {
        let mut random = Random::seeded(seed);
        for _ in 0..count {
            let start = position(&mut random, variant);
            game::<O>(variant, &start, &mut random, &mut seen);
        }
    }
    seen
}

fn game<O: Oracle>(variant: &'static Variant, start: &str, random: &mut Random, seen: &mut Seen)
where
    Entry<O::Fast>: Rules,
{
    let mut game = Entry::<O::Fast>::NEW.parse(variant, start).unwrap();
    let mut past: Vec<O> = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..200 {
        let now = O::new(variant, &game.position());
        let recurrence = now.recurrence();
        past.push(now);
        let now = past.last().unwrap();
        let mut moves = now.moves();
        let all = moves.len();
        let mut outcome = now.outcome();
        match recurrence {
            Recurrence::Ends => {
                let same = |earlier: &&O| {
                    earlier.recurrence() == recurrence && earlier.recurring() == now.recurring()
                };
                if outcome == "-" && past.iter().filter(same).count() >= 3 {
                    outcome = now.repeated();
                    seen.count("repeated", true);
                }
            }
            Recurrence::Forbidden => {
                let run = past.iter().rev();
                let run = run.take_while(|earlier| earlier.recurrence() == recurrence);
                let run: Vec<String> = run.map(O::recurring).collect();
                moves.retain(|legal| {
                    let after = O::new(variant, &legal.after);
                    after.recurrence() != recurrence || !run.contains(&after.recurring())
                });
                seen.count("forbidden", moves.len() < all);
                if outcome == "-" && moves.is_empty() {
                    outcome = now.repeated();
                    seen.count("nothing else", true);
                }
            }
        }
        if outcome != "-" {
            moves.clear();
        }
        texts.push(now.text());
        assert_eq!(written::<O::Fast>(game.outcome()), outcome, "{texts:?}");
        let mut legal = game.legal_moves();
        legal.sort();
        let expected = moves.iter().map(|legal| &legal.text);
        assert!(legal.iter().eq(expected), "{texts:?}");
        if moves.is_empty() {
            return;
        }
        let is_known = |legal: &&Legal| {
            let after = O::new(variant, &legal.after).recurring();
            past.iter().any(|earlier| earlier.recurring() == after)
        };
        let chosen = match moves.iter().find(is_known) {
            Some(back) if random.chance(70) => back,
            _ => random.pick(&moves),
        };
        game.play(&chosen.text).unwrap();
    }
}
