//! What can only be tested from inside: a connection that has gone wrong.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by panicking")]

use super::Store;

/// A store on a file of its own; what is left behind is the operating system's to clean.
async fn open(name: &str) -> Store {
    let directory = std::env::temp_dir().join(format!("siwa-store-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    Store::open(&format!("sqlite://{}/games.db", directory.display()))
        .await
        .unwrap()
}

/// One transaction that needs room.
async fn write(store: &Store, text: &str) -> Result<(), sqlx::Error> {
    let mut change = store.begin().await?;
    sqlx::query("insert into guilds (theme) values (?)")
        .bind(text)
        .execute(&mut *change)
        .await?;
    change.commit().await
}

#[tokio::test]
async fn a_full_disk_is_forgotten_as_soon_as_there_is_room() {
    let store = open("full").await;
    let limit = async |pages: u32| {
        let pragma = sqlx::AssertSqlSafe(format!("pragma max_page_count = {pages}"));
        sqlx::query(pragma).execute(&store.writer).await.unwrap();
    };
    let pages: u32 = sqlx::query_scalar("pragma page_count")
        .fetch_one(&store.writer)
        .await
        .unwrap();
    limit(pages).await;
    let long = "x".repeat(100_000);
    let full = write(&store, &long).await.unwrap_err();
    assert!(full.to_string().contains("full"), "{full}");
    limit(pages + 100).await;
    let stuck = store.writer.begin_with("begin immediate").await;
    assert!(stuck.is_err(), "the driver needs no help any more");
    write(&store, &long).await.unwrap();
}
