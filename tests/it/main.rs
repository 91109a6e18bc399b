//! Everything that is tested from outside, in one binary.

mod cli_rules;
mod conformance;
mod perft;
mod playthroughs;
mod random;
mod seega;
