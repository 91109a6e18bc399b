//! The rules, one page per clause, and the help.

use super::challenge::engine_button;
use super::{Choice, CustomId, Localizer, Reply, Style, Text, either};
use crate::game::GuildId;
use siwa_games::registry::clause::{self, Shown};
use siwa_games::registry::{MoveReport, Rules};
use siwa_games::rules::{Clause, Diagram, Example, GameInfo, SURVEYED, Side, Variant};

/// The id of the overview's page; no clause has this id.
const OVERVIEW: &str = "overview";

/// A page of the rules of a variant: a clause, or the overview if there is no such clause.
pub fn rules(
    l10n: Localizer<'_>,
    rules: &'static dyn Rules,
    variant: &'static Variant,
    clause: Option<&str>,
) -> Reply {
    let clauses = rules.clauses(variant);
    let ids = clauses.iter().map(|clause| clause.id);
    let pages: Vec<&str> = std::iter::once(OVERVIEW).chain(ids).collect();
    let shown = pages.iter().position(|page| Some(*page) == clause);
    let shown = shown.unwrap_or(0);
    let last = clauses.len();
    let mut reply = if shown == 0 {
        overview(l10n, rules, variant)
    } else {
        let foot = Text::new("rules-page")
            .with("variant", rules.info().title(variant))
            .with("page", shown + 1)
            .with("pages", pages.len());
        let page = clause_page(l10n, rules, variant.board, &clauses[shown - 1]);
        page.above(&l10n.tr(&foot))
    };
    let id = |page: usize| CustomId::Rules(variant.id.to_owned(), pages[page].to_owned());
    // Ids must be unique in a message, so a disabled button gets the page at the other end; with
    // two pages, both buttons would have the same.
    if last > 1 {
        let button = |page, label| l10n.button(id(page), label);
        let previous = shown.checked_sub(1).unwrap_or(last);
        let next = (shown + 1) % pages.len();
        reply = reply.with_buttons([
            button(previous, "button-previous").enabled(shown > 0),
            button(next, "button-next").enabled(shown < last),
        ]);
    }
    if last > 0 {
        let overview = Choice::new(l10n.word("rules-overview"), OVERVIEW);
        let choice = |clause: &Clause| Choice::new(clause_name(l10n, clause), clause.id);
        let choices = clauses.iter().map(choice);
        let options = std::iter::once(overview).chain(choices).collect();
        reply = reply.with_row(l10n.menu(id(shown), "rules-choose", options));
    }
    reply
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
fn overview(l10n: Localizer<'_>, rules: &'static dyn Rules, variant: &'static Variant) -> Reply {
    let info = rules.info();
    let title = l10n.tr(&Text::new("rules-head").with("variant", info.title(variant)));
    let words = |about: &str| {
        let id = format!("rules-{}{about}", info.id);
        l10n.l10n.find(l10n.locale, &id).unwrap_or_default()
    };
    let common = words("");
    let special = words(&format!("-{}", variant.ruleset));
    let mut text = format!("{title}\n{common}\n{special}");
    if let Some(won) = variant.won {
        let tally = Text::new("rules-tally")
            .with("games", SURVEYED)
            .with("first", info.side(Side::First))
            .with("second", info.side(Side::Second))
            .with("won", u32::from(won.first))
            .with("lost", u32::from(won.second));
        text = format!("{text}\n{}", l10n.tr(&tally));
    }
    let overview = Reply::private(text);
    match example(rules, variant) {
        Some(diagram) => overview.above(&words("-example")).with_board(diagram),
        None => overview,
    }
}

/// The example in the overview of a variant, if it has one.
pub(super) fn example(rules: &'static dyn Rules, variant: &'static Variant) -> Option<Diagram> {
    let mut examples = rules.info().overviews.iter();
    let example = examples.find(|example| example.size == variant.size)?;
    let mut line = rules.parse(variant, example.position).ok()?;
    line.play(example.text).ok()?;
    Some(line.diagram())
}

/// The page of a clause with its example, in the rules of a variant on this `board`.
fn clause_page(l10n: Localizer<'_>, rules: &dyn Rules, board: &str, clause: &Clause) -> Reply {
    let mut lines = vec![named(l10n, "rules-clause", clause), l10n.tr(&clause.words)];
    let shown = clause::show(rules, clause);
    match &shown {
        Ok(shown) => {
            let mut seen = caption(rules.info(), clause, shown);
            if clause.variant.board != board {
                seen.push(Text::new("lesson-board").with("board", clause.variant.board));
            }
            if !seen.is_empty() {
                let seen: Vec<String> = seen.iter().map(|text| l10n.tr(text)).collect();
                lines.push(format!("-# {}", seen.join(" ")));
            }
        }
        // A broken example is a bug, but the text is right without it.
        Err(problem) => {
            tracing::error!(
                clause = clause.id,
                problem = problem.id,
                "an example cannot be played"
            );
        }
    }
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
        let counted = ["lesson-won-count", "lesson-drawn-count"];
        let ids = either(outcome.by.counts, [counted, ["lesson-won", "lesson-drawn"]]);
        seen.push(outcome.describe(ids, &shown.diagram));
    }
    if !clause.refused.is_empty() {
        seen.push(Text::new("lesson-refused").with("moves", clause.refused.join(", ")));
    }
    seen
}

/// The commands and first steps in a server, or in what replaces one.
pub fn help(l10n: Localizer<'_>, usual: &'static Variant, guild: GuildId) -> Reply {
    let play = engine_button(l10n, usual).styled(Style::Primary);
    let elsewhere = either(guild.is_direct(), ["help-direct", "help-outside"]);
    let help = either(guild.is_server(), ["help", elsewhere]);
    let mut lines = vec![Text::new(help), Text::new("help-privacy")];
    lines.extend(l10n.known.pages());
    Reply::private(l10n.lines(lines)).with_buttons([play])
}
