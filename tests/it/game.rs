//! One played game: acts, events, and impossible logs.

use siwa::game::{
    Clock, Corrupt, Denial, Engine, Event, FirstBy, Game, GameRecord, PlayerId, Proposal,
    StoredEvent, TimeControl,
};
use siwa::time::{DAY, Seconds, Timestamp, Zone};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::rules::{Grade, Mark, Outcome, Side, Stage};

use super::table::{
    ANA, BOB, EVE, NOON, after, end_by, fresh, happen, mover, placed, stored, waiter, whole,
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
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    assert_eq!(
        events,
        [Event::Moved {
            side: Side::First,
            text: "a1 b2".to_owned(),
            planned: false,
        }]
    );
    assert_eq!((game.seq(), game.plies()), (2, 1));
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
    assert_eq!((game.seq(), game.plies()), (1, 0));
    assert!(game.last().is_none() && game.open_offer().is_none());
}

#[test]
fn events_change_the_game() {
    let mut game = fresh(CLASSIC);
    assert_eq!(
        (game.turn(), game.stage()),
        (Some(Side::First), Stage::Placement)
    );
    happen(
        &mut game,
        |game, at| game.play(ANA, "B2>a1", None, at),
        NOON.plus(60),
    );
    assert_eq!(
        (game.seq(), game.plies(), game.turn()),
        (2, 1, Some(Side::Second))
    );
    assert_eq!(game.last().unwrap().text, "a1 b2");
    assert_eq!(game.deadline(), Some(NOON.plus(DAY + 60)));
}

#[test]
fn only_the_player_to_move_may_play() {
    let mut game = fresh(CLASSIC);
    let stranger = Err(Denial::NotYourGame(game.id()));
    assert_eq!(
        game.play(BOB, "a1 b2", None, NOON),
        Err(Denial::NotYourTurn(ANA))
    );
    assert_eq!(game.play(EVE, "a1 b2", None, NOON), stranger);
    assert_eq!(game.resign(EVE, NOON), stranger);
    assert_eq!(game.offer(EVE, NOON), stranger);
    assert_eq!(game.answer(EVE, true, NOON), stranger);
}

#[test]
fn the_command_for_placing_makes_no_move() {
    let mut game = fresh(CLASSIC);
    assert!(
        game.play(ANA, "a1 b2", Some(Stage::Placement), NOON)
            .is_ok()
    );
    let mut game = after(CLASSIC, &placed(CLASSIC, 1));
    let by = mover(&game);
    assert_eq!(
        game.play(by, "c2-c3", Some(Stage::Placement), NOON),
        Err(Denial::UseMove)
    );
}

#[test]
fn an_illegal_move_is_refused_with_the_rules_message() {
    let mut game = fresh(CLASSIC);
    assert_eq!(
        refused(game.play(ANA, "a1 c3", None, NOON)),
        "seega-refused-closed"
    );
    assert_eq!(
        refused(game.play(ANA, "a1 a1", None, NOON)),
        "seega-refused-twice"
    );
    assert_eq!(
        refused(game.play(ANA, "a1", None, NOON)),
        "seega-refused-one-to-place"
    );
    assert_eq!(
        refused(game.play(ANA, "🦀", None, NOON)),
        "seega-refused-unreadable-placement"
    );
    assert_eq!(
        refused(game.play(ANA, "", None, NOON)),
        "seega-refused-unreadable-placement"
    );
    let long = "a1 ".repeat(100_000);
    assert_eq!(
        refused(game.play(ANA, &long, None, NOON)),
        "seega-refused-too-long-placement"
    );
}

#[test]
fn nothing_is_possible_once_a_game_is_over() {
    let mut game = fresh(CLASSIC);
    happen(&mut game, |game, at| game.resign(ANA, at), NOON);
    let over = Denial::GameOver(game.id());
    assert_eq!(game.play(BOB, "a1 b2", None, NOON), Err(over.clone()));
    assert_eq!(game.resign(BOB, NOON), Err(over.clone()));
    assert_eq!(game.offer(ANA, NOON), Err(over.clone()));
    assert_eq!(game.answer(BOB, true, NOON), Err(over));
    assert_eq!(game.flag(NOON.plus(100 * DAY)), None);
    assert_eq!((game.turn(), game.deadline()), (None, None));
    assert!(game.complete(BOB, "", 25).is_empty());
}

#[test]
fn either_player_may_resign_at_any_time() {
    for (by, winner) in [(ANA, Side::Second), (BOB, Side::First)] {
        let mut game = fresh(CLASSIC);
        happen(&mut game, |game, at| game.resign(by, at), NOON);
        let ending = Outcome {
            winner: Some(winner),
            by: end_by("resignation"),
            grade: None,
        };
        assert_eq!(game.ending(), Some(ending));
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
    happen(&mut game, |game, at| game.offer(BOB, at), NOON);
    assert!(game.just_offered());
    assert_eq!(
        game.open_offer().map(|offer| (offer.side, offer.what)),
        Some((Side::Second, Proposal::Stop))
    );
    assert_eq!(game.offer(BOB, NOON), Err(Denial::AlreadyOffered));
    assert_eq!(game.answer(BOB, true, NOON), Err(Denial::OwnOffer));
    assert_eq!(game.answer(BOB, false, NOON), Err(Denial::OwnOffer));
    let events = happen(&mut game, |game, at| game.answer(ANA, true, at), NOON);
    let agreed = Outcome {
        winner: None,
        by: end_by("agreement"),
        grade: None,
    };
    assert_eq!(events, [Event::Finished(agreed)]);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut game = fresh(CLASSIC);
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    let events = happen(&mut game, |game, at| game.offer(BOB, at), NOON);
    assert!(matches!(
        events[..],
        [Event::Finished(Outcome { by, .. })] if *by == *end_by("agreement")
    ));
}

#[test]
fn a_declined_offer_may_be_made_again_after_a_move() {
    let mut game = fresh(CLASSIC);
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    happen(&mut game, |game, at| game.answer(BOB, false, at), NOON);
    assert!(!game.just_offered());
    assert_eq!(game.offer(ANA, NOON), Err(Denial::OfferedBefore));
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON,
    );
    assert!(game.offer(ANA, NOON).is_ok());
    let mut game = fresh(CLASSIC);
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    happen(&mut game, |game, at| game.answer(BOB, false, at), NOON);
    assert!(game.offer(BOB, NOON).is_ok(), "the other player may offer");
}

#[test]
fn a_move_answers_the_opponents_offer_but_not_the_players_own() {
    let mut game = fresh(CLASSIC);
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON,
    );
    assert!(
        game.open_offer().is_some(),
        "the mover's own offer stays open"
    );
    assert!(!game.just_offered());
    happen(
        &mut game,
        |game, at| game.play(BOB, "c1 c2", None, at),
        NOON,
    );
    assert!(game.open_offer().is_none(), "the other has played on");
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
            let claimed = Side::BOTH
                .into_iter()
                .find_map(|side| Some((side, line.declarations(side).alone?)));
            if let Some((side, outcome)) = claimed {
                let mut game = after(CLASSIC, &moves[..turns]);
                let by = game.player(side);
                let events = happen(&mut game, |game, at| game.offer(by, at), NOON);
                assert_eq!(events, [Event::Finished(outcome)]);
                assert_eq!(game.ending().unwrap().by, end_by("claim"));
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
    assert_eq!(game.flag(deadline.plus(-1)), None);
    let ending = Outcome {
        winner: Some(Side::Second),
        by: end_by("time"),
        grade: None,
    };
    assert_eq!(
        fresh(CLASSIC).flag(deadline),
        Some(vec![Event::Finished(ending)])
    );
    happen(&mut game, |game, at| game.offer(BOB, at), NOON.plus(100));
    happen(
        &mut game,
        |game, at| game.answer(ANA, false, at),
        NOON.plus(200),
    );
    assert_eq!(
        game.deadline(),
        Some(deadline),
        "only a move stops the clock"
    );
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON.plus(300),
    );
    assert_eq!(game.deadline(), Some(NOON.plus(DAY + 300)));
    let ending = Outcome {
        winner: Some(Side::First),
        by: end_by("time"),
        grade: None,
    };
    assert_eq!(
        game.flag(NOON.plus(DAY + 301)),
        Some(vec![Event::Finished(ending)])
    );
}

#[test]
fn a_game_without_a_limit_waits_forever() {
    let mut stored = stored(CLASSIC, &[]);
    stored.time = TimeControl::Unlimited;
    let mut game = Game::replay(stored, Registry::standard()).unwrap();
    assert_eq!(game.deadline(), None);
    assert_eq!(game.flag(Timestamp(i64::MAX)), None);
}

#[test]
fn time_is_given_by_the_opponent_and_within_reason() {
    let mut game = fresh(CLASSIC);
    assert_eq!(game.give(ANA, NOON), Err(Denial::OwnTurn));
    assert_eq!(game.give(EVE, NOON), Err(Denial::NotYourGame(game.id())));
    for days in 2..=31 {
        happen(&mut game, |game, at| game.give(BOB, at), NOON);
        assert_eq!(game.deadline(), Some(NOON.plus(days * DAY)));
    }
    assert_eq!(game.give(BOB, NOON), Err(Denial::TimeEnough));
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON,
    );
    assert_eq!(game.deadline(), Some(NOON.plus(DAY)), "for one turn");
    let mut timeless = stored(CLASSIC, &[]);
    timeless.time = TimeControl::Unlimited;
    let mut timeless = Game::replay(timeless, Registry::standard()).unwrap();
    assert_eq!(timeless.give(BOB, NOON), Err(Denial::NoLimit));
}

#[test]
fn a_friendly_game_is_won_by_time_only_if_that_is_claimed() {
    let mut friendly = stored(CLASSIC, &[]);
    friendly.rated = false;
    let mut game = Game::replay(friendly, Registry::standard()).unwrap();
    let late = NOON.plus(DAY);
    assert_eq!(game.flag(late), None);
    assert_eq!(game.claim_time(ANA, late), Err(Denial::OwnTurn));
    let before = NOON.plus(DAY.0 - 1);
    assert_eq!(game.claim_time(BOB, before), Err(Denial::NotLate(late)));
    // Even if the time was over for long, a day is left.
    let later = NOON.plus(3 * DAY);
    happen(&mut game, |game, at| game.give(BOB, at), later);
    assert_eq!(game.deadline(), Some(later.plus(DAY)));
    let over = later.plus(DAY);
    happen(&mut game, |game, at| game.claim_time(BOB, at), over);
    let ending = game.ending().unwrap();
    assert_eq!(ending.winner, Some(Side::Second));
    assert_eq!(ending.by, end_by("time"));
}

#[test]
fn a_turn_is_taken_back_only_by_consent_and_in_friendly_games() {
    let mut rated = after(CLASSIC, &["a1 b2".to_owned()]);
    let denied = Err(Denial::TakebackInRated(rated.id()));
    assert_eq!(rated.take_back(ANA, NOON), denied);
    let friendly = || {
        let mut friendly = stored(CLASSIC, &[]);
        friendly.rated = false;
        friendly
    };
    let mut game = Game::replay(friendly(), Registry::standard()).unwrap();
    let start = game.state().position();
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::NothingToTakeBack));
    let mut log = Vec::new();
    let mut happens = |game: &mut Game, act: &dyn Fn(&mut Game) -> Result<Vec<Event>, Denial>| {
        log.extend(
            act(game)
                .unwrap()
                .iter()
                .map(|event| (NOON, event.written())),
        );
    };
    happens(&mut game, &|game| game.play(ANA, "a1 b2", None, NOON));
    assert_eq!(game.take_back(BOB, NOON), Err(Denial::NothingToTakeBack));
    happens(&mut game, &|game| game.take_back(ANA, NOON));
    assert_eq!(
        game.offer(BOB, NOON),
        Err(Denial::AnswerFirst),
        "that is no consent"
    );
    happens(&mut game, &|game| game.answer(BOB, false, NOON));
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::OfferedBefore));
    happens(&mut game, &|game| game.play(BOB, "c1 d1", None, NOON));
    happens(&mut game, &|game| game.take_back(BOB, NOON));
    happens(&mut game, &|game| game.answer(ANA, true, NOON));
    assert_eq!((game.plies(), game.taker()), (1, Some(Side::Second)));
    assert_eq!(
        game.changes(),
        3,
        "no component takes it for the board of before"
    );
    happens(&mut game, &|game| game.play(BOB, "d1 e1", None, NOON));
    assert_ne!(game.state().position(), start);
    // The stored form gives the same game, and its record the same board.
    let mut again = friendly();
    again.log.extend(log);
    let names = siwa_games::rules::BySide::default();
    let record = GameRecord::of(&again, names, Registry::standard()).unwrap();
    let texts: Vec<&str> = record
        .turns()
        .iter()
        .map(|turn| turn.played.text.as_str())
        .collect();
    assert_eq!(texts, ["a1 b2", "d1 e1"]);
    let again = Game::replay(again, Registry::standard()).unwrap();
    assert_eq!(again.state().position(), game.state().position());
    assert_eq!((again.plies(), again.seq()), (2, game.seq()));
}

#[test]
fn the_rest_of_the_pieces_is_placed_in_unrated_games_with_the_engine_alone() {
    let begun = |variant: &str, level: Option<u8>, rated: bool| {
        let mut alone = stored(variant, &[]);
        alone.rated = rated;
        alone.engine = level.and_then(Level::new).map(|level| Engine {
            side: Side::Second,
            level,
        });
        let mut game = Game::replay(alone, Registry::standard()).unwrap();
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
            assert_eq!(
                moves,
                game.rest_placed(),
                "the same game is placed the same way"
            );
            let denied = game.place_rest(EVE, &moves, NOON);
            assert_eq!(denied, Err(Denial::NotYourGame(game.id())));
            let events = game.place_rest(ANA, &moves, NOON).unwrap();
            assert_eq!(events.len(), moves.len());
            assert_eq!(game.stage(), Stage::Movement, "{variant} {level:?}");
            assert_eq!(game.lately().len(), moves.len());
        }
    }
}

#[test]
fn nothing_is_taken_back_from_the_engine_while_an_offer_waits_for_it() {
    let mut alone = stored(CLASSIC, &[]);
    alone.rated = false;
    alone.engine = Some(Engine {
        side: Side::Second,
        level: Level::DEFAULT,
    });
    let mut game = Game::replay(alone, Registry::standard()).unwrap();
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        NOON,
    );
    happen(&mut game, |game, at| game.offer(ANA, at), NOON);
    assert_eq!(game.take_back(ANA, NOON), Err(Denial::AlreadyOffered));
    happen(&mut game, |game, at| game.answer(BOB, false, at), NOON);
    happen(&mut game, |game, at| game.take_back(ANA, at), NOON);
    assert_eq!((game.plies(), game.changes()), (0, 2));
}

#[test]
fn weekends_stop_clocks_and_do_not_count_twice_during_an_absence() {
    let zone = Zone::default();
    let (saturday, monday) = zone.weekend(NOON).unwrap();
    let friday = saturday.plus(-2 * 60 * 60);
    let day = TimeControl::PerTurn(DAY);
    let mut clock = Clock::start(day, Some(zone.clone()), friday);
    let tuesday = monday.plus(22 * 60 * 60);
    assert_eq!(clock.deadline(Side::First), Some(tuesday));
    // Away from Friday to Sunday: two more hours for the turn.
    clock.leave(Side::First, Side::First, friday, monday.plus(-DAY.0));
    assert_eq!(clock.deadline(Side::First), Some(monday.plus(DAY)));
    // Back on Saturday: the same.
    let back = saturday.plus(60 * 60);
    clock.leave(Side::First, Side::First, back, back);
    assert_eq!(clock.deadline(Side::First), Some(monday.plus(DAY)));
    // A turn that starts on a weekend has its whole time.
    clock.moved(Side::First, back);
    assert_eq!(clock.deadline(Side::Second), Some(monday.plus(DAY)));
    let bank = TimeControl::Bank {
        initial: DAY,
        increment: Seconds(0),
    };
    let mut clock = Clock::start(bank, Some(zone), friday);
    clock.moved(Side::First, monday.plus(60 * 60));
    clock.moved(Side::Second, monday.plus(60 * 60));
    let left = monday.plus(60 * 60).plus(DAY).plus(-3 * 60 * 60);
    assert_eq!(clock.deadline(Side::First), Some(left));
}

#[test]
fn a_bank_is_used_by_every_turn_and_never_negative() {
    let control = TimeControl::Bank {
        initial: 2 * DAY,
        increment: Seconds::hours(8),
    };
    let mut clock = Clock::start(control, None, NOON);
    let deadline = |clock: &Clock, side| clock.deadline(side).unwrap().0 - clock.began().0;
    assert_eq!(deadline(&clock, Side::First), (2 * DAY).0);
    clock.moved(Side::First, NOON.plus(DAY));
    assert_eq!(deadline(&clock, Side::Second), (2 * DAY).0);
    clock.give(DAY);
    assert_eq!(deadline(&clock, Side::Second), (3 * DAY).0);
    clock.moved(Side::Second, NOON.plus(5 * DAY));
    assert_eq!(deadline(&clock, Side::First), (DAY + Seconds::hours(8)).0);
    clock.moved(Side::First, NOON.plus(5 * DAY));
    // A negative bank counts as empty.
    assert_eq!(deadline(&clock, Side::Second), Seconds::hours(8).0);
}

#[test]
fn a_clock_stops_while_its_player_is_away() {
    let mut game = fresh(CLASSIC);
    let (at, until) = (NOON.plus(Seconds::hours(6)), NOON.plus(3 * DAY));
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
    assert_eq!(game.deadline(), Some(NOON.plus(2 * DAY)));
    happen(
        &mut game,
        |game, at| game.play(ANA, "a1 b2", None, at),
        back,
    );
    // The other is still away when the turn starts.
    assert_eq!(game.away(Side::Second), Some(until));
    assert_eq!(game.deadline(), Some(until.plus(DAY)));
    happen(
        &mut game,
        |game, at| game.play(BOB, "c1 d1", None, at),
        until.plus(60),
    );
    assert_eq!(game.away(Side::Second), None);
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
            events.push(Event::Started {
                first,
                by,
                deal: None,
            });
        }
    }
    for side in Side::BOTH {
        for planned in [false, true] {
            let text = "c2-c3-c4".to_owned();
            events.push(Event::Moved {
                side,
                text,
                planned,
            });
        }
        events.push(Event::Declined { side });
        for what in [Proposal::Stop, Proposal::Takeback] {
            events.push(Event::Offered { side, what });
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
    let (moves, marks) = (["c1-d1=c4".to_owned()], [Mark::Ready, Mark::Closed]);
    let open = |game: &Game| game.diagram().marked(|mark| marks.contains(&mark)).len();
    for begin in [
        || after("gyges-gates", &[]),
        || after("gyges-leroy", &[]),
        || after("seega-5-classic", &[]),
    ] {
        let mut resigned = begin();
        assert!(open(&resigned) > 0);
        let by = waiter(&resigned);
        happen(&mut resigned, |game, at| game.resign(by, at), NOON);
        assert!(resigned.ending().is_some() && open(&resigned) == 0);
    }
    let mut agreed = after("gyges-gates", &moves);
    let (mover, waiter) = (mover(&agreed), waiter(&agreed));
    happen(&mut agreed, |game, at| game.offer(mover, at), NOON);
    happen(&mut agreed, |game, at| game.answer(waiter, true, at), NOON);
    assert!(agreed.ending().is_some() && open(&agreed) == 0);
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
            let events = happen(&mut played, |game, at| game.play(by, text, None, at), at);
            log.extend(events.into_iter().map(|event| (at, event)));
        }
        let replayed = Game::replay(stored(variant, &log), Registry::standard()).unwrap();
        assert_eq!(replayed.ending(), Some(outcome));
        assert_eq!(format!("{replayed:?}"), format!("{played:?}"));
        assert_eq!(replayed.diagram(), played.diagram());
        assert_eq!(replayed.last(), played.last());
    }
}

/// The error of an impossible log.
fn corrupt(events: &[(Timestamp, Event)]) -> Corrupt {
    Game::replay(stored(CLASSIC, events), Registry::standard()).unwrap_err()
}

#[test]
fn replay_refuses_impossible_events() {
    let moved = |side, text: &str| {
        (
            NOON,
            Event::Moved {
                side,
                text: text.to_owned(),
                planned: false,
            },
        )
    };
    let offered = |side| {
        let what = Proposal::Stop;
        (NOON, Event::Offered { side, what })
    };
    let wished = |side| {
        let what = Proposal::Takeback;
        (NOON, Event::Offered { side, what })
    };
    let given = |side, time| (NOON, Event::Gave { side, time });
    let taken_back = |side, plies| (NOON, Event::TakenBack { side, plies });
    let declined = |side| (NOON, Event::Declined { side });
    let ended = |by, winner, grade| (NOON, Event::Finished(Outcome { winner, by, grade }));
    let (first, second) = (Side::First, Side::Second);
    let late = |winner| {
        let ending = Outcome {
            winner: Some(winner),
            by: end_by("time"),
            grade: None,
        };
        (NOON.plus(DAY), Event::Finished(ending))
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
        vec![ended(end_by("elimination"), Some(first), None)],
        vec![ended(end_by("idle"), None, None)],
        vec![ended(end_by("agreement"), None, None)],
        vec![
            offered(first),
            ended(end_by("agreement"), Some(first), None),
        ],
        vec![ended(end_by("claim"), Some(first), None)],
        vec![ended(end_by("resignation"), None, None)],
        vec![ended(
            end_by("resignation"),
            Some(first),
            Some(Grade::Great),
        )],
        vec![ended(end_by("time"), Some(second), None)],
        vec![late(first)],
        vec![
            ended(end_by("resignation"), Some(first), None),
            moved(first, "a1 b2"),
        ],
        vec![
            ended(end_by("resignation"), Some(first), None),
            ended(end_by("resignation"), Some(first), None),
        ],
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
        vec![offered(first), ended(end_by("agreement"), None, None)],
        vec![ended(end_by("resignation"), Some(first), None)],
    ];
    for events in possible {
        assert!(
            Game::replay(stored(CLASSIC, &events), Registry::standard()).is_ok(),
            "{events:?}"
        );
    }
}

#[test]
fn an_audit_finds_events_after_the_end_by_the_rules() {
    let (moves, outcome) = whole(CLASSIC, 2);
    let mut log = Vec::new();
    let mut game = fresh(CLASSIC);
    for text in &moves {
        let by = mover(&game);
        let events = happen(&mut game, |game, at| game.play(by, text, None, at), NOON);
        log.extend(events.into_iter().map(|event| (NOON, event)));
    }
    assert!(Game::audit(stored(CLASSIC, &log), Registry::standard()).is_ok());
    let side = Side::First;
    let last = log.len() - 1;
    let what = Proposal::Stop;
    log.insert(last, (NOON, Event::Offered { side, what }));
    let audited = Game::audit(stored(CLASSIC, &log), Registry::standard());
    assert!(
        matches!(audited, Err(Corrupt::Impossible(..))),
        "{audited:?}"
    );
    let other = Outcome {
        winner: outcome
            .winner
            .map_or(Some(side), |winner| Some(winner.other())),
        by: end_by("resignation"),
        grade: None,
    };
    *log.last_mut().unwrap() = (NOON, Event::Finished(other));
    assert!(matches!(corrupt(&log), Corrupt::Impossible(..)));
}

#[test]
fn replay_refuses_a_log_that_breaks_off() {
    let (moves, _) = whole(CLASSIC, 2);
    let sides = after(CLASSIC, &moves[..moves.len() - 1]);
    let mut log = Vec::new();
    let mut game = fresh(CLASSIC);
    for text in &moves {
        let by = mover(&game);
        let events = happen(&mut game, |game, at| game.play(by, text, None, at), NOON);
        log.extend(events.into_iter().map(|event| (NOON, event)));
    }
    assert!(sides.ending().is_none());
    log.pop();
    assert!(
        matches!(corrupt(&log), Corrupt::Impossible(..)),
        "the end is missing"
    );
    let mut empty = stored(CLASSIC, &[]);
    empty.log.clear();
    assert!(matches!(
        Game::replay(empty, Registry::standard()),
        Err(Corrupt::Impossible(_, 1, _))
    ));
}

#[test]
fn replay_refuses_unknown_variants_events_and_players() {
    let unknown = stored("seega-5-martian", &[]);
    assert!(
        matches!(Game::replay(unknown, Registry::standard()), Err(Corrupt::Variant(_, name)) if name == "seega-5-martian")
    );
    let mut unreadable = stored(CLASSIC, &[]);
    unreadable.log.push((
        NOON,
        StoredEvent {
            kind: "danced".to_owned(),
            side: None,
            text: None,
        },
    ));
    assert!(matches!(
        Game::replay(unreadable, Registry::standard()),
        Err(Corrupt::Event(_, 2))
    ));
    let mut other = stored(CLASSIC, &[]);
    other.log[0].1 = Game::opening(EVE, FirstBy::Lots, None).written();
    assert!(matches!(
        Game::replay(other, Registry::standard()),
        Err(Corrupt::Impossible(_, 1, _))
    ));
}
