//! The rules of Gygès, and a [`Gyges`] that plays by them.
//!
//! The sheet in the box is short, and those who wrote about the game filled its
//! gaps in different ways. Where they differ, a *ruleset* chooses; where all are
//! silent, the clause says **decided**. The tests next to this file bear the
//! names of the clauses.
//!
//! # Equipment and set-up
//!
//! * **G1** A board of six by six squares, a goal beyond each end of it, and twelve pieces that
//!   belong to nobody: four of level 1, four of 2, four of 3. **South** sits below rank 1 and
//!   starts, **North** above rank 6; the sides are chosen at random.
//! * **G2** *Layout*. `Fixed`: 3 2 1 1 2 3 on rank 1 and on rank 6. `Row`: South,
//!   then North, put two of each level on their own first row, in any order.
//!   `TwoRows`: the same, on any six squares of their own first two rows.
//!
//! # Which pieces can move
//!
//! * **G3** A player may move the pieces of one row only: the nearest one, seen
//!   from the player, with a piece on it.
//! * **G4** If none of them has a legal move, the next row with a piece takes its
//!   place, and so on. (Others let the player pass, or call the game drawn.)
//! * **L5** With twelve pieces on the board some piece of some row always has a move. With fewer,
//!   which no play leads to, a player without any move ends the game in a draw (decided).
//!
//! # Moving
//!
//! * **G5** A piece of level *n* makes exactly *n* steps along ranks and files and
//!   may turn after each. Every square before the last has to be empty. The piece
//!   is lifted first, so the square it stood on counts as empty.
//! * **G6** If it arrives on an empty square, the move is over.
//! * **G7** If it arrives on a piece, the player chooses. Either it *bounces*: it continues by
//!   exactly as many steps as the piece it landed on has levels, by G5 again, any number of times;
//!   a bounce must be completed. Or it *takes the place* of that piece, which is put on an empty
//!   square by G9.
//! * **G8** *Reuse*. `Border`: in one move no border between two squares is crossed twice, in
//!   either direction; squares may be visited again. `Square`: no square is entered twice, and the
//!   first not at all.
//! * **L4** To land twice on one piece never leads anywhere new: leave the loop
//!   out. So a search can ignore it.
//!
//! # Taking a place
//!
//! * **G9** The displaced piece goes to any empty square, the one that the mover
//!   came from among them, even behind the player's own row; but not beyond the
//!   opponent's row, the nearest row to the opponent that is occupied while the
//!   mover has landed and the displaced piece is in hand. It never goes into a
//!   goal.
//!
//! # The goals and the end
//!
//! * **G10** The opponent's goal is entered with the last of the exact steps,
//!   after bounces too, and never passed through. A player's own goal is closed.
//! * **G11** *Gates*. `Middle`: a goal is entered from the two squares in the
//!   middle of the last rank: c6 and d6, c1 and d1. `Row`: from all six.
//! * **G12** A side that enters the opponent's goal wins.
//! * **G13** A move must change the board. Returning to the first square is not a move, and neither
//!   is swapping two equal pieces (decided, after a comment of Beck-Bjella and what follows from
//!   Zago's law of renewal).
//! * **G14** *Recurrence*. `Superko`: no move may repeat any earlier board of the game, whichever
//!   side was to move then. `Threefold`: the third time that the same board occurs with the same
//!   player to move is a draw (decided). Should superko leave a player without a move, that is a
//!   draw by repetition too (decided).
//!
//! # Rulesets
//!
//! | name | after | gates | reuse | layout | recurrence |
//! |---|---|---|---|---|---|
//! | `gates` | the sheet in the box | middle | border | fixed | threefold |
//! | `leroy` | the author's rules in Zago's translation | row | border | row | superko |
//! | `cosmoludo` | the publisher's page | row | square | two rows | threefold |
//!
//! # Notation
//!
//! A position is `<board> <side> <goal>`: the top rank first, ranks separated by
//! `/`, `.` for an empty square; `S` or `N`; and `-`, or `N2` when a piece of
//! level 2 has entered North's goal.
//!
//! Where players set up, the empty board with `S` to move is South's set-up turn,
//! and a board with nothing but South's set-up and `N` to move is North's. No play
//! leads to so few pieces, so these texts mean nothing else there.
//!
//! A move is its effect: `a1-b3`, `a1-goal`, or `a1-b3=d4` when the piece of b3 is
//! put on d4. Two walks with the same effect are one move. Typed with the squares
//! where the piece bounces, `a5-c4-c3-a3-a2-goal`, that route is checked, and its
//! effect is the move. A set-up is `231123` on the first row, from file a to file
//! f, or on two rows a list of squares sorted by name, `a1=3 b1=1 c2=2 d1=1 e1=2
//! f1=3`; six digits alone mean the first row there as well.
//!
//! # Sources
//!
//! A sheet in Portuguese (*Jogo Gygès*); R. Zago's translation of Claude Leroy's
//! rules with a sample game by the author (2001), at J. P. Neto's *World of
//! Abstract Games*; the rule pages of Cosmoludo in English, French and Italian;
//! the help of Board Game Arena; the pages on *Gygès* at salvi.chaosnet.org,
//! boardspace.net, mrraow.com, jeuxadeux.com and gipf.com; and how Abstract Play
//! and Beck-Bjella's library decide what those leave open.

mod board;
mod clauses;
pub mod evaluation;
mod flood;
mod moves;
mod notation;
mod paths;
mod placing;
mod position;
mod routes;
mod ruleset;
mod setup;
mod show;
#[cfg(test)]
mod tests;
mod text;
mod walks;

pub use moves::{Move, Put};
pub use position::Gyges;
