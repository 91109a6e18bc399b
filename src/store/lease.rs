//! Leases on debts.

use super::columns::{column, count, id, row};
use super::outbox::{Debt, LEASE, Lease, own};
use super::settle::owe_card;
use super::{Error, Store};
use crate::game::{Cause, ChallengeId, ChannelId, GameId, MessageId};
use crate::time::Timestamp;

/// A leased debt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    /// What is owed.
    pub debt: Debt,
    /// Where.
    pub channel: ChannelId,
    /// The server's language.
    pub locale: String,
    /// The message that is to be changed.
    pub message: Option<MessageId>,
    /// The interaction that caused it.
    pub cause: Option<Cause>,
    /// The interaction's secret token, if its answer may have paid the debt.
    pub token: Option<String>,
    /// Sent with each post: Discord drops a second one with the same nonce.
    pub nonce: i64,
    /// When it was made.
    pub born: Timestamp,
    /// How often it was leased. If more than once, an earlier request may have arrived.
    pub tries: u32,
}

row! {
    struct Row {
        kind: String,
        channel: i64,
        locale: Option<String>,
        game: Option<i64>,
        challenge: Option<i64>,
        seq: Option<i64>,
        message: Option<i64>,
        interaction: Option<i64>,
        token: Option<String>,
        nonce: i64,
        born: i64,
        tries: i64,
    }
}

impl TryFrom<Row> for Owed {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        let message = row.message.map(|message| MessageId(id(message)));
        let event = row.game.zip(row.seq);
        let event = event.map(|(game, seq)| (GameId(id(game)), count(seq)));
        let debt = match (row.kind.as_str(), event, row.challenge, message) {
            ("board", Some((game, seq)), ..) => Debt::Board(game, seq),
            ("offer", Some((game, seq)), ..) => Debt::Offer(game, seq),
            ("decline", Some((game, seq)), ..) => Debt::Decline(game, seq),
            ("overtaken", Some((game, seq)), ..) => Debt::Overtaken(game, seq),
            ("refresh", Some((game, seq)), ..) => Debt::Refresh(game, seq),
            ("remind", Some((game, seq)), ..) => Debt::Remind(game, seq),
            ("late", Some((game, seq)), ..) => Debt::Late(game, seq),
            ("archive", Some((game, seq)), ..) => Debt::Archive(game, seq),
            ("card", _, Some(challenge), _) => Debt::Card(ChallengeId(id(challenge))),
            ("strip", _, _, Some(message)) => Debt::Strip(message),
            _ => return Err(Error::Row("kind")),
        };
        Ok(Self {
            debt,
            channel: ChannelId(id(row.channel)),
            locale: row.locale.unwrap_or_default(),
            message,
            cause: row.interaction.map(|interaction| Cause(id(interaction))),
            token: row.token,
            nonce: row.nonce,
            born: Timestamp(row.born),
            tries: count(row.tries),
        })
    }
}

impl Store {
    /// Leases at most `most` due messages, the longest due first.
    pub async fn lease(&self, lease: Lease, most: u32, now: Timestamp) -> Result<Vec<Owed>, Error> {
        let rows: Vec<Row> = sqlx::query_as(
            "with due as materialized (select id from outbox where not_before <= ?1 and kind <> 'think'
                                       order by not_before, id limit ?2)
             update outbox set lease = ?3, not_before = ?1 + ?4, tries = tries + 1
             from due where outbox.id = due.id
             returning kind, channel, game, challenge, seq, message, interaction, token, nonce, born, tries,
                       coalesce((select locale from games where games.id = outbox.game),
                                (select locale from challenges where challenges.id = outbox.challenge)) as locale",
        )
        .bind(now.0)
        .bind(most)
        .bind(lease.0)
        .bind(LEASE)
        .fetch_all(&self.writer)
        .await?;
        rows.into_iter().map(Owed::try_from).collect()
    }

    /// When the next message is due, or its lease expires.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, Error> {
        let next: Option<i64> =
            sqlx::query_scalar("select min(not_before) from outbox where kind <> 'think'")
                .fetch_one(&self.readers)
                .await?;
        Ok(next.map(Timestamp))
    }

    /// Keeps a lease from expiring.
    pub async fn renew(&self, lease: Lease, now: Timestamp) -> Result<(), Error> {
        sqlx::query("update outbox set not_before = ? where lease = ?")
            .bind(now.plus(LEASE).0)
            .bind(lease.0)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Gives a debt back, to be leased again at `not_before`. `keep` if the answer to its
    /// interaction may still pay it.
    pub async fn release(
        &self,
        lease: Lease,
        debt: Debt,
        not_before: Timestamp,
        keep: bool,
    ) -> Result<(), Error> {
        own!(
            "update outbox set lease = null, not_before = ?7, token = case when ?8 then token end",
            lease,
            debt
        )
        .bind(not_before.0)
        .bind(keep)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Ends all leases.
    pub async fn void_leases(&self, now: Timestamp) -> Result<(), Error> {
        sqlx::query("update outbox set lease = null, not_before = ? where lease is not null")
            .bind(now.0)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Notes, once, that a message has to lose its buttons.
    pub async fn owe_strip(
        &self,
        channel: ChannelId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<(), Error> {
        sqlx::query(
            "insert into outbox (kind, channel, message, nonce, born, not_before, tries)
             select 'strip', ?1, ?2, random(), ?3, ?3, 0
             where not exists (select 1 from outbox where kind = 'strip' and message = ?2)",
        )
        .bind(column(channel.0))
        .bind(column(message.0))
        .bind(now.0)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    /// Notes, once, that this message, the card of a challenge, is out of date.
    pub async fn owe_card(
        &self,
        challenge: ChallengeId,
        channel: ChannelId,
        message: MessageId,
        now: Timestamp,
    ) -> Result<(), Error> {
        let mut connection = self.writer.acquire().await?;
        Ok(owe_card(&mut connection, challenge, channel, message, now).await?)
    }

    /// Gives a debt up.
    pub async fn write_off(&self, lease: Lease, debt: Debt) -> Result<(), Error> {
        own!("delete from outbox", lease, debt)
            .execute(&self.writer)
            .await?;
        Ok(())
    }
}
