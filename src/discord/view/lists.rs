//! Lists of games: a player's games, and the games that a command may be about.

use super::{Arg, Choice, CustomId, Localizer, MAX_CHOICES, Reply, Row, Style, Text, link};
use crate::game::{GameSummary, GuildId, Name, PlayerId};
use siwa_games::rules::Side;

/// The longest name in a choice of a menu, in characters; it leaves room for the rest.
const MAX_NAME: usize = 24;
/// The most games in a list, so that it fits into a message.
const MAX_LINES: usize = 10;

/// The name of a game's variant, and the game's number in its pair.
fn numbered(line: &GameSummary, kind: Text) -> Text {
    match line.number_in_pair {
        Some(number) => Text::new("pair-game")
            .with("variant", kind)
            .with("number", number.to_string()),
        None => kind,
    }
}

/// A player's running games: whose turn, until when, with links, and with buttons that open those
/// that can be played `here`; `None`: all of them.
pub fn games(
    l10n: Localizer<'_>,
    lines: &[GameSummary],
    viewer: PlayerId,
    here: Option<GuildId>,
) -> Reply {
    if lines.is_empty() {
        return Reply::private(l10n.word("games-none"));
    }
    let own_turn = |line: &&GameSummary| line.waits_for(viewer);
    let (own, others): (Vec<_>, Vec<_>) = lines.iter().partition(own_turn);
    let mut reply = Reply::private(String::new());
    let groups = [
        ("digest-head", "button-play", Style::Primary, own),
        ("games-waiting", "button-open", Style::Secondary, others),
    ];
    for (head, label, style, group) in groups {
        let room = MAX_LINES - reply.rows.len();
        let head = Text::new(head).with("count", group.len());
        for (number, line) in group.into_iter().take(room).enumerate() {
            let mut text = l10n.tr(&running(line, viewer));
            if number == 0 && reply.text.is_empty() {
                reply.text = l10n.tr(&head);
            } else if number == 0 {
                text = format!("{}\n{text}", l10n.tr(&head));
            }
            let opens = here.is_none_or(|here| here == line.home().guild);
            let button = opens.then(|| l10n.button(CustomId::Open(line.id), label).styled(style));
            reply = reply.with_row(Row::Section { text, button });
        }
    }
    let more = lines.len().saturating_sub(MAX_LINES);
    if more > 0 {
        let text = l10n.tr(&Text::new("games-more").with("count", more));
        reply = reply.with_row(Row::Section { text, button: None });
    }
    reply
}

/// A running game of a player in a line: a link, the opponent, the board, until when.
fn running(line: &GameSummary, viewer: PlayerId) -> Text {
    let own = line.players.side_of(&viewer).unwrap_or(Side::Second);
    let until = match line.deadline {
        Some(deadline) => Arg::Moment(deadline.0),
        None => Text::new("time-none").into(),
    };
    let game = line.id;
    let home = line.home();
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

/// A game as a choice, for one of its players or for a spectator.
pub fn game_choice(l10n: Localizer<'_>, line: &GameSummary, viewer: PlayerId) -> Choice {
    let name = |side: Side| {
        let name = line.names.get(side).as_ref();
        plain_name(l10n, *line.players.get(side), name, MAX_NAME)
    };
    let kind = l10n.tr(&numbered(line, line.info.title(line.variant)));
    let message = if let Some(own) = line.players.side_of(&viewer) {
        let turn = match (line.turn, line.winner) {
            (Some(turn), _) if turn == own => "games-your-turn",
            (Some(_), _) => "games-their-turn",
            (None, Some(winner)) if winner == own => "games-won",
            (None, Some(_)) => "games-lost",
            (None, None) => "games-drawn",
        };
        Text::new("which-own")
            .with("opponent", name(own.other()))
            .with("turn", Text::new(turn))
    } else {
        Text::new("which-other")
            .with("first", name(Side::First))
            .with("second", name(Side::Second))
    };
    let label = message.with("game", line.id.0.to_string());
    l10n.choice(&label.with("variant", kind), line.id.to_string())
}

/// The name of a player where there are no mentions, with at most `longest` characters.
pub(super) fn plain_name(
    l10n: Localizer<'_>,
    player: PlayerId,
    name: Option<&Name>,
    longest: usize,
) -> String {
    if player.is_gone() {
        return l10n.word("player-gone");
    }
    name.map_or_else(|| "?".to_owned(), |name| name.plain(longest))
}

/// Asks for the game of a command, with a menu that has this `id`.
pub fn which(l10n: Localizer<'_>, id: CustomId, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    let options = lines.iter().take(MAX_CHOICES);
    let options = options.map(|line| game_choice(l10n, line, viewer));
    let asked = Text::new("denied-several-games").with("count", lines.len());
    Reply::private(l10n.tr(&asked)).with_row(l10n.menu(id, "which-choose", options.collect()))
}
