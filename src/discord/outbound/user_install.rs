//! User installs: the bot can only answer and follow up with an interaction's token, and cannot
//! read or edit messages later.

use serenity::model::id::InteractionId;

use super::failed::Failed;
use super::find::Shows;
use super::interaction_webhook;
use super::payload;
use super::post::posted_at;
use super::request::Trouble;
use crate::app::{Item, Posted};
use crate::discord::context::InteractionToken;
use crate::discord::view::reply::{Attachment, Reply};
use crate::discord::{Bot, Http};
use crate::game::Game;
use crate::time::Stopwatch;

/// The age in seconds up to which an interaction's token is certainly valid.
const TOKEN: i64 = 14 * 60;

impl Bot {
    /// The interaction with whose token an item can still be posted or asked for.
    pub(super) fn interaction_of(&self, http: &Http, item: &Item) -> Option<InteractionToken> {
        let age = self.app.now().0 - item.created.0;
        Some(InteractionToken {
            id: InteractionId::new(item.cause.filter(|_| age < TOKEN)?.0),
            token: item.token.clone()?,
            application: http.application_id()?,
            received: Stopwatch::start(),
        })
    }

    /// Posts a board or an offer as a follow-up to its interaction, unless it is the answer. When
    /// the token has expired, the item is dropped: `/board` shows the board. After an attempt with
    /// an unknown outcome it may be posted twice, which is better than never.
    pub(super) async fn post_user_install(
        &self,
        http: &Http,
        item: &Item,
        interaction: &InteractionToken,
        (game, shows): (&Game, Shows<'_>),
        (reply, picture): (&Reply, Option<&Attachment>),
    ) -> Result<Vec<Posted>, Failed> {
        if item.attempts > 1 {
            let answer = Some((reply, picture));
            if let Some(found) = self.find_answer(http, item, shows, answer).await? {
                let seq = item.post.event().map_or(0, |(_, seq)| seq);
                return Ok(vec![posted_at(item, found, seq)]);
            }
        }
        match interaction_webhook::follow(
            http,
            interaction,
            &payload::following(reply, picture),
            picture,
        )
        .await
        {
            // The token has expired, or the interaction has no answer to follow up.
            Err(trouble @ Trouble::Refused { .. }) => {
                tracing::info!(game.id = game.id().0, error = %trouble, "a board is dropped");
                Ok(Vec::new())
            }
            posted => Ok(vec![posted_at(item, posted?, game.seq())]),
        }
    }
}
