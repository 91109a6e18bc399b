//! Saves messages for a restart: a file of messages, and a directory of their attachments.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::components::Emoji;
use super::model::{Channel, Message};
use super::options::StartError;
use super::world::{State, World};

const HISTORY: &str = "history.json";
const FILES: &str = "files";

/// How long changes are collected before they are written.
const PAUSE: Duration = Duration::from_millis(300);

/// The saved data.
#[derive(Serialize, Deserialize)]
struct History {
    ahead: i64,
    channels: Vec<Channel>,
    emojis: Vec<Emoji>,
    messages: Vec<Message>,
}

/// Loads what an earlier playground saved, if anything.
///
/// Returns how many seconds its clock was ahead: unless the clock is moved forward again, its
/// messages are in the future.
pub(super) fn load(state: &mut State) -> Result<i64, StartError> {
    let Some(directory) = &state.setup.options.keep else {
        return Ok(0);
    };
    let within = |path: &Path| {
        let path = path.to_owned();
        move |error| StartError::History(path, error)
    };
    let history = directory.join(HISTORY);
    let files = directory.join(FILES);
    fs::create_dir_all(&files).map_err(within(&files))?;
    let bytes = match fs::read(&history) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        read => read.map_err(within(&history))?,
    };
    let read = serde_json::from_slice(&bytes).map_err(io::Error::other);
    let read: History = read.map_err(within(&history))?;
    (state.channels, state.emojis, state.messages) = (read.channels, read.emojis, read.messages);
    let messages = state.messages.iter_mut();
    for file in messages.flat_map(|message| &mut message.attachments) {
        let path = files.join(file.id.to_string());
        file.bytes = Arc::new(fs::read(&path).map_err(within(&path))?);
    }
    Ok(read.ahead)
}

/// Saves after changes, until the world is stopped.
pub(super) async fn follow(world: World) {
    let mut changes = world.watch();
    while changes.changed().await.is_ok() && !world.look(|state| state.stopped) {
        tokio::time::sleep(PAUSE).await;
        changes.borrow_and_update();
        save(&world);
    }
}

/// Saves the public messages. Private answers are lost, as with Discord's client.
pub(super) fn save(world: &World) {
    if let Some(directory) = &world.setup().options.keep
        && let Err(error) = world.look(|state| write(directory, state))
    {
        tracing::error!(%error, "the playground's history could not be written");
    }
}

fn write(directory: &Path, state: &State) -> io::Result<()> {
    let public = |message: &&Message| message.only.is_none() && !message.loading;
    let messages = state.messages.iter().filter(public);
    for file in messages.clone().flat_map(|message| &message.attachments) {
        let path = directory.join(FILES).join(file.id.to_string());
        if !path.exists() {
            replace(&path, &file.bytes)?;
        }
    }
    let written = History {
        ahead: state.setup.clock.ahead() / 1000,
        channels: state.channels.clone(),
        emojis: state.emojis.clone(),
        messages: messages.cloned().collect(),
    };
    let bytes = serde_json::to_vec(&written).map_err(io::Error::other)?;
    replace(&directory.join(HISTORY), &bytes)
}

/// Writes to a temporary file and renames it, so that a reader never sees an incomplete file.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}
