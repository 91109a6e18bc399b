//! Games, challenges and leaderboards as messages: plain data, without Discord.

mod aside;
mod challenge;
mod game;
mod keys;
mod known;
mod lists;
mod pair;
mod panel;
mod privacy;
mod puzzle;
mod replay;
pub mod reply;
mod rules;
mod settings;
mod setup;
mod standings;
mod tournament;

pub use aside::{
    Calls, called, done, hint, late, more, no_claim, of_game, offer_to_count, past, past_offer,
    refused, resign, turned, waiting, words,
};
pub use challenge::{EngineGame, card, closed_card, engine, invitation, thread_name};
pub use game::{board, board_in_hand, declined, moved_here, offer, over, past_board, turn};
pub use keys::{MORE, continuation};
pub use known::{Can, Known};
pub use lists::{game_choice, games, which};
pub use pair::pairing;
pub use panel::{added, decided, move_form, panel, plan, plans};
pub use privacy::{exported, records, stored_data, sure};
pub use puzzle::{puzzle, shared_puzzle, tried};
pub use replay::{animation, better, export, review, shared, viewer};
pub use rules::{clause_name, help, rules};
pub use settings::{
    REMINDERS, away, city, hours, notify, private_theme, public_theme, quiet_hours, settings,
    themes,
};
pub use setup::{
    Checked, MissingPermission, NO_GAMES, NO_HISTORY, NO_THREADS, Setup, links, setup,
};
pub use standings::{leaderboard, profile};
pub use tournament::{
    begun, cancellation, group, group_name, tournament, tournament_games, tournament_standings,
    tournament_won, withdrawal,
};

use crate::discord::custom_id::{CustomId, GameAction, ReplayAction};
use crate::discord::view::reply::{
    Animation, Button, Chart, Choice, Emoji, Form, MAX_CHOICES, Reply, Row, Style,
};
use crate::game::{Game, MessageId, Order, Start, TimeControl, Venue, cut, turns_to_place};
use crate::l10n::{L10n, Locale};
use crate::time::DAY;
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::{GameInfo, Variant};
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
        self.known.mentioning(self.l10n.text(self.locale, message))
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
    fn button(&self, id: CustomId, label: &'static str) -> Button {
        Button::new(id, self.word(label))
    }

    /// A button with an action in a game.
    fn game_button(self, game: &Game, act: GameAction, label: &'static str) -> Button {
        self.button(CustomId::Game(game.id(), game.changes, act), label)
    }

    /// A button of a replay, from the board after `turn` turns.
    fn view_button(self, game: &Game, turn: u32, act: ReplayAction, label: &'static str) -> Button {
        self.button(CustomId::View(game.id(), turn, act), label)
    }

    /// The button that opens the rules of a variant.
    fn rules_button(self, variant: &Variant) -> Button {
        let id = CustomId::Rules(variant.id.to_owned(), String::new());
        self.button(id, "button-rules")
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

/// The first of two if something is the case, else the second.
fn either<T>(is_so: bool, [yes, no]: [T; 2]) -> T {
    if is_so { yes } else { no }
}

/// The address of a message.
fn link(venue: Venue, message: MessageId) -> String {
    let server = venue.server().map(|server| server.to_string());
    let server = server.as_deref().unwrap_or("@me");
    let channel = venue.channel;
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}

/// The name of a level, with its number.
pub fn level(level: Level) -> Text {
    Text::new("level").with("number", u32::from(level.number()))
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

/// How the pieces come on the board, where a deal is possible.
fn started(rules: &dyn Rules, variant: &'static Variant, start: Start) -> Option<Text> {
    let turns = turns_to_place(rules, variant)?;
    Some(match start {
        Start::Placed => Text::new("start-placed").with("turns", turns),
        Start::Dealt => Text::new("start-dealt"),
    })
}

/// A start, to choose it.
pub fn start(start: Start) -> Text {
    Text::new(match start {
        Start::Placed => "choice-placed",
        Start::Dealt => "choice-dealt",
    })
}

/// Which turn the challenger takes, to choose it.
pub fn order(order: Order) -> Text {
    Text::new("choice-order").with("order", order.as_ref())
}
