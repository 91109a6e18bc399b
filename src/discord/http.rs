//! Discord's REST interface: serenity's client, and what is counted of its requests.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use super::budget::Budget;
use crate::app::App;
use crate::metrics::{Metrics, Scope};

/// serenity's client, what is counted of its requests, and what the whole bot may make. Who
/// calls that client itself asks for leave by `pass`, but for the emoji, which are learnt at the
/// start.
#[derive(Clone)]
pub struct Http {
    client: Arc<serenity::http::Http>,
    metrics: Arc<Metrics>,
    budget: Arc<Budget>,
    patient: bool,
}

impl Http {
    /// Has what the limiter of `client` makes wait counted, too. That limiter is for the limits
    /// of single routes; the one of the whole bot it knows only when that was exceeded.
    pub fn new(mut client: serenity::http::Http, app: &App, a_second: u32) -> Self {
        let metrics = app.metrics();
        let budget = Arc::new(Budget::new(app.clone(), a_second));
        if let Some(limiter) = &mut client.ratelimiter {
            let (metrics, budget) = (Arc::clone(metrics), Arc::clone(&budget));
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                metrics.limited(match limit.global {
                    true => Scope::Global,
                    false => Scope::Route,
                });
                budget.hold(limit.timeout);
                if limit.global {
                    budget.close(limit.timeout);
                }
            }));
        }
        Self {
            client: Arc::new(client),
            metrics: Arc::clone(metrics),
            budget,
            patient: false,
        }
    }

    /// The same for what can wait: its requests are made only while enough are left for others.
    pub(super) fn patiently(&self) -> Self {
        Self {
            patient: true,
            ..self.clone()
        }
    }

    /// Waits until the bot may make a request that counts to its limit.
    ///
    /// # Errors
    /// Says how long to wait before the next try.
    pub(super) async fn pass(&self) -> Result<(), Duration> {
        self.budget.pass(self.patient).await
    }

    pub(super) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}

impl Deref for Http {
    type Target = serenity::http::Http;

    fn deref(&self) -> &serenity::http::Http {
        &self.client
    }
}
