//! Where the bot is not: everything is said by the token of an interaction, as its answer or
//! behind it, and nothing can be looked up or changed later.

use serenity::model::id::InteractionId;

use super::failed::Failed;
use super::find::Shows;
use super::interaction_webhook;
use super::pay::Paid;
use super::payload;
use super::request::Trouble;
use crate::app::Owed;
use crate::discord::Bot;
use crate::discord::context::InteractionRef;
use crate::discord::http::Http;
use crate::discord::view::reply::{Attachment, Reply};
use crate::game::Game;
use crate::time::Stopwatch;

/// Up to this age, in seconds, an interaction's token is certainly valid.
const TOKEN: i64 = 14 * 60;

impl Bot {
    /// The interaction by whose token a debt can still be paid or asked for.
    pub(super) fn interaction_of<'a>(
        &self,
        http: &Http,
        owed: &'a Owed,
    ) -> Option<InteractionRef<'a>> {
        let age = self.app.now().0 - owed.born.0;
        Some(InteractionRef {
            id: InteractionId::new(owed.cause.filter(|_| age < TOKEN)?.0),
            token: owed.token.as_deref()?,
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
        owed: &Owed,
        interaction: InteractionRef<'_>,
        (game, shows): (&Game, Shows<'_>),
        (reply, picture): (&Reply, Option<&Attachment>),
    ) -> Result<Paid, Failed> {
        if owed.tries > 1 {
            let answer = Some((reply, picture));
            if let Some(found) = self.find_answer(http, owed, shows, answer).await? {
                return Ok(Paid::by(found));
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
            // The token has expired, or there is nothing that could be followed.
            Err(trouble @ Trouble::Refused { .. }) => {
                tracing::info!(game.id = game.id().0, error = %trouble, "a board is given up");
                Ok(Paid::BY_NOTHING)
            }
            posted => Ok(Paid(Some(posted?), game.seq())),
        }
    }
}
