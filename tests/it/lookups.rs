//! The query plans of statements in a file, for which SQLite has no statistics.

use sqlx::{AssertSqlSafe, Row as _};

use super::kept::{Kept, connect};
use super::source::{files, literals, own};

/// Tables that grow as people play.
const LARGE: [&str; 4] = ["challenges", "games", "events", "ratings"];

/// Returns whether a step of a query plan reads a whole table, or most of it.
fn reads_all(step: &str) -> bool {
    LARGE.iter().any(|table| {
        let whole = format!("SCAN {table}");
        let index = format!("SCAN {table} USING COVERING INDEX");
        let after = format!("SEARCH {table} USING INTEGER PRIMARY KEY (rowid>?)");
        step == whole || step.starts_with(&index) || step == after
    })
}

#[tokio::test]
async fn no_statement_reads_all_that_was_ever_played() {
    let kept = Kept::in_file().await;
    let mut file = connect(&kept.scratch.file("games.db")).await;
    let mut explained = 0;
    for source in files("src/store", ".rs") {
        // Checks and copies read everything.
        if source.path.contains("/examine/") || source.path.contains("/copy/") {
            continue;
        }
        for statement in literals(own(&source.text)) {
            let verbs = ["with ", "select ", "insert ", "update ", "delete "];
            if !verbs.iter().any(|verb| statement.starts_with(verb)) {
                continue;
            }
            let plan = AssertSqlSafe(format!("explain query plan {statement}"));
            // Parts of statements have no plan, nor have statements for servers only.
            let Ok(plan) = sqlx::raw_sql(plan).fetch_all(&mut file).await else {
                continue;
            };
            explained += 1;
            let steps: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
            let all = steps.iter().find(|step| reads_all(step));
            assert_eq!(all, None, "{}: {statement}", source.path);
        }
    }
    assert!(explained > 100, "{explained}");
}
