//! Turns and games that start, as the settings of their players and of the server want them, and as
//! the operating system's randomness draws them; those with the engine start without an answer.

use super::{App, Result};
use crate::game::{
    Act, Beginning, Challenge, Denial, Engine, Event, Game, GameId, GameSetup, GameTerms, Pings,
    Place, PlayerId, State, Thread, Wishes,
};
use crate::store::{Done, GameSettings, Origin, Unchanged};
use crate::time::Timestamp;
use siwa_games::rules::{BySide, Side};

/// What the settings of a game's players decide about the turn that starts now.
pub(super) fn wishes(game: &Game, settings: &GameSettings, now: Timestamp) -> Wishes {
    let receiver = |side| settings.receiver(game.player(side));
    let alarm = |turn| game.alarm(receiver(turn).reminder, now);
    let is_pinged = |side| !receiver(side).notices.muted(now);
    Wishes {
        alarm: game.turn().and_then(alarm),
        pings: Pings::new(BySide::new(is_pinged(Side::First), is_pinged(Side::Second))),
    }
}

/// A game that starts now, not stored yet.
pub(super) fn beginning(
    (game, events): (Game, Vec<Event>),
    settings: &GameSettings,
    at: Timestamp,
) -> Beginning {
    let wishes = wishes(&game, settings, at);
    Beginning {
        // Not even the player who accepted knows who takes the first turn.
        called: game.called_apart(None, wishes.pings),
        game,
        events,
        wishes,
    }
}

/// The second game of a pair, of which this is the first.
pub(super) fn second_of(first: &Game, settings: &GameSettings, at: Timestamp) -> Beginning {
    let guild_rules = match first.setup.tournament {
        Some(_) => &first.setup.guild_rules,
        None => &settings.guild_rules,
    };
    beginning(first.second(guild_rules.clone(), at), settings, at)
}

/// The two players in random order.
pub(super) fn draw(one: PlayerId, other: PlayerId) -> Result<BySide<PlayerId>, getrandom::Error> {
    Ok(match getrandom::u32()? % 2 {
        0 => BySide::new(one, other),
        _ => BySide::new(other, one),
    })
}

/// The position of a dealt game with these terms.
pub(super) fn deal(terms: &GameTerms) -> Result<Option<String>, getrandom::Error> {
    let mut drawn = getrandom::u64()?;
    Ok(terms.deal(&mut |below| {
        let below = below.max(1) as u64;
        let digit = drawn % below;
        drawn /= below;
        digit as usize
    }))
}

impl App {
    /// Starts a game with the engine, which plays as `us`. If `origin` has already started one,
    /// returns that.
    pub async fn play_engine(
        &self,
        by: PlayerId,
        us: PlayerId,
        terms: GameTerms,
        place: Place,
        locale: &str,
        origin: &Origin,
    ) -> Result<Done<Game>> {
        Challenge::suits(&terms, place.venue)?;
        let new = Challenge::new(place.venue, locale, by, Some(us), terms, self.now());
        self.begin(new, us, place, origin).await
    }

    pub(super) async fn begin(
        &self,
        new: Challenge,
        us: PlayerId,
        place: Place,
        origin: &Origin,
    ) -> Result<Done<Game>> {
        let drawn = draw(new.challenger, us)?;
        let (players, first_by) = new.seats(us, drawn);
        let own = players.side_of(&new.challenger);
        let side = own.map_or(Side::First, Side::other);
        let now = self.now();
        let (venue, thread) = Thread::of_new(new.terms.games_in, place);
        let settings = self.store.game_settings(venue.guild, players).await?;
        let setup = GameSetup {
            engine: new.terms.level.map(|level| Engine { side, level }),
            ..(new.terms).setup(venue, thread, players, settings.guild_rules.clone())
        };
        let deal = deal(&new.terms)?;
        let begun = new.terms.begin(setup, first_by, deal, now);
        let beginning = beginning(begun, &settings, now);
        let begun = self.store.begin_with_engine(&new, &beginning, now, origin);
        let unchanged = match begun.await {
            Ok(begun) => return Ok(begun.map(|id| beginning.game.stored_as(id, None))),
            Err(Unchanged::Fault(fault)) => return Err(fault.into()),
            Err(unchanged) => unchanged,
        };
        // A second delivery must not be denied what the first one did.
        if let Some(begun) = self.caused(origin).await? {
            return Ok(begun);
        }
        if let (Unchanged::Conflict, Some(before)) = (&unchanged, new.rematch_of)
            && let Some(rematch) = self.store.rematch(before, new.challenger).await?
            && let State::Accepted(game) = rematch.challenge.state
        {
            return Err(Denial::RematchBegun(game).into());
        }
        Err(unchanged.into())
    }

    /// Does the act that the engine has chosen after event `seq` of a game, unless the game has
    /// changed since then. Returns whether it did so.
    pub async fn carry_out(&self, id: GameId, seq: u32, act: &Act) -> Result<bool> {
        let carried_out = self.change_game(id, |game, now| match game.setup.engine {
            Some(engine) if game.seq == seq && game.late(now).is_none() => {
                game.act(game.player(engine.side), act, now).map(Some)
            }
            // The act that changed it has queued the next step; the sweeper ends overdue games.
            _ => Ok(None),
        });
        carried_out.await
    }
}
