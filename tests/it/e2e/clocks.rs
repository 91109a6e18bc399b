//! Time: reminders, unrated games that wait, given time, banks. Tests move the clock and never
//! sleep.

use siwa::app::App;
use siwa::time::Zone;
use siwa_playground::{InjectedFault, Message, Route};

use super::harness::Harness;
use super::play::{
    Table, alone, carried, enters, game_of, leaves, offers, panel, placing, said, settings, shown,
    start,
};
use super::setup::{changes, setup};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Waits for a new message in the first channel with this text.
async fn told(harness: &Harness, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    harness.world().wait_for("main", says).await.unwrap()
}

/// The number of messages in the first channel with this text.
fn how_often(harness: &Harness, text: &str) -> usize {
    let messages = harness.world().messages("main");
    messages
        .iter()
        .filter(|it| it.text().contains(text))
        .count()
}

#[tokio::test]
async fn the_player_to_move_is_reminded_once_when_a_quarter_of_the_time_is_left() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:3").await;
    harness.later(2 * DAY).await;
    harness.later(6 * HOUR - 60).await;
    assert_eq!(how_often(&harness, "it’s still your turn"), 0);
    harness.later(120).await;
    let reminder = told(&harness, "it’s still your turn").await;
    assert_eq!(reminder.pinged(), [table.first.id()]);
    let link = format!("/{}", table.board.id);
    assert!(reminder.text().contains(&link), "{}", reminder.text());
    harness.later(HOUR).await;
    // An offer does not cause another reminder.
    said(&table.second, "/draw").await;
    harness.later(HOUR).await;
    harness.later(1).await;
    assert_eq!(how_often(&harness, "it’s still your turn"), 1);
    table.plays(&placing("seega-5-classic")[0]).await;
    harness.later(3 * DAY - HOUR).await;
    let second = table.second.mention();
    told(&harness, &format!("{second}, it’s still your turn")).await;
}

#[tokio::test]
async fn reminders_follow_each_players_preference() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    for (who, share) in [(&ana, "0"), (&bob, "50")] {
        let settings = said(who, "/settings").await;
        let menu = carried(&settings, ":reminder").unwrap();
        let chosen = who.selects(&settings, menu, &[share]).await.unwrap();
        let when = ["never", "when 50"][usize::from(share == "50")];
        assert!(chosen.text().contains(when), "{}", chosen.text());
    }
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let script = placing("seega-5-classic");
    for text in &script[..2] {
        let of_bob = table.mover().id() == bob.id();
        harness.later(13 * HOUR).await;
        harness.later(1).await;
        if of_bob {
            told(&harness, "it’s still your turn").await;
        }
        harness.later(10 * HOUR).await;
        table.plays(text).await;
    }
    assert_eq!(how_often(&harness, "it’s still your turn"), 1);
}

#[tokio::test]
async fn an_unrated_game_waits_until_the_opponent_claims_it() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:false").await;
    let (mover, waiter) = (table.first.mention(), table.second.clone());
    harness.later(DAY + 1).await;
    let late = told(&harness, "you can claim the win").await;
    assert_eq!(late.pinged(), [waiter.id()]);
    let denied = table.first.presses(&late, "Claim the win").await.unwrap();
    assert!(denied.private());
    assert!(
        denied.text().contains("it’s your turn"),
        "{}",
        denied.text()
    );
    waiter.presses(&late, "Nudge").await.unwrap();
    let nudge = told(&harness, "is waiting for you").await;
    assert_eq!(nudge.pinged(), [table.first.id()]);
    let waits = harness.stripped(late.id).await;
    assert!(
        waits.text().contains("is still waiting for"),
        "{}",
        waits.text()
    );
    harness.later(DAY - 60).await;
    assert_eq!(how_often(&harness, "you can claim the win"), 0);
    harness.later(120).await;
    let again = told(&harness, "you can claim the win").await;
    waiter.presses(&again, "Wait a day").await.unwrap();
    harness.stripped(again.id).await;
    assert_eq!(how_often(&harness, "is waiting for you"), 1);
    harness.later(DAY + 1).await;
    let last = told(&harness, "you can claim the win").await;
    waiter.presses(&last, "Claim the win").await.unwrap();
    let end = harness.ended().await;
    assert!(end.text().contains(&mover), "{}", end.text());
    assert!(end.text().contains("time"), "{}", end.text());
    harness.stripped(last.id).await;
}

#[tokio::test]
async fn a_late_move_in_an_unrated_game_counts_and_ends_the_notice() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:false").await;
    harness.later(DAY + 1).await;
    let late = told(&harness, "you can claim the win").await;
    table.plays(&placing("seega-5-classic")[0]).await;
    harness.stripped(late.id).await;
    assert_eq!(harness.turns().await, 1);
    harness.settles().await;
}

#[tokio::test]
async fn nothing_is_written_to_find_that_nothing_is_due() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:false").await;
    harness.later(DAY + 1).await;
    let late = told(&harness, "you can claim the win").await;
    let rests = async || {
        for _ in 0..3 {
            said(&table.second, "/help").await;
            harness.settles().await;
        }
    };
    rests().await;
    let app = App::new(harness.store.clone(), harness.clock.clone());
    let writes = || {
        let all = app.work().metrics.text(None).unwrap();
        let count = "siwa_database_wait_seconds_count ";
        let count = all.lines().find_map(|line| line.strip_prefix(count));
        count.unwrap().parse::<u64>().unwrap()
    };
    let before = writes();
    // The alarm is put off, and the sweeper is woken.
    table.second.presses(&late, "Wait a day").await.unwrap();
    harness.stripped(late.id).await;
    rests().await;
    // The alarm, and on a slow machine a lease that is renewed: the sweeper would write twice.
    let written = writes() - before;
    assert!((1..=2).contains(&written), "{written}");
}

#[tokio::test]
async fn an_unacknowledged_notice_loses_its_buttons_after_a_move_or_when_time_is_given() {
    for moves in [true, false] {
        let harness = Harness::open().await;
        let mut table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:false").await;
        harness.settles().await;
        // The notice is posted, but the bot does not hear of it, and cannot look for it.
        for fault in [
            InjectedFault::unacknowledged(Route::ChannelMessage, 500),
            InjectedFault::lasting(Route::Other, 500),
        ] {
            harness.world().inject(fault);
        }
        harness.later(DAY + 1).await;
        let late = told(&harness, "you can claim the win").await;
        if moves {
            table.plays(&placing("seega-5-classic")[0]).await;
        } else {
            let more = table.second.presses(&table.board, "More…").await.unwrap();
            let more = more.message().unwrap().clone();
            let given = table.second.presses(&more, "Give 24 more hours").await;
            assert!(given.unwrap().text().contains("another 24 hours"));
        }
        harness.world().lift(Route::Other);
        harness.settles().await;
        harness.stripped(late.id).await;
        assert_eq!(harness.boards().len(), 1);
    }
}

#[tokio::test]
async fn a_rated_game_ends_by_itself_unless_time_was_given() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let more = table.second.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    let given = table
        .second
        .presses(&more, "Give 24 more hours")
        .await
        .unwrap();
    assert!(
        given
            .text()
            .contains("You gave your opponent another 24 hours"),
        "{}",
        given.text()
    );
    let says = |it: &Message| it.text().contains("gave their opponent another 24 hours");
    let board = harness
        .world()
        .wait_until(table.board.id, says)
        .await
        .unwrap();
    assert!(!board.live().is_empty());
    harness.later(DAY + HOUR).await;
    harness.later(1).await;
    assert_eq!(how_often(&harness, "wins"), 0);
    // A player cannot give time to themself.
    let own = table.first.presses(&table.board, "More…").await.unwrap();
    assert_eq!(carried(own.message().unwrap(), ":give"), None);
    harness.later(DAY).await;
    let end = harness.ended().await;
    assert!(
        end.text().contains(&table.second.mention()),
        "{}",
        end.text()
    );
}

#[tokio::test]
async fn a_bank_is_used_up_by_thinking_and_filled_by_moving() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:3+8h").await;
    let card = &harness.world().messages("main")[0];
    assert!(
        card.text().contains("3 days each, plus 8 hours per turn"),
        "{}",
        card.text()
    );
    let script = placing("seega-5-classic");
    let deadline = async || {
        harness
            .count("select cast(deadline as integer) from games")
            .await
    };
    let begun = deadline().await - 3 * DAY;
    harness.later(2 * DAY).await;
    table.plays(&script[0]).await;
    table.plays(&script[1]).await;
    // The first side has a day and eight hours left.
    let left = deadline().await - begun;
    assert!((left - (2 * DAY + DAY + 8 * HOUR)).abs() < 60, "{left}");
    harness.later(DAY + 8 * HOUR + 60).await;
    let end = harness.ended().await;
    assert!(
        end.text().contains(&table.second.mention()),
        "{}",
        end.text()
    );
}

#[tokio::test]
async fn a_press_on_a_panel_in_a_late_unrated_game_still_plays() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:12h rated:false").await;
    let mover = table.first.clone();
    let open = panel(&mover, &table.board, &[]).await;
    harness.later(DAY).await;
    told(&harness, "you can claim the win").await;
    let text = &placing("seega-5-classic")[0];
    let panel = enters(&mover, &open, text).await;
    let play = carried(&panel, &format!(":play:{text}")).unwrap();
    mover.presses(&panel, play).await.unwrap();
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_turn_is_taken_back_when_the_opponent_accepts() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "rated:false").await;
    let script = placing("seega-5-classic");
    table.plays(&script[0]).await;
    let (first, second) = (table.first.clone(), table.second.clone());
    let more = first.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    first.presses(&more, "Take back").await.unwrap();
    let asked = told(&harness, "would like to take back").await;
    assert_eq!(asked.pinged(), [second.id()]);
    let own = first.presses(&asked, "Accept").await.unwrap();
    assert!(own.private(), "{}", own.text());
    let old = panel(&second, &table.board, &[]).await;
    let old = enters(&second, &old, &script[1]).await;
    let board = second.presses(&asked, "Accept").await.unwrap();
    let board = board.message().unwrap().clone();
    assert!(
        board.text().contains("took back their last turn"),
        "{}",
        board.text()
    );
    assert_eq!(board.pinged(), [first.id()]);
    harness.stripped(asked.id).await;
    harness.stripped(table.board.id).await;
    table = Table::at((first, second), board, start("seega-5-classic"));
    table.plays("e1 e2").await;
    // The number of turns is the same as when this panel was opened, but the board is another.
    let play = carried(&old, &format!(":play:{}", script[1])).unwrap();
    let stale = table.second.presses(&old, play).await.unwrap();
    assert!(stale.text().contains("out of date"), "{}", stale.text());
    assert_eq!(harness.turns().await, 2);
    harness.sound().await;
}

#[tokio::test]
async fn the_engine_accepts_a_takeback_of_a_turn_and_its_answer() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let begun = alone(&harness, &ana, "seega-5-classic", "1", "Start").await;
    let own = |it: &Message| carried(it, ":panel:").is_some();
    let board = harness.world().wait_for("main", own).await.unwrap();
    assert!(begun.id <= board.id);
    let before = harness.turns().await;
    let squares = offers(&ana, "/place squares:b1 ").await;
    said(&ana, &format!("/place squares:{}", squares[0])).await;
    let (id, seen) = (game_of(&board), shown(&board, &game_of(&board)));
    let newer = |it: &Message| shown(it, &id) > seen;
    let answered = harness.world().wait_until(board.id, newer).await.unwrap();
    let more = ana.presses(&answered, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    let undone = ana.presses(&more, "Take back").await.unwrap();
    assert!(
        undone.text().contains("You took back your last turn"),
        "{}",
        undone.text()
    );
    let told = told(&harness, "took back their last turn").await;
    let undone = "select cast(text as integer) from events where kind = 'taken-back'";
    assert_eq!(harness.count(undone).await, 2);
    assert_eq!(harness.turns().await, before + 2);
    assert!(carried(&told, ":panel:").is_some(), "{:?}", told.live());
    harness.sound().await;
}

#[tokio::test]
async fn a_player_who_is_away_loses_no_time_and_has_thirty_days_a_year() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let (away, other) = (table.first.clone(), table.second.clone());
    let page = settings(&away, "Away").await;
    assert!(page.private() && page.text().contains("not away"));
    assert_eq!(page.selects()[0]["options"].as_array().unwrap().len(), 14);
    let told = leaves(&away, "5").await;
    assert!(
        told.text().contains("25 away days left this year"),
        "{}",
        told.text()
    );
    let says = |it: &Message| it.text().contains("Due back");
    let board = harness
        .world()
        .wait_until(table.board.id, says)
        .await
        .unwrap();
    assert!(!board.live().is_empty());
    harness.later(5 * DAY).await;
    harness.later(1).await;
    assert_eq!(how_often(&harness, "wins"), 0);
    let away_now = settings(&away, "Away").await;
    let told = away.presses(&away_now, "I’m back").await.unwrap();
    assert!(told.text().contains("You’re not away"), "{}", told.text());
    let back = carried(&away_now, ":back").unwrap();
    let again = away.presses_late(&away_now, back).await.unwrap();
    assert_eq!(again.text(), "You’re not away.");
    // Two times fourteen days exceed the rest.
    leaves(&away, "14").await;
    harness.later(14 * DAY).await;
    harness.later(DAY - HOUR).await;
    let denied = leaves(&away, "14").await;
    assert!(
        denied
            .text()
            .contains("away days left this year. Choose an earlier date"),
        "{}",
        denied.text()
    );
    harness.later(2 * DAY).await;
    let end = harness.ended().await;
    assert!(end.text().contains(&other.mention()), "{}", end.text());
}

#[tokio::test]
async fn weekends_stop_clocks_if_the_server_wants_it() {
    let harness = Harness::open().await;
    let admin = harness.person("ana").as_admin(true);
    let page = setup(&harness, &admin).await;
    let still = changes(&harness, &admin, &page, ("weekends", &["Europe/Lisbon"])).await;
    assert!(still.text().contains("Lisbon"), "{}", still.text());
    let zone = Zone::read("Europe/Lisbon").unwrap();
    let (saturday, monday) = zone.weekend(harness.clock.now()).unwrap();
    harness
        .later(saturday.0 - 2 * HOUR - harness.clock.now().0)
        .await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let text = table.board.text();
    assert!(text.contains("Clocks pause over the weekend"), "{text}");
    // Later settings of a server apply to later games.
    changes(&harness, &admin, &still, ("weekends", &["none"])).await;
    harness
        .later(monday.0 + 22 * HOUR - 60 - harness.clock.now().0)
        .await;
    assert_eq!(how_often(&harness, "wins"), 0);
    harness.later(60).await;
    harness.later(1).await;
    harness.ended().await;
}

#[tokio::test]
async fn a_server_can_allow_takebacks_in_rated_games() {
    let harness = Harness::open().await;
    let admin = harness.person("ana").as_admin(true);
    let page = setup(&harness, &admin).await;
    let allowed = changes(&harness, &admin, &page, ("takebacks:true", &[])).await;
    assert!(
        allowed
            .text()
            .contains("Takebacks in new rated games: **allowed**"),
        "{}",
        allowed.text()
    );
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let mover = table.first.clone();
    table.plays(&placing("seega-5-classic")[0]).await;
    let more = mover.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    mover.presses(&more, "Take back").await.unwrap();
    let offer = told(&harness, "would like to take back").await;
    table.second.presses(&offer, "Accept").await.unwrap();
    told(&harness, "took back their last turn").await;
    harness.settles().await;
}
