//! Groups of a tournament: dealing players into them, and their standings.
//!
//! In a group each player meets each other player once. A meeting is a pair of games with sides
//! swapped and counts as one result: 1 point for the winner, ½ for each in a draw.

use std::cmp::Reverse;

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
        let [one, other] = self.players;
        match player {
            _ if player == one => Some(other),
            _ if player == other => Some(one),
            _ => None,
        }
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
        ranked.extend(tied.into_iter().map(|of| GroupStanding { rank, ..of }));
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
    let encounters: Vec<Meeting> = meetings
        .iter()
        .filter(|meeting| decided(meeting.result) && meeting.players.iter().all(is_tied))
        .copied()
        .collect();
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
    meetings.iter().map(|of| of.half_points(player)).sum()
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
