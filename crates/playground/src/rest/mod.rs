//! Discord's REST API, as far as the playground supports it.

pub(super) mod applications;
pub(super) mod channels;
mod interactions;

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

use axum::Json;
use axum::extract::{Query, State as Extract};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::body::{Body, MAX_FILES, shortened};
use super::gateway;
use super::json::list;
use super::model::Message;
use super::objects::{self, object};
use super::violation::{InjectedFault, Kind, Logged, Refusal, Route};
use super::world::{BOT, GUILD, GUILD_NAME, State, TOKEN, World, push};

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(self)).into_response()
    }
}

type Answered = Result<Response, Refusal>;

/// Replies with an object.
fn reply(object: Value) -> Answered {
    Ok(Json(object).into_response())
}

/// Replies with a new object.
fn created(object: Value) -> Answered {
    Ok((StatusCode::CREATED, Json(object)).into_response())
}

/// Replies without a body.
fn nothing() -> Answered {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A parsed request.
struct Call<'a> {
    method: &'a str,
    path: &'a [&'a str],
    query: HashMap<String, String>,
    body: &'a Body,
}

impl Call<'_> {
    /// Returns whether the query has `name=true`, in any spelling used by libraries.
    fn asks(&self, name: &str) -> bool {
        let value = self.query.get(name).map(String::as_str);
        matches!(value, Some("true" | "1" | "True"))
    }

    /// A number in the query.
    fn parameter<T: FromStr>(&self, name: &str) -> Option<T> {
        self.query.get(name)?.parse().ok()
    }

    /// The refusal of an unknown route.
    fn lost(&self) -> Refusal {
        let message = format!("404: Not Found ({} /{})", self.method, self.path.join("/"));
        Refusal::new(404, Kind::UnknownRoute, 0, &message)
    }
}

/// An id in a path.
fn number(text: &str) -> Result<u64, Refusal> {
    let message = format!("Value \"{text}\" is not snowflake.");
    let wrong = |_| Refusal::field("id", "NUMBER_TYPE_COERCE", &message);
    text.parse().map_err(wrong)
}

/// Handles any request to `/api/…`.
pub(super) async fn handle(
    Extract(world): Extract<World>,
    Query(query): Query<HashMap<String, String>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Result<Body, Refusal>,
) -> Response {
    // Decoded here and not by axum's `Path`, which answers invalid UTF-8 itself, so that it would not be
    // recorded.
    let decoded: Vec<Cow<'_, str>> = uri
        .path()
        .split('/')
        .filter(|step| !step.is_empty())
        .map(|step| percent_decode_str(step).decode_utf8_lossy())
        .collect();
    let steps: Vec<&str> = decoded.iter().map(AsRef::as_ref).collect();
    let steps = match steps.as_slice() {
        ["api", version, rest @ ..] if is_version(version) => rest,
        ["api", rest @ ..] => rest,
        rest => rest,
    };
    let (body, read) = match body {
        Ok(body) => (body, Ok(())),
        Err(refusal) => (Body::default(), Err(refusal)),
    };
    let call = Call {
        method: method.as_str(),
        path: steps,
        query,
        body: &body,
    };
    let route = route(call.method, steps);
    // Asking whether an answer arrived, or whether a user is a member, is not a violation. Nor is
    // deleting a message again: a process that was killed cannot know whether it is deleted.
    let may_be_missing = match method {
        Method::GET => matches!(steps, ["webhooks", ..] | ["guilds", _, "members", _]),
        Method::DELETE => matches!(steps, ["channels", _, "messages", _]),
        _ => false,
    };
    let path = format!("/{}", steps.join("/"));
    let response = world.change(|state| {
        let fault = state.strike(route, steps);
        let result = match &fault {
            Some(fault) if !fault.takes_effect => nothing(),
            _ => read
                .and_then(|()| authorise(&call, headers.get(header::AUTHORIZATION)))
                .and_then(|()| dispatch(&call, state)),
        };
        if let Err(refusal) = &result
            && !(may_be_missing && refusal.kind == Kind::NotFound)
            && refusal.kind != Kind::Taken
        {
            let detail = format!("{method} {path}: {}", refusal.message);
            state.report(refusal.kind, detail);
        }
        let response = match &fault {
            Some(fault) => strike(fault),
            None => result.into_response(),
        };
        let query = uri.query().map(|query| format!("?{query}"));
        let names = body.files.iter().take(MAX_FILES);
        let logged = Logged {
            method: method.to_string(),
            path: shortened(&(path + &query.unwrap_or_default())),
            body: body.kept(response.status().as_u16() >= 400),
            files: names.map(|file| shortened(&file.name)).collect(),
            status: response.status().as_u16(),
        };
        push(&mut state.log, logged, 10_000);
        response
    });
    world.acknowledge(route).await;
    response
}

fn is_version(step: &str) -> bool {
    step.strip_prefix('v')
        .is_some_and(|rest| rest.parse::<u32>().is_ok())
}

/// The route of a request, for faults.
fn route(method: &str, path: &[&str]) -> Route {
    match (method, path) {
        (_, ["interactions", ..]) => Route::Callback,
        ("GET", ["webhooks", _, _, "messages", "@original"]) => Route::Original,
        (_, ["webhooks", ..]) => Route::Webhook,
        ("POST", ["channels", .., "threads"]) => Route::Thread,
        ("POST", ["channels", _, "messages"]) => Route::ChannelMessage,
        ("PATCH", ["channels", _, "messages", _]) => Route::EditMessage,
        (_, ["applications", ..]) if path.contains(&"commands") => Route::Commands,
        _ => Route::Other,
    }
}

fn strike(fault: &InjectedFault) -> Response {
    let status = StatusCode::from_u16(fault.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(page) = &fault.page {
        return (status, Html(page.to_string())).into_response();
    }
    if fault.status != 429 {
        let body = json!({ "code": fault.code, "message": status.to_string() });
        return (status, Json(body)).into_response();
    }
    let scope = if fault.global { "global" } else { "user" };
    let headers = [
        ("x-ratelimit-scope", scope),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", "0"),
        ("x-ratelimit-bucket", "playground"),
    ];
    let message = "You are being rate limited.";
    let mut body = json!({ "message": message, "global": fault.global });
    if let Some(after) = fault.retry_after {
        body["retry_after"] = json!(after);
    }
    let after = fault.retry_after.map(|after| {
        let after = after.to_string();
        [
            ("retry-after", after.clone()),
            ("x-ratelimit-reset-after", after),
        ]
    });
    let mut answer = (status, headers, after, Json(body)).into_response();
    if fault.global {
        let marked = HeaderValue::from_static("true");
        answer.headers_mut().insert("x-ratelimit-global", marked);
    }
    answer
}

/// A token of an interaction is enough; other requests need the bot's token.
fn authorise(call: &Call<'_>, token: Option<&HeaderValue>) -> Result<(), Refusal> {
    let open = matches!(call.path, ["interactions" | "webhooks", ..] | ["gateway"]);
    if open || token.is_some_and(|it| *it == format!("Bot {TOKEN}")) {
        return Ok(());
    }
    let message = "401: Unauthorized";
    Err(Refusal::new(401, Kind::Unauthorised, 0, message))
}

fn dispatch(call: &Call<'_>, state: &mut State) -> Answered {
    match (call.method, call.path) {
        ("GET", ["gateway"]) => reply(json!({ "url": gateway::address(state) })),
        ("GET", ["gateway", "bot"]) => reply(json!({
            "url": gateway::address(state),
            "shards": state.setup.setting.shards,
            "session_start_limit": state.quota.told(state.setup.clock.now()),
        })),
        ("GET", ["users", "@me"]) => reply(gateway::user(state)),
        ("GET", ["users", "@me", "guilds"]) => {
            let there = !state.removed && call.parameter("after").unwrap_or(0) < GUILD;
            let named = json!({ "id": GUILD.to_string(), "name": GUILD_NAME });
            let listed = there.then(|| object("partial_guild", named));
            reply(json!(Vec::from_iter(listed)))
        }
        ("POST", ["users", "@me", "channels"]) => channels::open_private(call, state),
        ("GET", ["users", id]) => {
            let id = known_person(state, id)?;
            reply(objects::user(state, id))
        }
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            reply(objects::application(state))
        }
        (_, ["applications", app, rest @ ..]) => {
            expect_id(app, BOT, 10002)?;
            applications::dispatch(call, state, rest)
        }
        ("POST", ["interactions", id, token, "callback"]) => {
            interactions::callback(call, state, number(id)?, token)
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            expect_id(app, BOT, 10002)?;
            interactions::webhook(call, state, token, rest)
        }
        (_, ["channels", id, rest @ ..]) => channels::dispatch(call, state, number(id)?, rest),
        ("GET", ["guilds", guild, rest @ ..]) => {
            expect_id(guild, GUILD, 10004)?;
            if state.removed {
                return Err(Refusal::of(10004));
            }
            guild_part(call, state, rest)
        }
        _ => Err(call.lost()),
    }
}

fn guild_part(call: &Call<'_>, state: &State, rest: &[&str]) -> Answered {
    let whole = || objects::whole_guild(state);
    reply(match rest {
        [] => objects::guild(state),
        ["roles"] => objects::guild(state)["roles"].take(),
        ["channels"] => {
            let mut channels = list(&whole()["channels"]).to_vec();
            channels.extend(state.odd_channels.iter().cloned());
            json!(channels)
        }
        ["threads", "active"] => json!({ "threads": whole()["threads"], "members": [] }),
        ["members", "@me"] => objects::member(state, BOT),
        ["members", id] => {
            let id = known_person(state, id)?;
            if state.gone.contains(&id) {
                return Err(Refusal::of(10007));
            }
            objects::member(state, id)
        }
        _ => return Err(call.lost()),
    })
}

/// A message as the bot sees it.
fn show(message: &Message, state: &State) -> Answered {
    reply(objects::message(state, message))
}

/// The message with an id, if it is `wanted`.
fn found(state: &State, id: u64, wanted: impl Fn(&Message) -> bool) -> Result<&Message, Refusal> {
    let message = state.message(id).filter(|it| wanted(it));
    message.ok_or_else(|| Refusal::of(10008))
}

fn known_person(state: &State, id: &str) -> Result<u64, Refusal> {
    let id = number(id)?;
    if id == BOT || state.setup.member_by_id(id).is_some() {
        return Ok(id);
    }
    Err(Refusal::of(10013))
}

/// Refuses all ids of a kind except the only existing one.
fn expect_id(id: &str, only: u64, code: u32) -> Result<(), Refusal> {
    match number(id)? == only {
        true => Ok(()),
        false => Err(Refusal::of(code)),
    }
}
