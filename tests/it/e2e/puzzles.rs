//! Puzzles, with the command and buttons only.

use siwa::game::StoredPuzzle;
use siwa_games::registry::{GameState, Registry};
use siwa_playground::{Message, Person};

use super::harness::Harness;
use super::play::{carried, enters, said};

const DAY: i64 = 24 * 60 * 60;

/// The puzzle in a message, from the database.
async fn kept(harness: &Harness, message: &Message) -> (StoredPuzzle, Box<dyn GameState>) {
    let id: i64 = carried(message, ":solution")
        .and_then(|id| id.split(':').nth(1)?.parse().ok())
        .unwrap();
    let mut database = harness.database().await;
    let (variant, position, solution, grade): (String, String, String, i32) =
        sqlx::query_as("select variant, position, solution, grade from puzzles where id = $1")
            .bind(id)
            .fetch_one(&mut database)
            .await
            .unwrap();
    let (rules, found) = Registry::standard().variant(&variant).unwrap();
    let line = rules.parse(found, &position).unwrap();
    let puzzle = StoredPuzzle {
        variant,
        position,
        solution,
        grade: u8::try_from(grade).unwrap(),
    };
    (puzzle, line)
}

/// Enters a move in the panel with presses, and confirms it.
async fn tries(who: &Person, puzzle: &Message, text: &str) -> Message {
    let panel = enters(who, puzzle, text).await;
    let answer = who.presses(&panel, "Confirm").await.unwrap();
    answer.message().unwrap().clone()
}

/// A legal move that does not solve the puzzle.
fn wrong(puzzle: &StoredPuzzle, line: &dyn GameState) -> String {
    let mut legal = line.legal_moves();
    legal.sort();
    legal
        .into_iter()
        .find(|text| *text != puzzle.solution)
        .unwrap()
}

#[tokio::test]
async fn a_server_has_one_puzzle_a_day_and_solving_it_makes_a_streak() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let shown = said(&ana, "/puzzle").await;
    assert!(shown.private() && shown.text().starts_with("**Puzzle of the day**"));
    assert!(shown.text().contains('★') && shown.image().is_some());
    let (puzzle, line) = kept(&harness, &shown).await;
    let again = said(&bob, "/puzzle").await;
    assert_eq!(kept(&harness, &again).await.0, puzzle);

    let solved = tries(&ana, &shown, &puzzle.solution).await;
    assert!(solved.text().contains("that’s it!"), "{}", solved.text());
    assert!(solved.text().contains("1500 → "), "{}", solved.text());
    assert!(solved.text().contains("streak: 1 day"), "{}", solved.text());

    // Bob is wrong first: his rating falls once, and does not rise when he is right.
    let miss = tries(&bob, &again, &wrong(&puzzle, line.as_ref())).await;
    assert!(miss.text().contains("isn’t it") && miss.text().contains("1500 → "));
    let back = bob.presses(&miss, "Try again").await.unwrap();
    let back = back.message().unwrap().clone();
    let hit = tries(&bob, &back, &puzzle.solution).await;
    assert!(hit.text().contains("that’s it!") && !hit.text().contains('→'));

    harness.clock.skip(DAY);
    let next = said(&ana, "/puzzle").await;
    let (tomorrow, _) = kept(&harness, &next).await;
    assert_ne!(tomorrow, puzzle);
    let solved = tries(&ana, &next, &tomorrow.solution).await;
    assert!(
        solved.text().contains("streak: 2 days"),
        "{}",
        solved.text()
    );
    harness.sound().await;
}

#[tokio::test]
async fn after_the_daily_puzzle_and_for_a_game_or_rules_there_are_others() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, _) = kept(&harness, &shown).await;
    tries(&ana, &shown, &puzzle.solution).await;
    let next = said(&ana, "/puzzle").await;
    assert!(
        next.text().starts_with("-# You’ve solved today’s puzzle."),
        "{}",
        next.text()
    );
    assert_ne!(kept(&harness, &next).await.0, puzzle);
    for (wanted, kind, ruleset) in [
        ("game:gyges", "gyges-", ""),
        ("rules:lugo", "seega-", "-lugo"),
        ("game:gyges rules:leroy", "gyges-", "-leroy"),
    ] {
        let mut shown = said(&ana, &format!("/puzzle {wanted}")).await;
        assert!(!shown.text().contains("today"), "{}", shown.text());
        for _ in 0..3 {
            let (puzzle, _) = kept(&harness, &shown).await;
            assert!(puzzle.variant.starts_with(kind), "{}", puzzle.variant);
            assert!(puzzle.variant.ends_with(ruleset), "{}", puzzle.variant);
            let alike = puzzle.variant.rsplit('-').next().unwrap();
            let another = carried(&shown, &format!("%{alike}")).unwrap().to_owned();
            let next = ana.presses(&shown, &another).await.unwrap();
            shown = next.message().unwrap().clone();
        }
    }
    let odd = ana.types("/puzzle game:gyges rules:lugo").await.unwrap();
    assert!(
        odd.text().contains("I don’t have that game"),
        "{}",
        odd.text()
    );
}

#[tokio::test]
async fn a_solved_puzzle_is_shared_and_others_open_it_for_themselves() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, _) = kept(&harness, &shown).await;
    let solved = tries(&ana, &shown, &puzzle.solution).await;
    // Not where she can only read; nor a leaderboard.
    harness.world().make_read_only("other");
    let reader = ana.in_channel("other");
    let read = said(&reader, "/puzzle").await;
    let share = carried(&solved, ":share").unwrap();
    let refused = reader.presses_late(&read, share).await.unwrap();
    assert!(refused.private() && refused.text().contains("You can’t post in this channel"));
    let answer = ana.presses(&solved, "Share").await.unwrap();
    let shared = answer.message().unwrap().clone();
    let twice = ana.presses(&solved, "Share").await.unwrap();
    assert!(twice.private() && twice.text().contains("once a day"));
    assert!(!shared.private() && shared.text().contains("solved today’s puzzle"));
    assert!(!shared.text().contains(&puzzle.solution) && shared.image().is_some());
    let opened = bob.presses(&shared, "Solve it").await.unwrap();
    let opened = opened.message().unwrap().clone();
    assert!(opened.private());
    assert_eq!(kept(&harness, &opened).await.0, puzzle);
}

#[tokio::test]
async fn a_shown_solution_does_not_count_as_solved_today_but_an_earlier_one_does() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, line) = kept(&harness, &shown).await;
    ana.presses(&shown, "Show the solution").await.unwrap();
    let again = said(&ana, "/puzzle").await;
    let solved = tries(&ana, &again, &puzzle.solution).await;
    assert!(solved.text().contains("that’s it!") && !solved.text().contains("streak"));
    assert_eq!(carried(&solved, ":share"), None);
    // Bob tried it before it became the puzzle of the day.
    let id = carried(&shown, ":solution").unwrap().to_owned();
    let id = id.split(':').nth(1).unwrap();
    let own = format!("puzzle:{id}:0:play:{}", wrong(&puzzle, line.as_ref()));
    let mine = said(&bob, "/puzzle").await;
    bob.presses_late(&mine, &own).await.unwrap();
    let mine = said(&bob, "/puzzle").await;
    let solved = tries(&bob, &mine, &puzzle.solution).await;
    assert!(solved.text().contains("streak: 1 day"), "{}", solved.text());
    harness.sound().await;
}

#[tokio::test]
async fn private_puzzles_are_unlimited_and_show_the_solution_on_request() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut shown = said(&ana, "/puzzle").await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let next = ana.presses(&shown, "Another puzzle").await.unwrap();
        shown = next.message().unwrap().clone();
        assert!(
            shown.text().starts_with("**Puzzle** · "),
            "{}",
            shown.text()
        );
        let (puzzle, _) = kept(&harness, &shown).await;
        assert!(!seen.contains(&puzzle));
        let told = ana.presses(&shown, "Show the solution").await.unwrap();
        shown = told.message().unwrap().clone();
        assert!(
            shown.text().contains("The best move was"),
            "{}",
            shown.text()
        );
        seen.push(puzzle);
    }
    assert_eq!(
        harness
            .count("select count(*) from attempts where right_away = 0")
            .await,
        3
    );
    harness.sound().await;
}

#[tokio::test]
async fn a_puzzle_that_is_not_there_and_a_move_that_is_not_legal_are_refused() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let shown = said(&ana, "/puzzle").await;
    let id = carried(&shown, ":solution").unwrap().to_owned();
    let day = id.split(':').nth(2).unwrap();
    let gone = ana
        .presses_late(&shown, "puzzle:999999:0:panel:")
        .await
        .unwrap();
    assert!(gone.private() && gone.text().contains("is no longer available"));
    let number = id.split(':').nth(1).unwrap();
    let odd = format!("puzzle:{number}:{day}:play:z9");
    let refused = ana.presses_late(&shown, &odd).await.unwrap();
    assert!(
        refused.private() && !refused.text().contains("isn’t it"),
        "{}",
        refused.text()
    );
    assert_eq!(harness.count("select count(*) from attempts").await, 0);
}
