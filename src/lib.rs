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
//! | [`monitor`] | what operators and their machines ask over HTTP |
//! | [`discord`] | interactions in, answers out |
//! | `playground` | a stand-in for Discord, with a page; knows nothing of the rest |
//! | [`app`] | the use cases: the only place that joins decisions to storage |
//! | [`store`], [`render`], [`l10n`] | SQLite or PostgreSQL; pictures and alternative text; words |
//! | — | *below this line everything is pure* |
//! | [`game`] | one played game: acts decide, events change |
//! | [`registry`] | the list of games; typed moves become text |
//! | [`rules`] | positions, moves, outcomes, diagrams; a folder a game |
//! | [`message`], [`metrics`], [`time`] | a sentence without words; what is counted; a moment |
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
//! At one turn: [`discord::inbound`] receives it, from the gateway or over HTTP, and asks
//! [`app::App::act`], which replays the [`game::Game`] from its log, lets it
//! decide, and saves the events in one transaction; then `discord::view` says it
//! and [`discord::outbound`] sends it. Saved before announced, always.
//!
//! # A tour
//!
//! A game below the database, from its first move to a picture of the board:
//!
//! ```
//! use siwa::registry::Registry;
//! use siwa::render::{Painter, View};
//!
//! // The first kind of game, in its default variant.
//! let registry = Registry::standard();
//! let rules = registry.games().next().ok_or("no games")?;
//! let variant = rules.info().variants.first().ok_or("no variants")?;
//! let mut play = rules.start(variant);
//!
//! // A move is text; completion offers what may follow what is typed.
//! assert!(play.legal_moves().contains(&"a1 b2".to_owned()));
//! let offered = play.complete("a1 b", 25);
//! assert!(offered.iter().any(|next| next.text == "a1 b2" && next.whole));
//!
//! // Text is read generously; what the rules forbid is refused with a reason.
//! let report = play.play("B2, a1").map_err(|refusal| refusal.id)?;
//! assert_eq!(report.text, "a1 b2");
//! assert!(play.play("a1 c1").is_err(), "a1 is occupied");
//!
//! // A diagram is all there is to draw.
//! let picture = Painter::new()?.png(&play.diagram(), View::default())?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod app;
pub mod cli;
pub mod config;
pub mod discord;
pub mod engine;
pub mod game;
pub mod l10n;
pub mod message;
pub mod metrics;
pub mod monitor;
#[cfg(feature = "playground")]
pub mod playground;
pub mod registry;
pub mod render;
pub mod rules;
pub mod store;
pub mod telemetry;
pub mod time;
