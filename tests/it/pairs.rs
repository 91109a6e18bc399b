//! Pairs of games: the same two people with sides swapped, counted as one result.

use siwa::app::{Act, Rematch, Target};
use siwa::game::{
    Change, Denial, Game, GameId, GameTerms, Ladder, MAX_GAMES, Pairing, PlayerId, Rating,
    Standing, rate,
};
use siwa::time::{DAY, Seconds};
use siwa_games::rules::BySide;
use strum::VariantArray as _;

use super::app::{Set, denial, denies};
use super::kept::{CLASSIC, one_is_saved};
use super::random::Random;
use super::table::{ANA, BOB, EVE, HERE, NOON, terms};

/// The end of a game.
#[derive(Clone, Copy, Debug)]
enum End {
    /// This player wins, because the other resigns.
    Won(PlayerId),
    Drawn,
}
use End::{Drawn, Won};

impl Set {
    async fn pair(&self, players: [PlayerId; 2], games: Pairing, rated: bool) -> Game {
        let terms = GameTerms {
            games,
            rated,
            ..terms(CLASSIC)
        };
        let [by, opponent] = players;
        let made = self.challenge_to(by, Some(opponent), terms).await.unwrap();
        self.accept(&made, opponent).await.unwrap()
    }

    async fn other(&self, game: &Game) -> Option<Game> {
        let game = self.app.load(game.id()).await.unwrap();
        self.app.other_of(&game).await.unwrap()
    }

    /// Ends a game that counts; the database is sound after it.
    async fn ends(&self, game: GameId, end: End) -> Game {
        self.two_turns_each(game).await;
        let players = self.app.load(game).await.unwrap().setup.players;
        let target = Target::Game(game);
        let ended = match end {
            Won(winner) => {
                let loser = [players.first, players.second]
                    .into_iter()
                    .find(|it| *it != winner);
                self.act(loser.unwrap(), target, Act::Resign).await.unwrap()
            }
            Drawn => {
                self.act(players.first, target, Act::Offer).await.unwrap();
                let answer = Act::Answer(true);
                self.act(players.second, target, answer).await.unwrap()
            }
        };
        self.is_sound().await;
        ended
    }

    async fn standing(&self, player: PlayerId) -> Option<Standing> {
        let read = self.app.store();
        let all = Ladder::default();
        let now = self.app.now();
        let all = read.leaderboard(HERE.guild, all, 0, player, now);
        all.await.unwrap().own
    }
}

fn swapped(players: BySide<PlayerId>) -> BySide<PlayerId> {
    BySide::new(players.second, players.first)
}

#[tokio::test]
async fn a_challenge_to_a_pair_differs_from_one_to_a_game() {
    let set = Set::up().await;
    for games in [Pairing::Single, Pairing::AtOnce, Pairing::InTurn] {
        let terms = GameTerms {
            games,
            ..terms(CLASSIC)
        };
        set.challenge_to(ANA, Some(BOB), terms).await.unwrap();
        let again = set.challenge_to(ANA, Some(BOB), terms).await;
        assert!(again.is_err(), "{games:?}");
    }
}

#[tokio::test]
async fn games_of_a_pair_start_together_or_one_after_the_other_with_sides_swapped() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.expect("both have begun");
    assert_eq!(second.setup.players, swapped(first.setup.players));
    assert_eq!(first.number_in_pair(), Some(1));
    assert_eq!(second.number_in_pair(), Some(2));
    set.is_sound().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    assert!(set.other(&first).await.is_none(), "it waits for the first");
    set.is_sound().await;
    set.ends(first.id(), Drawn).await;
    let second = set.other(&first).await.expect("the first is over");
    assert_eq!(second.setup.players, swapped(first.setup.players));
    assert_eq!(second.setup.time, first.setup.time);
    assert_eq!(second.setup.rated, first.setup.rated);
    assert_eq!(second.ending, None);
}

#[tokio::test]
async fn the_second_game_of_a_pair_starts_however_the_first_ends() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    set.two_turns_each(first.id()).await;
    set.clock.skip(DAY.0 + 1);
    set.app.sweep().await.unwrap();
    let second = set.other(&first).await.expect("the time is over");
    set.two_turns_each(second.id()).await;
    let second = set.other(&first).await.unwrap();
    assert_eq!(second.deadline(), Some(second.clock.began.plus(DAY)));
    assert!(second.deadline() > Some(set.app.now()));
    set.clock.skip(DAY.0 + 1);
    set.app.sweep().await.unwrap();
    let ended = set.app.load(second.id()).await.unwrap();
    assert_eq!(ended.counted(), Some(None), "each has lost by time once");
    set.is_sound().await;
}

#[tokio::test]
async fn a_rated_pair_is_one_result() {
    for games in [Pairing::AtOnce, Pairing::InTurn] {
        for (ends, winner, halves) in [
            ([Won(ANA), Won(ANA)], Some(ANA), [4, 0]),
            ([Won(BOB), Won(ANA)], None, [2, 2]),
            ([Drawn, Won(BOB)], Some(BOB), [1, 3]),
            ([Won(ANA), Drawn], Some(ANA), [3, 1]),
            ([Drawn, Drawn], None, [2, 2]),
        ] {
            let set = Set::up().await;
            let first = set.pair([ANA, BOB], games, true).await;
            let early = set.ends(first.id(), ends[0]).await;
            assert_eq!((early.counted(), early.ratings), (None, None));
            assert_eq!(set.standing(ANA).await, None, "one game is no result");
            let second = set.other(&first).await.unwrap();
            let late = set.ends(second.id(), ends[1]).await;
            let side = |player| late.side_of(player).unwrap();
            let points = late.half_points().unwrap();
            assert_eq!([ANA, BOB].map(|it| *points.get(side(it))), halves);
            let fresh = BySide::new(Rating::default(), Rating::default());
            let rated = rate(fresh, winner.map(side));
            for player in [ANA, BOB] {
                let standing = set.standing(player).await.unwrap();
                assert_eq!(standing.rating, Some(*rated.get(side(player))));
                let won = u32::from(winner == Some(player));
                let drawn = u32::from(winner.is_none());
                assert_eq!(
                    (standing.won, standing.drawn, standing.lost),
                    (won, drawn, 1 - won - drawn)
                );
            }
            let shown = set.app.load(late.id()).await.unwrap().ratings;
            assert_eq!(shown.unwrap().first.1, rated.first.rating);
            assert_eq!(set.app.load(early.id()).await.unwrap().ratings, None);
        }
    }
}

#[tokio::test]
async fn who_leaves_one_game_of_a_pair_early_does_not_undo_the_other() {
    for games in [Pairing::AtOnce, Pairing::InTurn] {
        let set = Set::up().await;
        let first = set.pair([ANA, BOB], games, true).await;
        set.ends(first.id(), Won(ANA)).await;
        let second = set.other(&first).await.unwrap();
        let left = set.act(BOB, Target::Game(second.id()), Act::Resign).await;
        assert!(left.unwrap().ratings.is_some());
        assert_eq!(set.standing(BOB).await.unwrap().lost, 1);
        set.is_sound().await;
    }
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    for game in [first, second] {
        let left = set.act(BOB, Target::Game(game.id()), Act::Resign).await;
        assert_eq!(left.unwrap().ratings, None, "nobody has played");
    }
    set.is_sound().await;
}

#[tokio::test]
async fn the_second_game_of_a_pair_may_end_first() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    let early = set.ends(second.id(), Won(ANA)).await;
    assert_eq!(early.ratings, None);
    let late = set.ends(first.id(), Won(ANA)).await;
    assert!(late.ratings.is_some());
}

#[tokio::test]
async fn an_unrated_pair_counts_once_and_changes_no_rating() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, false).await;
    let second = set.other(&first).await.unwrap();
    for game in [&first, &second] {
        set.ends(game.id(), Won(BOB)).await;
    }
    let bob = set.standing(BOB).await.unwrap();
    assert_eq!((bob.rating, bob.won, bob.drawn, bob.lost), (None, 1, 0, 0));
}

#[tokio::test]
async fn a_profile_counts_a_pair_once_for_its_opponents_too() {
    let set = Set::up().await;
    let store = set.app.store();
    let seega = async |player| store.profile(HERE.guild, "seega", player).await.unwrap();
    for winners in [[ANA, BOB], [BOB, BOB], [ANA, ANA]] {
        let before = seega(BOB).await.rivals;
        let first = set.pair([ANA, BOB], Pairing::AtOnce, false).await;
        let second = set.other(&first).await.unwrap();
        set.ends(first.id(), Won(winners[0])).await;
        assert_eq!(seega(BOB).await.rivals, before);
        set.ends(second.id(), Won(winners[1])).await;
        for player in [ANA, BOB] {
            let profile = seega(player).await;
            let all = profile.people.unwrap();
            let [rival] = profile.rivals[..] else {
                panic!("{profile:?}")
            };
            let against = (rival.won, rival.drawn, rival.lost);
            assert_eq!(against, (all.won, all.drawn, all.lost));
        }
    }
}

#[tokio::test]
async fn of_a_pair_whose_games_end_together_one_counts_as_later() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    let load = async |id| set.app.load(id).await.unwrap();
    set.two_turns_each(first.id()).await;
    set.two_turns_each(second.id()).await;
    let mut one = load(first.id()).await;
    let mut other = load(second.id()).await;
    let store = &set.kept.store;
    let by_one = one.resign(ANA, NOON).unwrap();
    let by_other = other.resign(ANA, NOON).unwrap();
    one_is_saved(tokio::join!(
        store.append(Change::new(&one, &by_one, NOON), None),
        store.append(Change::new(&other, &by_other, NOON), None)
    ));
    // The application decides a conflicting act again.
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    set.two_turns_each(first.id()).await;
    set.two_turns_each(second.id()).await;
    let resign = |game: &Game| set.act(ANA, Target::Game(game.id()), Act::Resign);
    let (a, b) = tokio::join!(resign(&first), resign(&second));
    let rated = [a.unwrap(), b.unwrap()].map(|game| game.ratings.is_some());
    assert_ne!(rated[0], rated[1]);
    assert_eq!(set.standing(BOB).await.unwrap().won, 1);
    set.is_sound().await;
}

#[tokio::test]
async fn a_pair_played_together_needs_room_for_two_games_and_one_in_turn_for_one() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    for _ in 2..MAX_GAMES {
        set.pair([ANA, EVE], Pairing::Single, true).await;
    }
    let at_once = GameTerms {
        games: Pairing::AtOnce,
        ..terms(CLASSIC)
    };
    let challenged = set.challenge_to(BOB, Some(ANA), at_once).await.unwrap();
    let full = denial(set.accept(&challenged, ANA).await);
    assert!(matches!(full, Denial::RoomForOne(ANA, ..)), "{full:?}");
    set.pair([ANA, EVE], Pairing::Single, true).await;
    set.ends(first.id(), Won(BOB)).await;
    assert!(set.other(&first).await.is_some());
}

#[tokio::test]
async fn a_player_who_is_away_is_away_in_the_second_game_as_well() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    let until = set.app.now().plus(Seconds::days(3)).date().unwrap();
    set.app.set_away(ANA, "Ana", Some(until)).await.unwrap();
    let away = |game: &Game| game.clock.away(game.side_of(ANA).unwrap());
    let before = away(&set.app.load(first.id()).await.unwrap());
    assert!(before.is_some());
    set.ends(first.id(), Won(ANA)).await;
    let second = set.other(&first).await.unwrap();
    assert_eq!(away(&second), before);
}

#[tokio::test]
async fn a_rematch_of_a_pair_is_another_pair_after_both() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    set.ends(first.id(), Drawn).await;
    let early = set.rematch(first.id(), ANA);
    denies(early, Denial::NotOver(second.id())).await;
    set.ends(second.id(), Drawn).await;
    // On whichever board it is requested.
    set.rematch(first.id(), ANA).await.unwrap();
    let Rematch::Begun(again) = set.rematch(second.id(), BOB).await.unwrap() else {
        panic!("both have asked")
    };
    assert!(
        set.other(&again).await.is_some(),
        "both games start together"
    );
    let begins = swapped(first.setup.players);
    assert_eq!(again.setup.players, begins, "the other player begins");
    set.is_sound().await;
}

#[tokio::test]
async fn errors_of_pairs_are_found() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    set.ends(first.id(), Won(ANA)).await;
    let second = set.other(&first).await.unwrap();
    set.ends(second.id(), Won(ANA)).await;
    set.pair([ANA, EVE], Pairing::InTurn, true).await;
    for (row, damage, mend) in [
        ("games where id = 2", "pair = null", "pair = 1"),
        ("games where id = 1", "pair = null", "pair = 1"),
        (
            "challenges where id = 3",
            "games = 'at-once'",
            "games = 'in-turn'",
        ),
        (
            "challenges where id = 1",
            "games = 'single'",
            "games = 'in-turn'",
        ),
        (
            "games where id = 1",
            "first_before = 1",
            "first_before = null",
        ),
        (
            "games where id = 1",
            "first_rated = 0",
            "first_rated = null",
        ),
        ("ratings where player = 101", "won = 2", "won = 1"),
    ] {
        let (table, which) = row.split_once(' ').unwrap();
        let change = async |column: &str| {
            let change = format!("update {table} set {column} {which}");
            set.kept.alter(&change).await;
        };
        change(damage).await;
        let examined = set.app.store().examine().await.unwrap();
        assert!(!examined.findings.is_empty(), "{row}: {damage}");
        change(mend).await;
        set.is_sound().await;
    }
}

#[tokio::test]
async fn any_pairs_in_any_order_leave_a_sound_file() {
    let set = Set::up().await;
    let mut random = Random::seeded(13);
    let mut running: Vec<GameId> = Vec::new();
    for step in 0..120 {
        if running.len() < 5 && step < 90 && random.chance(50) {
            let players = *random.pick(&[[ANA, BOB], [BOB, EVE], [EVE, ANA]]);
            let games = *random.pick(Pairing::VARIANTS);
            let rated = random.chance(70);
            let game = set.pair(players, games, rated).await;
            running.push(game.id());
            running.extend(set.other(&game).await.map(|it| it.id()));
        } else if !running.is_empty() {
            let game = running.swap_remove(random.below(running.len()));
            let players = set.app.load(game).await.unwrap().setup.players;
            let end = match random.below(3) {
                0 => Won(players.first),
                1 => Won(players.second),
                _ => Drawn,
            };
            let other = set.ends(game, end).await;
            let other = match other.setup.pair {
                Some(pair) if pair.other.is_none() => set.other(&other).await,
                _ => None,
            };
            running.extend(other.map(|it| it.id()));
        }
    }
}
