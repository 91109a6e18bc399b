//! Statements with their parameters: `$1`, `$2` … in the SQL.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{
    Any, AnyConnection, Arguments as _, Decode, Encode, FromRow, Row as _, SqlSafeStr, Type,
};

use super::pool::Pool;

/// The parameters of a statement, or an error if one could not be encoded.
pub(super) type Params = Result<AnyArguments, sqlx::Error>;

/// The parameters of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        Ok(sqlx::any::AnyArguments::default())
            $(.and_then(|params| $crate::store::sql::and(params, $value)))*
    };
}
pub(super) use params;

pub(super) fn and<'q>(mut params: AnyArguments, value: impl Encode<'q, Any> + Type<Any>) -> Params {
    params.add(value).map_err(sqlx::Error::Encode)?;
    Ok(params)
}

/// What a statement runs on: any connection, or that of a transaction.
pub(super) enum On<'c> {
    Pool(&'c Pool),
    Connection(&'c mut AnyConnection),
}

impl<'c> From<&'c Pool> for On<'c> {
    fn from(pool: &'c Pool) -> Self {
        Self::Pool(pool)
    }
}

impl<'c> From<&'c mut AnyConnection> for On<'c> {
    fn from(connection: &'c mut AnyConnection) -> Self {
        Self::Connection(connection)
    }
}

/// Runs a statement; returns the number of rows it changed.
pub(super) async fn run<'c>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<u64, sqlx::Error> {
    let statement = sqlx::query_with(sql, params?);
    let done = match on.into() {
        On::Connection(connection) => statement.execute(connection).await?,
        On::Pool(pool) => {
            let mut connection = pool.take().await?;
            let done = statement.execute(&mut connection.open).await?;
            connection.give_back();
            done
        }
    };
    Ok(done.rows_affected())
}

/// The rows that a statement returns.
pub(super) async fn rows<'c>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let statement = sqlx::query_with(sql, params?);
    match on.into() {
        On::Connection(connection) => statement.fetch_all(connection).await,
        On::Pool(pool) => {
            let mut connection = pool.take().await?;
            let rows = statement.fetch_all(&mut connection.open).await?;
            connection.give_back();
            Ok(rows)
        }
    }
}

/// The rows that a statement returns, read.
pub(super) async fn all<'c, T: for<'r> FromRow<'r, AnyRow>>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Vec<T>, sqlx::Error> {
    let rows = rows(on, sql, params).await?;
    rows.iter().map(T::from_row).collect()
}

/// The only row, if there is one.
pub(super) async fn find<'c, T: for<'r> FromRow<'r, AnyRow>>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Option<T>, sqlx::Error> {
    Ok(all(on, sql, params).await?.pop())
}

/// All values of the only column.
pub(super) async fn values<'c, T: for<'r> Decode<'r, Any> + Type<Any>>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Vec<T>, sqlx::Error> {
    let rows = rows(on, sql, params).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// The value of the only column in the only row, if there is one.
pub(super) async fn value<'c, T: for<'r> Decode<'r, Any> + Type<Any>>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Option<T>, sqlx::Error> {
    Ok(values(on, sql, params).await?.pop())
}

/// The only value of a statement that always returns one.
pub(super) async fn only<'c, T: for<'r> Decode<'r, Any> + Type<Any>>(
    on: impl Into<On<'c>>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<T, sqlx::Error> {
    let value = value(on, sql, params).await?;
    value.ok_or(sqlx::Error::RowNotFound)
}
