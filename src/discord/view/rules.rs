//! The rules, one page per clause, and the help.

use super::Localizer;
use crate::discord::custom_id::CustomId;
use crate::discord::view::reply::{Button, Choice, Reply, Style};
use siwa_games::registry::clause::{self, Shown};
use siwa_games::registry::{MoveReport, Rules};
use siwa_games::rules::{Clause, Diagram, Example, GameInfo, SURVEYED, Side, Variant};
use siwa_games::text::Text;

/// The id of the overview's page; no clause has this id.
const OVERVIEW: &str = "overview";

/// The button that opens the rules of a variant.
pub(super) fn button(l10n: Localizer<'_>, of: &Variant) -> Button {
    let id = CustomId::Rules(of.id.to_owned(), String::new());
    l10n.button(id, "button-rules", Style::Secondary)
}

/// A page of the rules of a variant: a clause, or the overview if there is no such clause.
pub fn rules(
    l10n: Localizer<'_>,
    rules: &'static dyn Rules,
    of: &'static Variant,
    clause: Option<&str>,
) -> Reply {
    let clauses = rules.clauses(of);
    let mut numbered = (1..).zip(&clauses);
    let (number, page) = match numbered.find(|(_, known)| Some(known.id) == clause) {
        Some((number, clause)) => {
            let pages = clauses.len() + 1;
            (number, told(l10n, rules, of, clause, (number + 1, pages)))
        }
        None => (0, overview(l10n, rules, of)),
    };
    turning(l10n, of, &clauses, number, page)
}

/// The name of a clause: `S6 · Two in a row`.
pub fn clause_name(l10n: Localizer<'_>, clause: &Clause) -> String {
    named(l10n, "rules-choice", clause)
}

fn named(l10n: Localizer<'_>, id: &'static str, clause: &Clause) -> String {
    let words = l10n.l10n;
    let title = words.attribute(l10n.locale, clause.words.id, "title");
    l10n.tr(&Text::new(id).with("clause", clause.id).with("title", title))
}

/// The overview of the rules of a variant, with an example.
fn overview(l10n: Localizer<'_>, rules: &'static dyn Rules, of: &'static Variant) -> Reply {
    let info = rules.info();
    let title = l10n.tr(&Text::new("rules-head").with("variant", info.title(of)));
    let words = |about: &str| {
        let id = format!("rules-{}{about}", info.id);
        l10n.l10n.find(l10n.locale, &id).unwrap_or_default()
    };
    let (common, special) = (words(""), words(&format!("-{}", of.ruleset)));
    let mut text = format!("{title}\n{common}\n{special}");
    if let Some(won) = of.won {
        let tally = Text::new("rules-tally")
            .with("games", SURVEYED)
            .with("first", info.side(Side::First))
            .with("second", info.side(Side::Second))
            .with("won", u32::from(won.first))
            .with("lost", u32::from(won.second));
        text = format!("{text}\n{}", l10n.tr(&tally));
    }
    let overview = Reply::private(text);
    match example(rules, of) {
        Some(diagram) => overview.above(&words("-example")).with_board(diagram),
        None => overview,
    }
}

/// The example in the overview of a variant, if it has one.
pub(super) fn example(rules: &'static dyn Rules, of: &'static Variant) -> Option<Diagram> {
    let mut examples = rules.info().overviews.iter();
    let example = examples.find(|example| example.size == of.size)?;
    let mut line = rules.parse(of, example.position).ok()?;
    line.play(example.text).ok()?;
    Some(line.diagram())
}

/// The page of a clause with its example.
fn told(
    l10n: Localizer<'_>,
    rules: &'static dyn Rules,
    of: &'static Variant,
    clause: &Clause,
    (page, pages): (usize, usize),
) -> Reply {
    let info = rules.info();
    let mut lines = vec![named(l10n, "rules-clause", clause), l10n.tr(&clause.words)];
    let shown = clause::show(rules, clause);
    match &shown {
        Ok(shown) => {
            let mut seen = caption(info, clause, shown);
            if clause.variant.board != of.board {
                seen.push(Text::new("lesson-board").with("board", clause.variant.board));
            }
            if !seen.is_empty() {
                let seen: Vec<String> = seen.iter().map(|message| l10n.tr(message)).collect();
                lines.push(format!("-# {}", seen.join(" ")));
            }
        }
        // A broken example is a bug, but the text is right without it.
        Err(problem) => {
            let (clause, problem) = (clause.id, problem.id);
            tracing::error!(clause, problem, "an example cannot be played");
        }
    }
    let foot = Text::new("rules-page")
        .with("variant", info.title(of))
        .with("page", page)
        .with("pages", pages);
    lines.push(l10n.tr(&foot));
    Reply::private(lines.join("\n")).with_board(shown.ok().map(|shown| shown.diagram))
}

/// The caption of an example.
fn caption(info: &'static GameInfo, clause: &Clause, shown: &Shown) -> Vec<Text> {
    let played = |id, played: &MoveReport| {
        Text::new(id)
            .with("side", info.side(played.side))
            .with("move", played.display.as_str())
            .with("count", played.captured.len())
    };
    let mut seen = Vec::new();
    match (clause.example, &shown.played) {
        (Example::Played(_), Some(last)) => seen.push(played("lesson-played", last)),
        (Example::Proposed(_), Some(last)) => seen.push(played("lesson-proposed", last)),
        (Example::Declared(by), _) => {
            seen.push(Text::new("lesson-claimed").with("side", info.side(by)))
        }
        _ => {}
    }
    if let Some(outcome) = shown.outcome {
        let counted = outcome.by.counts;
        let end = match (outcome.winner, counted) {
            (Some(_), true) => "lesson-won-count",
            (Some(_), false) => "lesson-won",
            (None, true) => "lesson-drawn-count",
            (None, false) => "lesson-drawn",
        };
        let end = outcome.counted(Text::new(end), &shown.diagram);
        seen.push(match outcome.winner {
            Some(winner) => end.with("side", info.side(winner)),
            None => end,
        });
    }
    if !clause.refused.is_empty() {
        seen.push(Text::new("lesson-refused").with("moves", clause.refused.join(", ")));
    }
    seen
}

/// A page with buttons and a menu for the other pages; the overview is page 0.
fn turning(
    l10n: Localizer<'_>,
    of: &'static Variant,
    clauses: &[Clause],
    number: usize,
    page: Reply,
) -> Reply {
    if clauses.is_empty() {
        return page;
    }
    let id = |number: usize| {
        let clause = number.checked_sub(1).and_then(|index| clauses.get(index));
        let page = clause.map_or(OVERVIEW, |clause| clause.id);
        CustomId::Rules(of.id.to_owned(), page.to_owned())
    };
    let last = clauses.len();
    let button = |number, label| l10n.button(id(number), label, Style::Secondary);
    let overview = Choice::new(l10n.word("rules-overview"), OVERVIEW);
    let choices = clauses
        .iter()
        .map(|clause| Choice::new(clause_name(l10n, clause), clause.id));
    // Ids must be unique in a message, so a disabled button gets the page at the other end; with
    // two pages, both buttons would have the same.
    let page = match last {
        1 => page,
        _ => {
            let previous = number.checked_sub(1).unwrap_or(last);
            let next = if number < last { number + 1 } else { 0 };
            page.with_buttons([
                button(previous, "button-previous").enabled(number > 0),
                button(next, "button-next").enabled(number < last),
            ])
        }
    };
    let options = std::iter::once(overview).chain(choices).collect();
    page.with_row(l10n.menu(id(number), "rules-choose", options))
}

/// The commands and first steps; `outside` for user installs.
pub fn help(l10n: Localizer<'_>, usual: &'static Variant, outside: bool) -> Reply {
    let play = super::engine::button(l10n, usual, Style::Primary);
    let pages = l10n.known.pages();
    let page =
        |id, address: Option<String>| address.map(|address| Text::new(id).with("address", address));
    let help = if outside { "help-outside" } else { "help" };
    let lines = [Text::new(help), Text::new("help-privacy")].into_iter();
    let lines = lines
        .chain(page("help-page", pages.privacy))
        .chain(page("help-terms", pages.terms));
    Reply::private(l10n.lines(lines)).with_buttons([play])
}
