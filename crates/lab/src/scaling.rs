//! `siwa-lab scaling`: what it takes to serve a number of servers.
//!
//! Simulates one day second by second, with random turns, against the only limit that no machine
//! removes: Discord's fifty requests a second for a whole bot. The rest is arithmetic. Every
//! assumption is an option with a default (`--help`); the same options print the same table.
//! docs/SCALING.md quotes it.

use std::collections::VecDeque;
use std::fmt::Write as _;

use siwa::cli::terminal::{Failure, print_line, unwritten};

/// Seconds of a day.
const DAY: u32 = 24 * 60 * 60;
/// Requests a second that Discord lets one bot make; answers to interactions do not count.
const COUNTED: u32 = 50;
/// Seconds between two identifies under one key of `max_concurrency`, and of one process.
const IDENTIFY: f64 = 5.0;
const GIGABYTE: f64 = 1e9;

/// Prints the report.
pub(super) fn run(assumed: &Assumptions) -> Result<(), Failure> {
    print_line(report(assumed).trim_end()).map_err(unwritten)
}

/// The assumptions.
#[derive(Debug, clap::Args)]
pub(crate) struct Assumptions {
    /// Numbers of servers, a column each
    #[arg(long, num_args = 1.., default_values_t = [1_000, 10_000, 100_000, 300_000, 1_000_000])]
    servers: Vec<u64>,
    /// Share of the servers in which somebody plays on a given day
    #[arg(long, default_value_t = 0.05)]
    playing: f64,
    /// Turns a day in each of these servers
    #[arg(long, default_value_t = 40.0)]
    turns: f64,
    /// The busiest moment of the day, in times of its mean (1 to 4)
    #[arg(long, default_value_t = 3.0)]
    peak: f64,
    /// Interactions a turn: presses, completions, looks at boards
    #[arg(long, default_value_t = 6.0)]
    interactions: f64,
    /// Transactions a turn: the turn, and its message once it is acknowledged
    #[arg(long, default_value_t = 2.0)]
    commits: f64,
    /// New boards a turn that are posted by the bot's token, as after presses
    #[arg(long, default_value_t = 0.5)]
    boards: f64,
    /// Scoreboards a turn: changed cards of games in threads
    #[arg(long, default_value_t = 0.75)]
    cards: f64,
    /// Old boards a turn that lose their buttons
    #[arg(long, default_value_t = 1.0)]
    strips: f64,
    /// Share of the turns that the engine takes
    #[arg(long, default_value_t = 0.25)]
    engine: f64,
    /// Seconds that one core thinks about such a turn
    #[arg(long, default_value_t = 0.25)]
    thinking: f64,
    /// Turns a second that a process on two cores takes, the engine aside; measured on PostgreSQL
    #[arg(long, default_value_t = 125.0)]
    capacity: f64,
    /// Share of its capacity to which a machine is used at the peak
    #[arg(long, default_value_t = 0.5)]
    used: f64,
    /// Servers in a shard
    #[arg(long, default_value_t = 1_000)]
    shard: u64,
    /// Shards that Discord lets identify at the same time; a process begins one at a time
    #[arg(long, default_value_t = 16)]
    concurrency: u64,
    /// Events that are stored for each turn
    #[arg(long, default_value_t = 1.1)]
    events: f64,
    /// Bytes of an event in SQLite, indexes included
    #[arg(long, default_value_t = 67.0)]
    sqlite: f64,
    /// Bytes of an event in PostgreSQL, indexes included
    #[arg(long, default_value_t = 151.0)]
    postgres: f64,
    /// Bytes of a picture
    #[arg(long, default_value_t = 20_000.0)]
    picture: f64,
    /// Price a month of a machine with two cores
    #[arg(long, default_value_t = 15.0)]
    machine: f64,
    /// Price a month of a database server; beyond one process there are two, one to take over
    #[arg(long, default_value_t = 100.0)]
    database: f64,
    /// Price a month of a gigabyte on disk
    #[arg(long, default_value_t = 0.10)]
    disk: f64,
    /// Price of a gigabyte sent
    #[arg(long, default_value_t = 0.02)]
    traffic: f64,
    /// The seed of chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Assumptions {
    fn turns_a_second(&self, servers: u64) -> f64 {
        as_float(servers) * self.playing * self.turns / f64::from(DAY)
    }

    /// The load at a moment, relative to the mean: half of the day is quiet, and the peak is in the
    /// middle of the other half.
    fn load(&self, second: u32) -> f64 {
        let quiet = (4.0 - self.peak) / 3.0;
        let from_noon = f64::from(second.abs_diff(DAY / 2)) / f64::from(DAY / 4);
        quiet + (self.peak - quiet) * (1.0 - from_noon).max(0.0)
    }

    fn counted(&self) -> f64 {
        self.boards + self.cards + self.strips
    }

    /// The number of servers whose counted requests reach Discord's limit at the peak.
    fn bound(&self) -> f64 {
        let each = self.turns_a_second(1) * self.peak * self.counted();
        f64::from(COUNTED) / each
    }
}

/// Waiting requests, each with the second of its arrival.
#[derive(Default)]
struct Waiting {
    since: VecDeque<(u32, u32)>,
    /// The number of requests for each waiting time, in seconds.
    waited: Vec<u64>,
}

impl Waiting {
    fn come(&mut self, second: u32, many: u32) {
        if many > 0 {
            self.since.push_back((second, many));
        }
    }

    /// Sends as many as `budget` allows; returns the rest of it.
    fn send(&mut self, second: u32, mut budget: u32) -> u32 {
        while let Some((since, many)) = self.since.front_mut() {
            let sent = budget.min(*many);
            let waited = usize::try_from(second - *since).unwrap_or(usize::MAX);
            if self.waited.len() <= waited {
                self.waited.resize(waited + 1, 0);
            }
            self.waited[waited] += u64::from(sent);
            (budget, *many) = (budget - sent, *many - sent);
            if *many > 0 {
                break;
            }
            self.since.pop_front();
        }
        budget
    }

    /// The seconds within which this share of the requests was sent.
    fn within(&self, share: f64) -> usize {
        let all: u64 = self.waited.iter().sum();
        let mut sent = 0;
        let served = self.waited.iter().position(|many| {
            sent += many;
            as_float(sent) >= as_float(all) * share
        });
        served.unwrap_or(0)
    }

    fn left(&self) -> u64 {
        self.since.iter().map(|(_, many)| u64::from(*many)).sum()
    }
}

/// The results of a day.
#[derive(Default)]
struct Simulated {
    turns: u64,
    busiest: u32,
    boards: Waiting,
    cards: Waiting,
    strips: Waiting,
}

fn simulate(assumed: &Assumptions, servers: u64) -> Simulated {
    let mut chance = fastrand::Rng::with_seed(assumed.seed);
    let mut day = Simulated::default();
    let mean = assumed.turns_a_second(servers);
    for second in 0..DAY {
        let turns = poisson(&mut chance, mean * assumed.load(second));
        day.turns += u64::from(turns);
        day.busiest = day.busiest.max(turns);
        let queues = [
            (&mut day.boards, assumed.boards),
            (&mut day.cards, assumed.cards),
            (&mut day.strips, assumed.strips),
        ];
        for (queue, share) in queues {
            let come = (0..turns).filter(|_| chance.f64() < share).count();
            queue.come(second, u32::try_from(come).unwrap_or(u32::MAX));
        }
        // Boards have the highest priority, then scoreboards, then old buttons.
        let mut budget = COUNTED;
        for queue in [&mut day.boards, &mut day.cards, &mut day.strips] {
            budget = queue.send(second, budget);
        }
    }
    day
}

/// A Poisson-distributed random number with this mean (Knuth).
fn poisson(chance: &mut fastrand::Rng, mean: f64) -> u32 {
    let (bound, mut product, mut many) = ((-mean).exp(), chance.f64(), 0);
    while product > bound {
        product *= chance.f64();
        many += 1;
    }
    many
}

/// The table.
pub(crate) fn report(assumed: &Assumptions) -> String {
    let mut columns: Vec<Vec<(&str, String)>> = Vec::new();
    for &servers in &assumed.servers {
        let day = simulate(assumed, servers);
        let mean = as_float(day.turns) / f64::from(DAY);
        let peak = mean * assumed.peak;
        let pair = |each: f64| format!("{}; {}", rate(mean * each), rate(peak * each));
        let cores = peak * assumed.engine * assumed.thinking;
        let process = 2.0 * assumed.used;
        let needed = peak / (assumed.capacity * assumed.used) + cores / process;
        // If several are needed, one more, so that one can fail.
        let processes = if needed <= 1.0 {
            1.0
        } else {
            needed.ceil() + 1.0
        };
        let events = mean * assumed.events * f64::from(DAY) * 365.0 / GIGABYTE;
        let pictures = mean * assumed.picture * f64::from(DAY) * 30.0 / GIGABYTE;
        let (size, databases) = match processes > 1.0 {
            true => (events * assumed.postgres, 2.0),
            false => (events * assumed.sqlite, 0.0),
        };
        let cost = processes * assumed.machine
            + databases * (assumed.database + size * assumed.disk)
            + pictures * assumed.traffic;
        let shards = servers.div_ceil(assumed.shard);
        let at_once = assumed.concurrency.min(as_whole(processes));
        let start = as_float(shards.div_ceil(at_once)) * IDENTIFY;
        let left = day.boards.left() + day.cards.left() + day.strips.left();
        columns.push(vec![
            ("turns a second: mean; peak", pair(1.0)),
            ("busiest second, turns", whole(day.busiest.into())),
            ("interactions a second", pair(assumed.interactions)),
            ("transactions a second", pair(assumed.commits)),
            (
                "requests that count to Discord’s 50 a second",
                pair(assumed.counted()),
            ),
            ("a board waits: 99 of 100; the longest", waits(&day.boards)),
            ("a scoreboard waits", waits(&day.cards)),
            ("old buttons wait", waits(&day.strips)),
            ("still waiting when the day ends", whole(left)),
            ("cores that think, at the peak", rate(cores)),
            ("processes on two cores", whole(as_whole(processes))),
            (
                "shards; minutes until all are there",
                format!("{}; {}", whole(shards), rate(start / 60.0)),
            ),
            ("events a year, SQLite", gigabytes(events * assumed.sqlite)),
            (
                "events a year, PostgreSQL",
                gigabytes(events * assumed.postgres),
            ),
            ("pictures a month", gigabytes(pictures)),
            (
                "cost a month, a year’s events kept",
                format!("$ {}", whole(as_whole(cost))),
            ),
        ]);
    }
    let mut text = String::from("| servers |");
    for servers in &assumed.servers {
        let _ = write!(text, " {} |", whole(*servers));
    }
    let _ = write!(text, "\n|---|{}", "---|".repeat(columns.len()));
    for row in 0..columns.first().map_or(0, Vec::len) {
        let _ = write!(text, "\n| {} |", columns[0][row].0);
        for column in &columns {
            let _ = write!(text, " {} |", column[row].1);
        }
    }
    let bound = (assumed.bound() / 10_000.0).round() * 10_000.0;
    let _ = writeln!(
        text,
        "\n\nAt the peak the 50 requests a second are used up by {} servers.",
        whole(as_whole(bound))
    );
    text
}

fn waits(queue: &Waiting) -> String {
    format!(
        "{}; {}",
        span(queue.within(0.99)),
        span(queue.waited.len().saturating_sub(1))
    )
}

/// Seconds, minutes or hours.
fn span(seconds: usize) -> String {
    match seconds {
        0 => "–".to_owned(),
        1..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

fn rate(value: f64) -> String {
    match value {
        ..9.95 => format!("{value:.1}"),
        _ => whole(as_whole(value)),
    }
}

fn gigabytes(value: f64) -> String {
    match value {
        ..0.95 => format!("{} MB", whole(as_whole(value * 1000.0))),
        ..9.95 => format!("{value:.1} GB"),
        _ => format!("{} GB", whole(as_whole(value))),
    }
}

/// `1,000,000`.
fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number as a float; all numbers here are small enough.
fn as_float(number: u64) -> f64 {
    number as f64
}

/// The nearest whole number.
fn as_whole(number: f64) -> u64 {
    number.round() as u64
}
