//! Violations by the bot, and injected faults.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

/// The kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// A person saw "This interaction failed".
    Unanswered,
    /// An answer was too late, or to an unknown interaction.
    Late,
    /// An interaction was answered a second time, with something else.
    AnsweredTwice,
    /// A body that Discord refuses: too long, too many, of the wrong shape.
    Invalid,
    /// An emoji's name that is taken, a message that has a thread, or an answer that has arrived. It is
    /// no violation: who did not read the response, or does not know of another process, asks a second
    /// time.
    Repeated,
    /// An address that the playground does not know.
    UnknownRoute,
    /// Something that does not exist, or no longer does.
    NotFound,
    /// The wrong token.
    Unauthorised,
    /// A missing permission.
    Forbidden,
    /// Something wrong on the gateway.
    Gateway,
    /// A wrong response to an interaction over HTTP.
    Endpoint,
}

/// An error of the bot.
#[derive(Clone, Debug, Error)]
#[error("{kind:?}: {detail}")]
pub struct Violation {
    /// The kind.
    pub kind: Kind,
    /// A description for people.
    pub detail: String,
}

/// Why a request is refused, as Discord reports it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ApiError {
    #[serde(skip)]
    pub(super) status: u16,
    #[serde(skip)]
    pub(super) kind: Kind,
    pub(super) code: u32,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) errors: Option<Value>,
}

impl ApiError {
    pub(super) fn new(status: u16, kind: Kind, code: u32, message: &str) -> Self {
        Self {
            status,
            kind,
            code,
            message: message.to_owned(),
            errors: None,
        }
    }
}

/// The requests that a fault affects. A written fault uses these names, such as `channel-message`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    /// The first answer to an interaction.
    Callback,
    /// A new message in a channel.
    ChannelMessage,
    /// An edit of a channel's message.
    EditMessage,
    /// The query of the first answer to an interaction.
    Original,
    /// Anything else with an interaction's token after its first answer.
    Webhook,
    /// The registration of commands.
    Commands,
    /// The opening of a thread.
    Thread,
    /// Any other request.
    #[default]
    Other,
}

/// An injected failure of Discord, for tests.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct InjectedFault {
    /// The failing requests.
    pub route: Route,
    /// The id of the only channel whose requests fail, if any.
    pub channel: Option<u64>,
    /// The status of the response.
    pub status: u16,
    /// Discord's error code, or 0.
    pub code: u32,
    /// The body, if it is no JSON of Discord's, such as the page of a firewall.
    pub page: Option<Cow<'static, str>>,
    /// The number of failing requests.
    pub times: u32,
    /// For 429: seconds to wait, if it says how many.
    pub retry_after: Option<f64>,
    /// For 429: whether it is the limit of all requests of the bot.
    pub global: bool,
    /// Whether the request takes effect, and only its response is lost.
    pub takes_effect: bool,
}

impl InjectedFault {
    /// The next request to `route` fails with `status`.
    pub fn once(route: Route, status: u16) -> Self {
        Self {
            route,
            status,
            times: 1,
            retry_after: Some(0.2),
            ..Self::default()
        }
    }

    /// Every request to `route` fails with `status` until [`World::lift`](super::World::lift).
    pub fn lasting(route: Route, status: u16) -> Self {
        Self {
            times: u32::MAX,
            ..Self::once(route, status)
        }
    }

    /// The next request to `route` takes effect, but is answered with `status`.
    pub fn unacknowledged(route: Route, status: u16) -> Self {
        Self {
            takes_effect: true,
            ..Self::once(route, status)
        }
    }

    /// This fault, with an error code of Discord.
    pub fn with_code(self, code: u32) -> Self {
        Self { code, ..self }
    }

    /// Reads the faults of a line; the body of one may contain spaces.
    ///
    /// # Errors
    /// If a part is not one.
    pub fn read_all(line: &str) -> Result<Vec<Self>, String> {
        let mut parts: Vec<String> = Vec::new();
        for word in line.trim().split_inclusive(char::is_whitespace) {
            match parts.last_mut() {
                Some(last) if Self::read(word).is_err() => last.push_str(word),
                _ => parts.push(word.to_owned()),
            }
        }
        parts.iter().map(|part| Self::read(part)).collect()
    }

    /// Reads a lasting fault: `ROUTE:STATUS`, with a code and a body if wanted, such as
    /// `channel-message:403:50013` or `edit-message:403:0:<html>`.
    ///
    /// # Errors
    /// If it is not one.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not ROUTE:STATUS:CODE:BODY");
        let mut parts = text.trim().splitn(4, ':');
        let route = json!(parts.next().unwrap_or_default());
        let route = serde_json::from_value(route).map_err(|_| wrong())?;
        let status = parts.next().and_then(|status| status.parse().ok());
        let code = parts.next().map_or(Ok(0), str::parse);
        let fault = Self::lasting(route, status.ok_or_else(wrong)?);
        Ok(Self {
            code: code.map_err(|_| wrong())?,
            page: parts.next().map(|body| Cow::Owned(body.to_owned())),
            ..fault
        })
    }
}

/// A request that the bot made.
#[derive(Clone, Debug)]
pub struct Logged {
    /// The method, such as `POST`.
    pub method: String,
    /// The path after the version, with its query.
    pub path: String,
    /// The JSON body, or null.
    pub body: Value,
    /// The names of the attached files.
    pub files: Vec<String>,
    /// The status of the reply.
    pub status: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_read_from_its_text() {
        let fault = InjectedFault::read("channel-message:403:50013").unwrap();
        assert_eq!(fault.route, Route::ChannelMessage);
        assert_eq!((fault.status, fault.code, fault.page), (403, 50013, None));
        let fault = InjectedFault::read("other:403:0:<p>a:b</p>").unwrap();
        assert_eq!(fault.page.as_deref(), Some("<p>a:b</p>"));
        for wrong in ["", "message:403", "other", "other:x", "other:403:x"] {
            assert!(InjectedFault::read(wrong).is_err(), "{wrong}");
        }
        let line = "callback:403 other:403:0:<p>no  way: out</p> thread:500";
        let faults = InjectedFault::read_all(line).unwrap();
        assert_eq!(faults.len(), 3);
        assert_eq!(faults[1].page.as_deref(), Some("<p>no  way: out</p>"));
        assert_eq!(InjectedFault::read_all("").unwrap().len(), 0);
        for wrong in ["other", "other:403 message:403", "other:403:1 x"] {
            assert!(InjectedFault::read_all(wrong).is_err(), "{wrong}");
        }
    }
}
