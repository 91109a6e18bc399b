//! Discord's REST API: serenity's client, with metrics and the global rate limit.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use super::channel_limits::ChannelLimits;
use super::global_limit::GlobalLimit;
use crate::app::App;
use crate::metrics::{Metrics, Scope};

/// serenity's client, with metrics and the global rate limit. Code that calls the client directly
/// must call `pass` or `passed` first.
#[derive(Clone)]
pub struct Http {
    client: Arc<serenity::http::Http>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) global_limit: Arc<GlobalLimit>,
    pub(super) channel_limits: Arc<ChannelLimits>,
    low_priority: bool,
}

impl Http {
    /// Also counts requests delayed by `client`'s limiter. That handles per-route limits, and
    /// learns of the global limit only after it is exceeded.
    pub fn new(mut client: serenity::http::Http, app: &App, a_second: u32) -> Self {
        let metrics = &app.work().metrics;
        let global_limit = Arc::new(GlobalLimit::new(app.clone(), a_second));
        if let Some(limiter) = &mut client.ratelimiter {
            let (metrics, global_limit) = (Arc::clone(metrics), Arc::clone(&global_limit));
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                metrics.limited(match limit.global {
                    true => Scope::Global,
                    false => Scope::Route,
                });
                global_limit.hold(limit.timeout);
                if limit.global {
                    global_limit.close(limit.timeout);
                }
            }));
        }
        Self {
            client: Arc::new(client),
            metrics: Arc::clone(metrics),
            global_limit,
            channel_limits: Arc::new(ChannelLimits::new(app.clone())),
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

    /// Waits until the global rate limit allows a request.
    ///
    /// # Errors
    /// How long to wait before the next try.
    pub(super) async fn pass(&self) -> Result<(), Duration> {
        self.global_limit.pass(self.low_priority).await
    }

    /// Waits until the global rate limit allows a request, however long that takes.
    pub(super) async fn passed(&self) -> &serenity::http::Http {
        while let Err(wait) = self.pass().await {
            tokio::time::sleep(wait).await;
        }
        &self.client
    }
}

impl Deref for Http {
    type Target = serenity::http::Http;

    fn deref(&self) -> &serenity::http::Http {
        &self.client
    }
}
