//! Siwa: a Discord bot that hosts board games, a turn at a time.
//!
//! # The house
//!
//! Ten layers, whose imports only point down; `tests/it/architecture.rs` holds
//! the table. The lower half is pure: no clock, no randomness, no input or
//! output, nothing asynchronous.
//!
//! | layer | what it is |
//! |---|---|
//! | [`cli`], [`config`], [`telemetry`] | wire everything together |
//! | [`discord`] | interactions in, answers out |
//! | `playground` | a stand-in for Discord, with a page; knows nothing of the rest |
//! | [`app`] | the use cases: the only place that joins decisions to storage |
//! | [`store`], [`render`], [`l10n`] | SQLite; pictures and alternative text; words |
//! | — | *below this line everything is pure* |
//! | [`game`] | one played game: acts decide, events change |
//! | [`registry`] | the list of games; typed moves become text |
//! | [`rules`] | positions, moves, outcomes, diagrams; a folder a game |
//! | [`message`], [`time`] | a sentence without words; a moment |
//!
//! # Words
//!
//! A *position* is a state of play; a *move* is one whole turn, counted in
//! *plies*; a *variant* is a board and a ruleset. A *game* is played by two
//! people in a channel and begins as a *challenge*; what happens in it are
//! *events*; on paper it is a *record*. A *refusal* is the rules' no, a *denial* is
//! the house's, a *fault* is our own failure.
//!
//! # Where to start
//!
//! At one turn: [`discord::inbound`] receives it and asks
//! [`app::App::act`], which replays the [`game::Game`] from its log, lets it
//! decide, and saves the events in one transaction; then `discord::view` says it
//! and [`discord::outbound`] sends it. Saved before announced, always.

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
