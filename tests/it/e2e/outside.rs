//! User installs: in the conversation with the bot, in conversations between people, and in a
//! server without it.

use serde_json::{Value, json};
use serenity::all::{ChannelId, CreateAllowedMentions, CreateMessage};
use siwa::game::{GuildId, PlayerId};
use siwa_playground::{InjectedFault, Kind, Message, Options, Refused, Route};

use super::harness::Harness;
use super::http::request;
use super::notify::{conversation, key};
use super::person::{Person, Says, SaysTo};
use super::play::{
    Random, Table, carried, enters, game_of, lively, panel, placing, said, script, settings, start,
};

/// A month, in seconds.
const MONTH: i64 = 30 * 24 * 60 * 60;

/// Two people in a user-install context, in the middle of a game.
struct Outside {
    place: String,
    people: [Person; 2],
    line: Box<dyn siwa_games::registry::GameState>,
    board: Message,
    id: String,
}

impl Outside {
    /// A server, and a game of Ana and Bob in a conversation of their own.
    async fn open() -> (Harness, Self) {
        let harness = Harness::open().await;
        harness.world().open_chat(&["ana", "bob"]);
        let game = Self::set(&harness, "chat:ana+bob", ["ana", "bob"]).await;
        (harness, game)
    }

    /// One person makes an open challenge, and another accepts.
    async fn set(harness: &Harness, place: &str, people: [&str; 2]) -> Self {
        let [one, other] = people.map(|key| harness.person(key).in_channel(place));
        // Only the person who uses a command must have installed the bot.
        let other = other.with_bot(false);
        let card = said(&one, "/challenge board:5x5 rules:classic").await;
        assert!(!card.private(), "{}", card.text());
        let accepted = other.presses(&card, "accept").await;
        assert_eq!(accepted.id, card.id);
        let board = newest(harness, place, &card).await;
        // The board names last whose turn it is; not everybody is pinged.
        let first = board.text().rfind(&one.mention()) > board.text().rfind(&other.mention());
        Self {
            place: place.to_owned(),
            people: if first { [one, other] } else { [other, one] },
            line: start("seega-5-classic"),
            id: game_of(&board),
            board,
        }
    }

    fn mover(&self) -> &Person {
        &self.people[usize::from(self.line.turn() == siwa_games::rules::Side::Second)]
    }

    fn waiter(&self) -> &Person {
        &self.people[usize::from(self.line.turn() == siwa_games::rules::Side::First)]
    }

    /// The player to move plays with presses only, from this message.
    async fn plays_from(&mut self, shown: &Message, text: &str) {
        let mover = self.mover().clone();
        let opened = panel(&mover, shown, &[]).await;
        let entered = enters(&mover, &opened, text).await;
        let play = carried(&entered, &format!(":play:{}", text.replace('-', "")));
        let play = play.unwrap_or_else(|| panic!("{:?}", entered.live()));
        let done = mover.presses(&entered, play).await;
        assert!(done.private(), "{}", done.text());
        self.line.play(text).unwrap();
    }

    /// Like `plays_from`, from the board; the next board is public.
    async fn presses(&mut self, harness: &Harness, text: &str) {
        let board = self.board.clone();
        self.plays_from(&board, text).await;
        self.board = newest(harness, &self.place, &board).await;
    }
}

/// Waits for the newest public message after this one.
async fn newest(harness: &Harness, place: &str, after: &Message) -> Message {
    let newer = |it: &Message| it.id > after.id && it.image().is_some();
    harness.waits_for(place, newer).await
}

/// The number of requests to channels with the bot's own token.
pub(crate) fn by_own_token(harness: &Harness) -> usize {
    let log = harness.world().rest_log();
    let channels = log.iter().filter(|it| it.path.starts_with("/channels/"));
    channels.count()
}

#[tokio::test]
async fn in_a_conversation_there_are_the_commands_that_need_no_server_and_no_others() {
    let harness = Harness::open().await;
    harness.world().open_conversation("ana");
    let alone = harness.person("ana").in_channel("dm:ana");
    let offered = alone.offered();
    let names = offered.iter().filter_map(|it| it["name"].as_str());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let all = [
        "board", "draw", "games", "help", "move", "place", "play", "privacy", "resign", "rules",
        "settings",
    ];
    assert_eq!(names, all);
    for line in ["/challenge", "/puzzle", "/setup"] {
        let refused = alone.attempt().types(line).await;
        assert!(matches!(refused, Err(Refused::NotOffered(_))), "{line}");
    }
    for line in ["/help", "/rules", "/settings", "/privacy show", "/games"] {
        let answer = alone.types(line).await;
        assert!(answer.private() && !answer.text().is_empty(), "{line}");
        assert!(!answer.text().contains("went wrong"), "{line}");
    }
    // Answers that lead to a game say where it can be played.
    let help = said(&alone, "/help").await;
    let named = help.text().replace("</", "`/");
    for rest in named.split("`/").skip(1) {
        let letters = |it: &char| it.is_ascii_alphabetic();
        let name: String = rest.chars().take_while(letters).collect();
        // `/challenge` exists in conversations between people.
        let there = all.contains(&name.as_str()) || name == "challenge";
        assert!(there, "/{name}: {named}");
    }
    help.omits("I can only reply");
    help.omits("wait forever");
    let menu = &alone.presses(&help, "open").await;
    menu.says("your rating against me in this conversation");
    assert!(carried(menu, ":begin-rated").is_some() || carried(menu, ":rated").is_some());
    let told = alone.presses_late(menu, "puzzle:1:0:open").await;
    let told = told.text();
    told.says("servers I’m a member of");
}

#[tokio::test]
async fn games_of_all_servers_are_listed_and_played_in_a_conversation_with_the_bot() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.plays(&placing("seega-5-classic")[0]).await;
    harness.world().open_conversation(key(table.mover()));
    let alone = table.mover().in_channel(conversation(table.mover()));
    let games = said(&alone, "/games").await;
    let number = format!("#{}", table.id);
    games.says(&number);
    for line in ["/board".to_owned(), format!("/board game:{}", table.id)] {
        let board = said(&alone, &line).await;
        assert!(board.image().is_some(), "{}", board.text());
        let text = &placing("seega-5-classic")[1];
        let (one, _) = text.split_once(' ').unwrap();
        let entered = panel(&alone, &board, &[one, text]).await;
        assert!(carried(&entered, &format!(":play:{text}")).is_some());
    }
    let text = &placing("seega-5-classic")[1];
    let done = said(&alone, &format!("/place squares:{text}")).await;
    done.says_privately("The board is in");
    let board = harness.finds("main", &format!("played **{text}**")).await;
    assert_eq!(board.pinged(), [table.first.id()]);
    let others = harness.person("chloe");
    harness.world().open_conversation("chloe");
    let others = others.in_channel("dm:chloe");
    let told = said(&others, &format!("/board game:{}", table.id)).await;
    assert!(told.image().is_none(), "{}", told.text());
    assert_eq!(alone.completes("/board game:").await.len(), 1);
    assert!(!alone.completes("/rules clause:").await.is_empty());
    harness.settles().await;
}

#[tokio::test]
async fn two_people_play_a_whole_game_in_a_conversation_of_their_own_by_presses_alone() {
    let (harness, mut game) = Outside::open().await;
    let mut random = Random::seeded(11);
    while game.line.outcome().is_none() {
        let text = lively(&*game.line, &mut random);
        game.presses(&harness, &text).await;
    }
    assert!(carried(&game.board, ":rematch").is_some());
    // No request used the bot's own token, and no item is left forever.
    harness.settles().await;
    assert_eq!(by_own_token(&harness), 0);
    let rated = "ratings where rated > 0";
    assert_eq!(harness.rows(rated).await, 0);
    // The other player takes the rematch.
    let [one, other] = game.people.clone();
    let asked = one.presses(&game.board, "rematch").await;
    let card = asked.message();
    card.says("I’m not a member here");
    other.presses(&card, "accept").await;
    newest(&harness, &game.place, &card).await.says("#2");
    harness.settles().await;
}

#[tokio::test]
async fn the_card_explains_user_installs() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    let ana = harness.person("ana").in_channel("chat:ana+bob");
    let card = said(&ana, "/challenge opponent:@bob").await;
    for part in [
        "I can only reply when someone presses a button or types a command",
        "unrated",
        "No time limit",
        "/board",
    ] {
        let told = card.text().to_lowercase().contains(&part.to_lowercase());
        assert!(told, "{part}: {}", card.text());
    }
    assert_eq!(card.pinged(), [harness.person("bob").id()]);
    let chloe = harness.person("chloe");
    assert!(chloe.attempt().presses(&card, "Accept").await.is_err());
    // Its challenger cannot accept it, but can withdraw it.
    let own = ana.presses(&card, "accept").await;
    assert!(own.private());
    ana.presses(&card, "cancel").await;
    let bob = harness.person("bob").in_channel("chat:ana+bob");
    bob.presses_act(&card, ":accept").await.says("withdrawn");
    harness.settles().await;
    assert_eq!(by_own_token(&harness), 0);
}

#[tokio::test]
async fn in_a_group_chat_the_first_player_to_accept_takes_an_open_challenge() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob", "chloe"]);
    let place = "chat:ana+bob+chloe";
    let mut game = Outside::set(&harness, place, ["ana", "chloe"]).await;
    game.presses(&harness, &placing("seega-5-classic")[0]).await;
    // Others see the board, but cannot move.
    let bob = harness.person("bob").in_channel(place);
    let denied = bob.presses(&game.board, "panel").await;
    assert!(denied.private());
    harness.settles().await;
    assert_eq!(by_own_token(&harness), 0);
}

#[tokio::test]
async fn in_a_server_without_the_bot_commands_and_forms_play_as_presses_do() {
    let harness = Harness::open().await;
    harness.world().open_other_server("hall");
    let mut game = Outside::set(&harness, "other-server", ["ana", "bob"]).await;
    let moves = placing("seega-5-classic");
    // With a form.
    let mover = game.mover().clone();
    let opened = panel(&mover, &game.board, &[]).await;
    let form = mover.presses(&opened, "type").await;
    let typed = mover.submits(form.modal(), &[("text", &moves[0])]).await;
    let confirmed = typed.message();
    if let Some(play) = carried(&confirmed, &format!(":play:{}", moves[0])) {
        mover.presses(&confirmed, play).await;
    }
    game.line.play(&moves[0]).unwrap();
    game.board = newest(&harness, "other-server", &game.board).await;
    // With a command of a person who has installed the bot.
    let mover = game.mover().with_bot(true);
    let command = format!("/place squares:{}", moves[1]);
    let board = said(&mover, &command).await;
    board.says_openly("");
    assert!(board.image().is_some());
    game.line.play(&moves[1]).unwrap();
    game.board = board;
    game.presses(&harness, &moves[2]).await;
    harness.settles().await;
    assert_eq!(by_own_token(&harness), 0);
    // The bot is not in the server: it lists no games of it, and shows no leaderboard.
    let forged = "leaderboard:seega:0:alone";
    let told = mover.presses_late(&game.board, forged).await;
    told.says_privately("servers I’m a member of");
}

#[tokio::test]
async fn a_game_that_others_would_not_see_is_not_started() {
    let harness = Harness::open().await;
    harness.world().open_other_server("hall");
    let bob = harness.person("bob").in_channel("other-server");
    for (lacks, named) in [
        (1 << 50, "External Apps"),
        (1 << 11, "Send Messages"),
        (1 << 15, "Attach Files"),
    ] {
        harness
            .world()
            .change_channel("other-server", |channel| channel.lacks = lacks);
        let told = said(&bob, "/challenge").await;
        told.says_privately(named);
    }
    assert_eq!(harness.rows("challenges").await, 0);
}

#[tokio::test]
async fn a_challenge_that_discord_hides_from_others_is_not_open() {
    let harness = Harness::open().await;
    harness.world().open_other_server("hall");
    harness
        .world()
        .change_channel("other-server", |channel| channel.lacks = 1 << 63);
    let bob = harness.person("bob").in_channel("other-server");
    let card = said(&bob, "/challenge").await;
    assert!(card.private(), "{}", card.text());
    bob.finds("Only you can see my reply").await;
    harness.settles().await;
    let open = "challenges where status = 'open'";
    assert_eq!(harness.rows(open).await, 0);
}

#[tokio::test]
async fn terms_that_a_user_install_cannot_have_are_refused_with_a_reason() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["bob", "chloe"]);
    let bob = harness.person("bob").in_channel("chat:bob+chloe");
    for line in [
        "/challenge rated:true",
        "/challenge time:3",
        "/challenge games:at-once",
    ] {
        let told = said(&bob, line).await;
        assert!(told.private(), "{line}");
        assert!(told.text().contains("Leave out"), "{line}: {}", told.text());
    }
    for line in ["/leaderboard", "/puzzle", "/setup"] {
        let refused = bob.attempt().types(line).await;
        assert!(matches!(refused, Err(Refused::NotOffered(_))), "{line}");
    }
    let card = said(&bob, "/challenge time:none rated:false").await;
    card.says_openly("");
    harness.settles().await;
}

#[tokio::test]
async fn a_game_in_a_user_install_continues_after_a_restart_and_after_a_month() {
    let (mut harness, mut game) = Outside::open().await;
    let moves = script("seega-5-classic", |line| line.legal_moves().len() < 20);
    game.presses(&harness, &moves[0]).await;
    let old = game.board.clone();
    harness.restart().await;
    harness.clock.skip(MONTH);
    harness.world().skip(MONTH);
    // Nobody was reminded, and the bot did not look for the server.
    let last = harness.world().messages(&game.place).pop();
    assert_eq!(last.unwrap().id, old.id);
    game.presses(&harness, &moves[1]).await;
    // The old board keeps its buttons, which show the present one.
    let next = game.mover().clone();
    let stale = next.presses(&old, "panel").await.message();
    stale.says_privately("");
    assert!(stale.image().is_some());
    game.plays_from(&stale, &moves[2]).await;
    newest(&harness, &game.place, &game.board).await;
    harness.settles().await;
    let removed = harness.rows("removed_guilds").await;
    assert_eq!((by_own_token(&harness), removed), (0, 0));
}

#[tokio::test]
async fn a_board_that_did_not_arrive_is_shown_on_request() {
    let (mut harness, mut game) = Outside::open().await;
    let moves = placing("seega-5-classic");
    // At first Discord fails; while the token is valid, the board is posted later, once, by the
    // process that runs then.
    let before = game.board.clone();
    harness.inject(InjectedFault::lasting(Route::Webhook, 503));
    game.plays_from(&before, &moves[0]).await;
    harness.restart().await;
    harness.world().lift(Route::Webhook);
    harness.settles().await;
    game.board = newest(&harness, &game.place, &before).await;
    let boards = harness.world().messages(&game.place);
    assert_eq!(boards.iter().filter(|it| it.id > before.id).count(), 1);
    // Then it refuses: the item is not retried forever.
    let before = game.board.clone();
    harness.inject(InjectedFault::once(Route::Webhook, 404).with_code(10_015));
    game.plays_from(&before, &moves[1]).await;
    harness.settles().await;
    harness.restart().await;
    // The player to move sees it with `/board`, and plays from there.
    let next = game.mover().with_bot(true);
    let board = said(&next, "/board").await;
    board.says_privately("");
    assert!(board.image().is_some());
    game.plays_from(&board, &moves[2]).await;
    newest(&harness, &game.place, &before).await;
    harness.settles().await;
    assert_eq!(by_own_token(&harness), 0);
}

#[tokio::test]
async fn a_challenge_that_did_not_arrive_does_not_block_another() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    let ana = harness.person("ana").in_channel("chat:ana+bob");
    harness.inject(InjectedFault::once(Route::Callback, 404).with_code(10_062));
    let failed = ana.attempt().types("/challenge opponent:@bob").await;
    assert!(failed.is_err());
    harness.violated(Kind::Unanswered).await;
    harness.settles().await;
    let card = said(&ana, "/challenge opponent:@bob").await;
    assert!(!card.private(), "{}", card.text());
    harness.settles().await;
}

#[tokio::test]
async fn offers_resignation_and_deletion_end_a_game_in_a_user_install() {
    let (harness, mut game) = Outside::open().await;
    let place = &game.place.clone();
    for text in placing("seega-5-classic") {
        game.presses(&harness, &text).await;
    }
    let mover = game.mover().clone();
    let waiter = game.waiter().clone();
    // An offer, and its acceptance.
    let more = mover.presses(&game.board, "more").await.message();
    mover.presses(&more, "offer").await;
    let offered = |it: &Message| carried(it, ":accept").is_some() && it.id > game.board.id;
    let offered = harness.waits_for(place, offered).await;
    let declined = waiter.presses(&offered, "decline").await;
    assert_eq!(declined.id, offered.id);
    // One player resigns.
    let more = mover.presses(&game.board, "more").await.message();
    let asked = mover.presses(&more, "resign").await;
    mover.presses(&asked, "resign-surely").await;
    let ended = |it: &Message| carried(it, ":rematch").is_some();
    harness.waits_for(place, ended).await;
    // The other player has all their data deleted, in the middle of the next game.
    let second = Outside::set(&harness, place, ["ana", "bob"]).await;
    let bob = harness.person("bob").in_channel(place);
    let games = said(&bob, "/games").await;
    games.says(&format!("#{}", second.id));
    let told = bob.types("/privacy export").await;
    let told = harness.settled(&told).await;
    let json: Value = serde_json::from_slice(&told.attachments[0].bytes).unwrap();
    let conversations = json["guilds"]["rows"].as_array().unwrap();
    assert_eq!(conversations.len(), 1, "{json}");
    let sure = said(&bob, "/privacy delete").await;
    let gone = bob.presses(&sure, "delete").await;
    harness.settled(&gone).await;
    harness.settles().await;
    let running = "games where status = 'playing'";
    assert_eq!(harness.rows(running).await, 0);
    let kept = harness.store.stored_data(PlayerId(bob.id())).await.unwrap();
    assert_eq!(kept.games, 0);
    assert!(!harness.everything().await.contains(&bob.id().to_string()));
    let conversations = "guilds where id < 0";
    assert_eq!(harness.rows(conversations).await, 0);
    assert_eq!(by_own_token(&harness), 0);
}

#[tokio::test]
async fn whose_first_board_did_not_get_through_sees_it_by_a_press() {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    let place = "chat:ana+bob";
    let people = ["ana", "bob"].map(|key| harness.person(key).in_channel(place));
    let challenge = "/challenge opponent:@bob board:5×5 rules:classic";
    let card = said(&people[0].with_bot(true), challenge).await;
    harness.inject(InjectedFault::once(Route::Webhook, 404).with_code(10_015));
    people[1].presses(&card, "accept").await;
    harness.settles().await;
    let messages = harness.world().messages(place);
    assert_eq!(messages.len(), 1, "there is a board");
    for person in &people {
        let board = &person.presses(&messages[0], "board").await;
        assert!(board.private() && board.image().is_some());
        assert!(carried(board, ":panel:").is_some());
    }
}

#[tokio::test]
async fn the_boards_of_a_conversation_have_the_first_players_language() {
    let harness = Harness::open_with(Options::default()).await;
    harness.world().open_chat(&["ana", "bob"]);
    let place = "chat:ana+bob";
    let [ana, bob] = harness.people(["ana", "bob"]);
    let ana = ana.in_channel(place);
    let bob = bob.in_channel(place);
    let card = said(&bob, "/challenge").await;
    ana.presses(&card, "accept").await;
    let board = newest(&harness, place, &card).await;
    assert!(board.labels().contains(&"Board"), "{:?}", board.labels());
    let card = said(&ana, "/challenge").await;
    assert!(card.labels().contains(&"Accept"), "{:?}", card.labels());
    harness.settles().await;
}

#[tokio::test]
async fn in_a_user_install_a_player_can_be_notified_directly() {
    for place in ["chat:ana+bob", "other-server"] {
        notifies_directly(place).await;
    }
}

async fn notifies_directly(place: &str) {
    let harness = Harness::open().await;
    harness.world().open_chat(&["ana", "bob"]);
    harness.world().open_other_server("hall");
    for key in ["ana", "bob"] {
        let who = harness.person(key).in_channel(place);
        let shown = settings(&who, "notices").await;
        who.presses(&shown, "direct").await;
    }
    let mut game = Outside::set(&harness, place, ["ana", "bob"]).await;
    harness.settles().await;
    let moves = placing("seega-5-classic");
    game.presses(&harness, &moves[0]).await;
    harness.settles().await;
    let told = harness.world().messages(&conversation(game.mover()));
    let told = told.last().unwrap().text();
    let channel = harness.world().channel(place).unwrap().id;
    let link = format!("/channels/@me/{channel}/");
    assert_eq!(told.contains(&link), place != "other-server", "{told}");
    told.says(&format!("/{channel}/"));
    // In a user install, a player with closed direct messages is not notified.
    let waiter = ["bob", "ana"][usize::from(key(game.mover()) == "bob")];
    harness.world().close_private_messages(waiter, true);
    let before = harness.world().messages(place).len();
    game.presses(&harness, &moves[1]).await;
    harness.settles().await;
    harness.violated(Kind::Forbidden).await;
    assert_eq!(harness.world().messages(place).len(), before + 1);
    let _ = harness.world().take_violations();
}

#[tokio::test]
async fn an_answer_in_a_user_install_can_have_five_follow_ups() {
    let (harness, game) = Outside::open().await;
    let log = harness.world().rest_log();
    let follow = log
        .iter()
        .find(|it| it.method == "POST" && it.path.starts_with("/webhooks/"));
    let path = format!("/api/v10{}", follow.unwrap().path);
    let more = json!({ "content": "more", "allowed_mentions": {} });
    let mut taken = 0;
    for _ in 0..5 {
        let reply = request(&harness.play.api_url(), "POST", &path, &[], &more).await;
        taken += usize::from(reply.status == 200);
    }
    // One of them was the board.
    assert_eq!(taken, 4);
    let violations = harness.world().take_violations();
    violations[0].detail.says("maximum number");
    assert_eq!(harness.world().messages(&game.place).len(), 2 + taken);
}

#[tokio::test]
async fn the_playground_lets_the_bot_reach_nothing_where_it_is_not() {
    let harness = Harness::open().await;
    let chat = harness.world().open_chat(&["ana", "bob"]);
    let hall = harness.world().open_other_server("hall");
    let hand = harness.hand();
    for place in [chat.id, hall.id] {
        let channel = ChannelId::new(place);
        let hello = CreateMessage::new().content("hello");
        let hello = hello.allowed_mentions(CreateAllowedMentions::new());
        assert!(channel.send_message(&hand, hello).await.is_err());
        assert!(channel.message(&hand, 1).await.is_err());
    }
    let violations = harness.world().take_violations();
    assert_eq!(violations.len(), 4, "{violations:?}");
    let refused = |kind| violations.iter().filter(|it| it.kind == kind).count();
    assert_eq!((refused(Kind::NotFound), refused(Kind::Forbidden)), (2, 2));
    // People without the user install do not see its commands there.
    let bob = harness.person("bob").in_channel("other-server");
    let bob = bob.with_bot(false);
    assert!(bob.offered().is_empty());
    assert!(GuildId::user_install(chat.id).is_user_install());
}
