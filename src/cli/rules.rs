//! `siwa rules`: positions and moves as lines of text, for other programs.
//!
//! Answers are plain and the same in every language; only errors have words.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use crate::message::Message;
use crate::registry::{Play, Registry, Rules};
use crate::rules::square::list;
use crate::rules::{BySide, Outcome, Side, Variant};
use crate::time::Stopwatch;

/// The greatest depth of a perft.
const DEEPEST: u32 = 32;

/// What to ask the rules. POSITION may be `-`, where that is said: then
/// positions are read from the standard input, one a line, and each answer ends
/// with an empty line.
#[derive(Clone, Debug, PartialEq, Eq, clap::Subcommand)]
pub enum RulesCommand {
    /// The variants, one a line
    Variants,
    /// The starting position
    Start {
        /// Such as seega-5-classic
        variant: String,
    },
    /// The legal moves, one a line, sorted; none if the game is over
    Moves {
        /// Such as seega-5-classic
        variant: String,
        /// A position, or - to read many
        position: String,
    },
    /// The position after some moves, what the last of them captured, and the outcome
    Play {
        /// Such as seega-5-classic
        variant: String,
        /// A position
        position: String,
        /// Legal moves, each an argument
        #[arg(required = true, value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Whether and how the position ends the game
    Outcome {
        /// Such as seega-5-classic
        variant: String,
        /// A position, or - to read many
        position: String,
    },
    /// Which side has a fortress, and which may claim
    Fortress {
        /// Such as seega-5-classic
        variant: String,
        /// A position, or - to read many
        position: String,
    },
    /// Counts the lines of play: depth, leaves, milliseconds, leaves per second
    Perft {
        /// Such as seega-5-classic
        variant: String,
        /// Plies; every depth up to this one is counted
        depth: u32,
        /// Where to begin, if not at the start
        #[arg(long)]
        position: Option<String>,
    },
}

/// Why there is no whole answer.
#[derive(Debug)]
pub enum Failure {
    /// The question was wrong.
    Said(Message),
    /// The question could not be read or the answer not be written.
    Io(io::Error),
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Self::Said(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Answers one command.
///
/// If `output` is closed early, that is no failure.
///
/// # Errors
/// If the command does not make sense, or on an error of `input` or `output`.
pub fn run(
    command: &RulesCommand,
    registry: Registry,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    match answer(command, registry, input, output) {
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
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
        RulesCommand::Start { variant } => {
            let (rules, variant) = find(registry, variant)?;
            writeln!(output, "{}", rules.start(variant).position())?;
        }
        RulesCommand::Moves { variant, position } => {
            each_position(registry, variant, position, input, output, moves)?;
        }
        RulesCommand::Outcome { variant, position } => {
            each_position(
                registry,
                variant,
                position,
                input,
                output,
                |rules, variant, text| {
                    let outcome = rules.parse(variant, text)?.outcome();
                    Ok(format!("outcome {}\n", told(rules, outcome)))
                },
            )?;
        }
        RulesCommand::Fortress { variant, position } => {
            each_position(registry, variant, position, input, output, fortress)?;
        }
        RulesCommand::Play {
            variant,
            position,
            moves,
        } => {
            let (rules, variant) = find(registry, variant)?;
            let answer = play(rules, rules.parse(variant, position)?, moves)?;
            output.write_all(answer.as_bytes())?;
        }
        RulesCommand::Perft {
            variant,
            depth,
            position,
        } => {
            let (rules, variant) = find(registry, variant)?;
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

/// The variant of that id.
pub(super) fn find(
    registry: Registry,
    id: &str,
) -> Result<(&'static dyn Rules, &'static Variant), Message> {
    registry
        .variant(id)
        .ok_or_else(|| Message::new("cli-rules-unknown-variant").with("variant", id))
}

/// Answers about one position, or about every line of the input.
fn each_position(
    registry: Registry,
    variant: &str,
    position: &str,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    answer: impl Fn(&dyn Rules, &'static Variant, &str) -> Result<String, Message>,
) -> Result<(), Failure> {
    let (rules, variant) = find(registry, variant)?;
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
        // A line that is not UTF-8 is refused like any other that is no position.
        let text = String::from_utf8_lossy(&line);
        let answer = answer(rules, variant, text.trim()).map_err(|problem| {
            Message::new("cli-rules-line")
                .with("line", number)
                .with("problem", problem)
        })?;
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn moves(rules: &dyn Rules, variant: &'static Variant, position: &str) -> Result<String, Message> {
    let mut legal = rules.parse(variant, position)?.legal_moves();
    legal.sort_unstable();
    legal.iter_mut().for_each(|text| text.push('\n'));
    Ok(legal.concat())
}

fn fortress(
    rules: &dyn Rules,
    variant: &'static Variant,
    position: &str,
) -> Result<String, Message> {
    let none = || Message::new("cli-rules-no-fortress").with("variant", variant.id);
    let known = |line: &dyn Play, side| line.fortress(side).ok_or_else(none);
    known(rules.start(variant).as_ref(), Side::First)?;
    let line = rules.parse(variant, position)?;
    let mut answer = String::new();
    for side in Side::BOTH {
        let fortress = known(line.as_ref(), side)?;
        let stands = if fortress.stands { "yes" } else { "no" };
        let claim = if fortress.claims { "claim" } else { "-" };
        // Writing to a string cannot fail.
        let _ = writeln!(answer, "{} {stands} {claim}", letter(rules, side));
    }
    Ok(answer)
}

fn play(rules: &dyn Rules, mut line: Box<dyn Play>, moves: &[String]) -> Result<String, Message> {
    let mut captured = Vec::new();
    for (number, text) in (1_i64..).zip(moves) {
        let refused = |problem| {
            Message::new("cli-rules-move")
                .with("number", number)
                .with("problem", problem)
        };
        if line.outcome().is_some() {
            return Err(refused(Message::new("cli-rules-over")));
        }
        captured = line.play(text).map_err(refused)?.captured;
    }
    let captured = match captured.as_slice() {
        [] => "-".to_owned(),
        squares => list(squares, " "),
    };
    Ok(format!(
        "position {}\ncaptured {captured}\noutcome {}\n",
        line.position(),
        told(rules, line.outcome())
    ))
}

fn perft(start: &dyn Play, depth: u32, output: &mut dyn Write) -> Result<(), Failure> {
    if !(1..=DEEPEST).contains(&depth) {
        return Err(Message::new("cli-rules-depth")
            .with("deepest", DEEPEST)
            .into());
    }
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

fn letter(rules: &dyn Rules, side: Side) -> &'static str {
    let BySide { first, second } = rules.info().letters;
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// `-`, or the winner, the reason and the grade, if there is one.
fn told(rules: &dyn Rules, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "-".to_owned();
    };
    let winner = outcome
        .winner()
        .map_or("draw", |winner| letter(rules, winner));
    let grade = outcome
        .grade()
        .map(|grade| format!(" {grade}"))
        .unwrap_or_default();
    format!("{winner} {}{grade}", outcome.reason())
}
