//! The tables of the database: their keys, and which rows are about a person or of a server.
//!
//! Copies, exports, deletions and retention follow from this list, so that none of them forgets a table.

/// A table. Several columns are separated by spaces.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns of its key.
    pub(super) key: &'static str,
    /// The columns that say of which server a row is: the server, or a row that is of one.
    pub(super) guild: &'static str,
    pub(super) people: People,
}

/// How the rows of a table are about people, and what becomes of them when all data about a person
/// is deleted.
pub(super) enum People {
    /// They are not.
    Nobody,
    /// A row is about its `player`, and is deleted.
    Own,
    /// A row names people in these columns. Others share it, so a placeholder replaces the person.
    Shared(&'static str),
    /// The rows about the person `$1` are those with this condition. What becomes of them follows
    /// from other tables.
    Found(&'static str),
}
use People::{Found, Nobody, Own, Shared};

/// The tables, in an order in which the rows that a row refers to come before it; and backwards, for
/// deletions, in the order in which changes lock messages and what is leased. Without
/// `request_counts`, `identify_slots` and `reached`, whose rows last seconds.
pub(super) const TABLES: [Table; 19] = [
    table("players", "id", "", Found("id = $1")),
    table("guilds", "id", "id", Found(OWN_CONVERSATION)),
    table("allowed_channels", "guild channel", "guild", Nobody),
    table("removed_guilds", "guild", "guild", Nobody),
    table("tournaments", "id", "guild", Shared("organizer canceller")),
    table(
        "tournament_players",
        "tournament player",
        "tournament",
        Shared("player"),
    ),
    table("challenges", "id", "guild", Shared("challenger opponent")),
    // There is an index for the challenge.
    table("games", "id", "challenge", Shared("first second")),
    table("events", "game seq", "game", Found(OWN_SIDE)),
    table("ratings", "guild rules player", "guild", Own),
    table("plans", "id", "game", Found(OWN_SIDE)),
    table("puzzles", "id", "", Nobody),
    table("daily_puzzles", "guild day", "guild", Nobody),
    table("daily_solutions", "guild day player", "guild", Own),
    table("attempts", "player puzzle", "", Own),
    table("searches", "game", "game", Nobody),
    table("upkeep", "challenge", "challenge", Nobody),
    table("outbox", "id", "game challenge tournament", Own),
    table("messages", "id", "game", Own),
];

/// The tables whose rows processes lease.
pub(super) const LEASED: [&str; 3] = ["outbox", "upkeep", "searches"];

/// The columns that are not exported: secrets, and internal scheduling.
pub(super) const NOT_EXPORTED: [&str; 5] = ["cause", "interaction", "token", "lease", "attempts"];

/// The condition that `game` and `side` are those of the person `$1`.
pub(super) const OWN_SIDE: &str = "
    game in (select id from games where first = $1 or second = $1)
    and $1 = (select case side when 'first' then first when 'second' then second end from games where id = game)";

/// The condition that `id` is a user-install conversation in which the person `$1` has played.
pub(super) const OWN_CONVERSATION: &str = "
    id < 0 and (id in (select guild from challenges where challenger = $1 or opponent = $1)
                or id in (select guild from games where first = $1 or second = $1))";

const fn table(
    name: &'static str,
    key: &'static str,
    guild: &'static str,
    people: People,
) -> Table {
    Table {
        name,
        key,
        guild,
        people,
    }
}

impl Table {
    /// The columns that name people.
    pub(super) fn people(&self) -> impl Iterator<Item = &'static str> {
        let columns = match self.people {
            Nobody | Found(_) => "",
            Own => "player",
            Shared(columns) => columns,
        };
        columns.split_whitespace()
    }

    /// The condition that a row is about the person `$1`; `None` if none is.
    pub(super) fn about_person(&self) -> Option<String> {
        if let Found(condition) = self.people {
            return Some(condition.to_owned());
        }
        let named = self.people().map(|column| format!("{column} = $1"));
        named.reduce(|one, other| format!("{one} or {other}"))
    }

    /// The conditions that a row is of the server `$1`, which find its rows.
    pub(super) fn of_guild(&self) -> impl Iterator<Item = String> {
        let condition = |column| match column {
            "game" => "game in (select id from games
                       where challenge in (select id from challenges where guild = $1))"
                .to_owned(),
            "challenge" | "tournament" => {
                format!("{column} in (select id from {column}s where guild = $1)")
            }
            guild => format!("{guild} = $1"),
        };
        self.guild.split_whitespace().map(condition)
    }

    /// The condition that the row of a person is of a server with an id from `$2` to `$3`; `None` in a
    /// table of no server.
    pub(super) fn in_guilds(&self) -> Option<String> {
        let condition = |column| match column {
            "game" | "challenge" | "tournament" => format!(
                "(select guild from {column}s where id = {}.{column}) between $2 and $3",
                self.name
            ),
            guild => format!("{guild} between $2 and $3"),
        };
        let conditions = self.guild.split_whitespace().map(condition);
        conditions.reduce(|one, other| format!("{one} or {other}"))
    }
}

/// The statement that deletes names and settings of those people with this condition whom nothing
/// else names but what is to be sent.
pub(super) fn delete_left_over(condition: &str) -> String {
    let mut delete = format!("delete from players where {condition}");
    for table in TABLES.iter().filter(|table| !LEASED.contains(&table.name)) {
        for column in table.people() {
            let name = table.name;
            delete +=
                &format!(" and not exists (select 1 from {name} where {column} = players.id)");
        }
    }
    delete
}

#[cfg(test)]
mod tests {
    use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};

    use super::*;
    use crate::store::Engine;
    use crate::store::columns::params;
    use crate::store::connection::Connection;
    use crate::store::migrations::migrations;

    /// Tables with nothing to copy: each database has its own migrations and rate limits.
    const OWN: [&str; 4] = [
        "_sqlx_migrations",
        "identify_slots",
        "reached",
        "request_counts",
    ];

    /// The columns that name no person, and by which no row is said to be of a server.
    const OTHERS: [(&str, &str); 18] = [
        (
            "players",
            "name seen theme confirms menus reminder away_from away_until away_year away_days notify \
             quiet_from quiet_to zone digest_hour digest_at direct locale",
        ),
        (
            "guilds",
            "theme games_in weekends takebacks locale clock rated tournaments",
        ),
        ("removed_guilds", "since"),
        (
            "tournaments",
            "channel locale name variant per_turn bank increment most entrants created closes phase opened \
             message version shown due start",
        ),
        ("tournament_players", "withdrawn"),
        (
            "challenges",
            "channel locale message variant per_turn rated side rematch_of created expires status level \
             games_in bank increment shown kept_open games start",
        ),
        (
            "games",
            "guild channel locale rules variant per_turn rated status winner seq board_seq turn deadline \
             started touched ended first_before first_after second_before second_after first_rated \
             second_rated level engine thread bank increment alarm pair tournament section weekends takebacks \
             plan_changes",
        ),
        ("events", "at side kind text"),
        (
            "ratings",
            "rating deviation volatility rated won drawn lost ask missed",
        ),
        ("messages", "channel role seq told"),
        ("plans", "side base line made"),
        ("puzzles", "variant position solution grade"),
        ("daily_puzzles", "puzzle"),
        ("daily_solutions", "shared"),
        (
            "attempts",
            "number at right_away told solved against rating deviation volatility",
        ),
        ("outbox", "role channel seq pings created due"),
        ("upkeep", "version created due"),
        ("searches", "seq created due"),
    ];

    async fn empty() -> Connection {
        sqlx::any::install_default_drivers();
        let mut database = AnyConnection::connect("sqlite::memory:").await.unwrap();
        let made = migrations(Engine::Sqlite).run(&mut database).await;
        made.unwrap();
        database.into()
    }

    #[tokio::test]
    async fn every_table_is_listed_with_its_key() {
        let mut database = empty().await;
        let query = "select name from sqlite_schema
                     where type = 'table' and name not like 'sqlite_%' order by name";
        let found = database.all(query, params![]).await;
        let mut found: Vec<String> = found.unwrap();
        found.retain(|name| !OWN.contains(&name.as_str()));
        let mut listed: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
        for table in &TABLES {
            let query = "select name from pragma_table_info($1) where pk > 0 order by pk";
            let key = database.all(query, params![table.name]).await;
            let key: Vec<String> = key.unwrap();
            assert_eq!(key.join(" "), table.key, "{}", table.name);
        }
    }

    #[tokio::test]
    async fn every_column_is_known_to_be_about_a_person_or_not() {
        let mut database = empty().await;
        for table in &TABLES {
            let others = OTHERS.iter().find(|(name, _)| *name == table.name);
            let others = others.map_or("", |(_, columns)| *columns);
            let mut listed: Vec<&str> = [table.key, table.guild, others]
                .into_iter()
                .flat_map(str::split_whitespace)
                .chain(table.people())
                .collect();
            let found = database.columns_of(table.name).await.unwrap();
            let found: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
            listed.extend(NOT_EXPORTED.iter().filter(|name| found.contains(name)));
            listed.sort_unstable();
            listed.dedup();
            assert_eq!(found, listed, "the columns of {}", table.name);
            let is_leased = LEASED.contains(&table.name);
            assert_eq!(found.contains(&"lease"), is_leased, "{}", table.name);
        }
    }

    /// Whether a step of a query plan reads a whole table that is large or becomes so.
    fn reads_all(step: &str) -> bool {
        let small = ["tournaments", "tournament_players"];
        let table = step.strip_prefix("SCAN ");
        let table = table.and_then(|step| step.split(' ').next());
        table.is_some_and(|name| {
            TABLES.iter().any(|listed| listed.name == name) && !small.contains(&name)
        })
    }

    #[tokio::test]
    async fn rows_of_a_person_or_a_server_are_found_by_indexes() {
        let mut database = empty().await;
        let mut statements = ["id = $1", "id in ($1, $2)"].map(delete_left_over).to_vec();
        for table in &TABLES {
            let name = table.name;
            let person = table.about_person().into_iter();
            statements.extend(person.map(|about| format!("select 1 from {name} where {about}")));
            let guild = table.of_guild();
            statements.extend(guild.map(|there| format!("delete from {name} where {there}")));
            if let Some(there) = table.in_guilds() {
                let named =
                    |column| format!("delete from {name} where {column} = $1 and ({there})");
                statements.extend(table.people().map(named));
            }
        }
        for statement in statements {
            let plan = AssertSqlSafe(format!("explain query plan {statement}"));
            let plan = sqlx::raw_sql(plan)
                .fetch_all(database.open())
                .await
                .unwrap();
            let steps: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
            let all = steps.iter().find(|step| reads_all(step));
            assert_eq!(all, None, "{statement}");
        }
    }
}
