//! Turn notifications: by direct message, later, once a day, or none.

use siwa::time::{Timestamp, Zone};
use siwa_playground::{InjectedFault, Kind, Message, Route};

use super::harness::Harness;
use super::outbox::preview;
use super::person::{Person, Says, SaysTo};
use super::play::{Table, carried, enters, game_of, placing, said, settings};

/// Discord's flag of a message that makes no push notification.
const SILENT: u64 = 1 << 12;

const HOUR: i64 = 60 * 60;
const GAME: &str = "seega-5-classic";

/// A person chooses how they are notified; returns the answer.
async fn chooses(who: &Person, button: &str) -> Message {
    let shown = settings(who, "notices").await;
    let chosen = who.presses(&shown, button).await;
    chosen.message()
}

/// A game in which the player who waits for the first turn is notified in this way; nobody has
/// moved yet.
async fn table(button: &str, options: &str) -> (Harness, Table, Person) {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, GAME, options).await;
    let waiter = table.second.clone();
    chooses(&waiter, button).await;
    (harness, table, waiter)
}

/// Such a game after its first notification, which opens the conversation, and a further turn.
async fn notified() -> (Harness, Table, Person) {
    let (harness, mut table, waiter) = table("direct", "").await;
    plays(&mut table, 0).await;
    directly(&harness, &waiter, "it’s your turn").await;
    plays(&mut table, 1).await;
    harness.settles().await;
    (harness, table, waiter)
}

/// A person chooses hours without notifications; returns the answer.
async fn sleeps(who: &Person) -> Message {
    let shown = settings(who, "notices").await;
    let chosen = who.selects(&shown, "notify:quiet", &["22-7"]).await;
    chosen.message()
}

/// The player to move plays the next placement; returns the new board.
async fn plays(table: &mut Table, number: usize) -> Message {
    let text = placing(GAME)[number].clone();
    let answer = table.mover().types(&table.command(&text)).await;
    assert!(!answer.private(), "{}", answer.text());
    table.line.play(&text).unwrap();
    answer.message()
}

pub(super) fn key(who: &Person) -> &'static str {
    ["ana", "bob"][usize::from(who.id().is_multiple_of(2))]
}

pub(super) fn conversation(who: &Person) -> String {
    format!("dm:{}", key(who))
}

/// Waits for a direct message to a person with this text.
pub(super) async fn directly(harness: &Harness, who: &Person, text: &str) -> Message {
    let channel = conversation(who);
    harness.waits_for_channel(&channel).await;
    harness.finds(&channel, text).await
}

/// Waits for a message in the first channel with this text.
async fn here(harness: &Harness, text: &str) -> Message {
    harness.finds("main", text).await
}

#[tokio::test]
async fn a_direct_message_calls_instead_of_the_board_and_falls_silent_after_the_move() {
    let (harness, mut table, waiter) = table("direct", "").await;
    assert_eq!(table.board.flags & SILENT, 0);
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0], "{}", board.text());
    assert_eq!(board.flags & SILENT, SILENT);
    let told = directly(&harness, &waiter, "it’s your turn").await;
    told.says(&format!("/{}", board.id));
    assert!(told.image().unwrap().description.is_some());
    let next = plays(&mut table, 1).await;
    // A player who is notified here is pinged as usual.
    assert_eq!(next.pinged(), [table.first.id()]);
    assert_eq!(next.flags & SILENT, 0);
    let past = |it: &Message| !it.text().contains("it’s your turn");
    let past = harness.waits_until(told.id, past).await;
    past.says(&table.first.mention());
    harness.settles().await;
    assert_eq!(harness.world().messages(&conversation(&waiter)).len(), 1);
}

#[tokio::test]
async fn closed_direct_messages_fall_back_to_where_the_board_is() {
    let (harness, mut table, waiter) = table("direct", "").await;
    harness.world().close_private_messages(key(&waiter), true);
    let board = plays(&mut table, 0).await;
    let told = here(&harness, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    told.says(&format!("/{}", board.id));
    harness.violated(Kind::Forbidden).await;
    // They are opened again, and the next turn is notified directly.
    harness.world().close_private_messages(key(&waiter), false);
    plays(&mut table, 1).await;
    plays(&mut table, 2).await;
    directly(&harness, &waiter, "it’s your turn").await;
    harness.settles().await;
}

#[tokio::test]
async fn a_person_who_has_left_the_server_is_not_called_there_either() {
    let direct = &["the call"][..];
    let digest = &["the digest", "the reminder"][..];
    for (button, hours, refused) in [("direct", 0, direct), ("digest", 24, digest)] {
        let (harness, mut table, waiter) = table(button, "").await;
        // The bot cannot write to a person with whom it shares no server.
        harness.world().close_private_messages(key(&waiter), true);
        harness.world().leave(waiter.id(), true);
        plays(&mut table, 0).await;
        harness.later(hours * HOUR).await;
        for _ in refused {
            harness.violated(Kind::Forbidden).await;
        }
        harness.settles().await;
        let called = harness.with("main", "can’t send you direct messages");
        assert!(called.is_empty(), "{called:?}");
        let _ = harness.world().take_violations();
    }
}

#[tokio::test]
async fn a_board_that_comes_after_the_call_in_its_channel_does_not_ping_again() {
    let (harness, table, waiter) = table("direct", "").await;
    harness.world().close_private_messages(key(&waiter), true);
    let preview = preview(&table, "a1", "a1 b2").await;
    let main = harness.world().channel("main").unwrap().id;
    harness.inject(InjectedFault {
        channel: Some(main),
        ..InjectedFault::lasting(Route::ChannelMessage, 500)
    });
    let confirmed = table.first.presses(&preview, "play").await;
    assert!(confirmed.private());
    // A call waits for its board for a minute.
    harness.later(0).await;
    harness.delay_boards(90).await;
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
async fn a_direct_call_that_may_have_been_posted_is_found_though_a_draw_was_offered_since() {
    let (harness, mut table, waiter) = notified().await;
    loses_the_next(&harness, &conversation(&waiter));
    plays(&mut table, 2).await;
    directly(&harness, &waiter, "it’s your turn").await;
    said(&waiter, "/draw").await;
    let channel = conversation(&waiter);
    assert_eq!(found_again(&harness, &channel, "it’s your turn").await, 1);
}

/// Two minutes pass, without waiting for what is due.
async fn two_minutes(harness: &Harness) {
    harness.world().skip(120);
    harness.later(120).await;
}

/// Time passes, for the bot and for Discord.
async fn passes(harness: &Harness, seconds: i64) {
    harness.settles().await;
    harness.world().skip(seconds);
    harness.later(seconds).await;
}

/// From now on, the bot cannot read what it has posted, and the next message in this channel is
/// posted without the bot's hearing of it.
fn loses_the_next(harness: &Harness, channel: &str) {
    let lost = InjectedFault::unacknowledged(Route::ChannelMessage, 500);
    harness.inject(InjectedFault {
        channel: harness.world().channel(channel).map(|known| known.id),
        ..lost
    });
    harness.inject(InjectedFault::lasting(Route::Other, 500));
}

/// The bot can read again when Discord has forgotten all nonces; returns how many messages with
/// this text there are after all tries.
async fn found_again(harness: &Harness, channel: &str, text: &str) -> usize {
    harness.world().skip(10 * 60);
    harness.world().lift(Route::Other);
    harness.settles().await;
    harness.with(channel, text).len()
}

#[tokio::test]
async fn an_unacknowledged_reminder_is_found_after_its_nonce_has_expired() {
    let (harness, mut table, waiter) = table("direct", "time:1").await;
    // The first board opens the conversation, so that the next message is the lost one.
    plays(&mut table, 0).await;
    directly(&harness, &waiter, "it’s your turn").await;
    passes(&harness, 18 * HOUR - 60).await;
    loses_the_next(&harness, &conversation(&waiter));
    two_minutes(&harness).await;
    directly(&harness, &waiter, "it’s still your turn").await;
    let channel = conversation(&waiter);
    assert_eq!(found_again(&harness, &channel, "your turn").await, 2);
}

#[tokio::test]
async fn an_unacknowledged_notice_that_time_is_over_is_found_after_its_nonce_has_expired() {
    let harness = Harness::open().await;
    Table::set_with(&harness, GAME, "time:1 rated:false").await;
    passes(&harness, 24 * HOUR - 60).await;
    loses_the_next(&harness, "main");
    two_minutes(&harness).await;
    let late = here(&harness, "you can claim the win").await;
    let times = found_again(&harness, "main", "you can claim the win");
    assert_eq!(times.await, 1);
    let still = harness.world().message(late.id).unwrap();
    assert!(!still.live().is_empty());
}

#[tokio::test]
async fn an_unacknowledged_call_in_the_channel_is_found_though_its_link_has_changed() {
    let (harness, mut table, waiter) = table("here", "").await;
    sleeps(&waiter).await;
    let wait = |hour| {
        let now = harness.clock.now();
        Zone::default().next(now, hour).unwrap().0 - now.0
    };
    passes(&harness, wait(23)).await;
    plays(&mut table, 0).await;
    harness.later(0).await;
    // The call is waiting for the morning; the first try then does not look for it.
    harness.forget_tries().await;
    // The board becomes known between the two tries.
    harness.know_messages_as("board", "offer").await;
    loses_the_next(&harness, "main");
    let morning = wait(7);
    harness.world().skip(morning);
    harness.later(morning).await;
    let called = here(&harness, ", it’s your turn.").await;
    assert_eq!(called.pinged(), [waiter.id()]);
    harness.know_messages_as("offer", "board").await;
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
    chooses(&waiter, "direct").await;
    for table in &mut tables {
        if table.mover().id() != waiter.id() {
            plays(table, 0).await;
        }
    }
    directly(&harness, &waiter, "it’s your turn").await;
    harness.settles().await;
    chooses(&waiter, "digest").await;
    let now = harness.clock.now();
    let morning = Zone::default().next(now, 9).unwrap().0 - now.0;
    passes(&harness, morning - 60).await;
    loses_the_next(&harness, &conversation(&waiter));
    two_minutes(&harness).await;
    directly(&harness, &waiter, "It’s your turn in 2 games").await;
    let number = usize::from(tables[1].first.id() != waiter.id());
    plays(&mut tables[1], number).await;
    let channel = conversation(&waiter);
    let found = found_again(&harness, &channel, "It’s your turn in").await;
    assert_eq!(found, 1);
}

#[tokio::test]
async fn a_player_without_notifications_gets_none_but_sees_the_board() {
    let (harness, mut table, _) = table("never", "").await;
    let board = plays(&mut table, 0).await;
    assert_eq!(board.pinged(), [0; 0]);
    board.says(&table.second.mention());
    harness.settles().await;
    let direct = harness.world().channel(&conversation(&table.second));
    assert!(direct.is_none());
    assert_eq!(plays(&mut table, 1).await.pinged(), [table.first.id()]);
}

#[tokio::test]
async fn quiet_hours_keep_a_notice_until_they_end() {
    let (mut harness, mut table) = Table::open(GAME).await;
    let waiter = table.second.clone();
    let quiet = &sleeps(&waiter).await;
    quiet.says("22:00 to 7:00");
    let zone = waiter.selects(quiet, "notify:zone", &["Europe/Paris"]);
    zone.await.says("Paris");
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
    let (harness, mut table, waiter) = table("here", "").await;
    sleeps(&waiter).await;
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
    let (harness, mut one, waiter) = table("digest", "").await;
    let shown = settings(&waiter, "notices").await;
    let at = waiter.selects(&shown, "notify:hour", &["18"]).await;
    at.says("18:00");
    assert_eq!(plays(&mut one, 0).await.pinged(), [0; 0]);
    let evening = |now: Timestamp| Zone::default().next(now, 18).unwrap().0 - now.0;
    harness.later(evening(harness.clock.now())).await;
    let told = directly(&harness, &waiter, "It’s your turn in one game").await;
    assert!(told.text().contains("seega") || told.text().contains("Seega"));
    plays(&mut one, 1).await;
    // The next day no game waits for them, and they get no message.
    harness.later(24 * HOUR).await;
    let later = format!("players where digest_at > {}", harness.clock.now().0);
    harness.counts(&later, 1).await;
    harness.settles().await;
    assert_eq!(harness.world().messages(&conversation(&waiter)).len(), 1);
    // The day after one does, but their direct messages are closed.
    harness.world().close_private_messages(key(&waiter), true);
    plays(&mut one, 2).await;
    harness.later(24 * HOUR).await;
    let told = here(&harness, "can’t send you direct messages").await;
    assert_eq!(told.pinged(), [waiter.id()]);
    for _ in ["the digest", "the reminder"] {
        harness.violated(Kind::Forbidden).await;
    }
    harness.settles().await;
}

#[tokio::test]
async fn the_games_of_a_digest_are_played_one_after_the_other_in_its_conversation() {
    let (harness, mut one, waiter) = table("digest", "").await;
    plays(&mut one, 0).await;
    let script = placing(GAME);
    let opponent = one.first.clone();
    let command = format!("/challenge opponent:{} board:5x5", waiter.mention());
    let card = said(&opponent, &command).await;
    let board = harness.follows(&card, &waiter, "accept").await;
    let other = game_of(&board);
    let mut next = &script[0];
    // A board does not ping whom the digest tells.
    if board.pinged() == [opponent.id()] {
        let command = format!("/place squares:{next} game:{other}");
        opponent.types(&command).await;
        next = &script[1];
    }
    harness.later(24 * HOUR).await;
    let digest = directly(&harness, &waiter, "It’s your turn in 2 games").await;
    let mut open = format!("open:{}", one.id);
    let mut shown = digest;
    for (game, text) in [(&one.id, &script[1]), (&other, next)] {
        let panel = waiter.presses(&shown, &open).await.message();
        panel.says_privately(&format!("game #{game}"));
        let entered = enters(&waiter, &panel, text).await;
        let play = carried(&entered, &format!(":play:{text}")).unwrap();
        let done = waiter.presses(&entered, play).await;
        shown = done.message();
        shown.says("You played");
        open = "next".to_owned();
    }
}

#[tokio::test]
async fn the_end_does_not_wait_for_the_daily_notice() {
    let (harness, table, winner) = table("digest", "").await;
    let loser = table.first.clone();
    table.resigns(&harness, &loser).await;
    directly(&harness, &winner, "wins").await;
    let end = harness.ended().await;
    assert_eq!(end.pinged(), [0; 0], "{}", end.text());
    harness.settles().await;
}

#[tokio::test]
async fn turn_reminder_and_end_come_directly_with_the_essential_in_the_first_lines() {
    let (harness, mut table, waiter) = table("direct", "time:1").await;
    let board = plays(&mut table, 0).await;
    let told = directly(&harness, &waiter, "it’s your turn").await;
    for message in [board, told] {
        let text = message.text();
        let mut lines = text.lines();
        lines.next().unwrap().says("played");
        lines.next().unwrap().says(&waiter.mention());
    }
    harness.later(19 * HOUR).await;
    let reminder = directly(&harness, &waiter, "it’s still your turn").await;
    let reminder = reminder.text();
    reminder.lines().next().unwrap().says("still your turn");
    harness.later(6 * HOUR).await;
    let end = harness.ended().await;
    assert_eq!(end.pinged(), [table.first.id()]);
    directly(&harness, &waiter, "wins").await;
    harness.settles().await;
    let all = harness.world().messages(&conversation(&waiter));
    for message in all {
        message.omits("your turn");
    }
}

#[tokio::test]
async fn a_time_zone_is_typed_by_its_city() {
    let (_harness, [ana]) = Harness::open_as(["ana"]).await;
    let shown = settings(&ana, "notices").await;
    let form = async || ana.presses(&shown, "type").await;
    let typed = async |city: &str| {
        let form = form().await;
        let form = form.modal().clone();
        ana.submits(&form, &[("text", city)]).await
    };
    // The name may be in any language.
    for (word, city) in [
        ("lisbonne", "Lisbon"),
        ("TOQUIO", "Tokyo"),
        ("el cairo", "Cairo"),
        ("auckland", "Auckland"),
    ] {
        typed(word).await.says(&format!("**{city}**"));
    }
    let none = typed("utopia").await;
    none.says("I can’t find a time zone for “utopia”");
    // A word is left over: nothing is saved before the person says so.
    let single = typed("paris foobar").await;
    single.says("**Auckland**");
    single.says("**Did you mean Paris?**");
    let paris = ["Europe/Paris"];
    let chosen = ana.selects(&single, "notify:zone", &paris).await;
    chosen.says("**Paris**");
    let several = typed("USA").await;
    several.says("**Paris**");
    several.says("Several time zones match");
    let chosen = ["America/Chicago"];
    let chosen = ana.selects(&several, "notify:zone", &chosen).await;
    chosen.says("**Chicago**");
}

#[tokio::test]
async fn notifications_of_games_in_threads_link_into_the_thread() {
    let harness = Harness::open_with_threads().await;
    let [ana, bob] = harness.people(["ana", "bob"]);
    for who in [&ana, &bob] {
        chooses(who, "direct").await;
    }
    let card = ana.types("/challenge opponent:@bob").await;
    bob.presses(&card, "accept").await;
    harness.settles().await;
    let told = |who: &Person| harness.world().messages(&conversation(who)).pop();
    let told = told(&ana).or_else(|| told(&bob)).unwrap();
    let thread = card.id;
    told.says(&format!("/{thread}/"));
}

#[tokio::test]
async fn a_player_without_notifications_is_neither_reminded_nor_nudged() {
    let harness = Harness::open().await;
    let table = Table::set_with(&harness, GAME, "time:1 rated:false").await;
    chooses(&table.first, "never").await;
    let calls = |harness: &Harness| {
        let all = harness.world().messages("main");
        let called = |it: &&Message| it.pinged() == [table.first.id()] && it.id > table.board.id;
        all.iter().filter(called).count()
    };
    harness.later(19 * HOUR).await;
    harness.later(6 * HOUR).await;
    let late = here(&harness, "ran out").await;
    table.second.presses(&late, "nudge").await;
    harness.stripped(late.id).await.says("still waiting");
    harness.later(1).await;
    harness.later(1).await;
    assert_eq!(calls(&harness), 0);
}

#[tokio::test]
async fn a_conversation_that_opens_too_fast_is_not_closed() {
    let (harness, mut table, sleeper) = table("notify:how:direct", "").await;
    let too_fast = InjectedFault::once(Route::Other, 403).with_code(40_003);
    harness.inject(too_fast);
    plays(&mut table, 0).await;
    harness.faults_met(Route::Other).await;
    let posted = harness.world().messages("main").len();
    harness.later(2 * 60).await;
    directly(&harness, &sleeper, "your turn").await;
    assert_eq!(harness.world().messages("main").len(), posted);
}
