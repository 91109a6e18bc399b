//! The environment of a test: the real bot on a real database, and the simulator.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use serenity::all::{Http, HttpBuilder};
use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::endpoint::Endpoint;
use siwa::discord::gateway::Sharding;
use siwa::discord::run::{self, Settings, Source};
use siwa::game::{GamesIn, GuildId, Setting};
use siwa::l10n::{L10n, Locale};
use siwa::store::Store;
use siwa::time::{Clock, Date, Seconds, Timestamp, Zone};
use siwa_boards::Painter;
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use siwa_http::IDLE_TIMEOUT;
use siwa_playground::{
    Channel, InjectedFault, Kind, Logged, Member, Message, Options, Playground, Route, Violation,
    World,
};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::audit;
use super::backend::{Database, apart};
use super::person::{Person, Reply, expected};
use super::play::{carried, is_board};
use super::scratch::Scratch;

/// The page with which a firewall before Discord refuses every request.
pub(crate) const FIREWALL: &str = "<!doctype html><title>Access denied</title>";

/// How long tests wait for anything that has to end.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// How long a lease lasts, in seconds.
const LEASE: i64 = 3;

/// Draws the boards of all tests, and the expected ones, so that tiles are drawn only once.
pub(crate) static PAINTER: LazyLock<Arc<Painter>> =
    LazyLock::new(|| Arc::new(Painter::new().unwrap()));

/// The translations of all tests, so that they are read only once.
pub(crate) static L10N: LazyLock<Arc<L10n>> = LazyLock::new(|| Arc::new(L10n::default()));

/// The playground’s server.
pub(crate) const SERVER: GuildId = GuildId(1_100_000_000_000_000_002);

/// A bot that runs.
pub(crate) struct Running {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), Text>>,
}

impl Running {
    pub(crate) fn start(bot: Bot, source: Source) -> Self {
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            run::run(Arc::new(bot), &source, stopped).await
        });
        Self { stop, ended }
    }

    /// Stops the bot as SIGTERM does; it has to succeed.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.ended.await.unwrap().unwrap();
    }
}

/// The settings of a bot that polls for work every `pace`.
pub(crate) fn settings(token: &str, api: String, pace: Duration) -> Settings {
    Settings {
        token: token.to_owned(),
        api: Some(api),
        guild: None,
        sweep_interval: pace,
        start_timeout: Duration::from_secs(30),
        // More than Discord’s: a story with many games does not wait for it.
        requests: 500,
    }
}

/// The simulator with the bot connected to it, and a clock that can be moved forward. At the end of
/// a story it checks the bot's requests and its database.
pub(crate) struct Harness {
    pub(crate) play: Playground,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) registry: Registry,
    /// Translations for a test's own game.
    words: &'static str,
    directory: Scratch,
    pub(crate) place: Database,
    /// Whether the story has changed the database itself.
    altered: AtomicBool,
    bot: Option<Running>,
    /// The bot's address for interactions over HTTP, if it uses that.
    pub(crate) endpoint: Option<String>,
    /// How long a connection to it may be idle.
    pub(crate) idle: Duration,
}

/// How the bot receives interactions.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Gateway,
    Http,
}

impl Harness {
    /// A server in which everyone speaks English.
    pub(crate) async fn open() -> Self {
        Self::open_to(&["ana", "bob", "chloe"]).await
    }

    /// A server in which everyone speaks English, and some of its people: Ana, Bob, Chloe.
    pub(crate) async fn open_as<const N: usize>(keys: [&str; N]) -> (Self, [Person; N]) {
        let harness = Self::open().await;
        let people = harness.people(keys);
        (harness, people)
    }

    /// A server with these people, who speak English.
    pub(crate) async fn open_to(people: &[&str]) -> Self {
        Self::open_with(english(people)).await
    }

    /// A server with these options.
    pub(crate) async fn open_with(options: Options) -> Self {
        Self::open_all(options, Registry::standard(), "", By::Gateway).await
    }

    /// A server in which everyone speaks English, with a bot without a gateway.
    pub(crate) async fn open_by_http() -> Self {
        let options = english(&["ana", "bob", "chloe"]);
        Self::open_all(options, Registry::standard(), "", By::Http).await
    }

    /// Like `open`, with a thread for each game.
    pub(crate) async fn open_with_threads() -> Self {
        let harness = Self::open().await;
        harness.games_in(GamesIn::Threads).await;
        harness
    }

    /// A server for Ana and Bob with a test's own games, and their translations.
    pub(crate) async fn open_for(registry: Registry, words: &'static str) -> Self {
        Self::open_all(Options::default(), registry, words, By::Gateway).await
    }

    async fn open_all(options: Options, registry: Registry, words: &'static str, by: By) -> Self {
        let mut harness = Self::without_bot(options, registry, words, None).await;
        harness.endpoint = (by == By::Http).then(String::new);
        harness.start_bot().await;
        harness
    }

    /// A simulator with a database on PostgreSQL, if there is one, without a bot.
    pub(crate) async fn served() -> Option<Self> {
        Self::served_to(&["ana", "bob"]).await
    }

    /// Like `served`, with these people.
    pub(crate) async fn served_to(people: &[&str]) -> Option<Self> {
        let place = Database::on_server().await?;
        let options = english(people);
        let registry = Registry::standard();
        Some(Self::without_bot(options, registry, "", Some(place)).await)
    }

    async fn without_bot(
        options: Options,
        registry: Registry,
        words: &'static str,
        place: Option<Database>,
    ) -> Self {
        let directory = Scratch::new();
        let play = Playground::start(Options {
            strict: true,
            ..options
        })
        .await
        .unwrap();
        let place = match place {
            Some(place) => place,
            None => Database::open(directory.path()).await,
        };
        let store = Store::open(place.url(), registry).await.unwrap();
        let harness = Self {
            play,
            clock: Clock::default(),
            store,
            registry,
            words,
            directory,
            place,
            altered: AtomicBool::new(false),
            bot: None,
            endpoint: None,
            idle: IDLE_TIMEOUT,
        };
        let ahead = harness.until_the_story();
        harness.clock.skip(ahead);
        harness.world().skip(ahead.0);
        // Most tests play in one channel.
        harness.games_in(GamesIn::Channel).await;
        harness
    }

    /// The time until a Wednesday morning in January, so that no test depends on the present hour,
    /// weekday or season, and no year ends during a test.
    fn until_the_story(&self) -> Seconds {
        let now = self.clock.now();
        let year = now.date().unwrap().year() + 1;
        let january = Timestamp::end_of(Date::constant(year, 1, 10));
        let (_, monday) = Zone::default().weekend(january).unwrap();
        let morning = monday.plus(Seconds::days(2)).plus(Seconds::hours(10));
        Seconds(morning.0 - now.0)
    }

    /// Its directory.
    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Sets where the server wants its games.
    pub(crate) async fn games_in(&self, place: GamesIn) {
        let place = Setting::GamesIn(place);
        self.store.choose(SERVER, &place).await.unwrap();
    }

    /// Starts the bot on its database, as its program does.
    pub(crate) async fn start_bot(&mut self) {
        let app = App::new(self.store.clone(), self.clock.clone());
        let l10n = match self.words {
            "" => Arc::clone(&L10N),
            words => Arc::new(L10n::default().with(words)),
        };
        let settings = settings(
            self.play.token(),
            self.play.api_url(),
            Duration::from_millis(50),
        );
        let bot = Bot::new(app, l10n, Arc::clone(&PAINTER), settings);
        let source = match &mut self.endpoint {
            None => Source::Gateway(Sharding::Auto),
            Some(endpoint) => {
                let key = hex(&self.play.world().public_key());
                let opened = Endpoint::open("127.0.0.1:0", key, self.idle).await.unwrap();
                *endpoint = format!("http://{}", opened.address);
                Source::Http(opened)
            }
        };
        self.bot = Some(Running::start(bot, source));
        if let Some(endpoint) = &self.endpoint {
            let url = format!("{endpoint}/interactions");
            self.play.world().add_endpoint(&url).await.unwrap();
        }
        self.play.world().ready().await.unwrap();
    }

    /// Stops the bot as SIGTERM does, and closes the database.
    pub(crate) async fn stop_bot(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.stop().await;
        }
        self.store.close().await;
        self.freed().await;
    }

    /// Lets another bot take over on a server.
    async fn freed(&self) {
        if self.place.is_on_server() {
            // Unfinished work is free only after its leases expire.
            self.clock.skip(2 * LEASE);
            // The next bot's shard would wait for five real seconds.
            let free = sqlx::query("delete from identify_slots");
            free.execute(&mut self.database().await).await.unwrap();
        }
    }

    /// Ends the bot in the middle of its work, as a kill does, and starts it again.
    pub(crate) async fn crash(&mut self) {
        let Running { stop, ended } = self.bot.take().unwrap();
        ended.abort();
        let _ = ended.await;
        drop(stop);
        self.store.close().await;
        self.freed().await;
        self.resume().await;
    }

    /// Stops the bot and starts it again on the same database, opened again.
    pub(crate) async fn restart(&mut self) {
        self.stop_bot().await;
        self.resume().await;
    }

    /// Starts the bot again after it was stopped.
    pub(crate) async fn resume(&mut self) {
        self.reopen().await;
        self.start_bot().await;
    }

    /// Opens the database again, after the bot was stopped.
    pub(crate) async fn reopen(&mut self) {
        self.store = Store::open(self.place.url(), self.registry).await.unwrap();
    }

    pub(crate) fn world(&self) -> &World {
        self.play.world()
    }

    pub(crate) fn person(&self, key: &str) -> Person {
        Person(self.world().person(key))
    }

    pub(crate) fn people<const N: usize>(&self, keys: [&str; N]) -> [Person; N] {
        keys.map(|key| self.person(key))
    }

    /// Waits until a message of a channel is as wanted; returns the newest such message.
    #[track_caller]
    pub(crate) fn waits_for(
        &self,
        channel: &str,
        wanted: impl FnMut(&Message) -> bool,
    ) -> impl Future<Output = Message> {
        expected(self.world().wait_for(channel, wanted))
    }

    /// Waits until a message of a channel has these words; returns the newest such message.
    #[track_caller]
    pub(crate) fn finds(&self, channel: &str, words: &str) -> impl Future<Output = Message> {
        self.waits_for(channel, move |message| message.text().contains(words))
    }

    /// Waits until the deferred answer to an act is there; returns it.
    #[track_caller]
    pub(crate) fn settled(&self, reply: &Reply) -> impl Future<Output = Message> {
        expected(self.world().settled(&reply.0))
    }

    /// Waits until a message is as wanted; returns it.
    #[track_caller]
    pub(crate) fn waits_until(
        &self,
        message: u64,
        wanted: impl FnMut(&Message) -> bool,
    ) -> impl Future<Output = Message> {
        expected(self.world().wait_until(message, wanted))
    }

    /// Waits until a request of the bot is as wanted; returns it.
    #[track_caller]
    pub(crate) fn requested(
        &self,
        wanted: impl FnMut(&Logged) -> bool,
    ) -> impl Future<Output = Logged> {
        expected(self.world().wait_for_request(wanted))
    }

    /// Waits until there is this channel; returns it.
    #[track_caller]
    pub(crate) fn waits_for_channel(&self, which: &str) -> impl Future<Output = Channel> {
        expected(self.world().wait_for_channel(which))
    }

    /// Waits until the bot has met all injected faults of a route.
    #[track_caller]
    pub(crate) fn faults_met(&self, route: Route) -> impl Future<Output = ()> {
        expected(self.world().wait_for_faults(route))
    }

    /// Waits for a violation that the test causes.
    #[track_caller]
    pub(crate) fn violated(&self, kind: Kind) -> impl Future<Output = Violation> {
        expected(self.world().expect_violation(kind))
    }

    /// Makes the next requests of a route fail.
    pub(crate) fn inject(&self, fault: InjectedFault) {
        self.world().inject(fault);
    }

    /// A person presses a button that makes the bot post a new board; returns that board.
    pub(crate) async fn follows(&self, card: &Message, who: &Person, button: &str) -> Message {
        let newest = self.newest();
        let answer = who.presses(card, button).await;
        let text = answer.text();
        let next = |it: &Message| it.id > newest && is_board(it);
        let board = self.world().wait_for("main", next).await;
        board.unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    /// The id of the newest message in the first channel.
    pub(crate) fn newest(&self) -> u64 {
        let messages = self.world().messages("main");
        messages.iter().map(|message| message.id).max().unwrap_or(0)
    }

    /// A client that sends requests as the bot.
    pub(crate) fn hand(&self) -> Http {
        HttpBuilder::new(self.play.token())
            .proxy(self.play.api_url())
            .ratelimiter_disabled(true)
            .build()
    }

    /// The messages of a channel with these words.
    pub(crate) fn with(&self, channel: &str, words: &str) -> Vec<Message> {
        let mut messages = self.world().messages(channel);
        messages.retain(|message| message.text().contains(words));
        messages
    }

    /// Boards in the first channel with buttons.
    pub(crate) fn boards(&self) -> Vec<Message> {
        let mut messages = self.world().messages("main");
        messages.retain(is_board);
        messages
    }

    /// Waits until at most one board has buttons: old ones lose theirs just after the new one is
    /// posted.
    pub(crate) async fn one_board(&self) {
        let boards = self.boards();
        for old in boards.iter().rev().skip(1) {
            self.stripped(old.id).await;
        }
        assert!(!boards.is_empty(), "there is no board");
    }

    /// Returns whether a message has buttons.
    pub(crate) fn is_live(&self, message: u64) -> bool {
        !self.world().message(message).unwrap().live().is_empty()
    }

    /// Gives the bot these permissions in a channel, and no others.
    pub(crate) fn permits(&self, channel: &str, permissions: u64) {
        self.world()
            .change_channel(channel, |it| it.permissions = Some(permissions));
    }

    /// Waits until a message has lost its buttons.
    pub(crate) async fn stripped(&self, message: u64) -> Message {
        let bare = |it: &Message| it.live().is_empty();
        self.world().wait_until(message, bare).await.unwrap()
    }

    /// Waits until a game has ended; returns its last board.
    pub(crate) async fn ended(&self) -> Message {
        let last = |it: &Message| carried(it, ":rematch").is_some();
        self.world().wait_for("main", last).await.unwrap()
    }

    /// The number of turns in all games.
    pub(crate) async fn turns(&self) -> i64 {
        self.rows("events where kind = 'moved'").await
    }

    /// Changes the database behind the bot. What the bot left is then not checked at the end.
    pub(crate) async fn alter(&self, statements: &str) {
        self.altered.store(true, Ordering::Relaxed);
        self.place.alter(statements).await;
    }

    /// The test's own connection to the database.
    pub(crate) async fn database(&self) -> AnyConnection {
        self.place.connect().await
    }

    /// All challenges, games and ratings in the database, without their messages.
    pub(crate) async fn kept(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut database = self.database().await;
        for kept in [
            "select 'challenge ' || id || ' ' || status from challenges order by id",
            "select 'game ' || id || ' ' || seq || ' ' || status || ' ' || coalesce(winner, '-') || ' '
                 || coalesce(turn, '-') || ' ' || coalesce(cast(deadline as text), '-') from games order by id",
            "select 'event ' || game || ' ' || seq || ' ' || kind || ' ' || coalesce(text, '-')
             from events order by game, seq",
            "select 'rating ' || guild || ' ' || rules || ' ' || player || ' ' || rating || ' ' || rated
                 || ' ' || won || ' ' || drawn || ' ' || lost from ratings order by guild, rules, player",
        ] {
            let kept = sqlx::query_scalar(kept).fetch_all(&mut database).await;
            lines.extend(kept.unwrap() as Vec<String>);
        }
        database.close().await.unwrap();
        lines.join("\n")
    }

    /// Checks the database, as the doctor does.
    fn examine(&self) {
        let url = self.place.url().to_owned();
        let registry = self.registry;
        let clock = self.clock.clone();
        let examined = apart(move || async move {
            let store = Store::open_to_examine(&url, registry).await.unwrap();
            App::new(store, clock).store().examine().await.unwrap()
        });
        let findings = examined.unwrap().findings;
        assert!(findings.is_empty(), "{findings:#?}");
    }

    /// Waits until every due item was tried, and then moves the clock.
    pub(crate) async fn later(&self, seconds: i64) {
        self.idle().await;
        self.clock.skip(seconds);
    }

    /// From now on the database stores no name of a person that it does not know.
    pub(crate) async fn refuse_names(&self) {
        let refused = if self.place.is_on_server() {
            "alter table players add check (false) not valid"
        } else {
            "create trigger refused before insert on players begin select raise(abort, 'no'); end"
        };
        self.alter(refused).await;
    }

    /// From now on nothing can be changed in games, and no leaderboard be read.
    pub(crate) async fn lose_tables(&self) {
        for table in ["outbox", "ratings", "events"] {
            // Dropping it would lock the tables that it refers to as well, and could meet the bot in a deadlock.
            self.alter(&format!("alter table {table} rename to lost_{table}"))
                .await;
        }
    }

    /// Moves the clock from one due item to the next, until none is left.
    pub(crate) async fn settles(&self) {
        let settled = async { while self.steps().await {} };
        tokio::time::timeout(TIMEOUT, settled).await.unwrap();
    }

    /// Moves the clock to the next due item; returns whether there was one.
    pub(crate) async fn steps(&self) -> bool {
        let next = self.idle().await;
        let wait = next.map(|next| next - self.clock.now().0);
        self.clock.skip(wait.unwrap_or(0).max(0));
        next.is_some()
    }

    /// Waits until every due item was tried; returns when the next one is due.
    ///
    /// If the clock moved between the sweeper's reading it and its lease, the lease would already
    /// be expired, and the item would be sent twice.
    async fn idle(&self) -> Option<i64> {
        // A process that has taken a tournament makes it due ten seconds later; an edit of its card
        // that has failed, later still.
        let busy = "select (select count(*) from outbox where lease is not null or due <= $1)
                         + (select count(*) from upkeep where lease is not null or due <= $1)
                         + (select count(*) from searches where lease is not null or due <= $1)
                         + (select count(*) from tournaments
                            where due <= $1 or due > $1 + 2 and due <= $1 + 10 and version <> shown)";
        // Threads are opened again after a silent week, and what was put off is tried again soon.
        let next = "select min(due) from (
                        select due from outbox
                        union all select due from tournaments where phase <> 'sign-up'
                        union all select due from upkeep
                            where due < created + 600 or due < $1 + 600) due";
        let mut database = self.database().await;
        let idle = async {
            loop {
                let busy = sqlx::query_scalar(busy).bind(self.clock.now().0);
                let busy: i64 = busy.fetch_one(&mut database).await.unwrap();
                if busy == 0 {
                    break;
                }
            }
            let next = sqlx::query_scalar(next).bind(self.clock.now().0);
            next.fetch_one(&mut database).await
        };
        let next = tokio::time::timeout(TIMEOUT, idle).await.unwrap();
        database.close().await.unwrap();
        next.unwrap()
    }

    /// The whole database as text.
    pub(crate) async fn everything(&self) -> String {
        self.place.everything().await
    }

    /// The bytes of the database's files.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let files = std::fs::read_dir(self.directory()).unwrap();
        let files = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        files.collect::<Vec<_>>().concat()
    }

    /// The number of rows of a table, or of those with a condition: `games where winner = engine`.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        self.count(&format!("select count(*) from {table}")).await
    }

    /// Waits until so many rows are counted, as by `rows`.
    pub(crate) async fn counts(&self, table: &str, rows: i64) {
        let counted = async { while self.rows(table).await != rows {} };
        let counted = tokio::time::timeout(TIMEOUT, counted).await;
        counted.unwrap_or_else(|_| panic!("not {rows} {table}"));
    }

    /// The result of a query for one number.
    pub(crate) async fn count(&self, query: &str) -> i64 {
        let mut database = self.database().await;
        let query = sqlx::query_scalar(AssertSqlSafe(query.to_owned()));
        let count = query.fetch_one(&mut database).await;
        database.close().await.unwrap();
        count.unwrap()
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            audit::requests(&self.world().rest_log());
            if !self.altered.load(Ordering::Relaxed) {
                self.examine();
            }
        }
        if let Some(bot) = self.bot.take() {
            bot.ended.abort();
        }
    }
}

/// Every language with its tags on Discord.
pub(crate) fn locales() -> impl Iterator<Item = (&'static str, Locale)> {
    Locale::all().flat_map(|locale| {
        let tags = match locale.discord_tags() {
            // English is the default, without a localization.
            [] => &["en-US"],
            tags => tags,
        };
        tags.iter().map(move |tag| (*tag, locale))
    })
}

/// People who speak English.
fn english(people: &[&str]) -> Options {
    let member = |(number, key): (u64, &&str)| {
        Member::new(1_100_000_000_000_000_101 + number, key, key, "en-US")
    };
    Options {
        people: (0..).zip(people).map(member).collect(),
        ..Options::default()
    }
}

pub(crate) fn hex(digits: &str) -> [u8; 32] {
    let byte = |n: usize| u8::from_str_radix(&digits[2 * n..2 * n + 2], 16).unwrap();
    std::array::from_fn(byte)
}
