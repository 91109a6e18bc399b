//! Where the bot is not: everything is said by the token of an interaction, as its answer or
//! behind it, and nothing can be looked up or changed later.

use serenity::model::id::InteractionId;

use super::failed::Failed;
use super::find::Shows;
use super::interaction_webhook;
use super::payload;
use super::post::posted_at;
use super::request::Trouble;
use crate::app::{Item, Posted};
use crate::discord::Bot;
use crate::discord::context::InteractionRef;
use crate::discord::http::Http;
use crate::discord::view::reply::{Attachment, Reply};
use crate::game::Game;
use crate::time::Stopwatch;

/// Up to this age, in seconds, an interaction's token is certainly valid.
const TOKEN: i64 = 14 * 60;

impl Bot {
    /// The interaction by whose token an item can still be posted or asked for.
    pub(super) fn interaction_of<'a>(
        &self,
        http: &Http,
        item: &'a Item,
    ) -> Option<InteractionRef<'a>> {
        let age = self.app.now().0 - item.born.0;
        Some(InteractionRef {
            id: InteractionId::new(item.cause.filter(|_| age < TOKEN)?.0),
            token: item.token.as_deref()?,
            application: http.application_id()?,
            received: Stopwatch::start(),
        })
    }

    /// Posts a board or an offer behind the answer to its interaction, unless it is that
    /// answer. When the token is over it is given up: `/board` shows it. After an attempt with an
    /// unknown outcome it may be there twice, which is better than never.
    pub(super) async fn post_user_install(
        &self,
        http: &Http,
        item: &Item,
        interaction: InteractionRef<'_>,
        (game, shows): (&Game, Shows<'_>),
        (reply, picture): (&Reply, Option<&Attachment>),
    ) -> Result<Vec<Posted>, Failed> {
        if item.tries > 1 {
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
            // The token has expired, or there is nothing that could be follitem.
            Err(trouble @ Trouble::Refused { .. }) => {
                tracing::info!(game.id = game.id().0, error = %trouble, "a board is given up");
                Ok(Vec::new())
            }
            posted => Ok(vec![posted_at(item, posted?, game.seq())]),
        }
    }
}
