//! The statements in the source of the store: both databases know them, and for none SQLite, which has no statistics of
//! a file, reads all that was ever played.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, Row as _};

use super::kept::Kept;
use super::source::{Source, files, literals, own};

/// Tables that grow as people play.
const LARGE: [&str; 4] = ["challenges", "games", "events", "ratings"];

/// What only a server knows, and what only SQLite knows.
const SERVERS: &str = "pg_ current_schema current_setting information_schema to_regnamespace extract(epoch \
    version() setval";
const FILES: &str = "sqlite_ pragma_ randomblob";

/// Codes of a server that cannot tell the type of a parameter, which is known once the parameter is bound.
const UNTYPED: [&str; 3] = ["42P18", "42P08", "42804"];

struct Statement {
    path: String,
    sql: String,
}

/// The constants in a file that are texts.
fn constants(source: &Source) -> impl Iterator<Item = (String, String)> {
    let constants = own(&source.text).split("const ").skip(1);
    constants.filter_map(|constant| {
        let (name, value) = constant.split_once(": &str =")?;
        let (text, _) = value.split_once('"')?.1.split_once("\";")?;
        Some((format!("{{{name}}}"), text.to_owned()))
    })
}

/// The statements: literals, in which `{NAME}` stands for a constant, `{column}` for any column, and `{lock}` for a
/// server's lock. Those with the name of any table are left out.
fn statements() -> Vec<Statement> {
    let sources = files("src/store", ".rs");
    let constants: BTreeMap<String, String> = sources.iter().flat_map(constants).collect();
    let literals = sources.iter().flat_map(|source| {
        let literals = literals(own(&source.text)).into_iter();
        literals.map(|literal| (&source.path, literal))
    });
    let literals: Vec<_> = literals.collect();
    let is_part = |text: &str| {
        let mut parts = constants.iter().filter(|(_, part)| *part == text);
        parts.any(|(name, _)| literals.iter().any(|(_, literal)| literal.contains(name)))
    };
    let whole = literals.iter().filter(|(_, literal)| !is_part(literal));
    let statements = whole.map(|(path, literal)| {
        let mut sql = literal.replace("{column}", "locale").replace("{lock}", "");
        for (name, part) in &constants {
            sql = sql.replace(name, part);
        }
        Statement {
            path: (*path).clone(),
            sql: sql.trim().to_owned(),
        }
    });
    let verbs = ["with ", "select ", "insert ", "update ", "delete "];
    let is_statement = |statement: &Statement| {
        let sql = &statement.sql;
        verbs.iter().any(|verb| sql.starts_with(verb)) && !sql.contains('{')
    };
    statements.filter(is_statement).collect()
}

#[tokio::test]
async fn both_databases_know_every_statement() {
    let statements = statements();
    assert!(statements.len() > 100, "{}", statements.len());
    let mut unknown = Vec::new();
    for kept in Kept::on_both().await {
        // As during a copy.
        let copying = "create table copying (source text not null)";
        kept.alter(copying).await;
        let mut database = kept.behind().await;
        let is_server = kept.database.is_on_server();
        let others = if is_server { FILES } else { SERVERS };
        for Statement { path, sql } in &statements {
            let check = if is_server {
                format!("prepare checked as {sql}; deallocate checked")
            } else {
                format!("explain {sql}")
            };
            let checked = sqlx::raw_sql(AssertSqlSafe(check)).execute(&mut database);
            let Err(error) = checked.await else { continue };
            let code = error.as_database_error().and_then(|error| error.code());
            let is_untyped =
                sql.contains('$') && code.is_some_and(|code| UNTYPED.contains(&&*code));
            if !is_untyped && !others.split(' ').any(|word| sql.contains(word)) {
                unknown.push(format!("{path}: {error}: {sql}"));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

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
    let mut file = kept.behind().await;
    let mut explained = 0;
    for statement in statements() {
        // Checks and copies read everything.
        if statement.path.contains("/examine/") || statement.path.contains("/copy/") {
            continue;
        }
        let plan = AssertSqlSafe(format!("explain query plan {}", statement.sql));
        // The other test says why: this is for servers only, or a part of a statement.
        let Ok(plan) = sqlx::raw_sql(plan).fetch_all(&mut file).await else {
            continue;
        };
        explained += 1;
        let steps: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
        let all = steps.iter().find(|step| reads_all(step));
        assert_eq!(all, None, "{}: {}", statement.path, statement.sql);
    }
    assert!(explained > 100, "{explained}");
}
