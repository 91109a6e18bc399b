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
use siwa::game::{Game, GameRecord, Leaderboard, PlayerId, Rating, Standing};
use siwa::l10n::{L10n, Locale};
use siwa::message::Message;
use siwa::registry::Registry;
use siwa::render::{self, Orientation, THEMES};
use siwa::rules::{BySide, Side};

use super::source;
use super::table::{NOON, after, happen, mover, placed, stored, waiter, whole};
use super::words;

/// A message or one of its attributes, as a file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    variables: BTreeSet<String>,
    /// What each select chooses by, and its cases; those of number are left out.
    pub(crate) cases: BTreeMap<String, BTreeSet<String>>,
    /// Variables that numbers are chosen by.
    numbers: BTreeSet<String>,
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
        for variant in variants {
            match variant.key {
                VariantKey::Identifier { name } if !PLURALS.contains(&name) => {
                    self.cases
                        .entry(by.to_owned())
                        .or_default()
                        .insert(name.to_owned());
                }
                _ => {
                    self.numbers.insert(by.to_owned());
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
        let here = said(locale);
        let names =
            |all: &BTreeMap<String, Said>| all.keys().cloned().collect::<BTreeSet<String>>();
        let (wanted, found) = (names(&english), names(&here));
        let missing: Vec<_> = wanted.difference(&found).collect();
        let strange: Vec<_> = found.difference(&wanted).collect();
        assert!(
            missing.is_empty() && strange.is_empty(),
            "{}: -{missing:?} +{strange:?}",
            locale.tag()
        );
        for (name, said) in &here {
            let wanted = &english[name];
            assert_eq!(said.variables, wanted.variables, "{}: {name}", locale.tag());
            assert_eq!(said.cases, wanted.cases, "{}: {name}", locale.tag());
            for reference in &said.references {
                assert!(
                    here.contains_key(reference),
                    "{}: {name} refers to {reference}",
                    locale.tag()
                );
            }
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

#[test]
fn every_case_there_is_has_its_words() {
    for locale in Locale::ALL {
        let all = said(locale);
        for rules in Registry::standard().games() {
            let info = rules.info();
            let sides = &all[info.side_term].cases["case"];
            assert_eq!(
                sides.iter().collect::<Vec<_>>(),
                Side::BOTH.map(Side::name).iter().collect::<Vec<_>>()
            );
            for variant in info.variants {
                assert!(
                    all["ruleset"].cases["case"].contains(variant.ruleset),
                    "{}",
                    variant.id
                );
            }
            for id in [info.name, info.side_term, info.to_place, info.panel_place] {
                assert!(all.contains_key(id), "{}: {id}", locale.tag());
            }
        }
        for theme in &THEMES {
            let names = &all["theme"].cases["case"];
            assert!(names.contains(theme.id), "{}: {}", locale.tag(), theme.id);
        }
        // Winning by these is not possible, nor is drawing by those.
        let won = &all["ended-won"].cases["by"];
        let drawn = &all["ended-drawn"].cases["by"];
        for by in [
            "elimination",
            "barrier",
            "idle",
            "repetition",
            "claim",
            "agreement",
            "resignation",
            "time",
        ] {
            assert!(won.contains(by), "{}: ended-won {by}", locale.tag());
        }
        for by in [
            "dead",
            "barrier",
            "idle",
            "repetition",
            "claim",
            "agreement",
        ] {
            assert!(drawn.contains(by), "{}: ended-drawn {by}", locale.tag());
        }
    }
}

#[test]
fn every_message_has_words_for_every_argument_there_is() {
    let l10n = L10n::new();
    for locale in Locale::ALL {
        for (name, said) in said(locale) {
            if let Some((id, attribute)) = name.split_once('.') {
                assert!(
                    said.variables.is_empty(),
                    "{name}: attributes have no arguments"
                );
                assert!(!l10n.attribute(locale, id, attribute).is_empty());
                continue;
            }
            // Every case of each select, the other arguments being anything.
            let mut sets: Vec<BTreeMap<&str, Sample<'_>>> = vec![BTreeMap::new()];
            for variable in &said.variables {
                let samples: Vec<Sample<'_>> = if let Some(cases) = said.cases.get(variable) {
                    cases
                        .iter()
                        .map(|case| Sample::Text(case))
                        .chain([Sample::Text("?")])
                        .collect()
                } else if said.numbers.contains(variable) {
                    [0, 1, 2, 5, 11, 100, 1_000_000]
                        .map(Sample::Number)
                        .to_vec()
                } else {
                    vec![Sample::Text("‹…›")]
                };
                sets = sets
                    .iter()
                    .flat_map(|set| {
                        samples.iter().map(move |sample| {
                            let mut set = set.clone();
                            set.insert(variable, *sample);
                            set
                        })
                    })
                    .collect();
            }
            for set in sets {
                let mut message = Message::new(name.clone().leak());
                for (variable, sample) in set {
                    let variable: &'static str = variable.to_owned().leak();
                    message = match sample {
                        Sample::Text(text) => message.with(variable, text),
                        Sample::Number(number) => message.with(variable, number),
                    };
                }
                // A mistake panics in the tests.
                let text = l10n.text(locale, &message);
                assert!(
                    !text.trim().is_empty() && !text.contains("{ $"),
                    "{}: {name}: {text}",
                    locale.tag()
                );
            }
        }
    }
}

/// An argument to try.
#[derive(Clone, Copy)]
enum Sample<'a> {
    Text(&'a str),
    Number(i64),
}

#[test]
fn commands_are_called_what_they_are_called_in_each_language() {
    for locale in Locale::ALL {
        for (number, line) in locale.source().lines().enumerate() {
            if line.starts_with('#') || line.starts_with("cli-") {
                continue;
            }
            // `/challenge` would be wrong where it is called `/défier`: `/{ command-challenge }`.
            let named = line
                .split("`/")
                .skip(1)
                .find(|rest| !rest.starts_with("{ command-"));
            assert_eq!(named, None, "{}.ftl:{}", locale.tag(), number + 1);
        }
    }
}

fn built() -> Vec<Value> {
    let commands = commands::all(&L10n::new(), Registry::standard());
    commands
        .iter()
        .map(|command| serde_json::to_value(command).unwrap())
        .collect()
}

fn names_of(value: &Value, field: &str) -> Vec<(String, String)> {
    let own = value[field]
        .as_str()
        .map(|text| ("en".to_owned(), text.to_owned()));
    let others = value[format!("{field}_localizations")].as_object();
    let others = others
        .into_iter()
        .flatten()
        .map(|(tag, text)| (tag.clone(), text.as_str().unwrap().to_owned()));
    own.into_iter().chain(others).collect()
}

fn check_name(value: &Value) {
    for (tag, name) in names_of(value, "name") {
        let length = name.chars().count();
        assert!((1..=32).contains(&length), "{tag}: {name}");
        // Discord's pattern: letters and digits of any language, -, _ and ', lower case where there is one.
        let good = name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\''));
        assert!(good && name.to_lowercase() == name, "{tag}: {name}");
    }
    for (tag, description) in names_of(value, "description") {
        let length = description.chars().count();
        assert!(
            (1..=100).contains(&length),
            "{tag}: {length}: {description}"
        );
    }
    for field in ["name", "description"] {
        assert_eq!(
            names_of(value, field).len(),
            5,
            "{value}: pt-BR, fr, es-ES, es-419 and English"
        );
    }
}

fn options(value: &Value) -> Vec<&Value> {
    value["options"].as_array().into_iter().flatten().collect()
}

#[test]
fn commands_are_as_discord_takes_them() {
    let built = built();
    assert_eq!(built.len(), 14);
    let mut attributes: BTreeSet<String> = BTreeSet::new();
    for command in &built {
        check_name(command);
        assert!(options(command).len() <= 25);
        let name = command["name"].as_str().unwrap();
        attributes.insert(format!("command-{name}"));
        attributes.insert(format!("command-{name}.description"));
        let mut optional = false;
        for option in options(command) {
            check_name(option);
            let own = option["name"].as_str().unwrap();
            attributes.insert(format!("command-{name}.{own}"));
            attributes.insert(format!("command-{name}.{own}-description"));
            let required = option["required"].as_bool().unwrap_or(false);
            assert!(
                !(required && optional),
                "{name}: what is required comes first"
            );
            optional |= !required;
            let choices: Vec<&Value> = option["choices"].as_array().into_iter().flatten().collect();
            assert!(choices.len() <= 25);
            for choice in choices {
                for (tag, name) in names_of(choice, "name") {
                    assert!((1..=100).contains(&name.chars().count()), "{tag}: {name}");
                }
                assert!(choice["value"].as_str().unwrap().chars().count() <= 100);
            }
        }
    }
    let words: BTreeSet<String> = said(Locale::English)
        .into_keys()
        .filter(|name| name.starts_with("command-"))
        .collect();
    assert_eq!(
        words, attributes,
        "words of commands and what is registered"
    );
}

#[test]
fn no_two_names_are_alike_in_any_language() {
    let built = built();
    let mut groups: Vec<Vec<&Value>> = vec![built.iter().collect()];
    for command in &built {
        groups.push(options(command));
        groups.extend(options(command).iter().map(|option| {
            option["choices"]
                .as_array()
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
        }));
    }
    for group in groups {
        let mut seen = BTreeSet::new();
        for value in group {
            for (tag, name) in names_of(value, "name") {
                assert!(
                    seen.insert((tag.clone(), name.clone())),
                    "{tag}: {name} stands there twice"
                );
            }
        }
    }
}

/// The characters Discord counts of a part of a command: the longest language of each text.
fn weight(value: &Value) -> usize {
    let longest = |field| {
        names_of(value, field)
            .iter()
            .map(|(_, text)| text.chars().count())
            .max()
            .unwrap_or(0)
    };
    let own = longest("name")
        + longest("description")
        + value["value"]
            .as_str()
            .map_or(0, |text| text.chars().count());
    let below = ["options", "choices"]
        .into_iter()
        .flat_map(|field| value[field].as_array().into_iter().flatten());
    own + below.map(weight).sum::<usize>()
}

#[test]
fn no_command_has_more_than_eight_thousand_characters() {
    for command in built() {
        assert!(
            weight(&command) < 8000,
            "{}: {}",
            command["name"],
            weight(&command)
        );
    }
}

fn everywhere(check: impl Fn(Voice<'_>)) {
    let l10n = L10n::new();
    for locale in Locale::ALL {
        check(Voice {
            l10n: &l10n,
            locale,
        });
    }
}

/// Whether Discord takes a message as it is, without anything being cut.
#[track_caller]
fn fits(voice: Voice<'_>, reply: &Reply, longest: usize) {
    let length = reply.text.chars().count();
    assert!(
        length <= longest,
        "{}: {length}:\n{}",
        voice.locale.tag(),
        reply.text
    );
    assert!(reply.rows.len() <= 5);
    for row in &reply.rows {
        match row {
            Row::Buttons(buttons) => {
                assert!((1..=5).contains(&buttons.len()));
                for button in buttons {
                    assert!(
                        (1..=80).contains(&button.label.chars().count()),
                        "{}",
                        button.label
                    );
                    assert!(
                        (1..=100).contains(&button.id.to_string().chars().count()),
                        "{}",
                        button.id
                    );
                }
            }
            Row::Menu {
                id,
                placeholder,
                options,
            } => {
                assert!((1..=100).contains(&id.to_string().chars().count()), "{id}");
                assert!(
                    (1..=150).contains(&placeholder.chars().count()),
                    "{placeholder}"
                );
                assert!((1..=25).contains(&options.len()));
                for option in options {
                    assert!(
                        (1..=100).contains(&option.label.chars().count()),
                        "{}",
                        option.label
                    );
                    assert!(
                        (1..=100).contains(&option.value.chars().count()),
                        "{}",
                        option.value
                    );
                }
            }
        }
    }
}

/// A game of these people, whose numbers are as long as numbers get.
fn long(variant: &str, moves: &[String]) -> Game {
    let mut record = stored(variant, &[]);
    record.id = siwa::game::GameId(u64::MAX);
    record.players = BySide {
        first: PlayerId(u64::MAX),
        second: PlayerId(u64::MAX - 1),
    };
    record.log[0].1 = Game::opening(record.players.first, siwa::game::Settled::Lots).written();
    let mut game = Game::replay(record, Registry::standard()).unwrap();
    for text in moves {
        let by = mover(&game);
        happen(&mut game, |game, at| game.play(by, text, None, at), NOON);
    }
    game
}

#[test]
fn rules_and_help_fit_into_a_message() {
    everywhere(|voice| {
        fits(voice, &view::help(voice), 2000);
        for rules in Registry::standard().games() {
            for variant in rules.info().variants {
                let lessons = rules.clauses(variant);
                let clauses = lessons.iter().map(|lesson| Some(lesson.id));
                for clause in clauses.chain([None]) {
                    let page = view::rules(voice, rules, variant, clause);
                    fits(voice, &page, 2000);
                    let alt = voice.lines(&render::alt(
                        page.board.as_ref().unwrap(),
                        Orientation::First,
                    ));
                    assert!(alt.chars().count() <= 1024, "{}: {alt}", voice.locale.tag());
                }
            }
        }
    });
}

#[test]
fn every_board_fits_into_a_message_and_its_words_into_an_alternative_text() {
    // A full board, with an offer on top.
    let mut full = long("seega-9-lugo", &placed("seega-9-lugo", 3));
    assert_eq!(full.diagram().pieces.len(), 80);
    let by = waiter(&full);
    happen(&mut full, |game, at| game.claim(by, at), NOON);
    everywhere(|voice| {
        for reply in [
            view::turn(voice, &full, None),
            view::board(voice, &full, full.player(Side::Second)),
            view::words(voice, &full, full.player(Side::Second)),
            view::told(voice, &full, view::turn(voice, &full, None)),
            view::more(voice, &full),
            view::resign(voice, &full),
            view::offer(voice, &full).unwrap(),
        ] {
            fits(voice, &reply, 2000);
        }
    });
    // And all that comes after it, to the end.
    let (moves, _) = whole("seega-9-lugo", 3);
    let games: Vec<Game> = (38..moves.len())
        .step_by(5)
        .chain([moves.len()])
        .map(|end| long("seega-9-lugo", &moves[..end]))
        .collect();
    everywhere(|voice| {
        for game in &games {
            fits(voice, &view::turn(voice, game, None), 2000);
            fits(
                voice,
                &view::words(voice, game, game.player(Side::Second)),
                2000,
            );
            let alt = voice.lines(&render::alt(&game.diagram(), Orientation::First));
            assert!(alt.chars().count() <= 1024, "{}: {alt}", voice.locale.tag());
        }
    });
}

/// A game that was given up after these moves, if it was not over, and its record.
fn given_up(variant: &str, moves: &[String]) -> (Game, GameRecord) {
    let text = format!("[Variant \"{variant}\"]\n{}\n", moves.join("\n"));
    let tags = "[Result \"first\"]\n[Termination \"resignation\"]\n";
    let record = GameRecord::read(format!("{tags}{text}"), Registry::standard())
        .or_else(|_| GameRecord::read(text, Registry::standard()));
    (long(variant, moves), record.unwrap())
}

#[test]
fn an_animation_is_told_whole_in_every_language() {
    let mut games = Vec::new();
    for (variant, seed) in [
        ("seega-9-lugo", 3),
        ("seega-9-french", 3),
        ("gyges-leroy", 1),
    ] {
        let (moves, _) = whole(variant, seed);
        let ends = (0..moves.len()).step_by(9).chain([40, moves.len()]);
        games.extend(ends.map(|end| given_up(variant, &moves[..end])));
    }
    everywhere(|voice| {
        for (game, record) in &games {
            let reply = view::film(voice, game, record, 0, PlayerId(9));
            fits(voice, &reply, 2000);
            let film = reply.film.unwrap();
            let board = voice.lines(&render::alt(film.boards.last().unwrap(), reply.orientation));
            let alt = format!("{} {board}", film.alt);
            let length = alt.chars().count();
            assert!(length <= 1024, "{}: {length}: {alt}", voice.locale.tag());
        }
    });
}

#[test]
fn every_panel_fits() {
    let games = [
        after("seega-5-classic", &placed("seega-5-classic", 2)),
        after("seega-9-modern", &placed("seega-9-modern", 2)),
        long("seega-9-classic", &[]),
        long("seega-9-classic", &placed("seega-9-classic", 2)[..20]),
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
fn every_list_fits() {
    let name = "W".repeat(32);
    let names = BySide {
        first: Some(name.clone()),
        second: Some(name),
    };
    let lines: Vec<_> = (0..25)
        .map(|number| words::line(9_000_000 + number, names.clone()))
        .collect();
    let standing = |place| Standing {
        place,
        player: PlayerId(u64::MAX),
        rating: Some(Rating {
            rating: 2345.6,
            deviation: 300.0,
            volatility: 0.06,
        }),
        won: 1000,
        drawn: 1000,
        lost: 1000,
    };
    let board = Leaderboard {
        standings: (990..1000).map(standing).collect(),
        own: Some(Standing {
            player: PlayerId(1),
            ..standing(5000)
        }),
        page: 99,
        pages: 500,
    };
    everywhere(|voice| {
        let viewer = lines[0].players.first;
        // What is too long for a text goes into an embed.
        fits(voice, &view::games(voice, &lines[..10], viewer), 4096);
        fits(
            voice,
            &view::leaderboard(
                voice,
                &board,
                Registry::standard().find("seega"),
                PlayerId(1),
            ),
            2000,
        );
        for viewer in [viewer, PlayerId(1)] {
            let command = siwa::discord::custom_id::Command::Resign;
            fits(voice, &view::which(voice, command, &lines, viewer), 2000);
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
