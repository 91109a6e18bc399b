//! The panel in which a move is made: square by square on buttons that are the board, or from
//! menus and buttons where the board has too many squares; then confirmed on a picture of what
//! it would do. It is made from what may follow in the text of a move, and from the diagram:
//! no game has a panel of its own.

use super::Localizer;
use super::game::seen_by;
use super::keys::{Carried, Shown, grid, rows};
use crate::discord::custom_id::{CustomId, InGame, LONGEST};
use crate::discord::view::reply::{Button, Form, MOST_CHOICES, Reply, Row, Style};
use crate::game::{Denial, Game, PlayerId};
use siwa_games::registry::{GameState, Step, To};
use siwa_games::rules::Stage;
use siwa_games::rules::grammar::compact;
use siwa_games::text::Text;

/// The panel after `typed` was chosen; `usual` is how the player began before, where moves
/// are chosen among patterns.
///
/// # Errors
/// If it is not that player's turn, or no legal move begins with `typed`.
pub fn panel(
    l10n: Localizer<'_>,
    game: &Game,
    by: PlayerId,
    typed: &str,
    usual: Option<&str>,
) -> Result<Reply, Denial> {
    check_turn(game, by)?;
    let id = |act| CustomId::Game(game.id(), game.changes(), act);
    let carried = Carried {
        choose: &|typed| id(InGame::Panel(typed)),
        menu: &|number| id(InGame::Menu(number)),
        play: &|text| id(InGame::Play(text)),
        form: id(InGame::Type),
    };
    let shown = Shown {
        info: game.rules().info(),
        state: game.state(),
        from: seen_by(game, by),
        usual,
        planned: false,
    };
    entry(l10n, shown, carried, typed)
        .map_err(|refused| refused.map_or(Denial::MovedOn(game.id()), Denial::Refused))
}

/// Checks that it is a player's turn.
///
/// # Errors
/// If it is not, or the game is not theirs, or over.
pub fn check_turn(game: &Game, by: PlayerId) -> Result<(), Denial> {
    if game.side_of(by).is_none() {
        return Err(Denial::NotYourGame(game.id()));
    }
    let turn = game.turn().ok_or(Denial::GameOver(game.id()))?;
    match game.player(turn) {
        player if player == by => Ok(()),
        turn => Err(Denial::NotYourTurn { turn }),
    }
}

/// The form in which a move is typed.
#[must_use]
pub fn move_form(l10n: Localizer<'_>, id: CustomId, state: &dyn GameState) -> Form {
    let patterns = state.patterns();
    let example = patterns.first().cloned().unwrap_or_else(|| {
        let completed = state.complete("", MOST_CHOICES);
        let whole = completed.into_iter().find(|known| known.whole);
        whole.map_or_else(
            || state.legal_moves().into_iter().min().unwrap_or_default(),
            |known| known.text,
        )
    });
    Form {
        id,
        title: l10n.word("form-title"),
        label: l10n.word("form-move"),
        example,
    }
}

/// The whole move that `typed` is, if no other goes on from there: there is nothing left
/// to choose.
#[must_use]
pub fn decided(state: &dyn GameState, typed: &str) -> Option<String> {
    let typed = filled(state, typed);
    let played = state.read(&typed).ok()?;
    state.steps(&typed).is_empty().then_some(played.text)
}

/// What is typed, with all that follows without a choice.
fn filled(state: &dyn GameState, typed: &str) -> String {
    let mut typed = typed.to_owned();
    while typed.is_empty() || state.read(&typed).is_err() {
        // One move, however it is spelled, or one way on.
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

/// The panel on a line of play after `typed` was chosen.
///
/// # Errors
/// If no legal move begins with `typed`: why, if the rules say.
pub(super) fn entry(
    l10n: Localizer<'_>,
    shown: Shown<'_>,
    carried: Carried<'_>,
    typed: &str,
) -> Result<Reply, Option<Text>> {
    let state = shown.state;
    let given = typed;
    let typed = filled(state, &state.normalise(given));
    let proposed = match typed.is_empty() {
        true => Err(None),
        false => state.propose(&typed).map_err(Some),
    };
    let mut steps = state.steps(&typed);
    let all = steps.len();
    // A chain that is too long for a button can still be typed.
    let fits = |id: CustomId| id.to_string().chars().count() <= LONGEST;
    steps.retain(|step| fits((carried.choose)(compact(&step.text))));
    let displaces = |step: &Step| matches!(step.to, To::Displacing(_));
    let word = |id, act, style| Button::new(act, l10n.word(id), style);
    let mut actions = Vec::new();
    let (text, diagram) = match &proposed {
        Ok((played, diagram)) => {
            let play = (carried.play)(compact(&played.text));
            let fits = fits(play.clone());
            if fits {
                actions.push(word("button-confirm", play, Style::Success));
            }
            let text = Text::new(match (fits, played.captured.is_empty()) {
                (false, _) if shown.planned => "plan-too-long",
                (true, _) if shown.planned => "plan-preview",
                (false, _) => "panel-too-long",
                (true, true) => "panel-preview",
                (true, false) => "panel-preview-captures",
            });
            let text = text.with("move", played.display.as_str());
            (text.with("count", played.captured.len()), diagram.clone())
        }
        Err(_) => {
            let prompt = match (state.stage(), typed.is_empty()) {
                (Stage::Placement, true) => Text::new(shown.info.panel_place),
                (Stage::Movement, true) if shown.planned => Text::new("plan-move"),
                (Stage::Movement, true) => Text::new("panel-move"),
                (_, false) => Text::new(match steps.iter().any(displaces) {
                    true => "panel-go-on-displacing",
                    false => "panel-go-on",
                })
                .with("typed", typed.as_str()),
            };
            (prompt, state.preview(&typed))
        }
    };
    let mut keys = match grid(l10n, shown, &carried, &diagram, &steps) {
        Some(grid) => grid,
        None => rows(l10n, shown, &carried, (&typed, &diagram), &steps),
    };
    if keys.is_empty()
        && all == 0
        && let Err(refused) = proposed
    {
        // The rules say why no legal move begins like this.
        return Err(refused.and_then(|_| state.propose(given).err()));
    }
    // What followed without a choice would follow again.
    if !given.is_empty() {
        let back = (carried.choose)(String::new());
        actions.push(word("button-back", back, Style::Secondary));
    }
    actions.push(word("button-type", carried.form, Style::Secondary));
    keys.push(Row::Buttons(actions));
    let reply = Reply::private(l10n.tr(&text)).with_board(diagram);
    Ok(Reply {
        rows: keys,
        ..reply.seen(shown.from)
    })
}
