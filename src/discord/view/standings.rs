//! Leaderboards and profiles.

use super::pair::points;
use super::pair::whole;
use super::{Localizer, level_rated};
use crate::discord::custom_id::{CustomId, Seen};
use crate::discord::view::reply::{Button, Chart, Reply, Style};
use crate::game::{Ladder, Leaderboard, PlayerId, Profile, Rating, Rival, Scope, Standing};
use siwa_boards::{Curve, Scale};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;
use siwa_games::text::Text;

/// A page of a leaderboard, private or public.
pub fn leaderboard(
    l10n: Localizer<'_>,
    board: &Leaderboard,
    rules: Option<&dyn Rules>,
    scope: Scope,
    viewer: Option<PlayerId>,
) -> Reply {
    let ladder = Ladder {
        kind: rules.map(|rules| rules.info().id),
        scope,
    };
    let name = rules.map_or("leaderboard-all", |rules| rules.info().name);
    let siwa = (Scope::Engine, "button-ladder-siwa");
    let ([head, empty, absent], others) = match scope {
        Scope::People => (
            [
                "leaderboard-head",
                "leaderboard-empty",
                "leaderboard-own-none",
            ],
            vec![(Scope::Month, "button-ladder-month"), siwa],
        ),
        Scope::Month => (
            [
                "leaderboard-head-month",
                "leaderboard-empty-month",
                "leaderboard-own-none-month",
            ],
            vec![(Scope::People, "button-ladder-all-time"), siwa],
        ),
        Scope::Engine => (
            [
                "leaderboard-head-siwa",
                "leaderboard-empty-siwa",
                "leaderboard-own-none-siwa",
            ],
            vec![(Scope::People, "button-ladder-people")],
        ),
    };
    let mut text = vec![Text::new(head).with("name", Text::new(name))];
    if board.standings.is_empty() {
        text.push(Text::new(empty));
    }
    let line = |standing: &Standing| line(standing, scope, viewer);
    text.extend(board.standings.iter().map(line));
    let listed = board.standings.iter().any(|it| Some(it.player) == viewer);
    match board.own {
        _ if viewer.is_none() || listed => {}
        Some(own) => text.extend([Text::new("leaderboard-own"), line(&own)]),
        None if !board.standings.is_empty() => text.push(Text::new(absent)),
        None => {}
    }
    let mut shown = board.standings.iter().chain(&board.own);
    if scope == Scope::Month {
        text.push(Text::new("leaderboard-month-note"));
    } else if shown.any(|standing| standing.rating.is_some_and(provisional)) {
        text.push(Text::new("rating-provisional-note"));
    }
    if let Some(rules) = rules.filter(|_| scope == Scope::Engine) {
        let levels = Level::ALL.map(|it| level_rated(rules.info(), it)).to_vec();
        let levels = Text::list(levels);
        text.extend(levels.map(|levels| Text::new("leaderboard-levels").with("levels", levels)));
    }
    let id = |ladder: Ladder<'_>, page, seen| CustomId::Leaderboard(ladder.to_string(), page, seen);
    let button = |id, label, enabled| l10n.button(id, label, Style::Secondary).enabled(enabled);
    let mut buttons = Vec::new();
    if board.pages > 1 {
        // Ids must be unique in a message: a disabled button gets that of a page which does not
        // exist.
        let previous = board.page.checked_sub(1);
        let page = previous.unwrap_or(board.pages);
        let page = id(ladder, page, Seen::Alone);
        buttons.push(button(page, "button-previous", previous.is_some()));
        let next = board.page + 1;
        let page = id(ladder, next, Seen::Alone);
        buttons.push(button(page, "button-next", next < board.pages));
    }
    for (scope, label) in others {
        let other = Ladder { scope, ..ladder };
        buttons.push(button(id(other, 0, Seen::Alone), label, true));
    }
    if !board.standings.is_empty() {
        let share = id(ladder, board.page, Seen::Shared);
        buttons.push(button(share, "button-share", true));
    }
    Reply::private(l10n.lines(text)).with_buttons(buttons)
}

/// A rating, with a sign if it is uncertain.
fn rated(rating: Option<Rating>) -> Text {
    let Some(rating) = rating else {
        return Text::new("rating-none");
    };
    let id = match provisional(rating) {
        true => "rating-provisional",
        false => "rating",
    };
    Text::new(id).with("rating", whole(rating.rating))
}

fn line(standing: &Standing, scope: Scope, viewer: Option<PlayerId>) -> Text {
    let id = match Some(standing.player) == viewer {
        true => "leaderboard-line-own",
        false => "leaderboard-line",
    };
    let line = placed(id, standing).with("player", standing.player);
    match scope {
        Scope::Month => line.with("score", points(2 * standing.won + standing.drawn)),
        Scope::People | Scope::Engine => line.with("score", rated(standing.rating)),
    }
}

/// A text with a player's rank and results.
fn placed(id: &'static str, standing: &Standing) -> Text {
    Text::new(id)
        .with("place", standing.place)
        .with("won", standing.won)
        .with("drawn", standing.drawn)
        .with("lost", standing.lost)
}

/// Returns whether a rating is still uncertain, by the threshold of the chess site Lichess.
fn provisional(rating: Rating) -> bool {
    rating.deviation > 110.0
}

/// A profile: ratings, results, frequent opponents, and the curve of the ratings.
pub fn profile(
    l10n: Localizer<'_>,
    profile: &Profile,
    rules: &dyn Rules,
    kinds: impl Iterator<Item = &'static dyn Rules>,
) -> Reply {
    let info = rules.info();
    let about = |id| {
        Text::new(id)
            .with("player", profile.player)
            .with("name", Text::new(info.name))
    };
    let people = profile.people.map(|it| ("profile-people", it));
    let engine = profile.engine.map(|it| ("profile-siwa", it));
    let standings: Vec<(&str, Standing)> = people.into_iter().chain(engine).collect();
    let mut text = vec![about("profile-head")];
    if standings.is_empty() {
        text.push(about("profile-empty"));
    }
    text.extend(
        standings
            .iter()
            .map(|(id, it)| placed(id, it).with("rating", rated(it.rating))),
    );
    if !profile.rivals.is_empty() {
        text.push(Text::new("profile-rivals"));
        text.extend(profile.rivals.iter().map(rival));
    }
    let mut ratings = standings.iter().filter_map(|(_, standing)| standing.rating);
    if ratings.any(provisional) {
        text.push(Text::new("rating-provisional-note"));
    }
    let curve = curve(l10n, &profile.ratings);
    if curve.is_some() {
        text.push(Text::new("profile-curve"));
    }
    let id = |kind: &str, seen| CustomId::Profile(profile.player, kind.to_owned(), seen);
    let mut buttons: Vec<Button> = kinds
        .map(|kind| {
            let kind = kind.info();
            let button = l10n.button(id(kind.id, Seen::Alone), kind.name, Style::Secondary);
            button.enabled(kind.id != info.id)
        })
        .collect();
    if !standings.is_empty() {
        let share = id(info.id, Seen::Shared);
        buttons.push(l10n.button(share, "button-share", Style::Secondary));
    }
    Reply {
        chart: curve.map(|(curve, alt)| (Chart::Curve(curve), alt)),
        ..Reply::private(l10n.lines(text)).with_buttons(buttons)
    }
}

fn rival(rival: &Rival) -> Text {
    Text::new("profile-rival")
        .with("player", rival.player)
        .with("won", rival.won)
        .with("drawn", rival.drawn)
        .with("lost", rival.lost)
}

/// The curve of ratings, if there are enough, and its alternative text.
fn curve(l10n: Localizer<'_>, ratings: &[f64]) -> Option<(Curve, String)> {
    let [first, .., last] = ratings else {
        return None;
    };
    let low = ratings.iter().copied().fold(*first, f64::min);
    let high = ratings.iter().copied().fold(*first, f64::max);
    let alt = Text::new("profile-alt")
        .with("count", ratings.len())
        .with("first", whole(*first))
        .with("last", whole(*last))
        .with("low", whole(low))
        .with("high", whole(high));
    let scale = Scale::around(low, high);
    let curve = Curve {
        values: ratings.iter().map(|it| Some(scale.share(*it))).collect(),
        marked: vec![ratings.len() - 1],
        scale: Some(scale),
    };
    Some((curve, l10n.tr(&alt)))
}
