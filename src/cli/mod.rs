//! The commands of the `siwa` program.

pub mod rules;
