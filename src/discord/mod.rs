//! The bot on Discord: interactions come in, answers go out.
//!
//! | module | what it does |
//! |---|---|
//! | [`inbound`] | receives interactions: the handler, commands, components, completion |
//! | [`view`] | words, buttons, boards and mentions as plain data |
//! | [`outbound`] | sends messages, and sends later what could not be sent at once |
//!
//! [`gateway`] and [`endpoint`] are the two ways by which interactions arrive; [`run`] starts
//! one of them. `inbound` turns an interaction into an [`outbound::Answer`], for which it asks
//! [`crate::app`] and [`view`]; `outbound` draws and sends that. Neither `view` nor
//! `outbound` knows `inbound`. Between them lie [`context`] (who asks, where),
//! [`custom_id`] (what a button carries) and [`failure`] (what goes wrong).

mod arrivals;
pub mod bot;
mod budget;
pub mod context;
pub mod custom_id;
pub mod endpoint;
pub mod failure;
pub mod gateway;
pub mod http;
pub mod inbound;
pub mod outbound;
pub mod permissions;
mod piece_emoji;
pub mod run;
pub mod view;

pub use bot::Bot;
