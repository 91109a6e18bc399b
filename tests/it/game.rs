//! One played game: acts, events, and impossible logs.

use siwa::game::{
    Clock, Corrupt, Denial, Engine, Event, FirstBy, Game, Offer, PlayerId, Proposal, StoredEvent,
    StoredGame, TimeControl, Turn,
};
use siwa::time::{DAY, Seconds, Timestamp, Zone};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::rules::{Grade, Mark, Outcome, Side, Stage};

use super::table::{
    ANA, BOB, EVE, NOON, after, end_by, ending, fresh, fresh_with, mover, placed, stored, waiter,
    whole,
};

const CLASSIC: &str = "seega-5-classic";

fn refused(result: Result<Vec<Event>, Denial>) -> &'static str {
    match result {
        Err(Denial::Refused(message)) => message.id,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_act_answers_its_events_and_leads_the_game_on() {
    let mut game = fresh(CLASSIC);
    assert_eq!(game.turn(), Some(Side::First));
    assert_eq!(game.state().stage(), Stage::Placement);
    let events = game.play(ANA, "B2>a1", None, NOON.plus(60)).unwrap();
    let side = Side::First;
    let text = "a1 b2".to_owned();
    let planned = false;
    let moved = Event::Moved(Turn {
        side,
        text,
        planned,
    });
    assert_eq!(events, [moved]);
    assert_eq!((game.seq, game.plies()), (2, 1));
    assert_eq!(game.turn(), Some(Side::Second));
    assert_eq!(game.state().last().unwrap().text, "a1 b2");
    assert_eq!(game.deadline(), Some(NOON.plus(DAY + 60)));
}

#[test]
fn an_act_that_is_refused_changes_nothing() {
    let mut game = fresh(CLASSIC);
    let before = format!("{game:?}");
    refused(game.play(ANA, "a1 c3", None, NOON));
    game.play(BOB, "a1 b2", None, NOON).unwrap_err();
    game.resign(EVE, NOON).unwrap_err();
    game.answer(ANA, true, NOON).unwrap_err();
    assert_eq!(format!("{game:?}"), before);
    assert_eq!((game.seq, game.plies()), (1, 0));
    assert!(game.state().last().is_none() && game.open_offer.is_none());
}

#[test]
fn only_the_player_to_move_may_play() {
    let mut game = fresh(CLASSIC);
    let stranger = Err(Denial::NotYourGame(game.id()));
    let early = game.play(BOB, "a1 b2", None, NOON);
    assert_eq!(early, Err(Denial::NotYourTurn(ANA)));
    assert_eq!(game.play(EVE, "a1 b2", None, NOON), stranger);
    assert_eq!(game.resign(EVE, NOON), stranger);
    assert_eq!(game.offer(EVE, NOON), stranger);
    assert_eq!(game.answer(EVE, true, NOON), stranger);
}

#[test]
fn the_command_for_placing_makes_no_move() {
    let place = Some(Stage::Placement);
    fresh(CLASSIC).play(ANA, "a1 b2", place, NOON).unwrap();
    let mut game = after(CLASSIC, &placed(CLASSIC, 1));
    let moved = game.play(mover(&game), "c2-c3", place, NOON);
    assert_eq!(moved, Err(Denial::UseMove));
}

#[test]
fn nothing_is_possible_once_a_game_is_over() {
    let mut game = fresh(CLASSIC);
    game.resign(ANA, NOON).unwrap();
    let over = Denial::GameOver(game.id());
    assert_eq!(game.play(BOB, "a1 b2", None, NOON), Err(over.clone()));
    assert_eq!(game.resign(BOB, NOON), Err(over.clone()));
    assert_eq!(game.offer(ANA, NOON), Err(over.clone()));
    assert_eq!(game.answer(BOB, true, NOON), Err(over));
    assert_eq!(game.flag(NOON.plus(Seconds::days(100)), false), None);
    assert_eq!((game.turn(), game.deadline()), (None, None));
    assert!(game.complete(BOB, "", 25).is_empty());
}

#[test]
fn either_player_may_resign_at_any_time() {
    for (by, winner) in [(ANA, Side::Second), (BOB, Side::First)] {
        let mut game = fresh(CLASSIC);
        game.resign(by, NOON).unwrap();
        let resigned = ending("resignation", Some(winner));
        assert_eq!(game.ending, Some(resigned));
        // They know it, even if the message about the end does not know who acted.
        assert_eq!(game.called(None), [game.player(winner)]);
    }
}

#[test]
fn a_move_that_ends_the_game_reports_the_end_with_it() {
    for seed in 0..6 {
        let (moves, outcome) = whole("seega-5-lugo", seed);
        let (last, before) = moves.split_last().unwrap();
        let mut game = after("seega-5-lugo", before);
        let by = mover(&game);
        let events = game.play(by, last, None, NOON).unwrap();
        assert_eq!(events.len(), 2, "{seed}");
        assert_eq!(events[1], Event::Finished(outcome));
    }
}

#[test]
fn an_offer_waits_for_the_other_player() {
    let mut game = fresh(CLASSIC);
    assert_eq!(game.answer(BOB, true, NOON), Err(Denial::NoOffer));
    game.offer(BOB, NOON).unwrap();
    assert!(game.just_offered());
    let offer = game.open_offer.map(|offer| (offer.side, offer.what));
    assert_eq!(offer, Some((Side::Second, Proposal::Stop)));
    assert_eq!(game.offer(BOB, NOON), Err(Denial::AlreadyOffered));
    assert_eq!(game.answer(BOB, true, NOON), Err(Denial::OwnOffer));
    assert_eq!(game.answer(BOB, false, NOON), Err(Denial::OwnOffer));
    let events = game.answer(ANA, true, NOON).unwrap();
    assert_eq!(events, [Event::Finished(ending("early-agreement", None))]);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut game = fresh(CLASSIC);
    game.offer(ANA, NOON).unwrap();
    let events = game.offer(BOB, NOON).unwrap();
    assert_eq!(events, [Event::Finished(ending("early-agreement", None))]);
}

#[test]
fn a_declined_offer_may_be_made_again_after_a_move() {
    let mut game = fresh(CLASSIC);
    game.offer(ANA, NOON).unwrap();
    game.answer(BOB, false, NOON).unwrap();
    assert!(!game.just_offered());
    assert_eq!(game.offer(ANA, NOON), Err(Denial::OfferedBefore));
    game.play(ANA, "a1 b2", None, NOON).unwrap();
    assert!(game.offer(ANA, NOON).is_ok());
    let mut game = fresh(CLASSIC);
    game.offer(ANA, NOON).unwrap();
    game.answer(BOB, false, NOON).unwrap();
    assert!(game.offer(BOB, NOON).is_ok(), "the other player may offer");
}

#[test]
fn a_move_answers_the_opponents_offer_but_not_the_players_own() {
    let mut game = fresh(CLASSIC);
    game.offer(ANA, NOON).unwrap();
    game.play(ANA, "a1 b2", None, NOON).unwrap();
    // The mover's own offer stays open.
    assert!(game.open_offer.is_some());
    assert!(!game.just_offered());
    game.play(BOB, "c1 c2", None, NOON).unwrap();
    assert!(game.open_offer.is_none(), "the other has played on");
}

#[test]
fn a_claim_the_rules_grant_ends_the_game() {
    // Some game reaches a position in which only one side can claim; it need not be that side's
    // turn.
    let (rules, variant) = Registry::standard().variant(CLASSIC).unwrap();
    let found = (0..400).any(|seed| {
        let (moves, _) = whole(CLASSIC, seed);
        let mut line = rules.start(variant);
        for (turns, text) in (0..).zip(&moves) {
            let mut sides = Side::BOTH.into_iter();
            let claimed = sides.find_map(|side| Some((side, line.declarations(side).alone?)));
            if let Some((side, outcome)) = claimed {
                let mut game = after(CLASSIC, &moves[..turns]);
                let by = game.player(side);
                let events = game.offer(by, NOON).unwrap();
                assert_eq!(events, [Event::Finished(outcome)]);
                assert_eq!(game.ending.unwrap().by, end_by("claim"));
                return true;
            }
            line.play(text).unwrap();
        }
        false
    });
    assert!(found, "no claim in any of the games");
}

#[test]
fn time_runs_for_a_turn_and_starts_again_with_the_next() {
    let mut game = fresh(CLASSIC);
    let deadline = NOON.plus(DAY);
    assert_eq!(game.deadline(), Some(deadline));
    assert_eq!(game.flag(deadline.plus(-1), false), None);
    let over = |winner| Some(vec![Event::Finished(ending("time", Some(winner)))]);
    assert_eq!(fresh(CLASSIC).flag(deadline, false), over(Side::Second));
    game.offer(BOB, NOON.plus(100)).unwrap();
    game.answer(ANA, false, NOON.plus(200)).unwrap();
    // Only a move stops the clock.
    assert_eq!(game.deadline(), Some(deadline));
    game.play(ANA, "a1 b2", None, NOON.plus(300)).unwrap();
    assert_eq!(game.deadline(), Some(NOON.plus(DAY + 300)));
    assert_eq!(game.flag(NOON.plus(DAY + 301), false), over(Side::First));
}

#[test]
fn a_game_without_a_limit_waits_forever() {
    let mut game = fresh_with(CLASSIC, |stored| {
        stored.setup.time = TimeControl::Unlimited;
    });
    assert_eq!(game.deadline(), None);
    assert_eq!(game.flag(Timestamp(i64::MAX), false), None);
}

#[test]
fn time_is_given_by_the_opponent_and_within_reason() {
    let mut game = fresh(CLASSIC);
    assert_eq!(game.give(ANA, NOON), Err(Denial::OwnTurn));
    assert_eq!(game.give(EVE, NOON), Err(Denial::NotYourGame(game.id())));
    for days in 2..=31 {
        game.give(BOB, NOON).unwrap();
        assert_eq!(game.deadline(), Some(NOON.plus(Seconds::days(days))));
    }
    assert_eq!(game.give(BOB, NOON), Err(Denial::TimeEnough));
    game.play(ANA, "a1 b2", None, NOON).unwrap();
    assert_eq!(game.deadline(), Some(NOON.plus(DAY)), "for one turn");
    let mut timeless = fresh_with(CLASSIC, |stored| {
        stored.setup.time = TimeControl::Unlimited;
    });
    assert_eq!(timeless.give(BOB, NOON), Err(Denial::NoLimit));
}

#[test]
fn a_friendly_game_is_won_by_time_only_if_that_is_claimed() {
    let mut game = fresh_with(CLASSIC, |stored| stored.setup.rated = false);
    let late = NOON.plus(DAY);
    assert_eq!(game.flag(late, false), None);
    assert_eq!(game.claim_time(ANA, late), Err(Denial::OwnTurn));
    let before = NOON.plus(DAY.0 - 1);
    assert_eq!(game.claim_time(BOB, before), Err(Denial::NotLate(late)));
    // Even if the time was over for long, a day is left.
    let later = NOON.plus(Seconds::days(3));
    game.give(BOB, later).unwrap();
    assert_eq!(game.deadline(), Some(later.plus(DAY)));
    let over = later.plus(DAY);
    game.claim_time(BOB, over).unwrap();
    assert_eq!(game.ending, Some(ending("time", Some(Side::Second))));
}

#[test]
fn a_turn_is_taken_back_only_by_consent_and_in_friendly_games() {
    let mut rated = after(CLASSIC, &["a1 b2".to_owned()]);
    let denied = Err(Denial::TakebackInRated(rated.id()));
    assert_eq!(rated.take_back(ANA, NOON), denied);
    let friendly = || {
        let mut friendly = stored(CLASSIC, &[]);
        friendly.setup.rated = false;
        friendly
    };
    let mut game = Game::replay(friendly(), Registry::standard()).unwrap();
    let start = game.state().position();
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::NothingToTakeBack));
    let mut log = Vec::new();
    let mut happens = |game: &mut Game, act: &dyn Fn(&mut Game) -> Result<Vec<Event>, Denial>| {
        let events = act(game).unwrap();
        log.extend(events.iter().map(|event| (NOON, event.written())));
    };
    happens(&mut game, &|game| game.play(ANA, "a1 b2", None, NOON));
    assert_eq!(game.take_back(BOB, NOON), Err(Denial::NothingToTakeBack));
    happens(&mut game, &|game| game.take_back(ANA, NOON));
    // An offer is no consent.
    assert_eq!(game.offer(BOB, NOON), Err(Denial::AnswerFirst));
    happens(&mut game, &|game| game.answer(BOB, false, NOON));
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::OfferedBefore));
    happens(&mut game, &|game| game.play(BOB, "c1 d1", None, NOON));
    happens(&mut game, &|game| game.take_back(BOB, NOON));
    happens(&mut game, &|game| game.answer(ANA, true, NOON));
    assert_eq!(
        (game.plies(), game.since_move.taker),
        (1, Some(Side::Second))
    );
    // No component takes it for the board of before.
    assert_eq!(game.changes, 3);
    happens(&mut game, &|game| game.play(BOB, "d1 e1", None, NOON));
    assert_ne!(game.state().position(), start);
    // The stored form gives the same game, and its record the same board.
    let mut again = friendly();
    again.log.extend(log);
    let names = siwa_games::rules::BySide::default();
    let again = Game::replay(again, Registry::standard()).unwrap();
    let record = again.record(names);
    let texts = record.turns.iter().map(|turn| turn.text.as_str());
    assert_eq!(texts.collect::<Vec<_>>(), ["a1 b2", "d1 e1"]);
    assert_eq!(again.state().position(), game.state().position());
    assert_eq!((again.plies(), again.seq), (2, game.seq));
}

#[test]
fn the_rest_of_the_pieces_is_placed_in_unrated_games_with_the_engine_alone() {
    let begun = |variant: &str, level: Option<u8>, rated: bool| {
        let mut game = fresh_with(variant, |stored| {
            stored.setup.rated = rated;
            stored.setup.engine = level.and_then(Level::new).map(|level| Engine {
                side: Side::Second,
                level,
            });
        });
        assert!(!game.may_place_rest(), "the first turn is the person’s own");
        for by in [ANA, BOB] {
            let text = game.state().legal_moves().into_iter().min().unwrap();
            game.play(by, &text, None, NOON).unwrap();
        }
        game
    };
    for (level, rated) in [(None, false), (Some(1), true)] {
        let mut game = begun(CLASSIC, level, rated);
        assert!(game.rest_placed().is_empty());
        let denied = game.place_rest(ANA, &[], NOON);
        assert_eq!(denied, Err(Denial::MovedOn(game.id())));
    }
    for variant in [CLASSIC, "seega-7-modern", "seega-9-lugo"] {
        for level in Level::ALL {
            let mut game = begun(variant, Some(level.number()), false);
            let moves = game.rest_placed();
            // The same game is placed the same way.
            assert_eq!(moves, game.rest_placed());
            let denied = game.place_rest(EVE, &moves, NOON);
            assert_eq!(denied, Err(Denial::NotYourGame(game.id())));
            let events = game.place_rest(ANA, &moves, NOON).unwrap();
            assert_eq!(events.len(), moves.len());
            assert_eq!(game.state().stage(), Stage::Movement, "{variant} {level:?}");
            assert_eq!(game.lately.len(), moves.len());
            game.take_back(ANA, NOON).unwrap();
            assert_eq!(game.plies(), 2, "one press is undone as one");
            assert!(game.may_place_rest());
        }
    }
}

#[test]
fn nothing_is_taken_back_from_the_engine_while_an_offer_waits_for_it() {
    let mut game = fresh_with("gyges-gates", |stored| {
        stored.setup.rated = false;
        stored.setup.engine = Some(Engine {
            side: Side::Second,
            level: Level::DEFAULT,
        });
    });
    let text = game.state().legal_moves().swap_remove(0);
    game.play(ANA, &text, None, NOON).unwrap();
    game.offer(ANA, NOON).unwrap();
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::AlreadyOffered));
    game.answer(BOB, false, NOON).unwrap();
    game.take_back(ANA, NOON).unwrap();
    assert_eq!((game.plies(), game.changes), (0, 2));
}

#[test]
fn weekends_stop_clocks_and_do_not_count_twice_during_an_absence() {
    let zone = Zone::default();
    let (saturday, monday) = zone.weekend(NOON).unwrap();
    let friday = saturday.plus(-2 * 60 * 60);
    let day = TimeControl::PerTurn(DAY);
    let mut clock = Clock::start(day, Some(zone.clone()), friday);
    let tuesday = monday.plus(22 * 60 * 60);
    assert_eq!(clock.left(Side::First, 0), Some(tuesday));
    // Away from Friday to Sunday: two more hours for the turn.
    clock.leave(Side::First, Side::First, friday, monday.plus(-DAY.0));
    assert_eq!(clock.left(Side::First, 0), Some(monday.plus(DAY)));
    // Back on Saturday: the same.
    let back = saturday.plus(60 * 60);
    clock.leave(Side::First, Side::First, back, back);
    assert_eq!(clock.left(Side::First, 0), Some(monday.plus(DAY)));
    // A turn that starts on a weekend has its whole time.
    clock.moved(Side::First, back);
    assert_eq!(clock.left(Side::Second, 0), Some(monday.plus(DAY)));
    let bank = TimeControl::Bank {
        initial: DAY,
        increment: Seconds(0),
    };
    let mut clock = Clock::start(bank, Some(zone), friday);
    clock.moved(Side::First, monday.plus(60 * 60));
    clock.moved(Side::Second, monday.plus(60 * 60));
    let left = monday.plus(60 * 60).plus(DAY).plus(-3 * 60 * 60);
    assert_eq!(clock.left(Side::First, 0), Some(left));
}

#[test]
fn a_bank_is_used_by_every_turn_and_never_negative() {
    let control = TimeControl::Bank {
        initial: Seconds::days(2),
        increment: Seconds::hours(8),
    };
    let mut clock = Clock::start(control, None, NOON);
    let deadline = |clock: &Clock, side| clock.left(side, 0).unwrap().0 - clock.began.0;
    assert_eq!(deadline(&clock, Side::First), Seconds::days(2).0);
    clock.moved(Side::First, NOON.plus(DAY));
    assert_eq!(deadline(&clock, Side::Second), Seconds::days(2).0);
    clock.give(DAY);
    assert_eq!(deadline(&clock, Side::Second), Seconds::days(3).0);
    clock.moved(Side::Second, NOON.plus(Seconds::days(5)));
    assert_eq!(deadline(&clock, Side::First), (DAY + Seconds::hours(8)).0);
    clock.moved(Side::First, NOON.plus(Seconds::days(5)));
    // A negative bank counts as empty.
    assert_eq!(deadline(&clock, Side::Second), Seconds::hours(8).0);
}

#[test]
fn a_clock_stops_while_its_player_is_away() {
    let mut game = fresh(CLASSIC);
    let at = NOON.plus(Seconds::hours(6));
    let until = NOON.plus(Seconds::days(3));
    assert_eq!(game.leave(EVE, until, at), None, "no player");
    // The waiting player can be away as well; this does not change the other's time.
    assert!(game.leave(BOB, until, at).is_some());
    assert_eq!(game.deadline(), Some(NOON.plus(DAY)));
    assert!(game.leave(ANA, until, at).is_some());
    assert_eq!(game.leave(ANA, until, at), None, "that is known");
    assert_eq!(game.deadline(), Some(until.plus(Seconds::hours(18))));
    // Back a day later: the absence is not counted.
    let back = at.plus(DAY);
    assert!(game.leave(ANA, back, back).is_some());
    assert_eq!(game.leave(ANA, back, back), None, "that is known");
    assert_eq!(game.deadline(), Some(NOON.plus(Seconds::days(2))));
    game.play(ANA, "a1 b2", None, back).unwrap();
    // The other is still away when the turn starts.
    assert_eq!(game.clock.away(Side::Second), Some(until));
    assert_eq!(game.deadline(), Some(until.plus(DAY)));
    game.play(BOB, "c1 d1", None, until.plus(60)).unwrap();
    assert_eq!(game.clock.away(Side::Second), None);
    assert_eq!(game.deadline(), Some(until.plus(DAY + 60)));
}

#[test]
fn only_the_player_to_move_is_offered_completions() {
    let game = fresh(CLASSIC);
    assert!(!game.complete(ANA, "a", 25).is_empty());
    assert!(game.complete(ANA, "", 25).len() <= 25);
    assert!(game.complete(waiter(&game), "a", 25).is_empty());
    assert!(game.complete(EVE, "a", 25).is_empty());
}

#[test]
fn a_preview_shows_a_move_without_playing_it() {
    let game = fresh(CLASSIC);
    let (played, diagram) = game.state().propose("a1 b2").unwrap();
    assert_eq!(played.text, "a1 b2");
    assert_eq!(diagram.pieces.len(), 2);
    assert!(game.diagram().pieces.is_empty());
    assert!(game.state().propose("c3 c4").is_err());
}

fn endings() -> Vec<Outcome> {
    let (rules, _) = Registry::standard().variant(CLASSIC).unwrap();
    let of_rules = rules.info().end_reasons.iter().copied();
    let reasons = of_rules.chain([end_by("resignation"), end_by("time")]);
    let mut endings = Vec::new();
    for by in reasons {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            for grade in [None, Some(Grade::Great), Some(Grade::Small)] {
                endings.push(Outcome { winner, by, grade });
            }
        }
    }
    endings
}

#[test]
fn every_event_reads_back_as_it_was_written() {
    let mut events: Vec<Event> = endings().into_iter().map(Event::Finished).collect();
    for by in [FirstBy::Lots, FirstBy::Turns] {
        for first in [PlayerId(1), PlayerId(u64::MAX)] {
            events.push(Game::opening(first, by, None));
        }
    }
    for side in Side::BOTH {
        for planned in [false, true] {
            let text = "c2-c3-c4".to_owned();
            events.push(Event::Moved(Turn {
                side,
                text,
                planned,
            }));
        }
        events.push(Event::Declined { side });
        for what in [Proposal::Stop, Proposal::Takeback] {
            events.push(Event::Offered(Offer { side, what }));
        }
        events.push(Event::TakenBack { side, plies: 2 });
        events.push(Event::Gave { side, time: DAY });
        events.push(Event::Away { side, until: NOON });
    }
    let (rules, _) = Registry::standard().variant(CLASSIC).unwrap();
    for event in events {
        let read = Event::read(rules.info(), &event.written());
        assert_eq!(read, Some(event));
    }
}

#[test]
fn texts_that_no_version_wrote_are_not_events() {
    let first = Some(Side::First);
    let nonsense = [
        ("", None, None),
        ("danced", first, None),
        ("started", None, None),
        ("started", None, Some("lots")),
        ("started", None, Some("dice 101")),
        ("started", None, Some("lots nobody")),
        ("started", None, Some("lots -1")),
        ("moved", None, Some("a1 b2")),
        ("moved", first, None),
        ("offered", None, None),
        ("offered", first, Some("please")),
        ("declined", None, None),
        ("finished", first, None),
        ("finished", first, Some("")),
        ("finished", first, Some("boredom")),
        ("finished", first, Some("elimination huge")),
        ("finished", first, Some("elimination great and more")),
    ];
    for (kind, side, text) in nonsense {
        let written = StoredEvent {
            kind: kind.to_owned(),
            side,
            text: text.map(ToOwned::to_owned),
        };
        let (rules, _) = Registry::standard().variant(CLASSIC).unwrap();
        assert_eq!(Event::read(rules.info(), &written), None, "{written:?}");
    }
}

#[test]
fn no_square_is_marked_ready_or_closed_after_the_end() {
    let moves = ["c1-d1=c4".to_owned()];
    let marks = [Mark::Ready, Mark::Closed];
    let open = |game: &Game| game.diagram().marked(|mark| marks.contains(&mark)).len();
    for variant in ["gyges-gates", "gyges-leroy", "seega-5-classic"] {
        let mut resigned = fresh(variant);
        assert!(open(&resigned) > 0);
        let by = waiter(&resigned);
        resigned.resign(by, NOON).unwrap();
        assert!(resigned.ending.is_some() && open(&resigned) == 0);
    }
    let mut agreed = after("gyges-gates", &moves);
    let mover = mover(&agreed);
    let waiter = waiter(&agreed);
    agreed.offer(mover, NOON).unwrap();
    agreed.answer(waiter, true, NOON).unwrap();
    assert!(agreed.ending.is_some() && open(&agreed) == 0);
}

#[test]
fn a_replayed_game_is_the_game_that_was_played() {
    for variant in ["seega-5-classic", "seega-7-french", "seega-5-modern"] {
        let (moves, outcome) = whole(variant, 3);
        let mut played = fresh(variant);
        let mut log = Vec::new();
        for (at, text) in (1_i64..).zip(&moves) {
            let by = mover(&played);
            let at = NOON.plus(at);
            let events = played.play(by, text, None, at).unwrap();
            log.extend(events.into_iter().map(|event| (at, event)));
        }
        let replayed = Game::replay(stored(variant, &log), Registry::standard()).unwrap();
        assert_eq!(replayed.ending, Some(outcome));
        assert_eq!(format!("{replayed:?}"), format!("{played:?}"));
        assert_eq!(replayed.diagram(), played.diagram());
        assert_eq!(replayed.state().last(), played.state().last());
    }
}

#[test]
fn a_capture_in_a_dealt_game_is_known() {
    let deal = "....o/.x.../.o.../x.ox./....o x m 0".to_owned();
    let capture = Event::Moved(Turn {
        side: Side::First,
        text: "a2-b2".to_owned(),
        planned: false,
    });
    let mut dealt = stored(CLASSIC, &[(NOON, capture)]);
    dealt.log[0].1 = Game::opening(ANA, FirstBy::Lots, Some(deal)).written();
    let game = replay(dealt).unwrap();
    assert!(game.has_captured(Side::First) && !game.has_captured(Side::Second));
}

fn replay(game: StoredGame) -> Result<Game, Corrupt> {
    Game::replay(game, Registry::standard())
}

/// The error of an impossible log.
fn corrupt(events: &[(Timestamp, Event)]) -> Corrupt {
    replay(stored(CLASSIC, events)).unwrap_err()
}

/// The log of a game with these moves.
fn log(moves: &[String]) -> Vec<(Timestamp, Event)> {
    let mut log = Vec::new();
    let mut game = fresh(CLASSIC);
    for text in moves {
        let events = game.play(mover(&game), text, None, NOON).unwrap();
        log.extend(events.into_iter().map(|event| (NOON, event)));
    }
    log
}

#[test]
fn replay_refuses_impossible_events() {
    let moved = |side, text: &str| {
        let text = text.to_owned();
        let planned = false;
        let moved = Event::Moved(Turn {
            side,
            text,
            planned,
        });
        (NOON, moved)
    };
    let proposed = |side, what| (NOON, Event::Offered(Offer { side, what }));
    let offered = |side| proposed(side, Proposal::Stop);
    let wished = |side| proposed(side, Proposal::Takeback);
    let given = |side, time| (NOON, Event::Gave { side, time });
    let taken_back = |side, plies| (NOON, Event::TakenBack { side, plies });
    let declined = |side| (NOON, Event::Declined { side });
    let ended = |id, winner| (NOON, Event::Finished(ending(id, winner)));
    let first = Side::First;
    let second = Side::Second;
    let late = |winner| (NOON.plus(DAY), ended("time", Some(winner)).1);
    let graded = Outcome {
        grade: Some(Grade::Great),
        ..ending("resignation", Some(first))
    };
    let impossible: Vec<Vec<(Timestamp, Event)>> = vec![
        vec![moved(second, "a1 b2")],
        vec![moved(first, "a1 c3")],
        vec![moved(first, "a1 b2"), moved(second, "a1 b1")],
        vec![moved(first, "a1 b2"), moved(first, "c1 d1")],
        vec![(NOON, Game::opening(ANA, FirstBy::Lots, None))],
        vec![declined(first)],
        vec![given(first, DAY)],
        vec![given(second, Seconds(0))],
        vec![taken_back(first, 1)],
        // In a rated game.
        vec![moved(first, "a1 b2"), wished(first)],
        vec![offered(first), declined(first)],
        vec![offered(first), offered(first)],
        vec![offered(first), offered(second)],
        vec![ended("elimination", Some(first))],
        vec![ended("idle", None)],
        vec![ended("early-agreement", None)],
        vec![offered(first), ended("early-agreement", Some(first))],
        vec![offered(first), ended("agreement", None)],
        vec![ended("claim", Some(first))],
        vec![ended("resignation", None)],
        vec![(NOON, Event::Finished(graded))],
        vec![ended("time", Some(second))],
        vec![late(first)],
        vec![ended("resignation", Some(first)), moved(first, "a1 b2")],
        vec![ended("resignation", Some(first)); 2],
    ];
    for events in impossible {
        let number = u32::try_from(events.len()).unwrap() + 1;
        match corrupt(&events) {
            Corrupt::Impossible(_, at, _) => assert_eq!(at, number, "{events:?}"),
            other => panic!("{events:?}: {other}"),
        }
    }
    let possible: Vec<Vec<(Timestamp, Event)>> = vec![
        vec![late(second)],
        vec![offered(first), declined(second), offered(second)],
        vec![offered(first), ended("early-agreement", None)],
        vec![ended("resignation", Some(first))],
    ];
    for events in possible {
        replay(stored(CLASSIC, &events)).unwrap();
    }
}

#[test]
fn an_audit_finds_events_after_the_end_by_the_rules() {
    let (moves, outcome) = whole(CLASSIC, 2);
    let mut log = log(&moves);
    assert!(Game::audit(stored(CLASSIC, &log), Registry::standard()).is_ok());
    let side = Side::First;
    let last = log.len() - 1;
    let what = Proposal::Stop;
    log.insert(last, (NOON, Event::Offered(Offer { side, what })));
    let audited = Game::audit(stored(CLASSIC, &log), Registry::standard());
    assert!(matches!(audited, Err(Corrupt::Impossible(..))));
    let other = outcome.winner.map_or(side, Side::other);
    let other = ending("resignation", Some(other));
    *log.last_mut().unwrap() = (NOON, Event::Finished(other));
    assert!(matches!(corrupt(&log), Corrupt::Impossible(..)));
}

#[test]
fn replay_refuses_a_log_that_breaks_off() {
    let (moves, _) = whole(CLASSIC, 2);
    let sides = after(CLASSIC, &moves[..moves.len() - 1]);
    let mut log = log(&moves);
    assert!(sides.ending.is_none());
    // The end is missing.
    log.pop();
    assert!(matches!(corrupt(&log), Corrupt::Impossible(..)));
    let mut empty = stored(CLASSIC, &[]);
    empty.log.clear();
    assert!(matches!(replay(empty), Err(Corrupt::Impossible(_, 1, _))));
}

#[test]
fn replay_refuses_unknown_variants_events_and_players() {
    let unknown = replay(stored("seega-5-martian", &[]));
    assert!(matches!(unknown, Err(Corrupt::Variant(_, name)) if name == "seega-5-martian"));
    let mut unreadable = stored(CLASSIC, &[]);
    let danced = StoredEvent {
        kind: "danced".to_owned(),
        side: None,
        text: None,
    };
    unreadable.log.push((NOON, danced));
    assert!(matches!(replay(unreadable), Err(Corrupt::Event(_, 2))));
    let mut other = stored(CLASSIC, &[]);
    other.log[0].1 = Game::opening(EVE, FirstBy::Lots, None).written();
    assert!(matches!(replay(other), Err(Corrupt::Impossible(_, 1, _))));
}
