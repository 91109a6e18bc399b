//! Moves made by choosing: completions while typing, and the private panel.

use siwa_games::rules::Stage;
use siwa_playground::{Choice, Message};

use super::harness::Harness;
use super::person::{Person, Says, SaysTo};
use super::play::{
    Random, Table, carried, enters, is_board, lively, offers, panel, placing, said, script,
};

fn values(choices: &[Choice]) -> Vec<&str> {
    choices.iter().map(|choice| choice.value.as_str()).collect()
}

/// Chooses completions until one is a whole move; checks each step against all legal moves.
async fn completes(table: &Table, random: &mut Random) -> String {
    let legal = table.line.legal_moves();
    let (command, person) = match table.line.stage() {
        Stage::Placement => ("/place squares:", table.mover()),
        Stage::Movement => ("/move move:", table.mover()),
    };
    let mut typed = String::new();
    for _ in 0..8 {
        let choices = person.completes(&format!("{command}{typed}")).await;
        assert!((1..=25).contains(&choices.len()), "{typed:?}: {choices:?}");
        for choice in &choices {
            assert!(choice.value.starts_with(&typed), "{typed:?}: {choice:?}");
            let leads = table.line.complete(&choice.value, 25);
            assert!(!leads.is_empty(), "{choice:?} leads nowhere");
            if !choice.name.ends_with('…') {
                let text = table.line.read(&choice.value).unwrap().text;
                assert!(legal.contains(&text), "{choice:?} is not legal");
            }
        }
        let choice = &choices[random.below(choices.len())];
        if !choice.name.ends_with('…') {
            return choice.value.clone();
        }
        typed.clone_from(&choice.value);
    }
    panic!("{typed:?} never becomes a move");
}

#[tokio::test]
async fn only_legal_continuations_are_offered_on_every_board() {
    for variant in ["seega-5-classic", "seega-7-modern", "seega-9-lugo"] {
        let (_harness, mut table) = Table::open(variant).await;
        let mut random = Random::seeded(7);
        for _ in 0..4 {
            let text = completes(&table, &mut random).await;
            table.plays(&text).await;
        }
        let mut rest = Vec::new();
        let mut line = table.line.fork();
        while line.stage() == Stage::Placement {
            let text = lively(&*line, &mut random);
            line.play(&text).unwrap();
            rest.push(text);
        }
        table.follow(&rest).await;
        for _ in 0..4 {
            let text = completes(&table, &mut random).await;
            table.plays(&text).await;
        }
    }
}

#[tokio::test]
async fn a_text_without_a_continuation_gets_no_completions() {
    let (harness, table) = Table::open("seega-9-classic").await;
    let nobody = [table.second.clone(), harness.person("chloe")];
    for who in &nobody {
        assert!(offers(who, "/place squares:").await.is_empty());
        assert!(offers(who, "/place squares:a").await.is_empty());
    }
    let long = "a1 ".repeat(1500);
    for garbage in [
        "zz",
        "🦀",
        "a1 a1",
        "e5",
        "{$x}",
        "\"'--",
        "c2-c3-c4-c5",
        long.as_str(),
    ] {
        let choices = offers(&table.first, &format!("/place squares:{garbage}")).await;
        assert!(choices.is_empty(), "{garbage}: {choices:?}");
    }
    for command in [
        "/place squares:a1 game:zz",
        "/place squares:a1 game:99",
        "/board game:zz",
    ] {
        assert!(offers(&table.first, command).await.is_empty(), "{command}");
    }
    let nonsense = offers(&table.first, "/place game:zz squares:a").await;
    assert!(nonsense.is_empty());
    let away = table.first.in_channel("other");
    assert!(offers(&away, "/place squares:a").await.is_empty());
    assert!(!offers(&away, "/place game:1 squares:a").await.is_empty());
    assert!(harness.world().violations().is_empty());
}

#[tokio::test]
async fn capitals_and_other_spellings_are_completed_too() {
    let (_harness, table) = Table::open("seega-5-classic").await;
    for typed in ["A1", "a1,", "a1 b", " a1"] {
        let choices = offers(&table.first, &format!("/place squares:{typed}")).await;
        assert!(!choices.is_empty(), "{typed}");
        assert!(choices.iter().all(|it| it.starts_with("a1")), "{choices:?}");
    }
    // A person continues typing after a part, as it was shown.
    let choices = offers(&table.first, "/place squares:a1 …b").await;
    assert_eq!(choices, ["a1 b1", "a1 b2", "a1 b3", "a1 b4", "a1 b5"]);
    // A square that is later in the notation can be named first.
    let choices = offers(&table.first, "/place squares:e5 ").await;
    assert_eq!(choices.len(), 23, "{choices:?}");
}

#[tokio::test]
async fn the_command_for_moves_takes_the_placements_that_it_suggests() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    let mover = table.mover().clone();
    let offered = offers(&mover, "/move move:a1 ").await;
    let board = mover.types(&format!("/move move:{}", offered[0])).await;
    assert!(!board.private());
    table.line.play(&offered[0]).unwrap();
    // Later the command for placing suggests nothing.
    let rest = placing("seega-5-classic");
    let other = Table::set(&harness, "seega-5-french").await;
    other.resigns(&harness, &other.first).await;
    let mut placed = Table::set(&harness, "seega-5-classic").await;
    placed.follow(&rest).await;
    let game = format!("game:{}", placed.id);
    let line = |option: &str| format!("/place {game} squares:{option}");
    assert!(offers(placed.mover(), &line("")).await.is_empty());
}

#[tokio::test]
async fn a_board_is_named_by_its_width_alone() {
    let (_harness, [ana]) = Harness::open_as(["ana"]).await;
    for board in ["7", "7x7", "7×7", "7 x 7"] {
        let card = said(&ana, &format!("/challenge board:{board} time:none")).await;
        card.says_openly("7×7");
        ana.presses(&card, "cancel").await;
    }
    // Without a game, a board is offered with the name of its game.
    let boards = ana.completes("/challenge board:6").await;
    assert_eq!(boards[0].name, "6×6 · Gygès");
}

#[tokio::test]
async fn the_game_option_offers_the_persons_games() {
    let harness = Harness::open().await;
    let first = Table::set(&harness, "seega-5-classic").await;
    let second = Table::set(&harness, "seega-9-lugo").await;
    let ana = harness.person("ana");
    let chloe = harness.person("chloe");
    for command in [
        "/place squares:a1 game:",
        "/board game:",
        "/resign game:",
        "/draw game:",
    ] {
        let choices = ana.completes(command).await;
        assert_eq!(values(&choices), [&first.id, &second.id], "{command}");
        choices[0].name.says("bob");
        choices[1].name.says("Lugo");
        assert!(offers(&chloe, command).await.is_empty());
    }
    for (typed, found) in [("2", 1), ("#1", 1), ("lugo", 1), ("BOB", 2), ("chess", 0)] {
        let choices = offers(&ana, &format!("/board game:{typed}")).await;
        assert_eq!(choices.len(), found, "{typed}: {choices:?}");
    }
    // With two games, continuations in both are offered.
    let both = offers(first.mover(), "/place squares:i").await;
    let other = first.mover().id() == second.mover().id();
    assert_eq!(!both.is_empty(), other, "{both:?}");
}

/// Enters a move in the panel with presses; returns the panel that asks for confirmation.
async fn makes(person: &Person, board: &Message, text: &str) -> Message {
    let panel = panel(person, board, &[]).await;
    assert!(panel.pinged().is_empty());
    enters(person, &panel, text).await
}

#[tokio::test]
async fn turns_are_made_by_menus_on_every_board() {
    for variant in ["seega-5-french", "seega-7-classic", "seega-9-modern"] {
        let (harness, mut table) = Table::open(variant).await;
        let moves = placing(variant);
        let mut all: Vec<String> = moves[..2].to_vec();
        let mut line = super::play::start(variant);
        moves.iter().for_each(|text| drop(line.play(text).unwrap()));
        let mut random = Random::seeded(3);
        let mut later = Vec::new();
        for _ in 0..3 {
            let text = lively(&*line, &mut random);
            line.play(&text).unwrap();
            later.push(text);
        }
        all.extend(later);
        for (number, text) in all.iter().enumerate() {
            if number == 2 {
                table.follow(&moves[2..]).await;
            }
            let mover = table.mover().clone();
            let preview = makes(&mover, &table.board, text).await;
            preview.says("Play **");
            preview.says("?");
            let newest = harness.newest();
            let done = mover.presses(&preview, "play").await;
            assert!(done.private() && !done.labels().contains(&"Confirm"));
            let next = |it: &Message| it.id > newest && is_board(it);
            let board = harness.waits_for("main", next).await;
            let played = table.line.play(text).unwrap();
            board.says(&played.display);
            let moves_again = table.mover().id() == mover.id();
            assert_eq!(board.pinged().is_empty(), moves_again, "{}", board.text());
            harness.stripped(table.board.id).await;
            table.board = board;
        }
    }
}

#[tokio::test]
async fn a_panel_can_be_started_over() {
    let (harness, table) = Table::open("seega-7-lugo").await;
    let first = &table.first;
    let preview = makes(first, &table.board, "a1 g7").await;
    assert_eq!(preview.labels(), ["Confirm", "Start over", "Type…"]);
    let again = &first.presses(&preview, "panel").await;
    assert_eq!(again.id, preview.id);
    again.says("Choose two squares");
    assert!(!again.selects().is_empty() && again.image().is_some());
    assert_eq!(harness.turns().await, 0);
}

#[tokio::test]
async fn a_chain_is_chosen_to_its_end() {
    let harness = Harness::open().await;
    let variant = "seega-7-lugo";
    let chain = |line: &dyn siwa_games::registry::GameState| {
        let mut legal = line.legal_moves().into_iter();
        legal.find(|text| text.matches('-').count() >= 2)
    };
    let moves = script(variant, |line| {
        line.outcome().is_none() && chain(line).is_some()
    });
    let mut table = Table::set(&harness, variant).await;
    table.follow(&moves).await;
    let text = chain(&*table.line).unwrap();
    let mover = table.mover().clone();
    let preview = makes(&mover, &table.board, &text).await;
    let said = preview.text();
    let several = ["and capture 2 pieces?", "and capture 3"];
    assert!(several.iter().any(|it| said.contains(it)), "{said}");
    let board = harness.follows(&preview, &mover, "play").await;
    let played = table.line.play(&text).unwrap();
    board.says(&played.display);
    let alt = board.image().unwrap().description.clone().unwrap();
    alt.says("through");
}

#[tokio::test]
async fn a_member_is_challenged_from_their_menu_without_a_word_typed() {
    let (harness, [chloe]) = Harness::open_as(["chloe"]).await;
    for (key, locale, name, rated) in [
        ("ana", "pt-BR", "Desafiar", "ranqueada"),
        ("bob", "en-US", "Challenge", "rated"),
        ("ana", "fr", "Défier", "partie classée"),
    ] {
        let who = harness.person(key).with_locale(locale);
        let menu = who.uses(name, &chloe.mention()).await;
        menu.says_privately(&chloe.mention());
        let choose = async |menu: &Message, act: &str, value: &str| {
            let id = carried(menu, act).unwrap();
            let chosen = who.selects(menu, id, &[value]).await;
            chosen.message()
        };
        let menu = choose(&menu, ":variant", "gyges-gates").await;
        let menu = choose(&menu, ":time", "7").await;
        menu.says(&format!(", {rated}."));
        let card = who.presses(&menu, "send").await;
        assert!(!card.private(), "{}", card.text());
        assert_eq!(card.pinged(), [chloe.id()]);
        let board = harness.follows(&card, &chloe, "accept").await;
        board.says("Gygès 6×6");
    }
}

#[tokio::test]
async fn the_menus_of_oneself_and_of_the_bot_lead_on() {
    let (_harness, [ana]) = Harness::open_as(["ana"]).await;
    let own = ana.uses("Challenge", &ana.mention()).await;
    own.says_privately("play against yourself");
    let menu = ana.uses("Challenge", "bot").await;
    assert!(carried(&menu, ":begin").is_some());
}
