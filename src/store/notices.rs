//! Notification settings, reminders and direct messages.

use std::collections::HashMap;

use sqlx::any::AnyRow;

use super::columns::{FromRow, get, get_or, params};
use super::connection::Connection;
use super::outbox::{self, Draft, Item};
use super::session::changing;
use super::settings::GUILD_RULES;
use super::{Database, Result, Store};
use crate::game::{ChannelId, GameId, GuildId, GuildRules, Notices, PlayerId, Post, Quiet};
use crate::time::Timestamp;
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

/// The columns of a player `p` that a [`Receiver`] is read from.
pub(super) const RECEIVER: &str = "
    p.id as receiver, p.reminder, p.notify, p.quiet_from, p.quiet_to, p.zone, p.digest_hour, p.direct,
    p.locale as own_locale";

/// What a server and the players of a game have chosen that concerns it.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// The server's settings for new games.
    pub guild_rules: GuildRules,
    receivers: HashMap<PlayerId, Receiver>,
}

impl GameSettings {
    /// Reads them from a row for each player whose settings are stored, one at least, with the
    /// columns of [`GUILD_RULES`] and [`RECEIVER`].
    pub(super) fn from_rows(rows: &[AnyRow]) -> sqlx::Result<Self> {
        let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        let mut receivers = HashMap::new();
        for row in rows {
            if let Some(player) = get(row, "receiver")? {
                receivers.insert(player, Receiver::from_row(row)?);
            }
        }
        Ok(Self {
            guild_rules: GuildRules::from_row(first)?,
            receivers,
        })
    }

    /// The notification settings of one of the players.
    pub fn receiver(&self, player: PlayerId) -> Receiver {
        let receiver = self.receivers.get(&player);
        receiver.cloned().unwrap_or_default()
    }
}

impl FromRow for Receiver {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let usual = Self::default();
        let quiet = Option::zip(get(row, "quiet_from")?, get(row, "quiet_to")?);
        Ok(Self {
            notices: Notices {
                how: get_or(row, "notify", usual.notices.how)?,
                quiet: quiet.map(|(from, to)| Quiet { from, to }),
                digest: get_or(row, "digest_hour", usual.notices.digest)?,
                zone: get_or(row, "zone", usual.notices.zone)?,
            },
            reminder: get_or(row, "reminder", usual.reminder)?,
            locale: get_or(row, "own_locale", usual.locale)?,
            direct: get(row, "direct")?,
        })
    }
}

impl Database {
    /// A player's notification settings.
    pub async fn receiver(&self, player: PlayerId) -> Result<Receiver> {
        let query = format!("select {RECEIVER} from players p where p.id = $1");
        let found: Option<Receiver> = self.readers.find(query, params![player]).await?;
        Ok(found.unwrap_or_default())
    }

    /// What a server and the players of a game in it have chosen that concerns the game.
    pub async fn game_settings(
        &self,
        guild: GuildId,
        players: BySide<PlayerId>,
    ) -> Result<GameSettings> {
        let query = format!(
            "select {GUILD_RULES}, {RECEIVER} from (select 1 as one) always
             left join guilds s on s.id = $1 left join players p on p.id in ($2, $3)"
        );
        let about = params![guild, players.first, players.second];
        let rows = self.readers.rows(query, about).await?;
        Ok(GameSettings::from_rows(&rows)?)
    }

    /// People whose digest is due, and their notification settings.
    pub async fn digests(&self, now: Timestamp) -> Result<Vec<(PlayerId, Receiver)>> {
        let due = format!(
            "select {RECEIVER} from players p where p.digest_at <= $1 order by p.digest_at limit 100"
        );
        let rows = self.readers.rows(due, params![now]).await?;
        let receiver = |row| Ok((get(row, "receiver")?, Receiver::from_row(row)?));
        rows.iter().map(receiver).collect()
    }

    /// Stores the channel of direct messages to a person, if their settings are stored.
    pub async fn know_direct(&self, player: PlayerId, channel: Option<ChannelId>) -> Result<()> {
        let set = "update players set direct = $2 where id = $1";
        self.writer.run(set, params![player, channel]).await
    }

    /// Replaces a person's leased digest by a reminder for each game in which it is their turn. There
    /// are none in games with the engine.
    pub async fn remind_instead(&self, digest: &Item, now: Timestamp) -> Result<()> {
        let delete = "delete from outbox where id = $1 and lease = $2 returning player";
        let turns = "select id, seq, channel from games
                     where first = $1 and turn = 'first' and status = 'playing' and engine is null
                     union all
                     select id, seq, channel from games
                     where second = $1 and turn = 'second' and status = 'playing' and engine is null";
        changing!(self, |tx| {
            let player: Option<PlayerId> =
                tx.find(delete, params![digest.id, digest.lease]).await?;
            for (game, seq, channel) in tx.all(turns, params![player]).await? {
                let remind = Draft::new(Post::Remind(game, seq), channel, now);
                outbox::insert(tx, remind).await?;
            }
            Ok(())
        })
    }

    /// Replaces a leased message about an event of a game by direct messages to these players, unless
    /// they have one already.
    pub async fn call_instead(
        &self,
        item: &Item,
        game: GameId,
        seq: u32,
        players: &[PlayerId],
        now: Timestamp,
    ) -> Result<()> {
        let delete = "delete from outbox where id = $1 and lease = $2 returning channel";
        let called = "select player from outbox where game = $1 and role = 'call' and seq >= $2
                      union
                      select player from messages where game = $1 and role = 'call' and seq >= $2";
        changing!(self, |tx| {
            let Some(channel) = tx.find(delete, params![item.id, item.lease]).await? else {
                return Ok(());
            };
            let called = tx.all(called, params![game, seq]).await?;
            for player in players.iter().filter(|player| !called.contains(*player)) {
                let call = Post::Call(game, seq, *player);
                outbox::insert(tx, Draft::new(call, channel, now)).await?;
            }
            Ok(())
        })
    }

    /// Makes the messages that a channel has refused due now.
    pub async fn hasten(&self, channel: ChannelId, now: Timestamp) -> Result<()> {
        let due = "update outbox set due = $2 where channel = $1 and lease is null and due > $2";
        self.writer.run(due, params![channel, now]).await
    }
}

impl Store {
    /// Enqueues a person's digest, and stores when the next is due.
    pub async fn note_digest(
        &self,
        player: PlayerId,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<()> {
        let due = "update players set digest_at = $2 where id = $1 and digest_at <= $3";
        changing!(self, |tx| {
            let noted = tx.change(due, params![player, next, now]).await? > 0;
            if noted && next.is_some() {
                let digest = Draft::new(Post::Digest(player), ChannelId(0), now);
                outbox::insert(tx, digest).await?;
            }
            Ok(())
        })
    }
}

/// Enqueues a call for each player whom the message about a game's event does not ping.
pub(super) async fn insert_calls(
    tx: &mut Connection,
    game: GameId,
    seq: u32,
    channel: ChannelId,
    called: &[PlayerId],
    now: Timestamp,
) -> Result<()> {
    // A call that still waits, such as for the end of quiet hours, would repeat this one. A new game has
    // none.
    let same =
        "delete from outbox where game = $1 and role = 'call' and player = $2 and lease is null";
    for player in called {
        if seq > 1 {
            tx.submit(same, params![game, player]).await?;
        }
        let call = Post::Call(game, seq, *player);
        outbox::insert(tx, Draft::new(call, channel, now)).await?;
    }
    Ok(())
}
