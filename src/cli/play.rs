//! `siwa play`: a game against the engine in the terminal.

use std::io::{self, BufRead as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::builder::TypedValueParser;
use fastrand::Rng;

use super::look::side;
use super::rules::VariantArgument;
use super::terminal::{Failure, localize, print_line, written};
use siwa_boards::text;
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{GameInfo, Outcome, Side};
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
pub(super) fn run(arguments: &PlayArguments, registry: Registry) -> Result<(), Failure> {
    let (rules, variant) = arguments.variant.find(registry)?;
    let own = arguments.side;
    let mut random = arguments.seed.map_or_else(Rng::new, Rng::with_seed);
    let info = rules.info();
    let state = rules.start(variant);
    let played = told(&Text::new("cli-play-begin").with("side", info.side(own)))
        .and_then(|()| game(state, info, own, arguments.level, &mut random));
    written(played)
}

fn told(message: &Text) -> io::Result<()> {
    print_line(&localize(message))
}

fn game(
    mut state: Box<dyn GameState>,
    info: &'static GameInfo,
    own: Side,
    level: Level,
    random: &mut Rng,
) -> io::Result<()> {
    print_line(&format!("\n{}", text(&state.diagram(), own)))?;
    loop {
        if let Some(outcome) = ended(state.as_ref()) {
            return told(&outcome.result(info, &state.diagram()));
        }
        let text = match state.turn() == own {
            true => match asked(state.as_ref())? {
                Some(text) => text,
                None => return told(&Text::new("cli-play-left")),
            },
            false => match thought(state.as_ref(), level, random) {
                Some(text) => text,
                None => return Ok(()),
            },
        };
        let side = state.turn();
        match state.play(&text) {
            Ok(played) => {
                let id = match side == own {
                    true => "cli-play-you",
                    false => "cli-play-siwa",
                };
                print_line(&format!("\n{}", self::text(&state.diagram(), own)))?;
                told(&Text::new(id).with("move", played.display.as_str()))?;
            }
            Err(refusal) => told(&refusal)?,
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
                let next: Vec<String> = next.map(|it| it.display).collect();
                match next.is_empty() {
                    true => told(&Text::new("cli-play-nothing"))?,
                    false => print_line(&next.join(" · "))?,
                }
            }
            text => return Ok(Some(text.to_owned())),
        }
    }
}

fn thought(state: &dyn GameState, level: Level, random: &mut Rng) -> Option<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(u64::MAX, &stop, random.u64(..));
    let think = || state.think(level, level.table(), limits, &mut |_| {});
    within(Some(Level::TIME), &stop, think)?
        .line
        .into_iter()
        .next()
}

/// The outcome of a game: by its rules, or by a declaration that wins it, which the engine always
/// makes.
pub fn ended(state: &dyn GameState) -> Option<Outcome> {
    let wins = |side| {
        let alone = state.declarations(side).alone;
        alone.filter(|outcome| outcome.winner == Some(side))
    };
    let declared = || Side::BOTH.into_iter().find_map(wins);
    state.outcome().or_else(declared)
}

/// Runs `work`, and sets `stop` after `time`.
pub fn within<T>(time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    thread::scope(|scope| {
        let (done, over) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Nothing is ever sent: either the time runs out, or the sender is dropped.
            let _ = over.recv_timeout(time);
            stop.store(true, Ordering::Relaxed);
        });
        let result = work();
        drop(done);
        result
    })
}
