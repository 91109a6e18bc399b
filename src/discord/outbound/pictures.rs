//! The pictures and files of a reply, made on threads of their own.

use super::films::Key;
use crate::discord::Bot;
use crate::discord::context::Audience;
use crate::discord::failure::Failure;
use crate::discord::view::reply::{Attachment, Film, Reply};
use crate::game::PlayerId;
use crate::l10n::Locale;
use crate::render::{self, Orientation, View};
use crate::rules::Diagram;

/// The most boards of an animation: more would block the queue, and the file be too large.
const MOST_BOARDS: usize = 1_000;

impl Bot {
    /// The animation of a reply, or its last board, if that is all that can be sent.
    pub(super) async fn film(
        &self,
        reply: &mut Reply,
        film: Film,
        player: PlayerId,
        audience: Audience,
    ) -> Result<Attachment, Failure> {
        let Film {
            game,
            boards,
            alt,
            sorry,
        } = film;
        let last = boards.last().cloned().ok_or_else(empty)?;
        let view = self.look(reply, audience).await;
        let key = Key {
            game,
            turns: boards.len(),
            theme: view.theme.id,
            orientation: view.orientation,
        };
        let gif = if boards.len() > MOST_BOARDS {
            None
        } else {
            let films = &self.films;
            films.get(player, key, &self.painter, boards, view).await?
        };
        let Some(gif) = gif else {
            reply.text = format!("{}\n{sorry}", reply.text);
            reply.board = Some(last);
            return self.picture(reply, audience).await?.ok_or_else(empty);
        };
        Ok(Attachment {
            name: "replay.gif".to_owned(),
            bytes: gif.to_vec(),
            alt: format!(
                "{alt} {}",
                self.facts(&last, view.orientation, audience.locale)
            ),
        })
    }

    /// How the boards of a reply are drawn. Only here a theme is chosen.
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

    /// The file or the picture of a reply.
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

/// A game without any board, which cannot be.
fn empty() -> Failure {
    Failure::Fault("a game has no boards".into())
}
