//! Outdated buttons and menus: they answer privately, with the present state.

use siwa_playground::{Kind, Message};

use super::harness::Harness;
use super::person::{Reply, Says, SaysTo};
use super::play::{Table, carried, chooses, panel, said};

fn assert_stale(answer: &Reply, words: &str) {
    answer.says_privately(words);
    assert!(answer.image().is_some(), "no board: {}", answer.text());
}

#[tokio::test]
async fn the_board_of_a_past_turn_shows_the_present_one() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let old = table.board.clone();
    table.plays("a1 b2").await;
    table.plays("d4 e5").await;
    for who in ["ana", "bob", "chloe"] {
        let who = harness.person(who);
        let answer = who.presses_act(&old, ":panel:").await;
        assert_stale(&answer, "out of date");
        answer.says("d4 e5");
        let goes_on = answer.live().iter().any(|id| id.contains(":panel:"));
        assert_eq!(goes_on, who.id() == table.mover().id());
    }
}

#[tokio::test]
async fn an_old_board_tells_what_happened_and_asks_for_nothing() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let boards = [table.board.id, table.plays("a1 b2").await.id];
    table.plays("d4 e5").await;
    for (board, happened) in boards
        .into_iter()
        .zip(["takes the first turn", "played **a1 b2**"])
    {
        let board = harness.stripped(board).await;
        assert!(board.image().is_some());
        let text = board.text();
        text.says(happened);
        for asked in ["press the button", "/place", "deadline"] {
            text.omits(asked);
        }
    }
    harness.settles().await;
}

#[tokio::test]
async fn the_confirmation_of_a_past_preview_plays_nothing() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let first = table.first.clone();
    let preview = panel(&first, &table.board, &["a1", "a1 c1"]).await;
    table.plays("a2 b2").await;
    let kept = harness.kept().await;
    let answer = first.presses(&preview, "play").await;
    assert_stale(&answer, "out of date");
    assert!(answer.live().is_empty(), "a dead panel keeps its buttons");
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
    let (harness, mut table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let offer = said(&mover, "/draw").await;
    waiter.presses(&offer, "decline").await;
    for act in [":accept", ":decline"] {
        let answer = waiter.presses_act(&offer, act).await;
        answer.says_privately("That offer is no longer open");
    }
    let text = table.line.legal_moves()[0].clone();
    table.plays(&text).await;
    let answer = waiter.presses_act(&offer, ":accept").await;
    assert_stale(&answer, "out of date");
    assert_eq!(harness.rows("games where status = 'playing'").await, 1);
}

#[tokio::test]
async fn a_board_without_a_picture_remains_a_board_when_its_offer_is_declined() {
    let (harness, table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    said(&mover, "/draw").await;
    let text = table.line.legal_moves()[0].clone();
    harness.permits("main", 1 << 10 | 1 << 11);
    let typed = format!("/move move:{text} game:{}", table.id);
    mover.in_channel("other").types(&typed).await;
    harness.violated(Kind::Forbidden).await;
    let shows =
        |it: &Message| it.text().contains("would like to stop here") && it.labels().len() > 2;
    let board = harness.waits_for("main", shows).await;
    assert!(board.image().is_none());
    // Then an admin restores the permissions.
    harness.permits("main", u64::MAX);
    let declined = waiter.presses(&board, "decline").await.message();
    assert_eq!(declined.labels(), ["Make a move", "Board", "More…"]);
}

#[tokio::test]
async fn an_offer_before_the_players_own_move_can_be_answered_on_the_new_board() {
    let (harness, mut table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let offer = said(&mover, "/draw").await;
    let text = table.line.legal_moves()[0].clone();
    let board = table.plays(&text).await;
    harness.stripped(offer.id).await;
    board.says("would like to stop here");
    let declined = waiter.presses(&board, "decline").await.message();
    assert!(declined.image().is_some(), "the board has lost its picture");
    declined.says("declined to stop and count. Game #1 goes on");
    assert_eq!(declined.labels(), ["Make a move", "Board", "More…"]);
    let offered = waiter.types("/draw").await;
    assert!(!offered.private(), "{}", offered.text());
    let end = mover.presses(&offered, "accept").await;
    end.says("agreed to stop");
    harness.one_board().await;
}

#[tokio::test]
async fn a_rematch_is_requested_once_and_started_once() {
    let (harness, table) = Table::open("seega-5-lugo").await;
    let first = table.first.clone();
    let second = table.second.clone();
    let chloe = harness.person("chloe");
    let rematch = |number: &str| format!("game:{number}:0:rematch");
    let early = first.presses_late(&table.board, &rematch(&table.id)).await;
    early.says_privately("still in progress");
    let end = table.resigns(&harness, &first).await;
    let strange = chloe.presses(&end, "rematch").await;
    strange.says_privately("not playing");
    let card = first.presses(&end, "rematch").await;
    assert!(!card.private());
    assert_eq!(card.pinged(), [second.id()]);
    let again = first.presses(&end, "rematch").await;
    again.says_privately("You’ve already asked for a rematch");
    let board = harness.follows(&end, &second, "rematch").await;
    let next = second.mention();
    board.says(&format!("{next} takes the first turn this time"));
    let closed = harness.stripped(card.id).await;
    closed.says("accepted. This is game #");
    for who in [&first, &second] {
        let late = who.presses(&end, "rematch").await;
        late.says_privately("already started: game #2");
    }
    assert_eq!(harness.rows("games").await, 2);
}

#[tokio::test]
async fn a_closed_challenge_shows_its_result() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let closed = [
        ("accept", "already accepted"),
        ("decline", "was declined"),
        ("cancel", "was withdrawn"),
    ];
    for (button, words) in closed {
        let card = said(&ana, "/challenge opponent:@bob").await;
        let who = if button == "cancel" { &ana } else { &bob };
        who.presses(&card, button).await;
        let kept = harness.kept().await;
        for (who, act) in [(&bob, ":accept"), (&bob, ":decline"), (&ana, ":cancel")] {
            let late = who.presses_act(&card, act).await;
            late.says_privately(words);
        }
        assert_eq!(harness.kept().await, kept);
    }
    let rules = said(&ana, "/challenge").await;
    let rules = bob.presses(&rules, "rules").await;
    assert!(rules.private() && rules.image().is_some());
}

#[tokio::test]
async fn the_buttons_of_a_finished_game_show_how_it_ended() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let panel = panel(&table.first, &table.board, &[]).await;
    let more = table.first.presses(&table.board, "more").await.message();
    let asked = said(&table.second, "/resign").await;
    harness
        .follows(&asked, &table.second, "resign-surely")
        .await;
    let kept = harness.kept().await;
    let old = table.first.presses_act(&table.board, ":panel:").await;
    assert_stale(&old, "is over");
    old.says("resigned");
    assert_stale(&chooses(&table.first, &panel, "a1").await, "is over");
    assert_eq!(carried(&more, ":claim"), None, "nothing is counted yet");
    for act in [":offer", ":resign"] {
        let late = table.first.presses_act(&more, act).await;
        assert_stale(&late, "is over");
    }
    let again = table.second.presses_act(&asked, ":resign-surely").await;
    assert_stale(&again, "is over");
    assert_eq!(harness.kept().await, kept);
    assert_eq!(harness.boards().len(), 1);
}
