//! Barriers: the fortress and the row.

use super::board::{Bits, Geometry, east, neighbours, north, south, west};
use super::turns::Men;

impl Men {
    /// The squares the enemy's pieces can reach while no piece of ours moves,
    /// their own included.
    fn zone(self, geometry: &Geometry) -> Bits {
        // Every enemy piece is a source, so only empty squares are left to be filled.
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

    /// Our pieces that stand between the enemy and the rest of the board.
    pub fn wall(self, geometry: &Geometry) -> Bits {
        self.own & neighbours(self.zone(geometry))
    }

    /// Whether we have a fortress: we can move for ever and never lose a piece.
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

    /// F2: a connected region that holds a piece and an empty square has the
    /// two next to each other somewhere.
    fn spare_move(interior: Bits, own: Bits) -> bool {
        neighbours(interior & own) & interior & !own != 0
    }

    /// F1 broken: the enemy can stand on both sides of a wall piece.
    fn flanked_wall(wall: Bits, zone: Bits) -> bool {
        wall & ((east(zone) & west(zone)) | (north(zone) & south(zone))) != 0
    }

    /// F3 broken: a wall piece might have to leave the wall, to capture.
    ///
    /// It would step to `t` outside the wall, with a victim in the zone beyond
    /// `t` and, beyond that, a square where a partner could stand.
    fn sortie(geometry: &Geometry, wall: Bits, zone: Bits) -> bool {
        let victims = zone & !geometry.centre;
        let partners = geometry.board & !zone;
        let lures = (west(victims) & west(west(partners)))
            | (east(victims) & east(east(partners)))
            | (south(victims) & south(south(partners)))
            | (north(victims) & north(north(partners)));
        neighbours(wall) & geometry.board & !wall & lures != 0
    }

    /// Whether we have completed a row: a rank or file, not on the edge, with
    /// none of the enemy's pieces on one side of it and something of ours to
    /// move there.
    pub fn row(self, geometry: &Geometry) -> bool {
        self.own.count_ones() > u32::from(geometry.size) && self.rows(geometry) != 0
    }

    /// The rows that we have completed.
    pub fn rows(self, geometry: &Geometry) -> Bits {
        let lines: [fn(&Geometry, u8) -> Bits; 2] = [Geometry::rank, Geometry::file];
        (1..geometry.size - 1)
            .flat_map(|number| lines.map(|line| (number, line)))
            .filter(|(number, line)| self.holds(geometry, *number, *line))
            .fold(0, |rows, (number, line)| rows | line(geometry, number))
    }

    /// Whether a line is all ours and one side of it is only ours; `line` is
    /// the line of that number.
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
