//! The players of a match.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use fastrand::Rng;

use siwa::cli::engine::quoted;
use siwa::cli::play::within;
use siwa::cli::terminal::Failure;
use siwa_games::engine::{Level, Limits};
use siwa_games::registry::GameState;
use siwa_games::text::Text;

use crate::typed::{Baseline, Typed};

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
        let own = |nodes, depth, time| Self::Own {
            searcher: Searcher::Level(Level::STRONGEST),
            nodes,
            depth,
            time,
        };
        let timed = |searcher, time| Self::Own {
            searcher,
            nodes: u64::MAX,
            depth: u32::MAX,
            time: Some(time),
        };
        let limit = spec
            .split_once(':')
            .and_then(|(by, number)| Some((by, number.parse::<u64>().ok()?)));
        Ok(match (spec, limit) {
            ("random", _) => Self::Random,
            ("time", _) => timed(Searcher::Level(Level::STRONGEST), time),
            ("tree", _) => timed(Searcher::Baseline(Baseline::Tree), time),
            ("careful", _) => timed(Searcher::Baseline(Baseline::Careful), time),
            ("material", _) => timed(Searcher::Baseline(Baseline::Material), TEN * time),
            (_, Some(("level", number))) => {
                let level = u8::try_from(number).ok().and_then(Level::new);
                let level = level.ok_or_else(|| Text::new("cli-level"))?;
                timed(Searcher::Level(level), Level::TIME)
            }
            (_, Some(("nodes", nodes))) => own(nodes, u32::MAX, None),
            (_, Some(("depth", depth))) => {
                own(u64::MAX, u32::try_from(depth).unwrap_or(u32::MAX), None)
            }
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
                    stop: &stop,
                    seed: match searcher {
                        Searcher::Level(_) => seed,
                        Searcher::Baseline(_) => random.u64(..),
                    },
                };
                within(*time, &stop, || match *searcher {
                    Searcher::Level(level) => {
                        let thought = state.think(level, BYTES, limits, &mut |_| {});
                        thought?.line.into_iter().next()
                    }
                    Searcher::Baseline(baseline) => {
                        let variant = state.variant();
                        Typed::of(variant)?.choose(baseline, variant, texts, limits)
                    }
                })
            }
            Self::Program(program) => program.choose(texts).ok().flatten(),
        }
    }
}

impl Program {
    fn start(spec: &str, variant: &'static str, time: Duration) -> Result<Self, Failure> {
        let failed = |problem: String| {
            Text::new("cli-match-player")
                .with("player", spec)
                .with("problem", problem)
        };
        let words = shlex::split(spec).unwrap_or_default();
        let (program, arguments) = words.split_first().ok_or_else(|| failed("-".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let none = || failed("-".to_owned());
        let input = child.stdin.take().ok_or_else(none)?;
        let output = child.stdout.take().ok_or_else(none)?;
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
