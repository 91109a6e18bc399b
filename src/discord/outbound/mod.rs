//! What goes out: answers to interactions, and what is owed to the channels.
//!
//! `deliver` answers an interaction and at once pays what its change owes. What remains
//! unpaid, because of a crash or of trouble with Discord, the `sweeper` leases and `pay`
//! pays later, after `find` has asked whether it was paid already. `interaction_webhook` has the requests
//! by an interaction's token, `send` those by the bot's own, `payload` their contents (`components_v2` those of private messages, `components` what both have),
//! `request` their outcomes. `user_install` has what is different where the bot is not. `thinking` is
//! where the engine takes its turns, and `calls` go to other processes.

pub mod animations;
mod answer;
mod calls;
mod components;
mod components_v2;
mod deliver;
mod failed;
mod find;
mod interaction_webhook;
mod membership;
mod notices;
mod pay;
mod payload;
mod pictures;
mod privacy;
mod request;
mod send;
mod setup;
mod sweeper;
mod tell;
mod thinking;
mod threads;
mod user_install;

pub use answer::{Answer, First};
pub(in crate::discord) use request::{REQUEST_TIMEOUT, ask};
