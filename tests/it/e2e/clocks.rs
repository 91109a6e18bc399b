//! Time: reminders, unrated games that wait, given time, banks. Tests move the clock and never
//! sleep.

use siwa::app::App;
use siwa::game::Setting;
use siwa::time::Zone;
use siwa_playground::{InjectedFault, Message, Route};

use super::harness::{Harness, SERVER};
use super::person::{Says, SaysTo};
use super::play::{
    Table, alone, carried, enters, game_of, leaves, offers, panel, placing, said, settings, shown,
    start,
};
use super::setup::{changes, setup};

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Waits for a new message in the first channel with this text.
async fn told(harness: &Harness, text: &str) -> Message {
    harness.finds("main", text).await
}

#[tokio::test]
async fn the_player_to_move_is_reminded_once_when_a_quarter_of_the_time_is_left() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:3").await;
    harness.later(2 * DAY).await;
    harness.later(6 * HOUR - 60).await;
    assert_eq!(harness.with("main", "it’s still your turn").len(), 0);
    harness.later(120).await;
    let reminder = told(&harness, "it’s still your turn").await;
    assert_eq!(reminder.pinged(), [table.first.id()]);
    let link = format!("/{}", table.board.id);
    reminder.says(&link);
    harness.later(HOUR).await;
    // An offer does not cause another reminder.
    said(&table.second, "/draw").await;
    harness.later(HOUR).await;
    harness.later(1).await;
    assert_eq!(harness.with("main", "it’s still your turn").len(), 1);
    table.plays(&placing("seega-5-classic")[0]).await;
    harness.later(3 * DAY - HOUR).await;
    let second = table.second.mention();
    told(&harness, &format!("{second}, it’s still your turn")).await;
}

#[tokio::test]
async fn reminders_follow_each_players_preference() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    for (who, share) in [(&ana, "0"), (&bob, "50")] {
        let settings = said(who, "/settings").await;
        let menu = carried(&settings, ":reminder").unwrap();
        let chosen = who.selects(&settings, menu, &[share]).await;
        let when = ["never", "when 50"][usize::from(share == "50")];
        chosen.says(when);
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
    assert_eq!(harness.with("main", "it’s still your turn").len(), 1);
}

#[tokio::test]
async fn an_unrated_game_waits_until_the_opponent_claims_it() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1 rated:false").await;
    let mover = table.first.mention();
    let waiter = table.second.clone();
    harness.later(DAY + 1).await;
    let late = told(&harness, "you can claim the win").await;
    assert_eq!(late.pinged(), [waiter.id()]);
    let denied = table.first.presses(&late, "claim-time").await;
    denied.says_privately("it’s your turn");
    waiter.presses(&late, "nudge").await;
    let nudge = told(&harness, "is waiting for you").await;
    assert_eq!(nudge.pinged(), [table.first.id()]);
    harness.stripped(late.id).await.says("is still waiting for");
    harness.later(DAY - 60).await;
    assert_eq!(harness.with("main", "you can claim the win").len(), 0);
    harness.later(120).await;
    let again = told(&harness, "you can claim the win").await;
    waiter.presses(&again, "wait").await;
    harness.stripped(again.id).await;
    assert_eq!(harness.with("main", "is waiting for you").len(), 1);
    // What follows a change of the server's language is in the new one.
    let french = Setting::Locale(Some("fr".to_owned()));
    harness.store.choose(SERVER, &french).await.unwrap();
    harness.later(DAY + 1).await;
    let late = told(&harness, "réclamer la victoire").await;
    waiter.presses(&late, "nudge").await;
    told(&harness, "t’attend").await;
    harness.later(DAY + 1).await;
    let last = told(&harness, "réclamer la victoire").await;
    waiter.presses_act(&last, ":claim-time").await;
    let end = harness.ended().await;
    end.says(&mover);
    end.says("temps");
    harness.stripped(last.id).await;
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
        let all = app.store().metrics.text(None).unwrap();
        let count = "siwa_database_wait_seconds_count ";
        let count = all.lines().find_map(|line| line.strip_prefix(count));
        count.unwrap().parse::<u64>().unwrap()
    };
    let before = writes();
    // The alarm is put off, and the sweeper is woken.
    table.second.presses(&late, "wait").await;
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
            InjectedFault {
                channel: Some(harness.world().channel("main").unwrap().id),
                ..InjectedFault::lasting(Route::Other, 500)
            },
        ] {
            harness.inject(fault);
        }
        harness.later(DAY + 1).await;
        let late = told(&harness, "you can claim the win").await;
        if moves {
            table.plays(&placing("seega-5-classic")[0]).await;
        } else {
            let more = table.second.presses(&table.board, "more").await.message();
            let given = table.second.presses(&more, "give").await;
            given.says("another 24 hours");
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
    let more = table.second.presses(&table.board, "more").await.message();
    let given = table.second.presses(&more, "give").await;
    given.says("You gave your opponent another 24 hours");
    let says = |it: &Message| it.text().contains("gave their opponent another 24 hours");
    let board = harness.waits_until(table.board.id, says).await;
    assert!(!board.live().is_empty());
    harness.later(DAY + HOUR).await;
    harness.later(1).await;
    assert_eq!(harness.with("main", "wins").len(), 0);
    // A player cannot give time to themself.
    let own = table.first.presses(&table.board, "more").await;
    assert_eq!(carried(&own, ":give"), None);
    harness.later(DAY).await;
    let end = harness.ended().await;
    end.says(&format!("{} ran out of time", table.first.mention()));
    end.says(&table.second.mention());
    assert_eq!(end.pinged().len(), 2);
    harness.stripped(table.board.id).await;
}

#[tokio::test]
async fn a_bank_is_used_up_by_thinking_and_filled_by_moving() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:3+8h").await;
    let card = &harness.world().messages("main")[0];
    card.says("3 days each, plus 8 hours per turn");
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
    harness.ended().await.says(&table.second.mention());
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
    mover.presses(&panel, play).await;
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_turn_is_taken_back_when_the_opponent_accepts() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "rated:false").await;
    let script = placing("seega-5-classic");
    table.plays(&script[0]).await;
    let first = table.first.clone();
    let second = table.second.clone();
    let more = first.presses(&table.board, "more").await.message();
    first.presses(&more, "take-back").await;
    let asked = told(&harness, "would like to take back").await;
    assert_eq!(asked.pinged(), [second.id()]);
    let own = first.presses(&asked, "accept").await;
    assert!(own.private(), "{}", own.text());
    let old = panel(&second, &table.board, &[]).await;
    let old = enters(&second, &old, &script[1]).await;
    let board = second.presses(&asked, "accept").await.message();
    board.says("took back their last turn");
    assert_eq!(board.pinged(), [first.id()]);
    let closed = harness.stripped(asked.id).await;
    closed.omits("is that OK");
    closed.says("took back their last turn");
    harness.stripped(table.board.id).await;
    table = Table::at((first, second), board, start("seega-5-classic"));
    table.plays("e1 e2").await;
    // The number of turns is the same as when this panel was opened, but the board is another.
    let play = carried(&old, &format!(":play:{}", script[1])).unwrap();
    table.second.presses(&old, play).await.says("out of date");
    assert_eq!(harness.turns().await, 2);
}

#[tokio::test]
async fn an_offer_that_nobody_answered_tells_the_next_move_instead() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let waiter = table.second.clone();
    said(&waiter, "/draw").await;
    let asked = told(&harness, "do you agree?").await;
    table.plays("a1 b2").await;
    let closed = harness.stripped(asked.id).await;
    closed.omits("do you agree?");
    closed.says(&format!("{} offered a draw", waiter.mention()));
    closed.says("played **a1 b2**");
    // The player to move may offer too, and the offer goes on with the next board.
    let mover = table.mover().clone();
    said(&mover, "/draw").await;
    let asked = told(&harness, "do you agree?").await;
    table.plays("a2 b1").await;
    let moved = harness.stripped(asked.id).await;
    moved.says(&format!("{} offered a draw", mover.mention()));
    moved.omits("played");
}

#[tokio::test]
async fn the_engine_accepts_a_takeback_of_a_turn_and_its_answer() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let begun = alone(&harness, &ana, "seega-5-classic", "1", "begin").await;
    let own = |it: &Message| carried(it, ":panel:").is_some();
    let board = harness.waits_for("main", own).await;
    assert!(begun.id <= board.id);
    let before = harness.turns().await;
    let squares = offers(&ana, "/place squares:b1 ").await;
    said(&ana, &format!("/place squares:{}", squares[0])).await;
    let id = game_of(&board);
    let seen = shown(&board, &game_of(&board));
    let newer = |it: &Message| shown(it, &id) > seen;
    let answered = harness.waits_until(board.id, newer).await;
    let more = ana.presses(&answered, "more").await.message();
    let answer = ana.presses(&more, "take-back").await;
    answer.says("You took back your last turn");
    let told = told(&harness, "took back their last turn").await;
    let undone = "select cast(text as integer) from events where kind = 'taken-back'";
    assert_eq!(harness.count(undone).await, 2);
    assert_eq!(harness.turns().await, before + 2);
    assert!(carried(&told, ":panel:").is_some(), "{:?}", told.live());
    // The answer becomes the panel of that turn.
    let present = shown(&told, &id);
    ana.waits_for(|it| it.id == answer.id && shown(it, &id) == present)
        .await;
}

#[tokio::test]
async fn a_player_who_is_away_loses_no_time_and_has_thirty_days_a_year() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:7").await;
    let away = table.first.clone();
    let other = table.second.clone();
    let page = settings(&away, "away").await;
    page.says_privately("not away");
    assert_eq!(page.selects()[0]["options"].as_array().unwrap().len(), 14);
    let page = leaves(&away, "5").await;
    page.says("25 away days left this year");
    assert_eq!(page.selects()[0]["options"][4]["default"], true);
    let says = |it: &Message| it.text().contains("Due back");
    let board = harness.waits_until(table.board.id, says).await;
    assert!(!board.live().is_empty());
    // Today is the first of the five.
    harness.later(4 * DAY).await;
    assert_eq!(harness.with("main", "wins").len(), 0);
    let away_now = settings(&away, "away").await;
    let told = away.presses(&away_now, "back").await;
    told.says("You’re not away");
    let again = away.presses_act(&away_now, ":back").await;
    assert_eq!(again.text(), "You’re not away.");
    // These fourteen would be in a row with the five.
    let denied = leaves(&away, "14").await;
    denied.says("14 days in a row");
    denied.says("next 10 days");
    harness.later(2 * DAY).await;
    leaves(&away, "14").await;
    harness.later(15 * DAY).await;
    // Two times fourteen days exceed the rest.
    let denied = leaves(&away, "14").await;
    denied.says("11 away days left this year. Choose an earlier date");
    harness.later(4 * DAY).await;
    harness.ended().await.says(&other.mention());
}

#[tokio::test]
async fn time_in_which_discord_answers_nothing_ends_no_game() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.settles().await;
    harness.inject(InjectedFault {
        times: 3,
        ..InjectedFault::once(Route::Other, 503)
    });
    harness.clock.skip(2 * DAY);
    harness.faults_met(Route::Other).await;
    said(&table.first, "/place squares:a1 b2")
        .await
        .omits("Time ran out");
    harness.settles().await;
    assert_eq!(harness.with("main", "wins").len(), 0);
}

#[tokio::test]
async fn weekends_stop_clocks_if_the_server_wants_it() {
    let harness = Harness::open().await;
    let admin = harness.person("ana").as_admin(true);
    let page = setup(&harness, &admin).await;
    let still = changes(&harness, &admin, &page, ("weekends", &["Europe/Lisbon"])).await;
    still.says("Lisbon");
    let zone = Zone::read("Europe/Lisbon").unwrap();
    let (saturday, monday) = zone.weekend(harness.clock.now()).unwrap();
    harness
        .later(saturday.0 - 2 * HOUR - harness.clock.now().0)
        .await;
    let table = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let text = table.board.text();
    text.says("Clocks pause over the weekend");
    // Later settings of a server apply to later games.
    changes(&harness, &admin, &still, ("weekends", &["none"])).await;
    harness
        .later(monday.0 + 22 * HOUR - 60 - harness.clock.now().0)
        .await;
    assert_eq!(harness.with("main", "wins").len(), 0);
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
    allowed.says("Takebacks in new rated games: **allowed**");
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let mover = table.first.clone();
    table.plays(&placing("seega-5-classic")[0]).await;
    let more = mover.presses(&table.board, "more").await.message();
    mover.presses(&more, "take-back").await;
    let offer = told(&harness, "would like to take back").await;
    table.second.presses(&offer, "accept").await;
    told(&harness, "took back their last turn").await;
    harness.settles().await;
}
