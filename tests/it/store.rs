//! The store's methods: what is found, what is counted, and damaged files.

use siwa::app::App;
use siwa::game::{
    Cause, Challenge, Change, ChannelId, Corrupt, Defaults, Denial, Event, Game, GameId,
    GameSummary, GuildId, GuildRules, Ladder, Leaderboard, MessageId, Name, PlayerId, Post, Rating,
    RatingChange, Setting, TimeControl, Venue, rate,
};
use siwa::store::{Error, Item, Lease, OpenError, Posted, Settings, Store, Unchanged};
use siwa::time::{Clock, DAY, Zone};
use siwa_games::registry::Registry;
use siwa_games::rules::{BySide, Side};

use super::kept::{Kept, new};
use super::table::{ABROAD, ANA, BOB, ELSEWHERE, EVE, HERE, NOON, ending, origin, two_turns_each};

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

    /// The leaderboard of all games in a server.
    async fn leaderboard(&self, guild: GuildId, viewer: PlayerId) -> Leaderboard {
        let all = Ladder::default();
        let board = self.store.leaderboard(guild, all, 0, viewer, NOON);
        board.await.unwrap()
    }

    async fn resigned(&self, game: &mut Game, by: PlayerId) {
        let mut events = two_turns_each(game, NOON);
        events.extend(game.resign(by, NOON).unwrap());
        self.append(game, &events, None).await.unwrap();
    }
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
    let board = kept.leaderboard(venue.guild, one).await;
    assert_eq!(board.own.map(|own| (own.player, own.lost)), Some((one, 1)));
    let elsewhere = kept.leaderboard(HERE.guild, one).await;
    assert_eq!((elsewhere.standings, elsewhere.own), (vec![], None));
}

#[tokio::test]
async fn players_whom_nothing_tells_apart_share_a_rank() {
    let kept = Kept::open().await;
    for [winner, loser] in [[ANA, BOB], [EVE, PlayerId(104)]] {
        let mut unrated = new(winner, Some(loser));
        unrated.terms.rated = false;
        let challenge = kept.made(&unrated).await;
        let mut game = kept.begun(&challenge, [winner, loser]).await;
        kept.resigned(&mut game, loser).await;
    }
    let board = kept.leaderboard(HERE.guild, ANA).await;
    let places: Vec<u32> = board.standings.iter().map(|line| line.place).collect();
    assert_eq!(places, [1, 1, 3, 3]);
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
async fn a_read_only_file_is_refused_immediately() {
    let kept = Kept::in_file().await;
    kept.store.close().await;
    let url = format!("{}?mode=ro", kept.scratch.url());
    let read_only = Store::open(&url, Registry::standard()).await;
    let refused = matches!(read_only, Err(OpenError::File(_)));
    assert!(refused, "{read_only:?}");
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
    let board = kept.leaderboard(HERE.guild, EVE).await;
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
                let close = |one: f64, other: f64, by: f64| (one - other).abs() < by;
                for (known, before, opponent, score) in [
                    (after.first, first, second, score),
                    (after.second, second, first, 1.0 - score),
                ] {
                    let wanted = glicko2(before, &[(opponent, score)]);
                    let all = close(known.rating, wanted.rating, 0.01)
                        && close(known.deviation, wanted.deviation, 0.01)
                        && close(known.volatility, wanted.volatility, 1e-5);
                    assert!(all, "{after:?} {wanted:?}");
                }
            }
        }
    }
}

#[test]
fn an_ending_has_a_name_in_the_database() {
    let written = Event::Finished(ending("time", None)).written();
    assert_eq!(written.kind, "finished");
    assert_eq!(written.text.as_deref(), Some("time"));
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
