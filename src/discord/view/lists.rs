//! Lists: a player's games, the menu of games, a leaderboard.

use super::game::whole;
use super::{Localizer, level_rated, link, player, variant};
use crate::discord::custom_id::{CustomId, Seen};
use crate::discord::view::reply::{Choice, MAX_CHOICES, Reply, Style, cut};
use crate::game::{GameSummary, Ladder, Leaderboard, PlayerId, Rating, Standing};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::rules::Side;
use siwa_games::text::{Arg, Text};

/// The longest name in a choice of a menu, in characters, which leaves room for the rest.
const MAX_NAME: usize = 24;
/// How many games are listed at once, so that they fit into a message.
const MAX_LINES: usize = 10;

fn own_side(line: &GameSummary, viewer: PlayerId) -> Side {
    if line.players.first == viewer {
        Side::First
    } else {
        Side::Second
    }
}

/// Whose turn it is, or how the game ended, from one side.
fn standing(line: &GameSummary, own: Side) -> &'static str {
    match (line.turn, line.winner) {
        (Some(turn), _) if turn == own => "games-your-turn",
        (Some(_), _) => "games-their-turn",
        (None, Some(winner)) if winner == own => "games-won",
        (None, Some(_)) => "games-lost",
        (None, None) => "games-drawn",
    }
}

/// Board and rules, and which game of its pair it is.
fn kind(line: &GameSummary) -> Text {
    let kind = variant(line.info, line.variant);
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
    let own = own_side(line, viewer);
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
        .with("opponent", player(*line.players.get(own.other())))
        .with("turn", Text::new(turn))
        .with("until", until)
        .with("link", place)
}

/// What a game is called in a menu, for one of its players or for a spectator.
pub fn label(l10n: Localizer<'_>, line: &GameSummary, viewer: PlayerId) -> String {
    let name = |side: Side| {
        if line.players.get(side).is_gone() {
            return l10n.word("player-gone");
        }
        let name = line.names.get(side).as_deref();
        cut(name.unwrap_or("?"), MAX_NAME)
    };
    let kind = l10n.tr(&kind(line));
    let message = if line.players.first == viewer || line.players.second == viewer {
        let own = own_side(line, viewer);
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

/// Asks which game a command is about, by a menu that carries `id`.
pub fn which(l10n: Localizer<'_>, id: CustomId, lines: &[GameSummary], viewer: PlayerId) -> Reply {
    let options = lines
        .iter()
        .take(MAX_CHOICES)
        .map(|line| Choice::new(label(l10n, line, viewer), line.id.to_string()))
        .collect();
    let asked = Text::new("denied-several-games").with("count", lines.len());
    Reply::private(l10n.tr(&asked)).with_row(l10n.menu(id, "which-choose", options))
}

/// A page of a leaderboard, for a person, or for everybody.
pub fn leaderboard(
    l10n: Localizer<'_>,
    board: &Leaderboard,
    rules: Option<&dyn Rules>,
    engine: bool,
    viewer: Option<PlayerId>,
) -> Reply {
    let ladder = Ladder {
        kind: rules.map(|rules| rules.info().id),
        engine,
    };
    let name = rules.map_or("leaderboard-all", |rules| rules.info().name);
    let [head, empty, absent, other] = match engine {
        false => [
            "leaderboard-head",
            "leaderboard-empty",
            "leaderboard-own-none",
            "button-ladder-siwa",
        ],
        true => [
            "leaderboard-head-siwa",
            "leaderboard-empty-siwa",
            "leaderboard-own-none-siwa",
            "button-ladder-people",
        ],
    };
    let mut text = vec![Text::new(head).with("name", Text::new(name))];
    if board.standings.is_empty() {
        text.push(Text::new(empty));
    }
    let lines = board
        .standings
        .iter()
        .map(|standing| line(standing, viewer));
    text.extend(lines);
    let is_viewer = |standing: &Standing| Some(standing.player) == viewer;
    match board.own {
        _ if viewer.is_none() => {}
        Some(own) if !board.standings.iter().any(is_viewer) => {
            text.push(Text::new("leaderboard-own"));
            text.push(line(&own, viewer));
        }
        Some(_) => {}
        None if !board.standings.is_empty() => text.push(Text::new(absent)),
        None => {}
    }
    let mut shown = board.standings.iter().chain(&board.own);
    if shown.any(|standing| standing.rating.is_some_and(provisional)) {
        text.push(Text::new("rating-provisional-note"));
    }
    if let Some(rules) = rules.filter(|_| engine) {
        let levels = Level::ALL.map(|it| level_rated(rules.info(), it)).to_vec();
        text.extend(
            Text::list(levels).map(|levels| Text::new("leaderboard-levels").with("levels", levels)),
        );
    }
    let id = |ladder: Ladder<'_>, page, seen| CustomId::Leaderboard(ladder.to_string(), page, seen);
    let button = |id, label, enabled| l10n.button(id, label, Style::Secondary).enabled(enabled);
    let mut buttons = Vec::new();
    if board.pages > 1 {
        // Ids must be unique in a message: a disabled button takes that of a page which does
        // not exist.
        let previous = board.page.checked_sub(1);
        let page = previous.unwrap_or(board.pages);
        let page = id(ladder, page, Seen::Alone);
        buttons.push(button(page, "button-previous", previous.is_some()));
        let next = board.page + 1;
        let page = id(ladder, next, Seen::Alone);
        buttons.push(button(page, "button-next", next < board.pages));
    }
    let others = Ladder {
        engine: !engine,
        ..ladder
    };
    buttons.push(button(id(others, 0, Seen::Alone), other, true));
    if !board.standings.is_empty() {
        let share = id(ladder, board.page, Seen::Shared);
        buttons.push(button(share, "button-share", true));
    }
    Reply::private(l10n.lines(text)).with_buttons(buttons)
}

/// A rating, with a sign if it is uncertain.
pub(super) fn rated(rating: Option<Rating>) -> Text {
    match rating {
        Some(rating) => Text::new(if provisional(rating) {
            "rating-provisional"
        } else {
            "rating"
        })
        .with("rating", whole(rating.rating)),
        None => Text::new("rating-none"),
    }
}

fn line(standing: &Standing, viewer: Option<PlayerId>) -> Text {
    let id = if Some(standing.player) == viewer {
        "leaderboard-line-own"
    } else {
        "leaderboard-line"
    };
    Text::new(id)
        .with("place", standing.place)
        .with("player", player(standing.player))
        .with("rating", rated(standing.rating))
        .with("won", standing.won)
        .with("drawn", standing.drawn)
        .with("lost", standing.lost)
}

/// Whether a rating is still uncertain, by the threshold of the chess site Lichess.
pub(super) fn provisional(rating: Rating) -> bool {
    rating.deviation > 110.0
}
