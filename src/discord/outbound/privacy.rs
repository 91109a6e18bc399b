//! The export of personal data as files, and its deletion, also after people have left: once a day
//! Discord is asked for the servers of the bot, and whether inactive people are still members of them.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tokio::sync::Mutex;

use crate::app::ExportedTable;
use crate::discord::view::reply::Reply;
use crate::discord::{Bot, Context, Result, ok_or_log, view};
use crate::time::{DAY, Seconds};

/// The largest file, in bytes: Discord takes ten megabytes.
const MAX_BYTES: usize = 9 * 1024 * 1024;

/// Held during an export: it needs much memory, so exports run one after another.
static EXPORTING: Mutex<()> = Mutex::const_new(());

impl Bot {
    /// All personal data, and the records of the person's games, if they have any.
    pub(super) async fn export(&self, context: &Context) -> Result<(Reply, Option<Reply>)> {
        let player = context.player;
        let _alone = EXPORTING.lock().await;
        let mut tables = self.app.store().read_out(player).await?;
        let mut data = written(&tables);
        let whole = data.len() <= MAX_BYTES;
        if !whole {
            // The records contain the turns as well.
            tables.retain(|table| table.name != "events");
            data = written(&tables);
        }
        let (records, left_out) = self.app.records(player, MAX_BYTES).await?;
        let l10n = self.localizer(context.locale);
        let records = (!records.is_empty()).then(|| view::records(l10n, &records, left_out));
        Ok((view::exported(l10n, data, whole), records))
    }

    /// Deletes all personal data.
    pub(super) async fn forget(&self, context: &Context) -> Result<Reply> {
        let forgotten = self.app.forget(context.player, None).await;
        // Ended games are announced, even if the rest failed.
        self.wake();
        forgotten?;
        let l10n = self.localizer(context.locale);
        Ok(Reply::private(l10n.word("privacy-forgotten")))
    }

    /// Returns whether it is time to ask for the servers of the bot, and to delete what is old.
    pub(super) fn roll_is_due(&self) -> bool {
        self.app.now().0 >= self.next_roll.load(Ordering::SeqCst) && !self.app.has_lost_discord()
    }

    /// Asks for the servers of the bot, and deletes the data of those that removed it long enough
    /// ago.
    async fn call_roll(&self) {
        let asked = self.stopping.run_until_cancelled(self.http.guilds());
        // Otherwise the bot is stopping.
        let Some(asked) = asked.await else { return };
        let wait = if asked.is_ok() { DAY } else { AGAIN };
        let next = self.app.now().plus(wait).0;
        self.next_roll.store(next, Ordering::SeqCst);
        match asked {
            Ok(present) => {
                let forgotten = self.app.forget_the_absent(&present).await;
                ok_or_log(forgotten, "old data cannot be deleted");
                self.wake();
            }
            Err(trouble) => tracing::warn!(error = %trouble, "the servers cannot be listed"),
        }
    }

    /// Asks for the servers of the bot if that is due, and whether some inactive people are still
    /// members, and deletes the data of those who left long enough ago.
    pub(super) async fn ask_after_members(self: Arc<Self>) {
        if self.roll_is_due() {
            self.call_roll().await;
        }
        let most = self.http.global_limit.spare().await.min(MAX_MEMBERS);
        let inactive = self.app.store().to_ask_after(self.app.now(), most).await;
        let inactive = ok_or_log(inactive, "inactive members of servers cannot be read");
        for ((guild, player), missed) in inactive.unwrap_or_default() {
            if self.stopping.is_cancelled() {
                return;
            }
            let done = match self.http.is_member(guild, player).await {
                Ok(true) => self.app.note_member(player, guild, true).await,
                Ok(false) if missed => self.app.forget(player, Some(guild)).await,
                Ok(false) => self.app.note_member(player, guild, false).await,
                Err(trouble) => {
                    tracing::warn!(error = %trouble, "a member cannot be asked for");
                    continue;
                }
            };
            ok_or_log(done, "whether a member has left cannot be saved");
        }
    }
}

/// Tables as JSON, a row a line.
fn written(tables: &[ExportedTable]) -> String {
    let table = |table: &ExportedTable| {
        let rows = table.rows.iter().map(|row| json!(row).to_string());
        let rows: Vec<String> = rows.collect();
        let name = json!(table.name);
        let columns = json!(table.columns);
        let rows = rows.join(",\n");
        format!("{name}: {{\"columns\": {columns}, \"rows\": [\n{rows}\n]}}")
    };
    let tables: Vec<String> = tables.iter().map(table).collect();
    format!("{{\n{}\n}}\n", tables.join(",\n"))
}

/// How many members are asked about at a time, at most: there may be very many.
const MAX_MEMBERS: u32 = 10;

/// How long to wait after a failure.
const AGAIN: Seconds = Seconds::hours(1);
