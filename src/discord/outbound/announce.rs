//! Says what was saved and has not been said: what time has brought about, and
//! what a crash, or a failure of Discord's, has kept from being said.

use std::time::Duration;

use serenity::http::Http;

use crate::app;
use crate::discord::Bot;
use crate::discord::context::Audience;
use crate::discord::failure::{chain, plain};
use crate::discord::outbound::deliver::is_final;
use crate::discord::outbound::send;
use crate::discord::view;
use crate::game::{ChallengeId, GameId, MessageId, PlayerId, State};
use crate::l10n::Locale;
use crate::store::Said;

impl Bot {
    /// Sweeps for ever, every `pace` and whenever it is woken.
    pub async fn keep_time(&self, http: &Http, pace: Duration) {
        let mut ticks = tokio::time::interval(pace);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.wake.notified() => {}
            }
            let _working = self.working.read().await;
            if self.stopping.load(std::sync::atomic::Ordering::SeqCst) {
                return;
            }
            self.sweep(http).await;
            forget_routes(http).await;
        }
    }

    async fn sweep(&self, http: &Http) {
        // Each on its own: one that fails must not keep the others from their turn.
        if let Err(error) = self.app.sweep().await {
            tracing::error!(error = chain(&error), "the sweep failed");
        }
        match self.app.unsaid().await {
            Ok(unsaid) => {
                for unsaid in unsaid {
                    self.say(http, unsaid.game, Locale::from_tag(&unsaid.locale), None)
                        .await;
                }
            }
            Err(error) => tracing::error!(error = chain(&error), "what is unsaid cannot be read"),
        }
        match self.app.unshown().await {
            Ok(unshown) => {
                for card in unshown {
                    self.show(
                        http,
                        card.challenge,
                        Locale::from_tag(&card.locale),
                        card.message,
                    )
                    .await;
                }
            }
            Err(error) => tracing::error!(error = chain(&error), "what is unshown cannot be read"),
        }
        if let Err(error) = self.clear_all(http).await {
            tracing::error!(error = chain(&error), "old buttons cannot be taken away");
        }
    }

    /// Takes away the buttons that could not be taken away at once.
    async fn clear_all(&self, http: &Http) -> Result<(), app::Error> {
        for leftover in self.app.leftovers().await? {
            self.clear(http, leftover).await?;
        }
        Ok(())
    }

    /// Says in its channel what has happened in a game and was not said yet.
    pub(super) async fn say(
        &self,
        http: &Http,
        game: GameId,
        locale: Locale,
        actor: Option<PlayerId>,
    ) {
        if let Err(error) = self.try_to_say(http, game, locale, actor).await {
            tracing::error!(
                game.id = game.0,
                error = chain(&*error),
                "a game cannot be said"
            );
        }
    }

    async fn try_to_say(
        &self,
        http: &Http,
        game: GameId,
        locale: Locale,
        actor: Option<PlayerId>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let said = self.app.store().announced(game).await?;
        let game = self.app.load(game).await?;
        if said >= game.seq() {
            return Ok(());
        }
        let voice = self.voice(locale);
        // The board tells of an offer that stands, so only what came after the board is said without it.
        let (reply, by): (_, fn(_) -> _) = if said < game.board_seq() {
            (view::turn(voice, &game, actor), Said::Board)
        } else if let Some(offer) = view::offer(voice, &game) {
            (offer, Said::Offer)
        } else {
            (view::declined(voice, &game), Said::Declined)
        };
        let audience = Audience {
            locale,
            player: None,
            guild: Some(game.venue().guild),
        };
        let picture = self.picture(&reply, audience).await?;
        let nonce = format!("{}-{}", game.id(), game.seq());
        let channel = game.venue().channel;
        let posted = match send::post(http, channel, &reply, picture, &nonce).await {
            // A command shows what may be done in its own channel; this may be another.
            Err(error) if is_final(&error) && reply.board.is_some() => {
                let told = view::told(voice, &game, reply);
                let nonce = format!("{nonce}-told");
                send::post(http, channel, &told, None, &nonce).await
            }
            posted => posted,
        };
        match posted {
            Ok(message) => {
                self.noted(http, game.id(), game.seq(), by(Some(message)))
                    .await?;
            }
            Err(error) if is_final(&error) => {
                tracing::warn!(
                    game.id = game.id().0,
                    error = plain(&error),
                    "the channel is closed to the bot"
                );
                self.app.store().unsayable(game.id(), game.seq()).await?;
            }
            Err(error) => tracing::warn!(
                game.id = game.id().0,
                error = plain(&error),
                "a board was not posted yet"
            ),
        }
        Ok(())
    }

    /// Brings the card of a challenge up to date, or posts it.
    pub(super) async fn show(
        &self,
        http: &Http,
        challenge: ChallengeId,
        locale: Locale,
        message: Option<MessageId>,
    ) {
        if let Err(error) = self.try_to_show(http, challenge, locale, message).await {
            tracing::error!(
                challenge.id = challenge.0,
                error = chain(&*error),
                "a challenge cannot be shown"
            );
        }
    }

    async fn try_to_show(
        &self,
        http: &Http,
        id: ChallengeId,
        locale: Locale,
        message: Option<MessageId>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let challenge = self.app.find_challenge(id).await?;
        let message = match message {
            Some(message) => Some(message),
            None => self.app.store().card(id).await?,
        };
        let voice = self.voice(locale);
        let channel = challenge.venue.channel;
        let sent = match (challenge.state, message) {
            (State::Open, None) => {
                let card = view::card(voice, &challenge);
                send::post(http, channel, &card, None, &format!("c{id}"))
                    .await
                    .map(Some)
            }
            (State::Open, Some(message)) => {
                send::edit(http, channel, message, &view::card(voice, &challenge))
                    .await
                    .map(|()| None)
            }
            // Nobody has seen it, and nobody needs to any more.
            (_, None) => Ok(None),
            (state, Some(message)) => {
                let game = match state {
                    State::Accepted(game) => Some(self.app.load(game).await?),
                    _ => None,
                };
                let card = view::settled_card(voice, &challenge, game.as_ref());
                send::edit(http, channel, message, &card)
                    .await
                    .map(|()| None)
            }
        };
        match sent {
            Ok(message) => self.app.store().shown(id, challenge.state, message).await?,
            Err(error) if is_final(&error) => {
                tracing::warn!(
                    challenge.id = id.0,
                    error = plain(&error),
                    "the card is out of reach"
                );
                self.app.store().shown(id, challenge.state, None).await?;
            }
            Err(error) => {
                tracing::warn!(
                    challenge.id = id.0,
                    error = plain(&error),
                    "a card was not shown yet"
                );
            }
        }
        Ok(())
    }
}

/// serenity's rate limiter keeps a note on every interaction for ever: forget them when there are many.
async fn forget_routes(http: &Http) {
    const MANY: usize = 5000;
    if let Some(limiter) = &http.ratelimiter {
        let routes = limiter.routes();
        if routes.read().await.len() > MANY {
            routes.write().await.clear();
        }
    }
}
