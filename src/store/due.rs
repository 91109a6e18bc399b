//! What has become due because time has passed.

use super::limits::BUDGET_KEPT;
use super::{Error, Reads};
use crate::game::OFFER_ENGINE_AFTER;
use crate::time::Timestamp;

/// Something that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Requests were counted that no second counts any more.
    Spent,
    /// Challenges are to expire.
    Challenges,
    /// Cards of challenges are to offer a game with the engine.
    Offers,
    /// People are to be told of all their games.
    Digests,
    /// There is something to tell about the time of turns.
    Alarms,
    /// Games are past their deadline.
    Deadlines,
    /// Discord is to be asked whether people are still members.
    Members,
}

impl Reads {
    /// What is due, in the order in which it is to be done. `second` is Discord's: requests are
    /// not counted for longer.
    pub async fn due(&self, now: Timestamp, second: Timestamp) -> Result<Vec<Due>, Error> {
        let due: Vec<String> = sqlx::query_scalar(
            "select 'spent' where exists (select 1 from budget where second < $3)
             union all
             select 'challenges' where exists (select 1 from challenges where status = 'open' and expires <= $1)
             union all
             select 'offers' where exists (
                select 1 from challenges where status = 'open' and opponent is null and engine_offered_at is null
                                           and message is not null and created <= $1 - $2)
             union all
             select 'digests' where exists (select 1 from players where digest_at <= $1)
             union all
             select 'alarms' where exists (select 1 from games where status = 'playing' and alarm <= $1)
             union all
             select 'deadlines' where exists (
                select 1 from games where status = 'playing' and deadline <= $1 and (rated = 1 or engine is not null))
             union all
             select 'members' where exists (
                select 1 from ratings
                where ask <= $1 and guild >= 0 and guild not in (select guild from removed_guilds))",
        )
        .bind(now)
        .bind(OFFER_ENGINE_AFTER.0)
        .bind(second.0.saturating_sub(BUDGET_KEPT))
        .fetch_all(&self.readers)
        .await?;
        let due = due.iter().map(|due| match due.as_str() {
            "spent" => Ok(Due::Spent),
            "challenges" => Ok(Due::Challenges),
            "offers" => Ok(Due::Offers),
            "digests" => Ok(Due::Digests),
            "alarms" => Ok(Due::Alarms),
            "deadlines" => Ok(Due::Deadlines),
            "members" => Ok(Due::Members),
            _ => Err(Error::Row("due")),
        });
        due.collect()
    }
}
