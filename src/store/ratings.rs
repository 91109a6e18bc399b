//! Ratings and records, and the leaderboards made of them.

use sqlx::sqlite::SqliteConnection;

use super::columns::{column, count as number, id};
use super::{Error, Store};
use crate::game::{Game, GuildId, Leaderboard, PlayerId, Rating, Standing, rate};
use crate::rules::{BySide, Side};

/// What stands for all kinds of games together.
const ALL: &str = "*";

/// Lines on a page of a leaderboard.
const PAGE: u32 = 10;

/// A query on a leaderboard: every player of a server and kind of game, placed.
/// Who has played no rated game stands behind those who have.
macro_rules! placed {
    ($query:literal) => {
        concat!(
            "with placed as (
                select row_number() over (order by rated > 0 desc, rating desc, won desc, lost, player) as place,
                       player, rating, deviation, volatility, rated, won, drawn, lost
                from ratings where guild = ?1 and rules = ?2) ",
            $query
        )
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    place: i64,
    player: i64,
    rating: f64,
    deviation: f64,
    volatility: f64,
    rated: i64,
    won: i64,
    drawn: i64,
    lost: i64,
}

impl From<Row> for Standing {
    fn from(row: Row) -> Self {
        let rating = Rating {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
        };
        Self {
            place: number(row.place),
            player: PlayerId(id(row.player)),
            rating: (row.rated > 0).then_some(rating),
            won: number(row.won),
            drawn: number(row.drawn),
            lost: number(row.lost),
        }
    }
}

impl Store {
    /// A page of the leaderboard of a server: of one kind of game, or of all
    /// together. A page past the last is the last.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        rules: Option<&str>,
        page: u32,
        viewer: PlayerId,
    ) -> Result<Leaderboard, Error> {
        let rules = rules.unwrap_or(ALL);
        let mut snapshot = self.readers.begin().await?;
        let players: i64 =
            sqlx::query_scalar("select count(*) from ratings where guild = ? and rules = ?")
                .bind(column(guild.0))
                .bind(rules)
                .fetch_one(&mut *snapshot)
                .await?;
        let pages = number(players).div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let rows: Vec<Row> = sqlx::query_as(placed!(
            "select * from placed where place > ?3 order by place limit ?4"
        ))
        .bind(column(guild.0))
        .bind(rules)
        .bind(page * PAGE)
        .bind(PAGE)
        .fetch_all(&mut *snapshot)
        .await?;
        let own: Option<Row> = sqlx::query_as(placed!("select * from placed where player = ?3"))
            .bind(column(guild.0))
            .bind(rules)
            .bind(column(viewer.0))
            .fetch_optional(&mut *snapshot)
            .await?;
        let standings = rows.into_iter().map(Standing::from).collect();
        Ok(Leaderboard {
            standings,
            own: own.map(Standing::from),
            page,
            pages,
        })
    }
}

/// Counts a finished game for both players: in its kind and in all kinds
/// together. Answers the ratings before and after in its kind, if they changed.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    game: &Game,
    winner: Option<Side>,
) -> Result<Option<BySide<(f64, f64)>>, sqlx::Error> {
    let kind = game.rules().info().id;
    let mut changes = None;
    for rules in [kind, ALL] {
        let before = BySide {
            first: rating(connection, game, rules, Side::First).await?,
            second: rating(connection, game, rules, Side::Second).await?,
        };
        let after = if game.rated() {
            rate(before, winner)
        } else {
            before
        };
        for side in Side::BOTH {
            write(connection, game, rules, side, *after.get(side), winner).await?;
        }
        if rules == kind && game.rated() {
            let change = |side: Side| (before.get(side).rating, after.get(side).rating);
            changes = Some(BySide {
                first: change(Side::First),
                second: change(Side::Second),
            });
        }
    }
    if let Some(changes) = changes {
        sqlx::query(
            "update games set first_before = ?, first_after = ?, second_before = ?, second_after = ? where id = ?",
        )
        .bind(changes.first.0)
        .bind(changes.first.1)
        .bind(changes.second.0)
        .bind(changes.second.1)
        .bind(column(game.id().0))
        .execute(connection)
        .await?;
    }
    Ok(changes)
}

async fn rating(
    connection: &mut SqliteConnection,
    game: &Game,
    rules: &str,
    side: Side,
) -> Result<Rating, sqlx::Error> {
    let row: Option<(f64, f64, f64)> = sqlx::query_as(
        "select rating, deviation, volatility from ratings where guild = ? and rules = ? and player = ?",
    )
    .bind(column(game.venue().guild.0))
    .bind(rules)
    .bind(column(game.player(side).0))
    .fetch_optional(connection)
    .await?;
    let stored = |(rating, deviation, volatility)| Rating {
        rating,
        deviation,
        volatility,
    };
    Ok(row.map_or_else(Rating::default, stored))
}

async fn write(
    connection: &mut SqliteConnection,
    game: &Game,
    rules: &str,
    side: Side,
    rating: Rating,
    winner: Option<Side>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into ratings (guild, rules, player, rating, deviation, volatility, rated, won, drawn, lost)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         on conflict (guild, rules, player) do update set
             rating = ?4, deviation = ?5, volatility = ?6, rated = rated + ?7,
             won = won + ?8, drawn = drawn + ?9, lost = lost + ?10",
    )
    .bind(column(game.venue().guild.0))
    .bind(rules)
    .bind(column(game.player(side).0))
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .bind(game.rated())
    .bind(winner == Some(side))
    .bind(winner.is_none())
    .bind(winner == Some(side.other()))
    .execute(connection)
    .await?;
    Ok(())
}
