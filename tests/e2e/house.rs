//! The whole house for a test: the real bot on a real file, and the stand-in.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use serenity::all::{ChannelId, ChannelType, CreateThread, Http, HttpBuilder};
use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::run::{self, Settings, StartError};
use siwa::game::{GamesIn, GuildId};
use siwa::l10n::L10n;
use siwa::playground::{Member, Message, Options, Person, Playground, World};
use siwa::registry::Registry;
use siwa::render::Painter;
use siwa::store::Store;
use siwa::time::Clock;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::audit;
use super::play::{carried, is_board};

/// How long anything may take that has to come to an end.
const BOUND: Duration = Duration::from_secs(10);

/// Draws the boards of all houses, and those that are expected: much is drawn but once.
pub(crate) static PAINTER: LazyLock<Arc<Painter>> =
    LazyLock::new(|| Arc::new(Painter::new().unwrap()));

/// The playground’s server.
const SERVER: GuildId = GuildId(1_100_000_000_000_000_002);

static HOUSES: AtomicU32 = AtomicU32::new(0);

/// How to stop the bot, and what came of its run.
type Running = (oneshot::Sender<()>, JoinHandle<Result<(), StartError>>);

/// The stand-in with the bot connected to it, and a clock that can be put forward.
pub(crate) struct House {
    pub(crate) play: Playground,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) registry: Registry,
    /// Words that a game brings along.
    words: &'static str,
    directory: PathBuf,
    bot: Option<Running>,
}

impl House {
    /// A house in which everybody speaks English.
    pub(crate) async fn open() -> Self {
        Self::open_to(&["ana", "bob", "chloe"]).await
    }

    /// A house for these people, who speak English.
    pub(crate) async fn open_to(people: &[&str]) -> Self {
        let member = |(number, key): (u64, &&str)| {
            Member::new(1_100_000_000_000_000_101 + number, key, key, "en-US")
        };
        Self::open_with(Options {
            people: (0..).zip(people).map(member).collect(),
            ..Options::default()
        })
        .await
    }

    /// A house set up otherwise.
    pub(crate) async fn open_with(options: Options) -> Self {
        Self::open_all(options, Registry::standard(), "").await
    }

    /// A house for Ana and Bob with games of its own, and their words.
    pub(crate) async fn open_for(registry: Registry, words: &'static str) -> Self {
        Self::open_all(Options::default(), registry, words).await
    }

    async fn open_all(options: Options, registry: Registry, words: &'static str) -> Self {
        let number = HOUSES.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("siwa-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let play = Playground::start(Options {
            strict: true,
            ..options
        })
        .await
        .unwrap();
        let store = Store::open(&address(&directory), registry).await.unwrap();
        let mut house = Self {
            play,
            clock: Clock::default(),
            store,
            registry,
            words,
            directory,
            bot: None,
        };
        // Most stories are told in one channel.
        house.games_in(GamesIn::Channel).await;
        house.start_bot().await;
        house
    }

    /// Sets where the server wants its games.
    pub(crate) async fn games_in(&self, place: GamesIn) {
        let chosen = self.store.choose_games_in(SERVER, place);
        chosen.await.unwrap();
    }

    /// Starts the bot on what is kept, as its program does.
    pub(crate) async fn start_bot(&mut self) {
        let app = App::new(self.store.clone(), self.clock.clone());
        let bot = Arc::new(Bot::new(
            app,
            L10n::new().with(self.words),
            Arc::clone(&PAINTER),
        ));
        let settings = Settings {
            token: self.play.token().to_owned(),
            api: Some(self.play.api_url()),
            guild: None,
            pace: Duration::from_millis(50),
            patience: Duration::from_secs(30),
        };
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            run::run(bot, &settings, stopped).await
        });
        self.bot = Some((stop, running));
        self.play.world().ready().await.unwrap();
    }

    /// Stops the bot as SIGTERM does, and closes the file.
    pub(crate) async fn stop_bot(&mut self) {
        if let Some((stop, running)) = self.bot.take() {
            let _ = stop.send(());
            running.await.unwrap().unwrap();
        }
        self.sound().await;
        self.store.close().await;
    }

    /// Stops the bot and starts it again on the same file, opened anew.
    pub(crate) async fn restart(&mut self) {
        self.stop_bot().await;
        self.reopen().await;
        self.start_bot().await;
    }

    /// Opens the file anew, after the bot was stopped.
    pub(crate) async fn reopen(&mut self) {
        self.store = Store::open(&address(&self.directory), self.registry)
            .await
            .unwrap();
    }

    pub(crate) fn world(&self) -> &World {
        self.play.world()
    }

    pub(crate) fn person(&self, key: &str) -> Person {
        self.world().person(key)
    }

    /// Somebody presses a button that has a new board posted; answers that board.
    pub(crate) async fn follows(&self, card: &Message, who: &Person, button: &str) -> Message {
        let newest = self.newest();
        let answer = who.presses(card, button).await.unwrap();
        let text = answer.text();
        self.world()
            .wait_for("main", |message| message.id > newest && is_board(message))
            .await
            .unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    /// The id of the newest message in the first channel.
    pub(crate) fn newest(&self) -> u64 {
        let messages = self.world().messages("main");
        messages.iter().map(|message| message.id).max().unwrap_or(0)
    }

    /// A hand that speaks to the stand-in as the bot.
    pub(crate) fn hand(&self) -> Http {
        HttpBuilder::new(self.play.token())
            .proxy(self.play.api_url())
            .ratelimiter_disabled(true)
            .build()
    }

    /// Opens a thread in the first channel, as a bot may.
    pub(crate) async fn thread(&self) -> String {
        let http = self.hand();
        let main = self.world().channel("main").unwrap().id;
        let thread = CreateThread::new("thread").kind(ChannelType::PublicThread);
        let thread = ChannelId::new(main)
            .create_thread(http, thread)
            .await
            .unwrap();
        thread.id.to_string()
    }

    /// Boards in the first channel that can still be used.
    pub(crate) fn boards(&self) -> Vec<Message> {
        let mut messages = self.world().messages("main");
        messages.retain(is_board);
        messages
    }

    /// Waits until one board at most can be used: old ones lose their buttons just
    /// after the new one is there.
    pub(crate) async fn one_board(&self) {
        let boards = self.boards();
        for old in boards.iter().rev().skip(1) {
            self.stripped(old.id).await;
        }
        assert!(!boards.is_empty(), "there is no board");
    }

    /// Waits until a message has lost its buttons.
    pub(crate) async fn stripped(&self, message: u64) -> Message {
        let bare = |it: &Message| it.live().is_empty();
        self.world().wait_until(message, bare).await.unwrap()
    }

    /// Waits until a game has ended; answers its last board.
    pub(crate) async fn ended(&self) -> Message {
        let last = |it: &Message| carried(it, ":rematch").is_some();
        self.world().wait_for("main", last).await.unwrap()
    }

    /// How many turns were taken, in all games.
    pub(crate) async fn turns(&self) -> i64 {
        self.count("select count(*) from events where kind = 'moved'")
            .await
    }

    /// A connection of the test's own to the file.
    pub(crate) async fn database(&self) -> SqliteConnection {
        SqliteConnection::connect(&address(&self.directory))
            .await
            .unwrap()
    }

    /// All that is kept of challenges, games and ratings, but for what was said of it.
    pub(crate) async fn kept(&self) -> String {
        let kept = "
            select group_concat(line, char(10)) from (
                select 'challenge ' || id || ' ' || status as line from challenges
                union all
                select 'game ' || id || ' ' || seq || ' ' || status || ' ' || coalesce(winner, '-') || ' '
                    || coalesce(turn, '-') || ' ' || coalesce(deadline, '-') from games
                union all
                select 'event ' || game || ' ' || seq || ' ' || kind || ' ' || coalesce(text, '-') from events
                union all
                select 'rating ' || guild || ' ' || rules || ' ' || player || ' ' || rating || ' ' || rated
                    || ' ' || won || ' ' || drawn || ' ' || lost from ratings
            )";
        let mut database = self.database().await;
        let kept: Option<String> = sqlx::query_scalar(kept)
            .fetch_one(&mut database)
            .await
            .unwrap();
        database.close().await.unwrap();
        kept.unwrap_or_default()
    }

    /// Has everything that is kept examined, as the doctor does.
    pub(crate) async fn sound(&self) {
        let app = App::new(self.store.clone(), self.clock.clone());
        let findings = app.examine().await.unwrap().findings;
        assert!(findings.is_empty(), "{findings:#?}");
    }

    /// Waits until every debt that is due was tried, and then lets time pass.
    pub(crate) async fn later(&self, seconds: i64) {
        // Were the clock put forward between the sweeper's reading it and its lease, the
        // lease would be taken when it has expired, and the debt be paid twice.
        let busy = "select count(*) from outbox where lease is not null or not_before <= ?";
        let idle = async {
            let mut database = self.database().await;
            loop {
                let busy = sqlx::query_scalar(busy).bind(self.clock.now().0);
                let busy: i64 = busy.fetch_one(&mut database).await.unwrap();
                if busy == 0 {
                    break database.close().await.unwrap();
                }
            }
        };
        tokio::time::timeout(BOUND, idle).await.unwrap();
        self.clock.skip(seconds);
    }

    /// Lets time pass until nothing is owed any more.
    pub(crate) async fn settles(&self) {
        let settled = async {
            while self
                .count("select count(*) from outbox where kind <> 'archive'")
                .await
                > 0
            {
                self.later(5).await;
            }
        };
        tokio::time::timeout(BOUND, settled).await.unwrap();
    }

    /// How many rows a query counts.
    pub(crate) async fn count(&self, query: &'static str) -> i64 {
        let mut database = self.database().await;
        let count = sqlx::query_scalar(query).fetch_one(&mut database).await;
        database.close().await.unwrap();
        count.unwrap()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            audit::requests(&self.world().rest_log());
        }
        if let Some((stop, running)) = self.bot.take() {
            drop(stop);
            running.abort();
        }
        // What is left behind is the operating system's to clean.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn address(directory: &std::path::Path) -> String {
    format!("sqlite://{}", directory.join("games.db").display())
}
