//! Puzzles: the position, what one has tried, and the solution.

use super::game::whole;
use super::hint::why;
use super::keys::{Carried, Shown};
use super::panel::{entry, move_form};
use super::{Localizer, player, variant};
use crate::app::Found;
use crate::discord::custom_id::{CustomId, InPuzzle};
use crate::discord::view::reply::{Button, Form, Reply, Row, Style};
use crate::game::{Denial, HARDEST, PlayerId, Tried};
use siwa_boards::Orientation;
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// Which puzzle it is, and how hard.
fn header((_, puzzle): &Found, day: i64) -> Text {
    let grade = usize::from(puzzle.grade());
    let stars = "★".repeat(grade) + &"☆".repeat(usize::from(HARDEST).saturating_sub(grade));
    Text::new(if day > 0 {
        "puzzle-of-the-day"
    } else {
        "puzzle"
    })
    .with(
        "variant",
        variant(puzzle.rules().info(), puzzle.state().variant()),
    )
    .with("grade", stars)
}

/// Who solves it looks from their own side.
fn seen((_, puzzle): &Found) -> Orientation {
    match puzzle.state().turn() {
        Side::First => Orientation::First,
        Side::Second => Orientation::Second,
    }
}

fn button(
    l10n: Localizer<'_>,
    found: &Found,
    day: i64,
    act: InPuzzle,
    label: &'static str,
    style: Style,
) -> Button {
    Button::new(CustomId::Puzzle(found.0, day, act), l10n.word(label), style)
}

/// The button that shows the solution.
fn solution(l10n: Localizer<'_>, found: &Found, day: i64) -> Button {
    let (act, label) = (InPuzzle::Solution, "button-puzzle-solution");
    button(l10n, found, day, act, label, Style::Secondary)
}

/// The button that leads to a puzzle for oneself.
fn another(l10n: Localizer<'_>, found: &Found) -> Button {
    button(
        l10n,
        found,
        0,
        InPuzzle::Another,
        "button-puzzle-another",
        Style::Secondary,
    )
}

/// A puzzle, after `typed` was chosen, with the panel in which a move is tried.
///
/// # Errors
/// If no legal move begins with `typed`.
pub fn puzzle(l10n: Localizer<'_>, found: &Found, day: i64, typed: &str) -> Result<Reply, Denial> {
    let (id, puzzle) = found;
    let of = |act| CustomId::Puzzle(*id, day, act);
    let carried = Carried {
        choose: &|typed| of(InPuzzle::Panel(typed)),
        menu: &|number| of(InPuzzle::Menu(number)),
        play: &|text| of(InPuzzle::Try(text)),
        form: of(InPuzzle::Type),
    };
    let info = puzzle.rules().info();
    let shown = Shown {
        info,
        state: puzzle.state(),
        from: seen(found),
        usual: None,
        planned: false,
    };
    let entered = entry(l10n, shown, carried, typed);
    let reply =
        entered.map_err(|refused| refused.map_or(Denial::UnknownPuzzle, Denial::Refused))?;
    let asked = Text::new("puzzle-find").with("side", info.side(puzzle.state().turn()));
    let lines = l10n.lines(&[header(found, day), asked]);
    let reply = Reply {
        text: format!("{lines}\n{}", reply.text),
        ..reply
    };
    Ok(match typed.is_empty() {
        false => reply,
        true => reply.with_row(Row::Buttons(vec![
            solution(l10n, found, day),
            another(l10n, found),
        ])),
    })
}

/// The form in which a move of a puzzle is typed.
#[must_use]
pub fn puzzle_form(l10n: Localizer<'_>, (id, puzzle): &Found, day: i64) -> Form {
    let typed = CustomId::Puzzle(*id, day, InPuzzle::Typed);
    move_form(l10n, typed, puzzle.state())
}

/// What came of trying a move of a puzzle, or of asking for the solution; if it is
/// today’s, on `streak` days in a row the person has solved it.
#[must_use]
pub fn tried(
    l10n: Localizer<'_>,
    found: &Found,
    day: i64,
    text: Option<&str>,
    tried: Tried,
    streak: u32,
) -> Reply {
    let (_, puzzle) = found;
    let mut lines = vec![header(found, day)];
    let shown = match text {
        Some(text) if !tried.right => puzzle.state().propose(text).ok(),
        _ => None,
    };
    let reply = if let Some((played, diagram)) = shown {
        lines.push(Text::new("puzzle-wrong").with("move", played.display.as_str()));
        Reply::private(String::new())
            .with_board(diagram)
            .with_row(Row::Buttons(vec![
                button(
                    l10n,
                    found,
                    day,
                    InPuzzle::Panel(String::new()),
                    "button-puzzle-again",
                    Style::Primary,
                ),
                solution(l10n, found, day),
                another(l10n, found),
            ]))
    } else {
        let mut buttons = vec![another(l10n, found)];
        let mut reply = Reply::private(String::new());
        if let Some((played, reason, diagram)) = puzzle.solution() {
            let id = if tried.right {
                "puzzle-right"
            } else {
                "puzzle-solution"
            };
            lines.push(Text::new(id).with("move", played.display.as_str()));
            lines.push(why(reason));
            reply = reply.with_board(diagram);
        }
        if tried.right && streak > 0 {
            buttons.insert(
                0,
                button(
                    l10n,
                    found,
                    day,
                    InPuzzle::Share,
                    "button-share",
                    Style::Primary,
                ),
            );
        }
        reply.with_row(Row::Buttons(buttons))
    };
    if let Some((before, after)) = tried.rating {
        lines.push(
            Text::new("puzzle-rating")
                .with("before", whole(before.rating))
                .with("after", whole(after.rating)),
        );
    }
    if tried.right && streak > 0 {
        lines.push(Text::new("puzzle-streak").with("count", streak));
    }
    Reply {
        text: l10n.lines(&lines),
        ..reply.seen(seen(found))
    }
}

/// Tells a channel that somebody has solved the puzzle of the day, and asks others to.
#[must_use]
pub fn shared_puzzle(
    l10n: Localizer<'_>,
    found: &Found,
    day: i64,
    by: PlayerId,
    streak: u32,
) -> Reply {
    let mut lines = vec![
        header(found, day),
        Text::new("puzzle-shared").with("player", player(by)),
    ];
    if streak > 1 {
        lines.push(Text::new("puzzle-streak").with("count", streak));
    }
    Reply::public(l10n.lines(&lines))
        .with_board(found.1.state().diagram())
        .with_row(Row::Buttons(vec![button(
            l10n,
            found,
            day,
            InPuzzle::Open,
            "button-puzzle-open",
            Style::Primary,
        )]))
}
