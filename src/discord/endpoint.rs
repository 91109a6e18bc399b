//! Interactions over HTTP: Discord's alternative to the gateway.
//!
//! Discord posts each interaction to `/interactions`, signed by Ed25519 (RFC 8032) over its
//! timestamp and body. The endpoint acknowledges it with 202, handles it in a separate task, which
//! a closed connection does not end, and answers by REST, as for one from the gateway. It has no
//! state: any number of processes may share an address.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use data_encoding::HEXLOWER_PERMISSIVE;
use parking_lot::Mutex;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Bot;
use super::inbound::handler::read_interaction;
use crate::time::{Seconds, Timestamp};

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
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// Returns whether its key is this one, in hexadecimal digits.
    pub(super) fn has_key(&self, hex: &str) -> bool {
        bytes(hex) == Some(self.key)
    }

    /// Accepts requests until it is closed; they outlive this future.
    pub(super) async fn serve(&self, bot: &Arc<Bot>) {
        let Some(listener) = self.listener.lock().take() else {
            return;
        };
        let gate = Gate {
            bot: Arc::clone(bot),
            key: self.key,
            tasks: self.tasks.clone(),
        };
        let router = Router::new()
            .route("/interactions", post(receive))
            .with_state(gate);
        let closed = self.closing.clone().cancelled_owned();
        let served = siwa_http::serve(listener, router, self.idle, closed);
        self.tasks.spawn(served);
        let begun = &bot.app.readiness.begun;
        begun.store(true, Ordering::Relaxed);
        tracing::info!(address = %self.address, "interactions are received at /interactions");
        self.closing.cancelled().await;
    }

    /// Accepts no more requests, and waits until the accepted ones are handled.
    pub(super) async fn close(&self) {
        // From now on, new connections are refused.
        drop(self.listener.lock().take());
        self.closing.cancel();
        self.tasks.close();
        // Idle connections must not keep the bot from stopping.
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, self.tasks.wait()).await;
    }
}

/// The state of the server.
#[derive(Clone)]
struct Gate {
    bot: Arc<Bot>,
    key: [u8; 32],
    tasks: TaskTracker,
}

async fn receive(State(gate): State<Gate>, request: Request) -> Response {
    let mut answer = accept(&gate, request).await;
    // So that the load balancer takes another process.
    if gate.bot.app.readiness.stopping.load(Ordering::Relaxed) {
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
    // Signatures have the real time, even when the playground's clock is ahead. A signed timestamp
    // that is not a number counts as infinitely old.
    let then = timestamp(&head.headers).and_then(|text| text.parse().ok());
    let age = then.map_or(Seconds(i64::MAX), |then| {
        gate.bot.http.last_answer.since(Timestamp(then))
    });
    if !(-MAX_CLOCK_SKEW..=MAX_CLOCK_SKEW).contains(&age.0) {
        tracing::warn!(
            seconds = age.0,
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
    let Some(interaction) = read_interaction(&gate.bot, body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let bot = Arc::clone(&gate.bot);
    let handled = async move { bot.handle(interaction).await };
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
