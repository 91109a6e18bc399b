//! One request to Discord, its possible outcomes, and why something was not sent.

use std::io;
use std::sync::LazyLock;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::gateway::GatewayError;
use serenity::http::{HttpError, LightMethod, Request, Route};

use crate::discord::Http;
use crate::discord::failure::{Failure, chain, plain};
use crate::discord::http::REQUEST_TIMEOUT;
use crate::discord::refusal::{FIREWALL, REFUSED_PAUSE, Refusal, WAITS};
use crate::game::{ChannelId, cut, ensure};
use crate::metrics::Scope;
use crate::time::{Seconds, Timestamp};

/// How long a request may take including the limiter, which first waits as long as Discord asks.
const RATE_LIMIT_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// How long the question whether Discord answers at all may take: messages wait for it.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// The longest plausible wait, in seconds: a month.
const LONGEST_WAIT: f64 = 30.0 * 86_400.0;

/// The longest explanation of a refusal, in characters.
const MAX_EXPLANATION: usize = 500;

/// How long to wait for a limit that does not say how long.
const UNKNOWN_WAIT: Duration = Duration::from_secs(60);

/// A client for requests without serenity's limiter, because serenity then does not report how long
/// Discord asks to wait.
static UNLIMITED: LazyLock<reqwest::Client> = LazyLock::new(reqwest::Client::new);

/// Sends a request when the rate limits allow it; returns the body of the response, or null if
/// there is none.
///
/// Two kinds bypass serenity's limiter. It counts all requests with an interaction's token as one
/// route, so that one waiting request would block the others. And it sleeps until a message can be
/// changed, which takes long for old ones, while others wait for the place of the sweeper.
pub(super) async fn request(http: &Http, request: Request<'_>) -> Result<Value> {
    // The channel, if the request changes one of its messages.
    let changed = match request.route_ref() {
        Route::ChannelMessage { channel_id, .. } => Some(ChannelId(channel_id.get())),
        _ => None,
    };
    if let Some(channel) = changed
        && let Some(wait) = http.channel_limits.edits_held(channel)
    {
        return Err(Failed::Held(wait));
    }
    // Requests with an interaction's token do not count towards the global rate limit.
    let counts = !matches!(
        request.route_ref(),
        Route::InteractionResponse { .. }
            | Route::WebhookOriginalInteractionResponse { .. }
            | Route::WebhookFollowupMessages { .. }
    );
    if counts {
        let passed = http.global_limit.pass(http.low_priority).await;
        passed.map_err(|wait| Failed::Held(whole(wait)))?;
    }
    let is_limited = counts && changed.is_none();
    let (limiter, timeout) = match &http.client.ratelimiter {
        Some(limiter) if is_limited => (Some(limiter), RATE_LIMIT_TIMEOUT),
        _ => (None, REQUEST_TIMEOUT),
    };
    let sent = tokio::time::timeout(timeout, async {
        let Some(limiter) = limiter else {
            let client = &http.client;
            let built = request.build(&UNLIMITED, client.token(), client.proxy.as_deref())?;
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
        http.last_answer.forget();
        Failed::Uncertain(problem)
    })?;
    let status = response.status();
    http.metrics.response(Some(status.as_u16()));
    let header = |name| response.headers().get(name)?.to_str().ok();
    let scope = header("x-ratelimit-scope").and_then(|scope| scope.parse().ok());
    let scope = scope.unwrap_or(Scope::Route);
    let number = |name| header(name).and_then(|number| number.parse::<f64>().ok());
    let reset_after = number("x-ratelimit-reset-after");
    if status.is_success() {
        let date = header("date").and_then(Timestamp::from_http);
        // A proxy may drop the date and pass the limits on.
        let reset = number("x-ratelimit-reset").zip(reset_after);
        let present = reset.map(|(reset, after)| Timestamp((reset - after) as i64));
        http.last_answer.note(date.or(present));
    } else if status.is_server_error() {
        http.last_answer.forget();
    }
    // Proxies before Discord only set the header.
    let retry_after = number("retry-after");
    let is_last = status.as_u16() == 429 || header("x-ratelimit-remaining") == Some("0");
    if let Some(channel) = changed
        && is_last
        && let Some(wait) = retry_after.or(reset_after)
    {
        let wait = whole(duration(wait));
        http.channel_limits.hold_edits(channel, wait);
    }
    // If the body is lost, the status still shows that the request succeeded.
    let body = tokio::time::timeout(REQUEST_TIMEOUT, response.bytes()).await;
    let body = body.ok().and_then(Result::ok).unwrap_or_default();
    let json: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_page = json.is_null() && !body.is_empty();
    if status.is_success() {
        let said = "something before Discord has answered".to_owned();
        ensure(!is_page, Failed::Uncertain(said))?;
        return Ok(json);
    }
    if matches!(status.as_u16(), 401 | 403 | 429) && scope != Scope::Shared {
        http.global_limit.count_refusal();
    }
    let code = json["code"].as_i64().unwrap_or_default();
    // Discord explains these by their status alone: the refusals of a token, and of a file's size.
    let is_plain = status.as_u16() == 413 || status.as_u16() == 401 && !is_page;
    Err(match status.as_u16() {
        429 => {
            http.metrics.limited(scope);
            let wait = duration(json["retry_after"].as_f64().or(retry_after).unwrap_or(1.0));
            // Some proxies drop the header.
            if scope == Scope::Global || json["global"] == true {
                http.global_limit.close(wait);
            }
            Failed::Limited(wait)
        }
        _ if WAITS.contains(&code) => Failed::Limited(UNKNOWN_WAIT),
        408 | 500.. => Failed::Uncertain(format!("status {status}")),
        // What lies between us and Discord, such as a firewall, answers without a code of Discord, or
        // with its own.
        status if code == FIREWALL || code == 0 && !is_plain => {
            Failed::Uncertain(format!("status {status}, code {code}"))
        }
        status => {
            let message = explained(&json);
            let why = Refusal::new(status, code, &message);
            Failed::Refused(why, format!("status {status}, code {code}: {message}"))
        }
    })
}

/// How long to wait for so many seconds, which may be no number.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST_WAIT)).unwrap_or(UNKNOWN_WAIT)
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
        Ok(body) => Ok(serde_json::from_value(body)?),
        Err(Failed::Refused(Refusal::Token, _)) => Err(GatewayError::InvalidAuthentication.into()),
        Err(trouble) => {
            http.global_limit.hold(match trouble {
                Failed::Limited(wait) => wait,
                Failed::Held(wait) => Duration::from_secs(wait.0.unsigned_abs()),
                _ => Duration::ZERO,
            });
            Err(io::Error::other(trouble.to_string()).into())
        }
    }
}

/// Returns whether Discord can be reached, and the time is known: it is asked if that is not sure.
pub(super) async fn reaches(http: &Http) -> bool {
    if !http.last_answer.is_sure() {
        let gateway = Request::new(Route::Gateway, LightMethod::Get);
        // If Discord answers, that is noted.
        let _ = tokio::time::timeout(PROBE_TIMEOUT, request(http, gateway)).await;
    }
    http.last_answer.is_sure()
}

/// The age from which Discord accepts no answer to an interaction.
pub(super) const ANSWERED: Seconds = Seconds(5);

/// How long until a message is tried again that was refused once, twice, three times for an unknown
/// reason; then it is [`REFUSED_PAUSE`].
const REFUSED: [Seconds; 3] = [Seconds(5), Seconds(30), Seconds(5 * 60)];

/// The outcome of a request, or of sending something.
pub(super) type Result<T, E = Failed> = std::result::Result<T, E>;

/// Why something was not sent. It names no addresses, which may contain tokens.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    /// Discord refused it, and did nothing; with its explanation.
    #[error("{1}")]
    Refused(Refusal, String),
    /// Discord asked to wait this long, and did nothing.
    #[error("too many requests, for {} s", .0.as_secs_f64())]
    Limited(Duration),
    /// Another message or request comes first, for this long: this was no try.
    #[error("held back for {} s", .0.0)]
    Held(Seconds),
    /// Discord shows a public answer to one person alone, who lacks a permission.
    #[error("nobody else sees the answer")]
    Unseen,
    /// It is unknown whether Discord did it.
    #[error("{0}")]
    Uncertain(String),
    /// The outcome can be asked for after this time.
    #[error("it is too early to ask for it")]
    Later(Seconds),
    /// The game has left its thread for its channel, where it is tried again.
    #[error("the game has left its thread")]
    Moved,
    /// Nothing can be posted where the game is played: its players get direct messages.
    #[error("nothing can be posted where the game is played")]
    Nowhere,
    /// An internal error.
    #[error(transparent)]
    Fault(Failure),
}

/// How long until the next try, after this many, if Discord, the network or the database failed.
pub(super) fn pause(attempts: u32) -> Seconds {
    const MAX: i64 = 5 * 60;
    let doublings = attempts.saturating_sub(1).min(MAX.ilog2());
    Seconds((2 << doublings).min(MAX))
}

/// Whole seconds, rounded up.
pub(super) fn whole(wait: Duration) -> Seconds {
    let seconds = i64::try_from(wait.as_secs()).unwrap_or(i64::MAX);
    Seconds(seconds.saturating_add(1))
}

impl Failed {
    /// What Discord's refusal means; `None` if it has not refused, or only the token.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Refused(why, _) if *why != Refusal::Token => Some(*why),
            _ => None,
        }
    }

    /// Returns whether Discord refused it for this reason.
    pub(super) fn is(&self, wanted: Refusal) -> bool {
        self.refusal() == Some(wanted)
    }

    /// Returns whether the channel or thread refuses every message.
    pub(super) fn is_of_channel(&self) -> bool {
        self.refusal().is_some_and(|why| {
            why.is_final() || matches!(why, Refusal::Outside | Refusal::Forbidden)
        })
    }

    /// Returns whether the person cannot get direct messages.
    pub(super) fn is_of_person(&self) -> bool {
        self.is_of_channel() || self.is(Refusal::NoDirect) || self.is(Refusal::NoMember)
    }

    /// Returns whether Discord will refuse the same request again.
    pub(super) fn is_refusal(&self) -> bool {
        self.refusal().is_some()
    }

    /// Returns whether the token has expired, or the message does not exist.
    pub(super) fn is_nothing(&self) -> bool {
        use Refusal::{NoChannel, NoMessage, Token, TooLate};
        let nothing = [Token, TooLate, NoMessage, NoChannel];
        matches!(self, Self::Refused(why, _) if nothing.contains(why))
    }

    /// How long until the next try, after this many.
    pub(super) fn pause(&self, attempts: u32) -> Seconds {
        match self {
            Self::Held(wait) | Self::Later(wait) => *wait,
            Self::Moved | Self::Nowhere => Seconds(0),
            Self::Limited(wait) => whole(*wait),
            Self::Fault(_) | Self::Uncertain(_) | Self::Refused(Refusal::Token, _) => {
                pause(attempts)
            }
            refused if refused.is_of_channel() => REFUSED_PAUSE,
            Self::Refused(..) | Self::Unseen => {
                let pause = REFUSED.get(attempts.saturating_sub(1) as usize);
                pause.copied().unwrap_or(REFUSED_PAUSE)
            }
        }
    }

    /// Logs it, unless it was only too early.
    pub(super) fn log(&self, what: &str, attempts: u32, message: &str) {
        match self {
            Self::Held(_) | Self::Later(_) | Self::Moved | Self::Nowhere => {}
            Self::Fault(failure) => {
                tracing::error!(what, attempts, error = chain(failure), "{message}");
            }
            trouble => tracing::warn!(what, attempts, error = %trouble, "{message}"),
        }
    }
}

impl<E: Into<Failure>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Denial;

    #[test]
    fn pauses_grow_and_end_somewhere() {
        let pauses =
            |failed: Failed| [1, 2, 3, 4, 9, 63, 99].map(|attempts| failed.pause(attempts).0);
        let fault = Failed::Fault(Denial::Busy.into());
        let other = Failed::Refused(Refusal::Other, String::new());
        assert!(!other.is_of_channel() && !other.is_of_person());
        assert_eq!(pauses(fault), [2, 4, 8, 16, 300, 300, 300]);
        assert_eq!(pauses(Failed::Unseen), [5, 30, 300, 3600, 3600, 3600, 3600]);
        assert_eq!(pauses(Failed::Later(Seconds(7))), [7; 7]);
    }
}
