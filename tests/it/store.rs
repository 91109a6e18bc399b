//! The store's methods: the story of a game, races, and damaged files.

use siwa::app::App;
use siwa::game::{
    Cause, Challenge, Change, ChannelId, Corrupt, Defaults, Denial, Event, Game, GameId,
    GameSummary, GameTerms, GuildId, GuildRules, Ladder, MessageId, Name, PlayerId, Post,
    Preference, Rating, RatingChange, Setting, State, TimeControl, Venue, rate,
};
use siwa::store::{Error, Lease, OpenError, Origin, Posted, Presentation, Store, Unchanged};
use siwa::time::{Clock, DAY, Timestamp, Zone};
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Outcome, Side};
use sqlx::Connection as _;

use super::kept::{CLASSIC, Kept, accepted, connect, new};
use super::scratch::Scratch;
use super::table::{ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, NOON, end_by, two_turns_each, whole};

impl Kept {
    async fn append(
        &self,
        game: &Game,
        events: &[Event],
        cause: Option<Cause>,
    ) -> Result<Option<RatingChange>, Unchanged> {
        let origin = cause.map(Origin::from);
        self.store
            .append(Change::new(game, events, NOON), origin.as_ref())
            .await
    }

    async fn resigned(&self, game: &mut Game, by: PlayerId) {
        let mut events = two_turns_each(game, NOON);
        events.extend(game.resign(by, NOON).unwrap());
        self.append(game, &events, None).await.unwrap();
    }
}

#[tokio::test]
async fn a_story_from_challenge_to_leaderboard() {
    let kept = Kept::open().await;
    let made = kept
        .store
        .challenge(&new(ANA, Some(BOB)), NOON, Some(&Cause(1).into()))
        .await
        .unwrap();
    assert_eq!(
        (made.challenger, made.opponent, made.state),
        (ANA, Some(BOB), State::Open)
    );
    assert_eq!(made.terms.variant.id, CLASSIC);
    let players = BySide {
        first: BOB,
        second: ANA,
    };
    let id = accepted(&kept.store, &made, players, NOON, Some(&Cause(2).into()))
        .await
        .unwrap();
    let accepted = kept.store.find_challenge(made.id).await.unwrap().unwrap();
    assert_eq!(accepted.state, State::Accepted(id));
    assert_eq!(kept.challenge_of(id).await, Some(made.id));

    let mut game = kept.load(id).await;
    assert_eq!(
        (game.venue(), game.players(), game.seq()),
        (HERE, players, 1)
    );
    let (moves, outcome) = whole(CLASSIC, 5);
    for (cause, text) in (10..).zip(&moves) {
        let by = game.player(game.turn().unwrap());
        let line = kept.store.running_of(by, Some(HERE.guild)).await.unwrap();
        assert_eq!(line.len(), 1);
        assert_eq!(
            (line[0].id, line[0].turn, line[0].deadline),
            (id, game.turn(), game.deadline())
        );
        let events = game.play(by, text, None, NOON).unwrap();
        kept.append(&game, &events, Some(Cause(cause)))
            .await
            .unwrap();
        assert_eq!(kept.store.caused(Cause(cause)).await.unwrap(), Some(id));
    }
    assert_eq!(game.ending(), Some(outcome));
    assert!(
        kept.store
            .running_in(HERE.channel)
            .await
            .unwrap()
            .is_empty()
    );

    let kept = kept.reopen().await;
    let again = kept.load(id).await;
    assert_eq!(format!("{again:?}"), format!("{game:?}"));
    let changes = again.ratings().unwrap();
    let board = kept
        .store
        .leaderboard(
            HERE.guild,
            Ladder {
                kind: Some("seega"),
                ..Ladder::default()
            },
            0,
            ANA,
            NOON,
        )
        .await
        .unwrap();
    assert_eq!((board.standings.len(), board.page, board.pages), (2, 0, 1));
    assert_eq!(board.own.map(|own| own.player), Some(ANA));
    for side in Side::BOTH {
        let standing = board
            .standings
            .iter()
            .find(|line| line.player == game.player(side))
            .unwrap();
        assert!((standing.rating.unwrap().rating - changes.get(side).1).abs() < 1e-9);
        let won = u32::from(outcome.winner == Some(side));
        let lost = u32::from(outcome.winner == Some(side.other()));
        assert_eq!(
            (standing.won, standing.drawn, standing.lost),
            (won, 1 - won - lost, lost)
        );
    }
    let all = kept
        .store
        .leaderboard(HERE.guild, Ladder::default(), 0, ANA, NOON)
        .await
        .unwrap();
    assert_eq!(all.standings.len(), 2, "and on that of all games");
    let abroad = kept
        .store
        .leaderboard(ABROAD.guild, Ladder::default(), 0, ANA, NOON)
        .await
        .unwrap();
    assert!(
        abroad.standings.is_empty() && abroad.own.is_none(),
        "another server has its own"
    );
}

#[tokio::test]
async fn of_two_moves_at_the_same_time_one_is_saved() {
    let kept = Kept::open().await;
    let id = kept.game([ANA, BOB]).await.id();
    let (mut one, mut other) = (kept.load(id).await, kept.load(id).await);
    let (first, second) = (
        one.play(ANA, "a1 b2", None, NOON).unwrap(),
        other.play(ANA, "d4 e5", None, NOON).unwrap(),
    );
    let (a, b) = tokio::join!(
        kept.append(&one, &first, Some(Cause(1))),
        kept.append(&other, &second, Some(Cause(2)))
    );
    assert!(
        matches!(
            (&a, &b),
            (Ok(_), Err(Unchanged::Conflict)) | (Err(Unchanged::Conflict), Ok(_))
        ),
        "{a:?} {b:?}"
    );
    let game = kept.load(id).await;
    assert_eq!((game.seq(), game.plies()), (2, 1));
}

#[tokio::test]
async fn the_end_of_a_game_changes_the_ratings_as_they_are_then() {
    let kept = Kept::open().await;
    let (one, other) = (
        kept.game([ANA, BOB]).await.id(),
        kept.game([ANA, EVE]).await.id(),
    );
    let (mut one, mut late) = (kept.load(one).await, kept.load(other).await);
    kept.resigned(&mut one, ANA).await;
    kept.resigned(&mut late, ANA).await;
    let ratings = async |game| kept.load(game).await.ratings().unwrap();
    assert_eq!(
        ratings(late.id()).await.first.0,
        ratings(one.id()).await.first.1,
        "one rating follows from the other"
    );
}

#[tokio::test]
async fn an_interaction_that_caused_a_change_does_not_cause_another() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    kept.append(&game, &events, Some(Cause(9))).await.unwrap();
    let events = game.play(BOB, "d4 e5", None, NOON).unwrap();
    let repeated = kept.append(&game, &events, Some(Cause(9))).await;
    assert!(matches!(repeated, Err(Unchanged::Repeated)), "{repeated:?}");
    assert_eq!(kept.load(game.id()).await.plies(), 1);

    kept.store
        .challenge(&new(ANA, None), NOON, Some(&Cause(20).into()))
        .await
        .unwrap();
    let repeated = kept
        .store
        .challenge(&new(ANA, None), NOON, Some(&Cause(20).into()))
        .await;
    assert!(matches!(repeated, Err(Unchanged::Repeated)));
    assert!(
        kept.store
            .challenge_by_cause(Cause(20))
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        kept.store
            .challenge_by_cause(Cause(21))
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(kept.store.caused(Cause(21)).await.unwrap(), None);
}

#[tokio::test]
async fn of_two_players_who_accept_at_the_same_time_one_plays() {
    let kept = Kept::open().await;
    let challenge = kept.made(&new(ANA, None)).await;
    let accept = async |by, cause| {
        let players = BySide {
            first: ANA,
            second: by,
        };
        let origin = Origin::from(Cause(cause));
        accepted(&kept.store, &challenge, players, NOON, Some(&origin)).await
    };
    let (one, other) = tokio::join!(accept(BOB, 1), accept(EVE, 2));
    assert!(
        matches!(
            (&one, &other),
            (Ok(_), Err(Unchanged::Conflict)) | (Err(Unchanged::Conflict), Ok(_))
        ),
        "{one:?} {other:?}"
    );
    assert_eq!(kept.count("games").await, 1);
}

#[tokio::test]
async fn a_game_has_one_rematch() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    kept.resigned(&mut game, ANA).await;
    let again = |by, opponent| Challenge {
        rematch_of: Some(game.id()),
        ..new(by, Some(opponent))
    };
    let (by_ana, by_bob) = (again(ANA, BOB), again(BOB, ANA));
    let causes = [Cause(1), Cause(2)].map(Origin::from);
    let (one, other) = tokio::join!(
        kept.store.challenge(&by_ana, NOON, Some(&causes[0])),
        kept.store.challenge(&by_bob, NOON, Some(&causes[1]))
    );
    assert!(
        matches!(
            (&one, &other),
            (Ok(_), Err(Unchanged::Conflict)) | (Err(Unchanged::Conflict), Ok(_))
        ),
        "{one:?} {other:?}"
    );
    let made = one.or(other).unwrap();
    assert_eq!(made.rematch_of, Some(game.id()));
    assert_eq!(
        kept.store.rematch(game.id()).await.unwrap().unwrap().id,
        made.id
    );
    // A declined challenge makes room for another.
    let declined = kept
        .store
        .close_challenge(&made, State::Declined, NOON, None);
    assert!(declined.await.unwrap());
    assert!(kept.store.rematch(game.id()).await.unwrap().is_none());
    assert!(
        kept.store
            .challenge(&by_bob, NOON, Some(&Cause(3).into()))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn the_same_challenge_to_the_same_person_is_open_once() {
    let kept = Kept::open().await;
    let make = async |new: Challenge| kept.store.challenge(&new, NOON, None).await;
    let first = make(new(ANA, Some(BOB))).await.unwrap();
    let again = make(new(ANA, Some(BOB))).await;
    assert!(
        matches!(again, Err(Unchanged::Denial(Denial::ChallengeOpen(BOB)))),
        "{again:?}"
    );
    let unlimited = Challenge {
        terms: GameTerms {
            time: siwa::game::TimeControl::Unlimited,
            ..new(ANA, Some(BOB)).terms
        },
        ..new(ANA, Some(BOB))
    };
    assert!(make(unlimited.clone()).await.is_ok(), "another time limit");
    assert!(make(unlimited).await.is_err(), "twice without a limit");
    assert!(make(new(ANA, Some(EVE))).await.is_ok(), "somebody else");
    assert!(
        make(new(BOB, Some(ANA))).await.is_ok(),
        "the other way round"
    );
    assert!(make(new(ANA, None)).await.is_ok() && make(new(ANA, None)).await.is_ok());
    let abroad = Challenge {
        venue: ABROAD,
        ..new(ANA, Some(BOB))
    };
    assert!(make(abroad).await.is_ok(), "another server");
    let later = first.expires;
    let same = new(ANA, Some(BOB));
    let anew = kept.store.challenge(&same, later, None).await;
    assert!(anew.is_ok(), "the first has expired");
}

#[tokio::test]
async fn a_challenge_is_closed_once() {
    let kept = Kept::open().await;
    let challenge = kept.made(&new(ANA, Some(BOB))).await;
    let (one, other) = tokio::join!(
        kept.store
            .close_challenge(&challenge, State::Declined, NOON, None),
        kept.store
            .close_challenge(&challenge, State::Cancelled, NOON, None)
    );
    assert!(one.unwrap() != other.unwrap());
    let players = BySide {
        first: ANA,
        second: BOB,
    };
    let late = accepted(&kept.store, &challenge, players, NOON, None).await;
    assert!(matches!(late, Err(Unchanged::Conflict)));
    assert_eq!(kept.count("games").await, 0);
}

#[tokio::test]
async fn a_player_has_ten_games_and_ten_challenges_in_a_server() {
    let kept = Kept::open().await;
    for opponent in 200..210 {
        kept.game([ANA, PlayerId(opponent)]).await;
    }
    let eleventh = kept.store.challenge(&new(ANA, None), NOON, None).await;
    assert!(matches!(
        eleventh,
        Err(Unchanged::Denial(Denial::TooManyGames(ANA, 10)))
    ));
    let open = kept.made(&new(BOB, None)).await;
    let players = BySide {
        first: BOB,
        second: ANA,
    };
    let eleventh = accepted(&kept.store, &open, players, NOON, None).await;
    assert!(matches!(
        eleventh,
        Err(Unchanged::Denial(Denial::TooManyGames(ANA, ..)))
    ));
    let still = kept.store.find_challenge(open.id).await.unwrap().unwrap();
    assert_eq!(still.state, State::Open, "it waits for somebody else");
    let abroad = Challenge {
        venue: ABROAD,
        ..new(ANA, None)
    };
    assert!(
        kept.store.challenge(&abroad, NOON, None).await.is_ok(),
        "another server counts for itself"
    );

    for _ in 0..9 {
        kept.made(&new(BOB, None)).await;
    }
    let eleventh = kept.store.challenge(&new(BOB, None), NOON, None).await;
    assert!(matches!(
        eleventh,
        Err(Unchanged::Denial(Denial::TooManyChallenges(10)))
    ));
    let later = NOON.plus(3 * DAY);
    assert!(
        kept.store
            .challenge(&new(BOB, None), later, None)
            .await
            .is_ok(),
        "what has expired does not count"
    );
}

#[tokio::test]
async fn games_are_found_by_place_and_player() {
    let kept = Kept::open().await;
    let here = kept.game([ANA, BOB]).await.id();
    let elsewhere = kept
        .made(&Challenge {
            venue: ELSEWHERE,
            ..new(ANA, Some(EVE))
        })
        .await;
    let elsewhere = kept.begun(&elsewhere, [EVE, ANA]).await.id();
    let abroad = kept
        .made(&Challenge {
            venue: ABROAD,
            ..new(ANA, Some(EVE))
        })
        .await;
    let abroad = kept.begun(&abroad, [ANA, EVE]).await.id();
    let ids = |games: Vec<GameSummary>| -> Vec<GameId> {
        games.into_iter().map(|game| game.id).collect()
    };
    let of = async |player, venue: Venue| {
        ids(kept
            .store
            .running_of(player, Some(venue.guild))
            .await
            .unwrap())
    };
    let played_in = async |venue: Venue| ids(kept.store.running_in(venue.channel).await.unwrap());
    assert_eq!(of(ANA, HERE).await, [here, elsewhere]);
    assert_eq!(of(BOB, HERE).await, [here]);
    assert_eq!(of(EVE, ABROAD).await, [abroad]);
    assert_eq!(of(PlayerId(1), HERE).await, []);
    assert_eq!(played_in(HERE).await, [here]);
    assert_eq!(played_in(ELSEWHERE).await, [elsewhere]);
    assert_eq!(played_in(ABROAD).await, [abroad]);
    kept.store.seen(ANA, "Ana", NOON).await.unwrap();
    kept.store.seen(ANA, "Anna", NOON).await.unwrap();
    let lines = kept.store.running_of(BOB, Some(HERE.guild)).await.unwrap();
    assert_eq!(
        (
            lines[0].names.first.as_ref().map(Name::typed),
            &lines[0].names.second
        ),
        (Some("Anna"), &None)
    );
}

#[tokio::test]
async fn the_largest_ids_fit() {
    let kept = Kept::open().await;
    let (one, other) = (PlayerId(u64::MAX), PlayerId(u64::MAX - 1));
    let venue = Venue {
        guild: GuildId(u64::MAX),
        channel: ChannelId(u64::MAX - 2),
    };
    let challenge = Challenge {
        venue,
        ..new(one, Some(other))
    };
    let challenge = kept
        .store
        .challenge(&challenge, NOON, Some(&Cause(u64::MAX).into()))
        .await
        .unwrap();
    let mut game = kept.begun(&challenge, [one, other]).await;
    kept.resigned(&mut game, one).await;
    let board = kept
        .store
        .leaderboard(venue.guild, Ladder::default(), 0, one, NOON)
        .await
        .unwrap();
    assert_eq!(board.own.map(|own| (own.player, own.lost)), Some((one, 1)));
}

#[tokio::test]
async fn a_leaderboard_has_ten_rows_to_a_page_and_the_viewers_own() {
    let kept = Kept::open().await;
    // Twenty-three people: number 300 beats all the others, once each.
    let best = PlayerId(300);
    for other in 301..323 {
        let mut game = kept.game([best, PlayerId(other)]).await;
        kept.resigned(&mut game, PlayerId(other)).await;
    }
    let page = async |page, viewer| {
        kept.store
            .leaderboard(HERE.guild, Ladder::default(), page, viewer, NOON)
            .await
            .unwrap()
    };
    let first = page(0, PlayerId(322)).await;
    assert_eq!((first.standings.len(), first.pages), (10, 3));
    assert_eq!(
        (first.standings[0].player, first.standings[0].won),
        (best, 22)
    );
    let places: Vec<u32> = first.standings.iter().map(|line| line.place).collect();
    assert_eq!(places, (1..=10).collect::<Vec<_>>());
    let own = first.own.unwrap();
    assert_eq!(own.player, PlayerId(322));
    assert!(own.place > 1);
    let last = page(2, EVE).await;
    assert_eq!((last.standings.len(), last.page, last.own), (3, 2, None));
    assert_eq!(
        page(999, EVE).await.page,
        2,
        "a page past the last is the last"
    );
    assert_eq!(page(u32::MAX, EVE).await.standings, last.standings);
    let mut seen: Vec<PlayerId> = Vec::new();
    for number in 0..3 {
        seen.extend(
            page(number, EVE)
                .await
                .standings
                .iter()
                .map(|line| line.player),
        );
    }
    seen.sort_unstable();
    assert_eq!(
        seen,
        (300..323).map(PlayerId).collect::<Vec<_>>(),
        "each player is on one page"
    );
}

#[tokio::test]
async fn an_unrated_game_counts_in_the_record_only() {
    let kept = Kept::open().await;
    let mut unrated = new(ANA, Some(BOB));
    unrated.terms.rated = false;
    let challenge = kept.made(&unrated).await;
    let mut game = kept.begun(&challenge, [ANA, BOB]).await;
    kept.resigned(&mut game, BOB).await;
    assert_eq!(game.ratings(), None);
    let board = kept
        .store
        .leaderboard(HERE.guild, Ladder::default(), 0, ANA, NOON)
        .await
        .unwrap();
    assert_eq!(board.standings[0].player, ANA);
    assert!(board.standings.iter().all(|line| line.rating.is_none()));
    assert_eq!((board.standings[0].won, board.standings[1].lost), (1, 1));
    // A rated loss ranks above an unrated win.
    let mut game = kept.game([EVE, PlayerId(104)]).await;
    kept.resigned(&mut game, EVE).await;
    let board = kept
        .store
        .leaderboard(HERE.guild, Ladder::default(), 0, ANA, NOON)
        .await
        .unwrap();
    let order: Vec<PlayerId> = board.standings.iter().map(|line| line.player).collect();
    assert_eq!(order, [PlayerId(104), EVE, ANA, BOB]);
}

#[tokio::test]
async fn time_that_is_over_is_found() {
    let kept = Kept::open().await;
    let id = kept.game([ANA, BOB]).await.id();
    let alarms = async |at| kept.store.alarms(at, 9).await.unwrap();
    assert_eq!(alarms(NOON).await, []);
    assert_eq!(alarms(NOON.plus(DAY)).await, [id]);
    let mut game = kept.load(id).await;
    kept.resigned(&mut game, ANA).await;
    assert_eq!(alarms(NOON.plus(DAY)).await, []);
    let mut timeless = new(ANA, Some(BOB));
    timeless.terms.time = siwa::game::TimeControl::Unlimited;
    let challenge = kept.made(&timeless).await;
    kept.begun(&challenge, [ANA, BOB]).await;
    assert_eq!(alarms(Timestamp(i64::MAX)).await, []);

    let challenge = kept.made(&new(EVE, None)).await;
    let state = async || {
        kept.store
            .find_challenge(challenge.id)
            .await
            .unwrap()
            .unwrap()
            .state
    };
    kept.store
        .expire_challenges(challenge.expires.plus(-1))
        .await
        .unwrap();
    assert_eq!(state().await, State::Open);
    kept.store
        .expire_challenges(challenge.expires)
        .await
        .unwrap();
    assert_eq!(state().await, State::Expired);
}

#[tokio::test]
async fn unknown_ids_are_not_found() {
    let kept = Kept::open().await;
    assert!(kept.store.record(GameId(1)).await.unwrap().is_none());
    assert!(kept.store.record(GameId(u64::MAX)).await.unwrap().is_none());
    assert!(
        kept.store
            .find_challenge(siwa::game::ChallengeId(1))
            .await
            .unwrap()
            .is_none()
    );
    assert!(kept.challenge_of(GameId(1)).await.is_none());
    assert!(kept.store.rematch(GameId(1)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_dropped_table_is_a_fault() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    let mut behind = kept.behind().await;
    sqlx::query("drop table events")
        .execute(&mut behind)
        .await
        .unwrap();
    assert!(matches!(
        kept.store.record(game.id()).await,
        Err(Error::Database(_))
    ));
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    let unchanged = kept.append(&game, &events, Some(Cause(1))).await;
    assert!(
        matches!(unchanged, Err(Unchanged::Fault(Error::Database(_)))),
        "{unchanged:?}"
    );
    let seq: i64 = sqlx::query_scalar("select seq from games")
        .fetch_one(&mut behind)
        .await
        .unwrap();
    assert_eq!(seq, 1, "all or nothing");
    // The writer is free again.
    assert!(
        kept.store
            .challenge(&new(EVE, None), NOON, None)
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_disk_that_was_full_is_forgotten_as_soon_as_there_is_room() {
    let kept = Kept::in_file().await;
    let mut behind = kept.behind().await;
    // Without space on the disk, SQLite rolls back by itself.
    let full =
        "create trigger full before insert on challenges begin select raise(rollback, 'full'); end";
    sqlx::query(full).execute(&mut behind).await.unwrap();
    let failed = kept.store.challenge(&new(ANA, None), NOON, None).await;
    assert!(matches!(failed, Err(Unchanged::Fault(_))), "{failed:?}");
    sqlx::query("drop trigger full")
        .execute(&mut behind)
        .await
        .unwrap();
    kept.made(&new(ANA, None)).await;
}

#[tokio::test]
async fn a_log_that_was_tampered_with_is_corrupt() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    for (by, act) in [(ANA, true), (BOB, false)] {
        let events = if act {
            game.offer(by, NOON)
        } else {
            game.answer(by, false, NOON)
        }
        .unwrap();
        kept.append(&game, &events, None).await.unwrap();
    }
    let mut behind = kept.behind().await;
    sqlx::query("delete from events where seq = 3")
        .execute(&mut behind)
        .await
        .unwrap();
    let record = kept.store.record(game.id()).await;
    assert!(
        matches!(record, Err(Error::Corrupt(Corrupt::Incomplete(_, 2, 3)))),
        "{record:?}"
    );
    sqlx::query("update events set seq = 3 where seq = 2")
        .execute(&mut behind)
        .await
        .unwrap();
    let record = kept.store.record(game.id()).await;
    assert!(
        matches!(record, Err(Error::Corrupt(Corrupt::Incomplete(_, 1, 3)))),
        "{record:?}"
    );
}

#[tokio::test]
async fn reopening_keeps_everything() {
    let kept = Kept::open().await;
    let id = kept.game([ANA, BOB]).await.id();
    let open = kept.made(&new(EVE, None)).await.id;
    let posted = Posted {
        message: MessageId(5),
        channel: HERE.channel,
        told: 1,
        player: None,
    };
    for item in kept.store.lease(Lease(1), 9, NOON).await.unwrap() {
        if item.post == Post::Board(id, 1) {
            let item = (item.id, item.post);
            kept.store
                .acknowledge(Lease(1), item, &[posted], NOON)
                .await
                .unwrap();
        }
    }
    let lines = kept.store.running_in(HERE.channel).await.unwrap();
    let kept = kept.reopen().await.reopen().await;
    assert_eq!(kept.store.running_in(HERE.channel).await.unwrap(), lines);
    assert_eq!(
        kept.store
            .find_challenge(open)
            .await
            .unwrap()
            .unwrap()
            .state,
        State::Open
    );
    assert_eq!(kept.load(id).await.seq(), 1);
}

#[tokio::test]
async fn a_notice_acknowledged_by_two_processes_keeps_its_buttons() {
    let (one, other, now) = (Lease(1), Lease(2), NOON.plus(DAY));
    for order in [[one, other], [other, one]] {
        let kept = Kept::open().await;
        let game = kept.game([ANA, BOB]).await;
        let post = Post::Late(game.id(), game.seq());
        // Its board was posted long ago.
        let mut behind = kept.behind().await;
        let told = sqlx::raw_sql("delete from outbox");
        told.execute(&mut behind).await.unwrap();
        kept.store.ring(&game, Some(post), None, now).await.unwrap();
        // The second process leases an item whose message the first has posted, before the first is
        // told so.
        let mut item = None;
        for (lease, when) in [(one, now), (other, now.plus(DAY))] {
            let items = kept.store.lease(lease, 9, when).await.unwrap();
            item = items.into_iter().find(|item| item.post == post);
        }
        let item = item.map(|item| (item.id, item.post)).unwrap();
        let posted = Posted {
            message: MessageId(20),
            channel: HERE.channel,
            told: game.seq(),
            player: None,
        };
        for lease in order {
            kept.store
                .acknowledge(lease, item, &[posted], now)
                .await
                .unwrap();
        }
        let app = App::new(kept.store.clone(), Clock::default());
        let challenge = kept.challenge_of(game.id()).await.unwrap();
        let facts = app.facts(challenge, None).await.unwrap();
        assert_eq!(facts.sent.len(), 1);
        assert_eq!(facts.upkeep(now).0, []);
    }
}

#[tokio::test]
async fn invalid_databases_are_distinguished() {
    let scratch = Scratch::new();
    let open = async |url: String| Store::open(&url, Registry::standard()).await.map(drop);
    let nonsense = open("mysql://localhost/siwa".to_owned()).await;
    assert!(matches!(nonsense, Err(OpenError::Address)), "{nonsense:?}");

    std::fs::write(
        scratch.file("games.db"),
        "This is not a database. ".repeat(1000),
    )
    .unwrap();
    let garbage = open(scratch.url()).await;
    assert!(matches!(garbage, Err(OpenError::File(_))), "{garbage:?}");
    let kept = std::fs::read_to_string(scratch.file("games.db")).unwrap();
    assert!(kept.starts_with("This is not"), "and it is left as it was");

    std::fs::create_dir(scratch.file("folder.db")).unwrap();
    let folder = open(format!("sqlite://{}", scratch.file("folder.db").display())).await;
    assert!(matches!(folder, Err(OpenError::File(_))), "{folder:?}");

    let nowhere = open(format!(
        "sqlite://{}",
        scratch.file("no/such/games.db").display()
    ))
    .await;
    assert!(matches!(nowhere, Err(OpenError::File(_))), "{nowhere:?}");
}

#[tokio::test]
async fn a_read_only_file_is_refused_immediately() {
    let kept = Kept::in_file().await;
    kept.store.close().await;
    let read_only = Store::open(
        &format!("{}?mode=ro", kept.scratch.url()),
        Registry::standard(),
    )
    .await;
    assert!(
        matches!(read_only, Err(OpenError::File(_))),
        "{read_only:?}"
    );
}

#[tokio::test]
async fn the_database_of_another_program_is_not_taken_over() {
    let scratch = Scratch::new();
    let mut theirs = connect(&scratch.file("games.db")).await;
    sqlx::query("create table games (title text)")
        .execute(&mut theirs)
        .await
        .unwrap();
    theirs.close().await.unwrap();
    assert!(
        Store::open(&scratch.url(), Registry::standard())
            .await
            .is_err()
    );
    let mut theirs = connect(&scratch.file("games.db")).await;
    let tables: i64 =
        sqlx::query_scalar("select count(*) from sqlite_schema where name = 'challenges'")
            .fetch_one(&mut theirs)
            .await
            .unwrap();
    assert_eq!(tables, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_lose_nothing_and_wait_for_each_other() {
    let kept = std::sync::Arc::new(Kept::open().await);
    let tasks: Vec<_> = (0..24)
        .map(|number| {
            let kept = std::sync::Arc::clone(&kept);
            tokio::spawn(async move {
                let (one, other) = (PlayerId(1000 + number), PlayerId(2000 + number));
                let mut game = kept.game([one, other]).await;
                for (turn, text) in ["a1 a2", "b1 b2", "d1 d2", "e1 e2"].into_iter().enumerate() {
                    let by = if turn % 2 == 0 { one } else { other };
                    let events = game.play(by, text, None, NOON).unwrap();
                    let cause = Cause(number * 100 + u64::try_from(turn).unwrap());
                    kept.append(&game, &events, Some(cause)).await.unwrap();
                    kept.store.seen(by, "somebody", NOON).await.unwrap();
                    assert_eq!(kept.load(game.id()).await.seq(), game.seq());
                }
                kept.resigned(&mut game, other).await;
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    for id in 1..=24 {
        assert_eq!(kept.load(GameId(id)).await.seq(), 6);
    }
    let board = kept
        .store
        .leaderboard(HERE.guild, Ladder::default(), 0, EVE, NOON)
        .await
        .unwrap();
    assert_eq!(board.pages, 5, "48 people");
}

/// Glicko-2 for one player and one period, step by step as in Mark Glickman,
/// "Example of the Glicko-2 system" (2013), with τ = 0.5.
fn glicko2(player: Rating, games: &[(Rating, f64)]) -> Rating {
    const SCALE: f64 = 173.7178;
    const TAU: f64 = 0.5;
    let pi = std::f64::consts::PI;
    let (mu, phi) = ((player.rating - 1500.0) / SCALE, player.deviation / SCALE);
    let (mut precision, mut sum) = (0.0, 0.0);
    for (opponent, score) in games {
        let (other, spread) = (
            (opponent.rating - 1500.0) / SCALE,
            opponent.deviation / SCALE,
        );
        let g = 1.0 / (1.0 + 3.0 * spread * spread / (pi * pi)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - other)).exp());
        precision += g * g * expected * (1.0 - expected);
        sum += g * (score - expected);
    }
    let v = 1.0 / precision;
    let delta = v * sum;
    let a = (player.volatility * player.volatility).ln();
    let f = |x: f64| {
        let e = x.exp();
        let d = phi * phi + v + e;
        e * (delta * delta - d) / (2.0 * d * d) - (x - a) / (TAU * TAU)
    };
    // f is decreasing, so its zero is found by bisection.
    let (mut low, mut high) = (a - 20.0, a + 20.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let volatility = (low / 2.0).exp();
    let before = (phi * phi + volatility * volatility).sqrt();
    let after = 1.0 / (1.0 / (before * before) + 1.0 / v).sqrt();
    Rating {
        rating: SCALE * (mu + after * after * sum) + 1500.0,
        deviation: SCALE * after,
        volatility,
    }
}

fn rating(rating: f64, deviation: f64) -> Rating {
    Rating {
        rating,
        deviation,
        volatility: 0.06,
    }
}

#[test]
fn ratings_are_those_of_glickmans_paper() {
    let games = [
        (rating(1400.0, 30.0), 1.0),
        (rating(1550.0, 100.0), 0.0),
        (rating(1700.0, 300.0), 0.0),
    ];
    let known = glicko2(rating(1500.0, 200.0), &games);
    assert!((known.rating - 1464.06).abs() < 0.01, "{known:?}");
    assert!((known.deviation - 151.52).abs() < 0.01, "{known:?}");
    assert!((known.volatility - 0.05999).abs() < 0.00001, "{known:?}");

    let people = [
        rating(1500.0, 350.0),
        rating(1500.0, 200.0),
        rating(1400.0, 30.0),
        rating(2100.0, 80.0),
    ];
    for first in people {
        for second in people {
            for (winner, score) in [
                (Some(Side::First), 1.0),
                (Some(Side::Second), 0.0),
                (None, 0.5),
            ] {
                let after = rate(BySide { first, second }, winner);
                let wanted = glicko2(first, &[(second, score)]);
                let close = |one: f64, other: f64, by: f64| (one - other).abs() < by;
                assert!(
                    close(after.first.rating, wanted.rating, 0.01),
                    "{after:?} {wanted:?}"
                );
                assert!(
                    close(after.first.deviation, wanted.deviation, 0.01),
                    "{after:?} {wanted:?}"
                );
                assert!(
                    close(after.first.volatility, wanted.volatility, 1e-5),
                    "{after:?} {wanted:?}"
                );
            }
        }
    }
}

#[test]
fn ratings_treat_both_sides_alike() {
    let (strong, weak) = (rating(1700.0, 90.0), rating(1450.0, 200.0));
    for winner in [Some(Side::First), Some(Side::Second), None] {
        let one = rate(
            BySide {
                first: strong,
                second: weak,
            },
            winner,
        );
        let other = rate(
            BySide {
                first: weak,
                second: strong,
            },
            winner.map(Side::other),
        );
        assert_eq!((one.first, one.second), (other.second, other.first));
    }
    let even = rate(
        BySide::<Rating> {
            first: Rating::default(),
            second: Rating::default(),
        },
        None,
    );
    assert!((even.first.rating - 1500.0).abs() < 1e-9);
    assert!(even.first.deviation < 350.0);
}

#[test]
fn an_ending_has_a_name_in_the_database() {
    let written = Event::Finished(Outcome {
        winner: None,
        by: end_by("time"),
        grade: None,
    })
    .written();
    assert_eq!(
        (written.kind.as_str(), written.text.as_deref()),
        ("finished", Some("time"))
    );
}

#[tokio::test]
async fn chosen_themes_are_stored_and_deleted() {
    let kept = Kept::open().await;
    let (here, abroad) = (HERE.guild, ABROAD.guild);
    let themes = |own: Option<&str>, public: Option<&str>| Presentation {
        locale: None,
        own_theme: own.map(str::to_owned),
        public_theme: public.map(str::to_owned),
    };
    let store = &kept.store;
    let of = async |player, guild| store.presentation(player, guild).await.unwrap();
    assert_eq!(of(Some(ANA), Some(here)).await, Presentation::default());
    // A default choice does not create a row.
    store
        .prefer(EVE, "Eve", &Preference::Theme(None), NOON)
        .await
        .unwrap();
    store
        .prefer(ANA, "Ana", &Preference::Theme(Some("night".into())), NOON)
        .await
        .unwrap();
    let paper = Setting::Theme(Some("paper".to_owned()));
    store.choose(here, &paper).await.unwrap();
    let players = BySide {
        first: ANA,
        second: EVE,
    };
    let names = store.names(players).await.unwrap();
    assert_eq!(
        (names.first.as_ref().map(Name::typed), names.second),
        (Some("Ana"), None)
    );
    // Seeing a person again does not reset their theme.
    store.seen(ANA, "Anna", NOON.plus(DAY)).await.unwrap();
    let kept = kept.reopen().await;
    let store = &kept.store;
    let of = async |player, guild| store.presentation(player, guild).await.unwrap();
    let both = themes(Some("night"), Some("paper"));
    assert_eq!(of(Some(ANA), Some(here)).await, both);
    assert_eq!(of(Some(ANA), None).await, themes(Some("night"), None));
    assert_eq!(of(None, Some(here)).await, themes(None, Some("paper")));
    assert_eq!(of(Some(BOB), Some(abroad)).await, Presentation::default());
    store
        .prefer(ANA, "Anna", &Preference::Theme(None), NOON)
        .await
        .unwrap();
    assert_eq!(of(Some(ANA), Some(here)).await, themes(None, Some("paper")));
    store.choose(here, &Setting::Theme(None)).await.unwrap();
    assert_eq!(of(Some(ANA), Some(here)).await, Presentation::default());
}

#[tokio::test]
async fn settings_that_two_people_change_together_are_all_saved() {
    let kept = Kept::open().await;
    let store = &kept.store;
    for number in 0..16 {
        let (guild, rated) = (GuildId(900 + number), number % 2 == 0);
        let choices = [
            Setting::Clock(TimeControl::Unlimited),
            Setting::Rated(rated),
            Setting::Weekends(Zone::read("Europe/Lisbon")),
            Setting::Takebacks(!rated),
            Setting::FirstLocale("es".to_owned()),
        ];
        let [clock, rates, weekends, takebacks, locale] =
            choices.each_ref().map(|chosen| store.choose(guild, chosen));
        let done = tokio::join!(clock, rates, weekends, takebacks, locale);
        assert!(
            [done.0, done.1, done.2, done.3, done.4]
                .iter()
                .all(Result::is_ok)
        );
        let defaults = Defaults {
            time: TimeControl::Unlimited,
            rated,
            ..Defaults::default()
        };
        let guild_rules = GuildRules {
            weekends: Zone::read("Europe/Lisbon"),
            takebacks: !rated,
        };
        let locale = async || store.presentation(None, Some(guild)).await.unwrap().locale;
        assert_eq!(locale().await.as_deref(), Some("es"));
        assert_eq!(store.defaults(guild).await.unwrap(), defaults);
        assert_eq!(store.guild_rules(guild).await.unwrap(), guild_rules);
        // Only the first challenge sets the language.
        let late = Setting::FirstLocale("fr".to_owned());
        store.choose(guild, &late).await.unwrap();
        assert_eq!(locale().await.as_deref(), Some("es"));
    }
}
