//! A stand-in for the part of Discord that the bot uses, with a page to play on.
//!
//! It knows nothing of the bot: it is a server of Discord's REST interface and gateway on
//! this machine, stricter than Discord is patient. Whatever Discord would refuse is refused
//! in Discord's words and kept as a [`Complaint`], which a test may let fail.
//!
//! ```text
//!        browser page                       tests
//!             │ fetch + EventSource           │ world.person("bob").types("/challenge …")
//!             ▼                               ▼
//!           page ─────────────▶ world ◀──── person
//!                                 │  people, channels, messages, commands, interactions
//!                     rest  ◀─────┼─────▶  gateway
//!                       ▲                     │ HELLO, READY, INTERACTION_CREATE
//!                       └──── any library ◀───┘
//! ```

mod body;
mod check;
mod clock;
mod complaint;
mod control;
mod deeds;
mod definitions;
mod forms;
mod gateway;
mod interaction;
mod keep;
mod messages;
mod model;
mod objects;
mod packing;
mod page;
mod person;
mod rest;
mod server;
mod typed;
mod world;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use complaint::{Complaint, Fault, Held, Kind, Logged, Route};
pub use model::{
    Answer, Attachment, Cause, Channel, Choice, Member, Message, Modal, Reaction, Refused,
};
pub use person::{Person, Which};
pub use world::World;

/// Who is told, in seconds, that time was let pass.
pub type OnSkip = Arc<dyn Fn(i64) + Send + Sync>;

/// How the stand-in is set up.
#[derive(Clone)]
pub struct Options {
    /// Where it listens. Only this machine may reach it.
    pub address: SocketAddr,
    /// Who can be spoken as; the first owns the server.
    pub people: Vec<Member>,
    /// The bot's name.
    pub bot_name: String,
    /// The server's name.
    pub guild_name: String,
    /// The server's language.
    pub guild_locale: String,
    /// The name of the first channel; tests also call it `main`.
    pub channel_name: String,
    /// The name of the second channel; tests also call it `other`.
    pub other_channel_name: String,
    /// The page's words: language, then `page-…`, then text. English is the fallback.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// Who is told when time is let pass; at the start, too, if what was kept is ahead of the
    /// present. Without it, the page offers no such thing.
    pub on_skip: Option<OnSkip>,
    /// The directory in which what was said outlives a restart.
    pub keep: Option<PathBuf>,
    /// How long a bot may take for its first answer.
    pub patience: Duration,
    /// Whether to panic when dropped with complaints left: for tests.
    pub strict: bool,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("address", &self.address)
            .field("people", &self.people)
            .field("keep", &self.keep)
            .field("strict", &self.strict)
            .finish_non_exhaustive()
    }
}

impl Default for Options {
    fn default() -> Self {
        let mut ana = Member::new(1_100_000_000_000_000_101, "ana", "Ana", "pt-BR");
        ana.admin = true;
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            people: vec![
                ana,
                Member::new(1_100_000_000_000_000_102, "bob", "Bob", "en-US"),
                Member::new(1_100_000_000_000_000_103, "chloe", "Chloé", "fr"),
            ],
            bot_name: "Siwa".to_owned(),
            guild_name: "Playground".to_owned(),
            guild_locale: "en-US".to_owned(),
            channel_name: "games".to_owned(),
            other_channel_name: "lounge".to_owned(),
            words: BTreeMap::new(),
            on_skip: None,
            keep: None,
            patience: Duration::from_secs(3),
            strict: false,
        }
    }
}

/// A running stand-in. Dropping it ends it.
#[derive(Debug)]
pub struct Playground {
    world: World,
    server: Option<JoinHandle<()>>,
    strict: bool,
}

impl Playground {
    /// Starts listening; when this returns, requests are answered.
    ///
    /// # Errors
    /// If the address is not of this machine or is taken, or the kept history cannot be read.
    pub async fn start(options: Options) -> io::Result<Self> {
        if !options.address.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the playground is for this machine only: its address must be a loopback address",
            ));
        }
        if options.people.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the playground needs people",
            ));
        }
        let listener = TcpListener::bind(options.address).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let strict = options.strict;
        let world = server::found(options, base)?;
        let server = tokio::spawn(server::run(world.clone(), listener));
        if world.setting().keep.is_some() {
            tokio::spawn(keep::follow(world.clone()));
        }
        Ok(Self {
            world,
            server: Some(server),
            strict,
        })
    }

    /// Where the bot finds the stand-in instead of `https://discord.com`.
    #[must_use]
    pub fn api_url(&self) -> String {
        self.world.setting().base.clone()
    }

    /// Where a browser finds the page.
    #[must_use]
    pub fn page_url(&self) -> String {
        format!("{}/", self.world.setting().base)
    }

    /// The token that the stand-in accepts. It opens nothing anywhere else.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.world.setting().token
    }

    /// The world itself.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Ends it, and waits for that.
    pub async fn stop(mut self) {
        self.world.change(|state| state.stopped = true);
        if let Some(mut server) = self.server.take() {
            let bound = Duration::from_secs(2);
            if tokio::time::timeout(bound, &mut server).await.is_err() {
                server.abort();
            }
        }
        keep::save(&self.world);
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.world.change(|state| state.stopped = true);
        if let Some(server) = &self.server {
            server.abort();
        }
        let complaints = self.world.complaints();
        if self.strict && !complaints.is_empty() && !std::thread::panicking() {
            let listed: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            #[expect(clippy::panic, reason = "a test with complaints has failed")]
            {
                panic!("the playground has complaints:\n  {}", listed.join("\n  "));
            }
        }
    }
}
