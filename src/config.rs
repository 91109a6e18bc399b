//! Settings, from the environment and a `.env` file.

use std::env::{self, VarError};
use std::net::SocketAddr;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use tracing_subscriber::filter::{LevelFilter, Targets};

use crate::discord::endpoint;
use crate::discord::gateway::Sharding;
use crate::store::Address;
use siwa_games::text::Text;

/// The settings. The fields' comments describe the variables; a test compares them with
/// `.env.example`.
#[derive(Clone, Debug)]
pub struct Config {
    /// `DISCORD_TOKEN`: the bot's token, from the Discord developer portal. Needed by `siwa run` and `siwa serve`.
    pub token: Option<SecretString>,
    /// `DISCORD_PUBLIC_KEY`: the application's public key, from the same portal. Needed by `siwa serve`.
    pub public_key: Option<[u8; 32]>,
    /// `DATABASE_URL`: where games are stored; an SQLite file, made when absent, or a PostgreSQL database.
    pub database: Address,
    /// `DISCORD_API_URL`: another base than `https://discord.com`, such as the playground's.
    pub api: Option<String>,
    /// `GUILD_ID`: registers the commands in this one server, where they appear immediately; for
    /// development.
    pub guild: Option<u64>,
    /// `METRICS_LISTEN`: the address on which `/healthz`, `/readyz` and `/metrics` are served, such as `127.0.0.1:9464`.
    pub metrics: Option<SocketAddr>,
    /// `SHARDS`: into how many shards the gateway divides the servers; unset or `auto`: as many as Discord proposes.
    ///
    /// `SHARD_RANGE`: which of the shards this process runs, such as `0..3`, both included; unset: all of
    /// them.
    pub sharding: Sharding,
    /// `REQUESTS_PER_SECOND`: how many requests Discord lets the whole bot make; 50, unless it has agreed to more. At least 10.
    pub requests: u32,
    /// `SHUTDOWN_GRACE_SECONDS`: how long `siwa serve` still takes interactions after a signal to stop, while `/readyz` answers 503; 0 to 600.
    pub grace: Duration,
    /// `RUST_LOG`: what is logged, such as `info` or `warn,siwa=debug`: levels, for everything or for a target.
    pub filter: Targets,
    /// `LOG_FORMAT`: `text` or `json`.
    pub format: LogFormat,
    /// The file from which some of them come, if there is one.
    pub env_file: Option<EnvFile>,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one object a line.
    Json,
}

/// The default of `REQUESTS_PER_SECOND`: what Discord lets every bot make.
pub const DEFAULT_REQUESTS: u32 = 50;

/// The most that `SHUTDOWN_GRACE_SECONDS` may be.
const MAX_GRACE: u64 = 600;

/// The default of `DATABASE_URL`.
pub const DEFAULT_DATABASE: &str = "sqlite://siwa.db";

impl Config {
    /// Reads the settings, and `.env` before.
    ///
    /// # Errors
    /// Names the first invalid setting.
    pub fn load() -> Result<Self, Text> {
        let env_file = load_env_file()?;
        let token = variable("DISCORD_TOKEN", |text| Some(text.to_owned()))?;
        // A token must fit into a header. The error does not quote it.
        if token
            .as_ref()
            .is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            return Err(Text::new("cli-token-refused"));
        }
        let requests = variable("REQUESTS_PER_SECOND", |text| {
            // Fewer would leave nothing for requests of low priority.
            text.parse().ok().filter(|requests: &u32| *requests >= 10)
        })?;
        let grace = variable("SHUTDOWN_GRACE_SECONDS", |text| {
            let seconds = text.parse().ok().filter(|seconds| *seconds <= MAX_GRACE);
            seconds.map(Duration::from_secs)
        })?;
        Ok(Self {
            token: token.map(SecretString::new),
            public_key: variable("DISCORD_PUBLIC_KEY", endpoint::bytes)?,
            database: variable("DATABASE_URL", |url| Some(url.into()))?
                .unwrap_or_else(|| DEFAULT_DATABASE.into()),
            api: variable("DISCORD_API_URL", address)?,
            guild: variable("GUILD_ID", |text| {
                text.parse().ok().map(NonZero::<u64>::get)
            })?,
            metrics: variable("METRICS_LISTEN", |text| text.parse().ok())?,
            sharding: sharding()?,
            requests: requests.unwrap_or(DEFAULT_REQUESTS),
            grace: grace.unwrap_or_default(),
            filter: variable("RUST_LOG", filter)?
                .unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO)),
            format: variable("LOG_FORMAT", |text| text.parse().ok())?.unwrap_or_default(),
            env_file,
        })
    }
}

/// A file with settings.
#[derive(Clone, Debug)]
pub struct EnvFile {
    /// The file.
    pub path: PathBuf,
    /// The names of the variables that it sets.
    pub set: Vec<String>,
    /// The names of those that the environment sets to something else, which counts.
    pub overridden: Vec<String>,
}

/// Loads `.env` from the working directory or one above it, if there is one.
///
/// # Errors
/// If it cannot be read.
fn load_env_file() -> Result<Option<EnvFile>, Text> {
    let (mut set, mut overridden) = (Vec::new(), Vec::new());
    for (name, value) in dotenvy::dotenv_iter().into_iter().flatten().flatten() {
        match env::var(&name) {
            Ok(other) if other == value => {}
            Ok(_) => overridden.push(name),
            Err(_) => set.push(name),
        }
    }
    match dotenvy::dotenv() {
        Ok(path) => Ok(Some(EnvFile {
            path,
            set,
            overridden,
        })),
        Err(error) if error.not_found() => Ok(None),
        // The line may hold the token, so the error does not quote it.
        Err(dotenvy::Error::LineParse(_, at)) => {
            Err(Text::new("cli-env-file").with("problem", format!("line, character {at}")))
        }
        Err(error) => Err(Text::new("cli-env-file").with("problem", error.to_string())),
    }
}

/// Reads a variable with `read`, if it is set and not empty.
fn variable<T>(
    name: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Text> {
    let value = match env::var(name) {
        Ok(value) => value,
        Err(VarError::NotPresent) => return Ok(None),
        Err(VarError::NotUnicode(_)) => {
            return Err(Text::new("cli-setting-unreadable").with("name", name));
        }
    };
    let value = value.trim();
    if value.is_empty() {
        return Ok(None);
    }
    let invalid = Text::new("cli-setting-invalid").with("name", name);
    // A secret may have been pasted into the wrong line, so its value is not shown.
    read(value).map(Some).ok_or(invalid)
}

/// The address of a server.
fn address(text: &str) -> Option<String> {
    let url = url::Url::parse(text).ok()?;
    let good = matches!(url.scheme(), "http" | "https") && url.has_host();
    good.then(|| text.to_owned())
}

/// The shards that `SHARDS` and `SHARD_RANGE` name.
fn sharding() -> Result<Sharding, Text> {
    let sharding = variable("SHARDS", |text| {
        if text == "auto" {
            return Some(Sharding::Auto);
        }
        let total = text.parse().ok().map(NonZero::<u16>::get)?;
        let own = 0..=total - 1;
        Some(Sharding::Fixed { total, own })
    })?;
    let sharding = sharding.unwrap_or_default();
    let Some(own) = variable("SHARD_RANGE", range)? else {
        return Ok(sharding);
    };
    match sharding {
        Sharding::Fixed { total, .. } if *own.end() < total => Ok(Sharding::Fixed { total, own }),
        _ => {
            let range = format!("{}..{}", own.start(), own.end());
            Err(Text::new("cli-shard-range").with("range", range))
        }
    }
}

/// `0..3`: from 0 to 3, both included.
fn range(text: &str) -> Option<RangeInclusive<u16>> {
    let (first, last) = text.split_once("..")?;
    let range = first.parse().ok()?..=last.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

/// Levels, for everything or for a target, separated by commas.
fn filter(text: &str) -> Option<Targets> {
    let parts = text.split(',').map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    // `Targets` would read a span or a field in brackets as a part of a target's name.
    let known = !text.contains('[');
    parts.join(",").parse().ok().filter(|_| known)
}
