//! The pictures and files of a reply, created on blocking threads.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::animations::Key;
use crate::discord::context::Audience;
use crate::discord::view::reply::{Animation, Attachment, Chart, Reply};
use crate::discord::view::{self, Localizer, Themes};
use crate::discord::{Bot, Context, Failure};
use crate::game::{Denial, Game, GameRecord, GuildId, PlayerId};
use crate::l10n::Locale;
use siwa_boards::{Size, View};
use siwa_games::rules::{Diagram, Side};

/// The width of a small board.
const SMALL: Size = Size::Width(240);

/// The most boards of an animation: more would block the queue, and make the file too large.
const MAX_BOARDS: usize = 1_000;

impl Bot {
    /// The animation of a reply, or its last board if the animation is too large.
    pub(super) async fn animation(
        &self,
        context: &Context,
        mut reply: Reply,
        animation: Animation,
    ) -> Result<(Reply, Option<Attachment>), Failure> {
        let (player, audience) = (context.player, context.audience(reply.private));
        let Animation {
            game,
            boards,
            alt,
            sorry,
        } = animation;
        // Impossible.
        let empty = || Failure::Fault("a game has no boards".into());
        let last = boards.last().cloned().ok_or_else(empty)?;
        let view = Self::look(&reply, audience);
        let key = Key {
            game,
            turns: boards.len(),
            theme: view.theme.id,
            orientation: view.orientation,
        };
        let gif = if boards.len() > MAX_BOARDS {
            None
        } else {
            let animations = &self.animations;
            animations
                .get(player, key, &self.painter, boards, view)
                .await?
        };
        let Some(gif) = gif else {
            reply.text = format!("{}\n{sorry}", reply.text);
            reply.board = Some(last);
            let picture = self.picture(&reply, audience).await?;
            return Ok((reply, picture));
        };
        let attachment = Attachment {
            name: "replay.gif".to_owned(),
            bytes: gif.to_vec(),
            alt: format!(
                "{alt} {}",
                self.facts(&last, view.orientation, audience.locale)
            ),
        };
        Ok((reply, Some(attachment)))
    }

    /// The engine's review of a game, as one of its searches.
    pub(super) async fn review(
        &self,
        context: &Context,
        (game, record): (Game, GameRecord),
    ) -> Result<(Reply, Option<Attachment>), Failure> {
        let _place = self.animations.enter(context.player)?;
        // One review at a time: several that wait for a core would delay the engine's turns.
        let _turn = self.animations.drawing.lock().await;
        let core = Arc::clone(&self.cores).acquire_owned().await;
        let core = core.map_err(Failure::fault)?;
        let registry = self.app.read().registry();
        let found = spawn_blocking(move || (record.review(registry), record, core)).await;
        let (review, record, core) = found.map_err(Failure::fault)?;
        drop(core);
        self.thinking.notify_one();
        let review = review.ok_or(Denial::UnknownGame)?;
        let l10n = self.localizer(context.locale);
        let reply = view::review(l10n, &game, &record, &review);
        let picture = self.picture(&reply, context.audience(true)).await?;
        Ok((reply, picture))
    }

    /// The view for the boards of a reply.
    fn look(reply: &Reply, audience: Audience) -> View {
        View {
            theme: reply.theme.unwrap_or(audience.theme),
            orientation: reply.orientation,
            size: match reply.small {
                true => SMALL,
                false => Size::Natural,
            },
        }
    }

    /// A board as text.
    fn facts(&self, diagram: &Diagram, from: Side, locale: Locale) -> String {
        let facts: Vec<String> = siwa_boards::alt(diagram, from)
            .iter()
            .map(|fact| self.l10n.text(locale, fact))
            .collect();
        facts.join(" ")
    }

    /// The file or the picture of a reply, in the theme of the one person who will see it, or of a
    /// server.
    pub(super) async fn picture_of(
        &self,
        reply: &Reply,
        l10n: Localizer<'_>,
        player: Option<PlayerId>,
        guild: Option<GuildId>,
    ) -> Result<Option<Attachment>, Failure> {
        if reply.board.is_none() && reply.chart.is_none() {
            return Ok(reply.file.clone());
        }
        let themes: Themes = self.app.read().presentation(player, guild).await?.into();
        let (locale, theme) = (l10n.locale, themes.for_one());
        self.picture(reply, Audience { locale, theme }).await
    }

    /// The file or the picture of a reply.
    pub(super) async fn picture(
        &self,
        reply: &Reply,
        audience: Audience,
    ) -> Result<Option<Attachment>, Failure> {
        if reply.file.is_some() {
            return Ok(reply.file.clone());
        }
        let painter = Arc::clone(&self.painter);
        let view = Self::look(reply, audience);
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
                return Ok(None);
            };
        let _drawing = self.drawing.lock().await;
        let drawn = spawn_blocking(draw).await;
        Ok(Some(Attachment {
            name: name.to_owned(),
            bytes: drawn.map_err(Failure::fault)??,
            alt,
        }))
    }
}
