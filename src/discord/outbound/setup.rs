//! A server's settings, and the bot's missing permissions in its channels, as Discord reports them.

use std::time::Duration;

use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};
use serenity::model::{self, Permissions};

use super::request::{Failed, Result, ask};
use crate::discord::permissions::{self, OF_THREADS};
use crate::discord::refusal::Refusal;
use crate::discord::view::reply::Reply;
use crate::discord::view::{self, Checked, Setup};
use crate::discord::{Bot, Context, Failure, Http, ok_or_log};
use crate::game::{ChannelId, GamesIn, GuildId, Venue};
use crate::time::Timestamp;
use siwa_games::text::Text;

/// How long Discord may take to report permissions.
const SETUP_TIMEOUT: Duration = Duration::from_secs(8);

/// Discord's numbers of voice and stage channels.
const VOICE: [u64; 2] = [2, 13];

impl Bot {
    /// The server's settings, and the bot's missing permissions in this channel and in the channels
    /// for games.
    pub(super) async fn setup(&self, context: &Context) -> Result<Reply, Failure> {
        let guild = context.venue.guild;
        let settings = self.app.store().settings(None, Some(guild)).await?;
        let mut channels = settings.allowed_channels.clone();
        let here = context.channel();
        if !channels.contains(&here) {
            channels.insert(0, here);
        }
        let checked = lacking(&self.http, guild, &channels, settings.defaults.games_in);
        let read = tokio::time::timeout(SETUP_TIMEOUT, checked).await.ok();
        let mut checked = read.and_then(|read| ok_or_log(read, "permissions cannot be read"));
        if let Some(checked) = &mut checked {
            checked.channels.retain(|(channel, lacks)| {
                lacks.is_some() || settings.allowed_channels.contains(channel)
            });
        }
        let setup = Setup { checked, settings };
        let l10n = self.localizer(context.locale);
        let mut shown = view::setup(l10n, &setup, self.app.now());
        let here = context.venue.channel;
        if context.is_private_thread() && !self.http.takes_messages(here).await.unwrap_or(true) {
            let unseen = Text::new("setup-unseen").with("bot", format!("<@{}>", context.us()));
            shown = shown.above(&l10n.tr(&unseen));
        }
        Ok(shown)
    }

    /// Returns whether a channel that refused a message with a file accepts words: only the
    /// permission to attach files is missing.
    pub(super) async fn takes_words(&self, venue: Venue, trouble: &Failed) -> bool {
        if !trouble.is(Refusal::Forbidden) || !venue.guild.is_server() {
            return false;
        }
        let channels = [venue.channel];
        let checked = lacking(&self.http, venue.guild, &channels, GamesIn::Channel);
        let checked = checked.await;
        let channels = checked.map_or_else(|_| Vec::new(), |checked| checked.channels);
        let [(_, Some(lacking))] = channels.as_slice() else {
            return false;
        };
        let lacks = |name| lacking.iter().any(|lack| lack.name == name);
        lacks("permission-attach") && !lacks("permission-view") && !lacks("permission-send")
    }
}

/// What keeps the bot from posting in these channels of a server.
///
/// # Errors
/// If Discord does not answer.
async fn lacking(
    http: &Http,
    guild: GuildId,
    channels: &[ChannelId],
    games_in: GamesIn,
) -> Result<Checked, serenity::Error> {
    let unknown = serenity::Error::Other("the application is not known yet");
    let user_id = http.us().ok_or(unknown)?.0.into();
    let guild_id = guild.0.into();
    let get = |route| ask::<Value>(http, Request::new(route, LightMethod::Get));
    let (guild, known, member) = tokio::try_join!(
        get(Route::Guild { guild_id }),
        get(Route::GuildChannels { guild_id }),
        get(Route::GuildMember { guild_id, user_id }),
    )?;
    let of = |channel: &ChannelId| {
        let id = channel.0.to_string();
        let found = list(&known).iter().find(|channel| channel["id"] == id)?;
        let mut has = granted(&guild, &member, found);
        if !VOICE.contains(&found["type"].as_u64().unwrap_or_default()) {
            has |= permissions::OF_VOICE;
        }
        Some(permissions::lacking(match games_in {
            GamesIn::Channel => has | OF_THREADS,
            GamesIn::Threads | GamesIn::Ask => has,
        }))
    };
    let silenced_until = member["communication_disabled_until"].as_str();
    let silenced_until = silenced_until.and_then(|until| until.parse::<model::Timestamp>().ok());
    let silenced_until = silenced_until.map(|until| Timestamp(until.unix_timestamp()));
    let channels = channels.iter();
    Ok(Checked {
        channels: channels.map(|channel| (*channel, of(channel))).collect(),
        silenced_until,
    })
}

/// A member's permissions in a channel, in the order of Discord's documentation “Permissions”. Only
/// the fields that decide are read, so that nothing odd elsewhere in the server matters.
fn granted(guild: &Value, member: &Value, channel: &Value) -> Permissions {
    let bits = |field: &Value| {
        let bits = field.as_str().and_then(|bits| bits.parse().ok());
        Permissions::from_bits_retain(bits.unwrap_or_default())
    };
    let everyone = &guild["id"];
    let has_role = |id: &Value| id == everyone || list(&member["roles"]).contains(id);
    let roles = list(&guild["roles"]).iter();
    let roles = roles.filter(|role| has_role(&role["id"]));
    let mut has: Permissions = roles.map(|role| bits(&role["permissions"])).collect();
    let us = &member["user"]["id"];
    if has.contains(Permissions::ADMINISTRATOR) || guild["owner_id"] == *us {
        return Permissions::all();
    }
    let overwrites = list(&channel["permission_overwrites"]);
    let mut apply = |matches: &dyn Fn(&Value) -> bool| {
        let theirs = || overwrites.iter().filter(|rule| matches(&rule["id"]));
        has -= theirs().map(|rule| bits(&rule["deny"])).collect();
        has |= theirs().map(|rule| bits(&rule["allow"])).collect();
    };
    apply(&|id| id == everyone);
    apply(&|id| id != everyone && has_role(id));
    apply(&|id| id == us);
    has
}

fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}
