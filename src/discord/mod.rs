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

pub mod bot;
pub mod context;
pub mod custom_id;
pub mod endpoint;
pub mod failure;
pub mod gateway;
pub mod http;
pub mod inbound;
mod limits;
pub mod outbound;
pub mod permissions;
mod refusal;
pub mod run;
pub mod view;

pub use bot::Bot;
pub use context::Context;
pub use failure::{Failure, chain, ok_or_log};
pub use http::Http;

/// The outcome of an interaction, or of a part of its answer.
pub type Result<T, E = Failure> = std::result::Result<T, E>;
