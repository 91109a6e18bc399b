//! Reads typed moves, and names the clause that an illegal one breaks.

use super::board::{self, Index, bit, goal, index, rank, ranks_from, square, up_to_farthest};
use super::moves::{Move, Put};
use super::paths::Reuse;
use super::placing;
use super::position::Gyges;
use super::routes::Lifted;
use super::ruleset::{INFO, Layout, Ruleset};
use super::setup;
use crate::rules::grammar::{Grammar, NOTHING, Token, tokens};
use crate::rules::notation::CommonRefusal;
use crate::rules::{Notation, Refusal, Side, Square, Stage, Variant};
use crate::text::Text;

impl Notation for Gyges {
    const GRAMMAR: Grammar = Grammar {
        levels: true,
        goals: &[
            ("goal", None),
            // As people say it in the other languages.
            ("gol", None),
            ("but", None),
            ("meta", None),
            ("g", None),
            ("s", Some(Side::First)),
            ("n", Some(Side::Second)),
        ],
        ..Grammar::SQUARES
    };

    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Text> {
        super::text::parse(Ruleset::for_variant(variant), text)
    }

    fn refuse(&self, why: CommonRefusal) -> Refusal {
        use CommonRefusal::{Recurs, TooLong, Unreadable};
        use Stage::{Movement, Placement};
        let (clause, id) = match (why, self.stage) {
            (Recurs, _) => ("G14", "gyges-refused-recurs"),
            (TooLong, Placement) => ("G2", "gyges-refused-too-long-placement"),
            (TooLong, Movement) => ("G5", "gyges-refused-too-long-movement"),
            (Unreadable, Placement) => ("G2", "gyges-refused-unreadable-placement"),
            (Unreadable, Movement) => ("G5", "gyges-refused-unreadable-movement"),
        };
        Refusal::by(clause, id)
    }

    fn understand(&self, tokens: &[Token]) -> Result<Move, Refusal> {
        if self.stage == Stage::Placement {
            return placing::understand(self, tokens);
        }
        let typed = Typed::from_tokens(self, tokens)?;
        let meant = self.movement(&typed);
        meant.map_err(|refusal| refusal.with_meant(&typed.squares))
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
        let is_long = self.stage == Stage::Placement && self.ruleset.layout == Layout::TwoRows;
        is_long.then(|| placing::sample(self))
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
                return Some(set_up(self.side, puts));
            }
            let begun = placing::begun(self, text);
            return begun.last().map(|put| piece(put.level));
        }
        let level = |name: &str| self.piece(board::named(name)?);
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

/// A set-up as its player sees it, from left to right: `3-2-1-1-2-3`, with an arrow at each piece on
/// the second row.
fn set_up(side: Side, mut puts: [Put; 6]) -> Text {
    let way = [1, -1][side as usize];
    puts.sort_by_key(|put| way * i16::from(put.square.file()));
    let pieces = puts.map(|put| match put.square.rank() {
        1 | 4 => format!("{}↑", put.level),
        _ => put.level.to_string(),
    });
    Text::new("gyges-set-up").with("pieces", pieces.join("-"))
}

/// A move of the movement stage, as it was typed.
#[derive(Default)]
struct Typed {
    /// The piece, and every square where it lands.
    squares: Vec<Square>,
    /// The goal that it enters at the end, if any, with its side, if named.
    goal: Option<Option<Side>>,
    /// The target of the displaced piece: a square, or `None` for a goal.
    drop: Option<Option<Square>>,
}

impl Typed {
    fn from_tokens(position: &Gyges, tokens: &[Token]) -> Result<Self, Refusal> {
        let unreadable = || position.refuse(CommonRefusal::Unreadable);
        let level = |pair: &[Token]| matches!(pair, [Token::Opener, Token::Digits(_)]);
        if matches!(tokens, [Token::Digits(_), ..]) || tokens.windows(2).any(level) {
            return Err(Refusal::by("G2", "gyges-refused-already-moving"));
        }
        let past_goal = || Refusal::by("G10", "gyges-refused-past-goal");
        let mut typed = Self::default();
        let mut opened = false;
        for token in tokens {
            match token {
                Token::Gap | Token::Dash => {}
                Token::Opener if !opened && !typed.squares.is_empty() => opened = true,
                Token::Goal(_) | Token::Name(_) if typed.drop.is_some() => return Err(unreadable()),
                Token::Goal(_) if opened => typed.drop = Some(None),
                Token::Goal(_) if typed.goal.is_some() => return Err(past_goal()),
                Token::Goal(side) => typed.goal = Some(*side),
                Token::Name(name) => {
                    let square = board::named(name).ok_or_else(|| {
                        Refusal::by("G5", "gyges-refused-unknown-square")
                            .with("square", name.get(..4).unwrap_or(name))
                    })?;
                    if opened {
                        typed.drop = Some(Some(square));
                    } else if typed.goal.is_some() {
                        return Err(past_goal());
                    } else {
                        typed.squares.push(square);
                    }
                }
                _ => return Err(unreadable()),
            }
        }
        let landings = typed.squares.len();
        if landings == 0 || (opened && typed.drop.is_none() && landings < 2) {
            return Err(unreadable());
        }
        Ok(typed)
    }
}

impl Gyges {
    fn movement(&self, typed: &Typed) -> Result<Move, Refusal> {
        let Some((&from, landings)) = typed.squares.split_first() else {
            return Err(self.refuse(CommonRefusal::Unreadable));
        };
        self.check_mover(from)?;
        if typed.goal == Some(Some(self.side)) {
            let own = Refusal::by("G10", "gyges-refused-own-goal");
            return Err(own.with("side", INFO.side(self.side)));
        }
        let mut targets: Vec<Index> = landings.iter().copied().map(index).collect();
        targets.extend(typed.goal.map(|_| goal(self.side.other())));
        let lifted = Lifted::new(self, from);
        let Some(to) = targets.last() else {
            let none = Refusal::by("G5", "gyges-refused-no-target").with("square", from);
            return Err(none.with("level", u32::from(self.board.level(lifted.from))));
        };
        match *targets {
            [to] if to == lifted.from => return Err(no_change(from)),
            [to] => self.check_effect(lifted, to)?,
            _ => lifted.walk(&targets)?,
        }
        self.ending(lifted, *to, typed)
    }

    /// Checks that the piece on a square can move (G3, G4).
    fn check_mover(&self, from: Square) -> Result<(), Refusal> {
        let no = |clause, id| Refusal::by(clause, id).with("square", from);
        let Some(active) = self.piece(from).and_then(|_| self.active()) else {
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
        let only = only.with("from", square(lifted.from));
        Err(only.with("to", board::name(to)))
    }

    /// The effect of the end of an allowed walk.
    fn ending(&self, lifted: Lifted<'_>, to: Index, typed: &Typed) -> Result<Move, Refusal> {
        let from = square(lifted.from);
        if lifted.occupied() & bit(to) == 0 {
            let nothing = Refusal::by("G7", "gyges-refused-nothing-to-drop");
            return match typed.drop {
                _ if to == lifted.from => Err(no_change(from)),
                None if to == goal(self.side.other()) => Ok(Move::Goal(from)),
                None => Ok(Move::End([from, square(to)])),
                Some(_) => Err(nothing.with("square", board::name(to))),
            };
        }
        let level = self.board.level(to);
        let to = square(to);
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
        let mut parts = tokens.splitn(2, |token| *token == Token::Opener);
        let mut way = words(parts.next()?)?;
        let tail = match parts.next() {
            Some(tokens) => Some(words(tokens)?),
            None => None,
        };
        let is_misplaced = |tail: &Vec<&str>| way.len() < 2 || tail.len() > 1;
        if tail.as_ref().is_some_and(is_misplaced) {
            return None;
        }
        // Nothing follows a goal.
        let may_go_on = way.last().is_some_and(|word| *word != "goal");
        let is_open = may_go_on && matches!(tokens.last(), Some(Token::Gap | Token::Dash));
        if way.len() > 2 && !is_open && self.walks(&way) {
            way = vec![way[0], way[way.len() - 1]];
        }
        let end = match tail {
            Some(tail) => format!("={}", tail.concat()),
            None if is_open => "-".to_owned(),
            None => String::new(),
        };
        Some(way.join("-") + &end)
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

/// The names among some tokens and parts of names, if there is nothing but gaps between them.
fn words(tokens: &[Token]) -> Option<Vec<&str>> {
    let between = |token: &&Token| matches!(token, Token::Gap | Token::Dash);
    let words = tokens.iter().filter(|token| !between(token));
    let texts = words.map(|token| match token {
        Token::Name(word) | Token::Part(word) => Some(word.as_str()),
        Token::Goal(_) => Some("goal"),
        _ => None,
    });
    texts.collect()
}

fn no_change(from: Square) -> Refusal {
    Refusal::by("G13", "gyges-refused-no-change").with("square", from)
}
