//! Outbox items: leases, retries, and the upkeep that follows.

use super::{App, Error};
use crate::game::{ChallengeId, Denial, Facts, Game};
use crate::store::{ByPriority, Item, Lease, Upkeep};
use crate::time::Timestamp;

/// Seconds until a channel that refused a message is asked again.
pub const REFUSED_PAUSE: i64 = 60 * 60;

/// Why an item was not sent; decides when it is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// A retry within this many seconds would fail.
    For(i64),
    /// Discord, the network or the database failed.
    Trouble,
    /// Discord refused it, and why is unknown.
    Refused,
    /// The channel refuses every message, until an administrator grants a permission.
    Forbidden,
}

impl Unsent {
    /// Seconds until the next try.
    pub fn pause(self, attempts: u32) -> i64 {
        const MAX_PAUSE: i64 = 5 * 60;
        const CLOSED: [i64; 4] = [5, 30, 5 * 60, 60 * 60];
        let before = attempts.saturating_sub(1);
        match self {
            Self::For(seconds) => seconds,
            Self::Trouble => 2_i64
                .checked_shl(before)
                .unwrap_or(MAX_PAUSE)
                .clamp(2, MAX_PAUSE),
            Self::Forbidden => REFUSED_PAUSE,
            Self::Refused => {
                let last = CLOSED.len() - 1;
                CLOSED[usize::try_from(before).unwrap_or(last).min(last)]
            }
        }
    }
}

impl Lease {
    /// A new random lease.
    pub(super) fn drawn() -> Result<Self, Error> {
        Ok(Self(getrandom::u64()?.cast_signed()))
    }
}

impl App {
    /// Leases at most `most` outbox items that are due; `None` if none is. Asking when the
    /// [next](Self::next_due) is due is cheaper, and usually none is due.
    pub async fn due(&self, most: u32) -> Result<Option<(Lease, Vec<Item>)>, Error> {
        let lease = Lease::drawn()?;
        let items = self.store.lease(lease, most, self.now()).await?;
        Ok((!items.is_empty()).then_some((lease, items)))
    }

    /// Leases at most `most` challenges whose messages are due for upkeep; `None` if none is.
    pub async fn due_upkeep(&self, most: u32) -> Result<Option<(Lease, Vec<Upkeep>)>, Error> {
        let lease = Lease::drawn()?;
        let upkeep = self.store.lease_upkeep(lease, most, self.now()).await?;
        Ok((!upkeep.is_empty()).then_some((lease, upkeep)))
    }

    /// Seconds until the next item is due, and the next upkeep.
    pub async fn next_due(&self) -> Result<ByPriority<Option<i64>>, Error> {
        let (next, now) = (self.store.next_due().await?, self.now());
        let left = |due: Option<Timestamp>| due.map(|due| due.0.saturating_sub(now.0).max(0));
        Ok(ByPriority {
            posts: left(next.posts),
            upkeep: left(next.upkeep),
        })
    }

    /// A challenge, its games and their messages; `known` is one of the games, if the caller has
    /// it.
    pub async fn facts(
        &self,
        challenge: ChallengeId,
        mut known: Option<Game>,
    ) -> Result<Facts, Error> {
        let found = self.store.messages_of(challenge).await?;
        let (challenge, games) = found.ok_or(Denial::UnknownChallenge)?;
        let mut facts = Facts {
            challenge,
            games: Vec::new(),
            sent: Vec::new(),
        };
        for of in games {
            let same = |game: &mut Game| {
                (game.id(), game.seq(), game.thread()) == (of.game, of.seq, of.thread)
            };
            facts.games.push(match known.take_if(same) {
                Some(game) => game,
                None => self.load(of.game).await?,
            });
            facts.sent.extend(of.sent);
        }
        Ok(facts)
    }
}
