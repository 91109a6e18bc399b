//! What somebody has played in a server.

use super::{PlayerId, Standing};

/// How somebody stands in one kind of game in a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Who.
    pub player: PlayerId,
    /// Their line on the leaderboard between people; none before the first game.
    pub people: Option<Standing>,
    /// Their line on the leaderboard against the engine.
    pub engine: Option<Standing>,
    /// The rating after each of the last rated games between people, oldest first.
    pub ratings: Vec<f64>,
    /// Those they have played most often, most often first.
    pub rivals: Vec<Rival>,
}

/// What two people have played against each other.
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

/// How many ratings a profile looks back at.
pub const MAX_RATINGS: u32 = 100;
/// How many opponents a profile names.
pub const MAX_RIVALS: u32 = 5;
