//! What follows from Discord's error codes, where no other story shows it.

use siwa_playground::{InjectedFault, Logged, Route};

use super::harness::{FIREWALL, Harness};
use super::notify::{conversation, key};
use super::play::{Table, is_board, placing, said, settings};

/// The requests that were answered with a status.
fn answered(harness: &Harness, status: u16) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.status == status);
    log
}

#[tokio::test]
async fn old_messages_that_cannot_be_edited_yet_delay_no_board() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    harness.settles().await;
    harness.inject(InjectedFault {
        retry_after: Some(600.0),
        ..InjectedFault::lasting(Route::EditMessage, 429).with_code(30_046)
    });
    for text in &placing("seega-5-classic")[..6] {
        table.plays(text).await;
    }
    let edits = answered(&harness, 429);
    assert!((1..=2).contains(&edits.len()), "{edits:?}");
    harness.world().lift(Route::EditMessage);
    harness.later(601).await;
    harness.settles().await;
    harness.one_board().await;
}

#[tokio::test]
async fn without_room_for_a_thread_a_game_is_played_in_its_channel() {
    let harness = Harness::open_with_threads().await;
    let full = InjectedFault::lasting(Route::Thread, 400).with_code(160_006);
    harness.inject(full);
    let [ana, bob] = harness.people(["ana", "bob"]);
    let card = said(&ana, &format!("/challenge opponent:{}", bob.mention())).await;
    let board = harness.follows(&card, &bob, "Accept").await;
    assert!(is_board(&board), "{}", board.text());
    harness.settles().await;
    assert_eq!(answered(&harness, 400).len(), 1);
}

#[tokio::test]
async fn an_answer_whose_token_has_expired_is_sent_once() {
    for (status, code) in [(404, 10_015), (401, 50_027)] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        table.two_turns_each().await;
        harness.settles().await;
        let expired = InjectedFault::lasting(Route::Webhook, status).with_code(code);
        harness.inject(expired);
        let replay = format!("/replay game:{}", table.id);
        table.first.types(&replay).await;
        let refused = |it: &Logged| it.status == status;
        harness.requested(refused).await;
        harness.settles().await;
        assert_eq!(answered(&harness, status).len(), 1, "{code}");
    }
}

/// What follows for an edit of an old board, for an answer, for a direct message and for a new board.
type Follows = [&'static str; 4];

/// It is tried again within a minute, and nothing lasts.
const AGAIN: Follows = ["again"; 4];
/// It is tried again after a minute at least, and nothing lasts.
const LATER: Follows = ["later"; 4];
/// It comes in words; edits of old boards have no picture.
const WORDS: Follows = ["again", "words", "words", "words"];
/// The person is called where the board is.
const NO_DIRECT: Follows = ["again", "again", "channel", "again"];
/// The channel is asked again after an hour.
const SHUT: Follows = ["later", "again", "channel", "later"];
/// The game goes on in direct messages, and old boards stay as they are.
const LEFT: Follows = ["stays", "again", "channel", "directly"];

const NO_EMOJI: &str = r#"{ "code": 50035, "message": "BUTTON_COMPONENT_INVALID_EMOJI" }"#;

/// By the status, the code and the page of a refusal: what follows.
const TABLE: [(u16, u32, &str, Follows); 53] = [
    (200, 0, FIREWALL, AGAIN),
    (400, 0, "", AGAIN),
    (401, 0, "", AGAIN),
    (401, 0, FIREWALL, AGAIN),
    (403, 0, "", AGAIN),
    (403, 0, FIREWALL, AGAIN),
    (403, 40_333, "", AGAIN),
    (429, 0, FIREWALL, AGAIN),
    (503, 0, FIREWALL, AGAIN),
    (400, 12_345, "", AGAIN),
    (404, 10_003, "", LEFT),
    (404, 10_004, "", SHUT),
    (404, 10_007, "", NO_DIRECT),
    (404, 10_008, "", ["stays", "again", "again", "again"]),
    (404, 10_013, "", NO_DIRECT),
    (404, 10_015, "", AGAIN),
    (404, 10_062, "", AGAIN),
    (400, 20_009, "", WORDS),
    (400, 20_016, "", LATER),
    (403, 20_022, "", LATER),
    (403, 20_028, "", LATER),
    (403, 20_029, "", LATER),
    (429, 30_046, "", AGAIN),
    (403, 40_003, "", LATER),
    (403, 40_004, "", LATER),
    (400, 40_005, "", WORDS),
    (403, 40_006, "", LATER),
    (400, 40_058, "", LEFT),
    (403, 40_062, "", LATER),
    (403, 50_001, "", SHUT),
    (403, 50_007, "", NO_DIRECT),
    (400, 50_008, "", LEFT),
    (403, 50_013, "", SHUT),
    (401, 50_014, "", AGAIN),
    (400, 50_024, "", LEFT),
    (401, 50_027, "", AGAIN),
    (400, 50_033, "", NO_DIRECT),
    (400, 50_035, NO_EMOJI, AGAIN),
    (400, 50_045, "", WORDS),
    (400, 50_046, "", WORDS),
    (400, 50_083, "", LEFT),
    (400, 50_110, "", WORDS),
    (400, 50_123, "", WORDS),
    (400, 50_146, "", WORDS),
    (400, 50_151, "", AGAIN),
    (400, 50_278, "", NO_DIRECT),
    (400, 110_001, "", LATER),
    (503, 130_000, "", LATER),
    (400, 160_004, "", AGAIN),
    (403, 160_005, "", LEFT),
    (400, 200_000, "", AGAIN),
    (400, 400_001, "", WORDS),
    (413, 0, FIREWALL, WORDS),
];

/// How a message with these words has come, if it has.
fn come(harness: &Harness, place: &str, words: &str) -> Option<&'static str> {
    match harness.with(place, words).as_slice() {
        [] => None,
        [one] if one.image().is_some() => Some("again"),
        [_] => Some("words"),
        _ => Some("twice"),
    }
}

/// Whether it has happened within a minute, or at all.
async fn happens(harness: &Harness, done: impl Fn() -> Option<&'static str>) -> &'static str {
    // A direct message waits for the board, second by second.
    for seconds in [20, 1, 1, 1, 0] {
        harness.later(seconds).await;
    }
    if let Some(how) = done() {
        return how;
    }
    harness.later(60 * 60).await;
    harness.settles().await;
    match done() {
        Some("again") => "later",
        how => how.unwrap_or("stays"),
    }
}

/// What follows if Discord refuses the next request of each kind.
async fn follows(status: u16, code: u32, page: &'static str) -> Follows {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    harness.settles().await;
    let refuse = |route, place: Option<&str>| {
        let fault = InjectedFault::once(route, status).with_code(code);
        harness.inject(InjectedFault {
            channel: place.map(|place| harness.world().channel(place).unwrap().id),
            page: (!page.is_empty()).then_some(page.into()),
            ..fault
        });
    };
    let moves = placing("seega-5-classic");
    let played = |number: usize| format!("played **{}**", moves[number]);

    let old = table.board.id;
    refuse(Route::EditMessage, None);
    table.plays(&moves[0]).await;
    let edit = happens(&harness, || (!harness.is_live(old)).then_some("again")).await;

    refuse(Route::Callback, None);
    let command = table.command(&moves[1]);
    let mover = table.mover().clone();
    // They may see that it has failed.
    tokio::spawn(async move { mover.attempt().types(&command).await.is_ok() });
    harness.faults_met(Route::Callback).await;
    table.line.play(&moves[1]).unwrap();
    let answer = happens(&harness, || come(&harness, "main", &played(1))).await;

    let waiter = table.waiter().clone();
    let shown = settings(&waiter, "Notifications").await;
    waiter.presses(&shown, "notify:how:direct").await;
    harness.world().open_conversation(key(&waiter));
    let direct = conversation(&waiter);
    refuse(Route::ChannelMessage, Some(&direct));
    table.mover().types(&table.command(&moves[2])).await;
    table.line.play(&moves[2]).unwrap();
    let closed = "can’t send you direct messages";
    let called = || match come(&harness, &direct, &played(2)) {
        None => come(&harness, "main", closed).map(|_| "channel"),
        come => come,
    };
    let direct = happens(&harness, called).await;

    refuse(Route::ChannelMessage, Some("main"));
    let away = table.mover().in_channel("other");
    away.types(&table.command(&moves[3])).await;
    let other = conversation(table.waiter());
    let come = || match come(&harness, "main", &played(3)) {
        None => come(&harness, &other, "goes on here").map(|_| "directly"),
        come => come,
    };
    let board = happens(&harness, come).await;
    let _ = harness.world().take_violations();
    [edit, answer, direct, board]
}

#[tokio::test]
async fn each_code_has_the_consequences_of_its_meaning_and_no_others() {
    let mut wrong = Vec::new();
    for (status, code, page, expected) in TABLE {
        let found = follows(status, code, page).await;
        if found != expected {
            wrong.push((status, code, page, found, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
