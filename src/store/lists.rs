//! Lists of running and of finished games.
//!
//! A player is looked up as first and as second separately, because each has its
//! index; the test below makes sure that no list scans other players' games.

use sqlx::any::AnyRow;
use sqlx::{FromRow as _, Row as _};

use super::columns::side;
use super::sql::{self, Params, params};
use super::{Error, Reads};
use crate::game::{ChannelId, GameId, GameSummary, GuildId, Name, PlayerId, Venue};
use siwa_games::registry::Registry;
use siwa_games::rules::BySide;

/// A query on games that selects the columns that [`summary`] reads, and further ones.
macro_rules! listed {
    ($query:literal) => {
        listed!("", $query)
    };
    ($more:literal, $query:literal) => {
        concat!(
            "select g.id, g.guild, g.channel, g.thread, g.pair, g.variant, g.first, g.second, g.turn, g.winner, g.deadline,
                    ",
            $crate::store::messages::board!("g.id"),
            " as message,
                    a.name as first_name, b.name as second_name",
            $more,
            " from games g left join players a on a.id = g.first left join players b on b.id = g.second ",
            $query
        )
    };
}
pub(super) use listed;

const RUNNING_OF: &str = listed!(
    "where g.id in (
         select id from games where status = 'playing' and first = $1 and ($2 is null or guild = $2)
         union all
         select id from games where status = 'playing' and second = $1 and ($2 is null or guild = $2))
     order by g.deadline is null, g.deadline, g.id"
);

const RUNNING_IN: &str = listed!(
    "where g.id in (
         select id from games where status = 'playing' and channel = $1
         union all
         select id from games where status = 'playing' and thread = $1)
     order by g.deadline is null, g.deadline, g.id"
);

const PAST: &str = listed!(
    "where g.id in (
         select * from (select id from games where status <> 'playing' and first = $1 and guild = $2
                        order by ended desc, id desc limit $3) a
         union all
         select * from (select id from games where status <> 'playing' and second = $1 and guild = $2
                        order by ended desc, id desc limit $3) b)
     order by g.ended desc, g.id desc limit $3"
);

/// `None` for an unknown variant, so that a game of a newer version does not hide the others.
pub(super) fn summary(row: &AnyRow, registry: Registry) -> Result<Option<GameSummary>, Error> {
    let Some((rules, variant)) = registry.variant(row.try_get("variant")?) else {
        return Ok(None);
    };
    let id = row.try_get("id")?;
    let first: Option<GameId> = row.try_get("pair")?;
    Ok(Some(GameSummary {
        id,
        venue: Venue::from_row(row)?,
        thread: row.try_get("thread")?,
        number_in_pair: first.map(|first| if first == id { 1 } else { 2 }),
        info: rules.info(),
        variant,
        players: BySide::new(row.try_get("first")?, row.try_get("second")?),
        turn: side(row.try_get("turn")?)?,
        winner: side(row.try_get("winner")?)?,
        deadline: row.try_get("deadline")?,
        message: row.try_get("message")?,
        names: BySide::new(row.try_get("first_name")?, row.try_get("second_name")?),
    }))
}

impl Reads {
    async fn summaries(
        &self,
        query: &'static str,
        params: Params,
    ) -> Result<Vec<GameSummary>, Error> {
        let rows = sql::rows(&self.readers, query, params).await?;
        let summaries = rows.iter().map(|row| summary(row, self.registry));
        summaries.filter_map(Result::transpose).collect()
    }

    /// A player's running games in a server, or in all of them, soonest deadline first.
    pub async fn running_of(
        &self,
        player: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Vec<GameSummary>, Error> {
        self.summaries(RUNNING_OF, params![player, guild]).await
    }

    /// The running games of a channel or a thread, soonest deadline first.
    pub async fn running_in(&self, channel: ChannelId) -> Result<Vec<GameSummary>, Error> {
        self.summaries(RUNNING_IN, params![channel]).await
    }

    /// A player's finished games in a server, newest first, at most `most`.
    pub async fn past(
        &self,
        player: PlayerId,
        guild: GuildId,
        most: u32,
    ) -> Result<Vec<GameSummary>, Error> {
        let params = params![player, guild, i64::from(most)];
        self.summaries(PAST, params).await
    }

    /// The game of a channel or a thread that ended last.
    pub async fn last_ended(&self, channel: ChannelId) -> Result<Option<GameId>, Error> {
        let last =
            "select id from (
                 select * from (select id, ended from games where status <> 'playing' and channel = $1
                                order by ended desc, id desc limit 1) a
                 union all
                 select * from (select id, ended from games where status <> 'playing' and thread = $1
                                order by ended desc, id desc limit 1) b) ended
             order by ended desc, id desc limit 1";
        Ok(sql::value(&self.readers, last, params![channel]).await?)
    }

    /// The players' names, as last seen.
    pub async fn names(&self, players: BySide<PlayerId>) -> Result<BySide<Option<Name>>, Error> {
        let name = "select name from players where id = $1";
        let first = sql::value(&self.readers, name, params![players.first]).await?;
        let second = sql::value(&self.readers, name, params![players.second]).await?;
        Ok(BySide { first, second })
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::RUNNING_COUNT;
    use super::super::profile::{RATINGS, RIVALS};
    use super::super::ratings::MONTH;
    use super::super::{Engine, migrations::migrations};
    use super::*;

    /// SQLite's query plan, a step a line.
    async fn plan(query: &'static str) -> Vec<String> {
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
        for (query, indexes) in [
            (RUNNING_OF, vec!["games_by_first", "games_by_second"]),
            (RUNNING_COUNT, vec!["games_by_first", "games_by_second"]),
            (RUNNING_IN, vec!["games_by_channel", "games_by_thread"]),
            (PAST, vec!["games_ended_by_first", "games_ended_by_second"]),
            (
                RATINGS,
                vec!["games_ended_by_first", "games_ended_by_second"],
            ),
            (
                RIVALS,
                vec!["games_ended_by_first", "games_ended_by_second"],
            ),
            (MONTH, vec!["games_rated_by_guild", "games_by_pair"]),
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
