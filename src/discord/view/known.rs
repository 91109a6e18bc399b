//! The pieces as pictures on buttons.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use super::reply::Emoji;
use crate::rules::{Piece, Shape, Side};

/// The emoji of the pieces: the application's own, as far as they could be uploaded.
#[derive(Debug, Default)]
pub struct Faces(RwLock<HashMap<Piece, (u64, String)>>);

impl Faces {
    /// Notes the emoji of a piece, by its id and its name.
    pub fn know(&self, piece: Piece, id: u64, name: String) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(piece, (id, name));
    }

    /// The emoji of a piece: a character of Unicode if it has none of its own.
    #[must_use]
    pub fn of(&self, piece: Piece) -> Emoji {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((id, name)) = known.get(&piece) {
            return Emoji::Own(*id, name.clone());
        }
        // Alike in outline to what the painter draws.
        Emoji::Character(match (piece.shape, piece.owner) {
            (Shape::Stone, Some(Side::First)) => "⬜",
            (Shape::Stone, Some(Side::Second)) => "⚫",
            (Shape::Stone, None) => "🔶",
            (Shape::Rings(1), _) => "1️⃣",
            (Shape::Rings(2), _) => "2️⃣",
            (Shape::Rings(_), _) => "3️⃣",
        })
    }
}
