//! The leaderboard of a month: points of rated games between people.

use siwa::game::{
    Challenge, Change, Game, GameTerms, Ladder, Leaderboard, Pairing, PlayerId, Scope,
};
use siwa::time::{DAY, Date, Seconds, Timestamp};

use super::kept::{CLASSIC, Kept, accepted};
use super::table::{ABROAD, ANA, BOB, EVE, HERE, terms, two_turns_each};
use siwa_games::rules::BySide;

const GONE: PlayerId = PlayerId(999);

/// The first second of a month.
fn month() -> Timestamp {
    Timestamp::end_of(Date::constant(2027, 1, 31))
}

impl Kept {
    /// Two people start what these terms say, at the start of the month or before.
    async fn begin(&self, people: [PlayerId; 2], terms: GameTerms, at: Timestamp) -> Game {
        let [first, second] = people;
        let new = Challenge::new(HERE, "fr", first, Some(second), terms, at);
        let made = self.store.challenge(&new, at, None).await.unwrap().value;
        let players = BySide { first, second };
        let game = accepted(&self.store, &made, players, at, None);
        self.load(game.await.unwrap()).await
    }

    /// Ends a game: this player wins, or nobody.
    async fn end(&self, game: &Game, winner: Option<PlayerId>, at: Timestamp) {
        let mut game = self.load(game.id()).await;
        let BySide { first, second } = game.setup.players;
        let mut events = two_turns_each(&mut game, at);
        match winner {
            Some(winner) if winner == first => events.extend(game.resign(second, at).unwrap()),
            Some(_) => events.extend(game.resign(first, at).unwrap()),
            None => {
                events.extend(game.offer(first, at).unwrap());
                events.extend(game.offer(second, at).unwrap());
            }
        }
        let change = Change::new(&game, &events, at);
        self.store.append(change, None).await.unwrap();
    }

    /// The first player wins a rated game that ends then.
    async fn won(&self, people: [PlayerId; 2], variant: &str, at: Timestamp) {
        let game = self.begin(people, terms(variant), at).await;
        self.end(&game, Some(people[0]), at).await;
    }

    /// The first player and the second draw a rated game.
    async fn drew(&self, people: [PlayerId; 2], at: Timestamp) {
        let game = self.begin(people, terms(CLASSIC), at).await;
        self.end(&game, None, at).await;
    }

    async fn month(&self, kind: Option<&str>, page: u32, now: Timestamp) -> Leaderboard {
        let scope = Scope::Month;
        let ladder = Ladder { kind, scope };
        let board = self.store.leaderboard(HERE.guild, ladder, page, EVE, now);
        board.await.unwrap()
    }
}

/// The players of a page in their order, with what they have won, drawn and lost.
fn results(board: &Leaderboard) -> Vec<(PlayerId, [u32; 3])> {
    let rows = board.standings.iter();
    rows.map(|it| (it.player, [it.won, it.drawn, it.lost]))
        .collect()
}

#[tokio::test]
async fn a_game_counts_in_the_month_in_which_it_ends() {
    for kept in Kept::on_both().await {
        let last = month().plus(Seconds(-1));
        kept.won([ANA, BOB], CLASSIC, last).await;
        let over = kept.begin([BOB, ANA], terms(CLASSIC), last).await;
        assert_eq!(
            results(&kept.month(None, 0, last).await),
            [(ANA, [1, 0, 0]), (BOB, [0, 0, 1])]
        );
        let empty = kept.month(None, 7, month()).await;
        assert_eq!((results(&empty), empty.page, empty.pages), (vec![], 0, 1));
        kept.end(&over, Some(BOB), month()).await;
        let late = month().plus(Seconds::days(27));
        for now in [month(), late] {
            assert_eq!(
                results(&kept.month(None, 0, now).await),
                [(BOB, [1, 0, 0]), (ANA, [0, 0, 1])]
            );
        }
        assert_eq!(results(&kept.month(None, 0, late.plus(DAY)).await), []);
    }
}

#[tokio::test]
async fn more_points_then_fewer_games_then_the_rating_come_first() {
    for kept in Kept::on_both().await {
        let [fay, gus, hal] = [104, 105, 106].map(PlayerId);
        // Gus has the better rating from before.
        kept.won([gus, hal], CLASSIC, month().plus(-DAY.0)).await;
        kept.won([ANA, BOB], CLASSIC, month()).await;
        kept.drew([EVE, ANA], month()).await;
        kept.won([EVE, BOB], CLASSIC, month()).await;
        kept.drew([ANA, EVE], month()).await;
        kept.won([ANA, hal], CLASSIC, month()).await;
        kept.won([fay, hal], CLASSIC, month()).await;
        kept.won([gus, BOB], CLASSIC, month()).await;
        let board = kept.month(None, 0, month()).await;
        assert_eq!(
            results(&board),
            [
                (ANA, [2, 2, 0]),
                (EVE, [1, 2, 0]),
                (gus, [1, 0, 0]),
                (fay, [1, 0, 0]),
                (hal, [0, 0, 2]),
                (BOB, [0, 0, 3]),
            ]
        );
        assert_eq!(board.own.map(|own| (own.place, own.player)), Some((2, EVE)));
    }
}

#[tokio::test]
async fn unrated_games_other_kinds_and_other_servers_do_not_count() {
    for kept in Kept::on_both().await {
        let unrated = GameTerms {
            rated: false,
            ..terms(CLASSIC)
        };
        let game = kept.begin([ANA, BOB], unrated, month()).await;
        kept.end(&game, Some(ANA), month()).await;
        assert_eq!(results(&kept.month(None, 0, month()).await), []);
        kept.won([EVE, BOB], CLASSIC, month()).await;
        kept.won([ANA, EVE], "gyges-gates", month()).await;
        let seega = [(EVE, [1, 0, 0]), (BOB, [0, 0, 1])];
        let gyges = [(ANA, [1, 0, 0]), (EVE, [0, 0, 1])];
        let both = [(ANA, [1, 0, 0]), (EVE, [1, 0, 1]), (BOB, [0, 0, 1])];
        let of = async |kind| results(&kept.month(kind, 0, month()).await);
        assert_eq!(of(Some("seega")).await, seega);
        assert_eq!(of(Some("gyges")).await, gyges);
        assert_eq!(of(None).await, both);
        let ladder = Ladder {
            kind: None,
            scope: Scope::Month,
        };
        let abroad = kept
            .store
            .leaderboard(ABROAD.guild, ladder, 0, EVE, month());
        assert_eq!(results(&abroad.await.unwrap()), []);
    }
}

#[tokio::test]
async fn a_pair_is_one_result_in_the_month_in_which_its_last_game_ends() {
    let last = month().plus(-1);
    for (winners, won, drawn) in [
        ([Some(ANA), Some(ANA)], 1, 0),
        ([Some(ANA), None], 1, 0),
        ([None, Some(ANA)], 1, 0),
        ([Some(ANA), Some(BOB)], 0, 1),
        ([None, None], 0, 1),
    ] {
        for kept in Kept::on_both().await {
            let pair = GameTerms {
                games: Pairing::AtOnce,
                ..terms(CLASSIC)
            };
            let first = kept.begin([ANA, BOB], pair, last).await;
            let second = kept.load(first.setup.pair.unwrap().other.unwrap().id).await;
            kept.end(&first, winners[0], last).await;
            assert_eq!(results(&kept.month(None, 0, last).await), []);
            kept.end(&second, winners[1], month()).await;
            let ana = (ANA, [won, drawn, 0]);
            let bob = (BOB, [0, drawn, won]);
            let board = kept.month(None, 0, month()).await;
            assert_eq!(results(&board).len(), 2, "{winners:?}");
            assert!(results(&board).contains(&ana), "{winners:?}: {board:?}");
            assert!(results(&board).contains(&bob), "{winners:?}: {board:?}");
        }
    }
}

#[tokio::test]
async fn a_deleted_player_is_off_the_list_and_the_opponents_keep_their_points() {
    for kept in Kept::on_both().await {
        kept.won([ANA, BOB], CLASSIC, month()).await;
        kept.won([BOB, EVE], CLASSIC, month()).await;
        kept.store
            .forget(BOB, Some(HERE.guild), GONE)
            .await
            .unwrap();
        let board = kept.month(None, 0, month()).await;
        assert_eq!(results(&board), [(ANA, [1, 0, 0]), (EVE, [0, 0, 1])]);
    }
}

#[tokio::test]
async fn the_list_of_a_month_has_pages_like_the_other() {
    for kept in Kept::on_both().await {
        for other in 301..313 {
            kept.won([ANA, PlayerId(other)], CLASSIC, month()).await;
        }
        let first = kept.month(None, 0, month()).await;
        assert_eq!((first.standings.len(), first.pages), (10, 2));
        assert_eq!((first.standings[0].player, first.own), (ANA, None));
        let last = kept.month(None, 9, month()).await;
        assert_eq!((last.standings.len(), last.page), (3, 1));
        let places: Vec<u32> = last.standings.iter().map(|it| it.place).collect();
        assert_eq!(places, [11, 12, 13]);
    }
}
