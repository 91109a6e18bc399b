//! Compares rows with the rows that they follow from, and checks ids from Discord, settings of people
//! and servers, and tournaments.

use super::Examination;
use crate::game::TimeControl;
use crate::store::Result;
use crate::store::columns::params;
use crate::time::Zone;
use siwa_games::text::Text;

/// Columns that a game has from its challenge.
const SAME: &str = "guild locale variant per_turn bank increment rated level";

/// Columns that differ from what other rows say, each with the key of its row.
///
/// A challenge in a thread becomes a game in that thread, in the parent channel, where it stays if it loses the
/// thread; the engine is the challenged player. In a rematch the sides are swapped, unless nobody's data says who had
/// which, or it is one of a pair: its second game has swapped them already. A game is one of a pair if its challenge
/// says so, or as the second game of such a pair: that starts with the first or when it is over, but in a tournament
/// not if a player has withdrawn. An event may be a day earlier than the one before it, because clocks get corrected.
const RELATED: &str = "
    select * from (
        select 'challenges.status' as name, c.id || '' as key, c.status as found,
               case when g.id is not null then 'accepted' when c.status <> 'accepted' then c.status end as expected
        from challenges c left join games g on g.challenge = c.id
        union all select 'challenges.side', c.id || '', c.side,
               case c.challenger when b.second then 'first' else 'second' end
        from challenges c join games b on b.id = c.rematch_of
        where b.first <> b.second and coalesce(b.pair, b.id) = b.id
        union all select 'challenges.challenger', c.id || '', c.challenger || '',
               case when c.side = 'first' or c.side is null and c.challenger <> g.second
                    then g.first else g.second end || ''
        from games g join challenges c on c.id = g.challenge
        union all select 'challenges.opponent', c.id || '', c.opponent || '',
               case when g.engine = 'first' or g.engine is null and c.opponent <> g.second
                    then g.first else g.second end || ''
        from games g join challenges c on c.id = g.challenge where g.engine is not null or c.opponent is not null
        union all select 'challenges.games', c.id || '', case when s.id is null then 'one' else 'two' end,
               case when g.status = 'playing' and c.games <> 'at-once' then 'one' else 'two' end
        from games g join challenges c on c.id = g.challenge left join games s on s.pair = g.id and s.id <> g.id
        where c.games <> 'single' and g.tournament is null
        union all select 'games.channel', g.id || '', g.channel || '', c.channel || ''
        from games g join challenges c on c.id = g.challenge
        where g.thread is distinct from c.channel and coalesce(g.thread, 0) >= 0
        union all select 'games.pair', g.id || '', g.pair || '',
               case when c.games <> 'single' then g.id when b.pair = b.id then b.id end || ''
        from games g join challenges c on c.id = g.challenge left join games b on b.id = c.rematch_of
        union all select 'games.alarm', id || '', alarm || '', coalesce(alarm, deadline) || '' from games
        where deadline is not null and (rated = 1 or engine is not null)
        union all select 'events.text', game || ', 1', text,
               case when text like by_what || ' %' then text else by_what end
        from (select e.game, e.text, case when c.side is null then 'lots'
                                          when c.rematch_of is null then 'choice' else 'turns' end as by_what
              from events e join games g on g.id = e.game join challenges c on c.id = g.challenge where e.seq = 1) e
        union all select 'events.at', game || ', ' || seq, at || '',
               case when at < before - 86400 then '>= ' || before else at || '' end
        from (select game, seq, at, lag(at) over (partition by game order by seq) as before from events) e
        union all select t.name, t.key || '', t.told || '',
               case when t.told between t.least and g.seq then t.told || '' else t.least || '..=' || g.seq end
        from (select 'outbox.seq' as name, id as key, game, seq as told, 1 as least from outbox where seq is not null
              union all select 'messages.told', id, game, told, 0 from messages
              union all select 'searches.seq', game, game, seq, 1 from searches) t join games g on g.id = t.game
        union all select 'attempts.number', player || ', ' || puzzle, number || '',
               row_number() over (partition by player order by number) || ''
        from attempts
        union all select 'attempts.solved', player || ', ' || puzzle, solved || '',
               case when right_away = 1 or solved < at then at else solved end || ''
        from attempts
        union all select 'daily_solutions.player', s.guild || ', ' || s.day, s.player || '', a.player || ''
        from daily_solutions s join daily_puzzles d on d.guild = s.guild and d.day = s.day
        left join attempts a on a.puzzle = d.puzzle and a.player = s.player and a.solved is not null) as related
    where found is distinct from expected";

/// Impossible values, and the names of time zones and clocks, each with its row. Discord's ids start
/// with a timestamp, so that none is below 1 << 22; -2 to 0 represent missing threads.
///
/// A tournament has games as soon as it runs, each between two of its players; everyone in a group meets everyone
/// there once, in a pair. Until it is over, something is due or a game runs, and each game has a clock; when it is
/// over, only games of players who have withdrawn run.
const VALUES: &str = "
    select 'messages.id' as name, game as id, cast(id as text) as value from messages where id < 4194304
    union all select 'games.thread', id, cast(thread as text) from games
        where thread < 4194304 and thread not in (-2, -1, 0)
    union all select 'players.quiet_from', id, 'null' from players where quiet_from is null and quiet_to is not null
    union all select 'players.quiet_to', id, 'null' from players where quiet_to is null and quiet_from is not null
    union all select 'players.zone', min(id), zone from players where zone is not null group by zone
    union all select 'guilds.weekends', min(id), weekends from guilds where weekends is not null group by weekends
    union all select 'games.weekends', min(id), weekends from games where weekends is not null group by weekends
    union all select 'guilds.clock', min(id), clock from guilds where clock is not null group by clock
    union all select 'tournaments.variant', min(id), variant from tournaments group by variant
    union all select 'challenges.variant', min(id), variant from challenges group by variant
    union all select 'tournaments.entrants', id, cast(entrants as text) from tournaments t
        where entrants <> (select count(*) from tournament_players where tournament = t.id)
    union all select 'tournaments.channel', id, '0' from tournaments where channel = 0
    union all select 'tournaments.closes', id, cast(closes as text) from tournaments where closes < 0
    union all select 'tournaments.per_turn', id, 'null' from tournaments where per_turn is null and bank is null
    union all select 'tournaments.per_turn', id, cast(per_turn as text) from tournaments where per_turn <= 0
    union all select 'tournaments.bank', id, cast(bank as text) from tournaments where bank <= 0
    union all select 'tournaments.increment', id, cast(increment as text) from tournaments where increment < 0
    union all select 'tournaments.phase', id, phase from tournaments t where phase = 'over' and exists (
        select 1 from games g where tournament = t.id and status = 'playing' and not exists (
            select 1 from tournament_players where tournament = t.id and player in (first, second) and withdrawn = 1))
    union all select 'tournaments.phase', id, phase from tournaments t
        where phase <> 'cancelled' and (phase <> 'sign-up') <> exists (select 1 from games where tournament = t.id)
    union all select 'tournaments.due', id, 'null' from tournaments t
        where phase in ('sign-up', 'running') and due is null
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

/// The name of a column as `table.column`, the key of its row, and its value.
type Value = (String, i64, Option<String>);
/// The same with the expected value.
type Related = (String, String, Option<String>, Option<String>);

impl Examination {
    pub(super) async fn related(&mut self) -> Result<()> {
        let mut rows: Vec<Related> = self.snapshot.all(RELATED, params![]).await?;
        for column in SAME.split(' ') {
            let same = format!(
                "select 'games.{column}', g.id || '', g.{column} || '', c.{column} || ''
                 from games g join challenges c on c.id = g.challenge where g.{column} is distinct from c.{column}"
            );
            rows.extend(self.snapshot.all(same, params![]).await?);
        }
        for (name, key, found, expected) in rows {
            let (table, column) = name.split_once('.').unwrap_or((&name, ""));
            self.compare(table, column, key, found, expected);
        }
        Ok(())
    }

    pub(super) async fn values(&mut self) -> Result<()> {
        let rows: Vec<Value> = self.snapshot.all(VALUES, params![]).await?;
        for (name, key, value) in rows {
            let is_known = value.as_deref().is_some_and(|value| match name.as_str() {
                "guilds.clock" => TimeControl::offered(value).is_some(),
                "challenges.variant" | "tournaments.variant" => {
                    self.registry.variant(value).is_some()
                }
                _ => Zone::read(value).is_some(),
            });
            if !is_known {
                let what = format!("{name} ({key}) = {}", value.unwrap_or_default());
                self.report(Text::new("cli-doctor-value").with("what", what));
            }
        }
        Ok(())
    }
}
