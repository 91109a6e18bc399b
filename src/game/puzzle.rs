//! Puzzles: positions in which one move is clearly best.

use std::fmt;
use std::sync::atomic::AtomicBool;

use getset::CopyGetters;

use super::{Hint, Rating};
use siwa_games::engine::{Level, Limits, SearchResult};
use siwa_games::registry::{GameState, Registry, Rules};
use siwa_games::rules::Stage;
use siwa_games::text::Text;

/// The nodes of the searches that decide whether a position is a puzzle: first a short search, then
/// a long one to confirm it.
const NODES: [u64; 2] = [20_000, 200_000];

/// Bytes of the table of each search.
const BYTES: usize = 4 << 20;

/// The right move must have a better chance than this, and any other move must be worse by
/// [`APART`].
const BETTER: f64 = 0.65;
const APART: f64 = 0.35;

/// The hardest grade.
pub const HARDEST: u8 = 6;

/// The result of trying a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Whether it is solved.
    pub right: bool,
    /// The person's rating before and after, if this was their first try of it.
    pub rating: Option<(Rating, Rating)>,
}

/// The stored form of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPuzzle {
    /// Board and ruleset.
    pub variant: String,
    /// The position.
    pub position: String,
    /// The best move.
    pub solution: String,
    /// How hard it is: the number of plies that a search has to look ahead, from 1.
    pub grade: u8,
}

/// A position in which the player has to find one move.
#[derive(CopyGetters)]
#[getset(get_copy = "pub")]
pub struct Puzzle {
    /// The kind of game.
    rules: &'static dyn Rules,
    #[getset(skip)]
    state: Box<dyn GameState>,
    #[getset(skip)]
    solution: String,
    /// How hard it is, from 1 to [`HARDEST`].
    grade: u8,
    /// The rating of a puzzle of this grade.
    rating: Rating,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Puzzle")
            .field("position", &self.state.position())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for StoredPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variant,
            position,
            solution,
            grade,
        } = self;
        write!(f, "{variant} | {position} | {solution} | {grade}")
    }
}

impl StoredPuzzle {
    /// The rating of a puzzle of grade 0, and the increase per grade.
    pub const RATINGS: (u16, u16) = (600, 300);

    /// Its rating.
    pub fn rating(&self) -> Rating {
        let (least, more) = Self::RATINGS;
        Self::rated((least + more * u16::from(self.grade)).into())
    }

    /// The rating of a puzzle, with a large deviation: a grade says little about how hard it is for
    /// people.
    pub fn rated(rating: f64) -> Rating {
        Rating::fixed(rating, 250.0)
    }

    /// Parses a line that `Display` has written; `None` if it is invalid.
    pub fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(" | ");
        let mut next = || parts.next().map(|part| part.trim().to_owned());
        Some(Self {
            variant: next()?,
            position: next()?,
            solution: next()?,
            grade: next()?.parse().ok()?,
        })
    }

    /// Checks whether a position is a puzzle: one move gives the side to move a good position, and
    /// any other a much worse one.
    pub fn find(state: &dyn GameState) -> Option<Self> {
        if state.stage() == Stage::Placement || state.legal_moves().len() < 4 {
            return None;
        }
        let stop = AtomicBool::new(false);
        let mut grade = 0;
        let mut solution = None;
        for nodes in NODES {
            let limits = Limits::nodes(nodes, &stop, 0);
            let mut thoughts: Vec<(u32, Option<String>)> = Vec::new();
            let mut note = |thought: &SearchResult<String>| {
                thoughts.push((thought.depth, thought.line.first().cloned()));
            };
            let thought = state.think(Level::STRONGEST, BYTES, limits, &mut note)?;
            let best = thought.line.first()?;
            if solution.is_some_and(|before| before != *best) || thought.score.chance() < BETTER {
                return None;
            }
            let second = state.second(best, BYTES, limits)?;
            if thought.score.chance() - second.score.chance() < APART
                || second.line.first()? == best
            {
                return None;
            }
            let other = thoughts
                .iter()
                .rfind(|(_, first)| first.as_ref() != Some(best));
            grade = 1 + other.map_or(0, |(depth, _)| *depth);
            solution = Some(best.clone());
        }
        let solution = solution?;
        Some(Self {
            variant: state.variant().id.to_owned(),
            position: state.position(),
            solution,
            grade: u8::try_from(grade).unwrap_or(HARDEST).min(HARDEST),
        })
    }
}

impl Puzzle {
    /// A stored puzzle.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(stored: &StoredPuzzle, registry: Registry) -> Result<Self, Text> {
        let unknown = || Text::new("denied-no-variant");
        let (rules, variant) = registry.variant(&stored.variant).ok_or_else(unknown)?;
        let state = rules.parse(variant, &stored.position)?;
        let solution = state.read(&stored.solution)?.text;
        Ok(Self {
            rules,
            state,
            solution,
            grade: stored.grade,
            rating: stored.rating(),
        })
    }

    /// The position.
    pub fn state(&self) -> &dyn GameState {
        self.state.as_ref()
    }

    /// Returns whether a move solves the puzzle.
    ///
    /// # Errors
    /// Why the text is not a legal move.
    pub fn is_solved_by(&self, text: &str) -> Result<bool, Text> {
        Ok(self.state.read(text)?.text == self.solution)
    }

    /// The right move; `None` if it is illegal, which [`read`](Self::read) has ruled out. If its
    /// purpose cannot be told, a search finds the line of play.
    pub fn solution(&self) -> Option<Hint> {
        let hint = Hint::of(self.state(), std::slice::from_ref(&self.solution))?;
        if hint.reason.is_some() {
            return Some(hint);
        }
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(NODES[0], &stop, 0);
        let found = self
            .state
            .think(Level::STRONGEST, BYTES, limits, &mut |_| {});
        let line = found.map(|found| found.line);
        let line = line.filter(|line| line.first() == Some(&self.solution));
        line.and_then(|line| Hint::of(self.state(), &line))
            .or(Some(hint))
    }
}
