//! `siwa doctor`: checks the settings and the database.

use super::terminal::{Failure, complain, failed, print_message, unopened};
use crate::config::Config;
use crate::discord::failure::chain;
use crate::store::{Finding, OpenError, Store};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// The most findings that are printed; a badly damaged file may have thousands.
const MAX_FINDINGS: usize = 20;

pub(super) async fn run(config: Config, registry: Registry) -> Result<(), Failure> {
    if config.token.is_none() {
        print_message(&Text::new("cli-doctor-no-token"))?;
    }
    let unopened = unopened(&config.database);
    let store = match Store::open_to_examine(&config.database, registry).await {
        Ok(store) => store,
        Err(empty @ OpenError::Empty) => return print_message(&unopened(empty)),
        Err(OpenError::File(error)) => return Err(failed("cli-doctor-failed")(error)),
        Err(other) => return Err(unopened(other)),
    };
    let examined = store.examine().await;
    store.close().await;
    let examined = examined.map_err(failed("cli-doctor-failed"))?;
    nothing_found(&examined.findings)?;
    print_message(&Text::new("cli-doctor-good").with("count", examined.games))
}

/// Fails if there are findings: prints all but the last, which becomes the failure.
pub(super) fn nothing_found(findings: &[Finding]) -> Result<(), Failure> {
    let mut wrong: Vec<Text> = findings.iter().take(MAX_FINDINGS).map(told).collect();
    if findings.len() > MAX_FINDINGS {
        wrong.push(Text::new("cli-doctor-more").with("count", findings.len() - MAX_FINDINGS));
    }
    let last = wrong.pop();
    wrong.into_iter().for_each(complain);
    last.map_or(Ok(()), Err)
}

fn told(finding: &Finding) -> Text {
    match finding {
        Finding::File(problem) => Text::new("cli-doctor-file").with("problem", problem.as_str()),
        Finding::Reference { table, row, parent } => Text::new("cli-doctor-reference")
            .with("table", table.as_str())
            .with("row", row.to_string())
            .with("parent", parent.as_str()),
        Finding::Schema(name) => Text::new("cli-doctor-schema").with("name", name.as_str()),
        Finding::Value(what) => Text::new("cli-doctor-value").with("what", what.as_str()),
        Finding::Game(game, wrong) => Text::new("cli-doctor-bad")
            .with("game", game.to_string())
            .with("problem", chain(wrong)),
        Finding::Row {
            table,
            key,
            column,
            found,
            expected,
        } => Text::new("cli-doctor-row")
            .with("table", *table)
            .with("key", key.as_str())
            .with("column", column.as_str())
            .with("found", found.as_deref().unwrap_or("null"))
            .with("expected", expected.as_deref().unwrap_or("null")),
    }
}
