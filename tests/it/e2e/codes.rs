//! What follows from Discord's error codes, where no other story shows it.

use siwa_playground::{InjectedFault, Kind, Logged, Route};

use super::harness::Harness;
use super::person::Person;
use super::play::{Table, is_board, placing, said, settings, start};

const GAME: &str = "seega-5-classic";

/// The requests that were answered with a status.
fn answered(harness: &Harness, status: u16) -> Vec<Logged> {
    let mut log = harness.world().rest_log();
    log.retain(|it| it.status == status);
    log
}

#[tokio::test]
async fn old_messages_that_cannot_be_edited_yet_delay_no_board() {
    let (harness, mut table) = Table::open(GAME).await;
    harness.settles().await;
    harness.inject(InjectedFault {
        retry_after: Some(600.0),
        ..InjectedFault::lasting(Route::EditMessage, 429).with_code(30_046)
    });
    for text in &placing(GAME)[..6] {
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
    let board = harness.follows(&card, &bob, "Accept").await;
    assert!(is_board(&board), "{}", board.text());
    harness.settles().await;
    assert_eq!(answered(&harness, 400).len(), 1);
}

#[tokio::test]
async fn an_answer_whose_token_has_expired_is_sent_once() {
    for (status, code) in [(404, 10_015), (401, 50_027)] {
        let (harness, mut table) = Table::open(GAME).await;
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
struct Case {
    refusal: InjectedFault,
    table: Table,
    place: String,
    /// What has followed.
    found: Vec<&'static str>,
}

impl Case {
    async fn new(harness: &Harness, number: usize, refusal: &str) -> Self {
        let world = harness.world();
        let place = world.open_thread("main", "room").unwrap().key;
        world.change_channel(&place, |channel| channel.parent = None);
        let person = |it: usize| harness.person(&it.to_string()).in_channel(&place);
        let [one, other] = [2 * number, 2 * number + 1].map(person);
        let challenge = format!("/challenge opponent:{} board:5", other.mention());
        let card = said(&one, &challenge).await;
        other.presses_act(&card, ":accept").await;
        let board = harness.waits_for(&place, is_board).await;
        Self {
            refusal: InjectedFault::read(&format!("other:{refusal}")).unwrap(),
            table: Table::first(&one, &other, board, start(GAME)),
            place,
            found: Vec::new(),
        }
    }

    /// The next such request is refused, or the next one in a channel.
    fn refuses(&self, harness: &Harness, route: Route, place: Option<&str>) {
        harness.inject(InjectedFault {
            route,
            channel: place.map(|place| harness.world().channel(place).unwrap().id),
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
}

fn conversation(harness: &Harness, who: &Person) -> String {
    let who = who.id().to_string();
    harness.world().open_conversation(&who).key
}

/// How a message has come, if it has.
type Come = Option<&'static str>;

/// How the message with these words has come.
fn come(harness: &Harness, place: &str, words: &str) -> Come {
    match harness.with(place, words).as_slice() {
        [] => None,
        [one] if one.image().is_some() => Some("again"),
        [_] => Some("words"),
        _ => Some("twice"),
    }
}

/// Notes for each case how it happens, within a minute or later.
async fn happens(harness: &Harness, cases: &mut [Case], how: impl Fn(&Case) -> Come) {
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
    let moves = placing(GAME);
    let played = |number: usize| format!("played **{}**", moves[number]);

    for case in &mut cases {
        case.refuses(harness, Route::EditMessage, Some(&case.place));
        case.types(&moves[0]).await;
    }
    let edited = |case: &Case| {
        let first = &harness.world().messages(&case.place)[1];
        first.live().is_empty().then_some("again")
    };
    happens(harness, &mut cases, edited).await;

    for case in &mut cases {
        case.refuses(harness, Route::Callback, None);
        let command = case.table.command(&moves[1]);
        let mover = case.table.mover().clone();
        // They may see that it has failed.
        tokio::spawn(async move { mover.attempt().types(&command).await.is_ok() });
        harness.faults_met(Route::Callback).await;
        // The next refusal is not for the second try of this answer.
        harness.later(0).await;
        case.table.line.play(&moves[1]).unwrap();
    }
    let answered = |case: &Case| come(harness, &case.place, &played(1));
    happens(harness, &mut cases, answered).await;

    for case in &mut cases {
        let waiter = case.table.waiter();
        let shown = settings(waiter, "Notifications").await;
        waiter.presses(&shown, "notify:how:direct").await;
        let direct = conversation(harness, waiter);
        case.refuses(harness, Route::ChannelMessage, Some(&direct));
        case.types(&moves[2]).await;
    }
    let called = |case: &Case| {
        let direct = come(
            harness,
            &conversation(harness, case.table.mover()),
            &played(2),
        );
        let here = || come(harness, &case.place, "can’t send you direct messages");
        direct.or_else(|| here().map(|_| "channel"))
    };
    happens(harness, &mut cases, called).await;

    for case in &mut cases {
        case.refuses(harness, Route::ChannelMessage, Some(&case.place));
        case.types(&moves[3]).await;
    }
    let posted = |case: &Case| {
        let direct = come(
            harness,
            &conversation(harness, case.table.mover()),
            "goes on here",
        );
        come(harness, &case.place, &played(3)).or(direct.map(|_| "directly"))
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
    let refusals = "200:0:<html> 400:0 401:0 401:0:<html> 403:0 403:0:<html> 403:40333 404:0 404:0:<html> \
        429:0:<html> 503:0:<html> 400:12345 404:10015 404:10062 429:30046 400:40060 401:50014 401:50027 \
        400:0:{\"code\":50035,\"message\":\"BUTTON_COMPONENT_INVALID_EMOJI\"} 400:50151 400:160004 \
        400:160006 400:200000";
    follows(refusals, "again again again again").await;
}

#[tokio::test]
async fn limits_and_outages_are_waited_for() {
    let refusals = "400:20016 403:20022 403:20028 403:20029 403:40003 403:40004 403:40006 403:40062 \
        400:110001 503:130000";
    follows(refusals, "later later later later").await;
}

#[tokio::test]
async fn a_message_whose_picture_is_refused_comes_in_words() {
    let refusals = "413:0:<html> 413:40005 400:40005 400:20009 400:50045 400:50046 400:50110 400:50123 \
        400:50146 400:400001";
    // An edit of an old board has no picture.
    follows(refusals, "again words words words").await;
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_called_where_the_board_is() {
    let refusals = "404:10007 404:10013 403:50007 400:50033 400:50278";
    follows(refusals, "again again channel again").await;
}

#[tokio::test]
async fn a_channel_that_refuses_the_bot_is_asked_again_after_an_hour() {
    let refusals = "404:10004 403:50001 403:50013";
    follows(refusals, "later again channel later").await;
}

#[tokio::test]
async fn a_channel_that_takes_no_messages_is_left_at_the_first_refusal() {
    let refusals = "404:10003 400:40058 400:50008 400:50024 400:50083 403:160005";
    follows(refusals, "stays again channel directly").await;
}

#[tokio::test]
async fn a_message_that_is_gone_is_not_edited_again() {
    follows("404:10008", "stays again again again").await;
}
