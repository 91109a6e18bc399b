//! One request to Discord, and its possible outcomes.

use std::io;
use std::sync::LazyLock;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::gateway::GatewayError;
use serenity::http::{HttpError, Request, Route};

use crate::discord::Http;
use crate::discord::failure::plain;
use crate::discord::view::reply::cut;
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

/// The codes of refused files: explicit content, too large, invalid.
const FILE_CODES: [i64; 5] = [20_009, 40_005, 50_045, 50_046, 400_001];

/// The code if direct messages are opened too fast, and how long to wait then.
const OPENING_TOO_FAST: i64 = 40_003;
const OPENING_PAUSE: Duration = Duration::from_secs(60);

/// The code of Discord's firewall.
const BLOCKED: i64 = 40_333;

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
    /// It is unknown whether Discord did it.
    #[error("{0}")]
    Uncertain(String),
}

impl Trouble {
    /// The code if the interaction was answered before.
    pub(super) const ANSWERED: i64 = 40_060;
    /// The code if the answer was too late: Discord accepts one for three seconds.
    pub(super) const UNKNOWN_INTERACTION: i64 = 10_062;
    /// The code if there is no such channel.
    pub(super) const UNKNOWN_CHANNEL: i64 = 10_003;
    /// The code if there is no such message.
    pub(super) const UNKNOWN_MESSAGE: i64 = 10_008;
    /// The code if the message has a thread already.
    pub(super) const THREADED: i64 = 160_004;
    /// The code if the thread is archived, so that it cannot be changed.
    pub(super) const ARCHIVED: i64 = 50_083;

    /// Returns whether Discord refused it with this error code.
    pub(super) fn has(&self, wanted: i64) -> bool {
        matches!(self, Self::Refused { code, .. } if *code == wanted)
    }

    /// Returns whether there is no such member, or the account was deleted.
    pub(super) fn is_unknown_member(&self) -> bool {
        self.has(10_007) || self.has(10_013)
    }

    /// Returns whether the attached file is refused: too large, of the wrong kind, or blocked.
    pub(super) fn is_of_file(&self) -> bool {
        let too_large = matches!(self, Self::Refused { status: 413, .. });
        too_large || FILE_CODES.iter().any(|code| self.has(*code))
    }

    /// Returns whether an emoji of the application no longer exists.
    pub(super) fn is_invalid_emoji(&self) -> bool {
        matches!(self, Self::Refused { message, .. } if message.contains("COMPONENT_INVALID_EMOJI"))
    }

    /// Returns whether the bot is not in the server, or cannot see the channel.
    pub(super) fn is_outside(&self) -> bool {
        self.has(10_004) || self.has(50_001)
    }

    /// Returns whether the channel or the thread accepts no messages.
    pub(super) fn is_shut(&self) -> bool {
        self.has(Self::UNKNOWN_CHANNEL) || self.has(Self::ARCHIVED) || self.is_forbidden()
    }

    /// Returns whether Discord will refuse the same request again.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { status, .. } if *status != 401)
    }

    /// Returns whether the bot lacks a permission.
    pub(super) fn is_forbidden(&self) -> bool {
        matches!(self, Self::Refused { status: 403, .. })
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

/// Sends a request when the rate limits allow it; returns the body of the response.
///
/// Requests with an interaction's token bypass serenity's limiter, which counts all of them as one
/// route, so that one waiting request would block the others.
pub(super) async fn request(http: &Http, request: Request<'_>) -> Result<Vec<u8>, Trouble> {
    let counts = counts(request.route_ref());
    if counts {
        http.pass().await.map_err(Trouble::Held)?;
    }
    let limiter = http.ratelimiter.as_ref().filter(|_| counts);
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
        // Too many conversations were opened; this says nothing about the person.
        _ if code == OPENING_TOO_FAST => Trouble::Limited(OPENING_PAUSE),
        408 | 500.. => Trouble::Uncertain(format!("status {status}")),
        // A firewall between us and Discord answers without a code, or with its own.
        403 | 404 if [0, BLOCKED].contains(&code) => {
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

/// The answer to a request at the start; stores how long Discord asks to wait.
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
