//! Reads typed set-up turns (G2).

use super::board::{Bits, LEVELS, bit, index, level, named, rank, squares};
use super::moves::{Move, Put};
use super::position::Gyges;
use super::ruleset::Layout;
use super::setup::{self, PLACED_PER_LEVEL};
use crate::rules::grammar::Token;
use crate::rules::notation::CommonRefusal;
use crate::rules::{Notation as _, Refusal, Side, Square};

/// The set-up that some tokens mean: six digits for the first row, or squares
/// with levels.
pub fn understand(position: &Gyges, tokens: &[Token]) -> Result<Move, Refusal> {
    let no = |id| Refusal::by("G2", id);
    let digits = digits(tokens).filter(|digits| !digits.is_empty());
    let mut puts = match digits {
        Some(levels) if levels.len() != 6 => return Err(not_six(levels.len())),
        Some(levels) => on_row(position.side, &levels)?,
        None => on_squares(position, tokens)?,
    };
    puts.sort_unstable();
    let mut pairs = puts.windows(2);
    if let Some(pair) = pairs.find(|pair| pair[0].square == pair[1].square) {
        return Err(no("gyges-refused-twice").with("square", pair[0].square));
    }
    let zone = zone(position);
    if let Some(put) = puts.iter().find(|put| zone & bit(index(put.square)) == 0) {
        let rows = (0..6).filter(|number| zone & rank(*number) != 0);
        let rows: Vec<String> = rows.map(|number| (number + 1).to_string()).collect();
        let elsewhere = no("gyges-refused-not-own-row").with("square", put.square);
        return Err(elsewhere.with("rows", rows.join(", ")));
    }
    let puts: [Put; 6] = puts
        .try_into()
        .map_err(|puts: Vec<Put>| not_six(puts.len()))?;
    let given = LEVELS.map(|level| puts.iter().filter(|put| put.level == level).count());
    if given == [PLACED_PER_LEVEL; 3] {
        Ok(Move::SetUp(position.ruleset.layout, puts))
    } else {
        Err(no("gyges-refused-not-two-each")
            .with("ones", given[0])
            .with("twos", given[1])
            .with("threes", given[2]))
    }
}

fn not_six(given: usize) -> Refusal {
    Refusal::by("G2", "gyges-refused-not-six").with("given", given)
}

fn zone(position: &Gyges) -> Bits {
    setup::zone(position.ruleset.layout, position.side)
}

/// All digits, if there are no other tokens.
pub fn digits(tokens: &[Token]) -> Option<String> {
    let texts = tokens.iter().map(|token| match token {
        Token::Gap | Token::Dash => Some(""),
        Token::Digits(digits) => Some(digits.as_str()),
        _ => None,
    });
    texts.collect()
}

fn on_row(side: Side, levels: &str) -> Result<Vec<Put>, Refusal> {
    let row = setup::row(side).into_iter().zip(levels.chars());
    row.map(|(square, digit)| put(square, digit.encode_utf8(&mut [0; 4])))
        .collect()
}

fn put(square: Square, text: &str) -> Result<Put, Refusal> {
    let name = || text.chars().take(4).collect::<String>();
    let no = || Refusal::by("G2", "gyges-refused-no-level").with("level", name());
    let level = level(text).ok_or_else(no)?;
    Ok(Put { square, level })
}

/// Squares with levels: `a1=3`, and `a1 3` or `a13` as well.
fn on_squares(position: &Gyges, tokens: &[Token]) -> Result<Vec<Put>, Refusal> {
    let unreadable = || position.refuse(CommonRefusal::Unreadable);
    let moves = || Err(Refusal::by("G2", "gyges-refused-still-placing"));
    let mut puts = Vec::new();
    let mut open: Option<Square> = None;
    let mut dashed = false;
    for token in tokens {
        match token {
            Token::Gap => {}
            Token::Dash => dashed = true,
            Token::Opener if open.is_some() => {}
            Token::Digits(level) => {
                let square = open.take().ok_or_else(unreadable)?;
                puts.push(put(square, level)?);
            }
            // Two squares without a level are a move.
            Token::Name(_) if open.is_some() => return moves(),
            Token::Goal(_) if open.is_some() && dashed => return moves(),
            Token::Name(name) => {
                let (name, level) = name.split_at(2);
                let square = named(name).ok_or_else(|| {
                    Refusal::by("G2", "gyges-refused-unknown-square").with("square", name)
                })?;
                match level {
                    "" => open = Some(square),
                    level => puts.push(put(square, level)?),
                }
            }
            _ => return Err(unreadable()),
        }
    }
    if open.is_some() || puts.is_empty() {
        Err(unreadable())
    } else {
        Ok(puts)
    }
}

/// Part of a set-up on two rows: squares with levels. Digits alone mean the
/// first row.
pub fn two_rows(side: Side, tokens: &[Token]) -> Option<String> {
    if let Some(digits) = digits(tokens).filter(|digits| !digits.is_empty()) {
        let row = setup::row(side);
        return (digits.len() <= row.len()).then(|| words(&row, &digits));
    }
    let mut text = String::new();
    for token in tokens {
        let named = text.ends_with(|char: char| char.is_ascii_digit()) && !has_level(&text);
        match token {
            Token::Gap | Token::Dash => {}
            Token::Opener if named => text.push('='),
            Token::Digits(digits) if named => text += &format!("={digits}"),
            Token::Digits(digits) if text.ends_with('=') => text += digits,
            Token::Name(word) | Token::Part(word) => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text += word;
            }
            _ => return None,
        }
    }
    if has_level(&text) && matches!(tokens.last(), Some(Token::Gap | Token::Dash)) {
        text.push(' ');
    }
    Some(text)
}

/// Levels on these squares as words: `a1=3 b1=1`.
fn words(squares: &[Square], levels: &str) -> String {
    let puts = squares.iter().zip(levels.chars());
    let words: Vec<String> = puts.map(|(at, level)| format!("{at}={level}")).collect();
    words.join(" ")
}

/// Returns whether the last word of a set-up has a level.
fn has_level(text: &str) -> bool {
    let word = text.rsplit(' ').next().unwrap_or_default();
    word.split_once('=')
        .is_some_and(|(_, level)| !level.is_empty())
}

/// Two set-ups on two rows: they are long, and too many to choose from.
pub fn sample(position: &Gyges) -> Vec<String> {
    let row = setup::row(position.side);
    let mut other_row = squares(zone(position));
    other_row.retain(|square| !row.contains(square));
    let sets: [Vec<Square>; 2] = [row, other_row];
    sets.map(|squares| words(&squares, "321123")).to_vec()
}

/// The texts that continue `typed` by one piece, for a set-up on two rows.
///
/// A set-up is sorted by square, so at most seven squares and three levels may
/// come next, and all 83,160 set-ups need not be listed.
pub fn next_words(position: &Gyges, typed: &str) -> Vec<String> {
    let all: Vec<String> = squares(zone(position))
        .into_iter()
        .flat_map(|square| LEVELS.map(|level| format!("{square}={level}")))
        .collect();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let known = |word: &str| all.iter().any(|known| known == word);
    let (before, part) = match words.split_last() {
        // After a whole word comes the next one.
        Some((last, before)) if !typed.ends_with(' ') && (words.len() >= 6 || !known(last)) => {
            (before, *last)
        }
        _ => (words.as_slice(), ""),
    };
    let next = all.iter().filter(|word| word.starts_with(part));
    next.map(|word| [before, &[word.as_str()]].concat())
        .filter(|words| may_begin(&all, words))
        .map(|words| words.join(" "))
        .collect()
}

/// Returns whether some set-up starts with these words; `all` has three for each square.
fn may_begin(all: &[String], words: &[&str]) -> bool {
    let place = |word: &&str| all.iter().position(|known| known == word);
    let places: Vec<usize> = words.iter().filter_map(place).collect();
    let count = |level| places.iter().filter(|place| **place % 3 == level).count();
    let used = places.last().map_or(0, |last| last / 3 + 1);
    places.len() == words.len()
        && words.len() <= 6
        && places.windows(2).all(|pair| pair[0] / 3 < pair[1] / 3)
        && (0..3).all(|level| count(level) <= PLACED_PER_LEVEL)
        && all.len() / 3 - used + words.len() >= 6
}

/// The squares for the next piece, after the text of `put` pieces.
pub fn next_squares(position: &Gyges, typed: &str, put: usize) -> Vec<Square> {
    match position.ruleset.layout {
        Layout::TwoRows if put < 6 => {
            let texts = next_words(position, typed.trim_end());
            let last = texts.iter().filter_map(|text| text.rsplit(' ').next());
            last.filter_map(|word| named(word.split_once('=')?.0))
                .collect()
        }
        Layout::Row => {
            let row = setup::row(position.side).into_iter();
            row.skip(put).take(1).collect()
        }
        _ => Vec::new(),
    }
}

/// The pieces of an unfinished set-up.
pub fn begun(position: &Gyges, typed: &str) -> Vec<Put> {
    let text = if typed.bytes().all(|byte| byte.is_ascii_digit()) {
        words(&setup::row(position.side), typed)
    } else {
        typed.to_owned()
    };
    let read = |word: &str| {
        let (square, level) = word.split_once('=')?;
        put(named(square)?, level).ok()
    };
    text.split(' ').filter_map(read).collect()
}
