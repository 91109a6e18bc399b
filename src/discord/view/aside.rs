//! Private messages about a game, besides its board and the panel of a turn.

use super::game::{self, board, button_of, counts, header, seen_by, to_replay};
use super::settings::either;
use super::viewer::players;
use super::{Localizer, rules};
use crate::discord::custom_id::{CustomId, GameAction, PlanAction, ReplayAction};
use crate::discord::view::reply::{Button, Reply, Style};
use crate::game::{Game, PlayerId};
use crate::time::Timestamp;
use siwa_games::rules::{Mark, Square};
use siwa_games::text::Text;

/// The board as text, in words and characters.
pub fn words(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    let diagram = game.diagram();
    let from = seen_by(game, by);
    let facts = l10n.lines(siwa_boards::alt(&diagram, from));
    Reply::private(format!(
        "{}\n```\n{}\n```\n-# {}\n{facts}",
        l10n.lines(game::story(game, "command")),
        siwa_boards::text(&diagram, from),
        l10n.word(game.rules().info().legend)
    ))
}

/// The private panel with a player's further actions.
pub fn more(l10n: Localizer<'_>, game: &Game, by: PlayerId, now: Timestamp) -> Reply {
    let button = button_of(l10n, game);
    let simple = |act, label| button(act, label, Style::Secondary);
    let mut buttons = Vec::new();
    if !game.rated() {
        let hint = GameAction::Hint(String::new());
        buttons.push(simple(hint, "button-hint"));
    }
    if counts(game) {
        buttons.push(simple(GameAction::Claim, "button-claim"));
        buttons.push(simple(GameAction::Offer, "button-offer"));
    } else {
        buttons.push(simple(GameAction::Offer, "button-draw"));
    }
    buttons.extend([
        button(GameAction::Resign, "button-resign", Style::Danger),
        rules::button(l10n, game.variant()),
    ]);
    let replay = to_replay(l10n, game, game.plies());
    let mut look = vec![
        replay(ReplayAction::Animation, "button-replay"),
        simple(GameAction::Turned, "button-turned"),
    ];
    let side = game.side_of(by);
    let waits = side.is_some_and(|side| game.turn() == Some(side.other()));
    if game.may_take_back(by) {
        look.push(simple(GameAction::TakeBack, "button-take-back"));
    }
    if waits && game.deadline().is_some() && game.engine().is_none() && game.tournament().is_none()
    {
        look.push(simple(GameAction::Give, "button-give"));
    }
    let late = |side| game.is_soft() && game.may_press(side, now).is_ok();
    if side.is_some_and(late) {
        look.push(simple(GameAction::ClaimTime, "button-claim-time"));
    }
    let reply = Reply::private(l10n.lines([header(game), Text::new("more")]))
        .with_buttons(buttons)
        .with_buttons(look);
    with_plans(l10n, game, by, reply)
}

/// The reply, with a button to the player's plans, if they can plan.
fn with_plans(l10n: Localizer<'_>, game: &Game, by: PlayerId, reply: Reply) -> Reply {
    let id = CustomId::Plans(game.id(), game.changes(), PlanAction::Open);
    let plan = l10n.button(id, "button-plan", Style::Secondary);
    reply.with_buttons(game.may_plan(by).then_some(plan))
}

/// The answer to a player who has just moved: the move, and the planned moves that answered it.
pub fn done(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    if let Some(ending) = game.ending() {
        return game::over(l10n, game, ending);
    }
    with_plans(l10n, game, by, Reply::private(l10n.lines(game::done(game))))
}

/// Asks for confirmation of resigning.
pub fn resign(l10n: Localizer<'_>, game: &Game) -> Reply {
    let loses_rating = game.rated() && game.counts();
    let question = either(loses_rating, ["resign-sure-rated", "resign-sure"]);
    let resign = GameAction::ResignSurely;
    let yes = button_of(l10n, game)(resign, "button-resign", Style::Danger);
    asks(l10n, game, question, yes)
}

/// Why the count cannot be claimed, with a button to offer it.
pub fn no_claim(l10n: Localizer<'_>, game: &Game) -> Reply {
    let offer = GameAction::Offer;
    let yes = button_of(l10n, game)(offer, "button-offer-instead", Style::Primary);
    asks(l10n, game, "claim-not-yet", yes)
}

/// A question about a game, with the button for yes, one for no, and one for the rules.
fn asks(l10n: Localizer<'_>, game: &Game, question: &'static str, yes: Button) -> Reply {
    let no = button_of(l10n, game)(GameAction::Stay, "button-stay", Style::Secondary);
    let question = [header(game), Text::new(question)];
    let rules = rules::button(l10n, game.variant());
    Reply::private(l10n.lines(question)).with_buttons([yes, no, rules])
}

/// Why a move is illegal, with the named squares marked on the board.
pub fn refused(l10n: Localizer<'_>, game: &Game, by: PlayerId, text: &str, why: &Text) -> Reply {
    let reply = Reply::private(l10n.tr(why)).seen(seen_by(game, by));
    let mut diagram = game.diagram();
    let on_board = |at: &Square| at.file() < diagram.files && at.rank() < diagram.ranks;
    let mut named = game.state().named(text);
    named.retain(on_board);
    if named.is_empty() {
        return reply;
    }
    diagram.mark(named, Mark::Refused);
    reply.with_board(diagram.sorted())
}

/// The reply, with a button to the next of `waiting` games, if there are any.
pub fn with_next(l10n: Localizer<'_>, reply: Reply, waiting: usize) -> Reply {
    let label = l10n.tr(&Text::new("button-next-game").with("count", waiting));
    let next = Button::new(CustomId::Next, label, Style::Primary);
    reply.with_buttons((waiting > 0).then_some(next))
}

/// The reply, with a line about its game.
pub fn of_game(l10n: Localizer<'_>, game: &Game, reply: Reply) -> Reply {
    let lines = [header(game), players(game)].into_iter();
    reply.below(&l10n.lines(lines.chain(game::played(game))))
}

/// The board from the opponent's side.
pub fn turned(l10n: Localizer<'_>, game: &Game, by: PlayerId) -> Reply {
    board(l10n, game, by).seen(seen_by(game, by).other())
}
