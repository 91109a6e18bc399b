//! Games reviewed by the engine.

use siwa_playground::Message;

use super::person::Says;
use super::play::{Table, carried, said};

#[tokio::test]
async fn a_game_that_is_over_is_reviewed_and_its_turning_points_lead_to_better_moves() {
    let (harness, mut table) = Table::open("gyges-gates").await;
    table.plays_out().await;
    let end = table.board.clone();
    let bob = harness.person("bob");
    let waiting = bob.presses(&end, "review").await.message();
    assert!(waiting.private() && waiting.text().is_empty());
    let is_curve = |it: &Message| it.image().is_some_and(|file| file.filename == "curve.png");
    let review = harness.waits_until(waiting.id, is_curve).await;
    review.omits("Placements");
    let points = review.text().matches("**Turn ").count();
    assert!(points > 0, "{}", review.text());
    let alt = review.image().unwrap().description.clone().unwrap();
    alt.says(": 0: ");
    alt.says("; ");
    let buttons = review.live();
    let better = buttons.iter().filter(|id| id.ends_with(":better")).count();
    assert_eq!(better, points);

    let shown = bob.presses(&review, "better").await.message();
    shown.says("I would have played");
    assert!(shown.image().unwrap().filename == "board.png");
    bob.presses(&shown, "later").await.says("Turn ");
    bob.presses(&shown, "review").await;
    harness.waits_until(shown.id, is_curve).await;
}

#[tokio::test]
async fn a_game_that_runs_is_not_reviewed() {
    let (_harness, table) = Table::open("gyges-gates").await;
    let id = super::play::game_of(&table.board);
    let viewer = said(&table.first, &format!("/replay game:{id}")).await;
    assert_eq!(carried(&viewer, ":review"), None);
}
