//! Puzzles, and what people made of them.

use std::sync::atomic::Ordering;

use sqlx::AnyConnection;

use super::columns::flag;
use super::session::changing;
use super::{Error, Reads, Store};
use crate::game::{GuildId, PlayerId, PuzzleId, Rating, StoredPuzzle, Tried};
use crate::time::Timestamp;

/// The puzzles that come with the program, a line each.
const SHIPPED: &str = include_str!("../../assets/puzzles.txt");

/// What is selected of a puzzle: its number, variant, position, solution and grade.
type Row = (PuzzleId, String, String, String, i64);

fn stored((id, variant, position, solution, grade): Row) -> (PuzzleId, StoredPuzzle) {
    let puzzle = StoredPuzzle {
        variant,
        position,
        solution,
        grade: u8::try_from(grade).unwrap_or(1),
    };
    (id, puzzle)
}

impl Reads {
    /// A puzzle.
    pub async fn puzzle(&self, puzzle: PuzzleId) -> Result<Option<StoredPuzzle>, Error> {
        let row: Option<Row> = sqlx::query_as(
            "select id, variant, position, solution, grade from puzzles where id = $1",
        )
        .bind(puzzle)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(|row| stored(row).1))
    }

    /// On how many days in a row up to this one, or to the one before, somebody has solved
    /// the day's puzzle of a server on its day.
    pub async fn streak(&self, player: PlayerId, guild: GuildId, today: i64) -> Result<u32, Error> {
        let days: Vec<i64> = sqlx::query_scalar(
            "select day from daily_solutions where player = $1 and guild = $2 order by day desc",
        )
        .bind(player)
        .bind(guild)
        .fetch_all(&self.readers)
        .await?;
        let last = days.first().filter(|last| today - *last <= 1);
        let row = |last: &i64| {
            (0..)
                .zip(&days)
                .take_while(|(at, day)| last - at == **day)
                .count()
        };
        Ok(u32::try_from(last.map_or(0, row)).unwrap_or(u32::MAX))
    }

    /// The moves of every game that has ended, with its variant.
    pub async fn ended_games(&self) -> Result<Vec<(String, Vec<String>)>, Error> {
        let rows: Vec<(i64, String, String, String)> = sqlx::query_as(
            "select g.id, g.variant, e.kind, e.text from games g join events e on e.game = g.id
             where g.status <> 'playing' and e.kind in ('moved', 'planned', 'taken-back') order by g.id, e.seq",
        )
        .fetch_all(&self.readers)
        .await?;
        let mut games: Vec<(i64, String, Vec<String>)> = Vec::new();
        for (game, variant, kind, text) in rows {
            match games.last_mut().filter(|last| last.0 == game) {
                Some(last) if kind == "taken-back" => {
                    let undone = text.parse().unwrap_or(usize::MAX);
                    last.2.truncate(last.2.len().saturating_sub(undone));
                }
                Some(last) => last.2.push(text),
                None => games.push((game, variant, vec![text])),
            }
        }
        Ok(games
            .into_iter()
            .map(|(_, variant, moves)| (variant, moves))
            .collect())
    }
}

impl Store {
    /// Adds puzzles that are not there yet; returns how many.
    pub async fn add_puzzles(&self, puzzles: &[StoredPuzzle]) -> Result<u64, Error> {
        changing!(self, |change| { add(change, puzzles, false).await })
    }

    /// Adds the puzzles that come with this version, once.
    async fn stock(&self) -> Result<(), Error> {
        if !self.stocked.load(Ordering::Relaxed) {
            let shipped: Vec<_> = SHIPPED.lines().filter_map(StoredPuzzle::read).collect();
            changing!(self, |change| { add(change, &shipped, true).await })?;
            self.stocked.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The puzzle that a server has on a day: as long as there are some, one that it has not
    /// had yet. None if there are no puzzles at all.
    pub async fn daily_puzzle(
        &self,
        guild: GuildId,
        day: i64,
    ) -> Result<Option<(PuzzleId, StoredPuzzle)>, Error> {
        self.stock().await?;
        changing!(self, |change| {
            sqlx::query(
                "insert into daily_puzzles (guild, day, puzzle)
             select $1, $2, id from puzzles
             order by id in (select puzzle from daily_puzzles where guild = $1), random() limit 1
             on conflict (guild, day) do nothing",
            )
            .bind(guild)
            .bind(day)
            .execute(&mut *change)
            .await?;
            let row: Option<Row> = sqlx::query_as(
            "select p.id, variant, position, solution, grade
             from puzzles p join daily_puzzles d on d.puzzle = p.id where d.guild = $1 and d.day = $2",
        )
        .bind(guild)
        .bind(day)
        .fetch_optional(&mut *change)
        .await?;
            Ok(row.map(stored))
        })
    }

    /// A puzzle for one person, about as hard as they are strong, and if possible one that
    /// they have not tried.
    pub async fn next_puzzle(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleId, StoredPuzzle)>, Error> {
        self.stock().await?;
        let row: Option<Row> = sqlx::query_as(
            "select id, variant, position, solution, grade from puzzles
             order by id in (select puzzle from attempts where player = $1),
                      abs($2 + $3 * grade - coalesce((select rating from attempts where player = $1
                                                    order by number desc limit 1), $4)) > $3,
                      random() limit 1",
        )
        .bind(player)
        .bind(f64::from(StoredPuzzle::RATINGS.0))
        .bind(f64::from(StoredPuzzle::RATINGS.1))
        .bind(Rating::default().rating)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.map(stored))
    }

    /// Notes that somebody has tried a puzzle, `right` or wrong, or was told the solution.
    /// Once it is solved it counts for the server, if that has it `today` and told nothing.
    pub async fn try_puzzle(
        &self,
        player: PlayerId,
        (guild, today): (GuildId, i64),
        (puzzle, grade): (PuzzleId, Rating),
        right: Option<bool>,
        now: Timestamp,
    ) -> Result<Tried, Error> {
        changing!(self, |change| {
            let before: Option<Rating> = sqlx::query_as(
            "select rating, deviation, volatility from attempts where player = $1 order by number desc limit 1",
        )
        .bind(player)
        .fetch_optional(&mut *change)
        .await?;
            let before = before.unwrap_or_default();
            let solved = right == Some(true);
            let after = before.against(grade, solved);
            let inserted = sqlx::query(
            "insert into attempts (player, puzzle, number, at, right_away, told, solved, against, rating, deviation, volatility)
             select $1, $2, 1 + (select count(*) from attempts where player = $1), $3, $4,
                    case when $5 = 1 then $3 end, case when $4 = 1 then $3 end, $6, $7, $8, $9
             where true on conflict (player, puzzle) do nothing",
        )
        .bind(player)
        .bind(puzzle)
        .bind(now)
        .bind(flag(solved))
        .bind(flag(right.is_none()))
        .bind(grade.rating)
        .bind(after.rating)
        .bind(after.deviation)
        .bind(after.volatility)
        .execute(&mut *change)
        .await?;
            let first = inserted.rows_affected() == 1;
            if !first {
                sqlx::query(
                "update attempts set solved = case when $4 = 0 then solved
                                    else coalesce(solved, case when at > $3 then at else $3 end) end,
                     told = case when $5 = 1 then $3 else told end
                 where player = $1 and puzzle = $2",
            )
            .bind(player)
            .bind(puzzle)
            .bind(now)
            .bind(flag(solved))
            .bind(flag(right.is_none()))
            .execute(&mut *change)
            .await?;
            }
            if solved {
                sqlx::query(
                "insert into daily_solutions (guild, day, player)
                 select d.guild, d.day, a.player from daily_puzzles d join attempts a on a.puzzle = d.puzzle
                 where d.guild = $1 and d.day = $2 and d.puzzle = $3 and a.player = $4
                   and coalesce(a.told, 0) < $2 * 86400
                 on conflict do nothing",
            )
            .bind(guild)
            .bind(today)
            .bind(puzzle)
            .bind(player)
            .execute(&mut *change)
            .await?;
            }
            Ok(Tried {
                right: solved,
                rating: first.then_some((before, after)),
            })
        })
    }

    /// Notes that a channel is told that somebody has solved the puzzle of the day; returns
    /// whether that is so, and nobody was told before.
    pub async fn share_puzzle(
        &self,
        player: PlayerId,
        guild: GuildId,
        today: i64,
    ) -> Result<bool, Error> {
        let noted = sqlx::query(
            "update daily_solutions set shared = 1 where guild = $1 and day = $2 and player = $3 and shared = 0",
        )
        .bind(guild)
        .bind(today)
        .bind(player)
        .execute(&mut *self.writing().await?)
        .await?;
        Ok(noted.rows_affected() == 1)
    }
}

async fn add(
    connection: &mut AnyConnection,
    puzzles: &[StoredPuzzle],
    shipped: bool,
) -> Result<u64, Error> {
    let mut added = 0;
    for puzzle in puzzles {
        let inserted = sqlx::query(
            "insert into puzzles (variant, position, solution, grade, shipped) values ($1, $2, $3, $4, $5)
             on conflict (variant, position) do update set shipped = 1 where $5 = 1 and puzzles.shipped = 0",
        )
        .bind(&puzzle.variant)
        .bind(&puzzle.position)
        .bind(&puzzle.solution)
        .bind(i64::from(puzzle.grade))
        .bind(flag(shipped))
        .execute(&mut *connection)
        .await?;
        added += inserted.rows_affected();
    }
    Ok(added)
}
