//! A hint: first where to look, then the move, then why.

use super::Localizer;
use super::game::{button_of, seen_by};
use crate::discord::custom_id::{CustomId, GameAction, MoveAction, MoveTarget};
use crate::discord::view::reply::{Reply, Style};
use crate::game::{Game, Hint, PlayerId};
use siwa_games::registry::Reason;
use siwa_games::rules::grammar::compact;
use siwa_games::text::Text;

/// The purpose of a move, or else the line of play that starts with it.
pub(super) fn why(hint: &Hint) -> Text {
    let (id, count) = match hint.reason {
        Some(Reason::Wins) => ("hint-wins", 0),
        Some(Reason::Captures(count)) => ("hint-captures", count),
        Some(Reason::Parries) => ("hint-parries", 0),
        Some(Reason::ThreatensWin) => ("hint-threatens-win", 0),
        Some(Reason::Blocks) => ("hint-blocks", 0),
        Some(Reason::Wall) => ("hint-wall", 0),
        Some(Reason::Defends(count)) => ("hint-defends", count),
        Some(Reason::Threatens(count)) => ("hint-threatens", count),
        Some(Reason::MakesWay) => ("hint-makes-way", 0),
        Some(Reason::Frees) => ("hint-frees", 0),
        Some(Reason::OpensGate) => ("hint-opens-gate", 0),
        Some(Reason::ShutsGates) => ("hint-shuts-gates", 0),
        None if hint.line.len() < 2 => ("hint-compared", 0),
        None => {
            let moves = hint.line.iter().map(|played| played.display.as_str());
            let moves = moves.collect::<Vec<_>>().join(", ");
            return Text::new("hint-line").with("moves", moves);
        }
    };
    Text::new(id).with("count", count)
}

/// A hint for the player `by`, up to `step`.
pub fn hint(l10n: Localizer<'_>, game: &Game, by: PlayerId, hint: Hint, step: &str) -> Reply {
    let button = button_of(l10n, game);
    let more =
        |step: &str, label| button(GameAction::Hint(step.to_owned()), label, Style::Secondary);
    let (from, played) = (seen_by(game, by), &hint.played);
    if step.is_empty() {
        // Its start: a square, or the first piece of a set-up, which is a digit.
        let mut parts = played.text.split([' ', '-', '=']);
        let begins = parts.next().unwrap_or_default();
        let digits = begins.starts_with(|first: char| first.is_ascii_digit());
        let (begins, id, name) = match digits {
            true => (&begins[..1], "hint-digit", "digit"),
            false => (begins, "hint-square", "square"),
        };
        let text = Text::new(id).with(name, begins);
        return Reply::private(l10n.tr(&text))
            .with_board(game.state().preview(begins))
            .seen(from)
            .with_buttons([more("move", "button-hint-move")]);
    }
    let mut lines = vec![Text::new("hint-move").with("move", played.display.as_str())];
    let mut buttons = Vec::new();
    let target = MoveTarget::Turn(game.id(), game.changes());
    let play = CustomId::Move(target, MoveAction::Play(compact(&played.text)));
    if play.fits() {
        buttons.push(l10n.button(play, "button-hint-play", Style::Success));
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
