//! Outdated buttons and menus: they answer privately, with the present state.

use siwa_playground::{Answer, Kind, Message};

use super::harness::Harness;
use super::play::{Table, carried, chooses, is_board, panel, placing, said};

fn assert_stale(answer: &Answer, words: &str) {
    assert!(answer.private(), "{}", answer.text());
    assert!(answer.text().contains(words), "{}", answer.text());
    assert!(
        answer.message().unwrap().image().is_some(),
        "no board: {}",
        answer.text()
    );
}

#[tokio::test]
async fn the_board_of_a_past_turn_shows_the_present_one() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let old = table.board.clone();
    table.plays("a1 b2").await;
    table.plays("d4 e5").await;
    for who in ["ana", "bob", "chloe"] {
        let who = harness.person(who);
        let answer = who
            .presses_late(&old, carried(&old, ":panel:").unwrap())
            .await
            .unwrap();
        assert_stale(&answer, "out of date");
        assert!(answer.text().contains("d4 e5"), "{}", answer.text());
    }
}

#[tokio::test]
async fn only_the_newest_board_has_buttons() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    for text in &placing("seega-5-classic") {
        let old = table.board.id;
        table.plays(text).await;
        harness.stripped(old).await;
        harness.one_board().await;
        assert!(harness.world().message(old).unwrap().image().is_some());
    }
}

#[tokio::test]
async fn an_old_board_tells_what_happened_and_asks_for_nothing() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let boards = [table.board.id, table.plays("a1 b2").await.id];
    table.plays("d4 e5").await;
    for (board, happened) in boards
        .into_iter()
        .zip(["takes the first turn", "played **a1 b2**"])
    {
        let text = harness.stripped(board).await.text();
        assert!(text.contains(happened), "{text}");
        for asked in ["press the button", "/place", "deadline"] {
            assert!(!text.contains(asked), "{text}");
        }
    }
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn the_confirmation_of_a_past_preview_plays_nothing() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let first = table.first.clone();
    let preview = panel(&first, &table.board, &["a1", "a1 c1"]).await;
    table.plays("a2 b2").await;
    let kept = harness.kept().await;
    let answer = first.presses(&preview, "Confirm").await.unwrap();
    assert_stale(&answer, "out of date");
    assert!(
        answer.message().unwrap().live().is_empty(),
        "a dead panel keeps its buttons"
    );
    assert_eq!(harness.kept().await, kept);
    // The turn after the next: the panel is still outdated.
    table.plays("d4 e5").await;
    let panel = panel(&first, &table.board, &[]).await;
    table.plays("d5 e4").await;
    let answer = chooses(&first, &panel, "a1").await;
    assert_stale(&answer, "out of date");
}

#[tokio::test]
async fn an_offer_that_was_answered_cannot_be_answered_again() {
    let harness = Harness::open().await;
    let mut table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let offer = said(&mover, "/draw").await;
    let (accept, decline) = (
        carried(&offer, ":accept").unwrap(),
        carried(&offer, ":decline").unwrap(),
    );
    waiter.presses(&offer, decline).await.unwrap();
    for custom in [accept, decline] {
        let answer = waiter.presses_late(&offer, custom).await.unwrap();
        assert!(
            answer.private() && answer.text().contains("That offer is no longer open"),
            "{}",
            answer.text()
        );
    }
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let answer = waiter.presses_late(&offer, accept).await.unwrap();
    assert_stale(&answer, "out of date");
    assert_eq!(
        harness
            .count("select count(*) from games where status = 'playing'")
            .await,
        1
    );
}

#[tokio::test]
async fn an_offer_loses_its_buttons_when_the_other_player_moves() {
    let harness = Harness::open().await;
    let mut table = Table::placed(&harness, "seega-5-classic").await;
    let offer = said(table.waiter(), "/draw").await;
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    harness.stripped(offer.id).await;
}

#[tokio::test]
async fn a_board_without_a_picture_remains_a_board_when_its_offer_is_declined() {
    let harness = Harness::open().await;
    let table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    said(&mover, "/draw").await;
    let text = table.line.legal_moves()[0].clone();
    harness
        .world()
        .set_bot_permissions("main", 1 << 10 | 1 << 11);
    let typed = format!("/move move:{text} game:{}", table.id);
    mover.in_channel("other").types(&typed).await.unwrap();
    let violation = harness.world().expect_violation(Kind::Forbidden).await;
    violation.unwrap();
    let shows =
        |it: &Message| it.text().contains("would like to stop here") && it.labels().len() > 2;
    let board = harness.world().wait_for("main", shows).await.unwrap();
    assert!(board.image().is_none());
    // Then an admin restores the permissions.
    harness.world().set_bot_permissions("main", u64::MAX);
    let declined = waiter.presses(&board, "Decline").await.unwrap();
    let declined = declined.message().unwrap().clone();
    assert_eq!(declined.labels(), ["Make a move", "Board", "More…"]);
}

#[tokio::test]
async fn an_offer_before_the_players_own_move_can_be_answered_on_the_new_board() {
    let harness = Harness::open().await;
    let mut table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let offer = said(&mover, "/draw").await;
    let text = table.line.legal_moves()[0].clone();
    let board = table.plays(&text).await;
    harness.stripped(offer.id).await;
    assert!(
        board.text().contains("would like to stop here"),
        "{}",
        board.text()
    );
    let declined = waiter.presses(&board, "Decline").await.unwrap();
    let declined = declined.message().unwrap().clone();
    assert!(declined.image().is_some(), "the board has lost its picture");
    assert!(
        declined
            .text()
            .contains("declined to stop and count. Game #1 goes on"),
        "{}",
        declined.text()
    );
    assert_eq!(declined.labels(), ["Make a move", "Board", "More…"]);
    let offered = waiter.types("/draw").await.unwrap();
    assert!(!offered.private(), "{}", offered.text());
    let end = mover
        .presses(offered.message().unwrap(), "Accept")
        .await
        .unwrap();
    assert!(end.text().contains("agreed to stop"), "{}", end.text());
    harness.one_board().await;
}

#[tokio::test]
async fn a_rematch_is_requested_once_and_started_once() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-lugo").await;
    let (first, second, chloe) = (
        table.first.clone(),
        table.second.clone(),
        harness.person("chloe"),
    );
    let rematch = |number: &str| format!("game:{number}:0:rematch");
    let early = first
        .presses_late(&table.board, &rematch(&table.id))
        .await
        .unwrap();
    assert!(
        early.private() && early.text().contains("still in progress"),
        "{}",
        early.text()
    );
    let end = table.resigns(&harness, &first).await;
    let strange = chloe.presses(&end, "Rematch").await.unwrap();
    assert!(
        strange.private() && strange.text().contains("not playing"),
        "{}",
        strange.text()
    );
    let card = first.presses(&end, "Rematch").await.unwrap();
    assert!(!card.private());
    assert_eq!(card.message().unwrap().pinged(), [second.id()]);
    let again = first.presses(&end, "Rematch").await.unwrap();
    assert!(
        again.private() && again.text().contains("You’ve already asked for a rematch"),
        "{}",
        again.text()
    );
    let board = harness.follows(&end, &second, "Rematch").await;
    assert!(board.text().contains(&format!(
        "{} takes the first turn this time",
        second.mention()
    )));
    let closed = harness
        .world()
        .wait_until(card.message().unwrap().id, |it| it.live().is_empty())
        .await;
    assert!(closed.unwrap().text().contains("accepted. This is game #"));
    for who in [&first, &second] {
        let late = who.presses(&end, "Rematch").await.unwrap();
        assert!(late.private(), "{}", late.text());
        assert!(
            late.text().contains("already started: game #2"),
            "{}",
            late.text()
        );
    }
    assert_eq!(harness.count("select count(*) from games").await, 2);
}

#[tokio::test]
async fn a_declined_rematch_can_be_asked_for_again() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-lugo").await;
    let end = table.resigns(&harness, &table.first).await;
    let card = table.first.presses(&end, "Rematch").await.unwrap();
    table
        .second
        .presses(card.message().unwrap(), "Decline")
        .await
        .unwrap();
    let card = table.second.presses(&end, "Rematch").await.unwrap();
    assert!(!card.private(), "{}", card.text());
    let board = harness
        .follows(card.message().unwrap(), &table.first, "Accept")
        .await;
    assert_eq!(board.pinged(), [table.second.id()]);
}

#[tokio::test]
async fn a_closed_challenge_shows_its_result() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let closed = [
        ("Accept", "already accepted"),
        ("Decline", "was declined"),
        ("Withdraw", "was withdrawn"),
    ];
    for (button, words) in closed {
        let card = said(&ana, "/challenge opponent:@bob").await;
        let who = if button == "Withdraw" { &ana } else { &bob };
        who.presses(&card, button).await.unwrap();
        let kept = harness.kept().await;
        for (who, act) in [(&bob, ":accept"), (&bob, ":decline"), (&ana, ":cancel")] {
            let late = who
                .presses_late(&card, carried(&card, act).unwrap())
                .await
                .unwrap();
            assert!(
                late.private() && late.text().contains(words),
                "{}",
                late.text()
            );
        }
        assert_eq!(harness.kept().await, kept);
    }
    let rules = said(&ana, "/challenge").await;
    let rules = bob.presses(&rules, "Rules").await.unwrap();
    assert!(rules.private() && rules.message().unwrap().image().is_some());
}

#[tokio::test]
async fn the_buttons_of_a_finished_game_show_how_it_ended() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let panel = panel(&table.first, &table.board, &[]).await;
    let more = table.first.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    let asked = said(&table.second, "/resign").await;
    harness.follows(&asked, &table.second, "Resign").await;
    let kept = harness.kept().await;
    let old = table
        .first
        .presses_late(&table.board, carried(&table.board, ":panel:").unwrap())
        .await
        .unwrap();
    assert_stale(&old, "is over");
    assert!(old.text().contains("resigned"), "{}", old.text());
    assert_stale(&chooses(&table.first, &panel, "a1").await, "is over");
    for label in ["Claim the count", "Offer to count", "Resign"] {
        let late = table
            .first
            .presses_late(&more, carried(&more, custom(label)).unwrap())
            .await
            .unwrap();
        assert_stale(&late, "is over");
    }
    let again = table
        .second
        .presses_late(&asked, carried(&asked, ":resign-surely").unwrap())
        .await
        .unwrap();
    assert_stale(&again, "is over");
    assert_eq!(harness.kept().await, kept);
    assert_eq!(
        harness
            .world()
            .messages("main")
            .iter()
            .filter(|it| is_board(it))
            .count(),
        1
    );
}

fn custom(label: &str) -> &'static str {
    match label {
        "Claim the count" => ":claim",
        "Offer to count" => ":offer",
        _ => ":resign",
    }
}
