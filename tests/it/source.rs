//! The program's source, for tests that read it.

use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A file below the root of the repository.
pub(crate) struct Source {
    /// Its path from the root, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The text of a file; its path is from the root of the repository.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The environment variables of the settings, in the order of their documented fields.
pub(crate) fn variables() -> Vec<String> {
    let config = read("src/config.rs");
    let documented = config
        .lines()
        .filter_map(|line| line.strip_prefix("    /// `")?.split_once("`: "));
    documented.map(|(name, _)| name.to_owned()).collect()
}

/// Every file below `directory` whose name ends with `suffix`, in order.
pub(crate) fn files(directory: &str, suffix: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut waiting = vec![root.join(directory)];
    let mut found = Vec::new();
    while let Some(directory) = waiting.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.to_str().unwrap().ends_with(suffix) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                found.push(Source {
                    path: name.replace('\\', "/"),
                    text: std::fs::read_to_string(&path).unwrap(),
                });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "{directory} holds no {suffix}");
    found
}

/// Rust source without the module of tests at its end.
pub(crate) fn own(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap()
}

/// The names in Rust source, without comments.
pub(crate) fn names(text: &str) -> Vec<String> {
    let names = tokens(text).into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

/// The string literals of Rust source, without comments.
pub(crate) fn literals(text: &str) -> Vec<String> {
    let literals = tokens(text).into_iter().filter_map(|token| {
        let written = token.to_string();
        let (prefix, rest) = written.split_once('"')?;
        let (inside, _) = rest.rsplit_once('"')?;
        if prefix.starts_with('r') {
            return Some(inside.to_owned());
        }
        let is_text = prefix.is_empty() && matches!(token, TokenTree::Literal(_));
        is_text.then(|| {
            inside
                .replace("\\\\", "\u{0}")
                .replace('\\', "")
                .replace('\u{0}', "\\")
        })
    });
    literals.collect()
}

/// The tokens of Rust source, groups unfolded, as the compiler's own lexer reads them.
fn tokens(text: &str) -> Vec<TokenTree> {
    let mut found = Vec::new();
    let mut waiting = vec![text.parse::<TokenStream>().unwrap()];
    while let Some(stream) = waiting.pop() {
        for token in stream {
            match token {
                // A comment for documentation is an attribute.
                TokenTree::Group(group) if is_comment(&group) => {}
                TokenTree::Group(group) => waiting.push(group.stream()),
                token => found.push(token),
            }
        }
    }
    found
}

fn is_comment(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    let is_doc = matches!(first, Some(TokenTree::Ident(name)) if name == "doc");
    is_doc && group.delimiter() == Delimiter::Bracket
}

#[test]
fn comments_and_literals_are_no_names() {
    let text = "//! In `crate::j`.\nuse a; // crate::b\nconst C: &str = \"crate::d // \\\" e\"; /* crate::f\n */
        /// Of `crate::k`.
        fn l<'a>() { m(r#\"g\"h\"#, '\"') }";
    let names = names(text);
    assert!(!names.contains(&"crate".to_owned()), "{names:?}");
    assert!(names.contains(&"C".to_owned()) && names.contains(&"m".to_owned()));
    let mut literals = literals(text);
    literals.sort();
    assert_eq!(literals, ["crate::d // \" e", "g\"h"]);
}

/// The difference between a recorded file and its expected content, if any. With `UPDATE` set, it
/// is rewritten instead.
pub(crate) fn changed(path: &str, now: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if is_update() {
        write(&file, now);
        return None;
    }
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    let lines = (1..).zip(before.lines().zip(now.lines()));
    let mut different = lines.filter(|(_, (before, now))| before != now);
    match different.next() {
        Some((line, (before, now))) => Some(format!("{path}:{line}\n  was {before}\n  is  {now}")),
        None => (before != now).then(|| format!("{path} is longer or shorter than it was")),
    }
}

/// Returns whether recorded files are to be written again.
pub(crate) fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Writes a file, with its folder.
pub(crate) fn write(file: &Path, text: &str) {
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}
