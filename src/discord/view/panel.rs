//! The panel for entering a move: square by square on buttons in the form of the board, or with
//! menus and buttons for larger boards; then the player confirms it on a preview. It is built from
//! the possible continuations of a move's text and the diagram, for all games alike.

use super::game::{header, seen_by};
use super::keys::{Entry, Keys};
use super::{
    Button, Choice, CustomId, Form, Localizer, MAX_CHOICES, Reply, Style, Text, cut, either,
};
use crate::app::Planning;
use crate::discord::custom_id::{GameAction, MoveAction, MoveTarget, PlanAction};
use crate::game::{Denial, Game, Plan, PlanAt, PlayerId};
use siwa_games::registry::{GameState, MoveReport, Step, To};
use siwa_games::rules::{Diagram, Mark, Side, Square, Stage};

/// The panel after `typed` was chosen; `usual` is the player's opening in an earlier game, if moves
/// are chosen from patterns.
///
/// # Errors
/// If it is not that player's turn, or no legal move starts with `typed`.
pub fn panel(
    l10n: Localizer<'_>,
    game: &Game,
    by: PlayerId,
    typed: &str,
    usual: Option<&str>,
    menus: bool,
) -> Result<Reply, Denial> {
    game.to_move(by)?;
    let entry = Entry {
        target: MoveTarget::Turn(game.id(), game.changes),
        info: game.rules.info(),
        state: game.state(),
        from: seen_by(game, by),
        usual,
        menus,
    };
    let offers_rest = typed.is_empty() && game.may_place_rest();
    let rest = l10n.game_button(game, GameAction::PlaceRest, "button-place-rest");
    let mut reply = entered(l10n, entry, typed)?;
    // The only move is proposed without a choice.
    let shows_last = |board: &mut Diagram| typed.is_empty() && !board.proposed;
    if let Some(board) = reply.board.take_if(shows_last) {
        reply.board = Some(game.with_run(board));
    }
    Ok(reply.with_buttons(offers_rest.then_some(rest)))
}

/// The form for typing a move.
pub fn move_form(l10n: Localizer<'_>, target: MoveTarget, state: &dyn GameState) -> Form {
    let whole = state.complete("", MAX_CHOICES).into_iter();
    let whole = whole.filter(|known| known.whole).map(|known| known.text);
    let example = state.patterns().into_iter().chain(whole).next();
    let example = example.or_else(|| state.legal_moves().into_iter().min());
    let (title, label) = match target {
        MoveTarget::Plan(..) => ("button-plan", "plan-form"),
        MoveTarget::Puzzle(..) => ("puzzle-form-title", "puzzle-form"),
        MoveTarget::Turn(..) => ("form-title", "form-move"),
    };
    Form {
        id: CustomId::Move(target, MoveAction::Typed),
        title: l10n.word(title),
        label: l10n.word(label),
        example: example.unwrap_or_default(),
    }
}

/// The whole move that `typed` is, if it has no other continuation, so that there is nothing left
/// to choose.
pub fn decided(state: &dyn GameState, typed: &str) -> Option<String> {
    let typed = filled(state, typed);
    let played = state.read(&typed).ok()?;
    state.steps(&typed).is_empty().then_some(played.text)
}

/// The typed text, extended as long as there is only one continuation.
fn filled(state: &dyn GameState, typed: &str) -> String {
    let mut typed = typed.to_owned();
    while typed.is_empty() || state.read(&typed).is_err() {
        // Either one move, in any spelling, or one continuation.
        let words = state.complete(&typed, 2);
        typed = match (words.as_slice(), state.steps(&typed).as_slice()) {
            ([only], _) if only.whole => only.text.clone(),
            (_, [step]) => step.text.clone(),
            _ => break,
        };
    }
    typed
}

/// A move in a puzzle, without a sign of what it does: the captured pieces stay, unless the mover has
/// gone on to their square.
fn concealed(state: &dyn GameState, captured: &[Square], mut diagram: Diagram) -> Diagram {
    let board = state.diagram();
    for at in captured {
        if diagram.piece(*at).is_none()
            && let Some(piece) = board.piece(*at)
        {
            diagram.pieces.push((*at, piece));
        }
    }
    let tells = |mark| matches!(mark, Mark::Captured(_) | Mark::Wall(_) | Mark::Decisive);
    diagram.marks.retain(|(_, mark)| !tells(*mark));
    diagram.sorted()
}

/// The panel in a position after `typed` was chosen.
///
/// # Errors
/// If no legal move starts with `typed`; the reason, if the rules give one.
pub(super) fn entered(l10n: Localizer<'_>, entry: Entry<'_>, typed: &str) -> Result<Reply, Denial> {
    let state = entry.state;
    let given = typed;
    let typed = filled(state, &state.normalise(given));
    let proposed = match typed.as_str() {
        "" => None,
        typed => state.propose(typed).ok(),
    };
    let is_whole = proposed.is_some();
    let mut steps = state.steps(&typed);
    let has_steps = !steps.is_empty();
    // A chain of captures too long for a button can still be typed.
    steps.retain(|step| entry.choose(&step.text).fits());
    let mut actions = Vec::new();
    let (text, captured, mut diagram) = if let Some((played, diagram)) = proposed {
        let play = entry.play(&played.text);
        let text = Text::new(match (entry.target, play.fits()) {
            (MoveTarget::Plan(..), true) => "plan-preview",
            (MoveTarget::Turn(..), false) => "panel-too-long",
            (_, false) => "plan-too-long",
            // Nothing was chosen: there is nothing else.
            (MoveTarget::Turn(..), true) if given.is_empty() => "panel-only",
            (_, true) => "panel-preview",
        });
        if play.fits() {
            actions.push(l10n.button(play, "button-confirm").styled(Style::Success));
        }
        let text = if entry.conceals() {
            text.with("move", played.text).with("count", 0_usize)
        } else {
            let count = played.captured.len();
            // A pattern is named as in the menu.
            let label = state.label(&played.text);
            let label = label.filter(|_| state.patterns().contains(&played.text));
            let named = label.map_or(played.display, |label| l10n.tr(&label));
            text.with("move", named).with("count", count)
        };
        (text, played.captured, diagram)
    } else {
        let prompt = match (entry.target, state.stage(), typed.is_empty()) {
            (_, Stage::Placement, true) => {
                Text::new(entry.info.panel_place).with("rules", state.variant().ruleset)
            }
            (MoveTarget::Plan(..), Stage::Movement, true) => Text::new("plan-move"),
            (_, Stage::Movement, true) => Text::new("panel-move"),
            (_, _, false) => {
                let displaces = |step: &Step| matches!(step.to, To::Displacing(_));
                let ids = ["panel-go-on-displacing", "panel-go-on"];
                Text::new(either(steps.iter().any(displaces), ids)).with("typed", typed.as_str())
            }
        };
        (prompt, Vec::new(), state.preview(&typed))
    };
    if entry.conceals() {
        diagram = concealed(state, &captured, diagram);
    }
    let keys = Keys {
        l10n,
        entry,
        typed: &typed,
        diagram: &diagram,
        steps: &steps,
    };
    let grid = keys.grid();
    let other = match grid {
        Some(_) => (MoveAction::Menus, "button-settings-menus"),
        None => (MoveAction::Buttons, "button-settings-buttons"),
    };
    let other = (given.is_empty() && keys.fits_grid()).then_some(other);
    // In the first panel of a game, whose rows of five buttons wrap on narrow screens.
    let first = typed.is_empty() && matches!(entry.target, MoveTarget::Turn(_, 0..=1));
    let narrow = (first && grid.is_some()).then(|| Text::new("panel-narrow"));
    // The grid shows the board as well.
    let small = grid.is_some();
    let rows = grid.unwrap_or_else(|| keys.lists());
    if rows.is_empty() && !has_steps && !is_whole {
        // The rules explain why no legal move starts like this.
        return Err(match state.propose(given) {
            Err(refusal) if !typed.is_empty() => Denial::Refused(refusal.into()),
            _ => entry.target.gone(),
        });
    }
    // Going back would only add the forced part again.
    if !given.is_empty() {
        actions.push(l10n.button(entry.choose(""), "button-back"));
    }
    let button = |(action, label)| l10n.button(CustomId::Move(entry.target, action), label);
    actions.push(button((MoveAction::Type, "button-type")));
    actions.extend(other.map(button));
    let reply = Reply {
        rows,
        small,
        ..Reply::private(l10n.lines([text].into_iter().chain(narrow)))
    };
    let reply = reply.with_board(diagram).seen(entry.from);
    Ok(reply.with_buttons(actions))
}

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
        info: game.rules.info(),
        state: state.as_ref(),
        from: seen_by(game, game.player(planning.side)),
        usual: None,
        menus,
    };
    let reply = entered(l10n, entry, typed)?;
    let own = state.turn() == planning.side;
    let opponent = game.player(planning.side.other());
    let asked = Text::new(either(own, ["plan-own", "plan-theirs"])).with("player", opponent);
    let going_on = !planning.assumed.is_empty();
    let mut text = vec![l10n.tr(&header(game))];
    text.extend(going_on.then(|| describe_moves(l10n, planning.side, &planning.assumed)));
    text.push(l10n.tr(&asked));
    if let Some(next) = planning.next.as_deref()
        && own
    {
        text.push(l10n.tr(&Text::new("plan-replaces").with("move", next)));
    }
    let all = (going_on && typed.is_empty()).then_some(list(l10n, game, "button-plan-all"));
    Ok(reply.below(&text.join("\n")).with_buttons(all))
}

/// The button that opens the panel for planning a move.
fn open(l10n: Localizer<'_>, game: &Game, at: PlanAt, label: &'static str) -> Button {
    l10n.button(MoveTarget::Plan(game.id(), at).panel(), label)
}

/// A confirmation of the plan, with buttons to continue.
pub fn added(l10n: Localizer<'_>, planning: &Planning) -> Reply {
    let Planning { game, state, .. } = planning;
    let mut diagram = state.diagram();
    diagram.proposed = true;
    let open = |at, label| open(l10n, game, at, label);
    let mut buttons = Vec::new();
    if state.outcome().is_none() {
        buttons.push(open(planning.at, "button-plan-on").styled(Style::Primary));
    }
    if let Some(at) = before_theirs(planning) {
        buttons.push(open(at, "button-plan-other"));
    }
    buttons.push(list(l10n, game, "button-plan-all"));
    let text = [
        l10n.tr(&header(game)),
        describe_moves(l10n, planning.side, &planning.assumed),
        l10n.word("plan-added"),
    ];
    Reply::private(text.join("\n"))
        .with_board(diagram)
        .seen(seen_by(game, game.player(planning.side)))
        .with_buttons(buttons)
}

/// The button that opens the list of plans.
pub(super) fn list(l10n: Localizer<'_>, game: &Game, label: &'static str) -> Button {
    let id = CustomId::Plans(game.id(), game.changes, PlanAction::Open);
    l10n.button(id, label)
}

/// The point before the opponent's last move in a line of play.
fn before_theirs(planning: &Planning) -> Option<PlanAt> {
    let theirs = |played: &MoveReport| played.side != planning.side;
    let back = planning.assumed.iter().rev().position(theirs)? + 1;
    match planning.at {
        // Their first move is chosen at the present position.
        _ if back == planning.assumed.len() => Some(PlanAt::Present(planning.game.changes)),
        PlanAt::Present(_) => None,
        PlanAt::After(plan, moves) => {
            let back = u32::try_from(back).ok()?;
            Some(PlanAt::After(plan, moves.checked_sub(back)?))
        }
    }
}

/// A player's plans in a game, with actions.
pub fn plans(l10n: Localizer<'_>, game: &Game, plans: &[Plan]) -> Reply {
    let id = |act| CustomId::Plans(game.id(), game.changes, act);
    let here = PlanAt::Present(game.changes);
    let first = open(l10n, game, here, "button-plan").styled(Style::Primary);
    let head = l10n.tr(&header(game));
    if plans.is_empty() {
        return Reply::private(format!("{head}\n{}", l10n.word("plan-none"))).with_buttons([first]);
    }
    let mut lines = vec![head, l10n.word("plan-list")];
    let mut options = Vec::new();
    for (number, plan) in (1..).zip(plans) {
        let left = game.left_of(plan);
        let moves = game.ahead(left).map(|(_, moves)| moves).unwrap_or_default();
        let described = describe_moves(l10n, plan.side, &moves);
        lines.push(format!("{number}\\. {described}"));
        let label = cut(&format!("{number}. {}", left.join(", ")), MAX_LINE);
        options.push(Choice::new(label, plan.id.0.to_string()));
    }
    let clear = l10n.button(id(PlanAction::Clear), "button-plan-clear");
    Reply::private(lines.join("\n"))
        .with_row(l10n.menu(id(PlanAction::Remove), "plan-remove", options))
        .with_buttons([first, clear.styled(Style::Danger)])
}

/// A line of play as a sentence: if this, then **that**. A long one is cut.
fn describe_moves(l10n: Localizer<'_>, own: Side, moves: &[MoveReport]) -> String {
    let mut told = String::new();
    for played in moves {
        let id = match (played.side == own, told.is_empty()) {
            (true, _) => "plan-then",
            (false, true) => "plan-if-first",
            (false, false) => "plan-if",
        };
        let next = l10n.tr(&Text::new(id).with("move", cut(&played.display, MAX_MOVE)));
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
