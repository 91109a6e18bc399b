//! Puzzles: the position, the result of a try, and the solution.

use super::aside::why;
use super::keys::Entry;
use super::pair::whole;
use super::panel::entered;
use super::{Button, CustomId, Localizer, Reply, Style, Text, either};
use crate::discord::custom_id::{MoveTarget, PuzzleAction};
use crate::game::{Denial, HARDEST, Hint, PlayerId, Puzzle, Tried};
use siwa_games::rules::Side;

/// The number and the difficulty of a puzzle.
fn header(puzzle: &Puzzle, day: i64) -> Text {
    let grade = usize::from(puzzle.grade);
    let stars = "★".repeat(grade) + &"☆".repeat(usize::from(HARDEST).saturating_sub(grade));
    let variant = puzzle.rules.info().title(puzzle.state().variant());
    let id = either(day > 0, ["puzzle-of-the-day", "puzzle"]);
    Text::new(id).with("variant", variant).with("grade", stars)
}

/// The side at the bottom of the board: the solver plays the side to move.
fn seen(puzzle: &Puzzle) -> Side {
    puzzle.rules.info().seen_by(puzzle.state().turn())
}

/// The button that shows the solution.
fn to_solution(l10n: Localizer<'_>, puzzle: &Puzzle, day: i64) -> Button {
    let id = CustomId::Puzzle(puzzle.id, day, PuzzleAction::Solution);
    l10n.button(id, "button-puzzle-solution")
}

/// The buttons that open another puzzle in private: any, or one by the same rules; and the rules.
fn others(l10n: Localizer<'_>, puzzle: &Puzzle) -> [Button; 3] {
    let another = |variants| CustomId::Puzzle(puzzle.id, 0, PuzzleAction::Another(variants));
    let variant = puzzle.state().variant();
    let alike = format!("{}%{}", puzzle.rules.info().id, variant.ruleset);
    let label =
        Text::new("button-puzzle-alike").with("rules", Text::term("ruleset", variant.ruleset));
    [
        l10n.button(another("%".to_owned()), "button-puzzle-another"),
        Button::new(another(alike), l10n.tr(&label)),
        l10n.rules_button(variant),
    ]
}

/// A puzzle, after `typed` was chosen, with the panel for trying a move.
///
/// # Errors
/// If no legal move starts with `typed`.
pub fn puzzle(
    l10n: Localizer<'_>,
    puzzle: &Puzzle,
    day: i64,
    typed: &str,
    menus: bool,
) -> Result<Reply, Denial> {
    let info = puzzle.rules.info();
    let entry = Entry {
        target: MoveTarget::Puzzle(puzzle.id, day),
        info,
        state: puzzle.state(),
        from: seen(puzzle),
        usual: None,
        menus,
    };
    let asked = Text::new("puzzle-find").with("side", info.side(puzzle.state().turn()));
    let head = l10n.lines([header(puzzle, day), asked, Text::new("puzzle-counts")]);
    let reply = entered(l10n, entry, typed)?.below(&head);
    if !typed.is_empty() {
        return Ok(reply);
    }
    let solution = to_solution(l10n, puzzle, day);
    Ok(reply.with_buttons([solution].into_iter().chain(others(l10n, puzzle))))
}

/// The result of trying a move, or of asking for the `solution`. For today's puzzle, `streak` is the
/// number of days in a row on which the person solved it.
pub fn tried(
    l10n: Localizer<'_>,
    puzzle: &Puzzle,
    day: i64,
    text: Option<&str>,
    tried: Tried,
    streak: u32,
    solution: Option<Hint>,
) -> Reply {
    let mut lines = vec![header(puzzle, day)];
    let mut buttons = others(l10n, puzzle).to_vec();
    let board = if let Some(text) = text
        && !tried.right
        && let Ok((played, diagram)) = puzzle.state().propose(text)
    {
        lines.push(Text::new("puzzle-wrong").with("move", played.display.as_str()));
        let again = MoveTarget::Puzzle(puzzle.id, day).panel();
        let again = l10n.button(again, "button-puzzle-again");
        let again = again.styled(Style::Primary);
        buttons.splice(0..0, [again, to_solution(l10n, puzzle, day)]);
        Some(diagram)
    } else {
        if tried.right && streak > 0 {
            let share = CustomId::Puzzle(puzzle.id, day, PuzzleAction::Share);
            buttons.insert(0, l10n.button(share, "button-share").styled(Style::Primary));
        }
        solution.map(|solution| {
            let id = either(tried.right, ["puzzle-right", "puzzle-solution"]);
            lines.push(Text::new(id).with("move", solution.played.display.as_str()));
            lines.push(why(&solution));
            solution.diagram
        })
    };
    if let Some((before, after)) = tried.rating {
        let rating = Text::new("puzzle-rating").with("before", whole(before.rating));
        lines.push(rating.with("after", whole(after.rating)));
    }
    if tried.right && streak > 0 {
        lines.push(Text::new("puzzle-streak").with("count", streak));
    }
    Reply::private(l10n.lines(lines))
        .with_board(board)
        .seen(seen(puzzle))
        .with_buttons(buttons)
}

/// The public message that a person has solved the puzzle of the day, with an invitation to try.
pub fn shared_puzzle(
    l10n: Localizer<'_>,
    puzzle: &Puzzle,
    day: i64,
    by: PlayerId,
    streak: u32,
) -> Reply {
    let mut lines = vec![
        header(puzzle, day),
        Text::new("puzzle-shared").with("player", by),
    ];
    if streak > 1 {
        lines.push(Text::new("puzzle-streak").with("count", streak));
    }
    let open = CustomId::Puzzle(puzzle.id, day, PuzzleAction::Open);
    let open = l10n.button(open, "button-puzzle-open");
    Reply::public(l10n.lines(lines))
        .with_board(puzzle.state().diagram())
        .with_buttons([open.styled(Style::Primary)])
}
