//! All texts of the bot, in English in a file that a person can read.
//!
//! `UPDATE=1 cargo test --test it words` rewrites it; read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use siwa::discord::view::reply::{Emoji, Reply, Row};
use siwa::discord::view::{self, Known, Localizer};
use siwa::game::Denial;
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::text::{Arg, Text};

use super::locales::{self, Said};
use super::replies::{USUAL, replies};
use super::source;
use super::table::{ANA, BOB, EVE, NOON, fresh, waiter};

/// A sample value for a variable of a message.
fn sample(id: &str, variable: &str) -> Arg {
    let side = |case| {
        let is_gyges = id.starts_with("gyges") || id.contains("goal");
        let term = if is_gyges { "gyges-side" } else { "seega-side" };
        Arg::from(Text::term(term, case))
    };
    match variable {
        "player" | "challenger" | "winner" => Arg::Player(ANA.0),
        "opponent" | "loser" => Arg::Player(BOB.0),
        "until" => Arg::Moment(NOON.0),
        "side" | "first-side" | "owner" => side("first"),
        "second-side" | "blocked" => side("second"),
        other => Arg::Str(format!("‹{other}›")),
    }
}

/// A message with every combination of the cases of its selects.
fn cases(id: &'static str, said: &Said) -> Vec<Text> {
    let mut all = vec![Text::new(id)];
    for variable in &said.variables {
        let cases = said.cases.get(variable).into_iter().flatten();
        let numbers = said.numbers.get(variable).into_iter().flatten();
        let mut samples: Vec<Arg> = cases.map(|case| Arg::Str(case.clone())).collect();
        samples.extend(numbers.map(|number| Arg::Number(*number)));
        if samples.is_empty() {
            samples.push(sample(id, variable));
        }
        let variable: &'static str = variable.clone().leak();
        let with = |message: &Text, sample: &Arg| message.clone().with(variable, sample.clone());
        all = all
            .iter()
            .flat_map(|message| samples.iter().map(move |sample| with(message, sample)))
            .collect();
    }
    all
}

/// Every message and attribute of the files; panics if one cannot be formatted.
fn messages(l10n: Localizer<'_>, text: &mut String) {
    for (name, said) in locales::said(Locale::ENGLISH) {
        if let Some((id, attribute)) = name.split_once('.') {
            let words = l10n.l10n.attribute(l10n.locale, id, attribute);
            writeln!(text, "{name}: {words}").unwrap();
            continue;
        }
        for message in cases(name.clone().leak(), &said) {
            let words = l10n.tr(&message);
            assert!(!words.trim().is_empty(), "{}: {name}", l10n.locale.tag());
            writeln!(text, "{name}: {words}").unwrap();
        }
    }
}

/// The refusals of the texts in a file.
fn refusals() -> Vec<Text> {
    let file = source::read("tests/it/data/refusals.txt");
    let rows = file.lines().filter(|line| !line.starts_with('#'));
    let refusal = |row: &str| {
        let [variant, position, before, text] = row.splitn(4, " | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (rules, variant) = Registry::standard().variant(variant).unwrap();
        let mut line = rules.parse(variant, position).unwrap();
        for played in before.split_whitespace() {
            line.play(played).unwrap();
        }
        let refusal = line.read(text).err();
        Text::from(refusal.unwrap_or_else(|| panic!("{row} is legal")))
    };
    rows.map(refusal).collect()
}

/// A reply as a person would see it.
fn page(head: &str, reply: &Reply) -> String {
    let kind = if reply.private { "private" } else { "public" };
    let pings: Vec<String> = reply.pings.iter().map(|who| format!(" @{who}")).collect();
    let board = reply.board.as_ref().map_or("", |_| " [board]");
    let mut page = format!(
        "\n--- {head} ({kind}){}{board}\n{}\n",
        pings.concat(),
        reply.text
    );
    if let Some(animation) = &reply.animation {
        writeln!(page, "{}\n{}", animation.alt, animation.sorry).unwrap();
    }
    if let Some(file) = &reply.file {
        writeln!(page, "{}", file.alt).unwrap();
    }
    for row in &reply.rows {
        let parts: Vec<String> = match row {
            Row::Buttons(buttons) => {
                let off = |on| if on { "" } else { " (off)" };
                let button = |it: &view::reply::Button| {
                    let emoji = match &it.emoji {
                        Some(Emoji::Character(emoji)) => emoji,
                        Some(Emoji::Own(..)) | None => "",
                    };
                    format!("[{emoji}{}]{}", it.label, off(it.enabled))
                };
                buttons.iter().map(button).collect()
            }
            Row::Section { text, button } => {
                let label = button.as_ref().map(|button| format!("[{}]", button.label));
                std::iter::once(text.clone()).chain(label).collect()
            }
            Row::Channels {
                placeholder,
                chosen,
                ..
            } => {
                let chosen = chosen.iter().map(|it| format!("  <#{it}>"));
                std::iter::once(format!("({placeholder})"))
                    .chain(chosen)
                    .collect()
            }
            Row::Menu {
                placeholder,
                options,
                ..
            } => {
                let some = options.iter().take(4).map(|option| option.label.as_str());
                vec![format!(
                    "<{placeholder}: {} | …>",
                    some.collect::<Vec<_>>().join(" | ")
                )]
            }
        };
        writeln!(page, "{}", parts.join(" ")).unwrap();
    }
    page
}

/// All that the bot says in a language; panics if a message or one of its arguments is missing.
fn everything(locale: Locale) -> String {
    let l10n = Localizer {
        l10n: &L10n::default(),
        locale,
        known: &Known::default(),
    };
    let mut text = format!("Everything Siwa says: {}\n\n", locale.tag());
    messages(l10n, &mut text);
    text.push_str("\n=== What the rules refuse\n");
    for refusal in refusals() {
        writeln!(text, "{}", l10n.tr(&refusal)).unwrap();
    }
    for (head, reply) in replies(l10n, &USUAL) {
        text.push_str(&page(&head, &reply));
    }
    text
}

#[test]
fn the_english_texts_are_those_that_were_read_and_approved() {
    let changed = source::changed("tests/it/data/words/en.txt", &everything(Locale::ENGLISH));
    assert_eq!(changed, None, "read it after UPDATE=1");
}

/// With `UPDATE` their texts are written to `target/tmp/words`, for reading.
#[test]
fn the_other_languages_say_as_much_as_english() {
    let heads = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("--- "));
        lines.map(str::to_owned).collect()
    };
    let english = heads(&everything(Locale::ENGLISH));
    for locale in Locale::all().filter(|locale| *locale != Locale::ENGLISH) {
        let text = everything(locale);
        assert_eq!(heads(&text), english, "{}", locale.tag());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words");
        let file = folder.join(format!("{}.txt", locale.tag()));
        if source::is_update() {
            source::write(&file, &text);
        }
    }
}

#[test]
fn every_refusal_with_a_message_can_occur() {
    let met: BTreeSet<&str> = refusals().iter().map(|refusal| refusal.id).collect();
    let never: Vec<String> = locales::said(Locale::ENGLISH)
        .into_keys()
        .filter(|id| id.contains("-refused-") && !id.starts_with("lesson-"))
        .filter(|id| !met.contains(id.as_str()))
        .collect();
    assert!(never.is_empty(), "nobody is ever told {never:?}");
}

#[test]
fn a_waiting_player_gets_a_denial_when_they_choose() {
    let l10n = L10n::default();
    let game = fresh("seega-5-classic");
    let l10n = Localizer {
        l10n: &l10n,
        locale: Locale::ENGLISH,
        known: &Known::default(),
    };
    let panel = |who, typed| view::panel(l10n, &game, who, typed, None, false);
    let early = panel(waiter(&game), "");
    assert!(matches!(early, Err(Denial::NotYourTurn(..))));
    assert!(matches!(panel(EVE, ""), Err(Denial::NotYourGame(_))));
    assert!(matches!(panel(ANA, "c3"), Err(Denial::Refused(_))));
}

/// Phrases that are odd or say two things, and what they stand for: a person, right away or
/// together, again, no longer.
const ODD: [&str; 5] = ["whoever", "at once", "anew", "any more", "to and fro"];

/// Phrases that are odd in comments, too, and questions that are no sentences.
const ODD_IN_COMMENTS: &str = "for ever, kept of, of whom, that which, nobody but, is told, are told, \
    where the bot is not, debt, debts, Who., Where., Which., Whose., What., How many.";

fn odd<'a>(text: &'a str, phrases: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphabetic() && c != '-')
        .collect();
    let spaced = format!(" {} ", words.join(" ").to_lowercase());
    let whole = text.trim_start_matches(['/', '!']).trim();
    let odd = move |phrase: &&str| spaced.contains(&format!(" {phrase} ")) || whole == *phrase;
    phrases.iter().copied().filter(odd)
}

#[test]
fn messages_and_documents_speak_plain_english() {
    let mut texts = source::files("docs", ".md");
    for path in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = source::read(path);
        let path = path.to_owned();
        texts.push(source::Source { path, text });
    }
    let english = source::read("assets/locales/en.ftl");
    let spoken = english.lines().filter(|line| !line.starts_with('#'));
    texts.push(source::Source {
        path: "assets/locales/en.ftl".to_owned(),
        text: spoken.collect::<Vec<_>>().join("\n"),
    });
    for source::Source { path, text } in texts {
        for (number, line) in text.lines().enumerate() {
            let odd: Vec<&str> = odd(line, &ODD).collect();
            assert!(odd.is_empty(), "{path}:{}: {odd:?}", number + 1);
        }
    }
}

#[test]
fn comments_speak_plain_english() {
    let phrases = ODD.into_iter().chain(ODD_IN_COMMENTS.split(", "));
    let phrases: Vec<&str> = phrases.collect();
    for directory in ["src", "crates", "tests", "benches"] {
        for source::Source { path, text } in source::files(directory, ".rs") {
            for (number, line) in text.lines().enumerate() {
                let Some((_, comment)) = line.split_once("//") else {
                    continue;
                };
                let odd: Vec<&str> = odd(comment, &phrases).collect();
                assert!(odd.is_empty(), "{path}:{}: {odd:?}", number + 1);
            }
        }
    }
}
