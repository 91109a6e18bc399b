//! `/draw`: offers to stop here and count.

use serenity::builder::CreateCommand;

use super::{Options, act, define};
use crate::app::Act;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::l10n::L10n;

const ID: &str = "command-draw";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "draw", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    act(bot, context, options.target()?, Act::Offer, || {
        Command::Draw
    })
    .await
}
