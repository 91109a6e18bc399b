//! Lists of games: a player's games, and the games that a command may be about.

use super::{Localizer, link};
use crate::discord::custom_id::CustomId;
use crate::discord::view::reply::{Choice, MAX_CHOICES, Reply, cut};
use crate::game::{GameSummary, PlayerId};
use siwa_games::rules::Side;
use siwa_games::text::{Arg, Text};

/// The longest name in a choice of a menu, in characters; it leaves room for the rest.
const MAX_NAME: usize = 24;
/// The most games in a list, so that it fits into a message.
const MAX_LINES: usize = 10;

/// The id of the text about a game's turn or result, from one side.
fn standing(line: &GameSummary, own: Side) -> &'static str {
    match (line.turn, line.winner) {
        (Some(turn), _) if turn == own => "games-your-turn",
        (Some(_), _) => "games-their-turn",
        (None, Some(winner)) if winner == own => "games-won",
        (None, Some(_)) => "games-lost",
        (None, None) => "games-drawn",
    }
}

/// Board and rules, and the game's number in its pair.
fn kind(line: &GameSummary) -> Text {
    let kind = line.info.title(line.variant);
    match line.number_in_pair {
        Some(number) => Text::new("pair-game")
            .with("variant", kind)
            .with("number", number.to_string()),
        None => kind,
    }
}

/// A player's running games: whose turn, until when, with links.
pub fn games(l10n: Localizer<'_>, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    if lines.is_empty() {
        return Reply::private(l10n.word("games-none"));
    }
    let head = Text::new("games-head").with("count", lines.len());
    all_running(l10n, head, lines, viewer)
}

/// Running games of a player below a head, as many as fit, and how many more there are.
pub(super) fn all_running(
    l10n: Localizer<'_>,
    head: Text,
    lines: &[GameSummary],
    viewer: PlayerId,
) -> Reply {
    let mut text = vec![head];
    let listed = lines.iter().take(MAX_LINES);
    text.extend(listed.map(|line| running(line, viewer)));
    let more = lines.len().saturating_sub(MAX_LINES);
    if more > 0 {
        text.push(Text::new("games-more").with("count", more));
    }
    Reply::private(l10n.lines(text))
}

/// A running game of a player: whose turn, until when, with a link.
fn running(line: &GameSummary, viewer: PlayerId) -> Text {
    let own = line.players.side_of(&viewer).unwrap_or(Side::Second);
    let turn = standing(line, own);
    let until = match line.deadline {
        Some(deadline) => Text::new("games-until").with("until", Arg::Moment(deadline.0)),
        None => Text::new("time-none"),
    };
    let home = line.home();
    let place = match line.message {
        Some(message) => link(home, message),
        None => format!("<#{}>", home.channel),
    };
    Text::new("games-line")
        .with("game", line.id.0.to_string())
        .with("variant", kind(line))
        .with("opponent", *line.players.get(own.other()))
        .with("turn", Text::new(turn))
        .with("until", until)
        .with("link", place)
}

/// The label of a game in a menu, for one of its players or for a spectator.
pub fn label(l10n: Localizer<'_>, line: &GameSummary, viewer: PlayerId) -> String {
    let name = |side: Side| match line.players.get(side).is_gone() {
        true => l10n.word("player-gone"),
        false => cut(line.names.get(side).as_deref().unwrap_or("?"), MAX_NAME),
    };
    let kind = l10n.tr(&kind(line));
    let message = if let Some(own) = line.players.side_of(&viewer) {
        let turn = standing(line, own);
        Text::new("which-own")
            .with("opponent", name(own.other()))
            .with("turn", Text::new(turn))
    } else {
        Text::new("which-other")
            .with("first", name(Side::First))
            .with("second", name(Side::Second))
    };
    l10n.tr(&message
        .with("game", line.id.0.to_string())
        .with("variant", kind))
}

/// Asks for the game of a command, with a menu that has this `id`.
pub fn which(l10n: Localizer<'_>, id: CustomId, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    let choice = |line: &GameSummary| Choice::new(label(l10n, line, viewer), line.id.to_string());
    let options = lines.iter().take(MAX_CHOICES).map(choice).collect();
    let asked = Text::new("denied-several-games").with("count", lines.len());
    Reply::private(l10n.tr(&asked)).with_row(l10n.menu(id, "which-choose", options))
}
