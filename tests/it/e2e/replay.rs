//! Replays: animations, the viewer, and records of games.

use std::io::Cursor;
use std::process::{Command, Output};

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder as _, RgbaImage};
use siwa::game::GameRecord;
use siwa_boards::{Size, View};
use siwa_games::registry::Registry;
use siwa_games::rules::Side;
use siwa_playground::{InjectedFault, Message, Route};

use super::harness::{Harness, PAINTER};
use super::person::{Person, Reply, Says};
use super::play::{Random, Table, carried, exports, offers, panel, placing, script};

const CLASSIC: &str = "seega-5-classic";

/// A short game that was resigned.
async fn resigned(harness: &Harness, turns: usize) -> Table {
    let mut table = Table::set(harness, CLASSIC).await;
    table.follow(&placing(CLASSIC)[..turns]).await;
    table.resigns(harness, &table.first).await;
    table
}

/// The animation that was deferred.
async fn animation(harness: &Harness, answer: &Reply) -> Message {
    let waiting = answer;
    assert!(waiting.private() && waiting.text().is_empty());
    screened(harness, waiting.id).await
}

/// Waits until the message shows an animation.
async fn screened(harness: &Harness, id: u64) -> Message {
    let is_animation = |it: &Message| it.image().is_some_and(|file| file.filename == "replay.gif");
    harness.waits_until(id, is_animation).await
}

/// Every frame of an animation, as displayed.
fn frames(message: &Message) -> Vec<RgbaImage> {
    let file = message.image().unwrap();
    assert_eq!(file.content_type, "image/gif");
    let decoder = GifDecoder::new(Cursor::new(file.bytes.as_slice())).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    frames.into_iter().map(image::Frame::into_buffer).collect()
}

/// The record in an answer.
fn record(answer: &Reply, id: &str) -> String {
    assert!(answer.private() && answer.attachments.len() == 1);
    let file = &answer.attachments[0];
    assert_eq!(file.filename, format!("siwa-{id}.txt"));
    assert_eq!(file.content_type, "text/plain; charset=utf-8");
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

/// The record of a game, asked for below its last board.
async fn exported(table: &Table) -> String {
    let answer = exports(&table.first, &table.board, &table.id).await;
    record(&answer, &table.id)
}

fn drawn(sheet: &GameRecord, turn: usize, orientation: Side) -> Vec<u8> {
    let view = View {
        orientation,
        ..View::default()
    };
    PAINTER.png(sheet.board(turn), view).unwrap()
}

fn shows(message: &Message, sheet: &GameRecord, turn: usize, orientation: Side) {
    let picture = &message.image().unwrap().bytes;
    let same = **picture == drawn(sheet, turn, orientation);
    assert!(same, "not the board after turn {turn}: {}", message.text());
}

/// The output of `siwa` about a file.
fn siwa(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_siwa"))
        .args(arguments)
        .env_clear()
        .output()
        .unwrap()
}

#[tokio::test]
async fn a_finished_game_of_each_kind_is_shown_and_its_record_is_a_game() {
    for variant in [CLASSIC, "gyges-gates"] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, variant).await;
        table.plays_out().await;
        let answer = exports(&table.first, &table.board, &table.id).await;
        let text = record(&answer, &table.id);
        let sheet = GameRecord::read(&text, Registry::standard()).unwrap();
        let ended = table.line.outcome();
        assert_eq!(sheet.ending, ended, "{text}");
        assert_eq!(sheet.variant.id, variant);
        for name in [
            "[First \"",
            "[Second \"",
            "[Date \"",
            "[Event \"Rated game ",
        ] {
            assert!(text.contains(name), "{name}: {text}");
        }

        let answer = table.first.types("/replay").await;
        let shown = animation(&harness, &answer).await;
        let turns = sheet.turns.len();
        let words = format!("{turns} turns");
        shown.says(&words);
        let frames = frames(&shown);
        assert_eq!(frames.len(), turns + 1);
        let size = Size::Width(u16::try_from(frames[0].width()).unwrap());
        let view = View {
            size,
            ..View::default()
        };
        let last = sheet.board(turns);
        let png = PAINTER.png(last, view).unwrap();
        let png = image::load_from_memory(&png).unwrap().into_rgba8();
        assert!(frames[turns] == png, "the last picture is another");
        let alt = shown.image().unwrap().description.clone().unwrap();
        let told = table.board.image().unwrap().description.clone().unwrap();
        for part in [&words, &format!("#{}", table.id), "Winner: ", &told] {
            assert!(alt.contains(part), "{part} is not in {alt}");
        }

        let path = harness.directory().join("replay.txt");
        std::fs::write(&path, &text).unwrap();
        let path = path.to_str().unwrap();
        let checked = siwa(&["check", path]);
        let said = String::from_utf8(checked.stdout).unwrap();
        assert!(checked.status.success() && said.contains(&words), "{said}");
        let made = siwa(&["replay", path, "-"]);
        assert!(made.status.success());
        assert!(made.stdout == *shown.image().unwrap().bytes);
        let cut = text.replace("\n2. ", "\n2. a1-a1 ");
        std::fs::write(path, cut).unwrap();
        let refused = siwa(&["check", path]);
        assert_eq!(refused.status.code(), Some(2));
        let said = String::from_utf8(refused.stderr).unwrap();
        said.says("Turn 2, a1-a1 ");
    }
}

#[tokio::test]
async fn the_viewer_steps_through_a_game_and_outlives_a_restart() {
    let mut harness = Harness::open().await;
    let table = resigned(&harness, 3).await;
    let sheet = exported(&table).await;
    let sheet = GameRecord::read(sheet, Registry::standard()).unwrap();
    let shown = animation(&harness, &table.first.types("/replay").await).await;
    let who = harness.person(&shown.only.unwrap().to_string());
    let steps = [
        ("first", 0, "Turn 0 of 3 · starting position"),
        ("later", 1, "Turn 1 of 3 · Light: **"),
        ("later", 2, "Turn 2 of 3 · Dark: **"),
        ("earlier", 1, "Turn 1 of 3"),
        ("last", 3, "Turn 3 of 3"),
        ("earlier", 2, "Turn 2 of 3"),
        ("first", 0, "Turn 0 of 3 · starting position"),
    ];
    let mut message = shown;
    for (button, turn, words) in steps {
        let answer = who.presses(&message, button).await;
        let now = answer.message();
        assert_eq!(now.id, message.id, "the same message changes");
        now.says(words);
        shows(&now, &sheet, turn, Side::First);
        let off = |button: &str| now.part(button).unwrap()["disabled"] == true;
        assert_eq!([off("first"), off("earlier")], [turn == 0; 2]);
        assert_eq!([off("later"), off("last")], [turn == 3; 2]);
        message = now;
        if turn == 2 {
            harness.restart().await;
        }
    }
    let menu = carried(&message, ":jump").unwrap().to_owned();
    let jumped = who.selects(&message, &menu, &["2"]).await.message();
    shows(&jumped, &sheet, 2, Side::First);
    let export = who.presses(&jumped, "export").await;
    assert_ne!(export.id, jumped.id);
    record(&export, &table.id);
    who.presses(&jumped, "animation").await;
    assert_eq!(frames(&screened(&harness, jumped.id).await).len(), 4);
    // From the animation back to the viewer's place.
    let next = who.presses(jumped.id, "later").await;
    next.says("Turn 3 of 3");
}

#[tokio::test]
async fn each_looks_at_a_game_from_their_own_side() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    table.plays("a1-a4").await;
    table.plays("f6-f3").await;
    table.resigns(&harness, &table.first).await;
    let sheet = exported(&table).await;
    let sheet = GameRecord::read(sheet, Registry::standard()).unwrap();
    let chloe = harness.person("chloe");
    let command = format!("/replay game:{}", table.id);
    for (who, orientation) in [
        (&table.first, Side::First),
        (&table.second, Side::Second),
        (&chloe, Side::First),
    ] {
        let shown = animation(&harness, &who.types(&command).await).await;
        let last = who.presses(&shown, "last").await;
        shows(&last, &sheet, 2, orientation);
    }
}

#[tokio::test]
async fn north_sees_the_running_game_from_their_own_side_and_everyone_else_from_one() {
    let harness = Harness::open().await;
    let alt = |message: &Message| message.image().unwrap().description.clone().unwrap();
    let chloe = harness.person("chloe");
    let first = "a1 at the bottom left";
    let second = "a1 at the top right";
    for (variant, text, own, files, turned) in [
        ("gyges-gates", "a1-a4", second, "a b c d e f", "f e d c b a"),
        (CLASSIC, "a1 b2", first, "a b c d e", "a b c d e"),
    ] {
        let mut table = Table::set(&harness, variant).await;
        for (who, corner, foot) in [
            (&table.first, first, files),
            (&table.second, own, turned),
            (&chloe, first, files),
        ] {
            let seen = who.types(&format!("/board game:{}", table.id)).await;
            let seen = alt(&seen);
            assert!(seen.contains(corner), "{}: {seen}", who.mention());
            let command = format!("/board game:{} text:true", table.id);
            let told = who.types(&command).await.text();
            told.says(corner);
            told.says(foot);
        }
        table.plays(text).await;
        assert!(alt(&table.board).contains(first));
        assert!(alt(&panel(&table.second, &table.board, &[]).await).contains(own));
    }
}

#[tokio::test]
async fn the_last_board_leads_to_the_replay_and_to_the_record_forever() {
    let mut harness = Harness::open().await;
    let table = resigned(&harness, 2).await;
    harness.one_board().await;
    let end = harness.boards().pop().unwrap();
    assert_eq!(end.labels(), ["Rematch", "Review", "Replay", "Export"]);
    harness.clock.skip(siwa::time::Seconds::days(40));
    harness.restart().await;
    for who in [&harness.person("chloe"), &harness.person("ana")] {
        let answer = who.presses(&end, "animation").await;
        assert_eq!(frames(&animation(&harness, &answer).await).len(), 3);
        record(&who.presses(&end, "export").await, &table.id);
    }
    let now = harness.world().message(end.id).unwrap();
    assert_eq!((now.text(), now.components), (end.text(), end.components));
}

#[tokio::test]
async fn a_game_without_a_turn_offers_only_a_rematch() {
    let harness = Harness::open().await;
    resigned(&harness, 0).await;
    assert_eq!(harness.ended().await.labels(), ["Rematch"]);
}

#[tokio::test]
async fn a_running_game_can_be_replayed_and_continues() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, CLASSIC).await;
    let moves = placing(CLASSIC);
    let ana = harness.person("ana");
    let shown = animation(&harness, &ana.types("/replay").await).await;
    assert_eq!(frames(&shown).len(), 1);
    shown.says("still in progress");
    table.follow(&moves[..2]).await;
    // Old buttons lead to turns that were played since.
    let press = |act| format!("view:{}:0:{act}", table.id);
    let later = ana.presses_late(&shown, &press("later")).await;
    later.says("Turn 1 of 2");
    let last = ana.presses_late(&shown, &press("last")).await;
    last.says("Turn 2 of 2");
    let text = record(&exports(&ana, &table.board, &table.id).await, &table.id);
    text.says("[Result \"*\"]");
    // This does not change others' views of the game.
    table.plays(&moves[2]).await;
}

#[tokio::test]
async fn without_a_number_it_is_the_game_that_ended_last_here() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let none = ana.types("/replay").await;
    assert!(none.private(), "{}", none.text());
    for words in [
        "No game has been played in this channel",
        "game:",
        "/challenge",
    ] {
        none.says(words);
    }
    let one = Table::set(&harness, CLASSIC).await;
    let two = Table::set(&harness, "seega-7-french").await;
    // Several games are running and none is over, so the bot asks.
    let which = ana.types("/replay").await;
    let menu = which.message();
    assert!(which.private() && menu.image().is_none());
    ana.selects(&menu, "which:replay", &[two.id.as_str()]).await;
    screened(&harness, menu.id).await.says("7×7");
    two.resigns(&harness, &two.first).await;
    harness.clock.skip(60);
    one.resigns(&harness, &one.first).await;
    let latest = animation(&harness, &ana.types("/replay").await).await;
    latest.says("5×5");
    // Elsewhere no game has ended; with its id it works there, too.
    let away = ana.in_channel("other");
    away.types("/replay").await.says("No game has been played");
    let command = format!("/replay game:{}", two.id);
    let chosen = animation(&harness, &away.types(&command).await).await;
    chosen.says("7×7");
}

#[tokio::test]
async fn a_persons_games_are_offered_finished_ones_first() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
    let running = Table::between(&harness, &ana, &chloe, "seega-9-lugo", "").await;
    let old = Table::between(&harness, &ana, &bob, CLASSIC, "").await;
    old.resigns(&harness, &old.first).await;
    harness.clock.skip(60);
    let new = Table::between(&harness, &bob, &ana, CLASSIC, "").await;
    new.resigns(&harness, &new.first).await;
    let choices = ana.completes("/replay game:").await;
    let lost = if new.first.id() == ana.id() {
        "lost"
    } else {
        "won"
    };
    assert!(choices[0].name.contains(lost), "{choices:?}");
    let all = [&new.id, &old.id, &running.id].map(String::clone);
    assert_eq!(offers(&ana, "/replay game:").await, all);
    assert_eq!(offers(&bob, "/replay game:").await, all[..2]);
    // Commands that act on a game offer only running games.
    assert_eq!(offers(&ana, "/board game:").await, [running.id]);
}

#[tokio::test]
async fn a_typed_number_offers_that_game_first_and_none_that_has_it_only_in_its_title() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        let table = Table::between(&harness, &ana, &bob, CLASSIC, "").await;
        ids.push(table.id);
    }
    assert_eq!(offers(&ana, "/board game:1").await, ["1", "10"]);
    // All of them are on 5×5.
    assert_eq!(offers(&ana, "/board game:#5").await, ["5"]);
    assert_eq!(offers(&ana, "/board game:bob").await.len(), ids.len());
}

/// Checks that no command shows anything about a game.
async fn hidden(harness: &Harness, who: &Person, id: &str, shown: &Message) {
    let kept = harness.kept().await;
    let answer = who.types(&format!("/replay game:{id}")).await;
    assert!(answer.private() && answer.attachments.is_empty());
    answer.says("no such game");
    for act in ["first", "later", "animation", "export"] {
        let custom = format!("view:{id}:1:{act}");
        let answer = who.presses_late(shown, &custom).await;
        assert!(answer.private() && answer.attachments.is_empty());
        answer.says("no such game");
    }
    assert_eq!(harness.kept().await, kept);
}

#[tokio::test]
async fn games_of_other_servers_and_numbers_of_none_are_refused() {
    let harness = Harness::open().await;
    let table = resigned(&harness, 2).await;
    let end = harness.boards().pop().unwrap();
    for nonsense in ["0", "-1", "77", "18446744073709551615", "one", "#", "🦀"] {
        let command = format!("/replay game:{nonsense}");
        let answer = table.first.types(&command).await;
        assert!(answer.private(), "{command}");
        answer.says("no such game");
    }
    hidden(&harness, &table.first, "77", &end).await;
    harness.move_games_away().await;
    hidden(&harness, &table.first, &table.id, &end).await;
    assert!(offers(&table.first, "/replay game:").await.is_empty());
}

#[tokio::test]
async fn the_menu_of_a_long_game_has_both_ends_and_the_present_turn() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, CLASSIC).await;
    let moves = script(CLASSIC, |line| line.outcome().is_some());
    table.follow(&moves[..40]).await;
    table.resigns(&harness, &table.first).await;
    let who = table.first.clone();
    let mut message = animation(&harness, &who.types("/replay").await).await;
    for (jump, back) in [(40, 39), (20, 19), (5, 4)] {
        let menu = carried(&message, ":jump").unwrap().to_owned();
        let jump = jump.to_string();
        let answer = who.selects(&message, &menu, &[&jump]).await;
        let words = format!("Turn {jump} of 40");
        answer.says(&words);
        let answer = who.presses(&message, "earlier").await;
        message = answer.message();
        let menu = carried(&message, ":jump").unwrap();
        let options = message.part(menu).unwrap()["options"].as_array().unwrap();
        assert!([24, 25].contains(&options.len()), "{options:?}");
        let values = options.iter().filter_map(|it| it["value"].as_str());
        let values: Vec<&str> = values.collect();
        let has = |turn: u32| values.contains(&turn.to_string().as_str());
        assert!(has(0) && has(back) && has(40), "{options:?}");
    }
}

/// Writes many moves to a game's log.
async fn plays_on(harness: &Harness, table: &mut Table, turns: usize) {
    let mut random = Random::seeded(3);
    let mut written = Vec::new();
    for _ in 0..turns {
        let side = table.line.turn().name();
        let mut legal = table.line.legal_moves();
        legal.retain(|text| !text.ends_with("-goal"));
        let text = legal.swap_remove(random.below(legal.len()));
        table.line.play(&text).unwrap();
        written.push((side, text));
    }
    harness.add_turns(&table.id, &written).await;
}

#[tokio::test]
async fn a_game_too_long_for_an_animation_is_still_stepped_through() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    plays_on(&harness, &mut table, 2_001).await;
    let answer = table.first.types("/replay").await;
    let shown = harness.settled(&answer).await;
    shown.says("too long for an animation");
    assert_eq!(shown.image().unwrap().content_type, "image/png");
    let last = table.first.presses(&shown, "last").await;
    last.says("Turn 2001 of 2001");
    exported(&table).await;
}

#[tokio::test]
async fn an_animation_that_does_not_get_through_is_sent_once_more() {
    let harness = Harness::open().await;
    let table = resigned(&harness, 2).await;
    for fault in [
        InjectedFault::once(Route::Webhook, 502),
        InjectedFault::unacknowledged(Route::Webhook, 502),
    ] {
        harness.inject(fault);
        let answer = table.first.types("/replay").await;
        animation(&harness, &answer).await;
    }
}

#[tokio::test]
async fn an_animation_that_is_refused_leaves_the_viewer_as_it_is() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    let ana = table.first.clone();
    let shown = animation(&harness, &ana.types("/replay").await).await;
    let viewer = ana.presses(&shown, "last").await.message();
    plays_on(&harness, &mut table, 100).await;
    // While one is drawn, the person cannot request a second one.
    ana.types("/replay").await;
    ana.presses(&viewer, "animation").await;
    let refused = |it: &Message| it.text().contains("still working on your last request");
    let said = ana.waits_for(refused).await;
    assert_ne!(said.id, viewer.id);
    let after = harness.world().message(viewer.id).unwrap();
    assert_eq!(after.labels(), viewer.labels());
}
