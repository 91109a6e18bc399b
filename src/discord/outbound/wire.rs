//! One request to Discord, and what may come of it.

use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use serenity::http::{Http, HttpError, Request};

/// How long a request may take without the limiter. A connection that hangs must not keep
/// the sweeper from its work.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a request may take with the limiter, which waits as long as Discord asks it to.
const LONG_PATIENCE: Duration = Duration::from_secs(5 * 60);

/// Behind a proxy serenity has no limiter, and throws away how long Discord asks to wait.
static UNLIMITED: LazyLock<reqwest::Client> = LazyLock::new(reqwest::Client::new);

/// Why a request did not succeed, in terms of what is to be done about it.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// Discord refuses, and has done nothing.
    Refused {
        /// The status.
        status: u16,
        /// Discord's own number for the reason.
        code: i64,
        /// Discord's words for it.
        message: String,
    },
    /// Discord asks to wait so long, and has done nothing.
    Limited(Duration),
    /// Nobody knows whether it was done.
    Uncertain(String),
}

impl Trouble {
    /// Discord's number for the reason of a refusal.
    fn code(&self) -> i64 {
        match self {
            Self::Refused { code, .. } => *code,
            Self::Limited(_) | Self::Uncertain(_) => 0,
        }
    }

    /// Whether the interaction has an answer already.
    pub(super) fn is_answered(&self) -> bool {
        self.code() == 40_060
    }

    /// Whether there is no such channel.
    pub(super) fn is_unknown_channel(&self) -> bool {
        self.code() == 10_003
    }

    /// Whether there is no such message.
    pub(super) fn is_unknown_message(&self) -> bool {
        self.code() == 10_008
    }

    /// Whether the bot is not allowed to.
    pub(super) fn is_forbidden(&self) -> bool {
        matches!(self, Self::Refused { status: 403, .. })
    }

    /// Whether a token is dead, or nothing has come of it.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(
            self,
            Self::Refused {
                status: 401 | 404,
                ..
            }
        )
    }
}

/// Without addresses, which may hold tokens.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused {
                status,
                code,
                message,
            } => write!(f, "status {status}, code {code}: {message}"),
            Self::Limited(wait) => write!(f, "too many requests, for {} s", wait.as_secs_f64()),
            Self::Uncertain(what) => f.write_str(what),
        }
    }
}

/// Sends a request; answers what Discord tells.
pub(super) async fn request(http: &Http, request: Request<'_>) -> Result<Vec<u8>, Trouble> {
    let (sent, patience) = match &http.ratelimiter {
        Some(limiter) => {
            let sent = tokio::time::timeout(LONG_PATIENCE, limiter.perform(request));
            (sent.await, LONG_PATIENCE)
        }
        None => {
            let sent = async {
                let built = request.build(&UNLIMITED, http.token(), http.proxy.as_deref())?;
                let sent = built.send().await;
                sent.map_err(|error| serenity::Error::Http(HttpError::Request(error)))
            };
            (tokio::time::timeout(PATIENCE, sent).await, PATIENCE)
        }
    };
    let response = match sent {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => return Err(Trouble::Uncertain(plain(&error))),
        Err(_) => {
            let seconds = patience.as_secs();
            return Err(Trouble::Uncertain(format!("no answer for {seconds} s")));
        }
    };
    let status = response.status();
    // What Discord tells may get lost on the way; that it was done counts all the same.
    let told = tokio::time::timeout(PATIENCE, response.bytes()).await;
    let told = told.ok().and_then(Result::ok).unwrap_or_default().to_vec();
    if status.is_success() {
        return Ok(told);
    }
    let json: Value = serde_json::from_slice(&told).unwrap_or_default();
    Err(match status.as_u16() {
        429 => Trouble::Limited(Duration::from_secs_f64(
            json["retry_after"]
                .as_f64()
                .filter(|seconds| (0.0..86_400.0).contains(seconds))
                .unwrap_or(1.0),
        )),
        408 | 500.. => Trouble::Uncertain(format!("status {status}")),
        status => Trouble::Refused {
            status,
            code: json["code"].as_i64().unwrap_or_default(),
            message: json["message"].as_str().unwrap_or_default().to_owned(),
        },
    })
}

fn plain(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::Request(error)) if error.is_connect() => {
            "Discord cannot be reached".to_owned()
        }
        serenity::Error::Http(HttpError::Request(error)) if error.is_timeout() => {
            "a request timed out".to_owned()
        }
        _ => "a request could not be sent".to_owned(),
    }
}

/// Whole seconds, not less than that.
pub(super) fn whole(wait: Duration) -> i64 {
    i64::try_from(wait.as_secs())
        .unwrap_or(i64::MAX)
        .saturating_add(1)
}
