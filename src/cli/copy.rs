//! `siwa copy`: moves a whole bot from one database to another.

use super::doctor::nothing_found;
use super::terminal::{Failure, failed, print_message, unopened};
use crate::store::{Address, CopyError, Lock, Store};
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// Arguments of `siwa copy`.
#[derive(Debug, clap::Args)]
pub(super) struct CopyArguments {
    /// Source: a database URL as in DATABASE_URL; only read
    from: Address,
    /// Destination: an empty database, or an interrupted copy of the same source
    to: Address,
}

pub(super) async fn run(arguments: CopyArguments, registry: Registry) -> Result<(), Failure> {
    let CopyArguments { from, to } = arguments;
    let (unread, unwritten) = (unopened(&from), unopened(&to));
    // Keep other processes from changing it, as far as possible.
    let _from = Lock::of(&from).map_err(&unread)?;
    let _to = Lock::of(&to).map_err(&unwritten)?;
    let source = Store::open_to_examine(&from, registry);
    let source = source.await.map_err(&unread)?;
    let target = Store::open_copy(&to, &from.place(), registry).await;
    let target = target.map_err(&unwritten)?;
    let copied = target.copy_from(&source).await;
    source.close().await;
    let rows = copied.map_err(|error| match error {
        CopyError::Differs(table) => Text::new("cli-copy-differs")
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("table", table),
        CopyError::Fault(fault) => failed("cli-copy-failed")(fault),
    })?;
    let examined = target.examine().await;
    let examined = examined.map_err(failed("cli-copy-failed"))?;
    nothing_found(&examined.findings)?;
    let finished = target.finish_copy().await;
    finished.map_err(failed("cli-copy-failed"))?;
    target.close().await;
    let done = Text::new("cli-copy-done")
        .with("to", to.to_string())
        .with("rows", rows.to_string())
        .with("count", examined.games);
    print_message(&done)
}
