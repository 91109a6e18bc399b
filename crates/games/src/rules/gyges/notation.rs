//! Reads typed moves, and names the clause that an illegal one breaks.

use super::board::{self, Index, bit, goal, index, rank, ranks_from, up_to_farthest};
use super::moves::{Move, Put};
use super::paths::Reuse;
use super::placing;
use super::position::Position;
use super::routes::Lifted;
use super::ruleset::{INFO, Layout, Ruleset};
use super::setup;
use crate::rules::grammar::{Grammar, NOTHING, Token, tokens};
use crate::rules::notation::Fault;
use crate::rules::{Notation, Refusal, Side, Square, Stage, Variant};
use crate::text::Text;

impl Notation for Position {
    const GRAMMAR: Grammar = Grammar {
        levels: true,
        goals: &[
            ("goal", None),
            ("g", None),
            ("s", Some(Side::First)),
            ("n", Some(Side::Second)),
        ],
        ..Grammar::SQUARES
    };

    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Text> {
        super::text::parse(Ruleset::of(variant), text)
    }

    fn refuse(&self, fault: Fault) -> Refusal {
        let (clause, id) = match (fault, self.stage) {
            (Fault::Over(reason), _) => (reason.clause, "gyges-refused-over"),
            (Fault::Recurs, _) => ("G14", "gyges-refused-recurs"),
            (Fault::TooLong, Stage::Placement) => ("G2", "gyges-refused-too-long-placement"),
            (Fault::TooLong, Stage::Movement) => ("G5", "gyges-refused-too-long-movement"),
            (Fault::Unreadable, Stage::Placement) => ("G2", "gyges-refused-unreadable-placement"),
            (Fault::Unreadable, Stage::Movement) => ("G5", "gyges-refused-unreadable-movement"),
        };
        Refusal::by(clause, id)
    }

    fn understand(&self, tokens: &[Token]) -> Result<Move, Refusal> {
        if self.stage == Stage::Placement {
            return placing::understand(self, tokens);
        }
        let typed = Typed::of(self, tokens)?;
        let meant = self.movement(&typed);
        meant.map_err(|refusal| refusal.of(&typed.squares))
    }

    /// The same piece to the same square, the same piece, any.
    fn distance(&self, refusal: &Refusal, legal: &Move) -> u8 {
        let to = refusal.meant.get(1..).and_then(<[Square]>::last);
        let same = |from: &Square| refusal.meant.first() == Some(from);
        match legal {
            Move::End([from, end]) | Move::Swap([from, end, _]) if same(from) => {
                u8::from(to != Some(end))
            }
            Move::Goal(from) if same(from) => 1,
            _ => 2,
        }
    }

    fn sample(&self) -> Option<Vec<String>> {
        self.many().then(|| placing::sample(self))
    }

    fn patterns(&self) -> Vec<String> {
        if self.stage == Stage::Movement {
            return Vec::new();
        }
        let usual = setup::usual(self.ruleset.layout, self.side);
        usual.iter().map(ToString::to_string).collect()
    }

    fn next_words(&self, typed: &str) -> Vec<String> {
        placing::next_words(self, typed)
    }

    /// A whole move is written as its effect.
    fn normalise(&self, typed: &str) -> String {
        if let Ok(legal) = self.meaning(typed) {
            return legal.to_string();
        }
        let part = tokens(typed, &Self::GRAMMAR).and_then(|tokens| {
            match (self.stage, self.ruleset.layout) {
                (Stage::Movement, _) => self.part(&tokens),
                (Stage::Placement, Layout::TwoRows) => placing::two_rows(self.side, &tokens),
                (Stage::Placement, _) => placing::digits(&tokens),
            }
        });
        part.unwrap_or_else(|| NOTHING.to_owned())
    }

    /// The level of a piece, and of the piece whose place it takes; in a set-up, the level of the
    /// last piece.
    fn label(&self, text: &str) -> Option<Text> {
        let piece = |level: u8| Text::new("gyges-hint-piece").with("level", u32::from(level));
        if self.stage == Stage::Placement {
            if let Ok(Move::SetUp(_, puts)) = self.meaning(text) {
                return Some(set_up(puts));
            }
            let begun = placing::begun(self, text);
            return begun.last().map(|put| piece(put.level));
        }
        let level = |name: &str| {
            let level = self.board.level(index(board::named(name)?));
            (level > 0).then_some(level)
        };
        let (way, rest) = text.split_once('=').unwrap_or((text, ""));
        match way.rsplit_once('-') {
            None => level(way).map(piece),
            Some((_, "goal")) => Some(Text::new("gyges-hint-goal")),
            Some((_, to)) if rest.is_empty() && text.ends_with('=') => {
                let level = level(to)?.to_string();
                Some(Text::new("gyges-hint-swap").with("level", level))
            }
            Some(_) => None,
        }
    }
}

/// A set-up, from file a to file f: `3-2-1-1-2-3`, with an arrow at each piece on the second row.
fn set_up(mut puts: [Put; 6]) -> Text {
    puts.sort_by_key(|put| put.square.file());
    let pieces = puts.map(|put| match put.square.rank() {
        1 | 4 => format!("{}↑", put.level),
        _ => put.level.to_string(),
    });
    Text::new("gyges-set-up").with("pieces", pieces.join("-"))
}

/// A move of the movement stage, as it was typed.
struct Typed {
    /// The piece, and every square where it lands.
    squares: Vec<Square>,
    /// The goal that it enters at the end, if any, with its side, if named.
    goal: Option<Option<Side>>,
    /// The target of the displaced piece: a square, or `None` for a goal.
    drop: Option<Option<Square>>,
}

impl Typed {
    fn of(position: &Position, tokens: &[Token]) -> Result<Self, Refusal> {
        let unreadable = || position.refuse(Fault::Unreadable);
        let level = |pair: &[Token]| matches!(pair, [Token::Opener, Token::Digits(_)]);
        if matches!(tokens, [Token::Digits(_), ..]) || tokens.windows(2).any(level) {
            return Err(Refusal::by("G2", "gyges-refused-already-moving"));
        }
        let past_goal = || Refusal::by("G10", "gyges-refused-past-goal");
        let (mut squares, mut goal, mut drop) = (Vec::new(), None, None);
        let mut opened = false;
        for token in tokens {
            match token {
                Token::Gap | Token::Dash => {}
                Token::Opener if !opened && !squares.is_empty() => opened = true,
                Token::Goal(_) | Token::Name(_) if drop.is_some() => return Err(unreadable()),
                Token::Goal(_) if opened => drop = Some(None),
                Token::Goal(_) if goal.is_some() => return Err(past_goal()),
                Token::Goal(side) => goal = Some(*side),
                Token::Name(name) => {
                    let square = board::named(name).ok_or_else(|| {
                        Refusal::by("G5", "gyges-refused-unknown-square")
                            .with("square", name.get(..4).unwrap_or(name))
                    })?;
                    match opened {
                        true => drop = Some(Some(square)),
                        false if goal.is_some() => return Err(past_goal()),
                        false => squares.push(square),
                    }
                }
                _ => return Err(unreadable()),
            }
        }
        if squares.is_empty() || (opened && drop.is_none() && squares.len() < 2) {
            return Err(unreadable());
        }
        Ok(Self {
            squares,
            goal,
            drop,
        })
    }
}

impl Position {
    fn movement(&self, typed: &Typed) -> Result<Move, Refusal> {
        let Some((&from, landings)) = typed.squares.split_first() else {
            return Err(self.refuse(Fault::Unreadable));
        };
        self.check_mover(from)?;
        if typed.goal == Some(Some(self.side)) {
            let own = Refusal::by("G10", "gyges-refused-own-goal");
            return Err(own.with("side", INFO.side(self.side)));
        }
        let mut targets: Vec<Index> = landings.iter().copied().map(index).collect();
        targets.extend(typed.goal.map(|_| goal(self.side.other())));
        let lifted = Lifted::new(self, from);
        match *targets {
            [] => {
                let level = self.board.level(index(from));
                let none = Refusal::by("G5", "gyges-refused-no-target").with("square", from);
                return Err(none.with("level", u32::from(level)));
            }
            [to] if to == index(from) => return Err(no_change(from)),
            [to] => self.check_effect(lifted, to)?,
            _ => lifted.walk(&targets)?,
        }
        self.ending(lifted, typed)
    }

    /// Checks that the piece on a square can move (G3, G4).
    fn check_mover(&self, from: Square) -> Result<(), Refusal> {
        let no = |clause, id| Refusal::by(clause, id).with("square", from);
        let stands = self.board.level(index(from)) > 0;
        let Some(active) = self.active().filter(|_| stands) else {
            return Err(no("G3", "gyges-refused-no-piece"));
        };
        let nearer = ranks_from(self.side).into_iter();
        let nearer = nearer.take_while(|rank| *rank != active);
        let stuck = nearer.fold(0, |bits, number| bits | rank(number)) & self.board.occupied();
        let refusal = if from.rank() == active {
            return Ok(());
        } else if stuck & bit(index(from)) != 0 {
            no("G4", "gyges-refused-stuck-row")
        } else if stuck != 0 {
            no("G4", "gyges-refused-far-row-stuck")
        } else {
            no("G3", "gyges-refused-far-row")
        };
        Err(refusal.with("row", u32::from(active) + 1))
    }

    /// Checks that some route leads to a target.
    fn check_effect(&self, lifted: Lifted<'_>, to: Index) -> Result<(), Refusal> {
        let from = board::square(lifted.from);
        if lifted.find(to, false).is_some() {
            return Ok(());
        }
        if lifted.find(to, true).is_none() {
            return lifted.walk(&[to]);
        }
        let only = match self.ruleset.reuse {
            Reuse::Border => Refusal::by("G8", "gyges-refused-only-crossing"),
            Reuse::Square => Refusal::by("G8", "gyges-refused-only-visiting"),
        };
        let to = match to == goal(self.side.other()) {
            true => "goal".to_owned(),
            false => board::square(to).to_string(),
        };
        Err(only.with("from", from).with("to", to))
    }

    /// The effect of the end of an allowed walk.
    fn ending(&self, lifted: Lifted<'_>, typed: &Typed) -> Result<Move, Refusal> {
        let from = board::square(lifted.from);
        let nothing =
            |at: String| Err(Refusal::by("G7", "gyges-refused-nothing-to-drop").with("square", at));
        let to = match (typed.squares.last(), typed.goal, typed.drop) {
            (Some(to), None, _) => *to,
            (_, _, None) => return Ok(Move::Goal(from)),
            (_, _, Some(_)) => return nothing("goal".to_owned()),
        };
        if lifted.occupied() & bit(index(to)) == 0 {
            return match typed.drop {
                _ if to == from => Err(no_change(from)),
                None => Ok(Move::End([from, to])),
                Some(_) => nothing(to.to_string()),
            };
        }
        let level = self.board.level(index(to));
        let drop = match typed.drop {
            None => {
                let no = Refusal::by("G7", "gyges-refused-no-drop").with("square", to);
                return Err(no.with("level", u32::from(level)));
            }
            Some(None) => return Err(Refusal::by("G9", "gyges-refused-drop-in-goal")),
            Some(Some(drop)) => drop,
        };
        if lifted.occupied() & bit(index(drop)) != 0 {
            return Err(Refusal::by("G9", "gyges-refused-occupied").with("square", drop));
        }
        let other = self.side.other();
        let limit = up_to_farthest(self.side, lifted.occupied());
        if limit & bit(index(drop)) == 0 {
            let mut ranks = ranks_from(other).into_iter();
            let row = ranks.find(|number| limit & rank(*number) != 0);
            return Err(Refusal::by("G9", "gyges-refused-beyond")
                .with("square", drop)
                .with("side", INFO.side(other))
                .with("row", u32::from(row.unwrap_or_default()) + 1));
        }
        if drop == from && self.board.level(lifted.from) == level {
            return Err(Refusal::by("G13", "gyges-refused-equal-swap")
                .with("from", from)
                .with("to", to)
                .with("level", u32::from(level)));
        }
        Ok(Move::Swap([from, to, drop]))
    }

    /// A part of a move: the piece, its end, and the target of the displaced piece.
    fn part(&self, tokens: &[Token]) -> Option<String> {
        let mut words: Vec<&str> = Vec::new();
        let mut tail: Option<&str> = None;
        let mut open = false;
        for token in tokens {
            let word = match token {
                Token::Gap | Token::Dash => {
                    // Nothing follows a goal.
                    open = words.last().is_some_and(|word| *word != "goal");
                    continue;
                }
                Token::Opener if words.len() > 1 && tail.is_none() => {
                    (tail, open) = (Some(""), false);
                    continue;
                }
                Token::Name(word) | Token::Part(word) => word.as_str(),
                Token::Goal(_) => "goal",
                _ => return None,
            };
            open = false;
            match &mut tail {
                Some(tail) if tail.is_empty() => *tail = word,
                Some(_) => return None,
                None => words.push(word),
            }
        }
        if words.len() > 2 && !open && self.walks(&words) {
            words = vec![words[0], words[words.len() - 1]];
        }
        let mut text = words.join("-");
        match tail {
            Some(tail) => text += &format!("={tail}"),
            None if open => text.push('-'),
            None => {}
        }
        Some(text)
    }

    /// Returns whether the first of these squares has a piece that can move and land on the others
    /// in turn.
    fn walks(&self, words: &[&str]) -> bool {
        let squares: Option<Vec<Square>> = words.iter().map(|word| board::named(word)).collect();
        let Some((from, landings)) = squares.as_deref().and_then(<[Square]>::split_first) else {
            return false;
        };
        let landings: Vec<Index> = landings.iter().copied().map(index).collect();
        self.check_mover(*from).is_ok() && Lifted::new(self, *from).walk(&landings).is_ok()
    }
}

fn no_change(from: Square) -> Refusal {
    Refusal::by("G13", "gyges-refused-no-change").with("square", from)
}
