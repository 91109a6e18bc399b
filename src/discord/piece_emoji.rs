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
    /// Reads the emoji of the pieces, and uploads missing ones. Failures are only logged: Unicode
    /// characters replace missing emoji.
    pub(super) async fn load_emoji(&self, http: &Http) {
        let known = match uploaded(http).await {
            Ok(known) => known,
            Err(error) => {
                tracing::warn!(error = plain(&error), "the emoji cannot be listed");
                return;
            }
        };
        for piece in pieces(self.app.read().registry()) {
            let picture = match self.painter.emoji(piece, &THEMES[0]) {
                Ok(picture) => picture,
                Err(error) => {
                    tracing::error!(error = chain(&error), "a piece cannot be drawn");
                    continue;
                }
            };
            let name = name(piece, &picture);
            let id = match known.get(&name) {
                Some(id) => Ok(*id),
                None => upload(http, &name, picture).await,
            };
            match id {
                Ok(id) => self.known.know_emoji(piece, id, name),
                Err(error) => {
                    tracing::warn!(error = plain(&error), "an emoji cannot be uploaded");
                }
            }
        }
    }
}

/// The names and ids of the application's emoji.
async fn uploaded(http: &Http) -> serenity::Result<HashMap<String, u64>> {
    let emoji = http.passed().await.get_application_emojis().await?;
    let emoji = emoji.into_iter();
    Ok(emoji.map(|emoji| (emoji.name, emoji.id.get())).collect())
}

async fn upload(http: &Http, name: &str, picture: Vec<u8>) -> serenity::Result<u64> {
    let image = CreateAttachment::bytes(picture, "piece.png").to_base64();
    let emoji = serde_json::json!({ "name": name, "image": image });
    match http.passed().await.create_application_emoji(&emoji).await {
        Ok(made) => Ok(made.id.get()),
        Err(error) => {
            // Another process, started at the same time, may have uploaded it.
            let known = uploaded(http).await.unwrap_or_default();
            known.get(name).copied().ok_or(error)
        }
    }
}

/// Every piece that the overviews of the games show.
fn pieces(registry: Registry) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for rules in registry.games() {
        let info = rules.info();
        for overview in info.overviews {
            let mut variants = info.variants.iter();
            let variant = variants.find(|variant| variant.size == overview.size);
            let Some(Ok(shown)) = variant.map(|it| rules.parse(it, overview.position)) else {
                continue;
            };
            for (_, piece) in shown.diagram().pieces {
                if !pieces.contains(&piece) {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}

/// A name that describes the piece and ends with four digits that change with the picture.
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
