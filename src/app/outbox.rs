//! Debts to the channels: who pays them, and when a failed one is tried again.

use super::{App, Error};
use crate::game::{Challenge, ChallengeId, ChannelId, GameId, MessageId, State};
use crate::store::{Debt, Lease, Owed, Ranked, Unchanged};
use crate::time::Timestamp;

/// Why a debt was not paid, which decides when it is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaid {
    /// A try before this many seconds is of no use.
    For(i64),
    /// Discord, the network or the database has trouble.
    Trouble,
    /// The bot lacks a permission, which an administrator may grant.
    Forbidden,
}

impl Unpaid {
    /// Seconds until the next try.
    #[must_use]
    pub fn pause(self, tries: u32) -> i64 {
        const LONGEST: i64 = 5 * 60;
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

impl Lease {
    /// A lease that nobody else has.
    pub(super) fn drawn() -> Result<Self, Error> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        Ok(Self(i64::from_be_bytes(bytes)))
    }
}

impl App {
    /// Leases at most `most` debts of each rank that are due; none if nothing is. To ask when
    /// the [next](Self::next_due) is due is cheaper, and usually nothing is.
    pub async fn due(&self, most: Ranked<u32>) -> Result<Option<(Lease, Vec<Owed>)>, Error> {
        let lease = Lease::drawn()?;
        let owed = self.store.lease(lease, most, self.now()).await?;
        Ok((!owed.is_empty()).then_some((lease, owed)))
    }

    /// Seconds until the next debt of each rank is due.
    pub async fn next_due(&self) -> Result<Ranked<Option<i64>>, Error> {
        let (next, now) = (self.store.next_due().await?, self.now());
        let left = |due: Option<Timestamp>| due.map(|due| due.0.saturating_sub(now.0).max(0));
        Ok(Ranked {
            pressing: left(next.pressing),
            patient: left(next.patient),
        })
    }

    /// Keeps a lease from expiring while its debts are being paid.
    pub async fn renew(&self, lease: Lease) -> Result<(), Error> {
        Ok(self.store.renew(lease, self.now()).await?)
    }

    /// Ends the leases of processes that are gone, if only one at a time can use the database;
    /// otherwise they may be at work, and what they leave behind is free when the lease expires.
    pub async fn void_leases(&self) -> Result<(), Error> {
        if self.store.is_shared() {
            return Ok(());
        }
        Ok(self.store.void_leases(self.now()).await?)
    }

    /// Notes that a debt was paid by a message, which tells a game up to event `told`.
    /// Returns the messages that have to lose their buttons now.
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

    /// Gives a debt up.
    pub async fn write_off(&self, lease: Lease, debt: Debt) -> Result<(), Error> {
        Ok(self.store.write_off(lease, debt).await?)
    }

    /// Gives a debt back, to be tried again. `keep` if the answer to its interaction may
    /// still pay it.
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

    /// Gives a debt back for which nothing was sent, to be tried again as if it had not been
    /// leased. The sweeper is not woken: it would try at once, and in vain.
    pub async fn put_back(&self, lease: Lease, debt: Debt, seconds: i64) -> Result<(), Error> {
        let not_before = self.now().plus(seconds);
        Ok(self.store.put_back(lease, debt, not_before).await?)
    }

    /// Notes that a message has to lose its buttons.
    pub async fn owe_strip(&self, channel: ChannelId, message: MessageId) -> Result<(), Error> {
        Ok(self.store.owe_strip(channel, message, self.now()).await?)
    }

    /// Notes that this message, the card of a challenge, is out of date.
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

    /// Ends an open challenge whose card nobody sees.
    pub async fn lose(&self, challenge: &Challenge) -> Result<(), Error> {
        let (past, now) = (State::Expired, self.now());
        match self
            .store
            .settle_challenge(challenge, past, now, None)
            .await
        {
            // It does not stand any more.
            Ok(()) | Err(Unchanged::Conflict) => Ok(()),
            Err(unchanged) => Err(unchanged.into()),
        }
    }

    /// The message with a challenge's card, if known.
    pub async fn card(&self, challenge: ChallengeId) -> Result<Option<MessageId>, Error> {
        Ok(self.store.card(challenge).await?)
    }

    /// Whether a board of a game is still to be posted.
    pub async fn owes_board(&self, game: GameId) -> Result<bool, Error> {
        Ok(self.store.owes_board(game).await?)
    }

    /// The messages with a game's present board and its standing offer, as far as known.
    pub async fn standing(&self, game: GameId) -> Result<[Option<MessageId>; 2], Error> {
        Ok(self.store.standing(game).await?)
    }
}
