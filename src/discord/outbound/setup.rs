//! A server's settings, and the bot's missing permissions in its channels, as Discord reports them.

use std::time::Duration;

use serde_json::Value;
use serenity::http::{LightMethod, Request, Route};
use serenity::model::permissions::Permissions;

use super::failed::Failed;
use super::refusal::Refusal;
use super::request::{Trouble, ask};
use super::send;
use crate::discord::permissions::{self, OF_THREADS};
use crate::discord::view::reply::{Attachment, Reply};
use crate::discord::view::{self, MissingPermission, Setup};
use crate::discord::{Bot, Context, Failure, Http};
use crate::game::{ChannelId, GamesIn, GuildId, Venue};

/// How long Discord may take to report permissions.
const SETUP_TIMEOUT: Duration = Duration::from_secs(8);

/// Discord's numbers of voice and stage channels.
const VOICE: [u64; 2] = [2, 13];

impl Bot {
    /// The server's settings, and the bot's missing permissions in this channel and in the channels
    /// for games.
    pub(super) async fn setup(
        &self,
        http: &Http,
        context: &Context,
    ) -> Result<(Reply, Option<Attachment>), Failure> {
        let guild = context.venue.guild;
        let allowed_channels = self.app.read().allowed_channels(guild).await?;
        let defaults = self.app.read().defaults(guild).await?;
        let mut channels = allowed_channels.clone();
        let here = context.channel();
        if !channels.contains(&here) {
            channels.insert(0, here);
        }
        let told = lacking(http, guild, context.us().0, &channels, defaults.games_in);
        let told = tokio::time::timeout(SETUP_TIMEOUT, told);
        let checked = match told.await {
            Ok(Ok(mut checked)) => {
                checked.retain(|(channel, lacks)| {
                    lacks.is_some() || allowed_channels.contains(channel)
                });
                Some(checked)
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "permissions cannot be read");
                None
            }
            Err(_) => None,
        };
        let presentation = self.app.read().presentation(None, Some(guild)).await?;
        let setup = Setup {
            locale: presentation.locale.clone(),
            checked,
            allowed_channels,
            defaults,
            themes: presentation.into(),
            guild_rules: self.app.read().guild_rules(guild).await?,
        };
        let l10n = self.localizer(context.locale);
        Ok((view::setup(l10n, &setup, self.app.now()), None))
    }
}

impl Bot {
    /// Returns whether a channel that refused a message with a file accepts words: only the
    /// permission to attach files is missing.
    pub(super) async fn takes_words(
        &self,
        http: &Http,
        venue: Venue,
        trouble: &Trouble,
    ) -> Result<bool, Failed> {
        if !trouble.is(Refusal::Forbidden) || !venue.guild.is_server() {
            return Ok(false);
        }
        let us = *self.us.get_or_try_init(|| send::us(http)).await?;
        let channels = [venue.channel];
        let lacking = lacking(http, venue.guild, us, &channels, GamesIn::Channel);
        let lacking = lacking.await.unwrap_or_default();
        let [(_, Some(lacking))] = lacking.as_slice() else {
            return Ok(false);
        };
        let lacks = |name| lacking.iter().any(|lack| lack.name == name);
        Ok(lacks("permission-attach") && !lacks("permission-view") && !lacks("permission-send"))
    }
}

/// The bot's missing permissions in each of these channels of a server; `None` for a deleted
/// channel.
///
/// # Errors
/// If Discord does not answer.
async fn lacking(
    http: &Http,
    guild: GuildId,
    us: u64,
    channels: &[ChannelId],
    games_in: GamesIn,
) -> Result<Vec<(ChannelId, Option<Vec<MissingPermission>>)>, serenity::Error> {
    let (guild_id, user_id) = (guild.0.into(), us.into());
    let get = |route| ask::<Value>(http, Request::new(route, LightMethod::Get));
    let (guild, known, member) = tokio::try_join!(
        get(Route::Guild { guild_id }),
        get(Route::GuildChannels { guild_id }),
        get(Route::GuildMember { guild_id, user_id }),
    )?;
    let of = |channel: &ChannelId| {
        let id = channel.0.to_string();
        let found = list(&known).iter().find(|it| it["id"] == id)?;
        let mut has = granted(&guild, &member, found);
        if !VOICE.contains(&found["type"].as_u64().unwrap_or_default()) {
            has |= permissions::OF_VOICE;
        }
        Some(permissions::lacking(match games_in {
            GamesIn::Channel => has | OF_THREADS,
            GamesIn::Threads | GamesIn::Ask => has,
        }))
    };
    let channels = channels.iter();
    Ok(channels.map(|channel| (*channel, of(channel))).collect())
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
    let roles = list(&guild["roles"])
        .iter()
        .filter(|it| has_role(&it["id"]));
    let mut has: Permissions = roles.map(|it| bits(&it["permissions"])).collect();
    let us = &member["user"]["id"];
    if has.contains(Permissions::ADMINISTRATOR) || guild["owner_id"] == *us {
        return Permissions::all();
    }
    let overwrites = list(&channel["permission_overwrites"]);
    let mut apply = |matches: &dyn Fn(&Value) -> bool| {
        let theirs = || overwrites.iter().filter(|it| matches(&it["id"]));
        has -= theirs().map(|it| bits(&it["deny"])).collect();
        has |= theirs().map(|it| bits(&it["allow"])).collect();
    };
    apply(&|id| id == everyone);
    apply(&|id| id != everyone && has_role(id));
    apply(&|id| id == us);
    has
}

fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}
