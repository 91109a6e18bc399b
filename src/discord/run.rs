//! Starts and stops the bot.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use serenity::Error;
use serenity::builder::CreateCommand;
use serenity::gateway::GatewayError;
use serenity::http::{HttpBuilder, LightMethod, Request, Route};
use serenity::model::application::{
    Command, CommandOption, CommandOptionType, InstallationContext,
};
use serenity::model::id::{ApplicationId, GuildId};
use tokio::task::JoinSet;

use super::Bot;
use super::endpoint::Endpoint;
use super::failure::{chain, plain};
use super::gateway::{self, Sharding, Shards};
use super::http::Http;
use super::inbound::commands;
use super::outbound::{REQUEST_TIMEOUT, ask};
use super::permissions;
use super::view::Pages;
use crate::time::Stopwatch;

/// Settings of the connection to Discord.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token: a secret.
    pub token: String,
    /// The base address of the API, if it is not Discord's.
    pub api: Option<String>,
    /// The server to register the commands in; `None`: all.
    pub guild: Option<u64>,
    /// How often the sweeper runs.
    pub sweep_interval: Duration,
    /// How long Discord may take to answer while the bot starts.
    pub start_timeout: Duration,
    /// The global rate limit, in requests per second.
    pub requests: u32,
}

/// The source of interactions. An application has one of the two.
#[derive(Debug)]
pub enum Source {
    /// Discord's gateway, to which the bot connects.
    Gateway(Sharding),
    /// Discord's own requests.
    Http(Endpoint),
}

impl Source {
    /// True once Discord may send interactions; with the gateway, from the start.
    pub fn begun(&self) -> Arc<AtomicBool> {
        match self {
            Self::Gateway(_) => Arc::new(true.into()),
            Self::Http(endpoint) => Arc::clone(&endpoint.begun),
        }
    }
}

/// Why the bot cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Discord refuses the token.
    #[error("the token was refused")]
    Token,
    /// The public key is not that of the token's application.
    #[error("the public key is another application's")]
    Key,
}

/// The shortest pause between two attempts to reach Discord, after the first retry.
const MIN_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause between two attempts to reach Discord.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// How long the bot waits for the emoji of its pieces before it starts without them.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// How long work in progress may take after the signal to stop.
const LAST_WORK_TIMEOUT: Duration = Duration::from_secs(4);

/// Runs the bot until `stop`, then finishes the work in progress. Retries while Discord cannot be
/// reached.
///
/// # Errors
/// If Discord refuses the token, or the public key is not the application's.
pub async fn run(
    bot: Arc<Bot>,
    settings: &Settings,
    source: &Source,
    stop: impl Future<Output = ()>,
) -> Result<(), StartError> {
    let shards = Shards::default();
    let result = tokio::select! {
        result = work(&bot, settings, source, &shards) => result,
        () = stop => Ok(()),
    };
    let rest = async {
        match source {
            Source::Gateway(_) => {
                tokio::join!(bot.finish(), shards.close(false));
            }
            // Discord does not resend accepted interactions, so handle them first.
            Source::Http(endpoint) => {
                endpoint.close().await;
                bot.finish().await;
            }
        }
    };
    if tokio::time::timeout(LAST_WORK_TIMEOUT, rest).await.is_err() {
        tracing::warn!(
            "some work was not finished in time; it will be finished after the next start"
        );
    }
    result
}

async fn work(
    bot: &Arc<Bot>,
    settings: &Settings,
    source: &Source,
    shards: &Shards,
) -> Result<(), StartError> {
    let http = Arc::new(Http::new(http(settings), &bot.app, settings.requests));
    if !retry(&http, || prepare(bot, &http, settings, source)).await? {
        return Err(StartError::Key);
    }
    // Late emoji are used from the next start on; until then Unicode characters replace them.
    let loaded = tokio::time::timeout(STOP_TIMEOUT, bot.load_emoji(&http)).await;
    if loaded.is_err() {
        tracing::warn!("the emoji could not be read in time");
    }
    // If only one process uses the database, the holders of these leases are dead. Otherwise they
    // may be at work, and their leases expire if not.
    if !bot.app.work().is_shared()
        && let Err(error) = bot.app.work().void_leases(bot.app.now()).await
    {
        tracing::error!(error = chain(&error), "leases cannot be released");
    }
    // It ends with this function, so that it holds no connection when the bot stops.
    let mut relay = JoinSet::new();
    relay.spawn(Arc::clone(bot).relay());
    let sweeper = tokio::spawn(Arc::clone(bot).sweep(Arc::clone(&http), settings.sweep_interval));
    let thinking = tokio::spawn(Arc::clone(bot).think(settings.sweep_interval));
    let result = match source {
        Source::Gateway(sharding) => {
            let patience = settings.start_timeout;
            let connect = || {
                let own = self::http(settings);
                gateway::connect(bot, &http, own, patience, sharding, shards)
            };
            retry(&http, connect).await
        }
        Source::Http(endpoint) => {
            endpoint.serve(bot, &http).await;
            Ok(())
        }
    };
    sweeper.abort();
    thinking.abort();
    result
}

/// Tries again until it succeeds, or Discord refuses the token. Pauses between attempts: not at
/// all, then a second, then twice as long each time, and from the start after a long attempt; longer
/// if Discord asks for it. Discord limits how often a bot may connect.
async fn retry<T, F>(http: &Http, mut attempt: impl FnMut() -> F) -> Result<T, StartError>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut next = Duration::ZERO;
    loop {
        let begun = Stopwatch::start();
        let problem = match attempt().await {
            Ok(done) => return Ok(done),
            Err(Error::Gateway(GatewayError::InvalidAuthentication)) => {
                return Err(StartError::Token);
            }
            Err(error) => plain(&error),
        };
        if begun.elapsed() > MAX_PAUSE {
            next = Duration::ZERO;
        }
        let pause = next.max(http.global_limit.held());
        tracing::warn!(
            problem,
            retry_in_s = pause.as_secs(),
            "Discord cannot be reached"
        );
        tokio::time::sleep(pause).await;
        next = (next * 2).clamp(MIN_PAUSE, MAX_PAUSE);
    }
}

fn http(settings: &Settings) -> serenity::http::Http {
    // The limiter may delay a request for long; a hanging connection must not.
    let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build();
    let builder = HttpBuilder::new(&settings.token).client(client.unwrap_or_default());
    match &settings.api {
        // serenity's rate limiter does not work with a proxy, which must limit requests itself.
        Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Discord's number of commands that open an activity.
const ENTRY_POINT: u8 = 4;

/// What is needed of the application: nothing else that Discord sends can keep the bot from starting.
#[derive(Deserialize)]
struct Application {
    id: ApplicationId,
    verify_key: String,
    interactions_endpoint_url: Option<String>,
    terms_of_service_url: Option<String>,
    privacy_policy_url: Option<String>,
    #[serde(default)]
    integration_types_config: HashMap<InstallationContext, IgnoredAny>,
}

/// Checks the token and registers the commands. False if the public key is another
/// application's.
async fn prepare(
    bot: &Bot,
    http: &Http,
    settings: &Settings,
    source: &Source,
) -> serenity::Result<bool> {
    let prepared = async {
        let us = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        let us: Application = ask(http, us).await?;
        match (source, &us.interactions_endpoint_url) {
            (Source::Http(endpoint), _) if !endpoint.has_key(&us.verify_key) => return Ok(false),
            (Source::Gateway(_), Some(_)) => tracing::warn!(
                "the application has an interactions endpoint URL, so that no interaction comes over the gateway"
            ),
            (Source::Http(_), None) => tracing::warn!(
                "the application has no interactions endpoint URL yet, so that no interaction comes over HTTP"
            ),
            _ => {}
        }
        http.set_application_id(us.id);
        bot.known.know_pages(Pages {
            terms: us.terms_of_service_url,
            privacy: us.privacy_policy_url,
        });
        let mut commands = commands::all(&bot.l10n, bot.app.read().registry());
        // User installs are possible only if the host allows them.
        let personal = InstallationContext::User;
        if !us.integration_types_config.contains_key(&personal) {
            let guild = |it: CreateCommand| it.integration_types(vec![InstallationContext::Guild]);
            commands = commands.into_iter().map(guild).collect();
        }
        let application_id = us.id;
        let route = || match settings.guild.map(GuildId::new) {
            Some(guild_id) => Route::GuildCommands {
                application_id,
                guild_id,
            },
            None => Route::Commands { application_id },
        };
        // Discord refuses to replace the commands by others without the one that opens an activity.
        let present: Vec<Value> = ask(http, Request::new(route(), LightMethod::Get)).await?;
        let kept = present.into_iter().filter(|it| it["type"] == ENTRY_POINT);
        let commands = commands.iter().map(|it| json!(it)).chain(kept);
        let commands: Vec<Value> = commands.collect();
        let register = Request::new(route(), LightMethod::Put);
        let register = register.body(Some(serde_json::to_vec(&commands)?));
        let registered: Vec<Command> = ask(http, register).await?;
        for command in &registered {
            let also = command.name_localizations.iter().flatten();
            let also = also.map(|(_, name)| name.clone());
            bot.known
                .know_command(&command.name, command.id.get(), also);
            for sub in &command.options {
                if sub.kind == CommandOptionType::SubCommand {
                    let name = format!("{} {}", command.name, sub.name);
                    let also = spoken(command, sub);
                    bot.known.know_command(&name, command.id.get(), also);
                }
            }
        }
        tracing::info!(commands = registered.len(), "commands are registered");
        let permissions = permissions::needed().bits();
        tracing::info!(
            "Invite the bot: https://discord.com/oauth2/authorize?client_id={application_id}\
             &scope=bot+applications.commands&permissions={permissions}"
        );
        Ok(true)
    };
    let late = Error::Other("Discord did not answer in time");
    tokio::time::timeout(settings.start_timeout, prepared)
        .await
        .unwrap_or(Err(late))
}

/// The names of a sub-command in other languages.
fn spoken(command: &Command, sub: &CommandOption) -> Vec<String> {
    let names = command.name_localizations.iter().flatten();
    names
        .filter_map(|(tag, name)| {
            let below = sub.name_localizations.as_ref()?.get(tag)?;
            Some(format!("{name} {below}"))
        })
        .collect()
}
