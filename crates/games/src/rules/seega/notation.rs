//! Reads typed moves, and names the clause that an illegal one breaks.

use super::board::{bit, neighbours, square, squares};
use super::moves::{Move, Path};
use super::position::{Phase, Seega};
use super::ruleset::{Chain, INFO, Setup};
use crate::rules::grammar::{Grammar, Token};
use crate::rules::notation::CommonRefusal;
use crate::rules::{Notation, Position as _, Refusal, Square, Stage, Variant};
use crate::text::Text;

/// Typed text as squares.
struct Typed {
    squares: Vec<Square>,
    /// Whether there is a hyphen, a dash or an arrow.
    dashed: bool,
    /// Whether there is a space or a comma.
    spaced: bool,
}

impl Notation for Seega {
    const GRAMMAR: Grammar = Grammar {
        takes: true,
        ..Grammar::SQUARES
    };

    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Text> {
        super::text::parse(Setup::for_variant(variant), text)
    }

    fn refuse(&self, why: CommonRefusal) -> Refusal {
        use CommonRefusal::{Recurs, TooLong, Unreadable};
        use Stage::{Movement, Placement};
        let (clause, id) = match (why, self.stage()) {
            (Recurs, _) => ("S13", "seega-refused-recurs"),
            (TooLong, Placement) => ("S1", "seega-refused-too-long-placement"),
            (TooLong, Movement) => ("S3", "seega-refused-too-long-movement"),
            (Unreadable, Placement) => ("S1", "seega-refused-unreadable-placement"),
            (Unreadable, Movement) => ("S3", "seega-refused-unreadable-movement"),
        };
        Refusal::by(clause, id)
    }

    fn understand(&self, tokens: &[Token]) -> Result<Move, Refusal> {
        let typed = self.squares(tokens)?;
        let meant = match self.phase {
            Phase::Placement => self.placement(&typed),
            Phase::Movement | Phase::Extra => self.movement(&typed),
        };
        meant.map_err(|refusal| refusal.with_meant(&typed.squares))
    }

    /// Close moves are a placement that keeps a valid square; the same piece moving the same way,
    /// or moving at all; or any piece moving to the same square.
    fn distance(&self, refusal: &Refusal, legal: &Move) -> u8 {
        let meant = refusal.meant.as_slice();
        let squares = legal.squares();
        let not_own = |at: &Square| self.piece(*at) != Some(self.side);
        match refusal.clause {
            _ if self.phase == Phase::Placement => {
                u8::from(!squares.iter().any(|square| meant.contains(square)))
            }
            "S11" | "S13" => 0,
            "S3" if meant.first().is_some_and(not_own) => u8::from(squares.last() != meant.get(1)),
            _ if squares.starts_with(meant) => 0,
            _ => 1 + u8::from(squares.first() != meant.first()),
        }
    }

    fn spellings(&self, legal: &Move) -> Vec<String> {
        let notation = legal.to_string();
        match legal {
            Move::Place([one, another]) => vec![notation, format!("{another} {one}")],
            Move::Walk(_) => vec![notation],
        }
    }

    fn label(&self, text: &str) -> Option<Text> {
        let taken = self.captures(&self.meaning(text).ok()?).len();
        (taken > 0).then(|| Text::new("seega-hint-takes").with("count", taken))
    }

    fn captures(&self, legal: &Move) -> Vec<Square> {
        match legal {
            Move::Place(_) => Vec::new(),
            Move::Walk(path) => squares(self.walked(&path.squares()).1),
        }
    }

    /// `c2-c3xb3xd3`, `b2-b3xc3-b4xc4`.
    fn annotate(&self, legal: &Move) -> String {
        let Move::Walk(path) = legal else {
            return legal.to_string();
        };
        let path = path.squares();
        let mut text = path[0].to_string();
        for (to, _, captured) in self.steps(&path) {
            text += &format!("-{}", square(to));
            let victims = squares(captured).into_iter();
            text.extend(victims.map(|victim| format!("x{victim}")));
        }
        text
    }
}

impl Seega {
    fn squares(&self, tokens: &[Token]) -> Result<Typed, Refusal> {
        let geometry = &self.setup.geometry;
        let unreadable = || self.refuse(CommonRefusal::Unreadable);
        let mut named = Vec::new();
        for token in tokens {
            match token {
                Token::Gap | Token::Dash | Token::Taken => {}
                Token::Name(name) => {
                    let square = Square::named(name).filter(|square| geometry.has(*square));
                    named.push(square.ok_or_else(|| {
                        let last = squares(geometry.board).pop();
                        Refusal::by(unreadable().clause, "seega-refused-unknown-square")
                            .with("square", name.get(..4).unwrap_or(name))
                            .with("corner", last.unwrap_or(Square::A1))
                    })?);
                }
                _ => return Err(unreadable()),
            }
        }
        if named.is_empty() {
            return Err(unreadable());
        }
        Ok(Typed {
            squares: named,
            dashed: tokens.contains(&Token::Dash),
            spaced: tokens.contains(&Token::Gap),
        })
    }

    fn placement(&self, typed: &Typed) -> Result<Move, Refusal> {
        let no = |id, square: Square| Err(Refusal::by("S1", id).with("square", square));
        let open = |square: &Square| self.open() & bit(*square) != 0;
        let may_move = |from, to| self.piece(from).is_some() && self.piece(to).is_none();
        match *typed.squares {
            [from, to, ..] if typed.dashed && may_move(from, to) => {
                Err(Refusal::by("S2", "seega-refused-still-placing"))
            }
            [square] => no("seega-refused-one-to-place", square),
            [one, another] if one == another => no("seega-refused-twice", one),
            [one, another] => match [one, another].into_iter().find(|square| !open(square)) {
                None => Ok(Move::place(one, another)),
                Some(square) if self.piece(square).is_some() => no("seega-refused-taken", square),
                Some(square) => no("seega-refused-closed", square),
            },
            _ => {
                let many = Refusal::by("S1", "seega-refused-many-to-place");
                Err(many.with("given", typed.squares.len()))
            }
        }
    }

    /// Checks a turn of the movement phase step by step.
    fn movement(&self, typed: &Typed) -> Result<Move, Refusal> {
        let ruleset = &self.setup.ruleset;
        let geometry = &self.setup.geometry;
        let [first, rest @ ..] = typed.squares.as_slice() else {
            return Err(self.refuse(CommonRefusal::Unreadable));
        };
        let no = |id, square: Square| Err(Refusal::by("S3", id).with("square", square));
        match self.piece(*first) {
            None if self.is_pair(typed) => {
                return Err(Refusal::by("S2", "seega-refused-already-moving"));
            }
            None => return no("seega-refused-no-piece", *first),
            Some(owner) if owner != self.side => {
                let not_yours = Refusal::by("S3", "seega-refused-not-yours");
                let not_yours = not_yours.with("square", *first);
                return Err(not_yours.with("owner", INFO.side(owner)));
            }
            Some(_) => {}
        }
        let mut men = self.men(self.side);
        if rest.is_empty() {
            return match men.empty(geometry) & neighbours(bit(*first)) {
                0 => no("seega-refused-blocked", *first),
                _ => no("seega-refused-no-target", *first),
            };
        }
        let mut path = Path::at(*first);
        let mut from = *first;
        let mut captures = false;
        for &to in rest {
            check_step(from, to)?;
            if men.empty(geometry) & bit(to) == 0 {
                return no("seega-refused-occupied", to);
            }
            let (next, captured) = men.step(geometry, bit(from), bit(to));
            if rest.len() > 1 && ruleset.chain == Chain::None {
                return Err(Refusal::by("S10", "seega-refused-one-step"));
            }
            if rest.len() > 1 && captured == 0 {
                return Err(between("S10", "seega-refused-quiet", from, to));
            }
            captures = captured != 0;
            men = next;
            path = path.then(bit(from), bit(to));
            from = to;
        }
        if !captures && self.must_capture() {
            return Err(Refusal::by("S11", "seega-refused-must-capture"));
        }
        let more = || men.captures_from(geometry, bit(from)) != 0;
        if captures && ruleset.chain == Chain::Mandatory && more() {
            return Err(Refusal::by("S10", "seega-refused-must-go-on").with("square", from));
        }
        if self.must_open() && !self.opens(men) {
            let blocked = INFO.side(self.side.other());
            return Err(Refusal::by("S13", "seega-refused-must-open").with("blocked", blocked));
        }
        Ok(Move::Walk(path))
    }

    /// Returns whether two squares were written as a placement, not as a move.
    fn is_pair(&self, typed: &Typed) -> bool {
        let &[one, another] = typed.squares.as_slice() else {
            return false;
        };
        let adjacent = neighbours(bit(one)) & bit(another) != 0;
        self.piece(another).is_none()
            && one != another
            && (!adjacent || (typed.spaced && !typed.dashed))
    }
}

/// Returns whether a step goes to the next square along a rank or a file (S3).
fn check_step(from: Square, to: Square) -> Result<(), Refusal> {
    let across = from.file().abs_diff(to.file());
    let along = from.rank().abs_diff(to.rank());
    Err(match (across, along) {
        (0, 0) => Refusal::by("S3", "seega-refused-no-step").with("square", from),
        (0, 1) | (1, 0) => return Ok(()),
        (1, 1) => between("S3", "seega-refused-diagonal", from, to),
        _ => between("S3", "seega-refused-far", from, to),
    })
}

fn between(clause: &'static str, id: &'static str, from: Square, to: Square) -> Refusal {
    Refusal::by(clause, id).with("from", from).with("to", to)
}
