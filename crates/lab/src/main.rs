//! `siwa-lab`: tools for developing the engine and the puzzles of Siwa.

mod baselines;
mod contest;
mod deals;
mod puzzles;
mod selfplay;
mod survey;
mod tune;
mod typed;

use std::error::Error;

use clap::{Parser, Subcommand};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;

use selfplay::Variant;

/// Tools for developing the engine and the puzzles of Siwa
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare two engines over many games, with Elo and error bars
    #[command(after_help = "Example: siwa-lab match level:3 level:2 --variant gyges-gates")]
    Match(contest::MatchArguments),
    /// Fit the evaluation to self-play games
    #[command(after_help = "Example: siwa-lab tune gyges-gates --games 6000 --nodes 1000")]
    Tune(tune::TuneArguments),
    /// Measure how balanced variants are, by self-play
    #[command(after_help = "Example: siwa-lab survey seega-5-classic --games 100")]
    Survey(survey::SurveyArguments),
    /// Measure how even the arrangements are with which dealt games begin
    #[command(after_help = "Example: siwa-lab deals seega-5-classic --games 100")]
    Deals(deals::DealsArguments),
    /// Find puzzles in self-play games
    #[command(after_help = "Example: siwa-lab puzzles gyges-gates --games 240 > puzzles.txt")]
    Puzzles(puzzles::PuzzlesArguments),
}

/// Why a command failed.
type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    match Arguments::parse().command {
        Command::Match(arguments) => contest::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Deals(arguments) => deals::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
    }
}

/// Parses the id of a variant.
fn variant(id: &str) -> Result<Variant, &'static str> {
    let found = Registry::standard().variant(id);
    found.ok_or("there is no such variant; `siwa rules variants` lists them")
}

/// Parses the number of a level.
fn level(number: &str) -> Result<Level, &'static str> {
    let level = number.parse().ok().and_then(Level::new);
    level.ok_or("a level is a number from 1 to 8")
}
