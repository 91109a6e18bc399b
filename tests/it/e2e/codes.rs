//! What follows from Discord's error codes, where no other story shows it.

use siwa_playground::{InjectedFault, Logged, Message, Route};

use super::harness::Harness;
use super::notify::{conversation, key};
use super::person::Person;
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
async fn a_board_waits_for_the_limits_of_its_channel() {
    for code in [20_016, 20_028, 20_029, 130_000] {
        let (harness, table) = Table::open("seega-5-classic").await;
        harness.settles().await;
        let slow = InjectedFault::once(Route::ChannelMessage, 400).with_code(code);
        harness.inject(slow);
        let away = table.mover().in_channel("other");
        away.types(&table.command("a1 b2")).await;
        let slowed = |it: &Logged| it.status == 400;
        harness.requested(slowed).await;
        harness.later(61).await;
        harness.finds("main", "played **a1 b2**").await;
        assert_eq!(answered(&harness, 400).len(), 1, "{code}");
    }
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

/// A game in which a player who wants direct messages is called, and their conversation meets a fault.
async fn called_directly(fault: InjectedFault) -> (Harness, Person) {
    let (harness, table) = Table::open("seega-5-classic").await;
    let waiter = table.waiter().clone();
    let shown = settings(&waiter, "Notifications").await;
    waiter.presses(&shown, "notify:how:direct").await;
    harness.settles().await;
    let direct = harness.world().open_conversation(key(&waiter)).id;
    harness.inject(InjectedFault {
        channel: Some(direct),
        ..fault
    });
    let first = table.command(&placing("seega-5-classic")[0]);
    table.mover().types(&first).await;
    (harness, waiter)
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_called_where_the_board_is() {
    for (status, code) in [(403, 50_007), (400, 50_033), (400, 50_278)] {
        let fault = InjectedFault::lasting(Route::ChannelMessage, status).with_code(code);
        let (harness, waiter) = called_directly(fault).await;
        let told = |it: &Message| it.text().contains("can’t send you direct messages");
        let told = harness.waits_for("main", told).await;
        assert_eq!(told.pinged(), [waiter.id()], "{code}");
    }
}

/// The refusals of a file: too large, of a wrong kind, or blocked.
const OF_A_FILE: [(u16, u32); 6] = [
    (413, 0),
    (400, 20_009),
    (400, 40_005),
    (400, 50_045),
    (400, 50_046),
    (400, 400_001),
];

fn refused(route: Route, (status, code): (u16, u32)) -> InjectedFault {
    InjectedFault::once(route, status).with_code(code)
}

fn is_in_words(message: &Message) -> bool {
    message.image().is_none() && message.text().contains("5 × 5 board")
}

#[tokio::test]
async fn a_message_whose_picture_is_refused_comes_in_words() {
    let (harness, table) = Table::open("seega-5-classic").await;
    harness.settles().await;
    let moves = placing("seega-5-classic");
    for (number, refusal) in OF_A_FILE.into_iter().enumerate() {
        harness.inject(refused(Route::Callback, refusal));
        let shown = table.first.types("/board").await;
        assert!(is_in_words(&shown), "{}", shown.text());
        let who = [&table.first, &table.second][number % 2];
        harness.inject(refused(Route::ChannelMessage, refusal));
        let newest = harness.newest();
        let away = who.in_channel("other");
        away.types(&table.command(&moves[number])).await;
        let posted = |it: &Message| it.id > newest && is_in_words(it);
        harness.waits_for("main", posted).await;
        harness.faults_met(Route::ChannelMessage).await;
    }
    harness.settles().await;
}

#[tokio::test]
async fn a_direct_message_whose_picture_is_refused_comes_in_words() {
    for refusal in OF_A_FILE {
        let (harness, waiter) = called_directly(refused(Route::ChannelMessage, refusal)).await;
        harness.waits_for(&conversation(&waiter), is_in_words).await;
    }
}
