//! Turns with presses only: on the board of buttons, in menus, and in the form.

use siwa::time::DAY;
use siwa_games::rules::Stage;
use siwa_playground::{Message, Person};

use super::harness::Harness;
use super::play::{Random, Table, carried, enters, lively, offers, panel, said};

/// The player to move enters a move with presses and confirms it.
async fn presses(harness: &Harness, table: &mut Table, text: &str) {
    let mover = table.mover().clone();
    let opened = panel(&mover, &table.board, &[]).await;
    let preview = enters(&mover, &opened, text).await;
    table.board = harness.follows(&preview, &mover, "Confirm").await;
    table.line.play(text).unwrap();
}

/// Checks that the last board of a game offers another one.
fn assert_over(table: &Table) {
    let board = &table.board;
    assert!(carried(board, ":rematch").is_some(), "{}", board.text());
}

/// Both play with presses until the game is over, or that many turns were taken.
async fn plays_by_presses(harness: &Harness, table: &mut Table, turns: usize) {
    let mut random = Random::seeded(11);
    for _ in 0..turns {
        if table.line.outcome().is_some() {
            return;
        }
        let text = match table.line.patterns().first() {
            Some(pattern) => pattern.clone(),
            None => {
                let legal = table.line.legal_moves();
                let goal = legal.into_iter().filter(|text| text.ends_with("-goal"));
                goal.min()
                    .unwrap_or_else(|| lively(&*table.line, &mut random))
            }
        };
        presses(harness, table, &text).await;
    }
}

#[tokio::test]
async fn a_game_on_five_by_five_is_played_to_its_end_on_the_board_of_buttons() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    assert_eq!(
        opened.buttons().len(),
        27,
        "25 squares, the form, and menus"
    );
    plays_by_presses(&harness, &mut table, 300).await;
    assert_over(&table);
    harness.sound().await;
}

#[tokio::test]
async fn a_game_on_nine_by_nine_is_played_and_counted_by_presses() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-9-lugo").await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    assert!(opened.selects().len() > 3);
    assert_eq!(opened.selects()[0]["max_values"], 2);
    plays_by_presses(&harness, &mut table, 48).await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let more = mover.presses(&table.board, "More…").await.unwrap();
    let offer = mover
        .presses(more.message().unwrap(), "Offer to count")
        .await;
    assert!(offer.unwrap().private());
    let asks = |it: &Message| it.text().contains("would like to stop here");
    let offer = harness.world().wait_for("main", asks).await.unwrap();
    let end = waiter.presses(&offer, "Accept").await.unwrap();
    assert!(end.text().contains("agreed to stop"), "{}", end.text());
    harness.sound().await;
}

#[tokio::test]
async fn two_squares_are_chosen_together_from_one_menu() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-7-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    let menu = opened.selects()[0]["custom_id"].as_str().unwrap();
    let chosen = table
        .first
        .selects(&opened, menu, &["a7", "c6"])
        .await
        .unwrap();
    assert!(chosen.text().contains("a7 c6"), "{}", chosen.text());
    let board = harness
        .follows(chosen.message().unwrap(), &table.first, "Confirm")
        .await;
    assert!(board.text().contains("a7 c6"));
}

#[tokio::test]
async fn who_prefers_menus_plays_on_the_small_board_without_a_grid_of_buttons() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    assert!(opened.text().contains("Do the rows of buttons wrap"));
    assert!(opened.selects().is_empty());
    let settings = table.second.types("/settings").await.unwrap();
    let settings = settings.message().unwrap().clone();
    let pressed = table.second.presses(&settings, "Board as menus").await;
    assert!(pressed.unwrap().text().contains("every board as menus"));
    // The panel itself offers menus, which stay chosen.
    let pressed = table.first.presses(&opened, "Board as menus").await;
    let changed = pressed.unwrap().message().unwrap().clone();
    assert!(changed.labels().contains(&"Board as buttons"));
    let opened = panel(&table.first, &table.board, &[]).await;
    assert_eq!(opened.selects().len(), changed.selects().len());
    assert_eq!(opened.selects()[0]["options"].as_array().unwrap().len(), 24);
    assert!(!opened.text().contains("wrap"), "{}", opened.text());
    plays_by_presses(&harness, &mut table, 20).await;
    assert_eq!(table.line.stage(), Stage::Movement);
    let mover = table.mover().clone();
    let settings = mover.types("/settings").await.unwrap();
    let settings = settings.message().unwrap().clone();
    mover.presses(&settings, "Board as buttons").await.unwrap();
    let opened = panel(&mover, &table.board, &[]).await;
    assert!(opened.selects().is_empty());
}

/// The start of Seega's goal.
const GOAL: &str = "Capture enemy pieces by closing them in";

#[tokio::test]
async fn the_panel_starts_with_the_goal_until_ones_first_capture_and_never_after_a_game() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let mut random = Random::seeded(3);
    let mut captured = Vec::new();
    while captured.len() < 2 {
        let mover = table.mover().clone();
        let opened = panel(&mover, &table.board, &[]).await;
        let told = opened.text().starts_with(GOAL);
        assert_eq!(told, !captured.contains(&mover.id()), "{}", opened.text());
        let text = lively(&*table.line, &mut random);
        let captures = !table.line.read(&text).unwrap().captured.is_empty();
        table.plays(&text).await;
        if captures && !captured.contains(&mover.id()) {
            captured.push(mover.id());
        }
    }
    let one = table.first.clone();
    table.resigns(&harness, &one).await;
    let next = Table::set(&harness, "seega-5-modern").await;
    let opened = panel(next.mover(), &next.board, &[]).await;
    assert!(!opened.text().contains(GOAL), "{}", opened.text());
}

#[tokio::test]
async fn games_of_gyges_are_played_to_the_goal_by_presses() {
    for variant in ["gyges-gates", "gyges-cosmoludo"] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, variant).await;
        plays_by_presses(&harness, &mut table, 120).await;
        assert_over(&table);
        assert!(
            table.board.text().contains("goal"),
            "{}",
            table.board.text()
        );
        harness.sound().await;
    }
}

#[tokio::test]
async fn a_goal_is_a_button_of_its_own_from_the_start() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    let mut random = Random::seeded(5);
    loop {
        let legal = table.line.legal_moves();
        if let Some(goal) = legal
            .into_iter()
            .filter(|text| text.ends_with("-goal"))
            .min()
        {
            let mover = table.mover().clone();
            let opened = panel(&mover, &table.board, &[]).await;
            let label = format!("Goal! ({})", &goal[..2]);
            let preview = mover.presses(&opened, &label).await.unwrap();
            let end = harness
                .follows(preview.message().unwrap(), &mover, "Confirm")
                .await;
            assert!(end.text().contains("wins"), "{}", end.text());
            return;
        }
        let text = lively(&*table.line, &mut random);
        table.plays(&text).await;
    }
}

/// The first choice in the first menu of a panel.
fn first_choice(panel: &Message) -> String {
    panel.selects()[0]["options"][0]["value"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn the_set_up_of_ones_last_game_is_offered_first() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-leroy").await;
    table.plays("331122").await;
    table.plays("112233").await;
    let (one, other) = (table.first.clone(), table.second.clone());
    let end = table.resigns(&harness, &one).await;
    let again = one.presses(&end, "Rematch").await.unwrap();
    let board = harness
        .follows(again.message().unwrap(), &other, "Accept")
        .await;
    // The sides are swapped.
    let opened = panel(&other, &board, &[]).await;
    assert_eq!(first_choice(&opened), "112233");
    let elsewhere = Table::set(&harness, "gyges-gates").await;
    let opened = panel(elsewhere.mover(), &elsewhere.board, &[]).await;
    assert!(opened.selects().is_empty(), "nothing is set up there");
}

async fn types(who: &Person, panel: &Message, text: &str) -> siwa_playground::Answer {
    let asked = who.presses(panel, "Type…").await.unwrap();
    let form = asked.modal().expect("a form").clone();
    assert_eq!(form.title, "Your turn");
    who.submits(&form, &[("text", text)]).await.unwrap()
}

#[tokio::test]
async fn a_move_is_typed_into_the_form_and_played() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    let begun = types(&table.first, &opened, "a1").await;
    assert!(begun.text().contains("So far: **a1**"), "{}", begun.text());
    let refused = types(&table.first, &opened, "c3 a1").await;
    assert!(
        refused.text().contains("c3 is the centre"),
        "{}",
        refused.text()
    );
    assert_eq!(harness.turns().await, 0);
    let newest = harness.newest();
    let played = types(&table.first, &opened, "B2, a1").await;
    assert!(
        played.private() && played.text().contains("a1 b2"),
        "{}",
        played.text()
    );
    let next = |it: &Message| it.id > newest && it.text().contains("played **a1 b2**");
    harness.world().wait_for("main", next).await.unwrap();
    harness.one_board().await;
}

#[tokio::test]
async fn without_confirmation_the_last_press_plays() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let mover = table.mover().clone();
    let settings = mover.types("/settings").await.unwrap();
    assert!(settings.private() && settings.text().contains("press **Confirm**"));
    let settings = mover
        .presses(settings.message().unwrap(), "Skip confirmation")
        .await;
    assert!(
        settings
            .unwrap()
            .text()
            .contains("played right away, without a preview")
    );
    let opened = panel(&mover, &table.board, &["a1"]).await;
    let second = carried(&opened, ":panel:a1 e5").unwrap();
    table.board = harness.follows(&opened, &mover, second).await;
    table.line.play("a1 e5").unwrap();
    assert!(table.board.text().contains("played **a1 e5**"));
    // The other player still has to confirm.
    presses(&harness, &mut table, "b1 d5").await;
    assert_eq!(harness.turns().await, 2);
}

#[tokio::test]
async fn the_pieces_on_buttons_are_uploaded_once_and_for_all() {
    let mut harness = Harness::open().await;
    let uploads = |harness: &Harness| {
        let log = harness.world().rest_log();
        let made = log
            .iter()
            .filter(|it| it.method == "POST" && it.path.ends_with("/emojis"));
        made.count()
    };
    let named = "three names for each of two in Seega, one for each of three in Gygès";
    assert_eq!(uploads(&harness), 9, "{named}");
    harness.restart().await;
    assert_eq!(uploads(&harness), 9);
    let table = Table::placed(&harness, "seega-5-classic").await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    let emoji = opened
        .buttons()
        .into_iter()
        .filter(|it| it["emoji"]["id"].is_string());
    let names: Vec<&str> = emoji
        .map(|it| it["emoji"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 24);
    let known = ["light", "dark"].map(|shade| {
        let suffixes = ["", "_can_move", "_can_capture"];
        suffixes.map(|suffix| format!("{shade}{suffix}"))
    });
    for name in &names {
        assert!(known.concat().iter().any(|it| it == name), "{name}");
    }
    assert!(names.iter().any(|name| name.contains("_can_")), "{names:?}");
}

#[tokio::test]
async fn a_panel_that_was_left_open_for_a_day_shows_the_present_board_once_overtaken() {
    let mut harness = Harness::open().await;
    let mut table = Table::set_with(&harness, "seega-5-classic", "time:7").await;
    let mover = table.mover().clone();
    let opened = panel(&mover, &table.board, &["a1"]).await;
    harness.clock.skip(DAY);
    harness.restart().await;
    let on = mover
        .presses(&opened, carried(&opened, ":panel:a1 b2").unwrap())
        .await;
    assert!(on.unwrap().text().contains("a1 b2"), "it still goes on");
    table.plays("d4 e5").await;
    let late = mover
        .presses_late(&opened, carried(&opened, ":panel:a1 b2").unwrap())
        .await;
    let late = late.unwrap();
    assert!(late.text().contains("out of date"), "{}", late.text());
    assert!(late.message().unwrap().image().is_some());
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_refused_try_is_explained_in_words_and_on_the_board() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let who = table.mover().clone();
    let refused = who.types("/place squares:a1 c4").await.unwrap();
    assert!(
        refused.private() && refused.text().contains("a1 is occupied"),
        "{}",
        refused.text()
    );
    let picture = refused.message().unwrap().image().unwrap().clone();
    let told = picture.description.unwrap();
    assert!(told.contains("In the refused move: a1, c4."), "{told}");
    // Squares that are not on the board are only mentioned.
    let nowhere = who.types("/place squares:z9 y8").await.unwrap();
    assert!(nowhere.private() && nowhere.message().unwrap().image().is_none());
    // The same with the panel's form.
    let opened = panel(&who, &table.board, &[]).await;
    let refused = types(&who, &opened, "c3 c4").await;
    let told = refused
        .message()
        .unwrap()
        .image()
        .unwrap()
        .description
        .clone()
        .unwrap();
    assert!(told.contains("In the refused move: c3, c4."), "{told}");
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_challenge_offers_boards_and_rules_that_go_together() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let boards = offers(&ana, "/challenge game:gyges board:").await;
    assert_eq!(boards, ["6×6"]);
    let boards = offers(&ana, "/challenge rules:lugo board:").await;
    assert_eq!(boards, ["5×5", "7×7", "9×9"]);
    let rules = offers(&ana, "/challenge board:6x6 rules:").await;
    assert_eq!(rules, ["gates", "leroy", "cosmoludo"]);
    let rules = offers(&ana, "/challenge game:seega rules:lu").await;
    assert_eq!(rules, ["lugo"]);
    let rules = offers(&ana.with_locale("fr"), "/règles règles:moderne").await;
    assert_eq!(rules, ["modern"]);
    // Typed options are understood without choosing a completion.
    let card = said(&ana, "/challenge board:7x7 rules:Lugo").await;
    assert!(
        card.text().contains("Seega 7×7 · Lugo rules"),
        "{}",
        card.text()
    );
    let none = ana.types("/challenge board:6x6 rules:lugo").await.unwrap();
    assert!(
        none.private()
            && none
                .text()
                .contains("I don’t have that game with that board")
    );
}

#[tokio::test]
async fn a_private_message_is_made_public_with_a_press() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.two_turns_each().await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    let end = table.resigns(&harness, &mover).await;
    let by = |who: &Person| format!("{} shared this:", who.mention());
    let animation = waiter.presses(&end, "Replay").await.unwrap();
    let animation = harness.world().settled(&animation).await.unwrap();
    assert!(animation.private());
    let shown = waiter.presses(&animation, "Share").await.unwrap();
    let shown = harness.world().settled(&shown).await.unwrap();
    assert!(
        !shown.private() && shown.text().starts_with(&by(&waiter)),
        "{}",
        shown.text()
    );
    assert_eq!(shown.image().unwrap().content_type, "image/gif");
    assert!(shown.live().is_empty() && shown.pinged().is_empty());
    let step = waiter
        .presses(&animation, carried(&animation, ":first").unwrap())
        .await
        .unwrap();
    let shown = waiter
        .presses(step.message().unwrap(), "Share")
        .await
        .unwrap();
    assert!(
        !shown.private() && shown.text().contains("Turn 0 of 4 · starting position"),
        "{}",
        shown.text()
    );
    let board = said(&mover, "/leaderboard").await;
    let shown = mover.presses(&board, "Share").await.unwrap();
    assert!(
        !shown.private() && shown.text().starts_with(&by(&mover)),
        "{}",
        shown.text()
    );
    assert!(shown.text().contains(&waiter.mention()));
    assert!(shown.message().unwrap().pinged().is_empty());
}

#[tokio::test]
async fn a_board_is_turned_and_replayed_from_the_panel_of_further_actions() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "gyges-gates").await;
    table.plays("c1-d2").await;
    let who = table.mover().clone();
    let more = who.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    let turned = who.presses(&more, "Flip the board").await.unwrap();
    let told = turned
        .message()
        .unwrap()
        .image()
        .unwrap()
        .description
        .clone()
        .unwrap();
    assert!(
        told.contains("a1 at the bottom left"),
        "the second side sees it turned: {told}"
    );
    let animation = who.presses(&more, "Replay").await.unwrap();
    let animation = harness.world().settled(&animation).await.unwrap();
    assert_eq!(animation.image().unwrap().content_type, "image/gif");
}

#[tokio::test]
async fn after_a_move_the_next_game_in_which_it_is_ones_turn_is_a_press_away() {
    let harness = Harness::open().await;
    let (ana, bob, chloe) = (
        harness.person("ana"),
        harness.person("bob"),
        harness.person("chloe"),
    );
    let mut tables = Vec::new();
    for other in [&bob, &chloe] {
        tables.push(Table::between(&harness, &ana, other, "seega-5-classic", "").await);
    }
    // Now it is Ana's turn in both games.
    for (at, table) in tables.iter_mut().enumerate() {
        if table.first.id() != ana.id() {
            table.plays(["a1 b2", "b1 c2"][at]).await;
        }
    }
    let opened = panel(&ana, &tables[0].board, &[]).await;
    let text = table_move(&tables[0]);
    let preview = enters(&ana, &opened, &text).await;
    let done = ana.presses(&preview, "Confirm").await.unwrap();
    let next = ana
        .presses(done.message().unwrap(), "Next game (1)")
        .await
        .unwrap();
    assert!(
        next.text().contains(&format!("game #{}", tables[1].id)),
        "{}",
        next.text()
    );
    let preview = enters(&ana, next.message().unwrap(), &table_move(&tables[1])).await;
    let done = ana.presses(&preview, "Confirm").await.unwrap();
    assert_eq!(
        carried(done.message().unwrap(), "next"),
        None,
        "there is no other game"
    );
    let late = ana
        .presses_late(done.message().unwrap(), "next")
        .await
        .unwrap();
    assert!(
        late.text().contains("not your turn in any other game"),
        "{}",
        late.text()
    );
}

/// A legal move at a table.
fn table_move(table: &Table) -> String {
    table.line.legal_moves().into_iter().min().unwrap()
}

#[tokio::test]
async fn a_refused_move_is_explained_in_the_game_that_waits_for_one() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let mut tables = Vec::new();
    for _ in 0..2 {
        tables.push(Table::between(&harness, &ana, &bob, "seega-5-classic", "").await);
    }
    // One game waits for Ana, the other for Bob.
    for (table, waiting) in tables.iter_mut().zip([&ana, &bob]) {
        if table.mover().id() != waiting.id() {
            table.plays("a1 b2").await;
        }
    }
    let refused = ana.types("/place squares:c3 d4").await.unwrap();
    assert!(
        refused.text().contains("c3 is the centre"),
        "{}",
        refused.text()
    );
    assert!(refused.message().unwrap().image().is_some());
}

#[tokio::test]
async fn a_running_game_is_shown_to_everybody_only_where_it_is_played() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let who = table.first.clone();
    for (channel, public) in [("main", true), ("other", false)] {
        let there = who.in_channel(channel);
        let animation = there.types("/replay game:1").await.unwrap();
        let animation = harness.world().settled(&animation).await.unwrap();
        let step = there
            .presses(&animation, carried(&animation, ":last").unwrap())
            .await;
        let shown = there
            .presses(step.unwrap().message().unwrap(), "Share")
            .await
            .unwrap();
        assert_eq!(!shown.private(), public, "{}", shown.text());
    }
}

#[tokio::test]
async fn a_panel_whose_emoji_are_gone_comes_with_characters() {
    let harness = Harness::open().await;
    let table = Table::placed(&harness, "seega-5-classic").await;
    harness.world().delete_emoji();
    for _ in 0..2 {
        let opened = panel(table.mover(), &table.board, &[]).await;
        assert!(opened.private());
        assert!(!opened.live().is_empty());
    }
    let violations = harness.world().take_violations();
    assert_eq!(violations.len(), 1, "refused once: {violations:?}");
}
