//! Personal data: summaries and exports.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use super::columns::{columns_of, row};
use super::sql::{self, params};
use super::{Error, Reads};
use crate::game::{GameId, Name, PlayerId};

/// The rows of a table that are about a person, as text; null is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Option<String>>>,
}

row! {
    /// A summary of the data stored about a person.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct StoredDataSummary {
        /// Their last seen name.
        pub name: Option<Name>,
        /// Games.
        pub games: i64,
        /// Running games among them.
        pub running: i64,
        /// Challenges by them and to them.
        pub challenges: i64,
        /// Rows of leaderboards.
        pub ratings: i64,
        /// Puzzles that they tried.
        pub puzzles: i64,
        /// Lines of play that they planned.
        pub plans: i64,
        /// Tournaments that they have joined.
        pub tournaments: i64,
        /// Direct messages that are still to be sent or changed.
        pub messages: i64,
    }
}

impl StoredDataSummary {
    /// Returns whether nothing is stored.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The games of a person.
macro_rules! own_games {
    () => {
        "(select id from games where first = $1 union all select id from games where second = $1)"
    };
}

/// The condition that `game` and `side` are a person's. The games come first because a server can
/// use an index for them, but not for a choice of two conditions.
macro_rules! own_side {
    () => {
        concat!(
            "game in ",
            own_games!(),
            " and (game in (select id from games where first = $1) and side = 'first'
                   or game in (select id from games where second = $1) and side = 'second')"
        )
    };
}

/// The condition that `id` is a user-install conversation in which a person has played.
macro_rules! own_conversations {
    () => {
        "id < 0
    and (id in (select guild from challenges where challenger = $1 or opponent = $1)
         or id in (select guild from games where first = $1 or second = $1))"
    };
}
pub(super) use own_conversations;

const COUNTED: &str = concat!(
    "select (select name from players where id = $1) as name,
        (select count(*) from games where first = $1) + (select count(*) from games where second = $1) as games,
        (select count(*) from games where status = 'playing' and first = $1)
          + (select count(*) from games where status = 'playing' and second = $1) as running,
        (select count(*) from challenges where challenger = $1)
          + (select count(*) from challenges where opponent = $1) as challenges,
        (select count(*) from ratings where player = $1) as ratings,
        (select count(*) from attempts where player = $1) as puzzles,
        (select count(*) from plans where ",
    own_side!(),
    ") as plans,
        (select count(*) from tournament_players where player = $1) as tournaments,
        (select count(*) from messages where player = $1) + (select count(*) from outbox where player = $1) as messages"
);

/// The exported tables, and the rows in them that are about a person.
const READ: [(&str, &str); 13] = [
    ("players", "id = $1"),
    ("challenges", "challenger = $1 or opponent = $1"),
    ("games", concat!("id in ", own_games!())),
    ("events", own_side!()),
    ("ratings", "player = $1"),
    ("plans", own_side!()),
    ("attempts", "player = $1"),
    ("daily_solutions", "player = $1"),
    ("tournaments", "organizer = $1 or canceller = $1"),
    ("tournament_players", "player = $1"),
    ("messages", "player = $1"),
    ("outbox", "player = $1"),
    ("guilds", own_conversations!()),
];

/// The columns that are not exported: secrets, and internal scheduling.
const LEFT_OUT: [&str; 5] = ["cause", "interaction", "token", "lease", "attempts"];

impl Reads {
    /// A summary of the data stored about a person.
    pub async fn stored_data(&self, player: PlayerId) -> Result<StoredDataSummary, Error> {
        let counted = sql::find(&self.readers, COUNTED, params![player]).await?;
        Ok(counted.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// All data stored about a person, table by table.
    pub async fn read_out(&self, player: PlayerId) -> Result<Vec<Table>, Error> {
        // One transaction, so that the tables agree.
        let mut snapshot = self.snapshot().await?;
        let mut tables = Vec::new();
        for (name, about) in READ {
            let columns = columns_of(snapshot.connection(), name).await?.into_iter();
            let columns = columns.map(|(column, _)| column);
            let columns = columns.filter(|column| !LEFT_OUT.contains(&column.as_str()));
            let columns: Vec<String> = columns.collect();
            let texts = columns.iter().map(|it| format!("cast({it} as text)"));
            let texts: Vec<String> = texts.collect();
            let query = format!("select {} from {name} where {about}", texts.join(", "));
            let query = AssertSqlSafe(query);
            let rows = sql::rows(snapshot.connection(), query, params![player]).await?;
            let text = |row: &AnyRow| (0..columns.len()).map(|at| row.try_get(at)).collect();
            let rows = rows.iter().map(text).collect::<Result<_, sqlx::Error>>()?;
            tables.push(Table {
                name,
                columns,
                rows,
            });
        }
        snapshot.end("commit").await?;
        Ok(tables)
    }

    /// A person's games, newest first.
    pub async fn all_games(&self, player: PlayerId) -> Result<Vec<GameId>, Error> {
        let query = concat!(
            "select id from games where id in ",
            own_games!(),
            " order by id desc"
        );
        Ok(sql::values(&self.readers, query, params![player]).await?)
    }
}
