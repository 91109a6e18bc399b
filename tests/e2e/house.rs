//! The whole house for a test: the real bot on a real file, and the stand-in.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use siwa::app::App;
use siwa::discord::Bot;
use siwa::discord::start::{self, Settings, StartError};
use siwa::l10n::L10n;
use siwa::playground::{Answer, Message, Options, Person, Playground, World};
use siwa::render::Painter;
use siwa::store::Store;
use siwa::time::Clock;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

static HOUSES: AtomicU32 = AtomicU32::new(0);

/// The stand-in with the bot connected to it, and a clock that can be put forward.
pub(crate) struct House {
    pub(crate) play: Playground,
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    directory: PathBuf,
    bot: Option<(oneshot::Sender<()>, JoinHandle<Result<(), StartError>>)>,
}

impl House {
    /// A house whose server speaks English.
    pub(crate) async fn open() -> Self {
        Self::open_with(Options::default()).await
    }

    /// A house set up otherwise.
    pub(crate) async fn open_with(options: Options) -> Self {
        let number = HOUSES.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("siwa-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let play = Playground::start(Options {
            strict: true,
            ..options
        })
        .await
        .unwrap();
        let store = Store::open(&address(&directory)).await.unwrap();
        let mut house = Self {
            play,
            clock: Clock::default(),
            store,
            directory,
            bot: None,
        };
        house.start_bot().await;
        house
    }

    /// Starts the bot on what is kept, as its program does.
    pub(crate) async fn start_bot(&mut self) {
        let app = App::new(self.store.clone(), self.clock.clone());
        let bot = Arc::new(Bot::new(app, L10n::new(), Painter::new().unwrap()));
        let settings = Settings {
            token: self.play.token().to_owned(),
            api: Some(self.play.api_url()),
            guild: None,
            pace: Duration::from_millis(50),
        };
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            start::run(bot, &settings, stopped).await
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
        self.store.close().await;
    }

    /// Stops the bot and starts it again on the same file, opened anew.
    pub(crate) async fn restart(&mut self) {
        self.stop_bot().await;
        self.store = Store::open(&address(&self.directory)).await.unwrap();
        self.start_bot().await;
    }

    pub(crate) fn world(&self) -> &World {
        self.play.world()
    }

    pub(crate) fn person(&self, key: &str) -> Person {
        self.world().person(key)
    }

    /// One person challenges another, who accepts. Answers who begins, who does not, and the board.
    pub(crate) async fn begin(
        &self,
        challenger: &str,
        line: &str,
        accepter: &str,
    ) -> (Person, Person, Message) {
        let card = self.person(challenger).types(line).await.unwrap();
        self.accept(&card, challenger, accepter).await
    }

    /// Somebody accepts a challenge. Answers who begins, who does not, and the board.
    pub(crate) async fn accept(
        &self,
        card: &Answer,
        challenger: &str,
        accepter: &str,
    ) -> (Person, Person, Message) {
        let card = card.message().unwrap().clone();
        self.person(accepter)
            .presses(&card, "Accept")
            .await
            .unwrap();
        let accepted = self
            .world()
            .wait_until(card.id, |card| card.content.contains("has accepted"))
            .await
            .unwrap();
        let (_, rest) = accepted.content.split_once("game #").unwrap();
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let board = self
            .world()
            .wait_for("main", |message| {
                message.image().is_some() && message.content.contains(&format!("#{number}\n"))
            })
            .await
            .unwrap();
        let (one, other) = (self.person(challenger), self.person(accepter));
        if board
            .content
            .contains(&format!("{} takes the first turn", one.mention()))
        {
            (one, other, board)
        } else {
            (other, one, board)
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
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
