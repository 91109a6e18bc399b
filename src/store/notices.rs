//! Notification settings, reminders and direct messages.

use sqlx::AnyConnection;

use super::columns::{count, row};
use super::outbox::{self, ItemId, Lease};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store, Work};
use crate::game::{ChannelId, GameId, Notices, Notify, PlayerId, Post, Quiet};
use crate::time::{Timestamp, Zone};
use siwa_games::rules::BySide;

/// A player is reminded when this percentage of the time is left, unless they choose differently.
pub const DEFAULT_REMINDER: u8 = 25;

/// A player's notification settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receiver {
    /// Where and when they are notified.
    pub notices: Notices,
    /// They are reminded when this percentage of the time is left; 0: never.
    pub reminder: u8,
    /// The language of their direct messages; empty: unknown.
    pub locale: String,
    /// The channel of direct messages to them, if known.
    pub direct: Option<ChannelId>,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            notices: Notices::default(),
            reminder: DEFAULT_REMINDER,
            locale: String::new(),
            direct: None,
        }
    }
}

row! {
    struct Row {
        id: PlayerId,
        reminder: Option<i64>,
        notify: Option<Notify>,
        quiet_from: Option<i64>,
        quiet_to: Option<i64>,
        zone: Option<Zone>,
        digest_hour: Option<i64>,
        direct: Option<ChannelId>,
        locale: Option<String>,
    }
}

impl From<Row> for Receiver {
    fn from(row: Row) -> Self {
        let usual = Notices::default();
        let small = |column: Option<i64>| column.and_then(|column| u8::try_from(column).ok());
        let quiet = small(row.quiet_from).zip(small(row.quiet_to));
        Self {
            notices: Notices {
                how: row.notify.unwrap_or_default(),
                quiet: quiet.map(|(from, to)| Quiet { from, to }),
                digest: small(row.digest_hour).unwrap_or(usual.digest),
                zone: row.zone.unwrap_or_default(),
            },
            reminder: small(row.reminder).unwrap_or(DEFAULT_REMINDER),
            locale: row.locale.unwrap_or_default(),
            direct: row.direct,
        }
    }
}

impl Reads {
    /// A player's notification settings.
    pub async fn receiver(&self, player: PlayerId) -> Result<Receiver, Error> {
        let players = BySide::new(player, player);
        Ok(self.receivers(players).await?.first)
    }

    /// The notification settings of a game's players.
    pub async fn receivers(&self, players: BySide<PlayerId>) -> Result<BySide<Receiver>, Error> {
        let rows =
            "select id, reminder, notify, quiet_from, quiet_to, zone, digest_hour, direct, locale
                    from players where id in ($1, $2)";
        let ids = params![players.first, players.second];
        let rows: Vec<Row> = sql::all(&self.readers, rows, ids).await?;
        let mut receivers = BySide::default();
        for row in rows {
            match row.id == players.first {
                true => receivers.first = row.into(),
                false => receivers.second = row.into(),
            }
        }
        Ok(receivers)
    }

    /// Players whom the board of a game's event must not ping: those notified differently about
    /// that event or a later one, those who are never notified by boards, and the players of a tournament
    /// when its games begin: one message is about all of them.
    pub async fn told_otherwise(&self, game: GameId, seq: u32) -> Result<Vec<PlayerId>, Error> {
        let told = "select player from outbox where game = $1 and role = 'call' and seq >= $2
                    union
                    select player from messages where game = $1 and role = 'call' and seq >= $2
                    union
                    select p.id from games g join players p on p.id in (g.first, g.second)
                    where g.id = $1 and p.notify in ('digest', 'never')
                    union
                    select p.id from games g join players p on p.id in (g.first, g.second)
                    where g.id = $1 and $2 = 1 and g.tournament is not null and coalesce(g.pair, g.id) = g.id";
        Ok(sql::values(&self.readers, told, params![game, i64::from(seq)]).await?)
    }

    /// People whose digest is due, and their notification settings.
    pub async fn digests(&self, now: Timestamp) -> Result<Vec<(PlayerId, Notices)>, Error> {
        let due = "select id from players where digest_at <= $1 order by digest_at limit 100";
        let mut found = Vec::new();
        for player in sql::values(&self.readers, due, params![now]).await? {
            found.push((player, self.receiver(player).await?.notices));
        }
        Ok(found)
    }
}

impl Work {
    /// Stores the channel of direct messages to a person, if their settings are stored.
    pub async fn know_direct(
        &self,
        player: PlayerId,
        channel: Option<ChannelId>,
    ) -> Result<(), Error> {
        let set = "update players set direct = $2 where id = $1";
        sql::run(&self.writer, set, params![player, channel]).await?;
        Ok(())
    }

    /// Replaces a person's digest, which is under this lease, by a reminder for each game in which
    /// it is their turn. There are none in games with the engine.
    pub async fn remind_instead(
        &self,
        lease: Lease,
        digest: ItemId,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let delete = "delete from outbox where id = $1 and lease = $2 returning player";
            let digest = params![digest.0, lease.0];
            let player: Option<PlayerId> = sql::value(&mut *change, delete, digest).await?;
            let turns = "select id, seq, channel from games
                         where first = $1 and turn = 'first' and status = 'playing' and engine is null
                         union all
                         select id, seq, channel from games
                         where second = $1 and turn = 'second' and status = 'playing' and engine is null";
            let turns: Vec<(GameId, i64, ChannelId)> =
                sql::all(&mut *change, turns, params![player]).await?;
            for (game, seq, channel) in turns {
                let remind = Post::Remind(game, count(seq));
                outbox::insert(&mut *change, remind, channel, None, now).await?;
            }
            Ok(())
        })
    }
}

impl Work {
    /// Replaces a leased message about an event of a game by direct messages to these players.
    pub async fn call_instead(
        &self,
        lease: Lease,
        item: ItemId,
        (game, seq): (GameId, u32),
        players: &[PlayerId],
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let delete = "delete from outbox where id = $1 and lease = $2 returning channel";
            let deleted = params![item.0, lease.0];
            let channel: Option<ChannelId> = sql::value(&mut *change, delete, deleted).await?;
            if let Some(channel) = channel {
                for player in players {
                    let call = Post::Call(game, seq, *player);
                    outbox::insert(&mut *change, call, channel, None, now).await?;
                }
            }
            Ok(())
        })
    }

    /// Makes the messages that a channel has refused due now.
    pub async fn hasten(&self, channel: ChannelId, now: Timestamp) -> Result<(), Error> {
        let due = "update outbox set due = $2 where channel = $1 and lease is null and due > $2";
        Ok(sql::run(&self.writer, due, params![channel, now])
            .await
            .map(drop)?)
    }
}

impl Store {
    /// Enqueues a person's digest, and stores when the next is due.
    pub async fn note_digest(
        &self,
        player: PlayerId,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let due = "update players set digest_at = $2 where id = $1 and digest_at <= $3";
            let noted = sql::run(&mut *change, due, params![player, next, now]).await?;
            if noted > 0 && next.is_some() {
                let nowhere = ChannelId(0);
                outbox::insert(&mut *change, Post::Digest(player), nowhere, None, now).await?;
            }
            Ok(())
        })
    }
}

/// Enqueues a call for each player whom the message about a game's event does not ping.
pub(super) async fn insert_calls(
    connection: &mut AnyConnection,
    (game, seq): (GameId, u32),
    channel: ChannelId,
    called: &[PlayerId],
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for player in called {
        // A call that still waits, such as for the end of quiet hours, would repeat this one.
        let same = "delete from outbox where game = $1 and role = 'call' and player = $2 and lease is null";
        sql::run(&mut *connection, same, params![game, player]).await?;
        let call = Post::Call(game, seq, *player);
        outbox::insert(&mut *connection, call, channel, None, now).await?;
    }
    Ok(())
}
