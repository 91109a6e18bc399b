//! What comes in: turns interactions into answers.

pub mod commands;
mod completion;
mod components;
pub mod handler;
mod plan;
mod turn;
