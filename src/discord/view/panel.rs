//! The panel for entering a move: square by square on buttons in the form of the board, or with
//! menus and buttons for larger boards; then the player confirms it on a preview. It is built from
//! the possible continuations of a move's text and the diagram, for all games alike.

use super::Localizer;
use super::game::seen_by;
use super::keys::{Entry, Keys};
use crate::discord::custom_id::{CustomId, MoveAction, MoveTarget};
use crate::discord::view::reply::{Form, MAX_CHOICES, Reply, Style};
use crate::game::{Denial, Game, PlayerId};
use siwa_games::registry::{GameState, Step, To};
use siwa_games::rules::Stage;
use siwa_games::text::Text;

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
        target: MoveTarget::Turn(game.id(), game.changes()),
        info: game.rules().info(),
        state: game.state(),
        from: seen_by(game, by),
        usual,
        menus,
    };
    entered(l10n, entry, typed)
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
        typed = match (
            state.complete(&typed, 2).as_slice(),
            state.steps(&typed).as_slice(),
        ) {
            ([only], _) if only.whole => only.text.clone(),
            (_, [step]) => step.text.clone(),
            _ => break,
        };
    }
    typed
}

/// The panel in a position after `typed` was chosen.
///
/// # Errors
/// If no legal move starts with `typed`; the reason, if the rules give one.
pub(super) fn entered(l10n: Localizer<'_>, entry: Entry<'_>, typed: &str) -> Result<Reply, Denial> {
    let state = entry.state;
    let given = typed;
    let typed = filled(state, &state.normalise(given));
    let proposed = match typed.is_empty() {
        true => Err(None),
        false => state.propose(&typed).map_err(Some),
    };
    let mut steps = state.steps(&typed);
    let all = steps.len();
    // A chain of captures too long for a button can still be typed.
    steps.retain(|step| entry.choose(&step.text).fits());
    let displaces = |step: &Step| matches!(step.to, To::Displacing(_));
    let mut actions = Vec::new();
    let (text, diagram) = match &proposed {
        Ok((played, diagram)) => {
            let play = entry.play(&played.text);
            let fits = play.fits();
            if fits {
                actions.push(l10n.button(play, "button-confirm", Style::Success));
            }
            let text = Text::new(match (entry.target, fits, played.captured.is_empty()) {
                (MoveTarget::Plan(..), true, _) => "plan-preview",
                (MoveTarget::Turn(..), false, _) => "panel-too-long",
                (_, false, _) => "plan-too-long",
                (_, true, true) => "panel-preview",
                (_, true, false) => "panel-preview-captures",
            });
            let text = text.with("move", played.display.as_str());
            (text.with("count", played.captured.len()), diagram.clone())
        }
        Err(_) => {
            let prompt = match (entry.target, state.stage(), typed.is_empty()) {
                (_, Stage::Placement, true) => Text::new(entry.info.panel_place),
                (MoveTarget::Plan(..), Stage::Movement, true) => Text::new("plan-move"),
                (_, Stage::Movement, true) => Text::new("panel-move"),
                (_, _, false) => Text::new(match steps.iter().any(displaces) {
                    true => "panel-go-on-displacing",
                    false => "panel-go-on",
                })
                .with("typed", typed.as_str()),
            };
            (prompt, state.preview(&typed))
        }
    };
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
    if rows.is_empty()
        && all == 0
        && let Err(refused) = proposed
    {
        // The rules explain why no legal move starts like this.
        let why = refused.and_then(|_| state.propose(given).err());
        return Err(why.map_or_else(|| entry.target.gone(), Denial::Refused));
    }
    // Going back would only add the forced part again.
    if !given.is_empty() {
        actions.push(l10n.button(entry.choose(""), "button-back", Style::Secondary));
    }
    let form = CustomId::Move(entry.target, MoveAction::Type);
    actions.push(l10n.button(form, "button-type", Style::Secondary));
    actions.extend(other.map(|(action, label)| {
        let id = CustomId::Move(entry.target, action);
        l10n.button(id, label, Style::Secondary)
    }));
    let reply = Reply {
        rows,
        small,
        ..Reply::private(l10n.lines([text].into_iter().chain(narrow)))
    };
    Ok(reply
        .with_board(diagram)
        .seen(entry.from)
        .with_buttons(actions))
}
