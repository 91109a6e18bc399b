//! Outbound: answers to interactions, and messages to channels.
//!
//! `deliver` answers an interaction, posts the resulting messages and does the upkeep. After a crash or an
//! error of Discord, the `sweeper` leases the rest: `post` posts outbox items, after `find` has asked whether
//! they were posted before, and `upkeep` changes messages. `interaction_webhook` has the requests with an
//! interaction's token, `send` those with the bot's token, and `payload` their bodies; `request` sends them, and
//! says why that failed. `tournaments` has the cards of tournaments, and `thinking` takes the engine's turns.

pub mod animations;
mod answer;
mod deliver;
mod find;
mod interaction_webhook;
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
mod tournaments;
mod upkeep;

pub use answer::{Announces, Answer, Message, NextPanel, PanelPlace, Slow};
pub(in crate::discord) use request::ask;
