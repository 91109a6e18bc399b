//! Siwa: a Discord bot that hosts Seega.
//!
//! TOUR
pub mod app;
pub mod discord;
pub mod game;
pub mod l10n;
pub mod message;
pub mod registry;
pub mod render;
pub mod rules;
pub mod store;
pub mod time;
