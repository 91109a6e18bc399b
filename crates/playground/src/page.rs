//! The page: its files, and its stream of events.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use axum::Router;
use axum::extract::{Path, Query, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};

use super::actions;
use super::command_line::OF_PERSON;
use super::model::{Channel, Member, Message};
use super::objects;
use super::person::Person;
use super::world::{BOT, BOT_NAME, GUILD, GUILD_NAME, Setup, State, World};

/// The files of the page.
static PARTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/page");

/// Allows only resources from here, and no inline scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The most messages on a page.
const MAX_MESSAGES: usize = 400;

pub(super) fn router() -> Router<World> {
    Router::new()
        .route("/", get(|| part(Path("index.html".to_owned()))))
        .route("/page/{part}", get(part))
        .route("/page/events", get(events))
        .route("/page/act", post(actions::act))
}

async fn part(Path(name): Path<String>) -> Response {
    let Some(part) = PARTS.get_file(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, part.contents()).into_response()
}

/// Sends the whole state once, and then every change.
async fn events(
    Extract(world): Extract<World>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let wanted = headers.get(header::ACCEPT_LANGUAGE);
    let wanted = wanted.and_then(|value| value.to_str().ok());
    let wanted = wanted.unwrap_or_default();
    // A first visit gets a person with the browser's language, if there is one.
    let people = &world.setup().options.people;
    let usual = || speaker(people, wanted).or_else(|| people.first());
    let viewer = query.get("as").and_then(|who| world.setup().member(who));
    let Some(member) = viewer.or_else(usual).cloned() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    Sse::new(follow(world, member))
        .keep_alive(KeepAlive::default())
        .into_response()
}

/// The person who speaks the most wanted language of an `Accept-Language` header.
fn speaker<'a>(people: &'a [Member], wanted: &str) -> Option<&'a Member> {
    let mut tags: Vec<(&str, f64)> = wanted
        .split(',')
        .filter_map(|entry| {
            let (tag, weight) = entry.split_once(";q=").unwrap_or((entry, "1"));
            Some((tag.trim(), weight.trim().parse().ok()?))
        })
        .collect();
    tags.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_lowercase();
    tags.into_iter().find_map(|(tag, _)| {
        let is_exact = |person: &&Member| person.locale.eq_ignore_ascii_case(tag);
        let same = |person: &&Member| language(&person.locale) == language(tag);
        let exact = people.iter().find(is_exact);
        exact.or_else(|| people.iter().find(same))
    })
}

/// The state that a page has received.
#[derive(Default)]
struct Told {
    revision: Option<u64>,
    /// The rarely changing parts, by name.
    parts: Map<String, Value>,
}

fn follow(world: World, member: Member) -> impl Stream<Item = Result<Event, Infallible>> {
    let changes = world.watch();
    let start = (world, member, changes, Told::default());
    stream::unfold(start, |(world, member, mut changes, mut told)| async move {
        loop {
            changes.borrow_and_update();
            let news = news(&world, &member, &mut told)?;
            if !news.is_empty() {
                let event = Event::default().data(Value::Object(news).to_string());
                return Some((Ok(event), (world, member, changes, told)));
            }
            changes.changed().await.ok()?;
        }
    })
}

/// The changes that a page has not received yet. `None` after the world has stopped.
fn news(world: &World, member: &Member, told: &mut Told) -> Option<Map<String, Value>> {
    let person = Person::new(world.clone(), member.clone());
    let mut commands = person.offered();
    commands.extend(person.of_kind(OF_PERSON));
    world.look(|state| {
        if state.stopped {
            return None;
        }
        let parts = [
            ("hello", hello(&state.setup, member)),
            ("frame", frame(state, member)),
            ("commands", json!(commands)),
        ];
        let mut news = Map::new();
        for (name, part) in parts {
            if told.parts.get(name) != Some(&part) {
                told.parts.insert(name.to_owned(), part.clone());
                news.insert(name.to_owned(), part);
            }
        }
        let fresh = |message: &&Message| Some(message.revision) > told.revision;
        let newest = state.messages.iter().rev().filter(fresh);
        let messages: Vec<Value> = newest
            .filter(|message| state.seen(message, member.id).is_some())
            .take(MAX_MESSAGES)
            .map(|message| objects::message(state, message))
            .collect();
        let gone = state.deleted.iter();
        let gone: Vec<Value> = gone
            .filter(|(revision, _)| Some(*revision) > told.revision)
            .map(|(_, id)| json!(id.to_string()))
            .collect();
        for (name, items) in [("messages", messages), ("gone", gone)] {
            if !items.is_empty() {
                news.insert(name.to_owned(), Value::Array(items));
            }
        }
        told.revision = Some(state.revision);
        Some(news)
    })
}

/// The data that does not change while a page is open.
fn hello(setup: &Setup, member: &Member) -> Value {
    let options = &setup.options;
    let shown = |person: &Member| {
        let Member {
            key, name, locale, ..
        } = person;
        json!({ "id": person.id.to_string(), "key": key, "name": name, "locale": locale })
    };
    let people: Vec<Value> = options.people.iter().map(shown).collect();
    let language = member.locale.split('-').next().unwrap_or_default();
    let mut words: BTreeMap<&String, &String> = BTreeMap::new();
    for locale in ["en", language, &member.locale] {
        words.extend(options.words.get(locale).into_iter().flatten());
    }
    json!({
        "me": member.id.to_string(),
        "people": people,
        "bot": { "id": BOT.to_string(), "name": BOT_NAME },
        "guild": { "id": GUILD.to_string(), "name": GUILD_NAME },
        "words": words,
        "first": options.first,
        "skip": options.on_skip.is_some(),
    })
}

/// The rarely changing data: whether the bot is online, the channels, unread messages.
fn frame(state: &State, member: &Member) -> Value {
    let describe = |channel: &Channel| {
        let outside = channel.outside.as_ref().map(|outside| {
            let others = outside.people.iter().filter(|id| **id != member.id);
            let others: Vec<String> = others.map(u64::to_string).collect();
            json!({ "server": outside.guild.is_some(), "others": others })
        });
        json!({
            "id": channel.id.to_string(),
            "name": channel.name,
            "parent": channel.parent.map(|id| id.to_string()),
            "private": channel.with.is_some(),
            "outside": outside,
            "archived": channel.archived,
            "locked": channel.locked,
        })
    };
    let channels = state.channels.iter();
    let channels = channels.filter(|channel| channel.open_to(member.id));
    let channels: Vec<Value> = channels.map(describe).collect();
    let mut unread = json!({});
    for ((who, channel), ids) in &state.unread {
        if let Some(known) = state.setup.member_by_id(*who)
            && !ids.is_empty()
        {
            unread[&known.key][channel.to_string()] = json!(ids.len());
        }
    }
    json!({
        "emojis": state.emojis.iter().map(|emoji| (emoji.id.to_string(), json!(emoji.image))).collect::<Map<_, _>>(),
        "online": state.online(),
        "channels": channels,
        "unread": unread,
        "ahead": state.setup.clock.ahead(),
    })
}
