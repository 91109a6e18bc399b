//! Settings, from the environment and a `.env` file.

use std::env::{self, VarError};
use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;

use crate::discord::endpoint;
use siwa_games::text::Text;

/// The settings. The fields document the variables; a test compares them with
/// `.env.example`.
#[derive(Clone, Debug)]
pub struct Config {
    /// `DISCORD_TOKEN`: the bot's token, from the Discord developer portal. Needed by `siwa run` and `siwa serve`.
    pub token: Option<Secret>,
    /// `DISCORD_PUBLIC_KEY`: the application's public key, from the same portal. Needed by `siwa serve`.
    pub public_key: Option<[u8; 32]>,
    /// `DATABASE_URL`: where games are kept; an SQLite file, made when absent, or a PostgreSQL database.
    pub database: String,
    /// `DISCORD_API_URL`: another base than `https://discord.com`, such as the playground's.
    pub api: Option<String>,
    /// `METRICS_LISTEN`: the address on which `/healthz`, `/readyz` and `/metrics` are served, such as `127.0.0.1:9464`.
    pub metrics: Option<SocketAddr>,
    /// `GUILD_ID`: registers the commands in this one server, where they appear at once; for development.
    pub guild: Option<u64>,
    /// `SHARDS`: into how many shards the gateway divides the servers; none, or `auto`: as many as Discord proposes.
    pub shards: Option<u16>,
    /// `SHARD_RANGE`: which of the shards this process runs, such as `0..3`, both included; none: all of them.
    pub shard_range: Option<RangeInclusive<u16>>,
    /// `REQUESTS_PER_SECOND`: how many requests Discord lets the whole bot make; 50, unless it has agreed to more. Not below 10.
    pub requests: u32,
}

/// What is logged and how; apart from [`Config`], whose mistakes are logged.
#[derive(Clone, Debug)]
pub struct LogConfig {
    /// `RUST_LOG`: what is logged, such as `info` or `siwa=debug`.
    pub filter: String,
    /// `LOG_FORMAT`: `text` or `json`.
    pub format: LogFormat,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the base address of a collector, such as `http://localhost:4318`, to which spans are sent; needs the feature `otlp`.
    pub otlp: Option<String>,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// A text that must never be shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    #[must_use]
    pub fn new(secret: String) -> Self {
        Self(secret)
    }

    /// The secret itself.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Every variable, as `.env.example` lists them.
pub const VARIABLES: [&str; 12] = [
    "DISCORD_TOKEN",
    "DISCORD_PUBLIC_KEY",
    "DATABASE_URL",
    "DISCORD_API_URL",
    "GUILD_ID",
    "METRICS_LISTEN",
    "SHARDS",
    "SHARD_RANGE",
    "REQUESTS_PER_SECOND",
    "RUST_LOG",
    "LOG_FORMAT",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
];

/// The default of `REQUESTS_PER_SECOND`: what Discord lets every bot make.
pub const DEFAULT_REQUESTS: u32 = 50;

/// The default of `DATABASE_URL`.
pub const DEFAULT_DATABASE: &str = "sqlite://siwa.db";

impl Config {
    /// Reads the settings.
    ///
    /// # Errors
    /// Names the first invalid setting.
    pub fn from_env() -> Result<Self, Text> {
        let api = address("DISCORD_API_URL", variable("DISCORD_API_URL")?)?;
        let guild = match variable("GUILD_ID")? {
            Some(text) => match text.parse() {
                Ok(id) if id != 0 => Some(id),
                _ => return Err(invalid("GUILD_ID", &text)),
            },
            None => None,
        };
        let metrics = match variable("METRICS_LISTEN")? {
            Some(text) => match text.parse() {
                Ok(address) => Some(address),
                Err(_) => return Err(invalid("METRICS_LISTEN", &text)),
            },
            None => None,
        };
        let token = variable("DISCORD_TOKEN")?;
        // Only a text that fits into a header can be a token; it is not repeated.
        if token
            .as_ref()
            .is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            return Err(Text::new("cli-token-refused"));
        }
        let public_key = match variable("DISCORD_PUBLIC_KEY")? {
            Some(text) => match endpoint::bytes(&text) {
                Some(key) => Some(key),
                None => return Err(invalid("DISCORD_PUBLIC_KEY", &text)),
            },
            None => None,
        };
        let shards = match variable("SHARDS")?.as_deref() {
            None | Some("auto") => None,
            Some(text) => match text.parse() {
                Ok(shards) if shards > 0 => Some(shards),
                _ => return Err(invalid("SHARDS", text)),
            },
        };
        let shard_range = match variable("SHARD_RANGE")? {
            Some(text) => match range(&text) {
                Some(range) if shards.is_some_and(|shards| *range.end() < shards) => Some(range),
                Some(_) => return Err(Text::new("cli-shard-range").with("range", text)),
                None => return Err(invalid("SHARD_RANGE", &text)),
            },
            None => None,
        };
        let requests = match variable("REQUESTS_PER_SECOND")? {
            Some(text) => match text.parse() {
                // Fewer would leave nothing for what can wait.
                Ok(requests) if requests >= 10 => requests,
                _ => return Err(invalid("REQUESTS_PER_SECOND", &text)),
            },
            None => DEFAULT_REQUESTS,
        };
        Ok(Self {
            token: token.map(Secret::new),
            public_key,
            database: variable("DATABASE_URL")?.unwrap_or_else(|| DEFAULT_DATABASE.to_owned()),
            api,
            metrics,
            guild,
            shards,
            shard_range,
            requests,
        })
    }
}

impl LogConfig {
    /// Reads the settings.
    ///
    /// # Errors
    /// Names the first invalid setting.
    pub fn from_env() -> Result<Self, Text> {
        let format = match variable("LOG_FORMAT")?.as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(other) => return Err(invalid("LOG_FORMAT", other)),
        };
        let filter = variable("RUST_LOG")?.unwrap_or_else(|| "info".to_owned());
        if filter.parse::<tracing_subscriber::EnvFilter>().is_err() {
            return Err(invalid("RUST_LOG", &filter));
        }
        let name = "OTEL_EXPORTER_OTLP_ENDPOINT";
        let otlp = address(name, variable("OTEL_EXPORTER_OTLP_ENDPOINT")?)?;
        Ok(Self {
            filter,
            format,
            otlp,
        })
    }
}

/// Loads `.env` from the working directory or one above it, if there is one.
///
/// # Errors
/// If it cannot be read.
pub fn load_env_file() -> Result<(), Text> {
    match dotenvy::dotenv() {
        Ok(_) => Ok(()),
        Err(error) if error.not_found() => Ok(()),
        // The line may hold the token: it is not repeated.
        Err(dotenvy::Error::LineParse(_, at)) => {
            Err(Text::new("cli-env-file").with("problem", format!("line, character {at}")))
        }
        Err(error) => Err(Text::new("cli-env-file").with("problem", error.to_string())),
    }
}

/// A variable; an empty one is not set.
fn variable(name: &'static str) -> Result<Option<String>, Text> {
    match env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(Text::new("cli-setting-unreadable").with("name", name)),
    }
}

/// A setting that is the address of a server, if it is set.
fn address(name: &'static str, value: Option<String>) -> Result<Option<String>, Text> {
    let good = |text: &String| {
        url::Url::parse(text)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
    };
    match value {
        Some(text) if !good(&text) => Err(invalid(name, &text)),
        value => Ok(value),
    }
}

/// `0..3`: from 0 to 3, both included.
fn range(text: &str) -> Option<RangeInclusive<u16>> {
    let (first, last) = text.split_once("..")?;
    let range = first.parse().ok()?..=last.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

fn invalid(name: &'static str, value: &str) -> Text {
    Text::new("cli-setting-invalid")
        .with("name", name)
        .with("value", value)
}
