//! Channels and threads that accept no messages: the game goes on where it can, and Discord is not
//! asked in vain.

use siwa_playground::{InjectedFault, Kind, Message, Route};

use super::harness::Harness;
use super::notify::{conversation, directly};
use super::outbox::posts;
use super::person::{Person, Says as _, SaysTo};
use super::play::{Table, alone, carried, game_of, is_board, panel, placing, said, start};

const HOUR: i64 = 60 * 60;

/// The player to move plays by presses in their conversation with the bot.
async fn plays_directly(table: &mut Table, called: &Message, text: &str) {
    let mover = table.mover().clone();
    let (one, _) = text.split_once(' ').unwrap();
    let entered = panel(&mover, called, &[one, text]).await;
    let confirm = carried(&entered, &format!(":play:{text}")).unwrap();
    let done = mover.presses(&entered, confirm).await;
    done.says_privately("You played");
    table.line.play(text).unwrap();
}

/// One person challenges another, who accepts; returns the card.
async fn accepted([one, other]: [&Person; 2]) -> Message {
    let challenge = format!("/challenge opponent:{} board:5x5", other.mention());
    let card = said(one, &challenge).await;
    other.presses(&card, "accept").await;
    card
}

/// A game in a post of a forum, whose thread is the forum's.
async fn in_forum(harness: &Harness) -> (String, Table) {
    harness
        .world()
        .change_channel("other", |channel| channel.kind = 15);
    let post = harness.world().open_thread("other", "Our games").unwrap();
    let [ana, bob] = ["ana", "bob"].map(|key| harness.person(key).in_channel(&post.key));
    accepted([&ana, &bob]).await;
    let board = harness.waits_for(&post.key, is_board).await;
    let table = Table::first(&ana, &bob, board, start("seega-5-classic"));
    (post.key, table)
}

#[tokio::test]
async fn a_game_in_a_lost_post_of_a_forum_goes_on_in_direct_messages_without_a_clock() {
    for is_locked in [true, false] {
        let harness = Harness::open().await;
        let (post, mut table) = in_forum(&harness).await;
        harness.settles().await;
        if is_locked {
            harness
                .world()
                .change_thread(&post, |post| post.locked = true)
        } else {
            harness.world().delete_channel(&post)
        }
        let script = placing("seega-5-classic");
        let mover = table.mover().in_channel("main");
        mover.types(&table.command(&script[0])).await;
        table.line.play(&script[0]).unwrap();
        mover.finds("goes on in direct messages").await;
        let called = directly(&harness, table.mover(), "the game goes on here").await;
        let forum = harness.world().channel("other").unwrap().id;
        let in_forum = format!("/channels/{forum}/messages");
        let mut posts = posts(&harness).into_iter();
        assert!(posts.all(|it| !it.path.starts_with(&in_forum)));
        // No clock runs against somebody who may not have seen the board.
        harness.later(30 * 24 * HOUR).await;
        assert_eq!(harness.rows("games where status = 'playing'").await, 1);
        plays_directly(&mut table, &called, &script[1]).await;
        let next = directly(&harness, table.mover(), "it’s your turn").await;
        plays_directly(&mut table, &next, &script[2]).await;
        // Who never comes back holds up nobody.
        let waiter = table.waiter();
        let waiter = waiter.in_channel(conversation(waiter));
        harness.later(29 * 24 * HOUR).await;
        said(&waiter, "/draw").await;
        assert_eq!(harness.rows("games where status = 'playing'").await, 1);
        harness.later(24 * HOUR).await;
        said(&waiter, "/draw").await.says("The game has ended");
        directly(&harness, table.mover(), "stopped playing").await;
        directly(&harness, table.mover(), "lost in the same absence").await;
        assert_eq!(harness.rows("games where status = 'playing'").await, 0);
        harness.settles().await;
        let refused = harness.world().take_violations();
        assert!(refused.len() <= 2, "{refused:?}");
    }
}

#[tokio::test]
async fn a_game_leaves_a_locked_thread_and_both_players_are_told_where_it_goes_on() {
    let harness = Harness::open_with_threads().await;
    let [ana, bob] = harness.people(["ana", "bob"]);
    let card = accepted([&ana, &bob]).await;
    let thread = card.id.to_string();
    harness.waits_for_channel(&thread).await;
    let board = harness.waits_for(&thread, is_board).await;
    harness.settles().await;
    for is_archived in [false, true] {
        harness.world().change_thread(&thread, |thread| {
            thread.archived = is_archived;
            thread.locked = true;
        });
        let refused = [&ana, &bob].map(|who| who.attempt().presses(&board, "Board"));
        for refused in refused {
            assert!(refused.await.is_err(), "a locked thread takes no presses");
        }
    }
    let game = game_of(&board);
    let mover = if board.pinged() == [ana.id()] {
        &ana
    } else {
        &bob
    };
    let played = said(mover, &format!("/place squares:a1 b2 game:{game}")).await;
    assert!(played.private(), "{}", played.text());
    let moved = harness.finds("main", "the game goes on here").await;
    let mut pinged = moved.pinged().to_vec();
    pinged.sort_unstable();
    assert_eq!(pinged, [ana.id(), bob.id()]);
    assert!(is_board(&moved), "{}", moved.text());
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_channel_that_refuses_the_bot_costs_one_request_an_act_and_ends_in_direct_messages() {
    for code in [50_013, 50_001] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        let script = placing("seega-5-classic");
        table.plays(&script[0]).await;
        harness.settles().await;
        for route in [Route::ChannelMessage, Route::EditMessage] {
            let main = harness.world().channel("main").unwrap().id;
            let refused = InjectedFault::lasting(route, 403).with_code(code);
            harness.inject(InjectedFault {
                channel: Some(main),
                ..refused
            });
        }
        let refused = || {
            let log = harness.world().rest_log().into_iter();
            log.filter(|it| it.status == 403).count()
        };
        for (number, text) in script[1..7].iter().enumerate() {
            let away = table.mover().in_channel("other");
            away.types(&table.command(text)).await;
            table.line.play(text).unwrap();
            let told = away.finds("can’t post the board");
            away.dismisses(told.await).unwrap();
            let acts = number + 1;
            assert!(refused() <= acts, "{} in {acts} acts: {code}", refused());
        }
        harness.later(HOUR + 1).await;
        let called = directly(&harness, table.mover(), "the game goes on here").await;
        plays_directly(&mut table, &called, &script[7]).await;
        harness.settles().await;
        assert!(refused() <= 8, "{}: {code}", refused());
        assert_eq!(harness.rows("outbox").await, 0);
        // Once the bot may post, a turn from the channel brings the game back.
        harness.world().lift(Route::ChannelMessage);
        harness.world().lift(Route::EditMessage);
        let board = table.plays(&script[8]).await;
        assert!(is_board(&board));
        board.says("Turn deadline");
        let _ = harness.world().take_violations();
    }
}

#[tokio::test]
async fn a_thread_that_refuses_the_bot_costs_one_request_and_the_game_goes_on_in_the_channel() {
    for code in [50_013, 50_001, 160_005] {
        let harness = Harness::open_with_threads().await;
        let [ana, bob] = harness.people(["ana", "bob"]);
        let card = accepted([&ana, &bob]).await;
        let thread = harness.waits_for_channel(&card.id.to_string()).await;
        let board = harness.waits_for(&thread.key, is_board).await;
        let mut table = Table::first(&ana, &bob, board, start("seega-5-classic"));
        harness.settles().await;
        let refused = InjectedFault::lasting(Route::ChannelMessage, 403).with_code(code);
        let channel = Some(thread.id);
        harness.inject(InjectedFault { channel, ..refused });
        for text in &placing("seega-5-classic")[..4] {
            said(table.mover(), &table.command(text)).await;
            table.line.play(text).unwrap();
            harness.finds("main", &format!("played **{text}**")).await;
        }
        harness.one_board().await;
        let log = harness.world().rest_log().into_iter();
        let refused = log.filter(|it| it.status == 403).count();
        assert_eq!(refused, 1, "{code}");
        let _ = harness.world().take_violations();
    }
}

#[tokio::test]
async fn in_a_private_thread_the_bot_asks_to_be_mentioned() {
    let harness = Harness::open().await;
    let thread = harness.world().open_thread("main", "Just us").unwrap();
    harness
        .world()
        .change_channel(&thread.key, |channel| channel.kind = 12);
    let [ana, bob] = ["ana", "bob"].map(|key| harness.person(key).in_channel(&thread.key));
    accepted([&ana, &bob]).await;
    let asked = bob.finds("Mention me here once").await;
    harness.violated(Kind::Forbidden).await;
    let text = asked.text();
    let (_, rest) = text.split_once("once (").unwrap();
    ana.says(rest.split_once(')').unwrap().0).unwrap();
    bob.types("/games").await;
    let board = harness.waits_for(&thread.key, is_board).await;
    assert_eq!(board.pinged().len(), 1, "{}", board.text());
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_game_with_the_bot_in_a_deleted_channel_goes_on_in_direct_messages() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let board = alone(&harness, &ana, "seega-5-classic", "1", "begin").await;
    let ready = |it: &Message| carried(it, ":panel:").is_some();
    harness.waits_until(board.id, ready).await;
    harness.settles().await;
    harness.world().delete_channel("main");
    let away = ana.in_channel("other");
    let choices = away.completes("/place game:1 squares:").await;
    let one = &choices[0].value;
    let typed = format!("/place game:1 squares:{one} ");
    let both = &away.completes(&typed).await[0].value;
    said(&away, &format!("/place squares:{both} game:1")).await;
    directly(&harness, &ana, "the game goes on here").await;
    harness.settles().await;
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn who_accepts_where_nothing_can_be_posted_learns_why() {
    let harness = Harness::open_with_threads().await;
    let [ana, bob] = harness.people(["ana", "bob"]);
    let opponent = bob.mention();
    let card = said(&ana, &format!("/challenge opponent:{opponent}")).await;
    let refused = InjectedFault::lasting(Route::ChannelMessage, 403).with_code(50_013);
    harness.inject(refused);
    bob.presses(&card, "accept").await;
    let told = bob.finds("can’t post the board");
    told.await;
    harness.world().lift(Route::ChannelMessage);
    harness.later(HOUR + 1).await;
    harness.waits_for("main", is_board).await;
}
