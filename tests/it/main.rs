//! Everything that is tested from outside, in one binary: one link, shared helpers.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod alike;
mod app;
mod architecture;
mod backend;
mod backup;
mod clauses;
mod cli_record;
mod cli_rules;
mod config;
mod conformance;
#[cfg(feature = "playground")]
mod database;
mod doctor;
mod engine;
mod forget;
mod game;
mod gyges;
mod imports;
mod kept;
mod limits;
mod locales;
mod lookups;
mod monitor;
mod noughts_and_crosses;
mod outbox;
mod pairs;
mod perft;
mod pictures;
mod plans;
mod playthroughs;
mod presses;
mod privacy;
mod puzzles;
mod random;
mod readme;
mod record;
mod render;
mod replies;
mod review;
#[cfg(feature = "playground")]
mod running;
mod scaling;
mod scratch;
mod seega;
mod servers;
mod shared;
mod siwa;
mod source;
mod store;
mod table;
mod upgrade;
mod words;
