//! What comes in: interactions, read and turned into answers.

pub mod commands;
mod completion;
mod components;
pub mod handler;
