//! `/profile`: a player's results in this server.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Answer, Definition, Failure, Options, Reply, Request, Text, view};
use crate::discord::custom_id::Seen;
use crate::game::PlayerId;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.command()
        .add_option(of.option(CommandOptionType::User, "player"))
        .add_option(of.kinds())
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let player = match options.person("player") {
        Some((person, _)) if person.is_us || person.is_bot => {
            return Err(Text::new("profile-bot").into());
        }
        Some((person, _)) => person.player,
        None => request.context.player,
    };
    let shown = profile(request, player, options.text("game"), Seen::Alone).await?;
    Ok(Answer::new(shown))
}

/// A player's profile.
pub async fn profile(
    request: Request<'_>,
    player: PlayerId,
    kind: Option<&str>,
    seen: Seen,
) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = context.server()?.guild;
    let found = bot.app.profile(guild, player, kind).await?;
    let (rules, profile) = found.ok_or_else(|| Text::new("denied-no-variant"))?;
    let show = |l10n| view::profile(l10n, &profile, rules, request.registry().games());
    match seen {
        Seen::Alone => Ok(show(l10n)),
        Seen::Shared => request.share(show),
    }
}
