//! Personal data: shown, exported, deleted; and the data of a server that removed the bot.

use serde_json::Value;
use siwa::app::{KEPT_AFTER_DEPARTURE, KEPT_AFTER_LEAVING, KEPT_IN_SILENCE};
use siwa::store::ASKED_AFTER;
use siwa::time::DAY;
use siwa_playground::Message;

use super::harness::{Harness, TIMEOUT};
use super::person::{Person, Says, SaysTo};
use super::play::{Table, carried, exports, leaves, placing, said, settings};

const GAME: &str = "seega-5-classic";

/// A server with unique names, so that a test can search for them.
async fn harness() -> Harness {
    Harness::open_to(&["annabella", "bartholomew", "clementine"]).await
}

/// Two people who have finished a rated game, play another one, and have a plan; the first one has
/// done everything else that stores data.
async fn lived(harness: &Harness) -> (Person, Person) {
    let one = harness.person("annabella");
    let other = harness.person("bartholomew");
    let mut table = Table::between(harness, &one, &other, GAME, "").await;
    for text in &placing(GAME)[..4] {
        table.plays(text).await;
    }
    table.resigns(harness, &other).await;
    Table::between(harness, &one, &other, GAME, "time:3").await;
    Table::between(harness, &one, &other, GAME, "rated:false games:in-turn").await;
    let themes = settings(&one, "theme").await;
    one.presses(&themes, "night").await;
    let shown = settings(&one, "notices").await;
    one.presses(&shown, "direct").await;
    leaves(&one, "1").await;
    one.types("/challenge rated:false").await;
    let challenge = "/challenge opponent:@annabella time:none rated:false";
    other.types(challenge).await;
    let puzzle = said(&one, "/puzzle").await;
    one.presses(&puzzle, "solution").await;
    harness.settles().await;
    (one, other)
}

/// Deletes all data of a person; returns the answer.
pub(super) async fn deletes(harness: &Harness, who: &Person) -> String {
    let sure = said(who, "/privacy delete").await;
    let told = who.presses(&sure, "delete").await;
    harness.settled(&told).await.text()
}

#[tokio::test]
async fn a_player_who_deletes_their_data_in_a_pair_is_not_called_to_its_second_game() {
    for how in ["here", "direct"] {
        let harness = harness().await;
        let one = harness.person("annabella");
        let other = harness.person("bartholomew");
        let table = Table::between(&harness, &one, &other, GAME, "rated:false games:in-turn").await;
        // They would have the first turn in the second game.
        let gone = table.second.clone();
        let shown = settings(&gone, "notices").await;
        gone.presses(&shown, how).await;
        harness.settles().await;
        let before = harness.newest();
        deletes(&harness, &gone).await;
        harness.settles().await;
        assert_eq!(harness.rows("games").await, 2);
        let said = harness.world().messages("main");
        let said = said.iter().filter(|it| it.id > before);
        let calls: Vec<&Message> = said.filter(|it| it.pinged().contains(&gone.id())).collect();
        assert!(calls.is_empty(), "{calls:?}");
        for key in ["annabella", "bartholomew"] {
            let direct = harness.world().channel(&format!("dm:{key}"));
            assert!(direct.is_none() || harness.person(key).id() != gone.id());
        }
    }
}

/// Days pass until this holds.
async fn days_pass(harness: &Harness, holds: impl AsyncFn() -> bool) {
    let passing = async {
        while !holds().await {
            harness.clock.skip(DAY);
        }
    };
    tokio::time::timeout(TIMEOUT, passing).await.unwrap();
}

async fn shown(who: &Person) -> String {
    said(who, "/privacy show").await.text()
}

#[tokio::test]
async fn after_a_deletion_the_database_is_consistent_without_the_id_or_the_name() {
    let harness = harness().await;
    let (one, other) = lived(&harness).await;
    let id = one.id().to_string();
    let before = harness.everything().await;
    for trace in [id.as_str(), "annabella"] {
        assert!(before.contains(trace), "{trace}");
    }
    let text = shown(&one).await;
    for kept in [
        "annabella",
        "3 games",
        "in progress: 2",
        "challenges",
        "leaderboard",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let told = deletes(&harness, &one).await;
    told.says("I’ve deleted everything I stored about you");
    harness.settles().await;
    let after = harness.everything().await;
    for trace in [id.as_str(), "annabella"] {
        let found = after.lines().find(|line| line.contains(trace));
        assert_eq!(found, None);
    }
    let name = harness.bytes().windows(9).any(|it| it == b"annabella");
    assert!(!name, "the name is still in the file");
    // The games exist, resigned, and can be replayed; the end of the pair's first game started the
    // second.
    let games = "games where status in ('won', 'void')";
    assert_eq!(harness.rows(games).await, 4);
    assert_eq!(harness.rows("games").await, 4);
    let open = "challenges where status = 'open'";
    assert_eq!(harness.rows(open).await, 0);
    let none = "I don’t store anything about you";
    shown(&one).await.says(none);
    // The opponent can replay them, and is alone on the leaderboard.
    let games = said(&other, "/games").await;
    let replay = &exports(&other, &games, "1").await;
    let record = String::from_utf8(replay.attachments[0].bytes.to_vec()).unwrap();
    record.says("bartholomew");
    record.omits("annabella");
    let board = said(&other, "/leaderboard").await.text();
    board.says(&other.mention());
    assert_eq!(board.matches("<@").count(), 1, "{board}");
}

#[tokio::test]
async fn a_deletion_is_announced_in_the_games_channels_without_a_ping_of_the_person() {
    let harness = harness().await;
    let (one, other) = lived(&harness).await;
    let newest = harness.newest();
    let before = harness.world().messages("main");
    deletes(&harness, &one).await;
    harness.settles().await;
    let told = harness.world().messages("main");
    let told: Vec<Message> = told.into_iter().filter(|it| it.id > newest).collect();
    let ended = told.iter().filter(|it| it.text().contains("resigned."));
    let ended: Vec<&Message> = ended.collect();
    assert_eq!(ended.len(), 3, "{told:#?}");
    // Nobody could accept a rematch, wherever it is requested; a board may have been posted before
    // the deletion.
    let old = before.iter().find(|it| carried(it, ":rematch").is_some());
    let denied = other.presses(old.unwrap(), "rematch").await;
    denied.says_privately("/play");
    // The second game of the pair started in between, and may have called them.
    assert!(ended.iter().all(|it| !it.pinged().contains(&one.id())));
    // They can play again, as a new person.
    let line = "/challenge opponent:@bartholomew";
    let card = one.types(line).await.message();
    harness.follows(&card, &other, "accept").await;
    assert!(shown(&one).await.contains("One game"));
}

#[tokio::test]
async fn an_export_has_all_tables_and_records_and_is_private() {
    let harness = harness().await;
    let (one, _) = lived(&harness).await;
    let answer = one.types("/privacy export").await;
    assert!(answer.private());
    let data = harness.settled(&answer).await;
    let json: Value = serde_json::from_slice(&data.attachments[0].bytes).unwrap();
    let rows = |table: &str| json[table]["rows"].as_array().unwrap().len();
    assert_eq!((rows("players"), rows("games")), (1, 3));
    for table in ["challenges", "events", "ratings", "attempts"] {
        assert!(rows(table) > 0, "{table}");
    }
    let records = |it: &Message| it.attachments.iter().any(|it| it.filename == "games.txt");
    let told = one.waits_for(records).await;
    let text = String::from_utf8(told.attachments[0].bytes.to_vec()).unwrap();
    assert_eq!(text.matches("[Variant").count(), 3, "{text}");
}

#[tokio::test]
async fn a_cancelled_deletion_changes_nothing() {
    let harness = harness().await;
    let (one, _) = lived(&harness).await;
    let before = harness.kept().await;
    let text = shown(&one).await;
    let sure = said(&one, "/privacy delete").await;
    sure.says("2 games in progress");
    let told = one.presses(&sure, "keep").await;
    told.says("Nothing was deleted");
    assert_eq!(harness.kept().await, before);
    assert_eq!(shown(&one).await, text);
}

#[tokio::test]
async fn data_of_a_server_that_removed_the_bot_is_deleted_after_a_time() {
    let harness = harness().await;
    lived(&harness).await;
    let world = harness.world();
    let removed = async |count| harness.counts("removed_guilds", count).await;
    world.remove_bot(true);
    harness.clock.skip(DAY);
    removed(1).await;
    // The bot comes back in time.
    world.remove_bot(false);
    harness.clock.skip(DAY);
    removed(0).await;
    harness.everything().await.says("annabella");
    world.remove_bot(true);
    harness.clock.skip(DAY);
    removed(1).await;
    harness.clock.skip(KEPT_AFTER_DEPARTURE);
    // If a game ends at the same time, it takes another day.
    days_pass(&harness, async || harness.rows("removed_guilds").await == 0).await;
    let tables = "games events challenges ratings outbox messages upkeep guilds daily_puzzles";
    for table in tables.split(' ') {
        let rows = harness.everything().await;
        let found = rows
            .lines()
            .find(|line| line.starts_with(&format!("{table}.")));
        assert_eq!(found, None);
    }
}

#[tokio::test]
async fn a_person_who_left_the_server_is_off_its_leaderboard_after_a_time() {
    let harness = harness().await;
    let (one, other) = lived(&harness).await;
    // A person who has played nowhere else, and a running game.
    let third = harness.person("clementine");
    let mut table = Table::between(&harness, &other, &third, GAME, "rated:false time:none").await;
    for text in &placing(GAME)[..4] {
        table.plays(text).await;
    }
    table.resigns(&harness, &third).await;
    Table::between(&harness, &other, &third, GAME, "rated:false time:none").await;
    harness.settles().await;
    let world = harness.world();
    let missed = async |count| harness.counts("ratings where missed = 1", count).await;
    world.leave(third.id(), true);
    harness.clock.skip(ASKED_AFTER);
    missed(2).await;
    // They come back in time.
    world.leave(third.id(), false);
    harness.clock.skip(KEPT_AFTER_LEAVING);
    missed(0).await;
    world.leave(third.id(), true);
    harness.clock.skip(ASKED_AFTER);
    missed(2).await;
    harness.clock.skip(KEPT_AFTER_LEAVING);
    days_pass(&harness, async || {
        harness.rows("ratings where missed = 1").await == 0
    })
    .await;
    harness.settles().await;
    let after = harness.everything().await;
    for trace in [third.id().to_string().as_str(), "clementine"] {
        let found = after.lines().find(|line| line.contains(trace));
        assert_eq!(found, None);
    }
    // The others were checked, too, and stay.
    let board = said(&one, "/leaderboard").await.text();
    board.says(&other.mention());
    assert_eq!(board.matches("<@").count(), 2, "{board}");
}

#[tokio::test]
async fn a_person_inactive_for_years_is_deleted() {
    let harness = harness().await;
    let (one, _) = lived(&harness).await;
    // The clock of the rated game runs out here.
    harness.later(10 * DAY.0).await;
    let rated = "games where status = 'playing' and rated = 1";
    harness.counts(rated, 0).await;
    harness.settles().await;
    harness.later(KEPT_IN_SILENCE.0).await;
    let trace = one.id().to_string();
    days_pass(&harness, async || {
        !harness.everything().await.contains(&trace)
    })
    .await;
    harness.settles().await;
}
