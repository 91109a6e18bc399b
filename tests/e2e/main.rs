//! Whole stories, through the real client library, against the stand-in for Discord.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
<<<<<<< HEAD
    reason = "a test says what is wrong by panicking, its helpers too"
)]

mod echo;
mod first_game;
mod house;
=======
    reason = "a test that cannot go on has failed"
)]

mod echo;
mod http;
mod limits;
mod page;
>>>>>>> a85d5db8b5f900df4d08301ce7b3aee027a25158
mod stand_in;
