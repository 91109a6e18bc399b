//! Leaderboards and lists of games.

use siwa::time::DAY;
use siwa_playground::{Answer, Person};

use super::harness::Harness;
use super::play::{Table, carried, placing};

/// One player beats another, who resigns as soon as the game counts.
async fn beats(harness: &Harness, winner: &Person, loser: &Person, more: &str) {
    let mut table = Table::between(harness, winner, loser, "seega-5-classic", more).await;
    table.two_turns_each().await;
    table.resigns(harness, loser).await;
}

fn lines(answer: &Answer) -> Vec<String> {
    let text = answer.text();
    let lines = text.lines().filter(|line| line.contains("<@"));
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn the_leaderboard_counts_every_game_and_rates_the_rated() {
    let harness = Harness::open().await;
    let (ana, bob, chloe) = (
        harness.person("ana"),
        harness.person("bob"),
        harness.person("chloe"),
    );
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &bob, &chloe, "rated:false").await;
    let mut drawn = Table::set(&harness, "seega-5-classic").await;
    drawn.two_turns_each().await;
    drawn.first.types("/draw").await.unwrap();
    drawn.second.types("/draw").await.unwrap();
    for command in ["/leaderboard", "/leaderboard game:Seega"] {
        let answer = bob.types(command).await.unwrap();
        assert!(answer.private());
        let lines = lines(&answer);
        assert_eq!(lines.len(), 3, "{}", answer.text());
        assert!(
            lines[0].starts_with("1. ") && lines[0].contains(&ana.mention()),
            "{lines:?}"
        );
        assert!(lines[0].ends_with("2–1–0"), "{lines:?}");
        assert!(
            lines[1].contains(&bob.mention()) && lines[1].contains("1–1–2"),
            "{lines:?}"
        );
        assert!(
            lines[1].contains("← you") && lines[1].contains('?'),
            "{lines:?}"
        );
        assert!(lines[2].contains(&chloe.mention()), "{lines:?}");
        assert!(
            lines[2].contains("unrated") && lines[2].ends_with("0–0–1"),
            "{lines:?}"
        );
        assert!(answer.message().unwrap().pinged().is_empty());
        let labels = answer.message().unwrap().labels();
        assert_eq!(
            labels,
            ["This month", "Against Siwa", "Share"],
            "one page needs no others"
        );
    }
}

#[tokio::test]
async fn a_profile_shows_ratings_results_and_opponents_and_can_be_shared() {
    let harness = Harness::open().await;
    let [ana, bob, chloe] = ["ana", "bob", "chloe"].map(|key| harness.person(key));
    let none = ana.types("/profile").await.unwrap();
    let said = none.text();
    assert!(none.private() && said.contains("has no results"), "{said}");
    assert_eq!(none.message().unwrap().labels(), ["Seega", "Gygès"]);
    beats(&harness, &ana, &bob, "").await;
    let one = ana.types("/profile").await.unwrap();
    assert!(one.message().unwrap().image().is_none(), "{}", one.text());
    beats(&harness, &ana, &bob, "").await;
    beats(&harness, &bob, &chloe, "rated:false").await;
    let answer = chloe
        .types("/profile player:@bob game:Seega")
        .await
        .unwrap();
    let text = answer.text();
    assert!(answer.private());
    assert!(text.contains("rank 2 · 1–0–2"), "{text}");
    let [first, second] = [&ana, &chloe].map(Person::mention);
    assert!(text.contains(&format!("- {first} · 0–0–2")), "{text}");
    assert!(text.contains(&format!("- {second} · 1–0–0")), "{text}");
    let message = answer.message().unwrap().clone();
    let picture = message.image().unwrap();
    assert_eq!(picture.filename, "curve.png");
    let described = picture.description.as_deref().unwrap();
    assert!(described.contains("last 2 rated games"), "{described}");
    let shared = chloe.presses(&message, "Share").await.unwrap();
    assert!(!shared.private());
    let public = shared.message().unwrap();
    assert!(public.image().is_some() && public.pinged().is_empty());
    assert!(public.text().contains(&second), "{}", public.text());
    let other = chloe.presses(&message, "Gygès").await.unwrap();
    assert!(other.text().contains("has no results"), "{}", other.text());
    let siwa = chloe.types("/profile player:@bot").await.unwrap();
    assert!(siwa.text().contains("no profile"), "{}", siwa.text());
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
    let first = leo.types("/leaderboard").await.unwrap();
    let page = lines(&first);
    assert_eq!(page.len(), 11, "{}", first.text());
    assert!(
        page[0].contains(&ana.mention()) && page[0].contains("11–0–0"),
        "{page:?}"
    );
    assert!(
        page[10].starts_with("**12.**") && page[10].contains(&leo.mention()),
        "{page:?}"
    );
    let message = first.message().unwrap().clone();
    assert_eq!(
        message.labels(),
        ["Previous", "Next", "This month", "Against Siwa", "Share"]
    );
    assert_eq!(message.live().len(), 4);
    let second = leo.presses(&message, "Next").await.unwrap();
    assert_eq!(second.message().unwrap().id, message.id);
    let page = lines(&second);
    assert_eq!(page.len(), 2, "{}", second.text());
    assert!(
        page[0].starts_with("11. ") && page[1].contains("← you"),
        "{page:?}"
    );
    assert!(
        leo.presses(&message, "Next").await.is_err(),
        "there is no third page"
    );
    let back = leo.presses(&message, "Previous").await.unwrap();
    assert_eq!(lines(&back).len(), 11);
    let stranger = harness.person("mia").types("/leaderboard").await.unwrap();
    assert_eq!(lines(&stranger).len(), 10);
    assert!(
        stranger.text().contains("You’re not on it yet"),
        "{}",
        stranger.text()
    );
    // A page that does not exist any longer.
    let late = harness.person("mia");
    let message = stranger.message().unwrap();
    let answer = late
        .presses_late(message, "leaderboard:seega:77:alone")
        .await
        .unwrap();
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
    let always = ana.types("/leaderboard").await.unwrap();
    let message = always.message().unwrap().clone();
    harness.later(31 * DAY.0).await;
    let empty = ana.presses(&message, "This month").await.unwrap();
    assert_eq!(empty.message().unwrap().id, message.id);
    assert!(empty.text().contains("Start one with"), "{}", empty.text());
    assert_eq!(
        empty.message().unwrap().labels(),
        ["All time", "Against Siwa"]
    );
    for loser in &names[1..] {
        beats(&harness, &ana, &harness.person(loser), "").await;
    }
    beats(&harness, &bob, &ana, "rated:false").await;
    let mut drawn = Table::between(&harness, &ana, &bob, "seega-5-classic", "").await;
    drawn.two_turns_each().await;
    drawn.first.types("/draw").await.unwrap();
    drawn.second.types("/draw").await.unwrap();
    let always = cleo.types("/leaderboard").await.unwrap();
    let message = always.message().unwrap().clone();
    let month = cleo.presses(&message, "This month").await.unwrap();
    assert!(month.text().contains("midnight UTC"), "{}", month.text());
    let page = lines(&month);
    assert_eq!(page.len(), 11, "{}", month.text());
    let expected = [(&ana, "11½ · 11–1–0"), (&bob, "½ · 0–1–1")];
    for (row, (who, results)) in page.iter().zip(expected) {
        assert!(
            row.contains(&who.mention()) && row.ends_with(results),
            "{row}"
        );
    }
    assert!(page[10].contains("**0** · 0–0–1 ← you"), "{page:?}");
    let message = month.message().unwrap().clone();
    assert_eq!(
        message.labels(),
        ["Previous", "Next", "All time", "Against Siwa", "Share"]
    );
    let next = cleo.presses(&message, "Next").await.unwrap();
    assert_eq!(lines(&next).len(), 2, "{}", next.text());
    let message = next.message().unwrap().clone();
    let shared = cleo.presses(&message, "Share").await.unwrap();
    assert!(!shared.private() && shared.message().unwrap().pinged().is_empty());
    let text = shared.text();
    assert!(
        text.contains("This month") && text.contains("12. "),
        "{text}"
    );
    let back = cleo.presses(&message, "All time").await.unwrap();
    assert!(lines(&back)[0].contains("11–1–2"), "{}", back.text());
    harness.sound().await;
}

#[tokio::test]
async fn a_players_games_are_listed_by_deadline_with_links_to_their_boards() {
    let harness = Harness::open().await;
    let (ana, bob, chloe) = (
        harness.person("ana"),
        harness.person("bob"),
        harness.person("chloe"),
    );
    let none = ana.types("/games").await.unwrap();
    assert!(none.private() && none.text().contains("/challenge"));
    let slow = Table::between(&harness, &ana, &bob, "seega-9-lugo", "time:none").await;
    let week = Table::between(&harness, &ana, &chloe, "seega-7-french", "time:7").await;
    let mut day = Table::between(&harness, &bob, &ana, "seega-5-classic", "time:1").await;
    let old = day.board.id;
    day.plays("a1 b2").await;
    harness.stripped(old).await;
    let guild = 1_100_000_000_000_000_002_u64;
    let main = harness.world().channel("main").unwrap().id;
    let listed = ana.types("/games").await.unwrap();
    let text = listed.text();
    let mut tables = vec![&day, &week, &slow];
    // Own turns come first, by deadline.
    tables.sort_by_key(|table| table.mover().id() != ana.id());
    let rows = lines(&listed);
    assert_eq!(rows.len(), 3, "{text}");
    for (row, table) in rows.iter().zip(&tables) {
        let address = format!(
            "https://discord.com/channels/{guild}/{main}/{}",
            table.board.id
        );
        let link = format!("[#{}]({address}) · ", table.id);
        assert!(row.starts_with(&link), "{row} should link to {address}");
        let other = if table.first.id() == ana.id() {
            &table.second
        } else {
            &table.first
        };
        assert!(row.contains(&other.mention()), "{row}");
    }
    let own = tables.iter().filter(|it| it.mover().id() == ana.id());
    let (own, heads) = (
        own.count(),
        ["It’s your turn in", "Waiting for your opponent"],
    );
    let expected = [own > 0, own < 3];
    assert_eq!(heads.map(|head| text.contains(head)), expected, "{text}");
    assert_eq!(text.matches("<t:").count(), 2, "{text}");
    assert_eq!(text.matches("no time limit").count(), 1, "{text}");
    // From anywhere in the server, and without finished games.
    let away = ana.in_channel("other");
    let asked = away
        .types(&format!("/resign game:{}", week.id))
        .await
        .unwrap();
    away.presses(asked.message().unwrap(), "Resign")
        .await
        .unwrap();
    let left = away.types("/games").await.unwrap();
    assert_eq!(lines(&left).len(), 2, "{}", left.text());
    assert_eq!(lines(&chloe.types("/games").await.unwrap()).len(), 0);
    assert!(carried(&day.board, ":board").is_some());
}

#[tokio::test]
async fn the_list_of_games_opens_the_panel_of_the_one_that_is_chosen() {
    let harness = Harness::open().await;
    let (bob, chloe) = (harness.person("bob"), harness.person("chloe"));
    let mut ready: Vec<Table> = Vec::new();
    while ready.len() < 2 {
        let hours = ["time:1", "time:3"][ready.len()];
        let table = Table::between(&harness, &bob, &chloe, "seega-5-classic", hours).await;
        if table.mover().id() == bob.id() {
            ready.push(table);
        }
    }
    let games = bob.types("/games").await.unwrap();
    let games = games.message().unwrap();
    let panel = bob.presses(games, "Play").await.unwrap();
    assert!(panel.private(), "{}", panel.text());
    let own = |id: &str| format!("game #{id}");
    assert!(
        panel.text().contains(&own(&ready[0].id)),
        "{}",
        panel.text()
    );
    let games = bob.types("/games").await.unwrap();
    let games = games.message().unwrap();
    let other = ready[1].id.as_str();
    let open = format!("open:{other}");
    let panel = bob.presses(games, &open).await.unwrap();
    assert!(panel.text().contains(&own(other)), "{}", panel.text());
    assert!(carried(panel.message().unwrap(), ":panel:a1").is_some());
    let waiting = chloe.types("/games").await.unwrap();
    let waits = |table: &&Table| table.mover().id() == chloe.id();
    assert!(ready.iter().find(waits).is_none());
    assert_eq!(
        waiting.message().unwrap().labels().contains(&"Play"),
        waiting.text().contains("It’s your turn")
    );
}

#[tokio::test]
async fn ten_games_are_listed_whole() {
    let harness = Harness::open().await;
    let mut boards = Vec::new();
    for _ in 0..10 {
        let table = Table::set_with(&harness, "seega-5-classic", "time:7").await;
        boards.push(table.board.id.to_string());
    }
    let answer = harness.person("ana").types("/games").await.unwrap();
    let message = answer.message().unwrap();
    let text = message.text();
    assert_eq!(lines(&answer).len(), 10, "{text}");
    // The last one may be posted, but not acknowledged yet.
    for board in &boards[..9] {
        assert!(text.contains(board.as_str()), "{board} is not in {text}");
    }
}

#[tokio::test]
async fn a_board_is_shown_as_words_and_characters() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let told = table.second.types("/board text:true").await.unwrap();
    assert!(told.private() && told.message().unwrap().image().is_none());
    for words in ["```", "a1, b2", "Just placed", "Closed for now: c3"] {
        assert!(told.text().contains(words), "{words}: {}", told.text());
    }
}

#[tokio::test]
async fn others_see_a_game_only_where_it_is_played() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let moves = placing("seega-5-classic");
    table.follow(&moves[..2]).await;
    let chloe = harness.person("chloe");
    let away = chloe.in_channel("other");
    for command in ["board", "replay"] {
        let none = away
            .types(&format!("/{command} game:999999"))
            .await
            .unwrap();
        let closed = away
            .types(&format!("/{command} game:{}", table.id))
            .await
            .unwrap();
        assert!(closed.private(), "{}", closed.text());
        assert_eq!(closed.text(), none.text(), "as if there was no such game");
        let here = chloe
            .types(&format!("/{command} game:{}", table.id))
            .await
            .unwrap();
        assert_ne!(here.text(), none.text());
    }
    // Nor with a button that she never got.
    let rules = away.types("/rules").await.unwrap().message().unwrap().id;
    for forged in [
        "view:{}:0:last",
        "view:{}:0:export",
        "game:{}:2:board",
        "game:{}:2:panel:",
    ] {
        let forged = forged.replace("{}", &table.id);
        let closed = away.presses_late(rules, &forged).await.unwrap();
        assert!(
            closed.text().contains("no such game"),
            "{forged}: {}",
            closed.text()
        );
    }
    // Its players see it from anywhere.
    let own = table.first.in_channel("other");
    let board = own
        .types(&format!("/board game:{}", table.id))
        .await
        .unwrap();
    assert!(board.message().unwrap().image().is_some());
}

#[tokio::test]
async fn a_game_that_ends_before_both_made_two_turns_counts_for_nobody() {
    let harness = Harness::open().await;
    let mut by_time = Table::set(&harness, "seega-5-classic").await;
    by_time.plays("a1 b2").await;
    harness.later(3 * DAY.0 + 60).await;
    let end = harness.ended().await;
    assert!(
        end.text()
            .contains("before both players had made two turns"),
        "{}",
        end.text()
    );
    let resigned = Table::set(&harness, "seega-5-classic").await;
    let end = resigned.resigns(&harness, &resigned.first).await;
    assert!(
        end.text()
            .contains("before both players had made two turns"),
        "{}",
        end.text()
    );
    for (command, none) in [
        ("/leaderboard", "Nobody has finished"),
        ("/profile", "has no results"),
    ] {
        let shown = resigned.first.types(command).await.unwrap();
        assert!(shown.text().contains(none), "{}", shown.text());
    }
    assert_eq!(
        harness
            .count("select count(*) from games where status = 'void'")
            .await,
        2
    );
    assert_eq!(
        harness
            .count("select count(*) from ratings where rated > 0")
            .await,
        0
    );
    harness.sound().await;
}
