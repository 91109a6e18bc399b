//! Games that start with the pieces dealt, and challengers who choose their turn.

use siwa::game::{Game, GameId, GameRecord, Pairing, Phase, PlayerId, Start};
use siwa_games::rules::{BySide, Side, Stage};
use siwa_playground::Message;

use super::harness::Harness;
use super::person::{Says, SaysTo};
use super::play::{Table, carried, game_of, said};
use super::tournament::{CREATION, opened, played, started};

/// A game as it is stored.
async fn stored(harness: &Harness, board: &Message) -> Game {
    let id = GameId(game_of(board).parse().unwrap());
    let stored = harness.store.record(id).await.unwrap().unwrap();
    Game::replay(stored, harness.registry).unwrap()
}

/// Ana challenges Bob to a dealt game, who accepts.
async fn dealt(harness: &Harness, more: &str) -> (Message, Table) {
    let [ana, bob] = harness.people(["ana", "bob"]);
    let command = format!("/challenge opponent:{} start:dealt {more}", bob.mention());
    let card = said(&ana, &command).await;
    let board = harness.follows(&card, &bob, "accept").await;
    let table = table(harness, board).await;
    (card, table)
}

async fn table(harness: &Harness, board: Message) -> Table {
    let [ana, bob] = harness.people(["ana", "bob"]);
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
    card.says("The pieces are dealt");
    let card = harness.world().message(card.id).unwrap();
    card.omits("The pieces are dealt");
    let rules = said(&table.first, "/rules game:seega").await;
    rules.says("the pieces are then dealt");
    let game = stored(&harness, &table.board).await;
    assert_eq!(
        (game.start(), game.state().stage()),
        (Start::Dealt, Stage::Movement)
    );
    assert_eq!(game.state().diagram().pieces.len(), 24);
    assert_eq!((game.plies(), game.turn()), (0, Some(Side::Second)));
    table.board.says("The pieces are dealt");
    assert_eq!(table.board.pinged(), [table.second.id()]);
    table.two_turns_each().await;
    assert_eq!(stored(&harness, &table.board).await.plies(), 4);
    table.plays_out().await;
    let record = stored(&harness, &table.board)
        .await
        .record(BySide::default());
    let read = GameRecord::read(record.to_string(), harness.registry).unwrap();
    assert_eq!(read.boards, record.boards);
    assert_eq!(record.board(0).pieces.len(), 24);
    let asked = table.first.presses(&table.board, "rematch").await;
    let again = asked.message();
    let board = harness.follows(&again, &table.second, "accept").await;
    let again = stored(&harness, &board).await;
    assert_eq!(again.start(), Start::Dealt);
    assert_eq!(again.player(Side::First).0, table.second.id());
}

#[tokio::test]
async fn a_challenger_takes_the_turn_they_choose_but_not_in_a_single_rated_game() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let (card, table) = dealt(&harness, "rated:false side:first").await;
    card.says("takes the first turn");
    assert_eq!(table.second.id(), ana.id(), "the second side moves first");
    let bob = harness.person("bob").mention();
    let denied = said(&ana, &format!("/challenge opponent:{bob} side:first")).await;
    denied.says_privately("picked at random");
    let pair = format!("/challenge opponent:{bob} side:first games:at-once");
    let card = said(&ana, &pair).await;
    card.says_openly("takes the first turn in the first game");
    let gyges = said(&ana, "/challenge game:gyges start:dealt").await;
    gyges.says_privately("Only Seega");
}

#[tokio::test]
async fn both_games_of_a_dealt_pair_have_the_same_arrangement() {
    let harness = Harness::open().await;
    let (_, table) = dealt(&harness, "games:at-once").await;
    let game = stored(&harness, &table.board).await;
    let other = game.setup.pair.unwrap().other.unwrap().id;
    let other = harness.store.record(other).await.unwrap().unwrap();
    let other = Game::replay(other, harness.registry).unwrap();
    assert_eq!(other.state().position(), game.state().position());
    assert_eq!(other.player(Side::First), game.player(Side::Second));
    assert_eq!(game.terms().games, Pairing::Single);
}

#[tokio::test]
async fn casual_games_with_the_bot_are_dealt_unless_the_person_wants_to_place() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let menu = said(&ana, "/play").await;
    let board = harness.follows(&menu, &ana, "begin").await;
    assert_eq!(stored(&harness, &board).await.start(), Start::Dealt);
    let menu = said(&ana, "/play start:placed side:second").await;
    let board = harness.follows(&menu, &ana, "begin").await;
    let game = stored(&harness, &board).await;
    assert_eq!(
        (game.start(), game.side_of(PlayerId(ana.id()))),
        (Start::Placed, Some(Side::Second))
    );
    harness.settles().await;
    let menu = said(&ana, "/play side:first").await;
    menu.says("You take the first turn");
    // A rated game draws lots.
    assert_eq!(carried(&menu, ":begin-rated"), None);
    menu.omits("Start rated game");
    let placing = &ana.presses(&menu, "start").await;
    placing.says("takes 12 turns");
    let board = harness
        .follows(placing, &ana, carried(placing, ":begin").unwrap())
        .await;
    let game = stored(&harness, &board).await;
    assert_eq!(
        (game.start(), game.player(Side::First).0),
        (Start::Placed, ana.id())
    );
}

#[tokio::test]
async fn each_meeting_of_a_dealt_tournament_is_one_dealt_game() {
    let names = ["ana", "bob", "eve"].map(str::to_owned);
    let harness = Harness::open_to(&["ana", "bob", "eve"]).await;
    let card = opened(&harness, &names, &format!("{CREATION} start:dealt")).await;
    card.says("dealt");
    let begun = started(&harness, &names, &card).await;
    for game in &begun.games {
        let board = game.game.message.unwrap();
        let board = harness.world().message(board.0).unwrap();
        let game = stored(&harness, &board).await;
        assert_eq!(
            (game.start(), game.state().stage()),
            (Start::Dealt, Stage::Movement)
        );
        let [light, dark] = Side::BOTH.map(|side| game.player(side).0);
        board.says(&format!("<@{light}> (Light) – <@{dark}> (Dark)"));
    }
    let ana = harness.person("ana");
    let games = ana.presses(begun.games[0].card.unwrap().0, "games").await;
    let asked = ana.presses(&games, "withdraw").await;
    asked.says_privately("Your games in progress go on");
    asked.omits("second game");
    let over = played(&harness, begun.id).await;
    assert_eq!((over.phase, over.games.len()), (Phase::Over, 3));
    assert_eq!(over.winners(), [PlayerId(ana.id())]);
    harness.settles().await;
}
