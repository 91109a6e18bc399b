//! `siwa-lab match`: two players, many games.

mod player;
mod sums;

use std::io;
use std::time::Duration;

use fastrand::Rng;

use siwa::cli::play::ended;
use siwa::cli::rules::find;
use siwa::cli::terminal::{Failure, print_line, unwritten};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::Side;

use player::Player;
use sums::Sums;

/// The most turns of a game: then it ends as if both players had agreed to stop, which may be a
/// win.
const MAX_TURNS: usize = 400;

/// Arguments of `siwa-lab match`.
#[derive(Debug, clap::Args)]
pub(super) struct MatchArguments {
    /// First player: time, nodes:N, depth:N, level:N, tree, material, careful, random, or a program
    /// with its arguments that speaks the protocol of `siwa engine`
    a: String,
    /// Second player, as A
    b: String,
    /// Variant id [default: the first of `siwa rules variants`]
    #[arg(long)]
    variant: Option<String>,
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
pub(super) fn run(arguments: &MatchArguments, registry: Registry) -> Result<(), Failure> {
    let first = || {
        registry
            .games()
            .find_map(|rules| rules.info().variants.first())
    };
    let variant = arguments.variant.as_deref();
    let variant = variant.or_else(|| Some(first()?.id)).unwrap_or_default();
    let (rules, variant) = find(registry, variant)?;
    let time = Duration::from_millis(arguments.time);
    let mut players = [
        Player::new(&arguments.a, variant.id, time)?,
        Player::new(&arguments.b, variant.id, time)?,
    ];
    let (mut sums, mut faults) = (Sums::default(), [0_u32; 2]);
    for pair in 0..arguments.games.div_ceil(2) {
        let mut random = Rng::with_seed(arguments.seed.wrapping_add(u64::from(pair)));
        let opening = opening(
            rules.start(variant).as_ref(),
            arguments.opening,
            &mut random,
        )?;
        let mut points = [0; 2];
        for (points, first) in points.iter_mut().zip([0, 1]) {
            let game = rules.start(variant);
            let over = play(game, &opening, &mut players, first, &mut random)?;
            *points = match over {
                Over::Won(0) | Over::Fault(1) => 2,
                Over::Drawn => 1,
                Over::Won(_) | Over::Fault(_) => 0,
            };
            if let Over::Fault(who) = over {
                faults[who] += 1;
            }
        }
        sums.add(points);
        match print_line(&sums.told(faults, arguments.sprt)) {
            // Nobody waits for the result.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            told => told.map_err(unwritten)?,
        }
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

/// Some random turns; fewer if the next one would end the game.
fn opening(start: &dyn GameState, turns: usize, random: &mut Rng) -> Result<Vec<String>, Failure> {
    let mut state = start.fork();
    let mut texts = Vec::new();
    for _ in 0..turns {
        let legal = state.legal_moves();
        let Some(text) = random.choice(&legal) else {
            break;
        };
        let mut next = state.fork();
        next.play(text)?;
        if next.outcome().is_some() {
            break;
        }
        texts.push(text.clone());
        state = next;
    }
    Ok(texts)
}

/// One game, in which the player with this number plays the first side.
fn play(
    mut state: Box<dyn GameState>,
    opening: &[String],
    players: &mut [Player; 2],
    first: usize,
    random: &mut Rng,
) -> Result<Over, Failure> {
    let who = |side: Side| match side {
        Side::First => first,
        Side::Second => 1 - first,
    };
    let mut texts = opening.to_vec();
    for text in opening {
        state.play(text)?;
    }
    // A level misjudges a position in the same way during a game.
    let seeds = [random.u64(..), random.u64(..)];
    while texts.len() < MAX_TURNS {
        if let Some(outcome) = ended(state.as_ref()) {
            return Ok(outcome
                .winner
                .map_or(Over::Drawn, |side| Over::Won(who(side))));
        }
        let turn = who(state.turn());
        let text = players[turn].choose(state.as_ref(), &texts, seeds[turn], random);
        match text.filter(|text| state.play(text).is_ok()) {
            Some(text) => texts.push(text),
            None => return Ok(Over::Fault(turn)),
        }
    }
    let stopped = state.declarations(Side::First).together.winner;
    Ok(stopped.map_or(Over::Drawn, |side| Over::Won(who(side))))
}
