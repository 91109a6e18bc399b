//! Tournaments: sign-up, groups, results, withdrawals, the final; all of it with restarts.

use siwa::app::{Act, App, Rematch, Target};
use siwa::game::{
    GameSummary, Openable, PairResult, Phase, Place, PlayerId, Setting, Tournament, TournamentId,
};
use siwa::time::{DAY, Zone};
use siwa_playground::{InjectedFault, Kind, Logged, Message, Route};

use crate::table::origin;

use super::harness::{FIREWALL, Harness, SERVER, TIMEOUT};
use super::person::{Person, Says, SaysTo};
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
        harness.person(name).presses(&card, "join").await;
    }
    card
}

async fn tournament(harness: &Harness) -> TournamentId {
    let app = app(harness);
    let found = app.store().find_tournament(SERVER, None).await;
    found.unwrap().unwrap().id
}

/// Everyone starts the tournament, and all boards of the first stage are posted.
pub(super) async fn started(harness: &Harness, names: &[String], card: &Message) -> Tournament {
    let organizer = harness.person(&names[0]);
    organizer.presses(card, "start").await;
    posted(harness).await
}

/// Waits until all boards of the first stage are posted.
async fn posted(harness: &Harness) -> Tournament {
    let all = |it: &Tournament| {
        let (posted, total) = it.posted();
        total > 0 && posted == total
    };
    until(harness, tournament(harness).await, all).await
}

/// A tournament of so many players that has started, with their names and its card.
async fn begun(count: usize) -> (Harness, Vec<String>, Message, Tournament) {
    let (harness, names) = world(count).await;
    let card = opened(&harness, &names, CREATION).await;
    let begun = started(&harness, &names, &card).await;
    (harness, names, card, begun)
}

/// The loser of a game resigns: of two players, the one who joined later.
pub(super) async fn decided(harness: &Harness, game: &GameSummary) {
    let loser = game.players.first.max(game.players.second);
    let target = Target::Game(game.id);
    let app = app(harness);
    let resigned = app.act(loser, game.home(), target, &Act::Resign, None);
    resigned.await.unwrap();
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
        let turn = now.turn().unwrap();
        let text = now.state().legal_moves().swap_remove(0);
        let target = Target::Game(game.id);
        let moved = Act::Play(text, None);
        let moved = app.act(now.player(turn), game.home(), target, &moved, None);
        moved.await.unwrap();
        harness.settles().await;
    }
}

#[tokio::test]
async fn the_thread_of_a_group_holds_the_last_board_of_each_game_and_little_else() {
    let (harness, _, _, begun) = begun(4).await;
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
}

fn player(who: &Person) -> PlayerId {
    PlayerId(who.id())
}

#[tokio::test]
async fn three_players_play_a_tournament_from_sign_up_to_its_winner() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, &format!("{CREATION} name:Spring Cup")).await;
    // The card may still be edited to an earlier state, and then to this one.
    let full = |it: &Message| it.text().contains("3 of 32");
    harness.waits_until(card.id, full).await;
    let begun = started(&harness, &names, &card).await;
    assert_eq!(begun.games.len(), 3);
    let group = begun.games[0].card.unwrap();
    let thread = harness.world().channel(&group.to_string()).unwrap();
    thread.name.says("Spring Cup");
    let told = harness.finds(&thread.key, "The games have started").await;
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
    let last = harness.waits_until(card.id, won).await;
    let winner = harness.person(&names[0]).mention();
    last.says(&winner);
    let told = |it: &Message| it.id != card.id && won(it);
    let told = harness.waits_for("main", told).await;
    assert!(told.text().contains("Spring Cup") && told.pinged().is_empty());
    let link = format!("/{}", card.id);
    told.says(&link);
    let table = |it: &Message| it.text().contains("**3.**") && it.text().contains("**2**");
    let table = harness.waits_until(group.0, table).await;
    assert_eq!(table.attachments.len(), 1);
    table.says("Sonneborn-Berger score (SB)");
    let admin = harness.person(&names[0]).as_admin(true);
    let same = said(&admin, &format!("{CREATION} name:Spring Cup")).await;
    let text = same.text();
    assert!(same.private() && text.contains("already had"), "{text}");
    // Without a name it takes the next free number.
    said(&admin, CREATION).await.says("Seega 1");
    harness.settles().await;
    let boards = harness.with(&thread.key, "It counts in the tournament");
    assert_eq!(boards.len(), 3, "the last board of each pair says so");
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
    let begun = posted(&harness).await;
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
    harness.waits_until(card.id, won).await;
    harness.settles().await;
}

#[tokio::test]
async fn bad_input_gets_a_private_answer_and_changes_nothing() {
    let (harness, names) = world(3).await;
    let people: Vec<Person> = names.iter().map(|name| harness.person(name)).collect();
    let none = said(&people[1], "/tournament").await;
    none.says_privately("permission can open one");
    let denied = said(&people[1].as_admin(false), CREATION).await;
    denied.says_privately("with the “Manage Server”");
    let card = said(&people[0].as_admin(true), CREATION).await;
    let second = said(&people[1].as_admin(true), CREATION).await;
    second.says_privately("isn’t over yet");
    for (who, button, why) in [
        (1, "leave", "not playing in this tournament"),
        (0, "start", "at least 3 players"),
        (1, "join", ""),
        (1, "join", "already joined"),
        (1, "start", "who opened this tournament"),
        (1, "cancel", "who opened this tournament"),
    ] {
        let who = people[who].as_admin(false);
        let answer = who.presses(&card, button).await;
        assert!(answer.text().contains(why), "{button}: {}", answer.text());
        assert_eq!(answer.private(), !why.is_empty(), "{button}");
    }
    let asked = people[0].presses(&card, "cancel").await;
    let asked = asked.message();
    asked.says_privately("it won’t start");
    let kept = people[0].presses(&asked, "standings").await;
    kept.says("**1 of 32**");
    people[0].presses_act(&asked, ":cancel-surely").await;
    let who = format!("{} cancelled this tournament", people[0].mention());
    let cancelled = |it: &Message| it.text().contains(&who);
    harness.waits_until(card.id, cancelled).await;
    let late = people[1].attempt().presses(&card, "join").await;
    assert!(late.is_err(), "the card has lost its button");
    let none = "/tournament game:gyges board:5×5";
    let none = said(&people[0].as_admin(true), none).await;
    assert!(none.private(), "{}", none.text());
    // The name of a cancelled tournament is free again.
    let next = said(&people[0].as_admin(true), CREATION).await;
    next.says("Seega 1");
    let unknown = said(&people[1], "/tournament show:nothing").await;
    unknown.says_privately("no such tournament");
}

#[tokio::test]
async fn players_who_do_not_move_are_withdrawn_and_hold_up_nobody() {
    let (harness, _, _, begun) = begun(4).await;
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
}

#[tokio::test]
async fn a_player_withdraws_by_a_button_and_others_play_on() {
    let (harness, names, _, begun) = begun(4).await;
    let leaver = harness.person(&names[3]);
    let group = begun.games[0].card.unwrap();
    let games = leaver.presses(group.0, "games").await.message();
    let listed = games.text();
    let some = ["in 3 games", "in one game"];
    assert!(some.iter().any(|it| listed.contains(it)), "{listed}");
    let asked = leaver.presses(&games, "withdraw").await.message();
    // Cards that are edited from now on are in the language that the server has now.
    let french = Setting::Locale(Some("fr".to_owned()));
    harness.store.choose(SERVER, &french).await.unwrap();
    leaver.presses(&asked, "withdraw-surely").await;
    let over = played(&harness, begun.id).await;
    // Three pairs of the others, and none of the three against the leaver has a second game.
    assert_eq!(over.games.len(), 6 + 3);
    let results = |result| over.stage()[0].count(result);
    let missing = [PairResult::Pending, PairResult::Unplayed].map(results);
    assert_eq!(missing, [0, 3]);
    assert!(over.entrant(player(&leaver)).unwrap().withdrawn);
    let shown = |it: &Message| it.text().contains("(hors tournoi)");
    harness.waits_until(group.0, shown).await;
    harness.settles().await;
}

#[tokio::test]
async fn an_organizer_cancels_a_running_tournament_and_its_games_go_on() {
    let (harness, names, card, begun) = begun(3).await;
    let cancel = |of: &Message| carried(of, ":cancel").map(str::to_owned);
    let player = harness.person(&names[1]).as_admin(false);
    let standings = player.presses(&card, "standings").await;
    assert_eq!(cancel(&standings), None);
    let organizer = harness.person(&names[0]).as_admin(false);
    let standings = &organizer.presses(&card, "standings").await;
    let button = cancel(standings).unwrap();
    let asked = organizer.presses(standings, &button).await;
    let kept = organizer.presses(&asked, "standings").await;
    let kept = kept.message();
    let asked = organizer.presses(&kept, &button).await.message();
    asked.says_privately("Games in progress go on");
    let done = organizer.presses(&asked, "cancel-surely").await;
    let who = format!("{} cancelled this", organizer.mention());
    done.says(&who);
    let cancelled = |it: &Message| it.text().contains(&who);
    let last = harness.waits_until(card.id, cancelled).await;
    assert!(last.live().is_empty());
    let group = begun.games[0].card.unwrap();
    let last = harness.waits_until(group.0, cancelled).await;
    last.says("Games in progress go on");
    let own = player.presses(group.0, "games").await;
    own.says_privately("game 1 of 2");
    for game in running(&begun) {
        decided(&harness, &game).await;
    }
    harness.settles().await;
    let after = present(&harness, begun.id).await;
    assert_eq!((after.phase, after.games.len()), (Phase::Cancelled, 3));
    let ends = harness.with(&group.0.to_string(), "This pair has no second game");
    assert_eq!(ends.len(), 3);
    assert!(ends.iter().all(|it| it.text().contains("unrated")));
    // The server can have another one.
    let next = said(&organizer.as_admin(true), CREATION).await;
    assert!(!next.private(), "{}", next.text());
    // No second game of this pair follows, so it can have a rematch.
    let game = &begun.games[0].game;
    let place = Place::new(game.home(), Openable::Never);
    let origin = origin(1);
    let app = app(&harness);
    let again = app.rematch(game.id, game.players.first, place, "en", &origin);
    assert!(matches!(again.await.unwrap().value, Rematch::Asked(_)));
    harness.settles().await;
}

#[tokio::test]
async fn deleted_data_of_a_player_leaves_an_anonymous_row() {
    let (harness, names, _, begun) = begun(3).await;
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
    let table = harness.waits_until(group.0, forgotten).await;
    let alt = table.image().unwrap().description.clone().unwrap();
    alt.says("lost to someone who left");
    harness.settles().await;
}

#[tokio::test]
async fn a_player_who_left_the_server_is_withdrawn_after_the_first_loss_on_time() {
    let (harness, _, _, begun) = begun(3).await;
    let left = &begun.games[0].game;
    let gone = left.players.first;
    let stays = left.players.second;
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
    let (harness, _, _, begun) = begun(3).await;
    let game = &begun.games[0].game;
    let loser = game.players.first;
    let venue = game.home();
    let app = app(&harness);
    let target = Target::Game(game.id);
    app.act(loser, venue, target, &Act::Resign, None)
        .await
        .unwrap();
    let origin = origin(1);
    let place = Place::new(venue, Openable::Never);
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
    for (name, how) in names.iter().zip(["direct", "never"]) {
        let person = harness.person(name);
        let shown = settings(&person, "notices").await;
        person.presses(&shown, how).await;
    }
    let sleeper = harness.person(&names[3]);
    let shown = settings(&sleeper, "notices").await;
    sleeper.selects(&shown, "notify:quiet", &["22-7"]).await;
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
    told[0].says(&thread);
    harness.later(8 * 3_600).await;
    harness.settles().await;
    let lists = harness.with(&thread, "The games have started");
    let pinged: Vec<_> = lists.iter().map(Message::pinged).collect();
    let pings = [2, 3].map(|at: usize| [harness.person(&names[at]).id()]);
    assert_eq!(pinged, pings);
    let direct = harness.world().channel(&format!("dm:{}", names[1]));
    assert!(direct.is_none());
}

#[tokio::test]
async fn where_threads_cannot_be_used_a_tournament_is_played_in_its_channel_if_need_be_in_words() {
    // Those for pictures and threads were removed, or threads can be opened, but not written in.
    for left in [VIEW | SEND, VIEW | SEND | ATTACH | OPEN_THREADS] {
        let (harness, names) = world(3).await;
        let card = opened(&harness, &names, CREATION).await;
        harness.settles().await;
        harness.permits("main", left);
        let begun = started(&harness, &names, &card).await;
        let told = harness.finds("main", "The games have started").await;
        assert_eq!(told.pinged().len(), 3);
        let group = begun.games[0].card.unwrap();
        let group = harness.world().message(group.0).unwrap();
        assert_eq!(group.image().is_some(), left & ATTACH != 0);
        assert!(group.image().is_some() || group.text().contains("**1.**"));
        harness.settles().await;
        let violations = harness.world().take_violations();
        assert!(violations.iter().all(|it| it.kind == Kind::Forbidden));
    }
}

#[tokio::test]
async fn the_name_of_a_tournament_is_text_everywhere() {
    let (harness, names) = world(3).await;
    let command = format!("{CREATION} name:[x](https://a.b)");
    let card = opened(&harness, &names, &command).await;
    let shown = "\\[x\\]\\(https:\u{2060}//a.b\\)";
    card.says(shown);
    let begun = started(&harness, &names, &card).await;
    harness.settles().await;
    let group = begun.games[0].card.unwrap().to_string();
    let thread = harness.world().channel(&group).unwrap();
    thread.name.says("[x](https://a.b)");
    let person = harness.person(&names[0]);
    said(&person, "/tournament").await.says(shown);
}

#[tokio::test]
async fn a_firewall_at_the_end_of_a_sign_up_removes_nobody() {
    for (code, page) in [(0, Some(FIREWALL)), (40_333, None)] {
        let (harness, names) = world(8).await;
        opened(&harness, &names, CREATION).await;
        let id = tournament(&harness).await;
        harness.settles().await;
        harness.inject(InjectedFault {
            page: page.map(Into::into),
            ..InjectedFault::lasting(Route::Other, 403).with_code(code)
        });
        harness.clock.skip(DAY);
        let refused = |it: &Logged| it.status == 403 && it.path.contains("/members/");
        harness.requested(refused).await;
        harness.world().lift(Route::Other);
        // The sign-up stays open for an hour after the outage.
        harness.clock.skip(60 * 60);
        harness.later(60 * 60 + 1).await;
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
    harness.inject(InjectedFault::unacknowledged(Route::ChannelMessage, 500));
    let begun = started(&harness, &names, &card).await;
    harness.settles().await;
    let group = begun.games[0].card.unwrap();
    let cards = harness.world().messages("main");
    let cards = cards
        .iter()
        .filter(|it| carried(it, ":standings:1").is_some());
    assert_eq!(cards.map(|it| it.id).collect::<Vec<_>>(), [group.0]);
    let shown = said(&person, "/tournament").await;
    shown.says_privately("Sonneborn-Berger");
}

#[tokio::test]
async fn the_games_of_a_group_are_announced_once_though_the_bot_was_not_told_so() {
    let (harness, names) = world(3).await;
    let card = opened(&harness, &names, CREATION).await;
    let of = started(&harness, &names, &card).await;
    harness.settles().await;
    // The announcement was posted, but not acknowledged, and Discord has forgotten its nonce.
    harness.announce_a_group_again().await;
    harness.settles().await;
    assert_eq!(harness.rows("outbox").await, 0);
    let thread = of.games[0].card.unwrap().to_string();
    assert_eq!(harness.with(&thread, "The games have started").len(), 1);
}

#[tokio::test]
async fn an_entrant_whose_account_is_gone_is_removed_and_the_others_play() {
    for code in [10_007, 10_013] {
        let (harness, names) = world(4).await;
        opened(&harness, &names, CREATION).await;
        let id = tournament(&harness).await;
        harness.settles().await;
        let gone = InjectedFault::once(Route::Other, 404).with_code(code);
        // The only request about them asks whether they are a member.
        let channel = Some(harness.person(&names[3]).id());
        harness.inject(InjectedFault { channel, ..gone });
        harness.clock.skip(DAY);
        let begun = until(&harness, id, |it| it.phase != Phase::SignUp).await;
        assert_eq!(
            (begun.phase, begun.players.len()),
            (Phase::Running, 3),
            "{code}"
        );
        harness.settles().await;
    }
}

#[tokio::test]
async fn a_button_in_the_list_of_my_games_opens_that_game() {
    let (harness, names, _, begun) = begun(3).await;
    let person = harness.person(&names[0]);
    let group = begun.games[0].card.unwrap();
    let own = begun.games.iter().map(|it| &it.game);
    let own = own.filter(|it| it.players.side_of(&player(&person)).is_some());
    let own: Vec<&GameSummary> = own.collect();
    assert_eq!(own.len(), 2);
    for game in own {
        let games = person.presses(group.0, "games").await;
        let open = format!("open:{}", game.id);
        let panel = person.presses(&games, &open).await;
        panel.says_privately(&format!("#{}", game.id));
        assert!(panel.image().is_some(), "{}", panel.text());
    }
}
