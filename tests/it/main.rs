//! Everything that is tested from outside, in one binary: one link, shared helpers.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod cli_rules;
mod conformance;
mod gyges;
mod perft;
mod playthroughs;
mod random;
mod render;
mod seega;
