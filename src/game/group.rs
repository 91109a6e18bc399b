//! A group of a tournament: everyone plays everyone once, as a pair of games.

use super::{
    GameId, GameSummary, GroupStanding, Meeting, MessageId, Name, PairResult, PlayerId, standings,
    winner_of_both,
};
use siwa_games::rules::Side;

/// A player who has joined a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The player.
    pub player: PlayerId,
    /// Their name, as last seen.
    pub name: Option<Name>,
    /// Their rating in this kind of game, in this server.
    pub rating: f64,
    /// Whether they have withdrawn, or were withdrawn.
    pub withdrawn: bool,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentGame {
    /// The number of its group, from 1 within the tournament.
    pub group: u32,
    /// The first game of its pair, if it is one of a pair.
    pub pair: Option<GameId>,
    /// Whether it was lost on time.
    pub on_time: bool,
    /// The card of its group, if it was posted.
    pub card: Option<MessageId>,
    /// What that card shows, as [`Group::state`].
    pub shown: i64,
    /// The game.
    pub game: GameSummary,
}

impl TournamentGame {
    /// Returns whether it is the first game of its meeting.
    pub fn is_first(&self) -> bool {
        self.pair.is_none_or(|first| first == self.game.id)
    }

    /// Returns whether it is over.
    pub(super) fn is_over(&self) -> bool {
        self.game.turn.is_none()
    }

    /// Returns whether a player plays in it.
    pub fn is_of(&self, player: PlayerId) -> bool {
        self.game.players.side_of(&player).is_some()
    }

    /// Returns whether its meeting has all its games: a game of a pair without the other counts for
    /// nobody.
    pub(super) fn is_whole(&self, games: &[Self]) -> bool {
        let mut others = games.iter().filter(|it| it.game.id != self.game.id);
        self.pair.is_none() || others.any(|it| it.pair == self.pair)
    }

    fn winner(&self) -> Option<PlayerId> {
        self.game.winner.map(|side| *self.game.players.get(side))
    }

    fn lost_on_time(&self) -> Option<PlayerId> {
        let loser = self.game.winner.filter(|_| self.on_time)?.other();
        Some(*self.game.players.get(loser))
    }
}

/// How many of these games a player has lost on time.
pub(super) fn losses_on_time<'a>(
    games: impl IntoIterator<Item = &'a TournamentGame>,
    player: PlayerId,
) -> u32 {
    let games = games.into_iter();
    let lost = games.filter(|it| it.lost_on_time() == Some(player));
    u32::try_from(lost.count()).unwrap_or(u32::MAX)
}

/// A group of a tournament, in which everyone plays everyone.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// Its number, from 1 within the tournament.
    pub number: u32,
    /// Its players, best rating first.
    pub players: Vec<&'a Entrant>,
    /// The result of each pair.
    pub meetings: Vec<Meeting>,
    /// The crosstable, best player first.
    pub rows: Vec<GroupStanding>,
    /// Its games.
    pub games: &'a [TournamentGame],
}

impl<'a> Group<'a> {
    /// The group with these games, of some of these players.
    pub(super) fn of(entrants: &'a [Entrant], games: &'a [TournamentGame]) -> Self {
        let plays = |it: &&Entrant| games.iter().any(|game| game.is_of(it.player));
        let players: Vec<&Entrant> = entrants.iter().filter(plays).collect();
        let firsts = games.iter().filter(|it| it.is_first());
        let meetings = firsts.filter_map(|first| meeting(&players, first, games));
        let meetings: Vec<Meeting> = meetings.collect();
        let whole = || games.iter().filter(|it| it.is_whole(games));
        let losses = players.iter();
        let losses = losses.map(|it| losses_on_time(whole(), it.player));
        let losses: Vec<u32> = losses.collect();
        let mut rows = standings(&meetings, &losses);
        rows.sort_by_key(|row| (row.rank, players[row.player].withdrawn));
        Self {
            number: games.first().map_or(0, |it| it.group),
            rows,
            games,
            players,
            meetings,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.decided() < self.meetings.len()
    }

    /// The best players who have not withdrawn: several if nothing separates them.
    pub(super) fn best(&self) -> Vec<&'a Entrant> {
        let active = |row: &&GroupStanding| !self.players[row.player].withdrawn;
        let rank = self.rows.iter().find(active).map(|row| row.rank);
        let best = self
            .rows
            .iter()
            .filter(active)
            .filter(|row| Some(row.rank) == rank);
        best.map(|row| self.players[row.player]).collect()
    }

    /// The player who goes on to the next stage.
    pub(super) fn winner(&self) -> Option<&'a Entrant> {
        self.best().first().copied()
    }

    /// The result of a player's pair against another; `None` if there is no such pair.
    pub fn result(&self, player: usize, opponent: usize) -> Option<PairResult> {
        let found = self
            .meetings
            .iter()
            .find(|it| it.players == [player, opponent] || it.players == [opponent, player]);
        found.map(|it| it.result)
    }

    /// How many first boards were posted.
    pub fn posted(&self) -> usize {
        let firsts = self.games.iter().filter(|it| it.is_first());
        firsts
            .filter(|it| it.game.message.is_some() || it.is_over())
            .count()
    }

    /// How many pairs have a result.
    pub fn decided(&self) -> usize {
        let decided = self.meetings.iter();
        decided
            .filter(|it| it.result != PairResult::Pending)
            .count()
    }

    /// Its card, if it was posted.
    pub fn card(&self) -> Option<MessageId> {
        self.games.first()?.card
    }

    /// What its card shows, as [`state`](Self::state).
    pub fn shown(&self) -> i64 {
        self.games.first().map_or(0, |it| it.shown)
    }

    /// What its card must show, as a number: the card is edited when it shows another.
    pub fn state(&self) -> i64 {
        let over = self.games.iter().filter(|it| it.is_over()).count();
        let withdrawn = self.players.iter().filter(|it| it.withdrawn).count();
        let gone = self.players.iter().filter(|it| it.player.is_gone()).count();
        i64::try_from(1 + over * 100 + withdrawn + gone).unwrap_or(i64::MAX)
    }
}

/// The pair of this first game; `None` if a player is not among these.
fn meeting(
    players: &[&Entrant],
    first: &TournamentGame,
    games: &[TournamentGame],
) -> Option<Meeting> {
    let index = |player: PlayerId| players.iter().position(|it| it.player == player);
    let both = Side::BOTH.map(|side| index(*first.game.players.get(side)));
    let both = [both[0]?, both[1]?];
    let second = games
        .iter()
        .find(|it| it.pair == first.pair && !it.is_first());
    let result = match second {
        None if first.pair.is_none() && first.is_over() => {
            let winner = first.winner().and_then(index);
            winner.map_or(PairResult::Drawn, PairResult::Won)
        }
        None if first.pair.is_none() => PairResult::Pending,
        Some(second) if first.is_over() && second.is_over() => {
            let winner = winner_of_both(first.winner(), second.winner()).and_then(index);
            winner.map_or(PairResult::Drawn, PairResult::Won)
        }
        None if both.iter().any(|it| players[*it].withdrawn) => PairResult::Unplayed,
        _ => PairResult::Pending,
    };
    Some(Meeting {
        players: both,
        result,
    })
}
