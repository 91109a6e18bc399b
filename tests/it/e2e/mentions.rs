//! Pings: who gets them, for what, and how often.

use siwa_games::rules::Stage;

use super::harness::Harness;
use super::person::{Says, SaysTo};
use super::play::{Table, is_board, script};

#[tokio::test]
async fn the_player_to_move_is_pinged_once_a_turn_and_the_mover_never() {
    let harness = Harness::open().await;
    let moves = script("seega-5-classic", |line| {
        line.outcome().is_some_and(|end| end.winner.is_some())
    });
    let mut table = Table::set(&harness, "seega-5-classic").await;
    // Everything else that can happen in a turn: looking, panels, mistakes.
    for (number, text) in moves.iter().enumerate() {
        if number % 7 == 0 {
            let mover = table.mover().clone();
            mover.types("/board").await;
            mover.types("/games").await;
            let command = table.command("z9 z8");
            assert!(mover.types(&command).await.private());
            let panel = table.board.live()[0].to_owned();
            mover.presses(&table.board, &panel).await;
        }
        table.plays(text).await;
    }
    let boards = harness.world().messages("main");
    let pings: usize = boards.iter().map(|board| board.pinged().len()).sum();
    let mut expected = 2; // the challenged player, and the player with the first turn
    let mut line = super::play::start("seega-5-classic");
    for text in &moves {
        let mover = line.turn();
        line.play(text).unwrap();
        let over = line.outcome().is_some();
        expected += usize::from(over || line.turn() != mover);
    }
    assert_eq!(pings, expected);
    let chloe = harness.person("chloe").id();
    let messages = harness.world().messages("main");
    assert!(messages.iter().all(|it| !it.pinged().contains(&chloe)));
}

#[tokio::test]
async fn a_player_who_moves_again_because_the_opponent_cannot_is_not_pinged() {
    let harness = Harness::open().await;
    let moves = script("seega-5-classic", |line| {
        line.stage() == Stage::Movement && line.outcome().is_none() && line.passed() && {
            let last = line.last().unwrap();
            last.side == line.turn()
        }
    });
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let board = table.follow(&moves).await;
    assert!(board.pinged().is_empty());
    let waiter = table.waiter().mention();
    board.says(&format!("{waiter} can’t move and passes"));
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
}

#[tokio::test]
async fn an_offer_pings_the_player_who_must_answer_and_nobody_twice() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.follow(&super::play::placing("seega-5-classic")).await;
    let waiter = table.waiter().clone();
    let newest = harness.newest();
    let more = waiter.presses(&table.board, "more").await;
    let done = waiter.presses(&more, "offer").await;
    done.says_privately("Sent. Now it’s up to your opponent");
    let offer = harness.waits_for("main", |it| it.id > newest).await;
    offer.says("would like to stop here");
    assert_eq!(offer.pinged(), [table.mover().id()]);
    // The board is not posted again, and nobody is pinged again.
    assert!(offer.image().is_none());
    table.mover().presses(&offer, "decline").await;
    let mut since = harness.world().messages("main");
    since.retain(|it| it.id > newest);
    assert_eq!(since.len(), 1);
    assert!(!is_board(&since[0]));
    assert!(harness.is_live(table.board.id));
}

#[tokio::test]
async fn a_name_that_looks_like_a_mention_pings_nobody() {
    let harness = Harness::open_to(&["ana", "bob", "@everyone"]).await;
    let everyone = harness.person("@everyone");
    let bob = harness.person("bob");
    let table = Table::between(&harness, &everyone, &bob, "seega-5-classic", "").await;
    Table::between(&harness, &everyone, &bob, "seega-7-classic", "").await;
    let asked = table.first.types("/resign").await;
    assert!(asked.private() && asked.pinged().is_empty());
}

#[tokio::test]
async fn nothing_that_is_typed_comes_back_as_a_mention() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let chloe = harness.person("chloe");
    for text in [
        "@everyone",
        &chloe.mention(),
        "<@&1100000000000000003>",
        "[x](https://example.org)",
    ] {
        let answer = table.first.types(&format!("/place squares:{text}")).await;
        assert!(answer.private() && answer.pinged().is_empty());
    }
}
