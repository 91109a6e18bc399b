//! `siwa-lab deals`: finds and measures arrangements of Seega in which neither side has an advantage.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use crate::selfplay::{self, Variant};
use siwa::cli::play::ended;
use siwa::cli::rules::find;
use siwa::cli::terminal::{Failure, print_line, unwritten};
use siwa_games::engine::{Level, Limits, Score};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Square};

/// The most turns of a game.
const MAX_TURNS: usize = 400;
/// The value of a win, in hundredths of a piece.
const SURE: f64 = 3_000.0;
/// For how many turns in a row a lead must hold to count as a win.
const HOLDS: i32 = 3;
/// How many games are played before an arrangement is checked; how far from even it may be then, in
/// all games and in those of each strength.
const STAGES: [(u32, [f64; 2]); 3] = [(9, [0.34, 1.0]), (30, [0.15, 0.28]), (90, [0.09, 0.18])];
/// The same after all games.
const LAST: [f64; 2] = [0.05, 0.135];
/// The largest part of drawn games.
const DRAWN: f64 = 0.35;
/// How many positions the search sees that must not find the game decided.
const STRONG: u64 = 20_000;
/// From how many hundredths of a piece on it is.
const DECIDED: f64 = 400.0;
/// Which part of the arrangements differs by one or two swaps from one that was found.
const SWAPPED: f64 = 0.7;

/// Arguments of `siwa-lab deals`.
#[derive(Debug, clap::Args)]
pub(super) struct DealsArguments {
    /// Variant id, e.g. seega-5-classic
    variant: String,
    /// Measure the arrangements that games begin with, instead of looking for others
    #[arg(long)]
    listed: bool,
    /// How many arrangements to find
    #[arg(long, default_value_t = 10)]
    count: usize,
    /// Games of each
    #[arg(long, default_value_t = 300)]
    games: u32,
    /// Positions searched for a turn, for each strength
    #[arg(long, value_delimiter = ',', default_value = "30,90,270")]
    nodes: Vec<u64>,
    /// Turns that are drawn from all legal ones, the better ones more often
    #[arg(long, default_value_t = 16)]
    drawn: usize,
    /// What a move worse by so many hundredths of a piece is less likely by: to one part in e
    #[arg(long, default_value_t = 50.0)]
    noise: f64,
    /// A lead of so many hundredths of a piece wins; 0: the games are played to the end
    #[arg(long, default_value_t = 0.0)]
    lead: f64,
    /// The longest median of turns
    #[arg(long, default_value_t = MAX_TURNS)]
    median: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The results of the games of an arrangement.
#[derive(Clone, Default)]
struct Tally {
    /// For each strength: the points of the side that moves first, and the number of games.
    points: Vec<(f64, f64)>,
    drawn: f64,
    turns: Vec<usize>,
}

impl Tally {
    fn games(&self) -> u32 {
        u32::try_from(self.turns.len()).unwrap_or(u32::MAX)
    }

    fn share(&self) -> f64 {
        let points: f64 = self.points.iter().map(|(points, _)| points).sum();
        points / f64::from(self.games().max(1))
    }

    fn median(&self) -> usize {
        let mut turns = self.turns.clone();
        turns.sort_unstable();
        turns.get(turns.len() / 2).copied().unwrap_or_default()
    }

    /// Returns whether it is so far from even at most.
    fn is_even(&self, [whole, each]: [f64; 2]) -> bool {
        let near = |share: f64, most: f64| (share - 0.5).abs() <= most;
        let mut strengths = self.points.iter();
        near(self.share(), whole) && strengths.all(|(points, games)| near(points / games, each))
    }

    fn line(&self) -> String {
        let each = self.points.iter();
        let each: Vec<String> = each
            .map(|(points, games)| format!("{:.3}", points / games))
            .collect();
        format!(
            "{:.3} of {} ({}), drawn {:.2}, turns {}",
            self.share(),
            self.games(),
            each.join(" "),
            self.drawn / f64::from(self.games().max(1)),
            self.median()
        )
    }
}

/// Finds arrangements, or measures the listed ones, and prints a line for each.
pub(super) fn run(arguments: &DealsArguments, registry: Registry) -> Result<(), Failure> {
    let variant = find(registry, &arguments.variant)?;
    let said = |line: &str| print_line(line).map_err(unwritten);
    let mut random = Rng::with_seed(arguments.seed);
    let mut found: Vec<u128> = Vec::new();
    if arguments.listed {
        let listed = listed(variant);
        let numbers = u32::try_from(listed.len()).unwrap_or(u32::MAX);
        let tallies = selfplay::all(numbers, |number| {
            let mut random = Rng::with_seed(selfplay::seed(arguments.seed, number));
            let mut tally = Tally::default();
            arguments.play(
                listed.get(number as usize).map(AsRef::as_ref),
                &mut tally,
                arguments.games,
                &mut random,
            );
            tally
        });
        for (position, tally) in listed.iter().zip(tallies) {
            let decided = if is_decided(position.as_ref(), &mut random) {
                ", decided"
            } else {
                ""
            };
            said(&format!(
                "{} {}{decided}",
                position.position(),
                tally.line()
            ))?;
        }
        return Ok(());
    }
    while found.len() < arguments.count {
        let board = Board {
            size: variant.1.size,
        };
        let near = random.choice(&found).filter(|_| random.f64() < SWAPPED);
        let drawn = match near {
            Some(near) => board.swapped(*near, &mut random),
            None => board.drawn(&mut random),
        };
        let pieces = board.least(drawn);
        if found.contains(&pieces) {
            continue;
        }
        let state = variant.0.parse(variant.1, &board.position(pieces));
        // A position in which the side to move is shut in is written otherwise, or is not its turn.
        let Ok(state) = state else { continue };
        if state.turn() != Side::Second
            || captures(state.as_ref())
            || is_decided(state.as_ref(), &mut random)
        {
            continue;
        }
        let mut tally = Tally::default();
        let mut stages = STAGES.into_iter().chain([(arguments.games, LAST)]);
        let even = stages.all(|(games, limits)| {
            arguments.play(Some(state.as_ref()), &mut tally, games, &mut random);
            tally.is_even(limits)
        });
        let lively = tally.drawn <= DRAWN * f64::from(tally.games());
        if even && lively && tally.median() <= arguments.median {
            found.push(pieces);
            said(&format!("{} {}", board.written(pieces), tally.line()))?;
        }
    }
    Ok(())
}

/// The arrangements with which games of a variant begin.
fn listed((rules, variant): Variant) -> Vec<Box<dyn GameState>> {
    let mut positions = BTreeSet::new();
    let mut count = 0;
    rules.deal(variant, &mut |below| {
        count = count.max(below);
        0
    });
    for number in 0..count {
        let mut chosen = [number, 0].into_iter();
        positions.extend(rules.deal(variant, &mut |below| {
            chosen.next().unwrap_or_default() % below
        }));
    }
    let states = positions.iter().map(|it| rules.parse(variant, it).ok());
    states.flatten().collect()
}

/// Returns whether the first move can capture.
fn captures(state: &dyn GameState) -> bool {
    let moves = state.legal_moves();
    let mut reports = moves.iter().filter_map(|text| state.read(text).ok());
    reports.any(|report| !report.captured.is_empty())
}

/// Returns whether a strong player sees who wins.
fn is_decided(state: &dyn GameState, random: &mut Rng) -> bool {
    let found = think(state, STRONG, random);
    found.is_some_and(|found| value(found.1).abs() >= DECIDED)
}

impl DealsArguments {
    /// Plays further games, until there are so many.
    fn play(&self, from: Option<&dyn GameState>, tally: &mut Tally, games: u32, random: &mut Rng) {
        let Some(from) = from else { return };
        tally.points.resize(self.nodes.len(), (0.0, 0.0));
        while tally.games() < games {
            let strength = tally.turns.len() % self.nodes.len();
            let (points, turns) = self.game(from.fork(), self.nodes[strength], random);
            tally.points[strength].0 += points;
            tally.points[strength].1 += 1.0;
            tally.drawn += f64::from(u8::from(points == 0.5));
            tally.turns.push(turns);
        }
    }

    /// The points of the second side, which moves first, and the number of turns.
    fn game(&self, mut state: Box<dyn GameState>, nodes: u64, random: &mut Rng) -> (f64, usize) {
        let mut lead: i32 = 0;
        for turn in 0..MAX_TURNS {
            if let Some(outcome) = ended(state.as_ref()) {
                let points = outcome.winner.map_or(0.5, |side| match side {
                    Side::First => 0.0,
                    Side::Second => 1.0,
                });
                return (points, turn);
            }
            let text = if turn < self.drawn {
                self.draw(state.as_ref(), nodes, random)
            } else {
                let found = think(state.as_ref(), nodes, random);
                let value = found.as_ref().map_or(0.0, |found| value(found.1));
                let side = if state.turn() == Side::Second { 1 } else { -1 };
                let ahead = if value > 0.0 { side } else { -side };
                lead = if value.abs() < self.lead || self.lead <= 0.0 {
                    0
                } else if lead * ahead > 0 {
                    lead + ahead
                } else {
                    ahead
                };
                if lead.abs() >= HOLDS {
                    return (if lead > 0 { 1.0 } else { 0.0 }, turn);
                }
                found.map(|found| found.0)
            };
            if text.is_none_or(|text| state.play(&text).is_err()) {
                break;
            }
        }
        (0.5, MAX_TURNS)
    }

    /// A legal move, the better ones more often.
    fn draw(&self, state: &dyn GameState, nodes: u64, random: &mut Rng) -> Option<String> {
        let legal = state.legal_moves();
        let values =
            legal.iter().map(|text| {
                let mut after = state.fork();
                let played = after.play(text).is_ok();
                let own = if after.turn() == state.turn() {
                    1.0
                } else {
                    -1.0
                };
                match ended(after.as_ref()) {
                    Some(outcome) => outcome.winner.map_or(0.0, |winner| {
                        if winner == state.turn() { SURE } else { -SURE }
                    }),
                    None if played => think(after.as_ref(), (nodes / 8).max(12), random)
                        .map_or(0.0, |found| own * value(found.1)),
                    None => -SURE,
                }
            });
        let values: Vec<f64> = values.collect();
        let best = values.iter().copied().fold(f64::MIN, f64::max);
        let weights = values
            .iter()
            .map(|value| ((value - best) / self.noise).exp());
        let weights: Vec<f64> = weights.collect();
        let mut left = random.f64() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left <= 0.0
        });
        legal.into_iter().nth(chosen?)
    }
}

/// The engine's move, and its score.
fn think(state: &dyn GameState, nodes: u64, random: &mut Rng) -> Option<(String, Score)> {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(nodes, &stop, random.u64(..));
    let found = state.think(Level::STRONGEST, 1 << 15, limits, &mut |_| {})?;
    Some((found.line.into_iter().next()?, found.score))
}

fn value(score: Score) -> f64 {
    match score {
        Score::Points(points) => f64::from(points),
        Score::Wins(plies) => SURE - f64::from(plies),
        Score::Loses(plies) => f64::from(plies) - SURE,
    }
}

/// A board of Seega; its squares without the centre are bits, those of the first side set.
#[derive(Clone, Copy)]
struct Board {
    size: u8,
}

impl Board {
    fn squares(self) -> Vec<Square> {
        let middle = self.size / 2;
        let all = Square::all(self.size);
        all.filter(|at| (at.file(), at.rank()) != (middle, middle))
            .collect()
    }

    fn drawn(self, random: &mut Rng) -> u128 {
        let mut places: Vec<usize> = (0..self.squares().len()).collect();
        random.shuffle(&mut places);
        let half = places.iter().take(places.len() / 2);
        half.fold(0, |pieces, place| pieces | 1 << place)
    }

    fn swapped(self, pieces: u128, random: &mut Rng) -> u128 {
        let count = self.squares().len();
        (0..random.usize(1..3)).fold(pieces, |pieces, _| {
            let [one, other] = [random.usize(..count), random.usize(..count)];
            if pieces >> one & 1 == pieces >> other & 1 {
                pieces
            } else {
                pieces ^ (1 << one | 1 << other)
            }
        })
    }

    /// The least of the eight ways to turn and mirror it.
    fn least(self, pieces: u128) -> u128 {
        let squares = self.squares();
        let last = self.size - 1;
        let turned = |turn: u8| {
            let moved = squares
                .iter()
                .enumerate()
                .filter(|(place, _)| pieces >> place & 1 == 1);
            moved.fold(0, |all, (_, at)| {
                let file = if turn & 1 == 0 {
                    at.file()
                } else {
                    last - at.file()
                };
                let rank = if turn & 2 == 0 {
                    at.rank()
                } else {
                    last - at.rank()
                };
                let to = if turn & 4 == 0 {
                    Square::new(file, rank)
                } else {
                    Square::new(rank, file)
                };
                let place = squares.iter().position(|square| Some(*square) == to);
                place.map_or(all, |place| all | 1 << place)
            })
        };
        (0..8).map(turned).min().unwrap_or(pieces)
    }

    /// A line of the list.
    fn written(self, pieces: u128) -> String {
        format!("{pieces:0digits$x}", digits = self.squares().len() / 4)
    }

    fn position(self, pieces: u128) -> String {
        let squares = self.squares();
        let letter = |at: Square| match squares.iter().position(|square| *square == at) {
            None => '.',
            Some(place) if pieces >> place & 1 == 1 => 'x',
            Some(_) => 'o',
        };
        let rank = |rank: u8| -> String {
            (0..self.size)
                .filter_map(|file| Square::new(file, rank))
                .map(letter)
                .collect()
        };
        let ranks: Vec<String> = (0..self.size).rev().map(rank).collect();
        format!("{} o m 0", ranks.join("/"))
    }
}
