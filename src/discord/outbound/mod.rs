//! Outbound: answers to interactions, and messages to channels.
//!
//! `deliver` answers an interaction, posts the resulting messages and does the upkeep. After a crash or an
//! error of Discord, the `sweeper` leases the rest: `post` posts outbox items, after `find` has asked whether
//! they were posted before, and `upkeep` changes messages. `interaction_webhook` has the requests with an
//! interaction's token, `send` those with the bot's token, `payload` their bodies (`components_v2` those of
//! private messages, `components` the parts of both), `request` their outcomes. `user_install` has the
//! differences of user installs. `tournaments` has the cards of tournaments, `thinking` takes the
//! engine's turns, and `calls` wakes other processes.

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
mod refusal;
mod request;
mod send;
mod setup;
mod sweeper;
mod tell;
mod thinking;
mod threads;
mod tournaments;
mod upkeep;
mod user_install;

pub use answer::{Answer, First, NextPanel, PanelPlace};
pub(in crate::discord) use request::{REQUEST_TIMEOUT, ask};
