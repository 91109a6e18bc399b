//! How domain types are bound to statements and read from rows: integers are signed, and booleans are 0 and 1.

use std::borrow::Cow;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::error::BoxDynError;
use sqlx::query::Query;
use sqlx::{Any, Arguments as _, AssertSqlSafe, ColumnIndex, Decode, Encode, Row as _, Type};

use crate::game::{
    Cause, ChallengeId, ChannelId, GameId, GamesIn, GuildId, MessageId, Name, Notify, Pairing,
    Phase, Pings, PlanId, PlayerId, PuzzleId, Rating, Role, Start, Thread, TimeControl,
    TournamentId, Venue,
};
use crate::time::{Seconds, Timestamp, Zone};
use siwa_games::engine::Level;
use siwa_games::rules::Side;

/// What a statement can bind.
pub(super) trait Bind {
    /// The type of the column.
    type Stored: for<'q> Encode<'q, Any> + for<'r> Decode<'r, Any> + Type<Any> + Send + 'static;

    /// The value in the column.
    fn stored(&self) -> Self::Stored;
}

/// What can also be read from a column.
pub(super) trait Column: Bind + Sized {
    fn read(stored: Self::Stored) -> Result<Self, BoxDynError>;
}

impl<T: Bind + ?Sized> Bind for &T {
    type Stored = T::Stored;

    fn stored(&self) -> T::Stored {
        (**self).stored()
    }
}

impl<T: Bind> Bind for Option<T> {
    type Stored = Option<T::Stored>;

    fn stored(&self) -> Option<T::Stored> {
        self.as_ref().map(T::stored)
    }
}

impl<T: Column> Column for Option<T> {
    fn read(stored: Option<T::Stored>) -> Result<Self, BoxDynError> {
        stored.map(T::read).transpose()
    }
}

impl Bind for str {
    type Stored = String;

    fn stored(&self) -> String {
        self.to_owned()
    }
}

/// Columns by type, each with the conversions to what is stored and back.
macro_rules! columns {
    ($($type:ty as $stored:ty: $write:expr, $read:expr;)*) => {$(
        impl $crate::store::columns::Bind for $type {
            type Stored = $stored;

            fn stored(&self) -> $stored {
                let write: fn(&Self) -> $stored = $write;
                write(self)
            }
        }

        impl $crate::store::columns::Column for $type {
            fn read(stored: $stored) -> Result<Self, sqlx::error::BoxDynError> {
                let read: fn($stored) -> Result<Self, sqlx::error::BoxDynError> = $read;
                read(stored)
            }
        }
    )*};
}

macro_rules! ids {
    ($($id:ident),*) => {
        columns! { $($id as i64: |id| id.0.cast_signed(), |number| Ok(Self(number.cast_unsigned()));)* }
    };
}

/// Types whose values have names.
macro_rules! named {
    ($($type:ident),*) => {
        columns! { $($type as String: |value| value.as_ref().to_owned(), |name| Ok(name.parse()?);)* }
    };
}

ids! {
    Cause, ChallengeId, ChannelId, GameId, GuildId, MessageId, PlanId, PlayerId, PuzzleId, TournamentId
}
named!(GamesIn, Pairing, Phase, Pings, Role, Start);
columns! {
    i64 as i64: |number| *number, Ok;
    f64 as f64: |number| *number, Ok;
    String as String: Clone::clone, Ok;
    Vec<u8> as Vec<u8>: Clone::clone, Ok;
    // A count is true, too, unless it is 0.
    bool as i64: |truth| i64::from(*truth), |number| Ok(number != 0);
    u8 as i64: |number| i64::from(*number), |number| Ok(u8::try_from(number)?);
    i32 as i64: |number| i64::from(*number), |number| Ok(i32::try_from(number)?);
    u32 as i64: |number| i64::from(*number), |number| Ok(u32::try_from(number)?);
    Seconds as i64: |span| span.0, |seconds| Ok(Self(seconds));
    Timestamp as i64: |moment| moment.0, |moment| Ok(Self(moment));
    Level as i64: |level| i64::from(level.number()), |number| {
        let level = u8::try_from(number).ok().and_then(Self::new);
        Ok(level.ok_or("no level")?)
    };
    Side as String: |side| side.name().to_owned(), |name| Ok(name.parse()?);
    Name as String: |name| name.typed().to_owned(), |name| Ok(Self::new(&name));
    Notify as String: |how| how.as_ref().to_owned(), |name| Ok(name.parse().unwrap_or_default());
    // A zone that this version's database does not have is read as UTC.
    Zone as String: |zone| zone.name().to_owned(), |name| Ok(Self::read(&name).unwrap_or_default());
    Thread as Option<i64>: |thread| match thread {
        Self::None => None,
        Self::Wanted => Some(WANTED),
        Self::Refused => Some(REFUSED),
        Self::Nowhere => Some(NOWHERE),
        Self::Open(open) => Some(open.stored()),
    }, |stored| Ok(match stored {
        None => Self::None,
        Some(WANTED) => Self::Wanted,
        Some(REFUSED) => Self::Refused,
        Some(NOWHERE) => Self::Nowhere,
        Some(open) => Self::Open(ChannelId::read(open)?),
    });
}

/// The stored value of a thread that will be opened.
const WANTED: i64 = 0;
/// The stored value of a thread that cannot exist.
const REFUSED: i64 = -1;
/// The stored value if nothing can be posted where the game is played.
const NOWHERE: i64 = -2;

/// A statement: a literal, or put together from literals and names of columns. What people write is always a parameter.
pub(super) type Sql = Cow<'static, str>;

/// The parameters of a statement: `$1`, `$2` … in the SQL.
#[derive(Default)]
pub(super) struct Params(Vec<Param>);

/// Binds a value.
type Param = Box<dyn FnOnce(&mut AnyArguments) -> Result<(), BoxDynError> + Send>;

impl Params {
    /// These, and the next one.
    pub(super) fn and(mut self, value: impl Bind) -> Self {
        let stored = value.stored();
        self.0.push(Box::new(move |all| all.add(stored)));
        self
    }

    /// These, and the parameters of another statement.
    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A statement with these parameters.
    pub(super) fn query<'q>(self, sql: impl Into<Sql>) -> Query<'q, Any, AnyArguments> {
        let mut all = AnyArguments::default();
        for bind in self.0 {
            bind(&mut all).expect("numbers and texts can always be bound");
        }
        sqlx::query_with(AssertSqlSafe(sql.into()), all)
    }
}

/// So many numbered parameters, separated by commas.
pub(super) fn numbered(first: usize, count: usize) -> String {
    let numbers = (first..first + count).map(|number| format!("${number}"));
    numbers.collect::<Vec<_>>().join(", ")
}

/// The numbered parameters of a statement that inserts so many rows.
pub(super) fn numbered_rows(rows: usize, width: usize) -> String {
    let rows = (0..rows).map(|row| format!("({})", numbered(row * width + 1, width)));
    rows.collect::<Vec<_>>().join(", ")
}

/// The parameters of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        $crate::store::columns::Params::default()$(.and(&$value))*
    };
}

/// What is read from a row: the value of its only column, the values of its first ones, or a type that
/// [`from_row`] lists.
pub(super) trait FromRow: Sized {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self>;
}

/// The value of a column.
pub(super) fn get<T: Column>(row: &AnyRow, column: impl ColumnIndex<AnyRow>) -> sqlx::Result<T> {
    T::read(row.try_get(&column)?).map_err(|source| sqlx::Error::ColumnDecode {
        index: format!("{column:?}"),
        source,
    })
}

/// The value of a column, or if it is null, a usual one.
pub(super) fn get_or<T: Column>(row: &AnyRow, column: &str, usual: T) -> sqlx::Result<T> {
    Ok(get::<Option<T>>(row, column)?.unwrap_or(usual))
}

impl<T: Column> FromRow for T {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        get(row, 0)
    }
}

/// Tuples of columns.
macro_rules! tuples {
    ($(($($type:ident $at:literal),*),)*) => {$(
        impl<$($type: Column),*> FromRow for ($($type,)*) {
            fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
                Ok(($(get(row, $at)?,)*))
            }
        }
    )*};
}

tuples! {
    (A 0, B 1),
    (A 0, B 1, C 2),
    (A 0, B 1, C 2, D 3),
}

impl FromRow for TimeControl {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(match (get(row, "per_turn")?, get(row, "bank")?) {
            (Some(limit), _) => Self::PerTurn(limit),
            (None, Some(initial)) => Self::Bank {
                initial,
                increment: get_or(row, "increment", Seconds(0))?,
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

/// Reads a type from a row: each field from the column of the same name, those after the
/// semicolon from several columns.
///
/// sqlx can derive this, but its macros compile sqlx and SQLite a second time.
macro_rules! from_row {
    ($row:ident($($field:ident),* $(; $($part:ident),*)?)) => {
        impl $crate::store::columns::FromRow for $row {
            fn from_row(row: &sqlx::any::AnyRow) -> sqlx::Result<Self> {
                Ok(Self {
                    $($field: $crate::store::columns::get(row, stringify!($field))?,)*
                    $($($part: $crate::store::columns::FromRow::from_row(row)?,)*)?
                })
            }
        }
    };
}

from_row!(Rating(rating, deviation, volatility));
from_row!(Venue(guild, channel));

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

        $crate::store::columns::from_row!($row($($field),* $(; $($part),*)?));
    };
}

pub(super) use {columns, from_row, params, row};
