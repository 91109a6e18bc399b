//! The export of personal data as files, and its deletion.

use serde_json::json;
use tokio::sync::Mutex;

use crate::app::Table;
use crate::discord::view;
use crate::discord::view::reply::{Attachment, Reply};
use crate::discord::{Bot, Context, Failure};

/// The largest file, in bytes: Discord takes ten megabytes.
const MAX_BYTES: usize = 9 * 1024 * 1024;

/// Held during an export: it needs much memory, so exports run one after another.
static EXPORTING: Mutex<()> = Mutex::const_new(());

/// A message and its file.
type Made = (Reply, Option<Attachment>);

impl Bot {
    /// All personal data, and the records of the person's games, if they have any.
    pub(super) async fn export(&self, context: &Context) -> Result<(Made, Option<Made>), Failure> {
        let player = context.player;
        let _alone = EXPORTING.lock().await;
        let mut tables = self.app.read().read_out(player).await?;
        let mut data = written(&tables);
        let whole = data.len() <= MAX_BYTES;
        if !whole {
            // The records contain the turns as well.
            tables.retain(|table| table.name != "events");
            data = written(&tables);
        }
        let (records, left_out) = self.app.records(player, MAX_BYTES).await?;
        let l10n = self.localizer(context.locale);
        let audience = context.audience(true);
        let reply = view::exported(l10n, data, whole);
        let data = (reply.clone(), self.picture(&reply, audience).await?);
        if records.is_empty() {
            return Ok((data, None));
        }
        let reply = view::records(l10n, &records, left_out);
        let records = (reply.clone(), self.picture(&reply, audience).await?);
        Ok((data, Some(records)))
    }

    /// Deletes all personal data.
    pub(super) async fn forget(&self, context: &Context) -> Result<Made, Failure> {
        let forgotten = self.app.forget(context.player, None).await;
        // Ended games are announced, even if the rest failed.
        self.wake();
        forgotten?;
        Ok((view::forgotten(self.localizer(context.locale)), None))
    }
}

/// Tables as JSON, a row a line.
fn written(tables: &[Table]) -> String {
    let table = |table: &Table| {
        let rows: Vec<String> = table
            .rows
            .iter()
            .map(|row| json!(row).to_string())
            .collect();
        let (name, columns, rows) = (json!(table.name), json!(table.columns), rows.join(",\n"));
        format!("{name}: {{\"columns\": {columns}, \"rows\": [\n{rows}\n]}}")
    };
    let tables: Vec<String> = tables.iter().map(table).collect();
    format!("{{\n{}\n}}\n", tables.join(",\n"))
}
