//! Reads the set-up turns before the first move (G2).

use super::board::{bit, index, rank};
use super::moves::{Move, Put};
use super::notation::{Token, square};
use super::position::Position;
use super::refusal::Why;
use super::ruleset::Layout;
use super::setup::{self, OF_A_LEVEL};
use crate::rules::{Square, Stage};

/// The set-up that some tokens mean: six digits for the first row, or squares
/// with levels.
pub fn meant(position: &Position, tokens: &[Token]) -> Result<Move, Why> {
    let mut puts = match digits(tokens) {
        Some(levels) => on_row(position, &levels)?,
        None => on_squares(tokens)?,
    };
    puts.sort_unstable();
    let layout = position.ruleset.layout;
    let zone = setup::zone(layout, position.side);
    if let Some(pair) = puts
        .windows(2)
        .find(|pair| pair[0].square == pair[1].square)
    {
        return Err(Why::Twice {
            square: pair[0].square,
        });
    }
    if let Some(put) = puts.iter().find(|put| zone & bit(index(put.square)) == 0) {
        let rows = (0..6).filter(|number| zone & rank(*number) != 0);
        return Err(Why::NotOwnRow {
            square: put.square,
            rows: rows.map(|number| number + 1).collect(),
        });
    }
    let given = puts.len();
    let puts: [Put; 6] = puts.try_into().map_err(|_| Why::NotSix { given })?;
    let given = [1, 2, 3].map(|level| puts.iter().filter(|put| put.level == level).count());
    if given != [OF_A_LEVEL; 3] {
        return Err(Why::NotTwoEach { given });
    }
    Ok(match layout {
        // Sorted by name, the squares of a row go from file a to file f.
        Layout::Row => Move::Row(puts.map(|put| put.level)),
        _ => Move::Rows(puts),
    })
}

/// All digits, if there is nothing else.
fn digits(tokens: &[Token]) -> Option<String> {
    let mut all = String::new();
    for token in tokens {
        match token {
            Token::Gap | Token::Dash => {}
            Token::Digits(digits) => all += digits,
            _ => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

fn on_row(position: &Position, levels: &str) -> Result<Vec<Put>, Why> {
    if levels.len() != 6 {
        return Err(Why::NotSix {
            given: levels.len(),
        });
    }
    let row = setup::row(position.side).into_iter();
    row.zip(levels.split("").filter(|digit| !digit.is_empty()))
        .map(|(square, digit)| put(square, digit))
        .collect()
}

fn put(square: Square, level: &str) -> Result<Put, Why> {
    let level = match level {
        "1" => 1,
        "2" => 2,
        "3" => 3,
        other => {
            return Err(Why::NoLevel {
                name: other.chars().take(4).collect(),
            });
        }
    };
    Ok(Put { square, level })
}

/// Squares with levels: `a1=3`, and `a1 3` or `a13` as well.
fn on_squares(tokens: &[Token]) -> Result<Vec<Put>, Why> {
    let stage = Stage::Placement;
    let unreadable = || Why::Unreadable { stage };
    let mut puts = Vec::new();
    let mut open: Option<Square> = None;
    let mut dashed = false;
    for token in tokens {
        match token {
            Token::Gap => {}
            Token::Dash => dashed = true,
            Token::Equals if open.is_some() => {}
            Token::Digits(level) => {
                let square = open.take().ok_or_else(unreadable)?;
                puts.push(put(square, level)?);
            }
            // Two squares and no level: a move.
            Token::Name(_) if open.is_some() => return Err(Why::StillPlacing),
            Token::Goal(_) if open.is_some() && dashed => return Err(Why::StillPlacing),
            Token::Name(name) => {
                let (name, level) = name.split_at(name.len().min(2));
                let square = square(name).ok_or_else(|| Why::UnknownSquare {
                    name: name.to_owned(),
                    stage,
                })?;
                match level {
                    "" => open = Some(square),
                    level => puts.push(put(square, level)?),
                }
            }
            Token::Equals | Token::Goal(_) | Token::Part(_) => return Err(unreadable()),
        }
    }
    if open.is_some() || puts.is_empty() {
        return Err(unreadable());
    }
    Ok(puts)
}
