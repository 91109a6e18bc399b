//! Rates all tries of puzzles anew and compares the ratings.

use super::ratings::close;
use super::{Columns, Examination};
use crate::game::{Puzzle, Rating, StoredPuzzle};
use crate::store::Error;

impl Examination {
    pub(super) async fn puzzles(&mut self) -> Result<(), Error> {
        for row in self.all("select * from puzzles").await? {
            if Puzzle::read(&stored(&row), self.registry).is_err() {
                let (key, found) = (row.get("id").unwrap_or_default(), row.get("solution"));
                let found = found.map(str::to_owned);
                self.disagrees("puzzles", key, "solution", found, None);
            }
        }
        let daily = "select s.* from daily_solutions s
                     join daily_puzzles d on d.guild = s.guild and d.day = s.day
                     left join attempts a on a.puzzle = d.puzzle and a.player = s.player and a.solved is not null
                     where a.player is null";
        for row in self.all(daily).await? {
            let column = |name| row.get(name).unwrap_or_default();
            let key = format!("{}, {}", column("guild"), column("day"));
            let found = row.get("player").map(str::to_owned);
            self.disagrees("daily_solutions", &key, "player", found, None);
        }
        let tries = "select * from attempts order by player, number";
        let mut last: Option<(i64, i64, Rating)> = None;
        for row in self.all(tries).await? {
            let player = row.number("player").unwrap_or_default();
            let (number, before) = match last.filter(|last| last.0 == player) {
                Some((_, number, rating)) => (number + 1, rating),
                None => (1, Rating::default()),
            };
            let key = format!("{player}, {}", row.get("puzzle").unwrap_or_default());
            let right = row.number("right_away") == Some(1);
            let against = StoredPuzzle::rated(row.real("against").unwrap_or_default());
            let after = before.against(against, right);
            let text = |value: Option<i64>| value.map(|value| value.to_string());
            let (at, solved) = (row.number("at"), row.number("solved"));
            let mut wrong = |column, found: Option<String>, expected: Option<String>| {
                self.disagrees("attempts", &key, column, found, expected);
            };
            if row.number("number") != Some(number) {
                wrong("number", text(row.number("number")), text(Some(number)));
            }
            if (right && solved != at) || solved < at && solved.is_some() {
                wrong("solved", text(solved), text(at));
            }
            for (column, expected) in [
                ("rating", after.rating),
                ("deviation", after.deviation),
                ("volatility", after.volatility),
            ] {
                let found = row.real(column);
                if !found.is_some_and(|found| close(found, expected)) {
                    let found = found.map(|found| found.to_string());
                    wrong(column, found, Some(expected.to_string()));
                }
            }
            last = Some((player, number, after));
        }
        Ok(())
    }
}

/// The puzzle that stands in a row.
fn stored(row: &Columns) -> StoredPuzzle {
    let text = |column| row.get(column).unwrap_or_default().to_owned();
    let grade = row.number("grade").and_then(|grade| grade.try_into().ok());
    StoredPuzzle {
        variant: text("variant"),
        position: text("position"),
        solution: text("solution"),
        grade: grade.unwrap_or_default(),
    }
}
