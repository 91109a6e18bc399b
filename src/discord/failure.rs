//! Errors become words, in this order:
//!
//! 1. what the house or the game forbids: said privately, logged at info;
//! 2. everything else is our fault: logged once at error, with a number that
//!    is said privately.

use crate::app;
use crate::game::Denied;
use crate::message::Message;
use crate::store;

/// Why an interaction leads to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The house or the game forbids it.
    #[error("denied: {0:?}")]
    Denied(Denied),
    /// Something about the interaction forbids it.
    #[error("denied: {0:?}")]
    Said(Message),
    /// We failed.
    #[error("the bot failed")]
    Fault(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<app::Error> for Failure {
    fn from(error: app::Error) -> Self {
        match error {
            app::Error::Denied(denied) => Self::Denied(denied),
            other => Self::Fault(Box::new(other)),
        }
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        Self::Fault(Box::new(error))
    }
}

impl From<crate::render::Error> for Failure {
    fn from(error: crate::render::Error) -> Self {
        Self::Fault(Box::new(error))
    }
}

impl From<Denied> for Failure {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl From<Message> for Failure {
    fn from(message: Message) -> Self {
        Self::Said(message)
    }
}

/// A number to find a fault in the log by.
pub(super) fn incident() -> String {
    let mut bytes = [0; 4];
    // Without randomness the number is not unique, which is no reason to fail twice.
    let _ = getrandom::fill(&mut bytes);
    format!("{:08x}", u32::from_be_bytes(bytes))
}

/// An error with all that caused it.
pub(in crate::discord) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

/// An error of Discord's without addresses, which may hold tokens.
pub(in crate::discord) fn plain(error: &serenity::Error) -> String {
    use serenity::http::HttpError;
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            format!(
                "status {}: {}",
                response.status_code.as_u16(),
                response.error.message
            )
        }
        serenity::Error::Http(HttpError::Request(error)) => {
            let kind = if error.is_timeout() {
                "timed out"
            } else {
                "could not be sent"
            };
            format!("a request {kind}")
        }
        serenity::Error::Http(_) => "a request failed".to_owned(),
        other => other.to_string(),
    }
}
