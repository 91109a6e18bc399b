//! `/board`: shows the board to one person.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{define, or_which};
use crate::app::{self, Target};
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::discord::view;
use crate::game::Denial;
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
    let by = context.player;
    let found = match bot.app.look(by, context.venue, target).await {
        Err(app::Error::Denial(Denial::NoGameHere | Denial::UnknownGame))
            if context.is_user_install() =>
        {
            bot.app.own_anywhere(by, target).await
        }
        found => found,
    };
    or_which(bot, context, command, found, |game| {
        let l10n = bot.localizer(context.locale);
        let own_here = game.side_of(by).is_some() && game.is_at(context.venue);
        let mut shown = match words {
            true => view::words(l10n, &game, by),
            // The board for all may not have got through.
            false if context.is_user_install() && own_here => view::board_in_hand(l10n, &game, by),
            false => view::board(l10n, &game, by),
        };
        if context.is_user_install() && !own_here {
            // It is played where it began.
            shown.rows.clear();
        }
        Ok(Answer::new(shown))
    })
}
