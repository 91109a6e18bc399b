//! From a token to a running bot, and back to rest.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serenity::gateway::GatewayError;
use serenity::http::{Http, HttpBuilder, HttpError, StatusCode};
use serenity::model::id::GuildId;

use super::Bot;
use super::failure::{chain, plain};
use super::gateway::{self, Lost, Shards};
use super::inbound::commands;
use super::outbound::PATIENCE;
use crate::time::Stopwatch;

/// How to reach Discord.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token: a secret.
    pub token: String,
    /// The base address of the API, if it is not Discord's.
    pub api: Option<String>,
    /// The server to register the commands in; none: everywhere.
    pub guild: Option<u64>,
    /// How often the sweeper runs.
    pub pace: Duration,
    /// How long Discord may take to answer while the bot starts.
    pub patience: Duration,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("api", &self.api)
            .field("guild", &self.guild)
            .finish_non_exhaustive()
    }
}

/// Why the bot cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Discord refuses the token.
    #[error("the token was refused")]
    Token,
}

/// The shortest pause between two attempts to reach Discord, after the first.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause between two attempts to reach Discord.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How long the bot waits for the emoji of its pieces before it starts without.
const SHORT_WAIT: Duration = Duration::from_secs(10);
/// How long work in progress may take after the signal to stop.
const LAST_WORK: Duration = Duration::from_secs(4);

/// Runs the bot until `stop`, then finishes the work in progress. It retries as long as
/// Discord cannot be reached.
///
/// # Errors
/// If Discord refuses the token.
pub async fn run(
    bot: Arc<Bot>,
    settings: &Settings,
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let shards = Shards::default();
    let result = tokio::select! {
        result = serve(&bot, settings, &shards) => result,
        () = stop => Ok(()),
    };
    let rest = async { tokio::join!(bot.finish(), shards.close()) };
    if tokio::time::timeout(LAST_WORK, rest).await.is_err() {
        tracing::warn!(
            "some work was not finished in time; it will be made good at the next start"
        );
    }
    result
}

async fn serve(bot: &Arc<Bot>, settings: &Settings, shards: &Shards) -> Result<(), StartError> {
    let http = Arc::new(http(settings));
    let mut pauses = Pauses::default();
    let gateway = loop {
        match prepare(bot, &http, settings).await {
            Ok(gateway) => break gateway,
            Err(error) if is_refusal(&error) => return Err(StartError::Token),
            Err(error) => pauses.wait(&plain(&error)).await,
        }
    };
    // What comes too late is learnt at the next start; until then characters stand in.
    let learnt = tokio::time::timeout(SHORT_WAIT, bot.learn_faces(&http)).await;
    if learnt.is_err() {
        tracing::warn!("the emoji could not be learnt in time");
    }
    // One process uses the file: who held these leases is gone.
    if let Err(error) = bot.app.void_leases().await {
        tracing::error!(error = chain(&error), "leases cannot be given back");
    }
    let sweeper = tokio::spawn(Arc::clone(bot).sweep(Arc::clone(&http), settings.pace));
    let thinking = tokio::spawn(Arc::clone(bot).think(settings.pace));
    let result = loop {
        let connected = Stopwatch::start();
        let connection = gateway::connect(
            bot,
            &http,
            self::http(settings),
            &gateway,
            settings.patience,
            shards,
        );
        let problem = match connection.await {
            Ok(()) => break Ok(()),
            Err(Lost::Failed(error)) if is_refusal(&error) => break Err(StartError::Token),
            Err(Lost::Failed(error)) => plain(&error),
            Err(Lost::Silent) => "the gateway did not answer in time".to_owned(),
            Err(Lost::Ended) => "the gateway ended a shard".to_owned(),
        };
        if connected.elapsed() > LONGEST_PAUSE {
            pauses = Pauses::default();
        }
        pauses.wait(&problem).await;
    };
    sweeper.abort();
    thinking.abort();
    result
}

fn http(settings: &Settings) -> Http {
    // The limiter may make a request wait; a connection that hangs must not.
    let client = reqwest::Client::builder().timeout(PATIENCE).build();
    let builder = HttpBuilder::new(&settings.token).client(client.unwrap_or_default());
    match &settings.api {
        // serenity's rate limiter does not work through a proxy, which has to limit by itself.
        Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Checks the token, registers the commands, and returns the gateway's address.
async fn prepare(bot: &Bot, http: &Http, settings: &Settings) -> Result<String, serenity::Error> {
    let prepared = async {
        let us = http.get_current_application_info().await?;
        http.set_application_id(us.id);
        let commands = commands::all(&bot.l10n, bot.app.registry());
        let registered = match settings.guild {
            Some(guild) => {
                http.create_guild_commands(GuildId::new(guild), &commands)
                    .await?
            }
            None => http.create_global_commands(&commands).await?,
        };
        for command in &registered {
            let also = command.name_localizations.iter().flatten();
            let also = also.map(|(_, name)| name.clone());
            bot.known
                .know_command(&command.name, command.id.get(), also);
        }
        tracing::info!(commands = registered.len(), "commands are registered");
        Ok(http.get_gateway().await?.url)
    };
    let late = serenity::Error::Other("Discord did not answer in time");
    tokio::time::timeout(settings.patience, prepared)
        .await
        .unwrap_or(Err(late))
}

fn is_refusal(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code == StatusCode::UNAUTHORIZED
        }
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => true,
        _ => false,
    }
}

/// Pauses between attempts: none, a second, then each twice as long as the one before.
/// Discord limits how often a bot may connect.
#[derive(Default)]
struct Pauses(Duration);

impl Pauses {
    async fn wait(&mut self, problem: &str) {
        tracing::warn!(
            problem,
            retry_in_s = self.0.as_secs(),
            "Discord cannot be reached"
        );
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
    }
}
