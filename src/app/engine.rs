//! Games with the engine.

use super::games::TRIES;
use super::{App, Error, random};
use crate::game::{
    Challenge, Choice, Denial, Engine, Game, GameId, GameTerms, Openable, Opening, PlayerId, State,
    Thread, Venue,
};
use crate::store::{Lease, Origin, Search, Unchanged, Waiting};
use siwa_games::engine::Level;
use siwa_games::rules::Side;

impl App {
    /// Starts a game with the engine, which plays as `us`. If `origin` has already started one,
    /// returns that, and `false`.
    pub async fn play_engine(
        &self,
        by: PlayerId,
        us: PlayerId,
        (terms, level): (GameTerms, Level),
        (venue, openable): (Venue, Openable),
        locale: &str,
        origin: &Origin,
    ) -> Result<(Game, bool), Error> {
        Challenge::suits(&terms, venue)?;
        let level = Some(level);
        let terms = GameTerms { level, ..terms };
        let new = Challenge::new(venue, locale, by, Some(us), terms, self.now());
        self.begin(new, us, openable, origin).await
    }

    /// Starts another game with the engine, with the first turn given to the other player.
    pub(super) async fn rematch_engine(
        &self,
        before: &Game,
        by: PlayerId,
        engine: Engine,
        (venue, openable): (Venue, Openable),
        locale: &str,
        origin: &Origin,
    ) -> Result<Game, Error> {
        let us = before.player(engine.side);
        let terms = GameTerms {
            side: Some(engine.side),
            ..before.terms()
        };
        let new = Challenge {
            rematch_of: Some(before.id()),
            ..Challenge::new(venue, locale, by, Some(us), terms, self.now())
        };
        Ok(self.begin(new, us, openable, origin).await?.0)
    }

    async fn begin(
        &self,
        new: Challenge,
        us: PlayerId,
        openable: Openable,
        origin: &Origin,
    ) -> Result<(Game, bool), Error> {
        let drawn = random::draw(new.challenger, us)?;
        let (players, first_by) = new.seats(us, drawn);
        let own = players.side_of(&new.challenger);
        let side = own.map_or(Side::First, Side::other);
        let now = self.now();
        let (venue, thread) = Thread::of_new(new.terms.games_in, openable, new.venue);
        let opening = Opening {
            venue,
            thread,
            terms: new.terms,
            players,
            first_by,
            deal: random::deal(&new.terms)?,
            engine: new.terms.level.map(|level| Engine { side, level }),
            guild_rules: self.store.guild_rules(new.venue.guild).await?,
        };
        let game = self.beginning(Game::begin(opening, now), now).await?;
        let begun = self.store.begin_with_engine(&new, &game, now, origin);
        match (begun.await, new.rematch_of) {
            (Ok(game), _) => Ok((self.load(game).await?, true)),
            (Err(Unchanged::Repeated), _) => {
                let begun = self.caused(origin).await?;
                Ok((begun.ok_or(Denial::Busy)?, false))
            }
            (Err(Unchanged::Conflict), Some(before)) => {
                let rematch = self.store.rematch(before).await?;
                Err(match rematch.map(|challenge| challenge.state) {
                    Some(State::Accepted(game)) => Denial::RematchBegun(game).into(),
                    _ => Denial::Busy.into(),
                })
            }
            (Err(unchanged), _) => Err(unchanged.into()),
        }
    }

    /// Leases a turn of the engine; `None` if another process has.
    pub async fn lease_search(&self, waiting: Waiting) -> Result<Option<(Lease, Search)>, Error> {
        let lease = Lease::drawn()?;
        let leased = self.store.lease_search(waiting, lease, self.now()).await?;
        Ok(leased.map(|search| (lease, search)))
    }

    /// Carries out the engine's choice after event `seq` of a game, unless the game has
    /// changed since then. Returns whether it did so.
    pub async fn carry_out(&self, id: GameId, seq: u32, choice: &Choice) -> Result<bool, Error> {
        for _ in 0..TRIES {
            let mut game = self.load(id).await?;
            let now = self.now();
            if game.seq() != seq || game.flag(now).is_some() {
                // The act that changed it has queued the next step; the sweeper ends overdue games.
                return Ok(false);
            }
            let events = game.carry_out(choice, now)?;
            match self.save(&mut game, events, now, None).await {
                Ok(()) => return Ok(true),
                // The game has changed, or a rating that its end changes.
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }
}
