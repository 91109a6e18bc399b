//! Games, challenges and leaderboards as messages: plain data, without Discord.

mod aside;
mod buttons;
mod challenge;
mod engine;
mod game;
mod hint;
mod keys;
mod known;
mod lists;
mod notice;
mod notify;
mod pair;
mod panel;
mod plan;
mod privacy;
mod puzzle;
pub mod reply;
mod review;
mod rules;
mod settings;
mod setup;
mod standings;
mod start;
mod theme;
mod tournament;
mod viewer;

pub use aside::{done, more, no_claim, of_game, refused, resign, turned, with_next, words};
pub use challenge::{card, closed_card, invitation, thread_name};
pub use engine::{EngineGame, engine};
pub use game::{board, board_in_hand, declined, moved_here, offer, over, past_board, told, turn};
pub use hint::hint;
pub use keys::{MORE, continuation};
pub use known::{Can, Known, Pages};
pub use lists::{games, label, which};
pub use notice::{Calls, called, closed, digest, late, past, waiting};
pub use notify::{city, hours, notify, quiet_hours};
pub use pair::pairing;
pub use panel::{decided, move_form, panel};
pub use plan::{added, plan, plans};
pub use privacy::{exported, forgotten, records, stored_data, sure};
pub use puzzle::{puzzle, shared_puzzle, tried};
pub use review::{better, review};
pub use rules::{clause_name, help, rules};
pub use settings::{REMINDERS, away, settings};
pub use setup::{MissingPermission, NO_GAMES, NO_HISTORY, NO_THREADS, Setup, links, setup};
pub use standings::{leaderboard, profile};
pub use start::{order, start};
pub use theme::{Themes, theme_name, themes};
pub use tournament::{
    begun, cancellation, group, group_name, tournament, tournament_games, tournament_standings,
    tournament_won, withdrawal,
};
pub use viewer::{animation, export, shared, viewer};

use crate::discord::custom_id::CustomId;
use crate::discord::view::reply::{Button, Choice, Row, Style};
use crate::game::{MessageId, TimeControl, Venue};
use crate::l10n::{L10n, Locale};
use crate::time::DAY;
use siwa_games::engine::Level;
use siwa_games::rules::GameInfo;
use siwa_games::text::{Arg, Text};

/// The longest name of a thread, in characters.
const MAX_THREAD_NAME: usize = 100;

/// Translates messages into one language.
#[derive(Clone, Copy)]
pub struct Localizer<'a> {
    /// The translations of all languages.
    pub l10n: &'a L10n,
    /// The language.
    pub locale: Locale,
    /// Discord's ids of emoji and commands.
    pub known: &'a Known,
}

impl Localizer<'_> {
    /// Translates a message.
    pub fn tr(&self, message: &Text) -> String {
        let text = self.l10n.text(self.locale, message);
        self.known.mentioning(text)
    }

    /// Translates a message without arguments.
    pub fn word(&self, id: &'static str) -> String {
        self.known.mentioning(self.l10n.word(self.locale, id))
    }

    /// Translates messages, one per line.
    pub fn lines(&self, messages: impl IntoIterator<Item = Text>) -> String {
        let lines = messages.into_iter().map(|message| self.tr(&message));
        lines.collect::<Vec<String>>().join("\n")
    }

    /// A button whose label has no arguments.
    fn button(&self, id: CustomId, label: &'static str, style: Style) -> Button {
        Button::new(id, self.word(label), style)
    }

    /// A choice with a label and a value.
    pub fn choice(&self, label: &Text, value: impl Into<String>) -> Choice {
        Choice::new(self.tr(label), value)
    }

    /// A menu for one choice.
    fn menu(&self, id: CustomId, placeholder: &'static str, options: Vec<Choice>) -> Row {
        Row::Menu {
            id,
            most: 1,
            placeholder: self.word(placeholder),
            options,
        }
    }
}

/// The address of a message.
fn link(venue: Venue, message: MessageId) -> String {
    let server = venue.server().map(|server| server.to_string());
    let server = server.as_deref().unwrap_or("@me");
    format!(
        "https://discord.com/channels/{server}/{}/{message}",
        venue.channel
    )
}

/// The name of a level, with its number.
pub fn level(level: Level) -> Arg {
    const WORDS: [&str; 8] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    term("level", WORDS[level.index() % WORDS.len()])
}

/// The name of a term in a case.
pub fn term(id: &'static str, case: &'static str) -> Arg {
    Arg::Term { id, case }
}

/// A name as a text, for a choice.
pub fn choice(name: impl Into<Arg>) -> Text {
    Text::new("choice").with("choice", name)
}

/// A level with its rating in a kind of game.
fn level_rated(info: &GameInfo, at: Level) -> Text {
    Text::new("level-rated")
        .with("level", level(at))
        .with("rating", info.levels[at.index()].to_string())
}

/// The time limit of a turn.
pub fn time(time: TimeControl) -> Text {
    match time {
        TimeControl::PerTurn(limit) if limit < DAY => {
            Text::new("time-hours").with("hours", limit.whole_hours())
        }
        TimeControl::PerTurn(limit) => Text::new("time-days").with("days", limit.whole_days()),
        TimeControl::Bank { initial, increment } => Text::new("time-bank")
            .with("days", initial.whole_days())
            .with("hours", increment.whole_hours()),
        TimeControl::Unlimited => Text::new("time-none"),
    }
}
