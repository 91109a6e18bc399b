//! Two acts at the same time, or one act twice.

use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Person, Reply, Says, SaysTo};
use super::play::{Table, carried, is_board, panel};

/// The private one of two answers.
fn denied([one, other]: [Reply; 2]) -> Reply {
    match (one.private(), other.private()) {
        (true, false) => one,
        (false, true) => other,
        both => panic!("private: {both:?}; {}; {}", one.text(), other.text()),
    }
}

#[tokio::test]
async fn two_people_accept_an_open_challenge_and_one_game_starts() {
    let harness = Harness::open().await;
    let card = &harness.person("ana").types("/challenge").await;
    let bob = harness.person("bob");
    let chloe = harness.person("chloe");
    let (one, other) = tokio::join!(bob.presses(card, "accept"), chloe.presses(card, "accept"));
    let denied = denied([one, other]);
    denied.says("already accepted");
    harness.waits_for("main", is_board).await;
    assert_eq!(harness.rows("games").await, 1);
    harness.one_board().await;
}

#[tokio::test]
async fn accepting_and_withdrawing_at_the_same_time_leads_to_one_of_them() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    for _ in 0..4 {
        let games = harness.rows("games").await;
        let card = &ana.types("/challenge opponent:@bob").await;
        let (accepted, cancelled) =
            tokio::join!(bob.presses(card, "accept"), ana.presses(card, "cancel"));
        denied([accepted, cancelled]);
        let closed = harness.stripped(card.id).await;
        let begun = harness.rows("games").await - games;
        let mut ends = ["withdrawn", "accepted. This is game #"];
        ends.rotate_left(usize::try_from(begun).unwrap());
        closed.says(ends[0]);
        closed.omits(ends[1]);
    }
}

#[tokio::test]
async fn of_two_different_moves_at_the_same_time_one_is_played() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let person = table.first.clone();
    let moves = ["a1 b2", "d4 e5"].map(|text| format!("/place squares:{text}"));
    let (one, other) = tokio::join!(person.types(&moves[0]), person.types(&moves[1]));
    denied([one, other]).says("turn");
    assert_eq!(harness.turns().await, 1);
    harness.one_board().await;
}

#[tokio::test]
async fn a_preview_confirmed_twice_at_the_same_time_is_played_once() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let preview = panel(&table.first, &table.board, &["a1", "a1 c1"]).await;
    let confirm = carried(&preview, "play:a1 c1").unwrap();
    let confirms = || table.first.presses(&preview, confirm);
    tokio::join!(confirms(), confirms());
    harness.finds("main", "played **a1 c1**").await;
    assert_eq!(harness.turns().await, 1);
    harness.stripped(table.board.id).await;
    harness.one_board().await;
}

#[tokio::test]
async fn a_rematch_that_both_ask_for_is_one_game_with_sides_swapped() {
    let (harness, table) = Table::open("seega-5-french").await;
    let end = table.resigns(&harness, &table.first).await;
    let newest = harness.newest();
    let asks = async |who: &Person| who.presses(&end, "rematch").await;
    tokio::join!(asks(&table.first), asks(&table.second));
    let newer = |it: &Message| it.id > newest && is_board(it);
    let board = harness.waits_for("main", newer).await;
    let next = table.second.mention();
    board.says(&format!("{next} takes the first turn this time"));
    assert_eq!(harness.rows("games").await, 2);
    assert_eq!(harness.rows("challenges where status = 'open'").await, 0);
    let games = "games where status = 'playing' and variant = 'seega-5-french'";
    assert_eq!(harness.rows(games).await, 1);
    // The card of the rematch shows its result.
    let closed = |it: &Message| it.text().contains("asks") && it.live().is_empty();
    let card = harness.waits_for("main", closed).await;
    card.says("accepted. This is game #");
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_handled_and_answered_once() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    harness.world().deliver_twice(1);
    let card = ana.types("/challenge opponent:@bob").await;
    assert_eq!(harness.rows("challenges").await, 1);
    harness.world().deliver_twice(1);
    let board = harness.follows(&card, &bob, "accept").await;
    assert_eq!(harness.rows("games").await, 1);
    let first = harness.person(&board.pinged()[0].to_string());
    harness.world().deliver_twice(1);
    first.types("/place squares:a1 b2").await;
    assert_eq!(harness.turns().await, 1);
    assert_eq!(harness.world().messages("main").len(), 3);
    harness.one_board().await;
}

#[tokio::test]
async fn many_games_at_the_same_time_do_not_block_each_other() {
    let harness = Harness::open().await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(Table::set(&harness, "seega-5-classic").await);
    }
    let turns = ["a1 b1", "c1 d1", "e1 a2", "b2 c2"];
    for text in turns {
        let acts = tables.iter().map(|table| {
            let mover = table.mover().clone();
            let command = table.command(text);
            tokio::spawn(async move { mover.types(&command).await })
        });
        let acts: Vec<_> = acts.collect();
        for (act, table) in acts.into_iter().zip(&mut tables) {
            let answer = act.await.unwrap();
            answer.says_openly(&format!("#{}", table.id));
            table.line.play(text).unwrap();
        }
    }
    assert_eq!(harness.turns().await, 16);
    for _ in 0..4 {
        let boards = harness.boards().len();
        if boards > 4 {
            let old = harness.boards()[0].id;
            harness.stripped(old).await;
        }
    }
}
