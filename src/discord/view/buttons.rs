//! Buttons of the messages about a game.

use super::Localizer;
use crate::discord::custom_id::{CustomId, GameAction, ReplayAction};
use crate::discord::view::reply::{Button, Style};
use crate::game::Game;
use siwa_games::rules::Side;

/// Returns a function that makes buttons with actions in a game.
pub(super) fn button_of<'a>(
    l10n: Localizer<'a>,
    game: &'a Game,
) -> impl Fn(GameAction, &'static str, Style) -> Button + 'a {
    let id = |act| CustomId::Game(game.id(), game.changes(), act);
    move |act, label, style| l10n.button(id(act), label, style)
}

/// Returns a function that makes replay buttons, from the board after `turn` turns.
pub(super) fn to_replay<'a>(
    l10n: Localizer<'a>,
    game: &Game,
    turn: u32,
) -> impl Fn(ReplayAction, &'static str) -> Button + use<'a> {
    let game = game.id();
    move |act, label| l10n.button(CustomId::View(game, turn, act), label, Style::Secondary)
}

/// The buttons after the end.
pub(super) fn afterwards(l10n: Localizer<'_>, game: &Game) -> Vec<Button> {
    let mut buttons = Vec::new();
    // Deleted people cannot accept a rematch.
    if !Side::BOTH.iter().any(|side| game.player(*side).is_gone()) {
        let button = button_of(l10n, game);
        buttons.push(button(
            GameAction::Rematch,
            "button-rematch",
            Style::Primary,
        ));
    }
    if game.plies() > 0 {
        let replay = to_replay(l10n, game, 0);
        buttons.push(replay(ReplayAction::Review, "button-review"));
        buttons.push(replay(ReplayAction::Animation, "button-replay"));
        buttons.push(replay(ReplayAction::Export, "button-export"));
    }
    buttons
}

/// The buttons that answer an offer.
pub(super) fn answers(l10n: Localizer<'_>, game: &Game) -> Vec<Button> {
    let answer = button_of(l10n, game);
    vec![
        answer(GameAction::Accept, "button-accept", Style::Success),
        answer(GameAction::Decline, "button-decline", Style::Secondary),
    ]
}
