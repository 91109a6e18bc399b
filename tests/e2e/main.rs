//! Whole stories, through the real client library, against the stand-in for Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod echo;
mod http;
mod limits;
mod page;
mod stand_in;
