//! Rates all tries of puzzles again and compares the ratings.

use super::{Columns, Examination};
use crate::game::{Puzzle, Rating, StoredPuzzle};
use crate::store::Error;

impl Examination {
    pub(super) async fn puzzles(&mut self) -> Result<(), Error> {
        for row in self.all("select * from puzzles").await? {
            if Puzzle::read(&stored(&row), self.registry).is_err() {
                let found = row.get("solution");
                self.disagrees("puzzles", &row.key, "solution", found, None::<&str>);
            }
        }
        let daily = "select s.* from daily_solutions s
                     join daily_puzzles d on d.guild = s.guild and d.day = s.day
                     left join attempts a on a.puzzle = d.puzzle and a.player = s.player and a.solved is not null
                     where a.player is null";
        for row in self.all(daily).await? {
            let column = |name| row.get(name).unwrap_or_default();
            let key = format!("{}, {}", column("guild"), column("day"));
            let found = row.get("player");
            self.disagrees("daily_solutions", &key, "player", found, None::<&str>);
        }
        let tries = "select * from attempts order by player, number";
        let mut last: Option<(i64, i64, Rating)> = None;
        for mut row in self.all(tries).await? {
            let player = row.number("player").unwrap_or_default();
            let (number, before) = match last.filter(|last| last.0 == player) {
                Some((_, number, rating)) => (number + 1, rating),
                None => (1, Rating::default()),
            };
            row.key = format!("{player}, {}", row.get("puzzle").unwrap_or_default());
            let right = row.number("right_away") == Some(1);
            let against = StoredPuzzle::rated(row.real("against").unwrap_or_default());
            let after = before.against(against, right);
            let (at, solved) = (row.number("at"), row.number("solved"));
            let counted = [("number", Some(number.to_string()))];
            self.compare("attempts", &row, counted);
            if (right && solved != at) || solved < at && solved.is_some() {
                self.disagrees("attempts", &row.key, "solved", solved, at);
            }
            self.compare_rating("attempts", &row, after);
            last = Some((player, number, after));
        }
        Ok(())
    }
}

/// The puzzle in a row.
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
