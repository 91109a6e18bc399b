//! What becomes of outbox items: leases on them, and the messages about games that Discord has
//! acknowledged, until they no longer have to change.

use super::challenges::{self, CHALLENGE, CHALLENGES};
use super::columns::{get, params, row};
use super::connection::Connection;
use super::outbox::{Done, ITEM, Item, ItemId, LEASE, Lease, Origin};
use super::session::changing;
use super::tables::LEASED;
use super::upkeep::{self, Upkeep};
use super::{Database, Result, games, log};
use crate::game::{
    Challenge, ChallengeId, ChannelId, GameId, MessageId, Pings, PlayerId, Post, Role, Sent, Thread,
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

impl Database {
    /// Returns whether a board of a game still has to be posted.
    pub async fn awaits_board(&self, game: GameId) -> Result<bool> {
        let waiting = "select count(*) from outbox where game = $1 and role = 'board'";
        self.readers.only(waiting, params![game]).await
    }

    /// Returns whether another board of a game has to be posted before this item.
    pub async fn is_behind(&self, item: ItemId, game: GameId, seq: u32) -> Result<bool> {
        let ahead = "select count(*) from outbox
                     where game = $2 and role = 'board' and (seq < $3 or seq = $3 and id < $1)";
        self.readers.only(ahead, params![item, game, seq]).await
    }

    /// The message with a game's newest board, if known.
    pub async fn board(&self, game: GameId) -> Result<Option<MessageId>> {
        let board = "select id from messages where game = $1 and role = 'board' order by seq desc, id desc limit 1";
        self.readers.find(board, params![game]).await
    }

    /// Returns whether a board of a game is known in a channel.
    pub async fn has_board(&self, game: GameId, channel: ChannelId) -> Result<bool> {
        let known =
            "select count(*) from messages where game = $1 and role = 'board' and channel = $2";
        self.readers.only(known, params![game, channel]).await
    }

    /// A challenge, and its game, or both of a pair, with their messages.
    pub async fn messages_of(
        &self,
        challenge: ChallengeId,
    ) -> Result<Option<(Challenge, Vec<GameMessages>)>> {
        let query = format!(
            "select {CHALLENGE}, p.id as played, p.seq as last, p.thread,
                    m.id as sent, m.channel as sent_to, m.role, m.seq, m.told, m.player
             from {CHALLENGES} left join games p on p.challenge = c.id or p.pair = g.id
                               left join messages m on m.game = p.id
             where c.id = $1 order by p.id, m.id"
        );
        let rows = self.readers.rows(query, params![challenge]).await?;
        let Some(first) = rows.first() else {
            return Ok(None);
        };
        let challenge = challenges::challenge(first, self.registry)?;
        let mut games: Vec<GameMessages> = Vec::new();
        for row in &rows {
            let Some(game) = get(row, "played")? else {
                break;
            };
            if games.last().is_none_or(|last| last.game != game) {
                games.push(GameMessages {
                    game,
                    seq: get(row, "last")?,
                    thread: get(row, "thread")?,
                    sent: Vec::new(),
                });
            }
            if let Some(last) = games.last_mut()
                && let Some(id) = get(row, "sent")?
            {
                last.sent.push(Sent {
                    id,
                    channel: get(row, "sent_to")?,
                    game,
                    role: get(row, "role")?,
                    seq: get(row, "seq")?,
                    told: get(row, "told")?,
                    player: get(row, "player")?,
                });
            }
        }
        Ok(Some((challenge, games)))
    }

    /// Deletes an outbox item whose messages, if any, were posted, and stores those that may have to
    /// change. Also works if another process has leased the item since: a message is stored once.
    /// Returns the resulting upkeep, if it is under the same lease.
    pub async fn acknowledge(
        &self,
        item: &Item,
        posted: &[Posted],
        now: Timestamp,
    ) -> Result<Option<Upkeep>> {
        let post = item.post;
        changing!(self, |tx| {
            let mut closed = None;
            for posted in posted {
                match (post, post.event()) {
                    (Post::Card(challenge), _) => {
                        let set =
                            "update challenges set message = $1 where id = $2 returning status";
                        let card = params![posted.message, challenge];
                        let status: Option<String> = tx.find(set, card).await?;
                        // The challenge may have been answered before its message was known.
                        closed = (status.as_deref() != Some("open")).then_some(challenge);
                        let begun =
                            "select id from games where challenge = $1 and engine is not null";
                        if let Some(game) = tx.find(begun, params![challenge]).await? {
                            games::insert_board(tx, game, Pings::default(), false, now).await?;
                        }
                    }
                    (Post::Tournament(tournament), _) => {
                        let set = "update tournaments set message = $1 where id = $2";
                        tx.run(set, params![posted.message, tournament]).await?;
                        log::touch(tx, tournament, now).await?;
                    }
                    (_, Some((game, _))) => {
                        // A reminder counts as a call.
                        let role = match post.role() {
                            Role::Remind => Role::Call,
                            role => role,
                        };
                        note(tx, game, role, *posted).await?;
                    }
                    _ => {}
                }
            }
            if let Post::Board(game, 1) = post {
                let of = "select tournament from games where id = $1 and tournament is not null";
                if let Some(tournament) = tx.find(of, params![game]).await? {
                    log::touch(tx, tournament, now.plus(1)).await?;
                }
            }
            let delete = "delete from outbox where id = $1 and lease = $2";
            if tx.change(delete, params![item.id, item.lease]).await? == 0 {
                self.metrics.leases_lost.inc();
            }
            let lease = Some(item.lease);
            let game = post.event().map(|(game, _)| game);
            match (closed, game) {
                (Some(challenge), _) => upkeep::enqueue(tx, challenge, lease, now).await?,
                (None, Some(game)) => upkeep::enqueue_of_game(tx, game, lease, now).await?,
                (None, None) => return Ok(None),
            }
            Ok(upkeep::held(tx, closed, game, item.lease).await?)
        })
    }

    /// Forgets a board that somebody has deleted, and enqueues the present one.
    pub async fn replace_board(
        &self,
        game: GameId,
        message: MessageId,
        pings: Pings,
        now: Timestamp,
    ) -> Result<()> {
        let forget = "delete from messages where id = $1";
        changing!(self, |tx| {
            tx.run(forget, params![message]).await?;
            // An item in progress may have found the deleted board.
            games::insert_board(tx, game, pings, true, now).await
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
    ) -> Result<()> {
        let posted = Posted {
            message,
            channel,
            told: 0,
            player: None,
        };
        changing!(self, |tx| {
            note(tx, game, Role::Board, posted).await?;
            upkeep::enqueue_of_game(tx, game, None, now).await?;
            Ok(())
        })
    }

    /// Notes that this message, the card of a challenge, is out of date.
    pub async fn note_outdated_card(
        &self,
        challenge: ChallengeId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<()> {
        let set = "update challenges set message = $1, shown = -1 where id = $2";
        changing!(self, |tx| {
            tx.run(set, params![message, challenge]).await?;
            upkeep::enqueue(tx, challenge, None, now).await?;
            Ok(())
        })
    }

    /// When the next item and the next upkeep are due, or their leases expire.
    pub async fn next_due(&self) -> Result<NextDue> {
        let next = "select (select min(due) from outbox) as posts, (select min(due) from upkeep) as upkeep";
        self.readers.only(next, params![]).await
    }

    /// Leases at most `most` due items, those due longest first.
    pub async fn lease(&self, lease: Lease, most: u32, now: Timestamp) -> Result<Vec<Item>> {
        let lock = self.engine.lock(" for update skip locked");
        let take = format!(
            "with ready as materialized (
                 select id from outbox where due <= $1 order by due, created limit $2{lock})
             update outbox set lease = $3, due = $1 + $4, attempts = attempts + 1 from ready where outbox.id = ready.id
             returning {ITEM}"
        );
        let params = params![now, most, lease, LEASE];
        self.writer.all(take, params).await
    }

    /// The item under the lease of an interaction; there is at most one.
    pub async fn leased(&self, lease: Lease) -> Result<Option<Item>> {
        let leased = format!("select {ITEM} from outbox where lease = $1");
        self.readers.find(leased, params![lease]).await
    }

    /// What a change has become, with the item that its interaction has leased. If that cannot be read, the sweeper
    /// posts it.
    pub async fn done<T>(&self, value: T, origin: Option<&Origin>) -> Done<T> {
        let lease = origin.and_then(|origin| origin.reach.lease);
        let item = match lease {
            Some(lease) => self.leased(lease).await.unwrap_or_else(|error| {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, "a message is late");
                None
            }),
            None => None,
        };
        Done { value, item }
    }

    /// Extends a lease. Several tasks may work under it and renew it, once a second at most; a late
    /// renewal does not shorten it.
    pub async fn renew(&self, lease: Lease, now: Timestamp) -> Result<()> {
        changing!(self, |tx| {
            for table in LEASED {
                let renew = format!("update {table} set due = $1 where lease = $2 and due < $1");
                let renewed = params![now.plus(LEASE), lease];
                tx.run(renew, renewed).await?;
            }
            Ok(())
        })
    }

    /// Returns an item, to be leased again at `due`. `keep` if the answer to its interaction
    /// may still be the message. Upkeep does not wait for boards and offers.
    pub async fn release(
        &self,
        item: &Item,
        due: Timestamp,
        keep: bool,
        now: Timestamp,
    ) -> Result<()> {
        let release =
            "update outbox set lease = null, due = $3, token = case when $4 = 1 then token end
                       where id = $1 and lease = $2";
        changing!(self, |tx| {
            let released = params![item.id, item.lease, due, keep];
            tx.run(release, released).await?;
            if let Post::Board(game, _) | Post::Offer(game, _) = item.post {
                upkeep::enqueue_of_game(tx, game, None, now).await?;
            }
            Ok(())
        })
    }

    /// Returns an item for which nothing was sent, to be leased again at `due`, without
    /// counting this lease.
    pub async fn put_back(&self, item: &Item, due: Timestamp) -> Result<()> {
        let put_back = "update outbox set lease = null, due = $3, attempts = attempts - 1
                        where id = $1 and lease = $2";
        let params = params![item.id, item.lease, due];
        self.writer.run(put_back, params).await
    }

    /// Ends all leases. Only for a single process.
    pub async fn void_leases(&self, now: Timestamp) -> Result<()> {
        changing!(self, |tx| {
            for table in LEASED {
                let void =
                    format!("update {table} set lease = null, due = $1 where lease is not null");
                tx.run(void, params![now]).await?;
            }
            let hasten = "update tournaments set due = $1 where due > $1";
            Ok(tx.run(hasten, params![now]).await?)
        })
    }
}

/// Stores a message of a game; a call only if its receiver still plays the game: their data may
/// have been deleted.
async fn note(tx: &mut Connection, game: GameId, role: Role, posted: Posted) -> sqlx::Result<()> {
    let insert = "insert into messages (id, channel, game, role, seq, told, player)
                  select $1, $2, g.id, $4, $5, $5, $6 from games g
                  where g.id = $3 and (cast($6 as bigint) is null or g.first = $6 or g.second = $6)
                  on conflict (id) do update set seq = excluded.seq, told = excluded.told
                  where messages.seq < excluded.seq";
    let Posted {
        message, channel, ..
    } = posted;
    let noted = params![message, channel, game, role, posted.told, posted.player];
    tx.submit(insert, noted).await
}

row! {
    /// When the next item is due, and the next upkeep, which has a lower priority.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct NextDue {
        pub posts: Option<Timestamp>,
        pub upkeep: Option<Timestamp>,
    }
}
