//! Barriers: the fortress and the row.

use super::board::{Bits, Geometry, east, neighbours, north, south, west};
use super::turns::Men;

impl Men {
    /// The squares that the enemy's pieces can reach while ours do not move, including their own.
    fn zone(self, geometry: &Geometry) -> Bits {
        // Every enemy piece is a source, so only empty squares are left to fill.
        let empty = self.empty(geometry);
        let mut filled = neighbours(self.enemy) & empty;
        loop {
            let more = filled | (neighbours(filled) & empty);
            if more == filled {
                return self.enemy | filled;
            }
            filled = more;
        }
    }

    /// Our pieces between the enemy's zone and the rest of the board.
    pub fn wall(self, geometry: &Geometry) -> Bits {
        self.own & neighbours(self.zone(geometry))
    }

    /// Returns whether we have a fortress: we can move forever and never lose a piece.
    ///
    /// `forced` says that captures are compulsory, which can lure a wall piece
    /// out of the wall (F3).
    pub fn fortress(self, geometry: &Geometry, forced: bool) -> bool {
        if self.enemy.count_ones() <= 1 {
            return true;
        }
        let zone = self.zone(geometry);
        let wall = self.wall(geometry);
        let interior = geometry.board & !zone & !wall;
        // F2: in a connected region with a piece and an empty square, some piece is next to an empty
        // square.
        if neighbours(interior & self.own) & interior & !self.own == 0 {
            return false;
        }
        // F1: the enemy cannot stand on both sides of a wall piece.
        let between = (east(zone) & west(zone)) | (north(zone) & south(zone));
        wall & !geometry.centre & between == 0 && !(forced && Self::sortie(geometry, wall, zone))
    }

    /// F3 broken: a wall piece might have to leave the wall, to capture.
    ///
    /// It would step to `t` outside the wall, with a victim in the zone beyond `t` and, beyond
    /// that, a square for a partner.
    fn sortie(geometry: &Geometry, wall: Bits, zone: Bits) -> bool {
        let victims = zone & !geometry.centre;
        let partners = geometry.board & !zone;
        let lures = (west(victims) & west(west(partners)))
            | (east(victims) & east(east(partners)))
            | (south(victims) & south(south(partners)))
            | (north(victims) & north(north(partners)));
        neighbours(wall) & geometry.board & !wall & lures != 0
    }

    /// The rows we have completed: ranks and files, not on the edge, that are all ours, with no enemy
    /// piece on one side of them, where we can move.
    pub fn rows(self, geometry: &Geometry) -> Bits {
        if self.own.count_ones() <= u32::from(geometry.size) {
            return 0;
        }
        let is_held =
            |half: Bits| half & self.enemy == 0 && half & self.own != 0 && half & !self.own != 0;
        let lines: [fn(&Geometry, u8) -> Bits; 2] = [Geometry::rank, Geometry::file];
        let mut rows = 0;
        for line in lines {
            let mut before = line(geometry, 0);
            for number in 1..geometry.size - 1 {
                let wall = line(geometry, number);
                let after = geometry.board & !before & !wall;
                if wall & !self.own == 0 && (is_held(before) || is_held(after)) {
                    rows |= wall;
                }
                before |= wall;
            }
        }
        rows
    }
}
