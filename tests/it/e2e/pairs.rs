//! Pairs of games with sides swapped: together or one after the other, on one card, with one
//! result.

use siwa::game::GamesIn;
use siwa_playground::{Message, Route};

use super::harness::{Harness, TIMEOUT};
use super::play::{carried, game_of, is_board, said, start};

/// Ana challenges Bob to a pair, who accepts; returns the card.
async fn paired(harness: &Harness, games: &str) -> Message {
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let bob_is = bob.mention();
    let command = format!("/challenge opponent:{bob_is} board:5×5 rules:classic games:{games}");
    let card = said(&ana, &command).await;
    bob.presses(&card, "Accept").await.unwrap();
    card
}

/// Waits for the thread of a card.
async fn thread_of(harness: &Harness, card: &Message) -> String {
    let id = card.id.to_string();
    harness.world().wait_for_channel(&id).await.unwrap().key
}

/// The board in a channel with this text.
async fn board(harness: &Harness, channel: &str, text: &str) -> Message {
    let says = |it: &Message| is_board(it) && it.text().contains(text);
    harness.world().wait_for(channel, says).await.unwrap()
}

/// Both sides make two turns, so that the game counts.
async fn two_turns_each(harness: &Harness, channel: &str, board: &Message) {
    let mut line = start("seega-5-classic");
    let first = board.pinged()[0];
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let people = if first == ana.id() {
        [ana, bob]
    } else {
        [bob, ana]
    };
    for number in 0..4 {
        let text = line.legal_moves().into_iter().min().unwrap();
        let command = format!("/place squares:{text} game:{}", game_of(board));
        said(&people[number % 2].in_channel(channel), &command).await;
        line.play(&text).unwrap();
    }
}

/// Ana resigns a game; returns its last board.
async fn resigns(harness: &Harness, channel: &str, board: &Message) -> Message {
    let ana = harness.person("ana").in_channel(channel);
    let asked = said(&ana, &format!("/resign game:{}", game_of(board))).await;
    ana.presses(&asked, "Resign").await.unwrap();
    let game = format!("game:{}:", game_of(board));
    let is_last = |it: &Message| carried(it, ":rematch").is_some_and(|id| id.starts_with(&game));
    harness.world().wait_for(channel, is_last).await.unwrap()
}

#[tokio::test]
async fn a_pair_played_together_has_two_boards_one_card_and_one_result() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let card = paired(&harness, "at-once").await;
    let thread = thread_of(&harness, &card).await;
    let first = board(&harness, &thread, "Game 1 of 2").await;
    let second = board(&harness, &thread, "Game 2 of 2").await;
    // The first player of one game is second in the other.
    assert_eq!(first.pinged().len(), 1);
    assert_ne!(first.pinged(), second.pinged());
    let asked = said(&harness.person("ana").in_channel(&thread), "/board").await;
    assert!(
        asked.text().contains("any of 2 games") || !asked.selects().is_empty(),
        "{}",
        asked.text()
    );
    let both =
        |it: &Message| it.text().contains("Game 1 of 2") && it.text().contains("Game 2 of 2");
    harness.world().wait_until(card.id, both).await.unwrap();
    for board in [&first, &second] {
        two_turns_each(&harness, &thread, board).await;
    }
    let early = resigns(&harness, &thread, &second).await;
    let waits = "Ratings change only when both games of the pair are over";
    assert!(early.text().contains(waits), "{}", early.text());
    let bob = harness.person("bob").in_channel(&thread);
    let rematch = bob.presses(&early, "Rematch").await.unwrap();
    assert!(rematch.text().contains("still in progress"));
    let late = resigns(&harness, &thread, &first).await;
    let (ana, bob) = (harness.person("ana").mention(), bob.mention());
    let sum = format!("Pair result: {bob} 2, {ana} 0");
    assert!(late.text().contains(&sum), "{}", late.text());
    assert!(late.text().contains("1500 → "), "{}", late.text());
    let told = |it: &Message| it.text().contains(&sum) && carried(it, ":rematch").is_some();
    harness.world().wait_until(card.id, told).await.unwrap();
    let counted = "select count(*) from ratings where rated = 1 and won + drawn + lost = 1";
    assert_eq!(harness.count(counted).await, 4);
    harness.sound().await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_waits_until_the_first_has_opened_their_thread() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let held = harness.world().hold(Route::Thread);
    let card = paired(&harness, "at-once").await;
    let thread = thread_of(&harness, &card).await;
    let put_off = async {
        let query = "select count(*) from outbox where lease is null and due > created + 1";
        while harness.count(query).await == 0 {}
    };
    tokio::time::timeout(TIMEOUT, put_off).await.unwrap();
    held.release();
    board(&harness, &thread, "Game 1 of 2").await;
    harness.later(1).await;
    board(&harness, &thread, "Game 2 of 2").await;
    harness.sound().await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_starts_by_itself_in_the_same_thread_after_a_restart() {
    let mut harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
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
    assert!(late.text().contains("Pair result: "), "{}", late.text());
    // A rematch is one game, on whichever board it is requested.
    let bob = harness.person("bob").in_channel(&thread);
    let asked = bob.presses(&early, "Rematch").await.unwrap();
    let asked = asked.message().unwrap().clone();
    let number = game_of(&second);
    assert!(
        asked.text().contains(&format!("#{number}")),
        "{}",
        asked.text()
    );
    assert!(
        !asked.text().to_lowercase().contains("pair"),
        "{}",
        asked.text()
    );
}

#[tokio::test]
async fn in_a_channel_without_threads_both_boards_come_there() {
    let harness = Harness::open().await;
    paired(&harness, "at-once").await;
    let first = board(&harness, "main", "Game 1 of 2").await;
    let second = board(&harness, "main", "Game 2 of 2").await;
    let games = said(&harness.person("bob"), "/games").await;
    assert!(games.text().contains("game 2 of 2"), "{}", games.text());
    let early = resigns(&harness, "main", &first).await;
    assert!(early.live().iter().any(|id| id.ends_with(":rematch")));
    let late = resigns(&harness, "main", &second).await;
    assert!(late.text().contains("Pair result: "), "{}", late.text());
}
