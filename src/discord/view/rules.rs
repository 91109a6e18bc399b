//! The rules in plain words, a page a clause, and help.

use super::{Voice, variant};
use crate::discord::custom_id::CustomId;
use crate::discord::view::reply::{Button, Choice, Reply, Row, Style};
use crate::message::{Arg, Message};
use crate::registry::clause::{self as clauses, Shown};
use crate::registry::{MoveReport, Rules};
use crate::rules::{Clause, Diagram, Example, Info, Outcome, Side, Variant};

/// What the page of the overview is called; no clause is.
const OVERVIEW: &str = "overview";

/// A page of the rules of a variant: what a clause says, or the overview if there
/// is no such clause. Each page leads to every other.
#[must_use]
pub fn rules(
    voice: Voice<'_>,
    rules: &'static dyn Rules,
    of: &'static Variant,
    clause: Option<&str>,
) -> Reply {
    let lessons = rules.clauses(of);
    let found = (1..)
        .zip(&lessons)
        .find(|(_, lesson)| Some(lesson.id) == clause);
    let (number, page) = match found {
        Some((number, lesson)) => {
            let pages = lessons.len() + 1;
            (number, told(voice, rules, of, lesson, (number + 1, pages)))
        }
        None => (0, overview(voice, rules, of)),
    };
    turning(voice, of, &lessons, number, page)
}

/// What a clause is called: `S6 · Two in a row`.
#[must_use]
pub fn clause(voice: Voice<'_>, lesson: &Clause) -> String {
    named(voice, "rules-choice", lesson)
}

fn named(voice: Voice<'_>, id: &'static str, lesson: &Clause) -> String {
    let words = voice.l10n;
    let title = words.attribute(voice.locale, lesson.words.id, "title");
    voice.say(
        &Message::new(id)
            .with("clause", lesson.id)
            .with("title", title),
    )
}

/// The rules of a variant, with a picture of what they are about.
fn overview(voice: Voice<'_>, rules: &'static dyn Rules, of: &'static Variant) -> Reply {
    let info = rules.info();
    let title = voice.say(&Message::new("rules-head").with("variant", variant(info, of)));
    let common = voice
        .l10n
        .find(voice.locale, &format!("rules-{}", info.id))
        .unwrap_or_default();
    let special = voice
        .l10n
        .find(voice.locale, &format!("rules-{}-{}", info.id, of.ruleset))
        .unwrap_or_default();
    let reply = Reply::private(format!("{title}\n{common}\n{special}"));
    match example(rules, of) {
        Some(diagram) => {
            let caption = voice
                .l10n
                .find(voice.locale, &format!("rules-{}-example", info.id))
                .unwrap_or_default();
            Reply {
                text: format!("{}\n{caption}", reply.text),
                ..reply
            }
            .with_board(diagram)
        }
        None => reply,
    }
}

/// A board of a variant that shows what the game is about, if there is one.
pub(super) fn example(rules: &'static dyn Rules, of: &'static Variant) -> Option<Diagram> {
    let mut examples = rules.info().overviews.iter();
    let example = examples.find(|example| example.size == of.size)?;
    let mut line = rules.parse(of, example.position).ok()?;
    line.play(example.text).ok()?;
    Some(line.diagram())
}

/// What a clause says, above its picture.
fn told(
    voice: Voice<'_>,
    rules: &'static dyn Rules,
    of: &'static Variant,
    lesson: &Clause,
    (page, pages): (usize, usize),
) -> Reply {
    let info = rules.info();
    let title = named(voice, "rules-clause", lesson);
    let words = voice.say(&lesson.words);
    let foot = Message::new("rules-page")
        .with("variant", variant(info, of))
        .with("page", page)
        .with("pages", pages);
    let foot = voice.say(&foot);
    match clauses::show(rules, lesson) {
        Ok(shown) => {
            let mut seen = caption(info, lesson, &shown);
            if lesson.variant.board != of.board {
                seen.push(Message::new("lesson-board").with("board", lesson.variant.board));
            }
            let seen: Vec<String> = seen.iter().map(|message| voice.say(message)).collect();
            let mut lines = vec![title, words];
            if !seen.is_empty() {
                lines.push(format!("-# {}", seen.join(" ")));
            }
            lines.push(foot);
            Reply::private(lines.join("\n")).with_board(shown.diagram)
        }
        // A lesson that cannot be played is our mistake, and the words are still true.
        Err(problem) => {
            tracing::error!(clause = lesson.id, problem = problem.id, "no lesson");
            Reply::private(format!("{title}\n{words}\n{foot}"))
        }
    }
}

/// What there is to see in the picture of a lesson.
fn caption(info: &'static Info, lesson: &Clause, shown: &Shown) -> Vec<Message> {
    let side = |side: Side| Arg::Term {
        id: info.side_term,
        case: side.name(),
    };
    let played = |id, played: &MoveReport| {
        Message::new(id)
            .with("side", side(played.side))
            .with("move", played.display.as_str())
            .with("count", played.captured.len())
    };
    let mut seen = Vec::new();
    match (lesson.example, &shown.played) {
        (Example::Played(_), Some(last)) => seen.push(played("lesson-played", last)),
        (Example::Proposed(_), Some(last)) => seen.push(played("lesson-proposed", last)),
        (Example::Claimed(by), _) => {
            seen.push(Message::new("lesson-claimed").with("side", side(by)))
        }
        _ => {}
    }
    if let Some(outcome) = shown.outcome {
        let counted = outcome.reason().counts;
        let end = match (outcome, counted) {
            (Outcome::Win { .. }, true) => "lesson-won-count",
            (Outcome::Win { .. }, false) => "lesson-won",
            (Outcome::Draw { .. }, true) => "lesson-drawn-count",
            (Outcome::Draw { .. }, false) => "lesson-drawn",
        };
        let count = |of| shown.diagram.pieces_of(of).len();
        // The winner's count comes first.
        let ahead = outcome.winner().unwrap_or(Side::First);
        let end = Message::new(end)
            .with("first", count(ahead))
            .with("second", count(ahead.other()));
        seen.push(match outcome.winner() {
            Some(winner) => end.with("side", side(winner)),
            None => end,
        });
    }
    if !lesson.refused.is_empty() {
        seen.push(Message::new("lesson-refused").with("moves", lesson.refused.join(", ")));
    }
    seen
}

/// A page with what leads to the others; the overview is number 0.
fn turning(
    voice: Voice<'_>,
    of: &'static Variant,
    lessons: &[Clause],
    number: usize,
    page: Reply,
) -> Reply {
    if lessons.is_empty() {
        // There is nothing to turn to.
        return page;
    }
    let id = |number: usize| {
        let lesson = number.checked_sub(1).and_then(|index| lessons.get(index));
        let page = lesson.map_or(OVERVIEW, |lesson| lesson.id);
        CustomId::Rules(of.id.to_owned(), Some(page.to_owned()))
    };
    let last = lessons.len();
    let button = |number: usize, label: &'static str, enabled: bool| Button {
        enabled,
        ..Button::new(id(number), voice.word(label), Style::Secondary)
    };
    let overview = Choice {
        label: voice.word("rules-overview"),
        value: OVERVIEW.to_owned(),
        description: None,
    };
    let clauses = lessons.iter().map(|lesson| Choice {
        label: clause(voice, lesson),
        value: lesson.id.to_owned(),
        description: None,
    });
    // The ids in one message must differ: before the first page comes the last one.
    page.with_row(Row::Buttons(vec![
        button(
            number.checked_sub(1).unwrap_or(last),
            "button-previous",
            number > 0,
        ),
        button(
            if number < last { number + 1 } else { 0 },
            "button-next",
            number < last,
        ),
    ]))
    .with_row(Row::Menu {
        id: id(number),
        placeholder: voice.word("rules-choose"),
        options: std::iter::once(overview).chain(clauses).collect(),
    })
}

/// What there is, and how to begin.
#[must_use]
pub fn help(voice: Voice<'_>) -> Reply {
    Reply::private(voice.word("help"))
}
