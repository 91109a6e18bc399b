//! Paid debts, and the messages that are out of date because of them.

use sqlx::AnyConnection;

use super::columns::{column, count, held, nonce, row};
use super::outbox::{Debt, Known, Lease, Means, Payer, owe, own};
use super::session::changing;
use super::{Error, Reads, Work};
use crate::game::{ChallengeId, ChannelId, GameId, GuildId, MessageId};
use crate::time::Timestamp;

impl Reads {
    /// Whether a board of a game is still to be posted.
    pub async fn owes_board(&self, game: GameId) -> Result<bool, Error> {
        let owed = "select count(*) from outbox where game = $1 and kind = 'board'";
        let owed: i64 = sqlx::query_scalar(owed)
            .bind(column(game.0))
            .fetch_one(&self.readers)
            .await?;
        Ok(owed > 0)
    }

    /// The messages with a game's present board and its standing offer, as far as known.
    pub async fn standing(&self, game: GameId) -> Result<[Option<MessageId>; 2], Error> {
        let mut reader = self.readers.acquire().await?;
        let stands = stands(&mut reader, game, 0).await?;
        Ok([stands.board, stands.offer])
    }
}

impl Work {
    /// Notes that a debt was paid by `message`, which tells a game up to event `told`.
    ///
    pub async fn settle(
        &self,
        lease: Lease,
        debt: Debt,
        told: u32,
        message: MessageId,
        now: Timestamp,
    ) -> Result<Settled, Error> {
        changing!(self, |change| {
            // The game first: whoever holds it may be about to change its other debts.
            let stands = match debt.event() {
                Some((game, seq)) => Some(stands(&mut *change, game, told.max(seq)).await?),
                None => None,
            };
            let deleted = own!("delete from outbox", lease, debt)
                .execute(&mut *change)
                .await?;
            let mine = deleted.rows_affected() > 0;
            if !mine {
                self.metrics.lease_lost();
            }
            let old = match debt.event().zip(stands) {
                None => {
                    if let Debt::Card(challenge) = debt {
                        card(&mut *change, challenge, message, now).await?;
                    }
                    Vec::new()
                }
                Some(((game, seq), stands)) => {
                    let told = told.max(seq);
                    let old = match debt {
                        // It has no buttons to lose.
                        Debt::Remind(..) => Vec::new(),
                        _ if !mine => {
                            late(&mut *change, lease, (game, seq), stands, message).await?
                        }
                        Debt::Board(..) => {
                            board(&mut *change, (game, seq), told, stands, message).await?
                        }
                        Debt::Late(..) => {
                            notice(&mut *change, (game, seq), stands, Some(message)).await?
                        }
                        // What it told has changed.
                        Debt::Refresh(..) => {
                            notice(&mut *change, (game, u32::MAX), stands, None).await?
                        }
                        Debt::Offer(..) => offer(&mut *change, game, stands, Some(message)).await?,
                        Debt::Decline(..) => offer(&mut *change, game, stands, None).await?,
                        _ => Vec::new(),
                    };
                    let old: Vec<MessageId> = old
                        .into_iter()
                        .filter(|old| *old != message || !mine)
                        // What was said there cannot be changed.
                        .filter(|_| !stands.outside)
                        .collect();
                    for old in &old {
                        strip(&mut *change, lease, stands.channel, *old, now).await?;
                    }
                    old.into_iter().map(|old| (stands.channel, old)).collect()
                }
            };
            let engine = stands.is_some_and(|stands| stands.engine);
            Ok(Settled { old, engine })
        })
    }
}

/// What follows from a debt that was paid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// The messages that have to lose their buttons now; each is a new debt under the same lease.
    pub old: Vec<(ChannelId, MessageId)>,
    /// Whether it was about a game that the engine plays, which may have waited for it.
    pub engine: bool,
}

/// The messages of a game that have buttons.
#[derive(Clone, Copy)]
struct Stands {
    outside: bool,
    engine: bool,
    channel: ChannelId,
    board: Option<MessageId>,
    offer: Option<MessageId>,
    notice: Option<MessageId>,
    /// The event that the notice is about.
    noticed: u32,
    /// Whether an offer was made after what is told now.
    offered: bool,
    /// How many debts are past when that is told; the one that it pays is one of them.
    past: i64,
}

/// What stands, until the end of the transaction if there is one, when events up to `told` are told.
async fn stands(
    connection: &mut AnyConnection,
    game: GameId,
    told: u32,
) -> Result<Stands, sqlx::Error> {
    let query = held!(
        connection,
        "select guild, engine, case when thread > 0 then thread else channel end as home, message, offer, notice,
                notice_seq,
                (select count(*) from events where game = $1 and seq > $2 and kind = 'offered') as offered,
                (select count(*) from outbox
                 where game = $1 and seq <= $2
                   and kind in ('board', 'offer', 'decline', 'refresh', 'remind', 'late')) as past
         from games where id = $1"
    );
    let row: StandsRow = sqlx::query_as(query)
        .bind(column(game.0))
        .bind(i64::from(told))
        .fetch_one(connection)
        .await?;
    Ok(Stands {
        outside: row.guild.is_user_install(),
        engine: row.engine.is_some(),
        channel: row.home,
        board: row.message,
        offer: row.offer,
        notice: row.notice,
        noticed: row.notice_seq.map_or(0, count),
        offered: row.offered > 0,
        past: row.past,
    })
}

row! {
    struct StandsRow {
        guild: GuildId,
        engine: Option<String>,
        home: ChannelId,
        message: Option<MessageId>,
        offer: Option<MessageId>,
        notice: Option<MessageId>,
        notice_seq: Option<i64>,
        offered: i64,
        past: i64,
    }
}

/// Notes which message is the card of a challenge.
async fn card(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    message: MessageId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let changed: Option<(ChannelId, String)> = sqlx::query_as(
        "update challenges set message = $1 where id = $2 and message is distinct from $1 returning channel, status",
    )
    .bind(column(message.0))
    .bind(column(challenge.0))
    .fetch_optional(&mut *connection)
    .await?;
    // The challenge may have been settled before its card was known.
    if let Some((channel, _)) = changed.filter(|(_, status)| status != "open") {
        owe_card(connection, challenge, channel, message, now).await?;
    }
    Ok(())
}

/// Notes that this message, the card of a challenge, is out of date.
pub(super) async fn owe_card(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    channel: ChannelId,
    message: MessageId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into outbox (kind, channel, challenge, message, nonce, born, not_before, tries)
         select 'card', $1, $2, $3, $5, $4, $4, 0
         where not exists (select 1 from outbox where challenge = $2 and message = $3)",
    )
    .bind(column(channel.0))
    .bind(column(challenge.0))
    .bind(column(message.0))
    .bind(now.0)
    .bind(nonce())
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes a new board; returns the older board and offer.
async fn board(
    connection: &mut AnyConnection,
    (game, seq): (GameId, u32),
    told: u32,
    stands: Stands,
    message: MessageId,
) -> Result<Vec<MessageId>, sqlx::Error> {
    // An offer made on this board may have been acknowledged before the board.
    let (offer, old) = match stands.offered {
        true => (stands.offer, None),
        false => (None, stands.offer),
    };
    let past = stands.notice.filter(|_| stands.noticed < seq);
    sqlx::query("update games set message = $1, offer = $2, notice = $3 where id = $4")
        .bind(column(message.0))
        .bind(offer)
        .bind(stands.notice.filter(|_| past.is_none()))
        .bind(column(game.0))
        .execute(&mut *connection)
        .await?;
    if stands.past > 1 {
        sqlx::query(
            "update outbox set kind = 'overtaken' where game = $1 and seq <= $2 and kind in ('board', 'offer')",
        )
        .bind(column(game.0))
        .bind(i64::from(told))
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "delete from outbox where game = $1 and ((seq <= $2 and kind in ('decline', 'refresh'))
                                                  or (seq < $3 and kind in ('remind', 'late')))",
        )
        .bind(column(game.0))
        .bind(i64::from(told))
        .bind(i64::from(seq))
        .execute(connection)
        .await?;
    }
    Ok(stands.board.into_iter().chain(old).chain(past).collect())
}

/// Notes the message that tells, after event `seq`, that the time is over, or that there is
/// none; returns the one of an earlier event, or of the same if there is a new one.
async fn notice(
    connection: &mut AnyConnection,
    (game, seq): (GameId, u32),
    stands: Stands,
    message: Option<MessageId>,
) -> Result<Vec<MessageId>, sqlx::Error> {
    let old = stands
        .notice
        .filter(|_| message.is_some() || stands.noticed < seq);
    if old.is_some() || message.is_some() {
        sqlx::query("update games set notice = $1, notice_seq = $2 where id = $3")
            .bind(message)
            .bind(i64::from(seq))
            .bind(column(game.0))
            .execute(connection)
            .await?;
    }
    Ok(old.into_iter().collect())
}

/// Notes the offer beside the board, or that there is none; returns the older one.
async fn offer(
    connection: &mut AnyConnection,
    game: GameId,
    stands: Stands,
    message: Option<MessageId>,
) -> Result<Vec<MessageId>, sqlx::Error> {
    sqlx::query("update games set offer = $1 where id = $2")
        .bind(message.map(|message| column(message.0)))
        .bind(column(game.0))
        .execute(connection)
        .await?;
    Ok(stands.offer.into_iter().collect())
}

/// Handles a message that is acknowledged after its debt was overtaken or paid by
/// another process.
async fn late(
    connection: &mut AnyConnection,
    lease: Lease,
    (game, seq): (GameId, u32),
    stands: Stands,
    message: MessageId,
) -> Result<Vec<MessageId>, sqlx::Error> {
    let overtaken = own!("delete from outbox", lease, Debt::Overtaken(game, seq))
        .execute(&mut *connection)
        .await?;
    if overtaken.rows_affected() > 0 {
        return Ok(vec![message]);
    }
    // Another process that still works on the debt will find the message.
    let others: i64 = sqlx::query_scalar(
        "select count(*) from outbox
         where game = $1 and seq = $2 and kind in ('board', 'offer', 'decline', 'refresh', 'late', 'overtaken')",
    )
    .bind(column(game.0))
    .bind(i64::from(seq))
    .fetch_one(connection)
    .await?;
    let known = [stands.board, stands.offer, stands.notice].contains(&Some(message));
    Ok(if others > 0 || known {
        Vec::new()
    } else {
        vec![message]
    })
}

/// Notes that a message has to lose its buttons.
async fn strip(
    connection: &mut AnyConnection,
    lease: Lease,
    channel: ChannelId,
    message: MessageId,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let payer = Payer {
        lease,
        by: Means::Edit(message),
    };
    let known = Known {
        payer: Some(&payer),
        ..Known::default()
    };
    owe(connection, Debt::Strip(message), channel, known, now).await
}
