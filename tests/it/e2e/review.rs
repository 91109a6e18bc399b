//! Games reviewed by the engine.

use siwa_playground::Message;

use super::harness::Harness;
use super::play::{Table, carried, said};

#[tokio::test]
async fn a_game_that_is_over_is_reviewed_and_its_turning_points_lead_to_better_moves() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    table.plays_out().await;
    let end = table.board.clone();
    let bob = harness.person("bob");
    let waiting = bob.presses(&end, "Review").await.unwrap();
    let waiting = waiting.message().unwrap().clone();
    assert!(waiting.private() && waiting.text().is_empty());
    let is_curve = |it: &Message| it.image().is_some_and(|file| file.filename == "curve.png");
    let review = harness
        .world()
        .wait_until(waiting.id, is_curve)
        .await
        .unwrap();
    assert!(!review.text().contains("Placements"), "{}", review.text());
    let points = review.text().matches("**Turn ").count();
    assert!(points > 0, "{}", review.text());
    let alt = review.image().unwrap().description.clone().unwrap();
    assert!(alt.contains(": 0: ") && alt.contains("; "), "{alt}");
    let buttons = review.live();
    let better = buttons.iter().filter(|id| id.ends_with(":better")).count();
    assert_eq!(better, points);

    let button = carried(&review, ":better").unwrap().to_owned();
    let shown = bob.presses(&review, &button).await.unwrap();
    let shown = shown.message().unwrap().clone();
    assert!(
        shown.text().contains("I would have played"),
        "{}",
        shown.text()
    );
    assert!(shown.image().unwrap().filename == "board.png");
    let played = bob.presses(&shown, "What was played").await.unwrap();
    assert!(played.message().unwrap().text().contains("Turn "));
    bob.presses(&shown, "Review").await.unwrap();
    harness
        .world()
        .wait_until(shown.id, is_curve)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_game_that_runs_is_not_reviewed() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "gyges-gates").await;
    let id = super::play::game_of(&table.board);
    let viewer = said(&table.first, &format!("/replay game:{id}")).await;
    assert_eq!(carried(&viewer, ":review"), None);
}
