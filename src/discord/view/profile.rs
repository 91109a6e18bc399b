//! How somebody stands in a kind of game.

use super::game::whole;
use super::lists::{provisional, rated};
use super::{Localizer, player};
use crate::discord::custom_id::{CustomId, Seen};
use crate::discord::view::reply::{Button, Reply, Style};
use crate::game::{Profile, Rival, Standing};
use siwa_boards::{Curve, Scale};
use siwa_games::registry::Rules;
use siwa_games::text::Text;

/// Ratings, results, those played most often, and the curve of the ratings.
pub fn profile(
    l10n: Localizer<'_>,
    profile: &Profile,
    rules: &dyn Rules,
    kinds: impl Iterator<Item = &'static dyn Rules>,
) -> Reply {
    let info = rules.info();
    let about = |id| {
        Text::new(id)
            .with("player", player(profile.player))
            .with("name", Text::new(info.name))
    };
    let standings = [
        ("profile-people", profile.people),
        ("profile-siwa", profile.engine),
    ];
    let standings: Vec<(&str, Standing)> = standings
        .into_iter()
        .filter_map(|(id, standing)| Some((id, standing?)))
        .collect();
    let mut text = vec![about("profile-head")];
    if standings.is_empty() {
        text.push(about("profile-empty"));
    }
    text.extend(standings.iter().map(|(id, standing)| placed(id, standing)));
    if !profile.rivals.is_empty() {
        text.push(Text::new("profile-rivals"));
        text.extend(profile.rivals.iter().map(rival));
    }
    let uncertain = |(_, standing): &(&str, Standing)| standing.rating.is_some_and(provisional);
    if standings.iter().any(uncertain) {
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
        curve,
        ..Reply::private(l10n.lines(text)).with_buttons(buttons)
    }
}

fn placed(id: &'static str, standing: &Standing) -> Text {
    Text::new(id)
        .with("rating", rated(standing.rating))
        .with("place", standing.place)
        .with("won", standing.won)
        .with("drawn", standing.drawn)
        .with("lost", standing.lost)
}

fn rival(rival: &Rival) -> Text {
    Text::new("profile-rival")
        .with("player", player(rival.player))
        .with("won", rival.won)
        .with("drawn", rival.drawn)
        .with("lost", rival.lost)
}

/// The curve of ratings, if there are enough for one, and what it shows in words.
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
