//! How often a process asks its server before an act is saved and can be answered: a server may be milliseconds away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use siwa::app::{Act, Rematch, Target};
use siwa::game::{Challenge, GameTerms, Openable, Pairing, Place, PlayerId};
use siwa::store::{Lease, Origin, Reach, Store};
use siwa_games::engine::Level;
use siwa_games::registry::Registry;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use super::app::Set;
use super::backend::Database;
use super::kept::{CLASSIC, Kept};
use super::scratch::Scratch;
use super::table::{ANA, BOB, EVE, HERE, mover, terms};

/// An act may ask so often: ten times with the settings that the answer to an interaction reads.
const MOST: u32 = 9;

/// Passes on what is asked and answered, and counts the answers.
#[derive(Clone, Default)]
struct Link {
    is_asked: Arc<AtomicBool>,
    answers: Arc<AtomicU32>,
}

impl Link {
    /// Returns the address of a database by way of this link.
    async fn lead(&self, url: &str) -> String {
        let mut url = url::Url::parse(url).unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        url.set_port(Some(port)).unwrap();
        let link = self.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(link.clone().pass(near, far));
            }
        });
        url.into()
    }

    async fn pass(self, near: TcpStream, far: TcpStream) {
        let (mut from_near, mut to_near) = near.into_split();
        let (mut from_far, mut to_far) = far.into_split();
        let asks = pass_on(&mut from_near, &mut to_far, || {
            self.is_asked.store(true, Ordering::SeqCst);
        });
        let answers = pass_on(&mut from_far, &mut to_near, || {
            let is_first = self.is_asked.swap(false, Ordering::SeqCst);
            self.answers.fetch_add(is_first.into(), Ordering::SeqCst);
        });
        let _ = tokio::join!(asks, answers);
    }

    /// The outcome of an act. It may not ask too often, unless it is the `first` of its kind: that prepares its
    /// statements.
    async fn counts<T>(&self, first: bool, act: &str, outcome: impl Future<Output = T>) -> T {
        let before = self.answers.load(Ordering::SeqCst);
        let done = outcome.await;
        let asked = self.answers.load(Ordering::SeqCst) - before;
        assert!(first || asked <= MOST, "{act}: {asked}");
        done
    }
}

/// Passes on what comes, and notes each part before.
async fn pass_on(
    from: &mut OwnedReadHalf,
    to: &mut OwnedWriteHalf,
    note: impl Fn(),
) -> std::io::Result<()> {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        note();
        to.write_all(&bytes[..length]).await?;
    }
    to.shutdown().await
}

/// An interaction that announces what it has changed.
fn interaction(set: &Set) -> Origin {
    Origin {
        reach: Reach {
            lease: Some(Lease::drawn()),
            here: Some(HERE.channel),
            ..Reach::default()
        },
        ..set.origin()
    }
}

#[tokio::test]
async fn no_act_asks_a_server_more_than_nine_times() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let link = Link::default();
    let url = link.lead(database.url()).await;
    let set = Set::on(Kept {
        store: Store::open(&url, Registry::standard()).await.unwrap(),
        database,
        scratch: Scratch::new(),
    });
    let app = &set.app;
    let place = Place::new(HERE, Openable::Never);
    let pair = GameTerms {
        games: Pairing::AtOnce,
        ..terms(CLASSIC)
    };
    let alone = GameTerms {
        level: Level::new(1),
        ..terms(CLASSIC)
    };
    let cup = set.tournament(HERE.guild.0, &[]).await;
    for first in [true, false] {
        let counts = |act, by, terms| {
            let origin = interaction(&set);
            let link = &link;
            async move {
                let made = app.challenge(by, Some(BOB), terms, HERE, "fr", &origin);
                link.counts(first, act, made).await.unwrap().value.id
            }
        };
        let declined = counts("challenge", ANA, terms(CLASSIC)).await;
        let origin = interaction(&set);
        let decline = app.conclude(declined, BOB, HERE, Challenge::decline, &origin);
        link.counts(first, "decline", decline).await.unwrap();
        let paired = counts("challenge to a pair", ANA, pair).await;
        let origin = interaction(&set);
        let accept = app.accept(paired, BOB, place, &origin);
        let both = link.counts(first, "accept a pair", accept).await.unwrap();
        let one = both.value.game.id();
        let other = both.value.other.unwrap().id();
        set.two_turns_each(one).await;
        set.two_turns_each(other).await;
        for game in [one, other] {
            let resign = set.act(ANA, Target::Game(game), Act::Resign);
            link.counts(first, "resign a pair", resign).await.unwrap();
        }
        let single = counts("challenge", ANA, terms(CLASSIC)).await;
        let origin = interaction(&set);
        let accept = app.accept(single, BOB, place, &origin);
        let game = link.counts(first, "accept", accept).await.unwrap();
        let game = game.value.game;
        let target = Target::Game(game.id());
        let text = game.state().legal_moves().swap_remove(0);
        let play = set.play(mover(&game), target, &text);
        link.counts(first, "play", play).await.unwrap();
        set.two_turns_each(game.id()).await;
        let offer = set.act(ANA, target, Act::Offer);
        link.counts(first, "offer a draw", offer).await.unwrap();
        let resign = set.act(ANA, target, Act::Resign);
        link.counts(first, "resign", resign).await.unwrap();
        for (act, by) in [("ask for a rematch", BOB), ("rematch", ANA)] {
            let origin = interaction(&set);
            let rematch = app.rematch(game.id(), by, place, "fr", &origin);
            let rematch = link.counts(first, act, rematch).await.unwrap();
            assert_eq!(matches!(rematch.value, Rematch::Begun(_)), by == ANA);
        }
        let origin = interaction(&set);
        let start = app.play_engine(EVE, PlayerId(9), alone, place, "fr", &origin);
        let begun = link.counts(first, "start alone", start).await.unwrap();
        let resign = set.act(EVE, Target::Game(begun.value.id()), Act::Resign);
        link.counts(first, "resign alone", resign).await.unwrap();
        let join = app.join_tournament(cup, HERE.guild, ANA);
        link.counts(first, "join", join).await.unwrap();
        let leave = app.remove_from(cup, ANA);
        link.counts(first, "leave", leave).await.unwrap();
        let profile = app.profile(HERE.guild, ANA, None);
        link.counts(first, "profile", profile).await.unwrap();
    }
}
