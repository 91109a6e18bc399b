//! What follows from Discord's error codes, where no other story shows it.

use siwa_playground::{InjectedFault, Kind, Logged, Route};

use super::harness::Harness;
use super::person::Person;
use super::play::{Table, is_board, placing, said, settings, start};

/// The requests that were answered with a status.
fn answered(harness: &Harness, status: u16) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.status == status);
    log
}

#[tokio::test]
async fn old_messages_that_cannot_be_edited_yet_delay_no_board() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    harness.settles().await;
    harness.inject(InjectedFault {
        retry_after: Some(600.0),
        ..InjectedFault::lasting(Route::EditMessage, 429).with_code(30_046)
    });
    for text in &placing("seega-5-classic")[..6] {
        table.plays(text).await;
    }
    let edits = answered(&harness, 429);
    assert!((1..=2).contains(&edits.len()), "{edits:?}");
    harness.world().lift(Route::EditMessage);
    harness.later(601).await;
    harness.settles().await;
    harness.one_board().await;
}

#[tokio::test]
async fn without_room_for_a_thread_a_game_is_played_in_its_channel() {
    let harness = Harness::open_with_threads().await;
    let full = InjectedFault::lasting(Route::Thread, 400).with_code(160_006);
    harness.inject(full);
    let [ana, bob] = harness.people(["ana", "bob"]);
    let card = said(&ana, &format!("/challenge opponent:{}", bob.mention())).await;
    let board = harness.follows(&card, &bob, "accept").await;
    assert!(is_board(&board), "{}", board.text());
    harness.settles().await;
    assert_eq!(answered(&harness, 400).len(), 1);
}

#[tokio::test]
async fn an_answer_whose_token_has_expired_is_sent_once() {
    for (status, code) in [(404, 10_015), (401, 50_027)] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        table.two_turns_each().await;
        harness.settles().await;
        let expired = InjectedFault::lasting(Route::Webhook, status).with_code(code);
        harness.inject(expired);
        let replay = format!("/replay game:{}", table.id);
        table.first.types(&replay).await;
        let refused = |it: &Logged| it.status == status;
        harness.requested(refused).await;
        harness.settles().await;
        assert_eq!(answered(&harness, status).len(), 1, "{code}");
    }
}

/// A game in a channel of its own, in which each kind of request is refused once.
struct Case<'a> {
    harness: &'a Harness,
    refusal: InjectedFault,
    table: Table,
    home: u64,
    found: Vec<&'static str>,
}

/// How the message with some words has come, if it has.
type Come = Option<&'static str>;

impl<'a> Case<'a> {
    async fn new(harness: &'a Harness, number: usize, refusal: &str) -> Self {
        let world = harness.world();
        let home = world.open_thread("main", "room").unwrap();
        world.change_channel(&home.key, |channel| channel.parent = None);
        let person = |it: usize| harness.person(&it.to_string()).in_channel(home.id);
        let [one, other] = [2 * number, 2 * number + 1].map(person);
        let challenge = format!("/challenge opponent:{} board:5", other.mention());
        let card = said(&one, &challenge).await;
        other.presses_act(&card, ":accept").await;
        let board = harness.waits_for(&home.key, is_board).await;
        Self {
            harness,
            refusal: InjectedFault::read(&format!("other:{refusal}")).unwrap(),
            table: Table::first(&one, &other, board, start("seega-5-classic")),
            home: home.id,
            found: Vec::new(),
        }
    }

    /// The next such request is refused, or the next one in a channel.
    fn refuses(&self, route: Route, channel: Option<u64>) {
        self.harness.inject(InjectedFault {
            route,
            channel,
            times: 1,
            ..self.refusal.clone()
        });
    }

    /// The next player types a move elsewhere.
    async fn types(&mut self, text: &str) {
        let mover = self.table.mover().in_channel("other");
        mover.types(&self.table.command(text)).await;
        self.table.line.play(text).unwrap();
    }

    fn direct_to(&self, who: &Person) -> u64 {
        let who = who.id().to_string();
        self.harness.world().open_conversation(&who).id
    }

    fn come(&self, channel: u64, words: &str) -> Come {
        match self.harness.with(&channel.to_string(), words).as_slice() {
            [] => None,
            [one] if one.image().is_some() => Some("again"),
            [_] => Some("words"),
            _ => Some("twice"),
        }
    }
}

/// Notes for each case how it happens, within a minute or later.
async fn happens(harness: &Harness, cases: &mut [Case<'_>], how: impl Fn(&Case<'_>) -> Come) {
    // A direct message waits for the board, second by second.
    for seconds in [1, 1, 20, 20, 0] {
        harness.later(seconds).await;
    }
    let soon: Vec<_> = cases.iter().map(&how).collect();
    harness.later(60 * 60).await;
    harness.settles().await;
    for (case, soon) in cases.iter_mut().zip(soon) {
        case.found.push(match (soon, how(case)) {
            (None, Some(_)) => "later",
            (_, found) => found.unwrap_or("stays"),
        });
    }
}

/// What follows from each refusal, `STATUS:CODE:PAGE`, for an edit of an old board, for an answer, for
/// a direct message and for a new board.
async fn follows(refusals: &str, expected: &str) {
    let people: Vec<String> = (0..60).map(|it| it.to_string()).collect();
    let people: Vec<&str> = people.iter().map(String::as_str).collect();
    let harness = &Harness::open_to(&people).await;
    let mut cases = Vec::new();
    for (number, refusal) in refusals.split(' ').enumerate() {
        cases.push(Case::new(harness, number, refusal).await);
    }
    harness.settles().await;
    let moves = placing("seega-5-classic");
    let played = |number: usize| format!("played **{}**", moves[number]);

    for case in &mut cases {
        case.refuses(Route::EditMessage, Some(case.home));
        case.types(&moves[0]).await;
    }
    let edited = |it: &Case<'_>| (!harness.is_live(it.table.board.id)).then_some("again");
    happens(harness, &mut cases, edited).await;

    for case in &mut cases {
        case.refuses(Route::Callback, None);
        let command = case.table.command(&moves[1]);
        let mover = case.table.mover().clone();
        // They may see that it has failed.
        tokio::spawn(async move { mover.attempt().types(&command).await.is_ok() });
        harness.faults_met(Route::Callback).await;
        // The next refusal is not for the second try of this answer.
        harness.later(0).await;
        case.table.line.play(&moves[1]).unwrap();
    }
    let answered = |it: &Case<'_>| it.come(it.home, &played(1));
    happens(harness, &mut cases, answered).await;

    for case in &mut cases {
        let waiter = case.table.waiter();
        let shown = settings(waiter, "notices").await;
        waiter.presses(&shown, "notify:how:direct").await;
        case.refuses(Route::ChannelMessage, Some(case.direct_to(waiter)));
        case.types(&moves[2]).await;
    }
    let called = |it: &Case<'_>| {
        let direct = it.come(it.direct_to(it.table.mover()), &played(2));
        let here = it.come(it.home, "can’t send you direct messages");
        direct.or(here.map(|_| "channel"))
    };
    happens(harness, &mut cases, called).await;

    for case in &mut cases {
        case.refuses(Route::ChannelMessage, Some(case.home));
        case.types(&moves[3]).await;
    }
    let posted = |it: &Case<'_>| {
        let direct = it.come(it.direct_to(it.table.mover()), "goes on here");
        it.come(it.home, &played(3)).or(direct.map(|_| "directly"))
    };
    happens(harness, &mut cases, posted).await;

    let mut violations = harness.world().take_violations();
    violations.retain(|it| it.kind != Kind::Unanswered);
    assert!(violations.is_empty(), "{violations:?}");
    for Case { refusal, found, .. } in cases {
        assert_eq!(found.join(" "), expected, "{refusal:?}");
    }
}

#[tokio::test]
async fn what_no_code_explains_is_tried_again_within_a_minute() {
    let codes = "200:0:<p> 400:0 401:0 401:0:<p> 403:0 403:0:<p> 403:40333 404:0 404:0:<p> 429:0:<p> 503:0:<p> \
        400:12345 404:10015 404:10062 429:30046 400:40060 401:50014 401:50027 400:50151 400:160004 400:160006 \
        400:200000 400:0:{\"code\":50035,\"message\":\"BUTTON_COMPONENT_INVALID_EMOJI\"}";
    follows(codes, "again again again again").await;
}

#[tokio::test]
async fn limits_and_outages_are_waited_for() {
    let codes = "400:20016 403:20022 403:20028 403:20029 403:40003 403:40004 403:40006 403:40062 400:110001 503:130000";
    follows(codes, "later later later later").await;
}

#[tokio::test]
async fn a_message_whose_picture_is_refused_comes_in_words() {
    let codes = "413:0:<p> 413:40005 400:40005 400:20009 400:50045 400:50046 400:50110 400:50123 400:50146 400:400001";
    // An edit of an old board has no picture.
    follows(codes, "again words words words").await;
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_called_where_the_board_is() {
    let codes = "404:10007 404:10013 403:50007 400:50033 400:50278";
    follows(codes, "again again channel again").await;
}

#[tokio::test]
async fn a_channel_that_refuses_the_bot_is_asked_again_after_an_hour() {
    let codes = "404:10004 403:50001 403:50013";
    follows(codes, "later again channel later").await;
}

#[tokio::test]
async fn a_channel_that_takes_no_messages_is_left_at_the_first_refusal() {
    let codes = "404:10003 400:40058 400:50008 400:50024 400:50083 403:160005";
    follows(codes, "stays again channel directly").await;
}

#[tokio::test]
async fn a_message_that_is_gone_is_not_edited_again() {
    follows("404:10008", "stays again again again").await;
}
