//! A PostgreSQL server with several processes, and copies from and to it.

use std::future::{Future, poll_fn};
use std::io::{Read as _, Write as _};
use std::pin::pin;
use std::process::Command;
use std::task::Poll;

use futures_util::future::join_all;
use siwa::app::{Act, App, Error, Target, Which};
use siwa::game::{Change, Denial, Game, GameId, Ladder, MAX_GAMES, PlayerId, Post};
use siwa::store::{Address, Item, Lease, OpenError, Store, Unchanged};
use siwa::time::{Clock, DAY};
use siwa_games::registry::Registry;
use siwa_games::text::Text;
use sqlx::{AnyConnection, Connection as _};

use super::app::Set;
use super::backend::Database;
use super::kept::{CLASSIC, Kept, new, one_is_saved};
use super::random::Random;
use super::says::Says as _;
use super::scratch::Scratch;
use super::siwa::{Over, Siwa, complaint, words};
use super::table::{ANA, BOB, EVE, HERE, NOON, mover, origin, placed, two_turns_each};

/// A store on a server, if there is one.
async fn served() -> Option<Kept> {
    let database = Database::on_server().await?;
    assert!(database.is_on_server());
    Some(Kept::on(Scratch::new(), database).await)
}

/// The output of `work`, unless it is dropped, as by a crash, when it has waited `polls` times.
async fn dropped_after<T>(polls: u64, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut left = polls;
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
        Poll::Ready(done) => Poll::Ready(Some(done)),
    })
    .await
}

/// Another process on the same database.
async fn beside(kept: &Kept) -> Store {
    let other = Store::open(kept.database.url(), Registry::standard()).await;
    other.unwrap()
}

#[tokio::test]
async fn of_two_processes_racing_for_a_turn_one_takes_it() {
    let Some(kept) = served().await else { return };
    let other = beside(&kept).await;
    let mut game = kept.game([ANA, BOB]).await;
    for (number, text) in (0..).zip(&placed(CLASSIC, 9)) {
        let by = mover(&game);
        let mut here = kept.load(game.id()).await;
        let mut there = kept.load(game.id()).await;
        let events = [&mut here, &mut there].map(|it| it.play(by, text, None, NOON).unwrap());
        let origins = [1, 2].map(|cause| origin(2 * number + cause));
        one_is_saved(tokio::join!(
            kept.store
                .append(Change::new(&here, &events[0], NOON), Some(&origins[0])),
            other.append(Change::new(&there, &events[1], NOON), Some(&origins[1])),
        ));
        game = kept.load(game.id()).await;
        assert_eq!(u64::from(game.seq), number + 2);
    }
}

#[tokio::test]
async fn the_same_press_in_two_processes_makes_one_challenge() {
    let Some(kept) = served().await else { return };
    let other = beside(&kept).await;
    for number in 0..u64::from(MAX_GAMES) / 2 {
        let new = new(ANA, None);
        let origin = origin(number + 1);
        let (one, two) = tokio::join!(
            kept.store.challenge(&new, NOON, Some(&origin)),
            other.challenge(&new, NOON, Some(&origin)),
        );
        one_is_saved((one, two));
    }
}

#[tokio::test]
async fn two_processes_that_continue_a_tournament_together_begin_each_game_once() {
    let Some(kept) = served().await else { return };
    let set = Set::on(kept);
    let other = App::new(beside(&set.kept).await, set.clock.clone());
    let id = set.tournament(HERE.guild.0, &[ANA, BOB, EVE]).await;
    for games in [3, 4] {
        let mut held = set.kept.behind().await;
        let hold = "begin; select 1 from tournaments for update";
        sqlx::raw_sql(hold).execute(&mut held).await.unwrap();
        // Both have decided before either can save.
        let both_wait = async {
            let waiting = "select count(*) / 2 from pg_stat_activity where wait_event_type = 'Lock'
                             and application_name = current_setting('application_name')";
            set.kept.comes(waiting).await;
            sqlx::raw_sql("commit").execute(&mut held).await.unwrap();
        };
        let (one, two, ()) = tokio::join!(
            set.app.advance_tournament(id),
            other.advance_tournament(id),
            both_wait
        );
        for after in [one, two] {
            assert_eq!(after.unwrap().unwrap().games.len() as u64, games);
        }
        let tables = ["games", "challenges", "outbox where role = 'group'"];
        for (table, rows) in tables.into_iter().zip([games, games, 1]) {
            assert_eq!(set.kept.count(table).await, rows, "{table}");
        }
        // The first pair continues.
        let first = set.app.load(GameId(1)).await.unwrap();
        if first.turn().is_some() {
            let target = Target::Game(first.id());
            let resigned = set.act(mover(&first), target, Act::Resign).await;
            resigned.unwrap();
        }
    }
}

#[tokio::test]
async fn forty_people_who_join_at_once_in_two_processes_take_all_places() {
    let Some(kept) = served().await else { return };
    let set = Set::on(kept);
    let other = App::new(beside(&set.kept).await, set.clock.clone());
    let id = set.tournament(HERE.guild.0, &[]).await;
    let joins = (1..=40).map(|number| {
        let app = if number % 2 == 0 { &set.app } else { &other };
        app.join_tournament(id, HERE.guild, PlayerId(number))
    });
    let (joined, refused): (Vec<_>, Vec<_>) =
        join_all(joins).await.into_iter().partition(Result::is_ok);
    assert_eq!(joined.len(), 32);
    for refusal in refused {
        let closed = matches!(refusal, Err(Error::Denial(Denial::SignUpClosed)));
        assert!(closed, "{refusal:?}");
    }
    let full = set.app.tournament(id, HERE.guild).await.unwrap();
    assert_eq!(full.players.len(), 32);
    // The last player closes the sign-up.
    assert!(full.closes <= set.app.now());
}

#[tokio::test]
async fn two_processes_asked_together_do_not_exceed_the_limit_of_games() {
    let Some(kept) = served().await else { return };
    let other = beside(&kept).await;
    kept.store.seen(ANA, "Ana", NOON).await.unwrap();
    let limit = u64::from(MAX_GAMES);
    for rival in 0..=limit / 2 {
        let asked = [2 * rival, 2 * rival + 1].map(|rival| new(ANA, Some(PlayerId(1000 + rival))));
        let (one, two) = tokio::join!(
            kept.store.challenge(&asked[0], NOON, None),
            other.challenge(&asked[1], NOON, None),
        );
        for made in [one, two] {
            let denied = |it| matches!(it, &Unchanged::Denial(Denial::TooManyChallenges(..)));
            assert!(made.as_ref().err().is_none_or(denied), "{made:?}");
        }
    }
    assert_eq!(kept.count("challenges where status = 'open'").await, limit);
}

#[tokio::test]
async fn due_items_are_leased_by_one_process_and_taken_over_from_a_dead_one() {
    let Some(kept) = served().await else { return };
    let other = beside(&kept).await;
    kept.game([ANA, BOB]).await;
    kept.alter("delete from outbox").await;
    kept.hundred_reminders().await;
    let leasing = async |store: &Store, lease| {
        let mut mine = Vec::new();
        loop {
            let items = store.lease(Lease(lease), 7, NOON).await.unwrap();
            if items.is_empty() {
                return mine;
            }
            mine.extend(items);
        }
    };
    let (here, there) = tokio::join!(leasing(&kept.store, 1), leasing(&other, 2));
    assert_eq!(here.len() + there.len(), 100, "all are leased, none twice");
    let is_there = |item: &Item| there.iter().any(|other| other.id == item.id);
    assert!(!here.iter().any(is_there));
    // One process dies, the other continues with its items.
    other.renew(Lease(2), NOON.plus(4)).await.unwrap();
    let stolen = other.lease(Lease(3), 200, NOON.plus(5)).await.unwrap();
    assert_eq!(stolen.len(), here.len());
    assert!(stolen.iter().all(|item| item.attempts == 2));
    // The dead process can no longer acknowledge its items.
    for item in &here {
        let noted = kept.store.acknowledge(item, &[], NOON);
        noted.await.unwrap();
    }
    assert_eq!(kept.count("outbox").await, 100);
}

#[tokio::test]
async fn an_alarm_rings_once_for_all_sweepers() {
    let Some(kept) = served().await else { return };
    let other = beside(&kept).await;
    let game = kept.game([ANA, BOB]).await;
    let now = NOON.plus(DAY.0 - 60);
    assert_eq!(kept.store.alarms(now, 9).await.unwrap(), [game.id()]);
    let post = Some(Post::Remind(game.id(), game.seq));
    let (one, two) = tokio::join!(
        kept.store.ring(&game, post, None, false, now),
        other.ring(&game, post, None, false, now)
    );
    assert_ne!(one.unwrap(), two.unwrap());
    assert_eq!(kept.count("outbox where role = 'remind'").await, 1);
}

#[tokio::test]
async fn games_with_sides_swapped_take_ratings_in_the_same_order() {
    let Some(kept) = served().await else { return };
    let mut rated = kept.game([ANA, BOB]).await;
    let mut events = two_turns_each(&mut rated, NOON);
    events.extend(rated.resign(ANA, NOON).unwrap());
    let ended = kept.store.append(Change::new(&rated, &events, NOON), None);
    ended.await.unwrap();
    for players in [[ANA, BOB], [BOB, ANA]] {
        let mut game = kept.game(players).await;
        let mut events = two_turns_each(&mut game, NOON);
        events.extend(game.resign(ANA, NOON).unwrap());
        // A transaction has locked the ratings of one player; by then the other's are locked, too.
        let mut busy = kept.behind().await;
        let mut change = busy.begin().await.unwrap();
        let held = "select 1 from ratings where player = 102 for update";
        sqlx::raw_sql(held).execute(&mut *change).await.unwrap();
        let meanwhile = async {
            kept.somebody_waits().await;
            let mut other = kept.behind().await;
            let taken = "select 1 from ratings where player = 101 for update nowait";
            let taken = sqlx::raw_sql(taken).execute(&mut other).await;
            assert!(taken.is_err(), "{players:?}");
            change.rollback().await.unwrap();
        };
        let (ended, ()) = tokio::join!(
            kept.store.append(Change::new(&game, &events, NOON), None),
            meanwhile
        );
        ended.unwrap();
    }
}

#[tokio::test]
async fn a_dropped_change_leaves_no_transaction_open() {
    for kept in [Some(Kept::in_file().await), served().await] {
        let Some(kept) = kept else { continue };
        for polls in 0..60 {
            let change = new(PlayerId(1000 + polls), None);
            dropped_after(polls, kept.store.challenge(&change, NOON, None)).await;
        }
        for player in 2000..2020 {
            kept.made(&new(PlayerId(player), None)).await;
        }
        let whole = "challenges c where exists (select 1 from outbox o where o.challenge = c.id)";
        assert_eq!(kept.count("challenges").await, kept.count(whole).await);
    }
}

/// All findings in a database.
async fn examined(url: &str) -> Result<Vec<String>, OpenError> {
    let store = Store::open_to_examine(url, Registry::standard()).await?;
    let examined = store.examine().await.unwrap();
    store.close().await;
    let findings = examined.findings.iter();
    Ok(findings.map(|finding| format!("{finding:?}")).collect())
}

#[tokio::test]
async fn the_doctor_finds_damage_on_a_server() {
    let Some(database) = Database::on_server().await else {
        return;
    };
    let empty = examined(database.url()).await;
    assert!(matches!(empty, Err(OpenError::Empty)), "{empty:?}");
    let set = Set::on(Kept::on(Scratch::new(), database).await);
    let game = set.game().await;
    let resign = Act::Resign;
    set.two_turns_each(game.id()).await;
    set.act(ANA, Target::Game(game.id()), resign).await.unwrap();
    let url = set.kept.database.url();
    assert_eq!(examined(url).await.unwrap(), [] as [&str; 0]);
    let mut behind = set.kept.behind().await;
    for (damage, found) in [
        ("update ratings set won = won + 1", "won"),
        ("update games set winner = null", "winner"),
        ("drop index one_rematch", "one_rematch"),
        (
            "alter table games alter takebacks drop default",
            "games.takebacks",
        ),
        ("alter table ratings add column more bigint", "ratings.more"),
    ] {
        sqlx::raw_sql(damage).execute(&mut behind).await.unwrap();
        examined(url).await.unwrap().join("\n").says(found);
    }
}

fn siwa(arguments: &[&str], url: &str) -> Over {
    let scratch = Scratch::new();
    let variables = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("DATABASE_URL", url),
        ("RUST_LOG", "warn"),
    ];
    Siwa::start(scratch.path(), arguments, &variables).over()
}

/// The address of a server that accepts two connections, and answers only this code.
fn refusing(code: &'static str) -> String {
    refusing_at("127.0.0.1:0", code).unwrap()
}

/// The same at an address of this machine, if it has that.
fn refusing_at(address: &str, code: &'static str) -> Option<String> {
    let listener = std::net::TcpListener::bind(address).ok()?;
    let place = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for _ in 0..2 {
            let (mut stream, _) = listener.accept().unwrap();
            let mut length = [0; 4];
            stream.read_exact(&mut length).unwrap();
            let rest = usize::try_from(u32::from_be_bytes(length)).unwrap() - 4;
            stream.read_exact(&mut vec![0; rest]).unwrap();
            let fields = format!("SFATAL\0VFATAL\0C{code}\0Mnot now\0\0");
            let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
            let answer = [b"E", &length[..], fields.as_bytes()].concat();
            stream.write_all(&answer).unwrap();
        }
    });
    Some(format!("postgres://ana:hush@{place}/siwa?sslmode=disable"))
}

/// A pgbouncer in front of the server, which ends when dropped.
struct Pooler {
    process: std::process::Child,
    url: String,
    _scratch: Scratch,
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a pgbouncer in that mode, with so many connections. Without the program, prints a line.
async fn pooler(mode: &str, size: u32) -> Option<Pooler> {
    let version = Command::new("pgbouncer").arg("--version").output();
    if let Err(error) = version {
        // Written directly, because the test runner captures printed output.
        let _ = writeln!(std::io::stderr(), "not tried with pgbouncer: {error}");
        return None;
    }
    let scratch = Scratch::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let server = url::Url::parse(&super::backend::server()).unwrap();
    let users = scratch.file("users");
    let settings = scratch.file("pgbouncer.ini");
    std::fs::write(&users, format!("\"{}\" \"\"\n", server.username())).unwrap();
    let ini = format!(
        "[databases]\n* = host={} port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
         unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = {mode}\n\
         default_pool_size = {size}\nignore_startup_parameters = extra_float_digits\n",
        server.host_str().unwrap(),
        server.port().unwrap_or(5432),
        users.display(),
    );
    std::fs::write(&settings, ini).unwrap();
    // It refuses to run as root, and then reads its settings as somebody else.
    let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(scratch.path(), everybody).unwrap();
    let mut command = Command::new("pgbouncer");
    command.arg("--quiet").arg(&settings);
    let own = std::fs::metadata("/proc/self").unwrap();
    if std::os::unix::fs::MetadataExt::uid(&own) == 0 {
        command.args(["--user", "nobody"]);
    }
    let process = command.spawn().unwrap();
    let name = server.path().trim_start_matches('/');
    let user = server.username();
    let place = format!("127.0.0.1:{port}");
    let url = format!("postgres://{user}@{place}/{name}?sslmode=disable");
    let pooler = Pooler {
        process,
        url,
        _scratch: scratch,
    };
    let watch = siwa::time::Stopwatch::start();
    while tokio::net::TcpStream::connect(&place).await.is_err() {
        assert!(watch.elapsed().as_secs() < 10, "pgbouncer does not listen");
        tokio::task::yield_now().await;
    }
    Some(pooler)
}

#[tokio::test]
async fn a_pooler_that_cannot_work_is_refused_by_one_sentence() {
    if served().await.is_none() {
        return;
    }
    for (mode, size) in [
        ("transaction", 20),
        ("transaction", 1),
        ("session", 1),
        ("statement", 20),
    ] {
        let Some(pooler) = pooler(mode, size).await else {
            return;
        };
        let over = siwa(&["run"], &pooler.url);
        let about =
            Text::new("cli-database-pooler").with("url", Address::from(&*pooler.url).to_string());
        over.failed(2);
        assert_eq!(over.stderr.trim_end(), complaint(about), "{mode}, {size}");
    }
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    let over = siwa(&["doctor"], &format!("postgres://ana:hush@{place}/siwa"));
    over.failed(1);
    over.stderr.says("timed out");
}

#[tokio::test]
async fn waiting_for_a_migration_of_another_program_is_logged() {
    use sqlx::migrate::Migrate as _;
    let Some(kept) = served().await else { return };
    let mut other = kept.behind().await;
    other.lock().await.unwrap();
    let scratch = Scratch::new();
    let variables = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("DATABASE_URL", kept.database.url()),
    ];
    let mut bot = Siwa::start(scratch.path(), &["run"], &variables);
    bot.logs("another program holds the lock");
    bot.signal("TERM");
    bot.over().is_fine();
}

#[tokio::test]
async fn an_address_that_cannot_work_names_the_cause() {
    let scratch = Scratch::new();
    let folder = scratch.path().display();
    let server = "postgres://ana:hush@127.0.0.1:1/siwa?sslmode=verify-full";
    for (parameter, file) in [
        ("sslrootcert", "missing.pem"),
        ("sslrootcert", &folder.to_string()),
        ("sslkey", "~/key.pem"),
    ] {
        let over = siwa(&["run"], &format!("{server}&{parameter}={file}"));
        over.failed(2);
        over.stderr.says(file);
    }
    for wrong in ["sslmode=requird", "port=70000", "hostaddr=here"] {
        let over = siwa(&["run"], &format!("postgres://127.0.0.1:1/siwa?{wrong}"));
        let (name, _) = wrong.split_once('=').unwrap();
        let sentence = complaint(Text::new("cli-database-parameter").with("problem", name));
        assert_eq!(over.stderr.trim_end(), sentence);
        over.failed(2);
    }
    let over = siwa(
        &["run"],
        "postgres://127.0.0.1:1/siwa?ssl_mode=hush&pa?ss=hush",
    );
    over.stderr.says("ssl_mode");
    over.stderr.omits("hush");
    over.stderr.omits("pa?ss");
    let hosts = siwa(&["run"], "postgres://ana:hush@a,b/siwa");
    hosts.failed(2);
    let sentence = complaint(Text::new("cli-database-hosts"));
    assert_eq!(hosts.stderr.trim_end(), sentence);
}

/// Tells a server these statements about `OWN`, one after the other.
async fn told(server: &mut AnyConnection, statements: &str, own: &str) {
    for statement in statements.split(';') {
        let statement = sqlx::AssertSqlSafe(statement.replace("OWN", own));
        sqlx::raw_sql(statement)
            .execute(&mut *server)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_database_that_is_set_up_wrongly_is_refused_by_one_sentence() {
    let Some(kept) = served().await else { return };
    let mut behind = kept.behind().await;
    let own = format!("siwa_setup_{}", std::process::id());
    let mut tell = async |statements| told(&mut behind, statements, &own).await;
    tell("create role OWN login; create database OWN owner OWN encoding LATIN1 locale 'C' template template0").await;
    let mut url = url::Url::parse(kept.database.url()).unwrap();
    url.set_username(&own).unwrap();
    url.set_path(&own);
    url.set_query(Some("sslmode=disable"));
    let refused = |id: &'static str, what: &str| {
        let shown = Address::from(url.as_str()).to_string();
        let about = Text::new(id).with("url", shown).with("problem", what);
        let over = siwa(&["run"], url.as_str());
        over.failed(2);
        // The driver may add the line of its own code.
        let said = over.stderr.replace(" at line 3655", "");
        assert_eq!(said.trim_end(), complaint(about));
    };
    refused("cli-database-encoding", "LATIN1");
    tell("drop database OWN; create database OWN encoding UTF8 template template0; alter role OWN connection limit 4")
        .await;
    refused("cli-database-connections", "4");
    tell("alter role OWN connection limit -1").await;
    let denied = "error returned from database: permission denied for schema public";
    refused("cli-database-rights", denied);
    tell("drop database OWN; create database OWN owner OWN encoding UTF8 template template0").await;
    let store = Store::open(url.as_str(), Registry::standard()).await;
    store.unwrap().close().await;
    let mut inside = AnyConnection::connect(url.as_str()).await.unwrap();
    let revoked = sqlx::raw_sql("revoke delete on games from current_user");
    revoked.execute(&mut inside).await.unwrap();
    inside.close().await.unwrap();
    refused("cli-database-rights", "games");
    tell("drop database OWN; drop role OWN").await;
}

#[tokio::test]
async fn after_a_failover_connections_that_only_read_are_replaced_at_once() {
    let Some(kept) = served().await else { return };
    let mut behind = kept.behind().await;
    let own = format!("siwa_failover_{}", std::process::id());
    let mut url = url::Url::parse(kept.database.url()).unwrap();
    url.set_username(&own).unwrap();
    let mut tell = async |statement| told(&mut behind, statement, &own).await;
    tell("drop role if exists OWN; create role OWN login superuser").await;
    let store = Store::open(url.as_str(), Registry::standard()).await;
    let store = store.unwrap();
    store.answers().await.unwrap();
    tell("alter role OWN set default_transaction_read_only = on").await;
    tell("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'OWN'").await;
    let reads = (0..5).map(|_| store.settings(None, Some(HERE.guild)));
    // Connections that were ended may still be in the pool.
    join_all(reads).await;
    // It is not ready while it cannot write.
    store.answers().await.unwrap_err();
    tell("alter role OWN reset default_transaction_read_only").await;
    let new = new(ANA, Some(BOB));
    if store.challenge(&new, NOON, None).await.is_err() {
        store.challenge(&new, NOON, None).await.unwrap();
    }
    store.answers().await.unwrap();
    store.close().await;
    tell("drop role OWN").await;
}

#[tokio::test]
async fn a_server_that_cannot_be_used_is_named_without_its_password() {
    let ends = |code: i32, url: &str, id: &'static str| {
        let about = Text::new(id)
            .with("url", Address::from(url).to_string())
            .with("problem", "");
        let expected = complaint(about);
        for command in ["run", "doctor"] {
            let over = siwa(&[command], url);
            over.failed(code);
            // After this comes the reason, from the server or the system.
            over.stderr.begins(expected.trim_end());
            over.stderr.omits("hush");
            assert_eq!(over.stderr.lines().count(), 1, "{over:?}");
        }
    };
    // A restarted program may succeed: the server is starting, full, or not reachable yet.
    let unused = "postgres://ana:hush@127.0.0.1:1/siwa?password=hush";
    for url in [unused, &refusing("57P03"), &refusing("53300")] {
        ends(1, url, "cli-database-away");
    }
    let refused = |url: &str, id| ends(2, url, id);
    refused(&refusing("28P01"), "cli-database-refused");
    if let Some(url) = refusing_at("[::1]:0", "28P01") {
        refused(&url, "cli-database-refused");
    }
    // The address requires TLS, which this server does not have.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    let plain = std::thread::spawn(move || {
        for answer in [b"N", b"N", b"S", b"S"] {
            let (mut stream, _) = listener.accept().unwrap();
            stream.read_exact(&mut [0; 8]).unwrap();
            stream.write_all(answer).unwrap();
        }
    });
    let secure = format!("postgres://ana:hush@{place}/siwa?sslmode=require");
    refused(&secure, "cli-database-server");
    // The key for TLS is none.
    let scratch = Scratch::new();
    let key = scratch.file("key.pem");
    std::fs::write(&key, "no key").unwrap();
    let key = key.display();
    let unkeyed = format!("{secure}&sslcert={key}&sslkey={key}");
    refused(&unkeyed, "cli-database-server");
    plain.join().unwrap();
    if Database::on_server().await.is_none() {
        return;
    }
    let server = super::backend::server();
    let usual = ("postgres://postgres", "127.0.0.1:5432/postgres");
    let (user, place) = server.rsplit_once('@').unwrap_or(usual);
    let (place, _) = place.rsplit_once('/').unwrap();
    let nobody = format!("postgres://siwa_nobody:hush@{place}/postgres");
    refused(&nobody, "cli-database-refused");
    let nowhere = format!("{user}@{place}/siwa_nowhere");
    refused(&nowhere, "cli-database-absent");
}

/// The visible data of a database: every game replayed, and the leaderboards.
async fn visible(store: &Store) -> String {
    let app = App::new(store.clone(), Clock::default());
    let mut seen = Vec::new();
    for game in 1.. {
        let Some(record) = store.record(GameId(game)).await.unwrap() else {
            break;
        };
        let game = Game::replay(record, Registry::standard()).unwrap();
        seen.push(format!("{game:?}"));
    }
    assert!(seen.len() > 5, "{seen:?}");
    for page in 0..2 {
        let all = Ladder::default();
        let read = app.store();
        let now = app.now();
        let board = read.leaderboard(HERE.guild, all, page, ANA, now).await;
        seen.push(format!("{:?}", board.unwrap()));
    }
    for player in [ANA, BOB, EVE] {
        let played = app.played(player, HERE.guild, 100).await.unwrap();
        seen.push(format!("{played:?}"));
    }
    seen.join("\n")
}

/// A database with many kinds of data.
async fn lived_in(kept: Kept) -> Set {
    let set = Set::on(kept);
    let mut random = Random::seeded(5);
    for number in 0..12 {
        let game = set.game().await;
        for text in placed(CLASSIC, number).iter().take(random.below(9)) {
            let game = set.app.load(game.id()).await.unwrap();
            let target = Target::Game(game.id());
            set.play(mover(&game), target, text).await.unwrap();
        }
        if number % 3 > 0 {
            let by = [ANA, BOB][random.below(2)];
            let target = Target::Game(game.id());
            set.act(by, target, Act::Resign).await.unwrap();
            set.rematch(game.id(), by).await.unwrap();
        }
    }
    let puzzle = set.app.puzzle(Which::Daily(HERE.guild)).await.unwrap();
    let tried = set.app.try_puzzle(ANA, HERE.guild, &puzzle, None);
    tried.await.unwrap();
    set.app.meet(ANA, "Ana").await;
    set
}

fn copy(from: &str, to: &str) -> Over {
    siwa(&["copy", from, to], "")
}

async fn copied(from: Kept, to: &Database) {
    let set = lived_in(from).await;
    let before = visible(&set.kept.store).await;
    let from = set.kept.database.url().to_owned();
    set.kept.store.close().await;
    let over = copy(&from, to.url());
    over.is_fine();
    assert_eq!(over.stderr, "");
    for url in [from.as_str(), to.url()] {
        assert_eq!(examined(url).await.unwrap(), [] as [&str; 0]);
    }
    let copy_of = Store::open(to.url(), Registry::standard()).await.unwrap();
    assert_eq!(visible(&copy_of).await, before);
    // A new challenge there gets an unused id.
    let new = new(EVE, None);
    let made = copy_of.challenge(&new, NOON, None);
    let made = made.await.unwrap().value.id.0;
    let more = format!("challenges where id >= {made}");
    assert_eq!(set.kept.count(&more).await, 0);
    copy_of.close().await;
    // It is not overwritten.
    let again = copy(&from, to.url());
    assert_eq!(again.code, Some(2));
    let used = Text::new("cli-database-used").with("url", Address::from(to.url()).to_string());
    again.stderr.says(&words(&used));
}

#[tokio::test]
async fn a_bot_moves_from_a_file_to_a_server_and_back() {
    let Some(server) = Database::on_server().await else {
        return;
    };
    copied(Kept::in_file().await, &server).await;
    let scratch = Scratch::new();
    let file = Database::in_file(&scratch.file("copy.db"));
    let Some(kept) = served().await else { return };
    copied(kept, &file).await;
}

#[tokio::test]
async fn an_interrupted_copy_continues_and_is_not_used_before() {
    let set = lived_in(Kept::in_file().await).await;
    let before = visible(&set.kept.store).await;
    set.kept.store.close().await;
    let scratch = Scratch::new();
    for to in [
        Some(Database::in_file(&scratch.file("copy.db"))),
        Database::on_server().await,
    ] {
        let Some(to) = to else { continue };
        let url = set.kept.database.url();
        let registry = Registry::standard();
        for polls in [1, 5, 20, 60, 150] {
            let source = Store::open_to_examine(url, registry).await.unwrap();
            let target = Store::open_copy(to.url(), &Address::from(url).place(), registry)
                .await
                .unwrap();
            // Also in the middle of a transaction.
            dropped_after(polls, target.copy_from(&source)).await;
            let early = Store::open(to.url(), registry).await;
            assert!(matches!(early, Err(OpenError::Copying)), "{early:?}");
        }
        let other = Store::open_copy(to.url(), "sqlite://other.db", registry).await;
        assert!(matches!(other, Err(OpenError::Used)), "{other:?}");
        let over = copy(url, to.url());
        assert_eq!((over.code, over.stderr.as_str()), (Some(0), ""), "{over:?}");
        let whole = Store::open(to.url(), registry).await.unwrap();
        assert_eq!(visible(&whole).await, before);
    }
}

#[tokio::test]
async fn a_copy_that_was_stopped_at_its_start_can_be_started_again() {
    for to in Kept::on_both().await {
        let url = to.database.url();
        let registry = Registry::standard();
        let mut polls = 1;
        to.store.close().await;
        loop {
            let beginning = Store::open_copy(url, "sqlite://source.db", registry);
            let begun = dropped_after(polls, beginning).await;
            let again = Store::open_copy(url, "sqlite://source.db", registry).await;
            again.unwrap().close().await;
            let mut behind = to.behind().await;
            let finish = sqlx::raw_sql("drop table copying");
            finish.execute(&mut behind).await.unwrap();
            behind.close().await.unwrap();
            if begun.is_some() {
                break;
            }
            // At each of the first polls, then in steps of a tenth.
            polls += 1 + polls / 10;
        }
    }
}
