//! Puzzles, and their tries.

use std::sync::atomic::Ordering;

use super::columns::{Params, from_row, numbered_rows, params};
use super::session::changing;
use super::{Database, Result, Store};
use crate::game::{GuildId, PlayerId, Puzzle, PuzzleId, Rating, StoredPuzzle, Tried, rate_player};
use crate::time::Timestamp;

/// The puzzles that are compiled in, one a line.
const SHIPPED: &str = include_str!("../../assets/puzzles.txt");

from_row!(StoredPuzzle(id, variant, position, solution, grade));

impl Database {
    /// A puzzle.
    pub async fn puzzle(&self, puzzle: PuzzleId) -> Result<Option<StoredPuzzle>> {
        let row = "select id, variant, position, solution, grade from puzzles where id = $1";
        self.readers.find(row, params![puzzle]).await
    }

    /// Returns whether a person has solved the puzzle that a server has `today`.
    pub async fn solved_daily(&self, player: PlayerId, guild: GuildId, today: i64) -> Result<bool> {
        let solved =
            "select count(*) from daily_solutions where player = $1 and guild = $2 and day = $3";
        let params = params![player, guild, today];
        self.readers.only(solved, params).await
    }

    /// The number of days in a row, up to today or yesterday, on which a person solved the day's
    /// puzzle of a server on its day.
    pub async fn streak(&self, player: PlayerId, guild: GuildId, today: i64) -> Result<u32> {
        let days =
            "select day from daily_solutions where player = $1 and guild = $2 order by day desc";
        let days: Vec<i64> = self.readers.all(days, params![player, guild]).await?;
        let Some(last) = days.first().filter(|last| today - *last <= 1) else {
            return Ok(0);
        };
        let in_a_row = (0..).zip(&days).take_while(|(at, day)| last - at == **day);
        Ok(u32::try_from(in_a_row.count()).unwrap_or(u32::MAX))
    }
}

impl Store {
    /// Adds the puzzles of this version, once.
    async fn add_shipped(&self) -> Result<()> {
        if self.shipped_added.load(Ordering::Relaxed) {
            return Ok(());
        }
        let puzzles: Vec<_> = SHIPPED.lines().filter_map(StoredPuzzle::read).collect();
        // One statement: somebody waits for the first puzzle.
        let insert = format!(
            "insert into puzzles (variant, position, solution, grade) values {} on conflict do nothing",
            numbered_rows(puzzles.len(), 4)
        );
        let mut values = Params::default();
        for puzzle in &puzzles {
            let texts = params![puzzle.variant, puzzle.position, puzzle.solution];
            values.extend(texts.and(puzzle.grade));
        }
        self.writer.run(insert, values).await?;
        self.shipped_added.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// A server's puzzle of a day: one that it has not had yet, if there is one. `None` if there
    /// are no puzzles at all.
    pub async fn daily_puzzle(&self, guild: GuildId, day: i64) -> Result<Option<StoredPuzzle>> {
        self.add_shipped().await?;
        let draw = "insert into daily_puzzles (guild, day, puzzle)
                    select $1, $2, id from puzzles
                    order by id in (select puzzle from daily_puzzles where guild = $1), random() limit 1
                    on conflict (guild, day) do nothing";
        let drawn = "select p.id, variant, position, solution, grade
                     from puzzles p join daily_puzzles d on d.puzzle = p.id where d.guild = $1 and d.day = $2";
        changing!(self, |tx| {
            tx.run(draw, params![guild, day]).await?;
            Ok(tx.find(drawn, params![guild, day]).await?)
        })
    }

    /// A puzzle for one person, close to their rating, and if possible one that they have not
    /// tried; the id of its variant matches the pattern `variants`.
    pub async fn next_puzzle(
        &self,
        player: PlayerId,
        variants: &str,
    ) -> Result<Option<StoredPuzzle>> {
        self.add_shipped().await?;
        let next = "select id, variant, position, solution, grade from puzzles where variant like $5
                    order by id in (select puzzle from attempts where player = $1),
                             abs($2 + $3 * grade - coalesce((select rating from attempts where player = $1
                                                             order by number desc limit 1), $4)) > $3,
                             random() limit 1";
        let (least, more) = StoredPuzzle::RATINGS;
        let first = StoredPuzzle::first_rating().rating;
        let params = params![player, f64::from(least), f64::from(more), first, variants];
        self.readers.find(next, params).await
    }

    /// Notes that a person has tried a puzzle, `right` or wrong, or has seen the solution. A solved
    /// one counts for the server, if it is that server's puzzle of today and the person has not
    /// seen the solution on that day.
    pub async fn try_puzzle(
        &self,
        player: PlayerId,
        guild: GuildId,
        puzzle: &Puzzle,
        right: Option<bool>,
        now: Timestamp,
    ) -> Result<Tried> {
        let newest = "select rating, deviation, volatility from attempts
                      where player = $1 order by number desc limit 1";
        let insert = "insert into attempts (player, puzzle, number, at, right_away, told, solved, against,
                                            rating, deviation, volatility)
                      select $1, $2, 1 + (select count(*) from attempts where player = $1), $3, $4,
                             case when $5 = 1 then $3 end, case when $4 = 1 then $3 end, $6, $7, $8, $9
                      where true on conflict (player, puzzle) do nothing";
        let update = "update attempts
                      set solved = case when $4 = 0 then solved
                                        else coalesce(solved, case when at > $3 then at else $3 end) end,
                          told = case when $5 = 1 then $3 else told end
                      where player = $1 and puzzle = $2";
        let count = "insert into daily_solutions (guild, day, player)
                     select d.guild, d.day, a.player from daily_puzzles d join attempts a on a.puzzle = d.puzzle
                     where d.guild = $1 and d.day = $2 and d.puzzle = $3 and a.player = $4
                       and coalesce(a.told, 0) < $2 * 86400
                     on conflict do nothing";
        let solved = right == Some(true);
        let is_told = right.is_none();
        changing!(self, |tx| {
            let before: Option<Rating> = tx.find(newest, params![player]).await?;
            let before = before.unwrap_or_else(StoredPuzzle::first_rating);
            let after = rate_player(before, puzzle.rating, solved);
            let row = params![
                player,
                puzzle.id,
                now,
                solved,
                is_told,
                puzzle.rating.rating,
                after.rating,
                after.deviation,
                after.volatility,
            ];
            let first = tx.change(insert, row).await? == 1;
            if !first {
                let tried = params![player, puzzle.id, now, solved, is_told];
                tx.run(update, tried).await?;
            }
            if solved {
                let counted = params![guild, now.day(), puzzle.id, player];
                tx.run(count, counted).await?;
            }
            Ok(Tried {
                right: solved,
                rating: first.then_some((before, after)),
            })
        })
    }

    /// Notes that a player has shared with a channel that they solved the puzzle of a day; returns
    /// whether they solved it and had not shared it before.
    pub async fn share_puzzle(&self, player: PlayerId, guild: GuildId, day: i64) -> Result<bool> {
        let share = "update daily_solutions set shared = 1
                     where guild = $1 and day = $2 and player = $3 and shared = 0";
        let params = params![guild, day, player];
        let shared = self.writer.take().await?.change(share, params).await?;
        Ok(shared == 1)
    }
}
