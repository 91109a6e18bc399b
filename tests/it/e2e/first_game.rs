//! A whole game between two people, from the challenge to the rematch.

use super::harness::Harness;
use super::person::Says;
use super::play::{Table, script};

#[tokio::test]
async fn two_people_play_seega_to_its_end_and_onto_the_leaderboard() {
    let harness = Harness::open().await;
    let moves = script("seega-5-classic", |line| {
        line.outcome().is_some_and(|end| end.winner.is_some())
    });
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let end = table.follow(&moves).await;
    let winner = table.line.outcome().unwrap().winner.unwrap();
    let loser = table.of(winner.other()).clone();
    let winner = table.of(winner).clone();
    end.says(&format!("{} (", winner.mention()));
    end.says(&format!("{}: 1500 → 1662", winner.mention()));
    end.says(&format!("{}: 1500 → 1338", loser.mention()));
    let standings = loser.types("/leaderboard").await;
    let text = standings.text();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines[0], format!("1. {} · 1662? · 1–0–0", winner.mention()));
    assert_eq!(
        lines[1],
        format!("**2.** {} · **1338?** · 0–0–1 ← you", loser.mention())
    );
    lines[2].says("“?” marks");
    assert_eq!(lines.len(), 3);
    let card = loser.presses(&end, "Rematch").await;
    assert_eq!(card.pinged(), [winner.id()]);
    let board = harness.follows(&card, &winner, "Accept").await;
    assert_eq!(board.pinged(), [table.second.id()]);
}
