//! The panel in which a move is made by choosing: menus made from what the
//! rules allow next, then a picture of what the move would do.

use super::Voice;
use super::game::seen_by;
use crate::discord::custom_id::{CustomId, InGame, LONGEST};
use crate::discord::view::reply::{Button, Choice, Reply, Row, Style};
use crate::game::{Denied, Game, PlayerId};
use crate::message::Message;
use crate::rules::Stage;
use crate::rules::grammar::compact;

/// Choices in a menu.
const MOST: usize = 25;

/// The panel after `typed` was chosen so far.
///
/// # Errors
/// If it is not that player's turn, or nothing legal begins like that.
pub fn panel(voice: Voice<'_>, game: &Game, by: PlayerId, typed: &str) -> Result<Reply, Denied> {
    if game.side_of(by).is_none() {
        return Err(Denied::NotYourGame(game.id()));
    }
    let Some(turn) = game.turn() else {
        return Err(Denied::GameOver(game.id()));
    };
    if game.player(turn) != by {
        return Err(Denied::NotYourTurn {
            turn: game.player(turn),
        });
    }
    let id = |act| CustomId::Game(game.id(), game.plies(), act);
    let back = || {
        Button::new(
            id(InGame::Panel(String::new())),
            voice.word("button-back"),
            Style::Secondary,
        )
    };
    let options = game.complete(by, typed, MOST);
    let chosen = !typed.is_empty() && game.propose(typed).is_ok();
    if chosen {
        let (played, diagram) = game.propose(typed)?;
        let play = id(InGame::Play(compact(&played.text)));
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
        return Ok(reply.seen(seen_by(game, by)).with_row(Row::Buttons(vec![
            Button::new(play, voice.word("button-confirm"), Style::Success),
            back(),
        ])));
    }
    if options.is_empty() {
        // Nothing legal begins like this: let the rules say why.
        return Err(game
            .propose(typed)
            .err()
            .unwrap_or(Denied::MovedOn(game.id())));
    }
    let prompt = match (game.stage(), typed.is_empty()) {
        (Stage::Placement, true) => Message::new(game.rules().info().panel_place),
        (Stage::Movement, true) => Message::new("panel-move"),
        (_, false) => Message::new("panel-go-on").with("typed", typed),
    };
    let choices = options
        .into_iter()
        .map(|option| Choice {
            description: game.label(&option.text).map(|hint| voice.say(&hint)),
            label: if option.whole {
                option.display
            } else {
                format!("{} …", option.display)
            },
            value: option.text,
        })
        .collect();
    let menu = Row::Menu {
        id: id(InGame::Panel(compact(typed))),
        placeholder: voice.word("panel-choose"),
        options: choices,
    };
    let reply = Reply::private(voice.say(&prompt))
        .with_board(game.preview(typed))
        .seen(seen_by(game, by))
        .with_row(menu);
    Ok(if typed.is_empty() {
        reply
    } else {
        reply.with_row(Row::Buttons(vec![back()]))
    })
}
