//! Discord or the database fails; nothing is lost, and no message is sent twice.

use std::cell::RefCell;
use std::sync::Once;

use serde_json::json;
use siwa_playground::{Answer, InjectedFault, Kind, Logged, Message, Refused, Route};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;

use super::harness::Harness;
use super::play::{Table, is_board, offers, panel};
use crate::monitor::value;

thread_local! {
    /// The log of this thread's test, since it started to listen.
    static HEARD: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// The log of one test: its tasks all run on its own thread.
#[derive(Clone, Copy)]
pub(super) struct Log;

impl Log {
    pub(super) fn listen() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let filter: Targets = "siwa=trace,siwa_playground=off".parse().unwrap();
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(LevelFilter::TRACE)
                .with_ansi(false)
                // Spans are exported, also those without an event.
                .with_span_events(FmtSpan::NEW)
                .with_writer(|| Self)
                .finish();
            tracing::subscriber::set_global_default(subscriber.with(filter)).unwrap();
        });
        HEARD.set(Some(Vec::new()));
        Self
    }

    pub(super) fn text(self) -> String {
        String::from_utf8(HEARD.with_borrow(Clone::clone).unwrap()).unwrap()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        HEARD.with_borrow_mut(|heard| heard.iter_mut().for_each(|heard| heard.extend(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The retry found that the first answer had arrived: a violation, but no other effect.
async fn answered_twice(harness: &Harness) {
    let violation = harness.world().expect_violation(Kind::AnsweredTwice).await;
    violation.unwrap();
}

/// Public messages with this text.
fn saying(harness: &Harness, words: &str) -> Vec<Message> {
    let mut messages = harness.world().messages("main");
    messages.retain(|it| it.text().contains(words));
    messages
}

/// The next answer to an interaction fails, and so does the retry.
pub(super) fn lose_the_answer(harness: &Harness, status: u16) {
    harness.world().inject(InjectedFault {
        times: 2,
        ..InjectedFault::once(Route::Callback, status)
    });
}

/// A person's act fails for them, because of the faults that [`lose_the_answer`] injected.
pub(super) async fn fails(harness: &Harness, act: impl Future<Output = Result<Answer, Refused>>) {
    // After both tries have failed, the test need not wait for Discord's time limit.
    let both_failed = async {
        harness
            .world()
            .wait_for_faults(Route::Callback)
            .await
            .unwrap();
        harness.world().skip(4);
        std::future::pending().await
    };
    let failed = tokio::select! {
        failed = act => failed,
        failed = both_failed => failed,
    };
    assert!(matches!(failed, Err(Refused::Failed(_))), "{failed:?}");
    harness.world().lift(Route::Callback);
    harness
        .world()
        .expect_violation(Kind::Unanswered)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_move_whose_answer_fails_is_saved_and_its_board_posted_once() {
    for status in [500, 502, 429] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, "seega-5-classic").await;
        lose_the_answer(&harness, status);
        let first = table.first.clone();
        fails(&harness, first.types("/place squares:a1 b2")).await;
        harness.settles().await;
        let board = harness
            .world()
            .wait_for("main", |it| it.text().contains("played **a1 b2**"))
            .await
            .unwrap();
        assert_eq!(board.pinged(), [table.second.id()]);
        table.line.play("a1 b2").unwrap();
        harness.stripped(table.board.id).await;
        // The sweeper has nothing to do.
        harness.clock.skip(60);
        table.plays("d4 e5").await;
        table.plays("d5 e4").await;
        assert_eq!(saying(&harness, "played **a1 b2**").len(), 1);
        harness.stripped(board.id).await;
    }
}

#[tokio::test]
async fn a_board_in_the_channel_is_tried_again_until_it_is_there_once() {
    for takes_effect in [false, true] {
        let harness = Harness::open().await;
        let table = Table::set(&harness, "seega-5-classic").await;
        let preview = panel(&table.first, &table.board, &["a1", "a1 b2"]).await;
        harness.world().inject(InjectedFault {
            times: 3,
            takes_effect,
            ..InjectedFault::once(Route::ChannelMessage, 500)
        });
        let done = table.first.presses(&preview, "Confirm").await.unwrap();
        assert!(
            done.private() && done.text().contains("You played"),
            "{}",
            done.text()
        );
        harness
            .world()
            .wait_for_request(|it| it.status == 500)
            .await
            .unwrap();
        harness.settles().await;
        let board = harness
            .world()
            .wait_for("main", |it| it.text().contains("played **a1 b2**"))
            .await
            .unwrap();
        assert_eq!(board.pinged(), [table.second.id()]);
        harness.stripped(table.board.id).await;
        table.second.types("/place squares:d4 e5").await.unwrap();
        harness.stripped(board.id).await;
        assert_eq!(saying(&harness, "played **a1 b2**").len(), 1);
        harness.one_board().await;
    }
}

#[tokio::test]
async fn a_card_whose_answer_fails_is_posted_once() {
    let harness = Harness::open().await;
    let (ana, bob) = (harness.person("ana"), harness.person("bob"));
    lose_the_answer(&harness, 500);
    fails(&harness, ana.types("/challenge opponent:@bob")).await;
    harness.settles().await;
    let card = harness
        .world()
        .wait_for("main", |it| it.text().contains("challenges"))
        .await
        .unwrap();
    assert_eq!(card.pinged(), [bob.id()]);
    harness.clock.skip(60);
    lose_the_answer(&harness, 500);
    fails(&harness, bob.presses(&card, "Accept")).await;
    harness.settles().await;
    let board = harness.world().wait_for("main", is_board).await.unwrap();
    let closed = harness.stripped(card.id).await;
    assert!(
        closed.text().contains("accepted. This is game #"),
        "{}",
        closed.text()
    );
    harness.clock.skip(60);
    let first = harness.world().person(&board.pinged()[0].to_string());
    first.types("/place squares:a1 b2").await.unwrap();
    assert_eq!(harness.world().messages("main").len(), 3);
    harness.world().inject(InjectedFault {
        takes_effect: true,
        ..InjectedFault::once(Route::Callback, 500)
    });
    ana.in_channel("other").types("/challenge").await.unwrap();
    answered_twice(&harness).await;
    harness.clock.skip(60);
    ana.types("/games").await.unwrap();
    harness
        .world()
        .wait_for_request(|it| it.path.contains("@original"))
        .await
        .unwrap();
    assert_eq!(saying(&harness, "challenges").len(), 1);
    assert_eq!(harness.world().messages("other").len(), 1);
    assert_eq!(harness.count("select count(*) from challenges").await, 2);
}

#[tokio::test]
async fn an_offer_whose_answer_fails_is_still_made() {
    let harness = Harness::open().await;
    let table = Table::placed(&harness, "seega-5-classic").await;
    let (mover, waiter) = (table.mover().clone(), table.waiter().clone());
    lose_the_answer(&harness, 500);
    fails(&harness, waiter.types("/draw")).await;
    harness.settles().await;
    let offer = harness
        .world()
        .wait_for("main", |it| it.text().contains("would like to stop"))
        .await
        .unwrap();
    assert!(offer.image().is_none());
    assert_eq!(offer.pinged(), [mover.id()]);
    lose_the_answer(&harness, 500);
    fails(&harness, mover.presses(&offer, "Decline")).await;
    harness.settles().await;
    harness
        .world()
        .wait_for("main", |it| {
            it.text()
                .contains("declined to stop and count. Game #1 goes on")
        })
        .await
        .unwrap();
    harness.stripped(offer.id).await;
    assert_eq!(
        saying(&harness, "would like to stop").len(),
        0,
        "it was changed"
    );
    harness.one_board().await;
    assert!(
        !harness
            .world()
            .message(table.board.id)
            .unwrap()
            .live()
            .is_empty()
    );
}

#[tokio::test]
async fn old_buttons_are_taken_away_later_if_that_fails_at_first() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let old = table.board.id;
    harness.world().inject(InjectedFault {
        times: 2,
        ..InjectedFault::once(Route::EditMessage, 500)
    });
    table.plays("a1 b2").await;
    harness
        .world()
        .wait_for_request(|it| it.status == 500)
        .await
        .unwrap();
    harness.settles().await;
    harness.stripped(old).await;
    table.plays("d4 e5").await;
    harness.one_board().await;
    let patched = |it: &Logged| it.path.ends_with(&format!("/messages/{old}"));
    let tried = harness
        .world()
        .rest_log()
        .into_iter()
        .filter(patched)
        .count();
    assert_eq!(tried, 3);
}

#[tokio::test]
async fn without_the_permission_to_attach_files_the_board_is_posted_as_text() {
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    let away = table.first.in_channel("other");
    // Only the permissions to view and to write; a command elsewhere does not report that.
    harness
        .world()
        .set_bot_permissions("main", 1 << 10 | 1 << 11);
    away.types(&format!("/place squares:a1 b2 game:{}", table.id))
        .await
        .unwrap();
    let violation = harness.world().expect_violation(Kind::Forbidden).await;
    violation.unwrap();
    let board = harness
        .world()
        .wait_for("main", |it| it.text().contains("played **a1 b2**"))
        .await
        .unwrap();
    assert!(board.image().is_none());
    assert!(
        board.text().contains("Light (2): a1, b2"),
        "{}",
        board.text()
    );
    assert_eq!(board.pinged(), [table.second.id()]);
    let panel = panel(&table.second, &board, &[]).await;
    assert!(panel.image().is_some());
}

#[tokio::test]
async fn a_lost_connection_loses_no_interaction() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    harness.world().drop_gateway(4000);
    table.plays("a1 b2").await;
    harness.world().reconnect_request();
    table.plays("d4 e5").await;
    harness.world().drop_gateway(1001);
    table.plays("d5 e4").await;
    harness.one_board().await;
    harness.sound().await;
}

#[tokio::test]
async fn a_session_that_cannot_be_resumed_is_started_again() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    harness.world().forget_sessions();
    harness.world().ready().await.unwrap();
    table.plays("d4 e5").await;
    harness.sound().await;
}

#[tokio::test]
async fn a_bot_whose_own_account_cannot_be_read_is_connected_all_the_same() {
    let mut harness = Harness::open().await;
    harness.world().decorate(json!({ "flags": 1u64 << 44 }));
    harness.restart().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    harness.sound().await;
}

#[tokio::test]
async fn a_failing_database_is_admitted_privately_with_a_number() {
    let log = Log::listen();
    let harness = Harness::open().await;
    let table = Table::set(&harness, "seega-5-classic").await;
    harness.lose_tables().await;
    let mut numbers = Vec::new();
    for command in [
        "/place squares:a1 b2",
        "/board",
        "/resign",
        "/leaderboard",
        "/draw",
    ] {
        let answer = table.first.types(command).await.unwrap();
        assert!(answer.private(), "{command}: {}", answer.text());
        let text = answer.text();
        assert!(text.contains("went wrong on my end"), "{command}: {text}");
        numbers.push(text.rsplit('`').nth(1).unwrap().to_owned());
        for secret in ["table", "sql", "events", "no such"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    let pressed = panel(&table.first, &table.board, &[]).await;
    assert!(pressed.text().contains("went wrong"), "{}", pressed.text());
    assert!(offers(&table.first, "/place squares:").await.is_empty());
    for number in &numbers {
        let logged = log.text();
        let lines = logged.lines().filter(|line| line.contains(number.as_str()));
        assert_eq!(lines.count(), 1, "{number} in {logged}");
    }
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 5);
    let metrics = harness.store.metrics.text(None).unwrap();
    // The press has a number, too.
    assert!(value(&metrics, "siwa_faults_total") >= 6.0, "{metrics}");
    assert!(
        numbers
            .iter()
            .all(|it| it.len() == 8 && it.chars().all(|it| it.is_ascii_hexdigit()))
    );
}

#[tokio::test]
async fn an_act_that_waits_for_the_database_is_given_up_before_discord_does() {
    let mut harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    let mut database = harness.database().await;
    let hold = match harness.place.is_on_server() {
        true => "begin; lock table guilds, games, players in access exclusive mode",
        false => "begin immediate",
    };
    sqlx::raw_sql(hold).execute(&mut database).await.unwrap();
    let answer = table.first.types("/place squares:a1 b2").await.unwrap();
    assert!(answer.private(), "{}", answer.text());
    let text = answer.text();
    assert!(text.contains("went wrong on my end"), "{text}");
    let help = table.first.types("/help").await.unwrap();
    assert!(!help.text().contains("went wrong"), "{}", help.text());
    let rules = table.first.types("/rules").await.unwrap();
    assert!(!rules.text().contains("went wrong"), "{}", rules.text());
    sqlx::raw_sql("rollback")
        .execute(&mut database)
        .await
        .unwrap();
    assert_eq!(harness.turns().await, 0);
    // It is delivered again after Discord's time limit, when the choice of a game is different.
    harness.restart().await;
    for _ in ["to compare", "the next one with"] {
        table.first.types("/help").await.unwrap();
    }
    assert!(harness.world().deliver_again("place"));
    let violation = harness.world().expect_violation(Kind::AnsweredTwice).await;
    violation.unwrap();
    assert_eq!(harness.turns().await, 0);
    table.plays("a1 b2").await;
    harness.settles().await;
    assert_eq!(harness.turns().await, 1);
    harness.one_board().await;
}

#[tokio::test]
async fn a_decorated_person_can_play_though_serenity_knows_no_such_decoration() {
    for (harness, through) in [
        (Harness::open().await, "the gateway"),
        (Harness::open_by_http().await, "HTTP"),
    ] {
        for profile in [
            json!({ "avatar_decoration_data": { "asset": "a_1", "sku_id": null } }),
            json!({ "collectibles": { "nameplate": { "sku_id": null } }, "avatar": "a".repeat(33) }),
            json!({ "public_flags": 1u64 << 44, "flags": 1u64 << 44 }),
        ] {
            harness.world().decorate(profile.clone());
            let answer = harness.person("ana").types("/help").await.unwrap();
            assert!(answer.private(), "{through}: {profile}");
        }
        harness.sound().await;
    }
}

#[tokio::test]
async fn a_refused_picture_is_replaced_by_words() {
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    for (route, fault) in [
        (Route::Callback, InjectedFault::once(Route::Callback, 413)),
        (
            Route::Callback,
            InjectedFault::once(Route::Callback, 400).with_code(20_009),
        ),
    ] {
        harness.world().inject(fault);
        let shown = table.first.types("/board").await.unwrap();
        assert!(shown.message().unwrap().image().is_none());
        assert!(!shown.text().is_empty());
        harness.world().wait_for_faults(route).await.unwrap();
    }
    let too_large = InjectedFault::once(Route::ChannelMessage, 413);
    harness.world().inject(too_large);
    let newest = harness.newest();
    let board = panel(table.mover(), &table.board, &["a1", "a1 b2"]).await;
    let play = board.live().into_iter().find(|it| it.contains(":play:"));
    table.mover().presses(&board, play.unwrap()).await.unwrap();
    let posted = |it: &Message| it.id > newest && it.text().contains("played **a1 b2**");
    let posted = harness.world().wait_for("main", posted).await.unwrap();
    assert!(posted.image().is_none());
    table.line.play("a1 b2").unwrap();
    table.board = posted;
    harness.sound().await;
}

#[tokio::test]
async fn a_refused_animation_comes_as_a_follow_up() {
    for code in [50_035, 20_009] {
        let harness = Harness::open().await;
        let mut table = Table::set(&harness, "seega-5-classic").await;
        table.plays("a1 b2").await;
        let refused = InjectedFault::once(Route::Webhook, 400).with_code(code);
        harness.world().inject(refused);
        let _ = table.first.types("/replay").await.unwrap();
        let come = |it: &Message| it.image().is_some();
        table.first.waits_for(come).await.unwrap();
        harness.sound().await;
    }
}

#[tokio::test]
async fn an_application_keeps_the_command_that_opens_its_activity() {
    let mut harness = Harness::open().await;
    harness.stop_bot().await;
    harness.world().add_entry_point();
    harness.reopen().await;
    harness.start_bot().await;
    let answer = harness.person("ana").types("/help").await.unwrap();
    assert!(answer.private());
    harness.sound().await;
}

#[tokio::test]
async fn the_bot_starts_whatever_its_application_looks_like() {
    let mut harness = Harness::open().await;
    harness
        .world()
        .decorate(json!({ "avatar_decoration_data": { "sku_id": null } }));
    harness.stop_bot().await;
    harness.reopen().await;
    harness.start_bot().await;
    let answer = harness.person("ana").types("/help").await.unwrap();
    assert!(answer.private());
}

#[tokio::test]
async fn the_log_contains_neither_tokens_nor_messages() {
    let log = Log::listen();
    let harness = Harness::open().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    lose_the_answer(&harness, 500);
    for (route, status) in [(Route::EditMessage, 500), (Route::ChannelMessage, 400)] {
        harness.world().inject(InjectedFault::once(route, status));
    }
    let second = table.second.clone();
    fails(&harness, second.types("/place squares:d4 e5")).await;
    second.types("/place squares:hello there").await.unwrap();
    harness.later(60).await;
    harness
        .world()
        .wait_for_request(|it| it.status == 400)
        .await
        .unwrap();
    let log = log.text();
    assert!(log.contains("was not delivered"), "{log}");
    for secret in ["d4", "hello", "not-a-real", "token", "webhooks/", "http://"] {
        assert!(!log.contains(secret), "{secret:?} in {log}");
    }
}

#[tokio::test]
async fn a_name_that_cannot_be_remembered_spoils_no_challenge() {
    let harness = Harness::open().await;
    harness.refuse_names().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    let games = table.first.types("/games").await.unwrap();
    assert!(games.text().contains("#1"), "{}", games.text());
}

#[tokio::test]
async fn one_broken_game_does_not_keep_others_from_their_end() {
    let harness = Harness::open().await;
    Table::set_with(&harness, "seega-5-classic", "time:1").await;
    let mut database = harness.database().await;
    sqlx::query("update events set kind = 'nonsense' where game = 1")
        .execute(&mut database)
        .await
        .unwrap();
    let whole = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.clock.skip(2 * siwa::time::DAY);
    let end = harness.ended().await;
    assert!(
        end.text().contains(&format!("#{}", whole.id)),
        "{}",
        end.text()
    );
}
