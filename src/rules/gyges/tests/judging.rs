//! What a position is worth, seen from another place.

use super::super::Position;
use super::super::board::{Board, each};
use super::played;
use crate::rules::evaluate::Evaluate as _;
use crate::rules::{Position as _, Stage};

/// The board with every piece moved to another square.
fn moved(board: Board, to: impl Fn(u8) -> u8) -> Board {
    each(board.occupied()).fold(Board::default(), |moved, at| {
        moved.with(to(at), board.level(at))
    })
}

#[test]
fn a_mirror_and_the_other_side_of_the_board_change_nothing() {
    for variant in Position::INFO.variants {
        let mut judged = 0;
        for position in played(variant, 200) {
            if position.stage() == Stage::Placement || position.outcome().is_some() {
                continue;
            }
            let on = |board, side| Position::on(position.ruleset, board, side, None);
            let mirror = moved(position.board, |at| at / 6 * 6 + 5 - at % 6);
            let mirror = on(mirror, position.side);
            let mirrored = position.inputs().into_iter().map(Position::mirrored);
            let mut mirrored: Vec<u16> = mirrored.collect();
            mirrored.sort_unstable();
            assert_eq!(mirror.inputs(), mirrored, "{position}");
            let turned = on(moved(position.board, |at| 35 - at), position.side.other());
            assert_eq!(turned.inputs(), position.inputs(), "{position}");
            assert_eq!(turned.measures(), position.measures(), "{position}");
            judged += 1;
        }
        assert!(judged > 50, "{judged}");
    }
}
