//! `siwa-lab helios`: lets the program Helios (the crate `gyges_engine`) play in `siwa-lab match`.
//!
//! Helios speaks the Universal Gyges Interface; this is an adapter, as another process:
//!
//! ```sh
//! cargo run --release -p siwa-lab -- match time "target/release/siwa-lab helios PATH-TO-HELIOS" \
//!     --variant gyges-gates --time 1000
//! ```
//!
//! Helios always plays upwards and numbers the squares from 0, row by row, from the bottom; 36 and
//! 37 are the goals. For North the board is turned. It knows no gates and no forbidden repetition,
//! and sometimes it returns no move: then a short search of Siwa's chooses one for it, and a line
//! on standard error reports this.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use siwa::cli::engine::number;
use siwa::cli::rules::find;
use siwa::cli::terminal::{Failure, print_line, unwritten};
use siwa::time::Stopwatch;
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The grace period after the time limit of Helios.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// The name of a square that Helios numbers for a side.
fn square(number: u8, side: Side) -> Option<String> {
    let turned = match side {
        Side::First => number,
        Side::Second => 35_u8.checked_sub(number)?,
    };
    let file = char::from(b'a' + turned % 6);
    (turned < 36).then(|| format!("{file}{}", turned / 6 + 1))
}

/// The board as Helios reads it, from the mover's first row on.
fn board(state: &dyn GameState) -> String {
    let position = state.position();
    let ranks = position.split(' ').next().unwrap_or_default().split('/');
    let upwards: Vec<&str> = ranks.rev().collect();
    let digits = upwards.concat().replace('.', "0");
    match state.turn() {
        Side::First => digits,
        Side::Second => digits.chars().rev().collect(),
    }
}

/// Helios' answer in Siwa's notation; `None` if it is invalid.
fn answer(text: &str, side: Side) -> Option<String> {
    let numbers: Vec<u8> = text
        .split('|')
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    let name = |number| square(number, side);
    match *numbers.as_slice() {
        [from, 36 | 37] => Some(format!("{}-goal", name(from)?)),
        [from, to] => Some(format!("{}-{}", name(from)?, name(to)?)),
        [from, to, drop] => Some(format!("{}-{}={}", name(from)?, name(to)?, name(drop)?)),
        _ => None,
    }
}

/// Helios, as a process.
struct Helios {
    child: Child,
    ask: ChildStdin,
    told: Receiver<String>,
}

impl Helios {
    fn start(program: &str) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let ask = child.stdin.take().ok_or("no input")?;
        let output = child.stdout.take().ok_or("no output")?;
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.all(|line| tell.send(line).is_ok());
        });
        Ok(Self { child, ask, told })
    }

    /// Its best move in its notation, and whether it will answer again. It may follow its best line
    /// in a circle forever: then its last report counts, if there is one.
    fn best(&mut self, state: &dyn GameState, time: Duration) -> (Option<String>, bool) {
        let question = format!(
            "setoption maxTime {}\nsetpos data {}00\ngo\n",
            time.as_secs_f64(),
            board(state)
        );
        let mut found = None;
        if self.ask.write_all(question.as_bytes()).is_ok() {
            let watch = Stopwatch::start();
            let left = || (time + ANSWER_TIMEOUT).saturating_sub(watch.elapsed());
            while let Ok(said) = self.told.recv_timeout(left()) {
                if let Some(best) = said.strip_prefix("bestmove ") {
                    return (Some(best.to_owned()), true);
                }
                let words = said.split_once("bestmove ").map(|(_, words)| words);
                let best = words.and_then(|words| words.split_whitespace().next());
                found = best.map(str::to_owned).or(found);
            }
        }
        (found, false)
    }
}

/// A move for Helios if it has none: it gives up games that it considers lost, and some that are
/// not.
fn instead(state: &dyn GameState) -> Option<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits::nodes(2_000, &stop, 0);
    let thought = state.think(Level::STRONGEST, 1 << 20, limits, &mut |_| {})?;
    thought.line.into_iter().next()
}

impl Drop for Helios {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Arguments of `siwa-lab helios`.
#[derive(Debug, clap::Args)]
pub(super) struct HeliosArguments {
    /// Path of the program Helios
    program: String,
}

/// Answers the lines of standard input until `quit`.
pub(super) fn run(arguments: &HeliosArguments, registry: Registry) -> Result<(), Failure> {
    let start = || {
        Helios::start(&arguments.program).map_err(|error| {
            Text::new("cli-match-player")
                .with("player", arguments.program.as_str())
                .with("problem", error.to_string())
        })
    };
    let mut helios = start()?;
    let mut state: Option<Box<dyn GameState>> = None;
    for heard in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = heard.split_whitespace().collect();
        match words.as_slice() {
            ["position", variant, "startpos", rest @ ..] => {
                let (rules, variant) = find(registry, variant)?;
                let mut now = rules.start(variant);
                for text in rest.iter().skip(1) {
                    now.play(text)?;
                }
                state = Some(now);
            }
            ["go", "movetime", time] => {
                let state = state
                    .as_deref()
                    .ok_or_else(|| Text::new("cli-engine-position"))?;
                let (best, goes_on) = helios.best(state, Duration::from_millis(number(time)?));
                if !goes_on {
                    helios = start()?;
                }
                let best = best.and_then(|best| answer(&best, state.turn()));
                let best = best.filter(|best| state.read(best).is_ok()).or_else(|| {
                    eprintln!("Helios has no legal answer in {}", state.position());
                    instead(state)
                });
                let best = best.as_deref().unwrap_or("none");
                print_line(&format!("bestmove {best}")).map_err(unwritten)?;
            }
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(())
}
