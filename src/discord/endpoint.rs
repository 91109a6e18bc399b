//! Interactions over HTTP: Discord's other way in, instead of the gateway.
//!
//! Discord posts each interaction to `/interactions`, signed by Ed25519 (RFC 8032) over its
//! timestamp and body. It is acknowledged at once with 202, handled in a task of its own,
//! which a client that leaves does not end, and answered by REST as one of the gateway is.
//! Nothing is kept here: any number of processes may share an address.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;
use serenity::model::application::Interaction;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Bot;
use super::http::Http;
use crate::http_server;
use crate::time::Clock;

/// The largest body, in bytes: an interaction brings a message along, but no file.
const MAX_BODY_BYTES: usize = 1 << 20;
/// How long a body may take to arrive. After that time its answer would be too late anyway.
const BODY_TIMEOUT: Duration = Duration::from_secs(3);
/// How many seconds a timestamp may be away from the present, on either side: clocks differ.
const MAX_CLOCK_SKEW: i64 = 30;
/// How long the connections that are open at the end may take.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of a ping, by which Discord checks the address.
const PING: u64 = 1;

/// An address at which interactions are received.
#[derive(Debug)]
pub struct Endpoint {
    address: SocketAddr,
    key: [u8; 32],
    idle: Duration,
    listener: Mutex<Option<TcpListener>>,
    begun: Arc<AtomicBool>,
    closing: CancellationToken,
    /// The server, and every interaction at work.
    tasks: TaskTracker,
}

impl Endpoint {
    /// Listens at `address`, such as `127.0.0.1:8080`, for requests signed by the owner of the
    /// public `key`. They wait until the bot is ready. A connection on which no request
    /// arrives within `idle` is closed.
    ///
    /// # Errors
    /// If the address is none, not of this machine, or taken.
    pub async fn open(address: &str, key: [u8; 32], idle: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self {
            address: listener.local_addr()?,
            key,
            idle,
            listener: Mutex::new(Some(listener)),
            begun: Arc::default(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether requests are accepted; true from then on.
    pub(super) fn begun(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.begun)
    }

    /// Whether this is the key, in hexadecimal digits.
    pub(super) fn has_key(&self, hex: &str) -> bool {
        bytes(hex) == Some(self.key)
    }

    /// Accepts requests until it is closed; they outlive this future.
    pub(super) async fn serve(&self, bot: &Arc<Bot>, http: &Arc<Http>) {
        let Some(listener) = self.listener() else {
            return;
        };
        let gate = Gate {
            bot: Arc::clone(bot),
            http: Arc::clone(http),
            key: self.key,
            tasks: self.tasks.clone(),
        };
        let router = Router::new()
            .route("/interactions", post(receive))
            .with_state(gate);
        let closed = self.closing.clone().cancelled_owned();
        let served = http_server::serve(listener, router, self.idle, closed);
        self.tasks.spawn(served);
        self.begun.store(true, Ordering::Relaxed);
        tracing::info!(address = %self.address, "interactions are received at /interactions");
        self.closing.cancelled().await;
    }

    /// Accepts nothing more, and waits until all that was accepted is handled.
    pub(super) async fn close(&self) {
        // New connections are refused from now on.
        drop(self.listener());
        self.closing.cancel();
        self.tasks.close();
        // Connections on which nothing was ever asked would be waited for.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.tasks.wait()).await;
    }

    fn listener(&self) -> Option<TcpListener> {
        let mut listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        listener.take()
    }
}

/// What every request needs.
#[derive(Clone)]
struct Gate {
    bot: Arc<Bot>,
    http: Arc<Http>,
    key: [u8; 32],
    tasks: TaskTracker,
}

async fn receive(State(gate): State<Gate>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    // Before anything is read of it. Discord tries false signatures too, and gives up an
    // address that takes one for true.
    if !signed(&head.headers, &body, &gate.key) {
        tracing::debug!("a request without a valid signature was refused");
        return StatusCode::UNAUTHORIZED.into_response();
    }
    // A signature is of now, also when the time in games is put forward.
    let now = Clock::default().now();
    if let Some(apart) = stale(&head.headers, now.0) {
        tracing::warn!(
            seconds = apart,
            "a request of another time was refused: is the clock right?"
        );
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if body["type"] == PING {
        let json = [(header::CONTENT_TYPE, "application/json")];
        return (json, r#"{"type":1}"#).into_response();
    }
    let Ok(interaction) = serde_json::from_value::<Interaction>(body) else {
        tracing::error!("an interaction could not be read and is lost");
        return StatusCode::BAD_REQUEST.into_response();
    };
    let Gate { bot, http, .. } = gate;
    let handled = async move { bot.handle(&http, interaction).await };
    gate.tasks.spawn(handled);
    StatusCode::ACCEPTED.into_response()
}

/// Whether the timestamp and the body were signed by the owner of `key`.
fn signed(headers: &HeaderMap, body: &Bytes, key: &[u8; 32]) -> bool {
    let signature = text(headers, "x-signature-ed25519").and_then(bytes::<64>);
    let (Some(signature), Some(timestamp)) = (signature, timestamp(headers)) else {
        return false;
    };
    let message = [timestamp.as_bytes(), body].concat();
    let key = UnparsedPublicKey::new(&ED25519, key);
    key.verify(&message, &signature).is_ok()
}

/// By how many seconds a request is too old, or too young if that is negative.
fn stale(headers: &HeaderMap, now: i64) -> Option<i64> {
    let then = timestamp(headers).and_then(|text| text.parse().ok());
    // What Discord signed and is no number of seconds is of no time at all.
    let apart = now.saturating_sub(then.unwrap_or(i64::MIN));
    (!(-MAX_CLOCK_SKEW..=MAX_CLOCK_SKEW).contains(&apart)).then_some(apart)
}

fn timestamp(headers: &HeaderMap) -> Option<&str> {
    text(headers, "x-signature-timestamp")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// As many bytes, of two hexadecimal digits each; none if the text is something else.
pub fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    // `from_str_radix` would accept signs.
    if hex.len() != 2 * N || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (n, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(bytes)
}
