//! Conversions between columns and domain types. Integers are signed; ids are not.

use sqlx::any::{AnyRow, AnyTypeInfo, AnyValueRef};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Any, AnyConnection, Database, Decode, Encode, FromRow, Row as _, Type};

use super::sql::{self, params};
use super::{Engine, Error};
use crate::game::{
    self, Cause, ChallengeId, ChannelId, GameId, GamesIn, GuildId, MessageId, Name, Notify,
    Pairing, PlanId, PlayerId, PuzzleId, Rating, Start, Thread, TimeControl, TournamentId, Venue,
};
use crate::time::{Seconds, Timestamp, Zone};
use siwa_games::engine::Level;
use siwa_games::rules::Side;

/// Lets queries bind and read a domain type, by conversions to and from the value of a column.
macro_rules! stored {
    ($($type:ident as $column:ty: $write:expr, $read:expr;)*) => {$(
        impl Type<Any> for $type {
            fn type_info() -> AnyTypeInfo {
                <$column as Type<Any>>::type_info()
            }

            fn compatible(info: &AnyTypeInfo) -> bool {
                <$column as Type<Any>>::compatible(info)
            }
        }

        impl Encode<'_, Any> for $type {
            fn encode_by_ref(
                &self,
                buffer: &mut <Any as Database>::ArgumentBuffer,
            ) -> Result<IsNull, BoxDynError> {
                let write: fn(&Self) -> $column = $write;
                Encode::<Any>::encode(write(self), buffer)
            }
        }

        impl Decode<'_, Any> for $type {
            fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
                let read: fn($column) -> Result<Self, BoxDynError> = $read;
                read(Decode::<Any>::decode(value)?)
            }
        }
    )*};
}

macro_rules! ids {
    ($($id:ident),*) => {
        stored! { $($id as i64: |it| column(it.0), |column| Ok(Self(id(column)));)* }
    };
}

ids!(
    Cause,
    ChallengeId,
    ChannelId,
    GameId,
    GuildId,
    MessageId,
    PlanId,
    PlayerId,
    PuzzleId,
    TournamentId
);

stored! {
    Seconds as i64: |span| span.0, |seconds| Ok(Self(seconds));
    Timestamp as i64: |moment| moment.0, |moment| Ok(Self(moment));
    Name as String: |name| name.typed().to_owned(), |name| Ok(Self::new(&name));
    GamesIn as String: |place| place.as_ref().to_owned(), |name| Ok(name.parse()?);
    Pairing as String: |pairing| pairing.as_ref().to_owned(), |name| Ok(name.parse()?);
    Start as String: |start| start.as_ref().to_owned(), |name| Ok(name.parse()?);
    Notify as String: |how| how.as_ref().to_owned(), |name| Ok(name.parse().unwrap_or_default());
    Thread as Option<i64>: |thread| thread_column(*thread), |column| Ok(thread(column));
    // A zone that this version's database does not have is read as UTC.
    Zone as String: |zone| zone.name().to_owned(), |name| Ok(Self::read(&name).unwrap_or_default());
}

pub(super) fn column(id: u64) -> i64 {
    id.cast_signed()
}

pub(super) fn id(column: i64) -> u64 {
    column.cast_unsigned()
}

/// A boolean, which is an integer in both databases.
pub(super) fn flag(truth: bool) -> i64 {
    i64::from(truth)
}

pub(super) fn count(column: i64) -> u32 {
    u32::try_from(column).unwrap_or(u32::MAX)
}

pub(super) fn side(column: Option<&str>) -> Result<Option<Side>, Error> {
    column
        .map(|name| name.parse().map_err(|_| Error::Row("side")))
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

impl FromRow<'_, AnyRow> for TimeControl {
    fn from_row(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(match (row.try_get("per_turn")?, row.try_get("bank")?) {
            (Some(limit), _) => Self::PerTurn(limit),
            (None, Some(initial)) => Self::Bank {
                initial,
                increment: row
                    .try_get::<Option<_>, _>("increment")?
                    .unwrap_or(Seconds(0)),
            },
            (None, None) => Self::Unlimited,
        })
    }
}

/// The columns `per_turn`, `bank` and `increment`.
pub(super) fn time_columns(time: TimeControl) -> [Option<Seconds>; 3] {
    match time {
        TimeControl::Unlimited => [None; 3],
        TimeControl::PerTurn(limit) => [Some(limit), None, None],
        TimeControl::Bank { initial, increment } => [None, Some(initial), Some(increment)],
    }
}

/// The stored value of a thread that will be opened.
const WANTED: i64 = 0;
/// The stored value of a thread that cannot exist.
const REFUSED: i64 = -1;
/// The stored value if nothing can be posted where the game is played.
const NOWHERE: i64 = -2;

fn thread(column: Option<i64>) -> Thread {
    match column {
        None => Thread::None,
        Some(WANTED) => Thread::Wanted,
        Some(REFUSED) => Thread::Refused,
        Some(NOWHERE) => Thread::Nowhere,
        Some(open) => Thread::Open(ChannelId(id(open))),
    }
}

fn thread_column(thread: Thread) -> Option<i64> {
    match thread {
        Thread::None => None,
        Thread::Wanted => Some(WANTED),
        Thread::Refused => Some(REFUSED),
        Thread::Nowhere => Some(NOWHERE),
        Thread::Open(open) => Some(column(open.0)),
    }
}

/// The columns of a table and their types, by name.
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
    sql::all(connection, listed, params![table]).await
}

/// Reads a type from a row: each field from the column of the same name, those after the
/// semicolon from several columns.
///
/// sqlx can derive this, but its macros compile sqlx and SQLite a second time.
macro_rules! from_row {
    ($row:ident { $($field:ident),* $(; $($part:ident),*)? }) => {
        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $row {
            fn from_row(row: &'r sqlx::any::AnyRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self {
                    $($field: row.try_get(stringify!($field))?,)*
                    $($($part: sqlx::FromRow::from_row(row)?,)*)?
                })
            }
        }
    };
}

from_row!(Rating {
    rating,
    deviation,
    volatility
});
from_row!(Venue { guild, channel });

/// Declares a row, as [`from_row`] reads it.
macro_rules! row {
    ($(#[$about:meta])* $visible:vis struct $row:ident {
        $($(#[$of:meta])* $seen:vis $field:ident: $type:ty,)*
        $(; $($part:ident: $parts:ty,)*)?
    }) => {
        $(#[$about])*
        $visible struct $row {
            $($(#[$of])* $seen $field: $type,)*
            $($($part: $parts,)*)?
        }

        $crate::store::columns::from_row!($row { $($field),* $(; $($part),*)? });
    };
}

/// A query that locks its rows until the end of the transaction: on a server other writers wait,
/// and in SQLite there are none.
macro_rules! held {
    ($connection:expr, $query:literal) => {
        match $crate::store::Engine::of($connection) {
            $crate::store::Engine::Sqlite => $query,
            $crate::store::Engine::Postgres => concat!($query, " for update"),
        }
    };
}

/// A query that takes rows: on a server it skips those that another process is about to take, and in
/// SQLite there are none.
macro_rules! skipping {
    ($engine:expr, $rows:literal, $rest:literal) => {
        match $engine {
            $crate::store::Engine::Sqlite => concat!($rows, $rest),
            $crate::store::Engine::Postgres => concat!($rows, " for update skip locked", $rest),
        }
    };
}

pub(super) use {from_row, held, row, skipping};
