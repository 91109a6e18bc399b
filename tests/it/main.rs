//! All tests from outside, in one binary: one link, shared helpers.
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
mod cli_engine;
mod cli_record;
mod cli_rules;
mod config;
mod database;
mod doctor;
mod e2e;
mod forget;
mod game;
mod goals;
mod imports;
mod in_place;
mod kept;
mod limits;
mod locales;
mod lookups;
mod monitor;
mod month;
#[path = "../../crates/games/tests/it/noughts_and_crosses.rs"]
mod noughts_and_crosses;
mod outbox;
mod pairs;
mod passwords;
mod pictures;
mod plans;
mod presses;
mod privacy;
mod puzzles;
#[path = "../../crates/games/tests/it/random.rs"]
mod random;
mod readme;
mod record;
mod replies;
mod review;
mod round_trips;
mod running;
mod says;
mod scratch;
mod servers;
mod serving;
mod shared;
mod siwa;
mod source;
mod standings;
mod store;
mod table;
mod tournaments;
mod upgrade;
mod upkeep;
mod warnings;
mod words;
