//! Whole stories, through the real client library, against the stand-in for Discord.

mod echo;
mod http;
mod limits;
mod page;
mod stand_in;
