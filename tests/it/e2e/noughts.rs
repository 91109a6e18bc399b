//! A game of the tests is played like any other.

use super::harness::Harness;
use super::noughts_and_crosses::REGISTRY;
use super::person::{Says, SaysTo};
use super::play::Table;

const WORDS: &str = include_str!("../../../crates/games/tests/it/noughts_and_crosses.ftl");

#[tokio::test]
async fn a_game_of_the_tests_is_played_to_its_end_with_its_own_texts() {
    let harness = Harness::open_for(REGISTRY, WORDS).await;
    let mut table = Table::set(&harness, "noughts-classic").await;
    let start = &table.board.text();
    start.says("put your mark on an empty square");
    table.plays("b2").await;
    let alt = table.board.image().unwrap().description.clone().unwrap();
    alt.says("Crosses");
    let again = table.command("b2");
    let refused = table.mover().clone().types(&again).await;
    refused.says_privately("can still be marked (N1)");
    for text in ["a1", "b1", "b3", "a3", "c1", "c2", "a2", "C3"] {
        table.plays(text).await;
    }
    let end = &table.board.text();
    end.says("the board is full");
    let standing = table.first.types("/leaderboard").await;
    assert_eq!(standing.text().matches("0–1–0").count(), 2);
    let rules = table.first.types("/rules").await;
    rules.says("Three in a row win.");
}
