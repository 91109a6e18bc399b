//! Checks what has become due as time passed.

use super::columns::row;
use super::limits::COUNTS_KEPT;
use super::sql::{self, params};
use super::{Error, Reads};
use crate::game::OFFER_ENGINE_AFTER;
use crate::time::Timestamp;

row! {
    /// Which kinds of work are due: 1 or null for each.
    pub struct Due {
        /// Counts of requests in past seconds can be deleted.
        pub counts: Option<i64>,
        /// Challenges have expired.
        pub challenges: Option<i64>,
        /// Cards of challenges must offer a game with the engine.
        pub offers: Option<i64>,
        /// Digests must be sent.
        pub digests: Option<i64>,
        /// The time of turns must be checked.
        pub alarms: Option<i64>,
        /// Tournaments must be looked at.
        pub tournaments: Option<i64>,
        /// Discord must be asked whether people are still members.
        pub members: Option<i64>,
    }
}

impl Reads {
    /// The due work. `second` is the present second of Discord's rate limit.
    pub async fn due(&self, now: Timestamp, second: Timestamp) -> Result<Due, Error> {
        let due = "
            select (select 1 from request_counts where second < $3 limit 1) as counts,
                   (select 1 from challenges where status = 'open' and expires <= $1 limit 1) as challenges,
                   (select 1 from challenges where status = 'open' and opponent is null and engine_offered_at is null
                                               and message is not null and created <= $1 - $2 limit 1) as offers,
                   (select 1 from players where digest_at <= $1 limit 1) as digests,
                   (select 1 from games where status = 'playing' and alarm <= $1 limit 1) as alarms,
                   (select 1 from tournaments where due <= $1 limit 1) as tournaments,
                   (select 1 from ratings where ask <= $1 and guild >= 0
                                            and guild not in (select guild from removed_guilds) limit 1) as members";
        let past = second.0.saturating_sub(COUNTS_KEPT);
        let moments = params![now, OFFER_ENGINE_AFTER, past];
        let due = sql::find(&self.readers, due, moments).await?;
        due.ok_or(Error::Row("due"))
    }
}
