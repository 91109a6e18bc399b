//! Siwa: a Discord bot that hosts Seega.
//!
//! TOUR
pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod game;
pub mod l10n;
pub mod message;
#[cfg(feature = "playground")]
pub mod playground;
pub mod registry;
pub mod render;
pub mod rules;
pub mod store;
pub mod telemetry;
pub mod time;
