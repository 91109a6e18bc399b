//! `/board`: shows the board to one person.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Definition, Failure, Options, Reply, Request, view};
use crate::app::{self, Target};
use crate::discord::custom_id::Command;
use crate::game::Denial;

pub(super) fn define(of: &Definition<'_>) -> CreateCommand {
    of.anywhere()
        .add_option(of.game())
        .add_option(of.option(CommandOptionType::Boolean, "text"))
}

/// The command that the options describe.
pub(super) fn asked(options: &Options<'_>) -> Command {
    match options.flag("text") {
        Some(true) => Command::BoardInWords,
        Some(false) | None => Command::Board,
    }
}

/// The board of a game, as a picture or as text.
pub async fn shown(request: Request<'_>, target: Target, words: bool) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let by = context.player;
    let game = match bot.app.look(by, context.venue, target).await {
        Err(app::Error::Denial(Denial::NoGameHere | Denial::UnknownGame))
            if !context.venue.guild.is_server() =>
        {
            bot.app.own_anywhere(by, target).await?
        }
        found => found?,
    };
    let place = context.venue;
    let may_act = place.guild.is_direct() || place.guild.is_user_install() && game.is_at(place);
    let own_here = game.side_of(by).is_some() && may_act;
    Ok(match words {
        true => view::words(l10n, &game, by),
        // The public board might not have been posted.
        false if own_here => view::board_in_hand(l10n, &game, by),
        // Elsewhere it has no buttons: moves are made in the game's channel.
        false => view::board(l10n, &game, by),
    })
}
