//! `/setup`: the bot's missing permissions in a server, and the server's settings.

use serenity::builder::CreateCommand;
use serenity::model::permissions::Permissions;

use super::{Answer, Definition, Failure, Options, Request, Text, view};
use crate::discord::context::Context;
use crate::discord::custom_id::SetupAction;
use crate::discord::outbound::First;
use crate::discord::view::reply::{How, MAX_CHOICES};
use crate::game::{GuildId, Setting, TimeControl, Venue};
use crate::l10n::Locale;
use crate::time::Zone;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.command()
        .default_member_permissions(Permissions::MANAGE_GUILD)
}

/// Shows missing permissions and settings.
pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    // Discord decides who may use the command; only the buttons need our own check.
    request.context.server()?;
    Ok(Answer::after(How::New, First::Setup))
}

/// Handles a press, or a choice from a menu.
pub async fn step(
    request: Request<'_>,
    act: SetupAction,
    chosen: Option<&str>,
) -> Result<Answer, Failure> {
    let guild = managed(request.context)?;
    // An unknown choice changes nothing, or resets the setting.
    let setting = match act {
        SetupAction::Check => None,
        SetupAction::Places => {
            let ids = chosen.unwrap_or_default().split(' ');
            let ids = ids.filter_map(|id| id.parse().ok());
            Some(Setting::AllowedChannels(ids.take(MAX_CHOICES).collect()))
        }
        SetupAction::Anywhere => Some(Setting::AllowedChannels(Vec::new())),
        SetupAction::Theme => {
            let theme = chosen.and_then(siwa_boards::theme);
            Some(Setting::Theme(theme.map(|theme| theme.id.to_owned())))
        }
        SetupAction::GamesIn => chosen.and_then(|it| it.parse().ok()).map(Setting::GamesIn),
        SetupAction::Weekends => Some(Setting::Weekends(chosen.and_then(Zone::read))),
        SetupAction::Tournaments(all) => Some(Setting::Tournaments(all)),
        SetupAction::Takebacks(allowed) => Some(Setting::Takebacks(allowed)),
        SetupAction::Language => {
            let mut tags = Locale::all().map(Locale::tag);
            let tag = tags.find(|tag| chosen == Some(*tag));
            Some(Setting::Locale(tag.map(str::to_owned)))
        }
        SetupAction::Clock => chosen.and_then(TimeControl::offered).map(Setting::Clock),
        SetupAction::Rated(rated) => Some(Setting::Rated(rated)),
    };
    if let Some(setting) = setting {
        request.bot.app.work().choose(guild, &setting).await?;
    }
    Ok(Answer::after(How::Update, First::Setup))
}

/// The server, if the person may manage it.
fn managed(context: &Context) -> Result<GuildId, Failure> {
    if !context.manages() {
        let permission = Text::new("permission-manage");
        return Err(Text::new("denied-settings")
            .with("permission", permission)
            .into());
    }
    Ok(context.server()?.guild)
}

/// The venue of the interaction, if boards can be posted there, and the server allows games there.
pub async fn place(request: Request<'_>) -> Result<Venue, Failure> {
    let Request { bot, context, .. } = request;
    let venue = context.playable_venue()?;
    let allowed = bot.app.read().allowed_channels(venue.guild).await?;
    if allowed.is_empty() || allowed.contains(&context.channel()) {
        return Ok(venue);
    }
    let denial = Text::new("denied-place").with("channels", view::links(&allowed));
    Err(denial.into())
}
