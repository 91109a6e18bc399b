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
        Self::spare_move(interior, self.own)
            && !Self::flanked_wall(wall & !geometry.centre, zone)
            && !(forced && Self::sortie(geometry, wall, zone))
    }

    /// F2: in a connected region with a piece and an empty square, some piece is next to an empty
    /// square.
    fn spare_move(interior: Bits, own: Bits) -> bool {
        neighbours(interior & own) & interior & !own != 0
    }

    /// F1 broken: the enemy can stand on both sides of a wall piece.
    fn flanked_wall(wall: Bits, zone: Bits) -> bool {
        wall & ((east(zone) & west(zone)) | (north(zone) & south(zone))) != 0
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

    /// Returns whether we have completed a row: a rank or file, not on the edge, with no enemy
    /// piece on one side of it, where we can move.
    pub fn row(self, geometry: &Geometry) -> bool {
        self.own.count_ones() > u32::from(geometry.size) && self.rows(geometry) != 0
    }

    /// The rows we have completed.
    pub fn rows(self, geometry: &Geometry) -> Bits {
        let lines: [fn(&Geometry, u8) -> Bits; 2] = [Geometry::rank, Geometry::file];
        (1..geometry.size - 1)
            .flat_map(|number| lines.map(|line| (number, line)))
            .filter(|(number, line)| self.holds(geometry, *number, *line))
            .fold(0, |rows, (number, line)| rows | line(geometry, number))
    }

    /// Returns whether a line is all ours, and one side of it has only our pieces; `line` returns
    /// the line with a number.
    fn holds(self, geometry: &Geometry, number: u8, line: fn(&Geometry, u8) -> Bits) -> bool {
        let wall = line(geometry, number);
        if wall & !self.own != 0 {
            return false;
        }
        let before = (0..number).fold(0, |bits, number| bits | line(geometry, number));
        let after = geometry.board & !before & !wall;
        [before, after]
            .into_iter()
            .any(|half| half & self.enemy == 0 && half & self.own != 0 && half & !self.own != 0)
    }
}
