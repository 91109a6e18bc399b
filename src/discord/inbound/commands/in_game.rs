//! The commands about one game, which act in it or show it.

use serenity::builder::CreateCommand;

use super::{Answer, Definition, Failure, Options, Reply, Request, Text, board, openly, view};
use crate::app::{Act, Target};
use crate::discord::custom_id::{Command, CustomId};
use crate::discord::inbound::turn;
use crate::game::{Denial, GameId};
use siwa_games::rules::Stage;

/// A command that plays a move, given in this option.
pub(super) fn define(of: &Definition<'_>, option: &'static str) -> CreateCommand {
    let text = of.text(option).required(true).set_autocomplete(true);
    of.anywhere().add_option(text).add_option(of.game())
}

pub(super) fn place(options: &Options<'_>) -> Command {
    Command::Place(options.text("squares").unwrap_or_default().to_owned())
}

pub(super) fn movement(options: &Options<'_>) -> Command {
    Command::Move(options.text("move").unwrap_or_default().to_owned())
}

/// Runs a command on a game, or asks for the game if there are several.
pub(super) async fn run(
    request: Request<'_>,
    command: Command,
    target: Target,
) -> Result<Answer, Failure> {
    let done = match act_of(&command) {
        Some(act) => openly(request, target, &act).await,
        None => shown(request, &command, target).await.map(Answer::new),
    };
    let several = match done {
        Err(Failure::Denial(Denial::SeveralGames(several))) => several,
        done => return done,
    };
    let id = CustomId::Which(command);
    if !id.fits() {
        return Err(Text::new("denied-too-long").into());
    }
    let which = view::which(request.l10n, id, &several, request.context.player);
    Ok(Answer::new(which))
}

/// Runs a command on the chosen game.
pub async fn chosen(
    request: Request<'_>,
    command: &Command,
    game: GameId,
) -> Result<Answer, Failure> {
    let target = Target::Game(game);
    match act_of(command) {
        Some(act) => turn::quietly(request, target, act).await,
        None => Ok(Answer::update(shown(request, command, target).await?)),
    }
}

/// The act of a command; `None` if it changes nothing, or asks for confirmation first.
fn act_of(command: &Command) -> Option<Act> {
    match command {
        Command::Place(text) => Some(Act::Play(text.clone(), Some(Stage::Placement))),
        Command::Move(text) => Some(Act::Play(text.clone(), None)),
        Command::Draw => Some(Act::Offer),
        _ => None,
    }
}

/// The reply of a command that changes nothing.
pub async fn shown(
    request: Request<'_>,
    command: &Command,
    target: Target,
) -> Result<Reply, Failure> {
    let Request { bot, context, l10n } = request;
    let by = context.player;
    match command {
        Command::Board => board::shown(request, target, false).await,
        Command::BoardInWords => board::shown(request, target, true).await,
        Command::Resign => {
            let venue = context.playable_venue()?;
            Ok(view::resign(l10n, &bot.app.own(by, venue, target).await?))
        }
        Command::Replay => {
            let (game, record) = bot.app.past(by, context.venue, target).await?;
            Ok(view::animation(l10n, &game, &record, 0, by))
        }
        Command::Place(_) | Command::Move(_) | Command::Draw => {
            Err(Text::new("denied-unknown-button").into())
        }
    }
}
