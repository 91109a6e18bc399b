//! Whole stories, through the real client library, against the stand-in for Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod at_once;
mod audit;
mod choosing;
mod denials;
mod echo;
mod failures;
mod first_game;
mod house;
mod languages;
mod lists;
mod mentions;
mod play;
mod restart;
mod stale;
mod stand_in;
mod whole_games;
