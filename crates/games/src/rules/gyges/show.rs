//! Diagrams of positions.

use super::board::{BOARD, FILES, Index, bit, goal, index, named, rank, square, squares};
use super::moves::{Move, Put};
use super::paths::Path;
use super::placing;
use super::position::Gyges;
use super::routes::Lifted;
use super::ruleset::INFO;
use super::setup;
use crate::rules::show::Last;
use crate::rules::{Clause, Diagram, Goal, Mark, Piece, Place, Show, Side, Square, Stage, Variant};

impl Show for Gyges {
    fn clauses(variant: &'static Variant) -> Vec<Clause> {
        super::clauses::clauses(variant)
    }

    fn board(&self) -> Diagram {
        let mut diagram = Diagram::empty(&INFO, FILES);
        let occupied = self.board.occupied();
        let ringed = |at| Some((at, Piece::Rings(self.piece(at)?)));
        diagram.pieces = squares(occupied).into_iter().filter_map(ringed).collect();
        diagram.goals = Side::BOTH.map(|side| self.goal(side)).into();
        match (self.entered, self.stage) {
            (Some(_), _) => {}
            (None, Stage::Placement) => {
                let zone = setup::zone(self.ruleset.layout, self.side);
                diagram.mark(squares(BOARD & !zone), Mark::Closed);
            }
            (None, Stage::Movement) => {
                let active = self.active().map_or(0, rank);
                diagram.mark(squares(active & occupied), Mark::Ready);
            }
        }
        diagram
    }

    fn trace(&self, legal: Move, after: &mut Diagram) {
        match legal {
            Move::SetUp(_, puts) => put(after, &puts),
            Move::End([from, to]) => self.walked(after, from, index(to)),
            Move::Swap([from, to, drop]) => {
                self.walked(after, from, index(to));
                after.flight = Some([to, drop]);
                after.mark([drop], Mark::To);
            }
            Move::Goal(from) => self.walked(after, from, goal(self.side.other())),
        }
    }

    /// Previews such as `a1`, `a1-b3=`, `a1=3 b1=1`.
    fn preview(&self, typed: &str, _: Last<'_, Self>) -> Option<Diagram> {
        let mut diagram = self.board();
        if self.stage == Stage::Placement {
            let begun = placing::begun(self, typed);
            put(&mut diagram, &begun);
            diagram.proposed = !begun.is_empty();
            // Nothing begun, all of the zone is still possible.
            if diagram.proposed {
                let next = placing::next_squares(self, typed, begun.len());
                diagram.mark(next, Mark::Target);
            }
            return Some(diagram.sorted());
        }
        let displaces = typed.contains('=');
        let way = typed.split('=').next().unwrap_or(typed);
        let (from, to) = way.split_once('-').unwrap_or((way, ""));
        let from = named(from)?;
        let mover = self.mover(from)?;
        let to = named(to);
        diagram.marks.retain(|(_, mark)| *mark != Mark::Ready);
        let reached = mover.reach.ends | mover.reach.swaps;
        let target = match to {
            Some(to) => Some(index(to)).filter(|to| reached & bit(*to) != 0),
            None if way.ends_with("goal") && mover.reach.goal => Some(goal(self.side.other())),
            None => None,
        };
        match target {
            Some(target) => {
                self.walked(&mut diagram, from, target);
                // The mover has left its square, and the displaced piece is in hand.
                let moved = to.zip(diagram.piece(from));
                let left = |at: Square| at != from && Some(at) != to;
                diagram.pieces.retain(|(at, _)| left(*at));
                diagram.pieces.extend(moved);
                diagram.proposed = true;
            }
            None => {
                diagram.mark([from], Mark::From);
                diagram.mark(squares(reached), Mark::Target);
            }
        }
        if displaces && let Some(to) = to {
            let empty = BOARD & !self.board.occupied() | bit(mover.from);
            let drops = mover.drops(self.board, index(to));
            diagram.mark(squares(empty & !drops), Mark::Closed);
            diagram.mark(squares(drops), Mark::Target);
        }
        Some(diagram.sorted())
    }
}

impl Gyges {
    fn goal(&self, side: Side) -> Goal {
        let inside = self.entered.filter(|entered| entered.goal == side);
        Goal {
            side,
            gates: squares(self.ruleset.gate_squares(side)),
            piece: inside.map(|entered| Piece::Rings(entered.level)),
        }
    }

    /// Marks one path from a square to a target, with as few bounces as possible.
    fn walked(&self, diagram: &mut Diagram, from: Square, to: Index) {
        let lifted = Lifted::new(self, from);
        let enters = to == goal(self.side.other());
        diagram.mark([from], Mark::From);
        diagram.mark((!enters).then(|| square(to)), Mark::To);
        let Some(ways) = lifted.find(to, false) else {
            return;
        };
        let bounces = ways.iter().map(|path| path.end).filter(|at| *at != to);
        diagram.mark(bounces.map(square), Mark::Path);
        let way = ways.iter().flat_map(Path::squares);
        let squares = std::iter::once(from).chain(way).map(Place::Square);
        let goal = enters.then(|| Place::Goal(self.side.other()));
        diagram.route = squares.chain(goal).collect();
    }
}

/// Marks pieces that were set up, and adds them if they are missing.
fn put(diagram: &mut Diagram, puts: &[Put]) {
    diagram.mark(puts.iter().map(|put| put.square), Mark::To);
    let pieces = puts.iter().map(|put| (put.square, Piece::Rings(put.level)));
    diagram.pieces.extend(pieces);
}
