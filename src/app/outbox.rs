//! What is owed to the channels: who pays it, and when it is tried again.

use super::{App, Error};
use crate::game::{ChallengeId, ChannelId, GameId, MessageId};
use crate::store::{Debt, Lease, Owed};

/// Why a debt was not paid, as far as it matters for when to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaid {
    /// For so many seconds it is of no use.
    For(i64),
    /// Discord, the network or the database has trouble.
    Trouble,
    /// The bot is not allowed to; somebody may change that.
    Forbidden,
}

impl Unpaid {
    /// Seconds until the next try, after so many tries.
    #[must_use]
    pub fn pause(self, tries: u32) -> i64 {
        /// The longest pause while there is trouble.
        const LONGEST: i64 = 5 * 60;
        /// While the bot is not allowed to.
        const CLOSED: [i64; 4] = [5, 30, 5 * 60, 60 * 60];
        let before = tries.saturating_sub(1);
        match self {
            Self::For(seconds) => seconds,
            Self::Trouble => 2_i64
                .checked_shl(before)
                .unwrap_or(LONGEST)
                .clamp(2, LONGEST),
            Self::Forbidden => {
                let last = CLOSED.len() - 1;
                CLOSED[usize::try_from(before).unwrap_or(last).min(last)]
            }
        }
    }
}

impl App {
    /// Leases at most `most` debts that are due; none if nothing is.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn due(&self, most: u32) -> Result<Option<(Lease, Vec<Owed>)>, Error> {
        // To look is cheaper than to lease, and usually nothing is due.
        if self.next_due().await?.is_none_or(|seconds| seconds > 0) {
            return Ok(None);
        }
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        let lease = Lease(i64::from_be_bytes(bytes));
        let owed = self.store.lease(lease, most, self.now()).await?;
        Ok((!owed.is_empty()).then_some((lease, owed)))
    }

    /// Seconds until the next debt is due.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn next_due(&self) -> Result<Option<i64>, Error> {
        let next = self.store.next_due().await?;
        Ok(next.map(|next| next.0.saturating_sub(self.now().0).max(0)))
    }

    /// Keeps a lease from expiring while its debts are being paid.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew(&self, lease: Lease) -> Result<(), Error> {
        Ok(self.store.renew(lease, self.now()).await?)
    }

    /// Gives all debts back that others had leased. Only for a process that is alone.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn void_leases(&self) -> Result<(), Error> {
        Ok(self.store.void_leases(self.now()).await?)
    }

    /// Notes that a debt was paid by a message, which tells a game up to event `told`;
    /// answers the messages that have to lose their buttons by that.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn settle(
        &self,
        lease: Lease,
        debt: Debt,
        told: u32,
        message: MessageId,
    ) -> Result<Vec<(ChannelId, MessageId)>, Error> {
        let now = self.now();
        Ok(self.store.settle(lease, debt, told, message, now).await?)
    }

    /// Notes that nothing is owed any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn write_off(&self, lease: Lease, debt: Debt) -> Result<(), Error> {
        Ok(self.store.write_off(lease, debt).await?)
    }

    /// Gives a debt back, to be tried again. Without `keep`, the answer to its interaction
    /// is known not to pay it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release(
        &self,
        lease: Lease,
        debt: Debt,
        seconds: i64,
        keep: bool,
    ) -> Result<(), Error> {
        let not_before = self.now().plus(seconds);
        Ok(self.store.release(lease, debt, not_before, keep).await?)
    }

    /// Notes that a message has to lose its buttons.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn owe_strip(&self, channel: ChannelId, message: MessageId) -> Result<(), Error> {
        Ok(self.store.owe_strip(channel, message, self.now()).await?)
    }

    /// Notes that this message, the card of a challenge, is out of date.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn owe_card(
        &self,
        challenge: ChallengeId,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<(), Error> {
        let now = self.now();
        Ok(self
            .store
            .owe_card(challenge, channel, message, now)
            .await?)
    }

    /// The message that is a challenge's card, if one is known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn card(&self, challenge: ChallengeId) -> Result<Option<MessageId>, Error> {
        Ok(self.store.card(challenge).await?)
    }

    /// The messages that are a game's present board and its standing offer, as far as known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn standing(&self, game: GameId) -> Result<[Option<MessageId>; 2], Error> {
        Ok(self.store.standing(game).await?)
    }
}
