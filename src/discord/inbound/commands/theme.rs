//! `/theme`: the colours of boards, for one person or a server.

use serenity::builder::CreateCommand;

use super::{Answer, Definition, Failure, Options, Request, Text, view};
use crate::game::{Preference, Setting};
use siwa_boards::THEMES;

/// The choice that resets the theme; no theme has this id.
const DEFAULT: &str = "default";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let themes = THEMES.iter();
    let themes = themes.map(|it| (it.id, view::choice(view::theme_name(it))));
    let themes = themes.chain([(DEFAULT, Text::new("theme-default"))]);
    let whose = [("me", "theme-for-me"), ("server", "theme-for-server")];
    let whose = whose.map(|(value, id)| (value, Text::new(id)));
    of.command()
        .add_option(of.choices("theme", themes))
        .add_option(of.choices("for", whose))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = context.server()?.guild;
    let registry = request.registry();
    let unknown = || Text::new("denied-no-theme");
    let public = match options.text("for") {
        None | Some("me") => false,
        Some("server") => true,
        Some(_) => return Err(unknown().into()),
    };
    let theme = match options.text("theme") {
        None => return Ok(Answer::new(view::themes(l10n, registry, context.themes))),
        Some(DEFAULT) => None,
        Some(id) => Some(siwa_boards::theme(id).ok_or_else(unknown)?.id),
    };
    if !public {
        let theme = Preference::Theme(theme.map(str::to_owned));
        request.prefer(&theme).await?;
    } else if context.manages() {
        let theme = Setting::Theme(theme.map(str::to_owned));
        bot.app.work().choose(guild, &theme).await?;
    } else {
        let permission = Text::new("permission-manage");
        return Err(Text::new("denied-theme")
            .with("permission", permission)
            .into());
    }
    let (player, guild) = (Some(context.player), Some(guild));
    let themes = bot.app.read().presentation(player, guild).await?.into();
    let chosen = view::chosen_theme(l10n, registry, themes, public);
    Ok(Answer::new(chosen))
}
