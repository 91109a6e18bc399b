//! The outbox: messages to post, until Discord has acknowledged them.
//!
//! The transaction that makes a change also inserts the item that announces it, leased to the
//! process that will post the message. After the lease any process may take it
//! ([`Work::lease`](super::Work::lease)). Once the message is posted, one transaction deletes the
//! item and stores the message ([`Work::acknowledge`](super::Work::acknowledge)). The text is
//! created when it is sent.

use sqlx::AnyConnection;

use super::columns::{column, flag};
use super::sql::{self, params};
use crate::game::{Cause, ChannelId, MessageId, PlayerId, Post};
use crate::time::Timestamp;

/// How long a lease lasts, in seconds, unless it is renewed. Even if the process that takes over
/// also dies, a player waits less than ten seconds.
pub(super) const LEASE: i64 = 3;

/// The holder of a lease: a random number, or the id of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease(pub i64);

/// An outbox item's id: the id of the interaction that posts it, or a random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemId(pub i64);

impl From<Lease> for ItemId {
    /// The id of the item that this interaction posts; it posts at most one.
    fn from(lease: Lease) -> Self {
        Self(lease.0)
    }
}

/// An interaction that makes a change, and how it will be announced.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The interaction.
    pub cause: Cause,
    /// The acting player, who is not notified of their own act.
    pub by: Option<PlayerId>,
    /// The sender that will announce it; `None`: the sweeper.
    pub sender: Option<Sender>,
    /// In a user install, the interaction's token, with which all resulting messages are sent.
    pub follow: Option<String>,
}

/// The sender of a change's message.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Its lease.
    pub lease: Lease,
    /// The message that it will use.
    pub by: Means,
}

/// The message that announces a change.
#[derive(Clone, Debug)]
pub enum Means {
    /// The interaction's answer, a new message in this channel, and the interaction's token.
    Answer(ChannelId, String),
    /// An edit of this message.
    Edit(MessageId),
    /// A separate message.
    Post,
}

impl From<Cause> for Origin {
    fn from(cause: Cause) -> Self {
        Self {
            cause,
            by: None,
            sender: None,
            follow: None,
        }
    }
}

impl Origin {
    /// The lease of the sender, if there is one.
    pub(super) fn lease(&self) -> Option<Lease> {
        self.sender.as_ref().map(|sender| sender.lease)
    }

    /// This origin for another message than the answer, which shows something else.
    pub(super) fn beside(mut self) -> Self {
        if let Some(Sender { by, .. }) = self.sender.as_mut()
            && matches!(by, Means::Answer(..))
        {
            *by = Means::Post;
        }
        self
    }
}

/// Enqueues a message about a change that `origin` made.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    post: Post,
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let sender = origin.and_then(|origin| origin.sender.as_ref());
    let token = match sender.map(|sender| &sender.by) {
        Some(Means::Answer(here, token)) if *here == channel => Some(token.as_str()),
        _ => origin.and_then(|origin| origin.follow.as_deref()),
    };
    let lease = sender.map(|sender| sender.lease.0);
    let challenge = match post {
        Post::Card(challenge) => Some(challenge),
        _ => None,
    };
    let (game, seq) = post.event().unzip();
    let (tournament, group) = post.group().unzip();
    sql::run(connection, "insert into outbox (id, role, channel, game, challenge, tournament, seq, interaction, token, created, due,
                             lease, attempts, player)
         values (coalesce($1, $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $1, $13, $14)", params![lease, fastrand::i64(..), post.role().as_ref(), channel, game, challenge, tournament, seq.or(group).map(i64::from), origin.map(|origin| column(origin.cause.0)), token, now, sender.map_or(now, |_| now.plus(LEASE)), flag(sender.is_some()), post.player()])
    .await?;
    Ok(())
}
