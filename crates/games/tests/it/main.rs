//! The rules against oracles, published counts and recorded games; the engine; typed moves.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod conformance;
mod deals;
mod engine;
mod gyges;
mod noughts_and_crosses;
mod oracle;
mod perft;
mod playthroughs;
mod random;
mod reasons;
mod seega;
mod texts;
