//! What goes out: answers to interactions, and messages to channels.
//!
//! `deliver` answers an interaction, and at once posts and changes what follows from it. What is left,
//! because of a crash or of trouble with Discord, the `sweeper` leases: `post` posts outbox items,
//! after `find` has asked whether they are there already, and `upkeep` changes messages. `interaction_webhook`
//! has the requests by an interaction's token, `send` those by the bot's own, `payload` their contents
//! (`components_v2` those of private messages, `components` what both have), `request` their outcomes.
//! `user_install` has what is different where the bot is not. `thinking` is where the engine takes
//! its turns, and `calls` go to other processes.

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
mod payload;
mod pictures;
mod post;
mod privacy;
mod request;
mod send;
mod setup;
mod sweeper;
mod tell;
mod thinking;
mod threads;
mod upkeep;
mod user_install;

pub use answer::{Answer, First};
pub(in crate::discord) use request::{REQUEST_TIMEOUT, ask};
