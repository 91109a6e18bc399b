//! Statements with their parameters: `$1`, `$2` … in the SQL.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Any, Arguments as _, Encode, Executor, FromRow, SqlSafeStr, Type};

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

/// Runs a statement; returns the number of rows it changed.
pub(super) async fn run<'c>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query_with(sql, params?).execute(on).await?;
    Ok(done.rows_affected())
}

/// All rows that a statement returns.
pub(super) async fn all<'c, T: for<'r> FromRow<'r, AnyRow> + Send + Unpin>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Vec<T>, sqlx::Error> {
    let rows = sqlx::query_as_with(sql, params?);
    rows.fetch_all(on).await
}

/// The only row, if there is one.
pub(super) async fn find<'c, T: for<'r> FromRow<'r, AnyRow> + Send + Unpin>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Option<T>, sqlx::Error> {
    let row = sqlx::query_as_with(sql, params?);
    row.fetch_optional(on).await
}

/// All values of the only column.
pub(super) async fn values<'c, T: Send + Unpin>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Vec<T>, sqlx::Error>
where
    (T,): for<'r> FromRow<'r, AnyRow>,
{
    let rows: Vec<(T,)> = all(on, sql, params).await?;
    Ok(rows.into_iter().map(|(value,)| value).collect())
}

/// The value of the only column in the only row, if there is one.
pub(super) async fn value<'c, T: Send + Unpin>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<Option<T>, sqlx::Error>
where
    (T,): for<'r> FromRow<'r, AnyRow>,
{
    let row: Option<(T,)> = find(on, sql, params).await?;
    Ok(row.map(|(value,)| value))
}

/// The only value of a statement that always returns one.
pub(super) async fn only<'c, T: Send + Unpin>(
    on: impl Executor<'c, Database = Any>,
    sql: impl SqlSafeStr,
    params: Params,
) -> Result<T, sqlx::Error>
where
    (T,): for<'r> FromRow<'r, AnyRow>,
{
    let value = value(on, sql, params).await?;
    value.ok_or(sqlx::Error::RowNotFound)
}
