//! `siwa-lab match`: two players, many games.

mod player;
mod sums;

use std::io::{self, Write as _};
use std::time::Duration;

use fastrand::Rng;

use siwa_games::registry::GameState;
use siwa_games::rules::Side;

use crate::selfplay::Variant;
use crate::{Failure, variant};
use player::Player;
use sums::Sums;

/// The most turns of a game: then it ends as if both players had agreed to stop, which may be a
/// win.
const MAX_TURNS: usize = 400;

/// Arguments of `siwa-lab match`.
#[derive(Debug, clap::Args)]
pub(super) struct MatchArguments {
    /// First player: time, nodes:N, depth:N, level:N, material, careful, random, or a program
    /// with its arguments that speaks the protocol of `siwa engine`
    a: String,
    /// Second player, as A
    b: String,
    /// Variant id
    #[arg(long, default_value = "seega-5-classic", value_parser = variant)]
    variant: Variant,
    /// Games; each opening is played from both sides
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Milliseconds per move, for `time` and for programs
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Random turns at the start of each game
    #[arg(long, default_value_t = 2)]
    opening: usize,
    /// Random seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop as soon as a sequential test decides between 0 and ELO
    #[arg(long, value_name = "ELO")]
    sprt: Option<f64>,
}

/// Plays the match, and prints its progress.
pub(super) fn run(arguments: &MatchArguments) -> Result<(), Failure> {
    let (rules, variant) = arguments.variant;
    let time = Duration::from_millis(arguments.time);
    let mut players = [
        Player::new(&arguments.a, variant.id, time)?,
        Player::new(&arguments.b, variant.id, time)?,
    ];
    let mut sums = Sums::default();
    let mut faults = [0_u32; 2];
    for pair in 0..arguments.games.div_ceil(2) {
        let mut random = Rng::with_seed(arguments.seed.wrapping_add(u64::from(pair)));
        let opening = Opening::new(rules.start(variant), arguments.opening, &mut random);
        let mut points = [0; 2];
        for (points, first) in points.iter_mut().zip([0, 1]) {
            let over = opening.play(&mut players, first, &mut random);
            *points = match over {
                Over::Won(0) | Over::Fault(1) => 2,
                Over::Drawn => 1,
                Over::Won(_) | Over::Fault(_) => 0,
            };
            if let Over::Fault(player) = over {
                faults[player] += 1;
            }
        }
        sums.add(points);
        writeln!(io::stdout(), "{}", sums.describe(faults, arguments.sprt))?;
        if arguments.sprt.is_some_and(|elo| sums.decided(elo)) {
            break;
        }
    }
    Ok(())
}

/// The result of a game.
enum Over {
    /// This player has won.
    Won(usize),
    Drawn,
    /// This player has made no legal move, and so lost.
    Fault(usize),
}

/// The start of a game, after some random turns.
struct Opening {
    state: Box<dyn GameState>,
    moves: Vec<String>,
}

impl Opening {
    /// Plays random turns; fewer if the next one would end the game.
    fn new(mut state: Box<dyn GameState>, turns: usize, random: &mut Rng) -> Self {
        let mut moves = Vec::new();
        for _ in 0..turns {
            let Some(text) = random.choice(state.legal_moves()) else {
                break;
            };
            let mut next = state.fork();
            if next.play(&text).is_err() || next.outcome().is_some() {
                break;
            }
            moves.push(text);
            state = next;
        }
        Self { state, moves }
    }

    /// Plays a game, in which the player with this number plays the first side.
    fn play(&self, players: &mut [Player; 2], first: usize, random: &mut Rng) -> Over {
        let number = |side: Side| match side {
            Side::First => first,
            Side::Second => 1 - first,
        };
        let mut state = self.state.fork();
        let mut moves = self.moves.clone();
        // A level misjudges a position in the same way during a game.
        let seeds = [random.u64(..), random.u64(..)];
        let mut outcome = state.outcome_or_declared_win();
        while outcome.is_none() && moves.len() < MAX_TURNS {
            let turn = number(state.turn());
            let text = players[turn].choose(state.as_ref(), &moves, seeds[turn], random);
            match text.filter(|text| state.play(text).is_ok()) {
                Some(text) => moves.push(text),
                None => return Over::Fault(turn),
            }
            outcome = state.outcome_or_declared_win();
        }
        let stopped = || state.declarations(Side::First).together;
        match outcome.unwrap_or_else(stopped).winner {
            Some(side) => Over::Won(number(side)),
            None => Over::Drawn,
        }
    }
}
