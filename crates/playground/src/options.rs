//! Options and start errors of a playground.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use siwa_http::IDLE_TIMEOUT;
use thiserror::Error;

use super::model::{Member, OnSkip};

/// The options of a playground.
#[derive(Clone)]
pub struct Options {
    /// The address that it listens on: a loopback address.
    pub address: SocketAddr,
    /// The people; the first owns the server.
    pub people: Vec<Member>,
    /// The server's language.
    pub guild_locale: String,
    /// The page's texts: language, then `page-…`, then text. English is the fallback.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// The command of the button for newcomers, if there is one.
    pub first: Option<FirstCommand>,
    /// Called with the seconds by which time is moved forward; also at the start, with those by which
    /// the saved history is ahead of the present. Without it, the page cannot move time forward.
    pub on_skip: Option<OnSkip>,
    /// The directory for messages that survive a restart.
    pub keep: Option<PathBuf>,
    /// How long a connection may wait for the whole head of its next request.
    pub idle: Duration,
    /// How many shards it proposes to the bot.
    pub shards: u64,
    /// Whether to panic when dropped with violations left: for tests.
    pub strict: bool,
}

impl Default for Options {
    fn default() -> Self {
        let people = serde_json::from_str(include_str!("../assets/people.json"));
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            people: people.expect("the file is JSON"),
            guild_locale: "en-US".to_owned(),
            words: BTreeMap::new(),
            first: None,
            on_skip: None,
            keep: None,
            idle: IDLE_TIMEOUT,
            shards: 1,
            strict: false,
        }
    }
}

/// A command that a button on the page sends.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FirstCommand {
    /// The command and its sub-commands, by name.
    pub path: &'static [&'static str],
    /// How the custom id of a button ends that is shown when what the command started is over.
    pub over: &'static str,
}

/// Why a playground could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// It cannot listen on the address.
    #[error("the address cannot be used")]
    Address(#[from] io::Error),
    /// This file of the saved history cannot be read.
    #[error("{} cannot be read", .0.display())]
    History(PathBuf, #[source] io::Error),
}
