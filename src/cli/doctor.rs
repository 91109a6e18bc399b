//! `siwa doctor`: checks the settings, and that every stored game is one by its rules.

use std::process::ExitCode;

use super::{Failure, open, say};
use crate::app::{self, App};
use crate::config::Config;
use crate::message::Message;
use crate::registry::Registry;
use crate::time::Clock;

pub(super) async fn run(config: Config, registry: Registry) -> Result<ExitCode, Failure> {
    if config.token.is_none() {
        say(&Message::new("cli-doctor-no-token"))?;
    }
    let store = open(&config.database, registry).await?;
    let examined = App::new(store.clone(), Clock::default()).examine().await;
    store.close().await;
    match examined {
        Ok((games, None)) => {
            say(&Message::new("cli-doctor-good").with("count", games))?;
            Ok(ExitCode::SUCCESS)
        }
        Ok((_, Some((game, wrong)))) => Err(Message::new("cli-doctor-bad")
            .with("game", game.0.to_string())
            .with("problem", chain(&wrong))),
        Err(app::Error::Fault(error)) => {
            Err(Message::new("cli-doctor-failed").with("problem", chain(&error)))
        }
        Err(other) => Err(Message::new("cli-doctor-failed").with("problem", other.to_string())),
    }
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}
