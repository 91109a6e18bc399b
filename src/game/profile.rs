//! A player's results in a server.

use super::{PlayerId, Standing};

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
