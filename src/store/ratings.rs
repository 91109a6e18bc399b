//! Ratings and leaderboards.

use sqlx::sqlite::SqliteConnection;

use super::columns::{column, count as number, id, row};
use super::{Error, Store, Unchanged};
use crate::game::{
    Game, GuildId, Ladder, Leaderboard, PlayerId, PlayerRating, Rating, Ratings, Standing,
};
use crate::rules::{BySide, Side};

/// Lines on a page of a leaderboard.
const PAGE: u32 = 10;

/// A query on the leaderboard of a server and a kind of game. Players without a
/// rated game come last.
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

row! {
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
    /// A page of the leaderboard of a server. A page past the last is the last.
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        ladder: Ladder<'_>,
        page: u32,
        viewer: PlayerId,
    ) -> Result<Leaderboard, Error> {
        let rules = ladder.to_string();
        let mut snapshot = self.readers.begin().await?;
        let players: i64 =
            sqlx::query_scalar("select count(*) from ratings where guild = ? and rules = ?")
                .bind(column(guild.0))
                .bind(&rules)
                .fetch_one(&mut *snapshot)
                .await?;
        let pages = number(players).div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let rows: Vec<Row> = sqlx::query_as(placed!(
            "select * from placed where place > ?3 order by place limit ?4"
        ))
        .bind(column(guild.0))
        .bind(&rules)
        .bind(page * PAGE)
        .bind(PAGE)
        .fetch_all(&mut *snapshot)
        .await?;
        let own: Option<Row> = sqlx::query_as(placed!("select * from placed where player = ?3"))
            .bind(column(guild.0))
            .bind(&rules)
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

/// Both players' ratings, on the ladder of a kind of game and on that of all kinds together.
pub(super) async fn of_players(
    connection: &mut SqliteConnection,
    guild: GuildId,
    ladder: Ladder<'_>,
    players: BySide<PlayerId>,
) -> Result<Ratings, sqlx::Error> {
    let all = ladder.of_all().to_string();
    let rows: Vec<(String, i64, f64, f64, f64, i64)> = sqlx::query_as(
        "select rules, player, rating, deviation, volatility, rated from ratings
         where guild = ?1 and rules in (?2, ?3) and player in (?4, ?5)",
    )
    .bind(column(guild.0))
    .bind(ladder.to_string())
    .bind(&all)
    .bind(column(players.first.0))
    .bind(column(players.second.0))
    .fetch_all(connection)
    .await?;
    let mut ratings = Ratings::default();
    for (rules, player, rating, deviation, volatility, games) in rows {
        let players_are = if rules == all {
            &mut ratings.all
        } else {
            &mut ratings.kind
        };
        let side = if player == column(players.first.0) {
            Side::First
        } else {
            Side::Second
        };
        *players_are.get_mut(side) = PlayerRating {
            rating: Rating {
                rating,
                deviation,
                volatility,
            },
            games: number(games),
        };
    }
    Ok(ratings)
}

/// Counts a finished game for both players, in its kind and in all kinds together. The
/// engine has no place on a ladder, and only rated games with it count.
///
/// # Errors
/// [`Unchanged::Conflict`] if a rating has changed since the game was read.
pub(super) async fn count(
    connection: &mut SqliteConnection,
    game: &Game,
    winner: Option<Side>,
) -> Result<(), Unchanged> {
    let engine = game.engine().map(|engine| engine.side);
    if engine.is_some() && !game.rated() {
        return Ok(());
    }
    let change = game.rating_change();
    for ladder in [game.ladder(), game.ladder().of_all()] {
        for side in Side::BOTH.into_iter().filter(|side| engine != Some(*side)) {
            let of = |ratings: Ratings| {
                let both = match ladder.kind {
                    None => ratings.all,
                    Some(_) => ratings.kind,
                };
                *both.get(side)
            };
            let change = change.map(|change| (of(change.before), of(change.after)));
            write(connection, game, ladder, side, change, winner).await?;
        }
    }
    if let (Some(change), Some(shown)) = (change, game.ratings()) {
        sqlx::query(
            "update games set first_before = ?, first_after = ?, second_before = ?, second_after = ?,
                 first_rated = ?, second_rated = ?
             where id = ?",
        )
        .bind(shown.first.0)
        .bind(shown.first.1)
        .bind(shown.second.0)
        .bind(shown.second.1)
        .bind(change.before.all.first.games)
        .bind(change.before.all.second.games)
        .bind(column(game.id().0))
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Counts a finished game for one player.
async fn write(
    connection: &mut SqliteConnection,
    game: &Game,
    ladder: Ladder<'_>,
    side: Side,
    change: Option<(PlayerRating, PlayerRating)>,
    winner: Option<Side>,
) -> Result<(), Unchanged> {
    // An unrated game still needs a row, with the initial rating.
    let (before, after) = change.unwrap_or_default();
    let written = sqlx::query(
        "insert into ratings (guild, rules, player, rating, deviation, volatility, rated, won, drawn, lost)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         on conflict (guild, rules, player) do update set
             rating = iif(?11, ?4, rating), deviation = iif(?11, ?5, deviation),
             volatility = iif(?11, ?6, volatility), rated = iif(?11, ?7, rated),
             won = won + ?8, drawn = drawn + ?9, lost = lost + ?10
         where rated = ?12 or not ?11",
    )
    .bind(column(game.venue().guild.0))
    .bind(ladder.to_string())
    .bind(column(game.player(side).0))
    .bind(after.rating.rating)
    .bind(after.rating.deviation)
    .bind(after.rating.volatility)
    .bind(after.games)
    .bind(winner == Some(side))
    .bind(winner.is_none())
    .bind(winner == Some(side.other()))
    .bind(change.is_some())
    .bind(before.games)
    .execute(connection)
    .await?;
    if written.rows_affected() == 1 {
        Ok(())
    } else {
        Err(Unchanged::Conflict)
    }
}
