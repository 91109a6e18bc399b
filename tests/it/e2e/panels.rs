//! Turns with presses only: on the board of buttons, in menus, and in the form.

use siwa::time::DAY;
use siwa_games::registry::GameState;
use siwa_games::rules::Stage;
use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Person, Reply, Says, SaysTo};
use super::play::{Random, Table, carried, enters, lively, offers, panel, said, script};

/// The player to move enters a move with presses and confirms it.
async fn presses(harness: &Harness, table: &mut Table, text: &str) {
    let mover = table.mover().clone();
    let opened = panel(&mover, &table.board, &[]).await;
    let preview = enters(&mover, &opened, text).await;
    table.board = harness.follows(&preview, &mover, "play").await;
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
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    // 25 squares, the form, and menus.
    assert_eq!(opened.buttons().len(), 27);
    plays_by_presses(&harness, &mut table, 300).await;
    assert_over(&table);
}

#[tokio::test]
async fn a_game_on_nine_by_nine_is_played_and_counted_by_presses() {
    let (harness, mut table) = Table::open("seega-9-lugo").await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    assert!(opened.selects().len() > 3);
    assert_eq!(opened.selects()[0]["max_values"], 2);
    plays_by_presses(&harness, &mut table, 48).await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let more = mover.presses(&table.board, "more").await;
    let offer = mover.presses(&more, "offer").await;
    assert!(offer.private());
    let offer = harness.finds("main", "would like to stop here").await;
    let end = waiter.presses(&offer, "accept").await;
    end.says("agreed to stop");
}

#[tokio::test]
async fn two_squares_are_chosen_together_from_one_menu() {
    let (harness, table) = Table::open("seega-7-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    let menu = opened.selects()[0]["custom_id"].as_str().unwrap();
    let chosen = table.first.selects(&opened, menu, &["a7", "c6"]).await;
    chosen.says("a7 c6");
    let board = harness.follows(&chosen, &table.first, "play").await;
    board.says("a7 c6");
}

#[tokio::test]
async fn who_prefers_menus_plays_on_the_small_board_without_a_grid_of_buttons() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    opened.says("Do the rows of buttons wrap");
    assert!(opened.selects().is_empty());
    let settings = table.second.types("/settings").await.message();
    let pressed = table.second.presses(&settings, "menus").await;
    pressed.says("every board as menus");
    // The panel itself offers menus, which stay chosen.
    let pressed = table.first.presses(&opened, "menus").await;
    let changed = pressed.message();
    assert!(changed.labels().contains(&"Board as buttons"));
    let opened = panel(&table.first, &table.board, &[]).await;
    assert_eq!(opened.selects().len(), changed.selects().len());
    assert_eq!(opened.selects()[0]["options"].as_array().unwrap().len(), 24);
    opened.omits("wrap");
    plays_by_presses(&harness, &mut table, 20).await;
    assert_eq!(table.line.stage(), Stage::Movement);
    let mover = table.mover().clone();
    let settings = mover.types("/settings").await.message();
    mover.presses(&settings, "menus").await;
    let opened = panel(&mover, &table.board, &[]).await;
    assert!(opened.selects().is_empty());
}

/// The start of Seega's goal.
const GOAL: &str = "Capture enemy pieces by closing them in";

#[tokio::test]
async fn the_panel_starts_with_the_goal_until_ones_first_capture_and_never_after_a_game() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    // A game that counts for nobody teaches nothing.
    let void = Table::set(&harness, "seega-5-classic").await;
    void.resigns(&harness, &void.first).await;
    let begun = panel(table.mover(), &table.board, &["a1"]).await;
    begun.begins(GOAL);
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
    panel(next.mover(), &next.board, &[]).await.omits(GOAL);
}

#[tokio::test]
async fn the_panel_says_that_a_move_is_the_only_one_and_that_the_opponent_passed() {
    let (harness, mut table) = Table::open("seega-5-lugo").await;
    let moves = script("seega-5-lugo", |line| line.legal_moves().len() == 1);
    table.follow(&moves).await;
    let forced = panel(table.mover(), &table.board, &[]).await;
    forced.says("is your only move");
    let passed = |line: &dyn GameState| line.passed() && line.legal_moves().len() > 1;
    let moves = script("seega-5-classic", passed);
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.follow(&moves).await;
    let opened = panel(table.mover(), &table.board, &[]).await;
    let waiter = table.waiter().mention();
    opened.says(&format!("{waiter} can’t move and passes"));
}

#[tokio::test]
async fn games_of_gyges_are_played_to_the_goal_by_presses() {
    for variant in ["gyges-gates", "gyges-cosmoludo"] {
        let (harness, mut table) = Table::open(variant).await;
        plays_by_presses(&harness, &mut table, 120).await;
        assert_over(&table);
        table.board.says("goal");
    }
}

#[tokio::test]
async fn a_goal_is_a_button_of_its_own_from_the_start() {
    let (harness, mut table) = Table::open("gyges-gates").await;
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
            let into = format!(":panel:{}goal", &goal[..2]);
            let preview = mover
                .presses(&opened, carried(&opened, &into).unwrap())
                .await;
            let end = harness.follows(&preview, &mover, "play").await;
            end.says("wins");
            return;
        }
        let text = lively(&*table.line, &mut random);
        table.plays(&text).await;
    }
}

/// The first choice in the first menu of a panel.
fn first_choice(panel: &Message) -> String {
    let first = &panel.selects()[0]["options"][0]["value"];
    first.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_set_up_is_chosen_from_one_menu_of_pictures_without_its_code() {
    for variant in ["gyges-leroy", "gyges-cosmoludo"] {
        let (_harness, table) = Table::open(variant).await;
        let opened = panel(table.mover(), &table.board, &[]).await;
        let two_rows = variant == "gyges-cosmoludo";
        assert_eq!(opened.text().contains('↑'), two_rows, "{}", opened.text());
        let menus = opened.selects();
        assert_eq!(menus.len(), 1, "{variant}");
        let choices = menus[0]["options"].as_array().unwrap();
        assert!(choices.iter().all(|choice| choice["description"].is_null()));
        let preview = panel(table.mover(), &table.board, &[&first_choice(&opened)]).await;
        let told = preview.image().unwrap().description.clone().unwrap();
        told.says("Proposed, not placed yet: ");
        told.omits("Closed for now");
    }
}

#[tokio::test]
async fn the_set_up_of_ones_last_game_is_offered_first() {
    let (harness, mut table) = Table::open("gyges-leroy").await;
    table.plays("331122").await;
    table.plays("112233").await;
    let one = table.first.clone();
    let other = table.second.clone();
    let end = table.resigns(&harness, &one).await;
    let again = one.presses(&end, "rematch").await;
    let board = harness.follows(&again, &other, "accept").await;
    // The sides are swapped.
    let opened = panel(&other, &board, &[]).await;
    assert_eq!(first_choice(&opened), "112233");
    let elsewhere = Table::set(&harness, "gyges-gates").await;
    let opened = panel(elsewhere.mover(), &elsewhere.board, &[]).await;
    assert!(opened.selects().is_empty(), "nothing is set up there");
}

async fn types(who: &Person, panel: &Message, text: &str) -> Reply {
    let asked = who.presses(panel, "type").await;
    let form = asked.modal();
    assert_eq!(form.title, "Your turn");
    who.submits(form, &[("text", text)]).await
}

#[tokio::test]
async fn a_move_is_typed_into_the_form_and_played() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let opened = panel(&table.first, &table.board, &[]).await;
    let begun = types(&table.first, &opened, "a1").await;
    begun.says("So far: **a1**");
    let refused = types(&table.first, &opened, "c3 a1").await;
    refused.says("c3 is the centre");
    assert_eq!(harness.turns().await, 0);
    let newest = harness.newest();
    let played = types(&table.first, &opened, "B2, a1").await;
    played.says_privately("a1 b2");
    let next = |it: &Message| it.id > newest && it.text().contains("played **a1 b2**");
    harness.waits_for("main", next).await;
    harness.one_board().await;
}

#[tokio::test]
async fn without_confirmation_the_last_press_plays() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let mover = table.mover().clone();
    let settings = mover.types("/settings").await;
    settings.says_privately("press **Confirm**");
    let settings = mover.presses(&settings, "confirms").await;
    settings.says("played right away, without a preview");
    let opened = panel(&mover, &table.board, &["a1"]).await;
    let second = carried(&opened, ":panel:a1 e5").unwrap();
    table.board = harness.follows(&opened, &mover, second).await;
    table.line.play("a1 e5").unwrap();
    table.board.says("played **a1 e5**");
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
    let emoji = opened.buttons().into_iter().map(|it| &it["emoji"]);
    let uploaded = emoji.filter(|emoji| emoji["id"].is_string());
    let names = uploaded.map(|emoji| emoji["name"].as_str().unwrap());
    let names: Vec<&str> = names.collect();
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
    let square = carried(&opened, ":panel:a1 b2").unwrap();
    // It still goes on.
    mover.presses(&opened, square).await.says("a1 b2");
    table.plays("d4 e5").await;
    let late = mover.presses_late(&opened, square).await;
    late.says("out of date");
    assert!(late.image().is_some());
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_refused_try_is_explained_in_words_and_on_the_board() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.plays("a1 b2").await;
    let who = table.mover().clone();
    let refused = who.types("/place squares:a1 c4").await;
    refused.says_privately("a1 is occupied");
    let picture = refused.image().unwrap().clone();
    let told = picture.description.unwrap();
    told.says("In the refused move: a1, c4.");
    // Squares that are not on the board are only mentioned.
    let nowhere = who.types("/place squares:z9 y8").await;
    assert!(nowhere.private() && nowhere.image().is_none());
    // The same with the panel's form.
    let opened = panel(&who, &table.board, &[]).await;
    let refused = types(&who, &opened, "c3 c4").await;
    let told = refused.image().unwrap().description.clone().unwrap();
    told.says("In the refused move: c3, c4.");
    assert_eq!(harness.turns().await, 1);
}

#[tokio::test]
async fn a_challenge_offers_boards_and_rules_that_go_together() {
    let (_harness, [ana]) = Harness::open_as(["ana"]).await;
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
    card.says("Seega 7×7 · Lugo rules");
    let none = ana.types("/challenge board:6x6 rules:lugo").await;
    none.says_privately("those options don’t go together");
}

#[tokio::test]
async fn a_private_message_is_made_public_with_a_press() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.two_turns_each().await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    let end = table.resigns(&harness, &mover).await;
    let by = |who: &Person| format!("{} shared this:", who.mention());
    let animation = waiter.presses(&end, "animation").await;
    let animation = harness.settled(&animation).await;
    assert!(animation.private());
    let shown = waiter.presses(&animation, "share-animation").await;
    let shown = harness.settled(&shown).await;
    shown.says_openly("");
    shown.begins(&by(&waiter));
    assert_eq!(shown.image().unwrap().content_type, "image/gif");
    assert!(shown.live().is_empty() && shown.pinged().is_empty());
    let step = waiter.presses_act(&animation, ":first").await;
    let shown = waiter.presses(&step, "share").await;
    shown.says_openly("Turn 0 of 4 · starting position");
    let board = said(&mover, "/leaderboard").await;
    let shown = mover.presses(&board, "shared").await;
    shown.says_openly("");
    shown.begins(&by(&mover));
    shown.says(&waiter.mention());
    assert!(shown.pinged().is_empty());
}

#[tokio::test]
async fn a_board_is_turned_and_replayed_from_the_panel_of_further_actions() {
    let (harness, mut table) = Table::open("gyges-gates").await;
    table.plays("c1-d2").await;
    let who = table.mover().clone();
    let more = who.presses(&table.board, "more").await.message();
    let turned = who.presses(&more, "turned").await;
    let told = turned.image().unwrap().description.clone().unwrap();
    // The second side sees it turned.
    told.says("a1 at the bottom left");
    let animation = who.presses(&more, "animation").await;
    let animation = harness.settled(&animation).await;
    assert_eq!(animation.image().unwrap().content_type, "image/gif");
}

#[tokio::test]
async fn after_a_move_the_next_game_in_which_it_is_ones_turn_is_a_press_away() {
    let (harness, [ana, bob, chloe]) = Harness::open_as(["ana", "bob", "chloe"]).await;
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
    opened.says(&format!("game #{}", tables[0].id));
    opened.says(&bob.mention());
    let text = table_move(&tables[0]);
    let preview = enters(&ana, &opened, &text).await;
    let done = ana.presses(&preview, "play").await;
    let next = ana.presses(&done, "next").await;
    next.says(&format!("game #{}", tables[1].id));
    next.begins(GOAL);
    let preview = enters(&ana, &next, &table_move(&tables[1])).await;
    let done = ana.presses(&preview, "play").await;
    assert_eq!(carried(&done, "next"), None, "there is no other game");
    let late = ana.presses_late(&done, "next").await;
    late.says("not your turn in any other game");
}

/// A legal move at a table.
fn table_move(table: &Table) -> String {
    table.line.legal_moves().into_iter().min().unwrap()
}

#[tokio::test]
async fn a_refused_move_is_explained_in_the_game_that_waits_for_one() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
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
    let refused = ana.types("/place squares:c3 d4").await;
    refused.says("c3 is the centre");
    assert!(refused.image().is_some());
}

#[tokio::test]
async fn a_running_game_is_shown_to_everybody_only_where_it_is_played() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.plays("a1 b2").await;
    let who = table.first.clone();
    for (channel, public) in [("main", true), ("other", false)] {
        let there = who.in_channel(channel);
        let animation = there.types("/replay game:1").await;
        let animation = harness.settled(&animation).await;
        let step = there.presses_act(&animation, ":last").await;
        let shown = there.presses(&step, "share").await;
        assert_eq!(!shown.private(), public, "{}", shown.text());
    }
}

#[tokio::test]
async fn a_panel_whose_emoji_are_gone_comes_with_characters() {
    let (harness, table) = Table::open_placed("seega-5-classic").await;
    harness.world().delete_emoji();
    for _ in 0..2 {
        let opened = panel(table.mover(), &table.board, &[]).await;
        assert!(opened.private());
        assert!(!opened.live().is_empty());
    }
    let violations = harness.world().take_violations();
    assert_eq!(violations.len(), 1, "refused once: {violations:?}");
}
