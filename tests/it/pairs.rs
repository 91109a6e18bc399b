//! Pairs of games: the same two people with sides swapped, counted as one result.

use siwa::app::{Act, Rematch, Target};
use siwa::game::{
    Change, Denial, Game, GameId, GameTerms, Ladder, MAX_GAMES, Pairing, PlayerId, Rating,
    Standing, rate,
};
use siwa::store::Unchanged;
use siwa::time::DAY;
use siwa_games::rules::BySide;
use strum::VariantArray as _;

use super::app::Set;
use super::kept::CLASSIC;
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

    async fn ends(&self, game: GameId, end: End) -> Game {
        self.two_turns_each(game).await;
        let players = self.app.load(game).await.unwrap().players();
        let target = Target::Game(game);
        match end {
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
        }
    }

    async fn standing(&self, player: PlayerId) -> Option<Standing> {
        let all =
            self.app
                .read()
                .leaderboard(HERE.guild, Ladder::default(), 0, player, self.app.now());
        all.await.unwrap().own
    }

    async fn is_sound(&self) {
        let examined = self.app.read().examine().await.unwrap();
        assert!(examined.findings.is_empty(), "{:?}", examined.findings);
    }
}

fn swapped(players: BySide<PlayerId>) -> BySide<PlayerId> {
    BySide {
        first: players.second,
        second: players.first,
    }
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
    assert_eq!(second.players(), swapped(first.players()));
    assert_eq!(
        [&first, &second].map(Game::number_in_pair),
        [Some(1), Some(2)]
    );
    set.is_sound().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    assert!(set.other(&first).await.is_none(), "it waits for the first");
    set.is_sound().await;
    set.ends(first.id(), Drawn).await;
    let second = set.other(&first).await.expect("the first is over");
    assert_eq!(second.players(), swapped(first.players()));
    assert_eq!(
        (second.time(), second.rated(), second.ending()),
        (first.time(), first.rated(), None)
    );
    set.is_sound().await;
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
    assert_eq!(second.deadline(), Some(second.turn_began().plus(DAY)));
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
            assert_eq!((early.counted(), early.ratings()), (None, None));
            assert_eq!(set.standing(ANA).await, None, "one game is no result");
            set.is_sound().await;
            let second = set.other(&first).await.unwrap();
            let late = set.ends(second.id(), ends[1]).await;
            let side = |player| late.side_of(player).unwrap();
            let points = late.half_points().unwrap();
            assert_eq!([ANA, BOB].map(|it| *points.get(side(it))), halves);
            let fresh = BySide {
                first: Rating::default(),
                second: Rating::default(),
            };
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
            let shown = set.app.load(late.id()).await.unwrap().ratings();
            assert_eq!(shown.unwrap().first.1, rated.first.rating);
            assert_eq!(set.app.load(early.id()).await.unwrap().ratings(), None);
            set.is_sound().await;
        }
    }
}

#[tokio::test]
async fn the_second_game_of_a_pair_may_end_first() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    let early = set.ends(second.id(), Won(ANA)).await;
    assert_eq!(early.ratings(), None);
    let late = set.ends(first.id(), Won(ANA)).await;
    assert!(late.ratings().is_some());
    set.is_sound().await;
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
    set.is_sound().await;
}

#[tokio::test]
async fn of_a_pair_whose_games_end_together_one_counts_as_later() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    let load = async |id| set.app.load(id).await.unwrap();
    set.two_turns_each(first.id()).await;
    set.two_turns_each(second.id()).await;
    let (mut one, mut other) = (load(first.id()).await, load(second.id()).await);
    let store = &set.kept.store;
    let (by_one, by_other) = (
        one.resign(ANA, NOON).unwrap(),
        other.resign(ANA, NOON).unwrap(),
    );
    let (a, b) = tokio::join!(
        store.append(Change::new(&one, &by_one, NOON), None),
        store.append(Change::new(&other, &by_other, NOON), None)
    );
    assert!(
        matches!(
            (&a, &b),
            (Ok(_), Err(Unchanged::Conflict)) | (Err(Unchanged::Conflict), Ok(_))
        ),
        "{a:?} {b:?}"
    );
    // The application decides a conflicting act again.
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    set.two_turns_each(first.id()).await;
    set.two_turns_each(second.id()).await;
    let resign = |game: &Game| set.act(ANA, Target::Game(game.id()), Act::Resign);
    let (a, b) = tokio::join!(resign(&first), resign(&second));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert_eq!(
        [&a, &b].into_iter().filter_map(|it| it.ratings()).count(),
        1
    );
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
    let accepted = set.accept(&challenged, ANA).await;
    assert!(
        matches!(
            accepted,
            Err(siwa::app::Error::Denial(Denial::RoomForOne(ANA, ..)))
        ),
        "{accepted:?}"
    );
    set.pair([ANA, EVE], Pairing::Single, true).await;
    set.ends(first.id(), Won(BOB)).await;
    assert!(set.other(&first).await.is_some());
    set.is_sound().await;
}

#[tokio::test]
async fn a_player_who_is_away_is_away_in_the_second_game_as_well() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::InTurn, true).await;
    let until = set.app.now().plus(3 * DAY).date().unwrap();
    set.app.leave(ANA, "Ana", until).await.unwrap();
    let away = |game: &Game| game.away(game.side_of(ANA).unwrap());
    let before = away(&set.app.load(first.id()).await.unwrap());
    assert!(before.is_some());
    set.ends(first.id(), Won(ANA)).await;
    let second = set.other(&first).await.unwrap();
    assert_eq!(away(&second), before);
    set.is_sound().await;
}

#[tokio::test]
async fn a_rematch_of_a_pair_is_one_game_after_both() {
    let set = Set::up().await;
    let first = set.pair([ANA, BOB], Pairing::AtOnce, true).await;
    let second = set.other(&first).await.unwrap();
    set.ends(first.id(), Drawn).await;
    let early = set.rematch(first.id(), ANA).await;
    assert!(
        matches!(early, Err(siwa::app::Error::Denial(Denial::NotOver(game))) if game == second.id()),
        "{early:?}"
    );
    set.ends(second.id(), Drawn).await;
    // On whichever board it is requested.
    set.rematch(first.id(), ANA).await.unwrap();
    let Rematch::Begun(again) = set.rematch(second.id(), BOB).await.unwrap() else {
        panic!("both have asked")
    };
    assert_eq!((again.pair(), again.players()), (None, first.players()));
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
    set.is_sound().await;
    for (damage, mend) in [
        (
            "update games set pair = null where id = 2",
            "update games set pair = 1 where id = 2",
        ),
        (
            "update games set pair = null where id = 1",
            "update games set pair = 1 where id = 1",
        ),
        (
            "update challenges set games = 'at-once' where id = 3",
            "update challenges set games = 'in-turn' where id = 3",
        ),
        (
            "update challenges set games = 'single' where id = 1",
            "update challenges set games = 'in-turn' where id = 1",
        ),
        (
            "update games set first_before = 1, first_rated = 0 where id = 1",
            "update games set first_before = null, first_rated = null where id = 1",
        ),
        (
            "update ratings set won = 2 where player = 101",
            "update ratings set won = 1 where player = 101",
        ),
    ] {
        let mut file = set.kept.behind().await;
        let done = sqlx::raw_sql(damage).execute(&mut file).await.unwrap();
        assert!(done.rows_affected() > 0, "{damage}");
        let examined = set.app.read().examine().await.unwrap();
        assert!(!examined.findings.is_empty(), "{damage}");
        sqlx::raw_sql(mend).execute(&mut file).await.unwrap();
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
            let (games, rated) = (*random.pick(Pairing::VARIANTS), random.chance(70));
            let game = set.pair(players, games, rated).await;
            running.push(game.id());
            running.extend(set.other(&game).await.map(|it| it.id()));
        } else if !running.is_empty() {
            let game = running.swap_remove(random.below(running.len()));
            let players = set.app.load(game).await.unwrap().players();
            let end = match random.below(3) {
                0 => Won(players.first),
                1 => Won(players.second),
                _ => Drawn,
            };
            let other = set.ends(game, end).await;
            let other = match other.pair() {
                Some(pair) if pair.other.is_none() => set.other(&other).await,
                _ => None,
            };
            running.extend(other.map(|it| it.id()));
        }
    }
    set.is_sound().await;
}
