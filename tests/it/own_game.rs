//! A game that only the tests have, drawn and translated like every other.

use siwa::l10n::{L10n, Locale};
use siwa_boards::{Painter, View, alt};
use siwa_games::rules::Side;
use siwa_games::text::Text;

use crate::noughts_and_crosses::REGISTRY;

const WORDS: &str = include_str!("../../crates/games/tests/it/noughts_and_crosses.ftl");

#[test]
fn a_game_of_the_tests_own_is_drawn_and_has_words() {
    let (rules, variant) = REGISTRY.variant("noughts-classic").unwrap();
    let mut line = rules.start(variant);
    for text in ["b2", "A1", "c3"] {
        line.play(text).unwrap();
    }
    let diagram = line.diagram();
    let picture = Painter::new().unwrap().png(&diagram, View::default());
    assert!(picture.unwrap().starts_with(b"\x89PNG"));
    let l10n = L10n::default().with(WORDS);
    let said: Vec<String> = alt(&diagram, Side::First)
        .iter()
        .map(|message| l10n.text(Locale::from_tag("fr"), message))
        .collect();
    assert!(said.concat().contains("Crosses"), "{said:?}");
    let name = Text::new(rules.info().name);
    assert_eq!(
        l10n.text(Locale::from_tag("es"), &name),
        "Noughts and crosses"
    );
}
