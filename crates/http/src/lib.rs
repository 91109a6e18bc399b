//! Serves HTTP/1.1, as axum does, but closes connections on which nothing arrives.

#![warn(missing_docs)]

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// How long a connection may wait for the whole head of its next request, and for more of its body.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers requests until `closed`, then finishes those that have started. It closes a connection
/// when the whole head of a request has not arrived within `idle`, whether it is the first or a
/// later one, or when nothing more of its body arrives within that time. A connection stays open
/// while a response is sent, and after an upgrade to a WebSocket.
pub async fn serve(
    mut listener: impl Listener,
    router: Router,
    idle: Duration,
    closed: impl Future<Output = ()>,
) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(idle);
    let service = TowerToHyperService::new(router.layer(RequestBodyTimeoutLayer::new(idle)));
    let closing = CancellationToken::new();
    let connections = TaskTracker::new();
    let mut closed = pin!(closed);
    loop {
        let stream = tokio::select! {
            // If there are too many open files, this waits and tries again.
            (stream, _) = listener.accept() => stream,
            () = &mut closed => break,
        };
        let connection = builder.serve_connection(TokioIo::new(stream), service.clone());
        let closing = closing.clone().cancelled_owned();
        connections.spawn(async move {
            let mut connection = pin!(connection.with_upgrades());
            tokio::select! {
                _ = &mut connection => return,
                () = closing => connection.as_mut().graceful_shutdown(),
            }
            // A client that hangs up is not answered.
            let _ = connection.await;
        });
    }
    drop(listener);
    closing.cancel();
    connections.close();
    connections.wait().await;
}
