//! The outbox: messages to post, until Discord has acknowledged them.
//!
//! The transaction that makes a change also inserts the item that announces it, leased to the
//! process that will post the message. After the lease any process may take it
//! ([`Database::lease`](super::Database::lease)). Once the message is posted, one transaction deletes the
//! item and stores the message ([`Database::acknowledge`](super::Database::acknowledge)). The text is
//! created when it is sent.

use sqlx::any::AnyRow;

use super::Result;
use super::columns::{FromRow, columns, from_row, get, params};
use super::connection::Connection;
use crate::game::{Cause, ChannelId, Game, MessageId, Pings, PlayerId, Post, Role};
use crate::time::Timestamp;

/// How long a lease lasts, in seconds, unless it is renewed. Even if the process that takes over
/// also dies, a player waits less than ten seconds.
pub(super) const LEASE: i64 = 3;

/// The holder of a lease: a random number, or the id of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease(pub i64);

impl Lease {
    /// A new random lease.
    pub fn drawn() -> Self {
        Self(fastrand::i64(..))
    }
}

/// An outbox item's id: a random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemId(pub i64);

columns! {
    Lease as i64: |lease| lease.0, |number| Ok(Self(number));
    ItemId as i64: |item| item.0, |number| Ok(Self(number));
}

/// A leased outbox item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id, sent as the nonce: Discord drops a second message with the same nonce.
    pub id: ItemId,
    /// The lease that it is under.
    pub lease: Lease,
    /// The message to post.
    pub post: Post,
    /// The channel to post in.
    pub channel: ChannelId,
    /// The server's language.
    pub locale: String,
    /// The server's theme, for messages with a board.
    pub theme: Option<String>,
    /// The interaction that caused it.
    pub cause: Option<Cause>,
    /// The interaction's secret token, if its answer may be the message.
    pub token: Option<String>,
    /// When it was inserted.
    pub created: Timestamp,
    /// The players of its game whom it may ping.
    pub pings: Pings,
    /// How often it was leased. If more than once, an earlier request may have reached Discord.
    pub attempts: u32,
}

/// The columns of an item.
pub(super) const ITEM: &str = "
    outbox.id, lease, role, channel, game, challenge, tournament, player, seq, interaction as cause, token, created,
    attempts, pings,
    coalesce((select locale from guilds where guilds.id =
                  coalesce((select guild from games where games.id = outbox.game),
                           (select guild from challenges where challenges.id = outbox.challenge),
                           (select guild from tournaments where tournaments.id = outbox.tournament))),
             (select locale from games where games.id = outbox.game),
             (select locale from challenges where challenges.id = outbox.challenge),
             (select locale from tournaments where tournaments.id = outbox.tournament), '') as locale,
    (select theme from guilds where guilds.id =
         coalesce((select guild from games where games.id = outbox.game),
                  (select guild from tournaments where tournaments.id = outbox.tournament))) as theme";

from_row!(Item(
    id, lease, channel, locale, theme, cause, token, created, pings, attempts; post
));

impl FromRow for Post {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(match get(row, "role")? {
            Role::Board => Self::Board(get(row, "game")?, get(row, "seq")?),
            Role::Offer => Self::Offer(get(row, "game")?, get(row, "seq")?),
            Role::Declined => Self::Declined(get(row, "game")?, get(row, "seq")?),
            Role::Remind => Self::Remind(get(row, "game")?, get(row, "seq")?),
            Role::Late => Self::Late(get(row, "game")?, get(row, "seq")?),
            Role::Call => Self::Call(get(row, "game")?, get(row, "seq")?, get(row, "player")?),
            Role::Card => Self::Card(get(row, "challenge")?),
            Role::Digest => Self::Digest(get(row, "player")?),
            Role::Tournament => Self::Tournament(get(row, "tournament")?),
            Role::Group => Self::Group(get(row, "tournament")?, get(row, "seq")?),
            Role::Begun => Self::Begun(
                get(row, "tournament")?,
                get(row, "seq")?,
                get(row, "player")?,
            ),
            Role::Won => Self::Won(get(row, "tournament")?),
        })
    }
}

/// An interaction that makes a change.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The interaction.
    pub cause: Cause,
    /// The acting player, who is not notified of their own act.
    pub by: Option<PlayerId>,
    /// How it can be answered.
    pub reach: Reach,
}

/// How an interaction can be answered.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// The lease of its process, which sends the message about the change; `None`: the sweeper does.
    pub lease: Option<Lease>,
    /// The channel in which its answer is a new message for everyone.
    pub here: Option<ChannelId>,
    /// The message that its answer edits.
    pub pressed: Option<MessageId>,
    /// Its token.
    pub token: String,
    /// Whether all messages that it causes are sent with its token.
    pub user_install: bool,
}

impl Reach {
    /// Returns whether the answer is the message about a change, in this channel and of this game.
    pub fn is_answer(&self, channel: ChannelId, game: Option<&Game>) -> bool {
        self.here == Some(channel) && game.is_none_or(Game::is_answerable)
    }
}

/// What a change returns.
#[derive(Clone, Debug)]
pub struct Done<T> {
    /// What has become of it.
    pub value: T,
    /// The item that announces it, under the lease of its interaction.
    pub item: Option<Item>,
}

impl<T> Done<T> {
    /// The same, with another value.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> Done<U> {
        Done {
            value: value(self.value),
            item: self.item,
        }
    }
}

/// A message to enqueue.
pub(super) struct Draft<'a> {
    pub(super) post: Post,
    pub(super) channel: ChannelId,
    /// The game after the change, if it is about one.
    pub(super) game: Option<&'a Game>,
    /// The interaction that has made the change.
    pub(super) origin: Option<&'a Origin>,
    /// The players of its game whom it may ping.
    pub(super) pings: Pings,
    /// When it is due, unless it is leased then.
    pub(super) due: Timestamp,
}

impl Draft<'_> {
    /// A message that the sweeper posts.
    pub(super) fn new(post: Post, channel: ChannelId, due: Timestamp) -> Self {
        Self {
            post,
            channel,
            game: None,
            origin: None,
            pings: Pings::default(),
            due,
        }
    }
}

/// Enqueues a message, under the lease of its interaction if that has one.
pub(super) async fn insert(tx: &mut Connection, draft: Draft<'_>) -> Result<()> {
    let post = draft.post;
    let reach = draft.origin.map(|origin| &origin.reach);
    let lease = reach.and_then(|reach| reach.lease);
    let has_token =
        |reach: &&Reach| reach.user_install || reach.is_answer(draft.channel, draft.game);
    let challenge = match post {
        Post::Card(challenge) => Some(challenge),
        _ => None,
    };
    let (game, seq) = post.event().unzip();
    let (tournament, group) = post.group().unzip();
    let insert = "insert into outbox (id, role, channel, game, challenge, tournament, seq, interaction, token,
                                      created, due, lease, attempts, player, pings)
                  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let row = params![
        fastrand::i64(..),
        post.role(),
        draft.channel,
        game,
        challenge,
        tournament,
        seq.or(group),
        draft.origin.map(|origin| origin.cause),
        reach.filter(has_token).map(|reach| reach.token.as_str()),
        draft.due,
        lease.map_or(draft.due, |_| draft.due.plus(LEASE)),
        lease,
        lease.is_some(),
        post.player(),
        draft.pings,
    ];
    Ok(tx.submit(insert, row).await?)
}
