//! Games in threads: opened from the card of the challenge, played there and from the channel, and
//! never lost with the thread.

use siwa::game::{ChannelId, GamesIn, Setting};
use siwa_games::rules::Side;
use siwa_playground::{Channel, InjectedFault, Kind, Logged, Message, Route, World};

use super::harness::{FIREWALL, Harness, SERVER, TIMEOUT};
use super::person::{Person, Says};
use super::play::{Table, carried, is_board, placing, said, settings, start};

pub(super) const VIEW: u64 = 1 << 10;
pub(super) const SEND: u64 = 1 << 11;
pub(super) const ATTACH: u64 = 1 << 15;
pub(super) const OPEN_THREADS: u64 = 1 << 35;
const IN_THREADS: u64 = 1 << 38;

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// A server whose games have threads, and the card of a challenge.
async fn challenged() -> (Harness, Message) {
    let harness = Harness::open_with_threads().await;
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
    bob.presses(card, "accept").await;
    let thread = thread_of(harness, card).await;
    let board = harness.waits_for(&thread.key, is_board).await;
    (thread.clone(), seated(harness, &thread, board))
}

/// Waits for the thread of a card.
async fn thread_of(harness: &Harness, card: &Message) -> Channel {
    let id = card.id.to_string();
    harness.waits_for_channel(&id).await
}

/// The two people in a thread, in the order in which they move.
fn seated(harness: &Harness, thread: &Channel, board: Message) -> Table {
    let there = |key| harness.person(key).in_channel(&thread.key);
    Table::first(
        &there("ana"),
        &there("bob"),
        board,
        start("seega-5-classic"),
    )
}

/// Waits until the card has this text.
async fn card_says(harness: &Harness, card: &Message, text: &str) -> Message {
    let says = |it: &Message| it.text().contains(text);
    harness.waits_until(card.id, says).await
}

/// Makes the first move of a game from the channel where it started; returns the next board there.
async fn moves_on(harness: &Harness, table: &Table) -> Message {
    let newest = harness.newest();
    let mover = table.mover().in_channel("main");
    let command = table.command(&placing("seega-5-classic")[0]);
    mover.types(&command).await;
    let next = |it: &Message| it.id > newest && is_board(it);
    harness.waits_for("main", next).await
}

#[tokio::test]
async fn a_game_has_its_own_thread_and_its_card_shows_the_score() {
    let (harness, card) = challenged().await;
    let (thread, mut table) = in_thread(&harness, &card).await;
    let [first, second] = Side::BOTH.map(|side| name(&table, side));
    let title = format!("{first} – {second} · Seega 5×5 · classic rules (1)");
    assert_eq!(thread.name, title);
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
    let pictured = |it: &Message| it.image().is_some();
    harness.waits_until(card.id, pictured).await;
    // Commands in the channel work as well, and their board is posted in the thread.
    let newest = table.board.id;
    let there = table.mover().in_channel("main");
    let answer = there.types(&table.command(&script[1])).await;
    assert!(answer.private());
    let link = format!("<#{}>", thread.id);
    answer.says(&link);
    table.line.play(&script[1]).unwrap();
    let next = |it: &Message| it.id > newest && is_board(it);
    table.board = harness.waits_for(&thread.key, next).await;
    table.follow(&script[2..]).await;
    assert_eq!(harness.boards().len(), 0);
    let asked = said(&table.first, "/resign").await;
    table.first.presses(&asked, "resign-surely").await;
    let last = |it: &Message| carried(it, ":rematch").is_some();
    harness.waits_for(&thread.key, last).await;
    let told = harness.waits_until(card.id, last).await;
    assert_eq!(told.pinged(), bob);
    // For a week the thread stays open for those who come late.
    harness.later(7 * DAY - HOUR).await;
    harness.world().skip(7 * DAY - HOUR);
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    let end = harness.waits_for(&thread.key, last).await;
    table.second.presses_late(&end, "Replay").await;
    harness.world().skip(2 * HOUR);
    assert!(harness.world().channel(&thread.key).unwrap().archived);
    // The card also has the buttons after the end.
    let again = harness.person("ana").presses(&told, "rematch").await;
    let (other, _) = in_thread(&harness, &again).await;
    assert_ne!(other.id, thread.id);
}

fn name(table: &Table, side: Side) -> String {
    let who: &Person = table.of(side);
    ["ana", "bob"][usize::from(who.id() == 1_100_000_000_000_000_102)].to_owned()
}

fn shut(thread: &mut Channel) {
    thread.archived = true;
    thread.locked = true;
}

#[tokio::test]
async fn a_game_survives_the_loss_of_its_thread() {
    type Harm = fn(&World, &Channel);
    let harms: [(Harm, Kind); 3] = [
        (|world, it| world.delete_channel(&it.key), Kind::NotFound),
        (
            |world, it| world.change_thread(&it.key, shut),
            Kind::Invalid,
        ),
        (
            |world, it| {
                world.change_channel(&it.key, |it| it.permissions = Some(VIEW | SEND | ATTACH))
            },
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
        let answer = second.types(&next).await;
        harness.stripped(board.id).await;
        harness.settles().await;
        let violations = harness.world().take_violations();
        for violation in violations {
            assert!([kind, Kind::Forbidden].contains(&violation.kind));
        }
        assert!(is_board(&answer), "{}", answer.text());
    }
}

#[tokio::test]
async fn without_the_permission_for_threads_a_game_stays_in_the_channel_and_says_so() {
    let (harness, card) = challenged().await;
    for missing in [OPEN_THREADS, IN_THREADS] {
        let all = VIEW | SEND | ATTACH | OPEN_THREADS | IN_THREADS;
        harness.permits("main", all & !missing);
        let card = if harness.boards().is_empty() {
            card.clone()
        } else {
            challenge(&harness).await
        };
        let bob = harness.person("bob");
        let board = harness.follows(&card, &bob, "accept").await;
        assert!(is_board(&board));
        card_says(&harness, &card, "I can’t use threads here").await;
    }
}

#[tokio::test]
async fn a_thread_that_was_opened_without_an_acknowledgement_is_found() {
    let (harness, card) = challenged().await;
    let lost = InjectedFault::unacknowledged(Route::Thread, 500);
    harness.inject(lost);
    let bob = harness.person("bob");
    bob.presses(&card, "accept").await;
    let thread = thread_of(&harness, &card).await;
    harness.later(5).await;
    harness.waits_for(&thread.key, is_board).await;
    harness.settles().await;
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
    let board = harness.waits_for("main", is_board).await;
    harness.finds("main", "it’s still your turn").await;
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
    harness
        .world()
        .change_thread(&thread.key, |thread| thread.archived = true);
    // Only the message of the board is edited, from the channel.
    let waiter = table.second.in_channel("main");
    super::play::leaves(&waiter, "3").await;
    let says = |it: &Message| it.text().contains("Due back");
    harness.waits_until(table.board.id, says).await;
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::Invalid));
}

#[tokio::test]
async fn ten_games_keep_their_threads_in_an_hour_of_a_firewall() {
    let harness = Harness::open_with_threads().await;
    let mut games = Vec::new();
    for _ in 0..10 {
        let card = challenge(&harness).await;
        games.push(in_thread(&harness, &card).await);
    }
    harness.settles().await;
    let routes = [Route::ChannelMessage, Route::EditMessage, Route::Other];
    for route in routes {
        let page = Some(FIREWALL.into());
        let fault = InjectedFault::lasting(route, 403);
        harness.inject(InjectedFault { page, ..fault });
    }
    for (_, table) in &games {
        let mover = table.mover().in_channel("main");
        let command = table.command(&placing("seega-5-classic")[0]);
        mover.types(&command).await;
    }
    for _ in 0..6 {
        harness.clock.skip(HOUR / 6);
        let refused = |it: &Logged| it.status == 403;
        harness.requested(refused).await;
    }
    for route in routes {
        harness.world().lift(route);
    }
    harness.clock.skip(HOUR);
    for (thread, table) in &games {
        let next = |it: &Message| it.id > table.board.id && is_board(it);
        harness.waits_for(&thread.key, next).await;
    }
    assert_eq!(harness.boards().len(), 0, "the channel has none");
}

#[tokio::test]
async fn the_accepting_player_chooses_the_place_if_the_server_allows() {
    let harness = Harness::open().await;
    harness.games_in(GamesIn::Ask).await;
    let [ana, bob] = harness.people(["ana", "bob"]);
    let card = challenge(&harness).await;
    let board = harness.follows(&card, &bob, "accept-here").await;
    assert!(is_board(&board));
    assert!(harness.world().channel(&card.id.to_string()).is_none());
    let card = said(&ana, "/challenge").await;
    bob.presses(&card, "accept").await;
    let thread = thread_of(&harness, &card).await;
    harness.waits_for(&thread.key, is_board).await;
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
    table.first.presses(&asked, "resign-surely").await;
    let last = |it: &Message| carried(it, ":rematch").is_some();
    let end = harness.waits_for(&thread.key, last).await;
    let again = table.first.presses(&end, "rematch").await.message();
    table.second.presses(&again, "accept").await;
    let new = |it: &Message| it.id > again.id && is_board(it);
    harness.waits_for(&thread.key, new).await;
    harness.later(HOUR + 1).await;
    harness.later(1).await;
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
    // It also survives the loss of the thread.
    harness.world().delete_channel(&thread.key);
    harness.later(3 * 24 * HOUR - 3 * HOUR).await;
    harness.waits_for("main", is_board).await;
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
    other.presses(&card, "accept").await;
    let thread = thread_of(&harness, &card).await;
    thread.name.omits("</");
    thread.name.says("resign");
    for who in [&one, &other] {
        said(who, "/privacy show").await.omits("</resign");
    }
    let completed = one.completes("/board game:").await;
    assert!(!completed[0].name.contains("</"), "{completed:?}");
}

#[tokio::test]
async fn a_name_with_markup_or_in_another_direction_is_text_everywhere() {
    let names = ["**[x](https://a.b)**", "\u{202e}evil\nname"];
    let harness = Harness::open_to(&names).await;
    harness.games_in(GamesIn::Threads).await;
    let [one, other] = names.map(|name| harness.person(name));
    let card = said(&one, &format!("/challenge opponent:{}", other.mention())).await;
    other.presses(&card, "accept").await;
    let thread = thread_of(&harness, &card).await;
    let odd = ['\n', '\u{202e}'];
    assert!(!thread.name.contains(odd), "{:?}", thread.name);
    let told = said(&one, "/privacy show").await;
    let shown = "\\*\\*\\[x\\]\\(https:\u{2060}//a.b\\)\\*\\*";
    told.says(shown);
}

#[tokio::test]
async fn both_players_are_members_of_their_thread_whatever_their_notices() {
    let harness = Harness::open_with_threads().await;
    for key in ["ana", "bob"] {
        let who = harness.person(key);
        let shown = settings(&who, "notices").await;
        who.presses(&shown, "notify:how:never").await;
    }
    let card = challenge(&harness).await;
    let (thread, table) = in_thread(&harness, &card).await;
    let thread = harness.world().channel(&thread.key).unwrap();
    for who in [&table.first, &table.second] {
        assert!(thread.members.contains(&who.id()), "{thread:?}");
    }
    harness
        .world()
        .change_thread(&thread.key, |thread| thread.archived = true);
    let stranger = harness.person("chloe").in_channel(&thread.key);
    let stranger = stranger.attempt();
    let refused = stranger.presses(&table.board, "Place pieces").await;
    assert!(refused.is_err());
    table.mover().presses(&table.board, "panel").await;
}

#[tokio::test]
async fn a_refused_member_loses_no_game() {
    let (harness, card) = challenged().await;
    let ana = harness.person("ana");
    harness.world().leave(ana.id(), true);
    let (thread, table) = in_thread(&harness, &card).await;
    assert!(is_board(&table.board));
    let thread = harness.world().channel(&thread.key).unwrap();
    assert!(!thread.members.contains(&ana.id()), "{thread:?}");
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::NotFound));
}

#[tokio::test]
async fn the_thread_of_a_silent_game_is_never_archived() {
    let harness = Harness::open_with_threads().await;
    let bob = harness.person("bob").mention();
    let command = format!("/challenge opponent:{bob} board:5×5 rules:classic time:none");
    let card = said(&harness.person("ana"), &command).await;
    let (thread, table) = in_thread(&harness, &card).await;
    let archived = || harness.world().channel(&thread.key).unwrap().archived;
    harness.settles().await;
    for _ in 0..20 {
        harness.later(DAY).await;
        harness.settles().await;
        harness.world().skip(DAY);
        assert!(!archived());
    }
    let mover = table.mover().clone();
    mover.presses(&table.board, "panel").await;
}

#[tokio::test]
async fn the_thread_of_somebody_else_is_open_again_before_a_player_is_called_to_it() {
    let harness = Harness::open().await;
    for key in ["ana", "bob"] {
        let who = harness.person(key);
        let shown = settings(&who, "notices").await;
        who.presses(&shown, "notify:how:direct").await;
    }
    let thread = harness.world().open_thread("main", "talk").unwrap();
    let ana = harness.person("ana").in_channel(&thread.key);
    let bob = harness.person("bob").in_channel(&thread.key);
    let command = format!("/challenge opponent:{} board:5×5 time:1", bob.mention());
    let card = said(&ana, &command).await;
    bob.presses(&card, "accept").await;
    harness.waits_for(&thread.key, is_board).await;
    harness.settles().await;
    harness
        .world()
        .change_thread(&thread.key, |thread| thread.archive_after = 60);
    harness.world().skip(19 * HOUR);
    assert!(harness.world().channel(&thread.key).unwrap().archived);
    harness.later(19 * HOUR).await;
    let conversations = ["dm:ana", "dm:bob"];
    let is_told = |key: &str| {
        let told = harness.world().messages(key);
        told.iter().any(|it| it.text().contains("still your turn"))
    };
    let told = async {
        while !conversations.iter().any(|key| is_told(key)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, told).await.unwrap();
    assert!(!harness.world().channel(&thread.key).unwrap().archived);
}
