//! Restarts of the bot lose nothing.

use siwa::time::DAY;
use siwa_playground::{InjectedFault, Route};

use super::harness::Harness;
use super::play::{Table, chosen, is_board, panel, placing};

#[tokio::test]
async fn buttons_of_before_a_restart_still_work() {
    let mut harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    harness.restart().await;
    let board = harness
        .follows(card.message().unwrap(), &bob, "Accept")
        .await;
    let pinged = harness.world().person(&board.pinged()[0].to_string());
    harness.restart().await;
    let panel = panel(&pinged, &board, &[]).await;
    harness.restart().await;
    let preview = chosen(&pinged, &panel, &["a1", "a1 b2"]).await;
    harness.restart().await;
    let next = harness.follows(&preview, &pinged, "Confirm").await;
    assert!(next.text().contains("a1 b2"), "{}", next.text());
    harness.stripped(board.id).await;
}

#[tokio::test]
async fn a_game_continues_after_a_restart_in_the_middle() {
    let mut harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-modern").await;
    let moves = placing("seega-5-modern");
    table.follow(&moves[..5]).await;
    harness.restart().await;
    table.follow(&moves[5..]).await;
    harness.restart().await;
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    harness.one_board().await;
}

#[tokio::test]
async fn a_deadline_continues_while_the_bot_is_stopped() {
    let mut harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.stop_bot().await;
    harness.clock.skip(DAY + 1);
    harness.reopen().await;
    harness.start_bot().await;
    let end = harness.ended().await;
    assert!(
        end.text()
            .contains(&format!("{} ran out of time", table.first.mention()))
    );
    harness.stripped(table.board.id).await;
}

#[tokio::test]
async fn a_challenge_expires_while_the_bot_is_away() {
    let mut harness = Harness::open().await;
    let card = harness.person("ana").types("/challenge").await.unwrap();
    let card = card.message().unwrap().id;
    harness.stop_bot().await;
    harness.clock.skip(3 * DAY);
    harness.reopen().await;
    harness.start_bot().await;
    let expired = harness.stripped(card).await;
    assert!(expired.text().contains("has expired"), "{}", expired.text());
}

#[tokio::test]
async fn a_saved_change_is_announced_once_after_a_restart() {
    let mut harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    // Neither the answer nor the message in its place arrives before the bot stops.
    harness.world().inject(InjectedFault {
        times: 1000,
        ..InjectedFault::once(Route::Callback, 500)
    });
    harness.world().inject(InjectedFault {
        times: 1000,
        ..InjectedFault::once(Route::ChannelMessage, 500)
    });
    let failed = table.first.types("/place squares:a1 b2").await;
    assert!(failed.is_err());
    harness.stop_bot().await;
    let _ = harness.world().take_violations();
    harness.world().lift(Route::Callback);
    harness.world().lift(Route::ChannelMessage);
    assert_eq!(
        harness
            .world()
            .messages("main")
            .iter()
            .filter(|it| is_board(it))
            .count(),
        1
    );
    harness.clock.skip(60);
    harness.reopen().await;
    harness.start_bot().await;
    let board = harness
        .world()
        .wait_for("main", |it| it.text().contains("a1 b2"))
        .await
        .unwrap();
    assert_eq!(board.pinged(), [table.second.id()]);
    harness.stripped(table.board.id).await;
    harness.restart().await;
    table.second.types("/place squares:d4 e5").await.unwrap();
    let said = harness.world().messages("main");
    assert_eq!(
        said.iter()
            .filter(|it| it.text().contains("played **a1 b2**"))
            .count(),
        1
    );
    harness.one_board().await;
}

#[tokio::test]
async fn an_interaction_repeated_after_a_restart_is_handled_once() {
    let mut harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let before = harness.kept().await;
    let messages = harness.world().messages("main").len();
    harness.restart().await;
    assert!(harness.world().deliver_again("place"));
    // The second copy is answered too late, a violation that the test causes.
    let violation = harness
        .world()
        .expect_violation(siwa_playground::Kind::AnsweredTwice)
        .await;
    violation.unwrap();
    table.plays("d4 e5").await;
    assert!(
        harness.kept().await.starts_with(
            before
                .split("\nevent")
                .next()
                .unwrap()
                .split("game")
                .next()
                .unwrap()
        )
    );
    assert_eq!(harness.world().messages("main").len(), messages + 1);
    assert_eq!(harness.turns().await, 2);
}

#[tokio::test]
async fn work_at_hand_is_finished_before_the_bot_stops() {
    let mut harness = Harness::open().await;
    let table = Table::set(&harness, "seega-9-classic").await;
    let person = table.first.clone();
    let world = harness.world().clone();
    let act = tokio::spawn(async move { person.types("/place squares:a1 b2").await });
    world.wait_for_act().await.unwrap();
    harness.stop_bot().await;
    harness.reopen().await;
    // If the act was accepted, it was finished.
    let moved = harness.turns().await;
    match act.await.unwrap() {
        Ok(answer) => {
            assert_eq!(moved, 1);
            assert!(answer.text().contains("a1 b2"));
        }
        Err(_) => {
            assert_eq!(moved, 0);
            let _ = harness.world().take_violations();
        }
    }
}
