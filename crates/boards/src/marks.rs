//! The marks on a cell, each with its own shape.

use std::ops::Range;

use super::appearance::Appearance;
use super::piece::paint_piece;
use super::rgba::mixed;
use super::sample::Sample;
use super::shapes::{
    circle, corners, cross, dashed, joints, length, mirrored, rounded, scales, star, stripes,
};
use super::theme::Theme;
use siwa_games::rules::{Mark, Piece, Side};

/// The opacity of a piece that has not been moved there yet.
const PROPOSED: f32 = 0.85;

/// The dark lines of the grain, as heights: along whole rows, which looks like wood and compresses
/// best.
const GRAIN: [Range<f32>; 3] = [-0.25682..-0.22221, 0.13684..0.14709, 0.37616..0.39334];

/// The wood, the groove around it, and its tints.
pub(super) fn ground(sample: &mut Sample, theme: &Theme, look: &Appearance) {
    let (x, y) = sample.at;
    // The grain is the same on both grounds, as if a row of squares were cut from one plank.
    if GRAIN.iter().any(|line| line.contains(&y)) {
        sample.cover(theme.grain);
    }
    let tints = [
        (Mark::From, theme.tints[0]),
        (Mark::To, theme.tints[1]),
        (Mark::Ready, theme.ready[1]),
    ];
    for (_, tint) in tints.iter().filter(|(mark, _)| look.has(*mark)) {
        sample.cover(*tint);
    }
    for (side, [stone, joint]) in Side::BOTH.into_iter().zip(theme.walls) {
        if look.has(Mark::Wall(side)) {
            // Like the pieces: the first side's bricks are square, the second's stones round.
            let joints = match side {
                Side::First => joints(sample.at),
                Side::Second => scales(sample.at),
            };
            sample.cover(stone);
            sample.fill(joints - 0.014, joint);
        }
    }
    let border = 0.5 - x.abs().max(y.abs());
    let upper_left = 0.5 + x.min(y);
    sample.fill(upper_left - 0.022, theme.groove[1]);
    sample.fill(border - 0.009, theme.groove[0]);
}

/// Marks of a special or closed square.
pub(super) fn ornament(sample: &mut Sample, theme: &Theme, look: &Appearance) {
    let at = sample.at;
    if look.has(Mark::Special) {
        let [line, filling] = theme.special;
        // Outside a piece, because the square stays special under it.
        sample.stroke(rounded(at, 0.415, 0.0), 0.022, line);
        // A proposed piece is translucent, and the star must not look like its engraving.
        if !look.proposed {
            sample.fill(star(at, 0.2), filling);
            sample.stroke(star(at, 0.2), 0.02, line);
            sample.stroke(circle(at, 0.1), 0.014, line);
            sample.fill(circle(at, 0.035), line);
        }
    }
    if look.has(Mark::Closed) {
        let [stripe, tint] = theme.closed;
        let mut inside = rounded(at, 0.415, 0.0);
        sample.stroke(inside, 0.024, stripe);
        if look.has(Mark::Special) {
            // Stripes do not cross the ornament.
            inside = inside.max(0.03 - star(at, 0.2));
        }
        sample.fill(inside, tint);
        sample.fill(inside.max(stripes(at, 0.15) - 0.015), stripe);
    }
}

/// Marks of the start, path and end of the last move, and of pieces that can move.
pub(super) fn last_move(sample: &mut Sample, theme: &Theme, look: &Appearance) {
    let at = sample.at;
    if look.has(Mark::Decisive) {
        decisive(sample, theme);
    }
    if look.has(Mark::To) {
        end(sample, theme, look.proposed);
    }
    if look.has(Mark::From) {
        sample.stroke(corners(at, 0.40, 0.14), 0.045, theme.moved);
    }
    if look.has(Mark::Ready) {
        let past = (at.0.abs() - 0.3).max(0.0);
        sample.fill(length(past, at.1 - 0.452) - 0.024, theme.ready[0]);
    }
    if look.has(Mark::Path) {
        let dot = match look.piece {
            None => circle(at, 0.09),
            // A dot that is visible around the piece.
            Some(Piece::Rings(_)) => circle(at, 0.44),
            // A piece hides the middle, so the dots are in the corners.
            Some(_) => circle((at.0.abs() - 0.4, at.1.abs() - 0.4), 0.05),
        };
        sample.fill(dot, theme.moved);
    }
    if look.has(Mark::Target) {
        target(sample, theme, look);
    }
    if look.has(Mark::Refused) {
        refused(sample, theme);
    }
}

/// Rays around the squares that decided the game.
pub(super) fn decisive(sample: &mut Sample, theme: &Theme) {
    let [gold, edge] = theme.decisive;
    let rays = star(sample.at, 0.345);
    sample.fill(rays - 0.012, edge);
    sample.fill(rays + 0.012, gold);
}

/// The frame at the end of a move, dashed if the move is only proposed.
pub(super) fn end(sample: &mut Sample, theme: &Theme, proposed: bool) {
    let frame = if proposed {
        dashed(sample.at, 0.462)
    } else {
        rounded(sample.at, 0.468, 0.0).abs()
    };
    sample.fill(frame - 0.0225, theme.moved);
}

/// A piece that has not been moved there yet.
pub(super) fn proposed(sample: &mut Sample, theme: &Theme, piece: Piece) {
    let before = sample.colour;
    paint_piece(sample, theme, piece, None);
    sample.colour = mixed(before, sample.colour, PROPOSED);
}

/// The possible continuations of the move being entered.
fn target(sample: &mut Sample, theme: &Theme, look: &Appearance) {
    let [ink, edge] = theme.target;
    let (x, y) = mirrored(sample.at);
    let shape = match look.piece {
        // A ring, because a dot means that a move has passed.
        None => circle((x, y), 0.15).abs() - 0.032,
        // A piece hides the middle, so fill the four corners.
        Some(_) => (0.79 - x - y).max(x.max(y) - 0.475),
    };
    sample.fill(shape - 0.02, edge);
    sample.fill(shape, ink);
}

/// The squares that a refused move names: a frame cut at its corners, around any piece.
fn refused(sample: &mut Sample, theme: &Theme) {
    let (x, y) = mirrored(sample.at);
    let frame = (x.max(y) - 0.44).max(x + y - 0.7).abs();
    sample.fill(frame - 0.05, theme.taken[1]);
    sample.fill(frame - 0.032, theme.taken[0]);
}

/// The cross over a captured piece.
pub(super) fn cross_out(sample: &mut Sample, theme: &Theme) {
    let line = cross(sample.at, 0.3);
    sample.fill(line - 0.055, theme.taken[1]);
    sample.fill(line - 0.034, theme.taken[0]);
}
