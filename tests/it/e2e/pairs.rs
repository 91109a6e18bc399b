//! Pairs of games with sides swapped: together or one after the other, on one card, with one
//! result.

use siwa::game::GamesIn;
use siwa_playground::{Message, Route};

use super::house::{House, TIMEOUT};
use super::play::{carried, game_of, is_board, said};

const HOUR: i64 = 60 * 60;

/// Ana challenges Bob to a pair, who accepts; returns the card.
async fn paired(house: &House, games: &str) -> Message {
    let (ana, bob) = (house.person("ana"), house.person("bob"));
    let bob_is = bob.mention();
    let command = format!("/challenge opponent:{bob_is} board:5×5 rules:classic games:{games}");
    let card = said(&ana, &command).await;
    bob.presses(&card, "Accept").await.unwrap();
    card
}

/// Waits for the thread of a card.
async fn thread_of(house: &House, card: &Message) -> String {
    let id = card.id.to_string();
    house.world().wait_for_channel(&id).await.unwrap().key
}

/// The board in a channel with this text.
async fn board(house: &House, channel: &str, text: &str) -> Message {
    let says = |it: &Message| is_board(it) && it.text().contains(text);
    house.world().wait_for(channel, says).await.unwrap()
}

/// Ana resigns a game; returns its last board.
async fn resigns(house: &House, channel: &str, board: &Message) -> Message {
    let ana = house.person("ana").in_channel(channel);
    let asked = said(&ana, &format!("/resign game:{}", game_of(board))).await;
    ana.presses(&asked, "Resign").await.unwrap();
    let last = format!("game:{}:0:rematch", game_of(board));
    let is_last = |it: &Message| carried(it, &last).is_some();
    house.world().wait_for(channel, is_last).await.unwrap()
}

#[tokio::test]
async fn a_pair_played_together_has_two_boards_one_card_and_one_result() {
    let house = House::open().await;
    house.games_in(GamesIn::Threads).await;
    let card = paired(&house, "at-once").await;
    let thread = thread_of(&house, &card).await;
    let first = board(&house, &thread, "Game 1 of 2").await;
    let second = board(&house, &thread, "Game 2 of 2").await;
    // The first player of one game is second in the other.
    assert_eq!(first.pinged().len(), 1);
    assert_ne!(first.pinged(), second.pinged());
    let asked = said(&house.person("ana").in_channel(&thread), "/board").await;
    assert!(
        asked.text().contains("any of 2 games") || !asked.selects().is_empty(),
        "{}",
        asked.text()
    );
    let both =
        |it: &Message| it.text().contains("Game 1 of 2") && it.text().contains("Game 2 of 2");
    house.world().wait_until(card.id, both).await.unwrap();
    let early = resigns(&house, &thread, &second).await;
    let waits = "The pair will be rated when both games are over";
    assert!(early.text().contains(waits), "{}", early.text());
    let bob = house.person("bob").in_channel(&thread);
    let rematch = bob.presses(&early, "Rematch").await.unwrap();
    assert!(rematch.text().contains("still in progress"));
    // A thread with another running game stays open.
    house.later(HOUR + 1).await;
    let late = resigns(&house, &thread, &first).await;
    let (ana, bob) = (house.person("ana").mention(), bob.mention());
    let sum = format!("Pair result: {bob} 2, {ana} 0");
    assert!(late.text().contains(&sum), "{}", late.text());
    assert!(late.text().contains("1500 → "), "{}", late.text());
    let told = |it: &Message| it.text().contains(&sum) && carried(it, ":rematch").is_some();
    house.world().wait_until(card.id, told).await.unwrap();
    assert!(!house.world().channel(&thread).unwrap().archived);
    house.later(HOUR + 1).await;
    let archived = house
        .world()
        .wait_for_request(|it| it.method == "PATCH" && it.path.ends_with(&thread));
    archived.await.unwrap();
    let counted = "select count(*) from ratings where rated = 1 and won + drawn + lost = 1";
    assert_eq!(house.count(counted).await, 4);
    house.sound().await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_waits_until_the_first_has_opened_their_thread() {
    let house = House::open().await;
    house.games_in(GamesIn::Threads).await;
    let held = house.world().hold(Route::Thread);
    let card = paired(&house, "at-once").await;
    let thread = thread_of(&house, &card).await;
    house.clock.skip(2);
    let put_off = async {
        let query = "select count(*) from outbox where lease is null and not_before > born + 1";
        while house.count(query).await == 0 {}
    };
    tokio::time::timeout(TIMEOUT, put_off).await.unwrap();
    held.release();
    board(&house, &thread, "Game 1 of 2").await;
    house.later(1).await;
    board(&house, &thread, "Game 2 of 2").await;
    house.sound().await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_starts_by_itself_in_the_same_thread_after_a_restart() {
    let mut house = House::open().await;
    house.games_in(GamesIn::Threads).await;
    let card = paired(&house, "in-turn").await;
    let thread = thread_of(&house, &card).await;
    let first = board(&house, &thread, "Game 1 of 2").await;
    house.restart().await;
    let early = resigns(&house, &thread, &first).await;
    house.restart().await;
    let second = board(&house, &thread, "Game 2 of 2").await;
    assert!(second.id > early.id, "it begins after the end of the first");
    assert_ne!(second.pinged(), first.pinged());
    house.later(HOUR + 1).await;
    let late = resigns(&house, &thread, &second).await;
    assert!(late.text().contains("Pair result: "), "{}", late.text());
    assert!(!house.world().channel(&thread).unwrap().archived);
    // A rematch is one game, on whichever board it is requested.
    let bob = house.person("bob").in_channel(&thread);
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
    let house = House::open().await;
    paired(&house, "at-once").await;
    let first = board(&house, "main", "Game 1 of 2").await;
    let second = board(&house, "main", "Game 2 of 2").await;
    let games = said(&house.person("bob"), "/games").await;
    assert!(games.text().contains("game 2 of 2"), "{}", games.text());
    let early = resigns(&house, "main", &first).await;
    assert!(early.live().iter().any(|id| id.ends_with(":rematch")));
    let late = resigns(&house, "main", &second).await;
    assert!(late.text().contains("Pair result: "), "{}", late.text());
}

#[tokio::test]
async fn a_pair_is_for_two_people() {
    let house = House::open().await;
    let ana = house.person("ana");
    let alone = said(&ana, "/challenge level:1 games:in-turn").await;
    assert!(alone.private());
    assert!(alone.text().contains("Pairs are for two people"));
}
