//! What is said is true where it is said.

use siwa::discord::custom_id::MoveTarget;
use siwa::discord::view::reply::Reply;
use siwa::discord::view::{self, Known, Localizer};
use siwa::game::PuzzleId;
use siwa::l10n::{L10n, Locale};

use super::table::fresh;

/// What is said in a language.
fn said<T>(locale: Locale, say: impl FnOnce(Localizer<'_>) -> T) -> T {
    say(Localizer {
        l10n: &L10n::new(),
        locale,
        known: &Known::default(),
    })
}

fn english(say: impl FnOnce(Localizer<'_>) -> Reply) -> String {
    said(Locale::ENGLISH, say).text
}

#[test]
fn nothing_is_played_in_the_form_of_a_puzzle() {
    let (game, puzzle) = (fresh("seega-5-classic"), MoveTarget::Puzzle(PuzzleId(1), 0));
    let form = |target| {
        said(Locale::ENGLISH, |l10n| {
            view::move_form(l10n, target, game.state())
        })
    };
    let asked = form(puzzle);
    assert_eq!(
        (asked.title.as_str(), asked.label.as_str()),
        ("Your solution", "Move")
    );
    let asked = form(MoveTarget::Turn(game.id(), 0));
    assert!(asked.label.contains("played"), "{}", asked.label);
}
