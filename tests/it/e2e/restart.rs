//! Restarts of the bot lose nothing.

use siwa::time::{DAY, Seconds};
use siwa_playground::{InjectedFault, Route};

use super::harness::Harness;
use super::person::Says;
use super::play::{Table, chosen, panel};

#[tokio::test]
async fn buttons_of_before_a_restart_still_work() {
    let (mut harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let card = ana.types("/challenge opponent:@bob").await;
    harness.restart().await;
    let board = harness.follows(&card, &bob, "accept").await;
    let pinged = harness.person(&board.pinged()[0].to_string());
    harness.restart().await;
    let panel = panel(&pinged, &board, &[]).await;
    harness.restart().await;
    let preview = chosen(&pinged, &panel, &["a1", "a1 b2"]).await;
    harness.restart().await;
    let next = harness.follows(&preview, &pinged, "play").await;
    next.says("a1 b2");
    harness.stripped(board.id).await;
}

#[tokio::test]
async fn a_deadline_that_passes_while_the_bot_is_stopped_moves_to_an_hour_later() {
    let mut harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.stop_bot().await;
    harness.clock.skip(DAY + 1);
    harness.resume().await;
    harness.later(50 * 60).await;
    harness.settles().await;
    assert_eq!(harness.with("main", "ran out of time").len(), 0);
    harness.later(11 * 60).await;
    let end = harness.ended().await;
    end.says(&format!("{} ran out of time", table.first.mention()));
    harness.stripped(table.board.id).await;
}

#[tokio::test]
async fn a_challenge_that_ends_while_the_bot_is_away_is_open_for_another_hour() {
    let mut harness = Harness::open().await;
    let card = harness.person("ana").types("/challenge").await;
    harness.stop_bot().await;
    harness.clock.skip(Seconds::days(3));
    harness.resume().await;
    harness.person("bob").presses(&card, "rules").await;
    harness.settles().await;
    let card = card.id;
    let shown = harness.world().message(card).unwrap();
    assert!(!shown.live().is_empty());
    harness.later(60 * 60 + 60).await;
    harness.stripped(card).await.says("has expired");
}

#[tokio::test]
async fn a_saved_change_is_announced_once_after_a_restart() {
    let (mut harness, table) = Table::open("seega-5-classic").await;
    // Neither the answer nor the message in its place arrives before the bot stops.
    harness.inject(InjectedFault::lasting(Route::Callback, 500));
    harness.inject(InjectedFault::lasting(Route::ChannelMessage, 500));
    let failed = table.first.attempt().types("/place squares:a1 b2").await;
    assert!(failed.is_err());
    harness.stop_bot().await;
    let _ = harness.world().take_violations();
    harness.world().lift(Route::Callback);
    harness.world().lift(Route::ChannelMessage);
    assert_eq!(harness.boards().len(), 1);
    harness.clock.skip(60);
    harness.resume().await;
    let board = harness.finds("main", "a1 b2").await;
    assert_eq!(board.pinged(), [table.second.id()]);
    harness.stripped(table.board.id).await;
    harness.restart().await;
    table.second.types("/place squares:d4 e5").await;
    assert_eq!(harness.with("main", "played **a1 b2**").len(), 1);
    harness.one_board().await;
}

#[tokio::test]
async fn work_at_hand_is_finished_before_the_bot_stops() {
    let (mut harness, table) = Table::open("seega-9-classic").await;
    let person = table.first.clone();
    let world = harness.world().clone();
    let act = tokio::spawn(async move { person.attempt().types("/place squares:a1 b2").await });
    world.wait_for_act().await.unwrap();
    harness.stop_bot().await;
    harness.reopen().await;
    // If the act was accepted, it was finished.
    let moved = harness.turns().await;
    match act.await.unwrap() {
        Ok(answer) => {
            assert_eq!(moved, 1);
            assert!(answer.text().contains("a1 b2"));
        }
        Err(_) => {
            assert_eq!(moved, 0);
            let _ = harness.world().take_violations();
        }
    }
}
