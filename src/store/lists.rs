//! Lists of running and of finished games.
//!
//! A player is looked up as first and as second separately, because each has its
//! index; the test below makes sure that no list scans other players' games.

use sqlx::any::AnyRow;

use super::columns::{FromRow as _, Params, get, params};
use super::{Database, Result};
use crate::game::{ChannelId, GameId, GameSummary, GuildId, Name, PlayerId, Venue};
use siwa_games::registry::Registry;
use siwa_games::rules::BySide;

/// The columns of [`LISTED_GAMES`] that [`summary`] reads.
pub(super) const LISTED: &str = "
    g.id, g.guild, g.channel, g.thread, g.pair, g.variant, g.first, g.second, g.turn, g.winner, g.deadline,
    (select m.id from messages m where m.game = g.id and m.role = 'board'
     order by m.seq desc, m.id desc limit 1) as message,
    a.name as first_name, b.name as second_name";

/// Games `g`, with their players.
pub(super) const LISTED_GAMES: &str = "
    games g left join players a on a.id = g.first left join players b on b.id = g.second";

const RUNNING_OF: &str = "
    g.id in (select id from games where status = 'playing' and first = $1 and ($2 is null or guild = $2)
             union all
             select id from games where status = 'playing' and second = $1 and ($2 is null or guild = $2))
    order by g.deadline is null, g.deadline, g.id";

const RUNNING_IN: &str = "
    g.id in (select id from games where status = 'playing' and channel = $1
             union all
             select id from games where status = 'playing' and thread = $1)
    order by g.deadline is null, g.deadline, g.id";

const PAST: &str = "
    g.id in (select * from (select id from games where status <> 'playing' and first = $1 and guild = $2
                            order by ended desc, id desc limit $3) a
             union all
             select * from (select id from games where status <> 'playing' and second = $1 and guild = $2
                            order by ended desc, id desc limit $3) b)
    order by g.ended desc, g.id desc limit $3";

/// The query for games with this condition.
fn games_that(which: &str) -> String {
    format!("select {LISTED} from {LISTED_GAMES} where {which}")
}

/// `None` for an unknown variant, so that a game of a newer version does not hide the others.
pub(super) fn summary(row: &AnyRow, registry: Registry) -> Result<Option<GameSummary>> {
    let variant: String = get(row, "variant")?;
    let Some((rules, variant)) = registry.variant(&variant) else {
        return Ok(None);
    };
    let id = get(row, "id")?;
    let first: Option<GameId> = get(row, "pair")?;
    Ok(Some(GameSummary {
        id,
        venue: Venue::from_row(row)?,
        thread: get(row, "thread")?,
        number_in_pair: first.map(|first| if first == id { 1 } else { 2 }),
        info: rules.info(),
        variant,
        players: BySide::new(get(row, "first")?, get(row, "second")?),
        turn: get(row, "turn")?,
        winner: get(row, "winner")?,
        deadline: get(row, "deadline")?,
        message: get(row, "message")?,
        names: BySide::new(get(row, "first_name")?, get(row, "second_name")?),
    }))
}

impl Database {
    async fn summaries(&self, which: &str, params: Params) -> Result<Vec<GameSummary>> {
        let query = games_that(which);
        let rows = self.readers.rows(query, params).await?;
        let summaries = rows.iter().map(|row| summary(row, self.registry));
        summaries.filter_map(Result::transpose).collect()
    }

    /// A player's running games in a server, or in all of them, soonest deadline first.
    pub async fn running_of(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Vec<GameSummary>> {
        self.summaries(RUNNING_OF, params![player, guild]).await
    }

    /// The running games of a channel or a thread, soonest deadline first.
    pub async fn running_in(&self, channel: ChannelId) -> Result<Vec<GameSummary>> {
        self.summaries(RUNNING_IN, params![channel]).await
    }

    /// A player's finished games in a server, newest first, at most `most`.
    pub async fn past(
        &self,
        player: PlayerId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<GameSummary>> {
        self.summaries(PAST, params![player, guild, most]).await
    }

    /// The game of a channel or a thread that ended last.
    pub async fn last_ended(&self, channel: ChannelId) -> Result<Option<GameId>> {
        let last =
            "select id from (
                 select * from (select id, ended from games where status <> 'playing' and channel = $1
                                order by ended desc, id desc limit 1) a
                 union all
                 select * from (select id, ended from games where status <> 'playing' and thread = $1
                                order by ended desc, id desc limit 1) b) ended
             order by ended desc, id desc limit 1";
        self.readers.find(last, params![channel]).await
    }

    /// The players' names, as last seen.
    pub async fn names(&self, players: BySide<PlayerId>) -> Result<BySide<Option<Name>>> {
        let names = "select (select name from players where id = $1), (select name from players where id = $2)";
        let players = params![players.first, players.second];
        let (first, second) = self.readers.only(names, players).await?;
        Ok(BySide { first, second })
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::running;
    use super::super::ratings::{ON_PAGE, PLACED_IN_MONTH, RATINGS, RIVALS};
    use super::super::{Engine, migrations::migrations};
    use super::*;

    /// SQLite's query plan, a step a line.
    async fn plan(query: &str) -> Vec<String> {
        let games = sqlx::sqlite::SqlitePoolOptions::new()
            .max_connections(1)
            .connect("sqlite::memory:")
            .await
            .unwrap();
        migrations(Engine::Sqlite).run(&games).await.unwrap();
        let steps: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(sqlx::AssertSqlSafe(format!("explain query plan {query}")))
                .fetch_all(&games)
                .await
                .unwrap();
        steps.into_iter().map(|step| step.3).collect()
    }

    #[tokio::test]
    async fn no_list_reads_the_games_of_others() {
        let listed = [RUNNING_OF, RUNNING_IN, PAST];
        let [running_of, running_in, past] = listed.map(games_that);
        let month = format!("{PLACED_IN_MONTH} {ON_PAGE}");
        let count = format!("select {}", running("$1", "$2"));
        let running = ["games_by_first", "games_by_second"];
        let ended = ["games_ended_by_first", "games_ended_by_second"];
        for (query, indexes) in [
            (&*running_of, running),
            (&count, running),
            (&running_in, ["games_by_channel", "games_by_thread"]),
            (&past, ended),
            (RATINGS, ended),
            (RIVALS, ended),
            (&month, ["games_rated_by_guild", "games_by_pair"]),
        ] {
            let plan = plan(query).await;
            for index in indexes {
                let used = format!("INDEX {index} (");
                assert!(
                    plan.iter().any(|step| step.contains(&used)),
                    "{index}: {plan:#?}"
                );
            }
            let scans = |step: &&String| step.starts_with("SCAN") && step.contains("game");
            assert_eq!(plan.iter().find(scans), None, "{plan:#?}");
        }
    }
}
