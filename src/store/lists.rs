//! Lists of games: those that are running, those that are over.

use super::columns::{column, id, side, venue};
use super::{Error, Store};
use crate::game::{ChannelId, GameId, GuildId, MessageId, PlayerId, Venue};
use crate::rules::{BySide, Info, Side, Variant};
use crate::time::Timestamp;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number.
    pub id: GameId,
    /// Where it is played.
    pub venue: Venue,
    /// The kind of game.
    pub info: &'static Info,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The players.
    pub players: BySide<PlayerId>,
    /// Whose turn it is; none once it is over.
    pub turn: Option<Side>,
    /// Who has won, if it is over and somebody has.
    pub winner: Option<Side>,
    /// Until when.
    pub deadline: Option<Timestamp>,
    /// The message with the board.
    pub message: Option<MessageId>,
    /// The players' names, as last seen.
    pub names: BySide<Option<String>>,
}

/// Where a game is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Anywhere in a server.
    Guild(GuildId),
    /// In one channel.
    Channel(ChannelId),
}

#[derive(sqlx::FromRow)]
struct LineRow {
    id: i64,
    guild: i64,
    channel: i64,
    variant: String,
    first: i64,
    second: i64,
    turn: Option<String>,
    winner: Option<String>,
    deadline: Option<i64>,
    message: Option<i64>,
    first_name: Option<String>,
    second_name: Option<String>,
}

impl LineRow {
    fn line(self, info: &'static Info, variant: &'static Variant) -> Result<Line, Error> {
        let row = self;
        Ok(Line {
            id: GameId(id(row.id)),
            venue: venue(row.guild, row.channel),
            info,
            variant,
            players: BySide {
                first: PlayerId(id(row.first)),
                second: PlayerId(id(row.second)),
            },
            turn: side(row.turn.as_deref())?,
            winner: side(row.winner.as_deref())?,
            deadline: row.deadline.map(Timestamp),
            message: row.message.map(|message| MessageId(id(message))),
            names: BySide {
                first: row.first_name,
                second: row.second_name,
            },
        })
    }
}

impl Store {
    /// Rows as games. One of a variant that this version does not know is left out:
    /// it must not keep its players from the others.
    fn lines(&self, rows: Vec<LineRow>) -> Result<Vec<Line>, Error> {
        rows.into_iter()
            .filter_map(|row| {
                let (rules, variant) = self.registry.variant(&row.variant)?;
                Some(row.line(rules.info(), variant))
            })
            .collect()
    }

    /// A player's running games in a place, soonest deadline first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running(
        &self,
        player: Option<PlayerId>,
        place: Place,
    ) -> Result<Vec<Line>, Error> {
        let (guild, channel) = match place {
            Place::Guild(guild) => (Some(column(guild.0)), None),
            Place::Channel(channel) => (None, Some(column(channel.0))),
        };
        let player = player.map(|player| column(player.0));
        let rows: Vec<LineRow> = sqlx::query_as(
            "select g.id, g.guild, g.channel, g.variant, g.first, g.second, g.turn, g.winner, g.deadline, g.message,
                    a.name as first_name, b.name as second_name
             from games g left join players a on a.id = g.first left join players b on b.id = g.second
             where g.status = 'playing'
               and (?1 is null or g.first = ?1 or g.second = ?1)
               and (?2 is null or g.guild = ?2) and (?3 is null or g.channel = ?3)
             order by g.deadline is null, g.deadline, g.id",
        )
        .bind(player)
        .bind(guild)
        .bind(channel)
        .fetch_all(&self.readers)
        .await?;
        self.lines(rows)
    }

    /// A player's games in a server that are over, newest first, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn past(
        &self,
        player: PlayerId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<Line>, Error> {
        // A side each, so that both are looked up and no game of others is.
        let rows: Vec<LineRow> = sqlx::query_as(
            "select g.id, g.guild, g.channel, g.variant, g.first, g.second, g.turn, g.winner, g.deadline, g.message,
                    a.name as first_name, b.name as second_name
             from games g left join players a on a.id = g.first left join players b on b.id = g.second
             where g.id in (
                 select * from (select id from games where status <> 'playing' and first = ?1 and guild = ?2
                                order by ended desc, id desc limit ?3)
                 union
                 select * from (select id from games where status <> 'playing' and second = ?1 and guild = ?2
                                order by ended desc, id desc limit ?3))
             order by g.ended desc, g.id desc limit ?3",
        )
        .bind(column(player.0))
        .bind(column(guild.0))
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        self.lines(rows)
    }

    /// The game of a channel that ended last.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_ended(&self, channel: ChannelId) -> Result<Option<GameId>, Error> {
        let game: Option<i64> = sqlx::query_scalar(
            "select id from games where status <> 'playing' and channel = ?
             order by ended desc, id desc limit 1",
        )
        .bind(column(channel.0))
        .fetch_optional(&self.readers)
        .await?;
        Ok(game.map(|game| GameId(id(game))))
    }

    /// What players are called, as last seen.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn names(&self, players: BySide<PlayerId>) -> Result<BySide<Option<String>>, Error> {
        let mut names = BySide::default();
        for side in Side::BOTH {
            *names.get_mut(side) = sqlx::query_scalar("select name from players where id = ?")
                .bind(column(players.get(side).0))
                .fetch_optional(&self.readers)
                .await?;
        }
        Ok(names)
    }
}
