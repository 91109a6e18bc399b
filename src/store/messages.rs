//! The messages about games that Discord has acknowledged, until nothing of them has to change any
//! more.

use sqlx::AnyConnection;

use super::columns::{count, row};
use super::outbox::{ItemId, Lease};
use super::session::changing;
use super::upkeep::{self, Upkeep};
use super::{Error, Reads, Work};
use crate::game::{ChallengeId, ChannelId, GameId, MessageId, PlayerId, Post, Role, Sent, Thread};
use crate::time::Timestamp;

/// A message that is there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The message.
    pub message: MessageId,
    /// Where it is.
    pub channel: ChannelId,
    /// Up to which event of a game it tells that.
    pub told: u32,
    /// Whom it calls, if it is a direct message.
    pub player: Option<PlayerId>,
}

/// The messages of a game, and how far it is.
#[derive(Clone, Debug)]
pub struct GameMessages {
    /// The game.
    pub game: GameId,
    /// Its last event.
    pub seq: u32,
    /// Whether it has a thread.
    pub thread: Thread,
    /// When it ended, if it did.
    pub ended: Option<Timestamp>,
    /// Its messages.
    pub sent: Vec<Sent>,
}

row! {
    struct Row {
        game: GameId,
        last: i64,
        thread: Thread,
        ended: Option<Timestamp>,
        id: Option<MessageId>,
        channel: Option<ChannelId>,
        role: Option<String>,
        seq: Option<i64>,
        told: Option<i64>,
        player: Option<PlayerId>,
    }
}

impl Row {
    fn sent(&self) -> Result<Option<Sent>, Error> {
        let Some(id) = self.id else {
            return Ok(None);
        };
        let role = self.role.as_deref().and_then(|role| role.parse().ok());
        Ok(Some(Sent {
            id,
            channel: self.channel.ok_or(Error::Row("channel"))?,
            game: self.game,
            role: role.ok_or(Error::Row("role"))?,
            seq: self.seq.map_or(0, count),
            told: self.told.map_or(0, count),
            player: self.player,
        }))
    }
}

/// The newest board of a game.
macro_rules! board {
    ($game:literal) => {
        concat!(
            "(select m.id from messages m where m.game = ",
            $game,
            " and m.role = 'board' order by m.seq desc, m.id desc limit 1)"
        )
    };
}
pub(super) use board;

impl Reads {
    /// Whether a board of a game is still to be posted.
    pub async fn awaits_board(&self, game: GameId) -> Result<bool, Error> {
        let waiting = "select count(*) from outbox where game = $1 and role = 'board'";
        let waiting: i64 = sqlx::query_scalar(waiting)
            .bind(game)
            .fetch_one(&self.readers)
            .await?;
        Ok(waiting > 0)
    }

    /// The message with a game's newest board, as far as known.
    pub async fn board(&self, game: GameId) -> Result<Option<MessageId>, Error> {
        let board = sqlx::query_scalar(concat!("select ", board!("$1"))).bind(game);
        Ok(board.fetch_one(&self.readers).await?)
    }

    /// The games of a challenge, one or both of a pair, with their messages.
    pub async fn messages_of(&self, challenge: ChallengeId) -> Result<Vec<GameMessages>, Error> {
        let rows: Vec<Row> = sqlx::query_as(
            "select g.id as game, g.seq as last, g.thread, g.ended, m.id, m.channel, m.role, m.seq, m.told, m.player
             from games g left join messages m on m.game = g.id
             where g.id in (select id from games where challenge = $1
                            union all
                            select s.id from games f join games s on s.pair = f.id where f.challenge = $1)
             order by g.id, m.id",
        )
        .bind(challenge)
        .fetch_all(&self.readers)
        .await?;
        let mut games: Vec<GameMessages> = Vec::new();
        for row in rows {
            let sent = row.sent()?;
            match games.last_mut().filter(|game| game.game == row.game) {
                Some(game) => game.sent.extend(sent),
                None => games.push(GameMessages {
                    game: row.game,
                    seq: count(row.last),
                    thread: row.thread,
                    ended: row.ended,
                    sent: sent.into_iter().collect(),
                }),
            }
        }
        Ok(games)
    }
}

impl Work {
    /// Deletes an outbox item whose messages, if any, are there now, and notes those that may have to
    /// change. Also if another process has taken the item over: the same message is noted once.
    /// Returns the upkeep that follows, if it is under the same lease.
    pub async fn acknowledge(
        &self,
        lease: Lease,
        (item, post): (ItemId, Post),
        posted: &[Posted],
        now: Timestamp,
    ) -> Result<Option<Upkeep>, Error> {
        changing!(self, |change| {
            let mut settled = None;
            for posted in posted {
                match (post, post.event()) {
                    (Post::Card(challenge), _) => {
                        let status = card(&mut *change, challenge, posted.message).await?;
                        // It may have been answered before its message was known.
                        settled = (status.as_deref() != Some("open")).then_some(challenge);
                    }
                    (_, Some((game, _))) => {
                        // A reminder that is a direct message is a call.
                        let role = match post.role() {
                            Role::Remind => Role::Call,
                            role => role,
                        };
                        note(&mut *change, game, role, *posted).await?;
                    }
                    _ => {}
                }
            }
            let deleted = sqlx::query("delete from outbox where id = $1 and lease = $2")
                .bind(item.0)
                .bind(lease.0)
                .execute(&mut *change)
                .await?;
            if deleted.rows_affected() == 0 {
                self.metrics.lease_lost();
            }
            Ok(match (settled, post.event()) {
                (Some(challenge), _) => {
                    upkeep::of(&mut *change, challenge, Some(lease), now).await?
                }
                (None, Some((game, _))) => {
                    upkeep::of_game(&mut *change, game, Some(lease), now).await?
                }
                (None, None) => None,
            })
        })
    }

    /// Notes that somebody has pressed an old button of a message, so that it loses its buttons. A
    /// message that is known already stays as it is: the present board is.
    pub async fn note_outdated(
        &self,
        game: GameId,
        channel: ChannelId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<(), Error> {
        let posted = Posted {
            message,
            channel,
            told: 0,
            player: None,
        };
        changing!(self, |change| {
            note(&mut *change, game, Role::Board, posted).await?;
            upkeep::of_game(&mut *change, game, None, now).await?;
            Ok(())
        })
    }

    /// Notes that this message, the card of a challenge, is out of date.
    pub async fn note_outdated_card(
        &self,
        challenge: ChallengeId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            sqlx::query("update challenges set message = $1, shown = -1 where id = $2")
                .bind(message)
                .bind(challenge)
                .execute(&mut *change)
                .await?;
            upkeep::of(&mut *change, challenge, None, now).await?;
            Ok(())
        })
    }
}

/// Notes the message of a challenge; returns the challenge's status.
async fn card(
    connection: &mut AnyConnection,
    challenge: ChallengeId,
    message: MessageId,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("update challenges set message = $1 where id = $2 returning status")
        .bind(message)
        .bind(challenge)
        .fetch_optional(connection)
        .await
}

/// Notes a message of a game; a call only as long as its player plays it, who may have had all
/// deleted meanwhile.
async fn note(
    connection: &mut AnyConnection,
    game: GameId,
    role: Role,
    posted: Posted,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into messages (id, channel, game, role, seq, told, player)
         select $1, $2, g.id, $4, $5, $5, $6 from games g
         where g.id = $3 and (cast($6 as bigint) is null or g.first = $6 or g.second = $6)
         on conflict (id) do update set seq = excluded.seq, told = excluded.told where messages.seq < excluded.seq",
    )
    .bind(posted.message)
    .bind(posted.channel)
    .bind(game)
    .bind(role.as_ref())
    .bind(i64::from(posted.told))
    .bind(posted.player)
    .execute(connection)
    .await?;
    Ok(())
}
