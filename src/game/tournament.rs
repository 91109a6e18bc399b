//! A tournament in a server: a round robin of pairs in groups, with all games at the same time.

use strum::{AsRefStr, EnumString};

use super::denial::ensure;
use super::{
    Cause, Denial, Entrant, GameId, GameTerms, GamesIn, Group, MessageId, Name, Pairing, PlayerId,
    Start, TimeControl, TournamentGame, TournamentId, Venue, deal,
};
use crate::time::{DAY, Timestamp};
use siwa_games::registry::Rules;
use siwa_games::rules::Variant;

/// The fewest players of a tournament.
pub const MIN_PLAYERS: usize = 3;
/// The most players of a tournament.
pub const MAX_PLAYERS: u32 = 32;
/// A player who loses so many games on time is withdrawn.
const MAX_LOSSES_ON_TIME: usize = 2;

/// How far a tournament is. The database uses these names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsRefStr, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Phase {
    /// Players can join.
    SignUp,
    /// The games are played.
    Running,
    /// All games are over.
    Over,
    /// It did not start, or it was ended before its games were over.
    Cancelled,
}

/// A tournament with its players and games.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Its id.
    pub id: TournamentId,
    /// Where its cards are posted.
    pub venue: Venue,
    /// The server's language.
    pub locale: String,
    /// Its name, unique in its server.
    pub name: Name,
    /// The member who opened it.
    pub organizer: PlayerId,
    /// Who cancelled it, if somebody did.
    pub canceller: Option<PlayerId>,
    /// The terms of its games.
    pub terms: GameTerms,
    /// The most players.
    pub most: u32,
    /// When the sign-up closes.
    pub closes: Timestamp,
    /// How far it is.
    pub phase: Phase,
    /// The first group of the present stage: the winners of several groups play another stage.
    pub opened: u32,
    /// The message with its card, if known.
    pub message: Option<MessageId>,
    /// How often it has changed.
    pub version: i64,
    /// The version that its card shows.
    pub shown: i64,
    /// The interaction that opened it.
    pub cause: Option<Cause>,
    /// Its players, best rating first.
    pub players: Vec<Entrant>,
    /// Its games, by group.
    pub games: Vec<TournamentGame>,
}

/// Games that begin in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewGames {
    /// None.
    None,
    /// The first games of all pairs of these groups.
    Groups(Vec<Vec<PlayerId>>),
    /// The second game of this one's pair.
    Second(GameId),
}

impl GameTerms {
    /// The terms of the games of a tournament: a meeting is a pair, or one dealt game, which is even.
    pub fn of_tournament(
        rules: &'static dyn Rules,
        variant: &'static Variant,
        time: TimeControl,
        start: Start,
    ) -> Self {
        Self {
            rules,
            variant,
            time,
            rated: true,
            level: None,
            games_in: GamesIn::Threads,
            games: match start {
                Start::Placed => Pairing::InTurn,
                Start::Dealt => Pairing::Single,
            },
            start,
            side: None,
        }
    }
}

impl Tournament {
    /// A tournament for as many players as possible, whose sign-up closes after a day. It gets its
    /// id when it is stored.
    pub fn new(
        venue: Venue,
        locale: &str,
        name: Name,
        organizer: PlayerId,
        terms: GameTerms,
        now: Timestamp,
    ) -> Self {
        Self {
            id: TournamentId(0),
            venue,
            locale: locale.to_owned(),
            name,
            organizer,
            canceller: None,
            terms,
            most: MAX_PLAYERS,
            closes: now.plus(DAY),
            phase: Phase::SignUp,
            opened: 1,
            message: None,
            version: 1,
            shown: 1,
            cause: None,
            players: Vec::new(),
            games: Vec::new(),
        }
    }

    // Acts: each changes the tournament, or changes nothing and says why.

    fn in_sign_up(&self, now: Timestamp) -> Result<(), Denial> {
        let is_open = self.phase == Phase::SignUp && now < self.closes;
        ensure(is_open, Denial::SignUpClosed)
    }

    /// Checks that a player may join.
    ///
    /// # Errors
    /// If the sign-up is closed, or the player has joined.
    pub fn may_join(&self, player: PlayerId, now: Timestamp) -> Result<(), Denial> {
        self.in_sign_up(now)?;
        ensure(self.entrant(player).is_none(), Denial::AlreadyJoined)
    }

    /// Removes a player during the sign-up.
    ///
    /// # Errors
    /// If the sign-up is closed, or the player has not joined.
    pub fn leave(&mut self, player: PlayerId, now: Timestamp) -> Result<(), Denial> {
        self.in_sign_up(now)?;
        self.entrant(player).ok_or(Denial::NotJoined)?;
        self.remove(player);
        Ok(())
    }

    /// Removes a player, or withdraws them if it is running.
    pub fn remove(&mut self, player: PlayerId) {
        match self.phase {
            Phase::SignUp => self.players.retain(|entrant| entrant.player != player),
            Phase::Running => self.withdraw_all(&[player]),
            Phase::Over | Phase::Cancelled => {}
        }
    }

    /// Closes the sign-up.
    ///
    /// # Errors
    /// If it is closed, or too few have joined.
    pub fn start(&mut self, now: Timestamp) -> Result<(), Denial> {
        self.in_sign_up(now)?;
        let are_enough = self.players.len() >= MIN_PLAYERS;
        ensure(are_enough, Denial::TooFewPlayers(MIN_PLAYERS))?;
        self.closes = now;
        Ok(())
    }

    /// Cancels it. Games in progress go on, without a tournament.
    ///
    /// # Errors
    /// If it is over or cancelled.
    pub fn cancel(&mut self, by: PlayerId) -> Result<(), Denial> {
        let is_over = self.is_closed();
        ensure(!is_over, Denial::NoTournament)?;
        self.phase = Phase::Cancelled;
        self.canceller = Some(by);
        Ok(())
    }

    /// Withdraws a player.
    ///
    /// # Errors
    /// If it is not running, or the player does not play in it any longer.
    pub fn withdraw(&mut self, player: PlayerId) -> Result<(), Denial> {
        let plays = self.entrant(player).is_some_and(|own| !own.withdrawn);
        ensure(plays && self.phase == Phase::Running, Denial::NotJoined)?;
        self.remove(player);
        Ok(())
    }

    fn withdraw_all(&mut self, players: &[PlayerId]) {
        for entrant in &mut self.players {
            entrant.withdrawn |= players.contains(&entrant.player);
        }
    }

    /// The row of a player, if they have joined.
    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        let mut players = self.players.iter();
        players.find(|entrant| entrant.player == player)
    }

    fn can_have_second(&self, first: &TournamentGame) -> bool {
        let withdrawn = |entrant: &Entrant| entrant.withdrawn && first.is_of(entrant.player);
        !self.players.iter().any(withdrawn)
    }

    fn lacks_second(&self, first: &TournamentGame) -> bool {
        first.is_over() && !first.is_whole(&self.games) && self.can_have_second(first)
    }

    /// Returns whether this game is over, and the second game of its pair is about to begin: if
    /// both players still play.
    pub fn awaits_second(&self, first: GameId) -> bool {
        let mut firsts = self.games.iter().filter(|game| game.game.id == first);
        self.phase == Phase::Running && firsts.any(|first| self.lacks_second(first))
    }

    /// The players who have lost at least so many games on time, without those of pairs that count for
    /// nobody, and have not withdrawn.
    fn late(&self, losses: usize) -> Vec<PlayerId> {
        let is_counted =
            |game: &&TournamentGame| game.is_whole(&self.games) || self.can_have_second(game);
        let late = self.players.iter().filter(|entrant| {
            let lost = self.games.iter().filter(is_counted);
            let lost = lost.filter(|game| game.is_lost_on_time(entrant.player));
            !entrant.withdrawn && lost.count() >= losses
        });
        late.map(|entrant| entrant.player).collect()
    }

    /// The players who may have left the server: those who have lost a game on time, and everyone
    /// before the tournament starts.
    pub fn to_ask_after(&self, now: Timestamp) -> Vec<PlayerId> {
        match self.phase {
            Phase::SignUp if now >= self.closes => self.late(0),
            Phase::Running => self.late(1),
            Phase::SignUp | Phase::Over | Phase::Cancelled => Vec::new(),
        }
    }

    /// Returns whether it is over or cancelled.
    pub fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Over | Phase::Cancelled)
    }

    /// When to look at it again, if nothing happens before.
    pub fn due(&self) -> Option<Timestamp> {
        (self.phase == Phase::SignUp).then_some(self.closes)
    }

    /// Its groups, in the order in which they began.
    pub fn groups(&self) -> Vec<Group<'_>> {
        let groups = self.games.chunk_by(|one, other| one.group == other.group);
        let groups = groups.map(|games| Group::new(&self.players, games));
        groups.collect()
    }

    /// The groups of the present stage.
    pub fn stage(&self) -> Vec<Group<'_>> {
        let mut groups = self.groups();
        groups.retain(|group| group.number >= self.opened);
        groups
    }

    /// The group with this number.
    pub fn group(&self, number: u32) -> Option<Group<'_>> {
        let mut groups = self.groups().into_iter();
        groups.find(|group| group.number == number)
    }

    /// Takes the next step that is due, and returns the games that begin with it; `None` if none
    /// is due.
    pub fn step(&mut self, now: Timestamp) -> Option<NewGames> {
        match self.phase {
            Phase::SignUp if now < self.closes => None,
            Phase::SignUp if self.players.len() < MIN_PLAYERS => {
                self.phase = Phase::Cancelled;
                Some(NewGames::None)
            }
            Phase::SignUp => {
                self.phase = Phase::Running;
                Some(self.stage_of(&self.players.iter().collect::<Vec<_>>()))
            }
            Phase::Running => self.proceed(),
            Phase::Over | Phase::Cancelled => None,
        }
    }

    fn proceed(&mut self) -> Option<NewGames> {
        let late = self.late(MAX_LOSSES_ON_TIME);
        if !late.is_empty() {
            self.withdraw_all(&late);
            return Some(NewGames::None);
        }
        if let Some(first) = self.games.iter().find(|game| self.lacks_second(game)) {
            return Some(NewGames::Second(first.game.id));
        }
        let groups = self.stage();
        if groups.iter().any(Group::is_open) {
            return None;
        }
        let winners: Vec<&Entrant> = groups.iter().filter_map(Group::winner).collect();
        if groups.len() > 1 && winners.len() > 1 {
            let stage = self.stage_of(&winners);
            self.opened = self.games.last().map_or(0, |game| game.group) + 1;
            return Some(stage);
        }
        self.phase = Phase::Over;
        Some(NewGames::None)
    }

    /// A stage of these players, dealt into groups by their ratings.
    fn stage_of(&self, players: &[&Entrant]) -> NewGames {
        let ratings: Vec<f64> = players.iter().map(|entrant| entrant.rating).collect();
        let group = |group: Vec<usize>| group.into_iter().map(|at| players[at].player).collect();
        NewGames::Groups(deal(&ratings).into_iter().map(group).collect())
    }

    /// The winners of a tournament that is over: several if nothing separates them, none if all
    /// have withdrawn.
    pub fn winners(&self) -> Vec<PlayerId> {
        let groups = self.stage();
        let winners = groups.iter().flat_map(Group::best);
        winners.map(|entrant| entrant.player).collect()
    }

    /// How many first boards of the present stage were posted, and how many there are.
    pub fn posted(&self) -> (usize, usize) {
        let stage = self.games.iter().filter(|game| game.group >= self.opened);
        let mut firsts: Vec<_> = stage.filter(|game| game.is_first()).collect();
        let total = firsts.len();
        firsts.retain(|game| game.game.message.is_some() || game.is_over());
        (firsts.len(), total)
    }

    /// Returns whether a group is the final: the winners of several groups play it.
    pub fn is_final(&self, number: u32) -> bool {
        let last = self.games.last().map(|game| game.group);
        number > 1 && number == self.opened && last == Some(number)
    }
}
