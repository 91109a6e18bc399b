//! Leases on debts.

use super::columns::{column, count, flag, id, nonce, row};
use super::outbox::{Debt, LEASE, Lease, own};
use super::session::changing;
use super::settle::owe_card;
use super::{Engine, Error, Reads, Work};
use crate::game::{Cause, ChallengeId, ChannelId, GameId, MessageId, PlayerId};
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
        player: Option<i64>,
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
        let challenge = row.challenge.map(|challenge| ChallengeId(id(challenge)));
        let player = row.player.map(|player| PlayerId(id(player)));
        let debt = match (row.kind.as_str(), event) {
            ("board", Some((game, seq))) => Some(Debt::Board(game, seq)),
            ("offer", Some((game, seq))) => Some(Debt::Offer(game, seq)),
            ("decline", Some((game, seq))) => Some(Debt::Decline(game, seq)),
            ("overtaken", Some((game, seq))) => Some(Debt::Overtaken(game, seq)),
            ("refresh", Some((game, seq))) => Some(Debt::Refresh(game, seq)),
            ("remind", Some((game, seq))) => Some(Debt::Remind(game, seq)),
            ("late", Some((game, seq))) => Some(Debt::Late(game, seq)),
            ("archive", Some((game, seq))) => Some(Debt::Archive(game, seq)),
            ("notice", Some((game, seq))) => player.map(|it| Debt::Notice(game, seq, it)),
            ("hush", Some((game, seq))) => player
                .zip(message)
                .map(|(player, message)| Debt::Hush(game, seq, player, message)),
            ("digest", _) => player.map(Debt::Digest),
            ("card", _) => challenge.map(Debt::Card),
            ("strip", _) => message.map(Debt::Strip),
            _ => None,
        };
        let debt = debt.ok_or(Error::Row("kind"))?;
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

/// Something of the debts that press, and of those that [can wait](Debt::can_wait).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked<T> {
    /// Of those that press.
    pub pressing: T,
    /// Of those that can wait.
    pub patient: T,
}

/// The rows of the debts that press; in these words an index has them, too.
macro_rules! pressing {
    () => {
        "kind not in ('think', 'strip', 'card', 'hush', 'archive')"
    };
}

/// The rows of the debts that can wait.
macro_rules! patient {
    () => {
        "kind <> 'think' and kind in ('strip', 'card', 'hush', 'archive')"
    };
}

/// Leases what is due. On a server other processes do the same, and pass over what this one
/// is about to take.
macro_rules! leasing {
    ($skip:literal) => {
        concat!(
            "with pressing as materialized (select id from outbox where not_before <= $1 and ",
            pressing!(),
            " order by not_before, id limit $2 ",
            $skip,
            "), patient as materialized (select id from outbox where not_before <= $1 and ",
            patient!(),
            " order by not_before, id limit $5 ",
            $skip,
            ")
             update outbox set lease = $3, not_before = $1 + $4, tries = tries + 1
             from (select id from pressing union all select id from patient) due where outbox.id = due.id
             returning kind, channel, game, challenge, player, seq, message, interaction, token, nonce, born, tries,
                       coalesce((select locale from games where games.id = outbox.game),
                                (select locale from challenges where challenges.id = outbox.challenge)) as locale"
        )
    };
}

impl Reads {
    /// When the next debt of each rank is due, or its lease expires.
    pub async fn next_due(&self) -> Result<Ranked<Option<Timestamp>>, Error> {
        let next: (Option<i64>, Option<i64>) = sqlx::query_as(concat!(
            "select (select min(not_before) from outbox where ",
            pressing!(),
            "), (select min(not_before) from outbox where ",
            patient!(),
            ")"
        ))
        .fetch_one(&self.readers)
        .await?;
        Ok(Ranked {
            pressing: next.0.map(Timestamp),
            patient: next.1.map(Timestamp),
        })
    }
}

impl Work {
    /// Leases at most `most` debts of each rank that are due, the longest due first.
    pub async fn lease(
        &self,
        lease: Lease,
        most: Ranked<u32>,
        now: Timestamp,
    ) -> Result<Vec<Owed>, Error> {
        let query = match self.engine {
            Engine::Sqlite => leasing!(""),
            Engine::Postgres => leasing!("for update skip locked"),
        };
        let rows: Vec<Row> = sqlx::query_as(query)
            .bind(now.0)
            .bind(i64::from(most.pressing))
            .bind(lease.0)
            .bind(LEASE)
            .bind(i64::from(most.patient))
            .fetch_all(&mut *self.writing().await?)
            .await?;
        rows.into_iter().map(Owed::try_from).collect()
    }

    /// Keeps a lease from expiring. Several debts may be under it, and each be renewed for itself:
    /// once a second is enough, and who comes late does not shorten it.
    pub async fn renew(&self, lease: Lease, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            sqlx::query("update outbox set not_before = $1 where lease = $2 and not_before < $1")
                .bind(now.plus(LEASE).0)
                .bind(lease.0)
                .execute(&mut *change)
                .await?;
            Ok(())
        })
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
            "update outbox set lease = null, not_before = $8, token = case when $9 = 1 then token end",
            lease,
            debt
        )
        .bind(not_before.0)
        .bind(flag(keep)).execute(&mut *self.writing().await?)
.await?;
        Ok(())
    }

    /// Gives a debt back for which nothing was sent, to be leased again at `not_before` as if it
    /// had not been.
    pub async fn put_back(
        &self,
        lease: Lease,
        debt: Debt,
        not_before: Timestamp,
    ) -> Result<(), Error> {
        own!(
            "update outbox set lease = null, not_before = $8, tries = tries - 1",
            lease,
            debt
        )
        .bind(not_before.0)
        .execute(&mut *self.writing().await?)
        .await?;
        Ok(())
    }

    /// Ends all leases. Only for a process that is alone.
    pub async fn void_leases(&self, now: Timestamp) -> Result<(), Error> {
        sqlx::query("update outbox set lease = null, not_before = $1 where lease is not null")
            .bind(now.0)
            .execute(&mut *self.writing().await?)
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
             select 'strip', $1, $2, $4, $3, $3, 0
             where not exists (select 1 from outbox where kind = 'strip' and message = $2)",
        )
        .bind(column(channel.0))
        .bind(column(message.0))
        .bind(now.0)
        .bind(nonce())
        .execute(&mut *self.writing().await?)
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
        Ok(owe_card(
            &mut *self.writing().await?,
            challenge,
            channel,
            message,
            now,
        )
        .await?)
    }

    /// Gives a debt up.
    pub async fn write_off(&self, lease: Lease, debt: Debt) -> Result<(), Error> {
        own!("delete from outbox", lease, debt)
            .execute(&mut *self.writing().await?)
            .await?;
        Ok(())
    }
}
