//! The words: complete in every language, used, and as long as Discord takes.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use serde_json::Value;
use siwa::discord::inbound::commands;
use siwa::discord::view::reply::{Reply, Row};
use siwa::discord::view::{self, Voice};
use siwa::game::{Game, PlayerId, RESIGNATION, TIME};
use siwa::l10n::{L10n, Locale};
use siwa::registry::Registry;
use siwa::render::{self, Orientation, THEMES};
use siwa::rules::{Diagram, Side};

use super::replies::{self, LONGEST, USUAL, replies};
use super::source;
use super::table::{mover, placed, whole};

/// A message or one of its attributes, as a file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) variables: BTreeSet<String>,
    /// What each select chooses by, and its cases; those of number are left out.
    pub(crate) cases: BTreeMap<String, BTreeSet<String>>,
    /// What each select by number tells apart: its own numbers, or one and many.
    pub(crate) numbers: BTreeMap<String, BTreeSet<i64>>,
    references: BTreeSet<String>,
}

/// The categories of CLDR, which differ from language to language.
const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

impl Said {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                if let InlineExpression::VariableReference { id } = selector {
                    self.select(id.name, variants);
                }
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn select(&mut self, by: &str, variants: &[Variant<&str>]) {
        let by = || by.to_owned();
        for variant in variants {
            match variant.key {
                VariantKey::NumberLiteral { value } => {
                    let number = value.parse().unwrap();
                    self.numbers.entry(by()).or_default().insert(number);
                }
                VariantKey::Identifier { name } if PLURALS.contains(&name) => {
                    self.numbers.entry(by()).or_default().extend([1, 3]);
                }
                VariantKey::Identifier { name } => {
                    let cases = self.cases.entry(by()).or_default();
                    cases.insert(name.to_owned());
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, attribute } => {
                let attribute = attribute
                    .as_ref()
                    .map(|attribute| format!(".{}", attribute.name));
                self.references
                    .insert(format!("{}{}", id.name, attribute.unwrap_or_default()));
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            other => panic!("{other:?} is used in no other message"),
        }
    }
}

/// Every message and attribute of a language: `command-board`, `command-board.text`.
pub(crate) fn said(locale: Locale) -> BTreeMap<String, Said> {
    let resource = parser::parse(locale.source())
        .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", locale.tag()));
    let mut all = BTreeMap::new();
    let mut add = |name: String, pattern: &Pattern<&str>| {
        let mut said = Said::default();
        said.pattern(pattern);
        assert!(
            all.insert(name.clone(), said).is_none(),
            "{}: {name} stands there twice",
            locale.tag()
        );
    };
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                add(message.id.name.to_owned(), message.value.as_ref().unwrap());
                for attribute in &message.attributes {
                    add(
                        format!("{}.{}", message.id.name, attribute.id.name),
                        &attribute.value,
                    );
                }
            }
            Entry::Term(term) => {
                panic!("{}: {} is a term; messages do", locale.tag(), term.id.name)
            }
            Entry::Junk { content } => panic!("{}: junk: {content}", locale.tag()),
            _ => {}
        }
    }
    all
}

#[test]
fn every_language_says_the_same() {
    let english = said(Locale::English);
    for locale in Locale::ALL {
        let tag = locale.tag();
        let here = said(locale);
        let names: BTreeSet<&String> = here.keys().collect();
        let wanted: BTreeSet<&String> = english.keys().collect();
        let differing: Vec<_> = names.symmetric_difference(&wanted).collect();
        assert!(differing.is_empty(), "{tag}: {differing:?}");
        for (name, said) in &here {
            assert_eq!(said.variables, english[name].variables, "{tag}: {name}");
            assert_eq!(said.cases, english[name].cases, "{tag}: {name}");
            for reference in &said.references {
                assert!(
                    names.contains(reference),
                    "{tag}: {name} refers to {reference}"
                );
            }
            let attribute = name.contains('.');
            assert!(
                !attribute || said.variables.is_empty(),
                "{name} has arguments"
            );
        }
    }
}

/// Ids that are made at run time from the list of games.
fn of_the_registry() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for rules in Registry::standard().games() {
        let info = rules.info();
        ids.insert(format!("rules-{}", info.id));
        ids.insert(format!("rules-{}-example", info.id));
        for variant in info.variants {
            ids.insert(format!("rules-{}-{}", info.id, variant.ruleset));
        }
    }
    ids
}

/// What stands between quotation marks in the program itself, tests aside.
fn literals() -> BTreeSet<String> {
    source::files("src", ".rs")
        .into_iter()
        .filter(|source| !source.path.contains("/tests/"))
        .flat_map(|source| source::literals(source::own(&source.text)))
        .collect()
}

/// What the page asks for.
fn of_the_page() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let parts = [".js", ".html"].map(|kind| source::files("assets/playground", kind));
    for source in parts.into_iter().flatten() {
        for (at, _) in source.text.match_indices("\"page-") {
            let id = source.text[at + 1..].split('"').next().unwrap();
            ids.insert(id.to_owned());
        }
    }
    ids
}

#[test]
fn every_message_is_used_and_every_used_message_exists() {
    let literals = literals();
    let ids: BTreeSet<String> = said(Locale::English)
        .into_keys()
        .filter(|id| !id.contains('.'))
        .collect();
    let made = of_the_registry();
    let page = of_the_page();
    for id in &ids {
        let used = literals.contains(id) || made.contains(id) || page.contains(id);
        assert!(used, "{id} is used nowhere");
    }
    for id in made.iter().chain(&page) {
        assert!(ids.contains(id), "there are no words for {id}");
    }
    let kinds: BTreeSet<&str> = ids
        .iter()
        .filter_map(|id| id.split_once('-'))
        .map(|(kind, _)| kind)
        .collect();
    // These look like ids, and are not.
    let others = ["board-text", "resign-surely", "page-", "games-"];
    for literal in &literals {
        let looks = literal.split_once('-').is_some_and(|(kind, rest)| {
            kinds.contains(kind)
                && !rest.is_empty()
                && rest
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        });
        if looks && !others.contains(&literal.as_str()) && !known(literal) {
            assert!(ids.contains(literal), "there are no words for {literal}");
        }
    }
}

/// Ids of variants, of attributes.
fn known(literal: &str) -> bool {
    literal.ends_with("-description") || Registry::standard().variant(literal).is_some()
}

/// What is put into a message must have the name that the words know it by: the file
/// that names the message names its arguments too; what games share is in their folder.
#[test]
fn every_message_is_given_what_it_needs() {
    let english = said(Locale::English);
    let infos = Registry::standard().games().map(|rules| rules.info());
    let of_games: Vec<&str> = infos
        .flat_map(|info| [&[info.to_place], &info.ended[..], &info.result[..]].concat())
        .collect();
    let files = source::files("src", ".rs").into_iter().map(|source| {
        let literals = source::literals(source::own(&source.text));
        (source.path, literals.into_iter().collect::<BTreeSet<_>>())
    });
    let files: Vec<(String, BTreeSet<String>)> = files.collect();
    let rules = files
        .iter()
        .filter(|(path, _)| path.starts_with("src/rules/"));
    let of_rules: BTreeSet<&String> = rules.flat_map(|(_, literals)| literals).collect();
    for (path, literals) in &files {
        for id in literals.iter().filter(|id| id.contains('-')) {
            // The command line fills in what is wrong in one place, the page its own
            // words, the view and the record what a game says of placing and its end.
            let elsewhere = id.starts_with("page-") || of_games.contains(&id.as_str());
            let Some(said) = english.get(id).filter(|_| !elsewhere) else {
                continue;
            };
            // A term is asked for by its case.
            let shared = |name: &str| match path.split('/').nth(1) {
                Some("rules") => name == "case" || of_rules.iter().any(|it| *it == name),
                Some("cli") => true,
                _ => name == "case",
            };
            let mut needed = said.variables.iter();
            let missing = needed.find(|name| !literals.contains(*name) && !shared(name));
            assert_eq!(missing, None, "{path}: {id}");
        }
    }
}

#[test]
fn every_case_there_is_has_its_words() {
    let all = said(Locale::English);
    let cases = |id: &str, by: &str| all[id].cases[by].clone();
    let all_of = |names: &[&str]| {
        names
            .iter()
            .map(ToString::to_string)
            .collect::<BTreeSet<_>>()
    };
    for rules in Registry::standard().games() {
        let info = rules.info();
        assert_eq!(
            cases(info.side_term, "case"),
            all_of(&Side::BOTH.map(Side::name))
        );
        for variant in info.variants {
            assert!(
                cases("ruleset", "case").contains(variant.ruleset),
                "{}",
                variant.id
            );
        }
        for id in [info.name, info.to_place, info.panel_place] {
            assert!(all.contains_key(id), "{id}");
        }
    }
    assert_eq!(
        cases("theme", "case"),
        all_of(&THEMES.each_ref().map(|theme| theme.id))
    );
    for info in Registry::standard().games().map(|rules| rules.info()) {
        for [won, drawn] in [info.ended, info.result] {
            let (won, drawn) = (cases(won, "by"), cases(drawn, "by"));
            for end in info.end_reasons {
                // Where pieces are counted they may be as many.
                let here = [&won, &drawn].map(|cases| cases.contains(end.id));
                assert!(here[0] || here[1], "{} by {}", info.id, end.id);
                assert!(
                    !end.counts || here == [true, true],
                    "{} by {}",
                    info.id,
                    end.id
                );
            }
            assert!(
                won.is_superset(&all_of(&[RESIGNATION.id, TIME.id])),
                "{}",
                info.id
            );
        }
    }
}

/// `/challenge` would be wrong where it is called `/défier`, `opponent` where it is
/// `adversaire`: both are referred to.
#[test]
fn commands_and_options_are_called_what_they_are_called_in_each_language() {
    let built = built();
    let options: BTreeSet<&str> = built
        .iter()
        .flat_map(|it| parts(it, "options"))
        .map(name)
        .collect();
    for locale in Locale::ALL {
        for (number, line) in (1..).zip(locale.source().lines()) {
            if line.starts_with('#') || line.starts_with("cli-") {
                continue;
            }
            for code in line.split('`').skip(1).step_by(2) {
                let command = code
                    .strip_prefix('/')
                    .is_some_and(|it| !it.starts_with("{ command-"));
                let option = options.contains(code.trim_end_matches(':'));
                assert!(!command && !option, "{}.ftl:{number}: {code}", locale.tag());
            }
        }
    }
}

/// French has a narrow space before its high signs, a wide one before a colon and inside
/// quotation marks; Spanish has only one kind of quotation marks.
#[test]
fn signs_stand_as_each_language_has_them() {
    let french = |signs: &[char]| match signs {
        ['\u{a0}', '?', '\u{a0}'] => false,
        [before, '!' | '?' | ';', _] => *before != '\u{202f}',
        [before, ':' | '»', after] => *before != '\u{a0}' && *after != '/',
        ['«', after, _] => *after != '\u{a0}',
        _ => false,
    };
    let check = |locale: Locale, wrong: &dyn Fn(&str) -> bool| {
        for (number, line) in (1..).zip(locale.source().lines()) {
            let ours = !line.starts_with('#') && !line.starts_with("cli-error");
            assert!(
                !(ours && wrong(line)),
                "{}.ftl:{number}: {line}",
                locale.tag()
            );
        }
    };
    check(Locale::French, &|line| {
        let words: String = line.split('`').step_by(2).chain([" "]).collect();
        words.chars().collect::<Vec<_>>().windows(3).any(french)
    });
    check(Locale::Spanish, &|line| line.contains(['“', '”']));
}

fn built() -> Vec<Value> {
    let commands = commands::all(&L10n::new(), Registry::standard());
    let json = |command| serde_json::to_value(command).unwrap();
    commands.iter().map(json).collect()
}

fn parts<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    value[field].as_array().into_iter().flatten()
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap()
}

/// A field in every language: its tag, and the text.
fn in_all<'a>(value: &'a Value, field: &str) -> Vec<(&'a str, &'a str)> {
    let own = value[field].as_str().map(|text| ("en", text));
    let others = value[format!("{field}_localizations")].as_object();
    let others = others.into_iter().flatten();
    own.into_iter()
        .chain(others.map(|(tag, text)| (tag.as_str(), text.as_str().unwrap())))
        .collect()
}

/// What is true of a command, an option and a choice alike; answers the characters that
/// Discord counts, the longest language of each text.
fn check(value: &Value) -> usize {
    let mut weight = 0;
    // A choice has a longer name, and no description.
    let choice = value.get("value").is_some();
    for (field, most) in [
        ("name", if choice { 100 } else { 32 }),
        ("description", 100),
    ] {
        let texts = in_all(value, field);
        assert!(
            choice || texts.len() == 5,
            "{value}: English, pt-BR, fr, es-ES and es-419"
        );
        for (tag, text) in &texts {
            let length = text.chars().count();
            assert!((1..=most).contains(&length), "{tag}: {length}: {text}");
            // Discord's pattern: letters and digits of any language, -, _ and ', in lower case.
            let good = text
                .chars()
                .all(|c| c.is_alphanumeric() || "-_'".contains(c));
            let named = good && text.to_lowercase() == **text;
            assert!(choice || field != "name" || named, "{tag}: {text}");
        }
        weight += texts
            .iter()
            .map(|(_, text)| text.chars().count())
            .max()
            .unwrap_or(0);
    }
    if choice {
        let length = value["value"].as_str().unwrap().chars().count();
        assert!(length <= 100, "{value}");
        weight += length;
    }
    for field in ["options", "choices"] {
        let below: Vec<&Value> = parts(value, field).collect();
        assert!(below.len() <= 25, "{value}");
        differ(&below);
        weight += below.into_iter().map(check).sum::<usize>();
    }
    let required: Vec<bool> = parts(value, "options")
        .map(|option| option["required"].as_bool().unwrap_or(false))
        .collect();
    assert!(
        required.is_sorted_by(|one, next| one >= next),
        "{value}: what is required comes first"
    );
    weight
}

fn differ(values: &[&Value]) {
    let names: Vec<_> = values
        .iter()
        .flat_map(|value| in_all(value, "name"))
        .collect();
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!(
        names.len(),
        different.len(),
        "two are called alike: {names:?}"
    );
}

#[test]
fn commands_are_as_discord_takes_them() {
    let built = built();
    assert!(built.len() <= 100);
    differ(&built.iter().collect::<Vec<_>>());
    let mut words = BTreeSet::new();
    for command in &built {
        assert!(check(command) < 8000, "{}", name(command));
        let id = format!("command-{}", name(command));
        for option in parts(command, "options").map(name) {
            words.extend([
                format!("{id}.{option}"),
                format!("{id}.{option}-description"),
            ]);
        }
        words.extend([format!("{id}.description"), id]);
    }
    let mut there = said(Locale::English);
    there.retain(|name, _| name.starts_with("command-"));
    assert_eq!(there.into_keys().collect::<BTreeSet<_>>(), words);
}

fn everywhere(check: impl Fn(Voice<'_>)) {
    let l10n = L10n::new();
    let l10n = &l10n;
    for locale in Locale::ALL {
        check(Voice { l10n, locale });
    }
}

/// Whether Discord takes a message as it is, without anything being cut.
#[track_caller]
fn fits(voice: Voice<'_>, reply: &Reply, longest: usize) {
    let within = |text: &str, most: usize| {
        let length = text.chars().count();
        let fits = (1..=most).contains(&length);
        assert!(fits, "{}: {length}: {text}", voice.locale.tag());
    };
    within(&reply.text, longest);
    if let Some(board) = &reply.board {
        within(&alt(voice, board, reply.orientation), 1024);
    }
    assert!(reply.rows.len() <= 5);
    for row in &reply.rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=5).contains(&buttons.len()));
                for button in buttons {
                    within(&button.label, 80);
                    within(&button.id.to_string(), 100);
                }
            }
            Row::Menu {
                id,
                placeholder,
                options,
            } => {
                assert!((1..=25).contains(&options.len()));
                within(&id.to_string(), 100);
                within(placeholder, 150);
                for option in options {
                    within(&option.label, 100);
                    within(&option.value, 100);
                    within(option.description.as_deref().unwrap_or("-"), 100);
                }
            }
        }
    }
}

fn alt(voice: Voice<'_>, board: &Diagram, from: Orientation) -> String {
    voice.lines(&render::alt(board, from))
}

#[test]
fn every_reply_fits_into_a_message_and_its_board_into_an_alternative_text() {
    everywhere(|voice| {
        for cast in [USUAL, LONGEST] {
            for (head, reply) in replies(voice, &cast) {
                // What is too long for a text goes into an embed.
                let longest = if head.starts_with("games") {
                    4096
                } else {
                    2000
                };
                fits(voice, &reply, longest);
            }
        }
        for rules in Registry::standard().games() {
            for variant in rules.info().variants {
                for lesson in rules.clauses(variant) {
                    let page = view::rules(voice, rules, variant, Some(lesson.id));
                    fits(voice, &page, 2000);
                }
            }
        }
    });
}

#[test]
fn every_board_of_a_long_game_and_its_animation_are_told_whole() {
    let mut games = Vec::new();
    for (variant, seed) in [
        ("seega-9-lugo", 3),
        ("seega-9-french", 3),
        ("gyges-leroy", 1),
    ] {
        let (moves, _) = whole(variant, seed);
        let given_up = "[Result \"first\"]\n[Termination \"resignation\"]\n";
        for end in (0..moves.len()).step_by(9).chain([40, moves.len()]) {
            let moves = &moves[..end];
            let game = LONGEST.game(variant, moves);
            let record = replies::record(variant, moves, given_up);
            let record = record.or_else(|| replies::record(variant, moves, ""));
            games.push((game, record.unwrap()));
        }
    }
    assert!(
        games
            .iter()
            .any(|(game, _)| game.diagram().pieces.len() == 80)
    );
    everywhere(|voice| {
        for (game, record) in &games {
            fits(voice, &view::turn(voice, game, None), 2000);
            fits(
                voice,
                &view::words(voice, game, game.player(Side::Second)),
                2000,
            );
            let reply = view::film(voice, game, record, 0, PlayerId(9));
            fits(voice, &reply, 2000);
            let film = reply.film.unwrap();
            let board = alt(voice, film.boards.last().unwrap(), reply.orientation);
            let alt = format!("{} {board}", film.alt);
            let length = alt.chars().count();
            assert!(length <= 1024, "{}: {length}: {alt}", voice.locale.tag());
        }
    });
}

#[test]
fn every_panel_fits() {
    let set = |variant: &str, turns: usize| {
        let moves = placed(variant, 2);
        LONGEST.game(variant, &moves[..turns.min(moves.len())])
    };
    let games: [Game; 4] = [
        set("seega-5-classic", 100),
        set("seega-9-modern", 100),
        set("seega-9-classic", 0),
        set("seega-9-classic", 20),
    ];
    everywhere(|voice| {
        for game in &games {
            let mut waiting = vec![String::new()];
            let mut seen = 0;
            // Some of what can be chosen, to the end.
            while let Some(typed) = waiting.pop() {
                let panel = view::panel(voice, game, mover(game), &typed).unwrap();
                fits(voice, &panel, 2000);
                seen += 1;
                for row in &panel.rows {
                    if let Row::Menu { options, .. } = row {
                        let some = options.iter().step_by(options.len().div_ceil(2));
                        waiting.extend(some.map(|option| option.value.clone()));
                    }
                }
            }
            assert!(seen > 2);
        }
    });
}

#[test]
fn a_tag_finds_its_language() {
    for (tag, locale) in [
        ("pt-BR", Locale::Portuguese),
        ("pt_PT.UTF-8", Locale::Portuguese),
        ("fr", Locale::French),
        ("es-ES", Locale::Spanish),
        ("es-419", Locale::Spanish),
        ("en-GB", Locale::English),
        ("de", Locale::English),
        ("estonian", Locale::English),
        ("", Locale::English),
        ("🦀", Locale::English),
    ] {
        assert_eq!(Locale::from_tag(tag), locale, "{tag}");
    }
    for locale in Locale::ALL {
        assert_eq!(Locale::from_tag(locale.tag()), locale);
    }
}

#[test]
fn the_page_gets_its_words_with_their_gaps() {
    let l10n = L10n::new();
    let english = said(Locale::English);
    for locale in Locale::ALL {
        let words = l10n.all_with_prefix(locale, "page-");
        assert_eq!(
            words.len(),
            english.keys().filter(|id| id.starts_with("page-")).count()
        );
        for (id, text) in words {
            for variable in &english[&id].variables {
                assert!(
                    text.contains(&format!("{{ ${variable} }}")),
                    "{}: {id}: {text}",
                    locale.tag()
                );
            }
        }
    }
}
