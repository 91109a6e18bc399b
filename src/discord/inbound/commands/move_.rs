//! `/move`: moves a piece.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, act, define};
use crate::app::Act;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::l10n::L10n;
use crate::rules::Stage;

const ID: &str = "command-move";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    let text = define::option(l10n, CommandOptionType::String, "move", ID);
    define::command(l10n, "move", ID)
        .add_option(text.required(true).set_autocomplete(true))
        .add_option(define::game(l10n, ID))
}

pub(super) async fn run(
    bot: &Bot,
    context: &Context,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let text = options.text("move").unwrap_or_default().to_owned();
    let play = Act::Play(text.clone(), Some(Stage::Movement));
    act(bot, context, options.target()?, play, || {
        Command::Move(text)
    })
    .await
}
