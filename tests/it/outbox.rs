//! What is owed to the channels: born with its change, leased by one at a time, settled once.

use siwa::app::Unpaid;
use siwa::game::{Cause, ChannelId, Game, MessageId, State};
use siwa::store::{Change, Debt, Lease, Means, Origin, Owed, Payer};
use siwa::time::{DAY, Timestamp};

use super::kept::{Kept, each, new};
use super::table::{ANA, BOB, ELSEWHERE, HERE, NOON};

/// A lease takes five seconds.
const LATER: Timestamp = Timestamp(NOON.0 + 5);
/// Whose work something is.
const MINE: Lease = Lease(1);
const YOURS: Lease = Lease(2);
/// No messages.
const NONE: [u64; 0] = [];

impl Kept {
    /// A game whose first board, message 11, and whose card, message 10, stand in the channel.
    async fn told_game(&self) -> Game {
        let game = self.game([ANA, BOB]).await;
        // The card was out of date before it was known where it is, so that it is owed again.
        while let owed @ [_, ..] = self.lease(YOURS, NOON).await.as_slice() {
            for owed in owed {
                let message = if matches!(owed.debt, Debt::Board(..)) {
                    11
                } else {
                    10
                };
                assert_eq!(self.settle(YOURS, owed.debt, message).await, NONE);
            }
        }
        assert_eq!(self.count("outbox").await, 0);
        game
    }

    /// Something happens in a game; answers what is owed by that.
    async fn happens(
        &self,
        game: &mut Game,
        origin: Option<&Origin>,
        act: impl FnOnce(&mut Game) -> Vec<siwa::game::Event>,
    ) -> Debt {
        let events = act(game);
        self.store
            .append(Change::new(game, &events, NOON), origin)
            .await
            .unwrap();
        Debt::of(game)
    }

    async fn plays(&self, game: &mut Game, origin: Option<&Origin>, text: &str) -> Debt {
        let mover = super::table::mover(game);
        self.happens(game, origin, |game| {
            game.play(mover, text, None, NOON).unwrap()
        })
        .await
    }

    async fn lease(&self, lease: Lease, now: Timestamp) -> Vec<Owed> {
        self.store.lease(lease, each(99), now).await.unwrap()
    }

    async fn debts(&self, lease: Lease, now: Timestamp) -> Vec<Debt> {
        let owed = self.lease(lease, now).await;
        owed.into_iter().map(|owed| owed.debt).collect()
    }

    /// Settles a debt by a message; answers which messages are old by that.
    async fn settle(&self, lease: Lease, debt: Debt, message: u64) -> Vec<u64> {
        let old = self
            .store
            .settle(lease, debt, 0, MessageId(message), NOON)
            .await;
        let mut old: Vec<u64> = old.unwrap().old.into_iter().map(|(_, old)| old.0).collect();
        old.sort_unstable();
        old
    }
}

fn origin(cause: u64, by: Means) -> Origin {
    Origin {
        cause: Cause(cause),
        by: None,
        payer: Some(Payer { lease: MINE, by }),
        follow: None,
    }
}

fn here(cause: u64) -> Origin {
    origin(cause, Means::Answer(HERE.channel, format!("token {cause}")))
}

#[tokio::test]
async fn what_is_owed_is_leased_to_whoever_causes_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let debt = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(debt, Debt::Board(game.id(), 2));
    assert_eq!(kept.debts(YOURS, LATER.plus(-1)).await, []);
    let owed = kept.lease(YOURS, LATER).await;
    assert_eq!(
        owed,
        [Owed {
            debt,
            channel: HERE.channel,
            locale: "pt-BR".to_owned(),
            message: None,
            cause: Some(Cause(5)),
            token: Some("token 5".to_owned()),
            nonce: MINE.0,
            born: NOON,
            tries: 2,
        }]
    );
    assert_eq!(
        kept.debts(MINE, LATER.plus(4)).await,
        [],
        "it has a new lease"
    );
    assert_eq!(
        kept.store.next_due().await.unwrap().pressing,
        Some(LATER.plus(5))
    );
}

#[tokio::test]
async fn what_time_has_brought_about_is_due_at_once() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let debt = kept
        .happens(&mut game, None, |game| {
            game.flag(NOON.plus(2 * DAY)).unwrap()
        })
        .await;
    let owed = kept.lease(MINE, NOON).await;
    assert_eq!(
        (owed[0].debt, owed[0].tries, &owed[0].token),
        (debt, 1, &None)
    );
    let challenge = kept.made(&new(ANA, Some(BOB))).await;
    assert_eq!(kept.debts(MINE, NOON).await, [Debt::Card(challenge.id)]);
    kept.store
        .expire_challenges(challenge.expires)
        .await
        .unwrap();
    assert_eq!(kept.debts(MINE, challenge.expires).await.len(), 3);
}

#[tokio::test]
async fn an_answer_elsewhere_pays_nothing_here() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let abroad = origin(5, Means::Answer(ELSEWHERE.channel, "token".to_owned()));
    kept.plays(&mut game, Some(&abroad), "a1 b2").await;
    let owed = kept.lease(MINE, LATER).await;
    assert_eq!((owed.len(), &owed[0].token), (1, &None));
}

#[tokio::test]
async fn a_lease_is_kept_given_back_or_void() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let debt = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    kept.store.renew(MINE, LATER).await.unwrap();
    assert_eq!(kept.debts(YOURS, LATER.plus(4)).await, []);
    kept.store.release(YOURS, debt, NOON, true).await.unwrap();
    assert_eq!(
        kept.debts(YOURS, NOON).await,
        [],
        "it is not theirs to give"
    );
    kept.store.release(MINE, debt, LATER, false).await.unwrap();
    assert_eq!(kept.debts(YOURS, LATER.plus(-1)).await, []);
    let owed = kept.lease(YOURS, LATER).await;
    assert_eq!((owed[0].tries, &owed[0].token), (2, &None));
    // For which nothing was sent counts as not tried.
    kept.store.put_back(YOURS, debt, LATER).await.unwrap();
    assert_eq!(kept.lease(YOURS, LATER).await[0].tries, 2);
    kept.store.void_leases(NOON).await.unwrap();
    assert_eq!(kept.debts(MINE, NOON).await, [debt]);
    kept.store.write_off(YOURS, debt).await.unwrap();
    assert_eq!(
        kept.count("outbox").await,
        1,
        "it is not theirs to write off"
    );
    kept.store.write_off(MINE, debt).await.unwrap();
    assert_eq!(kept.count("outbox").await, 0);
}

#[tokio::test]
async fn a_new_board_makes_old_messages_lose_their_buttons() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let debt = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(kept.settle(MINE, debt, 12).await, [11]);
    assert_eq!(
        kept.debts(YOURS, LATER.plus(-1)).await,
        [],
        "who has settled strips"
    );
    assert_eq!(kept.debts(MINE, LATER).await, [Debt::Strip(MessageId(11))]);
    assert_eq!(
        kept.settle(MINE, Debt::Strip(MessageId(11)), 11).await,
        NONE
    );
    let [board, offer] = kept.store.standing(game.id()).await.unwrap();
    assert_eq!((board, offer), (Some(MessageId(12)), None));
    assert_eq!(kept.count("outbox").await, 0);
}

#[tokio::test]
async fn an_offer_stands_beside_its_board_until_it_is_declined_or_played_over() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(5)), offers).await;
    assert_eq!(offer, Debt::Offer(game.id(), 2));
    assert_eq!(kept.settle(MINE, offer, 12).await, NONE);
    let changing = origin(6, Means::Edit(MessageId(12)));
    let declines = |game: &mut Game| game.answer(BOB, false, NOON).unwrap();
    let decline = kept.happens(&mut game, Some(&changing), declines).await;
    assert_eq!(decline, Debt::Decline(game.id(), 3));
    let owed = kept.lease(MINE, LATER).await;
    assert_eq!(owed[0].message, Some(MessageId(12)));
    assert_eq!(kept.settle(MINE, decline, 12).await, NONE);
    let board = kept.plays(&mut game, Some(&here(7)), "a1 b2").await;
    assert_eq!(
        kept.settle(MINE, board, 13).await,
        [11],
        "12 has no buttons any more"
    );
    let again = kept
        .happens(&mut game, Some(&here(8)), |game| {
            game.offer(BOB, NOON).unwrap()
        })
        .await;
    assert_eq!(kept.settle(MINE, again, 14).await, NONE);
    let board = kept.plays(&mut game, Some(&here(9)), "d4 e5").await;
    assert_eq!(kept.settle(MINE, board, 15).await, [13, 14]);
}

#[tokio::test]
async fn a_board_that_is_known_late_keeps_the_offer_that_was_made_on_it() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let board = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let offers = |game: &mut Game| game.offer(ANA, NOON).unwrap();
    let offer = kept.happens(&mut game, Some(&here(6)), offers).await;
    assert_eq!(kept.settle(MINE, offer, 13).await, NONE);
    assert_eq!(kept.settle(MINE, board, 12).await, [11]);
    let standing = kept.store.standing(game.id()).await.unwrap();
    assert_eq!(standing, [Some(MessageId(12)), Some(MessageId(13))]);
}

#[tokio::test]
async fn a_board_that_is_overtaken_is_old_as_soon_as_it_is_known() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let late = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    let next = kept.plays(&mut game, Some(&here(6)), "d4 e5").await;
    assert_eq!(kept.settle(MINE, next, 13).await, [11]);
    let left = kept.debts(MINE, LATER).await;
    assert!(left.contains(&Debt::Overtaken(game.id(), 2)), "{left:?}");
    assert_eq!(kept.settle(MINE, late, 12).await, [12]);
    let [board, _] = kept.store.standing(game.id()).await.unwrap();
    assert_eq!(board, Some(MessageId(13)));
    for strip in [11, 12] {
        kept.settle(MINE, Debt::Strip(MessageId(strip)), strip)
            .await;
    }
    assert_eq!(kept.count("outbox").await, 0);
    assert_eq!(
        kept.settle(MINE, late, 12).await,
        [12],
        "however often it is heard"
    );
    assert_eq!(
        kept.settle(MINE, next, 13).await,
        NONE,
        "but not the present one"
    );
}

#[tokio::test]
async fn whoever_has_lost_the_lease_settles_nothing() {
    let kept = Kept::open().await;
    let mut game = kept.told_game().await;
    let debt = kept.plays(&mut game, Some(&here(5)), "a1 b2").await;
    assert_eq!(kept.debts(YOURS, LATER).await, [debt]);
    assert_eq!(kept.settle(MINE, debt, 12).await, NONE);
    let [board, _] = kept.store.standing(game.id()).await.unwrap();
    assert_eq!(
        board,
        Some(MessageId(11)),
        "who has the lease is going to find it"
    );
    assert_eq!(kept.settle(YOURS, debt, 12).await, [11]);
}

#[tokio::test]
async fn a_card_that_is_known_late_is_brought_up_to_date() {
    let kept = Kept::open().await;
    let new = new(ANA, Some(BOB));
    let challenge = kept.store.challenge(&new, NOON, Some(&here(5))).await;
    let challenge = challenge.unwrap();
    let debt = Debt::Card(challenge.id);
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, None);
    kept.store
        .settle_challenge(&challenge, State::Cancelled, NOON, None)
        .await
        .unwrap();
    assert_eq!(kept.debts(YOURS, NOON).await, [debt]);
    kept.store.write_off(YOURS, debt).await.unwrap();
    kept.settle(MINE, debt, 31).await;
    let known = kept.store.find_challenge(challenge.id).await.unwrap();
    assert_eq!(known.unwrap().message, Some(MessageId(31)));
    let owed = kept.lease(YOURS, NOON).await;
    assert_eq!((owed[0].debt, owed[0].message), (debt, Some(MessageId(31))));
}

#[tokio::test]
async fn what_is_noted_twice_is_owed_once() {
    let kept = Kept::open().await;
    let challenge = kept.made(&new(ANA, Some(BOB))).await.id;
    for _ in 0..2 {
        let (channel, message) = (ChannelId(70), MessageId(9));
        kept.store.owe_strip(channel, message, NOON).await.unwrap();
        let card = kept.store.owe_card(challenge, channel, message, NOON);
        card.await.unwrap();
    }
    assert_eq!(
        kept.count("outbox").await,
        3,
        "the first card, the second one, a strip"
    );
}

#[tokio::test]
async fn the_longest_due_is_leased_first_and_no_more_than_asked_for() {
    let kept = Kept::open().await;
    for message in 1..=100 {
        let due = NOON.plus(-message);
        let message = MessageId(message.unsigned_abs());
        kept.store
            .owe_strip(HERE.channel, message, due)
            .await
            .unwrap();
    }
    let owed = kept.store.lease(MINE, each(3), NOON).await.unwrap();
    let mut owed: Vec<Debt> = owed.into_iter().map(|owed| owed.debt).collect();
    owed.sort_unstable_by_key(|debt| format!("{debt:?}"));
    assert_eq!(
        owed,
        [100, 98, 99].map(|message| Debt::Strip(MessageId(message)))
    );
}

#[test]
fn pauses_grow_and_end_somewhere() {
    let pauses = |unpaid: Unpaid| [1, 2, 3, 4, 9, 99].map(|tries| unpaid.pause(tries));
    assert_eq!(pauses(Unpaid::Trouble), [2, 4, 8, 16, 300, 300]);
    assert_eq!(pauses(Unpaid::Forbidden), [5, 30, 300, 3600, 3600, 3600]);
    assert_eq!(pauses(Unpaid::For(7)), [7; 6]);
}
