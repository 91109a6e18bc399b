//! An interaction: an act of a person, and its outcome.

use std::time::Duration;

use serde_json::Value;

use super::model::{Cause, Reaction, Refused};

/// The time limit of the bot's first answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// How long an interaction's token is valid, in milliseconds.
pub(super) const TOKEN_LIFE: i64 = 15 * 60 * 1000;

/// The types of interactions, as Discord numbers them.
pub(super) const COMMAND: u8 = 2;
pub(super) const COMPONENT: u8 = 3;
pub(super) const AUTOCOMPLETE: u8 = 4;
pub(super) const MODAL: u8 = 5;

/// One act of a person.
#[derive(Clone, Debug, Default)]
pub(super) struct Interaction {
    /// The part that is stored with the messages that answer it.
    pub(super) cause: Cause,
    pub(super) token: String,
    pub(super) channel: u64,
    /// The number of follow-ups to its answer.
    pub(super) followed: u32,
    pub(super) created: i64,
    /// The message whose button or menu was used.
    pub(super) message: Option<u64>,
    /// The bot's answer, or why there was none.
    pub(super) outcome: Option<Result<Reaction, Refused>>,
    /// The request with the bot's answer.
    pub(super) answer: Value,
    /// The event that the bot received.
    pub(super) event: Value,
    /// The message that `@original` means.
    pub(super) original: Option<u64>,
}

impl Interaction {
    /// Returns whether the first answer would be too late.
    pub(super) fn late(&self, now: i64) -> bool {
        u128::try_from(now - self.created).unwrap_or(0) > PATIENCE.as_millis()
    }
}
