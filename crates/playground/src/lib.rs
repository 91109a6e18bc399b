//! A simulation of the part of Discord that bots use, with a page to try them.
//!
//! It knows nothing of the bot: it serves Discord's REST API and gateway on this machine, or posts interactions to an
//! address. It refuses what Discord would refuse, with the same messages, and records it as a [`Violation`], on which a
//! test can fail.
//!
//! ```text
//!        browser page                       tests
//!             │ fetch + EventSource           │ world.person("bob").types("/challenge …")
//!             ▼                               ▼
//!           page ─────────────▶ world ◀──── person
//!                                 │  people, channels, messages, commands, interactions
//!                     rest  ◀─────┼─────▶  gateway or endpoint
//!                       ▲                     │ INTERACTION_CREATE, or POST of the same
//!                       └──── any library ◀───┘
//! ```

#![warn(missing_docs)]

mod actions;
mod body;
mod clock;
mod command_line;
mod components;
mod control;
mod definitions;
mod dispatch;
mod endpoint;
mod field;
mod gateway;
mod interaction;
mod json;
mod messages;
mod model;
mod objects;
mod options;
mod outside;
mod page;
mod persistence;
mod person;
mod rest;
mod server;
mod session;
mod signing;
mod violation;
mod world;

use std::io;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use model::{
    Answer, Attachment, Channel, Choice, Member, Message, Modal, OnSkip, Reaction, Refused,
};
pub use options::{FirstCommand, Options, StartError};
pub use person::Person;
pub use violation::{InjectedFault, Kind, Logged, Route, Violation};
use world::TOKEN;
pub use world::World;

/// A running playground. Dropping it stops it.
pub struct Playground {
    world: World,
    server: JoinHandle<()>,
}

impl Playground {
    /// Starts listening; after it returns, requests are answered.
    ///
    /// # Errors
    /// If the address is not of this machine or is in use, or the saved history cannot be read.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        if !options.address.ip().is_loopback() {
            let why =
                "the playground is for this machine only: its address must be a loopback address";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why).into());
        }
        let listener = TcpListener::bind(options.address).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let world = server::create_world(options, base)?;
        let server = tokio::spawn(server::run(world.clone(), listener));
        if world.setup().options.keep.is_some() {
            tokio::spawn(persistence::follow(world.clone()));
        }
        Ok(Self { world, server })
    }

    /// The base URL of the API, in place of `https://discord.com`.
    pub fn api_url(&self) -> String {
        self.world.setup().base.clone()
    }

    /// The URL of the page.
    pub fn page_url(&self) -> String {
        format!("{}/", self.world.setup().base)
    }

    /// The token that the playground accepts. It is not valid anywhere else.
    pub fn token(&self) -> &str {
        TOKEN
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Stops the playground, and waits until it has stopped.
    pub async fn stop(mut self) {
        self.world.change(|state| state.stopped = true);
        let limit = Duration::from_secs(2);
        let _ = tokio::time::timeout(limit, &mut self.server).await;
        self.server.abort();
        persistence::save(&self.world);
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.world.change(|state| state.stopped = true);
        self.server.abort();
        let violations = self.world.violations();
        let tolerates = !self.world.setup().options.strict || std::thread::panicking();
        let listed: Vec<String> = violations.iter().map(ToString::to_string).collect();
        let text = listed.join("\n  ");
        assert!(
            tolerates || text.is_empty(),
            "the playground has violations:\n  {text}"
        );
    }
}
