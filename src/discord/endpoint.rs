//! Interactions over HTTP: Discord's alternative to the gateway.
//!
//! Discord posts each interaction to `/interactions`, signed by Ed25519 (RFC 8032) over its
//! timestamp and body. The endpoint acknowledges it with 202, handles it in a separate task, which
//! a closed connection does not end, and answers by REST, as for one from the gateway. It has no
//! state: any number of processes may share an address.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use data_encoding::HEXLOWER_PERMISSIVE;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Bot;
use super::http::Http;
use super::inbound::read;
use crate::time::Clock;

/// The largest body, in bytes: an interaction may contain a message, but no file.
const MAX_BODY_BYTES: usize = 1 << 20;
/// How long a body may take to arrive. A later answer would be too late anyway.
const BODY_TIMEOUT: Duration = Duration::from_secs(3);
/// How many seconds a timestamp may be in the past or in the future, because clocks differ.
const MAX_CLOCK_SKEW: i64 = 30;
/// How long open connections may take at the end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The interaction type of a ping, with which Discord checks the address.
const PING: u64 = 1;

/// An address at which interactions are received.
#[derive(Debug)]
pub struct Endpoint {
    /// The address that it listens on.
    pub address: SocketAddr,
    key: [u8; 32],
    idle: Duration,
    listener: Mutex<Option<TcpListener>>,
    /// Whether requests are accepted; true from then on.
    pub(super) begun: Arc<AtomicBool>,
    /// Whether no more requests should come: each answer then ends its connection, so that the
    /// load balancer takes another process.
    pub stopping: Arc<AtomicBool>,
    closing: CancellationToken,
    /// The server, and all interactions in progress.
    tasks: TaskTracker,
}

impl Endpoint {
    /// Listens at `address`, such as `127.0.0.1:8080`, for requests signed by the owner of the
    /// public `key`. Requests wait until the bot is ready. A connection without a request within
    /// `idle` is closed.
    ///
    /// # Errors
    /// If the address is invalid, not of this machine, or in use.
    pub async fn open(address: &str, key: [u8; 32], idle: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self {
            address: listener.local_addr()?,
            key,
            idle,
            listener: Mutex::new(Some(listener)),
            begun: Arc::default(),
            stopping: Arc::default(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// Returns whether its key is this one, in hexadecimal digits.
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
            stopping: Arc::clone(&self.stopping),
            tasks: self.tasks.clone(),
        };
        let router = Router::new()
            .route("/interactions", post(receive))
            .with_state(gate);
        let closed = self.closing.clone().cancelled_owned();
        let served = siwa_http::serve(listener, router, self.idle, closed);
        self.tasks.spawn(served);
        self.begun.store(true, Ordering::Relaxed);
        tracing::info!(address = %self.address, "interactions are received at /interactions");
        self.closing.cancelled().await;
    }

    /// Accepts no more requests, and waits until the accepted ones are handled.
    pub(super) async fn close(&self) {
        // From now on, new connections are refused.
        drop(self.listener());
        self.closing.cancel();
        self.tasks.close();
        // Idle connections must not keep the bot from stopping.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.tasks.wait()).await;
    }

    fn listener(&self) -> Option<TcpListener> {
        let mut listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        listener.take()
    }
}

/// The state of the server.
#[derive(Clone)]
struct Gate {
    bot: Arc<Bot>,
    http: Arc<Http>,
    key: [u8; 32],
    stopping: Arc<AtomicBool>,
    tasks: TaskTracker,
}

async fn receive(State(gate): State<Gate>, request: Request) -> Response {
    let mut answer = accept(&gate, request).await;
    if gate.stopping.load(Ordering::Relaxed) {
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    answer
}

async fn accept(gate: &Gate, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match tokio::time::timeout(BODY_TIMEOUT, to_bytes(body, MAX_BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    // Check this before parsing the body. Discord also sends invalid signatures, and rejects an
    // address that accepts one.
    if !signed(&head.headers, &body, &gate.key) {
        tracing::debug!("a request without a valid signature was refused");
        return StatusCode::UNAUTHORIZED.into_response();
    }
    // Signatures have the real time, even when the playground's clock is ahead.
    let now = Clock::default().now();
    if let Some(apart) = stale(&head.headers, now.0) {
        tracing::warn!(
            seconds = apart,
            "a request with a wrong timestamp was refused: is the clock right?"
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
    let Some(interaction) = read::interaction(&gate.bot, body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let (bot, http) = (Arc::clone(&gate.bot), Arc::clone(&gate.http));
    let handled = async move { bot.handle(&http, interaction).await };
    gate.tasks.spawn(handled);
    StatusCode::ACCEPTED.into_response()
}

/// Returns whether the timestamp and the body were signed by the owner of `key`.
fn signed(headers: &HeaderMap, body: &Bytes, key: &[u8; 32]) -> bool {
    let signature = text(headers, "x-signature-ed25519").and_then(bytes::<64>);
    let (Some(signature), Some(timestamp)) = (signature, timestamp(headers)) else {
        return false;
    };
    let message = [timestamp.as_bytes(), body].concat();
    let key = UnparsedPublicKey::new(&ED25519, key);
    key.verify(&message, &signature).is_ok()
}

/// The age of a request in seconds, negative if it is from the future; only if it is beyond the
/// limit.
fn stale(headers: &HeaderMap, now: i64) -> Option<i64> {
    let then = timestamp(headers).and_then(|text| text.parse().ok());
    // A signed timestamp that is not a number counts as infinitely old.
    let apart = now.saturating_sub(then.unwrap_or(i64::MIN));
    (!(-MAX_CLOCK_SKEW..=MAX_CLOCK_SKEW).contains(&apart)).then_some(apart)
}

fn timestamp(headers: &HeaderMap) -> Option<&str> {
    text(headers, "x-signature-timestamp")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// `N` bytes, of two hexadecimal digits each; `None` if the text is something else.
pub fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let bytes = HEXLOWER_PERMISSIVE.decode(hex.as_bytes());
    bytes.ok()?.try_into().ok()
}
