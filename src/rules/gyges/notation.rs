//! The notation of moves, as people type it.
//!
//! Capital letters, spaces, arrows, missing hyphens, `@d4` or `(d4)` for `=d4`,
//! and `g`, `N` or `S` for a goal are all understood.

use super::board::{FILES, named};
use super::position::Position;
use super::ruleset::Layout;
use super::{reading, setup};
use crate::rules::{Side, Square, Stage};

/// More characters than any move needs; longer texts are not looked at.
pub const LONGEST: usize = 200;

/// A text that no notation begins with.
const NOTHING: &str = "?";

/// A piece of what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// White space, commas or a closing bracket.
    Gap,
    /// A hyphen, a dash or an arrow.
    Dash,
    /// What comes before the square of a displaced piece, or before a level.
    Equals,
    /// A letter and digits, in lower case: the name of a square, or like one.
    Name(String),
    /// A goal, and whose if that was said.
    Goal(Option<Side>),
    /// Digits that belong to no letter.
    Digits(String),
    /// The last letters, of a word that is not finished.
    Part(String),
}

/// Splits what was typed into tokens; none if there is something else in it.
pub fn tokens(text: &str) -> Option<Vec<Token>> {
    if text.chars().nth(LONGEST).is_some() {
        return None;
    }
    let lower: Vec<char> = text.chars().map(|char| char.to_ascii_lowercase()).collect();
    let mut tokens = Vec::new();
    let mut rest = lower.as_slice();
    while let Some((&first, after)) = rest.split_first() {
        if let Some(separator) = separator(first) {
            tokens.push(separator);
            rest = after;
            continue;
        }
        let (letters, after) = run(rest, char::is_ascii_lowercase);
        let (digits, after) = run(after, char::is_ascii_digit);
        rest = after;
        match (letters.split_last(), digits.is_empty()) {
            (None, true) => return None,
            (None, false) => tokens.push(Token::Digits(digits.iter().collect())),
            (Some(_), true) => tokens.push(word(letters, rest.is_empty())?),
            (Some((file, word_before)), false) => {
                if !word_before.is_empty() {
                    tokens.push(word(word_before, false)?);
                }
                let name = std::iter::once(file).chain(digits).collect();
                tokens.push(Token::Name(name));
            }
        }
    }
    Some(tokens)
}

/// The characters at the beginning that are of a kind, and the rest.
fn run(text: &[char], kind: impl Fn(&char) -> bool) -> (&[char], &[char]) {
    text.split_at(text.iter().take_while(|char| kind(char)).count())
}

fn separator(char: char) -> Option<Token> {
    match char {
        '-' | '>' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '→' => Some(Token::Dash),
        '=' | '@' | '(' => Some(Token::Equals),
        ',' | ';' | ')' => Some(Token::Gap),
        char if char.is_whitespace() => Some(Token::Gap),
        _ => None,
    }
}

/// Letters without digits; only the last of a text may be unfinished.
fn word(letters: &[char], last: bool) -> Option<Token> {
    let word: String = letters.iter().collect();
    match word.as_str() {
        "goal" | "g" => Some(Token::Goal(None)),
        "s" => Some(Token::Goal(Some(Side::First))),
        "n" => Some(Token::Goal(Some(Side::Second))),
        _ if last && (letters.len() == 1 || "goal".starts_with(&word)) => Some(Token::Part(word)),
        _ => None,
    }
}

/// The square of that name, if it is on the board.
pub fn square(name: &str) -> Option<Square> {
    let at = Square::named(name)?;
    named(at.file(), at.rank())
}

/// What was typed so far, in the notation's own form.
///
/// What is a whole move takes the form of its effect. What cannot become a move
/// turns into a text that no notation begins with.
pub fn normalise(position: &Position, typed: &str) -> String {
    if let Ok(legal) = reading::meant(position, typed) {
        return legal.to_string();
    }
    let part = tokens(typed).and_then(|tokens| match (position.stage, position.ruleset.layout) {
        (Stage::Movement, _) => movement(position, &tokens),
        (Stage::Placement, Layout::TwoRows) => two_rows(position.side, &tokens),
        (Stage::Placement, _) => row(&tokens),
    });
    part.unwrap_or_else(|| NOTHING.to_owned())
}

/// Part of a move: the piece, where it ends, and where the displaced piece goes.
fn movement(position: &Position, tokens: &[Token]) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut tail = String::new();
    let mut equals = false;
    let mut open = false;
    for token in tokens {
        let word = match token {
            Token::Gap | Token::Dash => {
                open = !words.is_empty();
                continue;
            }
            Token::Equals if words.len() > 1 && !equals => {
                (equals, open) = (true, false);
                continue;
            }
            Token::Equals | Token::Digits(_) => return None,
            Token::Name(name) => name.clone(),
            Token::Goal(_) => "goal".to_owned(),
            Token::Part(part) => part.clone(),
        };
        open = false;
        match equals {
            true if tail.is_empty() => tail = word,
            true => return None,
            false => words.push(word),
        }
    }
    if words.len() > 2 && !open {
        words = shortened(position, words);
    }
    let mut text = words.join("-");
    if equals {
        text.push('=');
        text += &tail;
    } else if open {
        text.push('-');
    }
    Some(text)
}

/// The first and the last word of a route that can be walked.
fn shortened(position: &Position, words: Vec<String>) -> Vec<String> {
    let squares: Option<Vec<Square>> = words.iter().map(|word| square(word)).collect();
    match squares {
        Some(squares) if reading::walks(position, &squares) => {
            let ends = [words.first(), words.last()];
            ends.into_iter().flatten().cloned().collect()
        }
        _ => words,
    }
}

/// Part of a set-up on the first row: some digits.
fn row(tokens: &[Token]) -> Option<String> {
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Gap | Token::Dash => {}
            Token::Digits(digits) => text += digits,
            _ => return None,
        }
    }
    Some(text)
}

/// Part of a set-up on two rows: squares with levels. Digits alone mean the
/// first row.
fn two_rows(side: Side, tokens: &[Token]) -> Option<String> {
    if tokens.iter().any(|token| matches!(token, Token::Digits(_)))
        && let Some(digits) = row(tokens)
    {
        if digits.len() > usize::from(FILES) {
            return None;
        }
        let puts = setup::row(side).into_iter().zip(digits.chars());
        let words: Vec<String> = puts
            .map(|(square, level)| format!("{square}={level}"))
            .collect();
        return Some(words.join(" "));
    }
    let mut text = String::new();
    for token in tokens {
        let named = text.ends_with(|char: char| char.is_ascii_digit()) && !has_level(&text);
        match token {
            Token::Gap | Token::Dash => {}
            Token::Equals if named => text.push('='),
            Token::Digits(digits) if named => text += &format!("={digits}"),
            Token::Digits(digits) if text.ends_with('=') => text += digits,
            Token::Equals | Token::Digits(_) | Token::Goal(_) => return None,
            Token::Name(word) | Token::Part(word) => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text += word;
            }
        }
    }
    let last = tokens.last();
    if has_level(&text) && matches!(last, Some(Token::Gap | Token::Dash)) {
        text.push(' ');
    }
    Some(text)
}

/// Whether the last word of a set-up has a level.
fn has_level(text: &str) -> bool {
    let word = text.rsplit(' ').next().unwrap_or_default();
    word.split_once('=')
        .is_some_and(|(_, level)| !level.is_empty())
}
