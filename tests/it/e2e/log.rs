//! The log names no person and repeats nothing that is typed or secret, whatever they do and whatever fails.

use siwa::app::KEPT_AFTER_LEAVING;
use siwa::game::{PlayerId, Tournament};
use siwa::store::ASKED_AFTER;
use siwa::time::{DAY, Seconds};
use siwa_playground::{InjectedFault, Kind, Logged, Route};

use super::failures::{Log, fails, lose_the_answer};
use super::harness::{Harness, TIMEOUT};
use super::person::Person;
use super::play::{Table, said, settings};
use super::privacy::deletes;
use super::tournament::{CREATION, decided, opened, played, running, started, until};

const GAME: &str = "seega-5-classic";
/// Unique names, so that a test can search for them.
const NAMES: [&str; 4] = ["annabella", "bartholomew", "clementine", "dorothea"];

/// A game with turns and denials, whose players want to be notified directly, and cannot be.
async fn plays(harness: &Harness, [one, other, third, _]: &[Person; 4]) {
    let challenge = format!("/challenge opponent:{} board:7×7", other.mention());
    let card = said(one, &challenge).await;
    third.presses(&card, "accept").await;
    let mut table = Table::between(harness, one, other, GAME, "").await;
    for (who, name) in [(one, NAMES[0]), (other, NAMES[1])] {
        let shown = settings(who, "notices").await;
        who.presses(&shown, "direct").await;
        harness.world().close_private_messages(name, true);
    }
    let place = |squares| format!("/place squares:{squares} game:{}", table.id);
    let early = place("d4 e5");
    let wrong = place("hello");
    let lost = place("a1 b2");
    table.waiter().types(&early).await;
    table.mover().types(&wrong).await;
    lose_the_answer(harness, 500);
    fails(harness, table.mover().attempt().types(&lost)).await;
    harness.settles().await;
    harness.violated(Kind::Forbidden).await;
    table.line.play("a1 b2").unwrap();
    let squares = ["c2 d4", "a3 b4", "e1 e2"];
    for squares in squares {
        table.mover().types(&place(squares)).await;
        table.line.play(squares).unwrap();
    }
    let asked = said(table.mover(), &format!("/resign game:{}", table.id)).await;
    table.mover().presses(&asked, "resign-surely").await;
    harness.settles().await;
    for name in &NAMES[..2] {
        harness.world().close_private_messages(name, false);
    }
}

/// A tournament with denials, failing requests, a result, a withdrawal, and a player who leaves the
/// server for a while.
async fn competes(harness: &Harness, log: Log, people: &[Person; 4]) {
    let names = NAMES.map(str::to_owned);
    let world = harness.world();
    let card = opened(harness, &names, CREATION).await;
    for button in ["join", "start"] {
        let denied = people[1].as_admin(false).presses(&card, button).await;
        assert!(denied.private(), "{button}");
    }
    for (route, status) in [
        (Route::Thread, 403),
        (Route::ChannelMessage, 500),
        (Route::EditMessage, 500),
    ] {
        world.inject(InjectedFault::once(route, status).with_code(50_013));
    }
    // The players are asked after, in vain, and ten seconds later again.
    harness.inject(InjectedFault::lasting(Route::Other, 500));
    let continued = async {
        // Reading the log again and again takes its time from the bot.
        let asked = |it: &Logged| it.status == 500 && it.path.contains("/members/");
        harness.requested(asked).await;
        let waits = async {
            while !log.text().contains("a tournament did not continue yet") {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, waits).await.unwrap();
        world.lift(Route::Other);
        harness.clock.skip(10);
    };
    let (begun, ()) = tokio::join!(started(harness, &names, &card), continued);
    let late = begun.games[0].game.players;
    decided(harness, &running(&begun)[1]).await;
    // A loss against a player who has withdrawn does not count.
    let plays = |it: &&Person| late.side_of(&PlayerId(it.id())).is_some();
    let leaver = people.iter().find(|it| !plays(it)).unwrap();
    let shown = leaver.presses(begun.games[0].card.unwrap().0, "games");
    let shown = shown.await.message();
    let asked = &leaver.presses(&shown, "withdraw").await;
    leaver.presses(asked, "withdraw-surely").await;
    harness.settles().await;
    world.leave(late.first.0, true);
    harness.clock.skip(DAY);
    let gone = |it: &Tournament| it.entrant(late.first).unwrap().withdrawn;
    until(harness, begun.id, gone).await;
    world.leave(late.first.0, false);
    for game in running(&played(harness, begun.id).await) {
        decided(harness, &game).await;
    }
    harness.settles().await;
}

/// One person's data is exported, another’s deleted, and that of a person who left the server.
async fn forgets(harness: &Harness, [one, other, third, _]: &[Person; 4]) {
    let export = one.types("/privacy export").await;
    harness.settled(&export).await;
    deletes(harness, third).await;
    harness.settles().await;
    harness.world().leave(other.id(), true);
    let missed = "ratings where missed = 1";
    harness.clock.skip(ASKED_AFTER);
    harness.counts(missed, 2).await;
    harness.clock.skip(KEPT_AFTER_LEAVING);
    harness.counts(missed, 0).await;
    harness.settles().await;
}

/// The database cannot store a name, and then nothing.
async fn breaks(harness: &Harness, [_, _, third, last]: &[Person; 4]) {
    let table = Table::between(harness, third, last, GAME, "").await;
    // A name is stored once a day.
    harness.clock.skip(DAY + Seconds(1));
    harness.settles().await;
    harness.refuse_names().await;
    last.types("/challenge").await;
    harness.lose_tables().await;
    for command in ["/place squares:a1 b2", "/privacy delete", "/leaderboard"] {
        table.first.types(command).await;
    }
}

#[tokio::test]
async fn the_log_names_no_person() {
    let log = Log::listen();
    let harness = Harness::open_to(&NAMES).await;
    let people = NAMES.map(|name| harness.person(name));
    plays(&harness, &people).await;
    competes(&harness, log, &people).await;
    forgets(&harness, &people).await;
    breaks(&harness, &people).await;
    // Discord has refused what it had to.
    let _ = harness.world().take_violations();
    let log = log.text();
    for line in [
        "reason=\"denied-not-for-you\"",
        "reason=\"denied-not-your-turn\"",
        "reason=\"denied-not-organizer\"",
        "a move was refused",
        "an answer was not delivered",
        "a player cannot get direct messages",
        "a tournament continues",
        "a tournament did not continue yet",
        "a card was not edited yet",
        "no thread can be opened",
        "a message was not posted yet",
        "a game ended by time",
        "a person's data was deleted server=false",
        "a person's data was deleted server=true",
        "a name was not remembered",
        "an interaction failed",
    ] {
        assert!(log.contains(line), "{line:?} is not in {log}");
    }
    for (name, person) in NAMES.iter().zip(&people) {
        for trace in [*name, &person.id().to_string()] {
            let found = log.lines().find(|line| line.contains(trace));
            assert_eq!(found, None, "{trace} is in the log");
        }
    }
    for secret in [
        "c2 d4",
        "hello",
        "not-a-real",
        "token",
        "webhooks/",
        "http://",
    ] {
        assert!(!log.contains(secret), "{secret:?} in {log}");
    }
}
