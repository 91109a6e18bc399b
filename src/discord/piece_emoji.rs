//! Uploads the pieces as the application's emoji, each once.

use std::collections::HashMap;

use serenity::builder::CreateAttachment;

use super::Bot;
use super::failure::plain;
use super::http::Http;
use super::view::Can;
use siwa_games::registry::Registry;
use siwa_games::rules::Piece;

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
        let pieces = pieces(self.app.read().registry()).into_iter();
        let all = pieces.flat_map(|piece| Can::ALL.map(|can| (piece, can)));
        // Only pieces of a side are shown without a label that says more.
        for (piece, can) in all.filter(|(piece, can)| piece.owner.is_some() || *can == Can::Nothing)
        {
            let emoji = siwa_boards::emoji(piece);
            let name = format!("{}{}", emoji.name, can.suffix());
            let id = match known.get(&name) {
                Some(id) => Ok(*id),
                None => upload(http, &name, emoji.png).await,
            };
            match id {
                Ok(id) => self.known.know_emoji(piece, can, id, name),
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

async fn upload(http: &Http, name: &str, png: &[u8]) -> serenity::Result<u64> {
    let image = CreateAttachment::bytes(png, "piece.png").to_base64();
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
