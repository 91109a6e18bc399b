//! Leaderboards and lists of games.

use siwa::time::DAY;

use super::harness::Harness;
use super::person::{Person, Reply, Says, SaysTo};
use super::play::{Table, carried, placing};
use crate::serving::value;

/// One player beats another, who resigns as soon as the game counts.
async fn beats(harness: &Harness, winner: &Person, loser: &Person, more: &str) {
    let mut table = Table::between(harness, winner, loser, "seega-5-classic", more).await;
    table.two_turns_each().await;
    table.resigns(harness, loser).await;
}

fn lines(answer: &Reply) -> Vec<String> {
    let text = answer.text();
    let lines = text.lines().filter(|line| line.contains("<@"));
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn the_leaderboard_counts_every_game_and_rates_the_rated() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &chloe, &bob, "rated:false").await;
    let mut drawn = Table::set(&harness, "seega-5-classic").await;
    drawn.two_turns_each().await;
    drawn.first.types("/draw").await;
    drawn.second.types("/draw").await;
    for command in ["/leaderboard", "/leaderboard game:Seega"] {
        let answer = bob.types(command).await;
        assert!(answer.private());
        let lines = lines(&answer);
        assert_eq!(lines.len(), 3, "{}", answer.text());
        lines[0].begins("1. ");
        lines[0].says(&ana.mention());
        assert!(lines[0].ends_with("2–1–0"), "{lines:?}");
        lines[1].says(&bob.mention());
        lines[1].says("0–1–3");
        lines[1].says("← you");
        lines[1].says("?");
        lines[2].says(&chloe.mention());
        lines[2].says("unrated");
        lines[2].ends("1–0–0");
        assert!(answer.pinged().is_empty());
        // One page needs no others.
        assert_eq!(answer.labels(), ["This month", "Against Siwa", "Share"]);
    }
}

#[tokio::test]
async fn a_profile_shows_ratings_results_and_opponents_and_can_be_shared() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
    let none = ana.types("/profile").await;
    let said = none.text();
    assert!(none.private() && said.contains("has no results"), "{said}");
    assert_eq!(none.labels(), ["Seega", "Gygès"]);
    beats(&harness, &ana, &bob, "").await;
    let one = ana.types("/profile").await;
    assert!(one.image().is_none(), "{}", one.text());
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &bob, &chloe, "rated:false").await;
    let answer = chloe.types("/profile player:@bob game:Seega").await;
    let text = answer.text();
    assert!(answer.private());
    text.says("rank 2 · 1–0–2");
    let [first, second] = [&ana, &chloe].map(|who| who.mention());
    text.says(&format!("- {first} · 0–0–2"));
    text.says(&format!("- {second} · 1–0–0"));
    let message = answer.message();
    let picture = message.image().unwrap();
    assert_eq!(picture.filename, "curve.png");
    let described = picture.description.as_deref().unwrap();
    described.says("last 2 rated games");
    let shared = chloe.presses(&message, "shared").await;
    shared.says_openly(&second);
    assert!(shared.image().is_some() && shared.pinged().is_empty());
    let other = chloe.presses(&message, "gyges").await;
    other.says("has no results");
    chloe.types("/profile player:@bot").await.says("no profile");
}

#[tokio::test]
async fn more_than_ten_players_make_pages_and_the_viewers_own_row_is_always_shown() {
    let names = [
        "ana", "bob", "cleo", "dora", "emil", "fay", "gus", "hal", "ida", "jan", "kim", "leo",
        "mia",
    ];
    let harness = Harness::open_to(&names).await;
    let ana = harness.person("ana");
    for loser in &names[1..12] {
        beats(&harness, &ana, &harness.person(loser), "").await;
    }
    let leo = harness.person("leo");
    beats(&harness, &harness.person("kim"), &leo, "").await;
    let first = leo.types("/leaderboard").await;
    let page = lines(&first);
    assert_eq!(page.len(), 11, "{}", first.text());
    page[0].says(&ana.mention());
    page[0].says("11–0–0");
    page[10].begins("**12.**");
    page[10].says(&leo.mention());
    let message = first.message();
    let others = ["Previous", "Next", "This month", "Against Siwa", "Share"];
    assert_eq!(message.labels(), others);
    assert_eq!(message.live().len(), 4);
    let second = leo.presses(&message, "leaderboard:*:1:alone").await;
    assert_eq!(second.id, message.id);
    let page = lines(&second);
    assert_eq!(page.len(), 2, "{}", second.text());
    page[0].begins("11. ");
    page[1].says("← you");
    // There is no third page.
    assert!(
        leo.attempt()
            .presses(&message, "leaderboard:*:2:alone")
            .await
            .is_err()
    );
    let back = leo.presses(&message, "leaderboard:*:0:alone").await;
    assert_eq!(lines(&back).len(), 11);
    let stranger = harness.person("mia").types("/leaderboard").await;
    assert_eq!(lines(&stranger).len(), 10);
    stranger.says("You’re not on it yet");
    // A page that does not exist any longer.
    let late = harness.person("mia");
    let gone = "leaderboard:seega:77:alone";
    let answer = late.presses_late(&stranger, gone).await;
    assert_eq!(lines(&answer).len(), 2, "{}", answer.text());
}

#[tokio::test]
async fn the_list_of_this_month_counts_points_has_pages_and_is_shared() {
    let names = [
        "ana", "bob", "cleo", "dora", "emil", "fay", "gus", "hal", "ida", "jan", "kim", "leo",
    ];
    let harness = Harness::open_to(&names).await;
    let [ana, bob, cleo] = ["ana", "bob", "cleo"].map(|key| harness.person(key));
    beats(&harness, &bob, &ana, "").await;
    let always = ana.types("/leaderboard").await;
    let message = always.message();
    harness.later(31 * DAY.0).await;
    let empty = ana.presses(&message, "*@month").await;
    assert_eq!(empty.id, message.id);
    empty.says("Start one with");
    assert_eq!(empty.labels(), ["All time", "Against Siwa"]);
    for loser in &names[1..] {
        beats(&harness, &ana, &harness.person(loser), "").await;
    }
    beats(&harness, &bob, &ana, "rated:false").await;
    let mut drawn = Table::between(&harness, &ana, &bob, "seega-5-classic", "").await;
    drawn.two_turns_each().await;
    drawn.first.types("/draw").await;
    drawn.second.types("/draw").await;
    let always = cleo.types("/leaderboard").await;
    let message = always.message();
    let month = cleo.presses(&message, "*@month").await;
    month.says("midnight UTC");
    let page = lines(&month);
    assert_eq!(page.len(), 11, "{}", month.text());
    let expected = [(&ana, "11½ · 11–1–0"), (&bob, "½ · 0–1–1")];
    for (row, (who, results)) in page.iter().zip(expected) {
        row.says(&who.mention());
        row.ends(results);
    }
    assert!(page[10].contains("**0** · 0–0–1 ← you"), "{page:?}");
    let message = month.message();
    let others = ["Previous", "Next", "All time", "Against Siwa", "Share"];
    assert_eq!(message.labels(), others);
    let next = cleo.presses(&message, "leaderboard:*@month:1:alone").await;
    assert_eq!(lines(&next).len(), 2, "{}", next.text());
    let message = next.message();
    let shared = cleo.presses(&message, "shared").await;
    assert!(!shared.private() && shared.pinged().is_empty());
    let text = shared.text();
    text.says("This month");
    text.says("12. ");
    let back = cleo.presses(&message, "*").await;
    assert!(lines(&back)[0].contains("11–1–2"), "{}", back.text());
}

#[tokio::test]
async fn a_players_games_are_listed_by_deadline_with_links_to_their_boards() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
    // The first channel of an old server has the server's id.
    let guild = 1_100_000_000_000_000_002_u64;
    harness
        .world()
        .change_channel("main", |main| main.id = guild);
    let none = ana.types("/games").await;
    none.says_privately("/challenge");
    let slow = Table::between(&harness, &ana, &bob, "seega-9-lugo", "time:none").await;
    let week = Table::between(&harness, &ana, &chloe, "seega-7-french", "time:7").await;
    let mut day = Table::between(&harness, &bob, &ana, "seega-5-classic", "time:1").await;
    let old = day.board.id;
    day.plays("a1 b2").await;
    harness.stripped(old).await;
    let listed = ana.types("/games").await;
    let text = listed.text();
    let mut tables = vec![&day, &week, &slow];
    // Own turns come first, by deadline.
    tables.sort_by_key(|table| table.mover().id() != ana.id());
    let rows = lines(&listed);
    assert_eq!(rows.len(), 3, "{text}");
    for (row, table) in rows.iter().zip(&tables) {
        let board = table.board.id;
        let address = format!("https://discord.com/channels/{guild}/{guild}/{board}");
        let link = format!("[#{}]({address}) · ", table.id);
        assert!(row.starts_with(&link), "{row} should link to {address}");
        let other = if table.first.id() == ana.id() {
            &table.second
        } else {
            &table.first
        };
        row.says(&other.mention());
    }
    let own = tables.iter().filter(|it| it.mover().id() == ana.id());
    let own = own.count();
    let heads = ["It’s your turn in", "Waiting for your opponent"];
    let expected = [own > 0, own < 3];
    assert_eq!(heads.map(|head| text.contains(head)), expected, "{text}");
    assert_eq!(text.matches("<t:").count(), 2, "{text}");
    assert_eq!(text.matches("no time limit").count(), 1, "{text}");
    // From anywhere in the server, and without finished games.
    let away = ana.in_channel("other");
    let asked = away.types(&format!("/resign game:{}", week.id)).await;
    away.presses(&asked, "resign-surely").await;
    let left = away.types("/games").await;
    assert_eq!(lines(&left).len(), 2, "{}", left.text());
    assert_eq!(lines(&chloe.types("/games").await).len(), 0);
    assert!(carried(&day.board, ":board").is_some());
}

#[tokio::test]
async fn the_list_of_games_opens_the_panel_of_the_one_that_is_chosen() {
    let (harness, [bob, chloe]) = Harness::open_as(["bob", "chloe"]).await;
    let mut ready: Vec<Table> = Vec::new();
    while ready.len() < 2 {
        let hours = ["time:1", "time:3"][ready.len()];
        let table = Table::between(&harness, &bob, &chloe, "seega-5-classic", hours).await;
        if table.mover().id() == bob.id() {
            ready.push(table);
        }
    }
    let games = &bob.types("/games").await;
    let panel = bob.presses(games, "open").await;
    assert!(panel.private(), "{}", panel.text());
    let own = |id: &str| format!("game #{id}");
    panel.says(&own(&ready[0].id));
    let games = &bob.types("/games").await;
    let other = ready[1].id.as_str();
    let open = format!("open:{other}");
    let panel = bob.presses(games, &open).await;
    panel.says(&own(other));
    let metrics = harness.store.metrics.text(None).unwrap();
    let stripped = value(&metrics, "siwa_stripped_interactions_total");
    assert_eq!(stripped, 0.0, "what the bot sends itself is no surprise");
    assert!(carried(&panel, ":panel:a1").is_some());
    let waiting = chloe.types("/games").await;
    let waits = |table: &&Table| table.mover().id() == chloe.id();
    assert!(ready.iter().find(waits).is_none());
    let has_turn = waiting.text().contains("It’s your turn");
    assert_eq!(waiting.labels().contains(&"Play"), has_turn);
}

#[tokio::test]
async fn ten_games_are_listed_whole() {
    let harness = Harness::open().await;
    let mut boards = Vec::new();
    for _ in 0..10 {
        let table = Table::set_with(&harness, "seega-5-classic", "time:7").await;
        boards.push(table.board.id.to_string());
    }
    let answer = harness.person("ana").types("/games").await;
    let text = answer.text();
    assert_eq!(lines(&answer).len(), 10, "{text}");
    // The last one may be posted, but not acknowledged yet.
    for board in &boards[..9] {
        assert!(text.contains(board.as_str()), "{board} is not in {text}");
    }
}

#[tokio::test]
async fn a_board_is_shown_as_words_and_characters() {
    let (_harness, mut table) = Table::open("seega-5-classic").await;
    table.plays("a1 b2").await;
    let told = table.second.types("/board text:true").await;
    assert!(told.private() && told.image().is_none());
    for words in ["```", "a1, b2", "Just placed", "Closed for now: c3", "#: "] {
        told.says(words);
    }
    let (_harness, table) = Table::open_placed("seega-5-classic").await;
    let told = table.second.types("/board text:true").await;
    told.says("A dot: empty.");
    told.omits("#: ");
    let (_harness, table) = Table::open("gyges-cosmoludo").await;
    let told = table.first.types("/board text:true").await;
    told.says("Open for now: a1, a2, b1,");
}

#[tokio::test]
async fn others_see_a_game_only_where_it_is_played() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let moves = placing("seega-5-classic");
    table.follow(&moves[..2]).await;
    let chloe = harness.person("chloe");
    let away = chloe.in_channel("other");
    for command in ["board", "replay"] {
        let none = away.types(&format!("/{command} game:999999")).await;
        let closed = away.types(&format!("/{command} game:{}", table.id)).await;
        assert!(closed.private(), "{}", closed.text());
        assert_eq!(closed.text(), none.text(), "as if there was no such game");
        let here = chloe.types(&format!("/{command} game:{}", table.id)).await;
        assert_ne!(here.text(), none.text());
    }
    // Nor with a button that she never got.
    let rules = away.types("/rules").await.id;
    for forged in [
        "view:{}:0:last",
        "view:{}:0:export",
        "game:{}:2:board",
        "game:{}:2:panel:",
    ] {
        let forged = forged.replace("{}", &table.id);
        let closed = away.presses_late(rules, &forged).await;
        closed.says("no such game");
    }
    // Its players see it from anywhere.
    let own = table.first.in_channel("other");
    let board = own.types(&format!("/board game:{}", table.id)).await;
    assert!(board.image().is_some());
}

#[tokio::test]
async fn a_game_that_ends_before_both_made_two_turns_counts_for_nobody() {
    let harness = Harness::open().await;
    let mut by_time = Table::set(&harness, "seega-5-classic").await;
    by_time.plays("a1 b2").await;
    harness.later(3 * DAY.0 + 60).await;
    let end = harness.ended().await;
    end.says("before both players had made two turns");
    let resigned = Table::set(&harness, "seega-5-classic").await;
    let end = resigned.resigns(&harness, &resigned.first).await;
    end.says("before both players had made two turns");
    end.says("Ratings stay the same");
    let unrated = Table::set_with(&harness, "seega-5-classic", "rated:false").await;
    let end = unrated.resigns(&harness, &unrated.first).await;
    end.says("before both players had made two turns");
    end.omits("atings");
    for (command, none) in [
        ("/leaderboard", "Nobody has finished"),
        ("/profile", "has no results"),
    ] {
        resigned.first.types(command).await.says(none);
    }
    assert_eq!(harness.rows("games where status = 'void'").await, 3);
    assert_eq!(harness.rows("ratings where rated > 0").await, 0);
}
