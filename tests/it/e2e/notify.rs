//! Turn notifications: by direct message, later, once a day, or none.

use std::time::Duration;

use siwa::game::GamesIn;
use siwa::time::{Timestamp, Zone};
use siwa_playground::{InjectedFault, Kind, Message, Person, Route};

use super::house::House;
use super::play::{Table, placing, said};

const HOUR: i64 = 60 * 60;
const GAME: &str = "seega-5-classic";

/// A person chooses how they are notified; returns the answer.
async fn chooses(who: &Person, button: &str) -> Message {
    let shown = said(who, "/notify").await;
    let chosen = who.presses(&shown, button).await.unwrap();
    chosen.message().unwrap().clone()
}

/// A game in which the player who waits for the first turn is notified in this way; nobody has
/// moved yet.
async fn table(house: &House, button: &str) -> Table {
    let table = Table::set(house, GAME).await;
    chooses(&table.second, button).await;
    table
}

/// The player to move plays the next placement; returns the new board.
async fn plays(table: &mut Table, number: usize) -> Message {
    let text = placing(GAME)[number].clone();
    let answer = table.mover().types(&table.command(&text)).await.unwrap();
    assert!(!answer.private(), "{}", answer.text());
    table.line.play(&text).unwrap();
    answer.message().unwrap().clone()
}

fn key(who: &Person) -> &'static str {
    ["ana", "bob"][usize::from(who.id().is_multiple_of(2))]
}

fn conversation(who: &Person) -> String {
    format!("dm:{}", key(who))
}

/// Waits for a direct message to a person with this text.
async fn directly(house: &House, who: &Person, text: &str) -> Message {
    let channel = conversation(who);
    house.world().wait_for_channel(&channel).await.unwrap();
    let says = |it: &Message| it.text().contains(text);
    house.world().wait_for(&channel, says).await.unwrap()
}

/// Waits for a message in the first channel with this text.
async fn here(house: &House, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    house.world().wait_for("main", says).await.unwrap()
}

#[tokio::test]
async fn a_direct_message_calls_instead_of_the_board_and_falls_silent_after_the_move() {
    let house = House::open().await;
    let mut table = table(&house, "Direct message").await;
    let waiter = table.second.clone();
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0], "{}", board.text());
    let told = directly(&house, &waiter, "it’s your turn").await;
    assert!(
        told.text().contains(&format!("/{}", board.id)),
        "{}",
        told.text()
    );
    assert!(told.image().unwrap().description.is_some());
    let next = plays(&mut table, 1).await;
    // A player who is notified here is pinged as usual.
    assert_eq!(next.pinged(), [table.first.id()]);
    let past = |it: &Message| !it.text().contains("it’s your turn");
    let past = house.world().wait_until(told.id, past).await.unwrap();
    assert!(
        past.text().contains(&table.first.mention()),
        "{}",
        past.text()
    );
    house.settles().await;
    assert_eq!(house.world().messages(&conversation(&waiter)).len(), 1);
}

#[tokio::test]
async fn closed_direct_messages_fall_back_to_where_the_board_is() {
    let house = House::open().await;
    let mut table = table(&house, "Direct message").await;
    let waiter = table.second.clone();
    house.world().close_private_messages(key(&waiter), true);
    let board = plays(&mut table, 0).await;
    let told = here(&house, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    assert!(
        told.text().contains(&format!("/{}", board.id)),
        "{}",
        told.text()
    );
    let refused = house.world().expect_violation(Kind::Forbidden);
    refused.await.unwrap();
    // They are opened again, and the next turn is notified directly.
    house.world().close_private_messages(key(&waiter), false);
    plays(&mut table, 1).await;
    plays(&mut table, 2).await;
    directly(&house, &waiter, "it’s your turn").await;
    house.settles().await;
}

#[tokio::test]
async fn a_person_who_has_left_the_server_is_not_called_there_either() {
    let house = House::open().await;
    let mut table = table(&house, "Direct message").await;
    let waiter = table.second.clone();
    // The bot cannot write to a person with whom it shares no server.
    house.world().close_private_messages(key(&waiter), true);
    house.world().leave(waiter.id(), true);
    plays(&mut table, 0).await;
    let refused = house.world().expect_violation(Kind::Forbidden);
    refused.await.unwrap();
    house.settles().await;
    let said = house.world().messages("main");
    let called = |it: &Message| it.text().contains("can’t send you direct messages");
    assert!(!said.iter().any(called), "{said:?}");
    let _ = house.world().take_violations();
}

#[tokio::test]
async fn a_notice_that_may_have_been_posted_is_not_posted_twice() {
    let house = House::open().await;
    let mut table = table(&house, "Direct message").await;
    let waiter = table.second.clone();
    // The first notification opens the conversation.
    plays(&mut table, 0).await;
    directly(&house, &waiter, "it’s your turn").await;
    plays(&mut table, 1).await;
    house.settles().await;
    let lost = InjectedFault::unacknowledged(Route::ChannelMessage, 500);
    house.world().inject(lost);
    plays(&mut table, 2).await;
    directly(&house, &waiter, "it’s your turn").await;
    house.settles().await;
    assert_eq!(house.world().messages(&conversation(&waiter)).len(), 2);
}

#[tokio::test]
async fn an_unacknowledged_message_is_found_after_its_nonce_has_expired() {
    let house = House::open().await;
    let mut table = Table::set_with(&house, GAME, "time:1").await;
    let waiter = table.second.clone();
    chooses(&waiter, "Direct message").await;
    // The first board opens the conversation, so that the next messages are the lost ones.
    plays(&mut table, 0).await;
    directly(&house, &waiter, "it’s your turn").await;
    house.settles().await;
    let sent = |house: &House| house.world().messages(&conversation(&waiter)).len();
    assert_eq!(sent(&house), 1);
    house.later(18 * HOUR - 60).await;
    house.settles().await;
    house.world().skip(18 * HOUR + 60);
    let lost = InjectedFault::unacknowledged(Route::ChannelMessage, 500);
    house.world().inject(lost);
    house.later(120).await;
    directly(&house, &waiter, "it’s still your turn").await;
    let mut database = house.database().await;
    let forgotten = sqlx::query("update outbox set id = id + 1");
    forgotten.execute(&mut database).await.unwrap();
    house.settles().await;
    assert_eq!(sent(&house), 2);
}

#[tokio::test]
async fn a_player_without_notifications_gets_none_but_sees_the_board() {
    let house = House::open().await;
    let mut table = table(&house, "Off").await;
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0]);
    assert!(board.text().contains(&table.second.mention()));
    house.settles().await;
    assert!(
        house
            .world()
            .channel(&conversation(&table.second))
            .is_none()
    );
    assert_eq!(plays(&mut table, 1).await.pinged(), [table.first.id()]);
}

#[tokio::test]
async fn quiet_hours_keep_a_notice_until_they_end() {
    let mut house = House::open().await;
    let mut table = Table::set(&house, GAME).await;
    let waiter = table.second.clone();
    let shown = said(&waiter, "/notify").await;
    let quiet = waiter
        .selects(&shown, "notify:quiet", &["22-7"])
        .await
        .unwrap();
    let quiet = quiet.message().unwrap().clone();
    assert!(quiet.text().contains("22:00 to 7:00"), "{}", quiet.text());
    let zone = waiter.selects(&quiet, "notify:zone", &["Europe/Paris"]);
    let zone = zone.await.unwrap();
    assert!(zone.text().contains("Paris"), "{}", zone.text());
    let paris = Zone::read("Europe/Paris").unwrap();
    let night = paris.next(house.clock.now(), 23).unwrap();
    house.later(night.0 - house.clock.now().0).await;
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0]);
    house.later(7 * HOUR).await;
    house.restart().await;
    let calls = |house: &House| {
        let all = house.world().messages("main");
        let turn = |it: &&Message| it.text().contains(", it’s your turn.");
        all.iter().filter(turn).count()
    };
    assert_eq!(calls(&house), 0);
    house.later(HOUR).await;
    let told = here(&house, ", it’s your turn.").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    // By day the board pings them.
    plays(&mut table, 1).await;
    assert_eq!(plays(&mut table, 2).await.pinged(), [waiter.id()]);
    house.settles().await;
    assert_eq!(calls(&house), 1);
}

#[tokio::test]
async fn a_move_within_quiet_hours_leaves_no_call_for_the_morning() {
    let house = House::open().await;
    let mut table = Table::set(&house, GAME).await;
    let waiter = table.second.clone();
    let shown = said(&waiter, "/notify").await;
    waiter
        .selects(&shown, "notify:quiet", &["22-7"])
        .await
        .unwrap();
    let night = Zone::default().next(house.clock.now(), 23).unwrap();
    house.later(night.0 - house.clock.now().0).await;
    plays(&mut table, 0).await;
    plays(&mut table, 1).await;
    house.later(8 * HOUR).await;
    house.settles().await;
    let all = house.world().messages("main");
    assert!(!all.iter().any(|it| it.text().contains(", it’s your turn.")));
}

#[tokio::test]
async fn a_digest_lists_all_games_once_a_day() {
    let house = House::open().await;
    let mut one = table(&house, "Once a day").await;
    let waiter = one.second.clone();
    let shown = said(&waiter, "/notify").await;
    let at = waiter
        .selects(&shown, "notify:hour", &["18"])
        .await
        .unwrap();
    assert!(at.text().contains("18:00"), "{}", at.text());
    assert_eq!(plays(&mut one, 0).await.pinged(), [0; 0]);
    let evening = |now: Timestamp| Zone::default().next(now, 18).unwrap().0 - now.0;
    house.later(evening(house.clock.now())).await;
    let told = directly(&house, &waiter, "It’s your turn in one game").await;
    assert!(told.text().contains("seega") || told.text().contains("Seega"));
    plays(&mut one, 1).await;
    // The next day no game waits for them, and they get no message.
    house.later(24 * HOUR).await;
    let tomorrow = async || {
        let next = house.count("select max(digest_at) from players").await;
        next > house.clock.now().0
    };
    let swept = async { while !tomorrow().await {} };
    tokio::time::timeout(Duration::from_secs(10), swept)
        .await
        .unwrap();
    house.settles().await;
    assert_eq!(house.world().messages(&conversation(&waiter)).len(), 1);
    // The day after one does, but their direct messages are closed.
    house.world().close_private_messages(key(&waiter), true);
    plays(&mut one, 2).await;
    house.later(24 * HOUR).await;
    let told = here(&house, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    for _ in ["the digest", "the reminder"] {
        let refused = house.world().expect_violation(Kind::Forbidden);
        refused.await.unwrap();
    }
    house.settles().await;
}

#[tokio::test]
async fn the_end_does_not_wait_for_the_daily_notice() {
    let house = House::open().await;
    let table = table(&house, "Once a day").await;
    let (loser, winner) = (table.first.clone(), table.second.clone());
    table.resigns(&house, &loser).await;
    directly(&house, &winner, "wins").await;
    let end = house.ended().await;
    assert_eq!(end.pinged(), [0; 0], "{}", end.text());
    house.settles().await;
}

#[tokio::test]
async fn a_reminder_and_the_end_come_directly_as_well() {
    let house = House::open().await;
    let mut table = Table::set_with(&house, GAME, "time:1").await;
    let waiter = table.second.clone();
    chooses(&waiter, "Direct message").await;
    plays(&mut table, 0).await;
    directly(&house, &waiter, "it’s your turn").await;
    house.later(19 * HOUR).await;
    directly(&house, &waiter, "it’s still your turn").await;
    house.later(6 * HOUR).await;
    let end = house.ended().await;
    assert_eq!(end.pinged(), [table.first.id()]);
    directly(&house, &waiter, "wins").await;
    house.settles().await;
    let all = house.world().messages(&conversation(&waiter));
    assert!(
        !all.iter().any(|it| it.text().contains("your turn")),
        "{all:#?}"
    );
}

#[tokio::test]
async fn a_time_zone_is_typed_by_its_city() {
    let house = House::open().await;
    let ana = house.person("ana");
    let shown = said(&ana, "/notify").await;
    let form = async || ana.presses(&shown, "Other time zone…").await.unwrap();
    let typed = async |city: &str| {
        let form = form().await;
        let form = form.modal().unwrap().clone();
        ana.submits(&form, &[("text", city)]).await.unwrap()
    };
    let one = typed("auckland").await;
    assert!(one.text().contains("**Auckland**"), "{}", one.text());
    let none = typed("atlantis").await;
    assert!(
        none.text()
            .contains("I can’t find a time zone for “atlantis”"),
        "{}",
        none.text()
    );
    let several = typed("argentina").await;
    assert!(
        several.text().contains("**Auckland**"),
        "{}",
        several.text()
    );
    let several = several.message().unwrap().clone();
    let chosen = "America/Argentina/Salta";
    let chosen = ana
        .selects(&several, "notify:zone", &[chosen])
        .await
        .unwrap();
    assert!(chosen.text().contains("**Salta**"), "{}", chosen.text());
}

#[tokio::test]
async fn notifications_of_games_in_threads_link_into_the_thread() {
    let house = House::open().await;
    house.games_in(GamesIn::Threads).await;
    let (ana, bob) = (house.person("ana"), house.person("bob"));
    for who in [&ana, &bob] {
        chooses(who, "Direct message").await;
    }
    let card = ana
        .types(&format!("/challenge opponent:{}", bob.mention()))
        .await
        .unwrap();
    bob.presses(card.message().unwrap(), "Accept")
        .await
        .unwrap();
    house.settles().await;
    let told = |who: &Person| house.world().messages(&conversation(who)).pop();
    let told = told(&ana).or_else(|| told(&bob)).unwrap();
    let thread = card.message().unwrap().id;
    assert!(
        told.text().contains(&format!("/{thread}/")),
        "{}",
        told.text()
    );
}

#[tokio::test]
async fn a_player_without_notifications_is_neither_reminded_nor_nudged() {
    let house = House::open().await;
    let table = Table::set_with(&house, GAME, "time:1 rated:false").await;
    chooses(&table.first, "Off").await;
    let calls = |house: &House| {
        let all = house.world().messages("main");
        let called = |it: &&Message| it.pinged() == [table.first.id()] && it.id > table.board.id;
        all.iter().filter(called).count()
    };
    house.later(19 * HOUR).await;
    house.later(6 * HOUR).await;
    let late = here(&house, "ran out").await;
    table.second.presses(&late, "Nudge").await.unwrap();
    let waits = house.stripped(late.id).await;
    assert!(waits.text().contains("still waiting"), "{}", waits.text());
    house.later(1).await;
    house.later(1).await;
    assert_eq!(calls(&house), 0);
}

#[tokio::test]
async fn a_time_zone_is_found_by_the_name_of_its_city_in_any_language() {
    let house = House::open().await;
    let ana = house.person("ana");
    let shown = said(&ana, "/notify").await;
    for (typed, city) in [
        ("lisbonne", "Lisbon"),
        ("TOQUIO", "Tokyo"),
        ("el cairo", "Cairo"),
    ] {
        let form = ana.presses(&shown, "Other time zone…").await.unwrap();
        let form = form.modal().unwrap().clone();
        let found = ana.submits(&form, &[("text", typed)]).await.unwrap();
        assert!(
            found.text().contains(&format!("**{city}**")),
            "{}",
            found.text()
        );
    }
}
