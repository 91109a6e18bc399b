//! `siwa rules`: positions and moves as lines of text, for other programs.
//!
//! Answers are the same in every language; only errors are translated.

use std::io::{self, BufRead, Write};

use super::fortress;
use super::terminal::written;
use crate::game::ensure;
use crate::time::Stopwatch;
use siwa_games::registry::{GameState, Registry, Rules};
use siwa_games::rules::square::list;
use siwa_games::rules::{Outcome, Variant};
use siwa_games::text::Text;

/// Query the rules. Where POSITION may be `-`, positions are read from standard input, one
/// per line; a blank line ends each answer.
#[derive(Clone, Debug, PartialEq, Eq, clap::Subcommand)]
pub enum RulesCommand {
    /// List all variants
    Variants,
    /// Print the starting position
    Start(VariantArgument),
    /// List the legal moves, sorted; nothing if the game is over
    Moves(Positions),
    /// Play moves; print the position, the last captures and the outcome
    Play {
        /// The variant.
        #[command(flatten)]
        variant: VariantArgument,
        /// Position
        position: String,
        /// Legal moves, each an argument
        #[arg(required = true, value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Print whether and how the game has ended
    Outcome(Positions),
    /// Print which side has a fortress and may claim (Seega)
    Fortress(Positions),
    /// Count move sequences by depth (perft), with timing
    Perft {
        /// The variant.
        #[command(flatten)]
        variant: VariantArgument,
        /// Largest depth, in plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..=32))]
        depth: u32,
        /// Position to count from [default: the starting position]
        #[arg(long)]
        position: Option<String>,
    },
}

/// The variant of a command.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct VariantArgument {
    /// Variant id, e.g. seega-5-classic; `siwa rules variants` lists them
    variant: String,
}

impl VariantArgument {
    /// The variant with this id.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn find(&self, registry: Registry) -> Result<Found, Text> {
        find(registry, &self.variant)
    }
}

/// The positions of a query.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Positions {
    #[command(flatten)]
    variant: VariantArgument,
    /// Position, or - to read many
    position: String,
}

/// A variant and its game.
pub type Found = (&'static dyn Rules, &'static Variant);

/// Runs one command.
///
/// An `output` that is closed early is not a failure.
///
/// # Errors
/// If the command is invalid, or on an error of `input` or `output`.
pub fn run(
    command: &RulesCommand,
    registry: Registry,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Text> {
    let mut each = |positions, answer| each_position(registry, positions, input, output, answer);
    let answer = match command {
        RulesCommand::Variants => {
            let variants = registry.games().flat_map(|rules| rules.info().variants);
            let line = |variant: &Variant| format!("{}\n", variant.id);
            variants.map(line).collect()
        }
        RulesCommand::Start(variant) => {
            let (rules, variant) = variant.find(registry)?;
            format!("{}\n", rules.start(variant).position())
        }
        RulesCommand::Moves(positions) => return each(positions, moves),
        RulesCommand::Outcome(positions) => return each(positions, outcome),
        RulesCommand::Fortress(positions) => return each(positions, fortress::answer),
        RulesCommand::Play {
            variant,
            position,
            moves,
        } => {
            let (rules, variant) = variant.find(registry)?;
            play(rules, rules.parse(variant, position)?, moves)?
        }
        RulesCommand::Perft {
            variant,
            depth,
            position,
        } => {
            let (rules, variant) = variant.find(registry)?;
            let start = match position {
                Some(text) => rules.parse(variant, text)?,
                None => rules.start(variant),
            };
            return written(perft(start.as_ref(), *depth, output));
        }
    };
    written(write(output, &answer))
}

/// Writes a part of an answer, so that its reader has it.
fn write(output: &mut dyn Write, part: &str) -> io::Result<()> {
    output.write_all(part.as_bytes())?;
    output.flush()
}

/// The variant with this id.
///
/// # Errors
/// If it does not exist.
pub fn find(registry: Registry, id: &str) -> Result<Found, Text> {
    let unknown = || Text::new("cli-rules-unknown-variant").with("variant", id);
    registry.variant(id).ok_or_else(unknown)
}

/// Answers a query about one position, or about every line of the input.
fn each_position(
    registry: Registry,
    Positions { variant, position }: &Positions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answer: fn(&dyn Rules, &'static Variant, &str) -> Result<String, Text>,
) -> Result<(), Text> {
    let (rules, variant) = variant.find(registry)?;
    if position != "-" {
        return written(write(output, &answer(rules, variant, position)?));
    }
    for (number, line) in (1_i64..).zip(input.split(b'\n')) {
        let line = match line {
            Ok(line) => line,
            Err(error) => return written(Err(error)),
        };
        // A line that is not UTF-8 is refused like any other invalid position.
        let text = String::from_utf8_lossy(&line);
        let answer = answer(rules, variant, text.trim()).map_err(|problem| {
            Text::new("cli-rules-line")
                .with("line", number)
                .with("problem", problem)
        })?;
        if let Err(error) = write(output, &format!("{answer}\n")) {
            return written(Err(error));
        }
    }
    Ok(())
}

fn moves(rules: &dyn Rules, variant: &'static Variant, position: &str) -> Result<String, Text> {
    let mut legal = rules.parse(variant, position)?.legal_moves();
    legal.sort_unstable();
    legal.iter_mut().for_each(|text| text.push('\n'));
    Ok(legal.concat())
}

fn outcome(rules: &dyn Rules, variant: &'static Variant, position: &str) -> Result<String, Text> {
    let outcome = rules.parse(variant, position)?.outcome();
    Ok(format!("outcome {}\n", describe(rules, outcome)))
}

fn play(rules: &dyn Rules, mut game: Box<dyn GameState>, moves: &[String]) -> Result<String, Text> {
    let mut captured = Vec::new();
    for (number, text) in (1_i64..).zip(moves) {
        let refused = |problem| {
            Text::new("cli-rules-move")
                .with("number", number)
                .with("problem", problem)
        };
        let played = running(game.as_ref()).and_then(|()| Ok(game.play(text)?));
        captured = played.map_err(refused)?.captured;
    }
    let captured = match captured.as_slice() {
        [] => "-".to_owned(),
        squares => list(squares, " "),
    };
    let position = game.position();
    let outcome = describe(rules, game.outcome());
    Ok(format!(
        "position {position}\ncaptured {captured}\noutcome {outcome}\n"
    ))
}

/// Checks that the game is not over.
pub(super) fn running(game: &dyn GameState) -> Result<(), Text> {
    ensure(game.outcome().is_none(), Text::new("cli-rules-over"))
}

fn perft(start: &dyn GameState, depth: u32, output: &mut dyn Write) -> io::Result<()> {
    for depth in 1..=depth {
        let stopwatch = Stopwatch::start();
        let leaves = start.perft(depth);
        let spent = stopwatch.elapsed();
        let rate = u128::from(leaves) * 1_000_000_000 / spent.as_nanos().max(1);
        let line = format!("{depth} {leaves} {} {rate}\n", spent.as_millis());
        write(output, &line)?;
    }
    Ok(())
}

/// `-`, or the winner, the reason and the grade, if there is one.
fn describe(rules: &dyn Rules, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let letters = &rules.info().letters;
    let winner = outcome.winner.map_or("draw", |winner| letters.get(winner));
    format!("{winner} {}", outcome.termination())
}
