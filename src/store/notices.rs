//! How Siwa tells people that it is their turn.

use sqlx::AnyConnection;

use super::columns::{column, id, row};
use super::outbox::{self, Origin};
use super::session::changing;
use super::{Change, Error, Reads, Store, Work};
use crate::game::{ChannelId, Game, GameId, Notices, PlayerId, Post, Quiet};
use crate::time::{Timestamp, Zone};
use siwa_games::rules::BySide;

/// At how many per cent of the time left a player is reminded, unless they choose otherwise.
pub const DEFAULT_REMINDER: u8 = 25;

/// Somebody who is told that it is their turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receiver {
    /// How.
    pub notices: Notices,
    /// At how many per cent of the time left they want to be reminded; 0: never.
    pub reminder: u8,
    /// In which language they are told directly; empty: unknown.
    pub locale: String,
    /// The channel of direct messages to them, if it is known.
    pub direct: Option<ChannelId>,
}

impl Default for Receiver {
    fn default() -> Self {
        (&Row::default()).into()
    }
}

row! {
    #[derive(Default)]
    struct Row {
        id: i64,
        reminder: Option<i64>,
        notify: Option<String>,
        quiet_from: Option<i64>,
        quiet_to: Option<i64>,
        zone: Option<String>,
        digest_hour: Option<i64>,
        direct: Option<i64>,
        locale: Option<String>,
    }
}

impl From<&Row> for Receiver {
    fn from(row: &Row) -> Self {
        let usual = Notices::default();
        let small = |column: Option<i64>| column.and_then(|column| u8::try_from(column).ok());
        let quiet = small(row.quiet_from).zip(small(row.quiet_to));
        // A zone that the database of this version does not know any more must stop nothing.
        let zone = row.zone.as_deref().and_then(Zone::read);
        Self {
            notices: Notices {
                how: row
                    .notify
                    .as_deref()
                    .and_then(|how| how.parse().ok())
                    .unwrap_or_default(),
                quiet: quiet.map(|(from, to)| Quiet { from, to }),
                digest: small(row.digest_hour).unwrap_or(usual.digest),
                zone: zone.unwrap_or_default(),
            },
            reminder: small(row.reminder).unwrap_or(DEFAULT_REMINDER),
            locale: row.locale.clone().unwrap_or_default(),
            direct: row.direct.map(|channel| ChannelId(id(channel))),
        }
    }
}

impl Reads {
    /// How somebody is told.
    pub async fn receiver(&self, player: PlayerId) -> Result<Receiver, Error> {
        let players = BySide::new(player, player);
        Ok(self.receivers(players).await?.first)
    }

    /// How the players of a game are told.
    pub async fn receivers(&self, players: BySide<PlayerId>) -> Result<BySide<Receiver>, Error> {
        let rows: Vec<Row> = sqlx::query_as(
            "select id, reminder, notify, quiet_from, quiet_to, zone, digest_hour, direct, locale
             from players where id in ($1, $2)",
        )
        .bind(column(players.first.0))
        .bind(column(players.second.0))
        .fetch_all(&self.readers)
        .await?;
        let receiver = |player: PlayerId| {
            let row = rows.iter().find(|row| row.id == column(player.0));
            row.map(Receiver::from).unwrap_or_default()
        };
        Ok(BySide::new(
            receiver(players.first),
            receiver(players.second),
        ))
    }

    /// Whom the board of a game's event does not ping: who is told, or was, of that event or of
    /// a later one otherwise, and who never is by boards.
    pub async fn told_otherwise(&self, game: GameId, seq: u32) -> Result<Vec<PlayerId>, Error> {
        let players: Vec<i64> = sqlx::query_scalar(
            "select player from outbox where game = $1 and role = 'call' and seq >= $2
             union
             select player from messages where game = $1 and role = 'call' and seq >= $2
             union
             select p.id from games g join players p on p.id in (g.first, g.second)
             where g.id = $1 and p.notify in ('digest', 'never')",
        )
        .bind(column(game.0))
        .bind(i64::from(seq))
        .fetch_all(&self.readers)
        .await?;
        Ok(players.into_iter().map(|it| PlayerId(id(it))).collect())
    }

    /// Those who are to be told of all their games now, and how.
    pub async fn digests(&self, now: Timestamp) -> Result<Vec<(PlayerId, Notices)>, Error> {
        let due: Vec<i64> = sqlx::query_scalar(
            "select id from players where digest_at <= $1 order by digest_at limit 100",
        )
        .bind(now.0)
        .fetch_all(&self.readers)
        .await?;
        let mut found = Vec::new();
        for player in due.into_iter().map(|it| PlayerId(id(it))) {
            found.push((player, self.receiver(player).await?.notices));
        }
        Ok(found)
    }
}

impl Work {
    /// Stores the channel of direct messages to a person whose choice is stored, if there is
    /// one.
    pub async fn know_direct(
        &self,
        player: PlayerId,
        channel: Option<ChannelId>,
    ) -> Result<(), Error> {
        sqlx::query("update players set direct = $1 where id = $2")
            .bind(channel.map(|channel| column(channel.0)))
            .bind(column(player.0))
            .execute(&mut *self.writing().await?)
            .await?;
        Ok(())
    }

    /// Notes that whoever is to move in a game is to be reminded of it.
    pub async fn remind(&self, game: &Game, now: Timestamp) -> Result<(), Error> {
        let (post, channel) = (Post::Remind(game.id(), game.seq()), game.home().channel);
        outbox::insert(&mut *self.writing().await?, post, channel, None, now).await?;
        Ok(())
    }
}

impl Store {
    /// Notes that a person is to be told of all their games, and when the next time.
    pub async fn note_digest(
        &self,
        player: PlayerId,
        next: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            let due =
                sqlx::query("update players set digest_at = $1 where id = $2 and digest_at <= $3")
                    .bind(next.map(|next| next.0))
                    .bind(column(player.0))
                    .bind(now.0)
                    .execute(&mut *change)
                    .await?;
            if due.rows_affected() > 0 && next.is_some() {
                let nowhere = ChannelId(0);
                outbox::insert(&mut *change, Post::Digest(player), nowhere, None, now).await?;
            }
            Ok(())
        })
    }
}

/// Inserts a call for each player whom the message about a game's event does not ping.
pub(super) async fn insert_calls(
    connection: &mut AnyConnection,
    (game, seq): (GameId, u32),
    channel: ChannelId,
    (called, muted): (&[PlayerId], &[PlayerId]),
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for player in called.iter().filter(|player| muted.contains(player)) {
        // One that still waits, such as for the morning, would tell the same.
        sqlx::query(
            "delete from outbox where game = $1 and role = 'call' and player = $2 and lease is null",
        )
        .bind(game)
        .bind(player)
        .execute(&mut *connection)
        .await?;
        let call = Post::Call(game, seq, *player);
        outbox::insert(&mut *connection, call, channel, None, now).await?;
    }
    Ok(())
}

/// The same after a change of a game that `post` announces.
pub(super) async fn insert_calls_after(
    connection: &mut AnyConnection,
    change: &Change<'_>,
    post: Post,
    origin: Option<&Origin>,
) -> Result<(), sqlx::Error> {
    if !matches!(post, Post::Board(..) | Post::Offer(..)) {
        return Ok(());
    }
    let after = change.after;
    let called = after.called(origin.and_then(|origin| origin.by));
    let people = (&*called, &*change.muted);
    let (event, channel) = ((after.id(), after.seq()), after.home().channel);
    insert_calls(connection, event, channel, people, change.at).await
}
