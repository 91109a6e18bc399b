//! What is told about the time of a turn.

use super::game::{button, header};
use super::{Voice, link, player};
use crate::discord::custom_id::InGame;
use crate::discord::view::reply::{Reply, Row, Style};
use crate::game::{Game, MessageId};
use crate::message::{Arg, Message};
use crate::time::Timestamp;

/// A moment at which a turn ends, or has ended, and both players.
fn about(game: &Game, id: &'static str) -> Option<Message> {
    let turn = game.turn()?;
    let deadline = game.deadline()?;
    Some(
        Message::new(id)
            .with("player", player(game.player(turn)))
            .with("opponent", player(game.player(turn.other())))
            .with("until", Arg::Moment(deadline.0)),
    )
}

/// Reminds the player who is to move; `board` is the message with the present board.
#[must_use]
pub fn reminder(
    voice: Voice<'_>,
    game: &Game,
    board: Option<MessageId>,
    now: Timestamp,
) -> Option<Reply> {
    let id = match game.deadline()? > now {
        true => "notice-soon",
        false => "notice-nudge",
    };
    let link =
        board.map(|board| Message::new("notice-board").with("link", link(game.home(), board)));
    let lines: Vec<Message> = [header(game), about(game, id)?]
        .into_iter()
        .chain(link)
        .collect();
    let mover = game.turn().map(|turn| game.player(turn));
    Some(Reply::public(voice.lines(&lines)).pinging(mover))
}

/// Tells somebody whether they are away.
#[must_use]
pub fn away(voice: Voice<'_>, until: Option<Timestamp>) -> Reply {
    Reply::private(voice.say(&match until {
        Some(until) => Message::new("away-until").with("until", Arg::Moment(until.0)),
        None => Message::new("away-not"),
    }))
}

/// Tells the opponent of a player whose time is over what can be done.
#[must_use]
pub fn late(voice: Voice<'_>, game: &Game) -> Option<Reply> {
    let opponent = game.player(game.turn()?.other());
    let lines = [header(game), about(game, "notice-late")?];
    let simple = |act, label, style| button(voice, game, act, label, style);
    let buttons = vec![
        simple(InGame::ClaimTime, "button-claim-time", Style::Primary),
        simple(InGame::Nudge, "button-nudge", Style::Secondary),
        simple(InGame::Wait, "button-wait", Style::Secondary),
    ];
    Some(
        Reply::public(voice.lines(&lines))
            .with_row(Row::Buttons(buttons))
            .pinging(Some(opponent)),
    )
}

/// What becomes of that message when the opponent waits on.
#[must_use]
pub fn waiting(voice: Voice<'_>, game: &Game) -> Reply {
    let lines: Vec<Message> = [Some(header(game)), about(game, "notice-waiting")]
        .into_iter()
        .flatten()
        .collect();
    Reply::public(voice.lines(&lines))
}
