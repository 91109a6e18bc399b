//! The store's methods: the story of a game, races, and damaged files.

use siwa::app::App;
use siwa::game::{
    Cause, Challenge, ChallengeId, Change, ChannelId, Corrupt, Defaults, Denial, Event, Game,
    GameId, GameSummary, GuildId, GuildRules, Ladder, Leaderboard, MessageId, Name, PlayerId, Post,
    Preference, Rating, RatingChange, Setting, State, TimeControl, Venue, rate,
};
use siwa::store::{Error, Item, Lease, OpenError, Posted, Settings, Store, Unchanged};
use siwa::time::{Clock, DAY, Timestamp, Zone};
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Side};
use sqlx::Connection as _;

use super::kept::{CLASSIC, Kept, accepted, connect, new, one_is_saved};
use super::scratch::Scratch;
use super::table::{
    ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, NOON, ending, origin, two_turns_each, whole,
};

impl Kept {
    async fn append(
        &self,
        game: &Game,
        events: &[Event],
        cause: Option<Cause>,
    ) -> Result<Option<RatingChange>, Unchanged> {
        let origin = cause.map(|cause| origin(cause.0));
        let change = Change::new(game, events, NOON);
        Ok(self.store.append(change, origin.as_ref()).await?.value)
    }

    /// The leaderboard of all games in this server.
    async fn leaderboard(&self, page: u32, viewer: PlayerId) -> Leaderboard {
        let all = Ladder::default();
        self.leaderboard_in(HERE.guild, all, page, viewer).await
    }

    async fn leaderboard_in(
        &self,
        guild: GuildId,
        ladder: Ladder<'_>,
        page: u32,
        viewer: PlayerId,
    ) -> Leaderboard {
        let board = self.store.leaderboard(guild, ladder, page, viewer, NOON);
        board.await.unwrap()
    }

    async fn state(&self, challenge: ChallengeId) -> State {
        let found = self.store.find_challenge(challenge).await.unwrap();
        found.unwrap().state
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
    let challenge = new(ANA, Some(BOB));
    let press = origin(1);
    let made = kept.store.challenge(&challenge, NOON, Some(&press)).await;
    let made = made.unwrap().value;
    assert_eq!((made.challenger, made.opponent), (ANA, Some(BOB)));
    assert_eq!(made.state, State::Open);
    assert_eq!(made.terms.variant.id, CLASSIC);
    let players = BySide::new(BOB, ANA);
    let press = origin(2);
    let accepted = accepted(&kept.store, &made, players, NOON, Some(&press));
    let id = accepted.await.unwrap();
    assert_eq!(kept.state(made.id).await, State::Accepted(id));
    assert_eq!(kept.challenge_of(id).await, Some(made.id));

    let mut game = kept.load(id).await;
    assert_eq!(game.setup.venue, HERE);
    assert_eq!((game.setup.players, game.seq), (players, 1));
    let (moves, outcome) = whole(CLASSIC, 5);
    for (cause, text) in (10..).zip(&moves) {
        let by = game.player(game.turn().unwrap());
        let line = kept.store.running_of(by, Some(HERE.guild)).await.unwrap();
        assert_eq!(line.len(), 1);
        assert_eq!((line[0].id, line[0].turn), (id, game.turn()));
        assert_eq!(line[0].deadline, game.deadline());
        let events = game.play(by, text, None, NOON).unwrap();
        let appended = kept.append(&game, &events, Some(Cause(cause)));
        appended.await.unwrap();
        assert_eq!(kept.store.caused(Cause(cause)).await.unwrap(), Some(id));
    }
    assert_eq!(game.ending, Some(outcome));
    assert_eq!(kept.store.running_in(HERE.channel).await.unwrap(), []);

    let kept = kept.reopen().await;
    let again = kept.load(id).await;
    assert_eq!(format!("{again:?}"), format!("{game:?}"));
    let changes = again.ratings.unwrap();
    let seega = Ladder {
        kind: Some("seega"),
        ..Ladder::default()
    };
    let board = kept.leaderboard_in(HERE.guild, seega, 0, ANA).await;
    assert_eq!((board.standings.len(), board.page, board.pages), (2, 0, 1));
    assert_eq!(board.own.map(|own| own.player), Some(ANA));
    for side in Side::BOTH {
        let mut standings = board.standings.iter();
        let standing = standings.find(|line| line.player == game.player(side));
        let standing = standing.unwrap();
        assert!((standing.rating.unwrap().rating - changes.get(side).1).abs() < 1e-9);
        let won = u32::from(outcome.winner == Some(side));
        let lost = u32::from(outcome.winner == Some(side.other()));
        let results = [standing.won, standing.drawn, standing.lost];
        assert_eq!(results, [won, 1 - won - lost, lost]);
    }
    let all = kept.leaderboard(0, ANA).await;
    assert_eq!(all.standings.len(), 2, "and on that of all games");
    let all = Ladder::default();
    let abroad = kept.leaderboard_in(ABROAD.guild, all, 0, ANA).await;
    assert_eq!((abroad.standings, abroad.own), (vec![], None));
}

#[tokio::test]
async fn of_two_moves_at_the_same_time_one_is_saved() {
    let kept = Kept::open().await;
    let id = kept.game([ANA, BOB]).await.id();
    let mut one = kept.load(id).await;
    let mut other = kept.load(id).await;
    let by_one = one.play(ANA, "a1 b2", None, NOON).unwrap();
    let by_other = other.play(ANA, "d4 e5", None, NOON).unwrap();
    one_is_saved(tokio::join!(
        kept.append(&one, &by_one, Some(Cause(1))),
        kept.append(&other, &by_other, Some(Cause(2)))
    ));
    let game = kept.load(id).await;
    assert_eq!((game.seq, game.plies()), (2, 1));
}

#[tokio::test]
async fn the_end_of_a_game_changes_the_ratings_as_they_are_then() {
    let kept = Kept::open().await;
    let mut one = kept.game([ANA, BOB]).await;
    let mut late = kept.game([ANA, EVE]).await;
    kept.resigned(&mut one, ANA).await;
    kept.resigned(&mut late, ANA).await;
    let ratings = async |game: &Game| kept.load(game.id()).await.ratings.unwrap();
    // One rating follows from the other.
    let before = ratings(&late).await.first.0;
    let after = ratings(&one).await.first.1;
    assert_eq!(before, after);
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

    let new = new(ANA, None);
    let store = &kept.store;
    let challenge = async || store.challenge(&new, NOON, Some(&origin(20))).await;
    let made = challenge().await.unwrap().value;
    let repeated = challenge().await;
    assert!(matches!(repeated, Err(Unchanged::Repeated)), "{repeated:?}");
    let by_cause = async |cause| store.challenge_by_cause(Cause(cause)).await.unwrap();
    assert_eq!(by_cause(20).await.map(|found| found.id), Some(made.id));
    assert!(by_cause(21).await.is_none());
    assert_eq!(store.caused(Cause(21)).await.unwrap(), None);
}

#[tokio::test]
async fn of_two_players_who_accept_at_the_same_time_one_plays() {
    let kept = Kept::open().await;
    let challenge = kept.made(&new(ANA, None)).await;
    let accept = async |by, cause| {
        let players = BySide::new(ANA, by);
        let origin = origin(cause);
        accepted(&kept.store, &challenge, players, NOON, Some(&origin)).await
    };
    one_is_saved(tokio::join!(accept(BOB, 1), accept(EVE, 2)));
    assert_eq!(kept.count("games").await, 1);
}

#[tokio::test]
async fn a_game_has_one_rematch() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    kept.resigned(&mut game, ANA).await;
    let ask = async |by, opponent, cause| {
        let again = Challenge {
            rematch_of: Some(game.id()),
            ..new(by, Some(opponent))
        };
        let origin = origin(cause);
        let asked = kept.store.challenge(&again, NOON, Some(&origin));
        asked.await.map(|done| done.value)
    };
    let made = one_is_saved(tokio::join!(ask(ANA, BOB, 1), ask(BOB, ANA, 2)));
    assert_eq!(made.rematch_of, Some(game.id()));
    let found = async || kept.store.rematch(game.id(), ANA).await.unwrap();
    assert_eq!(found().await.map(|found| found.challenge.id), Some(made.id));
    // A declined challenge makes room for another.
    let declined = kept
        .store
        .close_challenge(&made, State::Declined, NOON, None);
    assert!(declined.await.unwrap());
    assert!(found().await.is_none());
    ask(BOB, ANA, 3).await.unwrap();
}

#[tokio::test]
async fn the_same_challenge_to_the_same_person_is_open_once() {
    let kept = Kept::open().await;
    let make = async |new: Challenge| kept.store.challenge(&new, NOON, None).await;
    let first = make(new(ANA, Some(BOB))).await.unwrap();
    let again = make(new(ANA, Some(BOB))).await;
    let open = matches!(again, Err(Unchanged::Denial(Denial::ChallengeOpen(BOB))));
    assert!(open, "{again:?}");
    let mut unlimited = new(ANA, Some(BOB));
    unlimited.terms.time = TimeControl::Unlimited;
    assert!(make(unlimited.clone()).await.is_ok(), "another time limit");
    assert!(make(unlimited).await.is_err(), "twice without a limit");
    assert!(make(new(ANA, Some(EVE))).await.is_ok(), "somebody else");
    for other in [new(BOB, Some(ANA)), new(ANA, None), new(ANA, None)] {
        make(other).await.unwrap();
    }
    let abroad = Challenge {
        venue: ABROAD,
        ..new(ANA, Some(BOB))
    };
    assert!(make(abroad).await.is_ok(), "another server");
    let later = first.value.expires;
    let same = new(ANA, Some(BOB));
    let again = kept.store.challenge(&same, later, None).await;
    assert!(again.is_ok(), "the first has expired");
}

#[tokio::test]
async fn a_challenge_is_closed_once() {
    let kept = Kept::open().await;
    let challenge = kept.made(&new(ANA, Some(BOB))).await;
    let store = &kept.store;
    let closed = &challenge;
    let close = |state| store.close_challenge(closed, state, NOON, None);
    let (one, other) = tokio::join!(close(State::Declined), close(State::Cancelled));
    assert!(one.unwrap() != other.unwrap());
    let players = BySide::new(ANA, BOB);
    let late = accepted(&kept.store, &challenge, players, NOON, None).await;
    assert!(matches!(late, Err(Unchanged::Conflict)));
    assert_eq!(kept.count("games").await, 0);
}

#[tokio::test]
async fn games_are_found_by_place_and_player() {
    let kept = Kept::open().await;
    let here = kept.game([ANA, BOB]).await.id();
    let begun_in = async |venue, players| {
        let challenge = Challenge {
            venue,
            ..new(ANA, Some(EVE))
        };
        let made = kept.made(&challenge).await;
        kept.begun(&made, players).await.id()
    };
    let elsewhere = begun_in(ELSEWHERE, [EVE, ANA]).await;
    let abroad = begun_in(ABROAD, [ANA, EVE]).await;
    let ids = |games: Vec<GameSummary>| -> Vec<GameId> {
        games.into_iter().map(|game| game.id).collect()
    };
    let of = async |player, venue: Venue| {
        let running = kept.store.running_of(player, Some(venue.guild));
        ids(running.await.unwrap())
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
    let names = &lines[0].names;
    assert_eq!(names.first.as_ref().map(Name::typed), Some("Anna"));
    assert_eq!(names.second, None);
}

#[tokio::test]
async fn the_largest_ids_fit() {
    let kept = Kept::open().await;
    let one = PlayerId(u64::MAX);
    let other = PlayerId(u64::MAX - 1);
    let venue = Venue {
        guild: GuildId(u64::MAX),
        channel: ChannelId(u64::MAX - 2),
    };
    let challenge = Challenge {
        venue,
        ..new(one, Some(other))
    };
    let press = origin(u64::MAX);
    let made = kept.store.challenge(&challenge, NOON, Some(&press)).await;
    let mut game = kept.begun(&made.unwrap().value, [one, other]).await;
    kept.resigned(&mut game, one).await;
    let all = Ladder::default();
    let board = kept.leaderboard_in(venue.guild, all, 0, one).await;
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
    let page = async |page, viewer| kept.leaderboard(page, viewer).await;
    let first = page(0, PlayerId(322)).await;
    assert_eq!((first.standings.len(), first.pages), (10, 3));
    let top = &first.standings[0];
    assert_eq!((top.player, top.won), (best, 22));
    let places: Vec<u32> = first.standings.iter().map(|line| line.place).collect();
    assert_eq!(places, (1..=10).collect::<Vec<_>>());
    let own = first.own.unwrap();
    assert_eq!(own.player, PlayerId(322));
    assert!(own.place > 1);
    let last = page(2, EVE).await;
    assert_eq!((last.standings.len(), last.page, last.own), (3, 2, None));
    // A page past the last is the last.
    assert_eq!(page(999, EVE).await.page, 2);
    assert_eq!(page(u32::MAX, EVE).await.standings, last.standings);
    let mut seen: Vec<PlayerId> = Vec::new();
    for number in 0..3 {
        let standings = page(number, EVE).await.standings;
        seen.extend(standings.iter().map(|line| line.player));
    }
    seen.sort_unstable();
    // Each player is on one page.
    assert_eq!(seen, (300..323).map(PlayerId).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_unrated_game_counts_in_the_record_only() {
    let kept = Kept::open().await;
    let mut unrated = new(ANA, Some(BOB));
    unrated.terms.rated = false;
    let challenge = kept.made(&unrated).await;
    let mut game = kept.begun(&challenge, [ANA, BOB]).await;
    kept.resigned(&mut game, BOB).await;
    assert_eq!(game.ratings, None);
    let board = kept.leaderboard(0, ANA).await;
    assert_eq!(board.standings[0].player, ANA);
    assert!(board.standings.iter().all(|line| line.rating.is_none()));
    assert_eq!((board.standings[0].won, board.standings[1].lost), (1, 1));
    // A rated loss ranks above an unrated win.
    let mut game = kept.game([EVE, PlayerId(104)]).await;
    kept.resigned(&mut game, EVE).await;
    let board = kept.leaderboard(0, ANA).await;
    let order: Vec<PlayerId> = board.standings.iter().map(|line| line.player).collect();
    assert_eq!(order, [PlayerId(104), EVE, ANA, BOB]);
    // Whom nothing tells apart shares a rank.
    unrated.challenger = PlayerId(105);
    unrated.opponent = Some(PlayerId(106));
    let challenge = kept.made(&unrated).await;
    let mut game = kept.begun(&challenge, [PlayerId(105), PlayerId(106)]).await;
    kept.resigned(&mut game, PlayerId(106)).await;
    let board = kept.leaderboard(0, ANA).await;
    let places: Vec<u32> = board.standings.iter().map(|line| line.place).collect();
    assert_eq!(places, [1, 2, 3, 3, 5, 5]);
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
    for (before, state) in [(1, State::Open), (0, State::Expired)] {
        let now = challenge.expires.plus(-before);
        kept.store.expire_challenges(now).await.unwrap();
        assert_eq!(kept.state(challenge.id).await, state);
    }
}

#[tokio::test]
async fn the_end_of_a_time_that_another_process_has_told_is_not_told_again() {
    let kept = Kept::open().await;
    let game = kept.game([ANA, BOB]).await;
    let over = NOON.plus(DAY);
    let late = Post::Late(game.id(), game.seq);
    let told = kept.store.ring(&game, Some(late), None, false, over);
    assert!(told.await.unwrap());
    kept.store.put_off(game.id(), over.plus(DAY)).await.unwrap();
    let alarms = kept.store.alarms(over.plus(DAY).plus(DAY), 9).await;
    assert_eq!(alarms.unwrap(), []);
}

#[tokio::test]
async fn unknown_ids_are_not_found() {
    let kept = Kept::open().await;
    assert!(kept.store.record(GameId(1)).await.unwrap().is_none());
    assert!(kept.store.record(GameId(u64::MAX)).await.unwrap().is_none());
    let challenge = kept.store.find_challenge(ChallengeId(1)).await;
    assert!(challenge.unwrap().is_none());
    assert!(kept.challenge_of(GameId(1)).await.is_none());
    assert!(kept.store.rematch(GameId(1), ANA).await.unwrap().is_none());
}

#[tokio::test]
async fn a_dropped_table_is_a_fault() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    kept.alter("drop table events").await;
    let record = kept.store.record(game.id()).await;
    assert!(matches!(record, Err(Error::Database(_))), "{record:?}");
    let events = game.play(ANA, "a1 b2", None, NOON).unwrap();
    let unchanged = kept.append(&game, &events, Some(Cause(1))).await;
    let failed = matches!(unchanged, Err(Unchanged::Fault(Error::Database(_))));
    assert!(failed, "{unchanged:?}");
    assert_eq!(kept.count("games where seq = 1").await, 1, "all or nothing");
    // The writer is free again.
    kept.made(&new(EVE, None)).await;
}

#[tokio::test]
async fn a_disk_that_was_full_is_forgotten_as_soon_as_there_is_room() {
    let kept = Kept::in_file().await;
    // Without space on the disk, SQLite rolls back by itself.
    let full =
        "create trigger full before insert on challenges begin select raise(rollback, 'full'); end";
    kept.alter(full).await;
    let failed = kept.store.challenge(&new(ANA, None), NOON, None).await;
    assert!(matches!(failed, Err(Unchanged::Fault(_))), "{failed:?}");
    kept.alter("drop trigger full").await;
    kept.made(&new(ANA, None)).await;
}

#[tokio::test]
async fn a_log_that_was_tampered_with_is_corrupt() {
    let kept = Kept::open().await;
    let mut game = kept.game([ANA, BOB]).await;
    let events = game.offer(ANA, NOON).unwrap();
    kept.append(&game, &events, None).await.unwrap();
    let events = game.answer(BOB, false, NOON).unwrap();
    kept.append(&game, &events, None).await.unwrap();
    for (damage, left) in [
        ("delete from events where seq = 3", 2),
        ("update events set seq = 3 where seq = 2", 1),
    ] {
        kept.alter(damage).await;
        match kept.store.record(game.id()).await {
            Err(Error::Corrupt(Corrupt::Incomplete(_, found, 3))) => assert_eq!(found, left),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_notice_acknowledged_by_two_processes_keeps_its_buttons() {
    let one = Lease(1);
    let other = Lease(2);
    let now = NOON.plus(DAY);
    for order in [[one, other], [other, one]] {
        let kept = Kept::open().await;
        let game = kept.game([ANA, BOB]).await;
        let post = Post::Late(game.id(), game.seq);
        // Its board was posted long ago.
        kept.alter("delete from outbox").await;
        kept.store
            .ring(&game, Some(post), None, false, now)
            .await
            .unwrap();
        // The second process leases an item whose message the first has posted, before the first is
        // told so.
        let mut item = None;
        for (lease, when) in [(one, now), (other, now.plus(DAY))] {
            let items = kept.store.lease(lease, 9, when).await.unwrap();
            item = items.into_iter().find(|item| item.post == post);
        }
        let item = item.unwrap();
        let posted = [Posted {
            message: MessageId(20),
            channel: HERE.channel,
            told: game.seq,
            player: None,
        }];
        for lease in order {
            let item = Item {
                lease,
                ..item.clone()
            };
            let noted = kept.store.acknowledge(&item, &posted, now);
            noted.await.unwrap();
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
    assert!(matches!(nonsense, Err(OpenError::Scheme)), "{nonsense:?}");

    let text = "This is not a database. ".repeat(1000);
    std::fs::write(scratch.file("games.db"), text).unwrap();
    let garbage = open(scratch.url()).await;
    assert!(matches!(garbage, Err(OpenError::File(_))), "{garbage:?}");
    let kept = std::fs::read_to_string(scratch.file("games.db")).unwrap();
    assert!(kept.starts_with("This is not"), "and it is left as it was");

    std::fs::create_dir(scratch.file("folder.db")).unwrap();
    let folder = open(format!("sqlite://{}", scratch.file("folder.db").display())).await;
    assert!(matches!(folder, Err(OpenError::File(_))), "{folder:?}");

    let nowhere = scratch.file("no/such/games.db");
    let nowhere = open(format!("sqlite://{}", nowhere.display())).await;
    assert!(matches!(nowhere, Err(OpenError::File(_))), "{nowhere:?}");
}

#[tokio::test]
async fn nothing_is_acknowledged_in_a_file_that_was_replaced() {
    let kept = Kept::in_file().await;
    kept.made(&new(ANA, Some(BOB))).await;
    let file = kept.scratch.file("games.db");
    let moved = kept.scratch.file("moved.db");
    std::fs::rename(&file, &moved).unwrap();
    for other in [false, true] {
        if other {
            std::fs::copy(&moved, &file).unwrap();
        }
        let new = new(BOB, Some(ANA));
        assert!(kept.store.challenge(&new, NOON, None).await.is_err());
        assert!(kept.store.answers().await.is_err());
    }
    // Put back, it goes on.
    std::fs::rename(&moved, &file).unwrap();
    kept.made(&new(BOB, Some(ANA))).await;
    // What is written to a log that was deleted is lost with the process.
    std::fs::remove_file(kept.scratch.file("games.db-wal")).unwrap();
    assert!(kept.store.answers().await.is_err());
    assert!(
        kept.store
            .challenge(&new(EVE, None), NOON, None)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn a_directory_is_no_database() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.file("games.db")).unwrap();
    let folder = Store::open(&scratch.url(), Registry::standard()).await;
    let Err(OpenError::File(error)) = folder else {
        panic!("{folder:?}");
    };
    assert!(error.to_string().contains("is a directory"), "{error}");
}

#[tokio::test]
async fn a_read_only_file_is_refused_immediately() {
    let kept = Kept::in_file().await;
    kept.store.close().await;
    let url = format!("{}?mode=ro", kept.scratch.url());
    let read_only = Store::open(&url, Registry::standard()).await;
    let refused = matches!(read_only, Err(OpenError::File(_)));
    assert!(refused, "{read_only:?}");
}

#[tokio::test]
async fn the_database_of_another_program_is_not_taken_over() {
    let scratch = Scratch::new();
    let mut theirs = connect(&scratch.file("games.db")).await;
    let create = sqlx::query("create table games (title text)");
    create.execute(&mut theirs).await.unwrap();
    theirs.close().await.unwrap();
    let opened = Store::open(&scratch.url(), Registry::standard()).await;
    assert!(opened.is_err());
    let mut theirs = connect(&scratch.file("games.db")).await;
    let ours = "select count(*) from sqlite_schema where name = 'challenges'";
    let ours: i64 = sqlx::query_scalar(ours)
        .fetch_one(&mut theirs)
        .await
        .unwrap();
    assert_eq!(ours, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_lose_nothing_and_wait_for_each_other() {
    let kept = std::sync::Arc::new(Kept::open().await);
    let tasks: Vec<_> = (0..24)
        .map(|number| {
            let kept = std::sync::Arc::clone(&kept);
            tokio::spawn(async move {
                let one = PlayerId(1000 + number);
                let other = PlayerId(2000 + number);
                let mut game = kept.game([one, other]).await;
                for (turn, text) in ["a1 a2", "b1 b2", "d1 d2", "e1 e2"].into_iter().enumerate() {
                    let by = if turn % 2 == 0 { one } else { other };
                    let events = game.play(by, text, None, NOON).unwrap();
                    let cause = Cause(number * 100 + u64::try_from(turn).unwrap());
                    kept.append(&game, &events, Some(cause)).await.unwrap();
                    kept.store.seen(by, "somebody", NOON).await.unwrap();
                    assert_eq!(kept.load(game.id()).await.seq, game.seq);
                }
                kept.resigned(&mut game, other).await;
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    for id in 1..=24 {
        assert_eq!(kept.load(GameId(id)).await.seq, 6);
    }
    let board = kept.leaderboard(0, EVE).await;
    assert_eq!(board.pages, 5, "48 people");
}

/// Glicko-2 for one player and one period, step by step as in Mark Glickman,
/// "Example of the Glicko-2 system" (2013), with τ = 0.5.
fn glicko2(player: Rating, games: &[(Rating, f64)]) -> Rating {
    const SCALE: f64 = 173.7178;
    const TAU: f64 = 0.5;
    let pi = std::f64::consts::PI;
    let mu = (player.rating - 1500.0) / SCALE;
    let phi = player.deviation / SCALE;
    let mut precision = 0.0;
    let mut sum = 0.0;
    for (opponent, score) in games {
        let other = (opponent.rating - 1500.0) / SCALE;
        let spread = opponent.deviation / SCALE;
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
    let mut low = a - 20.0;
    let mut high = a + 20.0;
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
                let known = after.first;
                let all = close(known.rating, wanted.rating, 0.01)
                    && close(known.deviation, wanted.deviation, 0.01)
                    && close(known.volatility, wanted.volatility, 1e-5);
                assert!(all, "{after:?} {wanted:?}");
            }
        }
    }
}

#[test]
fn ratings_treat_both_sides_alike() {
    let strong = rating(1700.0, 90.0);
    let weak = rating(1450.0, 200.0);
    for winner in [Some(Side::First), Some(Side::Second), None] {
        let one = rate(BySide::new(strong, weak), winner);
        let other = rate(BySide::new(weak, strong), winner.map(Side::other));
        assert_eq!((one.first, one.second), (other.second, other.first));
    }
    let even = rate(BySide::new(Rating::default(), Rating::default()), None);
    assert!((even.first.rating - 1500.0).abs() < 1e-9);
    assert!(even.first.deviation < 350.0);
}

#[test]
fn an_ending_has_a_name_in_the_database() {
    let written = Event::Finished(ending("time", None)).written();
    assert_eq!(written.kind, "finished");
    assert_eq!(written.text.as_deref(), Some("time"));
}

#[tokio::test]
async fn chosen_themes_are_stored_and_deleted() {
    let kept = Kept::open().await;
    let here = HERE.guild;
    let abroad = ABROAD.guild;
    let themes = |own: Option<&str>, public: Option<&str>| {
        [own, public].map(|theme| theme.map(str::to_owned))
    };
    let store = &kept.store;
    let of = async |player, guild| {
        let settings = store.settings(player, guild).await.unwrap();
        [settings.own_theme, settings.public_theme]
    };
    assert_eq!(of(Some(ANA), Some(here)).await, themes(None, None));
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
    let players = BySide::new(ANA, EVE);
    let names = store.names(players).await.unwrap();
    assert_eq!(
        (names.first.as_ref().map(Name::typed), names.second),
        (Some("Ana"), None)
    );
    // Seeing a person again does not reset their theme.
    store.seen(ANA, "Anna", NOON.plus(DAY)).await.unwrap();
    let kept = kept.reopen().await;
    let store = &kept.store;
    let of = async |player, guild| {
        let settings = store.settings(player, guild).await.unwrap();
        [settings.own_theme, settings.public_theme]
    };
    let both = themes(Some("night"), Some("paper"));
    assert_eq!(of(Some(ANA), Some(here)).await, both);
    assert_eq!(of(Some(ANA), None).await, themes(Some("night"), None));
    assert_eq!(of(None, Some(here)).await, themes(None, Some("paper")));
    assert_eq!(of(Some(BOB), Some(abroad)).await, themes(None, None));
    store
        .prefer(ANA, "Anna", &Preference::Theme(None), NOON)
        .await
        .unwrap();
    assert_eq!(of(Some(ANA), Some(here)).await, themes(None, Some("paper")));
    store.choose(here, &Setting::Theme(None)).await.unwrap();
    assert_eq!(of(Some(ANA), Some(here)).await, themes(None, None));
}

#[tokio::test]
async fn settings_that_two_people_change_together_are_all_saved() {
    let kept = Kept::open().await;
    let store = &kept.store;
    for number in 0..16 {
        let guild = GuildId(900 + number);
        let rated = number % 2 == 0;
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
        let chosen = Settings {
            locale: Some("es".to_owned()),
            defaults,
            guild_rules,
            ..Settings::default()
        };
        let settings = async || store.settings(None, Some(guild)).await.unwrap();
        assert_eq!(settings().await, chosen);
        // Only the first challenge sets the language.
        let late = Setting::FirstLocale("fr".to_owned());
        store.choose(guild, &late).await.unwrap();
        assert_eq!(settings().await, chosen);
    }
}
