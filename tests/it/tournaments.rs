//! The steps of a tournament and its groups, decided without a database or Discord.

use siwa::game::{
    ChannelId, Denial, Entrant, GameId, GameSummary, GameTerms, GroupStanding, GuildId, Name,
    NewGames, PairResult, Phase, PlayerId, Start, Thread, TimeControl, Tournament, TournamentGame,
    Venue,
};
use siwa::time::Timestamp;
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Side};

pub(crate) const NOW: Timestamp = Timestamp(1_000);

fn player(number: u64) -> PlayerId {
    PlayerId(1_100_000_000_000_000_100 + number)
}

/// A tournament that these many players have joined, in its sign-up.
pub(crate) fn joined(count: u64) -> Tournament {
    let (rules, variant) = Registry::standard().variant("seega-5-classic").unwrap();
    let terms = GameTerms::of_tournament(rules, variant, TimeControl::DEFAULT, Start::Placed);
    let venue = Venue {
        guild: GuildId(1),
        channel: ChannelId(2),
    };
    let name = Name::new("Cup");
    let entrant = |number| Entrant {
        player: player(number),
        name: None,
        rating: 0.0,
        withdrawn: false,
    };
    Tournament {
        players: (1..=count).map(entrant).collect(),
        ..Tournament::new(venue, "en", name, player(1), terms, NOW)
    }
}

/// A running tournament, in which each pair of players in a group has one game.
pub(crate) fn running(count: u64) -> Tournament {
    let mut of = joined(count);
    of.closes = NOW;
    let begun = of.step(NOW).unwrap();
    let groups = match begun {
        NewGames::Groups(groups) => groups,
        other => panic!("{other:?}"),
    };
    for (number, group) in (1..).zip(groups) {
        for (at, one) in group.iter().enumerate() {
            for other in &group[at + 1..] {
                let id = GameId(of.games.len() as u64 + 1);
                let players = BySide::new(*one, *other);
                of.games.push(game(&of, number, (id, id), players));
            }
        }
    }
    of
}

fn game(
    of: &Tournament,
    group: u32,
    (id, pair): (GameId, GameId),
    players: BySide<PlayerId>,
) -> TournamentGame {
    TournamentGame {
        group,
        pair: Some(pair),
        on_time: false,
        card: None,
        shown: 0,
        game: GameSummary {
            id,
            venue: of.venue,
            thread: Thread::None,
            number_in_pair: Some(if id == pair { 1 } else { 2 }),
            info: of.terms.rules.info(),
            variant: of.terms.variant,
            players,
            turn: Some(Side::First),
            winner: None,
            deadline: None,
            message: None,
            names: BySide::default(),
        },
    }
}

/// Ends a game with this winner; `None` is a draw.
fn ends(of: &mut Tournament, id: GameId, winner: Option<PlayerId>) {
    let found = of.games.iter_mut().find(|it| it.game.id == id).unwrap();
    let players = found.game.players;
    found.game.turn = None;
    found.game.winner = Side::BOTH
        .into_iter()
        .find(|side| Some(*players.get(*side)) == winner);
}

/// Starts the second game of this one's pair.
fn begins_second(of: &mut Tournament, first: GameId) -> GameId {
    let id = GameId(of.games.len() as u64 + 1);
    let found = of.games.iter().find(|it| it.game.id == first).unwrap();
    let group = found.group;
    let players = found.game.players;
    let swapped = BySide::new(players.second, players.first);
    of.games.push(game(of, group, (id, first), swapped));
    of.games.sort_by_key(|it| (it.group, it.game.id));
    id
}

/// Plays both games of all pairs of the present stage; the lower number wins.
pub(crate) fn plays_all(of: &mut Tournament) {
    let games: Vec<_> = of
        .games
        .iter()
        .filter(|it| it.game.turn.is_some())
        .collect();
    let games = games.iter().map(|it| (it.game.id, it.game.players));
    for (id, players) in games.collect::<Vec<_>>() {
        let best = Some(players.first.min(players.second));
        ends(of, id, best);
        assert_eq!(of.step(NOW), Some(NewGames::Second(id)));
        let second = begins_second(of, id);
        ends(of, second, best);
    }
}

#[test]
fn a_sign_up_with_too_few_players_is_cancelled_when_it_closes() {
    let mut of = joined(2);
    assert_eq!(of.start(NOW), Err(Denial::TooFewPlayers(3)));
    assert_eq!(of.step(NOW), None);
    assert_eq!(of.step(of.closes), Some(NewGames::None));
    assert_eq!(of.phase, Phase::Cancelled);
    assert_eq!(of.step(of.closes), None);
}

#[test]
fn a_running_tournament_can_be_cancelled_and_goes_no_further() {
    let mut of = running(3);
    of.cancel(player(1)).unwrap();
    assert_eq!(of.cancel(player(1)), Err(Denial::NoTournament));
    let first = of.games[0].game.id;
    ends(&mut of, first, Some(player(1)));
    assert_eq!(of.step(NOW), None);
    assert_eq!(of.phase, Phase::Cancelled);
}

#[test]
fn games_lost_on_time_to_withdrawn_players_withdraw_nobody() {
    let mut of = running(5);
    for leaver in [4, 5] {
        of.withdraw(player(leaver)).unwrap();
    }
    let against = |of: &Tournament, leaver| {
        let both = |it: &&TournamentGame| it.is_of(player(1)) && it.is_of(player(leaver));
        of.games.iter().find(both).unwrap().game.id
    };
    for leaver in [4, 5] {
        let lost = against(&of, leaver);
        ends(&mut of, lost, Some(player(leaver)));
        let found = of.games.iter_mut().find(|it| it.game.id == lost);
        found.unwrap().on_time = true;
    }
    assert_eq!(of.step(NOW), None);
    assert!(!of.entrant(player(1)).unwrap().withdrawn);
    assert!(of.to_ask_after(NOW).is_empty());
}

#[test]
fn results_of_who_leaves_before_half_of_the_meetings_are_taken_out() {
    let mut of = running(5);
    let meets = |of: &mut Tournament, one, other, winner| {
        let both = |it: &&TournamentGame| it.is_of(player(one)) && it.is_of(player(other));
        let first = of.games.iter().find(both).unwrap().game.id;
        ends(of, first, winner);
        let second = begins_second(of, first);
        ends(of, second, winner);
    };
    let points = |of: &Tournament, number| {
        let group = of.group(1).unwrap();
        let of_player = |row: &&GroupStanding| group.players[row.player].player == player(number);
        group.rows.iter().find(of_player).unwrap().half_points
    };
    meets(&mut of, 1, 5, Some(player(1)));
    of.withdraw(player(5)).unwrap();
    assert_eq!(points(&of, 1), 0, "one of four meetings is less than half");
    let mut half = running(5);
    for other in [1, 2] {
        meets(&mut half, other, 5, Some(player(other)));
    }
    half.withdraw(player(5)).unwrap();
    assert_eq!([1, 2, 3].map(|number| points(&half, number)), [2, 2, 0]);
}

#[test]
fn who_leaves_after_the_end_has_won_all_the_same() {
    let mut of = running(3);
    plays_all(&mut of);
    while of.step(NOW).is_some() {}
    let won = of.winners();
    assert_eq!(of.phase, Phase::Over);
    of.remove(won[0]);
    assert_eq!(of.winners(), won);
}

#[test]
fn of_equal_winners_of_a_group_the_better_rating_plays_on() {
    let mut of = running(6);
    of.players[4].rating = 1600.0;
    of.players
        .sort_by(|one, other| other.rating.total_cmp(&one.rating));
    let firsts: Vec<GameId> = of.games.iter().filter_map(|it| it.pair).collect();
    for id in firsts {
        ends(&mut of, id, None);
        let second = begins_second(&mut of, id);
        ends(&mut of, second, None);
    }
    let tied = of
        .stage()
        .into_iter()
        .find(|it| it.players[0].rating > 1500.0);
    let tied = tied.unwrap();
    assert!(
        tied.rows.iter().all(|row| row.rank == 1),
        "nothing else separates them"
    );
    let Some(NewGames::Groups(next)) = of.step(NOW) else {
        panic!("a final follows");
    };
    assert!(next[0].contains(&player(5)), "{next:?}");
}

#[test]
fn nobody_joins_or_leaves_after_the_sign_up() {
    let mut of = joined(3);
    of.may_join(player(4), NOW).unwrap();
    of.closes = NOW;
    assert_eq!(of.may_join(player(4), NOW), Err(Denial::SignUpClosed));
    assert_eq!(of.leave(player(1), NOW), Err(Denial::SignUpClosed));
    assert!(matches!(of.step(NOW), Some(NewGames::Groups(_))));
}

#[test]
fn a_player_joins_once_and_leaves_once() {
    let mut of = joined(1);
    assert_eq!(of.may_join(player(1), NOW), Err(Denial::AlreadyJoined));
    assert_eq!(of.withdraw(player(1)), Err(Denial::NotJoined));
    of.leave(player(1), NOW).unwrap();
    assert_eq!(of.leave(player(1), NOW), Err(Denial::NotJoined));
}

#[test]
fn a_tournament_of_one_group_ends_with_its_last_pair() {
    let mut of = running(3);
    assert_eq!(of.step(NOW), None);
    plays_all(&mut of);
    assert_eq!(of.step(NOW), Some(NewGames::None));
    assert_eq!(of.phase, Phase::Over);
    assert_eq!(of.winners(), [player(1)]);
}

#[test]
fn the_winners_of_several_groups_play_the_final() {
    let mut of = running(6);
    assert_eq!(of.groups().len(), 2);
    plays_all(&mut of);
    let winners: Vec<PlayerId> = of.winners();
    assert_eq!(winners.len(), 2);
    let Some(NewGames::Groups(last)) = of.step(NOW) else {
        panic!("the final does not begin");
    };
    assert_eq!(last, [winners]);
    assert_eq!(of.opened, 3);
    let id = GameId(100);
    let players = BySide::new(last[0][0], last[0][1]);
    of.games.push(game(&of, 3, (id, id), players));
    assert!(of.is_final(3) && !of.is_final(2));
    plays_all(&mut of);
    of.step(NOW);
    assert_eq!(of.winners(), [player(1)]);
}

#[test]
fn a_pair_is_drawn_if_each_wins_a_game() {
    let mut of = running(3);
    let one = of.games[0].game.players.first;
    let other = of.games[0].game.players.second;
    ends(&mut of, GameId(1), Some(one));
    let second = begins_second(&mut of, GameId(1));
    ends(&mut of, second, Some(other));
    let group = of.group(1).unwrap();
    let halves = |who| {
        let row = group
            .rows
            .iter()
            .find(|row| group.players[row.player].player == who);
        row.unwrap().half_points
    };
    assert_eq!((halves(one), halves(other)), (1, 1));
}

#[test]
fn pairs_of_a_withdrawn_player_without_a_second_game_count_for_nobody() {
    let mut of = running(3);
    let leaver = of.games[0].game.players.first;
    ends(&mut of, GameId(1), Some(leaver));
    of.withdraw(leaver).unwrap();
    assert_eq!(of.withdraw(leaver), Err(Denial::NotJoined));
    // The only pair that is left decides.
    let left = of
        .games
        .iter()
        .find(|it| !it.is_of(leaver))
        .unwrap()
        .game
        .clone();
    let best = left.players.second;
    ends(&mut of, left.id, Some(best));
    assert_eq!(of.step(NOW), Some(NewGames::Second(left.id)));
    let second = begins_second(&mut of, left.id);
    ends(&mut of, second, Some(best));
    assert_eq!(of.step(NOW), Some(NewGames::None));
    assert_eq!((of.phase, of.winners()), (Phase::Over, vec![best]));
    let group = of.group(1).unwrap();
    assert_eq!(group.rows.iter().map(|row| row.half_points).sum::<u32>(), 2);
    assert_eq!(group.count(PairResult::Unplayed), 2);
}

#[test]
fn two_losses_on_time_withdraw_a_player() {
    let mut of = running(3);
    let late = of.games[0].game.players.first;
    let own: Vec<GameId> = of
        .games
        .iter()
        .filter(|it| it.is_of(late))
        .map(|it| it.game.id)
        .collect();
    for (lost, id) in own.into_iter().enumerate() {
        let game = of.games.iter().find(|it| it.game.id == id).unwrap();
        let players = game.game.players;
        let winner = if players.first == late {
            players.second
        } else {
            players.first
        };
        ends(&mut of, id, Some(winner));
        of.games
            .iter_mut()
            .find(|it| it.game.id == id)
            .unwrap()
            .on_time = true;
        if lost == 0 {
            assert_eq!(of.to_ask_after(NOW), [late]);
            assert_eq!(of.step(NOW), Some(NewGames::Second(id)));
        }
    }
    assert_eq!(of.step(NOW), Some(NewGames::None));
    assert!(of.entrant(late).unwrap().withdrawn);
    assert_eq!(of.step(NOW), None, "the pair of the others is played");
    assert!(of.to_ask_after(NOW).is_empty());
}

#[test]
fn a_tournament_that_everyone_leaves_has_no_winner() {
    let mut of = running(3);
    for number in 1..=3 {
        of.withdraw(player(number)).unwrap();
    }
    assert_eq!(of.step(NOW), Some(NewGames::None));
    assert_eq!(of.phase, Phase::Over);
    assert!(of.winners().is_empty());
}

#[test]
fn a_withdrawn_player_is_listed_below_others_of_the_same_rank() {
    let mut of = running(3);
    of.withdraw(of.games[0].game.players.first).unwrap();
    let group = of.group(1).unwrap();
    assert!(group.rows.iter().all(|row| row.rank == 1));
    let withdrawn = group
        .rows
        .iter()
        .map(|row| group.players[row.player].withdrawn);
    assert_eq!(withdrawn.collect::<Vec<_>>(), [false, false, true]);
}
