//! Ratings, made anew from the games that are over.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Columns, Examination};
use crate::game::{Game, Rating, rate};
use crate::rules::{BySide, Side};
use crate::store::Error;
use crate::store::columns::column;
use crate::store::ratings::ALL;

/// Ratings that differ by less are the same: other processors round otherwise.
const CLOSE: f64 = 1e-6;

/// Within how many seconds games may have ended in another order than their clocks say.
const TOGETHER: i64 = 10;

/// How many games are asked whether they are the next to be counted.
const AHEAD: usize = 1000;

/// A game that is over.
pub(super) struct Finished {
    number: i64,
    guild: i64,
    kind: &'static str,
    players: BySide<i64>,
    rated: bool,
    winner: Option<Side>,
    ended: i64,
    /// The ratings that its row holds: before and after.
    noted: BySide<(Option<f64>, Option<f64>)>,
}

/// A row of ratings as the games make it.
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
                first: (row.real("first_before"), row.real("first_after")),
                second: (row.real("second_before"), row.real("second_after")),
            },
        }
    }

    fn key(&self, kind: &str, side: Side) -> Key {
        (self.guild, kind.to_owned(), *self.players.get(side))
    }

    /// Whether the two may have ended in either order, as far as `ALL` can tell.
    fn unordered(&self, other: &Self) -> bool {
        let shared = |player: &i64| [other.players.first, other.players.second].contains(player);
        self.rated
            && other.rated
            && self.guild == other.guild
            && self.kind != other.kind
            && (self.ended - other.ended).abs() <= TOGETHER
            && (shared(&self.players.first) || shared(&self.players.second))
    }
}

/// All ratings, as the games make them one after the other.
#[derive(Default)]
struct Tallies {
    rows: BTreeMap<Key, Tally>,
    /// Whose rating depends on an order that nobody knows any more.
    unsure: BTreeSet<Key>,
}

impl Tallies {
    fn rating(&self, key: &Key) -> Rating {
        self.rows.get(key).map(|row| row.rating).unwrap_or_default()
    }

    /// Whether the game may be the next: it notes the ratings that there are now.
    fn fits(&self, game: &Finished) -> bool {
        let known = |side: Side| {
            let noted = game.noted.get(side).0;
            noted.is_some_and(|noted| close(noted, self.rating(&game.key(game.kind, side)).rating))
        };
        !game.rated || Side::BOTH.into_iter().all(known)
    }

    /// Counts the game in its kind and in all kinds; answers the ratings that it
    /// should note, if it changes them.
    fn count(&mut self, game: &Finished) -> BySide<(Option<f64>, Option<f64>)> {
        let mut noted = BySide {
            first: (None, None),
            second: (None, None),
        };
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
            if game.rated && keys.iter().any(|key| self.unsure.contains(key)) {
                self.unsure.extend(keys.clone());
            }
            for (side, key) in Side::BOTH.into_iter().zip(keys) {
                let row = self.rows.entry(key).or_default();
                row.rating = *after.get(side);
                row.rated += i64::from(game.rated);
                row.won += i64::from(game.winner == Some(side));
                row.drawn += i64::from(game.winner.is_none());
                row.lost += i64::from(game.winner == Some(side.other()));
            }
            if kind == game.kind && game.rated {
                let both =
                    |before: Rating, after: Rating| (Some(before.rating), Some(after.rating));
                noted = BySide {
                    first: both(before.first, after.first),
                    second: both(before.second, after.second),
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
    /// Rates all games anew and compares what they note, and the ratings themselves.
    pub(super) async fn ratings(&mut self, mut finished: Vec<Finished>) -> Result<(), Error> {
        finished.sort_by_key(|game| (game.ended, game.number));
        let mut pending = VecDeque::from(finished);
        let mut tallies = Tallies::default();
        while !pending.is_empty() {
            // Games that end at once are counted in an order that shows in what they note.
            let mut near = pending.iter().take(AHEAD);
            let next = near.position(|game| tallies.fits(game)).unwrap_or(0);
            let Some(game) = pending.remove(next) else {
                break;
            };
            let mut near = pending
                .iter()
                .take_while(|it| it.ended <= game.ended + TOGETHER);
            if near.any(|other| game.unordered(other)) {
                let all = Side::BOTH.map(|side| game.key(ALL, side));
                tallies.unsure.extend(all);
            }
            let expected = tallies.count(&game);
            if game.rated {
                self.noted(&game, &expected);
            }
        }
        self.standings(tallies).await
    }

    fn noted(&mut self, game: &Finished, expected: &BySide<(Option<f64>, Option<f64>)>) {
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
            if tallies.unsure.contains(&key) {
                continue;
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
