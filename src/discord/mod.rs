//! The bot on Discord: interactions come in, answers go out.
//!
//! | module | what it does |
//! |---|---|
//! | [`inbound`] | receives interactions: the handler, commands, components, completion |
//! | [`view`] | texts, buttons, boards and mentions as plain data |
//! | [`outbound`] | sends messages, and retries those that failed |
//!
//! [`gateway`] and [`endpoint`] receive interactions; [`run`] starts one of them. `inbound` turns
//! an interaction into an [`outbound::Answer`], with [`crate::app`] and [`view`]; `outbound` draws
//! and sends it. Neither `view` nor `outbound` knows `inbound`. They share [`context`] (user and
//! place of an interaction), [`custom_id`] (data of components) and [`failure`] (errors).

mod arrivals;
pub mod bot;
mod channel_limits;
pub mod context;
pub mod custom_id;
pub mod endpoint;
pub mod failure;
pub mod gateway;
mod global_limit;
pub mod http;
pub mod inbound;
pub mod outbound;
pub mod permissions;
mod piece_emoji;
pub mod run;
pub mod view;

pub use bot::Bot;
pub use context::Context;
pub use failure::{Failure, chain};
pub use http::Http;
