//! Whole stories, through the real client library, against the stand-in for Discord.

mod echo;
mod stand_in;
