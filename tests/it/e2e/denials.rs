//! Denials: a private answer that says what to do instead, and no change.

use siwa::time::DAY;
use siwa_games::registry::Registry;
use siwa_playground::Person;

use super::harness::Harness;
use super::play::{Table, carried, panel, said, script};

/// A person does something that is denied; the answer must contain all of `words`.
async fn denies(harness: &Harness, who: &Person, command: &str, words: &[&str]) {
    let kept = harness.kept().await;
    let said = harness.world().messages("main").len();
    let answer = who.types(command).await.unwrap();
    let text = answer.text();
    assert!(answer.private(), "{command}: {text}");
    for word in words {
        assert!(
            text.contains(word),
            "{command}: {word:?} is not in {text:?}"
        );
    }
    assert_eq!(harness.kept().await, kept, "{command}");
    assert_eq!(harness.world().messages("main").len(), said, "{command}");
}

#[tokio::test]
async fn a_game_number_that_is_none_or_of_others_is_refused() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let chloe = harness.person("chloe");
    for nonsense in [
        "0",
        "-1",
        "2",
        "99999999999999999999",
        "18446744073709551615",
        "one",
        "#",
        "1 2",
        "🦀",
    ] {
        for command in [
            "/place squares:a1 b2",
            "/move move:c2-c3",
            "/board",
            "/draw",
            "/resign",
        ] {
            let command = format!("{command} game:{nonsense}");
            denies(
                &harness,
                &table.first,
                &command,
                &["no such game", "/games"],
            )
            .await;
        }
    }
    for command in [
        "/place squares:a1 b2",
        "/move move:c2-c3",
        "/draw",
        "/resign",
    ] {
        denies(
            &harness,
            &chloe,
            &format!("{command} game:1"),
            &["not playing in game #1"],
        )
        .await;
        denies(
            &harness,
            &chloe,
            command,
            &["no game in progress in this channel", "/challenge", "/play"],
        )
        .await;
    }
    // Looking is allowed.
    for command in ["/board", "/board game:1", "/board game:#1"] {
        let look = chloe.types(command).await.unwrap();
        assert!(look.private() && look.message().unwrap().image().is_some());
    }
    for custom in [":panel:", ":more"] {
        let custom = carried(&table.board, custom).unwrap();
        let answer = chloe.presses(&table.board, custom).await.unwrap();
        assert!(
            answer.private() && answer.text().contains("not playing in game #1"),
            "{}",
            answer.text()
        );
    }
}

#[tokio::test]
async fn the_player_who_is_not_to_move_has_to_wait() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let words = format!("It’s {}’s turn", table.first.mention());
    denies(&harness, &table.second, "/place squares:a1 b2", &[&words]).await;
    let panel = panel(&table.second, &table.board, &[]).await;
    assert!(panel.text().contains(&words), "{}", panel.text());
}

#[tokio::test]
async fn a_placement_that_is_not_possible_is_explained() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let long = "a1 ".repeat(800);
    let cases = [
        ("a1 c4", "a1 is occupied"),
        ("z9 c4", "no square z9"),
        ("c4 c4", "named c4 twice"),
        ("c3 c4", "c3 is the centre"),
        ("c4", "only one square"),
        ("c4 d4 e4", "not 3"),
        ("there and there", "can’t read that as two squares"),
        ("🦀 {$}", "can’t read that as two squares"),
        (long.as_str(), "far too long"),
    ];
    for (squares, words) in cases {
        let command = format!("/place squares:{squares}");
        denies(&harness, table.mover(), &command, &[words, "S1"]).await;
    }
    denies(
        &harness,
        table.mover(),
        "/move move:c4 c4",
        &["named c4 twice"],
    )
    .await;
}

#[tokio::test]
async fn a_move_that_is_not_possible_is_explained() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    // The piece that moves first is below the centre.
    let moves = script("seega-5-classic", |line| {
        line.legal_moves().contains(&"c2-c3".to_owned()) && line.position().ends_with("o m 0")
    });
    table.follow(&moves).await;
    let mover = table.mover().clone();
    let position = table.line.position();
    let board = position.split(' ').next().unwrap();
    let at = |name: &str| {
        let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'0');
        board
            .split('/')
            .nth(5 - usize::from(rank))
            .unwrap()
            .as_bytes()[usize::from(file)]
    };
    let squares = || {
        (b'a'..=b'e')
            .flat_map(|file| ('1'..='5').map(move |rank| format!("{}{rank}", file as char)))
    };
    let own = squares()
        .find(|it| at(it) == b'o' && it.starts_with('a'))
        .unwrap();
    let other = squares().find(|it| at(it) == b'x').unwrap();
    let next = format!("{}{}", 'b', &own[1..]);
    let cases = [
        (format!("{other}-c3"), "belongs to Light"),
        (format!("{own}-{next}"), "is occupied"),
        (format!("{own}-c3"), "far"),
        ("c2-c2".to_owned(), "can’t stay on c2"),
        ("c2-d3".to_owned(), "diagonal"),
        ("c3-c2".to_owned(), "no piece on c3"),
        ("c2-z9".to_owned(), "no square z9"),
        ("c2".to_owned(), "Where should the piece on c2 go"),
        ("c2-c3-c4".to_owned(), "single step"),
        ("forward!".to_owned(), "can’t read that as a move"),
        ("c2-".repeat(500), "far too long"),
    ];
    for (text, words) in cases {
        denies(
            &harness,
            &mover,
            &format!("/move move:{text}"),
            &[words, "(S"],
        )
        .await;
    }
    denies(&harness, &mover, "/place squares:a1 b2", &["use </move:"]).await;
}

#[tokio::test]
async fn a_player_who_must_capture_is_shown_how() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-lugo").await;
    let quiet = |line: &dyn siwa_games::registry::GameState| {
        // A step without a capture, legal by the other rules, while a capture is possible.
        let takes = line
            .legal_moves()
            .iter()
            .all(|it| !line.read(it).unwrap().captured.is_empty());
        takes.then(|| quiet_step(line)).flatten()
    };
    let moves = script("seega-5-lugo", |line| {
        line.outcome().is_none() && line.position().contains(" m ") && quiet(line).is_some()
    });
    table.follow(&moves).await;
    let step = quiet(&*table.line).unwrap();
    let legal = table.line.legal_moves();
    let command = format!("/move move:{step}");
    denies(&harness, table.mover(), &command, &["so you must", "S11"]).await;
    let answer = table.mover().types(&command).await.unwrap();
    assert!(
        legal.iter().any(|it| answer
            .text()
            .contains(&table.line.read(it).unwrap().display)),
        "{}",
        answer.text()
    );
}

/// A step to an empty square that the same board allows by the classic rules.
fn quiet_step(line: &dyn siwa_games::registry::GameState) -> Option<String> {
    let (rules, classic) = Registry::standard().variant("seega-5-classic").unwrap();
    let classic = rules.parse(classic, &line.position()).ok()?;
    let free = classic.legal_moves();
    free.into_iter()
        .find(|it| classic.read(it).unwrap().captured.is_empty())
}

#[tokio::test]
async fn a_player_with_several_games_here_is_asked_which() {
    let harness = Harness::open().await;
    let first = Table::set(&harness, "seega-5-classic").await;
    let mut second = Table::set(&harness, "seega-7-modern").await;
    // Until it is the same person's turn in both.
    if second.mover().id() != first.mover().id() {
        second.plays("a1 b2").await;
    }
    let person = first.mover().clone();
    let kept = harness.kept().await;
    let asked = person.types("/place squares:d1 e2").await.unwrap();
    assert!(
        asked.private() && asked.text().contains("2 games"),
        "{}",
        asked.text()
    );
    let menu = asked.message().unwrap().clone();
    let options = menu.selects()[0]["options"].as_array().unwrap().clone();
    assert_eq!(options.len(), 2);
    assert!(
        options[0]["label"].as_str().unwrap().contains("against"),
        "{options:?}"
    );
    assert_eq!(harness.kept().await, kept);
    let newest = harness.newest();
    let done = person
        .selects(&menu, menu.live()[0], &[&second.id])
        .await
        .unwrap();
    assert!(
        done.private() && done.text().contains("You played"),
        "{}",
        done.text()
    );
    let board = harness
        .world()
        .wait_for("main", |it| it.id > newest)
        .await
        .unwrap();
    assert!(
        board.text().contains(&format!("#{}", second.id)),
        "{}",
        board.text()
    );
    let named = person
        .types(&format!("/place squares:d1 e2 game:{}", first.id))
        .await
        .unwrap();
    assert!(!named.private(), "{}", named.text());
    for command in ["/board", "/board text:true", "/resign"] {
        let menu = said(&person, command).await;
        let chosen = person
            .selects(&menu, menu.live()[0], &[&first.id])
            .await
            .unwrap();
        assert!(
            chosen.private() && chosen.text().contains(&format!("#{}", first.id)),
            "{}",
            chosen.text()
        );
    }
    let menu = said(&person, "/draw").await;
    let newest = harness.newest();
    person
        .selects(&menu, menu.live()[0], &[&first.id])
        .await
        .unwrap();
    let offer = harness
        .world()
        .wait_for("main", |it| it.id > newest)
        .await
        .unwrap();
    assert!(
        offer.text().contains("would like to stop here"),
        "{}",
        offer.text()
    );
    let long = format!("/place squares:{}", "a1 ".repeat(300));
    denies(&harness, &person, &long, &["That’s too long", "game:"]).await;
    // A spectator is asked, too.
    let look = harness.person("chloe").types("/board").await.unwrap();
    assert!(look.private() && !look.message().unwrap().selects().is_empty());
}

#[tokio::test]
async fn a_challenge_to_oneself_is_not_made() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    denies(
        &harness,
        &ana,
        "/challenge opponent:@ana",
        &["against yourself"],
    )
    .await;
}

#[tokio::test]
async fn a_challenge_is_answered_only_by_the_challenged_player() {
    let harness = Harness::open().await;
    let (ana, bob, chloe) = (
        harness.person("ana"),
        harness.person("bob"),
        harness.person("chloe"),
    );
    let card = said(&ana, "/challenge opponent:@bob").await;
    let kept = harness.kept().await;
    let cases = [
        (&chloe, "Accept", "is for"),
        (&chloe, "Decline", "is for"),
        (&chloe, "Withdraw", "can withdraw"),
        (&bob, "Withdraw", "can withdraw"),
        (&ana, "Accept", "your own challenge"),
        (&ana, "Decline", "is for"),
    ];
    for (who, button, words) in cases {
        let answer = who.presses(&card, button).await.unwrap();
        assert!(
            answer.private() && answer.text().contains(words),
            "{button}: {}",
            answer.text()
        );
    }
    assert_eq!(harness.kept().await, kept);
    let open = said(&ana, "/challenge").await;
    assert_eq!(open.labels(), ["Accept", "Withdraw", "Rules"]);
    let own = ana.presses(&open, "Accept").await.unwrap();
    assert!(
        own.private() && own.text().contains("your own challenge"),
        "{}",
        own.text()
    );
    harness.clock.skip(3 * DAY);
    let late = bob
        .presses_late(&card, carried(&card, ":accept").unwrap())
        .await
        .unwrap();
    assert!(
        late.private() && late.text().contains("has expired"),
        "{}",
        late.text()
    );
    for card in [card, open] {
        let gone = harness.stripped(card.id).await;
        assert!(gone.text().contains("has expired"), "{}", gone.text());
    }
    assert_eq!(harness.count("select count(*) from games").await, 0);
}

#[tokio::test]
async fn a_player_has_at_most_ten_games_and_ten_challenges_in_a_server() {
    let harness = Harness::open().await;
    let (ana, bob, chloe) = (
        harness.person("ana"),
        harness.person("bob"),
        harness.person("chloe"),
    );
    for _ in 0..10 {
        Table::set(&harness, "seega-5-classic").await;
    }
    denies(
        &harness,
        &ana,
        "/challenge",
        &["10 games in progress", "has to end first"],
    )
    .await;
    denies(
        &harness,
        &bob,
        "/challenge opponent:@chloe",
        &["10 games in progress"],
    )
    .await;
    let mut cards = Vec::new();
    for _ in 0..10 {
        let card = chloe.types("/challenge").await.unwrap();
        cards.push(card.message().unwrap().clone());
    }
    denies(&harness, &chloe, "/challenge", &["10 open challenges"]).await;
    let kept = harness.kept().await;
    let full = ana.presses(&cards[0], "Accept").await.unwrap();
    assert!(
        full.private() && full.text().contains("10 games in progress"),
        "{}",
        full.text()
    );
    assert_eq!(harness.kept().await, kept);
    chloe.presses(&cards[0], "Withdraw").await.unwrap();
    let again = chloe.types("/challenge").await.unwrap();
    assert!(!again.private(), "{}", again.text());
}

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const IN_THREADS: u64 = 1 << 38;
const ATTACH: u64 = 1 << 15;

#[tokio::test]
async fn a_missing_permission_is_named_before_anything_is_done() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let (first, chloe) = (&table.first, harness.person("chloe"));
    let cases = [
        (VIEW | ATTACH, vec!["“Send Messages”"]),
        (SEND | ATTACH, vec!["“View Channel”"]),
        (VIEW | SEND, vec!["“Attach Files”"]),
        (
            ATTACH,
            vec!["“View Channel” and “Send Messages”", "grant them"],
        ),
        (
            0,
            vec!["“View Channel”, “Send Messages” and “Attach Files”"],
        ),
    ];
    for (bits, names) in cases {
        harness.world().set_bot_permissions("main", bits);
        let words = [
            &["I can’t post boards in this channel without the "],
            &names[..],
        ]
        .concat();
        denies(&harness, &chloe, "/challenge", &words).await;
        for command in ["/place squares:a1 b2", "/resign", "/draw"] {
            denies(&harness, first, command, &words).await;
        }
        // Private answers need no permission.
        for command in ["/board", "/games", "/leaderboard", "/help", "/rules"] {
            let answer = first.types(command).await.unwrap();
            assert!(
                answer.private() && !answer.text().contains("I can’t post boards"),
                "{}",
                answer.text()
            );
        }
    }
    let kept = harness.kept().await;
    let preview = panel(first, &table.board, &["a1", "a1 b2"]).await;
    let lacking = first.presses(&preview, "Confirm").await.unwrap();
    assert!(
        lacking.private() && lacking.text().contains("I can’t post boards"),
        "{}",
        lacking.text()
    );
    assert_eq!(harness.kept().await, kept);
}

#[tokio::test]
async fn in_a_thread_the_permission_of_threads_counts() {
    let harness = Harness::open().await;
    let thread = harness.thread().await;
    let person = harness.person("ana").in_channel(&thread);
    harness
        .world()
        .set_bot_permissions(&thread, VIEW | SEND | ATTACH);
    let lacking = person.types("/challenge").await.unwrap();
    assert!(
        lacking.private() && lacking.text().contains("“Send Messages in Threads”"),
        "{}",
        lacking.text()
    );
    harness
        .world()
        .set_bot_permissions(&thread, VIEW | IN_THREADS | ATTACH);
    let card = person.types("/challenge").await.unwrap();
    assert!(!card.private(), "{}", card.text());
    harness
        .person("bob")
        .presses(card.message().unwrap(), "Accept")
        .await
        .unwrap();
    harness
        .world()
        .wait_for(&thread, |it| it.image().is_some())
        .await
        .unwrap();
}

#[tokio::test]
async fn an_unknown_component_is_answered() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    // Until the board is acknowledged, an outdated press on it counts as one on an older board.
    harness.later(0).await;
    let kept = harness.kept().await;
    let unknown = [
        "",
        "x",
        "game",
        "game:1",
        "game:1:0:dance",
        "game:x:0:board",
        "game:99:0:board",
        "game:1:99:accept",
        "game:1:0:play:",
        "game:1:0:play:zz",
        "game:1:0:play:a1",
        "game:1:0:panel:zz",
        "challenge:99:accept",
        "challenge:1:eat",
        "rules:chess:",
        "rules:chess:S1",
        "rules:seega-5-classic:S99",
        "leaderboard:chess:7:alone",
        "leaderboard:seega:4000000000:alone",
        "which:what",
        "which:place:a1 b2",
        "🦀:1",
    ];
    for custom in unknown {
        let answer = table
            .first
            .presses_late(&table.board, custom)
            .await
            .unwrap();
        let board = harness.world().message(table.board.id).unwrap();
        assert!(answer.private(), "{custom}: {}", answer.text());
        assert!(
            !board.live().is_empty() && board.image().is_some(),
            "{custom} spoilt the board"
        );
    }
    assert_eq!(harness.kept().await, kept);
    assert!(harness.world().violations().is_empty());
}

#[tokio::test]
async fn a_command_in_another_channel_names_its_game_or_finds_none() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let away = table.first.in_channel("other");
    let none = away.types("/place squares:a1 b2").await.unwrap();
    assert!(none.private() && none.text().contains("no game in progress in this channel"));
    let newest = harness.newest();
    let done = away
        .types(&format!("/place squares:a1 b2 game:{}", table.id))
        .await
        .unwrap();
    assert!(
        done.private() && done.text().contains("The board is in"),
        "{}",
        done.text()
    );
    let board = harness
        .world()
        .wait_for("main", |it| it.id > newest)
        .await
        .unwrap();
    assert_eq!(board.pinged(), [table.second.id()]);
    assert!(harness.world().messages("other").is_empty());
    harness.stripped(table.board.id).await;
}
