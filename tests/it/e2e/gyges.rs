//! Gygès, end to end: a game of each ruleset, and its special rules.

use super::person::{Says, SaysTo};
use super::play::{Table, chosen, offers, panel, said};

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
async fn the_authors_sample_game_is_played_move_by_move() {
    let (harness, mut table) = Table::open("gyges-leroy").await;
    for text in setting_up("gyges-leroy") {
        table.plays(text).await;
    }
    for text in [
        "f1-e3", "a6-c5", "e1-d2", "f6-e6=a2", "c1-e3=c3", "b6-c5=f3", "d1-f3=c4", "d6-d5",
        "b1-d5=d1", "e6-f3=d3", "d1-f6", "c6-d6", "a1-b2",
    ] {
        let board = table.plays(text).await;
        let alt = board.image().unwrap().description.clone().unwrap();
        assert!(alt.chars().count() <= 1024);
        if let Some((_, put)) = text.split_once('=') {
            alt.says(&format!("to {put}"));
        }
    }
    let waiter = table.waiter().clone();
    said(&waiter, "/draw").await;
    let asked = harness.finds("main", "do you agree?").await;
    table.plays("d6-goal").await;
    table.board.says("(North) wins");
    let closed = harness.stripped(asked.id).await;
    closed.says("offered a draw");
    closed.says("wins");
}

#[tokio::test]
async fn a_route_is_recorded_as_its_effect() {
    let (_harness, mut table) = Table::open("gyges-gates").await;
    // From c1 to d1, then on by as many steps as d1 has rings.
    let by_route = table.command("c1-d1-d2");
    let answer = table.mover().clone().types(&by_route).await;
    answer.says("**c1-d2**");
    table.line.play("c1-d2").unwrap();
    // The same move by its effect alone.
    table.plays("c6-d5").await;
}

#[tokio::test]
async fn an_earlier_board_is_refused_under_superko_and_drawn_at_its_third_time_elsewhere() {
    let (_harness, mut table) = Table::open("gyges-leroy").await;
    table.plays("321123").await;
    table.plays("321123").await;
    for text in ["a1-b1=a1", "a6-b6=a6", "b1-a1=b1"] {
        table.plays(text).await;
    }
    let back = table.command("b6-a6=b6");
    let refused = table.mover().clone().types(&back).await;
    refused.says_privately("G14");
    drop(table);

    let (_harness, mut table) = Table::open("gyges-gates").await;
    for _ in 0..2 {
        for text in ["a1-b1=a1", "a6-b6=a6", "b1-a1=b1", "b6-a6=b6"] {
            table.plays(text).await;
        }
    }
    table.board.says("**Draw by repetition.**");
}

#[tokio::test]
async fn a_draw_needs_both() {
    let (harness, table) = Table::open("gyges-gates").await;
    let offer = table.first.types("/draw").await;
    offer.says("offers a draw");
    let offer = offer.message();
    table.second.presses(&offer, "Accept").await;
    let end = harness.finds("main", "**Draw:** both players agreed").await;
    end.omits("pieces");
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
    mover.presses(&panel, "Confirm").await;
    harness.finds("main", "played **c1-d2**").await;
}

#[tokio::test]
async fn when_the_nearest_row_is_stuck_the_next_one_moves() {
    let (_harness, mut table) = Table::open("gyges-gates").await;
    for text in [
        "c1-d1=e5", "d6-a5", "a1-b1=c1", "e6-a5=d6", "b1-d2", "c6-b6=d4", "c1-d2=c1", "b6-a6=c6",
        "f1-c6=b1", "c6-d2=e6", "d1-b3", "a6-a5=c6", "e1-c1=e1", "d6-b5", "c1-b1=a6", "c6-e6=f1",
        "e1-b3=f4", "a6-d6", "b1-e5=a6", "d6-a5=b6", "f1-f3", "b6-b5=b4", "d2-f3=c5", "a6-e5=b6",
        "f3-b4=d6", "b6-b4=b6", "b3-d6=b1",
    ] {
        table.plays(text).await;
    }
    assert!(table.line.position().starts_with(".3.323/312.1./"));
    let pieces = offers(table.mover(), "/move move:").await;
    assert_eq!(pieces, ["a5", "b5", "c5", "e5"]);
    let text = table.line.legal_moves().swap_remove(0);
    table.plays(&text).await;
}
