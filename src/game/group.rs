//! Groups of a tournament: dealing players into them, and their standings.
//!
//! In a group each player meets each other player once. A meeting is a pair of games with sides
//! swapped and counts as one result: 1 point for the winner, ½ for each in a draw.

use std::cmp::Reverse;

use super::{GameId, GameSummary, MessageId, Name, PlayerId, winner_of_both};
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
        let mut others = games.iter().filter(|game| game.game.id != self.game.id);
        self.pair.is_none() || others.any(|game| game.pair == self.pair)
    }

    fn winner(&self) -> Option<PlayerId> {
        self.game.winner.map(|side| *self.game.players.get(side))
    }

    /// Returns whether a player has lost it on time.
    pub(super) fn is_lost_on_time(&self, player: PlayerId) -> bool {
        let loser = self.game.winner.map(Side::other);
        self.on_time && loser.is_some_and(|side| *self.game.players.get(side) == player)
    }
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
    pub(super) fn new(entrants: &'a [Entrant], games: &'a [TournamentGame]) -> Self {
        let plays = |entrant: &&Entrant| games.iter().any(|game| game.is_of(entrant.player));
        let players: Vec<&Entrant> = entrants.iter().filter(plays).collect();
        let firsts = games.iter().filter(|game| game.is_first());
        let meetings = firsts.filter_map(|first| meeting(&players, first, games));
        let mut meetings: Vec<Meeting> = meetings.collect();
        leave_out(&players, &mut meetings);
        let losses = players.iter().map(|entrant| {
            let whole = games.iter().filter(|game| game.is_whole(games));
            let lost = whole.map(|game| u32::from(game.is_lost_on_time(entrant.player)));
            lost.sum()
        });
        let losses: Vec<u32> = losses.collect();
        let mut rows = standings(&meetings, &losses);
        rows.sort_by_key(|row| (row.rank, players[row.player].withdrawn));
        Self {
            number: games.first().map_or(0, |game| game.group),
            rows,
            games,
            players,
            meetings,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.count(PairResult::Pending) > 0
    }

    /// The best players who have not withdrawn: several if nothing separates them.
    pub(super) fn best(&self) -> Vec<&'a Entrant> {
        let mut active = self.rows.clone();
        active.retain(|row| !self.players[row.player].withdrawn);
        let best = active.iter().take_while(|row| row.rank == active[0].rank);
        best.map(|row| self.players[row.player]).collect()
    }

    /// The player who goes on to the next stage.
    pub(super) fn winner(&self) -> Option<&'a Entrant> {
        self.best().first().copied()
    }

    /// The result of a player's pair against another; `None` if there is no such pair.
    pub fn result(&self, player: usize, opponent: usize) -> Option<PairResult> {
        let pairs = [[player, opponent], [opponent, player]];
        let mut meetings = self.meetings.iter();
        let found = meetings.find(|meeting| pairs.contains(&meeting.players));
        found.map(|meeting| meeting.result)
    }

    /// How many pairs have this result.
    pub fn count(&self, result: PairResult) -> usize {
        let with = |meeting: &&Meeting| meeting.result == result;
        self.meetings.iter().filter(with).count()
    }

    /// Its card, if it was posted.
    pub fn card(&self) -> Option<MessageId> {
        self.games.first()?.card
    }

    /// What its card shows, as [`state`](Self::state).
    pub fn shown(&self) -> i64 {
        self.games.first().map_or(0, |game| game.shown)
    }

    /// What its card must show, as a number: the card is edited when it shows another. It also shows
    /// whether the tournament was cancelled.
    pub fn state(&self, is_cancelled: bool) -> i64 {
        let over = self.games.iter().filter(|game| game.is_over()).count();
        let flags = self.players.iter();
        let flags = flags.flat_map(|entrant| [entrant.withdrawn, entrant.player.is_gone()]);
        let set: usize = flags.chain([is_cancelled]).map(usize::from).sum();
        i64::try_from(1 + over * 100 + set).unwrap_or(i64::MAX)
    }
}

/// Takes out the results of players who withdrew before they had played half of their meetings. After
/// the rule for round robins in the Competition Rules of the FIDE Handbook, section C.
fn leave_out(players: &[&Entrant], meetings: &mut [Meeting]) {
    for (index, entrant) in players.iter().enumerate() {
        let own = meetings.iter_mut();
        let own = own.filter(|meeting| meeting.players.contains(&index));
        let mut played: Vec<&mut Meeting> = own.collect();
        played.retain(|meeting| meeting.result != PairResult::Unplayed);
        if entrant.withdrawn && 2 * played.len() < players.len() - 1 {
            for meeting in played {
                meeting.result = PairResult::Unplayed;
            }
        }
    }
}

/// The pair of this first game; `None` if a player is not among these.
fn meeting(
    players: &[&Entrant],
    first: &TournamentGame,
    games: &[TournamentGame],
) -> Option<Meeting> {
    let index = |player| players.iter().position(|entrant| entrant.player == player);
    let won_by = |winner: Option<PlayerId>| {
        let winner = winner.and_then(index);
        winner.map_or(PairResult::Drawn, PairResult::Won)
    };
    let [one, other] = Side::BOTH.map(|side| *first.game.players.get(side));
    let both = [index(one)?, index(other)?];
    let mut seconds = games.iter().filter(|game| !game.is_first());
    let result = match seconds.find(|game| game.pair == first.pair) {
        None if first.pair.is_none() && first.is_over() => won_by(first.winner()),
        None if first.pair.is_none() => PairResult::Pending,
        Some(second) if first.is_over() && second.is_over() => {
            won_by(winner_of_both(first.winner(), second.winner()))
        }
        None if both.iter().any(|index| players[*index].withdrawn) => PairResult::Unplayed,
        _ => PairResult::Pending,
    };
    Some(Meeting {
        players: both,
        result,
    })
}

/// The most players in a group.
const MAX_PLAYERS: usize = 5;

/// The result of a pair of games between two players of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairResult {
    /// Not known yet.
    Pending,
    /// None: a player withdrew before both games were over.
    Unplayed,
    /// Both players have the same number of points.
    Drawn,
    /// This player has more points.
    Won(usize),
}

/// Two players of a group, by their indexes in its list, and the result of their pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The players, in any order.
    pub players: [usize; 2],
    /// The result.
    pub result: PairResult,
}

impl Meeting {
    /// The points of a player, in halves; 0 for a player who is not in this meeting.
    fn half_points(&self, player: usize) -> u32 {
        match self.result {
            PairResult::Won(winner) => u32::from(winner == player) * 2,
            PairResult::Drawn => u32::from(self.players.contains(&player)),
            PairResult::Pending | PairResult::Unplayed => 0,
        }
    }

    /// The opponent of a player; `None` if the player is not in this meeting.
    fn opponent(&self, player: usize) -> Option<usize> {
        let index = self.players.iter().position(|one| *one == player)?;
        Some(self.players[1 - index])
    }
}

/// A player's row in the standings of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupStanding {
    /// The player's index in the group's list.
    pub player: usize,
    /// The rank, from 1; equal for players whom no tie-break separates.
    pub rank: usize,
    /// The points, in halves.
    pub half_points: u32,
    /// The Sonneborn-Berger score, in quarters.
    pub sonneborn_berger: u32,
    /// The number of games lost on time.
    pub losses_on_time: u32,
}

/// The standings of a group, best first, from at most one meeting of any two players and from each
/// player's number of games lost on time.
///
/// The order is by points, direct encounter, Sonneborn-Berger score (articles 6 and 9.1 of the
/// Tie-Break Regulations, FIDE Handbook C.07), then fewer losses on time. The Sonneborn-Berger score
/// is the sum of the points of defeated opponents and of half the points of drawn opponents.
/// Players who remain equal share a rank, in the order of the group's list.
pub fn standings(meetings: &[Meeting], losses_on_time: &[u32]) -> Vec<GroupStanding> {
    let standing = |(player, losses_on_time): (usize, &u32)| GroupStanding {
        player,
        rank: 1,
        half_points: half_points(meetings, player),
        sonneborn_berger: sonneborn_berger(meetings, player),
        losses_on_time: *losses_on_time,
    };
    let all: Vec<_> = losses_on_time.iter().enumerate().map(standing).collect();
    let tied = split(all, |standing| standing.half_points);
    let tied = tied
        .into_iter()
        .flat_map(|tied| by_direct_encounter(meetings, tied))
        .flat_map(|tied| split(tied, |standing| standing.sonneborn_berger))
        .flat_map(|tied| split(tied, |standing| Reverse(standing.losses_on_time)));
    let mut ranked: Vec<GroupStanding> = Vec::new();
    for tied in tied {
        let rank = ranked.len() + 1;
        ranked.extend(tied.into_iter().map(|tied| GroupStanding { rank, ..tied }));
    }
    ranked
}

/// Splits players into those who are equal by this key, the greatest key first.
fn split<K: Ord>(
    mut players: Vec<GroupStanding>,
    key: impl Fn(&GroupStanding) -> K,
) -> Vec<Vec<GroupStanding>> {
    players.sort_by_key(|player| Reverse(key(player)));
    let equal = players.chunk_by(|one, other| key(one) == key(other));
    equal.map(<[_]>::to_vec).collect()
}

/// Splits tied players by their points against each other if all of them have met, and then again
/// those who remain tied.
///
/// Article 6.3, about a player whom nobody can reach whatever the result of a missing game, is for
/// Swiss tournaments only.
fn by_direct_encounter(meetings: &[Meeting], tied: Vec<GroupStanding>) -> Vec<Vec<GroupStanding>> {
    let is_tied = |index: &usize| tied.iter().any(|other| other.player == *index);
    let decided = |result| matches!(result, PairResult::Drawn | PairResult::Won(_));
    let counts =
        |meeting: &&Meeting| decided(meeting.result) && meeting.players.iter().all(is_tied);
    let encounters: Vec<Meeting> = meetings.iter().filter(counts).copied().collect();
    let all_met = encounters.len() == tied.len() * tied.len().saturating_sub(1) / 2;
    if !all_met {
        return vec![tied];
    }
    let parts = split(tied, |standing| half_points(&encounters, standing.player));
    if parts.len() == 1 {
        return parts;
    }
    let again = |tied| by_direct_encounter(&encounters, tied);
    parts.into_iter().flat_map(again).collect()
}

/// The points of a player, in halves.
fn half_points(meetings: &[Meeting], player: usize) -> u32 {
    meetings.iter().map(|one| one.half_points(player)).sum()
}

/// The Sonneborn-Berger score of a player, in quarters.
fn sonneborn_berger(meetings: &[Meeting], player: usize) -> u32 {
    let share = |meeting: &Meeting| {
        let opponent = half_points(meetings, meeting.opponent(player)?);
        Some(meeting.half_points(player) * opponent)
    };
    meetings.iter().filter_map(share).sum()
}

/// Deals players, in any order and with these ratings, into groups of at most five players whose
/// sizes differ by at most one. Returns the indexes of each group's players, best first.
///
/// The order is that of a snake: the best player into the first group, the next into the second, up
/// to the last group, and then backwards. Players with the same rating keep their order.
pub fn deal(ratings: &[f64]) -> Vec<Vec<usize>> {
    let mut players: Vec<(usize, &f64)> = ratings.iter().enumerate().collect();
    players.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let count = ratings.len().div_ceil(MAX_PLAYERS);
    let mut groups = vec![Vec::new(); count];
    let there_and_back = (0..count).chain((0..count).rev()).cycle();
    for ((player, _), group) in players.into_iter().zip(there_and_back) {
        groups[group].push(player);
    }
    groups
}
