//! `/theme`: the colours of boards, for one person or for a server.

use serenity::builder::CreateCommand;

use super::{Definition, Options};
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::{Preference, Setting};
use siwa_boards::THEMES;
use siwa_games::text::Text;

/// The choice that takes a choice back; no theme has this id.
const DEFAULT: &str = "default";

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let mut theme = of.text("theme");
    for known in &THEMES {
        let name = Text::new("choice").with("choice", view::theme_name(known));
        theme = of.choice(theme, known.id, &name);
    }
    theme = of.choice(theme, DEFAULT, &Text::new("theme-default"));
    let mut whose = of.text("for");
    for (value, word) in [("me", "theme-for-me"), ("server", "theme-for-server")] {
        whose = of.choice(whose, value, &Text::new(word));
    }
    of.command().add_option(theme).add_option(whose)
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let guild = context.server()?.guild;
    let registry = bot.app.read().registry();
    let unknown = || Text::new("denied-no-theme");
    let public = match options.text("for") {
        None | Some("me") => false,
        Some("server") => true,
        Some(_) => return Err(unknown().into()),
    };
    let theme = match options.text("theme") {
        None => {
            let themes = bot.themes(Some(context.player), Some(guild)).await?;
            return Ok(Answer::new(view::themes(l10n, registry, themes)));
        }
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
        let denial = Text::new("denied-theme").with("permission", view::may_manage());
        return Err(denial.into());
    }
    let themes = bot.themes(Some(context.player), Some(guild)).await?;
    let chosen = view::chosen_theme(request.l10n, registry, themes, public);
    Ok(Answer::new(chosen))
}
