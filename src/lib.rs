//! Siwa: a Discord bot that hosts Seega.
//!
//! TOUR
pub mod cli;
pub mod message;
pub mod registry;
pub mod rules;
pub mod time;
