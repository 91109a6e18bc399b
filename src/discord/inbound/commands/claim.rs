//! `/claim`: ends the game by right, where the rules grant it, or offers to.

use serenity::builder::CreateCommand;

use super::{Options, act, define};
use crate::app::Act;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::l10n::L10n;

const ID: &str = "command-claim";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "claim", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    act(bot, context, options.target()?, Act::Claim, || {
        Command::Claim
    })
    .await
}
