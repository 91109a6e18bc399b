//! Texts about a pair of games: a game's number in it, and the score.

use crate::game::{Game, Pairing};
use siwa_games::rules::Side;
use siwa_games::text::Text;

/// The pairing of a challenge.
pub fn pairing(games: Pairing) -> Text {
    Text::new(match games {
        Pairing::Single => "pair-single",
        Pairing::AtOnce => "pair-at-once",
        Pairing::InTurn => "pair-in-turn",
    })
}

/// A game's number in its pair, and the player with the first turn; in a tournament, whose games
/// share a thread, both players.
pub(super) fn place(game: &Game) -> Option<Text> {
    let number = game.number_in_pair()?.to_string();
    let (id, named) = match game.tournament() {
        Some(_) => ("pair-players", game.player(Side::First)),
        None => ("pair-place", game.starter()),
    };
    let place = Text::new(id).with("player", named).with("number", number);
    Some(place.with("opponent", game.player(Side::Second)))
}

/// The score of the pair of a finished game.
pub(super) fn sum(game: &Game) -> Option<Text> {
    game.pair()?;
    let Some(points) = game.half_points() else {
        return Some(Text::new(match game.rated() {
            true => "pair-rated-later",
            false => "pair-counts-later",
        }));
    };
    // The player with more points comes first.
    let ahead = match points.first >= points.second {
        true => Side::First,
        false => Side::Second,
    };
    let of = |side: Side| self::points(u32::from(*points.get(side)));
    Some(
        Text::new("pair-sum")
            .with("leader", game.player(ahead))
            .with("more", of(ahead))
            .with("other", game.player(ahead.other()))
            .with("less", of(ahead.other())),
    )
}

/// Points as people write them, such as 2½.
pub(super) fn points(halves: u32) -> String {
    quarters(2 * halves)
}

/// A number of quarters, such as 2¾.
pub(super) fn quarters(quarters: u32) -> String {
    let rest = ["", "¼", "½", "¾"][quarters as usize % 4];
    match quarters / 4 {
        0 if !rest.is_empty() => rest.to_owned(),
        whole => format!("{whole}{rest}"),
    }
}

/// A rating, rounded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings are in the thousands"
)]
pub(super) fn whole(rating: f64) -> String {
    (rating.round() as i64).to_string()
}
