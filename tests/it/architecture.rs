//! The layers: which may import which, and which crates each may use.
//!
//! The table is the rule; changing a line is a decision, with its reason beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use siwa_games::registry::Registry;

use super::imports::paths;
use super::source::{self, Source};

/// A module at the top of the crate.
struct Layer {
    name: &'static str,
    /// The layers that it may import.
    imports: &'static [&'static str],
    /// The external crates that it may use.
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

/// From the bottom up: a layer is below all layers that import it. The manifests of the packages
/// below say what those may use.
const LAYERS: [Layer; 12] = [
    layer(
        "time",
        &[],
        &["jiff"],
        "a leaf, and the only reading of a clock and of the calendar",
    ),
    layer(
        "metrics",
        &["time"],
        &["prometheus_client", "serde_json", "strum"],
        "counters and histograms, given around as a value: they know nothing of what they count",
    ),
    layer(
        "game",
        &["time"],
        &["getset", "siwa_games", "skillratings", "strum", "thiserror"],
        "one played game is pure: the present is an argument, storage and words are above; names and getters are derived",
    ),
    layer(
        "store",
        &["game", "metrics", "time"],
        &[
            "fastrand",
            "siwa_games",
            "sqlx",
            "thiserror",
            "tokio",
            "tracing",
            "url",
        ],
        "domain types in and out (a variant's id is looked up in the registry); SQL stays in here, draws its nonces, and \
         waits for a free connection; of an address it knows what is no secret",
    ),
    layer(
        "l10n",
        &[],
        &[
            "fluent_bundle",
            "intl_memoizer",
            "siwa_games",
            "tracing",
            "unic_langid",
        ],
        "words are put in here and know of nothing but messages",
    ),
    layer(
        "app",
        &["game", "store", "time"],
        &["getrandom", "siwa_games", "thiserror", "tracing"],
        "the use cases join decisions to storage; they do not speak, so no words and no Discord",
    ),
    layer(
        "discord",
        &["app", "game", "l10n", "metrics", "time"],
        &[
            "axum",
            "data_encoding",
            "getrandom",
            "reqwest",
            "ring",
            "serde",
            "serde_json",
            "serenity",
            "siwa_boards",
            "siwa_games",
            "siwa_http",
            "strum",
            "thiserror",
            "tokio",
            "tokio_util",
            "tracing",
            "tracing_subscriber",
        ],
        "the one place that knows Discord; what is stored it asks of app",
    ),
    layer(
        "monitor",
        &["app", "metrics"],
        &["axum", "siwa_http", "tokio", "tracing"],
        "what operators ask over HTTP is about the application, not about Discord",
    ),
    layer(
        "config",
        &["discord", "store"],
        &[
            "dotenvy",
            "secrecy",
            "siwa_games",
            "strum",
            "tracing_subscriber",
            "url",
        ],
        "settings are read before anything else is there; how keys are written, discord knows, and how much of an address \
         is shown, store",
    ),
    layer(
        "telemetry",
        &["config", "discord"],
        &["secrecy", "tracing_subscriber"],
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
            "monitor",
            "store",
            "telemetry",
            "time",
        ],
        &[
            "clap",
            "fastrand",
            "secrecy",
            "shlex",
            "siwa_boards",
            "siwa_games",
            "siwa_http",
            "siwa_playground",
            "tokio",
            "tracing",
        ],
        "the command line wires everything together, and reads game records",
    ),
    layer(
        "main",
        &["cli"],
        &[],
        "the program is a line; everything is in the library",
    ),
];

/// Dependencies that no source names.
const UNNAMED: [&str; 1] = ["criterion"];

/// Every file of the bot and of the packages below it.
fn product() -> impl Iterator<Item = Source> {
    source::files("src", ".rs")
        .into_iter()
        .chain(source::files("crates", ".rs"))
}

fn layer_of(source: &Source) -> &str {
    let below = source.path.strip_prefix("src/").unwrap();
    below.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The layer that a path names, if it names one.
fn ours(path: &[String]) -> Option<&str> {
    match path {
        [first, layer, ..] if first == "crate" || first == "siwa" => Some(layer),
        _ => None,
    }
}

fn dependencies() -> Vec<String> {
    let manifest = source::read("Cargo.toml");
    let begin = manifest.find("\n[dependencies]").unwrap();
    let section = manifest[begin + 1..].split("\n[").next().unwrap();
    section
        .lines()
        .filter_map(|line| line.split_once([' ', '.']))
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
        for path in paths(&source.text) {
            let Some(import) = ours(&path) else { continue };
            if import != name && !layer.imports.contains(&import) {
                wrong.push(format!(
                    "{}: {name} must not import {}: {}",
                    source.path,
                    path.join("::"),
                    layer.why
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A file of a crate, and the paths in its `use` declarations.
struct Module {
    source: Source,
    imports: Vec<Vec<String>>,
}

/// The folders of source of the bot and of the packages below it.
fn crates() -> BTreeSet<String> {
    let folder = |source: Source| {
        let (package, _) = source.path.split_once("src/")?;
        Some(format!("{package}src"))
    };
    product().filter_map(folder).collect()
}

/// The files of a crate by module path: `rules/seega` for
/// `src/rules/seega/mod.rs`, nothing for `src/lib.rs`.
fn modules(folder: &str) -> BTreeMap<String, Module> {
    let module = |source: &Source| {
        let path = source.path.strip_prefix(folder).unwrap();
        let path = path.trim_start_matches('/').strip_suffix(".rs").unwrap();
        let path = path.strip_suffix("/mod").unwrap_or(path);
        if path == "lib" { "" } else { path }.to_owned()
    };
    let files = source::files(folder, ".rs").into_iter();
    let read = |source: Source| {
        let imports = paths(&source.text);
        (module(&source), Module { source, imports })
    };
    files.map(read).collect()
}

/// The module that defines the item that a path in `from` names; follows re-exports.
fn written_in(modules: &BTreeMap<String, Module>, from: &str, path: &[String]) -> Option<String> {
    let mut at = match path.first()?.as_str() {
        "crate" => String::new(),
        "super" => parent(from),
        first => {
            let own = if is_index(&modules[from].source) {
                from.to_owned()
            } else {
                parent(from)
            };
            // Another first name is a crate, or something local.
            modules.get(&join(&own, first))?;
            join(&own, first)
        }
    };
    for name in &path[1..] {
        if name == "super" {
            at = parent(&at);
        } else if modules.contains_key(&join(&at, name)) {
            at = join(&at, name);
        } else {
            let own = modules.get(&at)?;
            let exports = own.imports.iter().find(|export| {
                export.last() == Some(name) && modules.contains_key(&join(&at, &export[0]))
            });
            return Some(exports.map_or(at.clone(), |export| join(&at, &export[0])));
        }
    }
    Some(at)
}

/// Returns whether a file names the files of its folder.
fn is_index(source: &Source) -> bool {
    ["/mod.rs", "/lib.rs"]
        .iter()
        .any(|name| source.path.ends_with(name))
}

fn parent(module: &str) -> String {
    let (above, _) = module.rsplit_once('/').unwrap_or_default();
    above.to_owned()
}

fn join(module: &str, name: &str) -> String {
    Path::new(module).join(name).to_str().unwrap().to_owned()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let crates = crates();
    assert!(crates.contains("src") && crates.contains("crates/games/src"));
    let in_circles: BTreeSet<Vec<String>> = crates.iter().flat_map(|it| circles(it)).collect();
    assert!(
        in_circles.is_empty(),
        "these import each other: {in_circles:#?}"
    );
}

/// The files of a crate that import each other.
fn circles(folder: &str) -> BTreeSet<Vec<String>> {
    let modules = modules(folder);
    let mut below: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (module, Module { source, imports }) in &modules {
        if module.split('/').any(|name| name == "tests") {
            continue;
        }
        let imports = imports
            .iter()
            .filter_map(|path| written_in(&modules, module, path));
        // The index of a folder may name its files.
        let index = |import: &String| is_index(source) && parent(import) == *module;
        let imports = imports.filter(|import| import != module && !index(import));
        below.insert(module, imports.collect());
    }
    let reached = |from: &str| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(module) = waiting.pop() {
            for import in below.get(module.as_str()).into_iter().flatten() {
                if reached.insert(import.clone()) {
                    waiting.push(import.clone());
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<String>> = below
        .keys()
        .map(|module| (*module, reached(module)))
        .collect();
    let circle = |module: &str| {
        let mutual = |other: &&String| {
            reached
                .get(other.as_str())
                .is_some_and(|it| it.contains(module))
        };
        reached[module]
            .iter()
            .filter(mutual)
            .cloned()
            .collect::<Vec<_>>()
    };
    below
        .keys()
        .map(|module| circle(module))
        .filter(|circle| !circle.is_empty())
        .collect()
}

#[test]
fn no_layer_is_left_through_super() {
    for source in source::files("src", ".rs") {
        let names = source.path.split('/').count() - 1;
        // A layer's own file is one level below the root, a file in its folder two, unless it is the folder's
        // mod.rs.
        let depth = if source.path.ends_with("/mod.rs") {
            names - 1
        } else {
            names
        };
        let code = source::code(&source.text);
        // The module of tests in a file is one level deeper.
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
    let mut used = BTreeSet::new();
    for source in source::files("src", ".rs") {
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == layer_of(&source)) else {
            continue;
        };
        for path in paths(&source.text) {
            let first = &path[0];
            if !dependencies.contains(first) {
                continue;
            }
            used.insert(first.clone());
            if !layer.crates.contains(&first.as_str()) {
                wrong.push(format!(
                    "{}: {} must not use {first}: {}",
                    source.path, layer.name, layer.why
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
fn the_table_of_layers_has_no_unused_entry() {
    let sources = source::files("src", ".rs");
    for (at, layer) in LAYERS.iter().enumerate() {
        assert!(layer.why.len() > 20, "{} needs a reason", layer.name);
        let own: Vec<Vec<String>> = sources
            .iter()
            .filter(|source| layer_of(source) == layer.name)
            .flat_map(|source| paths(&source.text))
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
            let used = own.iter().any(|path| ours(path) == Some(*import));
            assert!(used, "{} may import {import}, and does not", layer.name);
        }
        for name in layer.crates {
            let used = own.iter().any(|path| path[0] == *name);
            assert!(used, "{} may use {name}, and does not", layer.name);
        }
    }
}

#[test]
fn games_do_not_know_the_list_of_games() {
    for source in source::files("crates/games/src/rules", ".rs") {
        for path in paths(&source.text) {
            assert!(
                ours(&path) != Some("registry"),
                "{}: rules are below the registry",
                source.path
            );
        }
    }
}

/// In code and in string literals; a comment may give an example.
#[test]
fn no_game_is_named_but_in_its_folder_and_in_the_list_of_games() {
    let games: Vec<&str> = Registry::standard()
        .games()
        .map(|rules| rules.info().id)
        .collect();
    for source in product() {
        let of_a_game = |game: &&str| source.path.contains(&format!("games/src/rules/{game}/"));
        // Developers' tools and tests may name games, and so may the one query that only Seega can
        // answer.
        let others = [
            "crates/games/src/registry/",
            "crates/lab/",
            "src/cli/fortress.rs",
        ];
        if others.iter().any(|path| source.path.starts_with(path))
            || source.path.contains("/tests/")
            || games.iter().any(of_a_game)
        {
            continue;
        }
        let own = source::own(&source.text);
        let said = source::code(own) + &source::literals(own).join("\n");
        for line in said.lines().map(str::to_lowercase) {
            let named = games.iter().find(|game| line.contains(**game));
            let folder =
                source.path == "crates/games/src/rules/mod.rs" && line.starts_with("pub mod ");
            assert!(
                named.is_none() || folder,
                "{} names a game: {}",
                source.path,
                line.trim()
            );
        }
    }
}

#[test]
fn no_file_is_longer_than_six_hundred_lines() {
    for source in product() {
        let lines = source::own(&source.text).lines().count();
        assert!(
            lines <= 600 || source.path.contains("/tests/"),
            "{} has {lines} lines",
            source.path
        );
    }
}

/// A method for every query would be a second copy of the store's.
#[test]
fn the_application_has_at_most_fifty_methods() {
    let methods: usize = source::files("src/app", ".rs")
        .iter()
        .flat_map(|source| source.text.split("\nimpl App {").skip(1))
        .filter_map(|block| block.split("\n}").next())
        .map(|methods| {
            methods.matches("\n    pub fn ").count()
                + methods.matches("\n    pub async fn ").count()
        })
        .sum();
    assert!((30..=50).contains(&methods), "App has {methods} methods");
}

#[test]
fn every_module_says_what_it_is_for() {
    for directory in ["src", "tests", "benches", "crates"] {
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
    for source in product().chain(source::files("tests", ".rs")) {
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
    for directory in ["src", "tests", "crates"] {
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
