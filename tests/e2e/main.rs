//! Whole stories, through the real client library, against the stand-in for Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod alone;
mod at_once;
mod audit;
mod choosing;
mod clocks;
mod denials;
mod echo;
mod failures;
mod faults;
mod first_game;
mod gateway;
mod gyges;
mod house;
mod http;
mod kept_messages;
mod languages;
mod limits;
mod lists;
mod mentions;
mod modern;
mod noughts;
#[path = "../it/noughts_and_crosses.rs"]
mod noughts_and_crosses;
mod outbox;
mod page;
mod panels;
mod play;
mod puzzles;
mod replay;
mod restart;
mod review;
mod rules;
mod stale;
mod stand_in;
mod theme;
mod threads;
mod whole_games;
