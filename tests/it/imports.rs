//! The paths in a source file, as the compiler's own lexer reads them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Every path of two names or more in Rust source, groups unfolded; `use a::{b, c::d}`
/// is `a::b` and `a::c::d`. Code compiled for tests only is left out.
pub(crate) fn paths(source: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    scan(source.parse().unwrap(), &[], &mut found);
    found
}

fn scan(stream: TokenStream, prefix: &[String], found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    // Whether a path may start here: not after `.`, nor after `>::`.
    let mut fresh = true;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(name) if name == "as" && !prefix.is_empty() => at += 2,
            TokenTree::Ident(name) => {
                let mut path = prefix.to_vec();
                path.push(name.to_string());
                at += 1;
                while is_colons(&tokens, at) {
                    at += 2;
                    match tokens.get(at) {
                        Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                            scan(group.stream(), &path, found);
                            path.clear();
                        }
                        _ => break,
                    }
                    at += 1;
                }
                if fresh && path.len() > 1 {
                    path.retain(|name| name != "self");
                    found.push(path);
                }
                fresh = true;
            }
            TokenTree::Punct(hash) if hash.as_char() == '#' && is_test(tokens.get(at + 1)) => {
                let over = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(punct) => punct.as_char() == ';',
                    _ => false,
                };
                at += 2;
                at += tokens[at..].iter().position(over).unwrap() + 1;
            }
            TokenTree::Punct(punct) => {
                let before = tokens.get(at.wrapping_sub(1));
                let is_after_arguments =
                    matches!(before, Some(TokenTree::Punct(before)) if before.as_char() == '>');
                let goes_on = is_colons(&tokens, at) && is_after_arguments;
                fresh = !goes_on && punct.as_char() != '.';
                at += if is_colons(&tokens, at) { 2 } else { 1 };
            }
            TokenTree::Group(group) => {
                scan(group.stream(), &[], found);
                (fresh, at) = (true, at + 1);
            }
            TokenTree::Literal(_) => (fresh, at) = (true, at + 1),
        }
    }
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    let colon =
        |at| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(at) && colon(at + 1)
}

fn is_test(attribute: Option<&TokenTree>) -> bool {
    attribute.is_some_and(|attribute| attribute.to_string().replace(' ', "") == "[cfg(test)]")
}

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let source = "
        //! [`crate::not_this`]
        use a::{self, b, c::{d as e, f}};
        #[cfg(test)]
        mod tests { use g::h; }
        fn i(_: ::j::K) { l.m::<n::O>(); <P as q::R>::s(); \"t::u\"; v!(w::x) }
    ";
    let found: Vec<String> = paths(source).iter().map(|path| path.join("::")).collect();
    let expected = [
        "a", "a::b", "a::c::d", "a::c::f", "j::K", "n::O", "q::R", "w::x",
    ];
    assert_eq!(found, expected);
}
