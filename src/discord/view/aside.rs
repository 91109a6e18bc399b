//! Messages about a game, besides its board and the panel of a turn: private ones, calls, and notices
//! about the time of a turn.

use super::game::{
    board, deadline, end_in_sight, happened, header, moves, of_side, outcome, over, played,
    proposal, proposing, refusal, result, seen_by, story, summary,
};
use super::pair::players;
use super::{Arg, Button, CustomId, Localizer, Reply, Style, Text, either, link, panel};
use crate::discord::custom_id::{GameAction, MoveAction, MoveTarget, ReplayAction};
use crate::game::{Game, Hint, MessageId, PlayerId, Thread};
use crate::time::Timestamp;
use siwa_games::registry::Reason;
use siwa_games::rules::grammar::compact;
use siwa_games::rules::{Mark, Square};

/// The board as text, in words and characters.
pub fn words(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    let diagram = game.diagram();
    let from = seen_by(game, by);
    let facts = l10n.lines(siwa_boards::alt(&diagram, from));
    let board = siwa_boards::text(&diagram, from);
    let closed = either(board.contains('#'), ["yes", "no"]);
    let legend = Text::new(game.rules.info().legend).with("closed", closed);
    Reply::private(format!(
        "{}\n```\n{board}\n```\n-# {}\n{facts}",
        l10n.lines(story(game, "command")),
        l10n.tr(&legend)
    ))
}

/// The private panel with a player's further actions.
pub fn more(l10n: Localizer<'_>, game: &Game, by: PlayerId, now: Timestamp) -> Reply {
    let button = |act, label| l10n.game_button(game, act, label);
    let mut buttons = Vec::new();
    if !game.setup.rated && game.to_move(by).is_ok() {
        buttons.push(button(GameAction::Hint(String::new()), "button-hint"));
    }
    if game.counts_pieces() {
        buttons.push(button(GameAction::Claim, "button-claim"));
    }
    let offer = either(game.counts_pieces(), ["button-offer", "button-draw"]);
    let offers = game.open_offer.is_none();
    buttons.extend(offers.then(|| button(GameAction::Offer, offer)));
    buttons.extend([
        button(GameAction::Resign, "button-resign").styled(Style::Danger),
        l10n.rules_button(game.variant()),
    ]);
    let replay = l10n.view_button(game, game.plies(), ReplayAction::Animation, "button-replay");
    let mut look = vec![replay, button(GameAction::Turned, "button-turned")];
    if game.may_take_back(by) {
        look.push(button(GameAction::TakeBack, "button-take-back"));
    }
    // Who may plan waits for a person.
    if game.may_plan(by) && game.deadline().is_some() && game.setup.tournament.is_none() {
        look.push(button(GameAction::Give, "button-give"));
    }
    let late = |side| game.is_soft() && game.may_press(side, now).is_ok();
    if game.side_of(by).is_some_and(late) {
        look.push(button(GameAction::ClaimTime, "button-claim-time"));
    }
    let reply = Reply::private(l10n.lines([header(game), Text::new("more")]))
        .with_buttons(buttons)
        .with_buttons(look);
    with_plans(l10n, game, by, reply)
}

/// The reply, with a button to the player's plans, if they can plan.
fn with_plans(l10n: Localizer<'_>, game: &Game, by: PlayerId, reply: Reply) -> Reply {
    let plan = panel::list(l10n, game, "button-plan");
    reply.with_buttons(game.may_plan(by).then_some(plan))
}

/// The answer to a player who has just moved: the move, and the planned moves that answered it; with
/// a button to the next of `waiting` games, if there are any.
pub fn done(l10n: Localizer<'_>, game: &Game, by: PlayerId, waiting: usize) -> Reply {
    let reply = match game.ending {
        Some(ending) => over(l10n, game, ending),
        None => {
            let done = Reply::private(l10n.lines(moves(game, "done-played")));
            with_plans(l10n, game, by, done)
        }
    };
    let label = l10n.tr(&Text::new("button-next-game").with("count", waiting));
    let next = Button::new(CustomId::Next, label).styled(Style::Primary);
    reply.with_buttons((waiting > 0).then_some(next))
}

/// The message of an offer that cannot be answered there any longer, and what closed it, if it is not
/// still open on the board.
pub fn past_offer(l10n: Localizer<'_>, asked: &Game, closed: Option<&Game>) -> Reply {
    let offered = asked.open_offer.map(|offer| {
        of_side(asked, "offer-past", offer.side).with("offer", proposing(asked, offer))
    });
    let followed = closed.map(|closed| match (closed.ending, refusal(closed)) {
        (Some(ending), _) => outcome(closed, ending),
        (None, Some(refusal)) => vec![refusal],
        (None, None) => happened(closed),
    });
    let lines = offered.into_iter().chain(followed.unwrap_or_default());
    Reply::public(l10n.lines(lines.chain([header(asked)])))
}

/// Asks for confirmation of resigning.
pub fn resign(l10n: Localizer<'_>, game: &Game) -> Reply {
    // The rating changes with both games of a pair, perhaps not at all.
    let loses_rating = game.setup.rated && game.setup.pair.is_none() && game.counts();
    let question = either(loses_rating, ["resign-sure-rated", "resign-sure"]);
    let yes = l10n.game_button(game, GameAction::ResignSurely, "button-resign");
    asks(l10n, game, Text::new(question), yes.styled(Style::Danger))
}

/// Asks for confirmation of an offer to the engine, which answers it right away, to stop and count:
/// it says what the count would be. `None` if the offer needs none.
pub fn offer_to_count(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Option<Reply> {
    let own = game.setup.engine?.side.other();
    let together = game.state().declarations(own).together;
    if game.claimable(by).is_some() || !together.by.counts {
        return None;
    }
    let pieces = |side| game.diagram().pieces_of(side).len();
    let wins = |winner| either(winner == own, ["own", "engine"]);
    let question = Text::new("offer-sure")
        .with("winner", together.winner.map_or("nobody", wins))
        .with("own", pieces(own))
        .with("engine", pieces(own.other()));
    let yes = l10n.game_button(game, GameAction::OfferSurely, "button-stop");
    Some(asks(l10n, game, question, yes.styled(Style::Danger)))
}

/// Why the count cannot be claimed, with a button to offer it.
pub fn no_claim(l10n: Localizer<'_>, game: &Game) -> Reply {
    let yes = l10n.game_button(game, GameAction::Offer, "button-offer-instead");
    let question = Text::new("claim-not-yet");
    asks(l10n, game, question, yes.styled(Style::Primary))
}

/// A question about a game, with the button for yes, one for no, and one for the rules.
fn asks(l10n: Localizer<'_>, game: &Game, question: Text, yes: Button) -> Reply {
    let no = l10n.game_button(game, GameAction::Stay, "button-stay");
    let question = [header(game), question];
    Reply::private(l10n.lines(question)).with_buttons([yes, no, l10n.rules_button(game.variant())])
}

/// Why a move is illegal, with the named squares marked on the board.
pub fn refused(l10n: Localizer<'_>, game: &Game, by: PlayerId, text: &str, why: &Text) -> Reply {
    let reply = Reply::private(l10n.tr(why)).seen(seen_by(game, by));
    let mut diagram = game.diagram();
    let on_board = |at: &Square| at.file().max(at.rank()) < diagram.size;
    let mut named = game.state().named(text);
    named.retain(on_board);
    if named.is_empty() {
        return reply;
    }
    diagram.mark(named, Mark::Refused);
    reply.with_board(diagram.sorted())
}

/// The reply, with lines about its game and what has just happened there.
pub fn of_game(l10n: Localizer<'_>, game: &Game, reply: Reply) -> Reply {
    let mut lines = vec![header(game), players(game)];
    lines.extend(happened(game));
    lines.extend(end_in_sight(game));
    reply.below(&l10n.lines(lines))
}

/// The board from the opponent's side.
pub fn turned(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    board(l10n, game, by).seen(seen_by(game, by).other())
}

/// The purpose of a move, or else the line of play that starts with it.
pub(super) fn why(hint: &Hint) -> Text {
    use Reason::{Captures, Defends, Threatens};
    match hint.reason {
        Some(reason @ (Captures(count) | Defends(count) | Threatens(count))) => {
            Text::new(reason.into()).with("count", count)
        }
        Some(reason) => Text::new(reason.into()),
        None if hint.line.len() < 2 => Text::new("hint-compared"),
        None => {
            let moves = hint.line.iter().map(|played| played.display.as_str());
            let moves = moves.collect::<Vec<_>>().join(", ");
            Text::new("hint-line").with("moves", moves)
        }
    }
}

/// A hint for the player `by`, up to `step`: first where to look, then the move, then why.
pub fn hint(l10n: Localizer<'_>, game: &Game, by: PlayerId, hint: Hint, step: &str) -> Reply {
    let button = |act, label| l10n.game_button(game, act, label);
    let more = |step: &str, label| button(GameAction::Hint(step.to_owned()), label);
    let from = seen_by(game, by);
    let played = &hint.played;
    if step.is_empty() {
        // Its start: a square, or the first piece of a set-up, which is a digit.
        let mut parts = played.text.split([' ', '-', '=']);
        let begins = parts.next().unwrap_or_default();
        let (text, begins) = if begins.starts_with(|first: char| first.is_ascii_digit()) {
            let digit = &begins[..1];
            (Text::new("hint-digit").with("digit", digit), digit)
        } else {
            (Text::new("hint-square").with("square", begins), begins)
        };
        return Reply::private(l10n.tr(&text))
            .with_board(game.state().preview(begins))
            .seen(from)
            .with_buttons([more("move", "button-hint-move")]);
    }
    let mut lines = vec![Text::new("hint-move").with("move", played.display.as_str())];
    let mut buttons = Vec::new();
    let target = MoveTarget::Turn(game.id(), game.changes);
    let play = CustomId::Move(target, MoveAction::Play(compact(&played.text)));
    if play.fits() {
        buttons.push(l10n.button(play, "button-hint-play").styled(Style::Success));
    }
    if step == "why" {
        lines.push(why(&hint));
    } else {
        buttons.push(more("why", "button-hint-why"));
    }
    Reply::private(l10n.lines(lines))
        .with_board(hint.diagram)
        .seen(from)
        .with_buttons(buttons)
}

/// A text with the deadline of a turn and both players.
fn about(game: &Game, id: &'static str) -> Option<Text> {
    let turn = game.turn()?;
    let deadline = game.deadline()?;
    let about = Text::new(id)
        .with("player", game.player(turn))
        .with("opponent", game.player(turn.other()));
    Some(about.with("until", Arg::Moment(deadline.0)))
}

/// Why a player is called.
#[derive(Clone, Copy, Debug)]
pub enum Calls {
    /// It is their turn, or the game is over.
    Turn,
    /// They must answer an offer.
    Offer,
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
    let is_asked = game.turn().is_some_and(|turn| game.player(turn) == player);
    // A lock screen shows only the beginning.
    let mut lines: Vec<Text> = match (game.ending, calls, game.deadline()) {
        (Some(ending), ..) => played(game).chain(result(game, ending)).collect(),
        (None, Calls::Reminder(now), Some(deadline)) => {
            let id = either(deadline > now, ["notice-soon", "notice-nudge"]);
            about(game, id).into_iter().collect()
        }
        _ => {
            let mut asked: Vec<Text> = played(game).collect();
            if let Calls::Offer = calls {
                asked.extend(proposal(game));
            }
            if is_asked {
                asked.push(Text::new("notice-turn").with("player", player));
                asked.extend(deadline(game));
            }
            asked
        }
    };
    lines.push(header(game));
    let home = game.home();
    lines.extend(board.map(|board| Text::new("notice-board").with("link", link(home, board))));
    if game.setup.thread == Thread::Nowhere && game.ending.is_none() {
        lines.push(Text::new("notice-nowhere"));
    }
    let panel = MoveTarget::Turn(game.id(), game.changes).panel();
    let open = is_asked.then(|| l10n.button(panel, "button-move").styled(Style::Primary));
    Reply::private(l10n.lines(lines))
        .with_board(game.diagram())
        .seen(seen_by(game, player))
        .with_buttons(open)
}

/// A call after it is out of date: the state of the game.
pub fn past(l10n: Localizer<'_>, game: &Game, viewer: PlayerId) -> Reply {
    let lines = std::iter::once(header(game)).chain(summary(game));
    let mut reply = Reply::private(l10n.lines(lines)).with_board(game.diagram());
    reply.small = true;
    reply.seen(seen_by(game, viewer))
}

/// The notice for the opponent of a player whose time is over. Pings nobody.
pub fn late(l10n: Localizer<'_>, game: &Game) -> Option<Reply> {
    let lines = [about(game, "notice-late")?, header(game)];
    let button = |act, label| l10n.game_button(game, act, label);
    let buttons = vec![
        button(GameAction::ClaimTime, "button-claim-time").styled(Style::Primary),
        button(GameAction::Nudge, "button-nudge"),
        button(GameAction::Wait, "button-wait"),
    ];
    Some(Reply::public(l10n.lines(lines)).with_buttons(buttons))
}

/// That notice, after the opponent chose to wait.
pub fn waiting(l10n: Localizer<'_>, game: &Game) -> Reply {
    let lines = about(game, "notice-waiting").into_iter();
    Reply::public(l10n.lines(lines.chain([header(game)])))
}
