//! Asks Discord whether a message was posted, after an attempt with an unknown outcome.

use super::failed::{ANSWERED, Failed};
use super::interaction_webhook;
use super::request::Trouble;
use super::send::{self, Posted};
use crate::app::Item;
use crate::discord::custom_id::{CustomId, GameAction, TournamentAction};
use crate::discord::view::reply::{Attachment, How, Reply};
use crate::discord::{Bot, Http};
use crate::game::{ChallengeId, Game, MessageId, TournamentId};
use crate::time::Timestamp;

/// The age in seconds up to which Discord certainly accepts an answer.
const FRESH: i64 = 1;

/// How many seconds Discord's clock may be behind ours.
const CLOCKS_DIFFER: i64 = 60;

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
    pub(super) fn is(self, posted: &Posted) -> bool {
        let of = |game: &Game| {
            let id = game.id();
            posted
                .carries
                .iter()
                .filter_map(move |carried| match carried {
                    CustomId::Game(game, plies, act) if *game == id => Some((*plies, act)),
                    _ => None,
                })
        };
        let board = |game: &Game| {
            of(game).any(|(plies, act)| {
                let last = match act {
                    GameAction::More => game.ending().is_none(),
                    GameAction::Rematch => game.ending().is_some(),
                    _ => false,
                };
                // A board that is edited may have been posted long before the present turn.
                let kept =
                    game.keeps_board() && matches!(act, GameAction::More | GameAction::Rematch);
                kept || last && plies == game.changes()
            })
        };
        let offer = |game: &Game| {
            game.open_offer().is_some()
                && of(game)
                    .any(|(plies, act)| *act == GameAction::Accept && plies == game.changes())
        };
        match self {
            Self::Board(game) => board(game),
            Self::Offer(game) => !board(game) && offer(game),
            Self::Past(game, now) => {
                let late = game.deadline().is_some_and(|until| until <= now);
                let timely = |(changes, act): (u32, &GameAction)| {
                    late && changes == game.changes()
                        && matches!(
                            act,
                            GameAction::ClaimTime | GameAction::Nudge | GameAction::Wait
                        )
                };
                of(game).next().is_some() && !board(game) && !offer(game) && !of(game).any(timely)
            }
            Self::Words(begins, since) => {
                let sent = serenity::model::id::MessageId::new(posted.id.0).created_at();
                posted.text.starts_with(begins) && sent.unix_timestamp() >= since.0
            }
            Self::Tournament(id, group) => posted.carries.iter().any(|carried| match carried {
                CustomId::Tournament(of, TournamentAction::Join) => *of == id && group == 0,
                CustomId::Tournament(of, TournamentAction::Standings(shown)) => {
                    (*of, *shown) == (id, group)
                }
                _ => false,
            }),
            Self::Card(challenge) => posted
                .carries
                .iter()
                .any(|carried| matches!(carried, CustomId::Challenge(of, _) if *of == challenge)),
        }
    }
}

impl Bot {
    /// The message of an item, if it was posted. While its interaction can still be answered, this
    /// answers it with `reply`: if that fails, it was answered before.
    pub(super) async fn find(
        &self,
        http: &Http,
        item: &Item,
        shows: Shows<'_>,
        answer: Option<(&Reply, Option<&Attachment>)>,
    ) -> Result<Option<MessageId>, Failed> {
        if let Some(found) = self.find_answer(http, item, shows, answer).await? {
            return Ok(Some(found));
        }
        let found = self.look_for(http, item, shows).await?;
        Ok(found.first().copied())
    }

    /// The message of an item, if it is the answer to its interaction.
    pub(super) async fn find_answer(
        &self,
        http: &Http,
        item: &Item,
        shows: Shows<'_>,
        answer: Option<(&Reply, Option<&Attachment>)>,
    ) -> Result<Option<MessageId>, Failed> {
        let Some(interaction) = self.interaction_of(http, item) else {
            return Ok(None);
        };
        let age = self.app.now().0 - item.created.0;
        let mut asked = false;
        if let Some((reply, file)) = answer.filter(|_| age <= FRESH) {
            match interaction_webhook::answer(http, &interaction, How::New, reply, file).await {
                Ok(Some(message)) => return Ok(Some(message)),
                // It has an answer, or can never get one.
                Err(Trouble::Refused { .. }) => asked = true,
                Ok(None) | Err(_) => {}
            }
        }
        if !asked && age < ANSWERED {
            return Err(Failed::Later(ANSWERED - age));
        }
        let found = interaction_webhook::original(http, &interaction).await?;
        Ok(found.filter(|found| shows.is(found)).map(|found| found.id))
    }

    /// Posts a message that no component identifies, unless an earlier try did: the nonce prevents
    /// a duplicate only for some minutes. That message is recognised by how its text `begins`,
    /// because the rest may have changed since then.
    pub(super) async fn post_words(
        &self,
        http: &Http,
        item: &Item,
        begins: &str,
        reply: &Reply,
        file: Option<&Attachment>,
    ) -> Result<MessageId, Failed> {
        if item.attempts > 1 {
            let words = Shows::Words(begins, item.created.plus(-CLOCKS_DIFFER));
            if let Some(found) = self.look_for(http, item, words).await?.first() {
                return Ok(*found);
            }
        }
        Ok(send::post(http, item, reply, file).await?)
    }

    /// The bot's messages in a channel that show something, among those just after the interaction
    /// that caused it and the latest. `None` if the bot cannot read there.
    pub(super) async fn look_for(
        &self,
        http: &Http,
        item: &Item,
        shows: Shows<'_>,
    ) -> Result<Vec<MessageId>, Failed> {
        let us = self.us.get_or_try_init(|| send::us(http)).await?;
        // After the end, the card of a game with a thread has the same buttons.
        let card = match shows {
            Shows::Board(game) | Shows::Offer(game) | Shows::Past(game, _) => {
                let card = self.app.read().card_of(game.id()).await?;
                card.map(|(_, message)| message)
            }
            Shows::Card(_) | Shows::Tournament(..) | Shows::Words(..) => None,
        };
        let mut found = Vec::new();
        for after in [item.cause.map(|cause| Some(cause.0)), Some(None)] {
            let Some(after) = after else { continue };
            match send::messages(http, item.channel, after).await {
                Ok(messages) => found.extend(
                    messages
                        .iter()
                        .filter(|posted| posted.author == *us && shows.is(posted))
                        .filter(|posted| Some(posted.id) != card)
                        .map(|posted| posted.id),
                ),
                Err(trouble) if trouble.is_of_channel() => return Ok(Vec::new()),
                Err(trouble) => return Err(trouble.into()),
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
