//! `siwa-lab`: tools for developing the engine, the puzzles and the boards of Siwa.

mod baselines;
mod contact_sheet;
mod contest;
mod deals;
mod helios;
mod puzzles;
mod scaling;
mod selfplay;
mod survey;
mod tune;
mod typed;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use siwa::cli::terminal::{self, Failure, with_settings};
use siwa_games::registry::Registry;

/// Tools for developing the engine, the puzzles and the boards of Siwa
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
    /// Find arrangements of Seega in which neither side has an advantage, or measure those in use
    #[command(after_help = "Example: siwa-lab deals seega-5-classic --listed --games 100")]
    Deals(deals::DealsArguments),
    /// Find puzzles in self-play games and in the database
    #[command(after_help = "Example: siwa-lab puzzles gyges-gates --games 240 --print")]
    Puzzles(puzzles::PuzzlesArguments),
    /// Run the engine on standard input: the same as `siwa engine`
    #[command(after_help = "Example: echo uci | siwa-lab engine")]
    Engine,
    /// Run Helios, another engine for Gygès, behind the protocol of `siwa engine`
    #[command(after_help = "Example: siwa-lab helios PATH-TO-HELIOS")]
    Helios(helios::HeliosArguments),
    /// Draw every theme with every piece and mark, on one sheet
    #[command(after_help = "Example: siwa-lab contact-sheet sheet.png")]
    ContactSheet(contact_sheet::ContactSheetArguments),
    /// Compute what it takes to serve so many servers
    #[command(after_help = "Example: siwa-lab scaling")]
    Scaling(scaling::Assumptions),
}

fn main() -> ExitCode {
    terminal::main(|arguments: Arguments| run(arguments.command))
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    let registry = Registry::standard();
    match command {
        Command::Match(arguments) => contest::run(&arguments, registry)?,
        Command::Tune(arguments) => tune::run(&arguments, registry)?,
        Command::Survey(arguments) => survey::run(&arguments, registry)?,
        Command::Deals(arguments) => deals::run(&arguments, registry)?,
        Command::Puzzles(arguments) if arguments.keep() => {
            with_settings(|config| puzzles::keep(arguments, config, registry))?;
        }
        Command::Puzzles(arguments) => puzzles::print(&arguments, registry)?,
        Command::Engine => siwa::cli::engine::run(registry)?,
        Command::Helios(arguments) => helios::run(&arguments, registry)?,
        Command::ContactSheet(arguments) => contact_sheet::run(&arguments)?,
        Command::Scaling(assumptions) => scaling::run(&assumptions)?,
    }
    Ok(ExitCode::SUCCESS)
}
