//! Outbox items and upkeep: stored with the change, leased by one process at a time, acknowledged once.

use siwa::app::{Act, Acted, App, Error, Rematch, Target};
use siwa::game::{
    Cause, ChallengeId, Change, ChannelId, Game, GameId, GameTerms, GamesIn, MessageId, Openable,
    Pairing, Pings, Place, PlayerId, Post, Sent, State, Step,
};
use siwa::store::{Done, Item, Lease, Origin, Posted, Reach, Upkeep};
use siwa::time::{Clock, Seconds, Timestamp};

use siwa_games::engine::Level;

use super::app::Set;
use super::kept::{CLASSIC, Kept, new};
use super::table::{ANA, BOB, ELSEWHERE, EVE, HERE, NOON, mover, origin, terms, waiter};
use super::tournaments::joined;

/// A lease lasts three seconds.
const LATER: Timestamp = Timestamp(NOON.0 + 3);
/// The lease of a sweeper.
const YOURS: Lease = Lease(-2);

impl Kept {
    /// A game whose first board (message 11) and card (message 10) were posted.
    async fn told_game(&self) -> Game {
        let game = self.game([ANA, BOB]).await;
        for item in self.lease(YOURS, NOON).await {
            let message = match item.post {
                Post::Board(..) => 11,
                _ => 10,
            };
            self.acknowledge(YOURS, &item, message).await;
        }
        self.keep_up(YOURS).await;
        assert_eq!(self.left().await, 0);
        game
    }

    /// The number of outbox items and upkeep.
    async fn left(&self) -> u64 {
        self.count("outbox").await + self.count("upkeep").await
    }

    /// Applies events to a game; returns the message to post.
    async fn happens(
        &self,
        game: &mut Game,
        origin: Option<&Origin>,
        act: impl FnOnce(&mut Game) -> Vec<siwa::game::Event>,
    ) -> Option<Item> {
        let events = act(game);
        let change = Change::new(game, &events, NOON);
        self.store.append(change, origin).await.unwrap().item
    }

    async fn plays(&self, game: &mut Game, origin: Option<&Origin>, text: &str) -> Item {
        let mover = super::table::mover(game);
        let posted = self.happens(game, origin, |game| {
            game.play(mover, text, None, NOON).unwrap()
        });
        posted.await.unwrap()
    }

    async fn lease(&self, lease: Lease, now: Timestamp) -> Vec<Item> {
        self.store.lease(lease, 99, now).await.unwrap()
    }

    async fn posts(&self, lease: Lease, now: Timestamp) -> Vec<Post> {
        let items = self.lease(lease, now).await;
        items.into_iter().map(|item| item.post).collect()
    }

    async fn acknowledge(&self, lease: Lease, item: &Item, message: u64) -> Option<Upkeep> {
        let posted = [Posted {
            message: MessageId(message),
            channel: HERE.channel,
            told: item.post.event().map_or(0, |(_, seq)| seq),
            player: None,
        }];
        let item = under(lease, item);
        let noted = self.store.acknowledge(&item, &posted, NOON);
        noted.await.unwrap()
    }

    /// A person presses a button of an old message of a game.
    async fn is_pressed(&self, game: &Game, message: u64) {
        let channel = HERE.channel;
        let message = MessageId(message);
        let outdated = self.store.note_outdated(game.id(), channel, message, NOON);
        outdated.await.unwrap();
    }

    /// Acknowledges a message posted by an interaction.
    async fn answered(&self, cause: u64, item: &Item, message: u64) -> Option<Upkeep> {
        self.acknowledge(of(cause), item, message).await
    }

    /// The steps of upkeep for a challenge and its games.
    async fn steps(&self, challenge: ChallengeId) -> Vec<Step> {
        let app = App::new(self.store.clone(), Clock::default());
        let mut steps = app.facts(challenge, None).await.unwrap().upkeep(NOON).0;
        steps.sort_by_key(|step| format!("{step:?}"));
        steps
    }

    /// Does all upkeep; returns the steps.
    async fn keep_up(&self, lease: Lease) -> Vec<Step> {
        let mut done = Vec::new();
        for upkeep in self.store.lease_upkeep(lease, 99, LATER).await.unwrap() {
            let steps = self.steps(upkeep.challenge).await;
            let kept = self.store.upkept(upkeep, &steps, None, NOON);
            assert!(!kept.await.unwrap(), "nothing has changed meanwhile");
            done.extend(steps);
        }
        done
    }
}

/// An item under another lease.
fn under(lease: Lease, item: &Item) -> Item {
    Item {
        lease,
        ..item.clone()
    }
}

/// The lease of an interaction.
fn of(cause: u64) -> Lease {
    Lease(cause.cast_signed())
}

/// An interaction whose answer is a new message in that channel, if any.
fn answering(cause: u64, here: Option<ChannelId>) -> Origin {
    Origin {
        reach: Reach {
            lease: Some(of(cause)),
            here,
            token: format!("token {cause}"),
            ..Reach::default()
        },
        ..origin(cause)
    }
}

fn here(cause: u64) -> Origin {
    answering(cause, Some(HERE.channel))
}

/// The edit of a board, posted after event `seq` of the first game, that a later one has replaced.
fn past(message: u64, seq: u32) -> Step {
    Step::EditPast(GameId(1), HERE.channel, MessageId(message), seq)
}

#[tokio::test]
async fn an_item_is_leased_to_the_interaction_that_causes_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let written = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(written.post, Post::Board(game.id(), 2));
    let leased = kept.store.leased(of(5)).await.unwrap();
    assert_eq!(leased, Some(written.clone()));
    assert_eq!(kept.posts(YOURS, LATER.plus(-1)).await, []);
    let again = Item {
        id: written.id,
        lease: YOURS,
        post: written.post,
        channel: HERE.channel,
        locale: "pt-BR".to_owned(),
        theme: None,
        cause: Some(Cause(5)),
        token: Some("token 5".to_owned()),
        created: NOON,
        pings: Pings::Both,
        attempts: 2,
    };
    assert_eq!(kept.lease(YOURS, LATER).await, [again]);
    let none = kept.posts(of(5), LATER.plus(2)).await;
    assert_eq!(none, [], "it has a new lease");
    let next = kept.store.next_due().await.unwrap();
    assert_eq!((next.posts, next.upkeep), (Some(LATER.plus(3)), None));
}

#[tokio::test]
async fn items_caused_by_time_are_due_immediately() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let flag = |game: &mut Game| game.flag(NOON.plus(Seconds::days(2)), false).unwrap();
    let leased = kept.happens(&mut game, None, flag).await;
    assert_eq!(leased, None, "nobody has to announce it at once");
    let items = kept.lease(YOURS, NOON).await;
    let item = &items[0];
    assert_eq!(Some(item.post), Post::about(&game));
    assert_eq!((item.attempts, &item.token), (1, &None));
    let challenge = kept.made(&new(ANA, Some(BOB))).await;
    assert_eq!(kept.posts(YOURS, NOON).await, [Post::Card(challenge.id)]);
    let then = challenge.expires;
    kept.store.expire_challenges(then).await.unwrap();
    let upkeep = kept.store.lease_upkeep(YOURS, 9, then).await.unwrap();
    assert!(upkeep.iter().any(|it| it.challenge == challenge.id));
}

#[tokio::test]
async fn an_answer_elsewhere_is_not_the_message_here() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let abroad = answering(5, Some(ELSEWHERE.channel));
    kept.plays(&mut game, Some(&abroad), "a1 b2").await;
    let items = kept.lease(YOURS, LATER).await;
    assert_eq!((items.len(), &items[0].token), (1, &None));
}

#[tokio::test]
async fn a_lease_is_renewed_returned_or_voided() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let item = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let mine = of(5);
    let item = &item;
    let theirs = &under(YOURS, item);
    kept.store.renew(mine, LATER).await.unwrap();
    assert_eq!(kept.posts(YOURS, LATER.plus(2)).await, []);
    let release = |item, then, keep| kept.store.release(item, then, keep, NOON);
    release(theirs, NOON, true).await.unwrap();
    let none = kept.posts(YOURS, NOON).await;
    assert_eq!(none, [], "it is not theirs to give");
    release(item, LATER, false).await.unwrap();
    assert_eq!(kept.posts(YOURS, LATER.plus(-1)).await, []);
    let items = kept.lease(YOURS, LATER).await;
    assert_eq!((items[0].attempts, &items[0].token), (2, &None));
    // A lease without a request does not count as a try.
    kept.store.put_back(theirs, LATER).await.unwrap();
    assert_eq!(kept.lease(YOURS, LATER).await[0].attempts, 2);
    kept.store.void_leases(NOON).await.unwrap();
    assert_eq!(kept.posts(mine, NOON).await, [item.post]);
    let skip = |item| kept.store.acknowledge(item, &[], NOON);
    skip(theirs).await.unwrap();
    assert_eq!(kept.count("outbox").await, 1, "it is not theirs to skip");
    skip(item).await.unwrap();
    assert_eq!(kept.count("outbox").await, 0);
}

#[tokio::test]
async fn a_new_board_makes_old_messages_lose_their_buttons() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let item = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let upkeep = kept.answered(5, &item, 12).await.unwrap();
    let others = kept.store.lease_upkeep(YOURS, 9, LATER.plus(-1)).await;
    assert_eq!(others.unwrap(), [], "who has posted it does that");
    let held = kept.store.upkeep_under(of(5)).await.unwrap();
    assert_eq!(held, Some(upkeep));
    let steps = kept.steps(upkeep.challenge).await;
    assert_eq!(steps, [past(11, 1)]);
    let ended = kept.store.upkept(upkeep, &steps, None, NOON);
    assert!(!ended.await.unwrap());
    let board = kept.store.board(game.id()).await.unwrap();
    assert_eq!(board, Some(MessageId(12)));
    assert_eq!(kept.left().await, 0);
    assert_eq!(kept.steps(upkeep.challenge).await, []);
}

#[tokio::test]
async fn changes_during_upkeep_make_it_due_again() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let item = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let upkeep = kept.answered(5, &item, 12).await.unwrap();
    let steps = kept.steps(upkeep.challenge).await;
    let next = kept.plays(&mut game, Some(&here(6)), "d4 e5").await;
    let other = kept.answered(6, &next, 13).await;
    assert_eq!(other, None, "somebody is at it");
    let again = kept.store.upkept(upkeep, &steps, None, NOON);
    assert!(again.await.unwrap());
    assert_eq!(kept.keep_up(YOURS).await, [past(12, 2)]);
    assert_eq!(kept.left().await, 0);
}

#[tokio::test]
async fn an_offer_stays_beside_its_board_until_a_decline_or_a_move() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let id = game.id();
    let channel = HERE.channel;
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(5)), offers).await;
    let offer = offer.unwrap();
    assert_eq!(offer.post, Post::Offer(id, 2));
    kept.answered(5, &offer, 12).await;
    assert_eq!(kept.keep_up(of(5)).await, []);
    let changing = answering(6, None);
    let declines = |game: &mut Game| game.answer(BOB, false, NOON).unwrap();
    let declined = kept.happens(&mut game, Some(&changing), declines).await;
    assert_eq!(declined, None, "a message that is there says so");
    let edit = Step::EditOffer(id, channel, MessageId(12), 2);
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
    let board = kept.plays(&mut game, Some(&here(7)), "a1 b2").await;
    kept.answered(7, &board, 13).await;
    let old = kept.keep_up(YOURS).await;
    assert_eq!(old, [past(11, 1)], "12 has no buttons any more");
    let offers = |game: &mut Game| game.offer(BOB, NOON).unwrap();
    let again = kept.happens(&mut game, Some(&here(8)), offers).await;
    kept.answered(8, &again.unwrap(), 14).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    let board = kept.plays(&mut game, Some(&here(9)), "d4 e5").await;
    kept.answered(9, &board, 15).await;
    let offer = Step::EditOffer(id, channel, MessageId(14), 5);
    assert_eq!(kept.keep_up(YOURS).await, [offer, past(13, 4)]);
}

#[tokio::test]
async fn a_board_that_is_known_late_keeps_the_offer_that_was_made_on_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let board = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(6)), offers).await;
    kept.answered(6, &offer.unwrap(), 13).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    kept.answered(5, &board, 12).await;
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    assert_eq!(kept.count("messages").await, 2);
}

#[tokio::test]
async fn a_board_that_is_superseded_is_old_as_soon_as_it_is_known() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let late = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let next = kept.plays(&mut game, Some(&here(6)), "d4 e5").await;
    kept.answered(6, &next, 13).await;
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    assert_eq!(kept.count("outbox").await, 1, "it may have been posted");
    for _ in 0..2 {
        kept.answered(5, &late, 12).await;
        let old = kept.keep_up(YOURS).await;
        assert_eq!(old, [past(12, 2)], "however often it is heard");
    }
    kept.answered(6, &next, 13).await;
    let old = kept.keep_up(YOURS).await;
    assert_eq!(old, [], "but not the present one");
    let board = kept.store.board(game.id()).await.unwrap();
    assert_eq!(board, Some(MessageId(13)));
    assert_eq!(kept.left().await, 0);
}

#[tokio::test]
async fn a_process_that_lost_its_lease_leaves_the_item_and_its_message_is_known() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let item = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(kept.posts(YOURS, LATER).await, [item.post]);
    kept.answered(5, &item, 12).await;
    assert_eq!(kept.count("outbox").await, 1, "who has the lease goes on");
    assert_eq!(kept.keep_up(YOURS).await, [past(11, 1)]);
    kept.acknowledge(YOURS, &item, 12).await;
    assert_eq!(kept.keep_up(YOURS).await, []);
    assert_eq!((kept.count("messages").await, kept.left().await), (1, 0));
}

#[tokio::test]
async fn a_card_that_is_known_late_is_brought_up_to_date() {
    let kept = Kept::open().await;
    let new = new(ANA, Some(BOB));
    let made = kept.store.challenge(&new, NOON, Some(&here(5))).await;
    let Done {
        value: challenge,
        item,
    } = made.unwrap();
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, None);
    let cancelled = kept
        .store
        .close_challenge(&challenge, State::Cancelled, NOON, None);
    assert!(cancelled.await.unwrap());
    assert_eq!(kept.keep_up(YOURS).await, [], "nobody knows where it is");
    kept.answered(5, &item.unwrap(), 31).await;
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, Some(MessageId(31)));
    let edit = Step::EditCard(MessageId(31), 2);
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
    assert_eq!(kept.steps(challenge.id).await, []);
    // An old message that a person presses is edited again.
    for _ in 0..2 {
        let store = &kept.store;
        let message = MessageId(32);
        let outdated = store.note_outdated_card(challenge.id, message, NOON);
        outdated.await.unwrap();
    }
    let edit = Step::EditCard(MessageId(32), 2);
    assert_eq!(kept.keep_up(YOURS).await, [edit]);
}

#[tokio::test]
async fn an_unknown_message_that_is_pressed_loses_its_buttons_and_the_present_board_does_not() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    for message in [9, 9, 11] {
        kept.is_pressed(&game, message).await;
    }
    let clear = Step::ClearButtons(HERE.channel, MessageId(9));
    assert_eq!(kept.keep_up(YOURS).await, [clear]);
    assert_eq!((kept.count("messages").await, kept.left().await), (1, 0));
}

#[tokio::test]
async fn upkeep_that_failed_for_one_message_is_retried_later() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    for message in [8, 9] {
        kept.is_pressed(&game, message).await;
    }
    let leased = kept.store.lease_upkeep(YOURS, 9, NOON).await.unwrap();
    let steps = kept.steps(leased[0].challenge).await;
    let then = NOON.plus(60);
    let store = &kept.store;
    let done = &steps[..1];
    let noted = store.upkept(leased[0], done, Some(then), NOON);
    assert!(!noted.await.unwrap());
    let early = kept.store.lease_upkeep(YOURS, 9, then.plus(-1)).await;
    assert_eq!(early.unwrap(), []);
    let again = kept.store.lease_upkeep(YOURS, 9, then).await.unwrap();
    assert_eq!(again[0].attempts, 2);
    assert_eq!(kept.steps(again[0].challenge).await, steps[1..]);
}

#[tokio::test]
async fn the_longest_due_is_leased_first_and_no_more_than_asked_for() {
    let kept = Kept::open().await;
    kept.told_game().await;
    kept.hundred_reminders().await;
    let items = kept.store.lease(YOURS, 3, NOON).await.unwrap();
    let mut created: Vec<i64> = items.iter().map(|item| NOON.0 - item.created.0).collect();
    created.sort_unstable();
    assert_eq!(created, [98, 99, 100]);
}

#[tokio::test]
async fn a_refused_digest_is_replaced_by_reminders_at_once_and_only_under_its_lease() {
    let kept = Kept::open().await;
    // In the third game it is the other player's turn.
    let games = [kept.told_game().await, kept.told_game().await];
    let mut other = kept.told_game().await;
    let item = kept.plays(&mut other, Some(&here(4)), "a1 b2").await;
    kept.answered(4, &item, 12).await;
    kept.keep_up(of(4)).await;
    let due = "insert into outbox (id, role, channel, player, created, due, attempts)
               values (5, 'digest', 0, $1, $2, $2, 0)";
    let due = sqlx::query(due).bind(ANA.0.cast_signed()).bind(NOON.0);
    due.execute(&mut kept.behind().await).await.unwrap();
    let digest = kept.lease(YOURS, NOON).await.remove(0);
    assert_eq!(digest.post, Post::Digest(ANA));
    let remind = async |lease| {
        let digest = under(lease, &digest);
        kept.store.remind_instead(&digest, NOON).await
    };
    remind(of(5)).await.unwrap();
    assert_eq!(kept.posts(YOURS, NOON).await, []);
    for _ in 0..2 {
        remind(YOURS).await.unwrap();
        assert_eq!(kept.count("outbox").await, 2);
    }
    let mut reminded = kept.posts(YOURS, NOON).await;
    reminded.sort_by_key(|post| post.event().unwrap().0);
    let of_each = games.map(|game| Post::Remind(game.id(), game.seq));
    assert_eq!(reminded, of_each);
}

#[tokio::test]
async fn a_call_to_a_deleted_person_is_not_stored() {
    let kept = Kept::open().await;
    let game = kept.told_game().await;
    let seq = game.seq;
    let channel = ChannelId(70);
    for (message, player) in [(20, BOB), (21, PlayerId(999))] {
        let posted = [Posted {
            message: MessageId(message),
            channel,
            told: seq,
            player: Some(player),
        }];
        let call =
            "insert into outbox (id, role, channel, game, seq, player, created, due, attempts)
                    values ($1, 'call', 70, $2, $3, $4, $5, $5, 0)";
        let [message, game, player] = [message, game.id().0, player.0].map(u64::cast_signed);
        let call = sqlx::query(call).bind(message).bind(game);
        let call = call.bind(i64::from(seq)).bind(player).bind(NOON.0);
        call.execute(&mut kept.behind().await).await.unwrap();
        let item = kept.lease(YOURS, NOON).await.remove(0);
        let noted = kept.store.acknowledge(&item, &posted, NOON);
        noted.await.unwrap();
    }
    let challenge = kept.challenge_of(game.id()).await.unwrap();
    let told = kept.store.messages_of(challenge).await.unwrap();
    let mut calls: Vec<Sent> = told.unwrap().1.remove(0).sent;
    calls.retain(|sent| sent.player.is_some());
    let calls = calls.iter().map(|sent| sent.id);
    assert_eq!(calls.collect::<Vec<_>>(), [MessageId(20)]);
}

/// Interactions that are all answered in one way, whose changes are compared with the outbox.
struct Compared {
    set: Set,
    reach: Reach,
}

impl Compared {
    fn origin(&self, by: PlayerId) -> Origin {
        let origin = self.set.origin();
        let lease = self.reach.lease.map(|_| of(origin.cause.0));
        Origin {
            by: Some(by),
            reach: Reach {
                lease,
                ..self.reach.clone()
            },
            ..origin
        }
    }

    /// What a change has returned with its item, which must be the row of this interaction.
    async fn compared<T>(
        &self,
        origin: &Origin,
        done: Result<Done<T>, Error>,
        game: fn(&T) -> Option<&Game>,
    ) -> T {
        let kept = &self.set.kept;
        let reach = &origin.reach;
        let Done { value, item } = done.unwrap();
        let mut rows = kept.lease(YOURS, self.set.app.now().plus(3)).await;
        rows.retain(|row| row.cause == Some(origin.cause));
        for row in &rows {
            let is_answer = reach.is_answer(row.channel, game(&value));
            assert_eq!(row.token.is_some(), is_answer || reach.user_install);
            assert_eq!(row.attempts > 1, reach.lease.is_some());
        }
        let leased = rows.into_iter().filter(|row| row.attempts > 1);
        let returned = item.map(|item| Item {
            lease: YOURS,
            attempts: item.attempts + 1,
            ..item
        });
        assert_eq!(leased.collect::<Vec<_>>(), Vec::from_iter(returned));
        kept.alter("delete from outbox").await;
        value
    }

    async fn begins(&self, terms: GameTerms, openable: Openable) -> Game {
        let app = &self.set.app;
        let origin = self.origin(ANA);
        let made = app.challenge(ANA, Some(BOB), terms, HERE, "fr", &origin);
        let made = self.compared(&origin, made.await, |_| None).await;
        let origin = self.origin(BOB);
        let accepted = app
            .accept(made.id, BOB, Place::new(HERE, openable), &origin)
            .await;
        let accepted = accepted.map(|done| done.map(|accepted| accepted.game));
        self.compared(&origin, accepted, |game| Some(game)).await
    }

    async fn acts(&self, game: &Game, by: PlayerId, act: Act) -> Game {
        let origin = self.origin(by);
        let target = Target::Game(game.id());
        let acted = self.set.app.act(by, HERE, target, &act, Some(&origin));
        let Ok(Acted::Done(done)) = acted.await else {
            panic!("{act:?}");
        };
        self.compared(&origin, Ok(done), |game| Some(game)).await
    }

    async fn plays(&self, mut game: Game, texts: &[&str]) -> Game {
        for text in texts {
            let act = Act::Play((*text).to_owned(), None);
            game = self.acts(&game, mover(&game), act).await;
        }
        game
    }

    async fn asks_again(&self, game: &Game, by: PlayerId) {
        let origin = self.origin(by);
        let place = Place::new(HERE, Openable::Never);
        let asked = self.set.app.rematch(game.id(), by, place, "fr", &origin);
        self.compared(&origin, asked.await, begun).await;
    }

    async fn begins_alone(&self, games_in: GamesIn) -> Game {
        let terms = GameTerms {
            rated: false,
            level: Some(Level::STRONGEST),
            games_in,
            ..terms(CLASSIC)
        };
        let origin = self.origin(ANA);
        let place = Place::new(HERE, Openable::Yes);
        let app = &self.set.app;
        let begun = app.play_engine(ANA, EVE, terms, place, "fr", &origin);
        self.compared(&origin, begun.await, |game| Some(game)).await
    }
}

/// The game that has begun.
fn begun(asked: &Rematch) -> Option<&Game> {
    match asked {
        Rematch::Asked(_) => None,
        Rematch::Begun(game) => Some(game.as_ref()),
    }
}

#[tokio::test]
async fn every_change_returns_the_item_that_it_wrote_for_its_interaction() {
    let silent = Reach {
        lease: Some(of(0)),
        token: "token".to_owned(),
        ..Reach::default()
    };
    let answers = |channel| Reach {
        here: Some(channel),
        ..silent.clone()
    };
    let edits = Reach {
        pressed: Some(MessageId(9)),
        ..silent.clone()
    };
    let outside = Reach {
        user_install: true,
        ..answers(HERE.channel)
    };
    for reach in [
        answers(HERE.channel),
        answers(ELSEWHERE.channel),
        edits,
        outside,
        Reach::default(),
        silent.clone(),
    ] {
        let set = Set::up().await;
        let compared = Compared { set, reach };
        let game = compared.begins(terms(CLASSIC), Openable::Never).await;
        let game = compared.plays(game, &["a1 b2", "d4 e5"]).await;
        let mover = mover(&game);
        for (by, act) in [
            (waiter(&game), Act::Give),
            (mover, Act::Offer),
            (waiter(&game), Act::Answer(false)),
            (mover, Act::Resign),
        ] {
            compared.acts(&game, by, act).await;
        }
        compared.asks_again(&game, ANA).await;
        compared.asks_again(&game, BOB).await;
        let pair = GameTerms {
            games: Pairing::AtOnce,
            ..terms(CLASSIC)
        };
        compared.begins(pair, Openable::Never).await;
        let in_thread = GameTerms {
            games_in: GamesIn::Threads,
            ..terms(CLASSIC)
        };
        let game = compared.begins(in_thread, Openable::Yes).await;
        compared.plays(game, &["a1 b2"]).await;
        compared.begins_alone(GamesIn::Threads).await;
        let alone = compared.begins_alone(GamesIn::Channel).await;
        compared.acts(&alone, ANA, Act::Resign).await;
        let alone = compared.set.app.load(alone.id()).await.unwrap();
        compared.asks_again(&alone, ANA).await;
        let new = joined(0);
        let origin = compared.origin(ANA);
        let opened = compared.set.app.open_tournament(&new, &origin).await;
        compared.compared(&origin, opened, |_| None).await;
    }
}
