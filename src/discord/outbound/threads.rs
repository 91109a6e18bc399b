//! The threads of games: opened for the first board, and left when they accept no messages.

use std::time::Duration;

use super::failed::Failed;
use super::refusal::Refusal;
use super::request::Trouble;
use super::send;
use crate::app::Item;
use crate::discord::view;
use crate::discord::{Bot, Http};
use crate::game::{ChannelId, Game, PlayerId, Thread};
use crate::l10n::Locale;
use siwa_games::rules::Side;

/// The interval at which the second game of a pair checks whether the first has opened their
/// thread, and a game of a tournament whether its group has one.
const WAIT: Duration = Duration::from_secs(1);

impl Bot {
    /// The game, after opening its thread if it should have one.
    pub(super) async fn at_home(
        &self,
        http: &Http,
        item: &Item,
        game: Game,
    ) -> Result<Game, Failed> {
        if game.thread() != Thread::Wanted {
            return Ok(game);
        }
        if game.tournament().is_some() {
            // The thread is opened with the card of the group.
            return Err(Trouble::Held(WAIT).into());
        }
        // The games of a pair share a thread, which the first opens.
        let opened = match self.app.other_of(&game).await? {
            Some(other) if other.thread() != Thread::Wanted => other.thread(),
            Some(first) if first.id() < game.id() => return Err(Trouble::Held(WAIT).into()),
            _ => self.open_thread(http, &game, &item.locale).await?,
        };
        let game = self.app.set_thread(&game, opened).await?;
        self.wake();
        Ok(game)
    }

    async fn open_thread(&self, http: &Http, game: &Game, tag: &str) -> Result<Thread, Failed> {
        let Some((channel, card)) = self.app.read().card_of(game.id()).await? else {
            if self.app.read().awaits_card(game.id()).await? {
                return Err(Trouble::Held(WAIT).into());
            }
            return Ok(Thread::Refused);
        };
        // A pair has one thread, named after its first game.
        let first = match game.pair() {
            Some(pair) => &self.app.load(pair.first).await?,
            None => game,
        };
        let names = self.app.read().names(first.players()).await?;
        let name = view::thread_name(self.localizer(Locale::from_tag(tag)), first, &names);
        match send::open_thread(http, channel, card, &name).await {
            Err(trouble) if trouble.is_refusal() => {
                tracing::info!(game.id = game.id().0, error = %trouble, "no thread can be opened");
                Ok(Thread::Refused)
            }
            opened => {
                let thread = opened?;
                let is_person = |side: &Side| first.engine().is_none_or(|it| it.side != *side);
                let people = Side::BOTH.into_iter().filter(is_person);
                self.add_players(http, thread, people.map(|side| first.player(side)))
                    .await;
                Ok(Thread::Open(thread))
            }
        }
    }

    /// Adds players to a thread, whatever their notices. A refusal loses nothing.
    pub(super) async fn add_players(
        &self,
        http: &Http,
        thread: ChannelId,
        players: impl Iterator<Item = PlayerId>,
    ) {
        for player in players {
            if let Err(trouble) = send::add_to_thread(http, thread, player).await {
                tracing::info!(error = %trouble, "a player is not added to a thread");
            }
        }
    }

    /// Returns whether a message is to be posted again, because its thread was archived, as after a
    /// week, and is open now.
    pub(super) async fn reopened<T>(
        &self,
        http: &Http,
        game: &Game,
        posted: &Result<T, Failed>,
    ) -> Result<bool, Failed> {
        match (game.thread(), posted) {
            (Thread::Open(thread), Err(Failed::Trouble(trouble)))
                if trouble.is(Refusal::Archived) =>
            {
                match send::reopen(http, thread).await {
                    Err(trouble) if trouble.is_refusal() => Ok(false),
                    reopened => Ok(reopened.map(|()| true)?),
                }
            }
            _ => Ok(false),
        }
    }

    /// Moves a game to its channel if its thread accepts no messages, and to direct messages if
    /// the channel accepts none either, whatever is granted.
    pub(super) async fn or_leave<T>(
        &self,
        http: &Http,
        game: &Game,
        posted: Result<T, Failed>,
    ) -> Result<T, Failed> {
        let Err(Failed::Trouble(trouble)) = &posted else {
            return posted;
        };
        let refusal = trouble.refusal();
        if !refusal.is_some_and(Refusal::is_of_channel) {
            return posted;
        }
        if matches!(game.thread(), Thread::Open(_)) {
            tracing::info!(game.id = game.id().0, error = %trouble, "a thread is left");
            let channel = game.venue().channel;
            if !send::takes_messages(http, channel).await? {
                return Err(self.leave_channel(game, trouble).await);
            }
            self.app.set_thread(game, Thread::Refused).await?;
            return Err(Failed::Moved);
        }
        if refusal.is_some_and(Refusal::is_final) {
            return Err(self.leave_channel(game, trouble).await);
        }
        posted
    }

    /// Moves a game to direct messages, because nothing can be posted in its channel.
    pub(super) async fn leave_channel(&self, game: &Game, trouble: &Trouble) -> Failed {
        tracing::info!(game.id = game.id().0, error = %trouble, "a channel is left");
        let moved = self.app.set_thread(game, Thread::Nowhere).await;
        moved.map_or_else(Failed::from, |_| Failed::Nowhere)
    }
}
