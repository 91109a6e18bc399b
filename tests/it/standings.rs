//! Groups of a tournament: their standings, and how players are dealt into them.

use proptest::prelude::*;
use siwa::game::{GroupStanding, Meeting, PairResult, deal, standings};

/// The meetings of a crosstable with one character for each cell: `1` for a win, `=` for a draw,
/// `0` for a loss, `-` for an unplayed pair, `.` for a pending one, and `x` on the diagonal.
fn crosstable(rows: &[&str]) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (player, row) in rows.iter().enumerate() {
        for (opponent, cell) in row.chars().enumerate().take(player) {
            let (result, reversed) = match cell {
                '1' => (PairResult::Won(player), '0'),
                '0' => (PairResult::Won(opponent), '1'),
                '=' => (PairResult::Drawn, '='),
                '-' => (PairResult::Unplayed, '-'),
                _ => (PairResult::Pending, '.'),
            };
            let mirrored = rows[opponent].chars().nth(player);
            assert_eq!(mirrored, Some(reversed), "{player} and {opponent}");
            let players = [opponent, player];
            meetings.push(Meeting { players, result });
        }
    }
    meetings
}

/// The standings of a crosstable in which no game was lost on time.
fn ranked(rows: &[&str]) -> Vec<GroupStanding> {
    standings(&crosstable(rows), &vec![0; rows.len()])
}

/// Each row's Sonneborn-Berger score, in quarters.
fn quarters(rows: &[GroupStanding]) -> Vec<u32> {
    rows.iter().map(|row| row.sonneborn_berger).collect()
}

/// Each row's player and rank.
fn ranks(rows: &[GroupStanding]) -> Vec<(usize, usize)> {
    rows.iter().map(|row| (row.player, row.rank)).collect()
}

/// The crosstable of the Masters in the article "Prager Schachfestival 2022" of the German Wikipedia,
/// and the Sonneborn-Berger scores of the first six in the final standings of the organiser, "Pentala
/// Harikrishna wins Masters tournament". The tie-breaks were those of Siwa: all games between the
/// three players with 5 points were drawn, and then their Sonneborn-Berger scores decided.
#[test]
fn a_published_crosstable_is_ranked_as_published() {
    let rows = ranked(&[
        "x=====1111",
        "=x=11===1=",
        "==x======1",
        "=0=x===11=",
        "=0==x===11",
        "=====x=0=1",
        "0=====x===",
        "0==0=1=x==",
        "00=00===x1",
        "0=0=00==0x",
    ]);
    let places: Vec<(usize, usize)> = (0..10).map(|player| (player, player + 1)).collect();
    assert_eq!(ranks(&rows), places);
    let points = rows.iter().map(|row| f64::from(row.half_points) / 2.0);
    let published = [6.5, 6.0, 5.0, 5.0, 5.0, 4.5, 4.0, 4.0, 3.0, 2.0];
    assert_eq!(Vec::from_iter(points), published);
    let scores = rows.iter().map(|row| f64::from(row.sonneborn_berger) / 4.0);
    let published = [25.75, 26.0, 21.0, 20.5, 19.5, 19.25];
    assert_eq!(Vec::from_iter(scores.take(6)), published);
}

#[test]
fn direct_encounter_comes_before_the_sonneborn_berger_score() {
    let rows = ranked(&["x011=", "1x10=", "00x01", "011x1", "==00x"]);
    assert_eq!(ranks(&rows), [(3, 1), (1, 2), (0, 3), (2, 4), (4, 5)]);
    assert_eq!(quarters(&rows), [18, 16, 18, 4, 10]);
}

#[test]
fn the_sonneborn_berger_score_separates_players_who_have_beaten_each_other_in_a_circle() {
    let rows = ranked(&["x1010", "0x1==", "10x01", "0=1x1", "1=00x"]);
    assert_eq!(ranks(&rows), [(3, 1), (0, 2), (1, 3), (2, 4), (4, 5)]);
    assert_eq!(quarters(&rows), [18, 18, 16, 14, 12]);
}

#[test]
fn players_whom_direct_encounter_leaves_tied_are_compared_again_among_themselves() {
    // The fifth player withdrew before meeting the first two.
    let rows = ranked(&["x110-", "0x11-", "00x11", "100x1", "--00x"]);
    assert_eq!(ranks(&rows), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
    assert_eq!(quarters(&rows), [16, 16, 8, 8, 0]);
}

#[test]
fn direct_encounter_decides_nothing_unless_all_tied_players_have_met() {
    for unplayed in ["-", "."] {
        let rows = ["x0-11", "1x001", "-1x01", "011x=", "000=x"];
        let rows = rows.map(|row| row.replace('-', unplayed));
        let rows = ranked(&rows.each_ref().map(String::as_str));
        assert_eq!(ranks(&rows), [(3, 1), (0, 2), (1, 3), (2, 3), (4, 5)]);
    }
}

#[test]
fn unplayed_and_pending_pairs_count_for_nobody() {
    let rows = ranked(&["x1-.", "0x--", "--x=", ".-=x"]);
    assert_eq!(ranks(&rows), [(0, 1), (2, 2), (3, 2), (1, 4)]);
    let points: Vec<u32> = rows.iter().map(|row| row.half_points).collect();
    assert_eq!(points, [2, 1, 1, 0]);
    assert_eq!(quarters(&rows), [0, 1, 1, 0]);
}

#[test]
fn fewer_losses_on_time_are_the_last_tie_break() {
    let circle = crosstable(&["x101", "0x11", "10x1", "000x"]);
    let rows = standings(&circle, &[2, 0, 1, 0]);
    assert_eq!(ranks(&rows), [(1, 1), (2, 2), (0, 3), (3, 4)]);
    let rows = standings(&crosstable(&["x1", "0x"]), &[3, 0]);
    assert_eq!(ranks(&rows), [(0, 1), (1, 2)], "points come first");
}

#[test]
fn players_whom_nothing_separates_share_their_rank() {
    let rows = ranked(&["x101", "0x11", "10x1", "000x"]);
    assert_eq!(ranks(&rows), [(0, 1), (1, 1), (2, 1), (3, 4)]);
    let rows = ranked(&["x.", ".x"]);
    assert_eq!(ranks(&rows), [(0, 1), (1, 1)]);
}

#[test]
fn a_group_without_meetings_has_standings() {
    assert_eq!(standings(&[], &[]), []);
    assert_eq!(ranks(&standings(&[], &[1, 0])), [(1, 1), (0, 2)]);
}

/// Meetings of some players, in any order, and each player's losses on time.
fn group() -> impl Strategy<Value = (Vec<Meeting>, Vec<u32>)> {
    let losses = prop::collection::vec(0..3u32, 2..=5);
    let drawn_lots = losses.prop_flat_map(|losses| {
        let pairs: Vec<[usize; 2]> = (0..losses.len())
            .flat_map(|one| (0..one).map(move |other| [one, other]))
            .collect();
        let results = prop::collection::vec(0..6u8, pairs.len());
        (Just(pairs), results, Just(losses))
    });
    drawn_lots.prop_flat_map(|(pairs, results, losses)| {
        let meeting = |(players, result): ([usize; 2], u8)| Meeting {
            players,
            result: match result {
                0 => PairResult::Pending,
                1 => PairResult::Unplayed,
                2 | 3 => PairResult::Drawn,
                _ => PairResult::Won(players[usize::from(result == 5)]),
            },
        };
        let meetings: Vec<Meeting> = pairs.into_iter().zip(results).map(meeting).collect();
        (Just(meetings).prop_shuffle(), Just(losses))
    })
}

proptest! {
    #[test]
    fn the_standings_do_not_depend_on_the_order_of_meetings(
        (meetings, losses) in group(),
        swapped in any::<bool>(),
    ) {
        let mut others = meetings.clone();
        others.reverse();
        if swapped {
            others.iter_mut().for_each(|meeting| meeting.players.reverse());
        }
        prop_assert_eq!(standings(&others, &losses), standings(&meetings, &losses));
    }

    #[test]
    fn each_player_has_one_row_and_each_decided_pair_gives_one_point(
        (meetings, losses) in group(),
    ) {
        let rows = standings(&meetings, &losses);
        let mut players: Vec<usize> = rows.iter().map(|row| row.player).collect();
        players.sort_unstable();
        prop_assert_eq!(players, Vec::from_iter(0..losses.len()));
        let pending = [PairResult::Pending, PairResult::Unplayed];
        let decided = meetings.iter().filter(|meeting| !pending.contains(&meeting.result));
        let points: u32 = rows.iter().map(|row| row.half_points).sum();
        prop_assert_eq!(points as usize, 2 * decided.count());
        for row in &rows {
            prop_assert_eq!(row.losses_on_time, losses[row.player]);
        }
    }

    #[test]
    fn nobody_is_ranked_above_a_player_with_more_points((meetings, losses) in group()) {
        let rows = standings(&meetings, &losses);
        prop_assert_eq!(rows[0].rank, 1);
        for (place, pair) in rows.windows(2).enumerate() {
            let [above, below] = [pair[0], pair[1]];
            prop_assert!(above.half_points >= below.half_points);
            if above.rank == below.rank {
                let figures = |row: GroupStanding| {
                    (row.half_points, row.sonneborn_berger, row.losses_on_time)
                };
                prop_assert_eq!(figures(above), figures(below));
            } else {
                prop_assert_eq!(below.rank, place + 2);
            }
        }
    }
}

#[test]
fn players_are_dealt_into_groups_as_equal_as_possible() {
    for players in 2..=32_usize {
        let groups = deal(&vec![1500.0; players]);
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let least = sizes.iter().min().unwrap();
        let most = sizes.iter().max().unwrap();
        assert!(*most <= 5 && *least >= 2 && most - least <= 1, "{sizes:?}");
        let mut dealt = groups.concat();
        dealt.sort_unstable();
        assert_eq!(dealt, Vec::from_iter(0..players));
    }
    let sizes =
        |players: usize| -> Vec<usize> { deal(&vec![0.0; players]).iter().map(Vec::len).collect() };
    assert_eq!(sizes(2), [2]);
    assert_eq!(sizes(3), [3]);
    assert_eq!(sizes(5), [5]);
    assert_eq!(sizes(6), [3, 3]);
    assert_eq!(sizes(7), [3, 4]);
    assert_eq!(sizes(11), [3, 4, 4]);
    assert_eq!(sizes(32), [5, 5, 5, 5, 4, 4, 4]);
    assert_eq!(sizes(1), [1]);
    assert_eq!(deal(&[]), [[0; 0]; 0]);
}

#[test]
fn the_best_players_are_dealt_into_different_groups_in_the_order_of_a_snake() {
    let ratings = [1100.0, 1600.0, 1200.0, 1500.0, 1300.0, 1400.0, 1550.0];
    assert_eq!(deal(&ratings), [vec![1, 5, 4], vec![6, 3, 2, 0]]);
}

#[test]
fn players_with_the_same_rating_are_dealt_in_the_given_order() {
    let groups = deal(&[1500.0; 11]);
    assert_eq!(groups, [vec![0, 5, 6], vec![1, 4, 7, 10], vec![2, 3, 8, 9]]);
}
