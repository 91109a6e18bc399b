//! `/board`: shows the board to one person.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{define, or_which};
use crate::app::Target;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::l10n::L10n;

const ID: &str = "command-board";

pub(super) fn define(l10n: &L10n) -> CreateCommand {
    define::anywhere(l10n, "board", ID)
        .add_option(define::game(l10n, ID))
        .add_option(define::option(l10n, CommandOptionType::Boolean, "text", ID))
}

/// Shows the board of a game, as a picture or in words.
pub(in crate::discord) async fn run(
    bot: &Bot,
    context: &Context,
    target: Target,
    words: bool,
) -> Result<Answer, Failure> {
    let command = if words {
        Command::BoardInWords
    } else {
        Command::Board
    };
    let venue = context.venue().ok();
    let found = match venue {
        Some(venue) => bot.app.look(context.player, venue, target).await,
        None => bot.app.own_anywhere(context.player, target).await,
    };
    or_which(bot, context, command, found, |game| {
        let voice = bot.voice(context.locale);
        let show = if words { view::words } else { view::board };
        let mut shown = show(voice, &game, context.player);
        if venue.is_none() {
            // It is played where it began.
            shown.rows.clear();
        }
        Ok(Answer::new(shown))
    })
}
