//! `/privacy`: what is kept of the person, as words and as files, and its deletion.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, define};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::InPrivacy;
use crate::discord::failure::Failure;
use crate::discord::outbound::{Answer, First};
use crate::discord::view;
use crate::discord::view::reply::How;
use crate::l10n::L10n;
use siwa_games::text::Text;

const ID: &str = "command-privacy";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    let sub = |name| define::option(l10n, CommandOptionType::SubCommand, name, ID);
    define::anywhere(l10n, "privacy", ID)
        .add_option(sub("show"))
        .add_option(sub("export"))
        .add_option(sub("delete"))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    match options.sub_command() {
        Some("show") => {
            let kept = bot.app.read().kept(context.player).await?;
            Ok(Answer::new(view::kept(
                bot.localizer(context.locale),
                &kept,
            )))
        }
        Some("export") => Ok(Answer::after(How::New, First::Export)),
        Some("delete") => ask(bot, context).await,
        _ => Err(Text::new("denied-unknown-command").into()),
    }
}

/// A press on what is shown.
pub(in crate::discord::inbound) async fn step(
    bot: &Bot,
    context: &Context,
    act: InPrivacy,
) -> Result<Answer, Failure> {
    match act {
        InPrivacy::Export => Ok(Answer::after(How::New, First::Export)),
        InPrivacy::Ask => ask(bot, context).await,
        InPrivacy::Delete => Ok(Answer::after(How::Update, First::Forget)),
        InPrivacy::Keep => {
            let l10n = bot.localizer(context.locale);
            Ok(Answer::update(view::kept_on(l10n)))
        }
    }
}

async fn ask(bot: &Bot, context: &Context) -> Result<Answer, Failure> {
    let kept = bot.app.read().kept(context.player).await?;
    Ok(Answer::new(view::sure(
        bot.localizer(context.locale),
        &kept,
    )))
}
