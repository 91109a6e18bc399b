//! Two acts at the same time, or one act twice.

use siwa_playground::{Answer, Refused};

use super::harness::Harness;
use super::play::{Table, carried, is_board, panel};

/// The private one of two answers.
fn denied(answers: [Result<Answer, Refused>; 2]) -> Answer {
    let [one, other] = answers.map(Result::unwrap);
    match (one.private(), other.private()) {
        (true, false) => one,
        (false, true) => other,
        both => panic!("private: {both:?}; {}; {}", one.text(), other.text()),
    }
}

#[tokio::test]
async fn two_people_accept_an_open_challenge_and_one_game_starts() {
    let harness = Harness::open().await;
    let card = harness.person("ana").types("/challenge").await.unwrap();
    let card = card.message().unwrap();
    let (bob, chloe) = (harness.person("bob"), harness.person("chloe"));
    let (one, other) = tokio::join!(bob.presses(card, "Accept"), chloe.presses(card, "Accept"));
    let denied = denied([one, other]);
    assert!(
        denied.text().contains("already accepted"),
        "{}",
        denied.text()
    );
    harness.world().wait_for("main", is_board).await.unwrap();
    assert_eq!(harness.count("select count(*) from games").await, 1);
    harness.one_board().await;
}

#[tokio::test]
async fn accepting_and_withdrawing_at_the_same_time_leads_to_one_of_them() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    for _ in 0..4 {
        let games = harness.count("select count(*) from games").await;
        let card = ana.types("/challenge opponent:@bob").await.unwrap();
        let card = card.message().unwrap();
        let cancel = carried(card, ":cancel").unwrap();
        let (accepted, cancelled) =
            tokio::join!(bob.presses(card, "Accept"), ana.presses(card, cancel));
        denied([accepted, cancelled]);
        let closed = harness.stripped(card.id).await;
        let begun = harness.count("select count(*) from games").await - games;
        assert_eq!(
            i64::from(closed.text().contains("accepted. This is game #")),
            begun
        );
        assert_eq!(i64::from(closed.text().contains("withdrawn")), 1 - begun);
    }
}

#[tokio::test]
async fn of_two_different_moves_at_the_same_time_one_is_played() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let person = table.first.clone();
    let (one, other) = tokio::join!(
        person.types("/place squares:a1 b2"),
        person.types("/place squares:d4 e5")
    );
    let denied = denied([one, other]);
    assert!(denied.text().contains("turn"), "{}", denied.text());
    assert_eq!(harness.turns().await, 1);
    harness.one_board().await;
}

#[tokio::test]
async fn a_preview_confirmed_twice_at_the_same_time_is_played_once() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let preview = panel(&table.first, &table.board, &["a1", "a1 c1"]).await;
    let confirm = carried(&preview, "play:a1 c1").unwrap();
    let (one, other) = tokio::join!(
        table.first.presses(&preview, confirm),
        table.first.presses(&preview, confirm)
    );
    one.unwrap();
    other.unwrap();
    harness
        .world()
        .wait_for("main", |it| it.text().contains("played **a1 c1**"))
        .await
        .unwrap();
    assert_eq!(harness.turns().await, 1);
    harness.stripped(table.board.id).await;
    harness.one_board().await;
}

#[tokio::test]
async fn a_rematch_that_both_ask_for_is_one_game_with_sides_swapped() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-french").await;
    let end = table.resigns(&harness, &table.first).await;
    let newest = harness.newest();
    let (one, other) = tokio::join!(
        table.first.presses(&end, "Rematch"),
        table.second.presses(&end, "Rematch")
    );
    let texts = [one.unwrap().text(), other.unwrap().text()];
    let board = harness
        .world()
        .wait_for("main", |it| it.id > newest && is_board(it))
        .await
        .unwrap_or_else(|why| panic!("{texts:?}: {why}"));
    assert!(
        board.text().contains(&format!(
            "{} takes the first turn this time",
            table.second.mention()
        )),
        "{}",
        board.text()
    );
    assert_eq!(harness.count("select count(*) from games").await, 2);
    assert_eq!(
        harness
            .count("select count(*) from challenges where status = 'open'")
            .await,
        0
    );
    let games =
        "select count(*) from games where status = 'playing' and variant = 'seega-5-french'";
    assert_eq!(harness.count(games).await, 1);
    // The card of the rematch shows its result.
    let card = harness
        .world()
        .wait_for("main", |it| {
            it.text().contains("asks") && it.live().is_empty()
        })
        .await
        .unwrap();
    assert!(
        card.text().contains("accepted. This is game #"),
        "{}",
        card.text()
    );
    harness.sound().await;
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_handled_and_answered_once() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    harness.world().deliver_twice(1);
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    assert_eq!(harness.count("select count(*) from challenges").await, 1);
    harness.world().deliver_twice(1);
    let board = harness
        .follows(card.message().unwrap(), &bob, "Accept")
        .await;
    assert_eq!(harness.count("select count(*) from games").await, 1);
    let first = harness.world().person(&board.pinged()[0].to_string());
    harness.world().deliver_twice(1);
    first.types("/place squares:a1 b2").await.unwrap();
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
            let (mover, command) = (table.mover().clone(), table.command(text));
            tokio::spawn(async move { mover.types(&command).await.unwrap() })
        });
        let acts: Vec<_> = acts.collect();
        for (act, table) in acts.into_iter().zip(&mut tables) {
            let answer = act.await.unwrap();
            assert!(!answer.private(), "{}", answer.text());
            assert!(answer.text().contains(&format!("#{}", table.id)));
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
    harness.sound().await;
}
