//! Games in threads: opened from the card of the challenge, played there and from the channel, and
//! never lost with the thread.

use siwa::game::{ChannelId, GamesIn, Setting};
use siwa_games::rules::Side;
use siwa_playground::{
    Channel, InjectedFault, Kind, Logged, Message, Person, Refused, Route, World,
};

use super::harness::{FIREWALL, Harness, SERVER, TIMEOUT};
use super::play::{Table, carried, is_board, placing, said, settings, start};
use super::setup::{changes, setup};

pub(super) const VIEW: u64 = 1 << 10;
pub(super) const SEND: u64 = 1 << 11;
pub(super) const ATTACH: u64 = 1 << 15;
pub(super) const OPEN_THREADS: u64 = 1 << 35;
const IN_THREADS: u64 = 1 << 38;

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// A server whose games have threads, and the card of a challenge.
async fn challenged() -> (Harness, Message) {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let card = challenge(&harness).await;
    (harness, card)
}

async fn challenge(harness: &Harness) -> Message {
    let bob = harness.person("bob").mention();
    let command = format!("/challenge opponent:{bob} board:5×5 rules:classic");
    said(&harness.person("ana"), &command).await
}

/// The game of a card that Bob accepts, which is played in the card's thread.
async fn in_thread(harness: &Harness, card: &Message) -> (Channel, Table) {
    let bob = harness.person("bob");
    bob.presses(card, "Accept").await.unwrap();
    let thread = thread_of(harness, card).await;
    let board = harness
        .world()
        .wait_for(&thread.key, is_board)
        .await
        .unwrap();
    (thread.clone(), seated(harness, &thread, board))
}

/// Waits for the thread of a card.
async fn thread_of(harness: &Harness, card: &Message) -> Channel {
    let id = card.id.to_string();
    harness.world().wait_for_channel(&id).await.unwrap()
}

/// The two people in a thread, in the order in which they move.
fn seated(harness: &Harness, thread: &Channel, board: Message) -> Table {
    let there = |key| harness.person(key).in_channel(&thread.key);
    let (ana, bob) = (there("ana"), there("bob"));
    let people = match board.pinged() == [ana.id()] {
        true => (ana, bob),
        false => (bob, ana),
    };
    Table::at(people, board, start("seega-5-classic"))
}

/// Waits until the card has this text.
async fn card_says(harness: &Harness, card: &Message, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    harness.world().wait_until(card.id, says).await.unwrap()
}

/// Makes the first move of a game from the channel where it started; returns the next board there.
async fn moves_on(harness: &Harness, table: &Table) -> Message {
    let newest = harness.newest();
    let mover = table.mover().in_channel("main");
    let command = table.command(&placing("seega-5-classic")[0]);
    mover.types(&command).await.unwrap();
    let next = |it: &Message| it.id > newest && is_board(it);
    harness.world().wait_for("main", next).await.unwrap()
}

#[tokio::test]
async fn a_game_has_its_own_thread_and_its_card_shows_the_score() {
    let (harness, card) = challenged().await;
    let (thread, mut table) = in_thread(&harness, &card).await;
    assert_eq!(
        thread.name,
        format!(
            "{} – {} · Seega 5×5 · classic rules (1)",
            name(&table, Side::First),
            name(&table, Side::Second)
        )
    );
    assert_eq!(harness.boards().len(), 0, "a board stands in the channel");
    let begun = card_says(&harness, &card, "’s turn (").await;
    // Only the challenge has pinged.
    let bob = [harness.person("bob").id()];
    assert_eq!(begun.pinged(), bob);
    let mover = table.mover().mention();
    card_says(&harness, &card, &format!("It’s {mover}’s turn (Light)")).await;
    let script = placing("seega-5-classic");
    table.plays(&script[0]).await;
    card_says(&harness, &card, &format!("{mover} (Light) played **")).await;
    let next = table.mover().mention();
    card_says(&harness, &card, &format!("It’s {next}’s turn (Dark)")).await;
    harness
        .world()
        .wait_until(card.id, |it| it.image().is_some())
        .await
        .unwrap();
    // Commands in the channel work as well, and their board is posted in the thread.
    let newest = table.board.id;
    let there = table.mover().in_channel("main");
    let answer = there.types(&table.command(&script[1])).await.unwrap();
    assert!(answer.private());
    let link = format!("<#{}>", thread.id);
    assert!(answer.text().contains(&link), "{}", answer.text());
    table.line.play(&script[1]).unwrap();
    let next = |it: &Message| it.id > newest && is_board(it);
    table.board = harness.world().wait_for(&thread.key, next).await.unwrap();
    table.follow(&script[2..]).await;
    assert_eq!(harness.boards().len(), 0);
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "Resign").await.unwrap();
    let last = |it: &Message| carried(it, ":rematch").is_some();
    harness.world().wait_for(&thread.key, last).await.unwrap();
    let told = harness.world().wait_until(card.id, last).await.unwrap();
    assert_eq!(told.pinged(), bob);
    // For a week the thread stays open for those who come late.
    harness.later(7 * DAY - HOUR).await;
    harness.world().skip(7 * DAY - HOUR);
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    let end = harness.world().wait_for(&thread.key, last).await.unwrap();
    table.second.presses_late(&end, "Replay").await.unwrap();
    harness.world().skip(2 * HOUR);
    assert!(harness.world().channel(&thread.key).unwrap().archived);
    // The card also has the buttons after the end.
    let again = harness
        .person("ana")
        .presses(&told, "Rematch")
        .await
        .unwrap();
    let again = again.message().unwrap().clone();
    let (other, _) = in_thread(&harness, &again).await;
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
        let (harness, card) = challenged().await;
        let (thread, table) = in_thread(&harness, &card).await;
        card_says(&harness, &card, "’s turn (").await;
        harm(harness.world(), &thread);
        let board = moves_on(&harness, &table).await;
        assert_eq!(harness.turns().await, 1);
        card_says(&harness, &card, "I can’t use threads here").await;
        let second = table.second.in_channel("main");
        let next = table.command(&placing("seega-5-classic")[1]);
        let answer = second.types(&next).await.unwrap();
        harness.stripped(board.id).await;
        harness.settles().await;
        let violations = harness.world().take_violations();
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
    let (harness, card) = challenged().await;
    for missing in [OPEN_THREADS, IN_THREADS] {
        let all = VIEW | SEND | ATTACH | OPEN_THREADS | IN_THREADS;
        harness.world().set_bot_permissions("main", all & !missing);
        let card = match harness.boards().is_empty() {
            true => card.clone(),
            false => challenge(&harness).await,
        };
        let bob = harness.person("bob");
        let board = harness.follows(&card, &bob, "Accept").await;
        assert!(is_board(&board));
        card_says(&harness, &card, "I can’t use threads here").await;
    }
}

#[tokio::test]
async fn a_thread_that_was_opened_without_an_acknowledgement_is_found() {
    let (harness, card) = challenged().await;
    let lost = InjectedFault::unacknowledged(Route::Thread, 500);
    harness.world().inject(lost);
    let bob = harness.person("bob");
    bob.presses(&card, "Accept").await.unwrap();
    let thread = thread_of(&harness, &card).await;
    harness.later(5).await;
    harness
        .world()
        .wait_for(&thread.key, is_board)
        .await
        .unwrap();
    harness.settles().await;
    // The violation: it was already opened.
    harness
        .world()
        .expect_violation(Kind::Invalid)
        .await
        .unwrap();
    let boards = harness.world().messages(&thread.key);
    assert_eq!(boards.iter().filter(|it| is_board(it)).count(), 1);
}

#[tokio::test]
async fn after_a_thread_is_deleted_the_board_is_posted_again() {
    let (harness, card) = challenged().await;
    let (thread, _) = in_thread(&harness, &card).await;
    card_says(&harness, &card, "’s turn (").await;
    harness.world().delete_channel(&thread.key);
    // The reminder does not find the thread.
    harness.later(3 * 24 * HOUR - HOUR).await;
    let board = harness.world().wait_for("main", is_board).await.unwrap();
    let reminder = |it: &Message| it.text().contains("it’s still your turn");
    harness.world().wait_for("main", reminder).await.unwrap();
    harness.settles().await;
    assert_eq!(harness.boards().len(), 1);
    assert!(!board.live().is_empty());
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn a_thread_that_was_only_archived_is_opened_again() {
    let (harness, card) = challenged().await;
    let (thread, table) = in_thread(&harness, &card).await;
    card_says(&harness, &card, "’s turn (").await;
    harness.world().shut_thread(&thread.key, false);
    // Only the message of the board is edited, from the channel.
    let waiter = table.second.in_channel("main");
    super::play::leaves(&waiter, "3").await;
    let says = |it: &Message| it.text().contains("Due back");
    harness
        .world()
        .wait_until(table.board.id, says)
        .await
        .unwrap();
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::Invalid));
}

#[tokio::test]
async fn a_firewall_costs_no_game_its_thread() {
    let (harness, card) = challenged().await;
    let (thread, table) = in_thread(&harness, &card).await;
    harness.settles().await;
    for route in [Route::ChannelMessage, Route::EditMessage, Route::Other] {
        harness.world().inject(InjectedFault {
            page: Some(FIREWALL.into()),
            ..InjectedFault::lasting(route, 403)
        });
    }
    let newest = table.board.id;
    let mover = table.mover().in_channel("main");
    let command = table.command(&placing("seega-5-classic")[0]);
    mover.types(&command).await.unwrap();
    let refused = |it: &Logged| it.status == 403;
    harness.world().wait_for_request(refused).await.unwrap();
    for route in [Route::ChannelMessage, Route::EditMessage, Route::Other] {
        harness.world().lift(route);
    }
    harness.clock.skip(HOUR);
    let next = |it: &Message| it.id > newest && is_board(it);
    harness.world().wait_for(&thread.key, next).await.unwrap();
    assert_eq!(harness.boards().len(), 0, "the channel has none");
    harness.sound().await;
}

#[tokio::test]
async fn ten_games_keep_their_threads_in_an_hour_of_a_firewall() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let mut games = Vec::new();
    for _ in 0..10 {
        let card = challenge(&harness).await;
        games.push(in_thread(&harness, &card).await);
    }
    harness.settles().await;
    for route in [Route::ChannelMessage, Route::EditMessage, Route::Other] {
        let page = Some(FIREWALL.into());
        let fault = InjectedFault::lasting(route, 403);
        harness.world().inject(InjectedFault { page, ..fault });
    }
    for (_, table) in &games {
        let mover = table.mover().in_channel("main");
        let command = table.command(&placing("seega-5-classic")[0]);
        mover.types(&command).await.unwrap();
    }
    for _ in 0..6 {
        harness.clock.skip(HOUR / 6);
        let refused = |it: &Logged| it.status == 403;
        harness.world().wait_for_request(refused).await.unwrap();
    }
    for route in [Route::ChannelMessage, Route::EditMessage, Route::Other] {
        harness.world().lift(route);
    }
    harness.clock.skip(HOUR);
    for (thread, table) in &games {
        let next = |it: &Message| it.id > table.board.id && is_board(it);
        harness.world().wait_for(&thread.key, next).await.unwrap();
    }
    assert_eq!(harness.boards().len(), 0, "the channel has none");
    harness.sound().await;
}

#[tokio::test]
async fn the_accepting_player_chooses_the_place_if_the_server_allows() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Ask).await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let card = challenge(&harness).await;
    let board = harness.follows(&card, &bob, "Accept here").await;
    assert!(is_board(&board));
    assert!(harness.world().channel(&card.id.to_string()).is_none());
    let card = said(&ana, "/challenge").await;
    bob.presses(&card, "Accept in a thread").await.unwrap();
    let thread = thread_of(&harness, &card).await;
    harness
        .world()
        .wait_for(&thread.key, is_board)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_rematch_requested_in_a_thread_is_played_there_and_keeps_it_open() {
    let (harness, card) = challenged().await;
    // Its channel is the only one where games are allowed.
    let allowed = vec![ChannelId(harness.world().channel("main").unwrap().id)];
    let allowed = Setting::AllowedChannels(allowed);
    harness.store.choose(SERVER, &allowed).await.unwrap();
    let (thread, table) = in_thread(&harness, &card).await;
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "Resign").await.unwrap();
    let last = |it: &Message| carried(it, ":rematch").is_some();
    let end = harness.world().wait_for(&thread.key, last).await.unwrap();
    let again = table.first.presses(&end, "Rematch").await.unwrap();
    let again = again.message().unwrap().clone();
    table.second.presses(&again, "Accept").await.unwrap();
    let new = |it: &Message| it.id > again.id && is_board(it);
    harness.world().wait_for(&thread.key, new).await.unwrap();
    harness.later(HOUR + 1).await;
    harness.later(1).await;
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    harness.sound().await;
    // It also survives the loss of the thread.
    harness.world().delete_channel(&thread.key);
    harness.later(3 * 24 * HOUR - 3 * HOUR).await;
    harness.world().wait_for("main", is_board).await.unwrap();
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn a_name_that_looks_like_a_command_stays_a_name() {
    let names = ["`/resign`", "`/déplacer`"];
    let harness = Harness::open_to(&names).await;
    harness.games_in(GamesIn::Threads).await;
    let [one, other] = names.map(|name| harness.person(name));
    let command = format!("/challenge opponent:{}", other.mention());
    let card = said(&one, &command).await;
    other.presses(&card, "Accept").await.unwrap();
    let thread = thread_of(&harness, &card).await;
    assert!(!thread.name.contains("</"), "{}", thread.name);
    assert!(thread.name.contains("resign"), "{}", thread.name);
    for who in [&one, &other] {
        let games = said(who, "/privacy show").await;
        assert!(!games.text().contains("</resign"), "{}", games.text());
    }
    let completed = one.completes("/board game:").await.unwrap();
    assert!(!completed[0].name.contains("</"), "{completed:?}");
}

#[tokio::test]
async fn a_name_with_markup_or_in_another_direction_is_text_everywhere() {
    let names = ["**[x](https://a.b)**", "\u{202e}evil\nname"];
    let harness = Harness::open_to(&names).await;
    harness.games_in(GamesIn::Threads).await;
    let [one, other] = names.map(|name| harness.person(name));
    let card = said(&one, &format!("/challenge opponent:{}", other.mention())).await;
    other.presses(&card, "Accept").await.unwrap();
    let thread = thread_of(&harness, &card).await;
    assert!(
        !thread.name.contains(['\n', '\u{202e}']),
        "{:?}",
        thread.name
    );
    let told = said(&one, "/privacy show").await;
    let shown = "\\*\\*\\[x\\]\\(https:\u{2060}//a.b\\)\\*\\*";
    assert!(told.text().contains(shown), "{}", told.text());
}

#[tokio::test]
async fn both_players_are_members_of_their_thread_whatever_their_notices() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    for key in ["ana", "bob"] {
        let who = harness.person(key);
        let shown = settings(&who, "Notifications").await;
        who.presses(&shown, "notify:how:never").await.unwrap();
    }
    let card = challenge(&harness).await;
    let (thread, table) = in_thread(&harness, &card).await;
    let thread = harness.world().channel(&thread.key).unwrap();
    for who in [&table.first, &table.second] {
        assert!(thread.members.contains(&who.id()));
    }
    harness.world().shut_thread(&thread.key, false);
    let stranger = harness.person("chloe").in_channel(&thread.key);
    let refused = stranger.presses(&table.board, "Place pieces").await;
    assert!(refused.is_err());
    table
        .mover()
        .presses(&table.board, "Place pieces")
        .await
        .unwrap();
    harness.sound().await;
}

#[tokio::test]
async fn a_refused_member_loses_no_game() {
    let (harness, card) = challenged().await;
    let ana = harness.person("ana");
    harness.world().leave(ana.id(), true);
    let (thread, table) = in_thread(&harness, &card).await;
    assert!(is_board(&table.board));
    let thread = harness.world().channel(&thread.key).unwrap();
    assert!(!thread.members.contains(&ana.id()));
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn a_game_without_a_clock_is_played_in_its_thread_after_a_silent_week() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let bob = harness.person("bob").mention();
    let command = format!("/challenge opponent:{bob} board:5×5 rules:classic time:none");
    let card = said(&harness.person("ana"), &command).await;
    let (thread, table) = in_thread(&harness, &card).await;
    let archived = || harness.world().channel(&thread.key).unwrap().archived;
    harness.settles().await;
    harness.world().skip(7 * DAY + 1);
    assert!(archived());
    harness.later(7 * DAY + HOUR + 1).await;
    let reopened = async {
        let query = "select count(*) from challenges where reopened is not null";
        while harness.count(query).await == 0 {}
    };
    tokio::time::timeout(TIMEOUT, reopened).await.unwrap();
    assert!(!archived());
    let mover = table.mover().clone();
    mover.presses(&table.board, "Place pieces").await.unwrap();
    harness.sound().await;
}

#[tokio::test]
async fn only_managers_of_the_server_choose_where_its_games_are_played() {
    let harness = Harness::open().await;
    let (ana, chief) = (harness.person("ana"), harness.person("bob").as_admin(true));
    let own = ana.types("/setup").await;
    assert!(matches!(own, Err(Refused::NotOffered(_))), "{own:?}");
    let all = setup(&harness, &chief).await;
    assert!(
        all.text()
            .contains("Threads: **none, games stay in the channel**"),
        "{}",
        all.text()
    );
    let chosen = changes(&harness, &chief, &all, ("games-in", &["threads"])).await;
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
    let card = challenge(&harness).await;
    in_thread(&harness, &card).await;
}
