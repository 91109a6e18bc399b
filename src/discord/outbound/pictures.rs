//! The pictures and files of a reply, created on blocking threads.

use std::sync::Arc;

use super::animations::Key;
use crate::app::Replay;
use crate::discord::context::Audience;
use crate::discord::failure::run_blocking;
use crate::discord::view::reply::{Attachment, Chart, Reply};
use crate::discord::view::{self, Localizer};
use crate::discord::{Bot, Context, Failure, Result};
use crate::game::{Denial, GuildId, PlayerId};
use crate::l10n::Locale;
use siwa_boards::{Size, View};
use siwa_games::rules::{Diagram, Side};

/// The width of a small board.
const SMALL: Size = Size::Width(240);

/// The most boards of an animation: more would block the queue, and make the file too large.
const MAX_BOARDS: usize = 1_000;

impl Bot {
    /// The animation of a reply, or its last board if the animation is too large.
    pub(super) async fn animation(&self, context: &Context, mut reply: Reply) -> Result<Reply> {
        let audience = context.audience(reply.private);
        let Some(animation) = reply.animation.take() else {
            return Ok(reply);
        };
        let boards = animation.boards;
        // Impossible.
        let empty = || Failure::Fault("a game has no boards".into());
        let last = boards.last().cloned().ok_or_else(empty)?;
        let view = Self::look(&reply, audience);
        let key = Key {
            game: animation.game,
            turns: boards.len(),
            theme: view.theme.id,
            orientation: view.orientation,
        };
        let gif = if boards.len() > MAX_BOARDS {
            None
        } else {
            let drawn = (self.animations).get(context.player, key, &self.painter, boards, view);
            drawn.await?
        };
        let Some(gif) = gif else {
            reply = reply.above(&animation.sorry);
            reply.board = Some(last);
            return self.draw(reply, audience).await;
        };
        let facts = self.facts(&last, view.orientation, audience.locale);
        reply.picture = Some(Attachment {
            name: "replay.gif".to_owned(),
            bytes: gif.to_vec(),
            alt: format!("{} {facts}", animation.alt),
        });
        Ok(reply)
    }

    /// The engine's review of a game, as one of its searches.
    pub(super) async fn review(&self, context: &Context, replay: Replay) -> Result<Reply> {
        let _place = self.animations.enter(context.player)?;
        // One review at a time: several that wait for a core would delay the engine's turns.
        let _turn = self.animations.drawing.lock().await;
        let core = Arc::clone(&self.cores).acquire_owned().await;
        let core = core.map_err(Failure::fault)?;
        let registry = self.app.store().registry;
        let reviewed = run_blocking(move || (replay.record.review(registry), replay, core));
        let (review, replay, core) = reviewed.await?;
        drop(core);
        self.thinking.notify_one();
        let review = review.ok_or(Denial::UnknownGame)?;
        let reply = view::review(self.localizer(context.locale), &replay, &review);
        self.draw(reply, context.audience(true)).await
    }

    /// The view for the boards of a reply.
    fn look(reply: &Reply, audience: Audience) -> View {
        View {
            theme: reply.theme.unwrap_or(audience.theme),
            orientation: reply.orientation,
            size: if reply.small { SMALL } else { Size::Natural },
        }
    }

    /// A board as text.
    fn facts(&self, diagram: &Diagram, from: Side, locale: Locale) -> String {
        let facts = siwa_boards::alt(diagram, from);
        let facts = facts.iter().map(|fact| self.l10n.text(locale, fact));
        facts.collect::<Vec<_>>().join(" ")
    }

    /// The reply, with its picture in the theme of the one person who will see it, or of a server.
    pub(super) async fn draw_for(
        &self,
        reply: Reply,
        l10n: Localizer<'_>,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Reply> {
        if reply.board.is_none() && reply.chart.is_none() {
            return Ok(reply);
        }
        let settings = self.app.store().settings(player, guild).await?;
        let locale = l10n.locale;
        let theme = view::private_theme(&settings);
        self.draw(reply, Audience { locale, theme }).await
    }

    /// The reply, with its picture, if it has one and no file.
    pub(super) async fn draw(&self, mut reply: Reply, audience: Audience) -> Result<Reply> {
        if reply.file.is_some() {
            return Ok(reply);
        }
        let painter = Arc::clone(&self.painter);
        let view = Self::look(&reply, audience);
        let (name, alt, draw): (_, _, Box<dyn FnOnce() -> _ + Send>) =
            if let Some((chart, alt)) = reply.chart.clone() {
                let name = match chart {
                    Chart::Curve(_) => "curve.png",
                    Chart::Crosstable(_) => "crosstable.png",
                };
                let draw = move || match chart {
                    Chart::Curve(curve) => painter.curve(&curve, view.theme),
                    Chart::Crosstable(table) => painter.crosstable(&table, view.theme),
                };
                (name, alt, Box::new(draw))
            } else if let Some(diagram) = reply.board.clone() {
                let alt = self.facts(&diagram, reply.orientation, audience.locale);
                let draw = move || painter.png(&diagram, view);
                ("board.png", alt, Box::new(draw))
            } else {
                return Ok(reply);
            };
        let _drawing = self.drawing.lock().await;
        let drawn = run_blocking(draw).await?;
        reply.picture = Some(Attachment {
            name: name.to_owned(),
            bytes: drawn.map_err(Failure::fault)?,
            alt,
        });
        Ok(reply)
    }
}
