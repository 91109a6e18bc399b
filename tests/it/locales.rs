//! The translations: complete in every language, used, and called with the right arguments.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use serde_json::Value;
use siwa::discord::inbound::commands;
use siwa::game::{Denial, RESIGNATION, Scope, TIME};
use siwa::l10n::{L10n, Locale};
use siwa::store::OpenError;
use siwa_boards::THEMES;
use siwa_games::registry::{Reason, Registry};
use siwa_games::rules::{GameInfo, Grade, Side};
use strum::VariantNames as _;

use super::source;

/// The plural categories of CLDR, which differ between languages.
const PLURALS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// A message or one of its attributes, as written in a file.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) variables: BTreeSet<String>,
    /// The cases of each select, except selects by number.
    pub(crate) cases: BTreeMap<String, BTreeSet<String>>,
    /// The numbers that each select by number distinguishes: its own, or one and many.
    pub(crate) numbers: BTreeMap<String, BTreeSet<i64>>,
    references: BTreeSet<String>,
}

impl Said {
    fn read(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            let (inline, variants) = match element {
                PatternElement::TextElement { .. } => continue,
                PatternElement::Placeable { expression } => match expression {
                    Expression::Inline(inline) => (inline, &[][..]),
                    Expression::Select { selector, variants } => (selector, &variants[..]),
                },
            };
            match inline {
                InlineExpression::VariableReference { id } => {
                    self.variables.insert(id.name.to_owned());
                    for variant in variants {
                        self.case(id.name, &variant.key);
                        self.read(&variant.value);
                    }
                }
                InlineExpression::MessageReference { id, attribute } => {
                    let attribute = attribute.iter().map(|it| format!(".{}", it.name));
                    let name = format!("{}{}", id.name, attribute.collect::<String>());
                    self.references.insert(name);
                }
                InlineExpression::StringLiteral { .. } => {}
                other => panic!("{other:?} is used in no other message"),
            }
        }
    }

    fn case(&mut self, by: &str, key: &VariantKey<&str>) {
        let numbers = self.numbers.entry(by.to_owned());
        match key {
            VariantKey::NumberLiteral { value } => {
                numbers.or_default().insert(value.parse().unwrap());
            }
            VariantKey::Identifier { name } if PLURALS.contains(name) => {
                numbers.or_default().extend([1, 3]);
            }
            VariantKey::Identifier { name } => {
                let cases = self.cases.entry(by.to_owned());
                cases.or_default().insert((*name).to_owned());
            }
        }
    }
}

/// Every message and attribute of a language: `command-board`, `command-board.text`.
pub(crate) fn said(locale: Locale) -> BTreeMap<String, Said> {
    let tag = locale.tag();
    let file = parser::parse(locale.source());
    let file = file.unwrap_or_else(|(_, errors)| panic!("{tag}: {errors:?}"));
    let mut all = BTreeMap::new();
    for entry in &file.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::Term(_) | Entry::Junk { .. } => panic!("{tag}: {entry:?} is no message"),
            _ => continue,
        };
        let id = message.id.name;
        let attributes = message.attributes.iter();
        let attributes = attributes.map(|it| (format!("{id}.{}", it.id.name), &it.value));
        let value = (id.to_owned(), message.value.as_ref().unwrap());
        for (name, pattern) in std::iter::once(value).chain(attributes) {
            let mut said = Said::default();
            said.read(pattern);
            let twice = all.insert(name.clone(), said).is_some();
            assert!(!twice, "{tag}: {name} is there twice");
        }
    }
    all
}

#[test]
fn every_language_has_the_same_messages() {
    let english = said(Locale::ENGLISH);
    for locale in Locale::all() {
        let tag = locale.tag();
        let here = said(locale);
        for name in english.keys().chain(here.keys()) {
            let [ours, theirs] = [&here, &english].map(|all| all.get(name));
            let shape =
                |said: Option<&Said>| said.map(|it| (it.variables.clone(), it.cases.clone()));
            assert_eq!(shape(ours), shape(theirs), "{tag}: {name}");
        }
        for (name, said) in &here {
            let lost = said.references.iter().find(|it| !here.contains_key(*it));
            assert_eq!(lost, None, "{tag}: {name} refers to it");
            let plain = !name.contains('.') || said.variables.is_empty();
            assert!(plain, "{tag}: the attribute {name} has arguments");
        }
    }
}

fn games() -> impl Iterator<Item = &'static GameInfo> {
    Registry::standard().games().map(|rules| rules.info())
}

/// Every file of the program with its string literals, without tests.
fn literals() -> Vec<(String, BTreeSet<String>)> {
    let files = ["src", "crates"].map(|directory| source::files(directory, ".rs"));
    let own = files
        .into_iter()
        .flatten()
        .filter(|file| !file.path.contains("/tests/"));
    own.map(|file| {
        let literals = source::literals(source::own(&file.text));
        let mut literals: BTreeSet<String> = literals.into_iter().collect();
        if file.path == "src/game/denial.rs" {
            // Each denial has the name of its message; one uses the message of the rules.
            let denials = Denial::VARIANTS.iter().map(|id| (*id).to_owned());
            literals.extend(denials.filter(|id| id != "denied-refused"));
        }
        if file.path == "crates/games/src/rules/evaluate.rs" {
            // Each reason of a hint, too.
            literals.extend(Reason::VARIANTS.iter().map(|id| (*id).to_owned()));
        }
        if file.path == "src/cli/terminal.rs" {
            // So has each reason why a database cannot be opened; one is also the doctor's.
            let reasons = OpenError::VARIANTS.iter().map(|id| (*id).to_owned());
            literals.extend(reasons.filter(|id| id != "cli-database-empty"));
        }
        (file.path, literals)
    })
    .collect()
}

/// Ids that are not literals of the program: built from the lists of games and of commands, or used
/// by the page.
fn other_ids() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for info in games() {
        let rules = format!("rules-{}", info.id);
        let variants = info.variants.iter();
        ids.extend(variants.map(|variant| format!("{rules}-{}", variant.ruleset)));
        ids.extend([info.name, info.to_place, info.panel_place].map(str::to_owned));
        ids.extend([format!("{rules}-example"), rules]);
    }
    for command in built() {
        ids.insert(format!("command-{}", command["name"].as_str().unwrap()));
    }
    for file in [".js", ".html"].map(|kind| source::files("crates/playground/assets/page", kind)) {
        for text in file
            .iter()
            .flat_map(|file| file.text.split("\"page-").skip(1))
        {
            ids.insert(format!("page-{}", text.split('"').next().unwrap()));
        }
    }
    ids
}

#[test]
fn every_message_is_used_and_every_used_message_exists() {
    let english = said(Locale::ENGLISH).into_keys();
    let ids: BTreeSet<String> = english.filter(|id| !id.contains('.')).collect();
    let kinds = ids.iter().filter_map(|id| id.split_once('-'));
    let kinds: BTreeSet<&str> = kinds.map(|(kind, _)| kind).collect();
    let looks_like_an_id = |literal: &String| {
        let letters = |c: char| c.is_ascii_lowercase() || c == '-';
        let (kind, rest) = literal.split_once('-').unwrap_or_default();
        let is_whole = !rest.is_empty() && !rest.ends_with('-');
        kinds.contains(kind) && is_whole && rest.chars().all(letters)
    };
    // Names of variants and of attributes look the same, and custom ids.
    let is_none = |literal: &String| {
        literal.ends_with("-description") || Registry::standard().variant(literal).is_some()
    };
    let mut used = other_ids();
    let mut wanted = used.clone();
    for (path, literals) in literals() {
        used.extend(literals.clone());
        if !path.starts_with("src/discord/custom_id/") {
            let literals = literals.into_iter().filter(looks_like_an_id);
            wanted.extend(literals.filter(|it| !is_none(it)));
        }
    }
    let unused: Vec<_> = ids.difference(&used).collect();
    assert!(unused.is_empty(), "used nowhere: {unused:?}");
    let missing: Vec<_> = wanted.difference(&ids).collect();
    assert!(missing.is_empty(), "there are no words for {missing:?}");
}

/// An argument must have the name that the message uses: the file that names the message also names
/// its arguments; for games, a file in their folder.
#[test]
fn every_message_gets_its_arguments() {
    let english = said(Locale::ENGLISH);
    let files = literals();
    let rules = files
        .iter()
        .filter(|(path, _)| path.starts_with("crates/games/src/rules/"));
    let of_rules: BTreeSet<String> = rules.flat_map(|(_, it)| it.clone()).collect();
    // The command line fills in errors in one place, the page its own texts, the view a game's
    // messages about placing, its board and its end.
    let of_games: Vec<&str> = games()
        .flat_map(|it| {
            [
                it.ended[0],
                it.ended[1],
                it.to_place,
                it.panel_place,
                it.legend,
            ]
        })
        .collect();
    for (path, literals) in files
        .iter()
        .filter(|(path, _)| !path.starts_with("src/cli/"))
    {
        let mut given = literals.clone();
        // A term's argument is its case.
        given.insert("case".to_owned());
        if path.starts_with("crates/games/src/rules/") {
            given.extend(of_rules.clone());
        }
        let elsewhere = |id: &str| id.starts_with("page-") || of_games.contains(&id);
        for id in literals
            .iter()
            .filter(|id| id.contains('-') && !elsewhere(id))
        {
            let needed = english.get(id).map(|said| &said.variables);
            let missing = needed.and_then(|needed| needed.difference(&given).next());
            assert_eq!(missing, None, "{path}: {id}");
        }
    }
}

#[test]
fn every_case_there_is_has_its_words() {
    let all = said(Locale::ENGLISH);
    let cases = |id: &str, by: &str| -> BTreeSet<&str> {
        all[id].cases[by].iter().map(String::as_str).collect()
    };
    let variants = games().flat_map(|info| info.variants);
    let rulesets = variants.map(|variant| variant.ruleset);
    assert_eq!(cases("ruleset", "case"), rulesets.collect());
    let themes = THEMES.iter().map(|theme| theme.id);
    assert_eq!(cases("theme", "case"), themes.collect());
    let grades = [Grade::Great, Grade::Small].map(|grade| grade.to_string());
    let grades: BTreeSet<&str> = grades.iter().map(String::as_str).collect();
    assert_eq!(cases("ended-grade", "grade"), grades);
    let scopes: BTreeSet<&str> = Scope::VARIANTS.iter().copied().collect();
    for id in [
        "leaderboard-head",
        "leaderboard-empty",
        "leaderboard-own-none",
    ] {
        assert_eq!(cases(id, "scope"), scopes);
    }
    for info in games() {
        let sides = Side::BOTH.map(Side::name);
        assert_eq!(cases(info.side_term, "case"), sides.into());
        for [won, drawn] in [info.ended, ["result-won", "result-drawn"]] {
            let [won, drawn] = [won, drawn].map(|id| cases(id, "by"));
            assert!(
                won.is_superset(&[RESIGNATION.id, TIME.id].into()),
                "{won:?}"
            );
            for end in info.end_reasons {
                let here = [&won, &drawn].map(|cases| cases.contains(end.id));
                // If pieces are counted, the numbers may be equal.
                let right = here == [true, true] || !end.counts && here.contains(&true);
                assert!(right, "{} by {}", info.id, end.id);
            }
        }
    }
}

/// `/challenge` would be wrong in a language that calls it `/défier`, and `opponent` where it is
/// `adversaire`: messages refer to both.
#[test]
fn messages_use_each_languages_names_of_commands_and_options() {
    let built = built();
    let options = built.iter().flat_map(|it| parts(it, "options"));
    let options: BTreeSet<&str> = options.filter_map(|it| it["name"].as_str()).collect();
    each_line(&["#", "cli-"], |_, line| {
        line.split('`').skip(1).step_by(2).any(|code| {
            let command = code.starts_with('/') && !code.starts_with("/{ command-");
            command || options.contains(code.trim_end_matches(':'))
        })
    });
}

/// French has a narrow space before tall punctuation, a wide one before a colon and inside
/// quotation marks; Spanish has only one kind of quotation marks.
#[test]
fn punctuation_follows_each_language() {
    let french = |signs: &[char]| match signs {
        ['\u{a0}', '?', '\u{a0}'] => false,
        [before, '!' | '?' | ';', _] => *before != '\u{202f}',
        [before, ':' | '»', after] => *before != '\u{a0}' && *after != '/',
        ['«', after, _] => *after != '\u{a0}',
        _ => false,
    };
    each_line(&["#", "cli-error"], |locale, line| match locale.tag() {
        "fr" => {
            let words: String = line.split('`').step_by(2).chain([" "]).collect();
            words.chars().collect::<Vec<_>>().windows(3).any(french)
        }
        "es" => line.contains(['“', '”']),
        _ => false,
    });
}

/// Checks every line of every language, except those with these prefixes.
fn each_line(but: &[&str], wrong: impl Fn(Locale, &str) -> bool) {
    for locale in Locale::all() {
        for (number, line) in (1..).zip(locale.source().lines()) {
            let ours = !but.iter().any(|begin| line.starts_with(begin));
            let wrong = ours && wrong(locale, line);
            assert!(!wrong, "{}.ftl:{number}: {line}", locale.tag());
        }
    }
}

fn built() -> Vec<Value> {
    let commands = commands::all(&L10n::default(), Registry::standard());
    let json = |command| serde_json::to_value(command).unwrap();
    let typed = commands.iter().map(json).filter(|it| it["type"] == 1);
    typed.collect()
}

fn parts<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

/// Checks that the simulator does not make: everything is translated, and names are unique in each
/// language.
fn differ(siblings: &[Value]) {
    let mut names = BTreeSet::new();
    for value in siblings {
        let said = |field: &str| {
            let others = value[format!("{field}_localizations")].as_object();
            let others = others.into_iter().flatten();
            let own = ("en".to_owned(), value[field].clone());
            let others = others.map(|(tag, text)| (tag.clone(), text.clone()));
            std::iter::once(own).chain(others).collect::<Vec<_>>()
        };
        // A choice may be a proper name.
        let choice = value.get("value").is_some();
        let all = 1 + Locale::all()
            .map(|it| it.discord_tags().len())
            .sum::<usize>();
        let whole = choice
            || ["name", "description"]
                .iter()
                .all(|it| said(it).len() == all);
        assert!(whole, "{value} is not said in every language");
        for (tag, name) in said("name") {
            assert!(names.insert((tag, name.to_string())), "two are {name}");
        }
        differ(parts(value, "options"));
        differ(parts(value, "choices"));
    }
}

#[test]
fn every_command_and_option_has_its_words_in_every_language() {
    let built = built();
    differ(&built);
    let mut words = BTreeSet::new();
    for command in &built {
        let id = format!("command-{}", command["name"].as_str().unwrap());
        for option in parts(command, "options") {
            let option = format!("{id}.{}", option["name"].as_str().unwrap());
            words.extend([format!("{option}-description"), option]);
        }
        words.extend([format!("{id}.description"), id]);
    }
    let mut there = said(Locale::ENGLISH);
    there.retain(|name, _| name.starts_with("command-"));
    assert_eq!(there.into_keys().collect::<BTreeSet<_>>(), words);
}

#[test]
fn a_tag_finds_its_language() {
    for (tags, language) in [
        ("pt-BR pt_PT.UTF-8", "pt-BR"),
        ("fr", "fr"),
        ("es es-ES es-419", "es"),
        ("en en-GB de estonian 🦀 ", "en"),
    ] {
        for tag in tags.split(' ') {
            assert_eq!(Locale::from_tag(tag).tag(), language, "{tag}");
        }
    }
}

#[test]
fn the_page_gets_its_words_with_their_gaps() {
    let l10n = L10n::default();
    let mut page = said(Locale::ENGLISH);
    page.retain(|id, _| id.starts_with("page-"));
    for locale in Locale::all() {
        let words: BTreeMap<_, _> = l10n.all_with_prefix(locale, "page-").into_iter().collect();
        assert!(words.keys().eq(page.keys()));
        for (id, said) in &page {
            let gap = |name: &String| words[id].contains(&format!("{{${name}}}"));
            assert!(said.variables.iter().all(gap), "{}: {id}", locale.tag());
        }
    }
}
