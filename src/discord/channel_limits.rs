//! Channels that get no requests for a while: those that refused one, because Discord bans an
//! address after 10,000 invalid requests in ten minutes, and those whose messages are edited too
//! often.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::app::{App, REFUSED_PAUSE};
use crate::game::{Cause, ChannelId};
use crate::time::Timestamp;

/// The most channels that are remembered.
const MAX_CHANNELS: usize = 10_000;

/// Status and code of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RefusedWith {
    pub(super) status: u16,
    pub(super) code: i64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    /// The last refusal, and until when it holds.
    refused: Option<(RefusedWith, Timestamp)>,
    /// When messages can be edited again.
    edits: Option<Timestamp>,
    /// The last interaction that has shown that the bot may post messages with files there.
    vouched: Option<Cause>,
}

/// What this process knows of the channels.
pub(super) struct ChannelLimits {
    app: App,
    channels: Mutex<HashMap<ChannelId, Limits>>,
}

impl ChannelLimits {
    pub(super) fn new(app: App) -> Self {
        Self {
            app,
            channels: Mutex::default(),
        }
    }

    /// The last refusal, while it holds.
    pub(super) fn refusal(&self, channel: ChannelId) -> Option<RefusedWith> {
        let (refused, until) = self.of(channel).refused?;
        (self.app.now() < until).then_some(refused)
    }

    /// Stores that a channel refused a request.
    pub(super) fn refuse(&self, channel: ChannelId, with: RefusedWith) {
        let until = self.app.now().plus(REFUSED_PAUSE);
        self.change(channel, |limits| {
            limits.refused = Some((with, until));
            limits.vouched = None;
        });
    }

    /// Forgets a refusal; returns whether there was one.
    pub(super) fn forget(&self, channel: ChannelId) -> bool {
        let known = self.of(channel).refused.is_some();
        if known {
            self.change(channel, |limits| limits.refused = None);
        }
        known
    }

    /// Stores that the bot may post messages with files there, as the permissions of an interaction
    /// show; returns whether the channel had refused a request.
    pub(super) fn vouch(&self, channel: ChannelId, interaction: Cause) -> bool {
        let known = self.forget(channel);
        self.change(channel, |limits| limits.vouched = Some(interaction));
        known
    }

    /// Returns whether this interaction has shown that the bot may post messages with files there.
    pub(super) fn is_vouched(&self, channel: ChannelId, interaction: Option<Cause>) -> bool {
        let vouched = self.of(channel).vouched;
        vouched.is_some() && vouched == interaction
    }

    /// Seconds until messages there can be edited again.
    pub(super) fn edits_held(&self, channel: ChannelId) -> Option<i64> {
        let left = self.of(channel).edits?.0 - self.app.now().0;
        (left > 0).then_some(left)
    }

    /// Stores that messages cannot be edited for some seconds.
    pub(super) fn hold_edits(&self, channel: ChannelId, seconds: i64) {
        let until = self.app.now().plus(seconds);
        self.change(channel, |limits| limits.edits = Some(until));
    }

    fn of(&self, channel: ChannelId) -> Limits {
        self.channels().get(&channel).copied().unwrap_or_default()
    }

    fn change(&self, channel: ChannelId, change: impl FnOnce(&mut Limits)) {
        let mut channels = self.channels();
        if channels.len() >= MAX_CHANNELS {
            channels.clear();
        }
        change(channels.entry(channel).or_default());
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<ChannelId, Limits>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
