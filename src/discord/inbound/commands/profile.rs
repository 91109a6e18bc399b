//! `/profile`: how somebody stands in this server.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::discord::view::reply::Reply;
use crate::game::PlayerId;
use crate::l10n::L10n;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

const ID: &str = "command-profile";

pub(super) fn define(l10n: &L10n, registry: Registry) -> CreateCommand {
    let player = define::option(l10n, CommandOptionType::User, "player", ID);
    define::command(l10n, "profile", ID)
        .add_option(player)
        .add_option(define::kinds(l10n, registry, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let player = match options.person("player") {
        Some((person, _)) if person.is_us || person.is_bot => {
            return Err(Text::new("profile-bot").into());
        }
        Some((person, _)) => person.player,
        None => context.player,
    };
    let shown = of(bot, context, player, options.text("game"), false).await?;
    Ok(Answer::new(shown))
}

/// How somebody stands, to be `shared` with everybody or not.
pub(in crate::discord) async fn of(
    bot: &Bot,
    context: &Context,
    player: PlayerId,
    kind: Option<&str>,
    shared: bool,
) -> Result<Reply, Failure> {
    let guild = context.server()?.guild;
    let (rules, profile) = bot
        .app
        .profile(guild, player, kind)
        .await?
        .ok_or_else(|| Text::new("denied-no-variant"))?;
    let kinds = bot.app.read().registry().games();
    if !shared {
        let l10n = bot.localizer(context.locale);
        return Ok(view::profile(l10n, &profile, rules, kinds));
    }
    context.shared_venue()?;
    let l10n = bot.localizer(context.public);
    let shown = view::profile(l10n, &profile, rules, kinds);
    Ok(view::shared(l10n, context.player, shown))
}
