//! Tournaments: sign-up, groups, results, withdrawals, the final; all of it with restarts.

use siwa::app::{Act, App, Rematch, Target};
use siwa::game::{GameSummary, Phase, PlayerId, Tournament, TournamentId};
use siwa::time::{DAY, Zone};
use siwa_playground::{InjectedFault, Kind, Logged, Message, Person, Route};

use super::harness::{FIREWALL, Harness, SERVER, TIMEOUT};
use super::play::{carried, game_of, is_board, said, settings};
use super::threads::{ATTACH, OPEN_THREADS, SEND, VIEW};

pub(super) const CREATION: &str = "/tournament game:seega board:5×5 rules:classic time:1";

fn app(harness: &Harness) -> App {
    App::new(harness.store.clone(), harness.clock.clone())
}

async fn present(harness: &Harness, id: TournamentId) -> Tournament {
    app(harness).tournament(id, SERVER).await.unwrap()
}

/// Waits until a tournament is as it should be.
pub(super) async fn until(
    harness: &Harness,
    id: TournamentId,
    fits: impl Fn(&Tournament) -> bool,
) -> Tournament {
    let found = async {
        loop {
            let now = present(harness, id).await;
            if fits(&now) {
                return now;
            }
            harness.steps().await;
        }
    };
    tokio::time::timeout(2 * TIMEOUT, found).await.unwrap()
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("player{number}")).collect()
}

async fn world(count: usize) -> (Harness, Vec<String>) {
    let names = names(count);
    let keys: Vec<&str> = names.iter().map(String::as_str).collect();
    (Harness::open_to(&keys).await, names)
}

/// The first player opens a tournament, and all join; returns its card.
pub(super) async fn opened(harness: &Harness, names: &[String], command: &str) -> Message {
    let card = said(&harness.person(&names[0]).as_admin(true), command).await;
    for name in names {
        harness.person(name).presses(&card, "Join").await.unwrap();
    }
    card
}

async fn tournament(harness: &Harness) -> TournamentId {
    let found = app(harness)
        .read()
        .find_tournament(SERVER, None)
        .await
        .unwrap();
    found.unwrap().id
}

/// Everyone starts the tournament, and all boards of the first stage are posted.
pub(super) async fn started(harness: &Harness, names: &[String], card: &Message) -> Tournament {
    let id = tournament(harness).await;
    let organizer = harness.person(&names[0]);
    organizer.presses(card, "Start now").await.unwrap();
    until(harness, id, |it| {
        let (posted, total) = it.posted();
        total > 0 && posted == total
    })
    .await
}

/// The loser of a game resigns: of two players, the one who joined later.
pub(super) async fn decided(harness: &Harness, game: &GameSummary) {
    let loser = game.players.first.max(game.players.second);
    let target = Target::Game(game.id);
    let resigned = app(harness)
        .act(loser, game.home(), target, &Act::Resign, None)
        .await;
    resigned.unwrap();
}

pub(super) fn running(of: &Tournament) -> Vec<GameSummary> {
    let running = of.games.iter().filter(|it| it.game.turn.is_some());
    running.map(|it| it.game.clone()).collect()
}

/// Plays all games until the tournament is over.
pub(super) async fn played(harness: &Harness, id: TournamentId) -> Tournament {
    loop {
        let now = until(harness, id, |it| {
            it.phase == Phase::Over || !running(it).is_empty()
        })
        .await;
        if now.phase == Phase::Over {
            return now;
        }
        for game in running(&now) {
            decided(harness, &game).await;
        }
    }
}

/// Both play some moves in a game.
async fn some_moves(harness: &Harness, game: &GameSummary) {
    let app = app(harness);
    for _ in 0..5 {
        let now = app.load(game.id).await.unwrap();
        let (turn, text) = (
            now.turn().unwrap(),
            now.state().legal_moves().swap_remove(0),
        );
        let (target, moved) = (Target::Game(game.id), Act::Play(text, None));
        let moved = app.act(now.player(turn), game.home(), target, &moved, None);
        moved.await.unwrap();
        harness.settles().await;
    }
}

#[tokio::test]
async fn the_thread_of_a_group_holds_the_last_board_of_each_game_and_little_else() {
    let (harness, names) = world(4).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let thread = begun.games[0].card.unwrap().to_string();
    for stage in [6, 12] {
        let now = until(&harness, begun.id, |it| it.games.len() == stage).await;
        for game in running(&now) {
            some_moves(&harness, &game).await;
            decided(&harness, &game).await;
        }
    }
    until(&harness, begun.id, |it| it.phase == Phase::Over).await;
    harness.settles().await;
    let messages = harness.world().messages(&thread);
    let boards = messages.iter().filter(|it| is_board(it));
    assert_eq!(boards.count(), 12);
    assert!(messages.len() <= 40, "{} messages", messages.len());
    harness.sound().await;
}

fn player(who: &Person) -> PlayerId {
    PlayerId(who.id())
}

#[tokio::test]
async fn three_players_play_a_tournament_from_sign_up_to_its_winner() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, &format!("{CREATION} name:Spring Cup")).await;
    let full = harness.world().message(card.id).unwrap();
    assert!(full.text().contains("3 of 32"), "{}", full.text());
    let begun = started(&harness, &names, &card).await;
    assert_eq!(begun.games.len(), 3);
    let group = begun.games[0].card.unwrap();
    let thread = harness.world().channel(&group.to_string()).unwrap();
    assert!(thread.name.contains("Spring Cup"), "{}", thread.name);
    let told = |it: &Message| it.text().contains("The games have started");
    let told = harness.world().wait_for(&thread.key, told).await.unwrap();
    assert_eq!(told.pinged().len(), 3);
    for game in &begun.games {
        let board = game.game.message.unwrap();
        let board = harness.world().message(board.0).unwrap();
        assert!(board.pinged().is_empty(), "each player is notified once");
        let both = [game.game.players.first, game.game.players.second];
        let both = both.map(|player| format!("<@{player}>"));
        assert!(both.iter().all(|name| board.text().contains(name)));
    }
    let over = played(&harness, begun.id).await;
    assert_eq!(over.games.len(), 6);
    assert_eq!(over.winners(), [player(&harness.person(&names[0]))]);
    let won = |it: &Message| it.text().contains("won the tournament");
    let last = harness.world().wait_until(card.id, won).await.unwrap();
    let winner = harness.person(&names[0]).mention();
    assert!(last.text().contains(&winner), "{}", last.text());
    let told = |it: &Message| it.id != card.id && won(it);
    let told = harness.world().wait_for("main", told).await.unwrap();
    assert!(told.text().contains("Spring Cup") && told.pinged().is_empty());
    let link = format!("/{}", card.id);
    assert!(told.text().contains(&link), "{}", told.text());
    let table = |it: &Message| it.text().contains("**3.**") && it.text().contains("**2**");
    let table = harness.world().wait_until(group.0, table).await.unwrap();
    assert_eq!(table.attachments.len(), 1);
    assert!(table.text().contains("Sonneborn-Berger score (SB)"));
    let admin = harness.person(&names[0]).as_admin(true);
    let same = said(&admin, &format!("{CREATION} name:Spring Cup")).await;
    let text = same.text();
    assert!(same.private() && text.contains("already had"), "{text}");
    // Without a name it takes the next free number.
    let numbered = said(&admin, CREATION).await;
    assert!(numbered.text().contains("Seega 1"), "{}", numbered.text());
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_tournament_of_thirty_two_survives_restarts_at_each_step() {
    let (mut harness, names) = world(32).await;
    let card = opened(&harness, &names, &format!("{CREATION} players:32")).await;
    // With the last place taken it starts by itself.
    let id = tournament(&harness).await;
    harness.crash().await;
    until(&harness, id, |it| it.phase == Phase::Running).await;
    for _ in 0..3 {
        // In the middle of posting sixty boards.
        harness.crash().await;
        harness.steps().await;
    }
    let begun = until(&harness, id, |it| {
        let (posted, total) = it.posted();
        total > 0 && posted == total
    })
    .await;
    assert_eq!(begun.groups().len(), 7);
    assert_eq!(begun.games.len(), 4 * 10 + 3 * 6);
    for game in &begun.games {
        let thread = game.game.home().channel.to_string();
        let mut boards = harness.world().messages(&thread);
        let of = game.game.id.to_string();
        boards.retain(|it| is_board(it) && game_of(it) == of);
        assert_eq!(boards.len(), 1, "no board is lost or comes twice");
    }
    let most = |it: &PlayerId| {
        let plays = |game: &&GameSummary| game.players.first == *it || game.players.second == *it;
        running(&begun).iter().filter(plays).count()
    };
    assert!(begun.players.iter().all(|it| most(&it.player) <= 4));
    for game in &running(&begun) {
        decided(&harness, game).await;
    }
    harness.crash().await;
    let seconds = until(&harness, id, |it| running(it).len() == 58).await;
    for game in &running(&seconds) {
        decided(&harness, game).await;
    }
    harness.crash().await;
    // Seven winners play on in two groups, and the winners of those in the final.
    let next = until(&harness, id, |it| it.opened == 8).await;
    assert_eq!(next.stage().len(), 2);
    harness.crash().await;
    for game in &running(&next) {
        decided(&harness, game).await;
    }
    harness.crash().await;
    let over = played(&harness, id).await;
    assert!(over.is_final(10));
    assert_eq!(over.winners().len(), 1);
    let won = |it: &Message| it.text().contains("won the tournament");
    harness.world().wait_until(card.id, won).await.unwrap();
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn bad_input_gets_a_private_answer_and_changes_nothing() {
    let (harness, names) = world(3).await;
    let people: Vec<Person> = names.iter().map(|name| harness.person(name)).collect();
    let none = said(&people[1], "/tournament").await;
    assert!(none.private() && none.text().contains("permission can open one"));
    let denied = said(&people[1].as_admin(false), CREATION).await;
    assert!(denied.private() && denied.text().contains("with the “Manage Server”"));
    let card = said(&people[0].as_admin(true), CREATION).await;
    let second = said(&people[1].as_admin(true), CREATION).await;
    assert!(second.private() && second.text().contains("isn’t over yet"));
    for (who, button, why) in [
        (1, "Leave", "not playing in this tournament"),
        (0, "Start now", "at least 3 players"),
        (1, "Join", ""),
        (1, "Join", "already joined"),
        (1, "Start now", "who opened this tournament"),
        (1, "Cancel the tournament", "who opened this tournament"),
    ] {
        let who = people[who].as_admin(false);
        let answer = who.presses(&card, button).await.unwrap();
        assert!(answer.text().contains(why), "{button}: {}", answer.text());
        assert_eq!(answer.private(), !why.is_empty(), "{button}");
    }
    let asked = people[0].presses(&card, "Cancel the tournament").await;
    let asked = asked.unwrap().message().unwrap().clone();
    assert!(asked.private() && asked.text().contains("it won’t start"));
    let kept = people[0].presses(&asked, "Keep the tournament").await;
    assert!(kept.unwrap().text().contains("**1 of 32**"));
    let sure = carried(&asked, ":cancel-surely").unwrap();
    people[0].presses_late(&asked, sure).await.unwrap();
    let who = format!("{} cancelled this tournament", people[0].mention());
    let cancelled = |it: &Message| it.text().contains(&who);
    harness
        .world()
        .wait_until(card.id, cancelled)
        .await
        .unwrap();
    let late = people[1].presses(&card, "Join").await;
    assert!(late.is_err(), "the card has lost its button");
    let none = "/tournament game:gyges board:5×5";
    let none = said(&people[0].as_admin(true), none).await;
    assert!(none.private(), "{}", none.text());
    // The name of a cancelled tournament is free again.
    let next = said(&people[0].as_admin(true), CREATION).await;
    assert!(next.text().contains("Seega 1"), "{}", next.text());
    let unknown = said(&people[1], "/tournament show:nothing").await;
    assert!(unknown.private() && unknown.text().contains("no such tournament"));
}

#[tokio::test]
async fn a_tournament_with_two_players_is_cancelled_when_its_sign_up_closes() {
    let (harness, names) = world(2).await;
    let card = opened(&harness, &names, &format!("{CREATION} signup:1")).await;
    harness.clock.skip(DAY);
    let cancelled = |it: &Message| it.text().contains("needed at least three players");
    let last = harness
        .world()
        .wait_until(card.id, cancelled)
        .await
        .unwrap();
    assert!(last.live().is_empty());
}

#[tokio::test]
async fn players_who_do_not_move_are_withdrawn_and_hold_up_nobody() {
    let (harness, names) = world(4).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    // Nobody ever moves, so the side to move loses each game.
    let mut last = begun;
    while last.phase != Phase::Over {
        harness.clock.skip(DAY);
        let now = harness.clock.now();
        last = until(&harness, last.id, |it| {
            running(it).iter().all(|game| game.deadline > Some(now))
        })
        .await;
    }
    let losses = |who: PlayerId| {
        let lost = last.games.iter().filter(|it| {
            let loser = it
                .game
                .winner
                .map(|winner| *it.game.players.get(winner.other()));
            it.on_time && loser == Some(who)
        });
        lost.count()
    };
    let withdrawn: Vec<_> = last.players.iter().filter(|it| it.withdrawn).collect();
    assert!(!withdrawn.is_empty());
    assert!(withdrawn.iter().all(|it| losses(it.player) >= 2));
    // Games of pairs that count for nobody withdraw nobody.
    for group in last.groups() {
        let mut rows = group.rows.iter();
        assert!(rows.all(|it| group.players[it.player].withdrawn || it.losses_on_time < 2));
    }
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_player_withdraws_by_a_button_and_others_play_on() {
    let (harness, names) = world(4).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let leaver = harness.person(&names[3]);
    let group = begun.games[0].card.unwrap();
    let games = leaver.presses(group.0, "My games").await.unwrap();
    let games = games.message().unwrap().clone();
    assert!(
        games.text().contains("in 3 games") || games.text().contains("in one game"),
        "{}",
        games.text()
    );
    let asked = leaver.presses(&games, "Withdraw").await.unwrap();
    let asked = asked.message().unwrap().clone();
    let sure = carried(&asked, ":withdraw-surely").unwrap().to_owned();
    leaver.presses(&asked, &sure).await.unwrap();
    let over = played(&harness, begun.id).await;
    // Three pairs of the others, and none of the three against the leaver has a second game.
    assert_eq!(over.games.len(), 6 + 3);
    assert!(over.entrant(player(&leaver)).unwrap().withdrawn);
    let shown = |it: &Message| it.text().contains("(withdrawn)");
    harness.world().wait_until(group.0, shown).await.unwrap();
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn an_organizer_cancels_a_running_tournament_and_its_games_go_on() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let cancel = |of: &Message| carried(of, ":cancel").map(str::to_owned);
    let player = harness.person(&names[1]).as_admin(false);
    let standings = player.presses(&card, "Standings").await.unwrap();
    assert_eq!(cancel(standings.message().unwrap()), None);
    let organizer = harness.person(&names[0]).as_admin(false);
    let standings = organizer.presses(&card, "Standings").await.unwrap();
    let standings = standings.message().unwrap();
    let button = cancel(standings).unwrap();
    let asked = organizer.presses(standings, &button).await.unwrap();
    let keep = "Keep the tournament";
    let kept = organizer.presses(asked.message().unwrap(), keep).await;
    let kept = kept.unwrap().message().unwrap().clone();
    let asked = organizer.presses(&kept, &button).await.unwrap();
    let asked = asked.message().unwrap().clone();
    assert!(asked.private() && asked.text().contains("Games in progress go on"));
    let sure = carried(&asked, ":cancel-surely").unwrap().to_owned();
    let done = organizer.presses(&asked, &sure).await.unwrap();
    let who = format!("{} cancelled this", organizer.mention());
    assert!(done.text().contains(&who), "{}", done.text());
    let cancelled = |it: &Message| it.text().contains(&who);
    let last = harness.world().wait_until(card.id, cancelled).await;
    assert!(last.unwrap().live().is_empty());
    for game in running(&begun) {
        decided(&harness, &game).await;
    }
    harness.settles().await;
    let after = present(&harness, begun.id).await;
    assert_eq!((after.phase, after.games.len()), (Phase::Cancelled, 3));
    // The server can have another one.
    let next = said(&organizer.as_admin(true), CREATION).await;
    assert!(!next.private(), "{}", next.text());
    // No second game of this pair follows, so it can have a rematch.
    let game = &begun.games[0].game;
    let place = (game.home(), siwa::game::Openable::Never);
    let origin = siwa::game::Cause(1).into();
    let app = app(&harness);
    let again = app.rematch(game.id, game.players.first, place, "en", &origin);
    assert!(matches!(again.await, Ok(Rematch::Asked(_))));
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn deleted_data_of_a_player_leaves_an_anonymous_row() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let gone = player(&harness.person(&names[2]));
    app(&harness).forget(gone, None).await.unwrap();
    let over = played(&harness, begun.id).await;
    assert!(over.entrant(gone).is_none());
    let row = over.players.iter().find(|it| it.player.is_gone()).unwrap();
    assert!(row.withdrawn);
    assert_eq!(over.games.len(), 2 + 2);
    // What is over stays as it is, also if its winner deletes their data.
    let winner = over.winners()[0];
    app(&harness).forget(winner, None).await.unwrap();
    let after = present(&harness, begun.id).await;
    assert!(after.winners()[0].is_gone());
    assert_eq!(after.winners().len(), 1);
    assert!(after.organizer.is_gone());
    let group = after.games[0].card.unwrap();
    let forgotten = |it: &Message| !it.text().contains(&format!("<@{}>", winner.0));
    harness
        .world()
        .wait_until(group.0, forgotten)
        .await
        .unwrap();
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_player_who_left_the_server_is_withdrawn_after_the_first_loss_on_time() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let left = &begun.games[0].game;
    let (gone, stays) = (left.players.first, left.players.second);
    harness.world().leave(gone.0, true);
    harness.settles().await;
    // Only this game is not moved on in time.
    let others = running(&begun);
    for game in others.iter().filter(|it| it.id != left.id) {
        decided(&harness, game).await;
    }
    harness.clock.skip(DAY);
    let left = until(&harness, begun.id, |it| it.entrant(gone).unwrap().withdrawn).await;
    let lost = left.games.iter().filter(|it| it.on_time && it.is_of(gone));
    assert_eq!(lost.count(), 1);
    assert!(!left.entrant(stays).unwrap().withdrawn);
}

#[tokio::test]
async fn a_rematch_waits_until_the_pair_of_a_tournament_is_over() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    let game = &begun.games[0].game;
    let (loser, venue) = (game.players.first, game.home());
    let (app, target) = (app(&harness), Target::Game(game.id));
    app.act(loser, venue, target, &Act::Resign, None)
        .await
        .unwrap();
    let origin = siwa::game::Cause(1).into();
    let place = (venue, siwa::game::Openable::Never);
    let early = app.rematch(game.id, loser, place, "en", &origin).await;
    assert!(early.is_err(), "{early:?}");
    until(&harness, begun.id, |it| it.games.len() == 4).await;
}

#[tokio::test]
async fn groups_whose_channel_is_gone_are_over_all_the_same() {
    let (harness, names) = world(3).await;
    opened(&harness, &names, CREATION).await;
    let id = tournament(&harness).await;
    harness.settles().await;
    harness.world().delete_channel("main");
    let start = |of: &mut Tournament, now| of.start(now);
    app(&harness).change_tournament(id, start).await.unwrap();
    until(&harness, id, |it| it.phase == Phase::Running).await;
    harness.settles().await;
    let over = played(&harness, id).await;
    assert_eq!(over.games.len(), 6);
    harness.settles().await;
    // Every request to that channel is refused.
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn each_player_is_told_once_that_the_games_have_begun_as_they_want() {
    let (harness, names) = world(4).await;
    for (name, how) in names.iter().zip(["Direct message", "Off"]) {
        let person = harness.person(name);
        let shown = settings(&person, "Notifications").await;
        person.presses(&shown, how).await.unwrap();
    }
    let sleeper = harness.person(&names[3]);
    let shown = settings(&sleeper, "Notifications").await;
    let quiet = sleeper.selects(&shown, "notify:quiet", &["22-7"]);
    quiet.await.unwrap();
    let zone = Zone::default();
    let night = zone.next(harness.clock.now(), 23).unwrap();
    harness.later(night.0 - harness.clock.now().0).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    harness.settles().await;
    let conversation = format!("dm:{}", names[0]);
    let told = harness.world().messages(&conversation);
    assert_eq!(told.len(), 1, "{told:#?}");
    let thread = begun.games[0].card.unwrap().to_string();
    assert!(told[0].text().contains(&thread), "{}", told[0].text());
    harness.later(8 * 3_600).await;
    harness.settles().await;
    let lists = harness.world().messages(&thread);
    let lists = lists
        .iter()
        .filter(|it| it.text().contains("The games have started"));
    let pinged: Vec<_> = lists.map(Message::pinged).collect();
    let pings = [2, 3].map(|at: usize| [harness.person(&names[at]).id()]);
    assert_eq!(pinged, pings);
    assert!(
        harness
            .world()
            .channel(&format!("dm:{}", names[1]))
            .is_none()
    );
    harness.sound().await;
}

#[tokio::test]
async fn without_permissions_a_tournament_is_played_in_words_in_its_channel() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    harness.settles().await;
    // Those for pictures and threads were removed.
    harness.world().set_bot_permissions("main", VIEW | SEND);
    let begun = started(&harness, &names, &card).await;
    let told = |it: &Message| it.text().contains("The games have started");
    let told = harness.world().wait_for("main", told).await.unwrap();
    assert_eq!(told.pinged().len(), 3);
    let group = begun.games[0].card.unwrap();
    let group = harness.world().message(group.0).unwrap();
    assert!(group.image().is_none() && group.text().contains("**1.**"));
    harness.settles().await;
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::Forbidden));
}

#[tokio::test]
async fn the_games_of_a_group_are_announced_in_its_channel_if_its_thread_is_closed() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    harness.settles().await;
    // Threads can be opened, but not written in.
    let all = VIEW | SEND | ATTACH | OPEN_THREADS;
    harness.world().set_bot_permissions("main", all);
    started(&harness, &names, &card).await;
    let told = |it: &Message| it.text().contains("The games have started");
    let told = harness.world().wait_for("main", told).await.unwrap();
    assert_eq!(told.pinged().len(), 3);
    harness.settles().await;
    let violations = harness.world().take_violations();
    assert!(violations.iter().all(|it| it.kind == Kind::Forbidden));
}

#[tokio::test]
async fn a_firewall_at_the_end_of_a_sign_up_removes_nobody() {
    for (code, page) in [(0, Some(FIREWALL)), (40_333, None)] {
        let (harness, names) = world(8).await;
        opened(&harness, &names, CREATION).await;
        let id = tournament(&harness).await;
        harness.settles().await;
        harness.world().inject(InjectedFault {
            page: page.map(Into::into),
            ..InjectedFault::lasting(Route::Other, 403).with_code(code)
        });
        harness.clock.skip(DAY);
        let refused = |it: &Logged| it.status == 403 && it.path.contains("/members/");
        harness.world().wait_for_request(refused).await.unwrap();
        harness.world().lift(Route::Other);
        harness.clock.skip(60 * 60);
        let begun = until(&harness, id, |it| it.phase != Phase::SignUp).await;
        assert_eq!(begun.phase, Phase::Running);
        assert_eq!(begun.players.len(), 8);
        assert!(begun.players.iter().all(|it| !it.withdrawn));
    }
}

#[tokio::test]
async fn no_tournament_starts_in_a_server_that_removed_the_bot() {
    let (harness, names) = world(3).await;
    opened(&harness, &names, CREATION).await;
    let id = tournament(&harness).await;
    harness.settles().await;
    harness.world().remove_bot(true);
    harness.clock.skip(DAY);
    let last = until(&harness, id, |it| it.phase != Phase::SignUp).await;
    assert_eq!((last.phase, last.games.len()), (Phase::Cancelled, 0));
    harness.settles().await;
    // Every request to that server is refused.
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn the_card_of_a_tournament_comes_once_if_discord_fails_at_first() {
    let (harness, names) = world(3).await;
    let person = harness.person(&names[0]).as_admin(true);
    let card = opened(&harness, &names, CREATION).await;
    // The card of the group is posted, but the bot does not hear of it.
    harness
        .world()
        .inject(InjectedFault::unacknowledged(Route::ChannelMessage, 500));
    let begun = started(&harness, &names, &card).await;
    harness.settles().await;
    let group = begun.games[0].card.unwrap();
    let cards = harness.world().messages("main");
    let cards = cards
        .iter()
        .filter(|it| carried(it, ":standings:1").is_some());
    assert_eq!(cards.map(|it| it.id).collect::<Vec<_>>(), [group.0]);
    let shown = said(&person, "/tournament").await;
    assert!(shown.private());
    assert!(
        shown.text().contains("Sonneborn-Berger"),
        "{}",
        shown.text()
    );
}

#[tokio::test]
async fn the_games_of_a_group_are_announced_once_though_the_bot_was_not_told_so() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let of = started(&harness, &names, &card).await;
    harness.settles().await;
    let mut database = harness.database().await;
    // The announcement was posted, but not acknowledged, and Discord has forgotten its nonce.
    let again = "insert into outbox (id, role, channel, tournament, seq, created, due, attempts)
         select 5, 'begun', coalesce(thread, channel), tournament, section, started, started, 1
         from games where id = (select min(id) from games)";
    sqlx::query(again).execute(&mut database).await.unwrap();
    harness.settles().await;
    assert_eq!(harness.count("select count(*) from outbox").await, 0);
    let thread = of.games[0].card.unwrap().to_string();
    let all = harness.world().messages(&thread);
    let begun = all
        .iter()
        .filter(|it| it.text().contains("The games have started"));
    assert_eq!(begun.count(), 1);
}
