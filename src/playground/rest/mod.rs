//! Discord's REST interface, as far as the playground has it.

pub(super) mod channels;
mod commands;
mod emojis;
mod interactions;

use axum::Json;
use axum::body::Body as Stream;
use axum::extract::{Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::body::{Body, MOST_FILES, shortened};
use super::complaint::{Fault, Kind, Logged, Refusal, Route};
use super::gateway;
use super::objects;
use super::world::{BOT, GUILD, World};

/// A successful reply.
pub(super) enum Reply {
    Json(Value),
    Created(Value),
    Nothing,
}

type Answered = Result<Reply, Refusal>;

/// A parsed request.
struct Call<'a> {
    world: &'a World,
    method: &'a str,
    path: &'a [&'a str],
    query: &'a str,
    body: &'a Body,
}

impl Call<'_> {
    /// Whether the query has `name=true`, in any spelling that libraries use.
    fn asks(&self, name: &str) -> bool {
        self.parameter(name)
            .is_some_and(|value| value == "true" || value == "1" || value == "True")
    }

    fn parameter(&self, name: &str) -> Option<&str> {
        self.query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// The refusal of an unknown route.
    fn lost(&self) -> Refusal {
        let message = format!("404: Not Found ({} /{})", self.method, self.path.join("/"));
        Refusal::new(404, Kind::UnknownRoute, 0, &message)
    }
}

/// An id in a path.
fn number(text: &str) -> Result<u64, Refusal> {
    text.parse().map_err(|_| {
        Refusal::invalid(
            "id",
            "NUMBER_TYPE_COERCE",
            &format!("Value \"{text}\" is not snowflake."),
        )
    })
}

/// Handles any request to `/api/…`.
pub(super) async fn handle(Extract(world): Extract<World>, request: Request<Stream>) -> Response {
    let method = request.method().to_string();
    let uri = request.uri().clone();
    let token = request.headers().get(header::AUTHORIZATION);
    let token = token
        .and_then(|token| token.to_str().ok())
        .map(str::to_owned);
    let decoded: Vec<String> = uri
        .path()
        .split('/')
        .filter(|step| !step.is_empty())
        .map(decode)
        .collect();
    let steps: Vec<&str> = decoded.iter().map(String::as_str).collect();
    let steps = match steps.as_slice() {
        ["api", version, rest @ ..] if is_version(version) => rest,
        ["api", rest @ ..] => rest,
        rest => rest,
    };
    let (body, read) = match Body::read(request).await {
        Ok(body) => (body, Ok(())),
        Err(refusal) => (Body::default(), Err(refusal)),
    };
    let call = Call {
        world: &world,
        method: &method,
        path: steps,
        query: uri.query().unwrap_or_default(),
        body: &body,
    };
    let route = route(&method, steps);
    let fault = world.strike(route, steps);
    let lost = fault.as_ref().filter(|fault| !fault.takes_effect);
    let result = match lost {
        Some(_) => Ok(Reply::Nothing),
        None => read
            .and_then(|()| authorise(&call, token.as_deref()))
            .and_then(|()| dispatch(&call)),
    };
    let status = match (&fault, &result) {
        (Some(fault), _) => fault.status,
        (None, Ok(Reply::Json(_))) => 200,
        (None, Ok(Reply::Created(_))) => 201,
        (None, Ok(Reply::Nothing)) => 204,
        (None, Err(refusal)) => refusal.status,
    };
    world.change(|state| {
        // Asking whether an answer got through, or who is a member, is no offence.
        let asks = matches!(steps, ["webhooks", ..] | ["guilds", _, "members", _]);
        let asks = method == "GET" && asks;
        let asks = |refusal: &&Refusal| asks && refusal.kind == Kind::NotFound;
        if let Some(refusal) = result.as_ref().err().filter(|refusal| !asks(refusal)) {
            let path = steps.join("/");
            let detail = format!("{method} /{path}: {}", refusal.message);
            state.complain(refusal.kind, detail);
        }
        let query = uri.query().map(|query| format!("?{query}"));
        let path = format!("/{}{}", steps.join("/"), query.unwrap_or_default());
        let names = body.files.iter().take(MOST_FILES);
        state.log.push(Logged {
            method: method.clone(),
            path: shortened(&path),
            body: body.kept(status >= 400),
            files: names.map(|file| shortened(&file.name)).collect(),
            status,
        });
        // A long-running playground must not keep every request that was ever made.
        if state.log.len() > 10_000 {
            state.log.drain(..5_000);
        }
    });
    world.acknowledge(route).await;
    match fault {
        Some(fault) => strike(&fault),
        None => answer(result),
    }
}

fn is_version(step: &str) -> bool {
    step.strip_prefix('v')
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Undoes percent-encoding, which some libraries use for `@original`.
pub(super) fn decode(step: &str) -> String {
    let bytes = step.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| {
            let hex = std::str::from_utf8(hex).ok()?;
            u8::from_str_radix(hex, 16).ok()
        });
        match (bytes[at], hex) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
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

fn strike(fault: &Fault) -> Response {
    let status = StatusCode::from_u16(fault.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if fault.status != 429 {
        let body = json!({ "code": 0, "message": format!("{status}") });
        return (status, Json(body)).into_response();
    }
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": fault.retry_after,
        "global": false,
    });
    let headers = [
        ("retry-after", fault.retry_after.to_string()),
        ("x-ratelimit-scope", "user".to_owned()),
        ("x-ratelimit-reset-after", fault.retry_after.to_string()),
        ("x-ratelimit-limit", "5".to_owned()),
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-bucket", "playground".to_owned()),
    ];
    (status, headers, Json(body)).into_response()
}

fn answer(result: Answered) -> Response {
    match result {
        Ok(Reply::Json(body)) => Json(body).into_response(),
        Ok(Reply::Created(body)) => (StatusCode::CREATED, Json(body)).into_response(),
        Ok(Reply::Nothing) => StatusCode::NO_CONTENT.into_response(),
        Err(refusal) => {
            let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::BAD_REQUEST);
            (status, Json(refusal.json())).into_response()
        }
    }
}

/// Tokens of interactions are their own permission; all else needs the bot's.
fn authorise(call: &Call<'_>, token: Option<&str>) -> Result<(), Refusal> {
    let open = matches!(
        call.path,
        ["interactions", ..] | ["webhooks", ..] | ["gateway"]
    );
    let expected = format!("Bot {}", call.world.setting().token);
    if open || token == Some(expected.as_str()) {
        return Ok(());
    }
    Err(Refusal::new(
        401,
        Kind::Unauthorised,
        0,
        "401: Unauthorized",
    ))
}

fn dispatch(call: &Call<'_>) -> Answered {
    let world = call.world;
    match (call.method, call.path) {
        ("GET", ["gateway"]) => Ok(Reply::Json(json!({ "url": gateway::address(world) }))),
        ("GET", ["gateway", "bot"]) => Ok(Reply::Json(json!({
            "url": gateway::address(world),
            "shards": world.setting().shards,
            "session_start_limit": world.change(|state| state.quota.told(world.clock().now())),
        }))),
        ("GET", ["users", "@me"]) => Ok(Reply::Json(gateway::user(world))),
        ("GET", ["users", "@me", "guilds"]) => {
            let guild = objects::guild(world);
            let after = call.parameter("after").and_then(|id| id.parse().ok());
            let there = world.look(|state| !state.removed) && after.unwrap_or(0) < GUILD;
            let listed = there.then(|| {
                json!({
                    "id": guild["id"], "name": guild["name"], "icon": null, "banner": null,
                    "owner": false, "permissions": "0", "features": [],
                })
            });
            Ok(Reply::Json(json!(Vec::from_iter(listed))))
        }
        ("POST", ["users", "@me", "channels"]) => channels::open_private(call),
        ("GET", ["users", id]) => {
            let id = known_person(world, id)?;
            Ok(Reply::Json(objects::user(world, id)))
        }
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            Ok(Reply::Json(objects::application(world)))
        }
        (_, ["applications", app, rest @ ..]) => {
            own(app)?;
            commands::dispatch(call, rest)
        }
        ("POST", ["interactions", id, token, "callback"]) => {
            interactions::callback(call, number(id)?, token)
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            own(app)?;
            interactions::webhook(call, token, rest)
        }
        (_, ["channels", id, rest @ ..]) => channels::dispatch(call, number(id)?, rest),
        ("GET", ["guilds", guild, rest @ ..]) if number(guild)? == GUILD => guild_part(call, rest),
        (_, ["guilds", guild, ..]) if number(guild)? != GUILD => {
            Err(Refusal::unknown(10004, "Guild"))
        }
        _ => Err(call.lost()),
    }
}

fn guild_part(call: &Call<'_>, rest: &[&str]) -> Answered {
    let world = call.world;
    match rest {
        [] => Ok(Reply::Json(objects::guild(world))),
        ["roles"] => Ok(Reply::Json(objects::guild(world)["roles"].clone())),
        ["channels"] => {
            Ok(Reply::Json(world.look(|state| {
                objects::whole_guild(world, state)["channels"].clone()
            })))
        }
        ["threads", "active"] => Ok(Reply::Json(world.look(|state| {
            let threads = &objects::whole_guild(world, state)["threads"];
            json!({ "threads": threads, "members": [] })
        }))),
        ["members", "@me"] => Ok(Reply::Json(objects::member(world, BOT))),
        ["members", id] => {
            let id = known_person(world, id)?;
            if world.look(|state| state.gone.contains(&id)) {
                return Err(Refusal::unknown(10007, "Member"));
            }
            Ok(Reply::Json(objects::member(world, id)))
        }
        _ => Err(call.lost()),
    }
}

fn known_person(world: &World, id: &str) -> Result<u64, Refusal> {
    let id = number(id)?;
    if id == BOT || world.member_by_id(id).is_some() {
        return Ok(id);
    }
    Err(Refusal::unknown(10013, "User"))
}

/// Refuses every application but the one.
fn own(app: &str) -> Result<(), Refusal> {
    if number(app)? == BOT {
        return Ok(());
    }
    Err(Refusal::unknown(10002, "Application"))
}
