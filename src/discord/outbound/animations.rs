//! The queue for animations: one is drawn at a time, and the same one only once.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use crate::discord::failure::{Failure, run_blocking};
use crate::game::{GameId, PlayerId, ensure};
use siwa_boards::{Painter, View};
use siwa_games::rules::{Diagram, Side};
use siwa_games::text::Text;

/// The largest file that Discord takes, in bytes.
const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The identity of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The game.
    pub game: GameId,
    /// The number of turns.
    pub turns: usize,
    /// The id of the theme.
    pub theme: &'static str,
    /// The side at the bottom.
    pub orientation: Side,
}

/// An animation; `None` if it would be too large to send.
pub type Gif = Option<Arc<[u8]>>;

/// The queue for animations, which each person can enter once.
#[derive(Default)]
pub struct Animations {
    /// Held while an animation is drawn or a game is reviewed, so that boards do not wait for long
    /// games.
    pub(super) drawing: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The waiting people, with their places.
    waiting: HashMap<PlayerId, Weak<()>>,
    /// The animations that people are waiting for.
    shared: HashMap<Key, Weak<OnceCell<Gif>>>,
}

impl Animations {
    /// The animation of these boards.
    ///
    /// # Errors
    /// If `player` is waiting for another one, or it cannot be drawn.
    pub async fn get(
        &self,
        player: PlayerId,
        key: Key,
        painter: &Arc<Painter>,
        boards: Vec<Diagram>,
        view: View,
    ) -> Result<Gif, Failure> {
        let _place = self.enter(player)?;
        let cell = self.cell(key);
        let drawn = cell.get_or_try_init(|| async {
            let _turn = self.drawing.lock().await;
            let painter = Arc::clone(painter);
            run_blocking(move || draw(&painter, &boards, view, MAX_BYTES)).await?
        });
        Ok(drawn.await?.clone())
    }

    /// Enters the queue; the place is free again when it is dropped.
    ///
    /// # Errors
    /// If `player` is in it already.
    pub(super) fn enter(&self, player: PlayerId) -> Result<Arc<()>, Failure> {
        let waiting = &mut self.state.lock().waiting;
        waiting.retain(|_, place| place.strong_count() > 0);
        let is_free = !waiting.contains_key(&player);
        ensure(is_free, Text::new("denied-animation-waiting"))?;
        let place = Arc::new(());
        waiting.insert(player, Arc::downgrade(&place));
        Ok(place)
    }

    fn cell(&self, key: Key) -> Arc<OnceCell<Gif>> {
        let mut state = self.state.lock();
        state.shared.retain(|_, cell| cell.strong_count() > 0);
        if let Some(cell) = state.shared.get(&key).and_then(Weak::upgrade) {
            return cell;
        }
        let cell = Arc::default();
        state.shared.insert(key, Arc::downgrade(&cell));
        cell
    }
}

/// Draws an animation; stops and returns `None` if it grows too large.
fn draw(painter: &Painter, boards: &[Diagram], view: View, most: usize) -> Result<Gif, Failure> {
    let mut bytes = vec![0; most];
    let mut rest = bytes.as_mut_slice();
    let drawn = painter.gif(&mut rest, boards, view).map(drop);
    let left = rest.len();
    if drawn.is_err() && left == 0 {
        return Ok(None);
    }
    drawn.map_err(Failure::fault)?;
    Ok(Some(bytes[..most - left].into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use siwa_games::registry::Registry;

    const ANA: PlayerId = PlayerId(1);
    const BOB: PlayerId = PlayerId(2);

    fn boards() -> Vec<Diagram> {
        let registry = Registry::standard();
        let (rules, variant) = registry.variant("seega-5-classic").unwrap();
        let mut play = rules.start(variant);
        let mut boards = vec![play.diagram()];
        for text in ["a1 b2", "d4 e5", "a2 b1", "d5 e4"] {
            play.play(text).unwrap();
            boards.push(play.diagram());
        }
        boards
    }

    fn key(turns: usize) -> Key {
        Key {
            game: GameId(1),
            turns,
            theme: "classic",
            orientation: Side::First,
        }
    }

    #[tokio::test]
    async fn people_who_ask_for_the_same_animation_share_it_and_nobody_holds_two_places() {
        let animations = Animations::default();
        let painter = Arc::new(Painter::new().unwrap());
        let get =
            |player, turns| animations.get(player, key(turns), &painter, boards(), View::default());
        let (ana, bob, again) = tokio::join!(get(ANA, 5), get(BOB, 5), get(ANA, 4));
        let ana = ana.unwrap().unwrap();
        let bob = bob.unwrap().unwrap();
        assert!(Arc::ptr_eq(&ana, &bob));
        assert!(matches!(again, Err(Failure::Said(_))), "{again:?}");
        // When it is done, the place is free again.
        assert!(get(ANA, 4).await.unwrap().is_some());
    }

    #[test]
    fn an_animation_that_grows_too_large_is_given_up() {
        let painter = Painter::new().unwrap();
        let draw = |most| draw(&painter, &boards(), View::default(), most).unwrap();
        let whole = draw(MAX_BYTES).unwrap().len();
        assert!(draw(whole).is_some());
        assert!(draw(whole - 1).is_none());
        assert!(draw(1).is_none());
    }
}
