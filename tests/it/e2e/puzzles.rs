//! Puzzles, with the command and buttons only.

use siwa::game::StoredPuzzle;
use siwa::time::Seconds;
use siwa_games::registry::{GameState, Registry};
use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Person, Says, SaysTo};
use super::play::{carried, enters, said};

const DAY: i64 = 24 * 60 * 60;

/// The puzzle in a message, from the database.
async fn kept(harness: &Harness, message: &Message) -> (StoredPuzzle, Box<dyn GameState>) {
    let custom = carried(message, ":solution").unwrap();
    let id = custom.split(':').nth(1).unwrap().parse().unwrap();
    stored(harness, id).await
}

async fn stored(harness: &Harness, id: i64) -> (StoredPuzzle, Box<dyn GameState>) {
    let puzzle = harness.puzzle(id).await;
    let (rules, variant) = Registry::standard().variant(&puzzle.variant).unwrap();
    let line = rules.parse(variant, &puzzle.position).unwrap();
    (puzzle, line)
}

/// Enters a move in the panel with presses, and confirms it.
async fn tries(who: &Person, puzzle: &Message, text: &str) -> Message {
    let panel = enters(who, puzzle, text).await;
    let answer = who.presses(&panel, "play").await;
    answer.message()
}

/// A legal move that does not solve the puzzle.
fn wrong(puzzle: &StoredPuzzle, line: &dyn GameState) -> String {
    let mut legal = line.legal_moves();
    legal.sort();
    legal.retain(|text| *text != puzzle.solution);
    legal.swap_remove(0)
}

#[tokio::test]
async fn a_server_has_one_puzzle_a_day_and_solving_it_makes_a_streak() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let shown = said(&ana, "/puzzle").await;
    assert!(shown.private() && shown.text().starts_with("**Puzzle of the day**"));
    assert!(shown.text().contains('★') && shown.image().is_some());
    let (puzzle, line) = kept(&harness, &shown).await;
    let again = said(&bob, "/puzzle").await;
    assert_eq!(kept(&harness, &again).await.0, puzzle);

    let solved = tries(&ana, &shown, &puzzle.solution).await;
    solved.says("that’s it!");
    solved.says("1500 → ");
    solved.says("streak: 1 day");

    // Bob is wrong first: his rating falls once, and does not rise when he is right.
    let miss = tries(&bob, &again, &wrong(&puzzle, line.as_ref())).await;
    miss.says("isn’t it");
    miss.says("1500 → ");
    let back = bob.presses(&miss, "panel").await.message();
    let hit = tries(&bob, &back, &puzzle.solution).await;
    assert!(hit.text().contains("that’s it!") && !hit.text().contains('→'));

    harness.clock.skip(DAY);
    let next = said(&ana, "/puzzle").await;
    let (tomorrow, _) = kept(&harness, &next).await;
    assert_ne!(tomorrow, puzzle);
    let solved = tries(&ana, &next, &tomorrow.solution).await;
    solved.says("streak: 2 days");
}

#[tokio::test]
async fn the_first_miss_costs_some_tens_of_points_even_at_an_easy_puzzle() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let shown = said(&ana, "/puzzle").await;
    let easy = harness.count("select min(id) from puzzles where grade = 1");
    let easy = easy.await;
    let (puzzle, line) = stored(&harness, easy).await;
    let play = format!("puzzle:{easy}:0:play:{}", wrong(&puzzle, line.as_ref()));
    let miss = ana.presses_late(&shown, &play).await.text();
    let (_, after) = miss.split_once("1500 → ").unwrap();
    let after: String = after.chars().take_while(char::is_ascii_digit).collect();
    let lost = 1500 - after.parse::<i32>().unwrap();
    assert!((20..=80).contains(&lost), "one miss costs {lost} points");
}

#[tokio::test]
async fn after_the_daily_puzzle_and_for_a_game_or_rules_there_are_others() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let shown = said(&ana, "/puzzle").await;
    shown.says("Showing the solution counts as a miss");
    let (puzzle, _) = kept(&harness, &shown).await;
    tries(&ana, &shown, &puzzle.solution).await;
    let next = said(&ana, "/puzzle").await;
    next.begins("-# You’ve solved today’s puzzle.");
    assert_ne!(kept(&harness, &next).await.0, puzzle);
    for (wanted, kind, ruleset) in [
        ("game:gyges", "gyges-", ""),
        ("rules:lugo", "seega-", "-lugo"),
        ("game:gyges rules:leroy", "gyges-", "-leroy"),
    ] {
        let mut shown = said(&ana, &format!("/puzzle {wanted}")).await;
        shown.omits("today");
        for _ in 0..3 {
            let (puzzle, _) = kept(&harness, &shown).await;
            assert!(puzzle.variant.starts_with(kind), "{}", puzzle.variant);
            assert!(puzzle.variant.ends_with(ruleset), "{}", puzzle.variant);
            let alike = puzzle.variant.rsplit('-').next().unwrap();
            let another = carried(&shown, &format!("%{alike}")).unwrap().to_owned();
            let next = ana.presses(&shown, &another).await;
            shown = next.message();
        }
    }
    let odd = ana.types("/puzzle game:gyges rules:lugo").await;
    odd.says("those options don’t go together");
}

#[tokio::test]
async fn a_solved_puzzle_is_shared_and_others_open_it_for_themselves() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, _) = kept(&harness, &shown).await;
    let solved = tries(&ana, &shown, &puzzle.solution).await;
    // Not where she can only read; nor a leaderboard.
    harness
        .world()
        .change_channel("other", |channel| channel.lacks = 1 << 11 | 1 << 38);
    let reader = ana.in_channel("other");
    let read = said(&reader, "/puzzle").await;
    let share = carried(&solved, ":share").unwrap();
    let refused = reader.presses_late(&read, share).await;
    refused.says_privately("You can’t post in this channel");
    let answer = ana.presses(&solved, "share").await;
    let shared = answer.message();
    let twice = ana.presses(&solved, "share").await;
    twice.says_privately("once a day");
    shared.says_openly("solved the puzzle of the day");
    assert!(!shared.text().contains(&puzzle.solution) && shared.image().is_some());
    let opened = bob.presses(&shared, "open").await.message();
    assert!(opened.private());
    assert_eq!(kept(&harness, &opened).await.0, puzzle);
}

#[tokio::test]
async fn a_puzzle_solved_before_midnight_can_be_shared_after_it() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, _) = kept(&harness, &shown).await;
    let solved = tries(&ana, &shown, &puzzle.solution).await;
    harness.clock.skip(Seconds::days(1));
    let newer = said(&ana, "/puzzle").await;
    let (newer_puzzle, _) = kept(&harness, &newer).await;
    let newer_solved = tries(&ana, &newer, &newer_puzzle.solution).await;
    for (solved, expected) in [(&solved, puzzle), (&newer_solved, newer_puzzle)] {
        let shared = ana.presses(solved, "share").await.message();
        let opened = ana.presses(&shared, "open").await.message();
        assert_eq!(kept(&harness, &opened).await.0, expected);
    }
}

#[tokio::test]
async fn a_shown_solution_does_not_count_as_solved_today_but_an_earlier_one_does() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, _) = kept(&harness, &shown).await;
    tries(&ana, &shown, &puzzle.solution).await;
    harness.clock.skip(Seconds::days(1));
    let shown = said(&ana, "/puzzle").await;
    let (puzzle, line) = kept(&harness, &shown).await;
    ana.presses(&shown, "solution").await;
    let again = said(&ana, "/puzzle").await;
    let solved = tries(&ana, &again, &puzzle.solution).await;
    solved.says("that’s it!");
    solved.omits("streak");
    assert_eq!(carried(&solved, ":share"), None);
    // Bob tried it before it became the puzzle of the day.
    let id = carried(&shown, ":solution").unwrap().to_owned();
    let id = id.split(':').nth(1).unwrap();
    let own = format!("puzzle:{id}:0:play:{}", wrong(&puzzle, line.as_ref()));
    let mine = said(&bob, "/puzzle").await;
    bob.presses_late(&mine, &own).await;
    let mine = said(&bob, "/puzzle").await;
    let solved = tries(&bob, &mine, &puzzle.solution).await;
    solved.says("streak: 1 day");
}

#[tokio::test]
async fn private_puzzles_are_unlimited_and_show_the_solution_on_request() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut shown = said(&ana, "/puzzle").await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let next = ana.presses(&shown, "another").await;
        shown = next.message();
        shown.begins("**Puzzle** · ");
        let (puzzle, _) = kept(&harness, &shown).await;
        assert!(!seen.contains(&puzzle), "{seen:?}");
        let told = ana.presses(&shown, "solution").await;
        shown = told.message();
        shown.says("The best move was");
        seen.push(puzzle);
    }
    assert_eq!(harness.rows("attempts where right_away = 0").await, 3);
}

#[tokio::test]
async fn a_puzzle_that_is_not_there_and_a_move_that_is_not_legal_are_refused() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let shown = said(&ana, "/puzzle").await;
    let id = carried(&shown, ":solution").unwrap().to_owned();
    let day = id.split(':').nth(2).unwrap();
    let gone = ana.presses_late(&shown, "puzzle:999999:0:panel:").await;
    gone.says_privately("is no longer available");
    let number = id.split(':').nth(1).unwrap();
    let odd = format!("puzzle:{number}:{day}:play:z9");
    let refused = ana.presses_late(&shown, &odd).await;
    refused.says_privately("");
    refused.omits("isn’t it");
    assert_eq!(harness.rows("attempts").await, 0);
}
