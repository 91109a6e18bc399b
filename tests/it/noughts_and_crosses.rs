//! Noughts and crosses: a game of the tests' own. It is one file, and nothing in the
//! program names it.

use std::fmt;
use std::ops::ControlFlow::{self, Continue};

use siwa::message::Message;
use siwa::registry::{Entry, Registry};
use siwa::rules::grammar::{Grammar, Token};
use siwa::rules::notation::{Fault, read_board, write_board};
use siwa::rules::{
    BySide, Diagram, EndReason, Evaluate, Info, Mark, Notation, Outcome, Piece, Position, Refusal,
    Repetition, Shape, Show, Side, Square, Stage, Tally, Variant, Worth, key_of,
};

/// A list of games with nothing else in it.
pub(crate) const REGISTRY: Registry = Registry::of(&[&Entry::<Board>::NEW]);

/// What the game says, in English.
pub(crate) const WORDS: &str = "\
noughts-name = Noughts and crosses
noughts-side = { $case ->
    [first] Crosses
   *[second] Noughts
}
noughts-to-place = { $player } ({ $side }), put your mark on an empty square.
noughts-panel-place = Where does your mark go?
noughts-ended-won = { $by ->
    [three] **{ $winner } ({ $side }) wins:** three in a row.
   *[resignation] **{ $winner } ({ $side }) wins:** { $loser } gave up.
}
noughts-ended-drawn = **Draw:** the board is full.
noughts-result-won = { $side }, by three in a row.
noughts-result-drawn = A full board.
noughts-refused = { $legal } can still be marked ({ $clause }).
noughts-invalid = That is no board of three by three.
rules-noughts = Three in a row win.
";

static THREE: EndReason = reason("three", "N2");
static FULL: EndReason = reason("full", "N3");

const fn reason(id: &'static str, clause: &'static str) -> EndReason {
    let counts = false;
    EndReason { id, clause, counts }
}

static INFO: Info = Info {
    id: "noughts",
    name: "noughts-name",
    side_term: "noughts-side",
    letters: BySide {
        first: "x",
        second: "o",
    },
    variants: &[Variant {
        id: "noughts-classic",
        board: "3×3",
        ruleset: "classic",
        size: 3,
        repetition: Repetition::Ends(3),
        tally: Tally::new(0, 0, 0),
    }],
    to_place: "noughts-to-place",
    panel_place: "noughts-panel-place",
    ended: ["noughts-ended-won", "noughts-ended-drawn"],
    result: ["noughts-result-won", "noughts-result-drawn"],
    end_reasons: &[&THREE, &FULL],
    counts: false,
    levels: [1000; 5],
    overviews: &[],
};

/// Three squares in a row, a bit each, the lowest rank first.
const ROWS: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    marks: BySide<u16>,
}

fn bit(square: Square) -> u16 {
    1 << (square.rank() * 3 + square.file())
}

fn squares() -> impl Iterator<Item = Square> {
    (0..9).filter_map(|number| Square::new(number % 3, number / 3))
}

impl Board {
    fn owner(&self, square: Square) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.marks.get(*side) & bit(square) != 0)
    }

    fn row(&self, side: Side) -> Option<u16> {
        let own = *self.marks.get(side);
        ROWS.into_iter().find(|row| own & row == *row)
    }
}

impl Position for Board {
    type Move = Square;
    const INFO: &'static Info = &INFO;

    fn new(_: &'static Variant) -> Self {
        Self {
            marks: BySide::default(),
        }
    }

    fn turn(&self) -> Side {
        match self.marks.first.count_ones() > self.marks.second.count_ones() {
            true => Side::Second,
            false => Side::First,
        }
    }

    fn stage(&self) -> Stage {
        Stage::Placement
    }

    fn each_move<B>(
        &self,
        mut visit: impl FnMut(Square, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.outcome().is_none() {
            for square in squares().filter(|square| self.owner(*square).is_none()) {
                let mut next = *self;
                next.play(square);
                visit(square, next)?;
            }
        }
        Continue(())
    }

    fn play(&mut self, legal: Square) {
        let side = self.turn();
        *self.marks.get_mut(side) |= bit(legal);
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = Side::BOTH
            .into_iter()
            .find(|side| self.row(*side).is_some());
        let win = won.map(|winner| Outcome::Win {
            winner,
            by: &THREE,
            grade: None,
        });
        let full = (self.marks.first | self.marks.second).count_ones() == 9;
        win.or(full.then_some(Outcome::Draw { by: &FULL }))
    }

    fn key(&self) -> u64 {
        key_of(&[self.marks.first.into(), self.marks.second.into()])
    }

    fn repeated(&self) -> Outcome {
        Outcome::Draw { by: &FULL }
    }

    fn agreed(&self) -> Outcome {
        Outcome::Draw { by: &FULL }
    }
}

/// It is looked through to its end.
impl Evaluate for Board {
    fn worth(&self, _sight: u8) -> Worth {
        Worth::Of(0)
    }

    fn material(&self) -> i32 {
        0
    }

    fn kind(legal: Square) -> usize {
        usize::from(3 * legal.rank() + legal.file())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, 3, |square| match self.owner(square) {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        })
    }
}

impl Notation for Board {
    const GRAMMAR: Grammar = Grammar {
        joints: &[' '],
        opener: None,
        takes: false,
        goals: &[],
    };

    fn parse(variant: &'static Variant, text: &str) -> Result<Self, Message> {
        let mut board = Self::new(variant);
        read_board(text, 3, ["noughts-invalid"; 3], |square, mark| {
            let side = INFO.side_of(mark.encode_utf8(&mut [0; 4]));
            side.map(|side| *board.marks.get_mut(side) |= bit(square))
                .is_some()
        })?;
        Ok(board)
    }

    fn refuse(&self, fault: Fault) -> Refusal {
        let clause = match fault {
            Fault::Over(reason) => reason.clause,
            Fault::Unreadable | Fault::TooLong | Fault::Recurs => "N1",
        };
        Refusal::by(clause, "noughts-refused")
    }

    fn understand(&self, tokens: &[Token]) -> Result<Square, Refusal> {
        let words = tokens.iter().filter(|token| **token != Token::Gap);
        let meant = match words.collect::<Vec<_>>()[..] {
            [Token::Name(name)] => squares().find(|square| square.to_string() == *name),
            _ => None,
        };
        let open = meant.filter(|square| self.owner(*square).is_none());
        open.ok_or_else(|| self.refuse(Fault::Unreadable))
    }
}

impl Show for Board {
    fn board(&self) -> Diagram {
        let mut diagram = Diagram::empty(&INFO, 3);
        let stone = |square| {
            let owner = Some(self.owner(square)?);
            let shape = Shape::Stone;
            Some((square, Piece { shape, owner }))
        };
        diagram.pieces = squares().filter_map(stone).collect();
        diagram
    }

    fn trace(&self, legal: Square, after: &mut Diagram) {
        after.mark([legal], Mark::To);
    }
}
