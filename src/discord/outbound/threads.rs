//! The threads of games: opened for the first board, and left when they accept no messages.

use super::request::{Failed, Result};
use crate::app::Item;
use crate::discord::refusal::{REFUSED_PAUSE, Refusal};
use crate::discord::{Bot, view};
use crate::game::{ChannelId, Game, MessageId, PlayerId, Thread, ensure};
use crate::l10n::Locale;
use crate::time::Seconds;
use siwa_games::rules::Side;

/// The interval at which the second game of a pair checks whether the first has opened their
/// thread, and a game of a tournament whether its group has one.
const WAIT: Seconds = Seconds(1);

impl Bot {
    /// The game, after opening its thread if it should have one.
    pub(super) async fn at_home(&self, item: &Item, game: Game) -> Result<Game> {
        if game.setup.thread != Thread::Wanted {
            return Ok(game);
        }
        if game.setup.tournament.is_some() {
            // The thread is opened with the card of the group.
            return Err(Failed::Held(WAIT));
        }
        // The games of a pair share a thread, which the first opens.
        let opened = match self.app.other_of(&game).await? {
            Some(other) if other.setup.thread != Thread::Wanted => other.setup.thread,
            Some(first) if first.id() < game.id() => return Err(Failed::Held(WAIT)),
            _ => self.open_thread(&game, &item.locale).await?,
        };
        let game = self.app.set_thread(&game, opened).await?;
        self.wake();
        Ok(game)
    }

    async fn open_thread(&self, game: &Game, tag: &str) -> Result<Thread> {
        let Some((channel, card)) = self.app.store().card_of(game.id()).await? else {
            let is_awaited = self.app.store().awaits_card(game.id()).await?;
            ensure(!is_awaited, Failed::Held(WAIT))?;
            return Ok(Thread::Refused);
        };
        // A pair has one thread, named after its first game.
        let first = match game.setup.pair {
            Some(pair) => &self.app.load(pair.first).await?,
            None => game,
        };
        let names = self.app.store().names(first.setup.players).await?;
        let name = view::thread_name(self.localizer(Locale::from_tag(tag)), first, &names);
        let engine = first.setup.engine.map(|engine| engine.side);
        let people = Side::BOTH.into_iter().filter(|side| engine != Some(*side));
        let people = people.map(|side| first.player(side));
        self.open_thread_of(channel, card, &name, people).await
    }

    /// Opens a thread from a card, and adds players to it, whatever their notices.
    pub(super) async fn open_thread_of(
        &self,
        channel: ChannelId,
        card: MessageId,
        name: &str,
        players: impl Iterator<Item = PlayerId>,
    ) -> Result<Thread> {
        let thread = match self.http.open_thread(channel, card, name).await {
            Err(trouble) if trouble.is_refusal() => {
                tracing::info!(channel = channel.0, error = %trouble, "no thread can be opened");
                return Ok(Thread::Refused);
            }
            opened => opened?,
        };
        for player in players {
            match self.http.add_to_thread(thread, player).await {
                // A refusal loses nothing.
                Err(trouble) if trouble.is_refusal() => {
                    tracing::info!(error = %trouble, "a player is not added to a thread");
                }
                added => added?,
            }
        }
        Ok(Thread::Open(thread))
    }

    /// Opens a thread again before somebody is sent there: on a phone, not everybody can press a button
    /// in one that is archived.
    pub(super) async fn open_again(&self, thread: Thread) {
        if let Thread::Open(thread) = thread
            && let Err(trouble) = self.http.at_low_priority().reopen(thread).await
        {
            tracing::info!(error = %trouble, "a thread may be archived");
        }
    }

    /// Returns whether a message is to be posted again, because its thread was archived, as after a
    /// week, and is open now.
    pub(super) async fn reopened<T>(&self, game: &Game, posted: &Result<T>) -> Result<bool> {
        if let Thread::Open(thread) = game.setup.thread
            && let Err(trouble) = posted
            && trouble.is(Refusal::Archived)
        {
            return match self.http.reopen(thread).await {
                Err(trouble) if trouble.is_refusal() => Ok(false),
                reopened => reopened.map(|()| true),
            };
        }
        Ok(false)
    }

    /// Moves a game to its channel if its thread accepts no messages, and to direct messages if
    /// the channel accepts none either, whatever is granted, or at least not this item.
    pub(super) async fn or_leave<T>(
        &self,
        game: &Game,
        item: Option<&Item>,
        posted: Result<T>,
    ) -> Result<T> {
        let trouble = match posted {
            Err(trouble) if trouble.is_of_channel() => trouble,
            posted => return posted,
        };
        let is_final = trouble.refusal().is_some_and(Refusal::is_final);
        if let Thread::Open(_) = game.setup.thread {
            tracing::info!(game.id = game.id().0, error = %trouble, "a thread is left");
            if self.http.takes_messages(game.setup.venue.channel).await? {
                self.app.set_thread(game, Thread::Refused).await?;
                return Err(Failed::Moved);
            }
        } else if !is_final && !item.is_some_and(|item| self.is_hopeless(item, &trouble)) {
            return Err(trouble);
        }
        tracing::info!(game.id = game.id().0, error = %trouble, "a channel is left");
        self.app.set_thread(game, Thread::Nowhere).await?;
        Err(Failed::Nowhere)
    }

    /// Returns whether a channel is to be left: it has refused an item for an hour, or although an
    /// interaction has just shown that the bot may post there.
    fn is_hopeless(&self, item: &Item, trouble: &Failed) -> bool {
        let has_waited = self.app.now() >= item.created.plus(REFUSED_PAUSE);
        let limits = &self.http.channel_limits;
        has_waited || trouble.is(Refusal::Forbidden) && limits.is_vouched(item.channel, item.cause)
    }
}
