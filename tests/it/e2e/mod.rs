//! End-to-end tests, through the real client library, against the simulated Discord.

mod alone;
mod at_once;
mod audit;
mod choosing;
mod clocks;
mod codes;
mod dealt;
mod denials;
mod endpoint;
mod failures;
mod first_game;
mod gateway;
mod gyges;
mod harness;
#[path = "../../../crates/playground/tests/it/http.rs"]
mod http;
mod kept_messages;
mod languages;
mod lists;
mod log;
mod mentions;
mod notify;
mod noughts;
mod outbox;
mod outside;
mod pairs;
mod panels;
mod plans;
pub(crate) mod play;
mod privacy;
mod puzzles;
mod rate_limits;
mod replay;
mod restart;
mod review;
mod rules;
mod server;
mod setup;
mod stale;
mod theme;
mod threads;
mod tournament;
mod unreachable;
mod whole_games;

use crate::{backend, noughts_and_crosses};
