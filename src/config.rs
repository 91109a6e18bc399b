//! Settings, from the environment and a `.env` file.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use std::{fs, io};

use secrecy::{ExposeSecret as _, SecretString};
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
    /// `METRICS_LISTEN`: where `/healthz`, `/readyz` and `/metrics` are served, such as `127.0.0.1:9464`.
    pub metrics: Option<String>,
    /// `SHARDS`: into how many shards the gateway divides the servers; unset or `auto`: as many as Discord proposes.
    ///
    /// `SHARD_RANGE`: which of the shards this process runs, such as `0..3`, both included; unset: all of
    /// them.
    pub sharding: Sharding,
    /// `REQUESTS_PER_SECOND`: how many requests Discord lets the whole bot make; 50, unless it has agreed to more. At
    /// least 10.
    pub requests: u32,
    /// `SHUTDOWN_GRACE_SECONDS`: how long `siwa serve` still takes interactions after a signal to stop, while `/readyz`
    /// answers 503; 0 to 600.
    pub grace: Duration,
    /// `RUST_LOG`: what is logged, such as `info` or `warn,siwa=debug`: levels, for everything or for a target.
    pub filter: Targets,
    /// `LOG_FORMAT`: `text` or `json`.
    pub format: LogFormat,
    /// The names of those that the environment sets.
    pub environment: Vec<&'static str>,
    /// The file from which some of them come.
    pub env_file: EnvFile,
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

/// The names of all settings.
pub const NAMES: [&str; 12] = [
    "DISCORD_TOKEN",
    "DISCORD_PUBLIC_KEY",
    "DATABASE_URL",
    "DISCORD_API_URL",
    "GUILD_ID",
    "METRICS_LISTEN",
    "SHARDS",
    "SHARD_RANGE",
    "REQUESTS_PER_SECOND",
    "SHUTDOWN_GRACE_SECONDS",
    "RUST_LOG",
    "LOG_FORMAT",
];

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
        let is_set = |name: &&str| in_environment(name).is_some();
        let environment = NAMES.into_iter().filter(is_set).collect();
        let file = EnvFile::read()?;
        let token = file.variable("DISCORD_TOKEN", |text| Some(text.to_owned()))?;
        // A token must fit into a header. The error does not quote it.
        let is_graphic = |token: &String| token.bytes().all(|byte| byte.is_ascii_graphic());
        if !token.iter().all(is_graphic) {
            return Err(Text::new("cli-token-refused"));
        }
        let requests = file.variable("REQUESTS_PER_SECOND", |text| {
            // Fewer would leave nothing for requests of low priority.
            text.parse().ok().filter(|requests: &u32| *requests >= 10)
        })?;
        let grace = file.variable("SHUTDOWN_GRACE_SECONDS", |text| {
            let seconds = text.parse().ok().filter(|seconds| *seconds <= MAX_GRACE);
            seconds.map(Duration::from_secs)
        })?;
        Ok(Self {
            token: token.map(SecretString::new),
            public_key: file.variable("DISCORD_PUBLIC_KEY", endpoint::bytes)?,
            database: file
                .variable("DATABASE_URL", |url| Some(url.into()))?
                .unwrap_or_else(|| DEFAULT_DATABASE.into()),
            api: file.variable("DISCORD_API_URL", address)?,
            guild: file.variable("GUILD_ID", |text| {
                text.parse().ok().map(NonZero::<u64>::get)
            })?,
            metrics: file.variable("METRICS_LISTEN", |text| {
                text.find(':').map(|_| text.to_owned())
            })?,
            sharding: file.sharding()?,
            requests: requests.unwrap_or(DEFAULT_REQUESTS),
            grace: grace.unwrap_or_default(),
            filter: file
                .variable("RUST_LOG", filter)?
                .unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO)),
            format: file
                .variable("LOG_FORMAT", |text| text.parse().ok())?
                .unwrap_or_default(),
            environment,
            env_file: file,
        })
    }
}

/// A file with settings.
#[derive(Clone, Debug, Default)]
pub struct EnvFile {
    /// Where it is; empty if there is none.
    pub path: PathBuf,
    /// The names that it sets.
    pub set: Vec<String>,
    /// Those that do not count, by the reason.
    pub ignored: BTreeMap<&'static str, Vec<String>>,
    values: BTreeMap<&'static str, SecretString>,
}

/// Why a name in a file with settings does not count.
const OVERRIDDEN: &str = "the environment overrides settings of this file";
const REPEATED: &str = "this file sets the same again: what comes first counts";
const UNKNOWN: &str = "this file sets names that Siwa does not know";

impl EnvFile {
    /// Reads `.env` from the working directory or one above it, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read() -> Result<Self, Text> {
        let directory = env::current_dir().unwrap_or_default();
        let mut places = directory.ancestors().map(|place| place.join(".env"));
        let mut file = Self::default();
        // A directory of that name may hold another program's packages.
        let is_file = |path: &PathBuf| path.symlink_metadata().is_ok() && !path.is_dir();
        let Some(path) = places.find(is_file) else {
            return Ok(file);
        };
        let unread = |error: io::Error| {
            Text::new("cli-file-read")
                .with("file", path.display().to_string())
                .with("problem", error.to_string())
        };
        let text = fs::read_to_string(&path).map_err(unread)?;
        let text = text.trim_start_matches('\u{feff}');
        for setting in dotenvy::from_read_iter(text.as_bytes()) {
            let (name, value) = setting.map_err(|error| unparsed(text, &error))?;
            let known = NAMES.into_iter().find(|known| *known == name);
            let names = match known {
                None => file.ignored.entry(UNKNOWN).or_default(),
                Some(_) if value.trim().is_empty() => continue,
                Some(known) if file.values.contains_key(known) => {
                    file.ignored.entry(REPEATED).or_default()
                }
                Some(known) => {
                    file.values.insert(known, SecretString::new(value.clone()));
                    match in_environment(known) {
                        Some(before) if *before == *value => continue,
                        Some(_) => file.ignored.entry(OVERRIDDEN).or_default(),
                        None => &mut file.set,
                    }
                }
            };
            // What has other characters may be a part of a secret.
            let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            let is_name = name.chars().all(is_name);
            names.push(if is_name { name } else { "***".to_owned() });
        }
        if let Some(name) = substituted(text) {
            return Err(Text::new("cli-env-dollar").with("name", name.to_owned()));
        }
        Ok(Self { path, ..file })
    }

    /// Reads a variable with `read`, if it is set: in the environment, or else in the file.
    fn variable<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Text> {
        let of_file = || Some(self.values.get(name)?.expose_secret().into());
        let Some(value) = in_environment(name).or_else(of_file) else {
            return Ok(None);
        };
        let unreadable = |_| Text::new("cli-setting-unreadable").with("name", name);
        let value = value.into_string().map_err(unreadable)?;
        let invalid = Text::new("cli-setting-invalid").with("name", name);
        // A secret may have been pasted into the wrong line, so its value is not shown.
        read(unquoted(&value)).map(Some).ok_or(invalid)
    }

    /// The shards that `SHARDS` and `SHARD_RANGE` name.
    fn sharding(&self) -> Result<Sharding, Text> {
        let total = self.variable("SHARDS", |text| match text {
            "auto" => Some(None),
            number => Some(Some(number.parse::<NonZero<u16>>().ok()?.get())),
        })?;
        match (total.flatten(), self.variable("SHARD_RANGE", range)?) {
            (None, None) => Ok(Sharding::Auto),
            (Some(total), None) => Ok(Sharding::Fixed {
                total,
                own: 0..=total - 1,
            }),
            (Some(total), Some(own)) if *own.end() < total => Ok(Sharding::Fixed { total, own }),
            (_, Some(own)) => {
                let range = format!("{}..{}", own.start(), own.end());
                Err(Text::new("cli-shard-range").with("range", range))
            }
        }
    }
}

/// The value of a variable of the environment; `None` also if it is blank.
fn in_environment(name: &str) -> Option<OsString> {
    let is_blank = |value: &OsString| value.to_str().is_some_and(|text| unquoted(text).is_empty());
    env::var_os(name).filter(|value| !is_blank(value))
}

/// Names the line of a file of settings that cannot be read. It may hold the token, so it is not quoted.
fn unparsed(text: &str, error: &dotenvy::Error) -> Text {
    let first = match error {
        dotenvy::Error::LineParse(lines, _) => lines.lines().next(),
        _ => None,
    };
    // The parser names the line, or only its value.
    let is_named = |line: &str| first.is_some_and(|first| line.ends_with(first));
    let number = text.lines().position(is_named);
    let number = number.unwrap_or_default() + 1;
    Text::new("cli-env-line").with("line", number.to_string())
}

/// A value without blanks and quotes around it; `docker run --env-file` keeps these.
fn unquoted(value: &str) -> &str {
    let value = value.trim();
    let inside = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inside('"')
        .or_else(|| inside('\''))
        .map_or(value, str::trim)
}

/// The name of the first variable whose value has a dollar sign, which would be replaced or dropped.
fn substituted(file: &str) -> Option<&str> {
    let lines = file.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.starts_with('#'));
    let settings = lines.filter_map(|line| line.trim_start_matches("export ").split_once('='));
    let mut substituted = settings.filter(|(_, value)| {
        let value = value.trim_start();
        // A comment may follow a value without quotes.
        let bare = value.split(" #").next().unwrap_or_default();
        let value = if value.starts_with('"') { value } else { bare };
        !value.starts_with('\'') && value.replace("\\$", "").contains('$')
    });
    substituted.next().map(|(name, _)| name.trim())
}

/// The address that a name with a port means, such as `localhost:9464`.
///
/// # Errors
/// If there is no such name.
pub fn resolve(text: &str) -> io::Result<SocketAddr> {
    preferred(text.to_socket_addrs()?)
}

/// The first of these addresses of version 4, which other programs try if a name has both; or else the first.
///
/// # Errors
/// If there is none.
pub fn preferred(addresses: impl Iterator<Item = SocketAddr>) -> io::Result<SocketAddr> {
    let first = addresses.min_by_key(SocketAddr::is_ipv6);
    first.ok_or(io::ErrorKind::NotFound.into())
}

/// The address of a server.
fn address(text: &str) -> Option<String> {
    let url = url::Url::parse(text).ok()?;
    let good = matches!(url.scheme(), "http" | "https") && url.has_host();
    good.then(|| text.to_owned())
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
    // `Targets` would read a misspelt level, or a span or a field in brackets, as a target's name.
    let is_level = |part: &&str| part.contains('=') || part.parse::<LevelFilter>().is_ok();
    if text.contains('[') || !parts.iter().all(is_level) {
        return None;
    }
    parts.join(",").parse().ok()
}
