//! The notation of moves, as people type it.
//!
//! Capital letters, spaces, commas, arrows, missing hyphens and the captures of
//! the display form (`c2-c3xb3`) are all understood.

use super::moves::Move;
use crate::rules::Stage;

/// More characters than any move needs; longer texts are not looked at.
pub const LONGEST: usize = 200;

/// A text that no notation begins with.
const NOTHING: &str = "?";

/// A piece of what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// White space or commas.
    Gap,
    /// A hyphen, a dash or an arrow.
    Dash,
    /// A letter and digits, in lower case: the name of a square, or like one.
    Name(String),
    /// The last letter, of a name that is not finished.
    Part(char),
    /// A capture, which follows from the position and is not read.
    Taken,
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
        } else if is_capture(first, after) {
            // A capture can only follow the square the piece went to.
            tokens
                .iter()
                .any(|token| matches!(token, Token::Name(_)))
                .then_some(())?;
            let gap = after.iter().take_while(|&&char| separator(char).is_some());
            rest = &after[gap.count()..];
            if !rest.is_empty() {
                rest = name(rest)?.1;
            }
            tokens.push(Token::Taken);
        } else {
            let (token, after) = name(rest)?;
            tokens.push(token);
            rest = after;
        }
    }
    Some(tokens)
}

fn separator(char: char) -> Option<Token> {
    match char {
        '-' | '>' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '→' => Some(Token::Dash),
        ',' | ';' => Some(Token::Gap),
        char if char.is_whitespace() => Some(Token::Gap),
        _ => None,
    }
}

/// Whether an `x` means a capture and is not the file of that letter.
fn is_capture(char: char, after: &[char]) -> bool {
    matches!(char, 'x' | '×') && !after.first().is_some_and(char::is_ascii_digit)
}

/// The name at the beginning of `text`, and what comes after it.
fn name(text: &[char]) -> Option<(Token, &[char])> {
    let (&file, after) = text.split_first()?;
    if !file.is_ascii_lowercase() {
        return None;
    }
    let digits = after
        .iter()
        .take_while(|char| char.is_ascii_digit())
        .count();
    let (rank, rest) = after.split_at(digits);
    if digits > 0 {
        let name = std::iter::once(&file).chain(rank).collect();
        Some((Token::Name(name), rest))
    } else {
        rest.is_empty().then_some((Token::Part(file), rest))
    }
}

/// What was typed so far, in the notation's own form.
///
/// What cannot become a move turns into a text that no notation begins with.
pub fn normalise(typed: &str, stage: Stage) -> String {
    let joint = match stage {
        Stage::Placement => ' ',
        Stage::Movement => '-',
    };
    let Some(tokens) = tokens(typed) else {
        return NOTHING.to_owned();
    };
    let mut text = String::new();
    let mut open = false;
    for token in tokens {
        open = matches!(token, Token::Gap | Token::Dash) && !text.is_empty();
        let word = match token {
            Token::Name(name) => name,
            Token::Part(letter) => letter.to_string(),
            Token::Gap | Token::Dash | Token::Taken => continue,
        };
        if !text.is_empty() {
            text.push(joint);
        }
        text += &word;
    }
    if open {
        text.push(joint);
    }
    text
}

/// The text without a separator at its end, if that makes it a legal move and
/// none goes on from there.
pub fn without_joint(text: String, legal: impl FnOnce() -> Vec<Move>) -> String {
    let trimmed = text.trim_end_matches([' ', '-']);
    if trimmed.len() == text.len() {
        return text;
    }
    let spelled: Vec<String> = legal().iter().map(Move::to_string).collect();
    let goes_on = spelled.iter().any(|notation| notation.starts_with(&text));
    if goes_on || !spelled.iter().any(|notation| notation == trimmed) {
        return text;
    }
    trimmed.to_owned()
}
