//! Gygès, end to end: a game of each ruleset, and its special rules.

use super::person::Says;
use super::play::{Table, chosen, panel};

/// The set-ups of both sides, if the ruleset has set-up turns.
fn setting_up(variant: &str) -> &'static [&'static str] {
    match variant {
        "gyges-leroy" => &["231123", "321123"],
        "gyges-cosmoludo" => &["a1=3 b1=1 c2=2 d1=1 e2=2 f1=3", "312123"],
        _ => &[],
    }
}

#[tokio::test]
async fn a_game_of_each_ruleset_is_played_into_a_goal() {
    for variant in ["gyges-gates", "gyges-leroy", "gyges-cosmoludo"] {
        let (_harness, mut table) = Table::open(variant).await;
        for text in setting_up(variant) {
            table.board.says("set up your six pieces");
            table.plays(text).await;
        }
        table.plays_out().await;
        let end = &table.board;
        end.says("wins:");
        end.says("a piece entered");
        end.says("→");
        let standing = table.first.types("/leaderboard game:Gygès").await;
        standing.says("Gygès");
        let seega = table.first.types("/leaderboard game:Seega").await;
        seega.says("Nobody has");
    }
}

#[tokio::test]
async fn a_move_is_made_by_menus() {
    let (harness, table) = Table::open("gyges-gates").await;
    let mover = table.mover();
    let mut panel = panel(mover, &table.board, &[]).await;
    for (wanted, told) in [
        ("c1", "Chosen so far: c1."),
        ("c1-d2", "Proposed, not played yet: c1 through d1 to d2."),
    ] {
        panel = chosen(mover, &panel, &[wanted]).await;
        let alt = panel.image().unwrap().description.clone().unwrap();
        alt.says(told);
    }
    mover.presses(&panel, "play").await;
    harness.finds("main", "played **c1-d2**").await;
}
