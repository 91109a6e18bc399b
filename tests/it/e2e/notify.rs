//! Turn notifications: by direct message, later, once a day, or none.

use std::time::Duration;

use siwa::game::GamesIn;
use siwa::time::{Timestamp, Zone};
use siwa_playground::{InjectedFault, Kind, Message, Person, Route};

use super::harness::Harness;
use super::outbox::preview;
use super::play::{Table, carried, enters, game_of, placing, said, settings};

/// Discord's flag of a message that makes no push notification.
const SILENT: u64 = 1 << 12;

const HOUR: i64 = 60 * 60;
const GAME: &str = "seega-5-classic";

/// A person chooses how they are notified; returns the answer.
async fn chooses(who: &Person, button: &str) -> Message {
    let shown = settings(who, "Notifications").await;
    let chosen = who.presses(&shown, button).await.unwrap();
    chosen.message().unwrap().clone()
}

/// A game in which the player who waits for the first turn is notified in this way; nobody has
/// moved yet.
async fn table(harness: &Harness, button: &str) -> Table {
    let table = Table::set(harness, GAME).await;
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
async fn directly(harness: &Harness, who: &Person, text: &str) -> Message {
    let channel = conversation(who);
    harness.world().wait_for_channel(&channel).await.unwrap();
    let says = |it: &Message| it.text().contains(text);
    harness.world().wait_for(&channel, says).await.unwrap()
}

/// Waits for a message in the first channel with this text.
async fn here(harness: &Harness, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    harness.world().wait_for("main", says).await.unwrap()
}

#[tokio::test]
async fn a_direct_message_calls_instead_of_the_board_and_falls_silent_after_the_move() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Direct message").await;
    let waiter = table.second.clone();
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0], "{}", board.text());
    let told = directly(&harness, &waiter, "it’s your turn").await;
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
    let past = harness.world().wait_until(told.id, past).await.unwrap();
    assert!(
        past.text().contains(&table.first.mention()),
        "{}",
        past.text()
    );
    harness.settles().await;
    assert_eq!(harness.world().messages(&conversation(&waiter)).len(), 1);
}

#[tokio::test]
async fn closed_direct_messages_fall_back_to_where_the_board_is() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Direct message").await;
    let waiter = table.second.clone();
    harness.world().close_private_messages(key(&waiter), true);
    let board = plays(&mut table, 0).await;
    let told = here(&harness, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    assert!(
        told.text().contains(&format!("/{}", board.id)),
        "{}",
        told.text()
    );
    let refused = harness.world().expect_violation(Kind::Forbidden);
    refused.await.unwrap();
    // They are opened again, and the next turn is notified directly.
    harness.world().close_private_messages(key(&waiter), false);
    plays(&mut table, 1).await;
    plays(&mut table, 2).await;
    directly(&harness, &waiter, "it’s your turn").await;
    harness.settles().await;
}

#[tokio::test]
async fn a_person_who_has_left_the_server_is_not_called_there_either() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Direct message").await;
    let waiter = table.second.clone();
    // The bot cannot write to a person with whom it shares no server.
    harness.world().close_private_messages(key(&waiter), true);
    harness.world().leave(waiter.id(), true);
    plays(&mut table, 0).await;
    let refused = harness.world().expect_violation(Kind::Forbidden);
    refused.await.unwrap();
    harness.settles().await;
    let said = harness.world().messages("main");
    let called = |it: &Message| it.text().contains("can’t send you direct messages");
    assert!(!said.iter().any(called), "{said:?}");
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_person_who_has_left_the_server_is_not_called_there_instead_of_the_digest() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Once a day").await;
    let waiter = table.second.clone();
    plays(&mut table, 0).await;
    harness.world().close_private_messages(key(&waiter), true);
    harness.world().leave(waiter.id(), true);
    harness.later(24 * HOUR).await;
    for _ in ["the digest", "the reminder"] {
        let refused = harness.world().expect_violation(Kind::Forbidden);
        refused.await.unwrap();
    }
    harness.settles().await;
    let said = harness.world().messages("main");
    let called = |it: &Message| it.text().contains("can’t send you direct messages");
    assert!(!said.iter().any(called), "{said:?}");
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_board_that_comes_after_the_call_in_its_channel_does_not_ping_again() {
    let harness = Harness::open().await;
    let table = table(&harness, "Direct message").await;
    let waiter = table.second.clone();
    harness.world().close_private_messages(key(&waiter), true);
    let preview = preview(&table, "a1", "a1 b2").await;
    let main = harness.world().channel("main").unwrap().id;
    harness.world().inject(InjectedFault {
        channel: Some(main),
        ..InjectedFault::lasting(Route::ChannelMessage, 500)
    });
    let confirmed = table.first.presses(&preview, "Confirm").await.unwrap();
    assert!(confirmed.private());
    // A call waits for its board for a minute.
    harness.later(0).await;
    let mut database = harness.database().await;
    let later = "update outbox set due = created + 90 where role = 'board'";
    sqlx::query(later).execute(&mut database).await.unwrap();
    harness.world().lift(Route::ChannelMessage);
    harness.later(61).await;
    let called = here(&harness, "can’t send you direct messages").await;
    assert_eq!(called.pinged(), [waiter.id()]);
    harness.settles().await;
    let board = here(&harness, "played **a1 b2**").await;
    assert!(board.id > called.id);
    assert_eq!(board.pinged(), [0; 0], "{}", board.text());
    // The call stays as it is.
    let mut table = Table { board, ..table };
    table.line.play("a1 b2").unwrap();
    table.plays("d4 e5").await;
    harness.settles().await;
    let still = harness.world().message(called.id).unwrap();
    assert_eq!(still.text(), called.text());
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn a_notice_that_may_have_been_posted_is_not_posted_twice() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Direct message").await;
    let waiter = table.second.clone();
    // The first notification opens the conversation.
    plays(&mut table, 0).await;
    directly(&harness, &waiter, "it’s your turn").await;
    plays(&mut table, 1).await;
    harness.settles().await;
    let lost = InjectedFault::unacknowledged(Route::ChannelMessage, 500);
    harness.world().inject(lost);
    plays(&mut table, 2).await;
    directly(&harness, &waiter, "it’s your turn").await;
    harness.settles().await;
    assert_eq!(harness.world().messages(&conversation(&waiter)).len(), 2);
}

/// Time passes, for the bot and for Discord.
async fn passes(harness: &Harness, seconds: i64) {
    harness.settles().await;
    harness.world().skip(seconds);
    harness.later(seconds).await;
}

/// From now on, the bot cannot read what it has posted, and the next message is posted without the
/// bot's hearing of it.
fn loses_the_next(harness: &Harness) {
    for fault in [
        InjectedFault::unacknowledged(Route::ChannelMessage, 500),
        InjectedFault::lasting(Route::Other, 500),
    ] {
        harness.world().inject(fault);
    }
}

/// The bot can read again when Discord has forgotten all nonces; returns how many messages with
/// this text there are after all tries.
async fn found_again(harness: &Harness, channel: &str, text: &str) -> usize {
    harness.world().skip(10 * 60);
    harness.world().lift(Route::Other);
    harness.settles().await;
    let all = harness.world().messages(channel);
    all.iter().filter(|it| it.text().contains(text)).count()
}

#[tokio::test]
async fn an_unacknowledged_reminder_is_found_after_its_nonce_has_expired() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, GAME, "time:1").await;
    let waiter = table.second.clone();
    chooses(&waiter, "Direct message").await;
    // The first board opens the conversation, so that the next message is the lost one.
    plays(&mut table, 0).await;
    directly(&harness, &waiter, "it’s your turn").await;
    passes(&harness, 18 * HOUR - 60).await;
    loses_the_next(&harness);
    harness.world().skip(120);
    harness.later(120).await;
    directly(&harness, &waiter, "it’s still your turn").await;
    let channel = conversation(&waiter);
    assert_eq!(found_again(&harness, &channel, "your turn").await, 2);
}

#[tokio::test]
async fn an_unacknowledged_notice_that_time_is_over_is_found_after_its_nonce_has_expired() {
    let harness = Harness::open().await;
    Table::set_with(&harness, GAME, "time:1 rated:false").await;
    passes(&harness, 24 * HOUR - 60).await;
    loses_the_next(&harness);
    harness.world().skip(120);
    harness.later(120).await;
    let late = here(&harness, "you can claim the win").await;
    let times = found_again(&harness, "main", "you can claim the win");
    assert_eq!(times.await, 1);
    let still = harness.world().message(late.id).unwrap();
    assert!(!still.live().is_empty());
}

#[tokio::test]
async fn an_unacknowledged_call_in_the_channel_is_found_though_its_link_has_changed() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, GAME).await;
    let waiter = table.second.clone();
    let shown = settings(&waiter, "Notifications").await;
    let quiet = waiter.selects(&shown, "notify:quiet", &["22-7"]);
    quiet.await.unwrap();
    let wait = |hour| {
        let now = harness.clock.now();
        Zone::default().next(now, hour).unwrap().0 - now.0
    };
    passes(&harness, wait(23)).await;
    plays(&mut table, 0).await;
    harness.later(0).await;
    let knows = async |of: &'static str| {
        let mut database = harness.database().await;
        sqlx::query(of).execute(&mut database).await.unwrap();
    };
    // The call is waiting for the morning; the first try then does not look for it.
    knows("update outbox set attempts = 0").await;
    // The board becomes known between the two tries.
    knows("update messages set role = 'offer' where role = 'board'").await;
    loses_the_next(&harness);
    let morning = wait(7);
    harness.world().skip(morning);
    harness.later(morning).await;
    let called = here(&harness, ", it’s your turn.").await;
    assert_eq!(called.pinged(), [waiter.id()]);
    knows("update messages set role = 'board' where role = 'offer'").await;
    let times = found_again(&harness, "main", ", it’s your turn.");
    assert_eq!(times.await, 1);
}

#[tokio::test]
async fn an_unacknowledged_digest_is_found_though_the_list_has_changed() {
    let harness = Harness::open().await;
    let mut tables = [
        Table::set(&harness, GAME).await,
        Table::set(&harness, GAME).await,
    ];
    let waiter = tables[0].second.clone();
    // The first call opens the conversation.
    chooses(&waiter, "Direct message").await;
    for table in &mut tables {
        if table.mover().id() != waiter.id() {
            plays(table, 0).await;
        }
    }
    directly(&harness, &waiter, "it’s your turn").await;
    harness.settles().await;
    chooses(&waiter, "Once a day").await;
    let now = harness.clock.now();
    let morning = Zone::default().next(now, 9).unwrap().0 - now.0;
    passes(&harness, morning - 60).await;
    loses_the_next(&harness);
    harness.world().skip(120);
    harness.later(120).await;
    directly(&harness, &waiter, "It’s your turn in 2 games").await;
    let number = usize::from(tables[1].first.id() != waiter.id());
    plays(&mut tables[1], number).await;
    let channel = conversation(&waiter);
    assert_eq!(
        found_again(&harness, &channel, "It’s your turn in").await,
        1
    );
}

#[tokio::test]
async fn a_player_without_notifications_gets_none_but_sees_the_board() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "Off").await;
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0]);
    assert!(board.text().contains(&table.second.mention()));
    harness.settles().await;
    assert!(
        harness
            .world()
            .channel(&conversation(&table.second))
            .is_none()
    );
    assert_eq!(plays(&mut table, 1).await.pinged(), [table.first.id()]);
}

#[tokio::test]
async fn quiet_hours_keep_a_notice_until_they_end() {
    let mut harness = Harness::open().await;
    let mut table = Table::set(&harness, GAME).await;
    let waiter = table.second.clone();
    let shown = settings(&waiter, "Notifications").await;
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
    let night = paris.next(harness.clock.now(), 23).unwrap();
    harness.later(night.0 - harness.clock.now().0).await;
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0]);
    harness.later(7 * HOUR).await;
    harness.restart().await;
    let calls = |harness: &Harness| {
        let all = harness.world().messages("main");
        let turn = |it: &&Message| it.text().contains(", it’s your turn.");
        all.iter().filter(turn).count()
    };
    assert_eq!(calls(&harness), 0);
    harness.later(HOUR).await;
    let told = here(&harness, ", it’s your turn.").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    // By day the board pings them.
    plays(&mut table, 1).await;
    assert_eq!(plays(&mut table, 2).await.pinged(), [waiter.id()]);
    harness.settles().await;
    assert_eq!(calls(&harness), 1);
}

#[tokio::test]
async fn a_move_within_quiet_hours_leaves_no_call_for_the_morning() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, GAME).await;
    let waiter = table.second.clone();
    let shown = settings(&waiter, "Notifications").await;
    waiter
        .selects(&shown, "notify:quiet", &["22-7"])
        .await
        .unwrap();
    let night = Zone::default().next(harness.clock.now(), 23).unwrap();
    harness.later(night.0 - harness.clock.now().0).await;
    plays(&mut table, 0).await;
    plays(&mut table, 1).await;
    harness.later(8 * HOUR).await;
    harness.settles().await;
    let all = harness.world().messages("main");
    assert!(!all.iter().any(|it| it.text().contains(", it’s your turn.")));
}

#[tokio::test]
async fn a_digest_lists_all_games_once_a_day() {
    let harness = Harness::open().await;
    let mut one = table(&harness, "Once a day").await;
    let waiter = one.second.clone();
    let shown = settings(&waiter, "Notifications").await;
    let at = waiter
        .selects(&shown, "notify:hour", &["18"])
        .await
        .unwrap();
    assert!(at.text().contains("18:00"), "{}", at.text());
    assert_eq!(plays(&mut one, 0).await.pinged(), [0; 0]);
    let evening = |now: Timestamp| Zone::default().next(now, 18).unwrap().0 - now.0;
    harness.later(evening(harness.clock.now())).await;
    let told = directly(&harness, &waiter, "It’s your turn in one game").await;
    assert!(told.text().contains("seega") || told.text().contains("Seega"));
    plays(&mut one, 1).await;
    // The next day no game waits for them, and they get no message.
    harness.later(24 * HOUR).await;
    let tomorrow = async || {
        let next = harness.count("select max(digest_at) from players").await;
        next > harness.clock.now().0
    };
    let swept = async { while !tomorrow().await {} };
    tokio::time::timeout(Duration::from_secs(10), swept)
        .await
        .unwrap();
    harness.settles().await;
    assert_eq!(harness.world().messages(&conversation(&waiter)).len(), 1);
    // The day after one does, but their direct messages are closed.
    harness.world().close_private_messages(key(&waiter), true);
    plays(&mut one, 2).await;
    harness.later(24 * HOUR).await;
    let told = here(&harness, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    for _ in ["the digest", "the reminder"] {
        let refused = harness.world().expect_violation(Kind::Forbidden);
        refused.await.unwrap();
    }
    harness.settles().await;
}

#[tokio::test]
async fn the_games_of_a_digest_are_played_one_after_the_other_in_its_conversation() {
    let harness = Harness::open().await;
    let mut one = table(&harness, "Once a day").await;
    let waiter = one.second.clone();
    plays(&mut one, 0).await;
    let script = placing(GAME);
    let opponent = one.first.clone();
    let command = format!("/challenge opponent:{} board:5x5", waiter.mention());
    let card = said(&opponent, &command).await;
    let board = harness.follows(&card, &waiter, "Accept").await;
    let other = game_of(&board);
    let mut next = &script[0];
    // A board does not ping whom the digest tells.
    if board.pinged() == [opponent.id()] {
        let command = format!("/place squares:{next} game:{other}");
        opponent.types(&command).await.unwrap();
        next = &script[1];
    }
    harness.later(24 * HOUR).await;
    let digest = directly(&harness, &waiter, "It’s your turn in 2 games").await;
    let mut open = format!("open:{}", one.id);
    let mut shown = digest;
    for (game, text) in [(&one.id, &script[1]), (&other, next)] {
        let panel = waiter.presses(&shown, &open).await.unwrap();
        let panel = panel.message().unwrap().clone();
        assert!(panel.private() && panel.text().contains(&format!("game #{game}")));
        let entered = enters(&waiter, &panel, text).await;
        let play = carried(&entered, &format!(":play:{text}")).unwrap();
        let done = waiter.presses(&entered, play).await.unwrap();
        shown = done.message().unwrap().clone();
        assert!(shown.text().contains("You played"), "{}", shown.text());
        open = "next".to_owned();
    }
}

#[tokio::test]
async fn the_end_does_not_wait_for_the_daily_notice() {
    let harness = Harness::open().await;
    let table = table(&harness, "Once a day").await;
    let (loser, winner) = (table.first.clone(), table.second.clone());
    table.resigns(&harness, &loser).await;
    directly(&harness, &winner, "wins").await;
    let end = harness.ended().await;
    assert_eq!(end.pinged(), [0; 0], "{}", end.text());
    harness.settles().await;
}

#[tokio::test]
async fn a_reminder_and_the_end_come_directly_as_well() {
    let harness = Harness::open().await;
    let mut table = Table::set_with(&harness, GAME, "time:1").await;
    let waiter = table.second.clone();
    chooses(&waiter, "Direct message").await;
    plays(&mut table, 0).await;
    directly(&harness, &waiter, "it’s your turn").await;
    harness.later(19 * HOUR).await;
    directly(&harness, &waiter, "it’s still your turn").await;
    harness.later(6 * HOUR).await;
    let end = harness.ended().await;
    assert_eq!(end.pinged(), [table.first.id()]);
    directly(&harness, &waiter, "wins").await;
    harness.settles().await;
    let all = harness.world().messages(&conversation(&waiter));
    assert!(
        !all.iter().any(|it| it.text().contains("your turn")),
        "{all:#?}"
    );
}

#[tokio::test]
async fn a_time_zone_is_typed_by_its_city() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let shown = settings(&ana, "Notifications").await;
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
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
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
    harness.settles().await;
    let told = |who: &Person| harness.world().messages(&conversation(who)).pop();
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
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, GAME, "time:1 rated:false").await;
    chooses(&table.first, "Off").await;
    let calls = |harness: &Harness| {
        let all = harness.world().messages("main");
        let called = |it: &&Message| it.pinged() == [table.first.id()] && it.id > table.board.id;
        all.iter().filter(called).count()
    };
    harness.later(19 * HOUR).await;
    harness.later(6 * HOUR).await;
    let late = here(&harness, "ran out").await;
    table.second.presses(&late, "Nudge").await.unwrap();
    let waits = harness.stripped(late.id).await;
    assert!(waits.text().contains("still waiting"), "{}", waits.text());
    harness.later(1).await;
    harness.later(1).await;
    assert_eq!(calls(&harness), 0);
}

#[tokio::test]
async fn a_time_zone_is_found_by_the_name_of_its_city_in_any_language() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let shown = settings(&ana, "Notifications").await;
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

#[tokio::test]
async fn a_board_is_silent_if_the_player_is_told_otherwise() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "notify:how:direct").await;
    assert_eq!(table.board.flags & SILENT, 0);
    let board = plays(&mut table, 0).await;
    assert_eq!(board.flags & SILENT, SILENT);
    let board = plays(&mut table, 1).await;
    assert_eq!(board.flags & SILENT, 0);
}

#[tokio::test]
async fn a_conversation_that_opens_too_fast_is_not_closed() {
    let harness = Harness::open().await;
    let mut table = table(&harness, "notify:how:direct").await;
    let too_fast = InjectedFault::once(Route::Other, 403).with_code(40_003);
    harness.world().inject(too_fast);
    let sleeper = table.second.clone();
    plays(&mut table, 0).await;
    harness.world().wait_for_faults(Route::Other).await.unwrap();
    let posted = harness.world().messages("main").len();
    harness.later(2 * 60).await;
    directly(&harness, &sleeper, "your turn").await;
    assert_eq!(harness.world().messages("main").len(), posted);
    harness.sound().await;
}
