//! `siwa engine`: the search as lines of text, in the manner of UCI.

use std::collections::VecDeque;
use std::io::{self, BufRead as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::rules::find;
use super::terminal::{Failure, localize, print_line, unwritten};
use crate::time::Stopwatch;
use siwa_games::engine::{Level, Limits, Score, SearchResult};
use siwa_games::registry::{GameState, Registry};
use siwa_games::text::Text;

/// Megabytes of the table: at first, and at most.
const HASH: usize = 16;
const MOST_HASH: usize = 64;

/// What a session waits for.
enum Event {
    Heard(String),
    /// The search of that number has told its move.
    Over(u64),
    /// Nothing more will be said.
    End,
}

/// A search that goes on.
struct Running {
    number: u64,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    since: Stopwatch,
    /// How long it may take.
    time: Option<Duration>,
    /// Whether it ends by itself.
    bounded: bool,
}

impl Running {
    fn left(&self) -> Option<Duration> {
        Some(self.time?.saturating_sub(self.since.elapsed()))
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until it has told its move. A search that has failed has told why.
    fn join(self) {
        let _ = self.thread.join();
    }
}

struct Session {
    registry: Registry,
    line: Option<Box<dyn GameState>>,
    hash: usize,
    seed: u64,
    level: Level,
    running: Option<Running>,
    /// How many searches have begun.
    searches: u64,
    events: Sender<Event>,
}

/// Answers the lines of standard input until `quit`, or until there are no more and the
/// last search is over.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(registry: Registry) -> Result<(), Failure> {
    let (events, heard) = mpsc::channel();
    let listener = events.clone();
    thread::spawn(move || listen(&listener));
    let mut session = Session {
        registry,
        line: None,
        hash: HASH,
        seed: 0,
        level: Level::STRONGEST,
        running: None,
        searches: 0,
        events,
    };
    match session.answer(&heard) {
        // Whoever asked has gone.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(error)),
        _ => Ok(()),
    }
}

/// Passes on what standard input says.
fn listen(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read > 0)
    {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if events.send(Event::Heard(text)).is_err() {
            return;
        }
        line.clear();
    }
    // Nobody listens any more if this fails.
    let _ = events.send(Event::End);
}

impl Session {
    fn answer(&mut self, heard: &Receiver<Event>) -> io::Result<()> {
        let mut ended = false;
        loop {
            let left = self.running.as_ref().and_then(Running::left);
            let event = match left {
                Some(left) => heard.recv_timeout(left),
                None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Heard(line)) if line == "quit" => break,
                Ok(Event::Heard(line)) => {
                    if let Err(problem) = self.obey(&line)? {
                        print_line(&format!("error {}", localize(&problem).replace('\n', " ")))?;
                    }
                }
                Ok(Event::Over(number)) => {
                    if self.running.as_ref().is_some_and(|it| it.number == number) {
                        self.halt();
                    }
                }
                Ok(Event::End) => ended = true,
                Err(RecvTimeoutError::Timeout) => self.halt(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if ended && self.running.as_ref().is_none_or(|it| !it.bounded) {
                break;
            }
        }
        self.halt();
        Ok(())
    }

    /// Lets the search that goes on tell its move.
    fn halt(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            running.join();
        }
    }

    /// Does what a line asks for, or says why not.
    fn obey(&mut self, line: &str) -> io::Result<Result<(), Text>> {
        let mut words = split(line);
        let done = match words.pop_front().as_deref() {
            None => Ok(()),
            Some("uci") => {
                print_line(concat!("id name Siwa ", env!("CARGO_PKG_VERSION")))?;
                print_line(&format!(
                    "option name Hash type spin default {HASH} min 1 max {MOST_HASH}"
                ))?;
                print_line(&format!(
                    "option name Level type spin default {strongest} min 1 max {strongest}",
                    strongest = Level::STRONGEST.number()
                ))?;
                print_line(&format!(
                    "option name Seed type spin default 0 min 0 max {}",
                    u64::MAX
                ))?;
                print_line("uciok")?;
                Ok(())
            }
            Some("isready") => {
                print_line("readyok")?;
                Ok(())
            }
            Some("setoption") => self.set(words),
            Some("position") => self.place(words),
            Some("go") => self.go(words),
            Some("stop") => {
                self.halt();
                Ok(())
            }
            Some(_) => Err(Text::new("cli-engine-unknown").with("line", line)),
        };
        Ok(done)
    }

    fn set(&mut self, words: VecDeque<String>) -> Result<(), Text> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["name", "Hash", "value", value] => {
                let size: usize = number(value)?;
                self.hash = size.clamp(1, MOST_HASH);
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

    fn place(&mut self, mut words: VecDeque<String>) -> Result<(), Text> {
        let what = || Text::new("cli-engine-position");
        let variant = words.pop_front().ok_or_else(what)?;
        let position = words.pop_front().ok_or_else(what)?;
        let (rules, variant) = find(self.registry, &variant)?;
        let mut line = match position.as_str() {
            "startpos" => rules.start(variant),
            text => rules.parse(variant, text)?,
        };
        match words.pop_front().as_deref() {
            None => {}
            Some("moves") => {
                for text in &words {
                    line.play(text)?;
                }
            }
            Some(_) => return Err(what()),
        }
        self.halt();
        self.line = Some(line);
        Ok(())
    }

    fn go(&mut self, mut words: VecDeque<String>) -> Result<(), Text> {
        let none = || Text::new("cli-engine-position");
        let line = self.line.as_ref().ok_or_else(none)?.fork();
        let (mut nodes, mut depth, mut time) = (None, None, None);
        while let Some(word) = words.pop_front() {
            let mut value = || number(words.pop_front().as_deref().unwrap_or_default());
            match word.as_str() {
                "nodes" => nodes = Some(value()?),
                "depth" => depth = Some(value()?),
                "movetime" => time = Some(Duration::from_millis(value()?)),
                "infinite" => {}
                _ => return Err(Text::new("cli-engine-unknown").with("line", word)),
            }
        }
        self.halt();
        let stop = Arc::new(AtomicBool::new(false));
        let search = Search {
            line,
            level: self.level,
            bytes: self.hash << 20,
            nodes: nodes.unwrap_or(u64::MAX),
            depth: depth.map_or(u32::MAX, |depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            seed: self.seed,
            stop: Arc::clone(&stop),
        };
        self.searches += 1;
        let (events, number) = (self.events.clone(), self.searches);
        let thread = thread::spawn(move || {
            // If nobody reads it any more, the session ends by itself.
            let _ = search.run();
            let _ = events.send(Event::Over(number));
        });
        self.running = Some(Running {
            number,
            stop,
            thread,
            since: Stopwatch::start(),
            time,
            bounded: nodes.is_some() || depth.is_some() || time.is_some(),
        });
        Ok(())
    }
}

/// What one search needs.
struct Search {
    line: Box<dyn GameState>,
    level: Level,
    bytes: usize,
    nodes: u64,
    depth: u32,
    seed: u64,
    stop: Arc<AtomicBool>,
}

impl Search {
    fn run(&self) -> io::Result<()> {
        let since = Stopwatch::start();
        let limits = Limits {
            nodes: self.nodes,
            depth: self.depth,
            stop: &self.stop,
            seed: self.seed,
        };
        let mut told = Ok(());
        let found = self
            .line
            .think(self.level, self.bytes, limits, &mut |thought| {
                told = print_line(&info(thought, since.elapsed()));
                if told.is_err() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            });
        told?;
        let best = found.and_then(|found| found.line.into_iter().next());
        print_line(&format!(
            "bestmove {}",
            best.map_or("none".to_owned(), |best| quoted(&best))
        ))
    }
}

/// `info depth 5 score cp 34 nodes 1234 nps 100000 pv "a1 b2"`.
fn info(thought: &SearchResult<String>, spent: Duration) -> String {
    let turns = |plies: u32| i64::from(plies.div_ceil(2));
    let score = match thought.score {
        Score::Points(points) => format!("cp {points}"),
        Score::Wins(plies) => format!("mate {}", turns(plies)),
        Score::Loses(plies) => format!("mate {}", -turns(plies)),
    };
    let rate = u128::from(thought.nodes) * 1_000_000 / spent.as_micros().max(1);
    let line: Vec<String> = thought.line.iter().map(|text| quoted(text)).collect();
    format!(
        "info depth {} score {score} nodes {} nps {rate} pv {}",
        thought.depth,
        thought.nodes,
        line.join(" ")
    )
}

/// A move as one word of a line: in quotes if it has spaces.
#[must_use]
pub fn quoted(text: &str) -> String {
    if text.contains(' ') {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}

/// The words of a line; what stands between quotes is one.
#[must_use]
pub fn split(line: &str) -> VecDeque<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// A number of the protocol.
///
/// # Errors
/// If it is none.
pub fn number<T: std::str::FromStr>(word: &str) -> Result<T, Text> {
    let wrong = |_| Text::new("cli-engine-number").with("word", word);
    word.parse().map_err(wrong)
}
