//! The outbox: messages that are to be posted, until Discord has acknowledged them.
//!
//! The change that has to be announced inserts the item, in its own transaction and leased to the
//! process that is about to post the message. After the lease any process may take it
//! ([`Work::lease`](super::Work::lease)). When the message is there, one transaction deletes the
//! item and notes the message ([`Work::acknowledge`](super::Work::acknowledge)). The text is made
//! when it is sent.

use sqlx::AnyConnection;

use super::columns::{column, flag};
use super::sql::{self, params};
use crate::game::{Cause, ChannelId, MessageId, PlayerId, Post};
use crate::time::Timestamp;

/// How long a lease lasts, in seconds, unless it is renewed. If the process that takes over dies
/// too, a player still waits less than fifteen seconds.
pub(super) const LEASE: i64 = 5;

/// Who works on something: a random number, or the id of the interaction that does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease(pub i64);

/// An outbox item's id: that of the interaction that is about to post it, or a random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemId(pub i64);

impl From<Lease> for ItemId {
    /// The id of the item that this interaction posts: there is one at most.
    fn from(lease: Lease) -> Self {
        Self(lease.0)
    }
}

/// An interaction that changes something, and how that will be announced.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The interaction.
    pub cause: Cause,
    /// By whom; nobody is called by what they did themselves.
    pub by: Option<PlayerId>,
    /// Who is about to announce it; none: it is left to the sweeper.
    pub sender: Option<Sender>,
    /// Where the bot is not, the interaction's token, by which all messages that follow are sent.
    pub follow: Option<String>,
}

/// Who is about to announce a change, and how.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The lease under which that is done.
    pub lease: Lease,
    /// By which message.
    pub by: Means,
}

/// The message that announces a change.
#[derive(Clone, Debug)]
pub enum Means {
    /// The interaction's answer, a new message in this channel, and the interaction's token.
    Answer(ChannelId, String),
    /// An edit of this message.
    Edit(MessageId),
    /// A message of its own.
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
    /// The lease of who is about to announce the change.
    pub(super) fn lease(&self) -> Option<Lease> {
        self.sender.as_ref().map(|sender| sender.lease)
    }

    /// The same for a message that the answer is not: it shows something else.
    pub(super) fn beside(mut self) -> Self {
        if let Some(Sender { by, .. }) = self.sender.as_mut()
            && matches!(by, Means::Answer(..))
        {
            *by = Means::Post;
        }
        self
    }
}

/// Inserts a message that is to be posted because of what `origin` has changed.
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
    sql::run(connection, "insert into outbox (id, role, channel, game, challenge, seq, interaction, token, born, not_before, lease,
                             tries, player)
         values (coalesce($1, $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $1, $12, $13)", params![lease, fastrand::i64(..), post.role().as_ref(), channel, post.event().map(|(game, _)| game), challenge, post.event().map(|(_, seq)| i64::from(seq)), origin.map(|origin| column(origin.cause.0)), token, now, sender.map_or(now, |_| now.plus(LEASE)), flag(sender.is_some()), post.player()])
    .await?;
    Ok(())
}
