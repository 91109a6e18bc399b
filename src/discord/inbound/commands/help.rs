//! `/help`: the commands, and how to begin.

use super::Options;
use super::variants::Asked;
use crate::discord::failure::Failure;
use crate::discord::inbound::Request;
use crate::discord::outbound::Answer;
use crate::discord::view;

pub(super) async fn run(request: Request<'_>, _: &Options<'_>) -> Result<Answer, Failure> {
    let Request { bot, context, l10n } = request;
    let (_, usual) = Asked::default().variant(l10n, bot.app.read().registry())?;
    let outside = context.is_user_install();
    Ok(Answer::new(view::help(l10n, usual, outside)))
}
