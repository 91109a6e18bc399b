//! What follows from Discord's error codes, where no other story shows it.

use siwa_playground::{InjectedFault, Logged, Message, Route};

use super::harness::Harness;
use super::play::{Table, is_board, placing, said, settings};

/// The requests that were answered with a status.
fn answered(harness: &Harness, status: u16) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.status == status);
    log
}

#[tokio::test]
async fn old_messages_that_cannot_be_edited_yet_delay_no_board() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    harness.settles().await;
    harness.world().inject(InjectedFault {
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
    for code in [20_016, 20_028] {
        let harness = Harness::open().await;
        let table = Table::set(&harness, "seega-5-classic").await;
        harness.settles().await;
        let slow = InjectedFault::once(Route::ChannelMessage, 400).with_code(code);
        harness.world().inject(slow);
        let away = table.mover().in_channel("other");
        away.types(&table.command("a1 b2")).await.unwrap();
        let slowed = |it: &Logged| it.status == 400;
        harness.world().wait_for_request(slowed).await.unwrap();
        harness.later(61).await;
        let there = |it: &Message| it.text().contains("played **a1 b2**");
        harness.world().wait_for("main", there).await.unwrap();
        assert_eq!(answered(&harness, 400).len(), 1, "{code}");
    }
}

#[tokio::test]
async fn without_room_for_a_thread_a_game_is_played_in_its_channel() {
    let harness = Harness::open().await;
    harness.games_in(siwa::game::GamesIn::Threads).await;
    let full = InjectedFault::lasting(Route::Thread, 400).with_code(160_006);
    harness.world().inject(full);
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let card = said(&ana, &format!("/challenge opponent:{}", bob.mention())).await;
    let board = harness.follows(&card, &bob, "Accept").await;
    assert!(is_board(&board), "{}", board.text());
    harness.settles().await;
    assert_eq!(answered(&harness, 400).len(), 1);
}

#[tokio::test]
async fn an_answer_whose_token_has_expired_is_sent_once() {
    for (status, code) in [(404, 10_015), (401, 50_027)] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, "seega-5-classic").await;
        table.two_turns_each().await;
        harness.settles().await;
        let expired = InjectedFault::lasting(Route::Webhook, status).with_code(code);
        harness.world().inject(expired);
        let replay = format!("/replay game:{}", table.id);
        table.first.types(&replay).await.unwrap();
        let refused = |it: &Logged| it.status == status;
        harness.world().wait_for_request(refused).await.unwrap();
        harness.settles().await;
        assert_eq!(answered(&harness, status).len(), 1, "{code}");
    }
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_called_where_the_board_is() {
    for (status, code) in [(403, 50_007), (400, 50_278)] {
        let harness = Harness::open().await;
        let table = Table::set(&harness, "seega-5-classic").await;
        let waiter = table.waiter().clone();
        let shown = settings(&waiter, "Notifications").await;
        waiter.presses(&shown, "notify:how:direct").await.unwrap();
        harness.settles().await;
        let key = ["ana", "bob"][usize::from(waiter.id().is_multiple_of(2))];
        let direct = harness.world().open_conversation(key).id;
        harness.world().inject(InjectedFault {
            channel: Some(direct),
            ..InjectedFault::lasting(Route::ChannelMessage, status).with_code(code)
        });
        let first = table.command(&placing("seega-5-classic")[0]);
        table.mover().types(&first).await.unwrap();
        let told = |it: &Message| it.text().contains("can’t send you direct messages");
        let told = harness.world().wait_for("main", told).await.unwrap();
        assert_eq!(told.pinged(), [waiter.id()], "{code}");
    }
}
