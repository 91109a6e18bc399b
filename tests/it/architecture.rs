//! The layers: who may import whom, and which crates are used where.
//!
//! The table is the house rule; a line that has to change is a decision, with
//! its reason beside it.

use super::source::{self, Source};

/// A module at the top of the crate.
struct Layer {
    name: &'static str,
    /// Ours that it may import.
    imports: &'static [&'static str],
    /// Others' that it may use.
    crates: &'static [&'static str],
    why: &'static str,
}

const fn layer(
    name: &'static str,
    imports: &'static [&'static str],
    crates: &'static [&'static str],
    why: &'static str,
) -> Layer {
    Layer {
        name,
        imports,
        crates,
        why,
    }
}

/// From the leaves up: a layer stands below all that it is imported by.
const LAYERS: [Layer; 15] = [
    layer(
        "message",
        &[],
        &[],
        "a leaf: a sentence's id and arguments, and no words",
    ),
    layer(
        "time",
        &[],
        &["time"],
        "a leaf, and the only reading of a clock and of the calendar",
    ),
    layer(
        "rules",
        &["message"],
        &[],
        "rules are pure: they refuse by message ids and know nothing above them",
    ),
    layer(
        "registry",
        &["rules", "message"],
        &[],
        "the one place where a game's own moves become text",
    ),
    layer(
        "game",
        &["registry", "rules", "message", "time"],
        &["skillratings", "thiserror"],
        "one played game is pure: the present is an argument, storage and words are above",
    ),
    layer(
        "store",
        &["game", "registry", "rules", "time"],
        &["sqlx", "thiserror"],
        "domain types in and out (a variant's id is looked up in the registry); SQL stays in here",
    ),
    layer(
        "render",
        &["rules", "message"],
        &["ab_glyph", "flate2", "gif", "png", "thiserror"],
        "a diagram is all there is to draw: no game, no words, no storage",
    ),
    layer(
        "l10n",
        &["message"],
        &["fluent_bundle", "intl_memoizer", "tracing", "unic_langid"],
        "words are put in here and know of nothing but messages",
    ),
    layer(
        "app",
        &["game", "registry", "store", "rules", "time"],
        &["getrandom", "thiserror", "tracing"],
        "the use cases join decisions to storage; they do not speak, so no words and no Discord",
    ),
    layer(
        "discord",
        &[
            "app", "game", "render", "l10n", "message", "registry", "rules", "store", "time",
        ],
        &[
            "getrandom",
            "serde_json",
            "serenity",
            "thiserror",
            "tokio",
            "tracing",
            "tracing_subscriber",
        ],
        "the one place that knows Discord; of the store it needs the types of what it lists and has announced",
    ),
    layer(
        "playground",
        &[],
        &[
            "axum",
            "futures_util",
            "serde",
            "serde_json",
            "tokio",
            "tracing",
        ],
        "a stand-in for Discord must not know the bot, or it would agree with its mistakes",
    ),
    layer(
        "config",
        &["message"],
        &["dotenvy", "tracing_subscriber", "url"],
        "settings are read before anything else is there",
    ),
    layer(
        "telemetry",
        &["config", "discord"],
        &["tracing_subscriber"],
        "the log is set up from the settings alone, and tells discord what serenity tells only the log",
    ),
    layer(
        "cli",
        &[
            "app",
            "config",
            "discord",
            "game",
            "l10n",
            "message",
            "playground",
            "registry",
            "render",
            "rules",
            "store",
            "telemetry",
            "time",
        ],
        &["clap", "tokio", "tracing"],
        "the command line wires everything together, and reads game records",
    ),
    layer(
        "main",
        &["cli"],
        &[],
        "the program is a line; everything is in the library",
    ),
];

/// Dependencies that no source names: what they do is done by being there.
const UNNAMED: [&str; 0] = [];

/// A path in the source: where it stands, and its first two names.
struct Use {
    line: usize,
    first: String,
    second: String,
}

/// Every path in `code` that begins anew (not after `::` or `.`), groups unfolded.
fn paths(code: &str) -> Vec<Use> {
    let bytes = code.as_bytes();
    let name = |from: usize| -> &str {
        let rest = &code[from..];
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        &rest[..end]
    };
    let mut found = Vec::new();
    for (at, _) in code.match_indices("::") {
        let begin = code[..at]
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |before| {
                before + code[before..].chars().next().map_or(1, char::len_utf8)
            });
        let before = code[..begin].trim_end();
        // `::png::Encoder` begins anew too: it is the crate, not a module of that name.
        let goes_on = before.strip_suffix("::").is_some_and(|before| {
            before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '>'))
        });
        if begin == at || goes_on || before.ends_with('.') {
            continue;
        }
        let first = name(begin).to_owned();
        let line = code[..begin].matches('\n').count() + 1;
        if bytes.get(at + 2) == Some(&b'{') {
            let mut depth = 0;
            let mut fresh = true;
            for (offset, c) in code[at + 2..].char_indices() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 1 => fresh = true,
                    c if fresh && depth == 1 && c.is_alphabetic() => {
                        fresh = false;
                        let second = name(at + 2 + offset).to_owned();
                        found.push(Use {
                            line,
                            first: first.clone(),
                            second,
                        });
                    }
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            let mut second = name(at + 2).to_owned();
            // `super::super::x` is followed to its end.
            let mut from = at + 2;
            while second == "super" {
                from += second.len() + 2;
                second = name(from).to_owned();
            }
            found.push(Use {
                line,
                first,
                second,
            });
        }
    }
    found
}

fn layer_of(source: &Source) -> &str {
    let below = source.path.strip_prefix("src/").unwrap();
    below.split('/').next().unwrap().trim_end_matches(".rs")
}

fn dependencies() -> Vec<String> {
    let manifest = source::read("Cargo.toml");
    let begin = manifest.find("[dependencies]").unwrap();
    let section = manifest[begin + 1..].split("\n[").next().unwrap();
    section
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .filter(|(name, _)| !name.starts_with('#'))
        .map(|(name, _)| name.replace('-', "_"))
        .collect()
}

#[test]
fn imports_point_down_only() {
    let mut wrong = Vec::new();
    for source in source::files("src", ".rs") {
        let name = layer_of(&source);
        if name == "lib" {
            continue;
        }
        let layer = LAYERS
            .iter()
            .find(|layer| layer.name == name)
            .unwrap_or_else(|| panic!("{} is in no layer: add it to the table", source.path));
        for path in paths(&source::code(&source.text)) {
            let ours = matches!(path.first.as_str(), "crate" | "siwa");
            if ours && path.second != name && !layer.imports.contains(&path.second.as_str()) {
                wrong.push(format!(
                    "{}:{}: {name} must not import {}: {}",
                    source.path, path.line, path.second, layer.why
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_layer_is_left_through_super() {
    for source in source::files("src", ".rs") {
        let names = source.path.split('/').count() - 1;
        // A layer's own file is one below the root, a file in its folder two, unless it is the folder's mod.rs.
        let depth = if source.path.ends_with("/mod.rs") {
            names - 1
        } else {
            names
        };
        let code = source::code(&source.text);
        // The module of tests in a file is one deeper.
        let (outside, _) = code.split_once("mod tests {").unwrap_or((&code, ""));
        for (number, line) in outside.lines().enumerate() {
            let supers = line.matches("super::").count();
            let leaves = supers >= depth && line.contains(&"super::".repeat(depth));
            assert!(
                !leaves,
                "{}:{}: say crate:: where another layer is meant",
                source.path,
                number + 1
            );
        }
    }
}

#[test]
fn crates_are_used_where_they_belong() {
    let dependencies = dependencies();
    let mut wrong = Vec::new();
    let mut used = std::collections::BTreeSet::new();
    for source in source::files("src", ".rs") {
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == layer_of(&source)) else {
            continue;
        };
        for path in paths(&source::code(&source.text)) {
            if !dependencies.contains(&path.first) {
                continue;
            }
            used.insert(path.first.clone());
            if !layer.crates.contains(&path.first.as_str()) {
                wrong.push(format!(
                    "{}:{}: {} must not use {}: {}",
                    source.path, path.line, layer.name, path.first, layer.why
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for dependency in &dependencies {
        assert!(
            used.contains(dependency) || UNNAMED.contains(&dependency.as_str()),
            "{dependency} is a dependency of nobody"
        );
    }
}

#[test]
fn the_table_says_nothing_that_is_not_so() {
    let sources = source::files("src", ".rs");
    for (at, layer) in LAYERS.iter().enumerate() {
        assert!(layer.why.len() > 20, "{} needs a reason", layer.name);
        let own: Vec<Use> = sources
            .iter()
            .filter(|source| layer_of(source) == layer.name)
            .flat_map(|source| paths(&source::code(&source.text)))
            .collect();
        assert!(
            sources.iter().any(|source| layer_of(source) == layer.name),
            "there is no {}",
            layer.name
        );
        for import in layer.imports {
            let below = LAYERS[..at].iter().any(|below| below.name == *import);
            assert!(
                below,
                "{} may import {import}, which is not below it",
                layer.name
            );
            let used = own.iter().any(|path| {
                matches!(path.first.as_str(), "crate" | "siwa") && path.second == *import
            });
            assert!(used, "{} may import {import}, and does not", layer.name);
        }
        for name in layer.crates {
            let used = own.iter().any(|path| path.first == *name);
            assert!(used, "{} may use {name}, and does not", layer.name);
        }
    }
}

#[test]
fn games_do_not_know_the_list_of_games() {
    for source in source::files("src/rules", ".rs") {
        let inside = source
            .path
            .strip_prefix("src/rules/")
            .unwrap()
            .split_once('/')
            .map(|(game, _)| game);
        for path in paths(&source::code(&source.text)) {
            let other = path.first == "crate" && path.second == "registry";
            assert!(
                !other,
                "{}:{}: rules stand below the registry",
                source.path, path.line
            );
        }
        if inside.is_none() && !source.path.ends_with("mod.rs") {
            assert!(
                !source::code(&source.text).contains("seega"),
                "{}: what all games share knows none of them",
                source.path
            );
        }
    }
}

#[test]
fn no_file_is_longer_than_four_hundred_lines() {
    for source in source::files("src", ".rs") {
        let lines = source::own(&source.text).lines().count();
        assert!(
            lines <= 400 || source.path.contains("/tests/"),
            "{} has {lines} lines",
            source.path
        );
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for directory in ["src", "tests", "benches"] {
        for source in source::files(directory, ".rs") {
            assert!(
                source.text.starts_with("//! "),
                "{} does not open with //!",
                source.path
            );
        }
    }
}

#[test]
fn nothing_is_skipped_allowed_or_unwrapped() {
    for source in source::files("src", ".rs")
        .into_iter()
        .chain(source::files("tests", ".rs"))
    {
        let code = source::code(&source.text);
        let is_test = source.path.starts_with("tests/") || source.path.contains("/tests/");
        for (number, line) in code.lines().enumerate() {
            let here = format!("{}:{}: {}", source.path, number + 1, line.trim());
            assert!(
                !line.contains("#[ignore"),
                "{here}: a test that does not run proves nothing"
            );
            assert!(
                !line.contains("[allow("),
                "{here}: expect, with its reason, so that it goes when it is not needed any more"
            );
            assert!(
                !line.contains("thread::sleep"),
                "{here}: wait for the event itself"
            );
        }
        if !is_test {
            assert!(
                !source::own(&code).contains(".unwrap()"),
                "{}: expect says the invariant",
                source.path
            );
        }
    }
}

#[test]
fn every_expected_lint_has_its_reason() {
    for directory in ["src", "tests"] {
        for source in source::files(directory, ".rs") {
            let code = source::code(&source.text);
            for (at, _) in code.match_indices("[expect(") {
                let attribute = code[at..].split(")]").next().unwrap();
                assert!(
                    attribute.contains("reason ="),
                    "{}: {attribute}",
                    source.path
                );
            }
        }
    }
}
