//! Sends answers, and writes down what was said by them.

use serenity::http::{Http, HttpError, StatusCode};

use crate::discord::Bot;
use crate::discord::context::Context;
use crate::discord::failure::plain;
use crate::discord::outbound::send;
use crate::discord::outbound::{Answer, Says, Then};
use crate::discord::view::reply;
use crate::discord::view::reply::{Choice, Film};
use crate::game::{GameId, MessageId};
use crate::store::{Leftover, Said};

impl Bot {
    /// Sends the answer to an interaction. What does not get through although
    /// it was saved is left to the announcer.
    pub(in crate::discord) async fn deliver(
        &self,
        http: &Http,
        context: &Context,
        mut answer: Answer,
    ) {
        let audience = context.audience(answer.reply.private);
        if let Some(film) = answer.reply.film.take() {
            self.screen(http, context, answer, film).await;
            return;
        }
        let picture = match self.picture(&answer.reply, audience).await {
            Ok(picture) => picture,
            Err(failure) => {
                let sorry = self.explain(&failure, context.locale);
                let sent =
                    send::answer(http, context.interaction(), reply::How::New, &sorry, None).await;
                log(sent.map(drop));
                return;
            }
        };
        match send::answer(
            http,
            context.interaction(),
            answer.how,
            &answer.reply,
            picture,
        )
        .await
        {
            Ok(message) => {
                if let Err(error) = self.note(http, answer.says, message).await {
                    tracing::error!(
                        error = crate::discord::failure::chain(&error),
                        "what was said was not noted"
                    );
                }
            }
            Err(error) => {
                tracing::warn!(error = plain(&error), "an answer did not get through");
                self.make_good(http, context, answer.says).await;
            }
        }
        for then in answer.then {
            match then {
                Then::Say(game, actor) => self.say(http, game, context.public, actor).await,
                Then::Show(challenge) => self.show(http, challenge, context.public, None).await,
            }
        }
    }

    /// Answers with an animation: first that it comes, then it. Nothing that was
    /// saved is said by that, so nothing has to be made good.
    async fn screen(&self, http: &Http, context: &Context, answer: Answer, film: Film) {
        let (interaction, mut reply) = (context.interaction(), answer.reply);
        let audience = context.audience(reply.private);
        if let Err(error) = send::announce(http, interaction, answer.how, reply.private).await {
            log(Err(error));
            return;
        }
        let drawn = self.film(&mut reply, film, context.player, audience).await;
        let sent = match drawn {
            Ok(attached) => send::finish(http, interaction, &reply, Some(attached)).await,
            Err(failure) => {
                let sorry = self.explain(&failure, context.locale);
                send::finish(http, interaction, &sorry, None).await
            }
        };
        log(sent);
    }

    /// Answers a request for completions.
    pub(in crate::discord) async fn offer(
        &self,
        http: &Http,
        context: &Context,
        choices: &[Choice],
    ) {
        log(send::complete(http, context.interaction(), choices).await);
    }

    async fn note(
        &self,
        http: &Http,
        says: Says,
        message: Option<MessageId>,
    ) -> Result<(), crate::store::Error> {
        match says {
            Says::Nothing => Ok(()),
            Says::Board(game, seq) => self.noted(http, game, seq, Said::Board(message)).await,
            Says::Offer(game, seq) => self.noted(http, game, seq, Said::Offer(message)).await,
            Says::Declined(game, seq, offer) => {
                self.noted(http, game, seq, Said::Declined(Some(offer)))
                    .await
            }
            Says::Card(challenge, state) => self.app.store().shown(challenge, state, message).await,
        }
    }

    /// Says in the channel what an answer that did not get through would have said.
    async fn make_good(&self, http: &Http, context: &Context, says: Says) {
        match says {
            Says::Nothing => {}
            Says::Board(game, _) | Says::Offer(game, _) | Says::Declined(game, ..) => {
                self.say(http, game, context.public, Some(context.player))
                    .await;
            }
            Says::Card(challenge, _) => self.show(http, challenge, context.public, None).await,
        }
    }

    /// Notes that a game was said, and takes the buttons from what is old by that.
    pub(super) async fn noted(
        &self,
        http: &Http,
        game: GameId,
        seq: u32,
        by: Said,
    ) -> Result<(), crate::store::Error> {
        for leftover in self.app.store().said(game, seq, by).await? {
            self.clear(http, leftover).await?;
        }
        Ok(())
    }

    /// Takes the buttons from a message; what does not work is left to the announcer.
    pub(super) async fn clear(
        &self,
        http: &Http,
        leftover: Leftover,
    ) -> Result<(), crate::store::Error> {
        match send::strip(http, leftover.channel, leftover.message).await {
            Err(error) if !is_final(&error) => {
                tracing::warn!(error = plain(&error), "old buttons are still there");
                Ok(())
            }
            _ => self.app.store().stripped(leftover.message).await,
        }
    }
}

/// Whether trying again is of no use: what is asked for is gone, closed to us, or wrong.
pub(super) fn is_final(error: &serenity::Error) -> bool {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        return false;
    };
    let passing = [
        StatusCode::UNAUTHORIZED,
        StatusCode::REQUEST_TIMEOUT,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    response.status_code.is_client_error() && !passing.contains(&response.status_code)
}

/// Logs what was tried and did no harm by failing.
fn log(tried: Result<(), serenity::Error>) {
    if let Err(error) = tried {
        tracing::warn!(error = plain(&error), "a request to Discord failed");
    }
}
