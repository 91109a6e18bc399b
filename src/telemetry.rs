//! The log, on standard error, as text or JSON, without secrets.

use std::io::{self, Write};
use std::sync::Arc;

use secrecy::ExposeSecret as _;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{FilterExt as _, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, LogFormat};

/// What is logged at most, whatever `RUST_LOG` says. These crates log requests and responses, with tokens and
/// messages, below the level of warnings. The gateway's warnings quote messages that it cannot read, and warnings about
/// options quote parameters of the address and lines of .pgpass.
const DISCREET: &str = "trace,serenity=warn,serenity::gateway::ws=error,reqwest=warn,hyper=warn,h2=warn,\
    tungstenite=warn,tokio_tungstenite=warn,rustls=warn,sqlx=warn,sqlx_postgres::options=off";

/// Starts logging, with the token masked.
pub fn init(config: &Config) {
    let discreet: Targets = DISCREET.parse().expect("the directives are valid");
    let filter = config.filter.clone().and(discreet);
    let secret = config.token.as_ref();
    let secret: Option<Arc<str>> = secret.map(|secret| secret.expose_secret().as_str().into());
    let lines = tracing_subscriber::fmt::layer().with_writer(move || Line {
        secret: secret.clone(),
        text: Vec::new(),
    });
    let lines = match config.format {
        LogFormat::Text => lines
            .with_ansi(io::IsTerminal::is_terminal(&io::stderr()))
            .boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let log = tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .with(crate::discord::gateway::watch_shards());
    // Only a second call can fail; the first one's log stays.
    let _ = log.try_init();
}

/// One line of the log, collected so that a secret is not split between writes.
/// When it is dropped, it goes to standard error, without secrets.
struct Line {
    secret: Option<Arc<str>>,
    text: Vec<u8>,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let line = hide(&String::from_utf8_lossy(&self.text), self.secret.as_deref());
        // There is nowhere to report this failure.
        let _ = io::stderr().write_all(line.as_bytes());
    }
}

/// Addresses with an id and then a token.
const PATHS: [&str; 2] = ["interactions", "webhooks"];

/// Masks the secret, and the tokens in addresses of interactions and webhooks.
fn hide(text: &str, secret: Option<&str>) -> String {
    let hidden = match secret {
        Some(secret) if !secret.is_empty() => text.replace(secret, "***"),
        _ => text.to_owned(),
    };
    let steps: Vec<&str> = hidden.split('/').collect();
    let safe = steps.iter().enumerate().map(|(n, step)| {
        let token = n >= 2 && is_id(steps[n - 1]) && PATHS.contains(&steps[n - 2]);
        if token {
            format!("***{}", step.trim_start_matches(in_token))
        } else {
            (*step).to_owned()
        }
    });
    safe.collect::<Vec<_>>().join("/")
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn in_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '%' | '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_never_shows() {
        assert_eq!(hide("token abc.def!", Some("abc.def")), "token ***!");
        assert_eq!(hide("nothing here", Some("abc")), "nothing here");
    }

    #[test]
    fn tokens_in_addresses_never_show() {
        let line = "POST https://discord.com/api/v10/interactions/12/aW50-x_9/callback failed, \
                    PATCH /webhooks/34/tok.en/messages/@original";
        assert_eq!(
            hide(line, None),
            "POST https://discord.com/api/v10/interactions/12/***/callback failed, \
             PATCH /webhooks/34/***/messages/@original"
        );
        assert_eq!(
            hide("see /webhooks/ and /interactions/12", None),
            "see /webhooks/ and /interactions/12"
        );
    }
}
