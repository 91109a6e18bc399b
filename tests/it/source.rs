//! The program's source, for tests that read it.

use std::path::Path;

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

/// Rust source with comments and contents of literals blanked; line numbers stay.
pub(crate) fn code(text: &str) -> String {
    split(text).0
}

/// The string literals of Rust source, without comments.
pub(crate) fn literals(text: &str) -> Vec<String> {
    split(text).1
}

fn split(text: &str) -> (String, Vec<String>) {
    let source: Vec<char> = text.chars().collect();
    let at = |index: usize| source.get(index).copied().unwrap_or('\0');
    let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
    let (mut code, mut literals) = (String::new(), Vec::new());
    let mut index = 0;
    while index < source.len() {
        let c = at(index);
        let raw = c == 'r' && !at(index.wrapping_sub(1)).is_alphanumeric();
        let hashes = if raw {
            source[index + 1..]
                .iter()
                .take_while(|c| **c == '#')
                .count()
        } else {
            0
        };
        if c == '/' && at(index + 1) == '/' {
            while index < source.len() && at(index) != '\n' {
                index += 1;
            }
        } else if c == '/' && at(index + 1) == '*' {
            while index < source.len() && !(at(index) == '*' && at(index + 1) == '/') {
                code.push(blank(at(index)));
                index += 1;
            }
            index += 2;
        } else if raw && at(index + 1 + hashes) == '"' {
            let end: String = std::iter::once('"')
                .chain("#".repeat(hashes).chars())
                .collect();
            let begin = index + 2 + hashes;
            let rest: String = source[begin..].iter().collect();
            let literal = rest.split_once(&end).unwrap().0.to_owned();
            code.push('"');
            code.extend(literal.chars().map(blank));
            code.push('"');
            index = begin + literal.chars().count() + end.chars().count();
            literals.push(literal);
        } else if c == '"' {
            let mut literal = String::new();
            code.push('"');
            index += 1;
            while at(index) != '"' {
                if at(index) == '\\' {
                    code.push(' ');
                    index += 1;
                }
                literal.push(at(index));
                code.push(blank(at(index)));
                index += 1;
            }
            code.push('"');
            index += 1;
            literals.push(literal);
        } else if c == '\'' && (at(index + 2) == '\'' || at(index + 1) == '\\') {
            // A character, not a lifetime.
            let begin = index;
            index += if at(index + 1) == '\\' { 3 } else { 2 };
            while at(index) != '\'' {
                index += 1;
            }
            index += 1;
            code.extend(std::iter::repeat_n(' ', index - begin));
        } else {
            code.push(c);
            index += 1;
        }
    }
    (code, literals)
}

#[test]
fn comments_and_literals_are_no_code() {
    let text = "use a; // crate::b\nlet c = \"crate::d // \\\" e\"; /* crate::f\n */ r#\"g\"h\"#; '\"'; &'a i";
    let (code, literals) = split(text);
    assert!(!code.contains("crate"), "{code}");
    assert!(code.contains("use a;") && code.contains("&'a i"), "{code}");
    assert_eq!(code.lines().count(), text.lines().count());
    assert_eq!(literals, ["crate::d // \" e", "g\"h"]);
}

/// The difference between a recorded file and its expected content, if any. With `UPDATE` set, it
/// is rewritten instead.
pub(crate) fn changed(path: &str, now: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, now).unwrap();
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
