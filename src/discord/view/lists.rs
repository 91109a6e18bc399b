//! Lists of games: a player's games, and the games that a command may be about.

use super::{Localizer, link};
use crate::discord::custom_id::{Command, CustomId};
use crate::discord::view::reply::{Choice, MAX_CHOICES, Reply, Style, cut};
use crate::game::{GameSummary, GuildId, PlayerId};
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

/// The name of a game's variant, and the game's number in its pair.
fn numbered(line: &GameSummary, kind: Text) -> Text {
    match line.number_in_pair {
        Some(number) => Text::new("pair-game")
            .with("variant", kind)
            .with("number", number.to_string()),
        None => kind,
    }
}

/// A player's running games: whose turn, until when, with links, and with the panels of those in
/// this server in which it is the player's turn.
pub fn games(
    l10n: Localizer<'_>,
    lines: &[GameSummary],
    viewer: PlayerId,
    here: Option<GuildId>,
) -> Reply {
    if lines.is_empty() {
        return Reply::private(l10n.word("games-none"));
    }
    let reply = all_running(l10n, lines, viewer);
    let is_here = |guild| here.is_none_or(|here| here == guild);
    let ready = |line: &&GameSummary| is_turn_of(line, viewer) && is_here(line.home().guild);
    let ready = lines.iter().filter(ready).take(MAX_CHOICES);
    let panels: Vec<Choice> = ready.map(|line| to_choice(l10n, line, viewer)).collect();
    if panels.is_empty() {
        return reply;
    }
    let next = l10n.button(CustomId::Next, "button-play", Style::Primary);
    let other = l10n.menu(CustomId::Which(Command::Panel), "games-play", panels);
    reply.with_buttons([next]).with_row(other)
}

fn is_turn_of(line: &GameSummary, viewer: PlayerId) -> bool {
    line.turn.is_some() && line.turn == line.players.side_of(&viewer)
}

/// Running games of a player, own turns first, as many as fit, and how many more there are.
pub(super) fn all_running(l10n: Localizer<'_>, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    let own_turn = |line: &&GameSummary| is_turn_of(line, viewer);
    let (own, others): (Vec<_>, Vec<_>) = lines.iter().partition(own_turn);
    let mut text = Vec::new();
    let mut room = MAX_LINES;
    for (head, group) in [("digest-head", own), ("games-waiting", others)] {
        let listed = group.len().min(room);
        if listed > 0 {
            text.push(Text::new(head).with("count", group.len()));
            text.extend(group.iter().take(listed).map(|line| running(line, viewer)));
        }
        room -= listed;
    }
    let more = lines.len().saturating_sub(MAX_LINES);
    if more > 0 {
        text.push(Text::new("games-more").with("count", more));
    }
    Reply::private(l10n.lines(text))
}

/// A running game of a player in a line: a link, the opponent, the board, until when.
fn running(line: &GameSummary, viewer: PlayerId) -> Text {
    let own = line.players.side_of(&viewer).unwrap_or(Side::Second);
    let until = match line.deadline {
        Some(deadline) => Arg::Moment(deadline.0),
        None => Text::new("time-none").into(),
    };
    let (game, home) = (line.id, line.home());
    let link = match line.message {
        Some(message) => format!("[#{game}]({})", link(home, message)),
        None => format!("#{game} <#{}>", home.channel),
    };
    let board = Text::new("variant-board")
        .with("name", Text::new(line.info.name))
        .with("board", line.variant.board);
    Text::new("games-line")
        .with("link", link)
        .with("opponent", *line.players.get(own.other()))
        .with("variant", numbered(line, board))
        .with("until", until)
}

/// The label of a game in a menu, for one of its players or for a spectator.
pub fn label(l10n: Localizer<'_>, line: &GameSummary, viewer: PlayerId) -> String {
    let name = |side: Side| match line.players.get(side).is_gone() {
        true => l10n.word("player-gone"),
        false => cut(line.names.get(side).as_deref().unwrap_or("?"), MAX_NAME),
    };
    let kind = l10n.tr(&numbered(line, line.info.title(line.variant)));
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

fn to_choice(l10n: Localizer<'_>, line: &GameSummary, viewer: PlayerId) -> Choice {
    Choice::new(label(l10n, line, viewer), line.id.to_string())
}

/// Asks for the game of a command, with a menu that has this `id`.
pub fn which(l10n: Localizer<'_>, id: CustomId, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    let options = lines.iter().take(MAX_CHOICES);
    let options = options.map(|line| to_choice(l10n, line, viewer)).collect();
    let asked = Text::new("denied-several-games").with("count", lines.len());
    Reply::private(l10n.tr(&asked)).with_row(l10n.menu(id, "which-choose", options))
}
