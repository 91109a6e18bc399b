//! The panel in which a move is made from menus of the legal continuations, then confirmed on
//! a picture of what it would do.

use super::Voice;
use super::game::seen_by;
use crate::discord::custom_id::{CustomId, InGame, LONGEST};
use crate::discord::view::reply::{Button, Choice, MOST_CHOICES, Reply, Row, Style};
use crate::game::{Denial, Game, PlayerId};
use crate::message::Message;
use crate::registry::{Completion, Play};
use crate::rules::grammar::compact;
use crate::rules::{Info, Stage};

/// The end of a label whose choice is only a part of a move.
pub const MORE: char = '…';

/// A legal continuation as a choice.
#[must_use]
pub fn continuation(completion: Completion) -> Choice {
    let label = if completion.whole {
        completion.display
    } else {
        format!("{} {MORE}", completion.display)
    };
    Choice::new(label, completion.text)
}

/// The panel after `typed` was chosen.
///
/// # Errors
/// If it is not that player's turn, or no legal move begins with `typed`.
pub fn panel(voice: Voice<'_>, game: &Game, by: PlayerId, typed: &str) -> Result<Reply, Denial> {
    if game.side_of(by).is_none() {
        return Err(Denial::NotYourGame(game.id()));
    }
    let Some(turn) = game.turn() else {
        return Err(Denial::GameOver(game.id()));
    };
    if game.player(turn) != by {
        return Err(Denial::NotYourTurn {
            turn: game.player(turn),
        });
    }
    let id = |act| CustomId::Game(game.id(), game.plies(), act);
    let carried = Carried {
        choose: &|typed| id(InGame::Panel(typed)),
        play: &|text| id(InGame::Play(text)),
    };
    let entered = entry(voice, (game.rules().info(), game.line()), carried, typed);
    let reply =
        entered.map_err(|refused| refused.map_or(Denial::MovedOn(game.id()), Denial::Refused))?;
    Ok(reply.seen(seen_by(game, by)))
}

/// What the components of a panel carry, by what is typed so far or by the whole move.
#[derive(Clone, Copy)]
pub(super) struct Carried<'a> {
    pub(super) choose: &'a dyn Fn(String) -> CustomId,
    pub(super) play: &'a dyn Fn(String) -> CustomId,
}

/// The panel on a line of play after `typed` was chosen.
///
/// # Errors
/// If no legal move begins with `typed`: why, if the rules say.
pub(super) fn entry(
    voice: Voice<'_>,
    (info, line): (&Info, &dyn Play),
    carried: Carried<'_>,
    typed: &str,
) -> Result<Reply, Option<Message>> {
    let back = || {
        Button::new(
            (carried.choose)(String::new()),
            voice.word("button-back"),
            Style::Secondary,
        )
    };
    if !typed.is_empty()
        && let Ok((played, diagram)) = line.propose(typed)
    {
        let play = (carried.play)(compact(&played.text));
        if play.to_string().chars().count() > LONGEST {
            return Ok(
                Reply::private(voice.word("panel-too-long")).with_row(Row::Buttons(vec![back()]))
            );
        }
        let text = Message::new(if played.captured.is_empty() {
            "panel-preview"
        } else {
            "panel-preview-captures"
        })
        .with("move", played.display.as_str())
        .with("count", played.captured.len());
        let reply = Reply::private(voice.say(&text)).with_board(diagram);
        return Ok(reply.with_row(Row::Buttons(vec![
            Button::new(play, voice.word("button-confirm"), Style::Success),
            back(),
        ])));
    }
    let options = line.complete(typed, MOST_CHOICES);
    if options.is_empty() {
        // The rules say why no legal move begins like this.
        return Err(line.propose(typed).err());
    }
    let prompt = match (line.stage(), typed.is_empty()) {
        (Stage::Placement, true) => Message::new(info.panel_place),
        (Stage::Movement, true) => Message::new("panel-move"),
        (_, false) => Message::new("panel-go-on").with("typed", typed),
    };
    let choices = options
        .into_iter()
        .map(|option| Choice {
            description: line.label(&option.text).map(|hint| voice.say(&hint)),
            ..continuation(option)
        })
        .collect();
    let menu = Row::Menu {
        id: (carried.choose)(compact(typed)),
        placeholder: voice.word("panel-choose"),
        options: choices,
    };
    let reply = Reply::private(voice.say(&prompt))
        .with_board(line.preview(typed))
        .with_row(menu);
    Ok(if typed.is_empty() {
        reply
    } else {
        reply.with_row(Row::Buttons(vec![back()]))
    })
}
