//! Rates all finished games again and compares the ratings.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::{Columns, Examination};
use crate::game::{Game, Ladder, PlayerId, PlayerRating, Rating, Ratings, winner_of_both};
use crate::store::Error;
use crate::store::columns::{column, id};
use siwa_games::rules::{BySide, Side};

/// How many games are tried as the next one to rate, because clocks get corrected.
const AHEAD: usize = 1000;

/// The columns of a rated game for a player: the rating before and after it, and the number of
/// rated games before it.
type Noted = [Option<f64>; 3];
const NOTED: [&str; 3] = ["before", "after", "rated"];

/// A game that is over.
pub(super) struct Finished {
    number: i64,
    guild: i64,
    ladder: Ladder<'static>,
    players: BySide<i64>,
    /// The engine's side, and its rating.
    engine: Option<(Side, Rating)>,
    rated: bool,
    winner: Option<Side>,
    counts: bool,
    /// The first game of its pair, if it is one of a pair.
    pair: Option<i64>,
    ended: i64,
    noted: BySide<Noted>,
}

/// The expected row of a rating.
#[derive(Clone, Copy, Default)]
struct Tally {
    rating: PlayerRating,
    won: u32,
    drawn: u32,
    lost: u32,
}

/// The key of a rating: server, kind of game, player.
type Key = (i64, String, i64);

/// The columns of a game for its players.
pub(super) fn noted(row: &Columns) -> BySide<Noted> {
    let of = |side: Side| NOTED.map(|what| row.real(&format!("{}_{what}", side.name())));
    BySide::new(of(Side::First), of(Side::Second))
}

impl Finished {
    pub(super) fn new(game: &Game, noted: BySide<Noted>, ended: i64) -> Self {
        let player = |side| column(game.player(side).0);
        Self {
            number: column(game.id().0),
            guild: column(game.venue().guild.0),
            ladder: game.ladder(),
            players: BySide::new(player(Side::First), player(Side::Second)),
            engine: game.engine().map(|engine| {
                let usual = engine.rating(game.rules().info());
                // Another version may rate a level differently, so the row is trusted.
                let [before, ..] = *noted.get(engine.side);
                let rating = before.unwrap_or(usual.rating);
                (engine.side, Rating { rating, ..usual })
            }),
            rated: game.rated(),
            winner: game.ending().and_then(|ending| ending.winner),
            counts: game.counts(),
            pair: game.pair().map(|pair| column(pair.first.0)),
            ended,
            noted,
        }
    }

    fn key(&self, ladder: Ladder<'_>, side: Side) -> Key {
        (self.guild, ladder.to_string(), *self.players.get(side))
    }

    /// The sides played by people.
    fn people(&self) -> impl Iterator<Item = Side> {
        let engine = self.engine.map(|(side, _)| side);
        Side::BOTH
            .into_iter()
            .filter(move |side| engine != Some(*side))
    }
}

/// All ratings after the games rated so far.
#[derive(Default)]
struct Tallies {
    rows: BTreeMap<Key, Tally>,
}

impl Tallies {
    fn rating(&self, game: &Finished, ladder: Ladder<'_>, side: Side) -> PlayerRating {
        let row = self.rows.get(&game.key(ladder, side));
        row.map(|row| row.rating).unwrap_or_default()
    }

    /// Returns whether the game can be the next: its players have as many rated games as its row
    /// says.
    fn fits(&self, game: &Finished) -> bool {
        let known = |side: Side| {
            let [.., number] = *game.noted.get(side);
            number == Some(self.rating(game, game.ladder.of_all(), side).games.into())
        };
        !game.rated || game.people().all(known)
    }

    /// Rates the game in its kind and in all kinds; returns the expected columns of its row.
    fn count(&mut self, game: &Finished) -> BySide<Noted> {
        let of = |ladder| {
            let of = |side| self.rating(game, ladder, side);
            BySide::new(of(Side::First), of(Side::Second))
        };
        let mut before = Ratings {
            kind: of(game.ladder),
            all: of(game.ladder.of_all()),
        };
        if let Some((side, rating)) = game.engine {
            before = before.with_engine(side, rating);
        }
        let after = match game.rated {
            true => before.after(game.winner, game.engine.map(|(side, _)| side)),
            false => before,
        };
        for (ladder, after) in [(game.ladder, after.kind), (game.ladder.of_all(), after.all)] {
            for side in game.people() {
                let row = self.rows.entry(game.key(ladder, side)).or_default();
                row.rating = *after.get(side);
                row.won += u32::from(game.winner == Some(side));
                row.drawn += u32::from(game.winner.is_none());
                row.lost += u32::from(game.winner == Some(side.other()));
            }
        }
        let noted = |side: Side| {
            let rating = |ratings: Ratings| Some(ratings.kind.get(side).rating.rating);
            let number = before.all.get(side).games;
            [rating(before), rating(after), Some(number.into())]
        };
        match game.rated {
            true => BySide::new(noted(Side::First), noted(Side::Second)),
            false => BySide::default(),
        }
    }
}

impl Examination {
    pub(super) async fn ratings(&mut self, finished: Vec<Finished>) -> Result<(), Error> {
        let mut finished = self.paired(finished);
        finished.sort_by_key(|game| (game.ended, game.number));
        let mut pending = VecDeque::from(finished);
        let mut tallies = Tallies::default();
        while !pending.is_empty() {
            let mut near = pending.iter().take(AHEAD);
            let next = near.position(|game| tallies.fits(game)).unwrap_or(0);
            let Some(game) = pending.remove(next) else {
                break;
            };
            let expected = tallies.count(&game);
            if game.rated {
                self.compare_noted(&game.number.to_string(), game.noted, expected);
            }
        }
        self.standings(tallies).await
    }

    /// The games that count: of a finished pair only the later game, for both. The other game, and
    /// a finished one of an unfinished pair, must not have changed a rating; nor a game that does
    /// not count, or the pair of one.
    fn paired(&mut self, finished: Vec<Finished>) -> Vec<Finished> {
        let mut count = Vec::new();
        let mut waiting: HashMap<i64, Finished> = HashMap::new();
        for game in finished {
            let Some(pair) = game.pair else {
                if game.counts {
                    count.push(game);
                } else {
                    self.compare_noted(&game.number.to_string(), game.noted, BySide::default());
                }
                continue;
            };
            let Some(other) = waiting.remove(&pair) else {
                waiting.insert(pair, game);
                continue;
            };
            // If two ended in the same second, the later one is the one with ratings in its row.
            let late = |game: &Finished| (game.noted.first[2].is_some(), game.ended, game.number);
            let (early, late) = match late(&game) < late(&other) {
                true => (game, other),
                false => (other, game),
            };
            // The first player there is the second here.
            let winner = early.winner.map(Side::other);
            self.compare_noted(&early.number.to_string(), early.noted, BySide::default());
            if !(early.counts && late.counts) {
                self.compare_noted(&late.number.to_string(), late.noted, BySide::default());
                continue;
            }
            count.push(Finished {
                winner: winner_of_both(late.winner, winner),
                ..late
            });
        }
        for game in waiting.into_values() {
            self.compare_noted(&game.number.to_string(), game.noted, BySide::default());
        }
        count
    }

    /// Compares the columns of a game for its players with the expected ones.
    pub(super) fn compare_noted(
        &mut self,
        key: &str,
        found: BySide<Noted>,
        expected: BySide<Noted>,
    ) {
        for side in Side::BOTH {
            let both = found.get(side).iter().zip(expected.get(side));
            for (what, (found, expected)) in NOTED.iter().zip(both) {
                let column = format!("{}_{what}", side.name());
                self.compare_real("games", key, &column, *found, *expected);
            }
        }
    }

    async fn standings(&mut self, mut tallies: Tallies) -> Result<(), Error> {
        let mut rows = Vec::new();
        let found = "select * from ratings order by guild, rules, player";
        for row in self.all(found).await? {
            let number = |column| row.number(column).unwrap_or_default();
            let kind = row.get("rules").unwrap_or_default().to_owned();
            let key = (number("guild"), kind, number("player"));
            let expected = tallies.rows.remove(&key).unwrap_or_default();
            rows.push((key, row, expected));
        }
        // Of people whose data was deleted, only the games are left.
        let missing = std::mem::take(&mut tallies.rows).into_iter();
        let missing = missing.filter(|((.., player), _)| !PlayerId(id(*player)).is_gone());
        rows.extend(missing.map(|(key, expected)| (key, Columns::default(), expected)));
        for (key, mut row, expected) in rows {
            row.key = format!("{}, {}, {}", key.0, key.1, key.2);
            let counted = [
                ("rated", expected.rating.games),
                ("won", expected.won),
                ("drawn", expected.drawn),
                ("lost", expected.lost),
            ];
            let counted = counted.map(|(column, number)| (column, Some(number.to_string())));
            self.compare("ratings", &row, counted);
            self.compare_rating("ratings", &row, expected.rating.rating);
        }
        Ok(())
    }
}
