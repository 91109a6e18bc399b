//! `/privacy`: summary, export and deletion of personal data.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Answer, Definition, Failure, Options, Reply, Request, Text, view};
use crate::discord::custom_id::PrivacyAction;
use crate::discord::outbound::First;
use crate::discord::view::reply::How;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    let sub = |name| of.option(CommandOptionType::SubCommand, name);
    of.anywhere()
        .add_option(sub("show"))
        .add_option(sub("export"))
        .add_option(sub("delete"))
}

pub(super) async fn run(request: Request<'_>, options: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    match options.sub_command() {
        Some("show") => {
            let stored_data = bot.app.read().stored_data(context.player).await?;
            Ok(Answer::new(view::stored_data(l10n, &stored_data)))
        }
        Some("export") => step(request, PrivacyAction::Export).await,
        Some("delete") => step(request, PrivacyAction::Ask).await,
        _ => Err(Text::new("denied-unknown-command").into()),
    }
}

/// Handles a press.
pub async fn step(request: Request<'_>, act: PrivacyAction) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    match act {
        PrivacyAction::Export => Ok(Answer::after(How::New, First::Export)),
        PrivacyAction::Ask => {
            let stored_data = bot.app.read().stored_data(context.player).await?;
            Ok(Answer::new(view::sure(l10n, &stored_data)))
        }
        PrivacyAction::Delete => Ok(Answer::after(How::Update, First::Forget)),
        PrivacyAction::Keep => Ok(Answer::update(Reply::private(l10n.word("privacy-kept-on")))),
    }
}
