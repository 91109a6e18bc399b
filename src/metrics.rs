//! Counters and histograms, as text that Prometheus reads.
//!
//! Labels are small lists: never an id of a person, a server or a game. Everything here
//! is about this process, except the outbox, which is read when the text is written.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

/// The media type of the text, for the header `Content-Type`.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What each metric counts, by its name.
static HELP: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../assets/metrics.json")).expect("the file is JSON")
});

/// Upper bounds of the time until Discord had an answer, in seconds; after three it refuses any.
const ACKNOWLEDGED: [f64; 12] = [
    0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 2.5, 3.0,
];
/// Upper bounds of the time until a transaction could start, in seconds.
const WAITED: [f64; 11] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
];
/// Upper bounds of the time until a request had its share of Discord's limit, in seconds.
const TOKEN_WAITED: [f64; 8] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0];
/// Upper bounds of the time for a turn of the engine, in seconds.
const SEARCHED: [f64; 8] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0];

/// Labels: names and values.
type Labels<const N: usize> = [(&'static str, String); N];

/// Counters that differ by their labels.
type Counters<const N: usize> = Family<Labels<N>, Counter>;

/// Gauges that differ by one label.
type Gauges = Family<Labels<1>, Gauge>;

/// The outcome of the first answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Callback {
    /// Discord has it, this long after creating the interaction.
    Acknowledged(Duration),
    /// It came too late.
    Late,
    /// Discord refused it.
    Refused,
    /// Discord asked to wait, for longer than there was time.
    Limited,
    /// It is unknown whether Discord has it.
    Uncertain,
}

/// The scope of a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Scope {
    /// All requests of the bot.
    Global,
    /// The bot's requests to one route.
    Route,
    /// All requests of all bots to one resource.
    Shared,
}

/// The waiting items of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// `board`, `card` …
    pub kind: String,
    /// The number of items.
    pub rows: i64,
    /// How many of them are due and not leased.
    pub due: i64,
    /// The age of the oldest, in seconds.
    pub oldest: i64,
}

/// The counters and histograms of a process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    events: Counters<2>,
    callbacks: Counters<1>,
    acknowledged: Histogram,
    responses: Counters<1>,
    limited: Counters<1>,
    /// How long requests waited for a token of the global rate limit, in seconds.
    pub token_waited: Histogram,
    searched: Family<Labels<1>, Histogram, fn() -> Histogram>,
    /// Internal errors that a user was shown.
    pub faults: Counter,
    /// Interactions that could only be read without their decorations.
    pub stripped: Counter,
    /// Failed rounds of the sweeper.
    pub sweeps_failed: Counter,
    /// How long transactions that write waited until they could start, in seconds.
    pub waited: Histogram,
    /// Messages that were sent under a lease that another process had taken by then.
    pub leases_lost: Counter,
}

impl Default for Metrics {
    /// Metrics that start at zero.
    fn default() -> Self {
        let mut registry = Registry::with_prefix("siwa");
        let new = &mut registry;
        let version = Info::new([("version", env!("CARGO_PKG_VERSION").to_owned())]);
        new.register("build", help("build"), version);
        let search: fn() -> Histogram = || Histogram::new(SEARCHED);
        let searched = Family::new_with_constructor(search);
        Self {
            events: registered(new, "game_events", Family::default()),
            callbacks: registered(new, "callbacks", Family::default()),
            acknowledged: registered(new, "acknowledged_seconds", Histogram::new(ACKNOWLEDGED)),
            responses: registered(new, "discord_responses", Family::default()),
            limited: registered(new, "discord_limited", Family::default()),
            token_waited: registered(new, "discord_wait_seconds", Histogram::new(TOKEN_WAITED)),
            searched: registered(new, "engine_search_seconds", searched),
            faults: registered(new, "faults", Counter::default()),
            stripped: registered(new, "stripped_interactions", Counter::default()),
            sweeps_failed: registered(new, "sweep_failures", Counter::default()),
            waited: registered(new, "database_wait_seconds", Histogram::new(WAITED)),
            leases_lost: registered(new, "leases_lost", Counter::default()),
            registry,
        }
    }
}

/// Registers a metric with its description, and returns it.
fn registered<M: Metric + Clone>(registry: &mut Registry, name: &str, metric: M) -> M {
    registry.register(name, help(name), metric.clone());
    metric
}

fn help(name: &str) -> &str {
    HELP.get(name).map_or("", String::as_str)
}

impl Metrics {
    /// Counts an event of a game.
    pub fn event(&self, game: &'static str, kind: String) {
        let labels = [("game", game.to_owned()), ("kind", kind)];
        self.events.get_or_create(&labels).inc();
    }

    /// Counts the first answer to an interaction.
    pub fn callback(&self, callback: Callback) {
        if let Callback::Acknowledged(after) = callback {
            self.acknowledged.observe(after.as_secs_f64());
        }
        let labels = [("outcome", callback.to_string())];
        self.callbacks.get_or_create(&labels).inc();
    }

    /// Counts a response from Discord by its status; `None` if there was no response.
    pub fn response(&self, status: Option<u16>) {
        let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
        self.responses.get_or_create(&[("status", status)]).inc();
    }

    /// Counts a request that had to wait for one of Discord's limits.
    pub fn limited(&self, scope: Scope) {
        let labels = [("scope", scope.to_string())];
        self.limited.get_or_create(&labels).inc();
    }

    /// Notes how long the engine thought about a turn.
    pub fn searched(&self, level: u8, time: Duration) {
        let labels = [("level", level.to_string())];
        let searched = self.searched.get_or_create(&labels);
        searched.observe(time.as_secs_f64());
    }

    /// All metrics as text, with the outbox as it is; `None` if the database does not answer.
    ///
    /// # Errors
    /// Never: writing to a string cannot fail.
    pub fn text(&self, outbox: Option<&[Backlog]>) -> Result<String, fmt::Error> {
        let mut now = Registry::with_prefix("siwa");
        let new = &mut now;
        let up: Gauge = registered(new, "database_up", Gauge::default());
        let rows = registered(new, "outbox_rows", Gauges::default());
        let due = registered(new, "outbox_due_rows", Gauges::default());
        let oldest = registered(new, "outbox_oldest_seconds", Gauges::default());
        up.set(outbox.is_some().into());
        for backlog in outbox.into_iter().flatten() {
            let labels = [("kind", backlog.kind.clone())];
            rows.get_or_create(&labels).set(backlog.rows);
            due.get_or_create(&labels).set(backlog.due);
            oldest.get_or_create(&labels).set(backlog.oldest);
        }
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, &now)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}
