//! Messages besides boards: calls, and notices about the time of a turn.

use super::game::{button_of, deadline, header, played, proposal, result, seen_by, summary};
use super::lists::games;
use super::{Localizer, link};
use crate::discord::custom_id::{GameAction, MoveTarget};
use crate::discord::view::reply::{Reply, Style};
use crate::game::{Game, GameSummary, MessageId, PlayerId, Thread};
use crate::time::Timestamp;
use siwa_games::text::{Arg, Text};

/// A text with the deadline of a turn and both players.
fn about(game: &Game, id: &'static str) -> Option<Text> {
    let (turn, deadline) = (game.turn()?, game.deadline()?);
    let about = Text::new(id)
        .with("player", game.player(turn))
        .with("opponent", game.player(turn.other()));
    Some(about.with("until", Arg::Moment(deadline.0)))
}

/// Why a player is called.
#[derive(Clone, Copy, Debug)]
pub enum Calls {
    /// It is their turn, they must answer an offer, or the game is over.
    Turn,
    /// Their time will soon be over, or is.
    Reminder(Timestamp),
}

/// A call for one player, as a direct message; `board` is the message with the present board.
pub fn called(
    l10n: Localizer<'_>,
    game: &Game,
    player: PlayerId,
    board: Option<MessageId>,
    calls: Calls,
) -> Reply {
    let mut lines = vec![header(game)];
    lines.extend(match (game.ending(), calls, game.deadline()) {
        (Some(ending), ..) => played(game).chain(result(game, ending)).collect(),
        (None, Calls::Reminder(now), Some(deadline)) => {
            let id = match deadline > now {
                true => "notice-soon",
                false => "notice-nudge",
            };
            about(game, id).into_iter().collect()
        }
        _ => asked(game, player),
    });
    let home = game.home();
    lines.extend(board.map(|board| Text::new("notice-board").with("link", link(home, board))));
    lines.extend((game.thread() == Thread::Nowhere).then(|| Text::new("notice-nowhere")));
    let is_asked = game.turn().is_some_and(|turn| game.player(turn) == player);
    let panel = MoveTarget::Turn(game.id(), game.changes()).panel();
    let open = is_asked.then(|| l10n.button(panel, "button-move", Style::Primary));
    Reply::private(l10n.lines(lines))
        .with_board(game.diagram())
        .seen(seen_by(game, player))
        .with_buttons(open)
}

/// What a player is asked to do.
fn asked(game: &Game, called: PlayerId) -> Vec<Text> {
    let mut lines: Vec<Text> = played(game).chain(proposal(game)).collect();
    if game.turn().is_some_and(|turn| game.player(turn) == called) {
        lines.push(Text::new("notice-turn").with("player", called));
        lines.extend(deadline(game));
    }
    lines
}

/// A call after it is out of date: the state of the game.
pub fn past(l10n: Localizer<'_>, game: &Game, viewer: PlayerId) -> Reply {
    let lines = std::iter::once(header(game)).chain(summary(game));
    let mut reply = Reply::private(l10n.lines(lines)).with_board(game.diagram());
    reply.small = true;
    reply.seen(seen_by(game, viewer))
}

/// The message in the channel, with the reason why it is not a direct message.
pub fn closed(l10n: Localizer<'_>, reply: Reply) -> Reply {
    reply.above(&l10n.word("notice-closed"))
}

/// All games in which it is the player's turn.
pub fn digest(l10n: Localizer<'_>, turns: &[GameSummary], player: PlayerId) -> Reply {
    Reply {
        private: false,
        ..games(l10n, turns, player, None)
    }
}

/// The notice for the opponent of a player whose time is over. Pings nobody.
pub fn late(l10n: Localizer<'_>, game: &Game) -> Option<Reply> {
    let lines = [header(game), about(game, "notice-late")?];
    let button = button_of(l10n, game);
    let buttons = vec![
        button(GameAction::ClaimTime, "button-claim-time", Style::Primary),
        button(GameAction::Nudge, "button-nudge", Style::Secondary),
        button(GameAction::Wait, "button-wait", Style::Secondary),
    ];
    Some(Reply::public(l10n.lines(lines)).with_buttons(buttons))
}

/// That notice, after the opponent chose to wait.
pub fn waiting(l10n: Localizer<'_>, game: &Game) -> Reply {
    let lines = std::iter::once(header(game)).chain(about(game, "notice-waiting"));
    Reply::public(l10n.lines(lines))
}
