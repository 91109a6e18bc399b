//! Puzzles, and their tries.

use std::sync::atomic::Ordering;

use super::columns::flag;
use super::session::changing;
use super::sql::{self, params};
use super::{Error, Reads, Store};
use crate::game::{GuildId, PlayerId, PuzzleId, Rating, StoredPuzzle, Tried};
use crate::time::Timestamp;

/// The puzzles that are compiled in, one a line.
const SHIPPED: &str = include_str!("../../assets/puzzles.txt");

/// The selected columns of a puzzle: its id, variant, position, solution and grade.
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
        let row = "select id, variant, position, solution, grade from puzzles where id = $1";
        let row = sql::find(&self.readers, row, params![puzzle]).await?;
        Ok(row.map(|row| stored(row).1))
    }

    /// Returns whether a person has solved the puzzle that a server has `today`.
    pub async fn solved_daily(
        &self,
        player: PlayerId,
        guild: GuildId,
        today: i64,
    ) -> Result<bool, Error> {
        let solved =
            "select day from daily_solutions where player = $1 and guild = $2 and day = $3";
        let solved: Vec<i64> =
            sql::values(&self.readers, solved, params![player, guild, today]).await?;
        Ok(!solved.is_empty())
    }

    /// The number of days in a row, up to today or yesterday, on which a person solved the day's
    /// puzzle of a server on its day.
    pub async fn streak(&self, player: PlayerId, guild: GuildId, today: i64) -> Result<u32, Error> {
        let days =
            "select day from daily_solutions where player = $1 and guild = $2 order by day desc";
        let days: Vec<i64> = sql::values(&self.readers, days, params![player, guild]).await?;
        let Some(last) = days.first().filter(|last| today - *last <= 1) else {
            return Ok(0);
        };
        let in_a_row = (0..).zip(&days).take_while(|(at, day)| last - at == **day);
        Ok(u32::try_from(in_a_row.count()).unwrap_or(u32::MAX))
    }
}

impl Store {
    /// Adds the puzzles of this version, once.
    async fn add_shipped(&self) -> Result<(), Error> {
        if self.shipped_added.load(Ordering::Relaxed) {
            return Ok(());
        }
        let insert = "insert into puzzles (variant, position, solution, grade, shipped) values ($1, $2, $3, $4, 1)
             on conflict (variant, position) do update set shipped = 1 where puzzles.shipped = 0";
        changing!(self, |change| {
            for puzzle in SHIPPED.lines().filter_map(StoredPuzzle::read) {
                let StoredPuzzle {
                    variant,
                    position,
                    solution,
                    grade,
                } = puzzle;
                let row = params![variant, position, solution, i64::from(grade)];
                sql::run(&mut *change, insert, row).await?;
            }
            Ok::<_, Error>(())
        })?;
        self.shipped_added.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// A server's puzzle of a day: one that it has not had yet, if there is one. `None` if there
    /// are no puzzles at all.
    pub async fn daily_puzzle(
        &self,
        guild: GuildId,
        day: i64,
    ) -> Result<Option<(PuzzleId, StoredPuzzle)>, Error> {
        self.add_shipped().await?;
        changing!(self, |change| {
            let draw =
                "insert into daily_puzzles (guild, day, puzzle)
                 select $1, $2, id from puzzles
                 order by id in (select puzzle from daily_puzzles where guild = $1), random() limit 1
                 on conflict (guild, day) do nothing";
            sql::run(&mut *change, draw, params![guild, day]).await?;
            let drawn =
                "select p.id, variant, position, solution, grade
                 from puzzles p join daily_puzzles d on d.puzzle = p.id where d.guild = $1 and d.day = $2";
            let drawn = sql::find(change, drawn, params![guild, day]).await?;
            Ok(drawn.map(stored))
        })
    }

    /// A puzzle for one person, close to their rating, and if possible one that they have not
    /// tried; the id of its variant matches the pattern `variants`.
    pub async fn next_puzzle(
        &self,
        player: PlayerId,
        variants: &str,
    ) -> Result<Option<(PuzzleId, StoredPuzzle)>, Error> {
        self.add_shipped().await?;
        let next = "select id, variant, position, solution, grade from puzzles where variant like $5
                    order by id in (select puzzle from attempts where player = $1),
                             abs($2 + $3 * grade - coalesce((select rating from attempts where player = $1
                                                             order by number desc limit 1), $4)) > $3,
                             random() limit 1";
        let (least, more) = StoredPuzzle::RATINGS;
        let first = Rating::default().rating;
        let params = params![player, f64::from(least), f64::from(more), first, variants];
        let next = sql::find(&self.readers, next, params).await?;
        Ok(next.map(stored))
    }

    /// Notes that a person has tried a puzzle, `right` or wrong, or has seen the solution. A solved
    /// one counts for the server, if it is that server's puzzle of `today` and the person has not
    /// seen the solution.
    pub async fn try_puzzle(
        &self,
        player: PlayerId,
        (guild, today): (GuildId, i64),
        (puzzle, grade): (PuzzleId, Rating),
        right: Option<bool>,
        now: Timestamp,
    ) -> Result<Tried, Error> {
        let solved = right == Some(true);
        let (is_solved, is_told) = (flag(solved), flag(right.is_none()));
        changing!(self, |change| {
            let before = "select rating, deviation, volatility from attempts where player = $1 order by number desc limit 1";
            let before: Option<Rating> = sql::find(&mut *change, before, params![player]).await?;
            let before = before.unwrap_or_default();
            let after = before.against(grade, solved);
            let insert =
                "insert into attempts (player, puzzle, number, at, right_away, told, solved, against, rating, deviation, volatility)
                 select $1, $2, 1 + (select count(*) from attempts where player = $1), $3, $4,
                        case when $5 = 1 then $3 end, case when $4 = 1 then $3 end, $6, $7, $8, $9
                 where true on conflict (player, puzzle) do nothing";
            let row = params![
                player,
                puzzle,
                now,
                is_solved,
                is_told,
                grade.rating,
                after.rating,
                after.deviation,
                after.volatility,
            ];
            let first = sql::run(&mut *change, insert, row).await? == 1;
            if !first {
                let update =
                    "update attempts set solved = case when $4 = 0 then solved
                                                  else coalesce(solved, case when at > $3 then at else $3 end) end,
                         told = case when $5 = 1 then $3 else told end
                     where player = $1 and puzzle = $2";
                let row = params![player, puzzle, now, is_solved, is_told];
                sql::run(&mut *change, update, row).await?;
            }
            if solved {
                let count =
                    "insert into daily_solutions (guild, day, player)
                     select d.guild, d.day, a.player from daily_puzzles d join attempts a on a.puzzle = d.puzzle
                     where d.guild = $1 and d.day = $2 and d.puzzle = $3 and a.player = $4
                       and coalesce(a.told, 0) < $2 * 86400
                     on conflict do nothing";
                sql::run(change, count, params![guild, today, puzzle, player]).await?;
            }
            Ok(Tried {
                right: solved,
                rating: first.then_some((before, after)),
            })
        })
    }

    /// Notes that a player has shared with a channel that they solved the puzzle of the day; returns
    /// whether they solved it and had not shared it before.
    pub async fn share_puzzle(
        &self,
        player: PlayerId,
        guild: GuildId,
        today: i64,
    ) -> Result<bool, Error> {
        let share = "update daily_solutions set shared = 1 where guild = $1 and day = $2 and player = $3 and shared = 0";
        let params = params![guild, today, player];
        Ok(sql::run(&self.writer, share, params).await? == 1)
    }
}
