//! Siwa: a Discord bot that hosts Seega.
//!
//! TOUR
pub mod message;
#[cfg(feature = "playground")]
pub mod playground;
pub mod registry;
pub mod rules;
pub mod time;
