//! The purposes of moves.

use siwa_games::registry::Registry;

/// Variant, position, move, and its reason.
const PURPOSES: &str = "
# The last enemy piece is captured.
seega-5-modern | ...../...../.ox../x...o/xx... x m 23 | a2-a3 | Wins
seega-5-modern | x.oo./.x.../.oo../xo.../..x.. x m 24 | c1-c2-b2 | Captures(2)
# Dark, on c1 only, cannot move.
seega-5-modern | ..x../.xx.x/....x/.x.../xxox. x m 17 | b2-c2 | Blocks
seega-5-classic | .o.o./o.o../xo.x./x..../.x.x. o m 1 | b3-b4 | Wall
seega-5-classic | .xx../..x../xo.ox/xo..o/..... o m 8 | b3-c3 | Defends(2)
seega-5-modern | ..o../...x./o.o.o/.ox.x/x.... o m 0 | e3-d3 | Threatens(2)
# An extra turn that lets Light move again.
seega-5-modern | xoxxo/ooxox/..oox/o.oxo/xoxxo o e 6 | a2-a3 | MakesWay
seega-5-classic | x..xx/x..../...../..x.x/...oo o m 4 | d1-c1 | Frees
seega-5-classic | ...../x..o./x...o/...../..o.. o m 6 | c1-b1 | nothing
gyges-gates | ...2../2.2..1/.13..1/3...23/...31./...... S - | e2-goal | Wins
gyges-gates | .11.21/....../..3..1/3....3/...2../2.23.. N - | b6-a6 | Parries
gyges-gates | ...2../2.2..1/.13..1/3...23/...31./...... S - | d2-a3=b2 | ThreatensWin
gyges-gates | .11.21/....../..3..1/3....3/...2../2.23.. N - | e6-b5 | OpensGate
gyges-gates | ....../....2./33..11/223.13/1....2/...... N - | e5-f3=c5 | ShutsGates
# The nearest row cannot move, and a piece of the next one enters the goal.
gyges-gates | ....../....../..3.../....../112112/3.3322 N - | c4-a3 | Parries
# The gates cannot be reached without turning straight back.
gyges-gates | ..1.../..23../3...../3..12./....../132.21 S - | b1-d4 | nothing
gyges-gates | ....1./3..2../21.33./..1.2./....../.1..32 S - | e1-f3 | nothing
gyges-gates | 321123/....../....../....../....../321123 S - | a1-a4 | nothing
";

#[test]
fn the_purpose_of_a_move_is_told_from_the_positions_before_and_after_it() {
    let rows = PURPOSES.trim().lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let [variant, position, text, purpose] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (rules, variant) = Registry::standard().variant(variant).unwrap();
        let reason = rules.parse(variant, position).unwrap().reason(text);
        let found = reason.map_or_else(|| "nothing".to_owned(), |reason| format!("{reason:?}"));
        assert_eq!(found, purpose, "{row}");
    }
}
