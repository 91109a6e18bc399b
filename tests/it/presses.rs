//! The number of presses for a turn in the panel, in whole games of every variant.

use std::sync::LazyLock;

use siwa::discord::custom_id::{CustomId, MoveAction};
use siwa::discord::view::reply::{Button, Reply, Row, Style};
use siwa::discord::view::{self, Known, Localizer};
use siwa::game::Game;
use siwa::l10n::{L10n, Locale};
use siwa_games::registry::Registry;
use siwa_games::rules::grammar::compact;
use siwa_games::rules::{Side, Square, Stage};

use super::replies::USUAL;
use super::table::{NOON, mover, whole};

static L10N: LazyLock<L10n> = LazyLock::new(L10n::default);
static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);

/// English words, on a bot without emoji of its own.
static IN_ENGLISH: LazyLock<Localizer<'static>> = LazyLock::new(|| Localizer {
    l10n: &L10N,
    locale: Locale::ENGLISH,
    known: &KNOWN,
});

/// The next step, its number of presses, and the typed text after it.
enum Next {
    Confirm,
    Choose(usize, String),
}

fn buttons(panel: &Reply) -> impl Iterator<Item = &Button> {
    panel.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        Row::Section { button, .. } => button.as_slice(),
        Row::Menu { .. } | Row::Channels { .. } => &[],
    })
}

/// The fastest step towards a move. Opening a menu is a press, and so is choosing from it; closing
/// it is not.
fn next(panel: &Reply, text: &str) -> Option<Next> {
    let plain = |text: &str| text.replace(['-', ' '], "");
    let wanted = plain(text);
    let mut ways: Vec<(usize, String)> = Vec::new();
    for button in buttons(panel).filter(|button| button.enabled) {
        match &button.id {
            CustomId::Move(_, MoveAction::Play(played)) if *played == compact(text) => {
                return Some(Next::Confirm);
            }
            CustomId::Move(_, MoveAction::Panel(typed)) => ways.push((1, typed.clone())),
            _ => {}
        }
    }
    for row in &panel.rows {
        let Row::Menu { most, options, .. } = row else {
            continue;
        };
        ways.extend(options.iter().map(|option| (2, option.value.clone())));
        let has = |word: &str| options.iter().any(|option| option.value == word);
        if *most == 2 && text.split(' ').all(has) {
            ways.push((3, text.to_owned()));
        }
    }
    ways.retain(|(_, typed)| !typed.is_empty() && wanted.starts_with(&plain(typed)));
    // The step that leads furthest, then the cheapest.
    let best = ways
        .into_iter()
        .min_by_key(|(cost, typed)| (usize::MAX - plain(typed).len(), *cost));
    best.map(|(cost, typed)| Next::Choose(cost, typed))
}

/// The number of presses for a move.
fn presses(l10n: Localizer<'_>, game: &Game, text: &str) -> usize {
    let mut typed = String::new();
    let mut count = 1;
    for _ in 0..60 {
        let panel = view::panel(l10n, game, mover(game), &typed, None, false).unwrap();
        match next(&panel, text) {
            Some(Next::Confirm) => return count + 1,
            Some(Next::Choose(cost, on)) => {
                count += cost;
                typed = on;
            }
            None => break,
        }
    }
    panic!(
        "{text} cannot be chosen in {} after “{typed}”",
        game.state().position()
    );
}

/// The most presses that a move may need.
fn most(game: &Game, text: &str) -> usize {
    let squares = text.split(['-', ' ', '=']).count();
    if game.state().legal_moves().len() == 1 {
        return 2;
    }
    match (
        game.rules.info().id,
        game.state().stage(),
        game.variant().size,
    ) {
        ("seega", Stage::Placement, 5) => 4,
        ("seega", Stage::Placement, _) => 6,
        // Each step of a chain is one more press.
        ("seega", Stage::Movement, 5) => 2 + squares,
        ("seega", Stage::Movement, _) => 3 + squares,
        ("gyges", Stage::Placement, _) => 4,
        _ if text.ends_with("-goal") => 3,
        _ if text.contains('=') => 7,
        _ => 5,
    }
}

#[test]
fn no_turn_needs_more_presses_than_the_table_allows() {
    let l10n = *IN_ENGLISH;
    let registry = Registry::standard();
    for variant in registry.games().flat_map(|rules| rules.info().variants) {
        let mut game = USUAL.game(variant.id, &[]);
        while game.turn().is_some() && game.plies() < 200 {
            // One of the common set-ups.
            let usual = game.state().patterns().into_iter().next();
            let text = usual.unwrap_or_else(|| {
                let mut legal = game.state().legal_moves();
                legal.sort_unstable();
                let place = game.plies() as usize * 7919 % legal.len();
                legal.swap_remove(place)
            });
            let count = presses(l10n, &game, &text);
            let most = most(&game, &text);
            let id = variant.id;
            assert!(count <= most, "{id}: {text} costs {count}, not {most}");
            let by = mover(&game);
            game.play(by, &text, None, NOON).unwrap();
        }
        assert!(game.plies() > 5, "{}", variant.id);
    }
}

#[test]
fn the_only_possible_turn_is_filled_in() {
    let l10n = *IN_ENGLISH;
    let mut met = 0;
    for seed in 0..60 {
        let (moves, _) = whole("seega-5-classic", seed);
        let mut game = USUAL.game("seega-5-classic", &[]);
        for text in &moves {
            if game.state().legal_moves().len() == 1 {
                assert_eq!(presses(l10n, &game, text), 2, "{text}");
                met += 1;
            }
            let by = mover(&game);
            game.play(by, text, None, NOON).unwrap();
        }
    }
    assert!(met > 3, "{met}");
}

#[test]
fn the_buttons_of_a_panel_are_in_the_order_of_its_picture() {
    let l10n = *IN_ENGLISH;
    let mut turned = 0;
    for variant in ["seega-5-classic", "seega-7-classic", "gyges-gates"] {
        let mut game = USUAL.game(variant, &[]);
        for text in whole(variant, 1).0 {
            let by = mover(&game);
            for menus in [false, true] {
                let panel = view::panel(l10n, &game, by, "", None, menus).unwrap();
                assert!(panel.orientation == Side::First || variant.starts_with("gyges"));
                turned += usize::from(panel.orientation == Side::Second);
                let place = |button: &Button| match &button.id {
                    CustomId::Move(_, MoveAction::Panel(typed)) if !typed.contains("goal") => {
                        let square = Square::named(typed.trim_start_matches('?'))?;
                        let at = (u8::MAX - square.rank(), square.file());
                        Some(match panel.orientation {
                            Side::First => at,
                            Side::Second => (u8::MAX - at.0, u8::MAX - at.1),
                        })
                    }
                    _ => None,
                };
                let places: Vec<_> = buttons(&panel).filter_map(place).collect();
                assert!(places.is_sorted(), "{variant}: {:?}", panel.rows);
            }
            game.play(by, &text, None, NOON).unwrap();
        }
    }
    assert!(turned > 10, "{turned}");
}

#[test]
fn squares_are_in_colour_where_pieces_move_and_not_where_they_are_placed() {
    let l10n = *IN_ENGLISH;
    let mut game = USUAL.game("seega-5-classic", &[]);
    for text in whole("seega-5-classic", 1).0 {
        let by = mover(&game);
        let panel = view::panel(l10n, &game, by, "", None, false).unwrap();
        let square = |it: &&Button| it.enabled && (it.emoji.is_some() || it.label.len() == 2);
        let placing = game.state().stage() == Stage::Placement;
        for button in buttons(&panel).filter(square) {
            assert_eq!(button.style == Style::Secondary, placing, "{button:?}");
        }
        game.play(by, &text, None, NOON).unwrap();
    }
    assert_eq!(game.state().stage(), Stage::Movement);
}
