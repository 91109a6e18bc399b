//! The messages about games that Discord has acknowledged, until they no longer have to change.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::challenges::{self, challenges};
use super::columns::count;
use super::outbox::{ItemId, Lease};
use super::session::changing;
use super::sql::{self, params};
use super::upkeep::{self, Upkeep};
use super::{Error, Reads, Work, pairs, threads};
use crate::game::{
    Challenge, ChallengeId, ChannelId, GameId, MessageId, PlayerId, Post, Role, Sent, Thread,
};
use crate::time::Timestamp;

/// A posted message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The message.
    pub message: MessageId,
    /// Its channel.
    pub channel: ChannelId,
    /// The seq of the last event of a game that it shows.
    pub told: u32,
    /// The receiver, if it is a notification.
    pub player: Option<PlayerId>,
}

/// A game's messages, and its state.
#[derive(Clone, Debug)]
pub struct GameMessages {
    /// The game.
    pub game: GameId,
    /// The seq of its last event.
    pub seq: u32,
    /// Whether it has a thread.
    pub thread: Thread,
    /// Its messages.
    pub sent: Vec<Sent>,
}

fn sent(game: GameId, row: &AnyRow) -> Result<Option<Sent>, Error> {
    let Some(id) = row.try_get("sent")? else {
        return Ok(None);
    };
    let role: &str = row.try_get("role")?;
    Ok(Some(Sent {
        id,
        channel: row.try_get("sent_to")?,
        game,
        role: role.parse().map_err(|_| Error::Row("role"))?,
        seq: count(row.try_get("seq")?),
        told: count(row.try_get("told")?),
        player: row.try_get("player")?,
    }))
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
    /// Returns whether a board of a game still has to be posted.
    pub async fn awaits_board(&self, game: GameId) -> Result<bool, Error> {
        let waiting = "select count(*) from outbox where game = $1 and role = 'board'";
        let waiting: i64 = sql::only(&self.readers, waiting, params![game]).await?;
        Ok(waiting > 0)
    }

    /// Returns whether another board of a game has to be posted before this item.
    pub async fn is_behind(&self, item: ItemId, game: GameId, seq: u32) -> Result<bool, Error> {
        let ahead = "select count(*) from outbox
                     where game = $2 and role = 'board' and (seq < $3 or seq = $3 and id < $1)";
        let item = params![item.0, game, i64::from(seq)];
        Ok(sql::only::<i64>(&self.readers, ahead, item).await? > 0)
    }

    /// The message with a game's newest board, if known.
    pub async fn board(&self, game: GameId) -> Result<Option<MessageId>, Error> {
        let board = concat!("select ", board!("$1"));
        Ok(sql::only(&self.readers, board, params![game]).await?)
    }

    /// Returns whether a board of a game is known in a channel.
    pub async fn has_board(&self, game: GameId, channel: ChannelId) -> Result<bool, Error> {
        let known =
            "select count(*) from messages where game = $1 and role = 'board' and channel = $2";
        let known: i64 = sql::only(&self.readers, known, params![game, channel]).await?;
        Ok(known > 0)
    }

    /// A challenge, and its game, or both of a pair, with their messages.
    pub async fn messages_of(
        &self,
        challenge: ChallengeId,
    ) -> Result<Option<(Challenge, Vec<GameMessages>)>, Error> {
        let query = challenges!(
            ", p.id as played, p.seq as last, p.thread,
               m.id as sent, m.channel as sent_to, m.role, m.seq, m.told, m.player",
            " left join games p on p.challenge = c.id or p.pair = g.id left join messages m on m.game = p.id",
            " where c.id = $1 order by p.id, m.id"
        );
        let rows = sql::rows(&self.readers, query, params![challenge]).await?;
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        let challenge = challenges::challenge(first, self.registry)?;
        let mut games: Vec<GameMessages> = Vec::new();
        for row in &rows {
            let Some(id) = row.try_get("played")? else {
                break;
            };
            if games.last().is_none_or(|game| game.game != id) {
                games.push(GameMessages {
                    game: id,
                    seq: count(row.try_get("last")?),
                    thread: row.try_get("thread")?,
                    sent: Vec::new(),
                });
            }
            if let (Some(game), Some(sent)) = (games.last_mut(), sent(id, row)?) {
                game.sent.push(sent);
            }
        }
        Ok(Some((challenge, games)))
    }
}

impl Work {
    /// Deletes an outbox item whose messages, if any, were posted, and stores those that may have to
    /// change. Also works if another process has leased the item since: a message is stored once.
    /// Returns the resulting upkeep, if it is under the same lease.
    pub async fn acknowledge(
        &self,
        lease: Lease,
        (item, post): (ItemId, Post),
        posted: &[Posted],
        now: Timestamp,
    ) -> Result<Option<Upkeep>, Error> {
        changing!(self, |change| {
            let mut closed = None;
            for posted in posted {
                match (post, post.event()) {
                    (Post::Card(challenge), _) => {
                        let set =
                            "update challenges set message = $1 where id = $2 returning status";
                        let card = params![posted.message, challenge];
                        let status: Option<String> = sql::value(&mut *change, set, card).await?;
                        // The challenge may have been answered before its message was known.
                        closed = (status.as_deref() != Some("open")).then_some(challenge);
                        let begun =
                            "select id from games where challenge = $1 and engine is not null";
                        if let Some(game) =
                            sql::value(&mut *change, begun, params![challenge]).await?
                        {
                            threads::insert_board(&mut *change, game, false, now).await?;
                        }
                    }
                    (Post::Tournament(tournament), _) => {
                        let set = "update tournaments set message = $1 where id = $2";
                        let card = params![posted.message, tournament];
                        sql::run(&mut *change, set, card).await?;
                        pairs::touch(&mut *change, tournament, now).await?;
                    }
                    (_, Some((game, _))) => {
                        // A reminder counts as a call.
                        let role = match post.role() {
                            Role::Remind => Role::Call,
                            role => role,
                        };
                        note(&mut *change, game, role, *posted).await?;
                    }
                    _ => {}
                }
            }
            if let Post::Board(game, 1) = post {
                let of = "select tournament from games where id = $1 and tournament is not null";
                if let Some(tournament) = sql::value(&mut *change, of, params![game]).await? {
                    pairs::touch(&mut *change, tournament, now.plus(1)).await?;
                }
            }
            let delete = "delete from outbox where id = $1 and lease = $2";
            let deleted = sql::run(&mut *change, delete, params![item.0, lease.0]).await?;
            if deleted == 0 {
                self.metrics.lease_lost();
            }
            Ok(match (closed, post.event()) {
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

    /// Forgets a board that somebody has deleted, and enqueues the present one.
    pub async fn replace_board(
        &self,
        game: GameId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let forget = "delete from messages where id = $1";
            sql::run(&mut *change, forget, params![message]).await?;
            // An item in progress may have found the deleted board.
            threads::insert_board(&mut *change, game, true, now).await?;
            Ok(())
        })
    }

    /// Notes that a person has pressed an outdated button of a message, so that upkeep removes its
    /// buttons. Leaves known messages alone, such as the present board.
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
            let set = "update challenges set message = $1, shown = -1 where id = $2";
            sql::run(&mut *change, set, params![message, challenge]).await?;
            upkeep::of(&mut *change, challenge, None, now).await?;
            Ok(())
        })
    }
}

/// Stores a message of a game; a call only if its receiver still plays the game: their data may
/// have been deleted.
async fn note(
    connection: &mut AnyConnection,
    game: GameId,
    role: Role,
    posted: Posted,
) -> Result<(), sqlx::Error> {
    sql::run(connection, "insert into messages (id, channel, game, role, seq, told, player)
         select $1, $2, g.id, $4, $5, $5, $6 from games g
         where g.id = $3 and (cast($6 as bigint) is null or g.first = $6 or g.second = $6)
         on conflict (id) do update set seq = excluded.seq, told = excluded.told where messages.seq < excluded.seq", params![posted.message, posted.channel, game, role.as_ref(), i64::from(posted.told), posted.player])
    .await?;
    Ok(())
}
