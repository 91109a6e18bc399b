//! Ratings, leaderboards, and a player's results in a server.

use sqlx::any::AnyRow;

use super::columns::{FromRow, from_row, get, params, row};
use super::connection::Connection;
use super::{Database, Result, Unchanged};
use crate::game::{
    Game, GuildId, Ladder, Leaderboard, MAX_RATINGS, MAX_RIVALS, PlayerId, PlayerRating, Profile,
    Rating, RatingChange, Ratings, Rival, Scope, Standing,
};
use crate::time::{Seconds, Timestamp};
use siwa_games::rules::{BySide, Side};

/// When no game of theirs has ended in a server for this long, Discord is asked whether a person is
/// still a member; and again after the same time.
pub const ASKED_AFTER: Seconds = Seconds::days(60);

/// Rows on a page of a leaderboard.
const PAGE: u32 = 10;

/// The leaderboard of a server and a kind of game. Players without a rated game come last.
pub(super) const PLACED: &str = "
    with placed as (
        select row_number() over (order by rated > 0 desc, rating desc, won desc, lost, player) as number,
               rank() over (order by rated > 0 desc, rating desc, won desc, lost) as place,
               count(*) over () as players, player, rating, deviation, volatility, rated, won, drawn, lost
        from ratings where guild = $1 and rules = $2)";

/// A page of a leaderboard, and the viewer's own row. A page past the last is the last.
pub(super) const ON_PAGE: &str = "
    select * from placed
    where (number - 1) / $5 = case when $3 * $5 < players then $3 else (players - 1) / $5 end or player = $4
    order by number";

/// The leaderboard of the games that ended since `$6`, by points. Only the later game of a rated pair has ratings; the
/// result is that of both, whose sides are swapped. A player whose data was deleted has no row in `ratings`.
pub(super) const PLACED_IN_MONTH: &str = "
    with counted as (
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
                                  t.player) as number,
               rank() over (order by 2 * t.won + t.drawn desc, t.won + t.drawn + t.lost, r.rating desc) as place,
               count(*) over () as players, t.player, r.rating, r.deviation, r.volatility, r.rated,
               t.won, t.drawn, t.lost
        from totals t join ratings r on r.guild = $1 and r.rules = $2 and r.player = t.player)";

row! {
    struct Row {
        number: u32,
        players: u32,
        ;
        standing: Standing,
    }
}

impl FromRow for Standing {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let rated: u32 = get(row, "rated")?;
        let rating = Rating::from_row(row)?;
        Ok(Self {
            place: get(row, "place")?,
            player: get(row, "player")?,
            rating: (rated > 0).then_some(rating),
            won: get(row, "won")?,
            drawn: get(row, "drawn")?,
            lost: get(row, "lost")?,
        })
    }
}

row! {
    struct RatingRow {
        rules: String,
        player: PlayerId,
        ;
        rating: PlayerRating,
    }
}

from_row!(PlayerRating(games; rating));

impl Database {
    /// A page of the leaderboard of a server, now. A page past the last is the last.
    pub async fn leaderboard(
        &self,
        guild: GuildId,
        ladder: Ladder<'_>,
        page: u32,
        viewer: PlayerId,
        now: Timestamp,
    ) -> Result<Leaderboard> {
        let scope = match ladder.scope {
            Scope::Month => Scope::People,
            scope => scope,
        };
        let rules = Ladder { scope, ..ladder }.to_string();
        let params = params![guild, rules, page, viewer, PAGE];
        let (query, params) = match ladder.scope {
            Scope::Month => (
                format!("{PLACED_IN_MONTH} {ON_PAGE}"),
                params.and(now.month()),
            ),
            Scope::People | Scope::Engine => (format!("{PLACED} {ON_PAGE}"), params),
        };
        let mut rows: Vec<Row> = self.readers.all(query, params).await?;
        let players = rows.first().map_or(0, |row| row.players);
        let pages = players.div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let mut all = rows.iter().map(|row| row.standing);
        let own = all.find(|standing| standing.player == viewer);
        rows.retain(|row| row.number.div_ceil(PAGE) == page + 1);
        let standings = rows.into_iter().map(|row| row.standing).collect();
        Ok(Leaderboard {
            standings,
            own,
            page,
            pages,
        })
    }

    /// A player's results in one kind of game in a server.
    pub async fn profile(&self, guild: GuildId, kind: &str, player: PlayerId) -> Result<Profile> {
        let mut connection = self.readers.take().await?;
        let on = |scope| {
            let kind = Some(kind);
            params![guild, Ladder { kind, scope }.to_string(), player]
        };
        let standing = || format!("{PLACED} select * from placed where player = $3");
        let people = connection.find(standing(), on(Scope::People)).await?;
        let engine = connection.find(standing(), on(Scope::Engine)).await?;
        let newest = params![player, guild, kind, MAX_RATINGS];
        let mut ratings: Vec<f64> = connection.all(RATINGS, newest).await?;
        ratings.reverse();
        let rivals = params![player, guild, kind, MAX_RIVALS];
        let rivals = connection.all(RIVALS, rivals).await?;
        Ok(Profile {
            player,
            people,
            engine,
            ratings,
            rivals,
        })
    }

    /// The kinds of games that a player has finished in a server, with people or the engine, most
    /// frequent first.
    pub async fn kinds_of(&self, guild: GuildId, player: PlayerId) -> Result<Vec<String>> {
        let kinds = "
            select rules from (
                select rules from games where status <> 'playing' and first = $1 and guild = $2
                union all
                select rules from games where status <> 'playing' and second = $1 and guild = $2) as played
            group by rules order by count(*) desc, rules";
        self.readers.all(kinds, params![player, guild]).await
    }
}

/// Both players' ratings, on the ladder of a kind of game and on that of all kinds together.
pub(super) async fn of_players(connection: &mut Connection, game: &Game) -> sqlx::Result<Ratings> {
    let setup = &game.setup;
    let kind = game.ladder().to_string();
    let all = game.ladder().of_all().to_string();
    let rows = "select rules, player, rating, deviation, volatility, rated as games from ratings
                where guild = $1 and rules in ($2, $3) and player in ($4, $5)";
    let BySide { first, second } = setup.players;
    let params = params![setup.venue.guild, kind, all, first, second];
    let rows: Vec<RatingRow> = connection.all(rows, params).await?;
    let mut ratings = Ratings::default();
    for row in rows {
        let Some(side) = game.side_of(row.player) else {
            continue;
        };
        let on_ladder = if row.rules == all {
            &mut ratings.all
        } else {
            &mut ratings.kind
        };
        *on_ladder.get_mut(side) = row.rating;
    }
    Ok(ratings)
}

const COUNT: &str = "
    insert into ratings (guild, rules, player, rating, deviation, volatility, rated, won, drawn, lost, ask)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (guild, rules, player) do update
    set rating = case when $12 = 1 then $4 else ratings.rating end,
        deviation = case when $12 = 1 then $5 else ratings.deviation end,
        volatility = case when $12 = 1 then $6 else ratings.volatility end,
        rated = case when $12 = 1 then $7 else ratings.rated end,
        won = ratings.won + $8, drawn = ratings.drawn + $9, lost = ratings.lost + $10, ask = $11
    where ratings.rated = $13 or $12 = 0";

/// Counts a finished game for both players, in its kind and in all kinds together, with the changes that it makes. The
/// engine is on no ladder, and only rated games with it count.
///
/// # Errors
/// [`Unchanged::Conflict`] if another game has changed one of the ratings.
pub(super) async fn count(
    tx: &mut Connection,
    game: &Game,
    change: Option<RatingChange>,
    winner: Option<Side>,
    at: Timestamp,
) -> Result<(), Unchanged> {
    let engine = game.setup.engine.map(|engine| engine.side);
    if engine.is_some() && !game.setup.rated {
        return Ok(());
    }
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
            // An unrated game still needs a row, with the initial rating.
            let change = change.map(|change| (of(change.before), of(change.after)));
            let (before, after) = change.unwrap_or_default();
            let row = params![
                game.setup.venue.guild,
                ladder.to_string(),
                game.player(side),
                after.rating.rating,
                after.rating.deviation,
                after.rating.volatility,
                after.games,
                winner == Some(side),
                winner.is_none(),
                winner == Some(side.other()),
                at.plus(ASKED_AFTER),
                change.is_some(),
                before.games,
            ];
            tx.require(1, COUNT, row).await?;
        }
    }
    Ok(())
}

/// The ratings after a player's last rated games with people, newest first. The number of rated
/// games before them orders games that ended in the same second.
pub(super) const RATINGS: &str = "
    select rating from (
        select * from (select first_after as rating, ended, first_rated as before from games
                       where status <> 'playing' and first = $1 and guild = $2 and rules = $3
                         and engine is null and first_after is not null
                       order by ended desc, before desc limit $4) as with_first
        union all
        select * from (select second_after as rating, ended, second_rated as before from games
                       where status <> 'playing' and second = $1 and guild = $2 and rules = $3
                         and engine is null and second_after is not null
                       order by ended desc, before desc limit $4) as with_second) as rated
    order by ended desc, before desc limit $4";

/// A player's most frequent opponents, with the results that count: a pair has one, once both of its games are over.
pub(super) const RIVALS: &str = "
    with mine as (
        select id, pair, status, winner, second as player, 1 as sign from games
        where status <> 'playing' and first = $1 and guild = $2 and rules = $3 and engine is null
        union all
        select id, pair, status, winner, first as player, -1 as sign from games
        where status <> 'playing' and second = $1 and guild = $2 and rules = $3 and engine is null),
    results as (
        select g.player,
               g.sign * (case g.winner when 'first' then 1 when 'second' then -1 else 0 end
                         - case o.winner when 'first' then 1 when 'second' then -1 else 0 end) as score
        from mine g left join games o on o.pair = g.pair and o.id <> g.id
        where g.pair is null and g.status <> 'void' or g.id = g.pair and o.status <> 'playing'
              and not (g.status = 'void' and o.status = 'void'))
    select player, count(*) filter (where score > 0) as won, count(*) filter (where score = 0) as drawn,
           count(*) filter (where score < 0) as lost
    from results group by player order by count(*) desc, player limit $4";

from_row!(Rival(player, won, drawn, lost));
