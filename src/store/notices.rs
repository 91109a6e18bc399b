//! How people are told that it is their turn, and what they were told directly.

use std::ops::Range;

use sqlx::AnyConnection;

use super::columns::{column, count, held, id, row};
use super::outbox::{BOARD_SEQ, Debt, Lease, Origin, owe_for, own};
use super::session::changing;
use super::{Change, Error, Reads, Store, Work};
use crate::game::{ChannelId, Game, GameId, MessageId, Notices, PlayerId, Quiet};
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
            "select player from outbox where game = $1 and kind = 'notice' and seq >= $2
             union
             select player from notices where game = $1 and seq >= $2
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

    /// Notes that a debt was paid by a direct message to a player, which tells a game's
    /// event. If that is past already, the message is to fall silent.
    pub async fn told_directly(
        &self,
        (lease, debt): (Lease, Debt),
        player: PlayerId,
        (channel, message): (ChannelId, MessageId),
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            own!("delete from outbox", lease, debt)
                .execute(&mut *change)
                .await?;
            if let Some((game, seq)) = debt.event() {
                // Whoever changes the board at this moment finds the message, or is found here.
                let changed = held!(change, "select id from games where id = $1");
                sqlx::query(changed)
                    .bind(column(game.0))
                    .execute(&mut *change)
                    .await?;
                sqlx::query(
                // Unless they had all that is kept of them deleted meanwhile.
                "insert into notices (message, channel, game, player, seq)
                 select $1, $2, g.id, $4, $5 from games g where g.id = $3 and (g.first = $4 or g.second = $4)
                 on conflict do nothing",
            )
            .bind(column(message.0))
            .bind(column(channel.0))
            .bind(column(game.0))
            .bind(column(player.0))
            .bind(i64::from(seq))
            .execute(&mut *change)
            .await?;
                let board: i64 = sqlx::query_scalar(BOARD_SEQ)
                    .bind(column(game.0))
                    .fetch_one(&mut *change)
                    .await?;
                hush(&mut *change, game, 0..count(board), now).await?;
            }
            Ok(())
        })
    }

    /// Notes that whoever is to move in a game is to be reminded of it.
    pub async fn owe_reminder(&self, game: &Game, now: Timestamp) -> Result<(), Error> {
        let debt = Debt::Remind(game.id(), game.seq());
        owe_for(
            &mut *self.writing().await?,
            debt,
            game.home().channel,
            None,
            now,
        )
        .await?;
        Ok(())
    }
}

impl Store {
    /// Notes that a person is to be told of all their games, and when the next time.
    pub async fn owe_digest(
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
                owe_for(&mut *change, Debt::Digest(player), nowhere, None, now).await?;
            }
            Ok(())
        })
    }
}

/// Notes whom the message about these players' game does not ping, because they are told
/// otherwise: after event `seq` of the game.
pub(super) async fn owe_notices(
    connection: &mut AnyConnection,
    (game, seq): (GameId, u32),
    channel: ChannelId,
    (called, hushed): (&[PlayerId], &[PlayerId]),
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    for player in called {
        // One that still waits, such as for the morning, would tell the same.
        sqlx::query(
            "delete from outbox where game = $1 and kind = 'notice' and player = $2 and lease is null",
        )
        .bind(column(game.0))
        .bind(column(player.0))
        .execute(&mut *connection)
        .await?;
        if hushed.contains(player) {
            let notice = Debt::Notice(game, seq, *player);
            owe_for(connection, notice, channel, None, now).await?;
        }
    }
    Ok(())
}

/// The same after a change of a game; what was told directly of its boards before falls
/// silent.
pub(super) async fn owe_notices_after(
    connection: &mut AnyConnection,
    change: &Change<'_>,
    origin: Option<&Origin>,
) -> Result<(), sqlx::Error> {
    let (after, now) = (change.after, change.at);
    let event = (after.id(), after.seq());
    let debt = Debt::of(after);
    match debt {
        Debt::Board(..) => hush(connection, after.id(), 0..after.seq(), now).await?,
        // What told the offer is past; what told the board is not.
        Debt::Decline(..) => {
            let offers = after.board_seq() + 1..after.seq();
            hush(connection, after.id(), offers, now).await?;
        }
        _ => {}
    }
    if matches!(debt, Debt::Board(..) | Debt::Offer(..)) {
        let called = after.called(origin.and_then(|origin| origin.by));
        let people = (&*called, &*change.hushed);
        owe_notices(connection, event, after.home().channel, people, now).await?;
    }
    Ok(())
}

/// Has the direct messages fall silent that tell these events of a game.
async fn hush(
    connection: &mut AnyConnection,
    game: GameId,
    events: Range<u32>,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    let past: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
        "delete from notices where game = $1 and seq >= $2 and seq < $3
         returning message, channel, player, seq",
    )
    .bind(column(game.0))
    .bind(i64::from(events.start))
    .bind(i64::from(events.end))
    .fetch_all(&mut *connection)
    .await?;
    for (message, channel, player, told) in past {
        let (message, channel) = (MessageId(id(message)), ChannelId(id(channel)));
        let debt = Debt::Hush(game, count(told), PlayerId(id(player)), message);
        owe_for(&mut *connection, debt, channel, None, now).await?;
    }
    Ok(())
}
