//! Settings, from the environment and a `.env` file.

use std::env::{self, VarError};
use std::fmt;

use crate::message::Message;

/// The settings. The fields document the variables; a test compares them with
/// `.env.example`.
#[derive(Clone, Debug)]
pub struct Config {
    /// `DISCORD_TOKEN`: the bot's token, from the Discord developer portal. Needed by `siwa run`.
    pub token: Option<Secret>,
    /// `DATABASE_URL`: where games are kept; an SQLite file, made when absent.
    pub database: String,
    /// `DISCORD_API_URL`: another base than `https://discord.com`, such as a stand-in's.
    pub api: Option<String>,
    /// `GUILD_ID`: registers the commands in this one server, where they appear at once; for development.
    pub guild: Option<u64>,
}

/// What is logged and how; apart from [`Config`], whose mistakes are logged.
#[derive(Clone, Debug)]
pub struct LogConfig {
    /// `RUST_LOG`: what is logged, such as `info` or `siwa=debug`.
    pub filter: String,
    /// `LOG_FORMAT`: `text` or `json`.
    pub format: LogFormat,
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
pub const VARIABLES: [&str; 6] = [
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "DISCORD_API_URL",
    "GUILD_ID",
    "RUST_LOG",
    "LOG_FORMAT",
];

/// The default of `DATABASE_URL`.
pub const DEFAULT_DATABASE: &str = "sqlite://siwa.db";

impl Config {
    /// Reads the settings.
    ///
    /// # Errors
    /// Names the first invalid setting.
    pub fn from_env() -> Result<Self, Message> {
        let api = variable("DISCORD_API_URL")?;
        if let Some(api) = &api {
            let good = url::Url::parse(api)
                .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
            if !good {
                return Err(invalid("DISCORD_API_URL", api));
            }
        }
        let guild = match variable("GUILD_ID")? {
            Some(text) => match text.parse() {
                Ok(id) if id != 0 => Some(id),
                _ => return Err(invalid("GUILD_ID", &text)),
            },
            None => None,
        };
        let token = variable("DISCORD_TOKEN")?;
        // Only a text that fits into a header can be a token; it is not repeated.
        if token
            .as_ref()
            .is_some_and(|token| !token.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            return Err(Message::new("cli-token-refused"));
        }
        Ok(Self {
            token: token.map(Secret::new),
            database: variable("DATABASE_URL")?.unwrap_or_else(|| DEFAULT_DATABASE.to_owned()),
            api,
            guild,
        })
    }
}

impl LogConfig {
    /// Reads the settings.
    ///
    /// # Errors
    /// Names the first invalid setting.
    pub fn from_env() -> Result<Self, Message> {
        let format = match variable("LOG_FORMAT")?.as_deref() {
            None | Some("text") => LogFormat::Text,
            Some("json") => LogFormat::Json,
            Some(other) => return Err(invalid("LOG_FORMAT", other)),
        };
        let filter = variable("RUST_LOG")?.unwrap_or_else(|| "info".to_owned());
        if filter.parse::<tracing_subscriber::EnvFilter>().is_err() {
            return Err(invalid("RUST_LOG", &filter));
        }
        Ok(Self { filter, format })
    }
}

/// Loads `.env` from the working directory or one above it, if there is one.
///
/// # Errors
/// If it cannot be read.
pub fn load_env_file() -> Result<(), Message> {
    match dotenvy::dotenv() {
        Ok(_) => Ok(()),
        Err(error) if error.not_found() => Ok(()),
        // The line may hold the token: it is not repeated.
        Err(dotenvy::Error::LineParse(_, at)) => {
            Err(Message::new("cli-env-file").with("problem", format!("line, character {at}")))
        }
        Err(error) => Err(Message::new("cli-env-file").with("problem", error.to_string())),
    }
}

/// A variable; an empty one is not set.
fn variable(name: &'static str) -> Result<Option<String>, Message> {
    match env::var(name) {
        Ok(value) => Ok(Some(value.trim().to_owned()).filter(|value| !value.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => {
            Err(Message::new("cli-setting-unreadable").with("name", name))
        }
    }
}

fn invalid(name: &'static str, value: &str) -> Message {
    Message::new("cli-setting-invalid")
        .with("name", name)
        .with("value", value)
}
