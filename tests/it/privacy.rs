//! Personal data: exported and deleted, whatever else happens.

use std::collections::HashSet;

use siwa::app::{Act, KEPT_IN_SILENCE, Target, Which};
use siwa::game::{Challenge, Change, GuildId, PlayerId};
use siwa::store::{Store, Unchanged};
use siwa_games::registry::Registry;
use sqlx::Connection as _;

use super::app::Set;
use super::backend::Database;
use super::kept::{Kept, new};
use super::scratch::Scratch;
use super::table::{ABROAD, ANA, BOB, EVE, HERE, NOON};

#[tokio::test]
async fn an_export_contains_no_events_of_others() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let kept = Kept::on(Scratch::new(), database).await;
    let mut game = kept.game([ANA, BOB]).await;
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    let moved = kept.store.append(Change::new(&game, &events, NOON), None);
    moved.await.unwrap();
    kept.game([BOB, EVE]).await;
    kept.store.close().await;
    let before = scanned(&kept).await;
    // PostgreSQL scans small tables unless sequential scans are disabled.
    let url = format!("{}&options[enable_seqscan]=off", kept.database.url());
    let store = Store::open(&url, Registry::standard()).await.unwrap();
    let tables = store.read_out(ANA).await.unwrap();
    let events = tables.iter().find(|table| table.name == "events").unwrap();
    assert_eq!(events.rows.len(), 1, "her move");
    assert_eq!(store.stored_data(ANA).await.unwrap().games, 1);
    store.close().await;
    assert_eq!(scanned(&kept).await, before);
}

/// How often a server scanned the whole tables of events and plans.
async fn scanned(kept: &Kept) -> i64 {
    // A session writes its statistics when it ends.
    let alone =
        "select case count(*) when 1 then cast(1 as bigint) else 0 end from pg_stat_activity
                 where application_name = current_setting('application_name')";
    kept.comes(alone).await;
    let mut behind = kept.behind().await;
    let scans = "select cast(sum(seq_scan) as bigint) from pg_stat_user_tables
                 where schemaname = current_schema() and relname in ('events', 'plans')";
    let scans = sqlx::query_scalar(scans).fetch_one(&mut behind).await;
    scans.unwrap()
}

#[tokio::test]
async fn a_game_that_starts_during_a_deletion_ends_first() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let set = Set::on(Kept::on(Scratch::new(), database).await);
    // The first event of a game names the first player.
    let over = set.kept.game([ANA, BOB]).await.id();
    set.act(ANA, Target::Game(over), Act::Resign).await.unwrap();
    // A lock keeps it from getting further than its first query.
    let mut busy = set.kept.behind().await;
    let mut change = busy.begin().await.unwrap();
    let held = "select 1 from events where seq = 1 for update";
    sqlx::raw_sql(held).execute(&mut *change).await.unwrap();
    let stand_in = PlayerId(999);
    let meanwhile = async {
        set.kept.somebody_waits().await;
        let game = set.kept.game([ANA, BOB]).await.id();
        let made = set.kept.made(&new(ANA, None)).await.id;
        change.commit().await.unwrap();
        (game, made)
    };
    let (forgotten, (game, made)) =
        tokio::join!(set.kept.store.forget(ANA, None, stand_in), meanwhile);
    assert!(
        matches!(forgotten, Err(Unchanged::Conflict)),
        "{forgotten:?}"
    );
    for game in [over, game] {
        assert!(set.kept.load(game).await.side_of(ANA).is_some());
    }
    let open = set.kept.store.open_challenges(ANA).await.unwrap();
    assert_eq!(open, [made]);
    set.app.forget(ANA, None).await.unwrap();
    assert!(set.app.store().stored_data(ANA).await.unwrap().is_nothing());
    assert_eq!(set.kept.count("games where status = 'playing'").await, 0);
}

#[tokio::test]
async fn data_that_cannot_be_deleted_does_not_block_the_rest() {
    for kept in Kept::on_both().await {
        let set = Set::on(kept);
        for (player, name) in [(ANA, "Ana"), (BOB, "Bob"), (EVE, "Eve")] {
            set.app.meet(player, name).await;
        }
        set.game().await;
        let abroad = Challenge {
            venue: ABROAD,
            ..new(PlayerId(104), None)
        };
        set.kept.made(&abroad).await;
        let store = &set.kept.store;
        let other = GuildId(9);
        for guild in [HERE.guild, other] {
            store.note_removed(guild, NOON).await.unwrap();
        }
        // This game can be neither resigned nor deleted.
        let damage = "delete from events; update challenges set rematch_of = 1 where guild = 8";
        let mut behind = set.kept.behind().await;
        sqlx::raw_sql(damage).execute(&mut behind).await.unwrap();
        set.clock.skip(2 * KEPT_IN_SILENCE.0);
        let present = HashSet::from([ABROAD.guild]);
        let forgotten = set.app.forget_the_absent(&present).await;
        assert!(forgotten.is_err(), "{forgotten:?}");
        let removed = store.removed_guilds().await.unwrap();
        assert_eq!(removed, [(HERE.guild, NOON)]);
        assert_eq!(set.kept.count("players").await, 2);
        assert!(set.app.store().stored_data(EVE).await.unwrap().is_nothing());
    }
}

#[tokio::test]
async fn a_person_who_only_tried_puzzles_is_deleted_too() {
    for kept in Kept::on_both().await {
        let set = Set::on(kept);
        let puzzle = set.app.puzzle(Which::Daily(HERE.guild)).await.unwrap();
        for player in [ANA, BOB] {
            let tried = set.app.try_puzzle(player, HERE.guild, &puzzle, None);
            tried.await.unwrap();
        }
        set.clock.skip(KEPT_IN_SILENCE + 1);
        set.app.meet(BOB, "Bob").await;
        let present = HashSet::from([HERE.guild]);
        set.app.forget_the_absent(&present).await.unwrap();
        assert!(set.app.store().stored_data(ANA).await.unwrap().is_nothing());
        assert_eq!(set.app.store().stored_data(BOB).await.unwrap().puzzles, 1);
    }
}
