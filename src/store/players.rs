//! People, and their names as last seen.

use sqlx::AnyConnection;

use super::session::changing;
use super::{Error, Store};
use crate::game::PlayerId;
use crate::time::Timestamp;

impl Store {
    /// Remembers a player's name, for menus.
    pub async fn seen(&self, player: PlayerId, name: &str, now: Timestamp) -> Result<(), Error> {
        changing!(self, |change| {
            Ok(know(change, player, name, now).await?)
        })
    }
}

/// Remembers a player's name: what they choose goes into the same row.
pub(super) async fn know(
    connection: &mut AnyConnection,
    player: PlayerId,
    name: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into players (id, name, seen) values ($1, $2, $3)
         on conflict (id) do update set name = $2, seen = $3",
    )
    .bind(player)
    .bind(name)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
