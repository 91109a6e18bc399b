//! Rows and fortresses, as the prose defines them.

use super::{State, enemy};
use crate::oracle::{Cell, STEPS};

impl State {
    pub(super) fn has_row(&self, side: char) -> bool {
        let last = self.size - 1;
        (1..last).any(|number| {
            [false, true].into_iter().any(|upright| {
                let line = |rank: i32| -> Vec<Option<char>> {
                    (0..self.size)
                        .map(|index| {
                            self.board.at(if upright {
                                (rank, index)
                            } else {
                                (index, rank)
                            })
                        })
                        .collect()
                };
                let keeps = |ranks: std::ops::Range<i32>| {
                    let half: Vec<Option<char>> = ranks.flat_map(line).collect();
                    !half.contains(&Some(enemy(side)))
                        && half.contains(&Some(side))
                        && half.contains(&Some('.'))
                };
                line(number).iter().all(|&cell| cell == Some(side))
                    && (keeps(0..number) || keeps(number + 1..self.size))
            })
        })
    }

    /// The cells that can be reached from `from` by steps on cells that `open` allows.
    fn flood(&self, from: Vec<Cell>, open: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut reached = from;
        let mut next = 0;
        while let Some(&(file, rank)) = reached.get(next) {
            next += 1;
            for (x, y) in STEPS {
                let to = (file + x, rank + y);
                if self.board.at(to).is_some() && open(to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached
    }

    pub fn fortress(&self, side: char) -> bool {
        let other = enemy(side);
        if self.phase == 'p' {
            return false;
        }
        if self.count(other) <= 1 {
            return true;
        }
        let all = self.board.cells();
        let theirs = all
            .iter()
            .copied()
            .filter(|&cell| self.board.at(cell) == Some(other));
        let zone = self.flood(theirs.collect(), |cell| self.board.at(cell) != Some(side));
        let near = |(file, rank): Cell| STEPS.map(|(x, y)| (file + x, rank + y));
        let wall: Vec<Cell> = all
            .iter()
            .copied()
            .filter(|&cell| self.board.at(cell) == Some(side))
            .filter(|&cell| near(cell).iter().any(|next| zone.contains(next)))
            .collect();
        let inside = |cell: Cell| !zone.contains(&cell) && !wall.contains(&cell);
        let flanked = wall.iter().any(|&(file, rank)| {
            let between = |x: i32, y: i32| {
                zone.contains(&(file - x, rank - y)) && zone.contains(&(file + x, rank + y))
            };
            (file, rank) != self.centre() && (between(1, 0) || between(0, 1))
        });
        let spare = all
            .iter()
            .copied()
            .filter(|&cell| inside(cell))
            .any(|cell| {
                let region = self.flood(vec![cell], inside);
                let holds =
                    |what: char| region.iter().any(|&cell| self.board.at(cell) == Some(what));
                holds(side) && holds('.')
            });
        let lured = wall.iter().any(|&piece| {
            near(piece).into_iter().any(|t| {
                self.board.at(t).is_some()
                    && !wall.contains(&t)
                    && STEPS.iter().any(|(x, y)| {
                        let victim = (t.0 + x, t.1 + y);
                        let partner = (t.0 + 2 * x, t.1 + 2 * y);
                        zone.contains(&victim)
                            && victim != self.centre()
                            && self.board.at(partner).is_some()
                            && !zone.contains(&partner)
                            && partner != piece
                    })
            })
        });
        !flanked && spare && !(self.must_capture && lured)
    }

    pub fn may_claim(&self, side: char) -> bool {
        self.fortress(side)
            && self.count(side) >= self.count(enemy(side))
            && (!self.must_open || self.can_move(enemy(side)))
    }
}
