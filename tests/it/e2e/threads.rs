//! Games in threads: opened from the card of the challenge, played there and from the channel, and
//! never lost with the thread.

use siwa::game::{ChannelId, GamesIn, Setting};
use siwa::time::Zone;
use siwa_games::rules::Side;
use siwa_playground::{Channel, InjectedFault, Kind, Message, Person, Refused, Route, World};

use super::house::{House, SERVER};
use super::play::{Table, carried, is_board, placing, said, start};
use super::setup::{changes, setup};

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const OPEN_THREADS: u64 = 1 << 35;
const IN_THREADS: u64 = 1 << 38;

const HOUR: i64 = 60 * 60;

/// A server whose games have threads, and the card of a challenge.
async fn challenged() -> (House, Message) {
    let house = House::open().await;
    house.games_in(GamesIn::Threads).await;
    let card = challenge(&house).await;
    (house, card)
}

async fn challenge(house: &House) -> Message {
    let bob = house.person("bob").mention();
    let command = format!("/challenge opponent:{bob} board:5×5 rules:classic");
    said(&house.person("ana"), &command).await
}

/// The game of a card that Bob accepts, which is played in the card's thread.
async fn in_thread(house: &House, card: &Message) -> (Channel, Table) {
    let bob = house.person("bob");
    bob.presses(card, "Accept").await.unwrap();
    let thread = thread_of(house, card).await;
    let board = house.world().wait_for(&thread.key, is_board).await.unwrap();
    (thread.clone(), seated(house, &thread, board))
}

/// Waits for the thread of a card.
async fn thread_of(house: &House, card: &Message) -> Channel {
    let id = card.id.to_string();
    house.world().wait_for_channel(&id).await.unwrap()
}

/// The two people in a thread, in the order in which they move.
fn seated(house: &House, thread: &Channel, board: Message) -> Table {
    let there = |key| house.person(key).in_channel(&thread.key);
    let (ana, bob) = (there("ana"), there("bob"));
    let people = match board.pinged() == [ana.id()] {
        true => (ana, bob),
        false => (bob, ana),
    };
    Table::at(people, board, start("seega-5-classic"))
}

/// Waits until the card has this text.
async fn card_says(house: &House, card: &Message, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    house.world().wait_until(card.id, says).await.unwrap()
}

/// Makes the first move of a game from the channel where it started; returns the next board there.
async fn moves_on(house: &House, table: &Table) -> Message {
    let newest = house.newest();
    let mover = table.mover().in_channel("main");
    let command = table.command(&placing("seega-5-classic")[0]);
    mover.types(&command).await.unwrap();
    let next = |it: &Message| it.id > newest && is_board(it);
    house.world().wait_for("main", next).await.unwrap()
}

#[tokio::test]
async fn a_game_has_its_own_thread_and_its_card_shows_the_score() {
    let (house, card) = challenged().await;
    let (thread, mut table) = in_thread(&house, &card).await;
    assert_eq!(
        thread.name,
        format!(
            "{} – {} · Seega 5×5 · classic rules (1)",
            name(&table, Side::First),
            name(&table, Side::Second)
        )
    );
    assert_eq!(house.boards().len(), 0, "a board stands in the channel");
    let link = format!("<#{}>", thread.id);
    let begun = card_says(&house, &card, &link).await;
    // Only the challenge has pinged.
    let bob = [house.person("bob").id()];
    assert_eq!(begun.pinged(), bob);
    let mover = table.mover().mention();
    card_says(&house, &card, &format!("It’s {mover}’s turn (Light)")).await;
    let script = placing("seega-5-classic");
    table.plays(&script[0]).await;
    card_says(&house, &card, &format!("{mover} (Light) played **")).await;
    let next = table.mover().mention();
    card_says(&house, &card, &format!("It’s {next}’s turn (Dark)")).await;
    house
        .world()
        .wait_until(card.id, |it| it.image().is_some())
        .await
        .unwrap();
    // Commands in the channel work as well, and their board is posted in the thread.
    let newest = table.board.id;
    let there = table.mover().in_channel("main");
    let answer = there.types(&table.command(&script[1])).await.unwrap();
    assert!(answer.private());
    assert!(answer.text().contains(&link), "{}", answer.text());
    table.line.play(&script[1]).unwrap();
    let next = |it: &Message| it.id > newest && is_board(it);
    table.board = house.world().wait_for(&thread.key, next).await.unwrap();
    table.follow(&script[2..]).await;
    assert_eq!(house.boards().len(), 0);
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "Resign").await.unwrap();
    let last = |it: &Message| carried(it, ":rematch").is_some();
    house.world().wait_for(&thread.key, last).await.unwrap();
    let told = house.world().wait_until(card.id, last).await.unwrap();
    assert_eq!(told.pinged(), bob);
    assert!(!house.world().channel(&thread.key).unwrap().archived);
    house.later(HOUR + 1).await;
    let archived = house.world().wait_for_request(|it| {
        it.method == "PATCH" && it.path.ends_with(&format!("/channels/{}", thread.id))
    });
    archived.await.unwrap();
    let thread = house.world().channel(&thread.key).unwrap();
    assert!(thread.archived && !thread.locked);
    // The card also has the buttons after the end.
    let again = house.person("ana").presses(&told, "Rematch").await.unwrap();
    let again = again.message().unwrap().clone();
    let (other, _) = in_thread(&house, &again).await;
    assert_ne!(other.id, thread.id);
}

fn name(table: &Table, side: Side) -> String {
    let who: &Person = table.of(side);
    ["ana", "bob"][usize::from(who.id() == 1_100_000_000_000_000_102)].to_owned()
}

#[tokio::test]
async fn a_game_survives_the_loss_of_its_thread() {
    type Harm = fn(&World, &Channel);
    let harms: [(Harm, Kind); 3] = [
        (|world, it| world.delete_channel(&it.key), Kind::NotFound),
        (|world, it| world.shut_thread(&it.key, true), Kind::Invalid),
        (
            |world, it| world.set_bot_permissions(&it.key, VIEW | SEND | ATTACH),
            Kind::Forbidden,
        ),
    ];
    for (harm, kind) in harms {
        let (house, card) = challenged().await;
        let (thread, table) = in_thread(&house, &card).await;
        card_says(&house, &card, "<#").await;
        harm(house.world(), &thread);
        let board = moves_on(&house, &table).await;
        assert_eq!(house.turns().await, 1);
        card_says(&house, &card, "I can’t use threads here").await;
        let second = table.second.in_channel("main");
        let next = table.command(&placing("seega-5-classic")[1]);
        let answer = second.types(&next).await.unwrap();
        house.stripped(board.id).await;
        house.settles().await;
        let violations = house.world().take_violations();
        assert!(
            violations
                .iter()
                .all(|it| [kind, Kind::Forbidden].contains(&it.kind)),
            "{violations:?}"
        );
        assert!(is_board(answer.message().unwrap()), "{}", answer.text());
    }
}

#[tokio::test]
async fn without_the_permission_for_threads_a_game_stays_in_the_channel_and_says_so() {
    let (house, card) = challenged().await;
    for missing in [OPEN_THREADS, IN_THREADS] {
        let all = VIEW | SEND | ATTACH | OPEN_THREADS | IN_THREADS;
        house.world().set_bot_permissions("main", all & !missing);
        let card = match house.boards().is_empty() {
            true => card.clone(),
            false => challenge(&house).await,
        };
        let bob = house.person("bob");
        let board = house.follows(&card, &bob, "Accept").await;
        assert!(is_board(&board));
        card_says(&house, &card, "I can’t use threads here").await;
    }
}

#[tokio::test]
async fn a_thread_that_was_opened_without_an_acknowledgement_is_found() {
    let (house, card) = challenged().await;
    let lost = InjectedFault::unacknowledged(Route::Thread, 500);
    house.world().inject(lost);
    let bob = house.person("bob");
    bob.presses(&card, "Accept").await.unwrap();
    let thread = thread_of(&house, &card).await;
    house.later(5).await;
    house.world().wait_for(&thread.key, is_board).await.unwrap();
    house.settles().await;
    // The violation: it was already opened.
    house.world().expect_violation(Kind::Invalid).await.unwrap();
    let boards = house.world().messages(&thread.key);
    assert_eq!(boards.iter().filter(|it| is_board(it)).count(), 1);
}

#[tokio::test]
async fn after_a_thread_is_deleted_the_board_is_posted_again() {
    let (house, card) = challenged().await;
    let (thread, _) = in_thread(&house, &card).await;
    card_says(&house, &card, "<#").await;
    house.world().delete_channel(&thread.key);
    // The reminder does not find the thread.
    house.later(3 * 24 * HOUR - HOUR).await;
    let board = house.world().wait_for("main", is_board).await.unwrap();
    let reminder = |it: &Message| it.text().contains("it’s still your turn");
    house.world().wait_for("main", reminder).await.unwrap();
    house.settles().await;
    assert_eq!(house.boards().len(), 1);
    assert!(!board.live().is_empty());
    let violations = house.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn a_thread_that_was_only_archived_is_opened_again() {
    let (house, card) = challenged().await;
    let (thread, table) = in_thread(&house, &card).await;
    card_says(&house, &card, "<#").await;
    house.world().shut_thread(&thread.key, false);
    // Only the message of the board is edited, from the channel.
    let waiter = table.second.in_channel("main");
    let days = super::play::offers(&waiter, "/away until:").await;
    said(&waiter, &format!("/away until:{}", days[2])).await;
    let says = |it: &Message| it.text().contains("Due back");
    house
        .world()
        .wait_until(table.board.id, says)
        .await
        .unwrap();
    assert!(!house.world().channel(&thread.key).unwrap().archived);
    let violations = house.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::Invalid));
}

#[tokio::test]
async fn the_accepting_player_chooses_the_place_if_the_server_allows() {
    let house = House::open().await;
    house.games_in(GamesIn::Ask).await;
    let (ana, bob) = (house.person("ana"), house.person("bob"));
    let card = challenge(&house).await;
    let board = house.follows(&card, &bob, "Accept here").await;
    assert!(is_board(&board));
    assert!(house.world().channel(&card.id.to_string()).is_none());
    let card = said(&ana, "/challenge").await;
    bob.presses(&card, "Accept in a thread").await.unwrap();
    let thread = thread_of(&house, &card).await;
    house.world().wait_for(&thread.key, is_board).await.unwrap();
}

#[tokio::test]
async fn a_rematch_requested_in_a_thread_is_played_there_and_keeps_it_open() {
    let (house, card) = challenged().await;
    // Its channel is the only one where games are allowed.
    let allowed = vec![ChannelId(house.world().channel("main").unwrap().id)];
    let allowed = Setting::AllowedChannels(allowed);
    house.store.choose(SERVER, &allowed).await.unwrap();
    let (thread, table) = in_thread(&house, &card).await;
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "Resign").await.unwrap();
    let last = |it: &Message| carried(it, ":rematch").is_some();
    let end = house.world().wait_for(&thread.key, last).await.unwrap();
    let again = table.first.presses(&end, "Rematch").await.unwrap();
    let again = again.message().unwrap().clone();
    table.second.presses(&again, "Accept").await.unwrap();
    let new = |it: &Message| it.id > again.id && is_board(it);
    house.world().wait_for(&thread.key, new).await.unwrap();
    house.later(HOUR + 1).await;
    house.later(1).await;
    assert!(!house.world().channel(&thread.key).unwrap().archived);
    house.sound().await;
    // It also survives the loss of the thread.
    house.world().delete_channel(&thread.key);
    house.later(3 * 24 * HOUR - 3 * HOUR).await;
    house.world().wait_for("main", is_board).await.unwrap();
    let violations = house.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn a_thread_stays_open_until_players_with_quiet_hours_are_notified() {
    let (house, card) = challenged().await;
    let (thread, table) = in_thread(&house, &card).await;
    let shown = said(&table.second, "/notify").await;
    let quiet = table.second.selects(&shown, "notify:quiet", &["22-7"]);
    quiet.await.unwrap();
    let night = Zone::default().next(house.clock.now(), 23).unwrap();
    house.later(night.0 - house.clock.now().0).await;
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "Resign").await.unwrap();
    house.later(2 * HOUR).await;
    let newest = house.newest();
    house.later(1).await;
    assert!(!house.world().channel(&thread.key).unwrap().archived);
    house.later(6 * HOUR).await;
    let sleeper = table.second.id();
    let told = |it: &Message| it.id > newest && it.pinged() == [sleeper];
    house.world().wait_for(&thread.key, told).await.unwrap();
    house.later(2 * HOUR).await;
    house.later(1).await;
    assert!(house.world().channel(&thread.key).unwrap().archived);
}

#[tokio::test]
async fn only_managers_of_the_server_choose_where_its_games_are_played() {
    let house = House::open().await;
    let (ana, chief) = (house.person("ana"), house.person("bob").as_admin(true));
    let own = ana.types("/setup").await;
    assert!(matches!(own, Err(Refused::NotOffered(_))), "{own:?}");
    let all = setup(&house, &chief).await;
    assert!(
        all.text()
            .contains("Threads: **none, games stay in the channel**"),
        "{}",
        all.text()
    );
    let chosen = changes(&house, &chief, &all, ("games-in", &["threads"])).await;
    assert!(
        chosen.text().contains("Threads: **one for each game**"),
        "{}",
        chosen.text()
    );
    // The permission was removed since then.
    let denied = chief
        .as_admin(false)
        .selects(&chosen, "setup:games-in", &["ask"])
        .await
        .unwrap();
    assert!(denied.text().contains("Manage Server"), "{}", denied.text());
    let card = challenge(&house).await;
    in_thread(&house, &card).await;
}
