//! All that is kept of one person: counted, read out, and deleted.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::columns::{column, count, id, row};
use super::session::changing;
use super::{Engine, Error, Store, Unchanged};
use crate::game::{ChallengeId, GameId, PlayerId};

/// The rows of a table that are about a person, as text; a null is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [&'static str],
    /// Its rows.
    pub rows: Vec<Vec<Option<String>>>,
}

row! {
    /// How much is kept of a person.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Kept {
        /// The name they were last seen with.
        pub name: Option<String>,
        /// Games.
        pub games: i64,
        /// Those of them that are running.
        pub running: i64,
        /// Challenges by them and to them.
        pub challenges: i64,
        /// Ratings and results, one a list.
        pub ratings: i64,
        /// Puzzles that they have tried.
        pub puzzles: i64,
        /// Lines of play that they have planned.
        pub plans: i64,
        /// Direct messages that are still to change, or to be sent.
        pub messages: i64,
    }
}

impl Kept {
    /// Whether nothing is kept at all.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        let Self {
            name,
            games,
            running,
            challenges,
            ratings,
            puzzles,
            plans,
            messages,
        } = self;
        let all = [
            games, running, challenges, ratings, puzzles, plans, messages,
        ];
        name.is_none() && all.into_iter().all(|count| *count == 0)
    }
}

/// The games of a person.
macro_rules! own_games {
    () => {
        "(select id from games where first = $1 union all select id from games where second = $1)"
    };
}

/// The condition that `game` and `side` are a person's. By the games alone, in front, a server
/// finds the rows of a large table: by what one of two conditions says it does not.
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

/// The condition that `id` is a conversation without the bot in which a person has played.
macro_rules! own_conversations {
    () => {
        "id < 0
    and (id in (select guild from challenges where challenger = $1 or opponent = $1)
         or id in (select guild from games where first = $1 or second = $1))"
    };
}

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
        (select count(*) from notices where player = $1) + (select count(*) from outbox where player = $1) as messages"
);

/// What is read out: tables, their columns, and which rows are about a person. Secrets and
/// the order of the program's own work are left out.
const READ: [(&str, &[&str], &str); 11] = [
    (
        "players",
        &[
            "id",
            "name",
            "seen",
            "theme",
            "confirms",
            "reminder",
            "away_until",
            "away_year",
            "away_days",
            "notify",
            "quiet_from",
            "quiet_to",
            "zone",
            "digest_hour",
            "digest_at",
            "direct",
            "locale",
        ],
        "id = $1",
    ),
    (
        "challenges",
        &[
            "id",
            "guild",
            "channel",
            "challenger",
            "opponent",
            "variant",
            "rated",
            "games",
            "created",
            "expires",
            "status",
        ],
        "challenger = $1 or opponent = $1",
    ),
    (
        "games",
        &[
            "id",
            "guild",
            "channel",
            "variant",
            "first",
            "second",
            "rated",
            "status",
            "winner",
            "started",
            "ended",
            "first_before",
            "first_after",
            "second_before",
            "second_after",
        ],
        concat!("id in ", own_games!()),
    ),
    (
        "events",
        &["game", "seq", "at", "side", "kind", "text"],
        own_side!(),
    ),
    (
        "ratings",
        &[
            "guild",
            "rules",
            "rating",
            "deviation",
            "volatility",
            "rated",
            "won",
            "drawn",
            "lost",
        ],
        "player = $1",
    ),
    ("plans", &["game", "side", "line", "made"], own_side!()),
    (
        "attempts",
        &[
            "puzzle",
            "number",
            "at",
            "right_away",
            "told",
            "solved",
            "rating",
            "deviation",
            "volatility",
        ],
        "player = $1",
    ),
    (
        "daily_solutions",
        &["guild", "day", "shared"],
        "player = $1",
    ),
    (
        "notices",
        &["message", "channel", "game", "seq"],
        "player = $1",
    ),
    ("outbox", &["kind", "game", "seq", "born"], "player = $1"),
    ("guilds", &["id", "locale"], own_conversations!()),
];

/// What is deleted, once a person's games and challenges have another's id in their place.
const DELETED: [&str; 6] = [
    "delete from ratings where player = $1",
    "delete from attempts where player = $1",
    "delete from daily_solutions where player = $1",
    "delete from notices where player = $1",
    "delete from outbox where player = $1",
    "delete from players where id = $1",
];

/// What is kept of conversations without the bot in which a person has played. The next challenge
/// there notes it anew.
const CONVERSATIONS: &str = concat!("delete from guilds where ", own_conversations!());

/// What runs of a person's games, and which challenges stand by them and to them.
const BUSY: &str = "
    select (select count(*) from games where status = 'playing' and first = $1)
         + (select count(*) from games where status = 'playing' and second = $1)
         + (select count(*) from challenges where status = 'open' and challenger = $1)
         + (select count(*) from challenges where status = 'open' and opponent = $1)";

/// Where the id `$2` takes the place of `$1`: not in what has begun meanwhile, since nobody could
/// play that.
const REPLACED: [&str; 5] = [
    "update games set first = $2 where first = $1 and status <> 'playing'",
    "update games set second = $2 where second = $1 and status <> 'playing'",
    "update challenges set challenger = $2 where challenger = $1 and status <> 'open'",
    "update challenges set opponent = $2 where opponent = $1 and status <> 'open'",
    "update challenges set first = $2 where first = $1 and (challenger = $2 or opponent = $2)",
];

impl Store {
    /// How much is kept of a person.
    pub async fn kept(&self, player: PlayerId) -> Result<Kept, Error> {
        let counted = sqlx::query_as(COUNTED).bind(column(player.0));
        Ok(counted.fetch_one(&self.readers).await?)
    }

    /// All that is kept of a person, table by table.
    pub async fn read_out(&self, player: PlayerId) -> Result<Vec<Table>, Error> {
        // One transaction, so that the tables agree.
        let mut snapshot = self.snapshot().await?;
        let mut tables = Vec::new();
        for (name, columns, about) in READ {
            let texts = columns.iter().map(|it| format!("cast({it} as text)"));
            let texts: Vec<String> = texts.collect();
            let query = format!("select {} from {name} where {about}", texts.join(", "));
            let rows: Vec<AnyRow> = sqlx::query(AssertSqlSafe(query))
                .bind(column(player.0))
                .fetch_all(snapshot.connection())
                .await?;
            let text = |row: &AnyRow| (0..columns.len()).map(|at| row.try_get(at)).collect();
            let rows: Result<_, sqlx::Error> = rows.iter().map(text).collect();
            tables.push(Table {
                name,
                columns,
                rows: rows?,
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
        let games: Vec<i64> = sqlx::query_scalar(query)
            .bind(column(player.0))
            .fetch_all(&self.readers)
            .await?;
        Ok(games.into_iter().map(|game| GameId(id(game))).collect())
    }

    /// The open challenges by a person and to them.
    pub async fn open_challenges(&self, player: PlayerId) -> Result<Vec<ChallengeId>, Error> {
        let open: Vec<i64> = sqlx::query_scalar(
            "select id from challenges where status = 'open' and (challenger = $1 or opponent = $1)",
        )
        .bind(column(player.0))
        .fetch_all(&self.readers)
        .await?;
        Ok(open.into_iter().map(|it| ChallengeId(id(it))).collect())
    }

    /// Deletes all that is kept of a person. In the games that they have played, and in the
    /// challenges that led there, `stand_in` takes their place.
    ///
    /// # Errors
    /// [`Unchanged::Conflict`] if a game of theirs runs, or a challenge stands.
    pub async fn forget(&self, player: PlayerId, stand_in: PlayerId) -> Result<(), Unchanged> {
        let done: Result<(), Unchanged> = changing!(self, |change| {
            idle(&mut *change, player).await?;
            // The first event of a game names who began.
            sqlx::query(
                "update events set text = replace(text, $2, $3)
                 where seq = 1 and game in (select id from games where first = $1)",
            )
            .bind(column(player.0))
            .bind(format!(" {player}"))
            .bind(format!(" {stand_in}"))
            .execute(&mut *change)
            .await?;
            delete(&mut *change, CONVERSATIONS, player).await?;
            for statement in REPLACED {
                sqlx::query(statement)
                    .bind(column(player.0))
                    .bind(column(stand_in.0))
                    .execute(&mut *change)
                    .await?;
            }
            for statement in DELETED {
                delete(&mut *change, statement, player).await?;
            }
            // On a server others go on meanwhile.
            idle(&mut *change, player).await
        });
        done?;
        Ok(self.scour().await?)
    }

    /// Has what was deleted go from the file that lies beside the database, too.
    pub(super) async fn scour(&self) -> Result<(), Error> {
        // A server does so by itself, at its next vacuum.
        if self.engine == Engine::Postgres {
            return Ok(());
        }
        // Whoever reads at this moment keeps it; then the next checkpoint does it.
        sqlx::query("pragma wal_checkpoint(truncate)")
            .execute(&self.writer)
            .await?;
        Ok(())
    }
}

/// # Errors
/// [`Unchanged::Conflict`] if a game of a person runs, or a challenge stands.
async fn idle(connection: &mut AnyConnection, player: PlayerId) -> Result<(), Unchanged> {
    let busy: i64 = sqlx::query_scalar(BUSY)
        .bind(column(player.0))
        .fetch_one(connection)
        .await?;
    match count(busy) {
        0 => Ok(()),
        _ => Err(Unchanged::Conflict),
    }
}

async fn delete(
    connection: &mut AnyConnection,
    statement: &'static str,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    sqlx::query(statement)
        .bind(column(player.0))
        .execute(connection)
        .await?;
    Ok(())
}
