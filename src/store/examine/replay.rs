//! Computes again what follows from the event logs and the tries of puzzles: replays every game, counts the games that
//! are over in a database of its own, rates all tries, and compares the rows.

use std::collections::HashMap;

use sqlx::any::AnyRow;

use super::{Examination, Finding, text};
use crate::game::{
    Game, GameId, PlayerId, Puzzle, Rating, RatingChange, StoredPuzzle, rate_player,
};
use crate::store::columns::{get, params};
use crate::store::log::GameRow;
use crate::store::{Error, Result, Unchanged, games, ratings};

/// How many games may wait for one that ended later by the clock, because clocks get corrected.
const AHEAD: usize = 200;

/// The columns of ratings that follow from games.
const COUNTED: &str = "rated won drawn lost rating deviation volatility";

/// A replayed game, with its row.
pub(super) struct Replayed {
    game: Game,
    row: AnyRow,
}

impl Examination {
    /// Replays all games, and counts them again.
    pub(super) async fn games(&mut self) -> Result<()> {
        let games = "select id from games order by ended, id";
        let games: Vec<GameId> = self.snapshot.all(games, params![]).await?;
        let mut are_readable = true;
        for id in &games {
            match self.replay(*id).await {
                Ok(replayed) if are_readable => self.recount(replayed).await?,
                Ok(_) => {}
                Err(error @ Error::Database(_)) => return Err(error),
                Err(error) => {
                    self.examined.findings.push(Finding::Game(*id, error));
                    are_readable = false;
                }
            }
        }
        self.examined.games = games.len();
        if are_readable {
            self.count(0).await?;
            self.ratings().await?;
        }
        Ok(())
    }

    /// Replays a game, and compares its row and its plans.
    async fn replay(&mut self, id: GameId) -> Result<Replayed> {
        let stored = games::record(&mut self.snapshot, id).await?;
        let plans = games::plans(&mut self.snapshot, id).await?;
        let row = "select * from games where id = $1";
        let row = self.snapshot.rows(row, params![id]).await?.pop();
        let (stored, row) = stored.zip(row).ok_or(Error::Row("game"))?;
        let game = Game::audit(stored, self.registry)?;
        for plan in plans {
            if !game.awaits(&plan) || game.ahead(game.left_of(&plan)).is_none() {
                let line = plan.moves.join(", ");
                self.compare("plans", "line", plan.id, Some(line), None);
            }
        }
        let GameRow { numbers, words } = GameRow::from_game(&game);
        self.compare_columns("games", id, &row, numbers)?;
        self.compare_columns("games", id, &row, words)?;
        Ok(Replayed { game, row })
    }

    /// Counts a game again, after those that ended before it.
    async fn recount(&mut self, replayed: Replayed) -> Result<()> {
        let Replayed { game, row } = &replayed;
        // One game of a pair counts for both; if it is rated, its row says so.
        let is_half = match game.setup.pair {
            Some(_) if game.setup.rated => get::<Option<u32>>(row, "first_rated")?.is_none(),
            _ => game.number_in_pair() == Some(1),
        };
        if is_half || game.counted().is_none() {
            return Ok(self.compare_noted(&replayed, None)?);
        }
        self.pending.push(replayed);
        self.count(AHEAD).await
    }

    /// Counts the games that are next, and while more than `most` are pending, the first.
    async fn count(&mut self, most: usize) -> Result<()> {
        while let Some(next) = self.next(most).await? {
            let replayed = self.pending.remove(next);
            let game = &replayed.game;
            let winner = game.counted().flatten();
            let before = ratings::of_players(&mut self.model, game).await?;
            let change = game.setup.rated.then(|| game.rate(before, winner));
            let counted = ratings::count(&mut self.model, game, change, winner, game.touched);
            if let Err(Unchanged::Fault(error)) = counted.await {
                return Err(error);
            }
            self.compare_noted(&replayed, change)?;
        }
        Ok(())
    }

    /// The pending game whose players have had as many rated games as its row says.
    async fn next(&mut self, most: usize) -> Result<Option<usize>> {
        for (at, Replayed { game, row }) in self.pending.iter().enumerate() {
            let before = ratings::of_players(&mut self.model, game).await?.all;
            let rated = [before.first.games, before.second.games].map(Some);
            if !game.setup.rated || rated == [get(row, "first_rated")?, get(row, "second_rated")?] {
                return Ok(Some(at));
            }
        }
        Ok((self.pending.len() > most).then_some(0))
    }

    /// Compares what the row of a game says of ratings with the change that it made.
    fn compare_noted(
        &mut self,
        replayed: &Replayed,
        change: Option<RatingChange>,
    ) -> sqlx::Result<()> {
        let shown = change.map(RatingChange::shown);
        let all = change.map(|change| change.before.all);
        let columns = [
            ("first_before", shown.map(|shown| shown.first.0)),
            ("first_after", shown.map(|shown| shown.first.1)),
            ("second_before", shown.map(|shown| shown.second.0)),
            ("second_after", shown.map(|shown| shown.second.1)),
            ("first_rated", all.map(|all| all.first.games.into())),
            ("second_rated", all.map(|all| all.second.games.into())),
        ];
        self.compare_columns("games", replayed.game.id(), &replayed.row, columns)
    }

    /// Compares the rows of ratings.
    async fn ratings(&mut self) -> Result<()> {
        let rows = "select guild || ', ' || rules || ', ' || player as key, ratings.* from ratings";
        let mut expected: HashMap<String, AnyRow> = HashMap::new();
        for row in self.model.rows(rows, params![]).await? {
            expected.insert(get(&row, "key")?, row);
        }
        for row in self.snapshot.rows(rows, params![]).await? {
            let key: String = get(&row, "key")?;
            let expected = expected.remove(&key);
            for column in COUNTED.split(' ') {
                let expected = expected.as_ref().map(|row| text(row, column)).transpose()?;
                let found = text(&row, column)?;
                self.compare("ratings", column, &key, found, expected.flatten());
            }
        }
        for (key, row) in expected {
            // Of people whose data was deleted, only the games are left.
            if !get::<PlayerId>(&row, "player")?.is_gone() {
                self.compare("ratings", "rated", key, None, text(&row, "rated")?);
            }
        }
        Ok(())
    }

    /// Rates all tries of puzzles again, and compares the ratings.
    pub(super) async fn puzzles(&mut self) -> Result<()> {
        let puzzles = "select id, variant, position, solution, grade from puzzles";
        let puzzles: Vec<StoredPuzzle> = self.snapshot.all(puzzles, params![]).await?;
        for puzzle in puzzles {
            if Puzzle::read(&puzzle, self.registry).is_err() {
                let found = Some(puzzle.solution);
                self.compare("puzzles", "solution", puzzle.id, found, None);
            }
        }
        let tries = "select player || ', ' || puzzle as key, attempts.* from attempts order by player, number";
        let mut ratings: HashMap<PlayerId, Rating> = HashMap::new();
        for row in self.snapshot.rows(tries, params![]).await? {
            let rating = ratings.entry(get(&row, "player")?);
            let rating = rating.or_insert_with(StoredPuzzle::first_rating);
            let grade = StoredPuzzle::rated(get(&row, "against")?);
            *rating = rate_player(*rating, grade, get(&row, "right_away")?);
            let columns = [
                ("rating", Some(rating.rating)),
                ("deviation", Some(rating.deviation)),
                ("volatility", Some(rating.volatility)),
            ];
            let key: String = get(&row, "key")?;
            self.compare_columns("attempts", key, &row, columns)?;
        }
        Ok(())
    }
}
