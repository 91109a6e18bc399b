//! Uploads the pieces as the application's emoji, each once.

use std::collections::HashMap;

use serenity::builder::CreateAttachment;

use super::Bot;
use super::failure::{chain, plain};
use super::http::Http;
use siwa_boards::THEMES;
use siwa_games::registry::Registry;
use siwa_games::rules::{Piece, Shape, Side};

impl Bot {
    /// Learns the emoji of the pieces, and uploads those that are missing. What fails is only
    /// logged: characters of Unicode stand in for them.
    pub(super) async fn learn_faces(&self, http: &Http) {
        let known = match http.get_application_emojis().await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(error = plain(&error), "the emoji cannot be listed");
                return;
            }
        };
        let known: HashMap<String, u64> = known
            .into_iter()
            .map(|emoji| (emoji.name, emoji.id.get()))
            .collect();
        for piece in pieces(self.app.read().registry()) {
            let picture = match self.painter.face(piece, &THEMES[0]) {
                Ok(picture) => picture,
                Err(error) => {
                    tracing::error!(error = chain(&error), "a piece cannot be drawn");
                    continue;
                }
            };
            let name = name(piece, &picture);
            let id = match known.get(&name) {
                Some(id) => *id,
                None => {
                    let image = CreateAttachment::bytes(picture, "piece.png").to_base64();
                    let emoji = serde_json::json!({ "name": name, "image": image });
                    match http.create_application_emoji(&emoji).await {
                        Ok(made) => made.id.get(),
                        Err(error) => {
                            // Of processes that start at once, another one has been faster.
                            let now = http.get_application_emojis().await.unwrap_or_default();
                            let Some(made) = now.into_iter().find(|emoji| emoji.name == name)
                            else {
                                tracing::warn!(
                                    error = plain(&error),
                                    "an emoji cannot be uploaded"
                                );
                                continue;
                            };
                            made.id.get()
                        }
                    }
                }
            };
            self.known.know_face(piece, id, name);
        }
    }
}

/// Every piece that the overviews of the games show.
fn pieces(registry: Registry) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for rules in registry.games() {
        let info = rules.info();
        for (overview, variant) in info.overviews.iter().flat_map(|it| {
            let fits = info.variants.iter().find(|variant| variant.size == it.size);
            fits.map(|variant| (it, variant))
        }) {
            let Ok(line) = rules.parse(variant, overview.position) else {
                continue;
            };
            for (_, piece) in line.diagram().pieces {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}

/// A name that says what the piece looks like and, in four digits, that changes with the
/// picture.
fn name(piece: Piece, picture: &[u8]) -> String {
    let looks = match (piece.shape, piece.owner) {
        (Shape::Stone, Some(Side::First)) => "square".to_owned(),
        (Shape::Stone, Some(Side::Second)) => "round".to_owned(),
        (Shape::Stone, None) => "stone".to_owned(),
        (Shape::Rings(rings), _) => format!("rings{rings}"),
    };
    // FNV-1a (Fowler, Noll and Vo): the same on every machine and in every version.
    let hash = picture
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("siwa_{looks}_{:04x}", hash & 0xffff)
}
