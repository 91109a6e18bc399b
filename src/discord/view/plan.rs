//! Plans: the panel for making them, and the list. Only the planning player sees them.

use super::Localizer;
use super::game::{header, seen_by};
use super::keys::Entry;
use super::panel::entered;
use crate::app::Planning;
use crate::discord::custom_id::{CustomId, MoveTarget, PlanAction};
use crate::discord::view::reply::{Button, Choice, Reply, Style, cut};
use crate::game::{Denial, Game, Plan, PlanAt};
use siwa_games::registry::MoveReport;
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The longest move in a line of play, in characters.
const MAX_MOVE: usize = 20;
/// The longest line of play in a list, in characters.
const MAX_LINE: usize = 100;

/// The panel for planning the next move of a line of play, after `typed` was chosen.
///
/// # Errors
/// If no legal move starts with `typed`.
pub fn plan(
    l10n: Localizer<'_>,
    planning: &Planning,
    typed: &str,
    menus: bool,
) -> Result<Reply, Denial> {
    let Planning { game, state, .. } = planning;
    let entry = Entry {
        target: MoveTarget::Plan(game.id(), planning.at),
        info: game.rules().info(),
        state: state.as_ref(),
        from: seen_by(game, game.player(planning.side)),
        usual: None,
        menus,
    };
    let reply = entered(l10n, entry, typed)?;
    let own = state.turn() == planning.side;
    let opponent = game.player(planning.side.other());
    let asked = match own {
        true => Text::new("plan-own"),
        false => Text::new("plan-theirs").with("player", opponent),
    };
    let going_on = !planning.assumed.is_empty();
    let mut text = vec![l10n.tr(&header(game))];
    text.extend(going_on.then(|| told(l10n, planning.side, &planning.assumed)));
    text.push(l10n.tr(&asked));
    if let Some(next) = planning.next.as_deref().filter(|_| own) {
        text.push(l10n.tr(&Text::new("plan-replaces").with("move", next)));
    }
    let all = (going_on && typed.is_empty()).then(|| all(l10n, game));
    Ok(reply.below(&text.join("\n")).with_buttons(all))
}

/// The button that opens the panel for planning a move.
fn open(l10n: Localizer<'_>, game: &Game, at: PlanAt, label: &'static str, style: Style) -> Button {
    let panel = MoveTarget::Plan(game.id(), at).panel();
    l10n.button(panel, label, style)
}

/// A confirmation of the plan, with buttons to continue.
pub fn added(l10n: Localizer<'_>, planning: &Planning) -> Reply {
    let Planning { game, state, .. } = planning;
    let mut diagram = state.diagram();
    diagram.proposed = true;
    let open = |at, label, style| open(l10n, game, at, label, style);
    let mut buttons = Vec::new();
    if state.outcome().is_none() {
        buttons.push(open(planning.at, "button-plan-on", Style::Primary));
    }
    if let Some(at) = before_theirs(planning) {
        buttons.push(open(at, "button-plan-other", Style::Secondary));
    }
    buttons.push(all(l10n, game));
    let text = [
        l10n.tr(&header(game)),
        told(l10n, planning.side, &planning.assumed),
        l10n.word("plan-added"),
    ];
    Reply::private(text.join("\n"))
        .with_board(diagram)
        .seen(seen_by(game, game.player(planning.side)))
        .with_buttons(buttons)
}

/// The button that opens the list of plans.
fn all(l10n: Localizer<'_>, game: &Game) -> Button {
    let id = CustomId::Plans(game.id(), game.changes(), PlanAction::Open);
    l10n.button(id, "button-plan-all", Style::Secondary)
}

/// The point before the opponent's last move in a line of play.
fn before_theirs(planning: &Planning) -> Option<PlanAt> {
    let theirs = |it: &MoveReport| it.side != planning.side;
    let back = planning.assumed.iter().rev().position(theirs)? + 1;
    match planning.at {
        // Their first move is chosen at the present position.
        _ if back == planning.assumed.len() => Some(PlanAt::Present(planning.game.changes())),
        PlanAt::Present(_) => None,
        PlanAt::After(plan, moves) => {
            let back = u32::try_from(back).ok()?;
            Some(PlanAt::After(plan, moves.checked_sub(back)?))
        }
    }
}

/// A player's plans in a game, with actions.
pub fn plans(l10n: Localizer<'_>, game: &Game, plans: &[Plan]) -> Reply {
    let id = |act| CustomId::Plans(game.id(), game.changes(), act);
    let here = PlanAt::Present(game.changes());
    let first = open(l10n, game, here, "button-plan", Style::Primary);
    let head = l10n.tr(&header(game));
    if plans.is_empty() {
        let text = format!("{head}\n{}", l10n.word("plan-none"));
        return Reply::private(text).with_buttons([first]);
    }
    let mut lines = vec![head, l10n.word("plan-list")];
    let mut options = Vec::new();
    for (number, plan) in (1..).zip(plans) {
        let left = game.left_of(plan);
        let moves = game.ahead(left).map(|(_, moves)| moves).unwrap_or_default();
        lines.push(format!("{number}\\. {}", told(l10n, plan.side, &moves)));
        let label = cut(&format!("{number}. {}", left.join(", ")), MAX_LINE);
        options.push(Choice::new(label, plan.id.0.to_string()));
    }
    let clear = l10n.button(id(PlanAction::Clear), "button-plan-clear", Style::Danger);
    Reply::private(lines.join("\n"))
        .with_row(l10n.menu(id(PlanAction::Remove), "plan-remove", options))
        .with_buttons([first, clear])
}

/// A line of play as a sentence: if this, then **that**. A long one is cut.
fn told(l10n: Localizer<'_>, own: Side, moves: &[MoveReport]) -> String {
    let mut told = String::new();
    for played in moves {
        let id = match (played.side == own, told.is_empty()) {
            (true, _) => "plan-then",
            (false, true) => "plan-if-first",
            (false, false) => "plan-if",
        };
        let text = cut(&played.display, MAX_MOVE);
        let next = l10n.tr(&Text::new(id).with("move", text));
        if !told.is_empty() {
            told.push_str(", ");
        }
        if told.chars().count() + next.chars().count() > MAX_LINE {
            told.push('…');
            break;
        }
        told.push_str(&next);
    }
    told
}
