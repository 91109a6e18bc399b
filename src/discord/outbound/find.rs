//! Asks Discord whether a message was posted, after an attempt with an unknown outcome.

use serenity::model::id::InteractionId;

use super::request::{ANSWERED, Failed, Result};
use super::send::FoundMessage;
use crate::app::Item;
use crate::discord::Bot;
use crate::discord::context::InteractionToken;
use crate::discord::custom_id::{CustomId, GameAction, TournamentAction};
use crate::discord::view::reply::{How, Reply};
use crate::game::{ChallengeId, Game, MessageId, TournamentId, Venue, ensure};
use crate::time::{Seconds, Stopwatch, Timestamp};

/// The age up to which Discord certainly accepts an answer.
const FRESH: Seconds = Seconds(1);

/// The age up to which an interaction's token is certainly valid.
const TOKEN: Seconds = Seconds(14 * 60);

/// How far our clock may be from Discord's, if that is behind.
const CLOCKS_DIFFER: Seconds = Seconds(-60);

/// What a message shows, recognised by its components.
#[derive(Clone, Copy)]
pub(super) enum Shows<'a> {
    /// The present board of a game, or its final one.
    Board(&'a Game),
    /// The open offer of a game.
    Offer(&'a Game),
    /// An outdated message of a game with buttons, at this moment.
    Past(&'a Game, Timestamp),
    /// The card of a challenge.
    Card(ChallengeId),
    /// The card of a group of a tournament; 0: of the tournament.
    Tournament(TournamentId, u32),
    /// A text that begins like this, sent since that moment.
    Words(&'a str, Timestamp),
}

impl Shows<'_> {
    /// Returns whether this message shows it.
    pub(super) fn is(self, message: &FoundMessage) -> bool {
        match self {
            Self::Board(game) => parts_of(game, message).contains(&Part::Board),
            Self::Offer(game) => {
                let parts = parts_of(game, message);
                parts.contains(&Part::Offer) && !parts.contains(&Part::Board)
            }
            Self::Past(game, now) => {
                let parts = parts_of(game, message);
                let is_present = |part: &Part| match part {
                    Part::Board | Part::Offer => true,
                    Part::Late => game.deadline().is_some_and(|until| until <= now),
                    Part::Past => false,
                };
                !parts.is_empty() && !parts.iter().any(is_present)
            }
            Self::Words(begins, since) => {
                let sent = serenity::model::id::MessageId::new(message.id.0).created_at();
                message.text.starts_with(begins) && sent.unix_timestamp() >= since.0
            }
            Self::Tournament(id, group) => {
                let ids = &message.custom_ids;
                let has = |action| ids.contains(&CustomId::Tournament(id, action));
                let is_sign_up = group == 0 && has(TournamentAction::Join);
                is_sign_up || has(TournamentAction::Standings(group))
            }
            Self::Card(wanted) => {
                let is_wanted = |id: &_| matches!(id, CustomId::Challenge(id, _) if *id == wanted);
                message.custom_ids.iter().any(is_wanted)
            }
        }
    }
}

/// What a button of a game belongs to.
#[derive(PartialEq)]
enum Part {
    /// The present board, or the final one.
    Board,
    /// The open offer.
    Offer,
    /// A turn whose time is over, if it is the present one.
    Late,
    /// Something out of date.
    Past,
}

/// What the buttons of a game in a message belong to.
fn parts_of(game: &Game, message: &FoundMessage) -> Vec<Part> {
    let part = |id: &CustomId| match id {
        CustomId::Game(id, version, action) if *id == game.id() => {
            let is_present = *version == game.changes;
            let is_over = game.ending.is_some();
            Some(match action {
                // A board that is edited may have been posted long before the present turn.
                GameAction::More | GameAction::Rematch if game.keeps_board() => Part::Board,
                GameAction::More if is_present && !is_over => Part::Board,
                GameAction::Rematch if is_present && is_over => Part::Board,
                GameAction::Accept if is_present && game.open_offer.is_some() => Part::Offer,
                GameAction::ClaimTime | GameAction::Nudge | GameAction::Wait if is_present => {
                    Part::Late
                }
                _ => Part::Past,
            })
        }
        _ => None,
    };
    message.custom_ids.iter().filter_map(part).collect()
}

impl Bot {
    /// The interaction with whose token an item can still be posted or asked for.
    pub(super) fn interaction_of(&self, item: &Item) -> Option<InteractionToken> {
        if self.app.now() >= item.created.plus(TOKEN) {
            return None;
        }
        Some(InteractionToken {
            id: InteractionId::new(item.cause?.0),
            token: item.token.clone()?,
            application: self.http.client.application_id()?,
            received: Stopwatch::start(),
        })
    }

    /// The message of an item, if an earlier try has posted it. While its interaction can still be
    /// answered, this answers it with `answer`: if that fails, it was answered before.
    pub(super) async fn find(
        &self,
        item: &Item,
        venue: Venue,
        shows: Shows<'_>,
        answer: Option<&Reply>,
    ) -> Result<Option<MessageId>> {
        if item.attempts <= 1 {
            return Ok(None);
        }
        if let Some(interaction) = self.interaction_of(item) {
            let webhook = self.http.webhook(&interaction);
            let now = self.app.now();
            let answered = item.created.plus(ANSWERED);
            let mut asked = false;
            if let Some(reply) = answer
                && now <= item.created.plus(FRESH)
            {
                match webhook.answer(How::New, reply).await {
                    Ok(Some(message)) => return Ok(Some(message)),
                    // It has an answer, or can never get one.
                    Err(Failed::Refused(..)) => asked = true,
                    Ok(None) | Err(_) => {}
                }
            }
            ensure(asked || now >= answered, Failed::Later(answered.since(now)))?;
            if let Some(found) = webhook.original().await?
                && shows.is(&found)
            {
                return Ok(Some(found.id));
            }
        }
        // In a user install, the bot cannot read the channel.
        if venue.guild.is_user_install() {
            return Ok(None);
        }
        Ok(self.look_for(item, shows).await?.first().copied())
    }

    /// Posts a message that no component identifies, unless an earlier try did: the nonce prevents
    /// a duplicate only for some minutes. That message is recognised by how its text `begins`,
    /// because the rest may have changed since then.
    pub(super) async fn post_words(
        &self,
        item: &Item,
        begins: &str,
        reply: &Reply,
    ) -> Result<MessageId> {
        if item.attempts > 1 {
            let words = Shows::Words(begins, item.created.plus(CLOCKS_DIFFER));
            if let Some(found) = self.look_for(item, words).await?.first() {
                return Ok(*found);
            }
        }
        self.post_reply(item, reply).await
    }

    /// The bot's messages in a channel that show something, among those just after the interaction
    /// that caused it and the latest; none if the bot cannot read there.
    pub(super) async fn look_for(&self, item: &Item, shows: Shows<'_>) -> Result<Vec<MessageId>> {
        let us = self.http.us();
        // After the end, the card of a game with a thread has the same buttons.
        let card = match shows {
            Shows::Board(game) | Shows::Offer(game) | Shows::Past(game, _) => {
                let card = self.app.store().card_of(game.id()).await?;
                card.map(|(_, message)| message)
            }
            Shows::Card(_) | Shows::Tournament(..) | Shows::Words(..) => None,
        };
        let is_wanted = |posted: &FoundMessage| {
            Some(posted.author) == us && Some(posted.id) != card && shows.is(posted)
        };
        let mut found = Vec::new();
        for after in item.cause.into_iter().map(Some).chain([None]) {
            match self.http.messages(item.channel, after).await {
                Ok(mut messages) => {
                    messages.retain(is_wanted);
                    found.extend(messages.iter().map(|posted| posted.id));
                }
                Err(trouble) if trouble.is_of_channel() => return Ok(Vec::new()),
                Err(trouble) => return Err(trouble),
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
