//! Checks ids from Discord, and settings of people and servers.

use super::{Examination, Finding};
use crate::game::TimeControl;
use crate::store::Error;
use crate::time::Zone;

/// Impossible values, and the names of time zones and clocks, each with its row. Discord's ids start
/// with a timestamp, so that none is below 1 << 22; -1 and 0 represent missing threads.
const VALUES: &str = "
    select 'messages.id' as name, game as id, cast(id as text) as value from messages where id < 4194304
    union all select 'games.thread', id, cast(thread as text) from games where thread < 4194304 and thread not in (-1, 0)
    union all select 'players.quiet_from', id, 'null' from players where quiet_from is null and quiet_to is not null
    union all select 'players.quiet_to', id, 'null' from players where quiet_to is null and quiet_from is not null
    union all select 'players.zone', min(id), zone from players where zone is not null group by zone
    union all select 'guilds.weekends', min(id), weekends from guilds where weekends is not null group by weekends
    union all select 'games.weekends', min(id), weekends from games where weekends is not null group by weekends
    union all select 'guilds.clock', min(id), clock from guilds where clock is not null group by clock";

impl Examination {
    pub(super) async fn values(&mut self) -> Result<(), Error> {
        for row in self.all(VALUES).await? {
            let (name, value) = (row.get("name").unwrap_or_default(), row.get("value"));
            let known = value.is_some_and(|value| match name {
                "guilds.clock" => TimeControl::offered(value).is_some(),
                _ => Zone::read(value).is_some(),
            });
            if !known {
                let what = format!("{name} ({}) = {}", row.key, value.unwrap_or_default());
                self.findings.push(Finding::Value(what));
            }
        }
        Ok(())
    }
}
