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
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::actions;
use super::model::{Member, Message};
use super::objects;
use super::outside;
use super::person::Person;
use super::world::{BOT, GUILD, State, World};

/// The parts of the page.
static PARTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/page");

/// Only what comes from here, and no script in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How many messages a page shows at most.
const SHOWN: usize = 400;

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
        let same = |it: &&Member| language(&it.locale) == language(tag);
        exact.or_else(|| people.iter().find(same))
    })
}

/// What a page knows already.
struct Told {
    revision: u64,
    frame: Value,
    commands: Value,
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
    let person = Person::new(world.clone(), member.clone());
    let commands: Value = person.offered().iter().map(compact).collect();
    world.look(|state| {
        if state.stopped {
            return None;
        }
        let now = Told {
            revision: state.revision,
            frame: frame(world, state, member),
            commands,
        };
        let mut news = json!({ "revision": state.revision });
        if told.is_none() {
            news["hello"] = hello(world, member);
        }
        if told.is_none_or(|told| told.frame != now.frame) {
            news["frame"] = now.frame.clone();
        }
        if told.is_none_or(|told| told.commands != now.commands) {
            news["commands"] = now.commands.clone();
        }
        let silent = news.as_object().is_some_and(|news| news.len() == 1);
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
        let silent = silent && changed.is_empty() && gone.is_empty();
        let shown: Vec<Value> = changed.iter().map(|it| show(world, state, it)).collect();
        news["messages"] = json!(shown);
        news["gone"] = json!(gone);
        Some(((!silent).then_some(news), now))
    })
}

fn visible(state: &State, message: &Message, who: u64) -> bool {
    let place = state.channel(message.channel);
    message.open_to(who) && place.is_some_and(|it| it.open_to(who))
}

/// What does not change while a page is open.
fn hello(world: &World, member: &Member) -> Value {
    let setting = world.setting();
    let shown = |it: &Member| json!({ "id": it.id.to_string(), "key": it.key, "name": it.name, "locale": it.locale });
    let people: Vec<Value> = setting.people.iter().map(shown).collect();
    let language = member.locale.split('-').next().unwrap_or_default();
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
