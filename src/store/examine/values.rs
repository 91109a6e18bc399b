//! Checks ids from Discord, settings of people and servers, and tournaments.

use super::{Examination, Finding};
use crate::game::TimeControl;
use crate::store::Error;
use crate::time::Zone;

/// Impossible values, and the names of time zones and clocks, each with its row. Discord's ids start
/// with a timestamp, so that none is below 1 << 22; -2 to 0 represent missing threads.
///
/// A tournament has games as soon as it runs, each between two of its players; everyone in a group meets everyone
/// there once, in a pair. Until it is over, something is due or a game runs, and each game has a clock.
const VALUES: &str = "
    select 'messages.id' as name, game as id, cast(id as text) as value from messages where id < 4194304
    union all select 'games.thread', id, cast(thread as text) from games where thread < 4194304 and thread not in (-2, -1, 0)
    union all select 'players.quiet_from', id, 'null' from players where quiet_from is null and quiet_to is not null
    union all select 'players.quiet_to', id, 'null' from players where quiet_to is null and quiet_from is not null
    union all select 'players.zone', min(id), zone from players where zone is not null group by zone
    union all select 'guilds.weekends', min(id), weekends from guilds where weekends is not null group by weekends
    union all select 'games.weekends', min(id), weekends from games where weekends is not null group by weekends
    union all select 'guilds.clock', min(id), clock from guilds where clock is not null group by clock
    union all select 'tournaments.variant', min(id), variant from tournaments group by variant
    union all select 'tournaments.per_turn', id, 'null' from tournaments where per_turn is null and bank is null
    union all select 'tournaments.phase', id, phase from tournaments t
        where phase <> 'cancelled' and (phase <> 'sign-up') <> exists (select 1 from games where tournament = t.id)
    union all select 'tournaments.due', id, 'null' from tournaments t where phase in ('sign-up', 'running') and due is null
        and not exists (select 1 from games where tournament = t.id and status = 'playing')
    union all select 'tournaments.opened', id, cast(opened as text) from tournaments t
        where opened <> 1 and not exists (select 1 from games where tournament = t.id and section = t.opened)
    union all select 'games.tournament', id, cast(tournament as text) from games g where tournament is not null
        and 2 <> (select count(*) from tournament_players where tournament = g.tournament and player in (first, second))
    union all select 'games.section', min(id), cast(section as text) from games g where tournament is not null
        group by tournament, section having section < 1 or 2 * count(case when coalesce(pair, id) = id then 1 end) <> (
            select count(*) * (count(*) - 1) from (
                select first from games where tournament = g.tournament and section = g.section
                union select second from games where tournament = g.tournament and section = g.section) met)";

impl Examination {
    pub(super) async fn values(&mut self) -> Result<(), Error> {
        for row in self.all(VALUES).await? {
            let (name, value) = (row.get("name").unwrap_or_default(), row.get("value"));
            let known = value.is_some_and(|value| match name {
                "guilds.clock" => TimeControl::offered(value).is_some(),
                "tournaments.variant" => self.registry.variant(value).is_some(),
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
