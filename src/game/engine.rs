//! The engine as a player, and its level that suits a person.

use std::sync::atomic::AtomicBool;

use super::{Act, Game, Ladder, Rating, Scope};
use siwa_games::engine::{Level, Limits, Score};
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
        Rating {
            rating: info.levels[self.level.index()].into(),
            deviation: 50.0,
            ..Rating::default()
        }
    }
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
    pub fn new(state: &dyn GameState, line: &[String]) -> Option<Self> {
        let (played, diagram) = state.propose(line.first()?).ok()?;
        let mut after = state.fork();
        let line = line.iter().take(TOLD);
        let plays = line.map_while(|text| after.play(text).ok());
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
            scope: match self.setup.engine {
                None => Scope::People,
                Some(_) => Scope::Engine,
            },
        }
    }

    /// Returns whether the engine alone has made the last moves: one, or several while its opponent
    /// is shut in.
    pub fn engine_moved_last(&self) -> bool {
        let first = self.lately.first().map(|played| played.side);
        first.is_some() && first == self.setup.engine.map(|engine| engine.side)
    }

    /// Returns whether the engine must act: answer an offer, or move.
    pub fn waits_for_engine(&self) -> bool {
        let acts = |engine: Engine| self.is_asked(engine) || self.turn() == Some(engine.side);
        self.ending.is_none() && self.setup.engine.is_some_and(acts)
    }

    /// Returns whether the engine must answer an offer.
    fn is_asked(&self, engine: Engine) -> bool {
        self.open_offer
            .is_some_and(|offer| offer.side != engine.side)
    }

    /// The limits of a search, with the table of a level. Each has the game's seed, so that the engine misjudges a
    /// position in the same way during a game.
    fn limits<'a>(&self, nodes: u64, level: Level, stop: &'a AtomicBool) -> Limits<'a> {
        Limits::nodes(nodes, level.table(), stop, key_of(&[self.setup.id.0]))
    }

    /// The engine's next act, after a search that ends by itself or by `stop`; `None` if it is not
    /// its turn to act. Deterministic for a turn of a game.
    pub fn choose(&self, stop: &AtomicBool) -> Option<Act> {
        let engine = self.setup.engine?;
        if !self.waits_for_engine() {
            return None;
        }
        let won = |outcome: siwa_games::rules::Outcome| outcome.winner == Some(engine.side);
        let asked = self.is_asked(engine);
        let declarations = self.state.declarations(engine.side);
        if asked && self.state.stage() == Stage::Placement {
            return Some(Act::Answer(false));
        }
        if asked && won(declarations.together) {
            return Some(Act::Answer(true));
        }
        let turns = self.turns_of(engine.side.other());
        let may_claim = self.setup.rated || turns >= TURNS_BEFORE_CLAIM;
        if !asked && may_claim && declarations.alone.is_some_and(won) {
            return Some(Act::Offer);
        }
        let limits = self.limits(u64::MAX, engine.level, stop);
        let thought = self.state.think(engine.level, limits, &mut |_| {})?;
        let score = if self.state.turn() == engine.side {
            thought.score
        } else {
            thought.score.for_other()
        };
        if asked {
            let enough = match declarations.together.winner {
                None => !matches!(score, Score::Wins(_) | Score::Points(1..)),
                Some(_) => matches!(score, Score::Loses(_)),
            };
            return Some(Act::Answer(enough));
        }
        match score {
            Score::Loses(plies) if plies > LAST_BLOW && engine.level.number() >= GIVES_UP => {
                Some(Act::Resign)
            }
            _ => Some(Act::Play(thought.line.into_iter().next()?, None)),
        }
    }

    /// A hint for the side to move; `None` if the game is over. Deterministic for a position.
    pub fn hint(&self) -> Option<Hint> {
        self.turn()?;
        let stop = AtomicBool::new(false);
        let limits = self.limits(HINTED, Level::DEFAULT, &stop);
        let found = self.state.think(Level::STRONGEST, limits, &mut |_| {})?;
        Hint::new(self.state(), &found.line)
    }

    /// Whether the person can have the rest of the pieces placed: in an unrated game against the
    /// engine, after their first turn.
    pub fn may_place_rest(&self) -> bool {
        let is_free = |person: Side| {
            self.turns_of(person) > 0
                && self.turn() == Some(person)
                && self.state.stage() == Stage::Placement
        };
        let engine = self.setup.engine;
        !self.setup.rated && engine.is_some_and(|engine| is_free(engine.side.other()))
    }

    /// The engine's moves, at its level, that place the rest of both sides' pieces; empty if that is
    /// not possible now.
    pub fn rest_placed(&self) -> Vec<String> {
        let mut state = self.state.fork();
        let mut moves = Vec::new();
        let level = match self.setup.engine {
            Some(engine) if self.may_place_rest() => engine.level,
            _ => return moves,
        };
        let stop = AtomicBool::new(false);
        while state.stage() == Stage::Placement && state.outcome().is_none() {
            let limits = self.limits(PLACED, Level::DEFAULT, &stop);
            let found = state.think(level, limits, &mut |_| {});
            let next = found.and_then(|found| found.line.into_iter().next());
            match next.map(|text| state.play(&text)) {
                Some(Ok(played)) => moves.push(played.text),
                _ => break,
            }
        }
        moves
    }
}

/// How many of a person's last games with the engine count.
pub const MAX_FACED: u32 = 20;

/// By how much a game changes the estimate of a person's strength at most.
const STEP: f64 = 200.0;

/// A person's finished game with the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Faced {
    /// The engine's level.
    pub level: Level,
    /// The person's score: 1 for a win, ½ for a draw.
    pub score: f64,
}

/// The level against which a person wins about half of their games, judged by their last ones of
/// this kind, newest first. Of the two levels next to their strength `lot`, from 0 to 1, decides: the
/// nearer is the likelier.
pub fn suggested_level(info: &GameInfo, faced: &[Faced], lot: f64) -> Level {
    let rating = |level: Level| f64::from(info.levels[level.index()]);
    let update = |estimate: f64, game: &Faced| {
        let expected = 1.0 / (1.0 + 10_f64.powf((rating(game.level) - estimate) / 400.0));
        estimate + STEP * (game.score - expected)
    };
    let newcomer = f64::from(info.newcomer);
    let oldest = faced.last().map_or(newcomer, |game| rating(game.level));
    let estimate = faced.iter().rev().fold(oldest, update);
    let is_reached = |pair: &&[Level]| {
        let step = rating(pair[1]) - rating(pair[0]);
        estimate - rating(pair[0]) > lot * step
    };
    let reached = Level::ALL.windows(2).rev().find(is_reached);
    reached.map_or(Level::ALL[0], |pair| pair[1])
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use fastrand::Rng;
    use siwa_games::registry::Registry;

    use super::*;

    /// The score of a simulated person of this strength in the last 20 of 60 games.
    fn last_score(info: &GameInfo, strength: f64, random: &mut Rng) -> f64 {
        let mut faced = VecDeque::new();
        for _ in 0..60 {
            let level = suggested_level(info, faced.make_contiguous(), random.f64());
            let rating = f64::from(info.levels[level.index()]);
            let chance = 1.0 / (1.0 + 10_f64.powf((rating - strength) / 400.0));
            let score = match random.f64() {
                lot if lot < 0.04 => 0.5,
                _ if random.f64() < chance => 1.0,
                _ => 0.0,
            };
            faced.push_front(Faced { level, score });
            faced.truncate(MAX_FACED as usize);
        }
        faced.iter().map(|game| game.score).sum::<f64>() / f64::from(MAX_FACED)
    }

    #[test]
    fn people_of_every_strength_win_about_half_of_their_games() {
        let mut random = Rng::with_seed(1);
        for rules in Registry::standard().games() {
            let info = rules.info();
            let [weakest, .., strongest] = info.levels.map(f64::from);
            for strength in (1..=6).map(|part| f64::from(part) / 7.0) {
                let strength = weakest + strength * (strongest - weakest);
                let scores = (0..200).map(|_| last_score(info, strength, &mut random));
                let scores: Vec<f64> = scores.collect();
                let mean = scores.iter().sum::<f64>() / 200.0;
                let even = scores.iter().filter(|score| (0.4..=0.6).contains(*score));
                assert!((0.45..=0.55).contains(&mean), "{strength}: {mean}");
                assert!(even.count() >= 180, "{strength}: {scores:?}");
            }
        }
    }

    #[test]
    fn newcomers_begin_at_the_levels_next_to_them_and_climb_by_winning() {
        let suggested = |id, faced: &[Faced]| {
            let rules = Registry::standard().find(id).unwrap();
            [0.0, 0.99].map(|lot| suggested_level(rules.info(), faced, lot).number())
        };
        assert_eq!(suggested("gyges", &[]), [1, 1]);
        assert_eq!(suggested("seega", &[]), [3, 2]);
        let won = Faced {
            level: Level::DEFAULT,
            score: 1.0,
        };
        assert_eq!(suggested("seega", &[won; 4]), [4, 3]);
        let lost = Faced { score: 0.0, ..won };
        assert_eq!(suggested("seega", &[lost; 3]), [2, 1]);
    }
}
