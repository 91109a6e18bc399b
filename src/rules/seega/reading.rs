//! Reads what a person typed as a legal move, or says which rule forbids it.

use super::board::{bit, neighbours};
use super::moves::Move;
use super::notation::{LONGEST, Token, tokens};
use super::position::{Phase, Position};
use super::refusal::{Refusal, Why};
use super::ruleset::Chain;
use super::show::annotate;
use crate::rules::{Position as _, Square};

/// Legal moves named in a refusal, at most.
const EXAMPLES: usize = 6;

/// What was typed, as squares.
struct Typed {
    squares: Vec<Square>,
    /// Whether there is a hyphen, a dash or an arrow.
    dashed: bool,
    /// Whether there is a space or a comma.
    spaced: bool,
}

/// Reads notation, generously, as a legal move.
pub fn read(position: &Position, text: &str) -> Result<Move, Refusal> {
    if let Some(outcome) = position.outcome() {
        return Err(Refusal {
            why: Why::Over {
                by: outcome.reason(),
            },
            legal: Vec::new(),
        });
    }
    let typed = squares(position, text).map_err(|why| refuse(position, why, |_| true))?;
    match position.phase {
        Phase::Placement => placement(position, &typed),
        Phase::Movement | Phase::Extra => movement(position, &typed),
    }
}

fn squares(position: &Position, text: &str) -> Result<Typed, Why> {
    let stage = position.stage();
    let geometry = &position.setup.geometry;
    if text.chars().nth(LONGEST).is_some() {
        return Err(Why::TooLong { stage });
    }
    let unreadable = Why::Unreadable { stage };
    let text = text.trim();
    let mut typed = Typed {
        squares: Vec::new(),
        dashed: false,
        spaced: false,
    };
    for token in tokens(text).ok_or(unreadable.clone())? {
        match token {
            Token::Gap => typed.spaced = true,
            Token::Dash => typed.dashed = true,
            Token::Taken => {}
            Token::Part(_) => return Err(unreadable),
            Token::Name(name) => {
                let last = geometry.size - 1;
                let corner = geometry.square(last, last).ok_or(unreadable.clone())?;
                let square = named(position, &name).ok_or_else(|| Why::UnknownSquare {
                    name: name.chars().take(4).collect(),
                    stage,
                    corner,
                })?;
                typed.squares.push(square);
            }
        }
    }
    if typed.squares.is_empty() {
        return Err(unreadable);
    }
    Ok(typed)
}

/// The square of that name, if it is on the board.
fn named(position: &Position, name: &str) -> Option<Square> {
    let &[file, rank] = name.as_bytes() else {
        return None;
    };
    let (file, rank) = (file.checked_sub(b'a')?, rank.checked_sub(b'1')?);
    position.setup.geometry.square(file, rank)
}

fn placement(position: &Position, typed: &Typed) -> Result<Move, Refusal> {
    let open = |square: &Square| position.open() & bit(*square) != 0;
    let why = match *typed.squares {
        [from, to, ..]
            if typed.dashed && position.owner(from).is_some() && position.owner(to).is_none() =>
        {
            Why::StillPlacing
        }
        [square] => Why::OneToPlace { square },
        [one, another] if one == another => Why::Twice { square: one },
        [one, another] => match [one, another].into_iter().find(|square| !open(square)) {
            None => return Ok(Move::place(one, another)),
            Some(square) if position.owner(square).is_some() => Why::Taken { square },
            Some(square) => Why::Closed { square },
        },
        _ => Why::ManyToPlace {
            given: typed.squares.len(),
        },
    };
    let wanted: Vec<Square> = typed.squares.iter().copied().filter(open).collect();
    Err(refuse(position, why, |legal| {
        legal.squares().iter().any(|square| wanted.contains(square))
    }))
}

fn movement(position: &Position, typed: &Typed) -> Result<Move, Refusal> {
    let path = typed.squares.as_slice();
    let Err(why) = walk(position, typed) else {
        return Ok(Move::along(path));
    };
    Err(match why {
        Why::MustCapture | Why::MustOpen { .. } => refuse(position, why, |_| true),
        Why::MustGoOn { .. } => refuse(position, why, |legal| legal.squares().starts_with(path)),
        Why::NoPiece { .. } | Why::NotYours { .. } => {
            refuse(position, why, |legal| legal.squares().last() == path.get(1))
        }
        _ => refuse(position, why, |legal| {
            legal.squares().first() == path.first()
        }),
    })
}

/// Checks a turn of the movement phase step by step.
fn walk(position: &Position, typed: &Typed) -> Result<(), Why> {
    let ruleset = &position.setup.ruleset;
    let geometry = &position.setup.geometry;
    let path = typed.squares.as_slice();
    let [first, rest @ ..] = path else {
        return Err(Why::Unreadable {
            stage: position.stage(),
        });
    };
    match position.owner(*first) {
        None if is_pair(position, typed) => return Err(Why::AlreadyMoving),
        None => return Err(Why::NoPiece { square: *first }),
        Some(owner) if owner != position.side => {
            return Err(Why::NotYours {
                square: *first,
                owner,
            });
        }
        Some(_) if rest.is_empty() => return Err(Why::NoTarget { square: *first }),
        Some(_) => {}
    }
    let mut men = position.men(position.side);
    let mut from = *first;
    let mut captures = false;
    for &to in rest {
        check_step(from, to)?;
        if men.empty(geometry) & bit(to) == 0 {
            return Err(Why::Occupied { square: to });
        }
        let (next, captured) = men.step(geometry, bit(from), bit(to));
        if rest.len() > 1 && ruleset.chain == Chain::None {
            return Err(Why::OneStep);
        }
        if rest.len() > 1 && captured == 0 {
            return Err(Why::Quiet { from, to });
        }
        captures = captured != 0;
        men = next;
        from = to;
    }
    if !captures && position.must_capture() {
        return Err(Why::MustCapture);
    }
    if captures && ruleset.chain == Chain::Mandatory && men.captures_from(geometry, bit(from)) != 0
    {
        return Err(Why::MustGoOn { square: from });
    }
    if position.must_open() && !men.swapped().mobile(geometry) {
        return Err(Why::MustOpen {
            blocked: position.side.other(),
        });
    }
    Ok(())
}

/// Whether two squares were written as one places pieces, not as one moves them.
fn is_pair(position: &Position, typed: &Typed) -> bool {
    let &[one, another] = typed.squares.as_slice() else {
        return false;
    };
    let adjacent = neighbours(bit(one)) & bit(another) != 0;
    position.owner(another).is_none()
        && one != another
        && (!adjacent || (typed.spaced && !typed.dashed))
}

/// Whether a step goes to the next square along a rank or a file (S3).
fn check_step(from: Square, to: Square) -> Result<(), Why> {
    let across = from.file().abs_diff(to.file());
    let along = from.rank().abs_diff(to.rank());
    match (across, along) {
        (0, 0) => Err(Why::NoStep { square: from }),
        (0, 1) | (1, 0) => Ok(()),
        (1, 1) => Err(Why::Diagonal { from, to }),
        _ => Err(Why::Far { from, to }),
    }
}

/// The refusal with examples of what is legal: moves that `close` approves of,
/// if there are any.
fn refuse(position: &Position, why: Why, close: impl Fn(&Move) -> bool) -> Refusal {
    let all = position.legal_moves();
    let (near, far): (Vec<Move>, Vec<Move>) = all.into_iter().partition(close);
    let from = if near.is_empty() { far } else { near };
    let count = from.len().min(EXAMPLES);
    // Evenly spread, so that they are not all of one piece.
    let chosen = (0..count).filter_map(|index| from.get(index * from.len() / count));
    let mut legal: Vec<String> = chosen.map(|legal| annotate(position, legal)).collect();
    legal.sort_unstable();
    Refusal { why, legal }
}
