//! `/place`, `/move`, `/claim` and `/draw`: the commands that change a game at once.

use serenity::builder::CreateCommand;
use serenity::model::application::CommandOptionType;

use super::{Options, act, define, happened, or_which};
use crate::app::Act;
use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::custom_id::Command;
use crate::discord::failure::Failure;
use crate::discord::outbound::Answer;
use crate::l10n::L10n;
use siwa_games::rules::Stage;
use siwa_games::text::Text;

/// A command that changes a game.
pub(super) struct ActCommand {
    name: &'static str,
    /// The message with its names and descriptions.
    id: &'static str,
    /// The option that holds a move, if it takes one.
    text: Option<&'static str>,
    /// The command as the menu carries it that asks which game is meant.
    waiting: fn(String) -> Command,
}

pub(super) const PLACE: ActCommand = ActCommand {
    name: "place",
    id: "command-place",
    text: Some("squares"),
    waiting: Command::Place,
};

pub(super) const MOVE: ActCommand = ActCommand {
    name: "move",
    id: "command-move",
    text: Some("move"),
    waiting: Command::Move,
};

pub(super) const CLAIM: ActCommand = ActCommand {
    name: "claim",
    id: "command-claim",
    text: None,
    waiting: |_| Command::Claim,
};

pub(super) const DRAW: ActCommand = ActCommand {
    name: "draw",
    id: "command-draw",
    text: None,
    waiting: |_| Command::Draw,
};

impl ActCommand {
    pub(super) fn define(&self, l10n: &L10n) -> CreateCommand {
        let mut command = define::anywhere(l10n, self.name, self.id);
        if let Some(name) = self.text {
            let text = define::option(l10n, CommandOptionType::String, name, self.id);
            command = command.add_option(text.required(true).set_autocomplete(true));
        }
        command.add_option(define::game(l10n, self.id))
    }

    pub(super) async fn run(
        &self,
        bot: &Bot,
        context: &Context,
        options: &Options<'_>,
    ) -> Result<Answer, Failure> {
        let text = self.text.and_then(|name| options.text(name));
        let command = (self.waiting)(text.unwrap_or_default().to_owned());
        let doing = act_of(&command).ok_or_else(|| Text::new("denied-unknown-command"))?;
        let done = act(
            bot,
            context,
            options.target()?,
            &doing,
            &context.answering(),
        )
        .await;
        or_which(bot, context, command, done, |game| {
            happened(bot, context, &game)
        })
    }
}

/// How a command changes a game at once; none if it does not, or asks first.
pub(in crate::discord) fn act_of(command: &Command) -> Option<Act> {
    match command {
        Command::Place(text) => Some(Act::Play(text.clone(), Some(Stage::Placement))),
        Command::Move(text) => Some(Act::Play(text.clone(), Some(Stage::Movement))),
        Command::Claim => Some(Act::Claim),
        Command::Draw => Some(Act::Offer),
        Command::Board
        | Command::BoardInWords
        | Command::Resign
        | Command::Replay
        | Command::Export => None,
    }
}
