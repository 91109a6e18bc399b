//! Debts to the channels: who pays them, and when a failed one is tried again.

use super::{App, Error};
use crate::game::{Challenge, State};
use crate::store::{Lease, Owed, Ranked, Unchanged};
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
        const MAX_PAUSE: i64 = 5 * 60;
        const CLOSED: [i64; 4] = [5, 30, 5 * 60, 60 * 60];
        let before = tries.saturating_sub(1);
        match self {
            Self::For(seconds) => seconds,
            Self::Trouble => 2_i64
                .checked_shl(before)
                .unwrap_or(MAX_PAUSE)
                .clamp(2, MAX_PAUSE),
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
}
