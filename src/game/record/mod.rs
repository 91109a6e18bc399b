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
//! | `Termination` | what ended it |
//!
//! A game is ended by `elimination`, `dead`, `barrier`, `idle`, `repetition`, `claim`, `agreement`,
//! `early-agreement`, `goal`, `resignation` or `time`; behind it, where the ruleset grades victories, stands
//! ` great` or ` small`.
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

use std::fmt::{self, Write as _};

use super::{Game, Hint, MAX_NAME, Name, Turn};
use crate::time::Date;
use siwa_games::registry::{GameState, MoveReport};
use siwa_games::rules::{BySide, Diagram, GameInfo, Outcome, Side, Variant};
use siwa_games::text::Text;

/// The longest record that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 256 * 1024;
/// The most turns a record may have.
pub const MAX_TURNS: usize = 10_000;

/// How a date is written.
const DATE: &str = "%Y.%m.%d";

/// A game record whose moves are all legal.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub info: &'static GameInfo,
    /// Board and ruleset.
    pub variant: &'static Variant,
    /// The position where it started, if not at the start of the variant.
    position: Option<String>,
    pub turns: Vec<MoveReport>,
    /// Every board, from before the first turn to after the last.
    pub boards: Vec<Diagram>,
    /// The outcome, if it is over.
    pub ending: Option<Outcome>,
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
    /// The opponent's best reply to the move that was played, if it wins or captures, or threatens to.
    pub reply: Option<Hint>,
}

/// Plays turns and collects the boards.
struct Course {
    state: Box<dyn GameState>,
    turns: Vec<MoveReport>,
    boards: Vec<Diagram>,
}

impl Course {
    fn from(state: Box<dyn GameState>) -> Self {
        Self {
            boards: vec![state.diagram()],
            state,
            turns: Vec::new(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), Text> {
        self.turns.push(self.state.play(text)?);
        self.boards.push(self.state.diagram());
        Ok(())
    }

    /// Ends the game; its last board shows what decided it.
    fn end(&mut self, ending: Option<Outcome>) {
        if ending.is_some() {
            self.boards.pop();
            self.boards.push(self.state.concluded(ending));
        }
    }
}

impl Game {
    /// Its record; `names` are those of its players.
    pub fn record(&self, names: BySide<Option<Name>>) -> GameRecord {
        let plain = |name: Option<Name>| name.map(|name| name.plain(MAX_NAME));
        let mut course = Course::from(self.before_play());
        for Turn { text, .. } in &self.moves {
            // The move was legal before.
            let _ = course.play(text);
        }
        course.end(self.ending);
        let kind = if self.setup.rated { "Rated" } else { "Unrated" };
        GameRecord {
            event: Some(format!("{kind} game {}", self.setup.id)),
            site: Some("Discord".to_owned()),
            date: self.started.date(),
            names: BySide::new(plain(names.first), plain(names.second)),
            info: self.rules.info(),
            variant: self.variant(),
            position: self.deal.clone(),
            turns: course.turns,
            boards: course.boards,
            ending: self.ending,
        }
    }
}

impl GameRecord {
    /// The board after that many turns, at most the last one.
    pub fn board(&self, turns: usize) -> &Diagram {
        &self.boards[turns.min(self.turns.len())]
    }

    /// The result as a sentence without the players' names.
    pub fn result(&self) -> Text {
        let Some(ending) = self.ending else {
            return Text::new("result-none");
        };
        ending.result(self.board(self.turns.len()))
    }
}

/// `first`, `second`, `draw`, or `*` while the game runs.
fn result(ending: Option<Outcome>) -> &'static str {
    match ending {
        None => "*",
        Some(ending) => ending.winner.map_or("draw", Side::name),
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.date.map(|date| date.strftime(DATE).to_string());
        let ended = self.ending.map(Outcome::termination);
        let tags = [
            ("Event", self.event.as_deref()),
            ("Site", self.site.as_deref()),
            ("Date", date.as_deref()),
            ("First", self.names.first.as_deref()),
            ("Second", self.names.second.as_deref()),
            ("Variant", Some(self.variant.id)),
            ("Position", self.position.as_deref()),
            ("Result", Some(result(self.ending))),
            ("Termination", ended.as_deref()),
        ];
        for (name, value) in tags {
            if let Some(value) = value {
                write!(f, "[{name} \"")?;
                quoted(f, value)?;
                f.write_str("\"]\n")?;
            }
        }
        f.write_char('\n')?;
        for (number, turn) in (1..).zip(&self.turns) {
            writeln!(f, "{number}. {}", turn.text)?;
        }
        writeln!(f, "{}", result(self.ending))
    }
}

/// A tag's text, escaped; control characters become spaces.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for char in text.chars() {
        match char {
            '"' | '\\' => write!(f, "\\{char}")?,
            char if char.is_control() => f.write_char(' ')?,
            char => f.write_char(char)?,
        }
    }
    Ok(())
}
