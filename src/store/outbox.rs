//! The outbox: messages owed to channels until Discord has acknowledged them.
//!
//! A row is a debt. The change that has to be announced inserts it, in its own
//! transaction and leased to the process that is about to send the message. After the
//! lease any process may take it ([`Store::lease`](super::Store::lease)). When it is paid, one
//! transaction deletes it and notes the message ([`Store::settle`](super::Store::settle)).
//! The text is made when it is sent.

use sqlx::AnyConnection;

use super::columns::{column, flag, id, nonce};
use crate::game::{Cause, ChallengeId, ChannelId, Game, GameId, MessageId, PlayerId};
use crate::time::Timestamp;

/// How long a lease lasts, in seconds, unless it is renewed. Who takes a debt over from the dead
/// may die as well, and still nobody is to wait a quarter of a minute.
pub(super) const LEASE: i64 = 5;

/// The last event of a game that changed its board or ended it.
pub(super) const BOARD_SEQ: &str = "select coalesce(max(seq), 0) from events
    where game = $1 and kind in ('started', 'moved', 'planned', 'taken-back', 'finished')";

/// A message that is owed to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Debt {
    /// The board of a game after this event.
    Board(GameId, u32),
    /// The offer that this event of a game is.
    Offer(GameId, u32),
    /// That this event of a game declined an offer, whose message is edited for it.
    Decline(GameId, u32),
    /// The card of a challenge, new or edited.
    Card(ChallengeId),
    /// This message has to lose its buttons.
    Strip(MessageId),
    /// A board or offer that a later board overtook. It is not posted any more; if it
    /// was, its message has to lose its buttons.
    Overtaken(GameId, u32),
    /// That the present board of a game is out of date: this event changed what it says.
    Refresh(GameId, u32),
    /// That the time of the turn that followed this event of a game will soon be over, or
    /// that the opponent waits.
    Remind(GameId, u32),
    /// That this time is over, and what the opponent can do.
    Late(GameId, u32),
    /// That this player is called by this event of a game, otherwise than by its board.
    Notice(GameId, u32, PlayerId),
    /// That this direct message, which told a player of this event of a game, is past.
    Hush(GameId, u32, PlayerId, MessageId),
    /// All games in which it is this player's turn.
    Digest(PlayerId),
    /// The thread of a game that ended with this event is to be archived.
    Archive(GameId, u32),
    /// The engine is to act in a game after this event. It is no message, but what
    /// follows from it is.
    Think(GameId, u32),
}

impl Debt {
    /// `board`, `card` …: what the database and the log call it.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Board(..) => "board",
            Self::Offer(..) => "offer",
            Self::Decline(..) => "decline",
            Self::Card(_) => "card",
            Self::Strip(_) => "strip",
            Self::Overtaken(..) => "overtaken",
            Self::Refresh(..) => "refresh",
            Self::Remind(..) => "remind",
            Self::Late(..) => "late",
            Self::Notice(..) => "notice",
            Self::Hush(..) => "hush",
            Self::Digest(_) => "digest",
            Self::Archive(..) => "archive",
            Self::Think(..) => "think",
        }
    }

    /// Whether it waits when Discord's limits are near, because it changes only what is there
    /// already; only a card whose answer has failed is new. The lease and an index name the same
    /// kinds.
    #[must_use]
    pub fn can_wait(self) -> bool {
        matches!(
            self,
            Self::Strip(_) | Self::Card(_) | Self::Hush(..) | Self::Archive(..)
        )
    }

    /// The game and its event that are to be told.
    pub(super) fn event(self) -> Option<(GameId, u32)> {
        match self {
            Self::Board(game, seq)
            | Self::Offer(game, seq)
            | Self::Decline(game, seq)
            | Self::Overtaken(game, seq)
            | Self::Refresh(game, seq)
            | Self::Remind(game, seq)
            | Self::Late(game, seq)
            | Self::Notice(game, seq, _)
            | Self::Hush(game, seq, ..)
            | Self::Archive(game, seq)
            | Self::Think(game, seq) => Some((game, seq)),
            Self::Card(_) | Self::Strip(_) | Self::Digest(_) => None,
        }
    }

    /// Who is to be told, or was.
    pub(super) fn player(self) -> Option<PlayerId> {
        match self {
            Self::Notice(.., player) | Self::Hush(_, _, player, _) | Self::Digest(player) => {
                Some(player)
            }
            _ => None,
        }
    }

    /// What is owed after the last change of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        if game.just_offered() {
            Self::Offer(game.id(), game.seq())
        } else if game.just_timed() {
            Self::Refresh(game.id(), game.seq())
        } else if game.seq() > game.board_seq() {
            Self::Decline(game.id(), game.seq())
        } else {
            Self::Board(game.id(), game.seq())
        }
    }
}

/// Who works on a debt: a random number, or the id of the interaction that pays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease(pub i64);

/// An interaction that changes something, and how the debt for it will be paid.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The interaction.
    pub cause: Cause,
    /// By whom; nobody is called by what they did themselves.
    pub by: Option<PlayerId>,
    /// Who is about to pay; none: it is left to the sweeper.
    pub payer: Option<Payer>,
    /// Where the bot is not, the interaction's token: by that all that follows is told.
    pub follow: Option<String>,
}

/// Who is about to pay a debt, and how.
#[derive(Clone, Debug)]
pub struct Payer {
    /// The lease under which it is paid.
    pub lease: Lease,
    /// By which message.
    pub by: Means,
}

/// The message that pays a debt.
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
            payer: None,
            follow: None,
        }
    }
}

/// Notes a debt for a change that `origin` has made.
pub(super) async fn owe_for(
    connection: &mut AnyConnection,
    debt: Debt,
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let known = origin.map_or_else(Known::default, |origin| Known {
        cause: Some(origin.cause),
        payer: origin.payer.as_ref(),
        token: origin.follow.as_deref(),
    });
    owe(connection, debt, channel, known, now).await
}

/// Notes that the card of a challenge is out of date.
pub(super) async fn owe_settled_card(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let card = Debt::Card(challenge);
    owe_beside(connection, card, channel, origin, now).await
}

/// Notes a debt that the answer to `origin` does not pay: it shows something else.
pub(super) async fn owe_beside(
    connection: &mut AnyConnection,
    debt: Debt,
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let mut origin = origin.cloned();
    if let Some(Payer { by, .. }) = origin.as_mut().and_then(|origin| origin.payer.as_mut())
        && matches!(by, Means::Answer(..))
    {
        *by = Means::Post;
    }
    owe_for(connection, debt, channel, origin.as_ref(), now).await
}

/// Takes back what the engine was to do in a game that has changed. Where the bot is not, says
/// for which interaction it was: what the engine has done is told by its token.
pub(super) async fn take_turn(
    connection: &mut AnyConnection,
    after: &Game,
) -> Result<Option<Origin>, sqlx::Error> {
    if after.engine().is_none() {
        return Ok(None);
    }
    let taken: Option<(Option<i64>, Option<String>)> = sqlx::query_as(
        "delete from outbox where game = $1 and kind = 'think' returning interaction, token",
    )
    .bind(column(after.id().0))
    .fetch_optional(connection)
    .await?;
    let cause = taken.and_then(|(cause, token)| Some((Cause(id(cause?)), token)));
    Ok(cause.map(|(cause, follow)| Origin {
        follow,
        ..cause.into()
    }))
}

/// Notes that the engine is to act in a game, if it is.
pub(super) async fn owe_turn(
    connection: &mut AnyConnection,
    after: &Game,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    if !after.waits_for_engine() {
        return Ok(());
    }
    let turn = Debt::Think(after.id(), after.seq());
    owe_think(connection, turn, after.venue().channel, origin, now).await
}

/// Notes what the engine is to do, nobody being about to do it.
pub(super) async fn owe_think(
    connection: &mut AnyConnection,
    turn: Debt,
    channel: ChannelId,
    origin: Option<&Origin>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let followed = origin.filter(|origin| origin.follow.is_some());
    let left = followed.map(|origin| Origin {
        payer: None,
        ..origin.clone()
    });
    owe_for(connection, turn, channel, left.as_ref(), now).await
}

/// What is known of a debt when it is made.
#[derive(Clone, Copy, Default)]
pub(super) struct Known<'a> {
    /// The interaction that has caused it.
    pub(super) cause: Option<Cause>,
    /// Who is about to pay it.
    pub(super) payer: Option<&'a Payer>,
    /// The token by which it can be paid, if not as the answer.
    pub(super) token: Option<&'a str>,
}

pub(super) async fn owe(
    connection: &mut AnyConnection,
    debt: Debt,
    channel: ChannelId,
    known: Known<'_>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let payer = known.payer;
    let by = payer.map(|payer| &payer.by);
    let token = match by {
        Some(Means::Answer(here, token)) if *here == channel => Some(token.as_str()),
        _ => known.token,
    };
    let message = match (by, debt) {
        (Some(Means::Edit(message)), Debt::Decline(..) | Debt::Card(_) | Debt::Strip(_)) => {
            Some(column(message.0))
        }
        (_, Debt::Hush(.., message)) => Some(column(message.0)),
        _ => None,
    };
    let challenge = match debt {
        Debt::Card(challenge) => Some(column(challenge.0)),
        _ => None,
    };
    let lease = payer.map(|payer| payer.lease.0);
    sqlx::query(
        "insert into outbox (kind, channel, game, challenge, seq, message, interaction, token, nonce, born,
                             not_before, lease, tries, player)
         values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, $14), $10, $11, $9, $12, $13)",
    )
    .bind(debt.kind())
    .bind(column(channel.0))
    .bind(debt.event().map(|(game, _)| column(game.0)))
    .bind(challenge)
    .bind(debt.event().map(|(_, seq)| i64::from(seq)))
    .bind(message)
    .bind(known.cause.map(|cause| column(cause.0)))
    .bind(token)
    .bind(lease)
    .bind(now.0)
    .bind(payer.map_or(now, |_| now.plus(LEASE)).0)
    .bind(flag(payer.is_some()))
    .bind(debt.player().map(|player| column(player.0)))
    .bind(nonce())
    .execute(connection)
    .await?;
    Ok(())
}

/// A statement on the row of a debt, if it is held under that lease.
macro_rules! own {
    ($sql:literal, $lease:expr, $debt:expr) => {{
        let debt: Debt = $debt;
        let event = debt.event();
        sqlx::query(concat!(
            $sql,
            " where lease = $1 and kind = $2 and game is not distinct from $3 and seq is not distinct from $4
               and challenge is not distinct from $5
               and (kind not in ('strip', 'hush') or message is not distinct from $6)
               and player is not distinct from $7"
        ))
        .bind($lease.0)
        .bind(debt.kind())
        .bind(event.map(|(game, _)| column(game.0)))
        .bind(event.map(|(_, seq)| i64::from(seq)))
        .bind(match debt {
            Debt::Card(challenge) => Some(column(challenge.0)),
            _ => None,
        })
        .bind(match debt {
            Debt::Strip(message) | Debt::Hush(.., message) => Some(column(message.0)),
            _ => None,
        })
        .bind(debt.player().map(|player| column(player.0)))
    }};
}
pub(super) use own;
