//! Tokenises typed moves.
//!
//! Capital letters, spaces, commas, arrows and missing hyphens are understood in every game; a
//! game's [`Grammar`] adds to that.

use super::Side;

/// More characters than any move needs; longer texts are refused.
pub const MAX_LENGTH: usize = 200;

/// A text with which no notation starts.
pub const NOTHING: &str = "?";

/// What joins the words of a move: completion stops before it.
pub const JOINTS: [char; 2] = [' ', '-'];

/// What comes before a required last word, or before a level: completion stops behind it.
pub const OPENER: char = '=';

/// The grammar of a game's moves.
#[derive(Debug)]
pub struct Grammar {
    /// Whether there are [`OPENER`]s, and levels: digits without a letter.
    pub levels: bool,
    /// Whether `x` and a square may name a capture.
    pub takes: bool,
    /// Words for a goal, in lower case, with its side, if the word names one.
    pub goals: &'static [(&'static str, Option<Side>)],
}

impl Grammar {
    /// Squares with spaces or hyphens between them.
    pub const SQUARES: Self = Self {
        levels: false,
        takes: false,
        goals: &[],
    };
}

/// A token of typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// White space, commas or a closing bracket.
    Gap,
    /// A hyphen, a dash or an arrow.
    Dash,
    /// The opener: `=`, or `@` or `(` for it.
    Opener,
    /// A letter and digits, in lower case: the name of a square, or like one.
    Name(String),
    /// A goal, with its side, if named.
    Goal(Option<Side>),
    /// Digits without a letter.
    Digits(String),
    /// The last letters, of an unfinished word.
    Part(String),
    /// A capture, which follows from the position and is ignored.
    Taken,
}

/// Splits typed text into tokens; `None` if it contains anything else.
pub fn tokens(text: &str, grammar: &Grammar) -> Option<Vec<Token>> {
    if text.chars().nth(MAX_LENGTH).is_some() {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let mut tokens = Vec::new();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if let Some(separator) = separator(first, grammar) {
            tokens.push(separator);
            rest = after;
        } else if grammar.takes && is_capture(first, after) {
            // A capture can only follow the square that the piece moved to.
            let named = |token: &Token| matches!(token, Token::Name(_));
            tokens.iter().any(named).then_some(())?;
            tokens.push(Token::Taken);
            rest = after.trim_start_matches(|char| separator(char, grammar).is_some());
            if !rest.is_empty() {
                let (file, digits, after) = word(rest);
                let whole = !digits.is_empty() || after.is_empty();
                (file.len() == 1 && whole).then_some(())?;
                rest = after;
            }
        } else {
            let (letters, digits, after) = word(rest);
            rest = after;
            match letters.len().checked_sub(usize::from(!digits.is_empty())) {
                None if grammar.levels => tokens.push(Token::Digits(digits.to_owned())),
                None => return None,
                Some(file) => {
                    let (before, file) = letters.split_at(file);
                    if !before.is_empty() || digits.is_empty() {
                        tokens.push(lone(before, grammar, digits.is_empty() && rest.is_empty())?);
                    }
                    if !digits.is_empty() {
                        tokens.push(Token::Name(format!("{file}{digits}")));
                    }
                }
            }
        }
    }
    Some(tokens)
}

/// The letters and then the digits at the start of a text, and the rest.
fn word(text: &str) -> (&str, &str, &str) {
    let letters = text.trim_start_matches(|char: char| char.is_ascii_lowercase());
    let rest = letters.trim_start_matches(|char: char| char.is_ascii_digit());
    let before = &text[..text.len() - letters.len()];
    let digits = &letters[..letters.len() - rest.len()];
    (before, digits, rest)
}

fn separator(char: char, grammar: &Grammar) -> Option<Token> {
    match char {
        '-' | '>' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '→' => Some(Token::Dash),
        OPENER | '@' | '(' if grammar.levels => Some(Token::Opener),
        ')' if grammar.levels => Some(Token::Gap),
        ',' | ';' => Some(Token::Gap),
        char if char.is_whitespace() => Some(Token::Gap),
        _ => None,
    }
}

/// Returns whether an `x` means a capture and is not the file of that letter.
fn is_capture(char: char, after: &str) -> bool {
    matches!(char, 'x' | '×') && !after.starts_with(|char: char| char.is_ascii_digit())
}

/// A token of letters without digits; only the last one may be unfinished.
fn lone(letters: &str, grammar: &Grammar, last: bool) -> Option<Token> {
    let mut goals = grammar.goals.iter();
    if let Some((_, whose)) = goals.clone().find(|(word, _)| *word == letters) {
        return Some(Token::Goal(*whose));
    }
    let begun = letters.len() == 1 || goals.any(|(word, _)| word.starts_with(letters));
    (last && begun).then(|| Token::Part(letters.to_owned()))
}

/// The names among some tokens, separated by `joint`; it also ends the result if the typed text
/// ends with something like it.
pub fn joined(tokens: &[Token], joint: char) -> String {
    let mut text = String::new();
    let mut open = false;
    for token in tokens {
        open = matches!(token, Token::Gap | Token::Dash) && !text.is_empty();
        let (Token::Name(word) | Token::Part(word)) = token else {
            continue;
        };
        if !text.is_empty() {
            text.push(joint);
        }
        text += word;
    }
    if open {
        text.push(joint);
    }
    text
}

/// A text without hyphens, which are understood where they are missing.
pub fn compact(text: &str) -> String {
    text.replace('-', "")
}
