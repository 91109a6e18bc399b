//! Ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), every
//! game a rating period of its own.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::rules::{BySide, Side};

/// How strong a player is thought to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating itself; 1500 at first.
    pub rating: f64,
    /// Its standard deviation; 350 at first.
    pub deviation: f64,
    /// How much it is expected to fluctuate.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Glicko2Rating::new().into()
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(from: Glicko2Rating) -> Self {
        Self {
            rating: from.rating,
            deviation: from.deviation,
            volatility: from.volatility,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(from: Rating) -> Self {
        Self {
            rating: from.rating,
            deviation: from.deviation,
            volatility: from.volatility,
        }
    }
}

/// Both players' ratings after a game that `winner` won, or nobody.
#[must_use]
pub fn rate(before: BySide<Rating>, winner: Option<Side>) -> BySide<Rating> {
    let outcome = match winner {
        Some(Side::First) => Outcomes::WIN,
        Some(Side::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) = glicko2(
        &before.first.into(),
        &before.second.into(),
        &outcome,
        &Glicko2Config::default(),
    );
    BySide {
        first: first.into(),
        second: second.into(),
    }
}

/// A player's line on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The place, from 1.
    pub place: u32,
    /// Who.
    pub player: super::PlayerId,
    /// The rating; none if no rated game was played.
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
    /// The lines of this page, best first.
    pub standings: Vec<Standing>,
    /// The line of whoever asked, wherever it stands.
    pub own: Option<Standing>,
    /// Which page this is, from 0.
    pub page: u32,
    /// How many pages there are; at least one.
    pub pages: u32,
}
