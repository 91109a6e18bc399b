//! The HTTP server: REST, gateway, files and page.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body as Stream;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State as Extract};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

use super::gateway;
use super::model::Channel;
use super::options::{Options, StartError};
use super::violation::Kind;
use super::world::{MAIN, OTHER, Setup, State, World};
use super::{body, page, persistence, rest};

/// A new world, or the saved one.
pub(super) fn create_world(options: Options, base: String) -> Result<World, StartError> {
    let setup = Setup {
        base,
        options,
        ..Setup::default()
    };
    let mut state = State {
        setup: Arc::new(setup),
        channels: vec![
            Channel::new(MAIN, "main", "games", 0),
            Channel::new(OTHER, "other", "lounge", 0),
        ],
        ..State::default()
    };
    let ahead = persistence::load(&mut state)?;
    let world = World::new(state);
    world.skip(ahead);
    Ok(world)
}

/// Serves until the world is stopped.
pub(super) async fn run(world: World, listener: TcpListener) {
    let app = Router::new()
        .route("/gateway", any(socket))
        .route("/gateway/", any(socket))
        .route(gateway::RESUME, any(socket))
        .route("/files/{channel}/{id}/{name}", get(file))
        .route("/api/{version}/{*rest}", any(rest::handle))
        .merge(page::router())
        .fallback(nowhere)
        .layer(DefaultBodyLimit::max(body::MAX_BYTES))
        .layer(middleware::from_fn(guard))
        .with_state(world.clone());
    let stopped = world.stopped();
    // Without this, small frames wait up to 40 ms for the acknowledgement of the one before.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::warn!(%error, "frames may be delayed");
        }
    });
    siwa_http::serve(listener, app, world.setup().options.idle, stopped).await;
}

/// Protects against other sites: refuses requests with another host name (DNS rebinding) or from
/// another origin.
async fn guard(request: Request<Stream>, next: Next) -> Response {
    if !is_local(request.headers()) {
        return (StatusCode::FORBIDDEN, "this machine only").into_response();
    }
    next.run(request).await
}

fn is_local(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name)?.to_str().ok();
    let host = text(header::HOST).unwrap_or_default();
    let ours = |at: Authority| ["localhost", "127.0.0.1", "[::1]"].contains(&at.host());
    let from_here = text(header::ORIGIN).is_none_or(|origin| origin == format!("http://{host}"));
    host.parse().is_ok_and(ours) && from_here
}

async fn nowhere(Extract(world): Extract<World>, uri: Uri) -> Response {
    // Browsers request these by themselves.
    let usual = ["/favicon.ico", "/apple-touch-icon.png", "/robots.txt"];
    if !usual.contains(&uri.path()) && !uri.path().starts_with("/.well-known/") {
        world.report(Kind::UnknownRoute, format!("{} is nowhere", uri.path()));
    }
    StatusCode::NOT_FOUND.into_response()
}

async fn socket(
    Extract(world): Extract<World>,
    Query(query): Query<HashMap<String, String>>,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Response {
    let encoding = query.get("encoding");
    if encoding.is_some_and(|encoding| encoding != "json") || query.contains_key("compress") {
        let text = "the playground's gateway speaks plain JSON";
        world.report(Kind::Gateway, text);
        return (StatusCode::BAD_REQUEST, text).into_response();
    }
    let is_to_resume = uri.path() == gateway::RESUME;
    upgrade.on_upgrade(move |socket| gateway::serve(world, socket, is_to_resume))
}

async fn file(
    Extract(world): Extract<World>,
    Path((channel, id, _)): Path<(u64, u64, String)>,
) -> Response {
    let found = world.look(|state| {
        let said = state.said(channel);
        let mut files = said.flat_map(|message| &message.attachments);
        files.find(|file| file.id == id).cloned()
    });
    let Some(file) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let picture = file.content_type.starts_with("image/");
    let disposition = if picture { "inline" } else { "attachment" };
    // A file with an id never changes.
    let forever = "private, max-age=31536000, immutable";
    let headers = [
        (header::CONTENT_TYPE, file.content_type.as_str()),
        (header::CACHE_CONTROL, forever),
        (header::CONTENT_DISPOSITION, disposition),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, file.bytes.to_vec()).into_response()
}
