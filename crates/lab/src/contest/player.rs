//! The players of a match.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use fastrand::Rng;

use siwa_games::engine::{Level, Limits, within};
use siwa_games::registry::GameState;

use crate::typed::{Baseline, Typed};
use crate::{Failure, level};

/// Bytes of the table of a built-in player.
const BYTES: usize = 16 << 20;

/// How many times more time the search on material gets.
const TEN: u32 = 10;

/// The grace period after the time limit of a program.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a program may take to end by itself.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A player of a match.
pub(super) enum Player {
    Random,
    Own {
        searcher: Searcher,
        nodes: u64,
        depth: u32,
        time: Option<Duration>,
    },
    Program(Program),
}

/// A built-in search.
#[derive(Clone, Copy)]
pub(super) enum Searcher {
    /// The engine, at a level.
    Level(Level),
    /// A baseline player.
    Baseline(Baseline),
}

/// A program with the protocol of `siwa engine`.
pub(super) struct Program {
    child: Child,
    input: ChildStdin,
    said: Receiver<String>,
    variant: &'static str,
    time: Duration,
}

impl Drop for Program {
    fn drop(&mut self) {
        // If asked, it ends programs that it has started. An error here means that it has already
        // ended.
        let _ = writeln!(self.input, "quit");
        while self.said.recv_timeout(LAST_WORDS).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player {
    pub(super) fn new(spec: &str, variant: &'static str, time: Duration) -> Result<Self, Failure> {
        let engine = Searcher::Level(Level::STRONGEST);
        let own = |searcher, nodes, depth, time| Self::Own {
            searcher,
            nodes,
            depth,
            time,
        };
        let timed = |searcher, time| own(searcher, u64::MAX, u32::MAX, Some(time));
        Ok(match (spec, spec.split_once(':')) {
            ("random", _) => Self::Random,
            ("time", _) => timed(engine, time),
            ("careful", _) => timed(Searcher::Baseline(Baseline::Careful), time),
            ("material", _) => timed(Searcher::Baseline(Baseline::Material), TEN * time),
            (_, Some(("level", number))) => timed(Searcher::Level(level(number)?), Level::TIME),
            (_, Some(("nodes", number))) => own(engine, number.parse()?, u32::MAX, None),
            (_, Some(("depth", number))) => own(engine, u64::MAX, number.parse()?, None),
            _ => Self::Program(Program::start(spec, variant, time)?),
        })
    }

    /// The move it makes, if it makes one.
    pub(super) fn choose(
        &mut self,
        state: &dyn GameState,
        texts: &[String],
        seed: u64,
        random: &mut Rng,
    ) -> Option<String> {
        match self {
            Self::Random => random.choice(state.legal_moves()),
            Self::Own {
                searcher,
                nodes,
                depth,
                time,
            } => {
                let stop = AtomicBool::new(false);
                let limits = Limits {
                    nodes: *nodes,
                    depth: *depth,
                    table: BYTES,
                    stop: &stop,
                    seed: match searcher {
                        Searcher::Level(_) => seed,
                        Searcher::Baseline(_) => random.u64(..),
                    },
                };
                within(*time, &stop, || match *searcher {
                    Searcher::Level(level) => {
                        let thought = state.think(level, limits, &mut |_| {});
                        thought?.line.into_iter().next()
                    }
                    Searcher::Baseline(baseline) => {
                        let variant = state.variant();
                        (Typed::find(variant)?.choose)(baseline, variant, texts, limits)
                    }
                })
            }
            Self::Program(program) => program.choose(texts).ok().flatten(),
        }
    }
}

impl Program {
    fn start(spec: &str, variant: &'static str, time: Duration) -> Result<Self, Failure> {
        let words = shlex::split(spec).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or("a player has no name")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {spec}: {error}"))?;
        let input = child.stdin.take().ok_or("a player has no input")?;
        let output = child.stdout.take().ok_or("a player has no output")?;
        let (tell, said) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            // Reads until the program ends, or the receiver is dropped.
            lines.all(|line| tell.send(line).is_ok());
        });
        Ok(Self {
            child,
            input,
            said,
            variant,
            time,
        })
    }

    fn choose(&mut self, texts: &[String]) -> io::Result<Option<String>> {
        let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
        let moves = match texts.as_slice() {
            [] => String::new(),
            texts => format!(" moves {}", texts.join(" ")),
        };
        // Drop late output of earlier moves.
        self.said.try_iter().for_each(drop);
        writeln!(self.input, "position {} startpos{moves}", self.variant)?;
        writeln!(self.input, "go movetime {}", self.time.as_millis())?;
        self.input.flush()?;
        while let Ok(line) = self.said.recv_timeout(self.time + ANSWER_TIMEOUT) {
            if let Some(best) = line.strip_prefix("bestmove ") {
                return Ok(Some(best.trim().trim_matches('"').to_owned()));
            }
        }
        Ok(None)
    }
}

/// A move as one word of a line: in quotes if it has spaces.
fn quoted(text: &str) -> String {
    if text.contains(' ') {
        format!("\"{text}\"")
    } else {
        text.to_owned()
    }
}
