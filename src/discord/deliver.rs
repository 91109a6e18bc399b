//! Sends answers, and writes down what was said by them.

use serenity::http::{Http, HttpError, StatusCode};

use super::audience::Audience;
use super::caller::Caller;
use super::failure::{Failure, plain};
use super::reply::{Attachment, Film, Reply};
use super::{Answer, Bot, Says, Then, reply, send};
use crate::game::{GameId, MessageId};
use crate::l10n::Locale;
use crate::render::{self, Orientation, View};
use crate::rules::Diagram;
use crate::store::{Leftover, Said};

/// The largest file that Discord takes, in bytes.
const LARGEST: usize = 10 * 1024 * 1024;

/// The most boards of an animation: more would keep everybody waiting, and be too large.
const MOST_BOARDS: usize = 1_000;

impl Bot {
    /// Sends the answer to an interaction. What does not get through although
    /// it was saved is left to the announcer.
    pub(super) async fn deliver(&self, http: &Http, caller: &Caller, mut answer: Answer) {
        let audience = caller.audience(answer.reply.private);
        if let Some(film) = answer.reply.film.take() {
            self.screen(http, caller, answer, film).await;
            return;
        }
        let picture = match self.picture(&answer.reply, audience).await {
            Ok(picture) => picture,
            Err(failure) => {
                let sorry = self.explain(&failure, caller);
                let sent = send::answer(http, caller.ticket(), reply::How::New, &sorry, None).await;
                log(sent.map(drop));
                return;
            }
        };
        match send::answer(http, caller.ticket(), answer.how, &answer.reply, picture).await {
            Ok(message) => {
                if let Err(error) = self.note(http, answer.says, message).await {
                    tracing::error!(
                        error = super::failure::chain(&error),
                        "what was said was not noted"
                    );
                }
            }
            Err(error) => {
                tracing::warn!(error = plain(&error), "an answer did not get through");
                self.make_good(http, caller, answer.says).await;
            }
        }
        for then in answer.then {
            match then {
                Then::Say(game, actor) => self.say(http, game, caller.public, actor).await,
                Then::Show(challenge) => self.show(http, challenge, caller.public, None).await,
            }
        }
    }

    /// Answers with an animation: first that it comes, then it. Nothing that was
    /// saved is said by that, so nothing has to be made good.
    async fn screen(&self, http: &Http, caller: &Caller, answer: Answer, film: Film) {
        let (ticket, mut reply) = (caller.ticket(), answer.reply);
        let audience = caller.audience(reply.private);
        if let Err(error) = send::announce(http, ticket, answer.how, reply.private).await {
            log(Err(error));
            return;
        }
        let drawn = self.film(&mut reply, film, audience).await;
        let sent = match drawn {
            Ok(attached) => send::finish(http, ticket, &reply, Some(attached)).await,
            Err(failure) => {
                let sorry = self.explain(&failure, caller);
                send::finish(http, ticket, &sorry, None).await
            }
        };
        log(sent);
    }

    /// The animation of a reply, or its last board, if that is all that can be sent.
    async fn film(
        &self,
        reply: &mut Reply,
        film: Film,
        audience: Audience,
    ) -> Result<Attachment, Failure> {
        let Film { boards, alt, sorry } = film;
        let last = boards.last().cloned().ok_or_else(empty)?;
        let view = self.look(reply, audience).await;
        let gif = if boards.len() > MOST_BOARDS {
            None
        } else {
            // One at a time: whoever only wants a board must not wait for long games.
            let _turn = self.films.lock().await;
            let painter = std::sync::Arc::clone(&self.painter);
            let drawn = tokio::task::spawn_blocking(move || painter.gif(&boards, view)).await;
            Some(drawn.map_err(|error| Failure::Fault(Box::new(error)))??)
        };
        let Some(gif) = gif.filter(|gif| gif.len() <= LARGEST) else {
            reply.text = format!("{}\n{sorry}", reply.text);
            reply.board = Some(last);
            return self.picture(reply, audience).await?.ok_or_else(empty);
        };
        Ok(Attachment {
            name: "replay.gif".to_owned(),
            bytes: gif,
            alt: format!(
                "{alt} {}",
                self.facts(&last, view.orientation, audience.locale)
            ),
        })
    }

    /// How the boards of a reply are looked at: in whose colours is decided here and
    /// nowhere else.
    async fn look(&self, reply: &Reply, audience: Audience) -> View {
        let theme = match reply.theme {
            Some(theme) => theme,
            None => self.theme(audience).await,
        };
        View {
            theme,
            orientation: reply.orientation,
            ..View::default()
        }
    }

    /// A board in words.
    fn facts(&self, diagram: &Diagram, from: Orientation, locale: Locale) -> String {
        let facts: Vec<String> = render::alt(diagram, from)
            .iter()
            .map(|fact| self.l10n.text(locale, fact))
            .collect();
        facts.join(" ")
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
    async fn make_good(&self, http: &Http, caller: &Caller, says: Says) {
        match says {
            Says::Nothing => {}
            Says::Board(game, _) | Says::Offer(game, _) | Says::Declined(game, ..) => {
                self.say(http, game, caller.public, Some(caller.player))
                    .await;
            }
            Says::Card(challenge, _) => self.show(http, challenge, caller.public, None).await,
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

    /// The file or the picture that belongs to a reply, drawn where it keeps nobody waiting.
    pub(super) async fn picture(
        &self,
        reply: &Reply,
        audience: Audience,
    ) -> Result<Option<Attachment>, Failure> {
        if let Some(file) = &reply.file {
            return Ok(Some(Attachment {
                name: file.name.clone(),
                bytes: file.text.clone().into_bytes(),
                alt: file.alt.clone(),
            }));
        }
        let Some(diagram) = reply.board.clone() else {
            return Ok(None);
        };
        let alt = self.facts(&diagram, reply.orientation, audience.locale);
        let painter = std::sync::Arc::clone(&self.painter);
        let view = self.look(reply, audience).await;
        let png = tokio::task::spawn_blocking(move || painter.png(&diagram, view))
            .await
            .map_err(|error| Failure::Fault(Box::new(error)))??;
        Ok(Some(Attachment {
            name: "board.png".to_owned(),
            bytes: png,
            alt,
        }))
    }
}

/// A game without any board, which there is none of.
fn empty() -> Failure {
    Failure::Fault("a game has no boards".into())
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
pub(super) fn log(tried: Result<(), serenity::Error>) {
    if let Err(error) = tried {
        tracing::warn!(error = plain(&error), "a request to Discord failed");
    }
}
