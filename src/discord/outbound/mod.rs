//! What goes out: answers to interactions, and what is owed to the channels.
//!
//! `deliver` answers an interaction and at once pays what its change owes. What remains
//! unpaid, because of a crash or of trouble with Discord, the `sweeper` leases and `pay`
//! pays later, after `find` has asked whether it was paid already. `by_token` has the requests
//! by an interaction's token, `send` those by the bot's own, `body` their contents (`modern` those of private messages, `parts` what both have),
//! `wire` their outcomes. `outside` has what is different where the bot is not. `thinking` is
//! where the engine takes its turns, and `calls` go to other processes.

mod answer;
mod body;
mod by_token;
mod calls;
mod deliver;
mod failed;
pub mod films;
mod find;
mod modern;
mod notices;
mod outside;
mod parts;
mod pay;
mod pictures;
mod privacy;
mod roll_call;
mod send;
mod setup;
mod sweeper;
mod tell;
mod thinking;
mod threads;
mod wire;

pub use answer::{Answer, First};
pub(in crate::discord) use wire::PATIENCE;
