//! Discord's REST interface: serenity's client, and what is counted of its requests.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::metrics::{Metrics, Scope};

/// serenity's client, and what is counted of its requests.
pub struct Http {
    client: serenity::http::Http,
    metrics: Arc<Metrics>,
}

impl Http {
    /// Has what the limiter of `client` makes wait counted, too.
    #[must_use]
    pub fn new(mut client: serenity::http::Http, metrics: &Arc<Metrics>) -> Self {
        if let Some(limiter) = &mut client.ratelimiter {
            let metrics = Arc::clone(metrics);
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                metrics.limited(match limit.global {
                    true => Scope::Global,
                    false => Scope::Route,
                });
            }));
        }
        Self {
            client,
            metrics: Arc::clone(metrics),
        }
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

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http").finish_non_exhaustive()
    }
}
