//! Columns to domain types and back. Integers are signed; ids are not.

use sqlx::AnyConnection;

use super::{Engine, Error};
use crate::game::{self, ChannelId, GamesIn, GuildId, Pairing, Thread, TimeControl, Venue};
use crate::time::Seconds;
use siwa_games::engine::Level;
use siwa_games::rules::Side;

pub(super) fn column(id: u64) -> i64 {
    id.cast_signed()
}

pub(super) fn id(column: i64) -> u64 {
    column.cast_unsigned()
}

/// A truth, which is an integer in both databases.
pub(super) fn flag(truth: bool) -> i64 {
    i64::from(truth)
}

/// A number that Discord has not seen with a message of ours lately.
pub(super) fn nonce() -> i64 {
    fastrand::i64(..)
}

pub(super) fn count(column: i64) -> u32 {
    u32::try_from(column).unwrap_or(u32::MAX)
}

pub(super) fn side(column: Option<&str>) -> Result<Option<Side>, Error> {
    column
        .map(|name| Side::from_name(name).ok_or(Error::Row("side")))
        .transpose()
}

pub(super) fn level(column: Option<i64>) -> Result<Option<Level>, Error> {
    let level = |number| u8::try_from(number).ok().and_then(Level::new);
    column
        .map(|number| level(number).ok_or(Error::Row("level")))
        .transpose()
}

pub(super) fn engine(plays: Option<&str>, at: Option<i64>) -> Result<Option<game::Engine>, Error> {
    match (side(plays)?, level(at)?) {
        (Some(side), Some(level)) => Ok(Some(game::Engine { side, level })),
        (None, None) => Ok(None),
        _ => Err(Error::Row("engine")),
    }
}

/// The columns `per_turn`, `bank` and `increment`.
pub(super) fn time_control(
    per_turn: Option<i64>,
    bank: Option<i64>,
    increment: Option<i64>,
) -> TimeControl {
    match (per_turn, bank) {
        (Some(limit), _) => TimeControl::PerTurn(Seconds(limit)),
        (None, Some(initial)) => TimeControl::Bank {
            initial: Seconds(initial),
            increment: Seconds(increment.unwrap_or_default()),
        },
        (None, None) => TimeControl::Unlimited,
    }
}

/// What [`time_control`] reads.
pub(super) fn time_columns(time: TimeControl) -> [Option<i64>; 3] {
    let bank = time.bank();
    [
        time.per_turn().map(|limit| limit.0),
        bank.map(|(initial, _)| initial.0),
        bank.map(|(_, increment)| increment.0),
    ]
}

/// What stands for a thread that is to be opened.
const WANTED: i64 = 0;
/// What stands for a thread that there cannot be.
const REFUSED: i64 = -1;

pub(super) fn thread(column: Option<i64>) -> Thread {
    match column {
        None => Thread::None,
        Some(WANTED) => Thread::Wanted,
        Some(REFUSED) => Thread::Refused,
        Some(open) => Thread::Open(ChannelId(id(open))),
    }
}

pub(super) fn thread_column(thread: Thread) -> Option<i64> {
    match thread {
        Thread::None => None,
        Thread::Wanted => Some(WANTED),
        Thread::Refused => Some(REFUSED),
        Thread::Open(open) => Some(column(open.0)),
    }
}

pub(super) fn games_in(column: &str) -> Result<GamesIn, Error> {
    column.parse().map_err(|_| Error::Row("games_in"))
}

pub(super) fn pairing(column: &str) -> Result<Pairing, Error> {
    column.parse().map_err(|_| Error::Row("games"))
}

pub(super) fn venue(guild: i64, channel: i64) -> Venue {
    Venue {
        guild: GuildId(id(guild)),
        channel: ChannelId(id(channel)),
    }
}

/// The columns of a table, and what their values are, by their names.
pub(super) async fn columns_of(
    connection: &mut AnyConnection,
    table: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let listed = match Engine::of(connection) {
        Engine::Sqlite => "select name, type from pragma_table_info($1) order by name",
        Engine::Postgres => {
            "select column_name::text, data_type::text from information_schema.columns
             where table_schema = current_schema() and table_name = $1 order by column_name collate \"C\""
        }
    };
    let listed = sqlx::query_as(listed).bind(table);
    listed.fetch_all(connection).await
}

/// Declares a row of which each field is the column of the same name.
///
/// sqlx can derive this, but its macros compile sqlx and SQLite a second time.
macro_rules! row {
    ($(#[$about:meta])* $visible:vis struct $row:ident {
        $($(#[$of:meta])* $seen:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        $visible struct $row {
            $($(#[$of])* $seen $field: $type,)*
        }

        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $row {
            fn from_row(row: &'r sqlx::any::AnyRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}

/// A query whose rows nobody else changes before the end of the transaction: on a server they
/// wait, and in SQLite nobody else writes.
macro_rules! held {
    ($connection:expr, $query:literal) => {
        match $crate::store::Engine::of($connection) {
            $crate::store::Engine::Sqlite => $query,
            $crate::store::Engine::Postgres => concat!($query, " for update"),
        }
    };
}

pub(super) use {held, row};
