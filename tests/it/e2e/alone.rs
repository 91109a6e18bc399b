//! Games with the bot itself.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use siwa_games::registry::{GameState, Registry};
use siwa_games::rules::Stage;
use siwa_playground::{Channel, InjectedFault, Kind, Message, Route};

use siwa::cli::playground::FIRST_COMMAND;
use siwa::game::GamesIn;

use super::harness::Harness;
use super::outside::by_own_token;
use super::person::{Person, Says, SaysTo};
use super::play::{
    Random, Table, alone, carried, chosen, game_of, is_board, lively, panel, said, shown, start,
};

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
        let board = alone(harness, who, variant, level, "begin").await;
        assert!(!board.private(), "{}", board.text());
        Self::at(harness, (who, "main"), variant, board).await
    }

    /// Like `begin`, but with menus, in a user install or in the conversation with the bot.
    async fn begin_outside(harness: &'a Harness, who: &Person, place: &'a str) -> Self {
        let menu = said(who, "/play").await;
        let menu = chosen(who, &menu, &["gyges-gates", "1"]).await;
        menu.says("I can only reply here when you press or type something");
        assert_eq!(carried(&menu, ":rated"), None);
        who.presses(&menu, "begin").await;
        let first = |it: &Message| it.id > menu.id && it.text().contains("level 1");
        let board = harness.waits_for(place, first).await;
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
        let mut line = start(self.variant);
        for text in self.harness.moves(&self.id).await {
            line.play(&text).unwrap();
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
async fn a_game_against_each_of_five_levels_is_played_to_its_end() {
    let harness = Harness::open_to(&["ana", "bob", "chloe", "dan", "eve"]).await;
    let people = ["ana", "bob", "chloe", "dan", "eve"];
    let games = people.iter().zip(1..).map(|(key, level)| {
        let harness = &harness;
        async move {
            let who = harness.person(key);
            let mut alone = Alone::begin(harness, &who, "gyges-gates", &level.to_string()).await;
            alone.board.says(&format!("level {level} · "));
            alone.plays_out(level).await;
        }
    });
    join_all(games).await;
    // Against random moves, all but the weakest level always win.
    let won = harness.rows("games where winner = engine and level > 1");
    assert_eq!(won.await, 4);
    harness.settles().await;
}

#[tokio::test]
async fn the_first_button_of_the_page_leads_to_a_small_game_whose_end_the_page_recognizes() {
    let harness = Harness::open().await;
    let first = FIRST_COMMAND;
    let bob = harness.person("bob");
    let menu = said(&bob, &format!("/{}", first.path.join(" "))).await;
    let board = harness.follows(&menu, &bob, "begin").await;
    let games = harness.count(
        "select count(*) from games
         where variant = 'seega-5-classic' and level in (2, 3) and rated = 0 and per_turn is null and bank is null",
    );
    assert_eq!(games.await, 1);
    assert_eq!(carried(&board, first.over), None);
    let asked = said(&bob, "/resign").await;
    bob.presses(&asked, "resign-surely").await;
    let end = harness.ended().await;
    assert!(carried(&end, first.over).is_some());
}

#[tokio::test]
async fn one_press_places_the_rest_for_both_after_the_first_turn() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let mut game = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    assert_eq!(carried(&game.board, ":place-rest"), None);
    let moves = game.state().await.legal_moves();
    game.moves(&moves[0]).await;
    game.answered().await;
    let before = game.board.clone();
    let refused = bob.presses(&before, "place-rest").await;
    refused.says_privately("You’re not playing");
    let told = ana.presses(&before, "place-rest").await;
    told.says_privately("let me place the rest");
    game.answered().await;
    assert_eq!(game.board.id, before.id);
    assert!(carried(&game.board, ":place-rest").is_none());
    let moves = "events where kind in ('moved', 'planned')";
    let moves = harness.rows(moves).await;
    assert!((12..=13).contains(&moves), "{moves}");
    // The answer becomes the panel of the next turn.
    let opened = |it: &Message| it.id == told.id && carried(it, ":type").is_some();
    ana.waits_for(opened).await;
}

#[tokio::test]
async fn the_panel_places_the_rest_as_well_and_goes_on() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut game = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    let opened = panel(&ana, &game.board, &[]).await;
    assert_eq!(carried(&opened, ":place-rest"), None);
    let moves = game.state().await.legal_moves();
    game.moves(&moves[0]).await;
    game.answered().await;
    let opened = panel(&ana, &game.board, &[]).await;
    let told = ana.presses(&opened, "place-rest").await;
    assert_eq!(told.id, opened.id);
    told.says_privately("let me place the rest");
    game.answered().await;
    let next = |it: &Message| it.id == opened.id && carried(it, ":type").is_some();
    let next = ana.waits_for(next).await;
    assert_eq!(carried(&next, ":place-rest"), None);
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
        let again = ana.presses(&alone.board, "rematch").await;
        let board = again.message();
        let mut again = Alone::at(&harness, (&ana, place), "gyges-gates", board).await;
        let text = again.state().await.legal_moves()[0].clone();
        again.moves(&text).await;
        again.answered().await;
        // It answers an offer publicly.
        let offer = said(&ana, "/draw").await;
        let told = |it: &Message| it.id > offer.id && !it.private();
        harness.waits_for(place, told).await;
        harness.settles().await;
    }
    assert_eq!(harness.rows("ratings").await, 0);
}

#[tokio::test]
async fn in_a_user_install_the_bots_move_after_a_restart_is_still_posted() {
    let mut harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    let ana = harness.person("ana").in_channel("chat:ana+bob");
    let mut alone = Alone::begin_outside(&harness, &ana, "chat:ana+bob").await;
    let text = alone.state().await.legal_moves()[0].clone();
    // Its move is saved, but the message is not delivered.
    harness.inject(InjectedFault::lasting(Route::Webhook, 503));
    let asked = alone.moves(&text).await;
    harness.restart().await;
    harness.world().lift(Route::Webhook);
    harness.settles().await;
    let told = |it: &Message| it.id > asked.id && carried(it, ":panel:").is_some();
    harness.waits_for("chat:ana+bob", told).await;
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
    ana.presses(&menu, "begin-rated").await;
    let ready = |it: &Message| carried(it, ":more").is_some();
    let board = harness.waits_for("dm:ana", ready).await;
    let mut game = Alone {
        edited: true,
        ..Alone::at(&harness, (&ana, "dm:ana"), "gyges-gates", board).await
    };
    game.two_turns().await;
    let boards = harness.world().messages("dm:ana").into_iter();
    let boards = boards.filter(|it| carried(it, ":more").is_some());
    assert_eq!(boards.count(), 1);
    harness.later(4 * 24 * 3_600).await;
    let lost = |it: &Message| carried(it, ":rematch").is_some();
    harness.waits_until(game.board.id, lost).await;
    assert_eq!(harness.count("select min(lost) from ratings").await, 1);
}

#[tokio::test]
async fn rated_games_against_the_bot_have_a_leaderboard_of_their_own() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    let menu = said(&ana, "/play").await;
    let menu = chosen(&ana, &menu, &["gyges-gates"]).await;
    let board = harness.follows(&menu, &ana, "begin-rated").await;
    let more = ana.presses(&board, "more").await;
    let hints = more.live();
    assert!(hints.iter().all(|id| !id.contains(":hint:")), "{hints:?}");
    let mut game = Alone::at(&harness, (&ana, "main"), "gyges-gates", board).await;
    game.two_turns().await;
    let asked = said(&ana, "/resign").await;
    ana.presses(&asked, "resign-surely").await;
    let end = harness.ended().await;
    // No change of the bot's own rating is shown, because it does not change.
    assert_eq!(end.text().matches('→').count(), 1, "{}", end.text());
    for who in [&ana, &bob] {
        let board = alone(&harness, who, "gyges-gates", "1", "begin-rated").await;
        let mut game = Alone::at(&harness, (who, "main"), "gyges-gates", board).await;
        game.two_turns().await;
        let asked = said(who, "/resign").await;
        who.presses(&asked, "resign-surely").await;
        harness.settles().await;
    }
    // Who has lost twice meets the weakest level next.
    let menu = said(&ana, "/play").await;
    let menu = chosen(&ana, &menu, &["gyges-gates"]).await;
    menu.says("level 1 · Beginner");
    // An unrated game counts nowhere.
    alone(&harness, &bob, "gyges-gates", "1", "begin").await;
    let asked = said(&bob, "/resign").await;
    bob.presses(&asked, "resign-surely").await;
    harness.settles().await;

    let people = said(&ana, "/leaderboard game:gyges").await;
    people.says("Nobody has finished");
    let month = ana.presses(&people, "gyges@month").await;
    month.says("between people");
    let siwa = ana.presses(&month, "gyges@siwa").await;
    siwa.says("0–0–2 ← you");
    siwa.says("0–0–1");
    let (rules, _) = Registry::standard().variant("gyges-gates").unwrap();
    let novice = format!("2 · Novice ({})", rules.info().levels[1]);
    siwa.says(&novice);
    let all = said(&bob, "/leaderboard against:siwa").await;
    all.says("0–0–1 ← you");
    bob.presses(&all, "*").await.says("all games");
}

#[tokio::test]
async fn two_quick_presses_on_start_start_one_game() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let menu = said(&ana, "/play").await;
    let presses = [ana.presses(&menu, "begin"), ana.presses(&menu, "begin")];
    for answer in join_all(presses).await {
        let told = answer.text();
        told.says("Game #1 has started");
    }
    // A second press, because the first answer was lost, does the same.
    ana.presses_act(&menu, ":begin").await;
    harness.settles().await;
    assert_eq!(harness.rows("games").await, 1);
    let boards = harness.world().messages("main");
    let boards = boards.iter().filter(|it| it.image().is_some());
    assert_eq!(boards.count(), 1);
}

#[tokio::test]
async fn a_rematch_with_the_bot_starts_immediately_with_sides_swapped() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let board = alone(&harness, &ana, "gyges-gates", "2", "begin").await;
    board.says("level 2 · ");
    let began = harness.count("select first from games where id = 1").await;
    let asked = said(&ana, "/resign").await;
    ana.presses(&asked, "resign-surely").await;
    let end = harness.ended().await;
    let again = ana.presses(&end, "rematch").await.message();
    again.says("level 2 · ");
    let begins = harness.count("select first from games where id = 2").await;
    assert_ne!(begins, began);
    ana.presses(&end, "rematch").await.says_privately("#2");
}

#[tokio::test]
async fn a_turn_of_the_bot_is_taken_after_a_restart() {
    let (mut harness, [ana]) = Harness::open_as(["ana"]).await;
    let alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let id = alone.id.clone();
    let line = alone.state().await;
    let board = alone.board.id;
    let seen = alone.seen;
    let text = line.legal_moves()[0].clone();
    // The bot is stopped with its turn pending, as if it had been killed during a search.
    harness.stop_bot().await;
    harness.reopen().await;
    let side = line.turn().name();
    harness.leave_a_search(&id, side, &text).await;
    harness.start_bot().await;
    let answered = |message: &Message| shown(message, &id) > seen;
    harness.waits_until(board, answered).await;
    let turns = 2 + i64::from(side == "second");
    assert_eq!(harness.turns().await, turns);
}

#[tokio::test]
async fn a_whole_game_is_one_message_that_is_edited_and_a_rematch_another() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
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
    assert_eq!(harness.rows("ratings").await, 0);
    said(&ana, "/play").await.says("I chose this level");
    ana.presses(end, "rematch").await;
    harness.settles().await;
    assert_eq!(harness.world().messages("main").len(), 2);
}

#[tokio::test]
async fn the_private_answer_becomes_the_panel_of_each_turn() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut alone = Alone::begin(&harness, &ana, "seega-5-classic", "1").await;
    let mut panels = BTreeSet::new();
    for _ in 0..4 {
        let opened = |it: &Message| shown(it, &alone.id) == alone.seen;
        let panel = ana.waits_for(opened).await;
        panels.insert(panel.id);
        panel.begins("Capture enemy pieces");
        let text = alone.state().await.legal_moves().remove(0);
        let (square, _) = text.split_once(' ').unwrap();
        let panel = chosen(&ana, &panel, &[square, &text]).await;
        ana.presses(&panel, carried(&panel, &text).unwrap()).await;
        alone.answered().await;
    }
    let panel = panels.pop_first().unwrap();
    assert!(panels.is_empty(), "one message is the panel of every turn");
    assert!(panel > alone.board.id, "the panel is below the board");
}

#[tokio::test]
async fn a_game_with_the_bot_has_its_thread_where_games_between_people_have_one() {
    let mut harness = Harness::open().await;
    harness.games_in(GamesIn::Threads).await;
    let ana = harness.person("ana");
    let menu = said(&ana, "/play start:placed").await;
    let menu = chosen(&ana, &menu, &["seega-5-classic", "1"]).await;
    ana.presses(&menu, "begin").await;
    let begun = |it: &Message| it.text().contains("level 1") && it.text().contains("has started");
    let card = harness.waits_for("main", begun).await;
    harness.restart().await;
    let thread = harness.waits_for_channel(&card.id.to_string()).await;
    let board = harness.waits_for(&thread.key, is_board).await;
    let mut alone = Alone::at(&harness, (&ana, &thread.key), "seega-5-classic", board).await;
    alone.plays_out(3).await;
    harness.settles().await;
    let shown = harness.world().messages(&thread.key);
    assert_eq!(shown.len(), 1, "{shown:?}");
    let ended = |it: &Message| carried(it, ":rematch").is_some();
    harness.waits_until(card.id, ended).await;
    assert_eq!(harness.world().messages("main").len(), 1);
}

#[tokio::test]
async fn the_one_message_shows_each_turn_though_the_bot_is_killed_meanwhile() {
    for route in [Route::EditMessage, Route::Callback] {
        let (mut harness, [ana]) = Harness::open_as(["ana"]).await;
        let alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
        let id = alone.id.clone();
        let board = alone.board.id;
        let seen = alone.seen;
        let line = alone.state().await;
        let command = alone.command(&*line, &line.legal_moves()[0]);
        let held = harness.world().hold(route);
        let turns = harness.turns().await;
        let moving = tokio::spawn(async move { drop(ana.types(&command).await) });
        while harness.turns().await == turns {
            tokio::task::yield_now().await;
        }
        // Who is killed before the answer leaves the person without one.
        moving.abort();
        harness.crash().await;
        drop(held);
        let answered = |message: &Message| shown(message, &id) > seen;
        harness.waits_until(board, answered).await;
        harness.settles().await;
        assert_eq!(harness.world().messages("main").len(), 1);
    }
}

#[tokio::test]
async fn a_board_whose_picture_is_refused_is_edited_in_words() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    harness.inject(InjectedFault::once(Route::EditMessage, 400).with_code(20_009));
    let text = alone.state().await.legal_moves()[0].clone();
    alone.moves(&text).await;
    alone.answered().await;
    harness.faults_met(Route::EditMessage).await;
}

#[tokio::test]
async fn a_deleted_board_is_posted_again_with_the_next_turn() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let first = alone.board.id;
    let text = alone.state().await.legal_moves()[0].clone();
    harness.world().delete_message(first);
    alone.moves(&text).await;
    alone.answered().await;
    harness.violated(Kind::NotFound).await;
    assert_ne!(alone.board.id, first);
    harness.settles().await;
    assert_eq!(harness.boards().len(), 1);
    alone.plays_out(3).await;
    assert_eq!(harness.boards().len(), 1);
}

#[tokio::test]
async fn an_offer_to_the_bot_is_shown_and_answered_on_the_board() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let alone = Alone::begin(&harness, &ana, "gyges-gates", "4").await;
    let told = said(&ana, "/draw").await;
    told.says_privately("I’ll answer on the board");
    let answered =
        |it: &Message| it.text().contains("declined") || carried(it, ":rematch").is_some();
    let board = harness.waits_until(alone.board.id, answered).await;
    assert!(board.image().is_some());
    harness.settles().await;
    assert_eq!(harness.world().messages("main").len(), 1);
}

#[tokio::test]
async fn a_lost_count_is_shown_and_confirmed_before_it_ends_the_game() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut alone = Alone::begin(&harness, &ana, "seega-5-classic", "4").await;
    said(&ana, "/draw")
        .await
        .says_privately("I’ll answer on the board");
    let declines = |it: &Message| it.text().contains("declined the draw");
    harness.waits_until(alone.board.id, declines).await;
    let first = alone.state().await.legal_moves()[0].clone();
    alone.moves(&first).await;
    alone.answered().await;
    ana.presses(&alone.board, "place-rest").await;
    alone.answered().await;
    let mut random = Random::seeded(1);
    let mut asked = said(&ana, "/draw").await;
    while !asked.text().contains("I win the count") {
        asked.says_privately("Pieces now: you ");
        let mut legal = alone.state().await.legal_moves();
        alone
            .moves(&legal.swap_remove(random.below(legal.len())))
            .await;
        alone.answered().await;
        asked = said(&ana, "/draw").await;
    }
    let kept = ana.presses(&asked, "stay").await;
    kept.says("the game goes on");
    assert_eq!(harness.rows("events where kind = 'offered'").await, 1);
    let more = ana.presses(&alone.board, "more").await.message();
    let asked = ana.presses(&more, "offer").await.message();
    asked.says_privately("I win the count");
    let told = ana.presses(&asked, "offer-surely").await;
    told.says_privately("I’ll answer on the board");
    let end = harness.ended().await;
    end.says("wins the count");
}

#[tokio::test]
async fn a_game_is_chosen_from_menus_and_starts_immediately() {
    let (harness, [bob]) = Harness::open_as(["bob"]).await;
    let help = said(&bob, "/help").await;
    let challenge = "/challenge opponent:@bot rated:true time:1 games:at-once";
    let challenged = said(&bob, challenge).await;
    challenged.says("Against me, `time`, `rated` and `games` don’t apply");
    said(&bob, "/play").await.omits("don’t apply");
    for opened in [
        said(&bob, "/play").await,
        challenged,
        bob.presses(&help, "open").await.message(),
    ] {
        let begins = ["level 2 · Novice", "level 3 · Casual"];
        assert!(opened.private() && begins.iter().any(|level| opened.text().contains(level)));
        opened.says("A level to start with");
        let game = chosen(&bob, &opened, &["gyges-gates"]).await;
        game.says("Gygès");
        let level = chosen(&bob, &game, &["1"]).await;
        level.says("1 · Beginner");
        let board = harness.follows(&level, &bob, "begin").await;
        board.says("level 1 · Beginner");
        assert_eq!(board.pinged(), [0; 0]);
    }
}

#[tokio::test]
async fn an_open_challenge_offers_a_game_with_the_bot_after_an_hour() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let card = said(&ana, "/challenge game:gyges").await;
    assert_eq!(carried(&card, ":open"), None);
    harness.settles().await;
    harness.clock.skip(60 * 60);
    let offered = |card: &Message| carried(card, ":open").is_some();
    let card = harness.waits_until(card.id, offered).await;
    let menu = ana.presses(&card, "open").await.message();
    menu.says_privately("Gygès");
    harness.follows(&menu, &ana, "begin").await;
    // Another person can still accept.
    let bob = harness.person("bob");
    harness.follows(&card, &bob, "accept").await;
}

#[tokio::test]
async fn a_hint_shows_first_the_square_then_the_move_then_the_reason() {
    let (harness, [ana]) = Harness::open_as(["ana"]).await;
    let mut alone = Alone::begin(&harness, &ana, "gyges-gates", "1").await;
    let press = |message: Message, button: &'static str| {
        let ana = ana.clone();
        async move {
            let answer = ana.presses(&message, button).await;
            answer.message()
        }
    };
    let more = press(alone.board.clone(), "more").await;
    let square = press(more, "hint").await;
    square.says_privately("");
    square.begins("Look at **");
    assert!(square.image().is_some());
    let told = press(square, "move").await;
    told.begins("Play **");
    let why = press(told, "why").await;
    assert_eq!(why.text().lines().count(), 2, "{}", why.text());
    let before = alone.state().await.position();
    press(why, "play").await.says("You played");
    alone.board = harness.boards().pop().unwrap();
    alone.answered().await;
    assert_ne!(alone.state().await.position(), before);
}

#[tokio::test]
async fn hints_are_for_the_player_to_move_in_unrated_games() {
    let harness = Harness::open().await;
    for (terms, gives) in [("", false), ("rated:false", true)] {
        let table = Table::set_with(&harness, "gyges-gates", terms).await;
        for (who, may) in [(table.mover(), gives), (table.waiter(), false)] {
            let more = who.presses(&table.board, "more").await;
            let ids = more.live().join("\n");
            assert_eq!(ids.contains(":hint:"), may, "{ids}");
        }
    }
}
