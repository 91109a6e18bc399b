//! Denials: a private answer that says what to do instead, and no change.

use siwa::time::Seconds;
use siwa_games::registry::Registry;

use super::harness::Harness;
use super::person::{Person, Says, SaysTo};
use super::play::{Table, carried, panel, said, script};

impl Harness {
    /// A person does something that is denied; the answer must contain all of `words`.
    async fn denies(&self, who: &Person, command: &str, words: &[&str]) {
        let kept = self.kept().await;
        let said = self.world().messages("main").len();
        let answer = who.types(command).await;
        for word in words {
            answer.says_privately(word);
        }
        assert_eq!(self.kept().await, kept, "{command}");
        assert_eq!(self.world().messages("main").len(), said, "{command}");
    }
}

#[tokio::test]
async fn a_game_number_that_is_none_or_of_others_is_refused() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let chloe = harness.person("chloe");
    let acts = "/place squares:a1 b2, /move move:c2-c3, /draw, /resign";
    let nonsense = "0, -1, 2, 99999999999999999999, 18446744073709551615, one, #, 1 2, 🦀";
    for nonsense in nonsense.split(", ") {
        for command in acts.split(", ").chain(["/board"]) {
            let command = format!("{command} game:{nonsense}");
            let words = ["no such game", "/games"];
            harness.denies(&table.first, &command, &words).await;
        }
    }
    for command in acts.split(", ") {
        let numbered = format!("{command} game:1");
        let others = ["not playing in game #1"];
        harness.denies(&chloe, &numbered, &others).await;
        let none = ["no game in progress in this channel", "/challenge", "/play"];
        harness.denies(&chloe, command, &none).await;
    }
    // Looking is allowed.
    for command in ["/board", "/board game:1", "/board game:#1"] {
        let look = chloe.types(command).await;
        assert!(look.private() && look.image().is_some());
    }
    for custom in [":panel:", ":more"] {
        let custom = carried(&table.board, custom).unwrap();
        let answer = chloe.presses(&table.board, custom).await;
        answer.says_privately("not playing in game #1");
    }
}

#[tokio::test]
async fn the_player_who_is_not_to_move_has_to_wait() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let words = format!("It’s {}’s turn", table.first.mention());
    let early = "/place squares:a1 b2";
    harness.denies(&table.second, early, &[&words]).await;
    panel(&table.second, &table.board, &[]).await.says(&words);
}

#[tokio::test]
async fn a_placement_that_is_not_possible_is_explained() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
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
        let words = [words, "S1"];
        harness.denies(table.mover(), &command, &words).await;
    }
    let moved = "/move move:c4 c4";
    let words = ["named c4 twice"];
    harness.denies(table.mover(), moved, &words).await;
}

#[tokio::test]
async fn a_move_that_is_not_possible_is_explained() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    // The piece that moves first is below the centre.
    let moves = script("seega-5-classic", |line| {
        line.legal_moves().contains(&"c2-c3".to_owned()) && line.position().ends_with("o m 0")
    });
    table.follow(&moves).await;
    let mover = table.mover().clone();
    // Their piece on the a-file whose neighbour is not empty, and one of the other player.
    let position = table.line.position();
    let rows = position.split(['/', ' ']).take(5);
    let squares = rows.zip((1..=5).rev()).flat_map(|(row, rank)| {
        let squares = ('a'..='e').zip(row.chars());
        squares.map(move |(file, piece)| (format!("{file}{rank}"), piece))
    });
    let squares: Vec<(String, char)> = squares.collect();
    let of = |side| squares.iter().filter(move |(_, piece)| *piece == side);
    let (theirs, _) = of('x').next().unwrap();
    let (own, _) = of('o').find(|(name, _)| name.starts_with('a')).unwrap();
    let others = format!("{theirs}-c3");
    let blocked = format!("{own}-b{}", &own[1..]);
    let far = format!("{own}-c3");
    let long = "c2-".repeat(500);
    let cases = [
        (others.as_str(), "belongs to Light"),
        (blocked.as_str(), "is occupied"),
        (far.as_str(), "far"),
        ("c2-c2", "can’t stay on c2"),
        ("c2-d3", "diagonal"),
        ("c3-c2", "no piece on c3"),
        ("c2-z9", "no square z9"),
        ("c2", "Where should the piece on c2 go"),
        ("c2-c3-c4", "single step"),
        ("forward!", "can’t read that as a move"),
        (long.as_str(), "far too long"),
    ];
    for (text, words) in cases {
        let command = format!("/move move:{text}");
        harness.denies(&mover, &command, &[words, "(S"]).await;
    }
    let placed = "/place squares:a1 b2";
    harness.denies(&mover, placed, &["use </move:"]).await;
}

#[tokio::test]
async fn a_player_who_must_capture_is_shown_how() {
    let (harness, mut table) = Table::open("seega-5-lugo").await;
    let quiet = |line: &dyn siwa_games::registry::GameState| {
        // A step without a capture, legal by the other rules, while a capture is possible.
        let mut legal = line.legal_moves().into_iter();
        let takes = legal.all(|it| !line.read(&it).unwrap().captured.is_empty());
        takes.then(|| quiet_step(line)).flatten()
    };
    let moves = script("seega-5-lugo", |line| {
        line.outcome().is_none() && line.position().contains(" m ") && quiet(line).is_some()
    });
    table.follow(&moves).await;
    let step = quiet(&*table.line).unwrap();
    let legal = table.line.legal_moves();
    let command = format!("/move move:{step}");
    let words = ["so you must", "S11"];
    harness.denies(table.mover(), &command, &words).await;
    let answer = table.mover().types(&command).await.text();
    let mut ways = legal.iter().map(|it| table.line.read(it).unwrap().display);
    assert!(ways.any(|way| answer.contains(&way)), "{answer}");
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
    let asked = person.types("/place squares:d1 e2").await;
    asked.says_privately("2 games");
    let menu = asked.message();
    let options = menu.selects()[0]["options"].as_array().unwrap().clone();
    assert_eq!(options.len(), 2);
    options[0]["label"].as_str().unwrap().says("against");
    assert_eq!(harness.kept().await, kept);
    let newest = harness.newest();
    let done = person.selects(&menu, menu.live()[0], &[&second.id]).await;
    done.says_privately("You played");
    let board = harness.waits_for("main", |it| it.id > newest).await;
    board.says(&format!("#{}", second.id));
    let named = format!("/place squares:d1 e2 game:{}", first.id);
    person.types(&named).await.says_openly("");
    for command in ["/board", "/board text:true", "/resign"] {
        let menu = said(&person, command).await;
        let chosen = person.selects(&menu, menu.live()[0], &[&first.id]).await;
        chosen.says_privately(&format!("#{}", first.id));
    }
    let menu = said(&person, "/draw").await;
    let newest = harness.newest();
    person.selects(&menu, menu.live()[0], &[&first.id]).await;
    let offer = harness.waits_for("main", |it| it.id > newest).await;
    offer.says("offers a draw");
    let long = format!("/place squares:{}", "a1 ".repeat(300));
    let words = ["That’s too long", "game:"];
    harness.denies(&person, &long, &words).await;
    // A spectator is asked, too.
    let look = harness.person("chloe").types("/board").await;
    assert!(look.private() && !look.selects().is_empty());
}

#[tokio::test]
async fn a_challenge_is_answered_only_by_the_challenged_player() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
    let card = said(&ana, "/challenge opponent:@bob").await;
    let kept = harness.kept().await;
    let cases = [
        (&chloe, "accept", "is for"),
        (&chloe, "decline", "is for"),
        (&chloe, "cancel", "can withdraw"),
        (&bob, "cancel", "can withdraw"),
        (&ana, "accept", "your own challenge"),
        (&ana, "decline", "is for"),
    ];
    for (who, button, words) in cases {
        let answer = who.presses(&card, button).await;
        answer.says_privately(words);
    }
    assert_eq!(harness.kept().await, kept);
    let open = said(&ana, "/challenge").await;
    assert_eq!(open.labels(), ["Accept", "Withdraw", "Rules"]);
    let own = ana.presses(&open, "accept").await;
    own.says_privately("your own challenge");
    let needless = bob.presses_late(&open, "challenge:2:decline").await;
    needless.says_privately("You don’t have to decline");
    harness.clock.skip(Seconds::days(3));
    let late = bob.presses_act(&card, ":accept").await;
    late.says_privately("has expired");
    for card in [card, open] {
        harness.stripped(card.id).await.says("has expired");
    }
    assert_eq!(harness.rows("games").await, 0);
}

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const IN_THREADS: u64 = 1 << 38;
const ATTACH: u64 = 1 << 15;

#[tokio::test]
async fn a_missing_permission_is_named_before_anything_is_done() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let first = &table.first;
    let chloe = harness.person("chloe");
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
        harness.permits("main", bits);
        let words = [
            &["I can’t post boards in this channel without the "],
            &names[..],
        ]
        .concat();
        harness.denies(&chloe, "/challenge", &words).await;
        for command in ["/place squares:a1 b2", "/resign", "/draw"] {
            harness.denies(first, command, &words).await;
        }
        // Private answers need no permission.
        for command in ["/board", "/games", "/leaderboard", "/help", "/rules"] {
            let answer = first.types(command).await;
            answer.says_privately("");
            answer.omits("I can’t post boards");
        }
    }
    let kept = harness.kept().await;
    let preview = panel(first, &table.board, &["a1", "a1 b2"]).await;
    let lacking = first.presses(&preview, "play").await;
    lacking.says_privately("I can’t post boards");
    assert_eq!(harness.kept().await, kept);
}

#[tokio::test]
async fn in_a_thread_the_permission_of_threads_counts() {
    let harness = Harness::open().await;
    let opened = harness.world().open_thread("main", "thread");
    let thread = opened.unwrap().key;
    let person = harness.person("ana").in_channel(&thread);
    harness.permits(&thread, VIEW | SEND | ATTACH);
    let lacking = person.types("/challenge").await;
    lacking.says_privately("“Send Messages in Threads”");
    harness.permits(&thread, VIEW | IN_THREADS | ATTACH);
    let card = person.types("/challenge").await;
    assert!(!card.private(), "{}", card.text());
    harness.person("bob").presses(&card, "accept").await;
    harness.waits_for(&thread, |it| it.image().is_some()).await;
}

#[tokio::test]
async fn an_unknown_component_is_answered() {
    let (harness, table) = Table::open("seega-5-classic").await;
    // Until the board is acknowledged, an outdated press on it counts as one on an older board.
    harness.later(0).await;
    let kept = harness.kept().await;
    let unknown = "x, game, game:1, game:1:0:dance, game:x:0:board, game:99:0:board, game:1:99:accept, \
        game:1:0:play:, game:1:0:play:zz, game:1:0:play:a1, game:1:0:panel:zz, \
        challenge:99:accept, challenge:1:eat, rules:chess:, rules:chess:S1, \
        rules:seega-5-classic:S99, leaderboard:chess:7:alone, leaderboard:seega:4000000000:alone, \
        which:what, which:place:a1 b2, 🦀:1";
    for custom in unknown.split(", ").chain([""]) {
        let answer = table.first.presses_late(&table.board, custom).await;
        let board = harness.world().message(table.board.id).unwrap();
        assert!(answer.private(), "{custom}: {}", answer.text());
        assert!(!board.live().is_empty(), "{custom}");
        assert!(board.image().is_some(), "{custom}");
    }
    assert_eq!(harness.kept().await, kept);
    assert!(harness.world().violations().is_empty());
}

#[tokio::test]
async fn a_command_in_another_channel_names_its_game_or_finds_none() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let away = table.first.in_channel("other");
    let none = away.types("/place squares:a1 b2").await;
    none.says_privately("no game in progress in this channel");
    let newest = harness.newest();
    let named = format!("/place squares:a1 b2 game:{}", table.id);
    let done = away.types(&named).await;
    done.says_privately("The board is in");
    let board = harness.waits_for("main", |it| it.id > newest).await;
    assert_eq!(board.pinged(), [table.second.id()]);
    assert!(harness.world().messages("other").is_empty());
    harness.stripped(table.board.id).await;
}
