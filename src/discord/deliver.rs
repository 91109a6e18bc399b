//! Sends answers, and writes down what was said by them.

use serenity::http::Http;

use super::caller::Caller;
use super::failure::{Failure, plain};
use super::reply::{self, Picture, Reply};
use super::{Answer, Bot, Says, Then};
use crate::game::{ChannelId, GameId, MessageId};
use crate::l10n::Locale;
use crate::render;

impl Bot {
    /// Sends the answer to an interaction. What does not get through although
    /// it was saved is left to the announcer.
    pub(super) async fn deliver(&self, http: &Http, caller: &Caller, answer: Answer) {
        let locale = if answer.reply.private {
            caller.locale
        } else {
            caller.public
        };
        let picture = match self.picture(&answer.reply, locale).await {
            Ok(picture) => picture,
            Err(failure) => {
                let sorry = self.explain(&failure, caller);
                let sent =
                    reply::answer(http, caller.ticket(), reply::How::New, &sorry, None).await;
                log(sent.map(drop));
                return;
            }
        };
        let channel = caller.venue().map(|venue| venue.channel).ok();
        match reply::answer(http, caller.ticket(), answer.how, &answer.reply, picture).await {
            Ok(message) => {
                if let Err(error) = self.note(http, channel, answer.says, message).await {
                    tracing::error!(
                        error = super::failure::chain(&error),
                        "what was said was not noted"
                    );
                }
            }
            Err(error) => tracing::warn!(error = plain(&error), "an answer did not get through"),
        }
        let Some(channel) = channel else { return };
        for then in answer.then {
            match then {
                Then::Say(game, actor) => self.say(http, game, caller.public, actor).await,
                Then::Show(challenge) => self.show(http, challenge, caller.public, None).await,
                Then::Strip(message) => log(reply::strip(http, channel, message).await),
            }
        }
    }

    async fn note(
        &self,
        http: &Http,
        channel: Option<ChannelId>,
        says: Says,
        message: Option<MessageId>,
    ) -> Result<(), crate::store::Error> {
        match says {
            Says::Nothing => Ok(()),
            Says::Board(game, seq) => self.noted(http, channel, game, seq, message).await,
            Says::Word(game, seq) => self.noted(http, channel, game, seq, None).await,
            Says::Card(challenge, state) => self.app.store().shown(challenge, state, message).await,
        }
    }

    /// Notes that a game was said, and takes the buttons from its older board.
    pub(super) async fn noted(
        &self,
        http: &Http,
        channel: Option<ChannelId>,
        game: GameId,
        seq: u32,
        message: Option<MessageId>,
    ) -> Result<(), crate::store::Error> {
        let older = self.app.store().said(game, seq, message).await?;
        if let Some((older, channel)) = older.zip(channel) {
            log(reply::strip(http, channel, older).await);
        }
        Ok(())
    }

    /// The picture that belongs to a reply, drawn where it keeps nobody waiting.
    pub(super) async fn picture(
        &self,
        reply: &Reply,
        locale: Locale,
    ) -> Result<Option<Picture>, Failure> {
        let Some(diagram) = reply.board.clone() else {
            return Ok(None);
        };
        let facts = render::alt(&diagram);
        let facts: Vec<String> = facts
            .iter()
            .map(|fact| self.l10n.text(locale, fact))
            .collect();
        let painter = std::sync::Arc::clone(&self.painter);
        let png = tokio::task::spawn_blocking(move || painter.png(&diagram))
            .await
            .map_err(|error| Failure::Fault(Box::new(error)))??;
        Ok(Some(Picture {
            png,
            alt: facts.join(" "),
        }))
    }
}

/// Logs what was tried and did no harm by failing.
pub(super) fn log(tried: Result<(), serenity::Error>) {
    if let Err(error) = tried {
        tracing::warn!(error = plain(&error), "a request to Discord failed");
    }
}
