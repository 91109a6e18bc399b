//! `/help`: what there is, and how to begin.

use serenity::builder::CreateCommand;

use super::define;
use crate::discord::caller::Caller;
use crate::discord::{Answer, Bot, view};
use crate::l10n::L10n;

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::command(l10n, "help", "command-help")
}

pub(super) fn run(bot: &Bot, caller: &Caller) -> Answer {
    Answer::new(view::help(bot.voice(caller.locale)))
}
