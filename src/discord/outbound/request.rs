//! One request to Discord, and its possible outcomes.

use std::io;
use std::sync::LazyLock;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::gateway::GatewayError;
use serenity::http::{HttpError, Request, Route};

use super::refusal::{FIREWALL, Refusal, WAITS};
use crate::discord::Http;
use crate::discord::failure::plain;
use crate::discord::view::reply::cut;
use crate::game::ChannelId;
use crate::metrics::Scope;

/// How long a request may take once it is sent, so that a hanging connection does not block the
/// sweeper.
pub(in crate::discord) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a request may take including the limiter, which first waits as long as Discord asks.
const RATE_LIMIT_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// The longest plausible wait, in seconds: a month.
const LONGEST_WAIT: f64 = 30.0 * 86_400.0;

/// The longest explanation of a refusal, in characters.
const MAX_EXPLANATION: usize = 500;

/// How long to wait for a limit that does not say how long.
const UNKNOWN_WAIT: Duration = Duration::from_secs(60);

/// A client for requests without serenity's limiter, because serenity then does not report how long
/// Discord asks to wait.
static UNLIMITED: LazyLock<reqwest::Client> = LazyLock::new(reqwest::Client::new);

/// Why a request failed, by how to handle it. It names no addresses, which may contain tokens.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// Discord refused it, and did nothing.
    #[error("status {status}, code {code}: {message}")]
    Refused {
        /// The status.
        status: u16,
        /// Discord's error code.
        code: i64,
        /// Discord's error message.
        message: String,
    },
    /// Discord asked to wait this long, and did nothing.
    #[error("too many requests, for {} s", .0.as_secs_f64())]
    Limited(Duration),
    /// The global rate limit has no token for this long, so that nothing was sent.
    #[error("held back for {} s", .0.as_secs_f64())]
    Held(Duration),
    /// Discord shows a public answer to one person alone, who lacks a permission.
    #[error("nobody else sees the answer")]
    Unseen,
    /// It is unknown whether Discord did it.
    #[error("{0}")]
    Uncertain(String),
}

impl Trouble {
    /// What Discord's refusal means; `None` if it has not refused.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Refused {
                status,
                code,
                message,
            } if *status != 401 => Some(Refusal::new(*status, *code, message)),
            _ => None,
        }
    }

    /// Returns whether Discord refused it for this reason.
    pub(super) fn is(&self, wanted: Refusal) -> bool {
        self.refusal() == Some(wanted)
    }

    /// Returns whether the channel or thread refuses every message.
    pub(super) fn is_of_channel(&self) -> bool {
        self.refusal().is_some_and(Refusal::is_of_channel)
    }

    /// Returns whether the person cannot get direct messages.
    pub(super) fn is_of_person(&self) -> bool {
        self.refusal().is_some_and(Refusal::is_of_person)
    }

    /// Returns whether Discord will refuse the same request again.
    pub(super) fn is_refusal(&self) -> bool {
        self.refusal().is_some()
    }

    /// Returns whether the token has expired, or the message does not exist.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Refused { status, .. } if [401, 404].contains(status))
    }
}

/// Returns whether a request counts towards the global rate limit. Those with an interaction's
/// token do not.
fn counts(route: &Route<'_>) -> bool {
    !matches!(
        route,
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
    )
}

/// The channel, if a request changes one of its messages.
fn changed(route: &Route<'_>) -> Option<ChannelId> {
    match route {
        Route::ChannelMessage { channel_id, .. } => Some(ChannelId(channel_id.get())),
        _ => None,
    }
}

/// Sends a request when the rate limits allow it; returns the body of the response.
///
/// Two kinds bypass serenity's limiter. It counts all requests with an interaction's token as one
/// route, so that one waiting request would block the others. And it sleeps until a message can be
/// changed, which takes long for old ones, while others wait for the place of the sweeper.
pub(super) async fn request(http: &Http, request: Request<'_>) -> Result<Vec<u8>, Trouble> {
    let counts = counts(request.route_ref());
    if counts {
        http.pass().await.map_err(Trouble::Held)?;
    }
    let changed = changed(request.route_ref());
    let held = changed.and_then(|channel| http.channel_limits.edits_held(channel));
    if let Some(seconds) = held {
        return Err(Trouble::Held(Duration::from_secs(seconds.unsigned_abs())));
    }
    let is_limited = counts && changed.is_none();
    let limiter = http.ratelimiter.as_ref().filter(|_| is_limited);
    let timeout = match limiter {
        Some(_) => RATE_LIMIT_TIMEOUT,
        None => REQUEST_TIMEOUT,
    };
    let sent = tokio::time::timeout(timeout, async {
        let Some(limiter) = limiter else {
            let built = request.build(&UNLIMITED, http.token(), http.proxy.as_deref())?;
            let sent = built.send().await;
            return sent.map_err(|error| serenity::Error::Http(HttpError::Request(error)));
        };
        limiter.perform(request).await
    });
    let sent = match sent.await {
        Ok(sent) => sent.map_err(|error| plain(&error)),
        Err(_) => Err(format!("no answer for {} s", timeout.as_secs())),
    };
    let response = sent.map_err(|problem| {
        http.metrics.response(None);
        Trouble::Uncertain(problem)
    })?;
    let status = response.status();
    http.metrics.response(Some(status.as_u16()));
    let header = |name| response.headers().get(name)?.to_str().ok();
    let scope = match header("x-ratelimit-scope") {
        Some("global") => Scope::Global,
        Some("shared") => Scope::Shared,
        _ => Scope::Route,
    };
    // Proxies before Discord only set the header.
    let retry_after = header("retry-after").and_then(|wait| wait.parse().ok());
    let is_last = status.as_u16() == 429 || header("x-ratelimit-remaining") == Some("0");
    let reset_after = header("x-ratelimit-reset-after").and_then(|wait| wait.parse().ok());
    if let Some(channel) = changed
        && let Some(wait) = retry_after.or(reset_after).filter(|_| is_last)
    {
        let wait = Duration::from_secs_f64(f64::clamp(wait, 0.0, LONGEST_WAIT));
        http.channel_limits.hold_edits(channel, whole(wait));
    }
    // If the body is lost, the status still shows that the request succeeded.
    let told = tokio::time::timeout(REQUEST_TIMEOUT, response.bytes()).await;
    let told = told.ok().and_then(Result::ok).unwrap_or_default().to_vec();
    if status.is_success() {
        return Ok(told);
    }
    let json: Value = serde_json::from_slice(&told).unwrap_or_default();
    let code = json["code"].as_i64().unwrap_or_default();
    Err(match status.as_u16() {
        429 => {
            http.metrics.limited(scope);
            let wait = json["retry_after"].as_f64().or(retry_after).unwrap_or(1.0);
            let wait = Duration::from_secs_f64(wait.clamp(0.0, LONGEST_WAIT));
            // Some proxies drop the header.
            if scope == Scope::Global || json["global"] == true {
                http.global_limit.close(wait);
            }
            Trouble::Limited(wait)
        }
        _ if WAITS.contains(&code) => Trouble::Limited(UNKNOWN_WAIT),
        408 | 500.. => Trouble::Uncertain(format!("status {status}")),
        // A firewall between us and Discord answers without a code, or with its own.
        403 | 404 if [0, FIREWALL].contains(&code) => {
            Trouble::Uncertain(format!("status {status}, code {code}"))
        }
        status => Trouble::Refused {
            status,
            code,
            message: explained(&json),
        },
    })
}

/// Discord's message, with the wrong fields.
fn explained(json: &Value) -> String {
    let message = json["message"].as_str().unwrap_or_default();
    match &json["errors"] {
        Value::Null => message.to_owned(),
        errors => cut(&format!("{message}: {errors}"), MAX_EXPLANATION),
    }
}

/// The answer to a question about the application or a server; stores how long Discord asks to wait.
pub(in crate::discord) async fn ask<T: DeserializeOwned>(
    http: &Http,
    question: Request<'_>,
) -> serenity::Result<T> {
    match request(http, question).await {
        Ok(told) => Ok(serde_json::from_slice(&told)?),
        Err(Trouble::Refused { status: 401, .. }) => {
            Err(GatewayError::InvalidAuthentication.into())
        }
        Err(trouble) => {
            if let Trouble::Limited(wait) | Trouble::Held(wait) = trouble {
                http.global_limit.hold(wait);
            }
            Err(io::Error::other(trouble.to_string()).into())
        }
    }
}

/// Whole seconds, rounded up.
pub(super) fn whole(wait: Duration) -> i64 {
    i64::try_from(wait.as_secs())
        .unwrap_or(i64::MAX)
        .saturating_add(1)
}
