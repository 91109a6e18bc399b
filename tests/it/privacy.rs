//! What is kept of a person: read out and deleted, whatever else happens.

use siwa::registry::Registry;
use siwa::store::Store;

use super::backend::Database;
use super::kept::Kept;
use super::scratch::Scratch;
use super::table::{ANA, BOB, EVE, NOON};

#[tokio::test]
async fn who_reads_out_what_is_kept_of_them_reads_no_events_of_others() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let kept = Kept::on(Scratch::new(), database).await;
    let mut game = kept.game([ANA, BOB]).await;
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    let moved = kept.store.append(&game, &events, NOON, None);
    moved.await.unwrap();
    kept.game([BOB, EVE]).await;
    kept.store.close().await;
    let before = scanned(&kept).await;
    // Tables so small are read whole, unless that is forbidden where it can be helped.
    let url = format!("{}&options[enable_seqscan]=off", kept.database.url());
    let store = Store::open(&url, Registry::standard()).await.unwrap();
    let tables = store.read_out(ANA).await.unwrap();
    let events = tables.iter().find(|table| table.name == "events").unwrap();
    assert_eq!(events.rows.len(), 1, "her move");
    assert_eq!(store.kept(ANA).await.unwrap().games, 1);
    store.close().await;
    assert_eq!(scanned(&kept).await, before);
}

/// How often events and plans were read whole on a server.
async fn scanned(kept: &Kept) -> i64 {
    let mut behind = kept.behind().await;
    // Whoever leaves writes down what they have read.
    let others = "select count(*) from pg_stat_activity
                  where application_name = current_setting('application_name') and pid <> pg_backend_pid()";
    let mut left: i64 = 1;
    while left > 0 {
        let count = sqlx::query_scalar(others).fetch_one(&mut behind).await;
        left = count.unwrap();
    }
    let scans = "select cast(sum(seq_scan) as bigint) from pg_stat_user_tables
                 where schemaname = current_schema() and relname in ('events', 'plans')";
    let scans = sqlx::query_scalar(scans).fetch_one(&mut behind).await;
    scans.unwrap()
}
