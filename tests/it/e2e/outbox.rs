//! Each outbox item is sent once, whatever Discord does.

use std::time::Duration;

use siwa_playground::{InjectedFault, Kind, Logged, Message, Person, Route};

use super::house::House;
use super::play::{Table, carried, is_board, offers, panel};

/// The preview of a move entered with menus, ready to be confirmed.
async fn preview(table: &Table, first: &str, whole: &str) -> Message {
    panel(table.mover(), &table.board, &[first, whole]).await
}

/// Messages in the first channel about this move.
fn telling(house: &House, played: &str) -> Vec<Message> {
    let mut messages = house.world().messages("main");
    messages.retain(|it| it.text().contains(&format!("played **{played}**")));
    messages
}

/// Everything was sent: one message has the move, and only its board has buttons.
async fn told_once(house: &House, played: &str) {
    house.settles().await;
    assert_eq!(telling(house, played).len(), 1);
    let boards = house.boards();
    assert_eq!(boards.len(), 1, "{boards:?}");
    assert!(boards[0].text().contains(played));
}

/// Requests to post a message in a channel.
fn posts(house: &House) -> Vec<Logged> {
    let mut log = house.world().rest_log();
    log.retain(|it| it.method == "POST" && it.path.starts_with("/channels/"));
    log
}

async fn answered_twice(house: &House) {
    let violation = house.world().expect_violation(Kind::AnsweredTwice).await;
    violation.unwrap();
}

#[tokio::test]
async fn an_answer_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let house = House::open().await;
        let mut table = Table::set(&house, "seega-5-classic").await;
        // Neither the first try nor the second is acknowledged in time.
        let held = [Route::Callback; 2].map(|route| house.world().hold(route));
        table.plays("a1 b2").await;
        answered_twice(&house).await;
        house.clock.skip(seconds);
        house.settles().await;
        held.into_iter().for_each(siwa_playground::Held::release);
        told_once(&house, "a1 b2").await;
        table.plays("d4 e5").await;
        told_once(&house, "d4 e5").await;
    }
}

#[tokio::test]
async fn a_post_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let house = House::open().await;
        let table = Table::set(&house, "seega-5-classic").await;
        let preview = preview(&table, "a1", "a1 b2").await;
        let held = house.world().hold(Route::ChannelMessage);
        let done = table.mover().presses(&preview, "Confirm").await.unwrap();
        assert!(done.private(), "{}", done.text());
        let there = |it: &Message| it.text().contains("played **a1 b2**");
        house.world().wait_for("main", there).await.unwrap();
        house.clock.skip(seconds);
        house.settles().await;
        held.release();
        told_once(&house, "a1 b2").await;
    }
}

#[tokio::test]
async fn a_lost_answer_is_looked_for_until_discord_returns_it() {
    let house = House::open().await;
    let mut table = Table::set(&house, "seega-5-classic").await;
    house
        .world()
        .inject(InjectedFault::unacknowledged(Route::Callback, 500));
    house
        .world()
        .inject(InjectedFault::lasting(Route::Original, 500));
    table.plays("a1 b2").await;
    answered_twice(&house).await;
    for _ in 0..20 {
        house.later(30).await;
        assert_eq!(telling(&house, "a1 b2").len(), 1);
    }
    assert!(house.count("select count(*) from outbox").await > 0);
    house.world().lift(Route::Original);
    told_once(&house, "a1 b2").await;
}

#[tokio::test]
async fn an_answer_that_fails_once_is_retried_immediately() {
    let house = House::open().await;
    let ana = house.person("ana");
    for command in ["/help", "/games", "/leaderboard", "/rules", "/theme"] {
        for status in [500, 429] {
            house
                .world()
                .inject(InjectedFault::once(Route::Callback, status));
            let answer = ana.types(command).await.unwrap();
            assert!(!answer.text().is_empty(), "{command}");
        }
    }
    house
        .world()
        .inject(InjectedFault::once(Route::Callback, 502));
    let table = Table::set(&house, "seega-5-classic").await;
    house
        .world()
        .inject(InjectedFault::once(Route::Callback, 503));
    assert!(!offers(&table.first, "/place squares:").await.is_empty());
}

/// The next `times` answers take effect, but seem to fail.
fn lose_acknowledgements(house: &House, times: u32) {
    house.world().inject(InjectedFault {
        times,
        ..InjectedFault::unacknowledged(Route::Callback, 500)
    });
}

#[tokio::test]
async fn a_declined_challenge_is_announced_once_whatever_discord_acknowledges() {
    // Whether the card's message is known, and how many answers are not acknowledged.
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let house = House::open().await;
        if !known {
            lose_acknowledgements(&house, 2);
            house
                .world()
                .inject(InjectedFault::lasting(Route::Original, 500));
        }
        let card = house.person("ana").types("/challenge opponent:@bob").await;
        let card = card.unwrap().message().unwrap().clone();
        if !known {
            answered_twice(&house).await;
        }
        lose_acknowledgements(&house, lost);
        let declined = house.person("bob").presses(&card, "Decline").await;
        assert!(declined.unwrap().text().contains("declined"));
        if lost > 0 {
            answered_twice(&house).await;
        }
        house.world().lift(Route::Original);
        house.settles().await;
        let told = house.world().messages("main");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].text().contains("declined") && told[0].live().is_empty());
    }
}

#[tokio::test]
async fn a_declined_offer_is_announced_once_whatever_discord_acknowledges() {
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let house = House::open().await;
        let table = Table::set(&house, "seega-5-classic").await;
        if !known {
            lose_acknowledgements(&house, 2);
            house
                .world()
                .inject(InjectedFault::lasting(Route::Original, 500));
        }
        let offer = table.waiter().types("/draw").await.unwrap();
        if !known {
            answered_twice(&house).await;
        }
        lose_acknowledgements(&house, lost);
        let declined = table.mover().presses(offer.message().unwrap(), "Decline");
        let declined = declined.await.unwrap();
        assert!(
            declined
                .text()
                .contains("declined to stop and count. Game #1 goes on")
        );
        if lost > 0 {
            answered_twice(&house).await;
        }
        house.world().lift(Route::Original);
        house.settles().await;
        let told = house.world().messages("main");
        assert_eq!(told.len(), 3, "card, board and offer: {told:?}");
        assert!(
            told[2]
                .text()
                .contains("declined to stop and count. Game #1 goes on")
                && told[2].live().is_empty()
        );
        assert_eq!(house.boards().len(), 1);
    }
}

#[tokio::test]
async fn the_board_of_a_pressed_turn_is_posted_before_its_answer_is_acknowledged() {
    let house = House::open().await;
    let table = Table::set(&house, "seega-5-classic").await;
    let preview = preview(&table, "a1", "a1 b2").await;
    let held = house.world().hold(Route::Callback);
    table.mover().presses(&preview, "Confirm").await.unwrap();
    let there = |it: &Message| it.text().contains("played **a1 b2**");
    house.world().wait_for("main", there).await.unwrap();
    held.release();
    told_once(&house, "a1 b2").await;
    // Only on a slow machine there was a second try by then.
    let _ = house.world().take_violations();
}

#[tokio::test]
async fn a_closed_channel_gets_its_board_once_it_is_open() {
    // An hour in steps of half a minute: in smaller ones it took a minute on a server.
    for (steps, seconds) in [(1, 5), (120, 30)] {
        let house = House::open().await;
        let table = Table::set(&house, "seega-5-classic").await;
        let preview = preview(&table, "a1", "a1 b2").await;
        house
            .world()
            .inject(InjectedFault::lasting(Route::ChannelMessage, 403));
        let mover = table.mover();
        mover.presses(&preview, "Confirm").await.unwrap();
        let admits = |it: &Message| it.text().contains("can’t post the board");
        let mover = mover.id().to_string();
        house
            .world()
            .wait_for_private(&mover, admits)
            .await
            .unwrap();
        for _ in 0..steps {
            house.later(seconds).await;
        }
        // With and without the picture: immediately, and after 5 s, 30 s, 5 min.
        let tried = posts(&house).iter().filter(|it| it.status == 403).count();
        assert!(tried <= 8, "{tried} requests");
        house.world().lift(Route::ChannelMessage);
        told_once(&house, "a1 b2").await;
        let board = &house.boards()[0];
        assert_eq!(board.pinged(), [table.waiter().id()]);
    }
}

#[tokio::test]
async fn items_for_a_deleted_channel_are_dropped() {
    let house = House::open().await;
    let table = Table::set(&house, "seega-5-classic").await;
    house.world().delete_channel("main");
    let away = table.first.in_channel("other");
    let act = format!("/place squares:a1 b2 game:{}", table.id);
    away.types(&act).await.unwrap();
    house.settles().await;
    let violation = house.world().expect_violation(Kind::NotFound).await;
    violation.unwrap();
    let _ = house.world().take_violations();
    assert!(posts(&house).len() <= 2, "{:?}", posts(&house));
    let look = away.types(&format!("/board game:{}", table.id)).await;
    assert!(look.unwrap().text().contains("a1 b2"));
}

#[tokio::test]
async fn a_deleted_message_needs_no_upkeep() {
    let house = House::open().await;
    let mut table = Table::set(&house, "seega-5-classic").await;
    house.world().delete_message(table.board.id);
    table.plays("a1 b2").await;
    house.settles().await;
    let violation = house.world().expect_violation(Kind::NotFound).await;
    violation.unwrap();
}

#[tokio::test]
async fn too_many_requests_are_waited_out_as_long_as_discord_asks() {
    let house = House::open().await;
    let table = Table::set(&house, "seega-5-classic").await;
    let preview = preview(&table, "a1", "a1 b2").await;
    let before = posts(&house).len();
    house.world().inject(InjectedFault {
        retry_after: 120.0,
        ..InjectedFault::once(Route::ChannelMessage, 429)
    });
    table.mover().presses(&preview, "Confirm").await.unwrap();
    let limited = |it: &Logged| it.status == 429;
    house.world().wait_for_request(limited).await.unwrap();
    for _ in 0..23 {
        house.later(5).await;
    }
    assert_eq!(posts(&house).len(), before + 1);
    told_once(&house, "a1 b2").await;
}

#[tokio::test]
async fn a_hundred_messages_that_cannot_be_edited_do_not_delay_others() {
    let house = House::open().await;
    let table = Table::set_with(&house, "seega-5-classic", "time:1").await;
    let other = house.world().channel("other").unwrap().id;
    house.world().inject(InjectedFault {
        channel: Some(other),
        ..InjectedFault::lasting(Route::EditMessage, 500)
    });
    // One of the edits is never acknowledged.
    let held = house.world().hold(Route::EditMessage);
    let mut database = house.database().await;
    for insert in [
        "insert into challenges (id, guild, channel, locale, challenger, variant, rated, created, expires, status,
                                 message)
         with recursive n (i) as (select 1000 union all select i + 1 from n where i < 1099)
         select i, guild, $1, locale, challenger, variant, rated, created, expires, 'expired', i from n, challenges",
        "insert into upkeep (challenge, version, born, not_before, tries)
         select id, 1, 0, 0, 0 from challenges where channel = $1",
    ] {
        sqlx::query(insert)
            .bind(other.cast_signed())
            .execute(&mut database)
            .await
            .unwrap();
    }
    house.clock.skip(siwa::time::DAY + 1);
    let end = house
        .world()
        .wait_for("main", |it| carried(it, ":rematch").is_some())
        .await
        .unwrap();
    assert!(end.text().contains("ran out of time"), "{}", end.text());
    let stripped = |it: &Message| it.live().is_empty();
    house
        .world()
        .wait_until(table.board.id, stripped)
        .await
        .unwrap();
    // They are tried, too, as fast as other requests leave room in Discord's limit.
    let tried = async {
        while house
            .count("select count(*) from upkeep where challenge >= 1000 and tries = 0")
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
async fn left_behind(house: &House, table: &mut Table) -> Message {
    let old = table.board.clone();
    house
        .world()
        .inject(InjectedFault::lasting(Route::EditMessage, 500));
    table.plays("a1 b2").await;
    let failed = |it: &Logged| it.method == "PATCH" && it.status == 500;
    house.world().wait_for_request(failed).await.unwrap();
    house.later(0).await;
    let mut database = house.database().await;
    for forget in ["delete from upkeep", "delete from messages where seq = 1"] {
        sqlx::query(forget).execute(&mut database).await.unwrap();
    }
    house.world().lift(Route::EditMessage);
    old
}

#[tokio::test]
async fn stale_buttons_disappear_when_they_are_pressed() {
    let house = House::open().await;
    let mut table = Table::set(&house, "seega-5-classic").await;
    let old = left_behind(&house, &mut table).await;
    let chloe: Person = house.person("chloe");
    let answer = chloe.presses(&old, "Place pieces").await.unwrap();
    assert!(answer.private() && answer.message().unwrap().image().is_some());
    let stripped = |it: &Message| it.live().is_empty();
    house.world().wait_until(old.id, stripped).await.unwrap();
    told_once(&house, "a1 b2").await;
}

#[tokio::test]
async fn a_closed_card_loses_its_buttons_when_they_are_pressed() {
    let house = House::open().await;
    let (ana, bob) = (house.person("ana"), house.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    let card = card.message().unwrap().clone();
    let mut database = house.database().await;
    let closed = "update challenges set status = 'declined'";
    sqlx::query(closed).execute(&mut database).await.unwrap();
    let late = bob.presses(&card, "Accept").await.unwrap();
    assert!(late.private() && late.text().contains("declined"));
    let stripped = |it: &Message| it.live().is_empty();
    let card = house.world().wait_until(card.id, stripped).await.unwrap();
    assert!(
        !is_board(&card) && card.text().contains("declined"),
        "{}",
        card.text()
    );
}
