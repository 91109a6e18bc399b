//! Tournaments: sign-up, and the steps that become due.

use super::begin::{beginning, deal, draw, second_of};
use super::{App, Error, unless_conflict};
use crate::game::{
    Beginning, Denial, FirstBy, GuildId, GuildRules, NewGames, PlayerId, Thread, Tournament,
    TournamentId,
};
use crate::store::{Done, Origin, Unchanged};
use crate::time::Timestamp;

/// How often a change is decided, if others are saved first: all players may join at the same time.
const TRIES: u32 = 40;

impl App {
    /// Opens a tournament, whose id and cause are not read. If `origin` has already opened one,
    /// returns that.
    pub async fn open_tournament(
        &self,
        new: &Tournament,
        origin: &Origin,
    ) -> Result<Done<Tournament>, Error> {
        match self.store.open_tournament(new, origin, self.now()).await {
            Err(Unchanged::Conflict) => {
                let guild = new.venue.guild;
                match self.store.find_tournament(guild, None).await? {
                    Some(open) if open.cause == Some(origin.cause) => {
                        Ok(self.store.done(open, Some(origin)).await)
                    }
                    Some(open) => Err(Denial::TournamentOpen(open.name).into()),
                    None => Err(Denial::TournamentName(new.name.clone()).into()),
                }
            }
            opened => Ok(opened?),
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
            let mut after = before.clone();
            let now = self.now();
            act(&mut after, now)?;
            let saved = self.store.save_tournament(&before, &after, &[], None, now);
            if unless_conflict(saved.await)?.is_some() {
                after.version += 1;
                return Ok(after);
            }
        }
        Err(Denial::Busy.into())
    }

    /// Lets a player join a tournament of a server, and returns it after that.
    pub async fn join_tournament(
        &self,
        id: TournamentId,
        guild: GuildId,
        player: PlayerId,
    ) -> Result<Tournament, Error> {
        for _ in 0..TRIES {
            let now = self.now();
            let entered = self.store.enter_tournament(id, guild, player, now).await;
            let has_joined = unless_conflict(entered)?.is_some();
            let found = self.tournament(id, guild).await?;
            if has_joined {
                return Ok(found);
            }
            // Unless it has changed in between, this says why.
            found.may_join(player, now)?;
        }
        Err(Denial::Busy.into())
    }

    /// Takes the due steps of a tournament, and returns it after them.
    pub async fn advance_tournament(&self, id: TournamentId) -> Result<Option<Tournament>, Error> {
        while let Some(before) = self.store.tournament(id).await? {
            let mut after = before.clone();
            let now = self.now();
            let Some(games) = after.step(now) else {
                return Ok(Some(before));
            };
            let (groups, second) = match games {
                NewGames::None => (Vec::new(), None),
                NewGames::Groups(groups) => (self.pairs(&before, &groups, now).await?, None),
                NewGames::Second(first) => {
                    let game = self.load(first).await?;
                    let settings = self.settings_of(&game).await?;
                    let second = second_of(&game, &settings, now);
                    (Vec::new(), Some((first, second)))
                }
            };
            let saved = self
                .store
                .save_tournament(&before, &after, &groups, second.as_ref(), now);
            // It may have changed since it was read: then it is decided again.
            if unless_conflict(saved.await)?.is_some() {
                let phase = after.phase.as_ref();
                tracing::info!(tournament = id.0, phase, "a tournament continues");
            }
        }
        Ok(None)
    }

    /// The first games of all pairs of these groups, by the numbers of the groups. Who takes the first
    /// turn in a pair is drawn.
    async fn pairs(
        &self,
        tournament: &Tournament,
        groups: &[Vec<PlayerId>],
        now: Timestamp,
    ) -> Result<Vec<(u32, Vec<Beginning>)>, Error> {
        let Tournament { venue, terms, .. } = tournament;
        let last_group = tournament.games.last().map_or(0, |game| game.group);
        let mut all = Vec::new();
        for (group, players) in (last_group + 1..).zip(groups) {
            let mut pairs = Vec::new();
            for (at, one) in players.iter().enumerate() {
                for other in &players[at + 1..] {
                    let players = draw(*one, *other)?;
                    let settings = self.store.game_settings(venue.guild, players).await?;
                    let guild_rules = GuildRules {
                        takebacks: false,
                        ..settings.guild_rules.clone()
                    };
                    // The group's thread is opened with its card.
                    let setup = terms.setup(*venue, Thread::Wanted, players, guild_rules);
                    let begun = terms.begin(setup, FirstBy::Lots, deal(terms)?, now);
                    pairs.push(Beginning {
                        // One message tells the players of a group of all their games.
                        called: Vec::new(),
                        ..beginning(begun, &settings, now)
                    });
                }
            }
            all.push((group, pairs));
        }
        Ok(all)
    }

    /// Removes a player from a tournament, or withdraws them if it is running.
    pub async fn remove_from(&self, id: TournamentId, player: PlayerId) -> Result<(), Error> {
        let remove = |tournament: &mut Tournament, _| {
            tournament.remove(player);
            Ok(())
        };
        self.change_tournament(id, remove).await?;
        Ok(())
    }
}
