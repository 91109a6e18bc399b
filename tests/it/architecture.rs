//! The layers: which may import which, and where crates that act on the world are used.
//!
//! The tables are the rule; changing a line is a decision, with its reason beside it.

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
    why: &'static str,
}

const fn layer(name: &'static str, imports: &'static [&'static str], why: &'static str) -> Layer {
    Layer { name, imports, why }
}

/// From the bottom up: a layer is below all layers that import it.
const LAYERS: [Layer; 12] = [
    layer(
        "time",
        &[],
        "a leaf, and the only reading of a clock and of the calendar",
    ),
    layer(
        "metrics",
        &[],
        "counters and histograms, given around as a value: they know nothing of what they count",
    ),
    layer(
        "game",
        &["time"],
        "one played game is pure: the present is an argument, storage and words are above; names are derived",
    ),
    layer(
        "store",
        &["game", "metrics", "time"],
        "domain types in and out (a variant's id is looked up in the registry); SQL stays in here, draws its nonces, \
         and waits for a free connection; of an address it knows what is no secret",
    ),
    layer(
        "l10n",
        &[],
        "words are put in here and know of nothing but messages",
    ),
    layer(
        "app",
        &["game", "store", "time"],
        "the use cases join decisions to storage; they do not speak, so no words and no Discord",
    ),
    layer(
        "discord",
        &["app", "game", "l10n", "metrics", "time"],
        "the one place that knows Discord; what is stored it asks of app",
    ),
    layer(
        "monitor",
        &["app", "metrics"],
        "what operators ask over HTTP is about the application, not about Discord",
    ),
    layer(
        "config",
        &["discord", "store"],
        "settings are read before anything else is there; how keys are written, discord knows, and how much of an \
         address is shown, store",
    ),
    layer(
        "telemetry",
        &["config", "discord"],
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
        "the command line wires everything together, and reads game records",
    ),
    layer(
        "main",
        &["cli"],
        "the program is a line; everything is in the library",
    ),
];

/// The crates that read a clock, draw random numbers, wait, or speak to others, and the layers that
/// use them. The manifests of the packages below say what those may use.
const CONFINED: [(&str, &[&str]); 12] = [
    ("axum", &["discord", "monitor"]),
    ("clap", &["cli"]),
    ("dotenvy", &["config"]),
    ("fastrand", &["store", "cli"]),
    ("getrandom", &["app", "discord"]),
    ("jiff", &["time"]),
    ("reqwest", &["discord"]),
    ("serenity", &["discord"]),
    ("siwa_boards", &["discord", "cli"]),
    ("siwa_http", &["discord", "monitor", "cli"]),
    ("sqlx", &["store"]),
    ("tokio", &["store", "discord", "monitor", "cli"]),
];

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

#[test]
fn imports_point_down_only() {
    for (at, layer) in LAYERS.iter().enumerate() {
        for import in layer.imports {
            let is_below = LAYERS[..at].iter().any(|below| below.name == *import);
            assert!(
                is_below,
                "{} may import {import}, which is not below it",
                layer.name
            );
        }
    }
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
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from.to_owned()];
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
        let depth = names - usize::from(source.path.ends_with("/mod.rs"));
        for path in paths(&source.text) {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let path = path.join("::");
            assert!(supers < depth, "{}: say crate:: in {path}", source.path);
        }
    }
}

#[test]
fn no_package_uses_the_bot_or_its_database() {
    for manifest in source::files("crates", "Cargo.toml") {
        let mut names = manifest
            .text
            .lines()
            .map(|line| line.split([' ', '.']).next());
        let above = names.any(|name| [Some("siwa"), Some("sqlx")].contains(&name));
        assert!(!above, "{}", manifest.path);
    }
}

#[test]
fn crates_that_act_on_the_world_are_used_where_they_belong() {
    let pairs = CONFINED.map(|(name, layers)| layers.iter().map(move |layer| (name, *layer)));
    let mut unused: BTreeSet<(&str, &str)> = pairs.into_iter().flatten().collect();
    for source in source::files("src", ".rs") {
        let layer = layer_of(&source);
        for path in paths(&source.text) {
            let confined = CONFINED.iter().find(|(name, _)| path[0] == *name);
            let may = confined.is_none_or(|(_, layers)| layers.contains(&layer));
            assert!(may, "{} must not use {}", source.path, path[0]);
            unused.retain(|pair| *pair != (path[0].as_str(), layer));
        }
    }
    assert_eq!(unused, BTreeSet::new(), "no longer used there");
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
            "crates/boards/examples/",
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
        let mut said = source::names(own);
        if source.path == "crates/games/src/rules/mod.rs" {
            // Their folders.
            said.retain(|name| !games.contains(&name.as_str()));
        }
        said.extend(source::literals(own));
        for text in said {
            let lower = text.to_lowercase();
            let named = games.iter().any(|game| lower.contains(game));
            assert!(!named, "{} names a game: {text}", source.path);
        }
    }
}

#[test]
fn no_test_is_skipped() {
    for source in product().chain(source::files("tests", ".rs")) {
        let mut lines = source.text.lines();
        let skips = lines.any(|line| line.trim_start().starts_with("#[ignore"));
        assert!(
            !skips,
            "{}: a test that does not run proves nothing",
            source.path
        );
    }
}
