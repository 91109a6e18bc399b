//! Leaderboards and profiles.

use super::pair::{points, whole};
use super::{Chart, CustomId, Localizer, Reply, Text, either, level_rated};
use crate::discord::custom_id::Seen;
use crate::game::{Ladder, Leaderboard, PlayerId, Profile, Rating, Scope, Standing};
use siwa_boards::{Curve, Scale};
use siwa_games::engine::Level;
use siwa_games::registry::Rules;

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
    let about = |id| Text::new(id).with("scope", scope.as_ref());
    let others = match scope {
        Scope::People => vec![(Scope::Month, "button-ladder-month"), siwa],
        Scope::Month => vec![(Scope::People, "button-ladder-all-time"), siwa],
        Scope::Engine => vec![(Scope::People, "button-ladder-people")],
    };
    let mut text = vec![about("leaderboard-head").with("name", Text::new(name))];
    if board.standings.is_empty() {
        text.push(about("leaderboard-empty"));
    }
    let is_own = |standing: &Standing| Some(standing.player) == viewer;
    let line = |standing: &Standing| {
        let ids = ["leaderboard-line-own", "leaderboard-line"];
        let line = placed(either(is_own(standing), ids), standing).with("player", standing.player);
        match scope {
            Scope::Month => line.with("score", points(2 * standing.won + standing.drawn)),
            Scope::People | Scope::Engine => line.with("score", rated(standing.rating)),
        }
    };
    text.extend(board.standings.iter().map(line));
    let is_apart = viewer.is_some() && !board.standings.iter().any(is_own);
    let own = if is_apart { board.own } else { None };
    if let Some(own) = own {
        text.extend([Text::new("leaderboard-own"), line(&own)]);
    } else if is_apart && !board.standings.is_empty() {
        text.push(about("leaderboard-own-none"));
    }
    let mut shown = board.standings.iter().chain(&own);
    if scope == Scope::Month {
        text.push(Text::new("leaderboard-month-note"));
    } else if shown.any(|standing| standing.rating.is_some_and(provisional)) {
        text.push(Text::new("rating-provisional-note"));
    }
    if let Some(rules) = rules
        && scope == Scope::Engine
    {
        let levels = Level::ALL.map(|level| level_rated(rules.info(), level));
        let levels = Text::list(levels.to_vec());
        text.extend(levels.map(|levels| Text::new("leaderboard-levels").with("levels", levels)));
    }
    let button = |ladder: Ladder<'_>, page, seen, label| {
        l10n.button(CustomId::Leaderboard(ladder.to_string(), page, seen), label)
    };
    let turn = |page, label| button(ladder, page, Seen::Alone, label);
    let mut buttons = Vec::new();
    if board.pages > 1 {
        // Ids must be unique in a message: a disabled button gets that of a page which does not
        // exist.
        let previous = board.page.checked_sub(1);
        let back = turn(previous.unwrap_or(board.pages), "button-previous");
        let on = turn(board.page + 1, "button-next");
        buttons.push(back.enabled(previous.is_some()));
        buttons.push(on.enabled(board.page + 1 < board.pages));
    }
    for (scope, label) in others {
        buttons.push(button(Ladder { scope, ..ladder }, 0, Seen::Alone, label));
    }
    if !board.standings.is_empty() {
        buttons.push(button(ladder, board.page, Seen::Shared, "button-share"));
    }
    Reply::private(l10n.lines(text)).with_buttons(buttons)
}

/// A rating, with a sign if it is uncertain.
fn rated(rating: Option<Rating>) -> Text {
    let Some(rating) = rating else {
        return Text::new("rating-none");
    };
    let id = either(provisional(rating), ["rating-provisional", "rating"]);
    Text::new(id).with("rating", whole(rating.rating))
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
    let line = |id, standing: Option<Standing>| {
        let standing = standing?;
        Some(placed(id, &standing).with("rating", rated(standing.rating)))
    };
    let mut standings = profile.people.iter().chain(&profile.engine);
    let is_new = profile.people.is_none() && profile.engine.is_none();
    let mut text = vec![about("profile-head")];
    if is_new {
        text.push(about("profile-empty"));
    }
    text.extend(line("profile-people", profile.people));
    text.extend(line("profile-siwa", profile.engine));
    if !profile.rivals.is_empty() {
        text.push(Text::new("profile-rivals"));
        text.extend(profile.rivals.iter().map(|rival| {
            Text::new("profile-rival")
                .with("player", rival.player)
                .with("won", rival.won)
                .with("drawn", rival.drawn)
                .with("lost", rival.lost)
        }));
    }
    if standings.any(|standing| standing.rating.is_some_and(provisional)) {
        text.push(Text::new("rating-provisional-note"));
    }
    let curve = rating_curve(l10n, &profile.ratings);
    if curve.is_some() {
        text.push(Text::new("profile-curve"));
    }
    let id = |kind: &str, seen| CustomId::Profile(profile.player, kind.to_owned(), seen);
    let kinds = kinds.map(|kind| {
        let kind = kind.info();
        let button = l10n.button(id(kind.id, Seen::Alone), kind.name);
        button.enabled(kind.id != info.id)
    });
    let share = l10n.button(id(info.id, Seen::Shared), "button-share");
    let buttons = kinds.chain((!is_new).then_some(share));
    Reply {
        chart: curve.map(|(curve, alt)| (Chart::Curve(curve), alt)),
        ..Reply::private(l10n.lines(text)).with_buttons(buttons)
    }
}

/// The curve of ratings, if there are enough, and its alternative text.
fn rating_curve(l10n: Localizer<'_>, ratings: &[f64]) -> Option<(Curve, String)> {
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
    let share = |rating: &f64| Some(scale.share(*rating));
    let curve = Curve {
        values: ratings.iter().map(share).collect(),
        marked: vec![ratings.len() - 1],
        scale: Some(scale),
    };
    Some((curve, l10n.tr(&alt)))
}
