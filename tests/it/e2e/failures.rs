//! Discord or the database fails; nothing is lost, and no message is sent twice.

use std::cell::RefCell;
use std::sync::Once;

use serde_json::json;
use siwa_playground::{Answer, InjectedFault, Kind, Message, Refused, Route};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;

use super::harness::Harness;
use super::outbox::answered_twice;
use super::person::{Says, SaysTo};
use super::play::{Table, is_board, offers, panel};
use crate::serving::value;

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
                // The fields of a span are checked also without an event in it.
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

/// The next answer to an interaction fails, and so does the retry.
pub(super) fn lose_the_answer(harness: &Harness, status: u16) {
    harness.inject(InjectedFault {
        times: 2,
        ..InjectedFault::once(Route::Callback, status)
    });
}

/// A person's act fails for them, because of the faults that [`lose_the_answer`] injected.
pub(super) async fn fails(harness: &Harness, act: impl Future<Output = Result<Answer, Refused>>) {
    // After both tries have failed, the test need not wait for Discord's time limit.
    let both_failed = async {
        harness.faults_met(Route::Callback).await;
        harness.world().skip(4);
        std::future::pending().await
    };
    let failed = tokio::select! {
        failed = act => failed,
        failed = both_failed => failed,
    };
    assert!(matches!(failed, Err(Refused::Failed(_))), "{failed:?}");
    harness.world().lift(Route::Callback);
    harness.violated(Kind::Unanswered).await;
}

#[tokio::test]
async fn a_move_whose_answer_fails_is_saved_and_its_board_posted_once() {
    for status in [500, 502, 429] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        lose_the_answer(&harness, status);
        let first = table.first.attempt();
        fails(&harness, first.types("/place squares:a1 b2")).await;
        harness.settles().await;
        let board = harness.finds("main", "played **a1 b2**").await;
        assert_eq!(board.pinged(), [table.second.id()]);
        table.line.play("a1 b2").unwrap();
        harness.stripped(table.board.id).await;
        // The sweeper has nothing to do.
        harness.clock.skip(60);
        table.plays("d4 e5").await;
        table.plays("d5 e4").await;
        assert_eq!(harness.with("main", "played **a1 b2**").len(), 1);
        harness.stripped(board.id).await;
    }
}

#[tokio::test]
async fn a_board_in_the_channel_is_tried_again_until_it_is_there_once() {
    for takes_effect in [false, true] {
        let (harness, table) = Table::open("seega-5-classic").await;
        let preview = panel(&table.first, &table.board, &["a1", "a1 b2"]).await;
        harness.inject(InjectedFault {
            times: 3,
            takes_effect,
            ..InjectedFault::once(Route::ChannelMessage, 500)
        });
        let done = table.first.presses(&preview, "play").await;
        done.says_privately("You played");
        harness.requested(|it| it.status == 500).await;
        harness.settles().await;
        let board = harness.finds("main", "played **a1 b2**").await;
        assert_eq!(board.pinged(), [table.second.id()]);
        harness.stripped(table.board.id).await;
        table.second.types("/place squares:d4 e5").await;
        harness.stripped(board.id).await;
        assert_eq!(harness.with("main", "played **a1 b2**").len(), 1);
        harness.one_board().await;
    }
}

#[tokio::test]
async fn a_card_whose_answer_fails_is_posted_once() {
    let (harness, [ana, bob]) = Harness::open_as(["ana", "bob"]).await;
    lose_the_answer(&harness, 500);
    fails(&harness, ana.attempt().types("/challenge opponent:@bob")).await;
    harness.settles().await;
    let card = harness.finds("main", "challenges").await;
    assert_eq!(card.pinged(), [bob.id()]);
    harness.clock.skip(60);
    lose_the_answer(&harness, 500);
    fails(&harness, bob.attempt().presses(&card, "accept")).await;
    harness.settles().await;
    let board = harness.waits_for("main", is_board).await;
    let closed = harness.stripped(card.id).await;
    closed.says("accepted. This is game #");
    harness.clock.skip(60);
    let first = harness.person(&board.pinged()[0].to_string());
    first.types("/place squares:a1 b2").await;
    assert_eq!(harness.world().messages("main").len(), 3);
    harness.inject(InjectedFault {
        takes_effect: true,
        ..InjectedFault::once(Route::Callback, 500)
    });
    ana.in_channel("other").types("/challenge").await;
    answered_twice(&harness).await;
    harness.clock.skip(60);
    ana.types("/games").await;
    harness.requested(|it| it.path.contains("@original")).await;
    assert_eq!(harness.with("main", "challenges").len(), 1);
    assert_eq!(harness.world().messages("other").len(), 1);
    assert_eq!(harness.rows("challenges").await, 2);
}

#[tokio::test]
async fn an_offer_whose_answer_fails_is_still_made() {
    let (harness, table) = Table::open_placed("seega-5-classic").await;
    let mover = table.mover().clone();
    let waiter = table.waiter().clone();
    lose_the_answer(&harness, 500);
    fails(&harness, waiter.attempt().types("/draw")).await;
    harness.settles().await;
    let offer = harness.finds("main", "would like to stop").await;
    assert!(offer.image().is_none());
    assert_eq!(offer.pinged(), [mover.id()]);
    lose_the_answer(&harness, 500);
    fails(&harness, mover.attempt().presses(&offer, "decline")).await;
    harness.settles().await;
    let declined = "declined to stop and count. Game #1 goes on";
    harness.finds("main", declined).await;
    harness.stripped(offer.id).await;
    // The offer was changed.
    assert_eq!(harness.with("main", "would like to stop").len(), 0);
    harness.one_board().await;
    assert!(harness.is_live(table.board.id));
}

#[tokio::test]
async fn without_the_permission_to_attach_files_the_board_is_posted_as_text() {
    let (harness, table) = Table::open("seega-5-classic").await;
    let away = table.first.in_channel("other");
    // Only the permissions to view and to write; a command elsewhere does not report that.
    harness.permits("main", 1 << 10 | 1 << 11);
    let typed = format!("/place squares:a1 b2 game:{}", table.id);
    away.types(&typed).await;
    harness.violated(Kind::Forbidden).await;
    let board = harness.finds("main", "played **a1 b2**").await;
    assert!(board.image().is_none());
    board.says("Light (2): a1, b2");
    assert_eq!(board.pinged(), [table.second.id()]);
    let panel = panel(&table.second, &board, &[]).await;
    assert!(panel.image().is_some());
}

#[tokio::test]
async fn a_lost_connection_loses_no_interaction() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    harness.world().drop_gateway(4000);
    table.plays("a1 b2").await;
    harness.world().reconnect_request();
    table.plays("d4 e5").await;
    harness.world().drop_gateway(1001);
    table.plays("d5 e4").await;
    harness.one_board().await;
}

#[tokio::test]
async fn a_session_that_cannot_be_resumed_is_started_again() {
    let (harness, mut table) = Table::open("seega-5-classic").await;
    table.plays("a1 b2").await;
    harness.world().forget_sessions();
    harness.world().ready().await.unwrap();
    table.plays("d4 e5").await;
}

#[tokio::test]
async fn a_bot_whose_own_account_cannot_be_read_is_connected_all_the_same() {
    let mut harness = Harness::open().await;
    harness.world().decorate(json!({ "flags": 1u64 << 44 }));
    harness.restart().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    // Discord says with each emoji who uploaded it: the bot.
    let opened = table.mover().presses(&table.board, "panel").await;
    let mut buttons = opened.buttons().into_iter();
    assert!(buttons.any(|it| it["emoji"]["id"].is_string()));
}

#[tokio::test]
async fn a_failing_database_is_admitted_privately_with_a_number() {
    let log = Log::listen();
    let (harness, table) = Table::open("seega-5-classic").await;
    harness.lose_tables().await;
    let mut numbers = Vec::new();
    let commands = "/place squares:a1 b2, /board, /resign, /leaderboard, /draw";
    for command in commands.split(", ") {
        let answer = table.first.types(command).await;
        assert!(answer.private(), "{command}: {}", answer.text());
        let text = answer.text();
        assert!(text.contains("went wrong on my end"), "{command}: {text}");
        numbers.push(text.rsplit('`').nth(1).unwrap().to_owned());
        for secret in ["table", "sql", "events", "no such"] {
            text.omits(secret);
        }
    }
    let pressed = panel(&table.first, &table.board, &[]).await;
    pressed.says("went wrong");
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
    let is_hex = |it: &String| it.len() == 8 && it.chars().all(|it| it.is_ascii_hexdigit());
    assert!(numbers.iter().all(is_hex), "{numbers:?}");
}

#[tokio::test]
async fn an_act_that_waits_for_the_database_is_given_up_before_discord_does() {
    let (mut harness, mut table) = Table::open("seega-5-classic").await;
    let mut database = harness.database().await;
    let hold = if harness.place.is_on_server() {
        "begin; lock table guilds, games, players in access exclusive mode"
    } else {
        "begin immediate"
    };
    sqlx::raw_sql(hold).execute(&mut database).await.unwrap();
    let answer = table.first.types("/place squares:a1 b2").await;
    assert!(answer.private(), "{}", answer.text());
    let text = answer.text();
    text.says("went wrong on my end");
    let help = table.first.types("/help").await;
    help.omits("went wrong");
    table.first.types("/rules").await.omits("went wrong");
    let free = sqlx::raw_sql("rollback");
    free.execute(&mut database).await.unwrap();
    assert_eq!(harness.turns().await, 0);
    // It is delivered again after Discord's time limit, when the choice of a game is different.
    harness.restart().await;
    for _ in ["to", "compare", "it with"] {
        table.first.types("/help").await;
    }
    assert!(harness.world().deliver_again("place"));
    harness.violated(Kind::AnsweredTwice).await;
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
            let answer = harness.person("ana").types("/help").await;
            assert!(answer.private(), "{through}: {profile}");
        }
    }
}

#[tokio::test]
async fn a_refused_animation_comes_as_a_follow_up() {
    for code in [50_035, 20_009] {
        let (harness, mut table) = Table::open("seega-5-classic").await;
        table.plays("a1 b2").await;
        let refused = InjectedFault::once(Route::Webhook, 400).with_code(code);
        harness.inject(refused);
        let _ = table.first.types("/replay").await;
        let come = |it: &Message| it.image().is_some();
        table.first.waits_for(come).await;
    }
}

#[tokio::test]
async fn an_application_keeps_the_command_that_opens_its_activity() {
    let mut harness = Harness::open().await;
    harness.stop_bot().await;
    harness.world().add_entry_point();
    harness.resume().await;
    let answer = harness.person("ana").types("/help").await;
    assert!(answer.private());
}

#[tokio::test]
async fn a_name_that_cannot_be_remembered_spoils_no_challenge() {
    let harness = Harness::open().await;
    harness.refuse_names().await;
    let mut table = Table::set(&harness, "seega-5-classic").await;
    table.plays("a1 b2").await;
    table.first.types("/games").await.says("#1");
}

#[tokio::test]
async fn one_broken_game_does_not_keep_others_from_their_end() {
    let harness = Harness::open().await;
    Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.break_the_first_game().await;
    let whole = Table::set_with(&harness, "seega-5-classic", "time:1").await;
    harness.clock.skip(siwa::time::Seconds::days(2));
    harness.ended().await.says(&format!("#{}", whole.id));
}
