//! What the processes of a bot share besides its games: Discord's limits, and wake-up calls.

use std::time::Duration;

use siwa::game::{MessageId, PlayerId};
use siwa::store::{Grant, Lease, Listener, Store};
use siwa::time::{Seconds, Timestamp};
use siwa_games::registry::Registry;
use sqlx::AssertSqlSafe;

use super::backend::Database;
use super::kept::Kept;
use super::scratch::Scratch;
use super::table::{HERE, NOON};

/// How long a call may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A database with two users: two processes on a server, if there is one, or else two parts of one
/// process.
struct Two {
    kept: Kept,
    other: Store,
}

impl Two {
    async fn in_file() -> Self {
        let kept = Kept::in_file().await;
        let other = kept.store.clone();
        Self { kept, other }
    }

    async fn served() -> Option<Self> {
        let kept = Kept::on(Scratch::new(), Database::on_server().await?).await;
        let other = Store::open(kept.database.url(), Registry::standard());
        let other = other.await.unwrap();
        Some(Self { kept, other })
    }

    async fn everywhere() -> impl Iterator<Item = Self> {
        [Some(Self::in_file().await), Self::served().await]
            .into_iter()
            .flatten()
    }

    /// Both take tokens of a second at the same time, until none are left.
    async fn drain(&self, low_priority: bool, now: Timestamp) -> u32 {
        let mut all = 0;
        loop {
            let (here, there) = tokio::join!(
                self.kept.store.take_tokens(low_priority, 5, 50, now),
                self.other.take_tokens(low_priority, 5, 50, now)
            );
            let taken = [here, there].map(|taken| match taken.unwrap() {
                Grant::Granted { .. } => 5,
                Grant::Empty => 0,
                closed @ Grant::Closed(_) => panic!("{closed:?}"),
            });
            all += taken[0] + taken[1];
            if taken == [0, 0] {
                return all;
            }
        }
    }
}

#[tokio::test]
async fn all_processes_together_make_fifty_requests_in_a_second() {
    for two in Two::everywhere().await {
        for second in [0, 1, 7] {
            let now = NOON.plus(second);
            assert_eq!(two.drain(false, now).await, 50);
            assert_eq!(two.drain(true, now).await, 0);
        }
    }
}

#[tokio::test]
async fn low_priority_takes_nothing_of_the_reserve() {
    for two in Two::everywhere().await {
        assert_eq!(two.drain(true, NOON).await, 25);
        assert_eq!(two.drain(false, NOON).await, 25);
        // Nor does it get the rest when others came first.
        let now = NOON.plus(1);
        let mut reserved = Vec::new();
        for _ in 0..6 {
            match two.other.take_tokens(false, 5, 50, now).await.unwrap() {
                Grant::Granted { reserved: it } => reserved.push(it),
                none => panic!("{none:?}"),
            }
        }
        assert_eq!(reserved, [false, false, false, false, false, true]);
        assert_eq!(two.drain(true, now).await, 0);
        assert_eq!(two.drain(false, now).await, 20);
    }
}

#[tokio::test]
async fn a_rate_limit_of_one_process_holds_all() {
    for two in Two::everywhere().await {
        let opens = NOON.plus(3);
        two.kept.store.block_requests(opens).await.unwrap();
        // A shorter wait does not end a longer one.
        two.kept.store.block_requests(NOON.plus(2)).await.unwrap();
        for (second, low_priority) in [(0, false), (1, true), (2, false)] {
            let held = two
                .other
                .take_tokens(low_priority, 5, 50, NOON.plus(second))
                .await;
            assert_eq!(held.unwrap(), Grant::Closed(opens));
        }
        assert_eq!(two.drain(false, opens).await, 50);
    }
}

#[tokio::test]
async fn a_rate_limit_that_a_wrong_clock_has_noted_holds_nobody() {
    for two in Two::everywhere().await {
        let wrong = NOON.plus(Seconds::hours(3));
        two.kept.store.block_requests(wrong).await.unwrap();
        assert_eq!(two.drain(false, NOON).await, 50);
    }
}

#[tokio::test]
async fn past_counts_are_deleted_but_not_a_rate_limit() {
    let Some(two) = Two::served().await else {
        return;
    };
    for second in 0..100 {
        two.other
            .take_tokens(false, 5, 50, NOON.plus(second))
            .await
            .unwrap();
    }
    let opens = NOON.plus(500);
    two.kept.store.block_requests(opens).await.unwrap();
    two.kept.store.forget_requests(NOON.plus(99)).await.unwrap();
    assert_eq!(two.kept.count("request_counts").await, 62);
    let held = two.other.take_tokens(false, 5, 50, NOON.plus(499)).await;
    assert_eq!(held.unwrap(), Grant::Closed(opens));
    two.kept
        .store
        .forget_requests(opens.plus(61))
        .await
        .unwrap();
    assert_eq!(two.kept.count("request_counts").await, 0);
}

#[tokio::test]
async fn a_board_is_leased_beside_any_number_of_old_buttons() {
    for two in Two::everywhere().await {
        let kept = &two.kept;
        let store = &two.kept.store;
        for player in 0..50 {
            let players = [1000 + player, 2000 + player].map(PlayerId);
            let game = kept.game(players).await.id();
            let outdated = store.note_outdated(game, HERE.channel, MessageId(player), NOON);
            outdated.await.unwrap();
        }
        let next = store.next_due().await.unwrap();
        assert_eq!((next.posts, next.upkeep), (Some(NOON), Some(NOON)));
        let posts = store.lease(Lease(1), 200, NOON).await.unwrap();
        assert_eq!(posts.len(), 100, "a card and a board of each");
        for most in [5, 45] {
            let upkeep = store.lease_upkeep(Lease(1), most, NOON).await.unwrap();
            assert_eq!(upkeep.len(), most as usize);
        }
        assert_eq!(store.lease_upkeep(Lease(1), 9, NOON).await.unwrap(), []);
    }
}

#[tokio::test]
async fn two_processes_never_identify_a_shard_of_the_same_bucket_within_five_seconds() {
    let Some(two) = Two::served().await else {
        return;
    };
    let mut behind = two.kept.behind().await;
    // The clock of the server counts: the test moves not that, but the time when a bucket is free.
    for (moved, free) in [(0, true), (99_000, false), (-104_500, true)] {
        let moving = format!("update identify_slots set until = until + {moved}");
        let moving = sqlx::raw_sql(AssertSqlSafe(moving));
        moving.execute(&mut behind).await.unwrap();
        for bucket in [0, 1] {
            let (here, there) =
                tokio::join!(two.kept.store.identify(bucket), two.other.identify(bucket));
            let waits = [here.unwrap(), there.unwrap()];
            let may = waits.iter().filter(|wait| wait.is_zero()).count();
            assert_eq!(may, usize::from(free), "{moved}: {waits:?}");
            let longest = waits.iter().max().unwrap();
            assert!(*longest <= Duration::from_millis(5500), "{waits:?}");
        }
    }
    let alone = Two::in_file().await;
    for _ in 0..2 {
        let wait = alone.other.identify(0).await.unwrap();
        assert_eq!(wait, Duration::ZERO, "there is nobody else");
    }
}

async fn heard(listener: &mut Listener) {
    let called = tokio::time::timeout(TIMEOUT, listener.called()).await;
    called.expect("nothing was heard").unwrap();
}

#[tokio::test]
async fn a_process_receives_calls_and_notices_that_it_may_have_missed_one() {
    let Some(two) = Two::served().await else {
        return;
    };
    let mut listener = two.other.listen().await.unwrap().unwrap();
    for _ in 0..3 {
        two.kept.store.call().await.unwrap();
        heard(&mut listener).await;
    }
    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
               where application_name = current_setting('application_name') and query like 'LISTEN%'";
    sqlx::raw_sql(AssertSqlSafe(cut))
        .execute(&mut two.kept.behind().await)
        .await
        .unwrap();
    // It returns, connected again or with an error, and does not wait.
    let cut = tokio::time::timeout(TIMEOUT, listener.called()).await;
    if cut.expect("it waits for ever").is_err() {
        listener = two.other.listen().await.unwrap().unwrap();
    }
    two.kept.store.call().await.unwrap();
    heard(&mut listener).await;
    let alone = Two::in_file().await;
    assert!(alone.other.listen().await.unwrap().is_none());
    alone.other.call().await.unwrap();
}
