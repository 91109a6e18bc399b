//! Discord's REST API: serenity's client, with metrics and the global rate limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use serenity::http::HttpBuilder;

use super::limits::{ChannelLimits, GlobalLimit};
use crate::app::App;
use crate::metrics::{Metrics, Scope};
use crate::time::{Clock, Seconds, Timestamp};

/// How long a request may take once it is sent, so that a hanging connection does not block the
/// sweeper.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// For how many seconds an answer shows that Discord can be reached.
const LATELY: i64 = 60;

/// Settings of the connection to Discord.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token: a secret.
    pub token: String,
    /// The base address of the API, if it is not Discord's.
    pub api: Option<String>,
    /// The server to register the commands in; `None`: all.
    pub guild: Option<u64>,
    /// How often the sweeper runs.
    pub sweep_interval: Duration,
    /// How long Discord may take to answer while the bot starts.
    pub start_timeout: Duration,
    /// The global rate limit, in requests per second.
    pub requests: u32,
}

impl Settings {
    /// A client with a rate limiter of its own.
    pub(super) fn client(&self) -> serenity::http::Http {
        // The limiter may delay a request for long; a hanging connection must not.
        let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build();
        let builder = HttpBuilder::new(&self.token).client(client.unwrap_or_default());
        match &self.api {
            // serenity's rate limiter does not work with a proxy, which must limit requests itself.
            Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
            None => builder.build(),
        }
    }
}

/// serenity's client, with metrics and the global rate limit. Code that calls the client directly
/// must pass the global limit first.
#[derive(Clone)]
pub struct Http {
    pub(super) client: Arc<serenity::http::Http>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) global_limit: Arc<GlobalLimit>,
    pub(super) channel_limits: Arc<ChannelLimits>,
    pub(super) last_answer: Arc<LastAnswer>,
    pub(super) low_priority: bool,
}

/// When Discord made an id, in milliseconds since the Unix epoch.
pub(super) fn made(id: u64) -> u64 {
    /// The first moment of Discord's ids.
    const EPOCH: u64 = 1_420_070_400_000;
    (id >> 22) + EPOCH
}

/// When Discord last answered, and what time it was there.
pub(super) struct LastAnswer {
    clock: Clock,
    /// In seconds since the Unix epoch; 0: it has not, or something before it has failed since then.
    at: AtomicI64,
    is_timeless: AtomicBool,
}

impl LastAnswer {
    /// Discord has answered, at this moment by the headers of the answer.
    pub(super) fn note(&self, by_discord: Option<Timestamp>) {
        if let Some(by_discord) = by_discord {
            self.tell(by_discord);
        } else if self.clock.is_doubtful() && !self.is_timeless.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "Discord's answers come without the header Date, which a proxy may drop: until an interaction or a \
                 message tells the time, no clock runs out, and no digest or tournament is due"
            );
        }
        self.at.store(self.clock.now().0, Ordering::Relaxed);
    }

    /// Discord has just made this id. It says what time it is, in case a proxy drops the header.
    pub(super) fn hear(&self, id: u64) {
        let made = Timestamp((made(id) / 1_000).cast_signed());
        self.hear_time(made.plus(-self.clock.skipped().0));
    }

    /// How long ago Discord signed something: not at all while nothing else says what time it is.
    pub(super) fn since(&self, signed: Timestamp) -> Seconds {
        self.hear_time(signed);
        self.clock.second().since(signed)
    }

    fn hear_time(&self, by_discord: Timestamp) {
        if self.clock.is_doubtful() {
            self.tell(by_discord);
        }
    }

    fn tell(&self, by_discord: Timestamp) {
        if self.clock.set(by_discord) {
            tracing::warn!(
                "this machine's clock is wrong: until it is right, Discord's time counts"
            );
        }
    }

    /// Discord has not answered, or something before it has.
    pub(super) fn forget(&self) {
        self.at.store(0, Ordering::Relaxed);
    }

    /// Returns whether Discord has answered lately, and the time is known.
    pub(super) fn is_sure(&self) -> bool {
        let answered = Timestamp(self.at.load(Ordering::Relaxed));
        let age = self.clock.now().since(answered);
        (0..LATELY).contains(&age.0) && !self.clock.is_doubtful()
    }
}

impl Http {
    /// Also counts requests delayed by the client's limiter. That handles per-route limits, and
    /// learns of the global limit only after it is exceeded.
    pub(super) fn new(settings: &Settings, app: &App) -> Self {
        let mut client = settings.client();
        let metrics = &app.store().metrics;
        let global_limit = Arc::new(GlobalLimit::new(app.clone(), settings.requests));
        if let Some(limiter) = &mut client.ratelimiter {
            let metrics = Arc::clone(metrics);
            let global_limit = Arc::clone(&global_limit);
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                global_limit.hold(limit.timeout);
                if limit.global {
                    metrics.limited(Scope::Global);
                    global_limit.close(limit.timeout);
                } else {
                    metrics.limited(Scope::Route);
                }
            }));
        }
        Self {
            client: Arc::new(client),
            metrics: Arc::clone(metrics),
            global_limit,
            channel_limits: Arc::new(ChannelLimits::new(app.clone())),
            last_answer: Arc::new(LastAnswer {
                clock: app.clock.clone(),
                at: AtomicI64::default(),
                is_timeless: AtomicBool::default(),
            }),
            low_priority: false,
        }
    }

    /// This client, for requests of low priority.
    pub(super) fn at_low_priority(&self) -> Self {
        Self {
            low_priority: true,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_dates_the_time_is_known_once_an_interaction_comes() {
        let answer = silent();
        answer.note(None);
        assert!(!answer.is_sure());
        let discords = (Clock::millis() - 1_420_070_400_000) << 22;
        answer.hear(discords);
        assert!(answer.is_sure());
        // A late one says nothing against the last.
        answer.hear(0);
        assert!(answer.is_sure());
    }

    #[test]
    fn the_time_of_a_signature_counts_while_nothing_else_says_what_time_it_is() {
        let answer = silent();
        let now = Clock::system();
        let later = now.plus(3_600);
        assert_eq!(
            answer.since(later),
            Seconds(0),
            "the machine's clock may be wrong"
        );
        assert!(!answer.is_sure(), "one signature is no proof");
        answer.note(Some(now));
        assert!(answer.since(later).0 <= -3_590);
    }

    /// Discord, before it has answered.
    fn silent() -> LastAnswer {
        LastAnswer {
            clock: Clock::default(),
            at: AtomicI64::default(),
            is_timeless: AtomicBool::default(),
        }
    }
}
