//! Texts that must be true where they are shown.

use siwa::discord::custom_id::MoveTarget;
use siwa::discord::view::reply::Reply;
use siwa::discord::view::{self, Calls, Known, Localizer};
use siwa::game::{Denial, Engine, Event, Game, Hint, Notices, Order, PuzzleId, Start, Turn};
use siwa::l10n::{L10n, Locale};
use siwa::time::{Timestamp, Zone};
use siwa_games::engine::Level;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Mark, Side};
use siwa_games::text::Text;

use super::e2e::play::{script, start};
use super::says::Says as _;
use super::table::{ANA, BOB, HERE, NOON, after, fresh, fresh_with, placed, stored};

/// The result of a view in a language.
fn said<T>(locale: Locale, say: impl FnOnce(Localizer<'_>) -> T) -> T {
    say(Localizer {
        l10n: &L10n::default(),
        locale,
        known: &Known::default(),
    })
}

fn english(say: impl FnOnce(Localizer<'_>) -> Reply) -> String {
    said(Locale::ENGLISH, say).text
}

#[test]
fn only_a_board_with_a_button_says_to_press_it() {
    for (variant, moves) in [
        ("seega-5-classic", vec![]),
        ("seega-5-classic", placed("seega-5-classic", 3)),
        ("gyges-leroy", vec![]),
    ] {
        let game = &after(variant, &moves);
        for with in [
            english(|l10n| view::turn(l10n, game, None)),
            english(|l10n| view::board_in_hand(l10n, game, ANA)),
        ] {
            with.says("press the button or use `/");
        }
        for without in [
            english(|l10n| view::board(l10n, game, ANA)),
            english(|l10n| view::words(l10n, game, ANA)),
            english(|l10n| view::turned(l10n, game, ANA)),
        ] {
            without.omits("button");
            without.says("`/");
        }
    }
}

#[test]
fn nothing_is_played_in_the_form_of_a_puzzle() {
    let game = fresh("seega-5-classic");
    let puzzle = MoveTarget::Puzzle(PuzzleId(1), 0);
    let form = |target| {
        said(Locale::ENGLISH, |l10n| {
            view::move_form(l10n, target, game.state())
        })
    };
    let asked = form(puzzle);
    assert_eq!(asked.title, "Your solution");
    assert_eq!(asked.label, "Move");
    let asked = form(MoveTarget::Turn(game.id(), 0));
    asked.label.says("played");
}

#[test]
fn a_game_with_the_bot_shows_the_time_limit_before_it_starts() {
    let (rules, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    let chosen = view::EngineGame {
        rules,
        variant,
        level: Level::DEFAULT,
        is_suggested: true,
        start: Start::Dealt,
        order: Order::Random,
    };
    let here = HERE.guild;
    let text = english(|l10n| view::engine(l10n, Registry::standard(), chosen, 0, here));
    text.says("no time limit");
    text.says("3 days per turn");
}

#[test]
fn a_time_zone_is_called_by_its_city_in_each_language() {
    let zone = |name| Notices {
        zone: Zone::read(name).unwrap(),
        ..Notices::default()
    };
    for (tag, name, city) in [
        ("en", "America/Sao_Paulo", "**São Paulo**"),
        ("pt-BR", "Europe/London", "**Londres**"),
        ("fr", "Africa/Cairo", "**Le Caire**"),
        ("es", "Asia/Tokyo", "**Tokio**"),
        ("es", "America/Argentina/Buenos_Aires", "**Buenos Aires**"),
        ("fr", "UTC", "**UTC**"),
    ] {
        let locale = Locale::from_tag(tag);
        let chosen = zone(name);
        let shown = said(locale, |l10n| view::notify(l10n, &chosen, &[], NOON));
        shown.text.says(city);
    }
}

/// A digest that was posted is recognised by these words.
#[test]
fn a_digest_begins_with_three_words_that_depend_on_no_number_and_begin_no_other_notice() {
    let game = &fresh("seega-5-classic");
    for locale in Locale::all() {
        let head = |count: usize| {
            let head = Text::new("digest-head").with("count", count);
            said(locale, |l10n| l10n.tr(&head))
        };
        let one = head(1);
        let words: String = one.split_inclusive(' ').take(3).collect();
        assert!(words.ends_with(' '), "{one}");
        for count in [2, 5, 22] {
            head(count).begins(&words);
        }
        let call = said(locale, |l10n| {
            view::called(l10n, game, ANA, None, Calls::Turn)
        });
        assert!(!call.text.starts_with(&words), "{}", call.text);
    }
}

#[test]
fn a_decline_names_the_offer() {
    let declined = |variant, moves: &[&str], offer: fn(&mut Game) -> Vec<Event>| {
        let mut game = fresh_with(variant, |stored| stored.setup.rated = false);
        for text in moves {
            game.play(ANA, text, None, NOON).unwrap();
        }
        offer(&mut game);
        game.answer(BOB, false, NOON).unwrap();
        english(|l10n| view::declined(l10n, &game))
    };
    let text = declined("seega-5-classic", &["a1 b2"], |game| {
        game.take_back(ANA, NOON).unwrap()
    });
    text.says("declined the takeback");
    let offer: fn(&mut Game) -> Vec<Event> = |game| game.offer(ANA, NOON).unwrap();
    let text = declined("gyges-leroy", &[], offer);
    text.says("declined the draw");
}

#[test]
fn a_hint_for_a_set_up_names_the_first_digit_and_no_square() {
    let game = fresh("gyges-leroy");
    let hint = Hint::new(game.state(), &["321123".to_owned()]).unwrap();
    let text = english(|l10n| view::hint(l10n, &game, ANA, hint, ""));
    assert_eq!(text, "Start with **3**.");
}

#[test]
fn a_takeback_is_forbidden_by_the_server_or_because_siwa_plays() {
    let mut alone = fresh_with("seega-5-classic", |stored| {
        stored.setup.engine = Some(Engine {
            side: Side::Second,
            level: Level::DEFAULT,
        });
    });
    let mut rated = fresh("seega-5-classic");
    let denied = Err(Denial::TakebackInRated(rated.id()));
    assert_eq!(rated.take_back(ANA, NOON), denied);
    let denied = Err(Denial::TakebackFromEngine(alone.id()));
    assert_eq!(alone.take_back(ANA, NOON), denied);
}

#[test]
fn all_turns_of_the_engine_while_its_opponent_is_shut_in_are_on_one_board() {
    let again = |line: &dyn GameState| {
        let last = line.last().filter(|_| line.passed());
        last.is_some_and(|last| last.side == line.turn() && !last.text.contains(' '))
    };
    let moves = script("seega-5-classic", again);
    let side = after("seega-5-classic", &moves).turn().unwrap();
    let mut line = start("seega-5-classic");
    let moved = moves.iter().map(|text| {
        let side = line.play(text).unwrap().side;
        let text = text.clone();
        let planned = false;
        (
            NOON,
            Event::Moved(Turn {
                side,
                text,
                planned,
            }),
        )
    });
    let events: Vec<(Timestamp, Event)> = moved.collect();
    let mut record = stored("seega-5-classic", &events);
    record.setup.engine = Some(Engine {
        side,
        level: Level::DEFAULT,
    });
    let mut game = Game::replay(record, Registry::standard()).unwrap();
    let first = game.state().last().unwrap().display.clone();
    let before = game.diagram();
    let next = game.state().legal_moves().swap_remove(0);
    game.play(game.player(side), &next, None, NOON).unwrap();
    let text = english(|l10n| view::turn(l10n, &game, None));
    text.says(&format!("{first}, {next}"));
    let marks = game.diagram().marks;
    let is_end = |mark: &Mark| matches!(mark, Mark::From | Mark::To);
    let of_first = before.marks.iter().filter(|(_, mark)| is_end(mark));
    assert!(of_first.clone().count() > 1);
    assert!(of_first.clone().all(|mark| marks.contains(mark)));
}
