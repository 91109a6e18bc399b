//! Pairs of games: the same two players with sides swapped, counted as one result.

use super::{ABSENCE, Event, FirstBy, Game, GameId, GuildRules};
use crate::time::Timestamp;
use siwa_games::rules::{BySide, Side};

/// How many turns each side must have made, so that a game counts.
const LEAST_TURNS: usize = 2;

/// A game's place in its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The first game of the pair.
    pub first: GameId,
    /// The other game; `None` until it has started.
    pub other: Option<Other>,
    /// Whether no other one can start: the tournament was cancelled, or a player has withdrawn.
    pub is_broken: bool,
}

/// The other game of a pair: the part that matters to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its id.
    pub id: GameId,
    /// Whether it is over.
    pub over: bool,
    /// Whether it [counts](Game::counts).
    pub counts: bool,
    /// Its winner, as their side in this game.
    pub winner: Option<Side>,
}

impl Other {
    /// The other game, which has just begun.
    pub fn begun(id: GameId) -> Self {
        Self {
            id,
            over: false,
            counts: true,
            winner: None,
        }
    }
}

/// The player with more points in two games; a draw is half a point for each.
pub fn winner_of_both<T: Copy + PartialEq>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) if one != other => None,
        _ => one.or(other),
    }
}

impl Game {
    /// Returns whether the second game of its pair starts now, because this one is over. In a
    /// tournament it starts only if both players still play.
    pub fn begins_second(&self) -> bool {
        let alone = self.ending.is_some() && self.setup.tournament.is_none();
        alone && self.setup.pair.is_some_and(|pair| pair.other.is_none())
    }

    /// The second game of a pair, of which this is the first, and its first events. A player who is
    /// away is so in it, too, without asking again.
    pub fn second(&self, guild_rules: GuildRules, at: Timestamp) -> (Self, Vec<Event>) {
        let terms = self.terms();
        let BySide { first, second } = self.setup.players;
        let swapped = BySide::new(second, first);
        let setup = terms.setup(self.setup.venue, self.setup.thread, swapped, guild_rules);
        let (mut second, mut events) = terms.begin(setup, FirstBy::Turns, self.deal.clone(), at);
        for side in Side::BOTH {
            if let Some(until) = self.clock.away(side).filter(|until| *until > at) {
                let left = second.leave(self.player(side), until, at);
                events.extend(left.into_iter().flatten());
            }
        }
        (second, events)
    }

    /// Returns whether no other game of its pair comes, so that it counts for nobody.
    pub fn is_unpaired(&self) -> bool {
        let broken = |pair: Pair| pair.other.is_none() && pair.is_broken;
        self.setup.pair.is_some_and(broken)
    }

    /// Its number in its pair, from 1.
    pub fn number_in_pair(&self) -> Option<u8> {
        let pair = self.setup.pair?;
        Some(if pair.first == self.setup.id { 1 } else { 2 })
    }

    /// The number of turns that a side has made.
    pub fn turns_of(&self, side: Side) -> usize {
        let turns = self.moves.iter().filter(|turn| turn.side == side);
        turns.count()
    }

    /// Returns whether its result counts: both sides have made enough turns, and it is not another
    /// loss by the same absence.
    pub fn counts(&self) -> bool {
        if self.ending.is_some_and(|ending| *ending.by == ABSENCE) {
            return false;
        }
        let mut sides = Side::BOTH.into_iter();
        sides.all(|side| self.turns_of(side) >= LEAST_TURNS)
    }

    /// Returns whether it [counts](Self::counts), or the other game of its pair does: who leaves one
    /// game early does not undo the other.
    pub fn counts_in_pair(&self) -> bool {
        let other = self.setup.pair.and_then(|pair| pair.other);
        self.counts() || other.is_some_and(|other| other.counts)
    }

    /// The result that counts: of this game, or of its pair. `None` until all of it is over, or if
    /// [none](Self::counts_in_pair) of its games counts; `Some(None)` is a draw.
    pub fn counted(&self) -> Option<Option<Side>> {
        let winner = self.ending?.winner;
        let counted = match self.setup.pair {
            None => winner,
            Some(pair) => {
                let other = pair.other.filter(|other| other.over)?;
                winner_of_both(winner, other.winner)
            }
        };
        self.counts_in_pair().then_some(counted)
    }

    /// The points of a finished pair, in halves.
    pub fn half_points(&self) -> Option<BySide<u8>> {
        let ended = self.ending?;
        let other = self.setup.pair?.other.filter(|other| other.over)?;
        let of = |side: Side| {
            let points =
                |winner: Option<Side>| winner.map_or(1, |winner| u8::from(winner == side) * 2);
            points(ended.winner) + points(other.winner)
        };
        Some(BySide::new(of(Side::First), of(Side::Second)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_points_win_a_pair_and_equal_points_draw_it() {
        let won = Some(Side::First);
        let lost = Some(Side::Second);
        for (one, other, both) in [
            (won, won, won),
            (won, None, won),
            (None, lost, lost),
            (None, None, None),
            (won, lost, None),
        ] {
            assert_eq!(winner_of_both(one, other), both);
            assert_eq!(winner_of_both(other, one), both);
        }
    }
}
