//! Checks of each thread after the recovery of the bot: it must show all that is in the database,
//! once.

use std::time::Duration;

use siwa::time::{Clock, Stopwatch};
use siwa_playground::{Message, World};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

use super::backend::Database;

/// How long recovery may take.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);
/// How long an abandoned act may still be in progress.
const LATE: Duration = Duration::from_secs(20);
/// The threads of the groups of the tournament.
const GROUPS: &str =
    "select distinct thread from games where tournament is not null and thread > 0";
/// The start of the message that links to the first boards of a group.
const BEGUN: &str = "The games have started.";
/// Longer than the time of a turn, in seconds.
const LONG: i64 = 4 * 24 * 60 * 60;
/// The polling interval.
pub(crate) const PACE: Duration = Duration::from_millis(5);

/// A game in the database.
struct Game {
    id: i64,
    running: bool,
    /// The number of turns.
    plies: i64,
    /// The number of expected boards: the first, one a turn, and the last if no turn ended the
    /// game; of a tournament only the last.
    boards: i64,
    offers: i64,
    offered: bool,
    of_tournament: bool,
}

/// A row of the games of a thread.
type Row = (i64, i64, i64, i64, i64, i64, i64);

impl From<Row> for Game {
    fn from(row: Row) -> Self {
        let (id, running, plies, boards, offers, offered, of_tournament) = row;
        Self {
            id,
            running: running == 1,
            plies,
            boards,
            offers,
            offered: offered == 1,
            of_tournament: of_tournament == 1,
        }
    }
}

/// Waits until no item is left, and compares each thread with the database. If others continue
/// while one process is dead, boards may be `superseded`: a later one was posted first, and they are
/// dropped.
pub(crate) async fn sound(
    world: &World,
    database: &Database,
    places: &[u64],
    superseded: bool,
) -> Result<(), String> {
    let mut kept = database.connect().await;
    let watch = Stopwatch::start();
    loop {
        all_sent(&mut kept).await?;
        let groups = sqlx::query_scalar(GROUPS).fetch_all(&mut kept).await;
        let groups = groups.unwrap().into_iter().map(i64::cast_unsigned);
        let places: Vec<u64> = places.iter().copied().chain(groups).collect();
        match compare(world, &mut kept, &places, superseded).await {
            Err(_) if watch.elapsed() < LATE => tokio::time::sleep(PACE).await,
            compared => break compared,
        }
    }
}

/// Makes every third person get direct messages about their turns, and every third a daily digest.
pub(crate) async fn tell_differently(database: &Database, first: u64, people: u64) {
    let mut kept = database.connect().await;
    for (person, how) in (first..first + people).zip(["direct", "digest", "here"].iter().cycle()) {
        sqlx::query(
            "insert into players (id, name, seen, notify) values ($1, $3, $2, $3)
             on conflict (id) do update set notify = $3",
        )
        .bind(person.cast_signed())
        .bind(Clock::default().now().0)
        .bind(*how)
        .execute(&mut kept)
        .await
        .unwrap();
    }
    kept.close().await.unwrap();
}

/// Makes reminders due in a third of the games whose time is not over, and all digests.
pub(crate) async fn remind(database: &Database, number: u32) {
    let third = number % 3;
    let now = Clock::default().now().0;
    let due = format!(
        "update games set alarm = 1 where status = 'playing' and id % 3 = {third}
         and (deadline is null or deadline > {now}) and case turn when 'first' then first else second end in
             (select id from players where notify = 'direct');
         update players set digest_at = 1 where notify = 'digest'"
    );
    change(database, due).await;
}

/// Makes the time of the present turn be over in unrated games, as if everything in them had been
/// earlier. Nobody may act meanwhile.
pub(crate) async fn run_out(database: &Database) {
    let earlier = format!(
        "begin;
         update events set at = at - {LONG} where game in
             (select id from games where status = 'playing' and rated = 0);
         update games set started = started - {LONG}, touched = touched - {LONG},
             deadline = deadline - {LONG}, alarm = 1 where status = 'playing' and rated = 0;
         commit"
    );
    change(database, earlier).await;
}

/// Changes the database, unless it is a file that is locked now.
async fn change(database: &Database, changes: String) {
    let mut kept = database.connect().await;
    let changes = sqlx::raw_sql(AssertSqlSafe(changes));
    let _ = changes.execute(&mut kept).await;
    kept.close().await.unwrap();
}

/// All messages, also direct ones.
fn posted(world: &World, places: &[u64]) -> Vec<Message> {
    let direct = (0..crate::PEOPLE).map(|number| format!("dm:p{number}"));
    // The cards of the tournament are in the main channel.
    let others = direct.chain(["main".to_owned()]);
    let channels = places.iter().map(u64::to_string).chain(others);
    channels.flat_map(|it| world.messages(&it)).collect()
}

/// Checks that no message was posted twice, in any channel.
fn posted_once(world: &World, places: &[u64]) -> Result<(), String> {
    let mut messages = posted(world, places);
    messages.retain(|message| message.nonce.is_some());
    messages.sort_by(|one, other| one.nonce.cmp(&other.nonce));
    match messages.windows(2).find(|it| it[0].nonce == it[1].nonce) {
        Some(twice) => Err(format!("posted twice: {}", twice[0].text())),
        None => Ok(()),
    }
}

async fn compare(
    world: &World,
    kept: &mut AnyConnection,
    places: &[u64],
    superseded: bool,
) -> Result<(), String> {
    posted_once(world, places)?;
    for place in places {
        let messages = world.messages(&place.to_string());
        let (late, mut messages): (Vec<Message>, Vec<Message>) =
            messages.into_iter().partition(is_late);
        messages.retain(|message| !message.text().contains(BEGUN));
        let place = place.cast_signed();
        let games: Vec<Row> = sqlx::query_as(
            "select id, cast(case when status = 'playing' then 1 else 0 end as bigint) as running,
                    (select count(*) from events where game = g.id and kind = 'moved') as plies,
                    case when tournament is not null then 1 else
                    (select count(*) from events e where game = g.id and kind in ('started', 'moved', 'finished')
                       and not (kind = 'finished' and exists
                                (select 1 from events b where b.game = e.game and b.seq = e.seq - 1
                                   and b.at = e.at and b.kind = 'moved' and e.cause is null))) end as boards,
                    (select count(*) from events where game = g.id and kind = 'offered') as offers,
                    (select cast(case when kind = 'offered' then 1 else 0 end as bigint)
                       from events where game = g.id and seq = g.seq) as offered,
                    cast(case when tournament is null then 0 else 1 end as bigint)
             from games g where coalesce(thread, channel) = $1",
        )
        .bind(place)
        .fetch_all(&mut *kept)
        .await
        .unwrap();
        let games: Vec<Game> = games.into_iter().map(Game::from).collect();
        let mut ids = async |query: &'static str| -> Vec<i64> {
            let ids = sqlx::query_scalar(query).bind(place);
            ids.fetch_all(&mut *kept).await.unwrap()
        };
        let cards = ids("select id from challenges where channel = $1").await;
        let open = ids("select id from challenges where channel = $1 and status = 'open'").await;
        // After the end, the card of a game has the same buttons as its last board.
        let known = "select message from challenges
                     where channel = $1 and status = 'accepted' and message is not null";
        let known = ids(known).await;
        let posted = games.iter().map(|game| game.boards + game.offers);
        let expected = posted.sum::<i64>() + i64::try_from(cards.len()).unwrap();
        let said = i64::try_from(messages.len()).unwrap();
        // In a tournament offers are deleted with their boards, except those that were declined.
        let deleted = games.iter().filter(|game| game.of_tournament);
        let deleted: i64 = deleted.map(|game| game.offers).sum();
        if said > expected || said < expected - deleted && !superseded {
            let told = told(&messages);
            return Err(format!("{said} messages instead of {expected}:\n{told}"));
        }
        for game in &games {
            once(game, &messages)?;
        }
        let mut boards = messages.clone();
        boards.retain(|message| !known.contains(&message.id.cast_signed()));
        for game in &games {
            live(game, &boards)?;
            live_late(game, &late)?;
        }
        for message in &messages {
            let mut live = message.live().into_iter();
            let of = live.find_map(|id| id.strip_prefix("challenge:"));
            let of = of.and_then(|rest| rest.split(':').next()?.parse::<i64>().ok());
            if of.is_some_and(|of| !open.contains(&of)) {
                return Err(format!("live buttons on a closed card: {}", message.text()));
            }
        }
    }
    Ok(())
}

/// Checks that no message of a game repeats the one before it.
fn once(game: &Game, messages: &[Message]) -> Result<(), String> {
    let title = format!("game #{}\n", game.id);
    let mut said: Vec<String> = messages.iter().map(Message::text).collect();
    said.retain(|text| text.contains(&title));
    match said.windows(2).find(|it| it[0] == it[1]) {
        Some(twice) => Err(format!("said twice: {}", twice[0])),
        None => Ok(()),
    }
}

/// Checks that exactly one message of a game has the buttons of its board, and no older one has
/// any.
fn live(game: &Game, messages: &[Message]) -> Result<(), String> {
    let id = game.id;
    let plies = game.plies;
    let present = if game.running { "panel" } else { "rematch" };
    let mut boards = 0;
    let mut offers = 0;
    for message in messages {
        let carried = carried(game, message);
        if carried.is_empty() {
            continue;
        }
        let board = carried.iter().any(|(_, act)| *act == present);
        let offer = carried.iter().any(|(_, act)| *act == "accept");
        boards += i32::from(board);
        offers += i32::from(offer && !board);
        if carried.iter().any(|(of, _)| *of != plies) || !(board || offer && game.offered) {
            return Err(format!("live buttons on something old: {}", message.text()));
        }
    }
    if boards != 1 || offers > i32::from(game.offered) {
        let told = told(messages);
        return Err(format!(
            "{boards} live boards, {offers} live offers of game {id}:\n{told}"
        ));
    }
    Ok(())
}

/// The turns and acts of a message's live buttons for a game.
fn carried<'a>(game: &Game, message: &'a Message) -> Vec<(i64, &'a str)> {
    let of = format!("game:{}:", game.id);
    let carried = message.live().into_iter().filter_map(|carried| {
        let (plies, act) = carried.strip_prefix(&of)?.split_once(':')?;
        Some((plies.parse().ok()?, act.split(':').next()?))
    });
    carried.collect()
}

/// Returns whether a message says that the time of a turn is over; there may be none, if a turn was
/// taken first.
fn is_late(message: &Message) -> bool {
    message.text().contains("’s time ran out")
}

/// Checks that at most one notice that time is over has buttons: of the present turn.
fn live_late(game: &Game, late: &[Message]) -> Result<(), String> {
    let carried = |it: &&Message| !carried(game, it).is_empty();
    let live: Vec<Message> = late.iter().filter(carried).cloned().collect();
    let of = |it: &Message| {
        let mut carried = self::carried(game, it).into_iter();
        carried.all(|(of, _)| of == game.plies)
    };
    if live.len() <= 1 && live.iter().all(|it| game.running && of(it)) {
        Ok(())
    } else {
        Err(format!("live notices that time is over:\n{}", told(&live)))
    }
}

fn told(messages: &[Message]) -> String {
    let line = |it: &Message| format!("{} {:?} {:?}", it.id, it.text(), it.live());
    let lines: Vec<String> = messages.iter().rev().take(12).map(line).collect();
    lines.join("\n")
}

/// Pending items, upkeep and searches, except threads that are opened again later.
const UNSENT: &str = "select role, id, seq, attempts from outbox
    union all select 'upkeep', challenge, version, attempts from upkeep where due <= created + 60
    union all select 'search', game, seq, attempts from searches";
const OLDEST: &str = "select min(created), min(case role when 'board' then created end) from (
    select role, created from outbox
    union all select 'upkeep', created from upkeep where due <= created + 60
    union all select 'search', created from searches) unsent";
type Item = (String, i64, Option<i64>, i64);

async fn all_sent(kept: &mut AnyConnection) -> Result<(), String> {
    let watch = Stopwatch::start();
    loop {
        let items: Vec<Item> = sqlx::query_as(UNSENT).fetch_all(&mut *kept).await.unwrap();
        if items.is_empty() {
            return Ok(());
        }
        if watch.elapsed() > TIMEOUT {
            return Err(format!("still pending: {items:?}"));
        }
        tokio::time::sleep(PACE).await;
    }
}

/// The roles of items that were not sent yet.
pub(crate) async fn pending(database: &Database) -> Vec<String> {
    let mut kept = database.connect().await;
    let items: Vec<Item> = sqlx::query_as(UNSENT).fetch_all(&mut kept).await.unwrap();
    kept.close().await.unwrap();
    items.into_iter().map(|(role, ..)| role).collect()
}

/// When the oldest pending item was inserted, and the oldest board, if there are any.
pub(crate) async fn oldest(url: &str) -> Result<[Option<i64>; 2], sqlx::Error> {
    let mut kept = AnyConnection::connect(url).await?;
    let oldest = sqlx::query_as(OLDEST);
    let oldest = oldest.fetch_one(&mut kept).await?;
    kept.close().await?;
    let (any, board) = oldest;
    Ok([any, board])
}

async fn count(database: &Database, rows: &str) -> i64 {
    let mut kept = database.connect().await;
    let count = AssertSqlSafe(format!("select count(*) from {rows}"));
    let count = sqlx::query_scalar(count).fetch_one(&mut kept).await;
    kept.close().await.unwrap();
    count.unwrap()
}

/// What is counted in the end.
const COUNTS: &str = "
challenges: challenges
rematches asked for: challenges where rematch_of is not null
games: games
turns: events where kind = 'moved'
of them moves: events where kind = 'moved' and text like '%-%'
offers: events where kind = 'offered'
calls and reminders: messages where role = 'call'
ends: games where status <> 'playing'
";

/// A summary of the played games.
pub(crate) async fn sum(world: &World, database: &Database, places: &[u64]) -> String {
    let mut told = Vec::new();
    for line in COUNTS.trim().lines() {
        let (what, rows) = line.split_once(": ").unwrap();
        told.push(format!("{} {what}", count(database, rows).await));
    }
    let all = posted(world, places);
    let late = all.iter().filter(|it| is_late(it)).count();
    let digest = |it: &&Message| it.text().starts_with("**It’s your turn in ");
    let digests = all.iter().filter(digest).count();
    told.push(format!("{late} times over, {digests} digests"));
    told.join(", ")
}
