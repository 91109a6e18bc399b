//! Whole stories, through the real client library, against the simulated Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod alone;
mod at_once;
mod audit;
#[path = "../it/backend.rs"]
mod backend;
mod choosing;
mod clocks;
mod denials;
mod endpoint;
mod failures;
mod first_game;
mod gateway;
mod gyges;
mod house;
#[path = "../../crates/playground/tests/it/http.rs"]
mod http;
mod kept_messages;
mod languages;
mod lists;
mod mentions;
mod notify;
mod noughts;
#[path = "../../crates/games/tests/it/noughts_and_crosses.rs"]
mod noughts_and_crosses;
mod outbox;
mod outside;
mod pairs;
mod panels;
mod plans;
mod play;
mod privacy;
mod puzzles;
mod replay;
mod restart;
mod review;
mod rules;
mod server;
mod setup;
mod stale;
mod theme;
mod threads;
mod whole_games;
