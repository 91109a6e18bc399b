//! Reads what a person typed as a legal move, or says which rule forbids it.

use super::board::{bit, distance, index, rank, ranks_from, squares};
use super::moves::Move;
use super::notation::{LONGEST, Token, square, tokens};
use super::position::Position;
use super::refusal::{Refusal, Why};
use super::routes::{Fault, Lifted, Target};
use super::ruleset::Reuse;
use super::{examples, placing, walks};
use crate::rules::{Position as _, Side, Square, Stage};

/// Reads notation, generously, as a legal move after the positions `before`.
pub fn read(position: &Position, text: &str, before: &[Position]) -> Result<Move, Refusal> {
    let refused = |why: Why| {
        let legal = examples::close_to(position, text, &why, before);
        Refusal { why, legal }
    };
    let legal = meant(position, text).map_err(refused)?;
    if position.forbids(&legal, before) {
        return Err(refused(Why::Recurs));
    }
    Ok(legal)
}

/// The move a text means, if the positions before are not looked at.
pub fn meant(position: &Position, text: &str) -> Result<Move, Why> {
    if let Some(outcome) = position.outcome() {
        return Err(Why::Over {
            by: outcome.reason(),
        });
    }
    let stage = position.stage;
    if text.chars().nth(LONGEST).is_some() {
        return Err(Why::TooLong { stage });
    }
    let tokens = tokens(text.trim()).ok_or(Why::Unreadable { stage })?;
    match stage {
        Stage::Placement => placing::meant(position, &tokens),
        Stage::Movement => movement(position, &typed(&tokens)?),
    }
}

/// A move of the movement stage, as it was typed.
pub struct Typed {
    /// The piece, and every square where it lands.
    pub squares: Vec<Square>,
    /// Whether it enters a goal at last, and whose if that was said.
    goal: Option<Option<Side>>,
    /// Where the displaced piece goes.
    drop: Option<Drop>,
}

/// Where a displaced piece should go.
enum Drop {
    Square(Square),
    Goal,
}

/// Tokens as a move.
pub fn typed(tokens: &[Token]) -> Result<Typed, Why> {
    let stage = Stage::Movement;
    let unreadable = Why::Unreadable { stage };
    if matches!(tokens, [Token::Digits(_), ..]) || is_set_up(tokens) {
        return Err(Why::AlreadyMoving);
    }
    let mut typed = Typed {
        squares: Vec::new(),
        goal: None,
        drop: None,
    };
    let mut equals = false;
    for token in tokens {
        match token {
            Token::Gap | Token::Dash => {}
            Token::Equals if !equals && !typed.squares.is_empty() => equals = true,
            Token::Equals | Token::Part(_) | Token::Digits(_) => return Err(unreadable),
            _ if typed.drop.is_some() => return Err(unreadable),
            Token::Goal(_) if equals => typed.drop = Some(Drop::Goal),
            Token::Goal(_) if typed.goal.is_some() => return Err(Why::PastGoal),
            Token::Goal(side) => typed.goal = Some(*side),
            Token::Name(name) => {
                let square = square(name).ok_or_else(|| Why::UnknownSquare {
                    name: name.chars().take(4).collect(),
                    stage,
                })?;
                match equals {
                    true => typed.drop = Some(Drop::Square(square)),
                    false if typed.goal.is_some() => return Err(Why::PastGoal),
                    false => typed.squares.push(square),
                }
            }
        }
    }
    if typed.squares.is_empty() || (equals && typed.drop.is_none() && typed.squares.len() < 2) {
        return Err(unreadable);
    }
    Ok(typed)
}

/// Whether a level is given to a square, as in a set-up.
fn is_set_up(tokens: &[Token]) -> bool {
    tokens
        .windows(2)
        .any(|pair| matches!(pair, [Token::Equals, Token::Digits(_)]))
}

/// Whether the first of these squares is a piece that may move and can land on
/// the others in turn.
pub fn walks(position: &Position, landings: &[Square]) -> bool {
    let Some((from, rest)) = landings.split_first() else {
        return false;
    };
    let targets: Vec<Target> = rest.iter().copied().map(Target::Square).collect();
    may_move(position, *from).is_ok() && lifted(position, *from).walk(&targets).is_ok()
}

fn lifted(position: &Position, from: Square) -> Lifted {
    Lifted {
        ruleset: position.ruleset,
        board: position.board,
        side: position.side,
        from,
    }
}

fn movement(position: &Position, typed: &Typed) -> Result<Move, Why> {
    let Some((&from, landings)) = typed.squares.split_first() else {
        return Err(Why::Unreadable {
            stage: Stage::Movement,
        });
    };
    may_move(position, from)?;
    if typed.goal == Some(Some(position.side)) {
        return Err(Why::OwnGoal {
            side: position.side,
        });
    }
    let mut targets: Vec<Target> = landings.iter().copied().map(Target::Square).collect();
    targets.extend(typed.goal.map(|_| Target::Goal));
    let level = position.board.level(index(from));
    let Some(&to) = targets.last() else {
        return Err(Why::NoTarget {
            square: from,
            level,
        });
    };
    match *targets {
        [Target::Square(to)] if to == from => return Err(Why::NoChange { square: from }),
        [to] => effect(position, from, to)?,
        _ => route(position, from, &targets)?,
    }
    ending(position, from, to, typed.drop.as_ref())
}

/// Whether the piece on a square may move (G3, G4).
fn may_move(position: &Position, from: Square) -> Result<(), Why> {
    if position.board.level(index(from)) == 0 {
        return Err(Why::NoPiece { square: from });
    }
    let Some(active) = position.active() else {
        return Err(Why::NoPiece { square: from });
    };
    if from.rank() == active {
        return Ok(());
    }
    let order = ranks_from(position.side);
    let place = |rank: u8| order.iter().position(|other| *other == rank);
    let row = active + 1;
    let square = from;
    if place(from.rank()) < place(active) {
        return Err(Why::StuckRow { square, row });
    }
    let nearer = order.iter().take_while(|rank| **rank != active);
    let stuck =
        nearer.fold(0, |bits, number| bits | rank(*number)) & position.board.occupied() != 0;
    Err(Why::FarRow { square, row, stuck })
}

/// Checks that some route leads to a target.
fn effect(position: &Position, from: Square, to: Target) -> Result<(), Why> {
    let reach = walks::mover(position.ruleset, position.board, position.side, index(from)).reach;
    let reached = match to {
        Target::Square(to) => (reach.ends | reach.swaps) & bit(index(to)) != 0,
        Target::Goal => reach.goal,
    };
    if reached {
        return Ok(());
    }
    let lifted = lifted(position, from);
    if lifted.find(to, true).is_some() {
        let to = match to {
            Target::Square(to) => Some(to),
            Target::Goal => None,
        };
        let borders = position.ruleset.reuse == Reuse::Border;
        return Err(Why::OnlyTwice { from, to, borders });
    }
    route(position, from, &[to])
}

/// Checks the route through these landings.
fn route(position: &Position, from: Square, targets: &[Target]) -> Result<(), Why> {
    let lifted = lifted(position, from);
    let Err((number, fault)) = lifted.walk(targets) else {
        return Ok(());
    };
    let at = match number.checked_sub(1).and_then(|before| targets.get(before)) {
        Some(Target::Square(at)) => *at,
        _ => from,
    };
    let level = lifted.steps(at);
    let to = match targets.get(number) {
        Some(Target::Square(to)) => Some(*to),
        _ => None,
    };
    Err(match (fault, to) {
        (Fault::NoBounce { at }, _) => Why::NoBounce { square: at },
        (Fault::Steps, Some(to)) => Why::Steps {
            from: at,
            level,
            to,
            distance: distance(at, to),
        },
        (Fault::Steps, None) => Why::GoalSteps { from: at, level },
        (Fault::Gate, _) => Why::NotGate {
            from: at,
            gates: squares(position.ruleset.gates(position.side.other())),
        },
        (Fault::Blocked { by }, to) => Why::Blocked {
            from: at,
            level,
            to,
            by,
        },
        (Fault::Reused { what }, _) => match *what {
            [one, another] => Why::Crossed {
                border: [one, another],
            },
            _ => Why::Visited {
                square: what.first().copied().unwrap_or(at),
            },
        },
    })
}

/// What a walk that is allowed does at its end.
fn ending(position: &Position, from: Square, to: Target, drop: Option<&Drop>) -> Result<Move, Why> {
    let lifted = lifted(position, from);
    let to = match (to, drop) {
        (Target::Goal, None) => return Ok(Move::Goal(from)),
        (Target::Goal, Some(_)) => return Err(Why::NothingToDrop { square: None }),
        (Target::Square(to), _) => to,
    };
    if lifted.occupied() & bit(index(to)) == 0 {
        return match drop {
            _ if to == from => Err(Why::NoChange { square: from }),
            None => Ok(Move::End([from, to])),
            Some(_) => Err(Why::NothingToDrop { square: Some(to) }),
        };
    }
    let level = position.board.level(index(to));
    let drop = match drop {
        None => return Err(Why::NoDrop { square: to, level }),
        Some(Drop::Goal) => return Err(Why::DropInGoal),
        Some(Drop::Square(drop)) => *drop,
    };
    if lifted.occupied() & bit(index(drop)) != 0 {
        return Err(Why::Occupied { square: drop });
    }
    let limit = super::board::up_to_farthest(position.side, lifted.occupied());
    if limit & bit(index(drop)) == 0 {
        let row = ranks_from(position.side.other())
            .into_iter()
            .find(|number| limit & rank(*number) != 0);
        return Err(Why::Beyond {
            square: drop,
            side: position.side.other(),
            row: row.unwrap_or_default() + 1,
        });
    }
    if drop == from && lifted.steps(from) == level {
        return Err(Why::EqualSwap { from, to, level });
    }
    Ok(Move::Swap([from, to, drop]))
}
