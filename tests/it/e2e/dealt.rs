//! Games that start with the pieces dealt, and challengers who choose their turn.

use siwa::game::{Game, GameId, GameRecord, Pairing, PlayerId, Start};
use siwa_games::rules::{BySide, Side, Stage};
use siwa_playground::Message;

use super::harness::Harness;
use super::play::{Table, carried, game_of, said};

/// A game as it is stored.
async fn stored(harness: &Harness, board: &Message) -> Game {
    let id = GameId(game_of(board).parse().unwrap());
    let stored = harness.store.record(id).await.unwrap().unwrap();
    Game::replay(stored, harness.registry).unwrap()
}

/// Ana challenges Bob to a dealt game, who accepts.
async fn dealt(harness: &Harness, more: &str) -> (Message, Table) {
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let command = format!("/challenge opponent:{} start:dealt {more}", bob.mention());
    let card = said(&ana, &command).await;
    let accept = carried(&card, ":accept").unwrap();
    let board = harness.follows(&card, &bob, accept).await;
    let table = table(harness, board).await;
    (card, table)
}

async fn table(harness: &Harness, board: Message) -> Table {
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let game = stored(harness, &board).await;
    let people = if game.player(Side::First).0 == ana.id() {
        (ana, bob)
    } else {
        (bob, ana)
    };
    Table::at(people, board, game.state().fork())
}

#[tokio::test]
async fn a_dealt_game_starts_with_all_pieces_and_its_record_too() {
    let harness = Harness::open().await;
    let (card, mut table) = dealt(&harness, "").await;
    assert!(
        card.text().contains("The pieces are dealt"),
        "{}",
        card.text()
    );
    let game = stored(&harness, &table.board).await;
    assert_eq!(
        (game.start(), game.stage()),
        (Start::Dealt, Stage::Movement)
    );
    assert_eq!(game.state().diagram().pieces.len(), 24);
    assert_eq!((game.plies(), game.turn()), (0, Some(Side::Second)));
    assert!(table.board.text().contains("The pieces are dealt"));
    assert_eq!(table.board.pinged(), [table.second.id()]);
    table.two_turns_each().await;
    assert_eq!(stored(&harness, &table.board).await.plies(), 4);
    table.plays_out().await;
    let stored_game = harness.store.record(game.id()).await.unwrap().unwrap();
    let record = GameRecord::of(&stored_game, BySide::default(), harness.registry).unwrap();
    let read = GameRecord::read(record.to_string(), harness.registry).unwrap();
    assert_eq!(read.boards(), record.boards());
    assert_eq!(record.board(0).pieces.len(), 24);
    let asked = table.first.presses(&table.board, "Rematch").await.unwrap();
    let again = asked.message().unwrap().clone();
    let accept = carried(&again, ":accept").unwrap();
    let board = harness.follows(&again, &table.second, accept).await;
    let again = stored(&harness, &board).await;
    assert_eq!(again.start(), Start::Dealt);
    assert_eq!(again.player(Side::First).0, table.second.id());
    harness.sound().await;
}

#[tokio::test]
async fn a_challenger_takes_the_turn_they_choose_but_not_in_a_single_rated_game() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let (card, table) = dealt(&harness, "rated:false side:first").await;
    assert!(
        card.text().contains("takes the first turn"),
        "{}",
        card.text()
    );
    assert_eq!(table.second.id(), ana.id(), "the second side moves first");
    let bob = harness.person("bob").mention();
    let denied = said(&ana, &format!("/challenge opponent:{bob} side:first")).await;
    assert!(denied.private() && denied.text().contains("picked at random"));
    let pair = format!("/challenge opponent:{bob} side:first games:at-once");
    assert!(!said(&ana, &pair).await.private());
    let gyges = said(&ana, "/challenge game:gyges start:dealt").await;
    assert!(gyges.private() && gyges.text().contains("Only Seega"));
    harness.sound().await;
}

#[tokio::test]
async fn both_games_of_a_dealt_pair_have_the_same_arrangement() {
    let harness = Harness::open().await;
    let (_, table) = dealt(&harness, "games:at-once").await;
    let game = stored(&harness, &table.board).await;
    let other = game.pair().unwrap().other.unwrap().id;
    let other = harness.store.record(other).await.unwrap().unwrap();
    let other = Game::replay(other, harness.registry).unwrap();
    assert_eq!(other.state().position(), game.state().position());
    assert_eq!(other.player(Side::First), game.player(Side::Second));
    assert_eq!(game.terms().games, Pairing::Single);
    harness.sound().await;
}

#[tokio::test]
async fn casual_games_with_the_bot_are_dealt_unless_the_person_wants_to_place() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let menu = said(&ana, "/play").await;
    let begin = carried(&menu, ":begin").unwrap();
    let board = harness.follows(&menu, &ana, begin).await;
    assert_eq!(stored(&harness, &board).await.start(), Start::Dealt);
    let menu = said(&ana, "/play start:placed side:second").await;
    let begin = carried(&menu, ":begin").unwrap();
    let board = harness.follows(&menu, &ana, begin).await;
    let game = stored(&harness, &board).await;
    assert_eq!(
        (game.start(), game.side_of(PlayerId(ana.id()))),
        (Start::Placed, Some(Side::Second))
    );
    harness.settles().await;
    let menu = said(&ana, "/play side:first").await;
    assert!(
        menu.text().contains("You take the first turn"),
        "{}",
        menu.text()
    );
    let toggle = carried(&menu, ":start").unwrap();
    let placing = ana.presses(&menu, toggle).await.unwrap();
    let placing = placing.message().unwrap();
    assert!(
        placing.text().contains("takes 12 turns"),
        "{}",
        placing.text()
    );
    let board = harness
        .follows(placing, &ana, carried(placing, ":begin").unwrap())
        .await;
    let game = stored(&harness, &board).await;
    assert_eq!(
        (game.start(), game.player(Side::First).0),
        (Start::Placed, ana.id())
    );
    harness.sound().await;
}
