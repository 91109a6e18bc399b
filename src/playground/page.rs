//! The page: its parts, and the events that tell it what to show.

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::Router;
use axum::extract::{Path, Query, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::actions;
use super::model::{Member, Message};
use super::objects;
use super::outside;
use super::person::Person;
use super::world::{BOT, GUILD, State, World};

const HTML: &str = include_str!("../../assets/playground/index.html");

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A part of the page: name, media type, text.
macro_rules! part {
    ($name:literal, $kind:expr) => {
        (
            $name,
            $kind,
            include_str!(concat!("../../assets/playground/", $name)),
        )
    };
}

/// The parts of the page.
const PARTS: [(&str, &str, &str); 7] = [
    part!("app.js", SCRIPT),
    part!("composer.js", SCRIPT),
    part!("markdown.js", SCRIPT),
    part!("messages.js", SCRIPT),
    part!("words.js", SCRIPT),
    part!("style.css", "text/css; charset=utf-8"),
    part!("icon.svg", "image/svg+xml"),
];

/// Only what comes from here, and no script in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How many messages a page shows at most.
const SHOWN: usize = 400;

pub(super) fn router() -> Router<World> {
    Router::new()
        .route(
            "/",
            get(|| async { asset("text/html; charset=utf-8", HTML) }),
        )
        .route("/page/{part}", get(part))
        .route("/page/events", get(events))
        .route("/page/act", post(actions::act))
}

async fn part(Path(name): Path<String>) -> Response {
    let found = PARTS.iter().find(|(known, ..)| *known == name);
    found.map_or_else(
        || StatusCode::NOT_FOUND.into_response(),
        |(_, kind, text)| asset(kind, text),
    )
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, text).into_response()
}

#[derive(Deserialize)]
struct Viewer {
    #[serde(default, rename = "as")]
    who: String,
}

/// Sends everything once, and then every change.
async fn events(
    Extract(world): Extract<World>,
    Query(viewer): Query<Viewer>,
    headers: HeaderMap,
) -> Response {
    let wanted = headers.get(header::ACCEPT_LANGUAGE);
    let wanted = wanted.and_then(|it| it.to_str().ok()).unwrap_or_default();
    // A first visit speaks as a person of the browser's language, if there is one.
    let people = &world.setting().people;
    let usual = || speaker(people, wanted).or_else(|| people.first());
    let Some(member) = world.member(&viewer.who).or_else(usual).cloned() else {
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
        let exact = people.iter().find(|it| it.locale.eq_ignore_ascii_case(tag));
        exact.or_else(|| {
            people
                .iter()
                .find(|it| language(&it.locale) == language(tag))
        })
    })
}

/// What a page knows already.
struct Told {
    revision: u64,
    frame: String,
    commands: String,
}

fn follow(world: World, member: Member) -> impl Stream<Item = Result<Event, Infallible>> {
    let changes = world.watch();
    let start = (world, member, changes, None::<Told>);
    stream::unfold(start, |(world, member, mut changes, told)| async move {
        let mut told = told;
        loop {
            changes.borrow_and_update();
            let (news, now) = news(&world, &member, told.as_ref())?;
            told = Some(now);
            if let Some(news) = news {
                let event = Event::default().data(news.to_string());
                return Some((Ok(event), (world, member, changes, told)));
            }
            changes.changed().await.ok()?;
        }
    })
}

/// The news for a page, if there are any, and what it then knows. `None` after the world's end.
fn news(world: &World, member: &Member, told: Option<&Told>) -> Option<(Option<Value>, Told)> {
    let since = told.map_or(0, |told| told.revision);
    let commands = {
        let person = Person::new(world.clone(), member.clone());
        let offered: Vec<Value> = person.offered().iter().map(compact).collect();
        Value::Array(offered).to_string()
    };
    world.look(|state| {
        if state.stopped {
            return None;
        }
        let frame = frame(world, state, member).to_string();
        let mut news = json!({ "revision": state.revision });
        let mut any = told.is_none();
        if told.is_none() {
            news["hello"] = hello(world, member);
        }
        if told.is_none_or(|told| told.frame != frame) {
            news["frame"] = serde_json::from_str(&frame).unwrap_or_default();
            any = true;
        }
        if told.is_none_or(|told| told.commands != commands) {
            news["commands"] = serde_json::from_str(&commands).unwrap_or_default();
            any = true;
        }
        let mine = |message: &&Message| visible(state, message, member.id);
        let mut changed: Vec<&Message> = state
            .messages
            .iter()
            .filter(mine)
            .filter(|message| told.is_none() || message.revision > since)
            .collect();
        if changed.len() > SHOWN {
            changed.drain(..changed.len() - SHOWN);
        }
        let gone: Vec<String> = state
            .deleted
            .iter()
            .filter(|(revision, _)| told.is_some() && *revision > since)
            .map(|(_, id)| id.to_string())
            .collect();
        any |= !changed.is_empty() || !gone.is_empty();
        let shown: Vec<Value> = changed.iter().map(|it| show(world, state, it)).collect();
        news["messages"] = json!(shown);
        news["gone"] = json!(gone);
        let now = Told {
            revision: state.revision,
            frame,
            commands,
        };
        Some((any.then_some(news), now))
    })
}

fn visible(state: &State, message: &Message, who: u64) -> bool {
    message.only.is_none_or(|only| only == who)
        && state
            .channel(message.channel)
            .is_some_and(|it| it.open_to(who))
}

/// What does not change while a page is open.
fn hello(world: &World, member: &Member) -> Value {
    let setting = world.setting();
    let people: Vec<Value> = setting
        .people
        .iter()
        .map(|it| json!({ "id": it.id.to_string(), "key": it.key, "name": it.name, "locale": it.locale }))
        .collect();
    let (language, _) = member
        .locale
        .split_once('-')
        .unwrap_or((&member.locale, ""));
    let mut words: BTreeMap<&String, &String> = BTreeMap::new();
    for locale in ["en", language, &member.locale] {
        words.extend(setting.words.get(locale).into_iter().flatten());
    }
    json!({
        "me": member.id.to_string(),
        "people": people,
        "bot": { "id": BOT.to_string(), "name": setting.bot_name },
        "guild": { "id": GUILD.to_string(), "name": setting.guild_name },
        "words": words,
        "skip": setting.on_skip.is_some(),
        "now": world.clock().now(),
    })
}

/// What changes rarely: whether the bot is online, the channels, unread messages.
fn frame(world: &World, state: &State, member: &Member) -> Value {
    let channels: Vec<Value> = state
        .channels
        .iter()
        .filter(|it| it.open_to(member.id))
        .map(|it| {
            json!({
                "id": it.id.to_string(),
                "name": it.name,
                "parent": it.parent.map(|id| id.to_string()),
                "private": it.with.is_some(),
                "outside": it.outside.as_ref().map(|it| outside::shown(it, member.id)),
                "archived": it.archived,
                "locked": it.locked,
            })
        })
        .collect();
    let mut unread = Map::new();
    for ((who, channel), ids) in &state.unread {
        if let Some(known) = world.member_by_id(*who)
            && !ids.is_empty()
        {
            unread.entry(known.key.clone()).or_insert_with(|| json!({}))[channel.to_string()] =
                json!(ids.len());
        }
    }
    json!({
        "emojis": state.emojis.iter().map(|it| (it.id.to_string(), json!(it.image))).collect::<Map<_, _>>(),
        "online": state.online(),
        "channels": channels,
        "unread": unread,
        "ahead": world.clock().ahead(),
    })
}

/// A command without what a page does not need.
fn compact(command: &Value) -> Value {
    let mut command = command.clone();
    if let Some(fields) = command.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
        for useless in ["application_id", "version", "dm_permission", "nsfw"] {
            fields.remove(useless);
        }
    }
    command
}

fn show(world: &World, state: &State, message: &Message) -> Value {
    let files: Vec<Value> = message
        .attachments
        .iter()
        .map(|file| objects::attachment(world, message.channel, file))
        .collect();
    let thread = state.channel(message.id).map(|it| it.id.to_string());
    json!({
        "id": message.id.to_string(),
        "channel": message.channel.to_string(),
        "author": message.author.to_string(),
        "content": message.text(),
        "modern": message.modern(),
        "private": message.private(),
        "components": message.components,
        "embeds": message.embeds,
        "attachments": files,
        "created": message.created,
        "edited": message.edited,
        "cause": message.cause.as_ref().map(|cause| json!({
            "kind": cause.kind, "name": cause.name, "user": cause.user.to_string(),
        })),
        "reference": message.reference.map(|id| id.to_string()),
        "loading": message.loading,
        "mentions": message.mentions.iter().map(u64::to_string).collect::<Vec<_>>(),
        "thread": thread,
    })
}
