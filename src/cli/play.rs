//! `siwa play`: a game against the engine in the terminal.

use std::io::{self, BufRead as _, Write as _};
use std::sync::atomic::AtomicBool;

use clap::builder::TypedValueParser;
use fastrand::Rng;

use super::look::side;
use super::rules::{Found, VariantArgument};
use super::terminal::{Result, localize, print_line, written};
use siwa_boards::text;
use siwa_games::engine::{Level, Limits, within};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The most moves in a list.
const LISTED: usize = 60;

/// Arguments of `siwa play`.
#[derive(Debug, clap::Args)]
pub(super) struct PlayArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Level of the engine, 1 to 8
    #[arg(long, default_value = "2", value_parser = level())]
    level: Level,
    /// Side you play
    #[arg(long, default_value = "first", value_parser = side())]
    side: Side,
    /// Random seed, for repeatable games
    #[arg(long)]
    seed: Option<u64>,
}

/// Parses the number of a level.
pub fn level() -> impl TypedValueParser<Value = Level> {
    let numbers = 1..=i64::from(Level::STRONGEST.number());
    let number = clap::value_parser!(u8).range(numbers);
    number.try_map(|number| Level::new(number).ok_or("there is no such level"))
}

/// Plays a game with the person at the terminal.
pub(super) fn run(arguments: &PlayArguments, registry: Registry) -> Result {
    let found = arguments.variant.find(registry)?;
    written(game(arguments, found))
}

fn print(message: &Text) -> io::Result<()> {
    print_line(&localize(message))
}

fn game(arguments: &PlayArguments, found: Found) -> io::Result<()> {
    let (rules, variant) = found;
    let info = rules.info();
    let own = arguments.side;
    let mut random = arguments.seed.map_or_else(Rng::new, Rng::with_seed);
    let mut state = rules.start(variant);
    print(&Text::new("cli-play-begin").with("side", info.side(own)))?;
    print_line(&format!("\n{}", text(&state.diagram(), own)))?;
    loop {
        if let Some(outcome) = state.outcome_or_declared_win() {
            return print(&outcome.result(&state.diagram()));
        }
        let (id, next) = if state.turn() == own {
            ("cli-play-you", asked(state.as_ref())?)
        } else {
            let next = thought(state.as_ref(), arguments.level, &mut random);
            ("cli-play-siwa", next)
        };
        // The engine has a move as long as the game is not over.
        let Some(next) = next else {
            return print(&Text::new("cli-play-left"));
        };
        match state.play(&next) {
            Ok(played) => {
                print_line(&format!("\n{}", text(&state.diagram(), own)))?;
                print(&Text::new(id).with("move", played.display.as_str()))?;
            }
            Err(refusal) => print(&refusal.into())?,
        }
    }
}

/// The player's input; `None` if they stop.
fn asked(state: &dyn GameState) -> io::Result<Option<String>> {
    loop {
        print!("> ");
        io::stdout().flush()?;
        let mut typed = String::new();
        if io::stdin().lock().read_line(&mut typed)? == 0 {
            print_line("")?;
            return Ok(None);
        }
        match typed.trim() {
            "" => {}
            "q" | "quit" => return Ok(None),
            part if part.ends_with('?') => {
                let begun = part.trim_end_matches('?').trim();
                let next = state.complete(begun, LISTED).into_iter();
                let next: Vec<String> = next.map(|completion| completion.display).collect();
                if next.is_empty() {
                    print(&Text::new("cli-play-nothing"))?
                } else {
                    print_line(&next.join(" · "))?
                }
            }
            text => return Ok(Some(text.to_owned())),
        }
    }
}

fn thought(state: &dyn GameState, level: Level, random: &mut Rng) -> Option<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(u64::MAX, level.table(), &stop, random.u64(..));
    let think = || state.think(level, limits, &mut |_| {});
    let found = within(Some(Level::TIME), &stop, think)?;
    found.line.into_iter().next()
}
