//! Texts about the players of a game and their pair of games: its number in it, and the score.

use super::{Text, either};
use crate::game::{Game, Pairing};
use siwa_games::rules::Side;

/// The pairing of a challenge.
pub fn pairing(games: Pairing) -> Text {
    Text::new(match games {
        Pairing::Single => "pair-single",
        Pairing::AtOnce => "pair-at-once",
        Pairing::InTurn => "pair-in-turn",
    })
}

/// Both players, with their sides.
pub(super) fn players(game: &Game) -> Text {
    let side = |side| game.rules.info().side(side);
    Text::new("viewer-players")
        .with("first", game.player(Side::First))
        .with("first-side", side(Side::First))
        .with("second", game.player(Side::Second))
        .with("second-side", side(Side::Second))
}

/// A game's number in its pair, and the player with the first turn; in a tournament, whose games
/// share a thread, both players.
pub(super) fn place(game: &Game) -> Option<Text> {
    let Some(number) = game.number_in_pair() else {
        return game.setup.tournament.map(|_| players(game));
    };
    let (id, named) = match game.setup.tournament {
        Some(_) => ("pair-players", game.player(Side::First)),
        None => ("pair-place", game.player(game.start().first_turn())),
    };
    let place = Text::new(id)
        .with("player", named)
        .with("number", number.to_string());
    Some(place.with("opponent", game.player(Side::Second)))
}

/// The score of the pair of a finished game.
pub(super) fn sum(game: &Game) -> Option<Text> {
    game.setup.pair?;
    let Some(halves) = game.half_points() else {
        let later = either(game.setup.rated, ["pair-rated-later", "pair-counts-later"]);
        let id = either(game.is_unpaired(), ["pair-broken", later]);
        return Some(Text::new(id));
    };
    // The player with more points comes first.
    let ahead = either(halves.first >= halves.second, [Side::First, Side::Second]);
    let of = |side: Side| points(u32::from(*halves.get(side)));
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
pub(super) fn whole(rating: f64) -> String {
    format!("{rating:.0}")
}
