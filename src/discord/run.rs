//! Starts and stops the bot: registers its commands, and uploads the pieces as the application's emoji,
//! each once.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::Error;
use serenity::builder::{CreateAttachment, CreateCommand};
use serenity::gateway::GatewayError;
use serenity::http::{HttpError, LightMethod, Request, Route};
use serenity::model::application::InstallationContext;
use serenity::model::id::{ApplicationId, CommandId, EmojiId, GuildId};
use strum::IntoEnumIterator as _;
use tokio::task::JoinSet;

use super::endpoint::Endpoint;
use super::failure::plain;
use super::gateway::{self, Sharding, Shards};
use super::http::Http;
use super::inbound::commands;
use super::outbound::ask;
use super::view::Can;
use super::{Bot, ok_or_log, permissions};
use crate::game::ensure;
use crate::time::Stopwatch;
use siwa_games::registry::Registry;
use siwa_games::rules::Piece;
use siwa_games::text::Text;

pub use super::http::Settings;

/// The source of interactions. An application has one of the two.
#[derive(Debug)]
pub enum Source {
    /// Discord's gateway, to which the bot connects.
    Gateway(Sharding),
    /// Discord's own requests.
    Http(Endpoint),
}

/// The shortest pause between two attempts to reach Discord, after the first retry.
const MIN_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause between two attempts to reach Discord.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// After an attempt that took this long, Discord had been reached: the pauses begin again.
const CONNECTED: Duration = Duration::from_secs(5 * 60);
/// How long the bot waits for the emoji of its pieces before it starts without them.
const EMOJI_TIMEOUT: Duration = Duration::from_secs(10);
/// How long work in progress may take after the signal to stop.
const LAST_WORK_TIMEOUT: Duration = Duration::from_secs(4);

/// Runs the bot until `stop`, then finishes the work in progress. Retries while Discord cannot be
/// reached.
///
/// # Errors
/// Why the bot cannot run, for its host: Discord refuses the token, or the public key is not the
/// application's.
pub async fn run(
    bot: Arc<Bot>,
    source: &Source,
    stop: impl Future<Output = ()>,
) -> Result<(), Text> {
    let shards = Shards::default();
    let result = tokio::select! {
        result = work(&bot, source, &shards) => result,
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

async fn work(bot: &Arc<Bot>, source: &Source, shards: &Shards) -> Result<(), Text> {
    let pace = bot.settings.sweep_interval;
    let has_key = retry(bot, || prepare(bot, source)).await?;
    ensure(has_key, Text::new("cli-public-key-refused"))?;
    // Late emoji are used from the next start on; until then Unicode characters replace them.
    let loaded = tokio::time::timeout(EMOJI_TIMEOUT, bot.load_emoji()).await;
    if loaded.is_err() {
        tracing::warn!("the emoji could not be read in time");
    }
    // If only one process uses the database, the holders of these leases are dead. Otherwise they
    // may be at work, and their leases expire if not.
    if !bot.app.store().is_shared() {
        let void = bot.app.store().void_leases(bot.app.now()).await;
        ok_or_log(void, "leases cannot be released");
    }
    // It ends with this function, so that it holds no connection when the bot stops.
    let mut relay = JoinSet::new();
    relay.spawn(Arc::clone(bot).relay());
    tokio::spawn(Arc::clone(bot).sweep(pace));
    tokio::spawn(Arc::clone(bot).think(pace));
    match source {
        Source::Gateway(sharding) => retry(bot, || gateway::connect(bot, sharding, shards)).await,
        Source::Http(endpoint) => {
            endpoint.serve(bot).await;
            Ok(())
        }
    }
}

/// Tries again until it succeeds, or Discord refuses the token. Pauses between attempts: not at
/// all, then a second, then twice as long each time, and from the start after a long attempt; longer
/// if Discord asks for it. Discord limits how often a bot may connect.
async fn retry<T, F>(bot: &Bot, mut attempt: impl FnMut() -> F) -> Result<T, Text>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut next = Duration::ZERO;
    loop {
        let begun = Stopwatch::start();
        let problem = match attempt().await {
            Ok(done) => return Ok(done),
            Err(Error::Gateway(GatewayError::InvalidAuthentication)) => {
                return Err(Text::new("cli-token-refused"));
            }
            Err(error) => plain(&error),
        };
        if begun.elapsed() > CONNECTED {
            next = Duration::ZERO;
        }
        let pause = next.max(bot.http.global_limit.held());
        let retry_in_s = pause.as_secs();
        tracing::warn!(problem, retry_in_s, "Discord cannot be reached");
        tokio::time::sleep(pause).await;
        next = (next * 2).clamp(MIN_PAUSE, MAX_PAUSE);
    }
}

/// Discord's number of commands that open an activity.
const ENTRY_POINT: u8 = 4;
/// Discord's number of options that are sub-commands.
const SUB_COMMAND: u64 = 1;

/// What Discord calls the installation by a person.
const PERSONAL: &str = "1";

/// What is needed of a registered command.
#[derive(Deserialize)]
struct Registered {
    id: CommandId,
    #[serde(flatten)]
    named: Named,
    #[serde(default)]
    options: Vec<RegisteredOption>,
}

/// What is needed of an option of a registered command.
#[derive(Deserialize)]
struct RegisteredOption {
    #[serde(rename = "type")]
    kind: u64,
    #[serde(flatten)]
    named: Named,
}

/// A name, and its translations by Discord's tags.
#[derive(Deserialize)]
struct Named {
    name: String,
    name_localizations: Option<HashMap<String, String>>,
}

impl Named {
    fn translated(&self) -> impl Iterator<Item = (&String, &String)> {
        self.name_localizations.iter().flatten()
    }
}

/// Checks the token and registers the commands. False if the public key is another
/// application's.
async fn prepare(bot: &Bot, source: &Source) -> serenity::Result<bool> {
    let http = &bot.http;
    let prepared = async {
        let us = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        // Only what is needed is read: nothing else can keep the bot from starting.
        let us: Value = ask(http, us).await?;
        let said = |field: &str| us[field].as_str();
        let key = said("verify_key").unwrap_or_default();
        match (source, said("interactions_endpoint_url")) {
            (Source::Http(endpoint), _) if !endpoint.has_key(key) => return Ok(false),
            (Source::Gateway(_), Some(_)) => tracing::warn!(
                "the application has an interactions endpoint URL, so that no interaction comes over the gateway"
            ),
            (Source::Http(_), None) => tracing::warn!(
                "the application has no interactions endpoint URL yet, so that no interaction comes over HTTP"
            ),
            _ => {}
        }
        let application_id: ApplicationId = serde_json::from_value(us["id"].clone())?;
        http.client.set_application_id(application_id);
        bot.known
            .know_pages(said("privacy_policy_url"), said("terms_of_service_url"));
        let mut commands = commands::all(&bot.l10n, bot.app.store().registry);
        // User installs are possible only if the host allows them.
        if us["integration_types_config"].get(PERSONAL).is_none() {
            let guilds = vec![InstallationContext::Guild];
            let in_guilds = |command: CreateCommand| command.integration_types(guilds.clone());
            commands = commands.into_iter().map(in_guilds).collect();
        }
        let route = || match bot.settings.guild.map(GuildId::new) {
            Some(guild_id) => Route::GuildCommands {
                application_id,
                guild_id,
            },
            None => Route::Commands { application_id },
        };
        // Discord refuses to replace the commands by others without the one that opens an activity.
        let mut all: Vec<Value> = ask(http, Request::new(route(), LightMethod::Get)).await?;
        all.retain(|command| command["type"] == ENTRY_POINT);
        all.extend(commands.iter().map(|command| json!(command)));
        let register = Request::new(route(), LightMethod::Put);
        let register = register.body(Some(serde_json::to_vec(&all)?));
        let registered: Vec<Registered> = ask(http, register).await?;
        for command in &registered {
            let id = command.id.get();
            let Named { name, .. } = &command.named;
            let names = command.named.translated().map(|(_, name)| name.clone());
            bot.known.know_command(name, id, names);
            for option in &command.options {
                if option.kind == SUB_COMMAND {
                    let name = format!("{name} {}", option.named.name);
                    bot.known.know_command(&name, id, spoken(command, option));
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
    let prepared = tokio::time::timeout(bot.settings.start_timeout, prepared);
    prepared.await.unwrap_or(Err(late))
}

/// The names of a sub-command in other languages.
fn spoken(command: &Registered, sub: &RegisteredOption) -> Vec<String> {
    let names = command.named.translated().filter_map(|(tag, name)| {
        let (_, below) = sub.named.translated().find(|(other, _)| *other == tag)?;
        Some(format!("{name} {below}"))
    });
    names.collect()
}

impl Bot {
    /// Reads the emoji of the pieces, and uploads missing ones. Failures are only logged: Unicode
    /// characters replace missing emoji.
    pub(super) async fn load_emoji(&self) {
        let known = match uploaded(&self.http).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(error = plain(&error), "the emoji cannot be listed");
                return;
            }
        };
        let pieces = shown_pieces(self.app.store().registry).into_iter();
        let all = pieces.flat_map(|piece| Can::iter().map(move |can| (piece, can)));
        // Only pieces of a side are shown without a label that says more.
        let is_shown = |(piece, can): &(Piece, Can)| {
            matches!(piece, Piece::Stone(Some(_))) || *can == Can::Nothing
        };
        for (piece, can) in all.filter(is_shown) {
            let emoji = siwa_boards::emoji(piece);
            let name = format!("{}{can}", emoji.name);
            let id = match known.get(&name) {
                Some(id) => Ok(*id),
                None => upload(&self.http, &name, emoji.png).await,
            };
            match id {
                Ok(id) => self.known.know_emoji(piece, can, id, name),
                Err(error) => {
                    tracing::warn!(error = plain(&error), "an emoji cannot be uploaded");
                }
            }
        }
    }
}

/// What is needed of an emoji of the application.
#[derive(Deserialize)]
struct Uploaded {
    id: EmojiId,
    name: String,
}

/// The names and ids of the application's emoji.
async fn uploaded(http: &Http) -> serenity::Result<HashMap<String, u64>> {
    let list = of_emoji(http, LightMethod::Get).ok_or(HttpError::ApplicationIdMissing)?;
    let mut all: Value = ask(http, list).await?;
    let all: Vec<Uploaded> = serde_json::from_value(all["items"].take())?;
    let named = all.into_iter().map(|emoji| (emoji.name, emoji.id.get()));
    Ok(named.collect())
}

/// A request about all emoji of the application.
fn of_emoji(http: &Http, method: LightMethod) -> Option<Request<'static>> {
    let application_id = http.client.application_id()?;
    Some(Request::new(Route::Emojis { application_id }, method))
}

async fn upload(http: &Http, name: &str, png: &[u8]) -> serenity::Result<u64> {
    let image = CreateAttachment::bytes(png, "piece.png").to_base64();
    let emoji = serde_json::json!({ "name": name, "image": image });
    let create = of_emoji(http, LightMethod::Post).ok_or(HttpError::ApplicationIdMissing)?;
    let create = create.body(Some(serde_json::to_vec(&emoji)?));
    match ask::<Uploaded>(http, create).await {
        Ok(made) => Ok(made.id.get()),
        Err(error) => {
            // Another process, started at the same time, may have uploaded it.
            let known = uploaded(http).await.unwrap_or_default();
            known.get(name).copied().ok_or(error)
        }
    }
}

/// Every piece that the overviews of the games show.
fn shown_pieces(registry: Registry) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for rules in registry.games() {
        let info = rules.info();
        for overview in info.overviews {
            let mut variants = info.variants.iter();
            let variant = variants.find(|variant| variant.size == overview.size);
            let Some(Ok(shown)) = variant.map(|variant| rules.parse(variant, overview.position))
            else {
                continue;
            };
            for (_, piece) in shown.diagram().pieces {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}
