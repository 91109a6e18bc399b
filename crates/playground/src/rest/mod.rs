//! Discord's REST API, as far as the playground supports it.

pub(super) mod applications;
pub(super) mod channels;
mod interactions;

use std::collections::HashMap;
use std::str::FromStr;

use axum::Json;
use axum::extract::{Query, State as Extract};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::body::{Body, MAX_FILES, shortened};
use super::field::refuse_if;
use super::gateway;
use super::json::list;
use super::model::Message;
use super::objects::{self, object, present};
use super::violation::{ApiError, InjectedFault, Kind, Logged, Route};
use super::world::{BOT, GUILD, GUILD_NAME, State, TOKEN, World, push};

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(self)).into_response()
    }
}

type Answered = Result<Response, ApiError>;

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
    /// A value in the query.
    fn parameter<T: FromStr>(&self, name: &str) -> Option<T> {
        self.query.get(name)?.parse().ok()
    }

    /// The refusal of an unknown route.
    fn lost(&self) -> ApiError {
        let message = format!("404: Not Found ({} /{})", self.method, self.path.join("/"));
        ApiError::new(404, Kind::UnknownRoute, 0, &message)
    }
}

/// An id in a path.
fn number(text: &str) -> Result<u64, ApiError> {
    text.parse()
        .map_err(|_| ApiError::known("id", "NUMBER_TYPE_COERCE"))
}

/// Handles any request to `/api/v10/…`.
pub(super) async fn handle(
    Extract(world): Extract<World>,
    Query(query): Query<HashMap<String, String>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Result<Body, ApiError>,
) -> Response {
    // Decoded here and not by axum's `Path`, which answers invalid UTF-8 itself, so that it would not be
    // recorded.
    let decoded = percent_decode_str(uri.path()).decode_utf8_lossy();
    let steps: Vec<&str> = decoded.split('/').filter(|step| !step.is_empty()).collect();
    // After `api` and the version.
    let steps = steps.get(2..).unwrap_or_default();
    let read = body.as_ref().map(|_| ()).map_err(ApiError::clone);
    let body = body.unwrap_or_default();
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
    let headers = [("x-ratelimit-scope", scope), ("x-ratelimit-remaining", "0")];
    let body = present(json!({
        "code": (fault.code > 0).then_some(fault.code),
        "message": "You are being rate limited.",
        "global": fault.global,
        "retry_after": fault.retry_after,
    }));
    let after = fault.retry_after;
    let after = after.map(|after| [("retry-after", after.to_string())]);
    (status, headers, after, Json(body)).into_response()
}

/// A token of an interaction is enough; other requests need the bot's token.
fn authorise(call: &Call<'_>, token: Option<&HeaderValue>) -> Result<(), ApiError> {
    let open = matches!(call.path, ["interactions" | "webhooks", ..] | ["gateway"]);
    if open || token.is_some_and(|token| *token == format!("Bot {TOKEN}")) {
        return Ok(());
    }
    let message = "401: Unauthorized";
    Err(ApiError::new(401, Kind::Unauthorised, 0, message))
}

fn dispatch(call: &Call<'_>, state: &mut State) -> Answered {
    match (call.method, call.path) {
        ("GET", ["gateway"]) => reply(json!({ "url": gateway::address(state, "/gateway") })),
        ("GET", ["gateway", "bot"]) => {
            let advice = json!({
                "url": gateway::address(state, "/gateway"),
                "shards": state.setup.options.shards,
                "session_start_limit": state.quota.describe(state.setup.clock.now()),
            });
            reply(state.distorted("/gateway/bot", advice))
        }
        ("GET", ["users", "@me", "guilds"]) => {
            let there = !state.removed && call.parameter("after").unwrap_or(0) < GUILD;
            let named = json!({ "id": GUILD.to_string(), "name": GUILD_NAME });
            let listed = there.then(|| object("partial_guild", named));
            reply(json!(Vec::from_iter(listed)))
        }
        ("POST", ["users", "@me", "channels"]) => channels::open_private(call, state),
        ("GET", ["oauth2", "applications", "@me"]) => {
            let us = objects::application(state);
            reply(state.distorted("/oauth2/applications/@me", us))
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
            refuse_if(state.removed, 10004)?;
            guild_part(call, state, rest)
        }
        _ => Err(call.lost()),
    }
}

fn guild_part(call: &Call<'_>, state: &State, rest: &[&str]) -> Answered {
    reply(match rest {
        [] => objects::guild(state),
        ["channels"] => {
            let mut channels = list(&objects::whole_guild(state)["channels"]).to_vec();
            channels.extend(state.odd_channels.iter().cloned());
            json!(channels)
        }
        ["members", id] => {
            let id = known_person(state, id)?;
            refuse_if(state.left.contains(&id), 10007)?;
            objects::member(state, id)
        }
        _ => return Err(call.lost()),
    })
}

/// A message as the bot sees it.
fn show(message: &Message, state: &State) -> Answered {
    reply(objects::message(state, message))
}

/// The message with an id.
fn find_message(state: &State, id: u64) -> Result<&Message, ApiError> {
    state.message(id).ok_or_else(|| ApiError::from_code(10008))
}

fn known_person(state: &State, id: &str) -> Result<u64, ApiError> {
    let id = number(id)?;
    let known = id == BOT || state.setup.member_by_id(id).is_some();
    refuse_if(!known, 10013)?;
    Ok(id)
}

/// Refuses all ids of a kind except the only existing one.
fn expect_id(id: &str, only: u64, code: u32) -> Result<(), ApiError> {
    refuse_if(number(id)? != only, code)
}
