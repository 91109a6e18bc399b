//! A server's settings, and the bot's missing permissions in its channels, as Discord reports them.

use std::time::Duration;

use serenity::model::channel::GuildChannel;

use crate::discord::permissions::{self, OF_THREADS};
use crate::discord::view::reply::{Attachment, Reply};
use crate::discord::view::{self, MissingPermission, Setup};
use crate::discord::{Bot, Context, Failure, Http};
use crate::game::{ChannelId, GamesIn, GuildId};

/// How long Discord may take to report permissions.
const SETUP_TIMEOUT: Duration = Duration::from_secs(8);

/// How many requests to Discord that takes.
const QUESTIONS: u32 = 3;

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
        let us = context.us().0;
        let told = lacking(http, guild, us, &channels, defaults.games_in);
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
    for _ in 0..QUESTIONS {
        let spent = |_| serenity::Error::Other("too many requests");
        http.pass().await.map_err(spent)?;
    }
    let (whole, known, member) = tokio::try_join!(
        http.get_guild(guild.0.into()),
        http.get_channels(guild.0.into()),
        http.get_member(guild.0.into(), us.into()),
    )?;
    let of = |channel: &ChannelId| {
        let found: &GuildChannel = known.iter().find(|it| it.id.get() == channel.0)?;
        let has = whole.user_permissions_in(found, &member);
        Some(permissions::lacking(match games_in {
            GamesIn::Channel => has | OF_THREADS,
            GamesIn::Threads | GamesIn::Ask => has,
        }))
    };
    let channels = channels.iter();
    Ok(channels.map(|channel| (*channel, of(channel))).collect())
}
