//! The list of games, and the one place where typed moves become text.
//!
//! Above this layer a move is text: in a command, in the log of a game, in a completion. Below it,
//! a move has the game's own type.

pub mod clause;
mod completion;
mod history;
mod state;

use std::fmt::Debug;
use std::marker::PhantomData;

use history::History;

pub use state::{Completion, GameState, MoveReport, Step, To};

pub use crate::rules::Reason;
use crate::rules::{self, Below, Clause, Evaluate, GameInfo, Show, Variant};
use crate::text::Text;

/// The kinds of games that can be played, the default first.
///
/// A value and not a static, so that tests can add a game.
#[derive(Clone, Copy, Debug)]
pub struct Registry(&'static [&'static dyn Rules]);

impl Registry {
    /// The kinds of games that Siwa hosts. A new game needs a line here.
    pub const fn standard() -> Self {
        Self(&[
            &Entry::<rules::seega::Seega>::NEW,
            &Entry::<rules::gyges::Gyges>::NEW,
        ])
    }

    /// These kinds of games. No id of a kind or a variant may occur twice.
    pub const fn new(games: &'static [&'static dyn Rules]) -> Self {
        Self(games)
    }

    /// Every kind of game, the default first.
    pub fn games(self) -> impl Iterator<Item = &'static dyn Rules> {
        self.0.iter().copied()
    }

    /// The kind of game with this id.
    pub fn find(self, id: &str) -> Option<&'static dyn Rules> {
        self.games().find(|rules| rules.info().id == id)
    }

    /// The variant with this id, and its kind of game.
    pub fn variant(self, id: &str) -> Option<(&'static dyn Rules, &'static Variant)> {
        self.games().find_map(|rules| {
            let mut variants = rules.info().variants.iter();
            Some((rules, variants.find(|variant| variant.id == id)?))
        })
    }
}

/// A kind of game, its positions and moves as text.
pub trait Rules: Debug + Send + Sync {
    /// The static facts.
    fn info(&self) -> &'static GameInfo;

    /// The clauses of a variant, each with an example, in their order.
    fn clauses(&self, variant: &'static Variant) -> Vec<Clause>;

    /// A new game from the starting position.
    fn start(&self, variant: &'static Variant) -> Box<dyn GameState>;

    /// A position in which all pieces are placed and neither side has an advantage, drawn by `below`;
    /// `None` if no games of this kind begin like that.
    fn deal(&self, variant: &'static Variant, below: &mut Below<'_>) -> Option<String>;

    /// A new game from a position given as text.
    ///
    /// # Errors
    /// If the text is not a position of that variant.
    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn GameState>, Text>;
}

/// Implements [`Rules`] for a game.
#[derive(Debug)]
pub struct Entry<P>(PhantomData<fn() -> P>);

impl<P> Entry<P> {
    /// The entry.
    pub const NEW: Self = Self(PhantomData);
}

impl<P: Show + Evaluate + Debug> Rules for Entry<P> {
    fn info(&self) -> &'static GameInfo {
        P::INFO
    }

    fn clauses(&self, variant: &'static Variant) -> Vec<Clause> {
        P::clauses(variant)
    }

    fn start(&self, variant: &'static Variant) -> Box<dyn GameState> {
        Box::new(History::from(variant, P::new(variant)))
    }

    fn deal(&self, variant: &'static Variant, below: &mut Below<'_>) -> Option<String> {
        P::deal(variant, below).map(|position| position.to_string())
    }

    fn parse(&self, variant: &'static Variant, position: &str) -> Result<Box<dyn GameState>, Text> {
        let now = P::parse(variant, position)?;
        Ok(Box::new(History::from(variant, now)))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::tests::compare;
    use crate::rules::gyges::Gyges;
    use crate::rules::seega::Seega;

    /// How many positions of a game are decided at least, so that the comparison says something.
    const DECIDED: usize = 15;

    #[test]
    fn the_search_finds_what_minimax_finds() {
        let decided = [compare::<Seega>(), compare::<Gyges>()];
        assert!(decided.iter().all(|count| *count > DECIDED), "{decided:?}");
    }
}
