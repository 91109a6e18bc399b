//! Restarts of the bot lose nothing.

use siwa::time::DAY;
use siwa_playground::{InjectedFault, Route};

use super::house::House;
use super::play::{Table, chosen, is_board, panel, placing};

#[tokio::test]
async fn buttons_of_before_a_restart_still_work() {
    let mut house = House::open().await;
    let (ana, bob) = (house.person("ana"), house.person("bob"));
    let card = ana.types("/challenge opponent:@bob").await.unwrap();
    house.restart().await;
    let board = house.follows(card.message().unwrap(), &bob, "Accept").await;
    let pinged = house.world().person(&board.pinged()[0].to_string());
    house.restart().await;
    let panel = panel(&pinged, &board, &[]).await;
    house.restart().await;
    let preview = chosen(&pinged, &panel, &["a1", "a1 b2"]).await;
    house.restart().await;
    let next = house.follows(&preview, &pinged, "Confirm").await;
    assert!(next.text().contains("a1 b2"), "{}", next.text());
    house.stripped(board.id).await;
}

#[tokio::test]
async fn a_game_continues_after_a_restart_in_the_middle() {
    let mut house = House::open().await;
    let mut table = Table::set(&house, "seega-5-modern").await;
    let moves = placing("seega-5-modern");
    table.follow(&moves[..5]).await;
    house.restart().await;
    table.follow(&moves[5..]).await;
    house.restart().await;
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    house.one_board().await;
}

#[tokio::test]
async fn a_deadline_continues_while_the_bot_is_stopped() {
    let mut house = House::open().await;
    let table = Table::set_with(&house, "seega-5-classic", "time:1").await;
    house.stop_bot().await;
    house.clock.skip(DAY + 1);
    house.reopen().await;
    house.start_bot().await;
    let end = house.ended().await;
    assert!(
        end.text()
            .contains(&format!("{} ran out of time", table.first.mention()))
    );
    house.stripped(table.board.id).await;
}

#[tokio::test]
async fn a_challenge_expires_while_the_bot_is_away() {
    let mut house = House::open().await;
    let card = house.person("ana").types("/challenge").await.unwrap();
    let card = card.message().unwrap().id;
    house.stop_bot().await;
    house.clock.skip(3 * DAY);
    house.reopen().await;
    house.start_bot().await;
    let expired = house.stripped(card).await;
    assert!(expired.text().contains("has expired"), "{}", expired.text());
}

#[tokio::test]
async fn a_saved_change_is_announced_once_after_a_restart() {
    let mut house = House::open().await;
    let table = Table::set(&house, "seega-5-classic").await;
    // Neither the answer nor the message in its place arrives before the bot stops.
    house.world().inject(InjectedFault {
        times: 1000,
        ..InjectedFault::once(Route::Callback, 500)
    });
    house.world().inject(InjectedFault {
        times: 1000,
        ..InjectedFault::once(Route::ChannelMessage, 500)
    });
    let failed = table.first.types("/place squares:a1 b2").await;
    assert!(failed.is_err());
    house.stop_bot().await;
    let _ = house.world().take_violations();
    house.world().clear_faults();
    assert_eq!(
        house
            .world()
            .messages("main")
            .iter()
            .filter(|it| is_board(it))
            .count(),
        1
    );
    house.clock.skip(60);
    house.reopen().await;
    house.start_bot().await;
    let board = house
        .world()
        .wait_for("main", |it| it.text().contains("a1 b2"))
        .await
        .unwrap();
    assert_eq!(board.pinged(), [table.second.id()]);
    house.stripped(table.board.id).await;
    house.restart().await;
    table.second.types("/place squares:d4 e5").await.unwrap();
    let said = house.world().messages("main");
    assert_eq!(
        said.iter()
            .filter(|it| it.text().contains("played **a1 b2**"))
            .count(),
        1
    );
    house.one_board().await;
}

#[tokio::test]
async fn an_interaction_repeated_after_a_restart_is_handled_once() {
    let mut house = House::open().await;
    let mut table = Table::set(&house, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let before = house.kept().await;
    let messages = house.world().messages("main").len();
    house.restart().await;
    assert!(house.world().deliver_again("place"));
    // The second copy is answered too late, a violation that the test causes.
    let violation = house
        .world()
        .expect_violation(siwa_playground::Kind::AnsweredTwice)
        .await;
    violation.unwrap();
    table.plays("d4 e5").await;
    assert!(
        house.kept().await.starts_with(
            before
                .split("\nevent")
                .next()
                .unwrap()
                .split("game")
                .next()
                .unwrap()
        )
    );
    assert_eq!(house.world().messages("main").len(), messages + 1);
    assert_eq!(house.turns().await, 2);
}

#[tokio::test]
async fn work_at_hand_is_finished_before_the_bot_stops() {
    let mut house = House::open().await;
    let table = Table::set(&house, "seega-9-classic").await;
    let person = table.first.clone();
    let world = house.world().clone();
    let act = tokio::spawn(async move { person.types("/place squares:a1 b2").await });
    world.wait_for_act().await.unwrap();
    house.stop_bot().await;
    house.reopen().await;
    // If the act was accepted, it was finished.
    let moved = house.turns().await;
    match act.await.unwrap() {
        Ok(answer) => {
            assert_eq!(moved, 1);
            assert!(answer.text().contains("a1 b2"));
        }
        Err(_) => {
            assert_eq!(moved, 0);
            let _ = house.world().take_violations();
        }
    }
}
