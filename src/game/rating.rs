//! Ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), each game is its own rating
//! period.

use std::fmt;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, glicko2};

use super::{Game, PlayerId};
use siwa_games::rules::{BySide, Side};

/// The estimated strength of a player.
pub use skillratings::glicko2::Glicko2Rating as Rating;

/// The rating of `player` after a win or a loss against an opponent.
pub fn rate_player(player: Rating, opponent: Rating, won: bool) -> Rating {
    let winner = if won { Side::First } else { Side::Second };
    rate(BySide::new(player, opponent), Some(winner)).first
}

/// The games that a ladder covers, whatever their kind; Fluent's cases use these names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::AsRefStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// Games between people.
    #[default]
    People,
    /// Rated games between people that ended in this month, ranked by points. There is no month of
    /// games with the engine: points do not tell its levels apart.
    Month,
    /// Games with the engine.
    Engine,
}

impl Scope {
    const fn suffix(self) -> &'static str {
        match self {
            Self::People => "",
            Self::Month => "@month",
            Self::Engine => "@siwa",
        }
    }
}

/// The games that a rating or a leaderboard covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ladder<'a> {
    /// The kind of game; `None`: all together.
    pub kind: Option<&'a str>,
    /// Which games of that kind.
    pub scope: Scope,
}

impl<'a> Ladder<'a> {
    const ALL: &'static str = "*";

    /// The ladder of all kinds of games.
    #[must_use]
    pub fn of_all(self) -> Self {
        Self { kind: None, ..self }
    }

    /// Parses what `Display` writes; the kind of game may be unknown.
    pub fn read(text: &'a str) -> Self {
        let ends = |scope: Scope| Some((text.strip_suffix(scope.suffix())?, scope));
        let (kind, scope) = ends(Scope::Month)
            .or_else(|| ends(Scope::Engine))
            .unwrap_or((text, Scope::People));
        Self {
            kind: Some(kind).filter(|kind| *kind != Self::ALL),
            scope,
        }
    }
}

impl fmt::Display for Ladder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.unwrap_or(Self::ALL))?;
        f.write_str(self.scope.suffix())
    }
}

/// Both players' ratings after a game; `winner` is `None` for a draw.
pub fn rate(before: BySide<Rating>, winner: Option<Side>) -> BySide<Rating> {
    let outcome = match winner {
        Some(Side::First) => Outcomes::WIN,
        Some(Side::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let config = Glicko2Config::default();
    let (first, second) = glicko2(&before.first, &before.second, &outcome, &config);
    BySide::new(first, second)
}

/// A player's rating at one point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerRating {
    /// The rating.
    pub rating: Rating,
    /// The number of rated games that led to it, which identifies it.
    pub games: u32,
}

/// The ratings of a game's players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratings {
    /// In this kind of game.
    pub kind: BySide<PlayerRating>,
    /// In all kinds of games together.
    pub all: BySide<PlayerRating>,
}

impl Ratings {
    /// These ratings, with an engine's on its side.
    #[must_use]
    pub fn with_engine(mut self, side: Side, rating: Rating) -> Self {
        for ratings in [&mut self.kind, &mut self.all] {
            *ratings.get_mut(side) = PlayerRating { rating, games: 0 };
        }
        self
    }

    /// The ratings after a game; `winner` is `None` for a draw. The rating of `engine` does not
    /// change.
    #[must_use]
    pub fn after(self, winner: Option<Side>, engine: Option<Side>) -> Self {
        let after = |before: BySide<PlayerRating>| {
            let ratings = BySide::new(before.first.rating, before.second.rating);
            let ratings = rate(ratings, winner);
            let mut after = before;
            for side in Side::BOTH.into_iter().filter(|side| engine != Some(*side)) {
                let player = after.get_mut(side);
                player.rating = *ratings.get(side);
                player.games = player.games.saturating_add(1);
            }
            after
        };
        Self {
            kind: after(self.kind),
            all: after(self.all),
        }
    }
}

/// The change of the players' ratings by a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The ratings before the game's end.
    pub before: Ratings,
    /// The ratings after it.
    pub after: Ratings,
}

impl RatingChange {
    /// The ratings before and after, in this kind of game.
    pub fn shown(self) -> BySide<(f64, f64)> {
        let change = |side: Side| {
            let before = self.before.kind.get(side).rating;
            let after = self.after.kind.get(side).rating;
            (before.rating, after.rating)
        };
        BySide::new(change(Side::First), change(Side::Second))
    }
}

impl Game {
    /// The changes that the end of a rated game makes to the ratings `before`. The engine has the
    /// rating of its level; if the game was rated already, that of then, because another version may
    /// rate a level differently.
    pub fn rate(&self, before: Ratings, winner: Option<Side>) -> RatingChange {
        let engine = self.setup.engine;
        let before = engine.map_or(before, |engine| {
            let usual = engine.rating(self.rules.info());
            let noted = self.ratings.map(|ratings| ratings.get(engine.side).0);
            let rating = noted.unwrap_or(usual.rating);
            before.with_engine(engine.side, Rating { rating, ..usual })
        });
        let after = before.after(winner, engine.map(|engine| engine.side));
        RatingChange { before, after }
    }
}

/// A row of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The rank, from 1.
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// The rating; `None` without a rated game.
    pub rating: Option<Rating>,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// The rows of this page, best first.
    pub standings: Vec<Standing>,
    /// The viewer's own row, on any page.
    pub own: Option<Standing>,
    /// The number of this page, from 0.
    pub page: u32,
    /// The number of pages; at least 1.
    pub pages: u32,
}

/// A player's results in one kind of game in a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The player.
    pub player: PlayerId,
    /// Their row on the leaderboard of games between people; `None` before the first game.
    pub people: Option<Standing>,
    /// Their row on the leaderboard of games with the engine.
    pub engine: Option<Standing>,
    /// The rating after each of the last rated games between people, oldest first.
    pub ratings: Vec<f64>,
    /// Their most frequent opponents, most frequent first.
    pub rivals: Vec<Rival>,
}

/// A player's results against one opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rival {
    /// The opponent.
    pub player: PlayerId,
    /// Games won against them.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// The most ratings in a profile.
pub const MAX_RATINGS: u32 = 100;
/// The most opponents in a profile.
pub const MAX_RIVALS: u32 = 5;
