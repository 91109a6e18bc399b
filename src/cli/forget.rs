//! `siwa forget`: deletes everything that is stored about a person, for the host of the bot.

use super::terminal::{Failure, failed, print_message, unopened};
use crate::app::App;
use crate::config::Config;
use crate::game::PlayerId;
use crate::store::{Lock, OpenError, Store};
use crate::time::Clock;
use siwa_games::registry::Registry;
use siwa_games::text::Text;

/// The message when the database fails.
const FAILED: &str = "cli-forget-failed";

/// The person whose data is deleted.
#[derive(Debug, clap::Args)]
pub struct ForgetArguments {
    /// Discord user id
    #[arg(value_parser = clap::value_parser!(u64).range(1..=i64::MAX.cast_unsigned()))]
    id: u64,
}

pub(super) async fn run(
    arguments: ForgetArguments,
    config: Config,
    registry: Registry,
) -> Result<(), Failure> {
    let unopened = unopened(&config.database);
    // Do not create a database that does not exist.
    match Store::open_to_examine(&config.database, registry).await {
        Err(empty @ OpenError::Empty) => return Err(unopened(empty)),
        Ok(there) => there.close().await,
        // Opening it below reports the error, or migrates it.
        Err(_) => {}
    }
    let _lock = Lock::of(&config.database).map_err(&unopened)?;
    let store = Store::open(&config.database, registry);
    let store = store.await.map_err(&unopened)?;
    let app = App::new(store.clone(), Clock::default());
    let done = forget(&app, PlayerId(arguments.id)).await;
    store.close().await;
    print_message(&done?)
}

async fn forget(app: &App, player: PlayerId) -> Result<Text, Failure> {
    if app.read().is_engine(player).await.map_err(failed(FAILED))? {
        return Err(Text::new("cli-forget-self"));
    }
    let stored_data = app.read().stored_data(player).await;
    if stored_data.map_err(failed(FAILED))?.is_nothing() {
        return Ok(Text::new("cli-forget-nothing"));
    }
    app.forget(player, None).await.map_err(failed(FAILED))?;
    Ok(Text::new("cli-forget-done"))
}
