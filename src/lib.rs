//! Siwa: a Discord bot that hosts board games, a turn at a time.
//!
//! # Architecture
//!
//! Layers whose imports only point down; `tests/it/architecture.rs` holds the table. The packages below
//! are pure, or know nothing of Siwa.
//!
//! | layer | what it is |
//! |---|---|
//! | [`cli`], [`config`], [`telemetry`] | wire everything together |
//! | [`monitor`] | metrics and health over HTTP, for operators |
//! | [`discord`] | interactions in, answers out |
//! | [`app`] | the use cases: the only place that joins decisions to storage |
//! | [`store`], [`l10n`] | SQLite or PostgreSQL; translations |
//! | [`game`] | one played game: acts decide, events change; pure |
//! | [`metrics`], [`time`] | counters; clocks and time zones |
//! | `siwa_boards` | a diagram as a picture and as alternative text |
//! | `siwa_games` | rules, notation, engine, registry; pure |
//! | `siwa_http` | the HTTP server |
//! | `siwa_playground` | Discord simulated, with a page; used by [`cli`] and by tests only |
//!
//! # Terms
//!
//! A *position* is a state of play; a *move* is one whole turn, counted in *plies*; a *variant* is
//! a board and a ruleset. A *game* is played by two people in a channel and starts as a
//! *challenge*; what happens in it is logged as *events*; exported as text it is a *record*. A
//! *refusal* comes from the rules, a *denial* from the application; a *fault* is an internal error.
//!
//! # Errors
//!
//! | type | is for |
//! |---|---|
//! | [`game::Corrupt`] | a stored game that cannot be replayed |
//! | [`store::Error`] | a fault of the database, a bad row, or an original that changed while it was copied |
//! | [`store::Unchanged`] | a change that was not saved: denied, in conflict, made before, or a fault |
//! | [`store::OpenError`] | a database that cannot be used, for its host |
//! | [`store::BackupError`] | a copy of a file that could not be made or restored, for its host |
//! | [`app::Error`] | a request that was denied, or met a fault |
//! | `Failure` in `discord::failure` | an interaction that failed, by how to answer it |
//! | `Trouble` in `discord::outbound` | a request to Discord that failed, by how to try again |
//!
//! A [`game::Denial`] and a refusal are no faults but answers: [`app::Acted`] returns an illegal move with its
//! game, so that its picture can explain it. A message for a host is a [`Text`](siwa_games::text::Text).
//!
//! # Where to start
//!
//! Follow one turn: [`discord::inbound`] receives it, from the gateway or over HTTP, and asks
//! [`app::App::act`], which replays the [`game::Game`] from its log, lets it
//! decide, and saves the events in one transaction; then `discord::view` describes the answer
//! and [`discord::outbound`] sends it. A change is always saved before it is announced.

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod game;
pub mod l10n;
pub mod metrics;
pub mod monitor;
pub mod store;
pub mod telemetry;
pub mod time;
