//! Each outbox item is sent once, whatever Discord does.

use std::time::Duration;

use siwa_playground::{InjectedFault, Kind, Logged, Message, Person, Route};

use super::harness::Harness;
use super::play::{Table, carried, is_board, offers, panel};

/// The preview of a move entered with menus, ready to be confirmed.
pub(super) async fn preview(table: &Table, first: &str, whole: &str) -> Message {
    panel(table.mover(), &table.board, &[first, whole]).await
}

/// Messages in the first channel about this move.
fn telling(harness: &Harness, played: &str) -> Vec<Message> {
    let mut messages = harness.world().messages("main");
    messages.retain(|it| it.text().contains(&format!("played **{played}**")));
    messages
}

/// Everything was sent: one message has the move, and only its board has buttons.
pub(super) async fn told_once(harness: &Harness, played: &str) {
    harness.settles().await;
    assert_eq!(telling(harness, played).len(), 1);
    let boards = harness.boards();
    assert_eq!(boards.len(), 1, "{boards:?}");
    assert!(boards[0].text().contains(played));
}

/// Requests to post a message in a channel.
pub(super) fn posts(harness: &Harness) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.method == "POST" && it.path.starts_with("/channels/"));
    log
}

async fn answered_twice(harness: &Harness) {
    let violation = harness.world().expect_violation(Kind::AnsweredTwice).await;
    violation.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, "seega-5-classic").await;
        // Neither the first try nor the second is acknowledged in time.
        let held = [Route::Callback; 2].map(|route| harness.world().hold(route));
        table.plays("a1 b2").await;
        answered_twice(&harness).await;
        harness.clock.skip(seconds);
        harness.settles().await;
        held.into_iter().for_each(siwa_playground::Held::release);
        told_once(&harness, "a1 b2").await;
        table.plays("d4 e5").await;
        told_once(&harness, "d4 e5").await;
    }
}

#[tokio::test]
async fn a_post_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let harness = Harness::open().await;
        let table = Table::set(&harness, "seega-5-classic").await;
        let preview = preview(&table, "a1", "a1 b2").await;
        let held = harness.world().hold(Route::ChannelMessage);
        let done = table.mover().presses(&preview, "Confirm").await.unwrap();
        assert!(done.private(), "{}", done.text());
        let there = |it: &Message| it.text().contains("played **a1 b2**");
        harness.world().wait_for("main", there).await.unwrap();
        harness.clock.skip(seconds);
        harness.settles().await;
        held.release();
        told_once(&harness, "a1 b2").await;
    }
}

#[tokio::test]
async fn a_lost_answer_is_looked_for_until_discord_returns_it() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    harness
        .world()
        .inject(InjectedFault::unacknowledged(Route::Callback, 500));
    harness
        .world()
        .inject(InjectedFault::lasting(Route::Original, 500));
    table.plays("a1 b2").await;
    answered_twice(&harness).await;
    for _ in 0..20 {
        harness.later(30).await;
        assert_eq!(telling(&harness, "a1 b2").len(), 1);
    }
    assert!(harness.count("select count(*) from outbox").await > 0);
    harness.world().lift(Route::Original);
    told_once(&harness, "a1 b2").await;
}

#[tokio::test]
async fn an_answer_that_fails_once_is_retried_immediately() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    for command in ["/help", "/games", "/leaderboard", "/rules", "/settings"] {
        for status in [500, 429] {
            harness
                .world()
                .inject(InjectedFault::once(Route::Callback, status));
            let answer = ana.types(command).await.unwrap();
            assert!(!answer.text().is_empty(), "{command}");
        }
    }
    harness
        .world()
        .inject(InjectedFault::once(Route::Callback, 502));
    let table = Table::set(&harness, "seega-5-classic").await;
    harness
        .world()
        .inject(InjectedFault::once(Route::Callback, 503));
    assert!(!offers(&table.first, "/place squares:").await.is_empty());
}

/// The next `times` answers take effect, but seem to fail.
fn lose_acknowledgements(harness: &Harness, times: u32) {
    harness.world().inject(InjectedFault {
        times,
        ..InjectedFault::unacknowledged(Route::Callback, 500)
    });
}

#[tokio::test]
async fn a_declined_challenge_is_announced_once_whatever_discord_acknowledges() {
    // Whether the card's message is known, and how many answers are not acknowledged.
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let harness = Harness::open().await;
        if !known {
            lose_acknowledgements(&harness, 2);
            harness
                .world()
                .inject(InjectedFault::lasting(Route::Original, 500));
        }
        let card = harness
            .person("ana")
            .types("/challenge opponent:@bob")
            .await;
        let card = card.unwrap().message().unwrap().clone();
        if !known {
            answered_twice(&harness).await;
        }
        lose_acknowledgements(&harness, lost);
        let declined = harness.person("bob").presses(&card, "Decline").await;
        assert!(declined.unwrap().text().contains("declined"));
        if lost > 0 {
            answered_twice(&harness).await;
        }
        harness.world().lift(Route::Original);
        harness.settles().await;
        let told = harness.world().messages("main");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].text().contains("declined") && told[0].live().is_empty());
    }
}

#[tokio::test]
async fn a_declined_offer_is_announced_once_whatever_discord_acknowledges() {
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let harness = Harness::open().await;
        let table = Table::set(&harness, "seega-5-classic").await;
        if !known {
            lose_acknowledgements(&harness, 2);
            harness
                .world()
                .inject(InjectedFault::lasting(Route::Original, 500));
        }
        let offer = table.waiter().types("/draw").await.unwrap();
        if !known {
            answered_twice(&harness).await;
        }
        lose_acknowledgements(&harness, lost);
        let declined = table.mover().presses(offer.message().unwrap(), "Decline");
        let declined = declined.await.unwrap();
        assert!(
            declined
                .text()
                .contains("declined to stop and count. Game #1 goes on")
        );
        if lost > 0 {
            answered_twice(&harness).await;
        }
        harness.world().lift(Route::Original);
        harness.settles().await;
        let told = harness.world().messages("main");
        assert_eq!(told.len(), 3, "card, board and offer: {told:?}");
        assert!(
            told[2]
                .text()
                .contains("declined to stop and count. Game #1 goes on")
                && told[2].live().is_empty()
        );
        assert_eq!(harness.boards().len(), 1);
    }
}

#[tokio::test]
async fn the_board_of_a_pressed_turn_is_posted_before_its_answer_is_acknowledged() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let preview = preview(&table, "a1", "a1 b2").await;
    let held = harness.world().hold(Route::Callback);
    table.mover().presses(&preview, "Confirm").await.unwrap();
    let there = |it: &Message| it.text().contains("played **a1 b2**");
    harness.world().wait_for("main", there).await.unwrap();
    held.release();
    told_once(&harness, "a1 b2").await;
    // Only on a slow machine there was a second try by then.
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_closed_channel_gets_its_board_once_it_is_open() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    harness
        .world()
        .inject(InjectedFault::lasting(Route::ChannelMessage, 403).with_code(50_013));
    let away = table.mover().in_channel("other");
    away.types(&table.command("a1 b2")).await.unwrap();
    let admits = |it: &Message| it.text().contains("can’t post the board");
    away.waits_for(admits).await.unwrap();
    harness.world().lift(Route::ChannelMessage);
    // Whatever a member of the server does there shows the bot that it may post.
    table.waiter().types("/games").await.unwrap();
    told_once(&harness, "a1 b2").await;
    let tried = posts(&harness).into_iter().filter(|it| it.status == 403);
    assert_eq!(tried.count(), 1);
    let board = &harness.boards()[0];
    assert_eq!(board.pinged(), [table.waiter().id()]);
}

#[tokio::test]
async fn a_deleted_message_needs_no_upkeep() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    harness.world().delete_message(table.board.id);
    table.plays("a1 b2").await;
    harness.settles().await;
    let violation = harness.world().expect_violation(Kind::NotFound).await;
    violation.unwrap();
}

#[tokio::test]
async fn a_hundred_messages_that_cannot_be_edited_do_not_delay_others() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let other = harness.world().channel("other").unwrap().id;
    harness.world().inject(InjectedFault {
        channel: Some(other),
        ..InjectedFault::lasting(Route::EditMessage, 500)
    });
    // One of the edits is never acknowledged.
    let held = harness.world().hold(Route::EditMessage);
    let mut database = harness.database().await;
    for insert in [
        "insert into challenges (id, guild, channel, locale, challenger, variant, rated, created, expires, status,
                                 message)
         with recursive n (i) as (select 1000 union all select i + 1 from n where i < 1099)
         select i, guild, $1, locale, challenger, variant, rated, created, expires, 'expired', i from n, challenges",
        "insert into upkeep (challenge, version, created, due, attempts)
         select id, 1, 0, 0, 0 from challenges where channel = $1",
    ] {
        sqlx::query(insert)
            .bind(other.cast_signed())
            .execute(&mut database)
            .await
            .unwrap();
    }
    harness.clock.skip(siwa::time::DAY + 1);
    let end = harness
        .world()
        .wait_for("main", |it| carried(it, ":rematch").is_some())
        .await
        .unwrap();
    assert!(end.text().contains("ran out of time"), "{}", end.text());
    let stripped = |it: &Message| it.live().is_empty();
    harness
        .world()
        .wait_until(table.board.id, stripped)
        .await
        .unwrap();
    // They are tried, too, as fast as other requests leave room in Discord's limit.
    let tried = async {
        while harness
            .count("select count(*) from upkeep where challenge >= 1000 and attempts = 0")
            .await
            > 0
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), tried)
        .await
        .unwrap();
    held.release();
}

/// An old board that still has its buttons, as an earlier version may have left.
async fn left_behind(harness: &Harness, table: &mut Table) -> Message {
    let old = table.board.clone();
    harness
        .world()
        .inject(InjectedFault::lasting(Route::EditMessage, 500));
    table.plays("a1 b2").await;
    let failed = |it: &Logged| it.method == "PATCH" && it.status == 500;
    harness.world().wait_for_request(failed).await.unwrap();
    harness.later(0).await;
    let mut database = harness.database().await;
    for forget in ["delete from upkeep", "delete from messages where seq = 1"] {
        sqlx::query(forget).execute(&mut database).await.unwrap();
    }
    harness.world().lift(Route::EditMessage);
    old
}

#[tokio::test]
async fn stale_buttons_disappear_when_they_are_pressed() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let old = left_behind(&harness, &mut table).await;
    let chloe: Person = harness.person("chloe");
    let answer = chloe.presses(&old, "Place pieces").await.unwrap();
    assert!(answer.private() && answer.message().unwrap().image().is_some());
    let stripped = |it: &Message| it.live().is_empty();
    harness.world().wait_until(old.id, stripped).await.unwrap();
    told_once(&harness, "a1 b2").await;
}

#[tokio::test]
async fn a_closed_card_loses_its_buttons_when_they_are_pressed() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    let card = card.message().unwrap().clone();
    let mut database = harness.database().await;
    let closed = "update challenges set status = 'declined'";
    sqlx::query(closed).execute(&mut database).await.unwrap();
    let late = bob.presses(&card, "Accept").await.unwrap();
    assert!(late.private() && late.text().contains("declined"));
    let stripped = |it: &Message| it.live().is_empty();
    let card = harness.world().wait_until(card.id, stripped).await.unwrap();
    assert!(
        !is_board(&card) && card.text().contains("declined"),
        "{}",
        card.text()
    );
}
