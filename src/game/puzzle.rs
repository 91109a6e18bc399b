//! Puzzles: positions in which one move is clearly best.

use std::sync::atomic::AtomicBool;

use super::{Hint, PuzzleId, Rating};
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::{GameState, Registry, Rules};
use siwa_games::text::Text;

/// The nodes of the search for the line of play after a solution, and the bytes of its table.
const NODES: u64 = 20_000;
const BYTES: usize = 4 << 20;

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
    /// Its id; 0 before it is stored.
    pub id: PuzzleId,
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
pub struct Puzzle {
    /// Its id.
    pub id: PuzzleId,
    /// The kind of game.
    pub rules: &'static dyn Rules,
    state: Box<dyn GameState>,
    solution: String,
    /// How hard it is, from 1 to [`HARDEST`].
    pub grade: u8,
    /// The rating of a puzzle of this grade.
    pub rating: Rating,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "puzzle {}", self.state.position())
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
        Rating {
            rating,
            deviation: 250.0,
            ..Rating::default()
        }
    }

    /// The rating of a person before their first puzzle, with a small deviation, so that one miss
    /// costs some tens of points.
    pub fn first_rating() -> Rating {
        Rating {
            deviation: 120.0,
            ..Rating::default()
        }
    }

    /// Parses a line of `assets/puzzles.txt`, as `siwa-lab puzzles` prints it; `None` if it is invalid.
    pub fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(" | ");
        let mut next = || parts.next().map(|part| part.trim().to_owned());
        Some(Self {
            id: PuzzleId(0),
            variant: next()?,
            position: next()?,
            solution: next()?,
            grade: next()?.parse().ok()?,
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
            id: stored.id,
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
        let hint = Hint::new(self.state(), std::slice::from_ref(&self.solution))?;
        if hint.reason.is_some() {
            return Some(hint);
        }
        let stop = AtomicBool::new(false);
        let limits = Limits::nodes(NODES, BYTES, &stop, 0);
        let found = self.state.think(Level::STRONGEST, limits, &mut |_| {});
        let line = found.map(|found| found.line);
        let line = line.filter(|line| line.first() == Some(&self.solution));
        line.and_then(|line| Hint::new(self.state(), &line))
            .or(Some(hint))
    }
}
