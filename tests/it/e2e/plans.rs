//! Plans with presses only: a planned answer is played as soon as possible.

use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Person, Says};
use super::play::{Table, carried, enters, exports, is_board, panel, said};

/// A person enters a move in a panel and confirms it; returns the answer.
async fn confirms(who: &Person, panel: &Message, text: &str) -> Message {
    let preview = enters(who, panel, text).await;
    presses(who, &preview, "play").await
}

/// A person presses a button of a private message; returns the answer in it.
async fn presses(who: &Person, message: &Message, button: &str) -> Message {
    let answer = who.presses(message, button).await;
    assert!(answer.private(), "{}", answer.text());
    answer.message()
}

/// A person plays a move with presses; returns the answer, and the new board.
async fn plays(harness: &Harness, who: &Person, board: &Message, text: &str) -> (Message, Message) {
    let newest = harness.newest();
    let told = confirms(who, &panel(who, board, &[]).await, text).await;
    let new = |it: &Message| it.id > newest && is_board(it);
    (told, harness.waits_for("main", new).await)
}

async fn planned(harness: &Harness) -> i64 {
    harness.rows("plans").await
}

#[tokio::test]
async fn a_planned_answer_is_played_immediately_and_shown_on_one_board() {
    let (mut harness, table) = Table::open("seega-5-classic").await;
    let ana = table.first.clone();
    let bob = table.second.clone();
    let (told, board) = plays(&harness, &ana, &table.board, "a1 b1").await;
    assert!(carried(&table.board, ":open").is_none());
    let asked = presses(&ana, &told, "open").await;
    asked.says("might");
    assert_eq!(asked.buttons().len(), 27, "25 squares, the form, and menus");
    let answered = confirms(&ana, &asked, "a2 b2").await;
    answered.says("If a2 b2\nWhat’s your answer?");
    let added = confirms(&ana, &answered, "a3 b3").await;
    added.says("If a2 b2, then **a3 b3**");
    let asked = presses(&ana, &added, "panel").await;
    let answered = confirms(&ana, &asked, "a4 b4").await;
    let added = confirms(&ana, &answered, "a5 b5").await;
    added.says("Plan saved.");
    harness.restart().await;
    // Only the planning player sees it.
    let seen = said(&bob, "/board").await.text();
    let public: String = harness
        .world()
        .messages("main")
        .iter()
        .map(Message::text)
        .collect();
    assert!(!seen.contains("a3 b3") && !public.contains("a3 b3"));
    exports(&bob, &table.board, &table.id).await.omits("a3");
    let (told, board) = plays(&harness, &bob, &board, "a2 b2").await;
    let answer = format!("{} (Light) answered **a3 b3**, as planned", ana.mention());
    told.says(&answer);
    board.says("played **a2 b2**");
    board.says(&answer);
    // Bob has just pressed, and it is his turn again.
    board.says(&format!("{} (Dark), place", bob.mention()));
    assert_eq!(board.pinged(), [] as [u64; 0]);
    assert_eq!((harness.turns().await, planned(&harness).await), (2, 1));
    harness.one_board().await;
    assert_eq!(harness.boards().len(), 1);
    // Another move drops the plan, and is shown as usual.
    let (told, board) = plays(&harness, &bob, &board, "c1 c2").await;
    told.omits("planned");
    board.omits("planned");
    assert_eq!(board.pinged(), [ana.id()]);
    assert_eq!(planned(&harness).await, 0);
    let stale = presses(&ana, &added, "panel").await;
    stale.says("out of date");
    harness.settles().await;
}

#[tokio::test]
async fn plans_are_listed_replaced_and_removed_in_a_game_of_menus() {
    let (harness, mut table) = Table::open("gyges-leroy").await;
    let first = table.line.patterns()[0].clone();
    table.plays(&first).await;
    let ana = table.first.clone();
    let more = presses(&ana, &table.board, "more").await;
    let asked = presses(&ana, &more, "open").await;
    // The opponent's set-up from the menu, the first move with the form.
    let theirs = table.line.patterns()[0].clone();
    let answered = confirms(&ana, &asked, &theirs).await;
    table.line.play(&theirs).unwrap();
    let mut legal = table.line.legal_moves();
    legal.sort();
    let form = ana.presses(&answered, "type").await;
    let added = ana.submits(form.modal(), &[("text", &legal[0])]).await;
    added.says("Plan saved.");
    let again = presses(&ana, &added, "plan:1:1:panel:").await;
    let replaced = confirms(&ana, &again, &theirs).await;
    replaced.says("A new one replaces it");
    confirms(&ana, &replaced, &legal[1]).await;
    assert_eq!(planned(&harness).await, 1);
    let more = presses(&ana, &table.board, "more").await;
    let list = presses(&ana, &more, "open").await;
    list.says("1\\. If ");
    let menu = carried(&list, ":remove").unwrap();
    let row = list.selects()[0]["options"][0]["value"].clone();
    let left = ana.selects(&list, menu, &[row.as_str().unwrap()]).await;
    left.says("You have no plans in this game");
    assert_eq!(planned(&harness).await, 0);
    let asked = presses(&ana, &left, "panel").await;
    let answered = confirms(&ana, &asked, &theirs).await;
    let list = presses(&ana, &answered, "open").await;
    let left = presses(&ana, &list, "clear").await;
    left.says("You have no plans in this game");
}
