//! The simulated Discord against a real client library, and against requests by hand.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod drift;
mod echo;
mod faults;
mod http;
mod limits;
mod modern;
mod page;
mod simulator;
