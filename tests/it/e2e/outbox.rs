//! Each outbox item is sent once, whatever Discord does.

use siwa_playground::{InjectedFault, Kind, Logged, Message, Route};

use super::harness::Harness;
use super::person::{Person, Reply, Says, SaysTo};
use super::play::{Table, is_board, offers, panel};

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
    boards[0].says(played);
}

/// Requests to post a message in a channel.
pub(super) fn posts(harness: &Harness) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.method == "POST" && it.path.starts_with("/channels/"));
    log
}

/// The retry found that the first answer had arrived, which has no other effect.
pub(super) async fn answered_twice(harness: &Harness) {
    harness.violated(Kind::Repeated).await;
}

#[tokio::test]
async fn an_answer_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        // Neither the first try nor the second is acknowledged in time.
        let held = [Route::Callback; 2].map(|route| harness.world().hold(route));
        table.plays("a1 b2").await;
        answered_twice(&harness).await;
        harness.clock.skip(seconds);
        harness.settles().await;
        drop(held);
        told_once(&harness, "a1 b2").await;
        table.plays("d4 e5").await;
        told_once(&harness, "d4 e5").await;
    }
}

#[tokio::test]
async fn a_post_that_is_acknowledged_late_is_not_repeated() {
    for seconds in [20, 45] {
        let (harness, table) = Table::open("seega-5-classic").await;
        let preview = preview(&table, "a1", "a1 b2").await;
        let held = harness.world().hold(Route::ChannelMessage);
        let done = table.mover().presses(&preview, "play").await;
        assert!(done.private(), "{}", done.text());
        harness.finds("main", "played **a1 b2**").await;
        harness.clock.skip(seconds);
        harness.settles().await;
        drop(held);
        told_once(&harness, "a1 b2").await;
    }
}

#[tokio::test]
async fn a_lost_answer_is_looked_for_until_discord_returns_it() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    harness.inject(InjectedFault::unacknowledged(Route::Callback, 500));
    harness.inject(InjectedFault::lasting(Route::Original, 500));
    table.plays("a1 b2").await;
    answered_twice(&harness).await;
    for _ in 0..20 {
        harness.later(30).await;
        assert_eq!(telling(&harness, "a1 b2").len(), 1);
    }
    assert!(harness.rows("outbox").await > 0);
    harness.world().lift(Route::Original);
    told_once(&harness, "a1 b2").await;
}

#[tokio::test]
async fn an_answer_that_fails_once_is_retried_immediately() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    for command in ["/help", "/games", "/leaderboard", "/rules", "/settings"] {
        for status in [500, 429] {
            harness.inject(InjectedFault::once(Route::Callback, status));
            let answer = ana.types(command).await;
            assert!(!answer.text().is_empty(), "{command}");
        }
    }
    harness.inject(InjectedFault::once(Route::Callback, 502));
    let table = Table::set(&harness, "seega-5-classic").await;
    harness.inject(InjectedFault::once(Route::Callback, 503));
    assert!(!offers(&table.first, "/place squares:").await.is_empty());
}

/// One person types a question, whose message the bot may not come to know, and another declines,
/// of which as many answers are not acknowledged. Returns the answer, when everything is settled.
async fn declined(
    harness: &Harness,
    one: &Person,
    question: &str,
    other: &Person,
    known: bool,
    lost: u32,
) -> Reply {
    let lose = |times| {
        harness.inject(InjectedFault {
            times,
            ..InjectedFault::unacknowledged(Route::Callback, 500)
        });
    };
    if !known {
        lose(2);
        harness.inject(InjectedFault::lasting(Route::Original, 500));
    }
    let asked = one.types(question).await;
    if !known {
        answered_twice(harness).await;
    }
    lose(lost);
    let declined = other.presses(&asked, "decline").await;
    if lost > 0 {
        answered_twice(harness).await;
    }
    harness.world().lift(Route::Original);
    harness.settles().await;
    declined
}

#[tokio::test]
async fn a_declined_challenge_is_announced_once_whatever_discord_acknowledges() {
    // Whether the card's message is known, and how many answers are not acknowledged.
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
        let challenge = "/challenge opponent:@bob";
        let answer = declined(&harness, &ana, challenge, &bob, known, lost).await;
        answer.says("declined");
        let told = harness.world().messages("main");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].text().contains("declined") && told[0].live().is_empty());
    }
}

#[tokio::test]
async fn a_declined_offer_is_announced_once_whatever_discord_acknowledges() {
    for (known, lost) in [(true, 1), (true, 2), (false, 0), (false, 2)] {
        let (harness, table) = Table::open("seega-5-classic").await;
        let [one, other] = [table.waiter(), table.mover()];
        let answer = declined(&harness, one, "/draw", other, known, lost).await;
        answer.says("declined the draw. Game #1 goes on");
        let told = harness.world().messages("main");
        assert_eq!(told.len(), 3, "card, board and offer: {told:?}");
        told[2].says("declined the draw. Game #1 goes on");
        assert!(told[2].live().is_empty());
        assert_eq!(harness.boards().len(), 1);
    }
}

#[tokio::test]
async fn the_board_of_a_pressed_turn_is_posted_before_its_answer_is_acknowledged() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let preview = preview(&table, "a1", "a1 b2").await;
    let held = harness.world().hold(Route::Callback);
    table.mover().presses(&preview, "play").await;
    harness.finds("main", "played **a1 b2**").await;
    drop(held);
    told_once(&harness, "a1 b2").await;
    // Only on a slow machine there was a second try by then.
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_closed_channel_gets_its_board_once_it_is_open() {
    let (harness, table) = Table::open("seega-5-classic").await;
    harness.inject(InjectedFault::lasting(Route::ChannelMessage, 403).with_code(50_013));
    let away = table.mover().in_channel("other");
    away.types(&table.command("a1 b2")).await;
    away.finds("can’t post the board").await;
    harness.world().lift(Route::ChannelMessage);
    // Whatever a member of the server does there shows the bot that it may post.
    table.waiter().types("/games").await;
    told_once(&harness, "a1 b2").await;
    let tried = posts(&harness).into_iter().filter(|it| it.status == 403);
    assert_eq!(tried.count(), 1);
    let board = &harness.boards()[0];
    assert_eq!(board.pinged(), [table.waiter().id()]);
}

#[tokio::test]
async fn a_hundred_messages_that_cannot_be_edited_do_not_delay_others() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let other = harness.world().channel("other").unwrap().id;
    harness.inject(InjectedFault {
        channel: Some(other),
        ..InjectedFault::lasting(Route::EditMessage, 500)
    });
    // One of the edits is never acknowledged.
    let held = harness.world().hold(Route::EditMessage);
    harness.hundred_old_cards(other).await;
    harness.clock.skip(siwa::time::DAY + 1);
    let end = harness.ended().await;
    end.says("ran out of time");
    harness.stripped(table.board.id).await;
    // They are tried, too, as fast as other requests leave room in Discord's limit.
    harness
        .counts("upkeep where challenge >= 1000 and attempts = 0", 0)
        .await;
    drop(held);
}

/// An old board that still has its buttons, as an earlier version may have left.
async fn left_behind(harness: &Harness, table: &mut Table) -> Message {
    let old = table.board.clone();
    harness.inject(InjectedFault::lasting(Route::EditMessage, 500));
    table.plays("a1 b2").await;
    let failed = |it: &Logged| it.method == "PATCH" && it.status == 500;
    harness.requested(failed).await;
    harness.later(0).await;
    harness.forget_the_first_board().await;
    harness.world().lift(Route::EditMessage);
    old
}

#[tokio::test]
async fn stale_buttons_disappear_when_they_are_pressed() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let old = left_behind(&harness, &mut table).await;
    let chloe: Person = harness.person("chloe");
    let answer = chloe.presses(&old, "panel").await;
    assert!(answer.private() && answer.image().is_some());
    harness.stripped(old.id).await;
    told_once(&harness, "a1 b2").await;
}

#[tokio::test]
async fn a_closed_card_loses_its_buttons_when_they_are_pressed() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let card = ana.types("/challenge opponent:@bob").await.message();
    harness.decline_challenges().await;
    let late = bob.presses(&card, "accept").await;
    late.says_privately("declined");
    let card = harness.stripped(card.id).await;
    assert!(!is_board(&card));
    card.says("declined");
}
