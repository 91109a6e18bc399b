//! The engine as a player.

use std::sync::atomic::AtomicBool;

use super::{Denial, Event, Game, Ladder, Rating, Scope};
use crate::time::Timestamp;
use siwa_games::engine::{Level, Limits, Score, SearchResult};
use siwa_games::registry::{GameState, MoveReport, Reason};
use siwa_games::rules::{Diagram, GameInfo, Side, Stage, key_of};

/// Which side the engine plays, and how well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The side.
    pub side: Side,
    /// The level.
    pub level: Level,
}

impl Engine {
    /// Its fixed rating in a kind of game.
    pub fn rating(self, info: &GameInfo) -> Rating {
        Rating::fixed(info.levels[self.level.index()].into(), 50.0)
    }
}

/// The engine's next act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this move.
    Move(String),
    /// It claims the win, as the rules allow.
    Claim,
    /// It resigns.
    Resign,
    /// It accepts or declines the open offer.
    Answer(bool),
}

/// A move that the engine recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub played: MoveReport,
    /// Why it recommends it, if that can be told.
    pub reason: Option<Reason>,
    /// The line of play that it expects, starting with the move.
    pub line: Vec<MoveReport>,
    /// The board that shows it.
    pub diagram: Diagram,
}

impl Hint {
    /// The hint to play the first move of a line; `None` if it is not legal.
    pub fn of(state: &dyn GameState, line: &[String]) -> Option<Self> {
        let (played, diagram) = state.propose(line.first()?).ok()?;
        let mut after = state.fork();
        let plays = line
            .iter()
            .take(TOLD)
            .map_while(|text| after.play(text).ok());
        Some(Self {
            reason: state.reason(&played.text),
            line: plays.collect(),
            played,
            diagram,
        })
    }
}

/// The most moves of a line of play in a hint.
const TOLD: usize = 5;

/// The number of positions searched for a hint, which should take at most two seconds.
const HINTED: u64 = 30_000;

/// The number of positions searched for each turn when the rest of the pieces is placed: one press
/// makes up to 40 turns.
const PLACED: u64 = 1_000;

/// The weakest level that resigns lost positions.
const GIVES_UP: u8 = 5;

/// In an unrated game the engine claims no win before its opponent has made so many turns: a
/// beginner learns nothing from a shorter game.
const TURNS_BEFORE_CLAIM: usize = 5;

/// The engine does not resign a loss in this many plies: the winner wants to make the last move.
const LAST_BLOW: u32 = 2;

impl Game {
    /// The ladder on which the game counts, if it is rated.
    pub fn ladder(&self) -> Ladder<'static> {
        Ladder {
            kind: Some(self.rules.info().id),
            scope: match self.engine {
                None => Scope::People,
                Some(_) => Scope::Engine,
            },
        }
    }

    /// Returns whether the engine alone has made the last moves: one, or several while its opponent
    /// is shut in.
    pub fn engine_moved_last(&self) -> bool {
        let first = self.lately.first().map(|played| played.side);
        first.is_some() && first == self.engine.map(|engine| engine.side)
    }

    /// Returns whether the engine must act: answer an offer, or move.
    pub fn waits_for_engine(&self) -> bool {
        self.engine
            .is_some_and(|engine| self.is_asked(engine) || self.turn() == Some(engine.side))
            && self.ending.is_none()
    }

    /// Returns whether the engine must answer an offer.
    fn is_asked(&self, engine: Engine) -> bool {
        self.open_offer
            .is_some_and(|offer| offer.side != engine.side)
    }

    /// The result of a search with a table of `bytes` bytes; deterministic for a position of a game.
    fn thought(
        &self,
        level: Level,
        bytes: usize,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<SearchResult<String>> {
        let limits = Limits::nodes(nodes, stop, self.seed());
        self.state.think(level, bytes, limits, &mut |_| {})
    }

    /// The seed of every search: the engine misjudges a position in the same way during a game.
    fn seed(&self) -> u64 {
        key_of(&[self.id.0])
    }

    /// The engine's choice, after a search that ends by itself or by `stop`; `None` if it is not
    /// its turn to act. Deterministic for a turn of a game.
    pub fn choose(&self, stop: &AtomicBool) -> Option<Choice> {
        let engine = self.engine.filter(|_| self.waits_for_engine())?;
        let won = |outcome: siwa_games::rules::Outcome| outcome.winner == Some(engine.side);
        let asked = self.is_asked(engine);
        let declarations = self.state.declarations(engine.side);
        if asked && won(declarations.together) {
            return Some(Choice::Answer(true));
        }
        let opponent = engine.side.other();
        let turns = self.moves.iter().filter(|(side, _)| *side == opponent);
        let may_claim = self.rated || turns.count() >= TURNS_BEFORE_CLAIM;
        if !asked && may_claim && declarations.alone.is_some_and(won) {
            return Some(Choice::Claim);
        }
        let thought = self.thought(engine.level, engine.level.table(), u64::MAX, stop)?;
        let score = match self.state.turn() == engine.side {
            true => thought.score,
            false => thought.score.for_other(),
        };
        if asked {
            let enough = match declarations.together.winner {
                None => !matches!(score, Score::Wins(_) | Score::Points(1..)),
                Some(_) => matches!(score, Score::Loses(_)),
            };
            return Some(Choice::Answer(enough));
        }
        match score {
            Score::Loses(plies) if plies > LAST_BLOW && engine.level.number() >= GIVES_UP => {
                Some(Choice::Resign)
            }
            _ => thought.line.into_iter().next().map(Choice::Move),
        }
    }

    /// A hint for the side to move; `None` if the game is over. Deterministic for a position.
    pub fn hint(&self) -> Option<Hint> {
        self.turn()?;
        let (table, stop) = (Level::DEFAULT.table(), AtomicBool::new(false));
        let found = self.thought(Level::STRONGEST, table, HINTED, &stop)?;
        Hint::of(self.state(), &found.line)
    }

    /// Whether the person can have the rest of the pieces placed: in an unrated game against the
    /// engine, after their first turn.
    pub fn may_place_rest(&self) -> bool {
        let Some(engine) = self.engine.filter(|_| !self.rated) else {
            return false;
        };
        let person = engine.side.other();
        let began = self.moves.iter().any(|(side, _)| *side == person);
        began && self.turn() == Some(person) && self.stage() == Stage::Placement
    }

    /// The engine's moves, at its level, that place the rest of both sides' pieces; empty if that is
    /// not possible now.
    pub fn rest_placed(&self) -> Vec<String> {
        let (mut state, mut moves) = (self.state.fork(), Vec::new());
        let Some(engine) = self.engine.filter(|_| self.may_place_rest()) else {
            return moves;
        };
        let (level, stop) = (engine.level, AtomicBool::new(false));
        while state.stage() == Stage::Placement && state.outcome().is_none() {
            let limits = Limits::nodes(PLACED, &stop, self.seed());
            let found = state.think(level, Level::DEFAULT.table(), limits, &mut |_| {});
            let next = found.and_then(|found| found.line.into_iter().next());
            match next.map(|text| state.play(&text)) {
                Some(Ok(played)) => moves.push(played.text),
                _ => break,
            }
        }
        moves
    }

    /// Carries out the engine's choice.
    ///
    /// # Errors
    /// If that is no longer possible.
    pub fn carry_out(&mut self, choice: &Choice, at: Timestamp) -> Result<Vec<Event>, Denial> {
        let engine = self.engine.ok_or(Denial::NotYourGame(self.id))?;
        let by = self.player(engine.side);
        match choice {
            Choice::Move(text) => self.play(by, text, None, at),
            Choice::Claim => self.offer(by, at),
            Choice::Resign => self.resign(by, at),
            Choice::Answer(accept) => self.answer(by, *accept, at),
        }
    }
}
