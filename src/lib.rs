//! Siwa: a Discord bot that hosts Seega.
//!
//! TOUR
pub mod message;
pub mod registry;
pub mod render;
pub mod rules;
pub mod time;
