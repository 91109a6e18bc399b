//! The board games Seega and Gygès: rules, notation, and an engine that plays them.
//!
//! Pure and synchronous, but for [`engine::within`]: no clock, no input or output. A move crosses
//! every boundary as text, so a caller needs to know no game to host all of them.
//!
//! | module | what it is |
//! |---|---|
//! | [`registry`] | the list of games; typed moves become text |
//! | [`engine`] | a search over the positions of any game |
//! | [`rules`] | positions, moves, outcomes, diagrams; a folder a game |
//! | [`text`] | the id of a sentence and its arguments |
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use siwa_games::engine::{Level, Limits};
//! use siwa_games::registry::Registry;
//!
//! let (rules, variant) = Registry::standard().variant("seega-5-classic").ok_or("no such variant")?;
//! let mut game = rules.start(variant);
//!
//! // A move is text; completion offers what may follow what is typed.
//! let offered = game.complete("a1 b", 25);
//! assert!(offered.iter().any(|next| next.text == "a1 b2" && next.whole));
//!
//! // Text is read generously; an illegal move is refused with the reason.
//! let played = game.play("B2, a1")?;
//! assert_eq!(played.text, "a1 b2");
//! let refusal = game.play("a1 c1").unwrap_err();
//! assert!(refusal.to_string().starts_with("S1 forbids this move (seega-refused-taken); legal moves are "));
//!
//! // The engine answers.
//! let stop = AtomicBool::new(false);
//! let limits = Limits { nodes: 2_000, depth: 4, table: 1 << 20, stop: &stop, seed: 1 };
//! let found = game.think(Level::STRONGEST, limits, &mut |_| {}).ok_or("the game is over")?;
//! game.play(&found.line[0])?;
//! assert_eq!(game.diagram().pieces.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod engine;
pub mod registry;
pub mod rules;
pub mod text;
