//! Games with the bot itself.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::{Side, Stage};
use siwa_playground::{Channel, InjectedFault, Kind, Message, Person, Route};

use siwa::cli::playground::FIRST_COMMAND;
use siwa::game::GamesIn;

use super::harness::Harness;
use super::outside::by_own_token;
use super::play::{Random, alone, carried, chosen, game_of, is_board, lively, said, shown, start};

fn is_thread(channel: Channel) -> bool {
    channel.parent.is_some()
}

/// A person in a game with the bot.
struct Alone<'a> {
    harness: &'a Harness,
    who: Person,
    place: &'a str,
    /// Whether the board is edited, instead of posted again.
    edited: bool,
    variant: &'static str,
    id: String,
    /// The message with the present board.
    board: Message,
    /// The version of the board when it was last the person's turn.
    seen: Option<u32>,
}

impl<'a> Alone<'a> {
    /// Starts a game with the bot, and waits until it is the person's turn.
    async fn begin(harness: &'a Harness, who: &Person, variant: &'static str, level: &str) -> Self {
        let board = alone(harness, who, variant, level, "Start").await;
        assert!(!board.private(), "{}", board.text());
        Self::at(harness, (who, "main"), variant, board).await
    }

    /// Like `begin`, but with menus, in a user install or in the conversation with the bot.
    async fn begin_outside(harness: &'a Harness, who: &Person, place: &'a str) -> Self {
        let menu = said(who, "/play").await;
        let menu = chosen(who, &menu, &["gyges-gates", "1"]).await;
        assert!(
            menu.text()
                .contains("I can only reply here when you press or type something"),
            "{}",
            menu.text()
        );
        assert_eq!(carried(&menu, ":rated"), None);
        who.presses(&menu, "Start").await.unwrap();
        let first = |it: &Message| it.id > menu.id && it.text().contains("level 1");
        let board = harness.world().wait_for(place, first).await.unwrap();
        Self::at(harness, (who, place), "gyges-gates", board).await
    }

    async fn at(
        harness: &'a Harness,
        (who, place): (&Person, &'a str),
        variant: &'static str,
        board: Message,
    ) -> Self {
        let mut alone = Self {
            harness,
            who: who.clone(),
            place,
            edited: ["main", "dm:ana"].contains(&place)
                || harness.world().channel(place).is_some_and(is_thread),
            variant,
            id: game_of(&board),
            board,
            seen: None,
        };
        alone.answered().await;
        alone
    }

    /// Waits until it is the person's turn, or the game has ended.
    async fn answered(&mut self) {
        let ready =
            |message: &Message| message.id >= self.board.id && shown(message, &self.id) > self.seen;
        let board = self.harness.world().wait_for(self.place, ready).await;
        self.board = board.unwrap();
        self.seen = shown(&self.board, &self.id);
        // In a conversation with the bot, each new message notifies.
        if self.edited && self.place != "dm:ana" {
            assert_eq!(self.board.pinged(), [0; 0], "{}", self.board.text());
        }
    }

    fn over(&self) -> bool {
        carried(&self.board, ":rematch").is_some()
    }

    /// The state of the game, from the database.
    async fn state(&self) -> Box<dyn GameState> {
        let mut database = self.harness.database().await;
        let moves: Vec<String> = sqlx::query_scalar(
            "select text from events where game = $1 and kind = 'moved' order by seq",
        )
        .bind(self.id.parse::<i64>().unwrap())
        .fetch_all(&mut database)
        .await
        .unwrap();
        let mut line = start(self.variant);
        for text in &moves {
            line.play(text).unwrap();
        }
        line
    }

    /// The command that plays a move in this state.
    fn command(&self, line: &dyn GameState, text: &str) -> String {
        let command = match line.stage() {
            Stage::Placement => "/place squares",
            Stage::Movement => "/move move",
        };
        format!("{command}:{text} game:{}", self.id)
    }

    /// The person moves; returns the immediate answer.
    async fn moves(&mut self, text: &str) -> Message {
        let command = self.command(&*self.state().await, text);
        let said = said(&self.who, &command).await;
        // Where no message can be edited, each turn has one of its own.
        assert_eq!(said.private(), self.edited, "{}", said.text());
        if !self.edited {
            self.board = said.clone();
        }
        said
    }

    /// Makes two turns, which Siwa answers, so that the game counts.
    async fn two_turns(&mut self) {
        for _ in 0..2 {
            let text = self.state().await.legal_moves().into_iter().min().unwrap();
            self.moves(&text).await;
            self.answered().await;
        }
    }

    /// Plays lively moves to the end.
    async fn plays_out(&mut self, seed: u64) {
        let mut random = Random::seeded(seed);
        while !self.over() {
            let text = lively(&*self.state().await, &mut random);
            self.moves(&text).await;
            self.answered().await;
        }
    }
}

#[tokio::test]
async fn a_game_against_each_level_is_played_to_its_end() {
    let harness = Harness::open_to(&["ana", "bob", "chloe", "dan", "eve"]).await;
    let people = ["ana", "bob", "chloe", "dan", "eve"];
    let games = people.iter().zip(1..).map(|(key, level)| {
        let harness = &harness;
        async move {
            let who = harness.person(key);
            let mut alone = Alone::begin(harness, &who, "gyges-gates", &level.to_string()).await;
            assert!(
                alone.board.text().contains(&format!("level {level} · ")),
                "{}",
                alone.board.text()
            );
            alone.plays_out(level).await;
        }
    });
    join_all(games).await;
    // Against random moves, all but the weakest level always win.
    let won = harness.count("select count(*) from games where winner = engine and level > 1");
    assert_eq!(won.await, 4);
    harness.settles().await;
    harness.sound().await;
}

#[tokio::test]
async fn the_first_button_of_the_page_leads_to_a_small_game_whose_end_the_page_recognizes() {
    let harness = Harness::open().await;
    let first = FIRST_COMMAND;
    let bob = harness.person("bob");
    let menu = said(&bob, &format!("/{}", first.path.join(" "))).await;
    let board = harness.follows(&menu, &bob, "Start").await;
    let games = harness.count(
        "select count(*) from games
         where variant = 'seega-5-classic' and level = 2 and rated = 0 and per_turn is null and bank is null",
    );
    assert_eq!(games.await, 1);
    assert_eq!(carried(&board, first.over), None);
    let asked = said(&bob, "/resign").await;
    bob.presses(&asked, "Resign").await.unwrap();
    let end = harness.ended().await;
    assert!(carried(&end, first.over).is_some());
}

#[tokio::test]
async fn one_press_places_the_rest_for_both_after_the_first_turn() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let mut game = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    assert_eq!(carried(&game.board, ":place-rest"), None);
    let moves = game.state().await.legal_moves();
    game.moves(&moves[0]).await;
    game.answered().await;
    let before = game.board.clone();
    let refused = bob.presses(&before, "Place the rest for me").await.unwrap();
    assert!(
        refused.private() && refused.text().contains("You’re not playing"),
        "{}",
        refused.text()
    );
    let told = ana.presses(&before, "Place the rest for me").await.unwrap();
    assert!(
        told.private() && told.text().contains("let me place the rest"),
        "{}",
        told.text()
    );
    game.answered().await;
    assert_eq!(game.board.id, before.id);
    assert!(carried(&game.board, ":place-rest").is_none());
    let moves = harness
        .count("select count(*) from events where kind in ('moved', 'planned')")
        .await;
    assert!((12..=13).contains(&moves), "{moves}");
}

#[tokio::test]
async fn a_whole_game_of_seega_is_played_without_a_ping_and_without_ratings() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut alone = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    let first = alone.state().await.legal_moves()[0].clone();
    let said = alone.moves(&first).await;
    assert!(said.text().contains("You played"), "{}", said.text());
    alone.answered().await;
    alone.plays_out(3).await;
    assert!(alone.board.text().contains("unrated") || !alone.board.text().contains("→"));
    harness.settles().await;
    assert_eq!(harness.count("select count(*) from ratings").await, 0);
}

#[tokio::test]
async fn where_it_is_not_itself_the_bot_plays_by_answers_alone() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    harness.world().open_other_server("hall");
    for (place, seed) in ["chat:ana+bob", "other-server"].into_iter().zip(1..) {
        let ana = harness.person("ana").in_channel(place);
        let mut alone = Alone::begin_outside(&harness, &ana, place).await;
        alone.plays_out(seed).await;
        harness.settles().await;
        assert_eq!(by_own_token(&harness), 0, "{place}");
        // The other side has the first turn in the next game, which starts immediately.
        let again = ana.presses(&alone.board, "Rematch").await.unwrap();
        let board = again.message().unwrap().clone();
        let mut again = Alone::at(&harness, (&ana, place), "gyges-gates", board).await;
        let text = again.state().await.legal_moves()[0].clone();
        again.moves(&text).await;
        again.answered().await;
        // It answers an offer publicly.
        let offer = said(&ana, "/draw").await;
        let told = |it: &Message| it.id > offer.id && !it.private();
        harness.world().wait_for(place, told).await.unwrap();
        harness.settles().await;
    }
    assert_eq!(harness.count("select count(*) from ratings").await, 0);
    harness.sound().await;
}

#[tokio::test]
async fn in_a_user_install_the_bots_move_after_a_restart_is_still_posted() {
    let mut harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    let ana = harness.person("ana").in_channel("chat:ana+bob");
    let mut alone = Alone::begin_outside(&harness, &ana, "chat:ana+bob").await;
    let text = alone.state().await.legal_moves()[0].clone();
    // Its move is saved, but the message is not delivered.
    harness
        .world()
        .inject(InjectedFault::lasting(Route::Webhook, 503));
    let asked = alone.moves(&text).await;
    harness.restart().await;
    harness.world().lift(Route::Webhook);
    harness.settles().await;
    let told = |it: &Message| it.id > asked.id && carried(it, ":panel:").is_some();
    harness
        .world()
        .wait_for("chat:ana+bob", told)
        .await
        .unwrap();
    let all = harness.world().messages("chat:ana+bob");
    assert_eq!(all.iter().filter(|it| it.id > asked.id).count(), 1);
    assert_eq!(by_own_token(&harness), 0);
}

#[tokio::test]
async fn in_a_conversation_with_the_bot_a_game_has_a_clock_and_one_board() {
    let harness = Harness::open().await;
    harness.world().open_conversation("ana");
    let ana = harness.person("ana").in_channel("dm:ana");
    let menu = said(&ana, "/play").await;
    let menu = chosen(&ana, &menu, &["gyges-gates"]).await;
    ana.presses(&menu, "Start rated game").await.unwrap();
    let ready = |it: &Message| carried(it, ":more").is_some();
    let board = harness.world().wait_for("dm:ana", ready).await.unwrap();
    let mut game = Alone {
        edited: true,
        ..Alone::at(&harness, (&ana, "dm:ana"), "gyges-gates", board).await
    };
    game.two_turns().await;
    let boards = harness.world().messages("dm:ana").into_iter();
    assert_eq!(
        boards.filter(|it| carried(it, ":more").is_some()).count(),
        1
    );
    harness.later(4 * 24 * 3_600).await;
    let lost = |it: &Message| carried(it, ":rematch").is_some();
    harness
        .world()
        .wait_until(game.board.id, lost)
        .await
        .unwrap();
    assert_eq!(harness.count("select min(lost) from ratings").await, 1);
    harness.sound().await;
}

#[tokio::test]
async fn rated_games_against_the_bot_have_a_leaderboard_of_their_own() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    let menu = said(&ana, "/play").await;
    let menu = chosen(&ana, &menu, &["gyges-gates"]).await;
    let board = harness.follows(&menu, &ana, "Start rated game").await;
    let more = ana.presses(&board, "More…").await.unwrap();
    let hints = more.message().unwrap().live();
    assert!(hints.iter().all(|id| !id.contains(":hint:")), "{hints:?}");
    let mut game = Alone::at(&harness, (&ana, "main"), "gyges-gates", board).await;
    game.two_turns().await;
    let asked = said(&ana, "/resign").await;
    ana.presses(&asked, "Resign").await.unwrap();
    let end = harness.ended().await;
    // No change of the bot's own rating is shown, because it does not change.
    assert_eq!(end.text().matches('→').count(), 1, "{}", end.text());
    for who in [&ana, &bob] {
        let board = alone(&harness, who, "gyges-gates", "1", "Start rated game").await;
        let mut game = Alone::at(&harness, (who, "main"), "gyges-gates", board).await;
        game.two_turns().await;
        let asked = said(who, "/resign").await;
        who.presses(&asked, "Resign").await.unwrap();
        harness.settles().await;
    }
    // Who has lost twice meets the weakest level next.
    let menu = said(&ana, "/play").await;
    let menu = chosen(&ana, &menu, &["gyges-gates"]).await;
    assert!(
        menu.text().contains("level 1 · Beginner"),
        "{}",
        menu.text()
    );
    // An unrated game counts nowhere.
    alone(&harness, &bob, "gyges-gates", "1", "Start").await;
    let asked = said(&bob, "/resign").await;
    bob.presses(&asked, "Resign").await.unwrap();
    harness.settles().await;

    let people = said(&ana, "/leaderboard game:gyges").await;
    assert!(
        people.text().contains("Nobody has finished"),
        "{}",
        people.text()
    );
    let month = ana.presses(&people, "This month").await.unwrap();
    assert!(month.text().contains("between people"), "{}", month.text());
    let month = month.message().unwrap();
    let siwa = ana.presses(month, "Against Siwa").await.unwrap();
    let siwa = siwa.message().unwrap().text();
    assert!(
        siwa.contains("0–0–2 ← you") && siwa.contains("0–0–1"),
        "{siwa}"
    );
    let (rules, _) = Registry::standard().variant("gyges-gates").unwrap();
    let novice = format!("2 · Novice ({})", rules.info().levels[1]);
    assert!(siwa.contains(&novice), "{siwa}");
    let all = said(&bob, "/leaderboard against:siwa").await;
    assert!(all.text().contains("0–0–1 ← you"), "{}", all.text());
    let back = bob.presses(&all, "Against people").await.unwrap();
    assert!(back.message().unwrap().text().contains("all games"));
    harness.sound().await;
}

#[tokio::test]
async fn two_quick_presses_on_start_start_one_game() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let menu = said(&ana, "/play").await;
    let presses = [ana.presses(&menu, "Start"), ana.presses(&menu, "Start")];
    for answer in join_all(presses).await {
        let told = answer.unwrap().message().unwrap().text();
        assert!(told.contains("Game #1 has started"), "{told}");
    }
    // A second press, because the first answer was lost, does the same.
    let start = carried(&menu, ":begin").unwrap();
    ana.presses_late(&menu, start).await.unwrap();
    harness.settles().await;
    assert_eq!(harness.count("select count(*) from games").await, 1);
    let boards = harness.world().messages("main");
    let boards = boards.iter().filter(|it| it.image().is_some());
    assert_eq!(boards.count(), 1);
}

#[tokio::test]
async fn a_rematch_with_the_bot_starts_immediately_with_sides_swapped() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let board = alone(&harness, &ana, "gyges-gates", "2", "Start").await;
    assert!(board.text().contains("level 2 · "), "{}", board.text());
    let first = "select first from games where id = 1";
    let began = harness.count(first).await;
    let asked = said(&ana, "/resign").await;
    ana.presses(&asked, "Resign").await.unwrap();
    let end = harness.ended().await;
    let again = ana.presses(&end, "Rematch").await.unwrap();
    let again = again.message().unwrap().clone();
    assert!(again.text().contains("level 2 · "), "{}", again.text());
    assert_ne!(
        harness.count("select first from games where id = 2").await,
        began
    );
    let twice = ana.presses(&end, "Rematch").await.unwrap();
    assert!(
        twice.private() && twice.text().contains("#2"),
        "{}",
        twice.text()
    );
}

#[tokio::test]
async fn a_turn_of_the_bot_is_taken_after_a_restart() {
    let mut harness = Harness::open().await;
    let ana = harness.person("ana");
    let alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let (id, line) = (alone.id.clone(), alone.state().await);
    let (board, seen) = (alone.board.id, alone.seen);
    let text = line.legal_moves()[0].clone();
    // The bot is stopped with its turn pending, as if it had been killed during a search.
    harness.stop_bot().await;
    harness.reopen().await;
    let side = match line.turn() {
        Side::First => "first",
        Side::Second => "second",
    };
    let mut database = harness.database().await;
    for statement in [
        format!(
            "insert into events (game, seq, at, side, kind, text)
             select id, seq + 1, touched, '{side}', 'moved', '{text}' from games where id = {id}"
        ),
        format!(
            "update games set seq = seq + 1, turn = case turn when 'first' then 'second' else 'first' end where id = {id}"
        ),
        format!(
            "insert into searches (game, seq, created, due, lease, attempts)
             select id, seq, touched, touched + 10, 77, 1 from games where id = {id}"
        ),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut database)
            .await
            .unwrap();
    }
    harness.start_bot().await;
    let answered = |message: &Message| shown(message, &id) > seen;
    let answered = harness.world().wait_until(board, answered).await;
    answered.unwrap();
    assert_eq!(
        harness.turns().await as usize,
        2 + usize::from(side == "second")
    );
}

#[tokio::test]
async fn a_whole_game_is_one_message_that_is_edited_and_a_rematch_another() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut alone = Alone::begin(&harness, &ana, "seega-5-classic", "2").await;
    let first = alone.board.id;
    alone.plays_out(5).await;
    harness.settles().await;
    let messages = harness.world().messages("main");
    assert_eq!(messages.len(), 1);
    let end = &messages[0];
    assert_eq!(end.id, first);
    assert_eq!(end.attachments.len(), 1, "each picture replaces the last");
    let buttons = ["Rematch", "Review", "Replay", "Export"];
    assert_eq!(end.labels(), buttons);
    ana.presses(end, "Rematch").await.unwrap();
    harness.settles().await;
    assert_eq!(harness.world().messages("main").len(), 2);
    harness.sound().await;
}

#[tokio::test]
async fn the_private_answer_becomes_the_panel_of_each_turn() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut alone = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    let mut panels = BTreeSet::new();
    for _ in 0..4 {
        let opened = |it: &Message| shown(it, &alone.id) == alone.seen;
        let panel = ana.waits_for(opened).await.unwrap();
        panels.insert(panel.id);
        let text = alone.state().await.legal_moves().remove(0);
        let (square, _) = text.split_once(' ').unwrap();
        let panel = chosen(&ana, &panel, &[square, &text]).await;
        ana.presses(&panel, carried(&panel, &text).unwrap())
            .await
            .unwrap();
        alone.answered().await;
    }
    let panel = panels.pop_first().unwrap();
    assert!(panels.is_empty(), "one message is the panel of every turn");
    assert!(panel > alone.board.id, "the panel is below the board");
    harness.sound().await;
}

#[tokio::test]
async fn a_game_with_the_bot_has_its_thread_where_games_between_people_have_one() {
    let mut harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let ana = harness.person("ana");
    let menu = said(&ana, "/play start:placed").await;
    let menu = chosen(&ana, &menu, &["seega-5-classic", "1"]).await;
    ana.presses(&menu, "Start").await.unwrap();
    let begun = |it: &Message| it.text().contains("level 1") && it.text().contains("has started");
    let card = harness.world().wait_for("main", begun).await.unwrap();
    harness.restart().await;
    let thread = harness
        .world()
        .wait_for_channel(&card.id.to_string())
        .await
        .unwrap();
    let board = harness
        .world()
        .wait_for(&thread.key, is_board)
        .await
        .unwrap();
    let mut alone = Alone::at(&harness, (&ana, &thread.key), "seega-5-classic", board).await;
    alone.plays_out(3).await;
    harness.settles().await;
    assert_eq!(harness.world().messages(&thread.key).len(), 1);
    let ended = |it: &Message| carried(it, ":rematch").is_some();
    harness.world().wait_until(card.id, ended).await.unwrap();
    assert_eq!(harness.world().messages("main").len(), 1);
    harness.sound().await;
}

#[tokio::test]
async fn the_one_message_shows_each_turn_though_the_bot_is_killed_meanwhile() {
    for route in [Route::EditMessage, Route::Callback] {
        let mut harness = Harness::open().await;
        let ana = harness.person("ana");
        let alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
        let (id, board, seen) = (alone.id.clone(), alone.board.id, alone.seen);
        let line = alone.state().await;
        let command = alone.command(&*line, &line.legal_moves()[0]);
        let (held, turns) = (harness.world().hold(route), harness.turns().await);
        let moving = tokio::spawn(async move { drop(ana.types(&command).await) });
        while harness.turns().await == turns {
            tokio::task::yield_now().await;
        }
        harness.crash().await;
        drop(held);
        let answered = |message: &Message| shown(message, &id) > seen;
        let answered = harness.world().wait_until(board, answered).await;
        answered.unwrap();
        moving.abort();
        harness.settles().await;
        assert_eq!(harness.world().messages("main").len(), 1);
        harness.sound().await;
    }
}

#[tokio::test]
async fn a_deleted_board_is_posted_again_with_the_next_turn() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let first = alone.board.id;
    let text = alone.state().await.legal_moves()[0].clone();
    harness.world().delete_message(first);
    alone.moves(&text).await;
    alone.answered().await;
    let gone = harness.world().expect_violation(Kind::NotFound).await;
    gone.unwrap();
    assert_ne!(alone.board.id, first);
    harness.settles().await;
    assert_eq!(harness.boards().len(), 1);
    alone.plays_out(3).await;
    assert_eq!(harness.boards().len(), 1);
    harness.sound().await;
}

#[tokio::test]
async fn an_offer_to_the_bot_is_shown_and_answered_on_the_board() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let alone = Alone::begin(&harness, &ana, "seega-5-classic", "4").await;
    let told = said(&ana, "/draw").await;
    assert!(told.private(), "{}", told.text());
    let answered =
        |it: &Message| it.text().contains("declined") || carried(it, ":rematch").is_some();
    let board = harness.world().wait_until(alone.board.id, answered).await;
    assert!(board.unwrap().image().is_some());
    harness.settles().await;
    assert_eq!(harness.world().messages("main").len(), 1);
}

#[tokio::test]
async fn the_bot_answers_an_offer_and_continues() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let alone = Alone::begin(&harness, &ana, "gyges-gates", "4").await;
    // At the start the bot may accept or decline a draw: either is an answer.
    let before = harness.count("select seq from games").await;
    said(&ana, "/draw").await;
    alone.harness.settles().await;
    let after = harness.count("select seq from games").await;
    assert_eq!(after, before + 2);
}

#[tokio::test]
async fn a_game_is_chosen_from_menus_and_starts_immediately() {
    let harness = Harness::open().await;
    let bob = harness.person("bob");
    let help = said(&bob, "/help").await;
    for opened in [
        said(&bob, "/play").await,
        said(
            &bob,
            "/challenge opponent:@bot rated:true time:1 games:at-once",
        )
        .await,
        bob.presses(&help, "Play Siwa")
            .await
            .unwrap()
            .message()
            .unwrap()
            .clone(),
    ] {
        assert!(opened.private(), "{}", opened.text());
        assert!(
            opened.text().contains("level 2 · Novice")
                && opened.text().contains("I chose this level"),
            "{}",
            opened.text()
        );
        let game = chosen(&bob, &opened, &["gyges-gates"]).await;
        assert!(game.text().contains("Gygès"), "{}", game.text());
        let level = chosen(&bob, &game, &["1"]).await;
        assert!(level.text().contains("1 · Beginner"), "{}", level.text());
        let board = harness.follows(&level, &bob, "Start").await;
        assert!(
            board.text().contains("level 1 · Beginner"),
            "{}",
            board.text()
        );
        assert_eq!(board.pinged(), [0; 0]);
    }
}

#[tokio::test]
async fn an_open_challenge_offers_a_game_with_the_bot_after_an_hour() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let card = said(&ana, "/challenge game:gyges").await;
    assert_eq!(carried(&card, ":open"), None);
    harness.settles().await;
    harness.clock.skip(60 * 60);
    let offered = |card: &Message| carried(card, ":open").is_some();
    let card = harness.world().wait_until(card.id, offered).await.unwrap();
    let menu = ana.presses(&card, "Play Siwa").await.unwrap();
    let menu = menu.message().unwrap().clone();
    assert!(
        menu.private() && menu.text().contains("Gygès"),
        "{}",
        menu.text()
    );
    harness.follows(&menu, &ana, "Start").await;
    // Another person can still accept.
    harness
        .follows(&card, &harness.person("bob"), "Accept")
        .await;
}

#[tokio::test]
async fn a_hint_shows_first_the_square_then_the_move_then_the_reason() {
    let harness = Harness::open().await;
    let ana = harness.person("ana");
    let mut alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let press = |message: Message, button: &'static str| {
        let ana = ana.clone();
        async move {
            let answer = ana.presses(&message, button).await.unwrap();
            answer.message().unwrap().clone()
        }
    };
    let more = press(alone.board.clone(), "More…").await;
    let square = press(more, "Hint").await;
    assert!(
        square.private() && square.text().starts_with("Look at **"),
        "{}",
        square.text()
    );
    assert!(square.image().is_some());
    let told = press(square, "Show the move").await;
    assert!(told.text().starts_with("Play **"), "{}", told.text());
    let why = press(told, "Why?").await;
    assert_eq!(why.text().lines().count(), 2, "{}", why.text());
    let before = alone.state().await.position();
    let done = press(why, "Play it").await;
    assert!(done.text().contains("You played"), "{}", done.text());
    alone.board = harness.boards().pop().unwrap();
    alone.answered().await;
    assert_ne!(alone.state().await.position(), before);
}

#[tokio::test]
async fn a_rated_game_gives_no_hints() {
    let harness = Harness::open().await;
    let table = super::play::Table::set(&harness, "gyges-gates").await;
    let mover = table.mover();
    let more = mover.presses(&table.board, "More…").await.unwrap();
    let more = more.message().unwrap().clone();
    assert!(
        more.live().iter().all(|id| !id.contains(":hint:")),
        "{:?}",
        more.live()
    );
}
