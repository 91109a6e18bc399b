//! Upkeep of posted messages, and which items are still wanted: decided without a database and
//! without Discord.

use std::collections::HashSet;

use proptest::prelude::*;
use siwa::game::{
    Challenge, ChallengeId, ChannelId, Engine, Facts, Game, GameId, GuildId, KEEP_OPEN_AFTER,
    MessageId, Notices, Notify, Other, Pair, PlayerId, Post, Quiet, Ready, Role, Sent, State, Step,
    StoredGame, Thread, TournamentId, card_state,
};
use siwa::time::{DAY, Seconds, Timestamp};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use siwa_games::rules::Side;
use strum::VariantArray as _;

use super::kept::{CLASSIC, new};
use super::table::{ANA, BOB, HERE, NOON, mover, stored};

const CARD: MessageId = MessageId(1);
const GAME: GameId = GameId(42);
/// The second game of a pair.
const SECOND: GameId = GameId(43);
/// The engine, as Bob.
const ENGINE: Option<Engine> = Some(Engine {
    level: Level::DEFAULT,
    side: Side::Second,
});
/// The channel of direct messages to Bob.
const DIRECT: ChannelId = ChannelId(2);
/// The thread that was opened from the card.
const THREAD: ChannelId = ChannelId(1);

/// An unrated game, in which time can be given and turns taken back.
fn game(thread: Thread) -> Game {
    game_with(thread, |_| {})
}

fn game_with(thread: Thread, change: impl FnOnce(&mut StoredGame)) -> Game {
    let mut record = stored(CLASSIC, &[]);
    (record.setup.rated, record.setup.thread) = (false, thread);
    change(&mut record);
    Game::replay(record, Registry::standard()).unwrap()
}

/// Both games of a pair, in one thread.
fn pair() -> Vec<Game> {
    let of = |id, other| {
        let other = Other {
            id: other,
            over: false,
            counts: true,
            winner: None,
        };
        game_with(Thread::Open(THREAD), |record| {
            record.setup.id = id;
            record.setup.pair = Some(Pair {
                first: GAME,
                other: Some(other),
                is_broken: false,
            });
        })
    };
    vec![of(GAME, SECOND), of(SECOND, GAME)]
}

/// A game of Ana with the engine in a user install.
fn alone(change: impl FnOnce(&mut StoredGame)) -> Game {
    game_with(Thread::None, |record| {
        record.setup.engine = ENGINE;
        record.setup.variant = "gyges-gates".to_owned();
        record.setup.venue.guild = GuildId::user_install(HERE.channel.0);
        change(record);
    })
}

fn plays(game: &mut Game, text: &str) {
    let by = mover(game);
    game.play(by, text, None, NOON).unwrap();
}

fn moves(game: &mut Game) {
    let text = game.state().legal_moves().swap_remove(0);
    plays(game, &text);
}

fn resigns(game: &mut Game) {
    game.resign(ANA, NOON).unwrap();
}

fn offers(game: &mut Game, by: PlayerId) {
    game.offer(by, NOON).unwrap();
}

fn takes_back(game: &mut Game, by: PlayerId) {
    game.take_back(by, NOON).unwrap();
}

fn accepts(game: &mut Game, by: PlayerId) {
    game.answer(by, true, NOON).unwrap();
}

fn declines(game: &mut Game, by: PlayerId) {
    game.answer(by, false, NOON).unwrap();
}

fn gives(game: &mut Game) {
    let waits = game.player(game.turn().unwrap().other());
    game.give(waits, NOON).unwrap();
}

/// A message with this role, posted after event `seq`; a call is a direct message.
fn sent(id: u64, role: Role, seq: u32) -> Sent {
    Sent {
        id: MessageId(id),
        channel: match role {
            Role::Call => DIRECT,
            _ => HERE.channel,
        },
        game: GAME,
        role,
        seq,
        told: seq,
        player: (role == Role::Call).then_some(BOB),
    }
}

fn challenge(state: State) -> Challenge {
    Challenge {
        id: ChallengeId(7),
        message: Some(CARD),
        state,
        ..new(ANA, Some(BOB))
    }
}

/// The facts of a game whose card is up to date.
fn facts(game: Game, sent: &[Sent]) -> Facts {
    facts_of(vec![game], sent)
}

/// The facts of games whose card is up to date.
fn facts_of(games: Vec<Game>, sent: &[Sent]) -> Facts {
    let mut challenge = challenge(State::Accepted(GAME));
    challenge.shown = card_state(&challenge, &games, NOON);
    Facts {
        challenge,
        games,
        sent: sent.to_vec(),
    }
}

fn steps(game: Game, sent: &[Sent]) -> Vec<Step> {
    facts(game, sent).upkeep(NOON).0
}

fn strip(id: u64) -> Step {
    Step::ClearButtons(HERE.channel, MessageId(id))
}

/// The edit of a board posted after event `seq`, which a later one has replaced.
fn past(id: u64, seq: u32) -> Step {
    Step::EditPast(GAME, HERE.channel, MessageId(id), seq)
}

#[test]
fn a_board_loses_its_buttons_when_a_newer_one_is_known_and_not_before() {
    let mut game = game(Thread::None);
    plays(&mut game, "a1 b2");
    let old = sent(11, Role::Board, 1);
    let unknown = facts(game, &[old]);
    assert_eq!(unknown.upkeep(NOON).0, []);
    let known = Facts {
        sent: vec![old, sent(12, Role::Board, 2)],
        ..unknown
    };
    assert_eq!(known.upkeep(NOON).0, [past(11, 1)]);
}

#[test]
fn a_replaced_board_of_a_tournament_is_deleted_with_what_was_said_about_it() {
    let mut game = game_with(Thread::Open(THREAD), |record| {
        record.setup.tournament = Some(TournamentId(3));
    });
    offers(&mut game, ANA);
    plays(&mut game, "a1 b2");
    let there = |id, role, seq| Sent {
        channel: THREAD,
        ..sent(id, role, seq)
    };
    let offer = there(12, Role::Offer, 2);
    let known = [there(11, Role::Board, 1), offer, there(13, Role::Board, 3)];
    let deleted = |id| Step::Delete(THREAD, MessageId(id));
    assert_eq!(steps(game, &known), [deleted(11), deleted(12)]);
}

#[test]
fn the_one_board_of_a_game_with_the_engine_shows_each_event() {
    let mut game = alone(|record| record.setup.venue = HERE);
    let board = sent(11, Role::Board, 1);
    for seq in 2..=3 {
        match seq {
            2 => moves(&mut game),
            _ => offers(&mut game, ANA),
        }
        assert_eq!(Post::about(&game), Some(Post::Board(GAME, seq)));
    }
    let usual = Notices::default();
    let first = Post::Board(GAME, 1);
    assert_eq!(
        first.ready(&game, &usual, NOON),
        Ready::Post,
        "nothing was posted yet"
    );
    let edit = |seq| Step::EditBoard(GAME, HERE.channel, MessageId(11), seq);
    let mut known = facts(game, &[board]);
    assert_eq!(known.upkeep(NOON).0, [edit(3)]);
    done(&mut known, &[edit(3)]);
    assert_eq!(known.upkeep(NOON).0, []);
    declines(&mut known.games[0], BOB);
    assert_eq!(known.upkeep(NOON).0, [edit(4)]);
}

#[test]
fn of_two_boards_of_one_event_the_later_message_stays() {
    let boards = [sent(11, Role::Board, 1), sent(12, Role::Board, 1)];
    assert_eq!(steps(game(Thread::None), &boards), [past(11, 1)]);
}

#[test]
fn an_offer_is_kept_or_edited_to_tell_what_became_of_it() {
    let board = sent(11, Role::Board, 1);
    let mut standing = game(Thread::None);
    offers(&mut standing, ANA);
    assert_eq!(steps(standing, &[board, sent(12, Role::Offer, 2)]), []);
    let mut declined = game(Thread::None);
    offers(&mut declined, ANA);
    declines(&mut declined, BOB);
    let edit = Step::EditOffer(GAME, HERE.channel, MessageId(12), 2);
    let both = [board, sent(12, Role::Offer, 2)];
    assert_eq!(steps(declined, &both), [edit]);
    // A second offer is open; the first still has to be edited.
    let mut again = game(Thread::None);
    offers(&mut again, ANA);
    declines(&mut again, BOB);
    offers(&mut again, BOB);
    let three = [both[0], both[1], sent(13, Role::Offer, 4)];
    assert_eq!(steps(again, &three), [edit]);
    // A move ended the offer: it is edited when the new board is known.
    let mut over = game(Thread::None);
    offers(&mut over, ANA);
    plays(&mut over, "a1 b2");
    let over = facts(over, &both);
    assert_eq!(over.upkeep(NOON).0, []);
    let over = Facts {
        sent: vec![both[0], both[1], sent(14, Role::Board, 3)],
        ..over
    };
    assert_eq!(over.upkeep(NOON).0, [past(11, 1), edit]);
}

#[test]
fn a_board_that_shows_an_offer_is_changed_when_that_is_declined() {
    let mut game = game(Thread::None);
    offers(&mut game, ANA);
    declines(&mut game, BOB);
    // It was posted when the offer was already open.
    let board = sent(11, Role::Board, 2);
    let edit = Step::EditBoard(GAME, HERE.channel, MessageId(11), 3);
    let unchanged = facts(game, &[board]);
    assert_eq!(unchanged.upkeep(NOON).0, [edit]);
    let changed = Facts {
        sent: vec![Sent { told: 3, ..board }],
        ..unchanged
    };
    assert_eq!(changed.upkeep(NOON).0, []);
}

#[test]
fn time_that_is_given_changes_the_board_and_ends_the_notice() {
    let mut game = game(Thread::None);
    gives(&mut game);
    let messages = [sent(11, Role::Board, 1), sent(12, Role::Late, 1)];
    let edit = Step::EditBoard(GAME, HERE.channel, MessageId(11), 2);
    assert_eq!(steps(game, &messages), [edit, strip(12)]);
}

#[test]
fn of_two_notices_that_time_is_over_the_later_one_stays() {
    let messages = [
        sent(11, Role::Board, 1),
        sent(12, Role::Late, 1),
        sent(13, Role::Late, 1),
    ];
    assert_eq!(steps(game(Thread::None), &messages), [strip(12)]);
}

#[test]
fn a_call_is_outdated_after_a_move_and_one_to_the_board_is_not_after_a_declined_offer() {
    let edit = |id| Step::EditCall(GAME, DIRECT, MessageId(id), BOB);
    let mut moved = game(Thread::None);
    plays(&mut moved, "a1 b2");
    assert_eq!(steps(moved, &[sent(20, Role::Call, 1)]), [edit(20)]);
    let mut declined = game(Thread::None);
    offers(&mut declined, ANA);
    declines(&mut declined, BOB);
    let calls = [sent(20, Role::Call, 1), sent(21, Role::Call, 2)];
    assert_eq!(steps(declined, &calls), [edit(21)]);
    let mut over = game(Thread::None);
    resigns(&mut over);
    let end = sent(22, Role::Call, 2);
    assert_eq!(steps(over, &[end]), [], "it tells how the game has ended");
}

#[test]
fn after_a_taken_back_turn_its_board_and_the_offer_wait_for_the_next_board() {
    let mut game = game(Thread::None);
    plays(&mut game, "a1 b2");
    takes_back(&mut game, ANA);
    let offer = sent(12, Role::Offer, 3);
    let both = [sent(11, Role::Board, 2), offer];
    assert_eq!(Post::about(&game), Some(Post::Offer(GAME, 3)));
    accepts(&mut game, BOB);
    assert_eq!(Post::about(&game), Some(Post::Board(GAME, 4)));
    let usual = Notices::default();
    for past in [Post::Board(GAME, 2), Post::Offer(GAME, 3)] {
        assert_eq!(past.ready(&game, &usual, NOON), Ready::Skip);
    }
    let unknown = facts(game, &both);
    assert_eq!(unknown.upkeep(NOON).0, []);
    let call = Sent {
        channel: DIRECT,
        ..sent(20, Role::Call, 3)
    };
    let edit = Step::EditCall(GAME, DIRECT, call.id, BOB);
    let known = Facts {
        sent: vec![both[0], offer, sent(13, Role::Board, 4), call],
        ..unknown
    };
    let offer = Step::EditOffer(GAME, HERE.channel, offer.id, 3);
    assert_eq!(known.upkeep(NOON).0, [past(11, 2), offer, edit]);
}

#[test]
fn a_call_in_the_channel_is_forgotten_after_a_move_and_not_changed() {
    let here = Sent {
        channel: HERE.channel,
        ..sent(20, Role::Call, 1)
    };
    assert_eq!(steps(game(Thread::None), &[here]), []);
    let mut moved = game(Thread::None);
    plays(&mut moved, "a1 b2");
    assert_eq!(steps(moved, &[here]), [Step::Forget(MessageId(20))]);
}

#[test]
fn messages_in_a_thread_that_the_game_has_left_lose_their_buttons() {
    let there = |message: Sent| Sent {
        channel: THREAD,
        ..message
    };
    let left = [
        there(sent(11, Role::Board, 1)),
        there(sent(12, Role::Late, 1)),
    ];
    let board = Step::EditPast(GAME, THREAD, MessageId(11), 1);
    let notice = Step::ClearButtons(THREAD, MessageId(12));
    assert_eq!(steps(game(Thread::Refused), &left), [board, notice]);
    let with_board = [left[0], sent(13, Role::Board, 1)];
    assert_eq!(steps(game(Thread::Refused), &with_board), [board]);
}

#[test]
fn a_card_is_changed_when_it_is_answered_and_in_a_thread_after_each_turn() {
    for state in [State::Declined, State::Cancelled, State::Expired] {
        let closed = Facts {
            challenge: challenge(state),
            games: Vec::new(),
            sent: Vec::new(),
        };
        assert_eq!(closed.upkeep(NOON).0, [Step::EditCard(CARD, 2)]);
    }
    let open = Thread::Open(THREAD);
    let mut known = facts(game(open), &[]);
    assert_eq!(known.upkeep(NOON).0, []);
    plays(&mut known.games[0], "a1 b2");
    assert_matches(&known.upkeep(NOON).0);
    let mut elsewhere = facts(game(Thread::None), &[]);
    plays(&mut elsewhere.games[0], "a1 b2");
    assert_eq!(elsewhere.upkeep(NOON).0, []);
    // It is out of date, for any reason.
    elsewhere.challenge.shown = -1;
    assert_matches(&elsewhere.upkeep(NOON).0);
    elsewhere.challenge.message = None;
    assert_eq!(elsewhere.upkeep(NOON).0, [], "nobody knows where it is");
}

/// Checks that the only step is an edit of the card.
fn assert_matches(steps: &[Step]) {
    assert!(matches!(steps, [Step::EditCard(CARD, _)]), "{steps:?}");
}

#[test]
fn an_open_card_comes_to_offer_the_engine() {
    let mut open = challenge(State::Open);
    assert_eq!(card_state(&open, [], NOON.plus(DAY)), 0);
    open.opponent = None;
    assert_eq!(card_state(&open, [], NOON.plus(60)), 0);
    assert_eq!(card_state(&open, [], NOON.plus(DAY)), 1);
    let mut known = Facts {
        challenge: open,
        games: Vec::new(),
        sent: Vec::new(),
    };
    let hour = Seconds::hours(1);
    let then = NOON.plus(hour);
    assert_eq!(known.upkeep(NOON), (vec![], Some(then)));
    let edit = vec![Step::EditCard(CARD, 1)];
    assert_eq!(known.upkeep(then), (edit, None));
    known.challenge.message = None;
    let again = (vec![], Some(then.plus(hour)));
    assert_eq!(known.upkeep(then), again, "nobody knows where it is");
}

#[test]
fn the_thread_of_a_running_game_is_kept_open_after_six_silent_days() {
    let mut known = facts(game(Thread::Open(THREAD)), &[]);
    let mut due = NOON.plus(KEEP_OPEN_AFTER);
    assert_eq!(known.upkeep(NOON), (vec![], Some(due)));
    for _ in 0..3 {
        let next = due.plus(KEEP_OPEN_AFTER);
        let steps = vec![Step::KeepOpen(THREAD, due)];
        assert_eq!(known.upkeep(due), (steps.clone(), Some(next)));
        done(&mut known, &steps);
        assert_eq!(known.upkeep(due), (vec![], Some(next)));
        due = next;
    }
    resigns(&mut known.games[0]);
    known.challenge.shown = card_state(&known.challenge, &known.games, due);
    assert_eq!(known.upkeep(due), (vec![], None));
    let elsewhere = facts(game(Thread::None), &[]);
    assert_eq!(elsewhere.upkeep(due), (vec![], None));
}

#[test]
fn the_thread_of_a_board_that_is_only_edited_is_kept_open_until_a_week_after_its_end() {
    let mut alone = game_with(Thread::Open(THREAD), |record| record.setup.engine = ENGINE);
    plays(&mut alone, "a1 b2");
    let mut known = facts(alone, &[]);
    let due = NOON.plus(KEEP_OPEN_AFTER);
    assert_eq!(
        known.upkeep(NOON).1,
        Some(due),
        "a turn is no activity there"
    );
    let end = NOON.plus(DAY);
    known.games[0].resign(ANA, end).unwrap();
    known.challenge.shown = card_state(&known.challenge, &known.games, end);
    let steps = vec![Step::KeepOpen(THREAD, end)];
    assert_eq!(known.upkeep(end), (steps.clone(), None));
    done(&mut known, &steps);
    assert_eq!(known.upkeep(due), (vec![], None));
}

#[test]
fn the_card_of_a_pair_in_a_thread_changes_with_a_turn_in_either_game() {
    for moved in 0..2 {
        let mut known = facts_of(pair(), &[]);
        assert_eq!(known.upkeep(NOON).0, []);
        plays(&mut known.games[moved], "a1 b2");
        let (steps, _) = known.upkeep(NOON);
        assert_matches(&steps);
        done(&mut known, &steps);
        assert_eq!(known.upkeep(NOON).0, []);
    }
}

#[test]
fn a_turn_in_one_game_of_a_pair_changes_no_message_of_the_other() {
    let there = |id, game| Sent {
        channel: THREAD,
        game,
        ..sent(id, Role::Board, 1)
    };
    let mut known = facts_of(pair(), &[there(11, GAME), there(12, SECOND)]);
    plays(&mut known.games[1], "a1 b2");
    known.challenge.shown = card_state(&known.challenge, &known.games, NOON);
    assert_eq!(known.upkeep(NOON).0, []);
    known.sent.push(Sent {
        seq: 2,
        ..there(13, SECOND)
    });
    let old = Step::EditPast(SECOND, THREAD, MessageId(12), 1);
    assert_eq!(known.upkeep(NOON).0, [old]);
}

#[test]
fn the_thread_of_a_pair_is_opened_again_while_one_game_is_running() {
    let due = NOON.plus(KEEP_OPEN_AFTER);
    let mut games = pair();
    resigns(&mut games[0]);
    let running = facts_of(games, &[]);
    assert_eq!(running.upkeep(due).0, [Step::KeepOpen(THREAD, due)]);
    let mut games = pair();
    games.iter_mut().for_each(resigns);
    assert_eq!(facts_of(games, &[]).upkeep(due), (vec![], None));
}

#[test]
fn both_players_are_called_to_the_end_of_a_game_and_nobody_to_one_with_the_engine() {
    let ends = |mut game: Game| {
        offers(&mut game, ANA);
        accepts(&mut game, BOB);
        game
    };
    let between_people = ends(game(Thread::None));
    assert_eq!(between_people.called(None), [ANA, BOB]);
    assert_eq!(between_people.called(Some(BOB)), [ANA]);
    let mut with_engine = alone(|_| {});
    assert_eq!(with_engine.called(None), []);
    moves(&mut with_engine);
    assert_eq!(with_engine.called(None), []);
    assert_eq!(ends(with_engine).called(None), []);
}

#[test]
fn in_user_installs_nothing_is_edited() {
    let mut game = alone(|record| record.setup.engine = None);
    moves(&mut game);
    let mut outside = facts(game, &[sent(11, Role::Board, 1), sent(12, Role::Board, 2)]);
    outside.challenge.venue = outside.games[0].setup.venue;
    outside.challenge.shown = -1;
    assert_eq!(outside.upkeep(NOON).0, [Step::Forget(MessageId(11))]);
}

/// Updates the facts after these steps.
fn done(facts: &mut Facts, steps: &[Step]) {
    for step in steps {
        match *step {
            Step::ClearButtons(_, id)
            | Step::EditPast(_, _, id, _)
            | Step::Delete(_, id)
            | Step::EditOffer(_, _, id, _)
            | Step::EditCall(_, _, id, _)
            | Step::Forget(id) => facts.sent.retain(|sent| sent.id != id),
            Step::EditBoard(_, _, id, told) => {
                let board = facts.sent.iter_mut().find(|sent| sent.id == id);
                board.unwrap().told = told;
            }
            Step::EditCard(_, shown) => facts.challenge.shown = shown,
            Step::KeepOpen(_, now) => facts.challenge.kept_open = Some(now),
        }
    }
}

/// The number of different acts.
const ACTS: u8 = 13;

/// Does an act in a game, if it is possible now.
fn does(game: &mut Game, act: u8) {
    let Some(turn) = game.turn() else { return };
    let by = if act.is_multiple_of(2) { ANA } else { BOB };
    let _ = match act {
        0 | 1 => {
            let texts = game.state().legal_moves();
            game.play(game.player(turn), &texts[0], None, NOON)
        }
        2 | 3 => game.offer(by, NOON),
        4 | 5 => game.take_back(by, NOON),
        6 | 7 => game.answer(by, false, NOON),
        // This takes back a turn, or ends the game.
        8 | 9 => game.answer(by, true, NOON),
        10 => game.give(game.player(turn.other()), NOON),
        11 => Ok(game.leave(by, NOON.plus(DAY), NOON).unwrap_or_default()),
        _ => game.resign(by, NOON),
    };
}

proptest! {
    /// With any events in both games of a pair, and any messages known in any order: after the steps
    /// are done there are none left, and the newest board of each game keeps its buttons.
    #[test]
    fn finished_upkeep_leaves_no_steps(
        acts in prop::collection::vec((0..2_usize, 0..ACTS), 0..28),
        known in prop::collection::vec((0..2_usize, 0..4_usize, 1..16_u32, prop::bool::ANY), 0..18),
        hour in 0..3_i64,
    ) {
        let mut games = pair();
        for (which, act) in acts {
            does(&mut games[which], act);
        }
        let messages = known.iter().zip(11..).map(|((which, role, seq, home), id)| {
            let game = &games[*which];
            let role = [Role::Board, Role::Offer, Role::Late, Role::Call][*role];
            Sent {
                game: game.id(),
                channel: if *home { THREAD } else { HERE.channel },
                ..sent(id, role, (*seq).min(game.seq))
            }
        });
        let messages: Vec<Sent> = messages.collect();
        let mut facts = facts_of(games, &messages);
        facts.challenge.shown = 0;
        let now = NOON.plus(hour * 60 * 60);
        let (steps, _) = facts.upkeep(now);
        for id in [GAME, SECOND] {
            let boards = messages.iter().filter(|it| it.role == Role::Board && it.game == id);
            let newest = boards.filter(|it| it.channel == THREAD).max_by_key(|it| (it.seq, it.id.0));
            if let Some(newest) = newest {
                let lost = |step: &Step| matches!(step, Step::EditPast(_, _, id, _) if *id == newest.id);
                prop_assert!(!steps.iter().any(lost));
            }
        }
        done(&mut facts, &steps);
        prop_assert_eq!(facts.upkeep(now).0, vec![]);
    }

    /// With any events: a board that a later one supersedes is not posted, and a message that was not
    /// wanted is not wanted later. Two kinds may become wanted again: the notice that time is over,
    /// when the time that was given is over too; and a call, when its receiver is asked again.
    #[test]
    fn what_is_out_of_date_is_never_posted(
        acts in prop::collection::vec(0..ACTS, 0..20),
        is_alone in prop::bool::ANY,
        how in prop::sample::select(Notify::VARIANTS),
        hour in 0..72_i64,
    ) {
        let mut game = if is_alone { alone(|_| {}) } else { game(Thread::None) };
        let wishes = wants(how);
        let now = NOON.plus(hour * 60 * 60);
        let mut posts = vec![Post::Board(GAME, 1)];
        let mut dropped = HashSet::new();
        for act in acts {
            does(&mut game, act);
            posts.extend(Post::about(&game));
            posts.push(Post::Remind(GAME, game.seq));
            for post in &posts {
                let ready = post.ready(&game, &wishes, now);
                match (post, ready) {
                    (_, Ready::Skip) => drop(dropped.insert(*post)),
                    (Post::Board(_, seq), _) => prop_assert_eq!(*seq, game.board_seq),
                    _ => {}
                }
                prop_assert!(ready == Ready::Skip || !dropped.contains(post), "{:?}", post);
            }
        }
    }

    /// With any events, nobody is woken in quiet hours, unless they would lose by time in them.
    #[test]
    fn quiet_hours_are_kept(
        acts in prop::collection::vec(0..ACTS, 0..14),
        (from, to) in (0..24_u8, 0..24_u8),
        how in prop::sample::select(Notify::VARIANTS),
        hour in 0..72_i64,
    ) {
        let mut game = game(Thread::None);
        for act in acts {
            does(&mut game, act);
        }
        let quiet = Some(Quiet { from, to });
        let wishes = Notices { quiet, ..wants(how) };
        let now = NOON.plus(hour * 60 * 60);
        for seq in 1..=game.seq {
            let calls = [ANA, BOB].map(|player| Post::Call(GAME, seq, player));
            for post in [Post::Remind(GAME, seq), Post::Late(GAME, seq)].into_iter().chain(calls) {
                let ready = post.ready(&game, &wishes, now);
                let Some(until) = wishes.quiet_until(now) else {
                    prop_assert!(matches!(ready, Ready::Post | Ready::Skip));
                    continue;
                };
                let lost = game.deadline().is_some_and(|deadline| deadline <= until);
                match ready {
                    Ready::Post => prop_assert!(lost && matches!(post, Post::Remind(..))),
                    Ready::Later(then) => prop_assert_eq!(then, until),
                    Ready::Skip => {}
                }
            }
        }
    }
}

/// Nine in the evening, UTC.
const EVENING: Timestamp = Timestamp(1_800_046_800);

fn quiet() -> Notices {
    Notices {
        quiet: Some(Quiet { from: 20, to: 8 }),
        ..Notices::default()
    }
}

fn wants(how: Notify) -> Notices {
    Notices {
        how,
        ..Notices::default()
    }
}

#[test]
fn a_board_is_posted_until_a_later_one_is_due() {
    let mut game = game(Thread::None);
    let board = Post::Board(GAME, 1);
    let usual = Notices::default();
    assert_eq!(board.ready(&game, &usual, NOON), Ready::Post);
    offers(&mut game, ANA);
    assert_eq!(board.ready(&game, &quiet(), EVENING), Ready::Post);
    let offer = Post::Offer(GAME, 2);
    assert_eq!(Post::about(&game), Some(offer));
    assert_eq!(offer.ready(&game, &usual, NOON), Ready::Post);
    declines(&mut game, BOB);
    assert_eq!(Post::about(&game), None);
    assert_eq!(offer.ready(&game, &usual, NOON), Ready::Skip);
    plays(&mut game, "a1 b2");
    assert_eq!(board.ready(&game, &usual, NOON), Ready::Skip);
    assert_eq!(Post::about(&game), Some(Post::Board(GAME, 4)));
}

#[test]
fn that_the_engine_has_declined_is_posted_where_no_message_can_be_edited() {
    let usual = Notices::default();
    let declined = Post::Declined(GAME, 3);
    let declines_in = |mut game: Game| {
        offers(&mut game, ANA);
        declines(&mut game, BOB);
        game
    };
    let mut outside = declines_in(alone(|_| {}));
    assert_eq!(Post::about(&outside), Some(declined));
    assert_eq!(declined.ready(&outside, &quiet(), EVENING), Ready::Post);
    moves(&mut outside);
    assert_eq!(declined.ready(&outside, &usual, NOON), Ready::Skip);
    let inside = declines_in(alone(|record| record.setup.venue = HERE));
    let between_people = declines_in(alone(|record| record.setup.engine = None));
    for game in [inside, between_people] {
        assert_eq!(Post::about(&game), None);
        assert_eq!(declined.ready(&game, &usual, NOON), Ready::Skip);
    }
}

#[test]
fn a_call_waits_for_the_end_of_quiet_hours_and_is_dropped_after_an_answer() {
    let mut game = game(Thread::None);
    let call = Post::Call(GAME, 1, ANA);
    assert_eq!(call.receiver(&game), Some(ANA));
    let direct = wants(Notify::Direct);
    assert_eq!(call.ready(&game, &direct, EVENING), Ready::Post);
    let morning = quiet().quiet_until(EVENING).unwrap();
    assert_eq!(call.ready(&game, &quiet(), EVENING), Ready::Later(morning));
    assert_eq!(call.ready(&game, &wants(Notify::Never), NOON), Ready::Skip);
    assert_eq!(call.ready(&game, &wants(Notify::Digest), NOON), Ready::Skip);
    assert_eq!(
        Post::Call(GAME, 1, BOB).ready(&game, &direct, NOON),
        Ready::Skip,
        "it is not their turn"
    );
    plays(&mut game, "a1 b2");
    assert_eq!(call.ready(&game, &direct, NOON), Ready::Skip);
    resigns(&mut game);
    let end = Post::Call(GAME, game.seq, BOB);
    assert_eq!(end.ready(&game, &wants(Notify::Digest), NOON), Ready::Post);
}

#[test]
fn a_reminder_ignores_quiet_hours_rather_than_let_a_player_lose() {
    let game = game(Thread::None);
    let remind = Post::Remind(GAME, 1);
    let deadline = game.deadline().unwrap();
    let night = Timestamp(EVENING.0 + 60);
    let early = Notices {
        quiet: Some(Quiet { from: 20, to: 7 }),
        ..Notices::default()
    };
    let morning = early.quiet_until(night).unwrap();
    assert_eq!(remind.ready(&game, &early, night), Ready::Later(morning));
    let last = deadline.plus(-60);
    assert_eq!(quiet().quiet_until(last), Some(deadline));
    assert_eq!(remind.ready(&game, &quiet(), last), Ready::Post);
}

#[test]
fn the_notice_that_time_is_over_is_posted_unless_more_was_given() {
    let mut game = game(Thread::None);
    let late = Post::Late(GAME, 1);
    let deadline = game.deadline().unwrap();
    let usual = Notices::default();
    assert_eq!(late.receiver(&game), Some(BOB));
    assert_eq!(late.ready(&game, &usual, deadline), Ready::Post);
    assert_eq!(late.ready(&game, &usual, deadline.plus(-1)), Ready::Skip);
    gives(&mut game);
    assert_eq!(late.ready(&game, &usual, deadline), Ready::Skip);
}
