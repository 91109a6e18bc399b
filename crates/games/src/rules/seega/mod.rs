//! The rules of Seega, and a [`Seega`] that plays by them.
//!
//! These rules are based on five rule sheets, which all differ.
//! Where they differ, a *ruleset* chooses; where all are silent, the clause says
//! **decided**. The tests next to this file bear the names of the clauses.
//!
//! # Equipment
//!
//! A square board of 5, 7 or 9 squares along an edge, and 12, 24 or 40 pieces a
//! side: enough to fill all of it but the centre. Files are lettered from the
//! left, ranks numbered from the bottom. The players are `x`, who places first,
//! and `o`; the sides are chosen at random.
//!
//! # Placement
//!
//! * **S1** The players take turns, `x` first. A turn puts exactly two pieces of
//!   their own on two different empty squares, never on the centre. Nothing is
//!   captured. The two are a set: their order means nothing.
//! * **S2** When only the centre is empty, the pieces start to move. The side that
//!   placed last, which is `o`, moves first.
//!
//! # Movement
//!
//! * **S3** A turn moves one of the player's pieces to an empty square next to it along a rank or a
//!   file; the centre is a square like the others. A player with a move must not pass (decided).
//! * **S4** So the first move goes to the centre.
//!
//! # Captures
//!
//! * **S5** The piece that moved captures an enemy piece next to it along a rank or a file if that
//!   piece is not on the centre and another piece of the mover stands on the square just beyond.
//!   All captured pieces, three at most, are removed together.
//! * **S6** Exactly one enemy piece is captured in a direction. Two in a row are
//!   safe (decided: the figures show one).
//! * **S7** Neither edges nor corners nor the empty centre help to capture. So a
//!   piece in a corner is always safe, and one on an edge can be captured along
//!   that edge only.
//! * **S8** A piece on the centre cannot be captured, but it captures, as the
//!   mover and as the partner (the sheets are silent; the public sources agree).
//! * **S9** Moving between two enemy pieces is safe. Such a piece is captured
//!   only when one of them arrives there again.
//!
//! One figure of the Portuguese sheet shows a triple capture with a victim on the
//! centre, against its own text. The text holds.
//!
//! # Chains and duties
//!
//! * **S10** *Chain*. `None`: a turn is one step. `Optional`: after a step that captured, the same
//!   piece may make another if that one captures too, and so on. `Mandatory`: the same, and the
//!   turn is not over while it can. A step that captures nothing neither starts nor continues a
//!   chain. The piece may come back to squares it left.
//! * **S11** *Capture*. `Optional`: as the player likes. `Mandatory`: while some
//!   turn captures, only capturing turns are legal, any of them.
//!
//! # Who cannot move
//!
//! * **S12** A player without a move passes, and the opponent has an extra turn.
//!   The pass happens by itself and is never written.
//! * **S13** *Blocked*. `Skip`: an extra turn is as free as any other. `Open`: in
//!   an extra turn only those turns are legal that let the blocked player move;
//!   if there is none, all are (decided). Either way, extra turns follow each
//!   other until the blocked player can move. With `Skip`, no position of such a run may come again
//!   in it; if nothing else is left, pieces are counted (decided, so that nobody wins by waiting
//!   for a count).
//!
//! Three facts settle the corner cases, and tests check them:
//!
//! * **L1** Some side can always move: the board is connected, so some piece is next to an empty
//!   square.
//! * **L2** The side that has just moved can move again: back, if nothing else. So a
//!   player is blocked by the opponent's turn or when the movement starts.
//! * **L3** An extra turn captures nothing. A victim has an empty square next to
//!   it, where the capturing piece will arrive, so its owner could have moved.
//!   The duties to capture and to open never meet.
//!
//! # The end
//!
//! Checked after every turn of the movement phase, in this order. To *count*
//! means: more pieces on the board win, equal numbers are a draw. Where the ruleset
//! grades victories, one by elimination is great and one by count is small.
//!
//! * **E1** *Elimination*. A side without pieces has lost.
//! * **E2** *Dead*. One piece each is a draw, because nothing can be captured (decided).
//! * **E3** *Barrier*. `Mutual`: both players have a fortress, and pieces are
//!   counted. `Row`: a player has completed a row, and pieces are counted, even
//!   against that player.
//! * **E4** *Idle*. After 40, 60 or 80 consecutive turns without a capture, by the size
//!   of the board, pieces are counted (decided). Extra turns count too, except with `Skip`.
//! * **E5** *Repetition*. The third time that the same board occurs with the same player to move in
//!   the same phase, pieces are counted (decided, after the "statu quo" of the French sheet). With
//!   `Skip`, the positions of extra turns do not count.
//! * **E6** *Claim and agreement*. A player who has a fortress and at least as many
//!   pieces may have them counted at any time of the movement phase; where extra
//!   turns must open, only while the opponent can move. Both together may have them
//!   counted at any time of it; before, their agreement is a draw (decided).
//!
//! A **row** is a rank or file that is not on the edge and entirely one player's,
//! with no enemy piece on one side of it, and at least one own piece and one
//! empty square there (the last two decided: else the row breaks immediately).
//!
//! A **fortress** of A against B is defined on the present board. The
//! *zone* is every square that B's pieces can reach along ranks and files without
//! crossing A's. The *wall* is every piece of A next to the zone. The *interior*
//! is the rest of the board. A has a fortress if B has at most one piece, or if
//!
//! * **F1** no wall piece off the centre has two squares of the zone on opposite
//!   sides of it, so that none can be flanked;
//! * **F2** some connected region of the interior holds a piece of A and an empty
//!   square, so that A always has a spare move; and
//! * **F3** where captures are compulsory, no wall piece can be lured out: there
//!   is no square `t` next to the wall and outside it, such that beyond `t` comes
//!   a square of the zone that is not the centre, and beyond that a square that
//!   is not in the zone.
//!
//! It is sound: as long as A leaves the wall alone, B never leaves the zone, so
//! no wall piece is captured, by F1; an interior piece has no square of the zone next to
//! it; and by F2 and F3 A is never forced to move the wall.
//!
//! # Rulesets
//!
//! | name | after | capture | chain | blocked | barrier | grades |
//! |---|---|---|---|---|---|---|
//! | `classic` | the Portuguese sheets | optional | none | skip | mutual | no |
//! | `french` | the French sheet | optional | none | open | mutual | no |
//! | `lugo` | the sheet of the Arde Lucus festival | mandatory | mandatory | open | row | yes |
//! | `modern` | the rules most common in English | optional | optional | open | mutual | no |
//!
//! # Notation
//!
//! A position is `<board> <side> <phase> <idle>`: the top rank first, ranks
//! separated by `/`, `.` for an empty square; `x` or `o`; `p` while pieces are
//! placed, `m` while they move, `e` in an extra turn; and the number of turns
//! since the last capture that count for E4. A move is `a1 b2` (a placement, sorted), `c2-c3` (a
//! step) or `b2-b3-b4-b5` (a chain); for display it says what it captures:
//! `c2-c3xb3xd3`.
//!
//! # Sources
//!
//! The five sheets: two in Portuguese from a Brazilian box, one in French (from
//! *Le Comptoir des jeux*), one in English with its Galician original (*Xogo
//! Seega*, Arde Lucus, Lugo). Beside them: *Seega* at yeuxdesociete.org, bead.game,
//! boardgamewikia.com, bodogemu.com and Wikipedia; J. P. Neto's pages at di.fc.ul.pt;
//! and the Ludii descriptions of Seega, Kharebga, Khamousiyya and Sabou'iyya, whose
//! blockade "which can move infinitely without possibility of being taken" is the
//! fortress.

mod barrier;
mod board;
mod clauses;
mod deals;
pub mod evaluation;
mod moves;
mod notation;
mod position;
mod ruleset;
mod show;
#[cfg(test)]
mod tests;
mod text;
mod turns;

pub use moves::Move;
pub use position::Seega;
