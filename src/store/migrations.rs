//! The migrations: number and statements. A released one never changes.
//!
//! A number means the same for both databases; those of SQLite up to 16 are one for PostgreSQL.
//!
//! Processes of two versions use one database while they are replaced one after the other. So a
//! migration adds what the version before can be without, and what that version has used goes, or
//! changes its meaning, only in a later one, which raises the number in `demands`. So does one
//! that keeps something of people elsewhere: who does not know of it does not delete it.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, SqlStr};

use super::Engine;

const SQLITE: &[(i64, &str)] = &[
    (1, include_str!("../../migrations/0001_games.sql")),
    (2, include_str!("../../migrations/0002_leftovers.sql")),
    (3, include_str!("../../migrations/0003_past.sql")),
    (4, include_str!("../../migrations/0004_themes.sql")),
    (5, include_str!("../../migrations/0005_outbox.sql")),
    (6, include_str!("../../migrations/0006_one_challenge.sql")),
    (7, include_str!("../../migrations/0007_rating_order.sql")),
    (8, include_str!("../../migrations/0008_engine.sql")),
    (9, include_str!("../../migrations/0009_puzzles.sql")),
    (10, include_str!("../../migrations/0010_settings.sql")),
    (11, include_str!("../../migrations/0011_threads.sql")),
    (12, include_str!("../../migrations/0012_clocks.sql")),
    (13, include_str!("../../migrations/0013_notices.sql")),
    (14, include_str!("../../migrations/0014_plans.sql")),
    (15, include_str!("../../migrations/0015_pairs.sql")),
    (16, include_str!("../../migrations/0016_customs.sql")),
    (18, include_str!("../../migrations/0018_departures.sql")),
    (19, include_str!("../../migrations/0019_setup.sql")),
    (20, include_str!("../../migrations/0020_shared.sql")),
    (21, include_str!("../../migrations/0021_demands.sql")),
    (22, include_str!("../../migrations/0022_lookups.sql")),
    (23, include_str!("../../migrations/0023_leaving.sql")),
];

const POSTGRES: &[(i64, &str)] = &[
    (16, include_str!("../../migrations/postgres/0016_all.sql")),
    (
        18,
        include_str!("../../migrations/postgres/0018_departures.sql"),
    ),
    (19, include_str!("../../migrations/postgres/0019_setup.sql")),
    (
        20,
        include_str!("../../migrations/postgres/0020_shared.sql"),
    ),
    (
        21,
        include_str!("../../migrations/postgres/0021_demands.sql"),
    ),
    (
        22,
        include_str!("../../migrations/postgres/0022_lookups.sql"),
    ),
    (
        23,
        include_str!("../../migrations/postgres/0023_leaving.sql"),
    ),
];

/// The one that made `demands`.
const DEMANDS: i64 = 21;

/// The migrations of a database, by this program or by others.
pub(super) struct Applied {
    numbers: Vec<i64>,
    /// The newest that a program has to know; none: all of them.
    demanded: Option<i64>,
}

impl Applied {
    pub(super) async fn of(connection: &mut AnyConnection) -> Result<Self, sqlx::Error> {
        let numbers = sqlx::query_scalar("select version from _sqlx_migrations");
        let numbers: Vec<i64> = numbers.fetch_all(&mut *connection).await?;
        let demanded = match numbers.contains(&DEMANDS) {
            true => {
                let demanded = sqlx::query_scalar("select max(migration) from demands");
                demanded.fetch_one(connection).await?
            }
            false => None,
        };
        Ok(Self { numbers, demanded })
    }

    /// The newest that this program does not know.
    pub(super) fn unknown(&self, ours: &Migrator) -> Option<i64> {
        let mut unknown: Vec<i64> = self.numbers.clone();
        unknown.retain(|it| !ours.version_exists(*it));
        unknown.into_iter().max()
    }

    /// The same, if this program cannot use the database without it.
    pub(super) fn too_new(&self, ours: &Migrator) -> Option<i64> {
        let newest = ours.iter().map(|it| it.version).max();
        match self.demanded {
            Some(demanded) if Some(demanded) <= newest => None,
            _ => self.unknown(ours),
        }
    }

    /// Whether one of this program's is missing.
    pub(super) fn too_old(&self, ours: &Migrator) -> bool {
        ours.iter().any(|it| !self.numbers.contains(&it.version))
    }
}

/// The migrations of an engine.
pub(super) fn migrations(engine: Engine) -> Migrator {
    let statements = match engine {
        Engine::Sqlite => SQLITE,
        Engine::Postgres => POSTGRES,
    };
    let migration = |(version, statements): &(i64, &'static str)| {
        let statements = SqlStr::from_static(statements);
        Migration::new(
            *version,
            "".into(),
            MigrationType::Simple,
            statements,
            false,
        )
    };
    Migrator::with_migrations(statements.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_migration_is_run() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        for (directory, listed) in [
            (Path::new(directory), SQLITE),
            (&Path::new(directory).join("postgres"), POSTGRES),
        ] {
            let number = |file: &Path| file.file_name()?.to_str()?.split('_').next()?.parse().ok();
            let files = std::fs::read_dir(directory).unwrap();
            let files = files
                .map(|file| file.unwrap().path())
                .filter(|file| file.is_file());
            let mut files: Vec<(i64, String)> = files
                .map(|file| {
                    (
                        number(&file).unwrap(),
                        std::fs::read_to_string(file).unwrap(),
                    )
                })
                .collect();
            files.sort();
            let listed = listed
                .iter()
                .map(|(number, text)| (*number, (*text).to_owned()));
            assert_eq!(files, listed.collect::<Vec<_>>());
        }
    }

    #[test]
    fn both_databases_have_the_same_version() {
        let last = |listed: &[(i64, &str)]| listed.last().map(|(number, _)| *number);
        assert_eq!(last(SQLITE), last(POSTGRES));
    }
}
