//! Pairs of games with sides swapped: together or one after the other, on one card, with one
//! result.

use siwa_playground::{Message, Route};

use super::harness::Harness;
use super::person::Says;
use super::play::{Table, carried, game_of, is_board, said, start};

/// Ana challenges Bob to a pair, who accepts; returns the card.
async fn paired(harness: &Harness, games: &str) -> Message {
    let [ana, bob] = harness.people(["ana", "bob"]);
    let bob_is = bob.mention();
    let command = format!("/challenge opponent:{bob_is} board:5×5 rules:classic games:{games}");
    let card = said(&ana, &command).await;
    bob.presses(&card, "accept").await;
    card
}

/// Waits for the thread of a card.
async fn thread_of(harness: &Harness, card: &Message) -> String {
    let id = card.id.to_string();
    harness.waits_for_channel(&id).await.key
}

/// The board in a channel with this text.
async fn board(harness: &Harness, channel: &str, text: &str) -> Message {
    let says = |it: &Message| is_board(it) && it.text().contains(text);
    harness.waits_for(channel, says).await
}

/// Both sides make two turns, so that the game counts.
async fn two_turns_each(harness: &Harness, channel: &str, board: &Message) {
    let [ana, bob] = harness.people(["ana", "bob"]);
    let [ana, bob] = [ana, bob].map(|who| who.in_channel(channel));
    let mut table = Table::first(&ana, &bob, board.clone(), start("seega-5-classic"));
    table.two_turns_each().await;
}

/// Ana resigns a game; returns its last board.
async fn resigns(harness: &Harness, channel: &str, board: &Message) -> Message {
    let ana = harness.person("ana").in_channel(channel);
    let asked = said(&ana, &format!("/resign game:{}", game_of(board))).await;
    ana.presses(&asked, "resign-surely").await;
    let game = format!("game:{}:", game_of(board));
    let is_last = |it: &Message| carried(it, ":rematch").is_some_and(|id| id.starts_with(&game));
    harness.waits_for(channel, is_last).await
}

#[tokio::test]
async fn a_pair_played_together_has_two_boards_one_card_and_one_result() {
    let harness = Harness::open_with_threads().await;
    let card = paired(&harness, "at-once").await;
    let thread = thread_of(&harness, &card).await;
    let first = board(&harness, &thread, "Game 1 of 2").await;
    let second = board(&harness, &thread, "Game 2 of 2").await;
    // The first player of one game is second in the other.
    assert_eq!(first.pinged().len(), 1);
    assert_ne!(first.pinged(), second.pinged());
    let asked = said(&harness.person("ana").in_channel(&thread), "/board").await;
    let text = asked.text();
    let asks = text.contains("any of 2 games") || !asked.selects().is_empty();
    assert!(asks, "{text}");
    let both =
        |it: &Message| it.text().contains("Game 1 of 2") && it.text().contains("Game 2 of 2");
    let card = harness.waits_until(card.id, both).await;
    card.says("These are games #1 and #2");
    let named = harness.world().channel(&thread).unwrap().name;
    assert!(named.ends_with("(1 + 2)"), "{named}");
    for board in [&first, &second] {
        two_turns_each(&harness, &thread, board).await;
    }
    let early = resigns(&harness, &thread, &second).await;
    let waits = "Ratings change only when both games of the pair are over";
    early.says(waits);
    let bob = harness.person("bob").in_channel(&thread);
    let rematch = bob.presses(&early, "rematch").await;
    rematch.says("still in progress");
    let late = resigns(&harness, &thread, &first).await;
    let ana = harness.person("ana").mention();
    let bob = bob.mention();
    let sum = format!("Pair result: {bob} 2, {ana} 0");
    late.says(&sum);
    late.says("1500 → ");
    let told = |it: &Message| it.text().contains(&sum) && carried(it, ":rematch").is_some();
    harness.waits_until(card.id, told).await;
    let counted = "ratings where rated = 1 and won + drawn + lost = 1";
    assert_eq!(harness.rows(counted).await, 4);
}

#[tokio::test]
async fn the_second_game_of_a_pair_waits_until_the_first_has_opened_their_thread() {
    let harness = Harness::open_with_threads().await;
    let held = harness.world().hold(Route::Thread);
    let card = paired(&harness, "at-once").await;
    let thread = thread_of(&harness, &card).await;
    harness
        .counts("outbox where lease is null and due > created + 1", 1)
        .await;
    drop(held);
    board(&harness, &thread, "Game 1 of 2").await;
    harness.later(1).await;
    board(&harness, &thread, "Game 2 of 2").await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_starts_by_itself_in_the_same_thread_after_a_restart() {
    let mut harness = Harness::open_with_threads().await;
    let card = paired(&harness, "in-turn").await;
    let thread = thread_of(&harness, &card).await;
    let first = board(&harness, &thread, "Game 1 of 2").await;
    harness.restart().await;
    let early = resigns(&harness, &thread, &first).await;
    harness.restart().await;
    let second = board(&harness, &thread, "Game 2 of 2").await;
    assert!(second.id > early.id, "it begins after the end of the first");
    assert_ne!(second.pinged(), first.pinged());
    let late = resigns(&harness, &thread, &second).await;
    late.says("Pair result: ");
    // A rematch is a pair like it, on whichever board it is requested.
    let bob = harness.person("bob").in_channel(&thread);
    let asked = bob.presses(&early, "rematch").await.message();
    let number = game_of(&second);
    asked.says(&format!("#{number}"));
    asked.says("Pair: two games, one after the other");
    asked.says("in the first game");
}

#[tokio::test]
async fn in_a_channel_without_threads_both_boards_come_there() {
    let harness = Harness::open().await;
    paired(&harness, "at-once").await;
    let first = board(&harness, "main", "Game 1 of 2").await;
    let second = board(&harness, "main", "Game 2 of 2").await;
    let games = said(&harness.person("bob"), "/games").await;
    games.says("game 2 of 2");
    let early = resigns(&harness, "main", &first).await;
    assert!(early.live().iter().any(|id| id.ends_with(":rematch")));
    let late = resigns(&harness, "main", &second).await;
    late.says("Pair result: ");
}
