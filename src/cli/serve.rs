//! `siwa serve`: the bot, on interactions that Discord sends over HTTP.

use super::run::host;
use super::terminal::{Failure, failed};
use crate::config::Config;
use crate::discord::endpoint::Endpoint;
use crate::discord::run::Source;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;

/// Arguments of `siwa serve`.
#[derive(Debug, clap::Args)]
pub(super) struct ServeArguments {
    /// Address and port to listen on, e.g. 127.0.0.1:8080
    #[arg(long, value_name = "ADDRESS")]
    listen: String,
}

pub(super) async fn run(
    arguments: ServeArguments,
    config: Config,
    registry: Registry,
) -> Result<(), Failure> {
    if config.token.is_none() {
        return Err(Text::new("cli-token-missing"));
    }
    let key = config
        .public_key
        .ok_or_else(|| Text::new("cli-public-key-missing"))?;
    let endpoint = Endpoint::open(&arguments.listen, key, IDLE_TIMEOUT).await;
    let unused = |error| failed("cli-listen")(error).with("address", arguments.listen);
    let endpoint = endpoint.map_err(unused)?;
    host(config, registry, Source::Http(endpoint)).await
}
