//! Replays every game and compares its row with the result.

use std::collections::{HashMap, HashSet};

use super::ratings::{self, Finished};
use super::{Columns, Examination, Finding};
use crate::game::{FirstBy, Game, GameId};
use crate::store::columns::id;
use crate::store::{Error, games, plans};
use crate::time::{DAY, Seconds};
use siwa_games::rules::{BySide, Side};

/// How much earlier an event may be than the one before it, because clocks get corrected.
const BACK: Seconds = DAY;

/// Results of replaying the games, for the other checks.
#[derive(Default)]
pub(super) struct Played {
    /// The number of games.
    pub(super) games: usize,
    /// Whether they all replay.
    pub(super) all: bool,
    /// The finished ones.
    pub(super) finished: Vec<Finished>,
    /// How the first player was chosen, in games that replay.
    pub(super) first_by: HashMap<i64, FirstBy>,
    /// The first games of pairs, and those whose second game has started.
    pub(super) firsts: HashSet<i64>,
    pub(super) seconds: HashSet<i64>,
    /// The players of each game.
    pub(super) players: HashMap<i64, BySide<i64>>,
}

impl Examination {
    pub(super) async fn games(&mut self) -> Result<Played, Error> {
        let mut played = Played {
            all: true,
            ..Played::default()
        };
        let mut after = i64::MIN;
        let page = "select * from games where id > $1 order by id limit 500";
        while let Some((rows, last)) = self.page(page, after).await? {
            for row in rows {
                self.replay(&row, &mut played).await?;
            }
            after = last;
        }
        Ok(played)
    }

    async fn replay(&mut self, row: &Columns, played: &mut Played) -> Result<(), Error> {
        let number = row.number("id").unwrap_or_default();
        let game = GameId(id(number));
        match self.game(game, row).await {
            Ok((first_by, finished)) => {
                played.finished.extend(finished);
                played.first_by.insert(number, first_by);
            }
            Err(error @ Error::Database(_)) => return Err(error),
            Err(error) => {
                self.findings.push(Finding::Game(game, error));
                played.all = false;
            }
        }
        played.games += 1;
        let player = |column| row.number(column).unwrap_or_default();
        let players = BySide::new(player("first"), player("second"));
        played.players.insert(number, players);
        match row.number("pair") {
            Some(first) if first == number => {
                played.firsts.insert(first);
            }
            Some(first) => {
                played.seconds.insert(first);
            }
            None => {}
        }
        Ok(())
    }

    async fn game(
        &mut self,
        id: GameId,
        row: &Columns,
    ) -> Result<(FirstBy, Option<Finished>), Error> {
        let record = games::record(self.snapshot.connection(), id).await?;
        let record = record.ok_or(Error::Row("game"))?;
        let moments: Vec<i64> = record.log.iter().map(|(at, _)| at.0).collect();
        let game = Game::audit(record, self.registry)?;
        if let Some(late) = moments
            .windows(2)
            .position(|pair| pair[1] < pair[0] - BACK.0)
        {
            let key = format!("{id}, {}", late + 2);
            let expected = Some(format!(">= {}", moments[late]));
            self.disagrees("events", &key, "at", Some(moments[late + 1]), expected);
        }
        for plan in plans::plans(self.snapshot.connection(), id).await? {
            if !game.awaits(&plan) || game.ahead(game.left_of(&plan)).is_none() {
                let (key, line) = (plan.id.to_string(), plan.moves.join(", "));
                self.disagrees("plans", &key, "line", Some(line), None::<&str>);
            }
        }
        let (started, touched) = (moments.first(), moments.last());
        let ending = game.ending();
        let winner = ending.and_then(|ending| ending.winner);
        let status = match (ending, winner) {
            (None, _) => "playing",
            (Some(_), _) if !game.counts() => "void",
            (Some(_), Some(_)) => "won",
            (Some(_), None) => "drawn",
        };
        let moment = |at: Option<&i64>| at.map(i64::to_string);
        let side = |side: Option<Side>| side.map(|side| side.name().to_owned());
        let deadline = game.deadline().map(|deadline| deadline.0);
        let expected = [
            ("rules", Some(game.rules().info().id.to_owned())),
            ("status", Some(status.to_owned())),
            ("winner", side(winner)),
            ("turn", side(game.turn())),
            ("deadline", moment(deadline.as_ref())),
            ("started", moment(started)),
            ("touched", moment(touched)),
            ("ended", ending.and(moment(touched))),
        ];
        self.compare("games", row, expected);
        if deadline.is_some() && !game.is_soft() && row.number("alarm").is_none() {
            self.disagrees("games", &row.key, "alarm", None::<i64>, deadline);
        }
        let noted = ratings::noted(row);
        if ending.is_none() || !game.rated() {
            self.compare_noted(&row.key, noted, BySide::default());
        }
        // No leaderboard counts unrated games with the engine.
        let listed = ending.filter(|_| game.engine().is_none() || game.rated());
        let ended = touched.copied().unwrap_or_default();
        let finished = listed.map(|_| Finished::new(&game, noted, ended));
        Ok((game.first_by(), finished))
    }
}
