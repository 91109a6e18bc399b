//! What goes out: answers to interactions, and what is owed to the channels.
//!
//! `deliver` answers an interaction, and pays at once what its change owes. What is
//! not paid by that, because of a crash or of trouble at Discord's, `sweeper` leases
//! and `pay` pays later; `find` asks first whether it was paid. `send` knows the
//! requests, `body` what they say, `wire` what may come of them.

mod answer;
mod body;
mod deliver;
mod failed;
pub mod films;
mod find;
mod pay;
mod pictures;
mod send;
mod sweeper;
mod wire;

pub use answer::Answer;
