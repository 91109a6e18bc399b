//! Noughts and crosses: a game for tests only. It is one file, and no other source names it.

use std::fmt;
use std::ops::ControlFlow::{self, Continue};

use siwa_games::registry::{Entry, Registry};
use siwa_games::rules::notation::{CommonRefusal, read_board, write_board};
use siwa_games::rules::{
    AGREEMENT, BySide, Diagram, EndReason, Evaluate, GameInfo, Notation, Outcome, Piece, Position,
    Refusal, Show, Side, Square, Stage, Variant, key_of,
};
use siwa_games::text::Text;

/// A list of games with nothing else in it.
pub(crate) const REGISTRY: Registry = Registry::new(&[&Entry::<Board>::NEW]);

static THREE: EndReason = EndReason::new("three", "N2");
static FULL: EndReason = EndReason::new("full", "N3");

static INFO: GameInfo = GameInfo {
    id: "noughts",
    name: "noughts-name",
    side_term: "noughts-side",
    faces: false,
    letters: BySide::new("x", "o"),
    variants: &[Variant::new("noughts-classic", "3×3", "classic", 3)],
    goal: "noughts-goal",
    legend: "noughts-legend",
    to_place: "noughts-to-place",
    panel_place: "noughts-panel-place",
    ended: ["noughts-ended-won", "noughts-ended-drawn"],
    end_reasons: &[&THREE, &FULL, &AGREEMENT],
    levels: [1000; 8],
    newcomer: 1000,
    overviews: &[],
};

/// Three squares in a row, a bit each, the lowest rank first.
const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A position: the squares that each side has marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Board(BySide<u16>);

fn bit(square: Square) -> u16 {
    1 << (square.rank() * 3 + square.file())
}

impl Board {
    fn owner(&self, square: Square) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|side| self.0.get(*side) & bit(square) != 0)
    }
}

impl Position for Board {
    type Move = Square;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: &'static Variant) -> Self {
        Self::default()
    }

    fn turn(&self) -> Side {
        let ahead = self.0.first.count_ones() > self.0.second.count_ones();
        if ahead { Side::Second } else { Side::First }
    }

    fn stage(&self) -> Stage {
        Stage::Placement
    }

    fn each_move<B>(
        &self,
        mut visit: impl FnMut(Square, Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return Continue(());
        }
        let mut open = Square::all(3).filter(|square| self.owner(*square).is_none());
        open.try_for_each(|legal| {
            let mut next = *self;
            next.play(legal);
            visit(legal, next)
        })
    }

    fn play(&mut self, legal: Square) {
        let side = self.turn();
        *self.0.get_mut(side) |= bit(legal);
    }

    fn outcome(&self) -> Option<Outcome> {
        let three = |side: &Side| ROWS.iter().any(|row| self.0.get(*side) & row == *row);
        let winner = Side::BOTH.into_iter().find(three);
        let full = self.0.first | self.0.second == 0o777;
        let drawn = full.then_some(Outcome::drawn(&FULL));
        winner.map(|side| Outcome::won(side, &THREE)).or(drawn)
    }

    fn key(&self) -> u64 {
        key_of(&[self.0.first.into(), self.0.second.into()])
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, 3, |square| match self.owner(square) {
            None => '.',
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
        })
    }
}

impl Notation for Board {
    fn parse(_: &'static Variant, text: &str) -> Result<Self, Text> {
        let mut marks = BySide::default();
        read_board(text, 3, "noughts-invalid", |at, letter| {
            let by = INFO.side_of(&letter.to_string());
            by.map(|by| *marks.get_mut(by) |= bit(at)).is_some()
        })?;
        Ok(Self(marks))
    }

    fn refuse(&self, _: CommonRefusal) -> Refusal {
        Refusal::by("N1", "noughts-refused")
    }
}

impl Show for Board {
    fn board(&self) -> Diagram {
        let stone = |at| Some((at, Piece::Stone(Some(self.owner(at)?))));
        Diagram {
            pieces: Square::all(3).filter_map(stone).collect(),
            ..Diagram::empty(&INFO, 3)
        }
    }
}

/// The search reaches the end of every game.
impl Evaluate for Board {}
