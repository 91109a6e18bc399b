//! Rates all finished games anew and compares the ratings.

use std::collections::{BTreeMap, VecDeque};

use super::{Columns, Examination};
use crate::game::{Game, Rating, rate};
use crate::rules::{BySide, Side};
use crate::store::Error;
use crate::store::columns::column;
use crate::store::ratings::ALL;

/// Smaller differences are rounding.
const CLOSE: f64 = 1e-6;

/// How many games are considered as the next one to be rated: clocks get corrected.
const AHEAD: usize = 1000;

/// What the row of a rated game holds for a player: the rating before it and after it,
/// and how many rated games came before it.
type Noted = (Option<f64>, Option<f64>, Option<i64>);

/// A game that is over.
pub(super) struct Finished {
    number: i64,
    guild: i64,
    kind: &'static str,
    players: BySide<i64>,
    rated: bool,
    winner: Option<Side>,
    ended: i64,
    noted: BySide<Noted>,
}

/// The expected row of a rating.
#[derive(Clone, Copy, Default)]
struct Tally {
    rating: Rating,
    rated: i64,
    won: i64,
    drawn: i64,
    lost: i64,
}

/// The columns of its key: server, kind of game, player.
type Key = (i64, String, i64);

impl Finished {
    pub(super) fn new(game: &Game, row: &Columns, ended: i64) -> Self {
        let player = |side| column(game.player(side).0);
        Self {
            number: column(game.id().0),
            guild: column(game.venue().guild.0),
            kind: game.rules().info().id,
            players: BySide {
                first: player(Side::First),
                second: player(Side::Second),
            },
            rated: game.rated(),
            winner: game.ending().and_then(|ending| ending.winner),
            ended,
            noted: BySide {
                first: (
                    row.real("first_before"),
                    row.real("first_after"),
                    row.number("first_rated"),
                ),
                second: (
                    row.real("second_before"),
                    row.real("second_after"),
                    row.number("second_rated"),
                ),
            },
        }
    }

    fn key(&self, kind: &str, side: Side) -> Key {
        (self.guild, kind.to_owned(), *self.players.get(side))
    }
}

/// All ratings after the games rated so far.
#[derive(Default)]
struct Tallies {
    rows: BTreeMap<Key, Tally>,
}

impl Tallies {
    fn rating(&self, key: &Key) -> Rating {
        self.rows.get(key).map(|row| row.rating).unwrap_or_default()
    }

    /// How many rated games a player has finished, of all kinds.
    fn rated(&self, game: &Finished, side: Side) -> i64 {
        let row = self.rows.get(&game.key(ALL, side));
        row.map(|row| row.rated).unwrap_or_default()
    }

    /// Whether the game may be the next: as many have led to it as its row says; if it
    /// ended before that was noted, to the rating that it says.
    fn fits(&self, game: &Finished) -> bool {
        let rating = |side| self.rating(&game.key(game.kind, side)).rating;
        let known = |side: Side| match *game.noted.get(side) {
            (_, _, Some(number)) => number == self.rated(game, side),
            (before, ..) => before.is_some_and(|before| close(before, rating(side))),
        };
        !game.rated || Side::BOTH.into_iter().all(known)
    }

    /// Rates the game in its kind and in all kinds; returns what its row should hold.
    fn count(&mut self, game: &Finished) -> BySide<Noted> {
        let number = BySide {
            first: self.rated(game, Side::First),
            second: self.rated(game, Side::Second),
        };
        let mut noted = BySide::default();
        for kind in [game.kind, ALL] {
            let keys = Side::BOTH.map(|side| game.key(kind, side));
            let before = BySide {
                first: self.rating(&keys[0]),
                second: self.rating(&keys[1]),
            };
            let after = if game.rated {
                rate(before, game.winner)
            } else {
                before
            };
            for (side, key) in Side::BOTH.into_iter().zip(keys) {
                let row = self.rows.entry(key).or_default();
                row.rating = *after.get(side);
                row.rated += i64::from(game.rated);
                row.won += i64::from(game.winner == Some(side));
                row.drawn += i64::from(game.winner.is_none());
                row.lost += i64::from(game.winner == Some(side.other()));
            }
            if kind == game.kind && game.rated {
                let of = |before: Rating, after: Rating, number| {
                    (Some(before.rating), Some(after.rating), Some(number))
                };
                noted = BySide {
                    first: of(before.first, after.first, number.first),
                    second: of(before.second, after.second, number.second),
                };
            }
        }
        noted
    }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= CLOSE * other.abs().max(1.0)
}

impl Examination {
    pub(super) async fn ratings(&mut self, mut finished: Vec<Finished>) -> Result<(), Error> {
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
                self.noted(&game, &expected);
            }
        }
        self.standings(tallies).await
    }

    fn noted(&mut self, game: &Finished, expected: &BySide<Noted>) {
        let (found, key) = (&game.noted, game.number.to_string());
        for (column, found, expected) in [
            ("first_before", found.first.0, expected.first.0),
            ("first_after", found.first.1, expected.first.1),
            ("second_before", found.second.0, expected.second.0),
            ("second_after", found.second.1, expected.second.1),
        ] {
            let same = match (found, expected) {
                (Some(found), Some(expected)) => close(found, expected),
                (found, expected) => found.is_none() && expected.is_none(),
            };
            if !same {
                let text = |value: Option<f64>| value.map(|value| value.to_string());
                self.disagrees("games", &key, column, text(found), text(expected));
            }
        }
        for (column, found, expected) in [
            ("first_rated", found.first.2, expected.first.2),
            ("second_rated", found.second.2, expected.second.2),
        ] {
            if found.is_some() && found != expected {
                let text = |value: Option<i64>| value.map(|value| value.to_string());
                self.disagrees("games", &key, column, text(found), text(expected));
            }
        }
    }

    async fn standings(&mut self, mut tallies: Tallies) -> Result<(), Error> {
        let mut rows = Vec::new();
        for row in self
            .all("select * from ratings order by guild, rules, player")
            .await?
        {
            let number = |column| row.number(column).unwrap_or_default();
            let kind = row.get("rules").unwrap_or_default().to_owned();
            let key = (number("guild"), kind, number("player"));
            let expected = tallies.rows.remove(&key).unwrap_or_default();
            rows.push((key, Some(row), expected));
        }
        let missing = std::mem::take(&mut tallies.rows).into_iter();
        rows.extend(missing.map(|(key, expected)| (key, None, expected)));
        for (key, row, expected) in rows {
            let row = row.as_ref();
            let name = format!("{}, {}, {}", key.0, key.1, key.2);
            for (column, expected) in [
                ("rated", expected.rated),
                ("won", expected.won),
                ("drawn", expected.drawn),
                ("lost", expected.lost),
            ] {
                let found = row.and_then(|row| row.number(column));
                if found != Some(expected) {
                    let found = found.map(|found| found.to_string());
                    let expected = Some(expected.to_string());
                    self.disagrees("ratings", &name, column, found, expected);
                }
            }
            for (column, expected) in [
                ("rating", expected.rating.rating),
                ("deviation", expected.rating.deviation),
                ("volatility", expected.rating.volatility),
            ] {
                let found = row.and_then(|row| row.real(column));
                if !found.is_some_and(|found| close(found, expected)) {
                    let found = found.map(|found| found.to_string());
                    let expected = Some(expected.to_string());
                    self.disagrees("ratings", &name, column, found, expected);
                }
            }
        }
        Ok(())
    }
}
