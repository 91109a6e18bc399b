//! Ratings and leaderboards.

use sqlx::AnyConnection;

use super::columns::{count as number, flag, row};
use super::retention::ASKED_AFTER;
use super::sql::{self, params};
use super::{Error, Reads, Unchanged};
use crate::game::{
    Game, GuildId, Ladder, Leaderboard, PlayerId, PlayerRating, Rating, RatingChange, Ratings,
    Scope, Standing,
};
use crate::time::Timestamp;
use siwa_games::rules::Side;

/// Rows on a page of a leaderboard.
const PAGE: u32 = 10;

/// A query on the leaderboard of a server and a kind of game. Players without a
/// rated game come last.
macro_rules! placed {
    ($query:expr) => {
        concat!(
            "with placed as (
                select row_number() over (order by rated > 0 desc, rating desc, won desc, lost, player) as place,
                       count(*) over () as players, player, rating, deviation, volatility, rated, won, drawn, lost
                from ratings where guild = $1 and rules = $2) ",
            $query
        )
    };
}

/// A page of a leaderboard, and the viewer's own row. A page past the last is the last.
macro_rules! page {
    () => {
        "select * from placed
         where (place - 1) / $5 = case when $3 * $5 < players then $3 else (players - 1) / $5 end or player = $4
         order by place"
    };
}

const ALL_TIME: &str = placed!(page!());

/// A page of the leaderboard of the games that ended since `$6`, by points. Only the later game of a
/// rated pair has ratings; the result is that of both, whose sides are swapped. A player whose data
/// was deleted has no row in `ratings`.
pub(super) const MONTH: &str = concat!(
    "with counted as (
        select g.first, g.second, case g.winner when 'first' then 1 when 'second' then -1 else 0 end
                                  - case o.winner when 'first' then 1 when 'second' then -1 else 0 end as score
        from games g left join games o on o.pair = g.pair and o.id <> g.id
        where g.guild = $1 and $2 in ('*', g.rules) and g.ended >= $6
              and g.first_after is not null and g.engine is null),
     results as (
        select first as player, score from counted
        union all
        select second as player, -score as score from counted),
     totals as (
        select player, count(*) filter (where score > 0) as won, count(*) filter (where score = 0) as drawn,
               count(*) filter (where score < 0) as lost
        from results group by player),
     placed as (
        select row_number() over (order by 2 * t.won + t.drawn desc, t.won + t.drawn + t.lost, r.rating desc,
                                  t.player) as place,
               count(*) over () as players, t.player, r.rating, r.deviation, r.volatility, r.rated,
               t.won, t.drawn, t.lost
        from totals t join ratings r on r.guild = $1 and r.rules = $2 and r.player = t.player) ",
    page!()
);

row! {
    struct Row {
        place: i64,
        players: i64,
        player: PlayerId,
        rated: i64,
        won: i64,
        drawn: i64,
        lost: i64,
        ;
        rating: Rating,
    }
}

row! {
    struct RatingRow {
        rules: String,
        player: PlayerId,
        rated: i64,
        ;
        rating: Rating,
    }
}

impl From<Row> for Standing {
    fn from(row: Row) -> Self {
        Self {
            place: number(row.place),
            player: row.player,
            rating: (row.rated > 0).then_some(row.rating),
            won: number(row.won),
            drawn: number(row.drawn),
            lost: number(row.lost),
        }
    }
}

impl Reads {
    /// A page of the leaderboard of a server, now. A page past the last is the last.
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        ladder: Ladder<'_>,
        page: u32,
        viewer: PlayerId,
        now: Timestamp,
    ) -> Result<Leaderboard, Error> {
        let of = |scope| Ladder { scope, ..ladder }.to_string();
        let params = |rules| params![guild, rules, i64::from(page), viewer, i64::from(PAGE)];
        let (query, params) = match ladder.scope {
            Scope::Month => {
                let since = |params| sql::and(params, now.month());
                (MONTH, params(of(Scope::People)).and_then(since))
            }
            scope @ (Scope::People | Scope::Engine) => (ALL_TIME, params(of(scope))),
        };
        let rows: Vec<Row> = sql::all(&self.readers, query, params).await?;
        let players = rows.first().map_or(0, |row| number(row.players));
        let pages = players.div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let mut standings: Vec<Standing> = rows.into_iter().map(Standing::from).collect();
        let own = standings.iter().find(|it| it.player == viewer).copied();
        standings.retain(|it| it.place.div_ceil(PAGE) == page + 1);
        Ok(Leaderboard {
            standings,
            own,
            page,
            pages,
        })
    }
}

/// A player's row on a leaderboard.
pub(super) async fn standing(
    connection: &mut AnyConnection,
    guild: GuildId,
    ladder: Ladder<'_>,
    player: PlayerId,
) -> Result<Option<Standing>, sqlx::Error> {
    let row: Option<Row> = sql::find(
        connection,
        placed!("select * from placed where player = $3"),
        params![guild, ladder.to_string(), player],
    )
    .await?;
    Ok(row.map(Standing::from))
}

/// Both players' ratings, on the ladder of a kind of game and on that of all kinds together.
async fn of_players(connection: &mut AnyConnection, game: &Game) -> Result<Ratings, sqlx::Error> {
    let (ladder, players) = (game.ladder(), game.players());
    let all = ladder.of_all().to_string();
    let rows: Vec<RatingRow> = sql::all(
        connection,
        "select rules, player, rating, deviation, volatility, rated from ratings
         where guild = $1 and rules in ($2, $3) and player in ($4, $5)",
        params![
            game.venue().guild,
            ladder.to_string(),
            &all,
            players.first,
            players.second
        ],
    )
    .await?;
    let mut ratings = Ratings::default();
    for row in rows {
        let Some(side) = game.side_of(row.player) else {
            continue;
        };
        let players_are = match row.rules == all {
            true => &mut ratings.all,
            false => &mut ratings.kind,
        };
        *players_are.get_mut(side) = PlayerRating {
            rating: row.rating,
            games: number(row.rated),
        };
    }
    Ok(ratings)
}

/// Counts a finished game for both players, in its kind and in all kinds together. The engine is on
/// no ladder, and only rated games with it count. Returns the changes that a rated game made.
///
/// # Errors
/// [`Unchanged::Conflict`] if another game has changed one of the ratings.
pub(super) async fn count(
    connection: &mut AnyConnection,
    game: &Game,
    winner: Option<Side>,
    at: Timestamp,
) -> Result<Option<RatingChange>, Unchanged> {
    let engine = game.engine().map(|engine| engine.side);
    if engine.is_some() && !game.rated() {
        return Ok(None);
    }
    let change = match game.rated() {
        true => Some(game.rate(of_players(&mut *connection, game).await?, winner)),
        false => None,
    };
    // Rows are locked in a fixed order, so that two games cannot deadlock.
    let mut sides = Side::BOTH;
    sides.sort_by_key(|side| game.player(*side));
    for ladder in [game.ladder(), game.ladder().of_all()] {
        for side in sides.into_iter().filter(|side| engine != Some(*side)) {
            let of = |ratings: Ratings| {
                let both = match ladder.kind {
                    None => ratings.all,
                    Some(_) => ratings.kind,
                };
                *both.get(side)
            };
            let change = change.map(|change| (of(change.before), of(change.after)));
            write(connection, game, ladder, side, change, winner, at).await?;
        }
    }
    if let Some(change) = change {
        let shown = change.shown();
        sql::run(connection, "update games set first_before = $1, first_after = $2, second_before = $3, second_after = $4,
                 first_rated = $5, second_rated = $6
             where id = $7", params![shown.first.0, shown.first.1, shown.second.0, shown.second.1, i64::from(change.before.all.first.games), i64::from(change.before.all.second.games), game.id()])
        .await?;
    }
    Ok(change)
}

/// Counts a finished game for one player.
async fn write(
    connection: &mut AnyConnection,
    game: &Game,
    ladder: Ladder<'_>,
    side: Side,
    change: Option<(PlayerRating, PlayerRating)>,
    winner: Option<Side>,
    at: Timestamp,
) -> Result<(), Unchanged> {
    // An unrated game still needs a row, with the initial rating.
    let (before, after) = change.unwrap_or_default();
    let written = sql::run(connection, "insert into ratings (guild, rules, player, rating, deviation, volatility, rated, won, drawn, lost, ask)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13)
         on conflict (guild, rules, player) do update set
             rating = case when $11 = 1 then $4 else ratings.rating end,
             deviation = case when $11 = 1 then $5 else ratings.deviation end,
             volatility = case when $11 = 1 then $6 else ratings.volatility end,
             rated = case when $11 = 1 then $7 else ratings.rated end,
             won = ratings.won + $8, drawn = ratings.drawn + $9, lost = ratings.lost + $10, ask = $13
         where ratings.rated = $12 or $11 = 0", params![game.venue().guild, ladder.to_string(), game.player(side), after.rating.rating, after.rating.deviation, after.rating.volatility, i64::from(after.games), flag(winner == Some(side)), flag(winner.is_none()), flag(winner == Some(side.other())), flag(change.is_some()), i64::from(before.games), at.plus(ASKED_AFTER.0).0])
    .await?;
    if written == 1 {
        Ok(())
    } else {
        Err(Unchanged::Conflict)
    }
}
