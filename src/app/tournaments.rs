//! Tournaments: sign-up, and the steps that become due.

use super::{App, Error, random};
use crate::game::{
    Beginning, Denial, FirstBy, Game, GuildId, GuildRules, NewGames, Opening, PlayerId, Thread,
    Tournament, TournamentId,
};
use crate::store::{Origin, Unchanged};
use crate::time::Timestamp;

/// How often a change is decided, if others are saved first: all players may join at the same time.
const TRIES: u32 = 40;

impl App {
    /// Opens a tournament, whose id, version and players are not read. If `origin` has already
    /// opened one, returns that.
    pub async fn open_tournament(
        &self,
        new: &Tournament,
        origin: &Origin,
    ) -> Result<Tournament, Error> {
        let guild = new.venue.guild;
        match self.store.open_tournament(new, origin, self.now()).await {
            Ok(id) => self.tournament(id, guild).await,
            Err(Unchanged::Conflict) => match self.store.find_tournament(guild, None).await? {
                Some(open) if open.cause == Some(origin.cause) => Ok(open),
                Some(open) => Err(Denial::TournamentOpen(open.name).into()),
                None => Err(Denial::TournamentName(new.name.clone()).into()),
            },
            Err(unchanged) => Err(unchanged.into()),
        }
    }

    /// A tournament of a server.
    pub async fn tournament(&self, id: TournamentId, guild: GuildId) -> Result<Tournament, Error> {
        let found = self.store.tournament(id).await?;
        let found = found.filter(|found| found.venue.guild == guild);
        Ok(found.ok_or(Denial::UnknownTournament)?)
    }

    /// Decides and saves an act in a tournament, and returns it after the act.
    pub async fn change_tournament(
        &self,
        id: TournamentId,
        act: impl Fn(&mut Tournament, Timestamp) -> Result<(), Denial>,
    ) -> Result<Tournament, Error> {
        for _ in 0..TRIES {
            let found = self.store.tournament(id).await?;
            let before = found.ok_or(Denial::UnknownTournament)?;
            let (mut after, now) = (before.clone(), self.now());
            act(&mut after, now)?;
            let saved = self
                .store
                .save_tournament((&before, &after), &[], None, now);
            match saved.await {
                Ok(()) => return Ok(self.store.tournament(id).await?.unwrap_or(after)),
                Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Err(Denial::Busy.into())
    }

    /// Takes the due steps of a tournament, and returns it after them.
    pub async fn advance_tournament(&self, id: TournamentId) -> Result<Option<Tournament>, Error> {
        while let Some(before) = self.store.tournament(id).await? {
            let (mut after, now) = (before.clone(), self.now());
            let Some(games) = after.step(now) else {
                return Ok(Some(before));
            };
            let phase = after.phase.as_ref();
            tracing::info!(tournament = id.0, phase, "a tournament continues");
            let (pairs, second) = match games {
                NewGames::None => (Vec::new(), None),
                NewGames::Groups(groups) => (self.pairs(&before, &groups, now).await?, None),
                NewGames::Second(first) => {
                    let game = self.load(first).await?;
                    (Vec::new(), Some((first, self.second(&game, now).await?)))
                }
            };
            let second = second.as_ref().map(|(first, second)| (*first, second));
            match self
                .store
                .save_tournament((&before, &after), &pairs, second, now)
                .await
            {
                // It may have changed since it was read.
                Ok(()) | Err(Unchanged::Conflict) => {}
                Err(unchanged) => return Err(unchanged.into()),
            }
        }
        Ok(None)
    }

    /// The first games of all pairs of these groups, with the numbers of the groups. Who takes the
    /// first turn in a pair is drawn.
    async fn pairs(
        &self,
        of: &Tournament,
        groups: &[Vec<PlayerId>],
        now: Timestamp,
    ) -> Result<Vec<(u32, Beginning)>, Error> {
        let begun = of.games.last().map_or(0, |it| it.group);
        let guild_rules = GuildRules {
            takebacks: false,
            ..self.store.guild_rules(of.venue.guild).await?
        };
        let mut pairs = Vec::new();
        for (group, players) in (begun + 1..).zip(groups) {
            for (at, one) in players.iter().enumerate() {
                for other in &players[at + 1..] {
                    let opening = Opening {
                        venue: of.venue,
                        // The group's thread is opened with its card.
                        thread: Thread::Wanted,
                        terms: of.terms,
                        players: random::draw(*one, *other)?,
                        first_by: FirstBy::Lots,
                        deal: random::deal(&of.terms)?,
                        engine: None,
                        guild_rules: guild_rules.clone(),
                    };
                    let begun = self.beginning(Game::begin(opening, now), now).await?;
                    // One message tells the players of a group of all their games.
                    let called = Vec::new();
                    pairs.push((group, Beginning { called, ..begun }));
                }
            }
        }
        Ok(pairs)
    }

    /// Removes a player from a tournament, or withdraws them if it is running.
    pub async fn remove_from(&self, id: TournamentId, player: PlayerId) -> Result<(), Error> {
        let remove = |of: &mut Tournament, _| {
            of.remove(player);
            Ok(())
        };
        self.change_tournament(id, remove).await?;
        Ok(())
    }
}
