//! `siwa rules`: positions and moves as lines of text, for other programs.
//!
//! Answers are the same in every language; only errors are translated.

use std::io::{self, BufRead, Write};

use super::fortress;
use super::terminal::written;
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

/// Why an answer is incomplete.
#[derive(Debug)]
pub(super) enum Failure {
    /// The query was wrong.
    Said(Text),
    /// The query could not be read, or the answer could not be written.
    Io(io::Error),
}

impl From<Text> for Failure {
    fn from(message: Text) -> Self {
        Self::Said(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

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
    match answer(command, registry, input, output) {
        Err(Failure::Said(message)) => Err(message),
        Err(Failure::Io(error)) => written(Err(error)),
        Ok(()) => Ok(()),
    }
}

fn answer(
    command: &RulesCommand,
    registry: Registry,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        RulesCommand::Variants => {
            for rules in registry.games() {
                for variant in rules.info().variants {
                    writeln!(output, "{}", variant.id)?;
                }
            }
        }
        RulesCommand::Start(variant) => {
            let (rules, variant) = variant.find(registry)?;
            writeln!(output, "{}", rules.start(variant).position())?;
        }
        RulesCommand::Moves(of) => each_position(registry, of, input, output, moves)?,
        RulesCommand::Outcome(of) => each_position(registry, of, input, output, outcome)?,
        RulesCommand::Fortress(of) => each_position(registry, of, input, output, fortress::answer)?,
        RulesCommand::Play {
            variant,
            position,
            moves,
        } => {
            let (rules, variant) = variant.find(registry)?;
            let answer = play(rules, rules.parse(variant, position)?, moves)?;
            output.write_all(answer.as_bytes())?;
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
            perft(start.as_ref(), *depth, output)?;
        }
    }
    output.flush()?;
    Ok(())
}

/// The variant with this id.
///
/// # Errors
/// If it does not exist.
pub fn find(registry: Registry, id: &str) -> Result<Found, Text> {
    registry
        .variant(id)
        .ok_or_else(|| Text::new("cli-rules-unknown-variant").with("variant", id))
}

/// Answers a query about one position, or about every line of the input.
fn each_position(
    registry: Registry,
    Positions { variant, position }: &Positions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answer: impl Fn(&dyn Rules, &'static Variant, &str) -> Result<String, Text>,
) -> Result<(), Failure> {
    let (rules, variant) = variant.find(registry)?;
    if position != "-" {
        output.write_all(answer(rules, variant, position)?.as_bytes())?;
        return Ok(());
    }
    let mut line = Vec::new();
    for number in 1_i64.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        // A line that is not UTF-8 is refused like any other invalid position.
        let text = String::from_utf8_lossy(&line);
        let answer = answer(rules, variant, text.trim()).map_err(|problem| {
            Text::new("cli-rules-line")
                .with("line", number)
                .with("problem", problem)
        })?;
        writeln!(output, "{answer}")?;
        output.flush()?;
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
    Ok(format!("outcome {}\n", told(rules, outcome)))
}

fn play(rules: &dyn Rules, mut game: Box<dyn GameState>, moves: &[String]) -> Result<String, Text> {
    let mut captured = Vec::new();
    for (number, text) in (1_i64..).zip(moves) {
        let refused = |problem| {
            Text::new("cli-rules-move")
                .with("number", number)
                .with("problem", problem)
        };
        let played = running(game.as_ref()).and_then(|()| game.play(text));
        captured = played.map_err(refused)?.captured;
    }
    let captured = match captured.as_slice() {
        [] => "-".to_owned(),
        squares => list(squares, " "),
    };
    Ok(format!(
        "position {}\ncaptured {captured}\noutcome {}\n",
        game.position(),
        told(rules, game.outcome())
    ))
}

/// Checks that the game is not over.
pub(super) fn running(game: &dyn GameState) -> Result<(), Text> {
    match game.outcome() {
        Some(_) => Err(Text::new("cli-rules-over")),
        None => Ok(()),
    }
}

fn perft(start: &dyn GameState, depth: u32, output: &mut dyn Write) -> Result<(), Failure> {
    for depth in 1..=depth {
        let stopwatch = Stopwatch::start();
        let leaves = start.perft(depth);
        let spent = stopwatch.elapsed();
        let rate = u128::from(leaves) * 1_000_000_000 / spent.as_nanos().max(1);
        writeln!(output, "{depth} {leaves} {} {rate}", spent.as_millis())?;
        output.flush()?;
    }
    Ok(())
}

/// `-`, or the winner, the reason and the grade, if there is one.
fn told(rules: &dyn Rules, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let letters = &rules.info().letters;
    let winner = outcome.winner.map_or("draw", |winner| letters.get(winner));
    format!("{winner} {}", outcome.termination())
}
