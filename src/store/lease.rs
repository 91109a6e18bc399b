//! Leases on outbox items.

use super::columns::{count, flag, row, skipping};
use super::outbox::{ItemId, LEASE, Lease};
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Work, upkeep};
use crate::game::{Cause, ChallengeId, ChannelId, GameId, PlayerId, Post, Role, TournamentId};
use crate::time::Timestamp;

/// A leased outbox item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id, sent as the nonce: Discord drops a second message with the same nonce.
    pub id: ItemId,
    /// The message to post.
    pub post: Post,
    /// The channel to post in.
    pub channel: ChannelId,
    /// The server's language.
    pub locale: String,
    /// The server's theme, for messages with a board.
    pub theme: Option<String>,
    /// The interaction that caused it.
    pub cause: Option<Cause>,
    /// The interaction's secret token, if its answer may be the message.
    pub token: Option<String>,
    /// When it was inserted.
    pub created: Timestamp,
    /// How often it was leased. If more than once, an earlier request may have reached Discord.
    pub attempts: u32,
}

row! {
    struct Row {
        id: i64,
        role: String,
        channel: ChannelId,
        locale: Option<String>,
        theme: Option<String>,
        game: Option<GameId>,
        challenge: Option<ChallengeId>,
        tournament: Option<TournamentId>,
        player: Option<PlayerId>,
        seq: Option<i64>,
        interaction: Option<Cause>,
        token: Option<String>,
        created: Timestamp,
        attempts: i64,
    }
}

impl TryFrom<Row> for Item {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let event = row.game.zip(row.seq.map(count));
        let group = row.tournament.zip(row.seq.map(count));
        let post = match (row.role.parse(), event) {
            (Ok(Role::Board), Some((game, seq))) => Some(Post::Board(game, seq)),
            (Ok(Role::Offer), Some((game, seq))) => Some(Post::Offer(game, seq)),
            (Ok(Role::Declined), Some((game, seq))) => Some(Post::Declined(game, seq)),
            (Ok(Role::Remind), Some((game, seq))) => Some(Post::Remind(game, seq)),
            (Ok(Role::Late), Some((game, seq))) => Some(Post::Late(game, seq)),
            (Ok(Role::Call), Some((game, seq))) => {
                row.player.map(|player| Post::Call(game, seq, player))
            }
            (Ok(Role::Card), _) => row.challenge.map(Post::Card),
            (Ok(Role::Digest), _) => row.player.map(Post::Digest),
            (Ok(Role::Tournament), _) => row.tournament.map(Post::Tournament),
            (Ok(Role::Group), _) => group.map(|(id, group)| Post::Group(id, group)),
            (Ok(Role::Begun), _) => group.map(|(id, group)| Post::Begun(id, group, row.player)),
            (Ok(Role::Won), _) => row.tournament.map(Post::Won),
            _ => None,
        };
        Ok(Self {
            id: ItemId(row.id),
            post: post.ok_or(Error::Row("role"))?,
            channel: row.channel,
            locale: row.locale.unwrap_or_default(),
            theme: row.theme,
            cause: row.interaction,
            token: row.token,
            created: row.created,
            attempts: count(row.attempts),
        })
    }
}

/// A value for outbox items, and one for upkeep, which has a lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByPriority<T> {
    /// For outbox items.
    pub posts: T,
    /// For upkeep.
    pub upkeep: T,
}

impl Reads {
    /// When the next item and the next upkeep are due, or their leases expire.
    pub async fn next_due(&self) -> Result<ByPriority<Option<Timestamp>>, Error> {
        let next = "select (select min(due) from outbox), (select min(due) from upkeep)";
        let next = sql::find(&self.readers, next, params![]).await?;
        let (posts, upkeep) = next.ok_or(sqlx::Error::RowNotFound)?;
        Ok(ByPriority { posts, upkeep })
    }
}

impl Work {
    /// Leases at most `most` due items, those due longest first.
    pub async fn lease(&self, lease: Lease, most: u32, now: Timestamp) -> Result<Vec<Item>, Error> {
        let query = skipping!(
            self.engine,
            "with ready as materialized (
                 select id from outbox where due <= $1 order by due, created limit $2",
            ")
             update outbox set lease = $3, due = $1 + $4, attempts = attempts + 1 from ready where outbox.id = ready.id
             returning outbox.id, role, channel, game, challenge, tournament, player, seq, interaction, token, created, attempts,
                       coalesce((select locale from games where games.id = outbox.game),
                                (select locale from challenges where challenges.id = outbox.challenge),
                                (select locale from tournaments where tournaments.id = outbox.tournament)) as locale,
                       (select theme from guilds where guilds.id =
                            coalesce((select guild from games where games.id = outbox.game),
                                     (select guild from tournaments where tournaments.id = outbox.tournament))) as theme"
        );
        let rows: Vec<Row> = sql::all(
            &self.writer,
            query,
            params![now, i64::from(most), lease.0, LEASE],
        )
        .await?;
        rows.into_iter().map(Item::try_from).collect()
    }

    /// Extends a lease. Several tasks may work under it and renew it, once a second at most; a late
    /// renewal does not shorten it.
    pub async fn renew(&self, lease: Lease, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            for renew in [
                "update outbox set due = $1 where lease = $2 and due < $1",
                "update upkeep set due = $1 where lease = $2 and due < $1",
                "update searches set due = $1 where lease = $2 and due < $1",
            ] {
                sql::run(&mut *change, renew, params![now.plus(LEASE), lease.0]).await?;
            }
            Ok(())
        })
    }

    /// Returns an item, to be leased again at `due`. `keep` if the answer to its interaction
    /// may still be the message. Upkeep does not wait for boards and offers.
    pub async fn release(
        &self,
        lease: Lease,
        (item, post): (ItemId, Post),
        due: Timestamp,
        keep: bool,
        now: Timestamp,
    ) -> Result<(), Error> {
        changing!(self, |change| {
            sql::run(
                &mut *change,
                "update outbox set lease = null, due = $3, token = case when $4 = 1 then token end
                 where id = $1 and lease = $2",
                params![item.0, lease.0, due, flag(keep)],
            )
            .await?;
            if let Post::Board(game, _) | Post::Offer(game, _) = post {
                upkeep::of_game(&mut *change, game, None, now).await?;
            }
            Ok(())
        })
    }

    /// Returns an item for which nothing was sent, to be leased again at `due`, without
    /// counting this lease.
    pub async fn put_back(&self, lease: Lease, item: ItemId, due: Timestamp) -> Result<(), Error> {
        sql::run(&self.writer, "update outbox set lease = null, due = $3, attempts = attempts - 1 where id = $1 and lease = $2", params![item.0, lease.0, due])
        .await?;
        Ok(())
    }

    /// Ends all leases. Only for a single process.
    pub async fn void_leases(&self, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            for void in [
                "update outbox set lease = null, due = $1 where lease is not null",
                "update upkeep set lease = null, due = $1 where lease is not null",
                "update searches set lease = null, due = $1 where lease is not null",
                "update tournaments set due = $1 where due > $1",
            ] {
                sql::run(&mut *change, void, params![now]).await?;
            }
            Ok(())
        })
    }
}
