//! `siwa engine`: the search as lines of text, with a protocol like UCI.

use std::io::{self, BufRead as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::rules::find;
use super::terminal::{localize, print_line, written};
use crate::time::Stopwatch;
use siwa_games::engine::{Level, Limits, Score, SearchResult, within};
use siwa_games::registry::{GameState, Registry};
use siwa_games::text::Text;

/// Megabytes of the table: default, and maximum.
const HASH: usize = 16;
const MAX_HASH: usize = 64;

/// A running search, which prints its move at its end.
struct Running {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether it has limits and ends by itself.
    bounded: bool,
}

struct Session {
    registry: Registry,
    state: Option<Box<dyn GameState>>,
    hash: usize,
    seed: u64,
    level: Level,
    running: Option<Running>,
}

/// Answers the lines of standard input until `quit`, or until their end and the end of the last
/// search.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(registry: Registry) -> Result<(), Text> {
    let mut session = Session {
        registry,
        state: None,
        hash: HASH,
        seed: 0,
        level: Level::STRONGEST,
        running: None,
    };
    written(session.answer())
}

impl Session {
    fn answer(&mut self) -> io::Result<()> {
        for line in io::stdin().lock().split(b'\n').map_while(io::Result::ok) {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if text == "quit" {
                self.halt();
                return Ok(());
            }
            let said = self.obey(&text).unwrap_or_else(|problem| {
                let problem = localize(&problem).replace('\n', " ");
                Some(format!("error {problem}"))
            });
            if let Some(said) = said {
                print_line(&said)?;
            }
        }
        if self.running.as_ref().is_some_and(|search| !search.bounded) {
            self.halt();
        }
        self.finish();
        Ok(())
    }

    /// Stops the running search, which prints its move.
    fn halt(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.finish();
    }

    /// Waits until the running search has printed its move.
    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            // A failed search has reported its error.
            let _ = running.thread.join();
        }
    }

    /// Executes a line, and returns the answer if there is one.
    fn obey(&mut self, line: &str) -> Result<Option<String>, Text> {
        let unknown = || Text::new("cli-engine-unknown").with("line", line);
        let words = shlex::split(line).ok_or_else(unknown)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [] => {}
            ["uci", ..] => {
                return Ok(Some(format!(
                    "id name Siwa {version}\n\
                     option name Hash type spin default {HASH} min 1 max {MAX_HASH}\n\
                     option name Level type spin default {strongest} min 1 max {strongest}\n\
                     option name Seed type spin default 0 min 0 max {}\n\
                     uciok",
                    u64::MAX,
                    version = env!("CARGO_PKG_VERSION"),
                    strongest = Level::STRONGEST.number()
                )));
            }
            ["isready", ..] => return Ok(Some("readyok".to_owned())),
            ["setoption", words @ ..] => self.set(words)?,
            ["position", words @ ..] => self.place(words)?,
            ["go", words @ ..] => self.go(words)?,
            ["stop", ..] => self.halt(),
            _ => return Err(unknown()),
        }
        Ok(None)
    }

    fn set(&mut self, words: &[&str]) -> Result<(), Text> {
        match words {
            ["name", "Hash", "value", value] => {
                self.hash = number::<usize>(value)?.clamp(1, MAX_HASH);
            }
            ["name", "Seed", "value", value] => self.seed = number(value)?,
            ["name", "Level", "value", value] => {
                let level = Level::new(number(value)?);
                self.level = level.ok_or_else(|| Text::new("cli-level"))?;
            }
            _ => {
                let line = words.join(" ");
                return Err(Text::new("cli-engine-unknown").with("line", line));
            }
        }
        Ok(())
    }

    fn place(&mut self, words: &[&str]) -> Result<(), Text> {
        let (variant, position, moves) = match words {
            [variant, position] => (variant, position, &[][..]),
            [variant, position, "moves", moves @ ..] => (variant, position, moves),
            _ => return Err(Text::new("cli-engine-position")),
        };
        let (rules, variant) = find(self.registry, variant)?;
        let mut state = match *position {
            "startpos" => rules.start(variant),
            text => rules.parse(variant, text)?,
        };
        for text in moves {
            state.play(text)?;
        }
        self.halt();
        self.state = Some(state);
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Text> {
        let none = || Text::new("cli-engine-position");
        let state = self.state.as_ref().ok_or_else(none)?.fork();
        let mut nodes = None;
        let mut depth = None;
        let mut time = None;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut value = || number(words.next().unwrap_or_default());
            match word {
                "nodes" => nodes = Some(value()?),
                "depth" => depth = Some(value()?),
                "movetime" => time = Some(Duration::from_millis(value()?)),
                "infinite" => {}
                _ => return Err(Text::new("cli-engine-unknown").with("line", word)),
            }
        }
        self.halt();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let level = self.level;
        let table = self.hash << 20;
        let seed = self.seed;
        let thread = thread::spawn(move || {
            let limits = Limits {
                depth: depth.map_or(u32::MAX, |depth| u32::try_from(depth).unwrap_or(u32::MAX)),
                ..Limits::nodes(nodes.unwrap_or(u64::MAX), table, &stopped, seed)
            };
            // If nobody reads the output, the session ends by itself.
            let _ = search(state.as_ref(), level, limits, time);
        });
        self.running = Some(Running {
            stop,
            thread,
            bounded: nodes.is_some() || depth.is_some() || time.is_some(),
        });
        Ok(())
    }
}

/// Searches for a move, and prints the results on the way.
fn search(
    state: &dyn GameState,
    level: Level,
    limits: Limits<'_>,
    time: Option<Duration>,
) -> io::Result<()> {
    let since = Stopwatch::start();
    let stop = limits.stop;
    let mut told = Ok(());
    let mut tell = |thought: &SearchResult| {
        told = print_line(&info(thought, since.elapsed()));
        if told.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let found = within(time, stop, || state.think(level, limits, &mut tell));
    told?;
    let best = found.and_then(|found| found.line.into_iter().next());
    let best = best.map_or("none".to_owned(), |best| quoted(&best));
    print_line(&format!("bestmove {best}"))
}

/// `info depth 5 score cp 34 nodes 1234 nps 100000 pv "a1 b2"`.
fn info(thought: &SearchResult, spent: Duration) -> String {
    let turns = |plies: u32| i64::from(plies.div_ceil(2));
    let score = match thought.score {
        Score::Points(points) => format!("cp {points}"),
        Score::Wins(plies) => format!("mate {}", turns(plies)),
        Score::Loses(plies) => format!("mate {}", -turns(plies)),
    };
    let rate = u128::from(thought.nodes) * 1_000_000 / spent.as_micros().max(1);
    let SearchResult { depth, nodes, .. } = thought;
    let moves: Vec<String> = thought.line.iter().map(|text| quoted(text)).collect();
    let line = moves.join(" ");
    format!("info depth {depth} score {score} nodes {nodes} nps {rate} pv {line}")
}

/// A move as one word of a line: in quotes if it has spaces.
pub fn quoted(text: &str) -> String {
    if text.contains(' ') {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

/// A number of the protocol.
///
/// # Errors
/// If it is not a number.
pub fn number<T: std::str::FromStr>(word: &str) -> Result<T, Text> {
    let wrong = |_| Text::new("cli-engine-number").with("word", word);
    word.parse().map_err(wrong)
}
