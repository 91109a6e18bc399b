//! Discord asks the bot to wait.

use std::time::Duration;

use siwa::time::Stopwatch;
use siwa_playground::{InjectedFault, Logged, Message, Route};

use super::harness::Harness;
use super::outbox::{posts, preview, told_once};
use super::play::{Table, is_board};

#[tokio::test]
async fn too_many_requests_are_waited_out_as_long_as_discord_asks() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let preview = preview(&table, "a1", "a1 b2").await;
    let before = posts(&harness).len();
    harness.inject(InjectedFault {
        retry_after: Some(120.0),
        ..InjectedFault::once(Route::ChannelMessage, 429)
    });
    table.mover().presses(&preview, "play").await;
    let limited = |it: &Logged| it.status == 429;
    harness.requested(limited).await;
    for _ in 0..23 {
        harness.later(5).await;
    }
    assert_eq!(posts(&harness).len(), before + 1);
    told_once(&harness, "a1 b2").await;
}

#[tokio::test]
async fn a_global_limit_keeps_all_messages_back_for_as_long_as_discord_asks() {
    all_wait(Some(2.0), Duration::from_secs(2)).await;
}

#[tokio::test]
async fn a_global_limit_that_does_not_say_for_how_long_is_waited_for_a_second() {
    all_wait(None, Duration::from_secs(1)).await;
}

/// Two messages are kept back for `wait` by a global limit that says this.
async fn all_wait(retry_after: Option<f64>, wait: Duration) {
    let (harness, [ana, chloe]) = Harness::open_as(["ana", "chloe"]).await;
    let tables = [
        Table::set(&harness, "seega-5-classic").await,
        Table::between(&harness, &ana, &chloe, "seega-5-classic", "").await,
    ];
    let mut previews = Vec::new();
    for table in &tables {
        previews.push(preview(table, "a1", "a1 b2").await);
    }
    harness.inject(InjectedFault {
        global: true,
        retry_after,
        ..InjectedFault::once(Route::ChannelMessage, 429)
    });
    let watch = Stopwatch::start();
    let played = |it: &Message| is_board(it) && it.text().contains("played **a1 b2**");
    for (table, preview) in tables.iter().zip(previews) {
        // The answer does not count towards the limit.
        table.mover().presses(&preview, "play").await;
        let limited = |it: &Logged| it.status == 429;
        harness.requested(limited).await;
    }
    harness.waits_for("main", played).await;
    assert!(watch.elapsed() >= wait, "{:?}", watch.elapsed());
    harness.settles().await;
    let posted = harness.boards().into_iter().filter(played).count();
    assert_eq!(posted, 2);
}
