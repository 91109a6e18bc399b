//! `/draw`: offers to stop here and count.

use serenity::builder::CreateCommand;

use super::{Options, act, define};
use crate::app::Act;
use crate::discord::caller::Caller;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::{Answer, Bot};
use crate::l10n::L10n;

const ID: &str = "command-draw";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "draw", ID).add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    caller: &Caller,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    act(bot, caller, options.target()?, Act::Offer, || Command::Draw).await
}
