//! A table as rows of values, independent of its database.

use sqlx::{Any, AnyConnection, AssertSqlSafe, Row as _};

use crate::store::Engine;
use crate::store::columns::columns_of;

/// Limits of a batch: rows, and values. SQLite allows 32,766 values in a statement.
const ROWS: usize = 500;
const VALUES: usize = 30_000;

/// A value; null is `None`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Whole(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

/// A column with its type.
struct Field {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Real,
    Text,
}

type Query<'q> = sqlx::query::Query<'q, Any, sqlx::any::AnyArguments>;

/// A table, which both databases have.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns; those of the key come first.
    fields: Vec<Field>,
    /// The number of columns in the key.
    key: usize,
}

impl Table {
    /// A table with its columns.
    pub(super) async fn of(
        connection: &mut AnyConnection,
        name: &'static str,
        key: &[&str],
    ) -> Result<Self, sqlx::Error> {
        let mut listed = columns_of(connection, name).await?;
        listed.sort_by_key(|(name, _)| key.iter().position(|it| it == name).unwrap_or(key.len()));
        let field = |(name, kind): (String, String)| Field {
            name,
            kind: match kind.to_ascii_lowercase().as_str() {
                "text" => Kind::Text,
                "real" | "double precision" => Kind::Real,
                _ => Kind::Whole,
            },
        };
        Ok(Self {
            name,
            fields: listed.into_iter().map(field).collect(),
            key: key.len(),
        })
    }

    /// The columns, separated by commas.
    fn columns(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| &*field.name).collect();
        names.join(", ")
    }

    /// The key, for comparing and sorting: both databases compare texts by their bytes.
    fn keys(&self, engine: Engine, and: &str) -> String {
        let key = |field: &Field| {
            let by = match (field.kind, engine) {
                (Kind::Text, Engine::Postgres) => " collate \"C\"",
                _ => "",
            };
            format!("{}{by}{and}", field.name)
        };
        let keys: Vec<String> = self.fields[..self.key].iter().map(key).collect();
        keys.join(", ")
    }

    /// Marks a rematch as expired.
    pub(super) fn set_aside(&self, row: &mut [Value]) {
        let at = |name| self.fields.iter().position(|field| field.name == name);
        if let (Some(game), Some(status)) = (at("rematch_of"), at("status"))
            && row[game] != Value::Whole(None)
        {
            row[game] = Value::Whole(None);
            row[status] = Value::Text(Some("expired".to_owned()));
        }
    }

    /// The number of rows in a batch.
    fn batch(&self) -> usize {
        ROWS.min(VALUES / self.fields.len().max(1))
    }

    pub(super) fn insert(&self, rows: usize) -> String {
        let mut number = 0;
        let mut row = || {
            let values = self.fields.iter().map(|_| {
                number += 1;
                format!("${number}")
            });
            format!("({})", values.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        let (name, columns, rows) = (self.name, self.columns(), rows.join(", "));
        format!("insert into {name} ({columns}) values {rows}")
    }

    /// The key of a row.
    pub(super) fn key_of(&self, row: &[Value]) -> Vec<Value> {
        row[..self.key].to_vec()
    }

    /// The greatest key in the table.
    pub(super) async fn last(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<Option<Vec<Value>>, sqlx::Error> {
        let order = self.keys(Engine::of(connection), " desc");
        let (columns, name) = (self.columns(), self.name);
        let last = format!("select {columns} from {name} order by {order} limit 1");
        let last = sqlx::query(AssertSqlSafe(last));
        let last = last.fetch_optional(connection).await?;
        last.map(|row| Ok(self.key_of(&self.row(&row)?)))
            .transpose()
    }

    /// The next batch of rows, with greater keys.
    pub(super) async fn after(
        &self,
        connection: &mut AnyConnection,
        after: Option<&[Value]>,
    ) -> Result<Vec<Vec<Value>>, sqlx::Error> {
        let order = self.keys(Engine::of(connection), "");
        let numbers = 1..=after.map_or(0, <[Value]>::len);
        let numbers: Vec<String> = numbers.map(|number| format!("${number}")).collect();
        let greater = match after {
            Some(_) => format!("where ({order}) > ({})", numbers.join(", ")),
            None => String::new(),
        };
        let (columns, name, most) = (self.columns(), self.name, self.batch());
        let rows = format!("select {columns} from {name} {greater} order by {order} limit {most}");
        let mut query = sqlx::query(AssertSqlSafe(rows));
        for value in after.unwrap_or_default() {
            query = bind(query, value);
        }
        let rows = query.fetch_all(connection).await?;
        rows.iter().map(|row| self.row(row)).collect()
    }

    fn row(&self, row: &sqlx::any::AnyRow) -> Result<Vec<Value>, sqlx::Error> {
        let value = |(at, field): (usize, &Field)| {
            Ok(match field.kind {
                Kind::Whole => Value::Whole(row.try_get(at)?),
                Kind::Real => Value::Real(row.try_get(at)?),
                Kind::Text => Value::Text(row.try_get(at)?),
            })
        };
        self.fields.iter().enumerate().map(value).collect()
    }
}

pub(super) fn bind<'q>(query: Query<'q>, value: &Value) -> Query<'q> {
    match value {
        Value::Whole(value) => query.bind(*value),
        Value::Real(value) => query.bind(*value),
        Value::Text(value) => query.bind(value.clone()),
    }
}
