//! Game records: a small text format to read, store, edit by hand and exchange.
//!
//! ```text
//! [Event "Rated game 42"]
//! [Site "Discord"]
//! [Date "2026.11.21"]
//! [First "ana"]
//! [Second "bob"]
//! [Variant "gyges-gates"]
//! [Result "first"]
//! [Termination "resignation"]
//!
//! 1. c1-d1=c4
//! 2. a6-a3
//! first
//! ```
//!
//! UTF-8 text: *tags*, one a line, then the *turns*, then the result again. Only
//! `Variant` is required.
//!
//! | tag | meaning |
//! |---|---|
//! | `Event`, `Site` | what was played and where, in any words |
//! | `Date` | the day it started, `2026.11.21`; `?` for a digit that is not known |
//! | `First`, `Second` | who played the side that starts, and the other |
//! | `Variant` | board and ruleset, as `siwa rules variants` lists them |
//! | `Position` | where the game started, if not at the start of its variant |
//! | `Result` | `first`, `second`, `draw`, or `*` as long as the game runs |
//! | `Termination` | what ended it: `elimination`, `dead`, `barrier`, `idle`, `repetition`, `claim`, `agreement`, `goal`, `resignation`, `time`; behind it, where the ruleset grades victories, ` great` or ` small` |
//!
//! Other tags are ignored. In a tag's text a backslash escapes quotation marks and
//! backslashes.
//!
//! A turn is its number, a full stop, and the move in the game's own notation.
//! Turns are written one a line; numbered turns may also share a line, and a turn on
//! a line of its own needs no number. A pass is no turn: it follows from the
//! position. `{…}` and the rest of a line after `;` are comments.
//!
//! The reader is lenient about form (line ends, spaces, order of tags, spelling of
//! moves) and strict about meaning: every move has to be legal, and the result has to
//! follow from the moves or be one that they do not show (resignation, time,
//! agreement, a claim) and the rules allow there. A result that follows may be left
//! out.

mod read;
mod review;
mod write;

use getset::CopyGetters;

use super::{Corrupt, Event, MAX_NAME, Name, StoredGame};
use crate::time::Date;
use siwa_games::registry::{GameState, MoveReport, Registry};
use siwa_games::rules::{BySide, Diagram, GameInfo, Outcome, Variant};
use siwa_games::text::Text;

/// The longest record that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 256 * 1024;
/// The most turns a record may have.
pub const MAX_TURNS: usize = 10_000;

/// A game record whose moves are all legal.
#[derive(Clone, CopyGetters, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// When it started.
    pub date: Option<Date>,
    /// The players' names.
    pub names: BySide<Option<String>>,
    /// The kind of game.
    #[getset(get_copy = "pub")]
    info: &'static GameInfo,
    /// Board and ruleset.
    #[getset(get_copy = "pub")]
    variant: &'static Variant,
    /// The position where it started, if not at the start of the variant.
    position: Option<String>,
    start: Diagram,
    turns: Vec<Turn>,
    /// The outcome, if it is over.
    #[getset(get_copy = "pub")]
    ending: Option<Outcome>,
}

/// A turn of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The move.
    pub played: MoveReport,
    /// The board after it.
    pub board: Diagram,
}

/// The engine's review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The first side's chances before each turn and after the last, from 0 to 1; `None` while
    /// pieces are placed.
    pub chances: Vec<Option<f64>>,
    /// The turns that cost their player most, in order of play.
    pub turning_points: Vec<TurningPoint>,
}

/// A turn with which a player's chances fell.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The turn, from 1.
    pub turn: u32,
    /// The player's chances before the turn and after it, from 0 to 1.
    pub chances: [f64; 2],
    /// The engine's move.
    pub better: String,
}

/// Plays turns and collects the boards.
struct Course {
    state: Box<dyn GameState>,
    start: Diagram,
    turns: Vec<Turn>,
}

impl Course {
    fn from(state: Box<dyn GameState>) -> Self {
        Self {
            start: state.diagram(),
            state,
            turns: Vec::new(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Text> {
        if self.state.outcome().is_some() {
            return Err(Text::new("record-over"));
        }
        let played = self.state.play(text)?;
        let board = self.state.diagram();
        self.turns.push(Turn { played, board });
        Ok(())
    }

    /// Ends the game; its last board shows what decided it.
    fn end(&mut self, ending: Option<Outcome>) {
        if ending.is_some() {
            let board = self.state.concluded(ending);
            match self.turns.last_mut() {
                Some(last) => last.board = board,
                None => self.start = board,
            }
        }
    }
}

impl GameRecord {
    /// The record of a stored game.
    pub fn of(
        stored: &StoredGame,
        names: BySide<Option<Name>>,
        registry: Registry,
    ) -> Result<Self, Corrupt> {
        let plain = |name: Option<Name>| name.map(|name| name.plain(MAX_NAME));
        let id = stored.id;
        let (rules, variant) = registry
            .variant(&stored.variant)
            .ok_or_else(|| Corrupt::Variant(id, stored.variant.clone()))?;
        let mut moves = Vec::new();
        let mut ending = None;
        let mut position = None;
        for (number, (_, written)) in (1..).zip(&stored.log) {
            match Event::read(rules.info(), written).ok_or(Corrupt::Event(id, number))? {
                Event::Moved { text, .. } => moves.push((number, text)),
                Event::TakenBack { plies, .. } => {
                    moves.truncate(moves.len().saturating_sub(plies as usize));
                }
                Event::Started { deal, .. } => position = deal,
                Event::Finished(end) => ending = Some(end),
                _ => {}
            }
        }
        let start = match &position {
            None => rules.start(variant),
            Some(position) => rules
                .parse(variant, position)
                .map_err(|why| Corrupt::Impossible(id, 1, why.id.to_owned()))?,
        };
        let mut course = Course::from(start);
        for (number, text) in moves {
            let impossible = |why: Text| Corrupt::Impossible(id, number, why.id.to_owned());
            course.play(&text).map_err(impossible)?;
        }
        course.end(ending);
        let kind = if stored.rated { "Rated" } else { "Unrated" };
        Ok(Self {
            event: Some(format!("{kind} game {id}")),
            site: Some("Discord".to_owned()),
            date: stored.log.first().and_then(|(at, _)| at.date()),
            names: BySide::new(plain(names.first), plain(names.second)),
            info: rules.info(),
            variant,
            position,
            start: course.start,
            turns: course.turns,
            ending,
        })
    }

    /// The turns, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The board after that many turns, at most the last one.
    pub fn board(&self, turns: usize) -> &Diagram {
        let last = turns.min(self.turns.len());
        match last.checked_sub(1).and_then(|at| self.turns.get(at)) {
            Some(turn) => &turn.board,
            None => &self.start,
        }
    }

    /// Every board, from before the first turn to after the last.
    pub fn boards(&self) -> Vec<Diagram> {
        let after = self.turns.iter().map(|turn| &turn.board);
        std::iter::once(&self.start).chain(after).cloned().collect()
    }

    /// The result as a sentence without the players' names.
    pub fn result(&self) -> Text {
        let Some(ending) = self.ending else {
            return Text::new("result-none");
        };
        ending.result(self.info, self.board(self.turns.len()))
    }
}
