//! The tests of the house, in one binary: one link, shared helpers.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a helper that fails fails its test"
)]

mod render;
