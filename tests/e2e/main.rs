//! Whole stories, through the real client library, against the stand-in for Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod audit;
mod echo;
mod first_game;
mod house;
mod play;
mod stand_in;
mod whole_games;
