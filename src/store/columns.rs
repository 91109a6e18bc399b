//! How our ids and words stand in columns. SQLite's integers are signed; ids are not.

use super::Error;
use crate::game::{ChannelId, GuildId, TimeControl, Venue};
use crate::rules::Side;
use crate::time::Seconds;

/// An id as a column holds it.
pub(super) fn column(id: u64) -> i64 {
    id.cast_signed()
}

/// An id as a column held it.
pub(super) fn id(column: i64) -> u64 {
    column.cast_unsigned()
}

/// A count as a column held it.
pub(super) fn count(column: i64) -> u32 {
    u32::try_from(column).unwrap_or(u32::MAX)
}

/// A side as a column held it.
pub(super) fn side(column: Option<&str>) -> Result<Option<Side>, Error> {
    column
        .map(|name| Side::from_name(name).ok_or(Error::Row("side")))
        .transpose()
}

/// A time control as a column held it.
pub(super) fn time_control(per_turn: Option<i64>) -> TimeControl {
    per_turn.map(Seconds).into()
}

/// A venue as two columns held it.
pub(super) fn venue(guild: i64, channel: i64) -> Venue {
    Venue {
        guild: GuildId(id(guild)),
        channel: ChannelId(id(channel)),
    }
}

/// Declares a row of which each field is the column of the same name.
///
/// sqlx can derive this, but its macros need all of sqlx and SQLite compiled a
/// second time, for the compiler's own use.
macro_rules! row {
    ($(#[$about:meta])* $visible:vis struct $row:ident {
        $($(#[$of:meta])* $seen:vis $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        $visible struct $row {
            $($(#[$of])* $seen $field: $type,)*
        }

        impl<'r> sqlx::FromRow<'r, sqlx::sqlite::SqliteRow> for $row {
            fn from_row(row: &'r sqlx::sqlite::SqliteRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}

pub(super) use row;
