//! What goes out: answers, boards, cards, and what could not be sent at once.

mod announce;
mod answer;
mod deliver;
pub mod films;
mod pictures;
mod send;

pub use answer::{Answer, Says, Then};
